//! What a battle is worth to a side: how near each side is to breaking off, then figures.

use engine::tabletop::phase::EndedBy;
use engine::tabletop::side::Side;
use engine::tabletop::state::State;

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
    (other - own).clamp(-0.95, 0.95)
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
        let there = !matches!(of.place, engine::tabletop::unit::Place::Left | engine::tabletop::unit::Place::Lost);
        if there {
            figures += f32::from(of.figures);
            // One that is disorganised may be in order again by the end of the turn.
            lost += if of.disorganised { 0.6 } else { 0.0 };
        } else {
            lost += 1.0;
        }
    }
    let share = 2.0 * lost / units.max(1.0);
    let gone = 1.0 - figures / full.max(1.0);
    (0.6 * share.min(1.2) + 0.3 * gone).min(0.88)
}
