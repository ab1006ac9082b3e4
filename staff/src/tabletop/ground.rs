//! A battle at a glance: the enemies that a side sees, what each can do from where it stands, and what a square is worth to a unit.
//!
//! Everything here is reckoned roughly and quickly, for choosing between orders; the odds told to players are the engine's.

use std::cell::OnceCell;

use engine::tabletop::area::Area;
use engine::tabletop::formation::Formation;
use engine::tabletop::instruction::Instruction;
use engine::tabletop::pack::{Arm, Armament, Charges, Toll};
use engine::tabletop::plan::Aim;
use engine::tabletop::rules::recovery::{chances, recovery};
use engine::tabletop::side::Side;
use engine::tabletop::square::{Arc, Aspect, Facing, Square};
use engine::tabletop::state::State;
use engine::tabletop::unit::{Place, UnitId};

use super::fort::{Fort, fort, steps};
use super::road::Road;
use super::temper::Temper;
use super::weights::Weights;

/// An enemy in sight.
#[derive(Clone, Copy, Debug)]
pub(super) struct Foe {
    pub(super) unit: UnitId,
    pub(super) square: Square,
    pub(super) facing: Facing,
    /// Squares its weapon reaches; 0 without one.
    reach: u8,
    /// The chance that its shot hits.
    hits: f32,
    /// The most that its action die gives, with what its formation adds; 0 if it does not charge.
    charges: i16,
    /// The figures that take part in its charge.
    weight: i16,
    mounted: bool,
    pub(super) disorganised: bool,
    pub(super) figures: u8,
    /// Whether it charges formed troops in front.
    charges_front: bool,
    /// Whether it has a card still this turn.
    pub(super) to_act: bool,
    /// Whether it counts as disorganised when it is charged.
    weak: bool,
}

impl Foe {
    /// Whether it counts as disorganised when it is charged.
    pub(super) const fn is_weak(&self) -> bool {
        self.weak
    }
}

/// What losses come to for a foe that is charged.
#[derive(Clone, Copy, Debug)]
pub(super) struct Harms {
    figures: u8,
    disorganised: bool,
    /// What it is worth that it is out of order at the end of the turn.
    brink: f32,
    recovers: f32,
}

impl Harms {
    /// What it is worth that the foe comes off so.
    pub(super) fn by(self, toll: &Toll, weights: &Weights) -> f32 {
        let disorder = if toll.disorganised && !self.disorganised { weights.disorder } else { 0.0 };
        let usual = f32::from(toll.figures) * weights.figure + disorder + f32::from(toll.falls_back) * 0.05;
        let brink = match (toll.figures >= self.figures, self.disorganised) {
            (true, true) => self.recovers,
            (true, false) => 1.0,
            (false, true) => self.recovers * f32::from(toll.figures) / f32::from(self.figures.max(1)),
            (false, false) if toll.disorganised => 1.0 - self.recovers,
            (false, false) => 0.0,
        };
        usual + self.brink * brink
    }
}

/// A side's enemies and its aim.
pub(super) struct Glance<'a> {
    pub(super) state: &'a State,
    pub(super) side: Side,
    pub(super) foes: Vec<Foe>,
    /// How strong the side is against the other: its figures for each of the other's.
    pub(super) odds: f32,
    /// Whether the other comes on in order, facing the side, or is in confusion: 1 to 0.
    pub(super) order: f32,
    /// How many more of the enemy have to be out of order at the end of this turn for them to break, as things are likely to go.
    pub(super) lacking: f32,
    /// How much it presses on: 0, or up to 1 where it is the stronger and the enemy in confusion.
    pub(super) press: f32,
    /// How far, on the average, its units that close are from the enemy.
    pub(super) front: f32,
    /// Whether it makes a stand.
    pub(super) stands: bool,
    /// Where, if it does.
    pub(super) fort: Fort,
    goal: Option<&'a Area>,
    /// How far it is there, if it is the side that has to be there.
    road: Option<Road>,
    /// How far it is to the nearest enemy, reckoned when it is asked for.
    chase: OnceCell<Road>,
    pub(super) weights: &'a Weights,
    /// The mind of the side.
    pub(super) temper: &'a Temper,
    columns: usize,
    /// Its own units in each square, without Leaders.
    friends: [u8; SQUARES],
    /// Figures of its gunners and Leaders in each square.
    crews: [u8; SQUARES],
}

