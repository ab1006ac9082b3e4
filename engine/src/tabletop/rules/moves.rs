//! Moves made: a unit goes the way of the fewest points, and stops where hidden enemies show themselves.

use super::movement::ways::{Reach, Step, entries, reach};
use super::movement_seen::look;
use crate::tabletop::event::{Event, Units};
use crate::tabletop::proceedings::Proceedings;
use crate::tabletop::square::{Facing, Square};
use crate::tabletop::state::State;
use crate::tabletop::unit::{Place, UnitId};

/// Where a unit may get to with so many points: on the board, or on to it (N04).
#[must_use]
pub fn reach_of(state: &State, unit: UnitId, points: u8) -> Reach {
    if state.unit(unit).place != Place::Waiting {
        return reach(&state.position, unit, points);
    }
    let start = state.plan.as_ref().and_then(|plan| plan.start_of(unit));
    let squares: Vec<Square> = start.map(|start| start.area().squares().collect()).unwrap_or_default();
    entries(&state.position, unit, &squares, points)
}

/// Moves a unit along its way, square by square: where hidden enemies show themselves it stops, and what is left of its points it keeps.
pub(in crate::tabletop) fn advance_to(proceedings: &mut Proceedings<'_>, unit: UnitId, reach: &Reach, to: Square, facing: Facing) {
    let Some(way) = reach.way(to, facing) else { return };
    let with: Units = proceedings.state.companions(unit).collect();
    let of = *proceedings.state.unit(unit);
    let hidden = proceedings.state.position.of(of.side.other()).any(|other| proceedings.state.unit(other).hidden);
    if !hidden {
        proceedings.note(Event::Moved { unit, to, facing, cost: way.points, stream: 0, with });
        look(proceedings, unit);
        return;
    }
    let (mut square, mut faces, mut cost) = (of.square, of.facing, 0_u8);
    let mut steps = way.steps.iter().peekable();
    while let Some(step) = steps.next() {
        cost = cost.saturating_add(step.cost);
        match step.step {
            Step::Turn(facing) => faces = facing,
            Step::Advance(next) => {
                faces = if square == next { faces } else { square.facing_to(next).unwrap_or(faces) };
                square = next;
            }
        }
        let last = steps.peek().is_none();
        // It cannot stop where it passes through a friend: it goes on to where it may.
        let may_stop = last || reach.cost(square, faces).is_some();
        if matches!(step.step, Step::Advance(_)) && may_stop || last {
            proceedings.note(Event::Moved { unit, to: square, facing: faces, cost, stream: 0, with: with.clone() });
            cost = 0;
            if look(proceedings, unit) {
                return;
            }
        }
    }
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
