//! A battle at a glance: the enemies that a side sees, what each can do from where it stands, and what a square is worth to a unit.
//!
//! Everything here is reckoned roughly and quickly, for choosing between orders; the odds told to players are the engine's.

use engine::tabletop::area::Area;
use engine::tabletop::formation::Formation;
use engine::tabletop::pack::{Arm, Charges};
use engine::tabletop::plan::Aim;
use engine::tabletop::side::Side;
use engine::tabletop::square::{Arc, Aspect, Facing, Square};
use engine::tabletop::state::State;
use engine::tabletop::unit::{Place, UnitId};

use super::weights::Weights;

/// An enemy in sight.
#[derive(Clone, Copy, Debug)]
pub(super) struct Foe {
    pub(super) unit: UnitId,
    pub(super) square: Square,
    facing: Facing,
    /// Squares its weapon reaches; 0 without one.
    reach: u8,
    /// The chance that its shot hits.
    hits: f32,
    /// Squares that it can charge over, as likely as not; 0 if it does not charge.
    charges: u8,
    /// What it adds to its die in a charge.
    weight: f32,
    pub(super) disorganised: bool,
    pub(super) figures: u8,
    /// Whether it charges formed troops in front.
    charges_front: bool,
}

/// A side's enemies and its aim.
pub(super) struct Glance<'a> {
    pub(super) state: &'a State,
    pub(super) side: Side,
    pub(super) foes: Vec<Foe>,
    /// How strong the side is against the other: its figures for each of the other's.
    pub(super) odds: f32,
    goal: Option<&'a Area>,
    pub(super) weights: &'a Weights,
}

/// What a unit can do with its weapon in a formation: squares, figures that count, sides of the die.
fn weapon(state: &State, unit: UnitId, formation: Option<Formation>) -> (u8, f32) {
    let of = state.unit(unit);
    let troop = state.position.troop(unit);
    let Some(armament) = troop.fire.first() else { return (0, 0.0) };
    let reach = state.position.pack.tables.ranges.get(armament.weapon.of(of.side)).copied().unwrap_or(0);
    let figures = match (armament.crew, formation) {
        (Some(crew), _) => crew.saturating_mul(2),
        (None, Some(formation)) => state.position.pack.formation(formation).fires.of(of.figures),
        (None, None) => 0,
    };
    let sides = f32::from(armament.dice.of(of.side).sides);
    if of.shots == Some(0) || figures == 0 { (0, 0.0) } else { (reach, (f32::from(figures) / sides).min(1.0)) }
}

impl<'a> Glance<'a> {
    pub(super) fn of(state: &'a State, side: Side, weights: &'a Weights) -> Self {
        let foes = state.position.of(side.other()).filter(|unit| !state.unit(*unit).hidden).filter_map(|unit| foe(state, unit)).collect();
        let goal = state.plan.as_ref().and_then(|plan| match &plan.aim {
            Some(Aim::Hold { squares, .. }) => Some(squares),
            Some(Aim::MoreUnits) | None => None,
        });
        let strength = |side: Side| {
            let there = |unit: &UnitId| !matches!(state.unit(*unit).place, Place::Left | Place::Lost);
            let own = state.position.all().filter(|unit| state.unit(*unit).side == side).filter(there);
            let figures = own.filter(|unit| state.position.troop(*unit).arm.counts_for_break_off()).map(|unit| {
                let armed = if state.position.troop(unit).fire.is_empty() { 0.7 } else { 1.0 };
                f32::from(state.unit(unit).figures) * armed
            });
            figures.sum::<f32>()
        };
        let odds = strength(side) / strength(side.other()).max(1.0);
        Self { state, side, foes, odds, goal, weights }
    }

    /// The nearest of the squares where the side has to be at the end, or where the other must not be.
    pub(super) fn goal_from(&self, square: Square) -> Option<Square> {
        self.goal?.squares().min_by_key(|goal| square.nearness_to(*goal))
    }

    /// The nearest foe, by range.
    pub(super) fn nearest(&self, square: Square) -> Option<&Foe> {
        self.foes.iter().min_by_key(|foe| square.nearness_to(foe.square))
    }