/// The most squares that a board has.
const SQUARES: usize = 24 * 16;

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
    pub(super) fn of(state: &'a State, side: Side, temper: &'a Temper) -> Self {
        let weights = &temper.weights;
        let foes: Vec<Foe> =
            state.position.of(side.other()).filter(|unit| !state.unit(*unit).hidden).filter_map(|unit| foe(state, unit)).collect();
        let goal = state.plan.as_ref().and_then(|plan| match &plan.aim {
            Some(Aim::Hold { squares, .. }) => Some(squares),
            Some(Aim::MoreUnits) | None => None,
        });
        let columns = usize::from(state.position.board.size().columns_and_rows().0);
        let (mut friends, mut crews) = ([0; SQUARES], [0; SQUARES]);
        for unit in state.position.of(side) {
            let (of, arm) = (state.unit(unit), state.position.troop(unit).arm);
            let index = usize::from(of.square.row) * columns + usize::from(of.square.column);
            if let (Some(friends), Some(crews)) = (friends.get_mut(index), crews.get_mut(index)) {
                *friends += u8::from(arm != Arm::Leader);
                *crews += if arm == Arm::Leader || arm.is_battery() { of.figures } else { 0 };
            }
        }
        let order = order(state, side, &foes);
        let mut glance = Self {
            state,
            side,
            odds: odds(state, side, order, weights),
            order,
            lacking: lacking(state, side.other()),
            foes,
            press: 0.0,
            front: 0.0,
            stands: false,
            fort: Fort::new(),
            goal,
            road: None,
            chase: OnceCell::new(),
            weights,
            temper,
            columns,
            friends,
            crews,
        };
        if glance.is_its_aim() {
            let barred = glance.foes.iter().map(|foe| foe.square);
            let steps = temper.steps(&state.position.board);
            glance.road = goal.map(|goal| Road::to(steps, goal.squares(), barred));
        }
        glance.front = glance.front();
        glance.press = glance.press();
        let sleeps = state.plan.as_ref().and_then(|plan| plan.asleep.as_ref()).is_some_and(|asleep| asleep.side == side);
        let pressed = glance.is_pressed();
        glance.stands = (glance.is_weaker() || pressed) && !sleeps;
        if glance.stands && state.side(side).brigade.is_none() {
            let squares: Vec<Square> = glance.foes.iter().map(|foe| foe.square).collect();
            glance.fort = fort(state, side, &squares, goal.filter(|_| pressed));
        }
        glance
    }

    /// Whether the side is the weaker and does better to let the enemy come: who has little to shoot with gains nothing by standing.
    pub(super) fn is_weaker(&self) -> bool {
        self.odds < self.weights.boldness && self.shoots()
    }

    /// Whether the side has to be on its way to its goal, to be there in time.
    pub(super) fn is_pressed(&self) -> bool {
        let mut own = self.state.position.of(self.side).filter(|unit| self.state.position.troop(*unit).arm.counts_for_break_off());
        if !self.is_its_aim() {
            return false;
        }
        let turns = f32::from(self.state.options().turns.0.saturating_sub(self.state.turn)) + 1.0;
        own.any(|unit| {
            let square = self.state.unit(unit).square;
            self.goal_from(square).is_some_and(|goal| f32::from(steps(square, goal)) / turns > self.weights.pace)
        })
    }

    /// How much the side presses on: who is the stronger and has an enemy in confusion before them gains nothing by waiting.
    fn press(&self) -> f32 {
        let stronger = ((self.odds - self.weights.boldness) / 0.5).clamp(0.0, 1.0);
        stronger * (1.0 - self.order)
    }

    /// How far it is to the nearest enemy from each square, round friends, if the side presses on.
    pub(super) fn chase(&self) -> Option<&Road> {
        (self.press > 0.0).then(|| {
            self.chase.get_or_init(|| {
                let position = &self.state.position;
                let friends = position.of(self.side).filter(|unit| position.troop(*unit).arm != Arm::Leader);
                let friends = friends.map(|unit| position.unit(unit).square);
                Road::to(self.temper.steps(&position.board), self.foes.iter().map(|foe| foe.square), friends)
            })
        })
    }

    /// How far the units that close are from the enemy, on the average.
    fn front(&self) -> f32 {
        let (mut sum, mut count) = (0.0_f32, 0.0_f32);
        for unit in self.state.position.of(self.side) {
            let (of, troop) = (self.state.unit(unit), self.state.position.troop(unit));
            if of.disorganised || troop.charges != Charges::Any {
                continue;
            }
            if let Some(foe) = self.nearest(of.square) {
                sum += f32::from(of.square.range_to(foe.square));
                count += 1.0;
            }
        }
        if count == 0.0 { 0.0 } else { sum / count }
    }

    /// Whether half of the side's units at least reach farther than the next square.
    fn shoots(&self) -> bool {
        let counts = |unit: &UnitId| {
            let of = self.state.unit(*unit);
            of.side == self.side
                && !matches!(of.place, Place::Left | Place::Lost)
                && self.state.position.troop(*unit).arm.counts_for_break_off()
        };
        let (mut reaching, mut all) = (0, 0);
        for unit in self.state.position.all().filter(counts) {
            all += 1;
            let troop = self.state.position.troop(unit);
            let ranges = &self.state.position.pack.tables.ranges;
            let far = |armament: &Armament| ranges.get(armament.weapon.of(self.side)).is_some_and(|range| *range >= 2);
            reaching += u32::from(troop.fire.first().is_some_and(far));
        }
        2 * reaching >= all
    }

    /// A unit's place in the stand, and where it faces there; none for one that is told what to do.
    pub(super) fn place_of(&self, unit: UnitId) -> Option<(Square, Facing)> {
        if self.state.instruction(unit) != Instruction::AskMe {
            return None;
        }
        self.fort.iter().find(|(whose, ..)| *whose == unit).map(|(_, square, facing)| (*square, *facing))
    }

    fn index(&self, square: Square) -> usize {
        usize::from(square.row) * self.columns + usize::from(square.column)
    }

    /// How many other units of the side are in a square, Leaders aside.
    fn friends_in(&self, square: Square, without: UnitId) -> u8 {
        if !self.state.position.board.has(square) {
            return 0;
        }
        let of = self.state.unit(without);
        let own = of.side == self.side && of.is_on_board() && of.square == square;
        let own = own && self.state.position.troop(without).arm != Arm::Leader;
        self.friends.get(self.index(square)).copied().unwrap_or(0).saturating_sub(u8::from(own))
    }

    fn crew_in(&self, square: Square, without: UnitId) -> u8 {
        let of = self.state.unit(without);
        let arm = self.state.position.troop(without).arm;
        let own = of.square == square && of.is_on_board() && (arm == Arm::Leader || arm.is_battery());
        self.crews.get(self.index(square)).copied().unwrap_or(0).saturating_sub(if own { of.figures } else { 0 })
    }

    /// Friends in the rear squares of a unit that stands so.
    pub(super) fn behind(&self, unit: UnitId, square: Square, facing: Facing) -> u8 {
        [3, 4, 5].into_iter().filter_map(|eighths| square.next(facing.turned(eighths))).map(|rear| self.friends_in(rear, unit)).sum()
    }

    /// What standing in a square does for friends beside it: the support of those before it, a flank closed.
    pub(super) fn guards(&self, unit: UnitId, square: Square) -> f32 {
        let mut sum = 0.0_f32;
        for other in self.state.position.of(self.side) {
            let of = self.state.unit(other);
            if other == unit || !of.square.is_adjacent_to(square) || self.state.position.troop(other).arm == Arm::Leader {
                continue;
            }
            sum += match of.facing.aspect(of.square.way_to(square)) {
                Aspect::Rear => self.weights.behind,
                Aspect::Flank => self.weights.beside,
                Aspect::Front => 0.0,
            };
        }
        sum
    }

    /// The nearest of the squares where the side has to be at the end, or where the other must not be.
    pub(super) fn goal_from(&self, square: Square) -> Option<Square> {
        self.goal?.squares().min_by_key(|goal| square.nearness_to(*goal))
    }

    /// How much a side wants to be nearer to the goal: whose aim it is the more, the more squares a turn it has still to go; who keeps it
    /// from them towards the end.
    pub(super) fn pull(&self, square: Square, goal: Square) -> f32 {
        if !self.is_its_aim() {
            let (last, turn) = (f32::from(self.state.options().turns.0), f32::from(self.state.turn));
            return self.weights.keep * turn / last * f32::from(square.range_to(goal));
        }
        self.hurry(square, goal) * self.far(square, goal)
    }

    /// How far it is to the goal, in squares.
    fn far(&self, square: Square, goal: Square) -> f32 {
        let far = self.road.as_ref().map_or_else(|| f32::from(steps(square, goal)), |road| road.squares_from(square));
        // The last step is the hardest, into a village as it may be.
        if far > 0.0 { far + self.weights.threshold } else { far }
    }

    /// What each square nearer to the goal is worth, the more the more squares a turn there are still to go.
    fn hurry(&self, square: Square, goal: Square) -> f32 {
        let left = f32::from(self.state.options().turns.0) - f32::from(self.state.turn) + 1.0;
        let pace = self.far(square, goal) / left.max(1.0);
        self.weights.goal * ((pace - 0.5 * self.weights.pace) / self.weights.pace).clamp(0.1, 1.0)
    }

    /// How much more a side wants to go on to where it has to be that faces so there: who looks elsewhere loses a turn.
    pub(super) fn pull_facing(&self, square: Square, facing: Facing, goal: Square) -> f32 {
        let turn = self.road.as_ref().map_or(0.0, |road| road.turn_from(square, facing));
        let pull = self.pull(square, goal);
        if turn > 0.0 { pull + self.weights.onward * self.hurry(square, goal) * turn } else { pull }
    }

    /// How near the end is: from 0 at half time to 1.
    pub(super) fn late(&self) -> f32 {
        let turns = f32::from(self.state.options().turns.0.max(1));
        (2.0 * f32::from(self.state.turn) / turns - 1.0).clamp(0.0, 1.0)
    }

    /// How many squares nearer to the side's own edge one square is than another.
    pub(super) fn homeward(&self, from: Square, to: Square) -> f32 {
        let ahead = self.state.plan.as_ref().map_or(Facing::North, |plan| plan.side(self.side).facing).way();
        let way = from.way_to(to);
        -f32::from(way.right * ahead.right + way.down * ahead.down)
    }

    /// Whether a square is one where the battle is decided.
    pub(super) fn is_goal(&self, square: Square) -> bool {
        self.goal.is_some_and(|goal| goal.has(square))
    }

    /// Whether it is the side that has to be somewhere at the end.
    pub(super) fn is_its_aim(&self) -> bool {
        let aim = self.state.plan.as_ref().and_then(|plan| plan.aim.as_ref());
        matches!(aim, Some(Aim::Hold { side, .. }) if *side == self.side)
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
    pub(super) fn worth_of_hit(&self, foe: &Foe) -> f32 {
        // Towards the end those count most who stand where the battle is decided.
        let there = self.goal.is_some_and(|goal| goal.has(foe.square)) && !foe.disorganised;
        let there = if there { self.weights.oust * self.late() } else { 0.0 };
        there
            + self.brings_to_the_brink(foe)
            + match (foe.disorganised, foe.figures) {
                (true, 0 | 1) => self.weights.last_figure,
                // Who presses on strikes the same again, so that they stay out of order.
                (true, _) => self.weights.again + 0.4 * self.press,
                // Who has not acted yet does not act then, and the fewer they are the less they recover.
                (false, _) => 0.6 + self.weights.rallies * (0.45 - self.recovers(foe)) + if foe.to_act { 0.15 } else { 0.0 },
            }
    }

    /// What a hit on a foe does to have its side break at the end of this turn, if it is near that.
    fn brings_to_the_brink(&self, foe: &Foe) -> f32 {
        let brink = self.brink(foe.unit);
        if brink == 0.0 {
            return 0.0;
        }
        let recovers = self.recovers(foe);
        brink
            * match (foe.disorganised, foe.figures) {
                (true, figures) => recovers / f32::from(figures.max(1)),
                (false, _) => 1.0 - recovers,
            }
    }

    /// What it is worth that a foe is out of order at the end of this turn: more than usual where its side breaks then.
    fn brink(&self, unit: UnitId) -> f32 {
        let near = (1.0 - (self.lacking - 1.0) / 2.0).clamp(0.0, 1.0);
        if self.state.position.troop(unit).arm.counts_for_break_off() { self.weights.brink * near } else { 0.0 }
    }

    /// What a charge may do to a foe.
    pub(super) fn harms(&self, unit: UnitId) -> Harms {
        let of = self.state.unit(unit);
        let brink = self.brink(unit);
        let recovers = if brink > 0.0 { recovers(self.state, unit) } else { 0.0 };
        Harms { figures: of.figures, disorganised: of.disorganised, brink, recovers }
    }

    /// How likely a foe is to recover, once it is out of order: fewer friends about them, no Leader, fewer figures, the less.
    fn recovers(&self, foe: &Foe) -> f32 {
        recovers(self.state, foe.unit)
    }

    /// What a unit is exposed to in a square, facing so: the shots and charges that may come.
    pub(super) fn danger(&self, unit: UnitId, formation: Option<Formation>, square: Square, facing: Facing) -> f32 {
        let (mut fire, mut spared) = (0.0_f32, 1.0_f32);
        for foe in &self.foes {
            if foe.disorganised {
                continue;
            }
            let range = square.range_to(foe.square);
            if range <= foe.reach && foe.facing.bears(Arc::Front, foe.square.way_to(square)) {
                fire += foe.hits * self.through_cover(foe.square, square);
            }
            if foe.charges > 0 && range <= 8 {
                spared *= 1.0 - self.charge_by(foe, unit, formation, square, facing).clamp(0.0, 0.9);
            }
        }
        // An enemy in confusion does not make the most of what it could do.
        let of_order = (1.0 - self.weights.unshaken * (1.0 - self.order)) * (1.0 - self.weights.press_fear * self.press);
        of_order * (fire.min(1.5) * self.weights.under_fire + (1.0 - spared) * self.weights.charged)
    }

    /// What a charge by a foe is to be feared for: how likely it comes, times what it costs on the average.
    fn charge_by(&self, foe: &Foe, unit: UnitId, formation: Option<Formation>, square: Square, facing: Facing) -> f32 {
        let mut worst = 0.0_f32;
        self.approaches(foe, unit, square, |likely, ahead, crosses| {
            worst = worst.max(likely * self.struck(foe, unit, formation, square, facing, ahead, crosses));
        });
        worst
    }

    /// How likely a foe has the points for a charge at a unit in a square, whatever would come of it; 0 where it may not charge them.
    pub(super) fn caught_by(&self, foe: &Foe, unit: UnitId, formation: Option<Formation>, square: Square, facing: Facing) -> f32 {
        let mut likeliest = 0.0_f32;
        if foe.disorganised {
            return likeliest;
        }
        self.approaches(foe, unit, square, |likely, ahead, _| {
            if likely > likeliest && self.side_struck(foe, unit, formation, facing, ahead).is_some() {
                likeliest = likely;
            }
        });
        likeliest
    }

    /// The ways by which a foe may come to a square in a charge: how likely its die gives the points, where the last step comes from,
    /// whether that crosses an obstacle.
    #[inline]
    fn approaches(&self, foe: &Foe, unit: UnitId, square: Square, mut each: impl FnMut(f32, Facing, bool)) {
        let state = self.state;
        let way = square.way_to(foe.square);
        let (columns, rows) = (way.right.abs(), way.down.abs());
        let cost = 3 * columns.min(rows) + 2 * (columns - rows).abs();
        // The action die must give the points.
        let likely = |cost: i16| f32::from((foe.charges + 1 - cost).max(0)) / f32::from(foe.charges.max(1));
        if cost > foe.charges {
            return;
        }
        let aslant = Facing::ALL.into_iter().find(|ahead| {
            let one = ahead.way();
            one.right == way.right.signum() && one.down == way.down.signum()
        });
        let straight = |ahead: Facing| {
            let one = ahead.way();
            (one.down == 0 && one.right == way.right.signum() && columns >= rows)
                || (one.right == 0 && one.down == way.down.signum() && rows >= columns)
        };
        for (ahead, further) in aslant.into_iter().map(|ahead| (ahead, 0)).chain(
            [Facing::North, Facing::East, Facing::South, Facing::West]
                .into_iter()
                .filter(|ahead| straight(*ahead) && Some(*ahead) != aslant)
                .map(|ahead| (ahead, i16::from(columns == rows))),
        ) {
            let Some(last) = square.next(ahead).filter(|last| state.position.board.ground(*last).is_land()) else { continue };
            if !self.is_open(unit, square, last) {
                continue;
            }
            let crosses = state.position.board.obstacle(last, square).is_some();
            if crosses && foe.mounted || !state.position.board.lets_through(last, square) {
                continue;
            }
            let turn = i16::from(foe.square.facing_to(square).unwrap_or_else(|| ahead.opposite()) != foe.facing);
            let likely = likely(cost + turn + further + if crosses { 2 } else { 0 });
            if likely > 0.0 {
                each(likely, ahead, crosses);
            }
        }
    }

    /// The side of a unit that a charge strikes whose last step comes from there; none where the foe may not charge them so.
    #[inline]
    fn side_struck(&self, foe: &Foe, unit: UnitId, formation: Option<Formation>, facing: Facing, ahead: Facing) -> Option<Aspect> {
        let (of, troop) = (self.state.unit(unit), self.state.position.troop(unit));
        let in_brigade = self.state.side(self.side).brigade.is_some_and(|centre| centre == of.square || centre.is_adjacent_to(of.square));
        let struck = if in_brigade || formation == Some(Formation::Square) { Aspect::Front } else { facing.aspect(ahead.way()) };
        let bars = struck == Aspect::Front && !foe.charges_front && !of.disorganised && !troop.shaky;
        (!bars).then_some(struck)
    }

    /// Whether a charge can come from the last square before: nobody of the side stands there, or beside a slanting step.
    fn is_open(&self, unit: UnitId, square: Square, last: Square) -> bool {
        if self.friends_in(last, unit) > 0 {
            return false;
        }
        let aslant = square.column != last.column && square.row != last.row;
        let corners = [Square::new(square.column, last.row), Square::new(last.column, square.row)];
        !aslant || corners.into_iter().all(|corner| self.friends_in(corner, unit) == 0)
    }

    /// What a charge that comes from there costs, less what it costs those who come.
    #[expect(clippy::too_many_arguments, reason = "who, by whom, how they stand, from where")]
    fn struck(
        &self,
        foe: &Foe,
        unit: UnitId,
        formation: Option<Formation>,
        square: Square,
        facing: Facing,
        ahead: Facing,
        crosses: bool,
    ) -> f32 {
        let state = self.state;
        let (of, troop) = (state.unit(unit), state.position.troop(unit));
        let Some(struck) = self.side_struck(foe, unit, formation, facing, ahead) else { return 0.0 };
        let meets = if troop.shaky {
            -1
        } else {
            let crew = self.crew_in(square, unit);
            let fights = formation.map(|formation| state.position.pack.formation(formation).fights(struck));
            let figures = fights.map_or(0, |fights| fights.of(of.figures.saturating_add(crew)));
            i16::from(figures) + i16::from(self.behind(unit, square, facing)) - i16::from(of.disorganised)
        };
        let ahead = foe.weight - meets - i16::from(crosses);
        let clash = self.temper.thrown().at(ahead, of.disorganised);
        // Who comes off worse is not likely to come.
        (clash.charged - self.weights.deterred * clash.charging).max(0.0)
    }
}

