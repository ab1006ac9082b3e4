//! *Charging*.
//!
//! A unit in Line, Column or *en masse* charges an enemy unit by the shortest route, which it must have the points for. Our infantry charges only
//! those that are disorganised, or that it strikes in flank or rear. Both throw a die: the charging unit adds 1 for each figure, 1 if the
//! charged is disorganised, and takes 1 off if it crossed an obstacle; the charged adds 1 for each figure able to face the charge and 1 for
//! each friend in an adjacent rear square. The difference says what comes of it.
//!
//! The route is that of fewest points, then of fewest turns; each of its squares is nearer the enemy than the one before, by squares or
//! orthogonally, and nobody stands in it; horse crosses no obstacle (T14). It strikes the side that the last square before the enemy lies on
//! (T30), and whether it may strike there is judged by that (T59). Of routes that cost the same, one for each last square is listed, for the
//! unit's owner to choose.

use std::cell::LazyCell;

use smallvec::SmallVec;

use super::combat::{self, figures_with};
use super::movement::standing::Standing;
use super::movement::tariff::{Straight, open_way, turn_cost};
use super::movement::ways::{Bounds, Field, Seed, Way, least};
use crate::dice::Dice;
use crate::tabletop::brigade::Brigade;
use crate::tabletop::pack::{Arm, Charges, Toll};
use crate::tabletop::position::Position;
use crate::tabletop::roll::{Purpose, Reason, Roll};
use crate::tabletop::square::{Aspect, Facing, Square};
use crate::tabletop::unit::UnitId;

/// A charge that a unit may make.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Charge {
    /// Who charges.
    pub unit: UnitId,
    /// Whom: of several in a square the infantry, cavalry or camelry (T35).
    pub target: UnitId,
    /// The way into the enemy's square, with its points.
    pub way: Way,
    /// The last square before the enemy's, where a charge that is halted or repulsed stands (T37).
    pub last: Square,
    /// The way of the last step: along it the charged falls back, and the repulsed charger against it (T17).
    pub line: Facing,
    /// The side of the enemy that it strikes (T30).
    pub struck: Aspect,
    /// Whether it crosses an obstacle.
    pub crosses_obstacle: bool,
}

/// What comes of a charge.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Outcome {
    /// Whether the charging unit enters the charged unit's square.
    pub enters: bool,
    /// What befalls the charging unit.
    pub charging: Toll,
    /// What befalls the charged unit.
    pub charged: Toll,
}

/// Whether a unit can charge at all: its formation and its arm.
#[must_use]
pub fn can_charge(position: &Position, unit: UnitId) -> bool {
    let of = position.unit(unit);
    let formed = of.formation.is_some_and(|formation| position.pack.formation(formation).may_charge);
    formed && of.is_on_board() && position.troop(unit).charges != Charges::Never && !position.is_locked(unit)
}

/// Whether a unit can be charged by a side: an enemy unit that is seen, no boat (T45), no Leader (T43), in no combat yet (T38), and of
/// those that share a square the one that meets a charge (T35).
#[must_use]
pub fn can_be_charged(position: &Position, target: UnitId) -> bool {
    let at = position.unit(target);
    let arm = position.troop(target).arm;
    if !at.is_on_board() || at.hidden || arm.is_boat() || arm == Arm::Leader || position.is_locked(target) {
        return false;
    }
    let meets_first = |other: UnitId| {
        let arm = position.troop(other).arm;
        other != target && arm != Arm::Leader && !arm.is_battery() && position.counts_for(target, other)
    };
    !arm.is_battery() || !position.of_in(at.side, at.square).any(meets_first)
}

/// Whether a unit may charge another that it strikes there: our infantry only if that is disorganised, or in flank or rear (T34).
#[must_use]
pub fn may_strike(position: &Position, unit: UnitId, target: UnitId, struck: Aspect) -> bool {
    match position.troop(unit).charges {
        Charges::Any => true,
        Charges::Weak => struck != Aspect::Front || combat::is_disorganised(position, target),
        Charges::Never => false,
    }
}

/// Which side of a unit is struck from an adjacent square (T30): a face of a fully formed brigade square has no flank and no rear (T22).
#[must_use]
pub fn struck(position: &Position, target: UnitId, from: Square) -> Aspect {
    let at = position.unit(target);
    if Brigade::of_face(position, target).is_some() { Aspect::Front } else { at.facing.aspect(at.square.way_to(from)) }
}

