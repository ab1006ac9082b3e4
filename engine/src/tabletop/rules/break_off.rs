//! *Turn sequence*, steps 9 to 11: recovery; *Break off battle*; how a battle ends.
//!
//! A side of which half or more of the units are disorganised or lost at the end of a turn must break off, and has lost; the battle is
//! over when its last unit that can move has left the board, when the other side lets it go, or with the last turn (T31, T60). The other side may
//! have to break off as well, in a later turn: it has won all the same.

use super::recovery::{attempt, recovery};
use crate::dice::DiceSpec;
use crate::tabletop::event::Event;
use crate::tabletop::mended::Mended;
use crate::tabletop::phase::{EndedBy, Outcome, Question, Step};
use crate::tabletop::plan::{Aim, Waking};
use crate::tabletop::proceedings::Proceedings;
use crate::tabletop::roll::{Purpose, Roll};
use crate::tabletop::side::Side;
use crate::tabletop::state::State;
use crate::tabletop::unit::UnitId;

/// What the die of the alarm must show (N07).
const ALARM: i16 = 6;

/// Step 9: goes on with the recoveries until a side is asked for a card or all have been tried.
pub(in crate::tabletop) fn recover(proceedings: &mut Proceedings<'_>) {
    loop {
        let state = &*proceedings.state;
        let tries = |unit: &UnitId| state.unit(*unit).disorganised && state.unit(*unit).is_on_board() && !state.acted.has(*unit);
        let Some(unit) = state.position.all().find(tries) else { break };
        let Some(recovery) = recovery(&state.position, unit) else { break };
        let recovery = attempt(recovery, proceedings.dice);
        let recovers = recovery.recovers();
        proceedings.note(Event::Tried { unit, recovery });
        let side = proceedings.state.unit(unit).side;
        if recovers {
            proceedings.note(Event::Recovered(unit));
        } else if !proceedings.state.heroic.hands[side as usize].is_empty() && proceedings.state.leaders_with(unit).next().is_some() {
            proceedings.note(Event::Asked(Question::Recovery(unit)));
            return;
        }
    }
    proceedings.note(Event::StepBegan(Step::End));
}

/// Steps 10 and 11: the break off limit, the alarm, and the next turn or the end.
pub(in crate::tabletop) fn end_turn(proceedings: &mut Proceedings<'_>) {
    let already = Side::BOTH.map(|side| proceedings.state.side(side).breaks_off);
    for side in Side::BOTH {
        let strength = proceedings.state.strength(side);
        let may = !already[side.other() as usize] || proceedings.state.reads(Mended::BothBreakOff);
        if !already[side as usize] && strength.breaks_off() && may {
            let (disorganised, lost, of) = (strength.disorganised, strength.lost, strength.of);
            proceedings.note(Event::BreaksOff { side, disorganised, lost, of });
        }
    }
    if let Some(outcome) = outcome(proceedings.state) {
        proceedings.note(Event::Ended(outcome));
        return;
    }
    alarm(proceedings);
    super::deal::begin_turn(proceedings);
}

fn alarm(proceedings: &mut Proceedings<'_>) {
    let Some(plan) = proceedings.state.plan.as_ref().and_then(|plan| plan.asleep.clone()) else { return };
    if !proceedings.state.side(plan.side).asleep || !plan.woken_by.contains(&Waking::Alarm) {
        return;
    }
    let roll = proceedings.dice.throw(Roll::new(Purpose::Alarm(plan.side), DiceSpec { count: 1, sides: 6 }), 1);
    let given = roll.total() >= ALARM;
    proceedings.note(Event::Alarm { roll });
    if given {
        proceedings.note(Event::Woke(plan.side));
    }
}

/// Whether a unit of a side that breaks off can still move off the board.
fn can_still_leave(state: &State, unit: UnitId) -> bool {
    let of = state.unit(unit);
    let arm = state.position.troop(unit).arm;
    of.is_on_board() && !of.disorganised && !state.is_locked(unit) && arm.counts_for_break_off()
}

/// How the battle has ended at the end of a turn, if it has.
#[must_use]
pub fn outcome(state: &State) -> Option<Outcome> {
    let broken = Side::BOTH.map(|side| state.side(side).breaks_off);
    let stops = state.plan.as_ref().is_some_and(|plan| plan.stops_at_break_off);
    match Side::BOTH.map(|side| state.side(side).gives_up) {
        [true, true] => return Some(Outcome { winner: None, by: EndedBy::BothBrokeOff }),
        // Who gives it up has not held the field, though the other must break off as well.
        [true, false] => return Some(Outcome { winner: Some(Side::Enemy), by: EndedBy::Conceded }),
        [false, true] => return Some(Outcome { winner: Some(Side::Ours), by: EndedBy::Conceded }),
        [false, false] => {}
    }
    let last = state.turn >= state.options().turns.0;
    match broken {
        [true, true] if state.beaten().is_none() => Some(Outcome { winner: None, by: EndedBy::BothBrokeOff }),
        [false, false] if last => Some(aim(state)),
        [false, false] => None,
        [ours, _] => {
            let loser = state.beaten().unwrap_or(if ours { Side::Ours } else { Side::Enemy });
            let leaves = state.position.of(loser).any(|unit| can_still_leave(state, unit));
            (stops || last || !leaves).then_some(Outcome { winner: Some(loser.other()), by: EndedBy::BreakOff })
        }
    }
}

/// What decides when the turns are up and nobody must break off (T60, N17).
fn aim(state: &State) -> Outcome {
    let formed = |unit: &UnitId| {
        let arm = state.position.troop(*unit).arm;
        arm.counts_for_break_off() && !state.unit(*unit).disorganised
    };
    match state.plan.as_ref().and_then(|plan| plan.aim.as_ref()) {
        None => Outcome { winner: None, by: EndedBy::Turns },
        Some(Aim::Hold { side, squares }) => {
            let within = |side: Side| state.position.of(side).filter(formed).filter(|unit| squares.has(state.unit(*unit).square)).count();
            let winner = if within(*side) > within(side.other()) { *side } else { side.other() };
            Outcome { winner: Some(winner), by: EndedBy::Aim }
        }
        Some(Aim::MoreUnits) => {
            let [ours, enemy] = Side::BOTH.map(|side| state.position.of(side).filter(formed).count());
            let winner = if ours > enemy { Side::Ours } else { Side::Enemy };
            Outcome { winner: Some(winner), by: EndedBy::Aim }
        }
    }
}

/// A side lets the enemy go who breaks off.
pub(in crate::tabletop) fn let_go(proceedings: &mut Proceedings<'_>, side: Side) {
    proceedings.note(Event::Ended(Outcome { winner: Some(side), by: EndedBy::BreakOff }));
}

#[cfg(test)]
mod tests;
