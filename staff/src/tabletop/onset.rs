//! What a unit may do with a charge from a square: the flanks and rears that lie open to it, and those who are out of order already.

use engine::tabletop::formation::Formation;
use engine::tabletop::pack::Charges;
use engine::tabletop::square::{Aspect, Facing, Square};
use engine::tabletop::unit::UnitId;

use super::ground::{Foe, Glance};

impl Glance<'_> {
    /// The best charge that a unit would have from a square, facing so, with so many points left: what it brings on the average.
    pub(super) fn best_charge(&self, unit: UnitId, formation: Option<Formation>, square: Square, facing: Facing, left: i16) -> f32 {
        let state = self.state;
        let (of, troop) = (state.unit(unit), state.position.troop(unit));
        let Some(row) = formation.map(|formation| state.position.pack.formation(formation)) else { return 0.0 };
        if of.disorganised || !row.may_charge || troop.charges == Charges::Never {
            return 0.0;
        }
        let weight = i16::from(row.front.of(of.figures));
        let mut best = 0.0_f32;
        for foe in &self.foes {
            // Slanting, a step of two in range costs three points.
            if i16::from(square.range_to(foe.square)) * 3 > left * 2 {
                continue;
            }
            let way = foe.square.way_to(square);
            let (columns, rows) = (way.right.abs(), way.down.abs());
            let turn = i16::from(square.facing_to(foe.square) != Some(facing));
            let cost = 3 * columns.min(rows) + 2 * (columns - rows).abs() + turn;
            if cost > left {
                continue;
            }
            for ahead in Facing::ALL {
                let one = ahead.way();
                let straight = if one.right == 0 { rows >= columns } else { columns >= rows };
                let slants = one.right != 0 && one.down != 0;
                let leads = (one.right == 0 || one.right == way.right.signum()) && (one.down == 0 || one.down == way.down.signum());
                if leads && (slants || straight) {
                    best = best.max(self.brings(foe, weight, ahead, square, troop.charges == Charges::Any));
                }
            }
        }
        best
    }

    /// What a charge of so many figures brings on the average that comes at an enemy from there.
    fn brings(&self, foe: &Foe, weight: i16, ahead: Facing, from: Square, any: bool) -> f32 {
        let brigade = self.state.side(self.side.other()).brigade;
        let in_brigade = brigade.is_some_and(|centre| centre == foe.square || centre.is_adjacent_to(foe.square));
        let struck = if in_brigade { Aspect::Front } else { foe.facing.aspect(ahead.way()) };
        if !any && struck == Aspect::Front && !foe.is_weak() {
            return 0.0;
        }
        let position = &self.state.position;
        let Some(last) = foe.square.next(ahead).filter(|last| position.board.ground(*last).is_land()) else { return 0.0 };
        if !position.board.lets_through(last, foe.square) || (last != from && position.on(last).next().is_some()) {
            return 0.0;
        }
        let crosses = i16::from(position.board.obstacle(last, foe.square).is_some());
        let clash = self.temper.given().at(weight - self.meets(foe, struck) - crosses, foe.is_weak());
        clash.charged - clash.charging
    }

    /// What an enemy adds to its die when it is charged there.
    fn meets(&self, foe: &Foe, struck: Aspect) -> i16 {
        let (state, of) = (self.state, self.state.unit(foe.unit));
        if state.position.troop(foe.unit).shaky {
            return -1;
        }
        let fights = of.formation.map_or(0, |formation| state.position.pack.formation(formation).fights(struck).of(of.figures));
        let rear = [3, 4, 5].into_iter().filter_map(|eighths| foe.square.next(foe.facing.turned(eighths)));
        let behind = rear.filter(|rear| state.position.of_in(of.side, *rear).next().is_some()).count() as i16;
        i16::from(fights) + behind - i16::from(of.disorganised)
    }
}
