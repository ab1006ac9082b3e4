//! *Corrections*: what was put right by agreement, each as it was told, and which house rules were changed; nothing where nothing was.

use engine::campaign::{Event, Order};
use engine::game::Game as _;

use crate::despatches::labels;
use crate::despatches::summary::{Account, Section};
use crate::model::orders::house_rules;
use crate::words;

pub(super) fn section(account: &Account) -> Option<Section> {
    let is_told = |event: &Event| matches!(event, Event::Corrected { .. } | Event::OptionChanged { .. });
    if !account.events.iter().any(is_told) {
        return None;
    }
    let (mut state, mut full) = (account.before.clone(), Vec::new());
    let (mut corrected, mut changed) = (0, 0);
    for event in &account.events {
        match event {
            Event::Corrected { correction } => {
                corrected += 1;
                full.push(labels::describe_order(&state, &Order::Correct { correction: *correction }).0);
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
    if corrected > 0 {
        parts.push(format!("{} by agreement", words::count(corrected, "correction", "corrections")));
    }
    if changed > 0 {
        parts.push(format!("{} changed by vote", words::count(changed, "house rule", "house rules")));
    }
    Some(Section { title: "Put right", brief: parts.join("; "), full })
}
