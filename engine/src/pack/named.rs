//! What a pack calls things, and what it points to by a name.
//!
//! Names are shown, typed and looked for. One that nobody could type is refused when a campaign is to be begun with the pack, and so are
//! a heading that there is not and a word in brackets that nothing stands for.

use super::error::PackError;
use super::headings::{HEADINGS, OF_EVENTS};
use super::names::nearest;
use super::parts::Parts;
use super::words::{self, Words};
use super::{campaign, cards, map, random_events, setup, tables, triggers, units};

/// Everything that is called as nobody could call it, or points to what is not there.
pub(super) fn faults(pack: &Parts<'_>) -> Vec<PackError> {
    let mut errors = Vec::new();
    for (file, key, name) in names(pack) {
        if name.trim() != name || name.chars().any(char::is_control) {
            errors.push(PackError::new(file, key, "a name has no spaces at its ends, and no line breaks"));
        }
    }
    check_headings(pack.words, &mut errors);
    check_tags(pack.words, &mut errors);
    errors
}

/// Every name of a pack, with its file and its key.
fn names<'a>(pack: &Parts<'a>) -> Vec<(&'static str, String, &'a str)> {
    let mut names = vec![
        (campaign::FILE, "title".to_owned(), pack.outline.title.as_str()),
        (campaign::FILE, "short_title".to_owned(), pack.outline.short_title.as_str()),
    ];
    let lists: [(&'static str, &str, &str, Vec<&'a str>); 10] = [
        (map::FILE, "island", "name", pack.map.islands.iter().map(|island| island.name.as_str()).collect()),
        (map::FILE, "location", "name", pack.map.locations.iter().map(|location| location.name.as_str()).collect()),
        (map::FILE, "sea_area", "name", pack.map.sea_areas.iter().map(|area| area.name.as_str()).collect()),
        (units::FILE, "unit", "kind", pack.roster.kinds.iter().map(|kind| kind.name.as_str()).collect()),
        (units::FILE, "ship", "name", pack.roster.ships.iter().map(|ship| ship.name.as_str()).collect()),
        (cards::FILE, "card", "title", pack.cards.iter().map(|card| card.title.as_str()).collect()),
        (tables::FILE, "shore", "name", pack.tables.shores.iter().map(|shore| shore.name.as_str()).collect()),
        (triggers::FILE, "trigger", "key", pack.triggers.iter().map(|trigger| trigger.key.as_str()).collect()),
        (setup::FILE, "scenario", "key", pack.scenarios.iter().map(|scenario| scenario.key.as_str()).collect()),
        (setup::FILE, "scenario", "title", pack.scenarios.iter().map(|scenario| scenario.title.as_str()).collect()),
    ];
    for (file, list, field, of_list) in lists {
        names.extend(of_list.into_iter().enumerate().map(|(index, name)| (file, format!("{list}[{index}].{field}"), name)));
    }
    let roster = pack.roster;
    for (index, kind) in roster.kinds.iter().enumerate() {
        let units = kind.units.iter().map(move |unit| roster.unit(unit).name.as_str());
        names.extend(units.enumerate().map(|(place, name)| (units::FILE, format!("unit[{index}].names[{place}]"), name)));
    }
    for event in pack.random_events {
        names.push((random_events::FILE, format!("event {}, title", event.number), event.title.as_str()));
    }
    names.extend(pack.words.names().into_iter().map(|name| (words::FILE, name.key.to_owned(), name.word)));
    names
}

/// Headings that are pointed to: a ruling is told where its heading is told, and a button leads where there is a heading.
fn check_headings(words: &Words, errors: &mut Vec<PackError>) {
    let own = || words.rules.iter().map(|rule| rule.heading.as_str()).chain([words.set_up.shorter.as_str()]);
    let known = || HEADINGS.into_iter().chain(own()).filter(|heading| !heading.is_empty());
    let mut fault = |key: String, heading: &str| {
        let near = nearest(heading, known()).map_or_else(String::new, |near| format!("; did you mean \"{near}\"?"));
        errors.push(PackError::new(words::FILE, key, format!("no rule has the heading \"{heading}\"{near}")));
    };
    for (index, settled) in words.settled.iter().enumerate() {
        let heading = settled.heading.as_str();
        if !heading.starts_with(OF_EVENTS) && !known().any(|other| other == heading) {
            fault(format!("settled[{index}].heading"), heading);
        }
    }
    for (index, rule) in words.rules.iter().enumerate() {
        for heading in &rule.see {
            // It is compared as it is shown: with the pack's words in it.
            let shown = words.fill(heading);
            if !shown.starts_with(OF_EVENTS) && !known().any(|other| words.fill(other) == shown) {
                fault(format!("rule[{index}].see"), heading);
            }
        }
    }
}

/// Words in brackets, in every text where the umpire puts others in their place.
fn check_tags(words: &Words, errors: &mut Vec<PackError>) {
    for (key, text) in texts(words) {
        if let Some(tag) = words.unknown_tag(text) {
            let known: Vec<String> =
                words.names().iter().filter(|name| !name.word.is_empty()).map(|name| format!("[{}]", name.tag)).collect();
            let reason = format!("nothing stands for [{tag}]; there are {}", known.join(", "));
            errors.push(PackError::new(words::FILE, key, reason));
        }
    }
}

/// The texts of `words.toml`, each with its key.
fn texts(words: &Words) -> Vec<(String, &str)> {
    let mut texts = Vec::new();
    for (index, rule) in words.rules.iter().enumerate() {
        let own = [("heading", &rule.heading), ("says", &rule.says)].into_iter();
        let also = rule.also.iter().map(|text| ("also", text));
        let see = rule.see.iter().map(|text| ("see", text));
        let rulings = rule.rulings.iter().map(|(_, text)| ("rulings", text));
        let all = own.chain(also).chain(see).chain(rulings);
        texts.extend(all.map(|(field, text)| (format!("rule[{index}].{field}"), text.as_str())));
    }
    for (index, settled) in words.settled.iter().enumerate() {
        texts.extend(settled.rulings.iter().map(|(_, text)| (format!("settled[{index}].rulings"), text.as_str())));
    }
    let set_up = &words.set_up;
    let own = [("waiting", &set_up.waiting), ("shorter", &set_up.shorter), ("shorter_says", &set_up.shorter_says)].into_iter();
    let also = set_up.shorter_also.iter().map(|text| ("shorter_also", text));
    let rulings = set_up.shorter_rulings.iter().map(|(_, text)| ("shorter_rulings", text));
    texts.extend(own.chain(also).chain(rulings).map(|(field, text)| (format!("set_up.{field}"), text.as_str())));
    texts.extend(words.triggers.iter().map(|(key, text)| (format!("triggers.{key}"), text.as_str())));
    texts
}