/// Every charge that a unit may make with so many points, by its target.
#[must_use]
pub fn charges(position: &Position, unit: UnitId, points: u8) -> SmallVec<[Charge; 4]> {
    charges_among(position, unit, &LazyCell::new(|| Standing::of(position, unit)), points)
}

/// The same where it may be known already who stands in the way.
pub(in crate::tabletop) fn charges_among(
    position: &Position,
    unit: UnitId,
    standing: &LazyCell<Standing, impl FnOnce() -> Standing>,
    points: u8,
) -> SmallVec<[Charge; 4]> {
    let mut charges = SmallVec::new();
    if !can_charge(position, unit) {
        return charges;
    }
    let side = position.unit(unit).side.other();
    for target in position.of(side).filter(|target| is_within(position, unit, *target, points) && can_be_charged(position, *target)) {
        add_charges(position, standing, unit, target, points, &mut charges);
    }
    charges
}

/// The charges that a unit may make at one target: one for each last square by which the shortest routes lead.
#[must_use]
pub fn charges_at(position: &Position, unit: UnitId, target: UnitId, points: u8) -> SmallVec<[Charge; 4]> {
    let mut charges = SmallVec::new();
    let opposed = position.unit(unit).side != position.unit(target).side;
    if opposed && is_within(position, unit, target, points) && can_charge(position, unit) && can_be_charged(position, target) {
        add_charges(position, &Standing::of(position, unit), unit, target, points, &mut charges);
    }
    charges
}

/// Whether the points would do on open ground with nobody in the way: straight there, and for the turns that it takes at least. Who goes straight
/// makes none if they face so, and one if not; any other way bends, and who cannot begin it as they face makes one more.
fn is_within(position: &Position, unit: UnitId, target: UnitId, points: u8) -> bool {
    let (of, goal) = (position.unit(unit), position.unit(target).square);
    let way = of.square.way_to(goal);
    let tariff = position.pack.tables.tariff;
    let (columns, rows) = (way.right.unsigned_abs(), way.down.unsigned_abs());
    let there = Straight::by(&tariff).points(columns, rows);
    if there > points {
        return false;
    }
    let is_line = columns == 0 || rows == 0 || columns == rows;
    let facing = of.facing.way();
    let faces_it = is_line && (facing.right, facing.down) == (way.right.signum(), way.down.signum());
    let begins = || of.square.next(of.facing).is_some_and(|ahead| is_nearer(ahead, of.square, goal));
    let turns = if faces_it { 0 } else { 1 + u8::from(!is_line && !begins()) };
    there.saturating_add(tariff.turn.saturating_mul(turns)) <= points
}

/// Whether a square is nearer to another than a third is, by squares or orthogonally.
fn is_nearer(to: Square, from: Square, goal: Square) -> bool {
    let squares = |square: Square| square.column.abs_diff(goal.column).max(square.row.abs_diff(goal.row));
    squares(to) < squares(from) || to.range_to(goal) < from.range_to(goal)
}

/// The shortest route to an enemy's square, however many turns it takes, as a charge would follow it (T14); none where something stands in the way.
pub(super) fn shortest_route(position: &Position, unit: UnitId, target: UnitId) -> Option<Way> {
    let goal = position.unit(target).square;
    let field = approach(position, &Standing::of(position, unit), unit, goal, u8::MAX);
    let lines = Facing::ALL.into_iter().filter_map(|line| field.cost(goal, line).map(|cost| (cost, line)));
    let (_, line) = lines.min_by_key(|(cost, _)| *cost)?;
    field.way(goal, line)
}

/// Where a charge at the enemy in a square can lead.
fn approach(position: &Position, standing: &Standing, unit: UnitId, goal: Square, points: u8) -> Field {
    let of = position.unit(unit);
    let mounted = position.troop(unit).arm.is_mounted();
    let advance = |(from, facing): (Square, Facing), to: Square| {
        let enters = to == goal || !standing.is_occupied(to);
        if from == goal || !enters || !is_nearer(to, from, goal) || (mounted && position.board.passage(from, facing).crosses_obstacle()) {
            return None;
        }
        open_way(position, standing, (from, facing), to, false)
    };
    let seed = Seed { square: of.square, facing: of.facing, paid: None };
    let turn = |square: Square| turn_cost(position, unit, square);
    let turns_to = |square: Square, facing: Facing| square.next(facing).is_some_and(|ahead| is_nearer(ahead, square, goal));
    let tariff = &position.pack.tables.tariff;
    let bounds = Bounds { points, least: least(tariff), straight: Straight::by(tariff), goal: Some((goal, None)) };
    Field::search(&position.board, &[seed], bounds, false, turn, turns_to, advance)
}