/// How likely a unit is to recover, once it is out of order.
pub(super) fn recovers(state: &State, unit: UnitId) -> f32 {
    recovery(&state.position, unit).map_or(0.5, |recovery| {
        let (ways, sides) = chances(&recovery);
        f32::from(ways) / f32::from(sides.max(1))
    })
}

/// How many more units of a side have to be out of order at the end of this turn for it to break off.
fn lacking(state: &State, side: Side) -> f32 {
    let strength = state.strength(side);
    let out = |unit: UnitId| state.unit(unit).disorganised && state.position.troop(unit).arm.counts_for_break_off();
    let likely: f32 = state.position.of(side).filter(|unit| out(*unit)).map(|unit| 1.0 - recovers(state, unit)).sum();
    f32::from(strength.of.div_ceil(2)) - f32::from(strength.lost) - likely
}

/// Whether the enemy comes on in order, facing the side: 1 if nearly all do, 0 if no more than half.
fn order(state: &State, side: Side, foes: &[Foe]) -> f32 {
    let (mut come, mut count) = (0.0_f32, 0.0_f32);
    for foe in foes.iter().filter(|foe| foe.charges + i16::from(foe.reach) > 0) {
        let nearest = state.position.of(side).map(|own| state.unit(own).square).min_by_key(|own| own.range_to(foe.square));
        if let Some(own) = nearest {
            count += 1.0;
            come += if foe.facing.bears(Arc::Front, foe.square.way_to(own)) { 1.0 } else { 0.0 };
        }
    }
    if count < 2.0 { 1.0 } else { ((come / count - 0.5) / 0.35).clamp(0.0, 1.0) }
}

