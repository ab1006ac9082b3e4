//! Moves made: a unit goes the way of the fewest points, and stops where hidden enemies show themselves.

use super::ambushes::reveal;
use super::movement::stops;
use super::movement::ways::{Over, Reach, Step, entries, onward, reach, toward};
use super::movement_seen::look;
use crate::tabletop::event::{Event, Units};
use crate::tabletop::mended::Mended;
use crate::tabletop::pack::Arm;
use crate::tabletop::phase::Actor;
use crate::tabletop::proceedings::Proceedings;
use crate::tabletop::square::{Facing, Square};
use crate::tabletop::state::State;
use crate::tabletop::unit::{Place, UnitId};

/// Where a unit may get to with so many points: on the board, or on to it (N04). If it has entered its square in this activation it leaves
/// a friend there by going on through them (T50).
#[must_use]
pub fn reach_of(state: &State, unit: UnitId, points: u8) -> Reach {
    if state.unit(unit).place != Place::Waiting {
        let entered = has_entered(state, unit);
        return if entered { onward(&state.position, unit, points) } else { reach(&state.position, unit, points) };
    }
    let start = state.plan.as_ref().and_then(|plan| plan.start_of(unit));
    let squares: Vec<Square> = start.map(|start| start.area().squares().collect()).unwrap_or_default();
    let over = if state.reads(Mended::ComesOnOverItsEdge) { Over::TheirEdge } else { Over::AnyEdge };
    entries(&state.position, unit, &squares, over, points)
}

/// The same as far as one square and facing: enough for the way there.
#[must_use]
pub fn reach_toward(state: &State, unit: UnitId, points: u8, to: Square, facing: Facing) -> Reach {
    if state.unit(unit).place == Place::Waiting {
        return reach_of(state, unit, points);
    }
    toward(&state.position, unit, points, !has_entered(state, unit), (to, facing))
}

/// The least points that a unit pays to stop in a square with a facing, of so many that it has; `None` where it may not, or stands already.
#[must_use]
pub fn points_to(state: &State, unit: UnitId, points: u8, to: Square, facing: Facing) -> Option<u8> {
    if state.unit(unit).place == Place::Waiting || state.position.troop(unit).arm.is_boat() {
        return reach_toward(state, unit, points, to, facing).cost(to, facing).map(|(points, _)| points);
    }
    stops::points_to(&state.position, unit, points, !has_entered(state, unit), (to, facing))
}

/// Whether a unit has entered the square where it stands in the activation going on.
pub(super) fn has_entered(state: &State, unit: UnitId) -> bool {
    state.active().is_some_and(|active| active.entered && active.actor == Actor::Unit(unit))
}

/// Whether a unit has joined a friend in the activation going on: it cannot charge from there, for it would charge through them.
#[must_use]
pub fn has_joined_a_friend(state: &State, unit: UnitId) -> bool {
    has_entered(state, unit) && state.beside(unit).any(|other| state.position.troop(other).arm != Arm::Leader)
}

/// Moves a unit along its way, square by square: where hidden enemies show themselves it stops, and what is left of its points it keeps. What it
/// costs to leave its place it pays first.
pub(in crate::tabletop) fn advance_to(
    proceedings: &mut Proceedings<'_>,
    unit: UnitId,
    reach: &Reach,
    (to, facing): (Square, Facing),
    leaving: u8,
) {
    let Some(way) = reach.way(to, facing) else { return };
    if !meets_ambushes(proceedings.state, unit) {
        arrive(proceedings, unit, (to, facing), leaving.saturating_add(way.points));
        return;
    }
    let with: Units = proceedings.state.companions(unit).collect();
    let of = *proceedings.state.unit(unit);
    let (mut square, mut faces, mut cost) = (of.square, of.facing, leaving);
    let mut steps = way.steps.iter().peekable();
    let mut outside = of.place == Place::Waiting;
    while let Some(step) = steps.next() {
        let last = steps.peek().is_none();
        match step.step {
            Step::Turn(facing) => faces = facing,
            Step::Advance(next) => {
                // An ambush in the square itself, on the edge where it comes on, shows itself and keeps it out.
                if reveal(proceedings, of.side.other(), |square| square == next) {
                    return;
                }
                let inward = || proceedings.state.position.board.outward(next).map(Facing::opposite);
                let ahead = if outside { inward() } else { square.facing_to(next) };
                faces = ahead.unwrap_or(faces);
                (square, outside) = (next, false);
            }
        }
        faces = if last { facing } else { faces };
        cost = cost.saturating_add(step.cost);
        // It cannot stop where it passes through a friend: it goes on to where it may. That one in ambush lies there is not told by it.
        let may_stop = last || reach.cost(square, faces).is_some() || reach.passes_unseen(square);
        if matches!(step.step, Step::Advance(_)) && may_stop || last {
            proceedings.note(Event::Moved { unit, to: square, facing: faces, cost, stream: 0, with: with.clone() });
            cost = 0;
            if look(proceedings, unit) {
                return;
            }
        }
    }
}

