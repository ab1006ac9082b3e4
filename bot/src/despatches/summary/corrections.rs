//! *Corrections*: what was put right by agreement, each as it was told, which house rules were changed, and what was undone of which its
//! reader had been told; nothing where nothing was.

use engine::campaign::{Event, Order};
use engine::game::Game as _;

use crate::despatches::labels;
use crate::despatches::summary::{Account, Section};
use crate::model::orders::house_rules;
use crate::words;

pub(super) fn section(account: &Account) -> Option<Section> {
    let is_told = |event: &Event| matches!(event, Event::Corrected { .. } | Event::OptionChanged { .. });
    if account.taken_back.is_empty() && !account.events.iter().any(is_told) {
        return None;
    }
    let (mut state, mut full) = (account.before.clone(), Vec::new());
    let (mut corrected, mut changed) = (Vec::new(), 0);
    for event in &account.events {
        match event {
            Event::Corrected { correction } => {
                let told = labels::describe_order(&state, &Order::Correct { correction: *correction }).0;
                full.push(told.clone());
                corrected.push(told);
            }
            Event::OptionChanged { change } => {
                changed += 1;
                full.push(words::told(state.pack(), &format!("House rule from turn {} on: {}", state.turn(), house_rules::says(*change))));
            }
            _ => {}
        }
        state.apply(event);
    }
    let mut parts = Vec::new();
    if let (Some(first), Some(last)) = (account.taken_back.first(), account.taken_back.last()) {
        let rows = if first == last { format!("No. {first}") } else { format!("No. {first} to {last}") };
        parts.push(format!("{rows} undone, of which you had been told"));
        full.push(format!("{rows}, of which you had been told, undone: this tells on from the position before"));
    }
    match corrected.as_slice() {
        [] => {}
        // The section is called what the label begins with.
        [one] => parts.push(one.strip_prefix("Correction: ").unwrap_or(one).to_owned()),
        several => parts.push(words::count(several.len(), "correction", "corrections")),
    }
    if changed > 0 {
        parts.push(format!("{} changed by vote", words::count(changed, "house rule", "house rules")));
    }
    Some(Section { title: "Put right", brief: parts.join("; "), full })
}
