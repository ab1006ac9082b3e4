//! What a battle is worth to a side: how near each side is to breaking off, then figures.

use engine::tabletop::phase::EndedBy;
use engine::tabletop::plan::Aim;
use engine::tabletop::side::Side;
use engine::tabletop::state::State;
use engine::tabletop::unit::Place;

use super::fort::steps;

/// What a battle is worth to a side, from -1, lost, to 1, won; 0 is even.
pub(super) fn worth(state: &State, side: Side) -> f32 {
    if let Some(outcome) = state.outcome() {
        return match outcome.winner {
            Some(winner) if winner == side => 1.0,
            Some(_) => -1.0,
            None if outcome.by == EndedBy::BothBrokeOff => 0.0,
            None => 0.0,
        };
    }
    let [own, other] = [side, side.other()].map(|side| broken(state, side));
    (other - own + towards(state, side)).clamp(-0.95, 0.95)
}

/// How the aim stands, the more it counts the later it is.
fn towards(state: &State, side: Side) -> f32 {
    let Some(Aim::Hold { side: whose, squares }) = state.plan.as_ref().and_then(|plan| plan.aim.as_ref()) else { return 0.0 };
    let late = f32::from(state.turn) / f32::from(state.options().turns.0.max(1));
    let mut sum = 0.0_f32;
    for unit in state.position.all() {
        let (of, arm) = (state.unit(unit), state.position.troop(unit).arm);
        if !of.is_on_board() || !arm.counts_for_break_off() {
            continue;
        }
        let far = squares.squares().map(|goal| steps(of.square, goal)).min().unwrap_or(0);
        let there = if far == 0 && !of.disorganised { 1.0 } else { 0.0 };
        if of.side == *whose {
            sum += there - 0.08 * f32::from(far.min(12));
        } else {
            sum -= there;
        }
    }
    let toward = (0.12 * sum).clamp(-0.6, 0.6) * late * late;
    if side == *whose { toward } else { -toward }
}

/// How far a side is on its way to breaking off: 0 fresh, 0.9 over the limit.
fn broken(state: &State, side: Side) -> f32 {
    if state.side(side).breaks_off {
        return 0.9;
    }
    let (mut units, mut lost, mut figures, mut full) = (0.0_f32, 0.0_f32, 0.0_f32, 0.0_f32);
    for unit in state.position.all() {
        let of = state.unit(unit);
        let troop = state.position.troop(unit);
        if of.side != side || !troop.arm.counts_for_break_off() {
            continue;
        }
        units += 1.0;
        full += f32::from(troop.figures);
        if matches!(of.place, Place::Left | Place::Lost) {
            lost += 1.0;
        } else {
            figures += f32::from(of.figures);
            // One that is disorganised may be in order again by the end of the turn.
            lost += if of.disorganised { 0.5 } else { 0.0 };
        }
    }
    let share = 2.0 * lost / units.max(1.0);
    let gone = 1.0 - figures / full.max(1.0);
    // The nearer the limit the more each unit counts.
    (0.45 * share.min(1.1) + 0.15 * share.min(1.1).powi(2) + 0.4 * gone).min(0.88)
}
