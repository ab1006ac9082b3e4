//! The victory ledger in words: each change of victory points where it happens, and all of a turn's lines to whoever asks (*Victory
//! Points*, *Adjust Victory Point Totals*).

use engine::campaign::rules::victory;
use engine::campaign::{Correction, Event, LedgerEntry, LedgerReason, State};

use crate::despatches::position;
use crate::model::despatch::Despatch;
use crate::words;

/// Why a line stands in the ledger: "Mud Bay won back".
#[must_use]
pub fn reason(state: &State, reason: LedgerReason) -> String {
    let (pack, map) = (state.pack(), &state.pack().map);
    match reason {
        LedgerReason::LocationLost(place) => format!("{} lost", pack.location_name(place)),
        LedgerReason::LocationRetaken(place) => format!("{} won back", pack.location_name(place)),
        LedgerReason::BattleWon(space) => format!("the battle won at {}", map.space_name(space)),
        LedgerReason::BattleLost(space) => format!("the battle lost at {}", map.space_name(space)),
        LedgerReason::HeavyLosses(space) => format!("heavy losses at {}", map.space_name(space)),
        LedgerReason::ReplacementsCard(card) => format!("card {} played for replacements", position::card(state, card)),
        LedgerReason::GovernorKilled => words::told(pack, "[governor] killed"),
        LedgerReason::TurnBonus => "the total still so high so late".to_owned(),
        LedgerReason::Corrected => "corrected".to_owned(),
    }
}

/// What an order wrote in the ledger, in one line; nothing where it wrote nothing, or where the ledger was counted at once with it.
#[must_use]
pub fn written(state: &State, events: &[Event]) -> Option<String> {
    if events.iter().any(|event| matches!(event, Event::PointsAdjusted { .. })) {
        return None;
    }
    let entries: Vec<LedgerEntry> =
        events.iter().filter_map(|event| if let Event::LedgerEntered { entry } = event { Some(*entry) } else { None }).collect();
    let whole: i32 = entries.iter().map(|entry| i32::from(entry.points)).sum();
    match entries.as_slice() {
        [] => None,
        [entry] => Some(format!("Victory points {whole:+} when the turn ends: {}.", reason(state, entry.reason))),
        several => {
            let each: Vec<String> = several.iter().map(|entry| format!("{} {:+}", reason(state, entry.reason), entry.points)).collect();
            Some(format!("Victory points {whole:+} when the turn ends: {}.", words::list(&each)))
        }
    }
}

/// Every change of victory points, a line each, in the order in which they came.
#[must_use]
pub fn lines(state: &State, events: &[Event]) -> Vec<String> {
    events
        .iter()
        .filter_map(|event| match event {
            Event::LedgerEntered { entry } => Some(format!("{:+}: {}", entry.points, reason(state, entry.reason))),
            Event::Corrected { correction: Correction::Points { to } } => Some(format!("Corrected: to {to}")),
            Event::Corrected { correction: Correction::Ledger { points } } => Some(format!("Corrected: the turn comes to {points:+}")),
            Event::PointsChangedAtOnce { from, to } => Some(format!("At once: {from} → {to}")),
            Event::PointsAdjusted { from, to } => Some(format!("**Counted at the turn's end: {from} → {to}**")),
            _ => None,
        })
        .collect()
}

/// The ledger of a turn, for whoever asks: `events` led from the position before to the one after.
#[must_use]
pub fn ledger((before, after): (&State, &State), events: &[Event], turn: u8, revision: u32) -> Despatch {
    let track = &after.pack().outline.victory;
    let mut facts = lines(after, events);
    let is_open = after.turn() == turn && after.ending().is_none();
    let pending = victory::pending(after);
    let (makes, bonus) = victory::total_with_bonus(after);
    if is_open && (pending != 0 || bonus.is_some()) {
        let entered = (pending != 0).then(|| format!("{pending:+}"));
        let counted: Vec<String> = entered.into_iter().chain(bonus.map(|points| format!("the turn's bonus {points:+}"))).collect();
        facts.push(format!("**To be counted when turn {turn} ends: {}, which makes {makes}**", words::list(&counted)));
    }
    if facts.is_empty() {
        facts.push(if is_open { "Nothing is written in it yet." } else { "Nothing was written in it." }.to_owned());
    }
    let (from, to) = (before.victory_points(), after.victory_points());
    let bar = position::track_bar(to, track.lost_at);
    let sentence = if is_open {
        format!("**The ledger of turn {turn}: {to} of {} victory points {bar}**", track.lost_at)
    } else {
        format!("**The ledger of turn {turn}: victory points {from} → {to} of {} {bar}**", track.lost_at)
    };
    Despatch { facts, footer: position::footer(after, revision), ..Despatch::saying(sentence) }
}
