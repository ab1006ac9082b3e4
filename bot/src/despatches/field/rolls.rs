//! The rolls of a gridded battle in words: what each was for, its dice, every modifier with its reason, and what it had to be.

use engine::dice::RollPurpose as _;
use engine::tabletop::event::Event;
use engine::tabletop::roll::{Purpose, Reason, Roll};
use engine::tabletop::state::State;

use crate::despatches::field::names;

/// Every roll of an event, a line each.
#[must_use]
pub fn of_event(state: &State, event: &Event) -> Vec<String> {
    let line = |roll: &Roll| line(state, roll, None);
    match event {
        Event::HeroicDealt { roll, .. } => roll.iter().map(line).collect(),
        // The die draws a card out of those that are left: what it drew is what counts.
        Event::Dealt { roll, card, .. } | Event::Turned { roll, card, .. } => vec![format!("{}: {}", line(roll), names::card(*card))],
        Event::Roused { roll, .. }
        | Event::Alarm { roll }
        | Event::Activated { roll, .. }
        | Event::BrigadeActivated { roll, .. }
        | Event::PleaTried { roll, .. } => vec![line(roll)],
        Event::Fought { combat, .. } => combat.rolls.iter().map(line).collect(),
        Event::Tried { recovery, .. } => vec![self::line(state, &recovery.roll, Some(recovery.at_most))],
        Event::Fired { roll, at_most, .. } => vec![self::line(state, roll, Some(*at_most))],
        Event::Charged { rolls, .. } => rolls.iter().map(line).collect(),
        Event::Mustered { rolls } => rolls.iter().map(line).collect(),
        _ => Vec::new(),
    }
}

/// A roll in one line; of one that must not exceed something, what.
#[must_use]
pub fn line(state: &State, roll: &Roll, at_most: Option<u8>) -> String {
    let faces = roll.faces.iter().map(u8::to_string).collect::<Vec<_>>().join(" ");
    let modifiers: String = roll.modifiers.iter().map(|modifier| format!(" {:+} {}", modifier.add, reason(modifier.reason))).collect();
    let total = if roll.faces.len() > 1 || !roll.modifiers.is_empty() { format!(" = {}", roll.total()) } else { String::new() };
    let at_most = at_most.map_or_else(String::new, |most| format!(", needs {most} or less"));
    let table = if roll.table { " (table dice)" } else { "" };
    format!("{} {}D{} [{faces}]{modifiers}{total}{at_most}{table}", purpose(state, roll.purpose), roll.faces.len(), roll.sides)
}

fn purpose(state: &State, purpose: Purpose) -> String {
    let who = match purpose {
        Purpose::HandToHand(unit)
        | Purpose::Recovery(unit)
        | Purpose::Fire(unit)
        | Purpose::Charge(unit)
        | Purpose::MeetCharge(unit)
        | Purpose::Action(unit)
        | Purpose::PlayingCard(unit)
        | Purpose::Rousing(unit)
        | Purpose::Plea(unit) => names::unit(state, unit),
        Purpose::BrigadeAction(side) | Purpose::HeroicCard(side) | Purpose::Alarm(side) | Purpose::Army(side) => names::side(state, side),
        Purpose::Ground => return purpose.label().to_owned(),
    };
    format!("{who}, {}", purpose.label())
}

fn reason(reason: Reason) -> String {
    let of = |count: u8, one: &str, many: &str| if count == 1 { one.to_owned() } else { format!("{count} {many}") };
    match reason {
        Reason::Figures(count) => of(count, "a figure", "figures"),
        Reason::FriendsBehind(count) => of(count, "a friend behind", "friends behind"),
        Reason::Disorganised => "disorganised".to_owned(),
        Reason::HeroicCard => "a Heroic card".to_owned(),
        Reason::FriendsAdjacent(count) => of(count, "a friend adjacent", "friends adjacent"),
        Reason::LeadersNear(count) => of(count, "a Leader near", "Leaders near"),
        Reason::EnemyDisorganised => "the enemy disorganised".to_owned(),
        Reason::CrossedObstacle => "crossed an obstacle".to_owned(),
        Reason::Sluggish => "irregulars".to_owned(),
    }
}
