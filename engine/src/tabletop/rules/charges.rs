//! *Charging*, from the last square before the enemy on: both dice, what comes of them, pursuit.

use super::ambushes::{is_watched, reveal, settle_ambushes, show};
use super::charging::{self, Charge};
use super::deal::wake;
use super::losses::{fall_back, lose_figures, overrun};
use super::movement::ways::Step;
use super::movement_seen::{look, reach};
use crate::dice::DiceSpec;
use crate::tabletop::event::{Event, Loss, Units};
use crate::tabletop::mended::Mended;
use crate::tabletop::pack::Toll;
use crate::tabletop::phase::Question;
use crate::tabletop::plan::Waking;
use crate::tabletop::proceedings::Proceedings;
use crate::tabletop::roll::{Purpose, Roll};
use crate::tabletop::rules::pursuit::pursuit;
use crate::tabletop::square::{Facing, Square};
use crate::tabletop::state::State;
use crate::tabletop::unit::UnitId;

/// The least of a D6 on which troops forced back throw down their arms (T62).
const PLEADS: i16 = 4;

/// Carries a charge out. Afterwards the charging unit has acted, unless it is asked whether it pursues, or hidden enemies have shown
/// themselves on its way (N06): it stops there, and keeps what is left of its points.
pub(in crate::tabletop) fn charge(proceedings: &mut Proceedings<'_>, charge: &Charge) {
    let (unit, target) = (charge.unit, charge.target);
    if runs_into_an_ambush(proceedings, charge) {
        return;
    }
    show(proceedings, unit);
    let side = proceedings.state.unit(target).side;
    wake(proceedings, side, |by| *by == Waking::Contact);
    let Some(rolls) = charging::throw(&proceedings.state.position, charge, proceedings.dice) else { return };
    let difference = rolls[0].total() - rolls[1].total();
    let square = proceedings.state.unit(target).square;
    let with: Units = proceedings.state.companions(unit).collect();
    let (from, struck, cost) = (charge.last, charge.struck, charge.way.points);
    proceedings.note(Event::Charged { unit, target, from, struck, cost, rolls: Box::new(rolls), with: with.clone() });
    let reads = proceedings.state.reads(Mended::ChargesReachTheRampart);
    if reads {
        reach(proceedings, unit, from);
    }
    let Some(outcome) = charging::outcome(&proceedings.state.position, target, difference) else { return };
    if !outcome.enters {
        repulsed(proceedings, charge, outcome.charging);
        return;
    }
    let retreat = struck_down(proceedings, target, square, charge.line, outcome.charged);
    let against = retreat.stays.then_some(target);
    proceedings.note(Event::Entered { unit, square, against, struck, way: charge.line, with });
    if reads {
        reach(proceedings, unit, square);
    }
    overrun(proceedings, square);
    settle_ambushes(proceedings);
    let can_pursue = retreat.fell_back && !pursuit(&proceedings.state.position, unit, target).is_empty();
    proceedings.note(if can_pursue { Event::Asked(Question::Pursuit { unit, pursued: target }) } else { Event::Done(unit) });
}

/// Moves a charging unit up to where hidden enemies show themselves, if there are any on its way; whether there were.
fn runs_into_an_ambush(proceedings: &mut Proceedings<'_>, charge: &Charge) -> bool {
    let of = *proceedings.state.unit(charge.unit);
    let (mut square, mut faces, mut cost) = (of.square, of.facing, 0_u8);
    for step in &charge.way.steps {
        cost = cost.saturating_add(step.cost);
        match step.step {
            Step::Turn(facing) => faces = facing,
            Step::Advance(_) if square == charge.last => break,
            Step::Advance(next) => {
                faces = square.facing_to(next).unwrap_or(faces);
                square = next;
            }
        }
        if square != of.square && is_watched(proceedings.state, of.side.other(), square) {
            let with: Units = proceedings.state.companions(charge.unit).collect();
            proceedings.note(Event::Moved { unit: charge.unit, to: square, facing: faces, cost, stream: 0, with });
            look(proceedings, charge.unit);
            return true;
        }
    }
    false
}

/// A charge that does not get in: the charging unit stops before the enemy, or falls back from there.
fn repulsed(proceedings: &mut Proceedings<'_>, charge: &Charge, toll: Toll) {
    let unit = charge.unit;
    let there = toll.figures == 0 || lose_figures(proceedings, unit, toll.figures);
    if there {
        // Gunners charge with nobody: those in the square where the charge began stay there.
        let with: Units = if proceedings.state.reads(Mended::BatteriesDoNotCharge) {
            proceedings.state.companions(unit).collect()
        } else {
            proceedings.state.beside(unit).collect()
        };
        let retreat = fall_back(proceedings, unit, (charge.last, charge.line.opposite()), toll.falls_back, with);
        if retreat.is_there && toll.disorganised && !proceedings.state.unit(unit).disorganised {
            proceedings.note(Event::Disorganised(unit));
        }
    }
    proceedings.note(Event::Done(unit));
}

/// How the charged unit has come out of it.
struct Struck {
    /// Whether it is still in its square.
    stays: bool,
    /// Whether it has fallen back and is on the board.
    fell_back: bool,
}

fn struck_down(proceedings: &mut Proceedings<'_>, target: UnitId, square: Square, line: Facing, toll: Toll) -> Struck {
    let gone = Struck { stays: false, fell_back: false };
    if toll.falls_back > 0 && pleads(proceedings.state, target) {
        let roll = proceedings.dice.throw(Roll::new(Purpose::Plea(target), DiceSpec { count: 1, sides: 6 }), 1);
        let mercy = roll.total() >= PLEADS;
        proceedings.note(Event::PleaTried { unit: target, roll });
        if mercy {
            proceedings.note(Event::Lost { unit: target, how: Loss::Pleaded });
            return gone;
        }
    }
    if toll.figures > 0 && !lose_figures(proceedings, target, toll.figures) {
        return gone;
    }
    let with: Units = proceedings.state.beside(target).collect();
    let retreat = fall_back(proceedings, target, (square, line), toll.falls_back, with);
    if !retreat.is_there {
        return gone;
    }
    if toll.disorganised && !proceedings.state.unit(target).disorganised {
        proceedings.note(Event::Disorganised(target));
    }
    Struck { stays: !retreat.moved, fell_back: retreat.moved && proceedings.state.unit(target).is_on_board() }
}

fn pleads(state: &State, unit: UnitId) -> bool {
    let key = &state.position.troop(unit).key;
    state.plan.as_ref().is_some_and(|plan| plan.pleads.contains(key))
}

/// Pursues, or stays.
pub(in crate::tabletop) fn pursue(proceedings: &mut Proceedings<'_>, unit: UnitId, pursued: UnitId, to: Option<Square>) {
    let found = to.and_then(|to| pursuit(&proceedings.state.position, unit, pursued).into_iter().find(|(square, _)| *square == to));
    if let Some((to, facing)) = found {
        // An ambush in that very square shows itself and keeps the pursuer back.
        let side = proceedings.state.unit(unit).side;
        if reveal(proceedings, side.other(), |square| square == to) {
            proceedings.note(Event::Done(unit));
            return;
        }
        let with: Units = proceedings.state.companions(unit).collect();
        proceedings.note(Event::Pursued { unit, to, facing, with });
        look(proceedings, unit);
    }
    proceedings.note(Event::Done(unit));
}

#[cfg(test)]
mod tests;