/// How strong a side is against the other: its figures for each of the other's; spears count for less than rifles, those in disorder for less
/// than those in order, and an enemy most of whom look elsewhere for less than one that comes on.
fn odds(state: &State, side: Side, order: f32, weights: &Weights) -> f32 {
    let mut strength = [0.0_f32; 2];
    for unit in state.position.all() {
        let (of, troop) = (state.unit(unit), state.position.troop(unit));
        if matches!(of.place, Place::Left | Place::Lost) || !troop.arm.counts_for_break_off() {
            continue;
        }
        let armed = if troop.fire.is_empty() { 0.7 } else { 1.0 };
        let crew = if troop.arm.is_battery() { 2.0 } else { 1.0 };
        let ordered = if of.disorganised { 0.6 } else { 1.0 };
        strength[of.side as usize] += f32::from(of.figures) * armed * crew * ordered;
    }
    let theirs = strength[side.other() as usize] * (weights.elsewhere + (1.0 - weights.elsewhere) * order);
    strength[side as usize] / theirs.max(1.0)
}

fn foe(state: &State, unit: UnitId) -> Option<Foe> {
    let of = state.unit(unit);
    let troop = state.position.troop(unit);
    if troop.arm == Arm::Leader {
        return None;
    }
    let (reach, hits) = weapon(state, unit, of.formation);
    let row = of.formation.map(|formation| state.position.pack.formation(formation));
    let charges = match row {
        Some(row) if row.may_charge && troop.charges != Charges::Never => {
            i16::from(troop.action.of(of.side).sides) + i16::from(row.points) - i16::from(troop.action_less)
        }
        _ => 0,
    };
    let weight = row.map_or(0, |row| i16::from(row.front.of(of.figures)));
    let (charges_front, mounted) = (troop.charges == Charges::Any, troop.arm.is_mounted());
    let (square, facing, disorganised, figures) = (of.square, of.facing, of.disorganised, of.figures);
    let to_act = state.dealt.iter().any(|dealt| dealt.unit == unit || dealt.with.has(unit));
    let weak = disorganised || troop.shaky;
    Some(Foe { unit, square, facing, reach, hits, charges, weight, mounted, disorganised, figures, charges_front, to_act, weak })
}