/// The same for a unit with so many points. Where no enemy hides, what the way costs is all that is asked of it.
pub(in crate::tabletop) fn advance_toward(
    proceedings: &mut Proceedings<'_>,
    unit: UnitId,
    points: u8,
    (to, facing): (Square, Facing),
    leaving: u8,
) {
    if meets_ambushes(proceedings.state, unit) {
        let reach = reach_toward(proceedings.state, unit, points, to, facing);
        advance_to(proceedings, unit, &reach, (to, facing), leaving);
    } else if let Some(points) = points_to(proceedings.state, unit, points, to, facing) {
        arrive(proceedings, unit, (to, facing), leaving.saturating_add(points));
    }
}

/// Whether any enemy of a unit lies in ambush.
fn meets_ambushes(state: &State, unit: UnitId) -> bool {
    let side = state.unit(unit).side;
    state.position.units.iter().any(|other| other.hidden && other.side != side && other.is_on_board())
}

/// A unit comes to where it goes, without being stopped.
fn arrive(proceedings: &mut Proceedings<'_>, unit: UnitId, (to, facing): (Square, Facing), cost: u8) {
    let with: Units = proceedings.state.companions(unit).collect();
    proceedings.note(Event::Moved { unit, to, facing, cost, stream: 0, with });
    look(proceedings, unit);
}

/// Where a boat may get to that has not moved yet, with what the stream gives or takes (T46): by the facing of its first move downstream or
/// upstream, within 45° of it; across, neither.
#[derive(Debug)]
pub struct BoatReach {
    reaches: [(i8, Reach); 3],
    start: (Square, Facing),
    stream: Option<Facing>,
    gains: (i8, i8),
}

/// Where a boat may get to with so many points, before what the stream does.
#[must_use]
pub fn boat_reach(state: &State, unit: UnitId, points: u8) -> BoatReach {
    let boats = state.position.pack.tables.boats;
    let of = state.unit(unit);
    let with = |gain: i8| (gain, reach(&state.position, unit, points.saturating_add_signed(gain)));
    BoatReach {
        reaches: [with(boats.downstream), with(0), with(boats.upstream)],
        start: (of.square, of.facing),
        stream: state.position.board.ground(of.square).stream(),
        gains: (boats.downstream, boats.upstream),
    }
}

impl BoatReach {
    fn gain(&self, reach: &Reach, to: Square, facing: Facing) -> Option<i8> {
        let way = reach.way(to, facing)?;
        let mut faces = self.start.1;
        for step in &way.steps {
            match step.step {
                Step::Turn(facing) => faces = facing,
                Step::Advance(_) => {
                    let eighths = self.stream.map(|stream| stream.eighths_to(faces));
                    return Some(match eighths {
                        Some(0 | 1) => self.gains.0,
                        Some(3 | 4) => self.gains.1,
                        _ => 0,
                    });
                }
            }
        }
        Some(0)
    }

    /// What the stream gives or takes on the way to a square and facing; `None` if the boat cannot get there.
    #[must_use]
    pub fn stream(&self, to: Square, facing: Facing) -> Option<(i8, &Reach)> {
        self.reaches.iter().find(|(gain, reach)| self.gain(reach, to, facing) == Some(*gain)).map(|(gain, reach)| (*gain, reach))
    }

    /// Everywhere it may stop.
    pub fn stops(&self) -> impl Iterator<Item = (Square, Facing)> + '_ {
        self.reaches[0].1.stops().map(|stop| (stop.square, stop.facing)).filter(|(to, facing)| self.stream(*to, *facing).is_some())
    }
}