fn add_charges(position: &Position, standing: &Standing, unit: UnitId, target: UnitId, points: u8, charges: &mut SmallVec<[Charge; 4]>) {
    let (of, goal) = (position.unit(unit), position.unit(target).square);
    let field = approach(position, standing, unit, goal, points);
    let best = Facing::ALL.into_iter().filter_map(|facing| field.cost(goal, facing)).min();
    for line in Facing::ALL {
        if best.is_none() || field.cost(goal, line) != best {
            continue;
        }
        let (Some(way), Some(last)) = (field.way(goal, line), goal.next(line.opposite())) else { continue };
        let struck = struck(position, target, last);
        if may_strike(position, unit, target, struck) {
            let crosses_obstacle = crosses_obstacle(position, of.square, &way);
            charges.push(Charge { unit, target, way, last, line, struck, crosses_obstacle });
        }
    }
}

fn crosses_obstacle(position: &Position, from: Square, way: &Way) -> bool {
    let mut last = from;
    way.squares().any(|square| {
        let crossed = position.board.obstacle(last, square).is_some();
        last = square;
        crossed
    })
}

/// How many figures of a unit are able to face a charge, those of gunners and Leaders in its square too (T03, T35), and for a face of a fully
/// formed brigade square those of the batteries that belong to it (T22).
#[must_use]
pub fn figures_facing(position: &Position, target: UnitId, struck: Aspect) -> u8 {
    let crews = Brigade::of_face(position, target).map_or(0, |brigade| {
        let batteries = brigade.batteries(position, position.unit(target).facing).filter(|battery| position.crew_fights(*battery));
        batteries.map(|battery| position.unit(battery).figures).fold(0, u8::saturating_add)
    });
    figures_with(position, target, struck, position.figures_beside(target).saturating_add(crews))
}

/// How many figures of a unit take part in its charge: those of its own that its formation lets fight to the front (T04).
#[must_use]
pub fn figures_charging(position: &Position, unit: UnitId) -> u8 {
    let of = position.unit(unit);
    of.formation.map_or(0, |formation| position.pack.formation(formation).front.of(of.figures))
}

/// Both rolls with their modifiers, not thrown yet, the charging unit's first. Shaky troops have none when charged, and count as
/// disorganised.
#[must_use]
pub fn rolls(position: &Position, charge: &Charge) -> Option<[Roll; 2]> {
    let modifiers = position.pack.tables.charge.modifiers;
    let times = |count: u8, each: i8| each.saturating_mul(count.min(i8::MAX as u8).cast_signed());
    let figures = figures_charging(position, charge.unit);
    let disorganised = if combat::is_disorganised(position, charge.target) { modifiers.charged_disorganised } else { 0 };
    let crossed = if charge.crosses_obstacle { modifiers.crossed_obstacle } else { 0 };
    let charging = Roll::new(Purpose::Charge(charge.unit), combat::die(position, charge.unit)?)
        .with(Reason::Figures(figures), times(figures, modifiers.figure_charging))
        .with(Reason::EnemyDisorganised, disorganised)
        .with(Reason::CrossedObstacle, crossed);
    let charged = Roll::new(Purpose::MeetCharge(charge.target), combat::die(position, charge.target)?);
    if position.troop(charge.target).shaky {
        return Some([charging, charged]);
    }
    let (facing, behind) = (figures_facing(position, charge.target, charge.struck), position.friends_behind(charge.target));
    let charged = charged
        .with(Reason::Figures(facing), times(facing, modifiers.figure_facing))
        .with(Reason::FriendsBehind(behind), times(behind, modifiers.friend_behind));
    Some([charging, charged])
}

/// Throws both dice, the charging unit's first. `None` if one of them is nothing that fights.
#[must_use]
pub fn throw(position: &Position, charge: &Charge, dice: &mut Dice) -> Option<[Roll; 2]> {
    let [charging, charged] = rolls(position, charge)?;
    Some([dice.throw(charging, 1), dice.throw(charged, 1)])
}

/// What comes of a charge by the charging unit's score less the charged unit's: one that was disorganised already loses a figure more from 2
/// on.
#[must_use]
pub fn outcome(position: &Position, target: UnitId, difference: i16) -> Option<Outcome> {
    let table = &position.pack.tables.charge;
    let row = table.outcome(difference)?;
    let mut charged = row.charged;
    if difference >= table.further_figure_from && combat::is_disorganised(position, target) {
        charged.figures += 1;
    }
    Some(Outcome { enters: row.enters, charging: row.charging, charged })
}

#[cfg(test)]
mod tests;
