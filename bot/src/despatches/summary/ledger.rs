//! *The ledger*: every line that victory points were counted from.

use crate::despatches::{ledger, position};
use engine::campaign::{Correction, Event, LedgerEntry};

use crate::despatches::summary::{Account, Section};
use crate::words;

pub(super) fn section(account: &Account) -> Section {
    let state = &account.after;
    let mut full = ledger::lines(state, &account.events);
    let entries: Vec<LedgerEntry> =
        account.events.iter().filter_map(|event| if let Event::LedgerEntered { entry } = event { Some(*entry) } else { None }).collect();
    let pending = engine::campaign::rules::victory::pending(state);
    if !state.ledger().is_empty() && state.ending().is_none() {
        full.push(format!("To be counted when turn {} ends: {pending:+}", state.turn()));
    }
    let (against, ours): (i32, i32) = entries.iter().fold((0, 0), |(against, ours), entry| {
        let points = i32::from(entry.points);
        (against + points.max(0), ours + points.min(0))
    });
    let (from, to) = (account.before.victory_points(), state.victory_points());
    let brief = if entries.is_empty() && from == to {
        if pending != 0 && state.ending().is_none() {
            format!("nothing new; {pending:+} to be counted when turn {} ends", state.turn())
        } else {
            "no entries".to_owned()
        }
    } else {
        let sums: Vec<String> = [against, ours].into_iter().filter(|points| *points != 0).map(|points| format!("{points:+}")).collect();
        let sums = if sums.is_empty() { String::new() } else { format!(", {}", sums.join(" and ")) };
        // What was entered before and counted now is part of the total, and of no entry told here.
        let earlier = engine::campaign::rules::victory::pending(&account.before);
        let counted = account.events.iter().any(|event| matches!(event, Event::PointsAdjusted { .. }));
        let earlier = if counted && earlier != 0 { format!("; {earlier:+} entered before") } else { String::new() };
        let open = if pending != 0 && state.ending().is_none() {
            format!("; {pending:+} to be counted when turn {} ends", state.turn())
        } else {
            String::new()
        };
        let is_corrected =
            |event: &Event| matches!(event, Event::Corrected { correction: Correction::Points { .. } | Correction::Ledger { .. } });
        let corrected = if account.events.iter().any(is_corrected) { "; put right by a correction" } else { "" };
        let total = if from == to { format!("total {to}") } else { format!("total {from} → {to}") };
        let of = state.pack().outline.victory.lost_at;
        format!(
            "{}{sums}{earlier}{corrected}{open}; {total} {}",
            words::count(entries.len(), "entry", "entries"),
            position::track_bar(to, of)
        )
    };
    Section { title: "The ledger", brief, full }
}