    /// The best shot that a unit would have from a square, facing so, in its formation: the chance of a hit times what it is worth.
    pub(super) fn best_shot(&self, unit: UnitId, formation: Option<Formation>, square: Square, facing: Facing) -> f32 {
        let (reach, hits) = weapon(self.state, unit, formation);
        if reach == 0 {
            return 0.0;
        }
        let round = formation == Some(Formation::Square) || self.state.position.troop(unit).arm.is_boat();
        let arc = if round { Arc::Round } else { Arc::Front };
        let mut best = 0.0_f32;
        for foe in &self.foes {
            let near = square.range_to(foe.square) <= reach && facing.bears(arc, square.way_to(foe.square));
            if near {
                let worth = hits * self.worth_of_hit(foe) * self.through_cover(square, foe.square);
                if worth > best && self.state.position.board.sees(square, foe.square, |_| false) {
                    best = worth;
                }
            }
        }
        best
    }

    /// How likely a hit is to tell: half where the target has cover.
    pub(super) fn through_cover(&self, from: Square, to: Square) -> f32 {
        if self.state.position.board.covers(to, from) { 0.5 } else { 1.0 }
    }

    /// What a hit on a foe is worth: the more the nearer its side is to breaking off, the last figure most.
    #[expect(clippy::unused_self, reason = "asked of the glance like everything else")]
    pub(super) fn worth_of_hit(&self, foe: &Foe) -> f32 {
        match (foe.disorganised, foe.figures) {
            (true, 0 | 1) => 1.0,
            (true, _) => 0.45,
            (false, _) => 0.7,
        }
    }

    /// What a unit is exposed to in a square, facing so: the shots and charges that may come.
    pub(super) fn danger(&self, unit: UnitId, formation: Option<Formation>, square: Square, facing: Facing) -> f32 {
        let state = self.state;
        let of = state.unit(unit);
        let own = f32::from(of.figures);
        let behind = state.position.of(self.side).filter(|other| {
            let way = square.way_to(state.unit(*other).square);
            *other != unit && way.right.abs() <= 1 && way.down.abs() <= 1 && facing.aspect(way) == Aspect::Rear
        });
        let support = behind.take(3).count() as f32;
        let (mut fire, mut charges) = (0.0_f32, 0.0_f32);
        for foe in &self.foes {
            if foe.disorganised {
                continue;
            }
            let range = square.range_to(foe.square);
            if range <= foe.reach && foe.facing.bears(Arc::Front, foe.square.way_to(square)) {
                fire += foe.hits * self.through_cover(foe.square, square);
            }
            let steps = square.column.abs_diff(foe.square.column).max(square.row.abs_diff(foe.square.row));
            if foe.charges > 0 && steps <= foe.charges {
                let struck = facing.aspect(square.way_to(foe.square));
                let front = struck == Aspect::Front || formation == Some(Formation::Square);
                if front && !foe.charges_front {
                    continue;
                }
                let figures = formation.map_or(0.0, |formation| {
                    let fights = state.position.pack.formation(formation).fights(if front { Aspect::Front } else { struck });
                    f32::from(fights.of(of.figures)).min(own)
                });
                // Each point of difference is worth about a tenth of a unit.
                let margin = foe.weight - figures - support - if of.disorganised { -1.0 } else { 0.0 };
                let likely = if steps <= 1 { 1.0 } else { 0.6 };
                charges = charges.max(likely * (self.weights.charged + margin * self.weights.outweighed).clamp(0.0, 1.2));
            }
        }
        fire.min(1.5) * self.weights.under_fire + charges
    }
}

fn foe(state: &State, unit: UnitId) -> Option<Foe> {
    let of = state.unit(unit);
    let troop = state.position.troop(unit);
    if troop.arm == Arm::Leader {
        return None;
    }
    let (reach, hits) = weapon(state, unit, of.formation);
    let formed = of.formation.is_some_and(|formation| state.position.pack.formation(formation).may_charge);
    let charges = match troop.charges {
        Charges::Never => 0,
        _ if !formed => 0,
        Charges::Any | Charges::Weak if troop.arm.is_mounted() => 3,
        Charges::Any | Charges::Weak => 2,
    };
    // Enemies throw a D8 and ours a D6: a point more on the average.
    let die = troop.contact.as_ref().map_or(0.0, |dice| f32::from(dice.of(of.side).sides) / 2.0 - 3.0);
    let weight = f32::from(of.figures) + die;
    let charges_front = troop.charges == Charges::Any;
    let (square, facing, disorganised, figures) = (of.square, of.facing, of.disorganised, of.figures);
    Some(Foe { unit, square, facing, reach, hits, charges, weight, disorganised, figures, charges_front })
}
