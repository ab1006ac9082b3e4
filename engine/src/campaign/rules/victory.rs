//! *Adjust Victory Point Totals*, *Victory or Defeat?*, *Victory Points*.
//!
//! The rebellion gains the value of each location it takes. What happens during a turn is written in the ledger and
//! counted when the turn ends (R61); late in the campaign a high total grows by itself, after all other changes and not
//! once it has reached nought (R25). At nought the rebellion is beaten, at 300 the campaign is lost, and after the last
//! turn it is a draw.

use crate::campaign::event::{Ending, Event, LedgerEntry, LedgerReason};
use crate::campaign::leaders::GovernorPlace;
use crate::campaign::phase::Phase;
use crate::campaign::proceedings::Proceedings;
use crate::campaign::state::State;
use crate::pack::{LocationId, ShipId};

/// Writes a line in the ledger.
pub(super) fn enter(proceedings: &mut Proceedings<'_>, reason: LedgerReason, points: i16) {
    proceedings.note(Event::LedgerEntered { entry: LedgerEntry { reason, points } });
}

/// Writes the loss of a location in the ledger.
pub(super) fn enter_loss(proceedings: &mut Proceedings<'_>, location: LocationId) {
    let points = proceedings.state.value(location);
    enter(proceedings, LedgerReason::LocationLost(location), points);
}

/// A ship goes down; if the governor was aboard, he is dead.
pub(super) fn sink(proceedings: &mut Proceedings<'_>, ship: ShipId) {
    let governor = proceedings.state.governor().place == GovernorPlace::Aboard(ship);
    proceedings.note(Event::ShipSunk { ship });
    if governor {
        let points = proceedings.state.pack().leaders.governor.as_ref().map_or(0, |leader| leader.points_if_killed);
        enter(proceedings, LedgerReason::GovernorKilled, points);
    }
}

/// The governor dies at his post.
pub(super) fn kill_governor(proceedings: &mut Proceedings<'_>) {
    proceedings.note(Event::GovernorMoved { to: GovernorPlace::Dead, spends: false });
    let points = proceedings.state.pack().leaders.governor.as_ref().map_or(0, |leader| leader.points_if_killed);
    enter(proceedings, LedgerReason::GovernorKilled, points);
}

/// Random events 15 and 23 change the total at once, and can end the campaign (R61).
pub(super) fn change_at_once(proceedings: &mut Proceedings<'_>, add: i16) {
    let pack = std::sync::Arc::clone(proceedings.state.pack());
    let track = &pack.outline.victory;
    let from = proceedings.state.victory_points();
    let to = from.saturating_add(add).clamp(track.won_at, track.lost_at);
    proceedings.note(Event::PointsChangedAtOnce { from, to });
    if to <= track.won_at {
        proceedings.note(Event::Ended { ending: Ending::Victory });
    } else if to >= track.lost_at {
        proceedings.note(Event::Ended { ending: Ending::Defeat });
    }
}

/// Whether the turn has been counted, and waits for something else before the next begins.
fn is_counted(state: &State) -> bool {
    state.adjusted && state.phase() == Phase::Adjust
}

/// What this turn's ledger comes to so far; nothing once it is counted, whatever the turn waits for then.
#[must_use]
pub fn pending(state: &State) -> i32 {
    if is_counted(state) {
        return 0;
    }
    state.ledger().iter().map(|entry| i32::from(entry.points)).sum()
}

/// What the total would be if the turn ended now, before any turn bonus. Never past the ends of the track.
#[must_use]
pub fn total_with_ledger(state: &State) -> i16 {
    let track = &state.pack().outline.victory;
    let total = i32::from(state.victory_points()) + pending(state);
    total.clamp(track.won_at.into(), track.lost_at.into()) as i16
}

/// What the total will be when the turn ends, as far as it is known: the ledger, and the turn bonus at what that makes (R25).
#[must_use]
pub fn total_with_bonus(state: &State) -> (i16, Option<i16>) {
    let (total, track) = (total_with_ledger(state), &state.pack().outline.victory);
    let bonus = turn_bonus(state, total).filter(|_| !is_counted(state));
    let with = (i32::from(total) + i32::from(bonus.unwrap_or_default())).clamp(track.won_at.into(), track.lost_at.into()) as i16;
    (with, bonus)
}

/// The turn bonus at a total: the points, if it is late enough and the total high enough (R25).
fn turn_bonus(state: &State, total: i16) -> Option<i16> {
    let track = &state.pack().outline.victory;
    if total <= track.won_at {
        return None;
    }
    let turn = state.turn();
    track.bonus.iter().find(|bonus| (bonus.from_turn..=bonus.to_turn).contains(&turn) && total >= bonus.at_least).map(|bonus| bonus.points)
}

/// Counts the ledger; the campaign may end.
pub(super) fn adjust(proceedings: &mut Proceedings<'_>) {
    let before = proceedings.state.victory_points();
    if let Some(points) = turn_bonus(proceedings.state, total_with_ledger(proceedings.state)) {
        proceedings.note(Event::LedgerEntered { entry: LedgerEntry { reason: LedgerReason::TurnBonus, points } });
    }
    let total = total_with_ledger(proceedings.state);
    proceedings.note(Event::PointsAdjusted { from: before, to: total });
    let outline = &proceedings.state.pack().outline;
    let ending = if total <= outline.victory.won_at {
        Some(Ending::Victory)
    } else if total >= outline.victory.lost_at {
        Some(Ending::Defeat)
    } else if proceedings.state.turn() >= outline.turns.last {
        Some(Ending::Draw)
    } else {
        None
    };
    if let Some(ending) = ending {
        proceedings.note(Event::Ended { ending });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::campaign::seat::Seat;
    use crate::campaign::{Options, Order, Phase};
    use crate::dice::Dice;
    use crate::game::Game;
    use crate::pack::Pack;

    /// The uprising in the last action round of `turn`, with this total and this much in the ledger.
    fn last_round(turn: u8, total: i16, ledger: i16) -> State {
        let mut state = State::new(Pack::embedded().unwrap());
        let order = Order::SetUp { scenario: "uprising".into(), options: Options::default() };
        state.give(Seat::Player, &order, &mut Dice::scripted(&[])).unwrap();
        state.turn = turn;
        state.phase = Phase::Action { round: 7 };
        state.victory_points = total;
        state.ledger = vec![LedgerEntry { reason: LedgerReason::LocationLost(LocationId(0)), points: ledger }];
        state
    }

    /// Passes the round and spends nothing.
    fn pass(state: &mut State) -> Vec<Event> {
        state.give(Seat::Player, &Order::Pass, &mut Dice::scripted(&[])).unwrap();
        state.give(Seat::Player, &Order::EndRound, &mut Dice::scripted(&[])).unwrap()
    }

    fn after(turn: u8, total: i16, ledger: i16) -> (i16, Option<Ending>) {
        let mut state = last_round(turn, total, ledger);
        pass(&mut state);
        (state.victory_points(), state.ending())
    }

    #[test]
    fn adjust_victory_point_totals_the_ledger_is_counted_when_the_turn_ends() {
        assert_eq!(after(1, 5, 45), (50, None));
        assert_eq!(after(3, 80, -20), (60, None));
    }

    #[test]
    fn victory_points_turns_10_to_15_add_5_at_150_or_more_r25() {
        assert_eq!(after(9, 200, 0), (200, None));
        assert_eq!(after(10, 150, 0), (155, None));
        assert_eq!(after(15, 149, 0), (149, None));
        assert_eq!(after(15, 140, 10), (155, None), "after all other changes");
        assert_eq!(after(12, 160, -20), (140, None), "after all other changes");
    }

    #[test]
    fn victory_points_turns_16_to_20_add_10_over_100_r25() {
        assert_eq!(after(16, 101, 0), (111, None));
        assert_eq!(after(19, 100, 0), (100, None));
    }

    #[test]
    fn victory_or_defeat_nought_ends_the_rebellion_and_takes_no_bonus_r25_r61() {
        assert_eq!(after(17, 10, -10), (0, Some(Ending::Victory)));
        assert_eq!(after(17, 10, -40), (0, Some(Ending::Victory)));
    }

    #[test]
    fn victory_or_defeat_three_hundred_ends_the_campaign() {
        assert_eq!(after(5, 290, 10), (300, Some(Ending::Defeat)));
        assert_eq!(after(5, 290, 30), (300, Some(Ending::Defeat)));
        assert_eq!(after(12, 295, 0), (300, Some(Ending::Defeat)), "a turn bonus counts too");
    }

    #[test]
    fn victory_or_defeat_after_turn_20_it_is_a_draw() {
        assert_eq!(after(20, 90, 0), (90, Some(Ending::Draw)));
        assert_eq!(after(20, 295, 0), (300, Some(Ending::Defeat)));
    }

    #[test]
    fn an_ended_campaign_takes_no_more_orders() {
        let mut state = last_round(20, 90, 0);
        pass(&mut state);
        assert_eq!(state.permit(Seat::Commander, &Order::Pass), Err(crate::campaign::Refusal::Ended));
        let mut orders = Vec::new();
        state.legal_orders(Seat::Commander, &mut orders);
        assert!(orders.is_empty());
    }

    #[test]
    fn sequence_of_play_seven_rounds_then_the_end_phases_then_the_next_turn() {
        let mut state = last_round(1, 5, 0);
        state.phase = Phase::Action { round: 1 };
        for round in 1..7 {
            assert_eq!(state.phase(), Phase::Action { round });
            pass(&mut state);
        }
        let events = pass(&mut state);
        let phases: Vec<_> =
            events.iter().filter_map(|event| if let Event::PhaseBegan { phase } = event { Some(*phase) } else { None }).collect();
        assert_eq!(phases, [Phase::Supply, Phase::Sieges, Phase::Replacements, Phase::Adjust, Phase::Draw]);
        assert_eq!((state.turn(), state.phase()), (2, Phase::Draw));
        assert!(state.ledger().is_empty());
    }
}
