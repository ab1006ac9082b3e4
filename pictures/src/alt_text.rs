//! The map in words, for those who do not see it: what weighs most first, in as many letters as Discord takes.

use std::collections::BTreeMap;

use super::crop::SEA_AREA;
use super::ground::{Control, Extent, MapGround, Place, Ship, ShipKind, Situation, Standing, Strength};
use super::marks::Spot;
use super::words::list;

/// Letters that Discord takes as the description of a picture.
pub const LONGEST: usize = 1024;

/// Says what a picture shows, in at most [`LONGEST`] letters: what an overlay marks, sieges, then what the enemy holds, what the
/// allies hold, what was retaken, what is new, garrisons, forces, ships. Of one island only that island is
/// told. Where it grows too long, what comes last is left out, and said to be.
pub fn alt_text(ground: &MapGround, situation: &Situation, extent: &Extent) -> String {
    let islands = extent.islands();
    let whole = islands.is_empty();
    let told = |island: &str| whole || islands.iter().any(|only| only == island);
    let places: Vec<&Place> = ground.places.iter().filter(|place| told(&place.island)).collect();
    let standings: Vec<(&Place, Standing)> = places.iter().map(|place| (*place, situation.standing(&place.name))).collect();
    let of = if whole { String::new() } else { format!(" of {}", list(islands)) };
    let is_shown = |sea: &str| islands.iter().any(|name| name.strip_prefix(SEA_AREA) == Some(sea));
    let mut sentences = vec![format!("Map{of}, {}.", situation.caption.trim().trim_end_matches('.'))];
    sentences.extend(situation.overlay.sentences(|spot| match (whole, spot) {
        (true, _) => true,
        (_, Spot::Place(name) | Spot::Point { from: name, .. }) => places.iter().any(|place| place.name == *name),
        (_, Spot::Sea(name)) => is_shown(name),
    }));
    sentences.extend(sieges(&standings));
    let holders = &ground.holders;
    for (control, words) in
        [(Control::Enemy, holders.enemy.as_str()), (Control::Allied, &holders.allied), (Control::Pacified, "Retaken and pacified")]
    {
        sentences.extend(held_by(&standings, control, words, whole));
    }
    let native = standings.iter().filter(|(_, standing)| standing.control == Control::Native).count();
    if standings.is_empty() {
        // Of the sea alone there is nothing to say of places.
    } else if native == standings.len() {
        sentences.push(format!("Every place is {}.", holders.native));
    } else if native > 0 {
        sentences.push(format!("All else is {}.", holders.native));
    }
    let news: Vec<String> = standings.iter().filter(|(_, s)| s.changed).map(|(p, _)| p.name.clone()).collect();
    if !news.is_empty() {
        sentences.push(format!("News from {}.", list(&news)));
    }
    sentences.extend(garrisons(&standings, &holders.allied));
    let here = |name: &str| places.iter().any(|place| place.name == name);
    sentences.extend(
        situation
            .forces
            .iter()
            .filter(|force| here(&force.from))
            .map(|force| format!("In the field between {} and {}: {}.", force.from, force.to, strength(force.strength, &holders.allied))),
    );
    sentences.extend(railway(situation, here));
    for (sea, ships) in &situation.at_sea {
        if !ships.is_empty() && (whole || is_shown(sea)) {
            sentences.push(format!("In sea area {sea}: {}.", list(&ship_words(ships))));
        }
    }
    for (place, standing) in &standings {
        if !standing.ships.is_empty() {
            sentences.push(format!("At {}: {}.", place.name, list(&ship_words(&standing.ships))));
        }
    }
    within(&sentences, LONGEST, " …and more on the map.")
}

/// The train and how far its track leads, where one of its ends is shown.
fn railway(situation: &Situation, here: impl Fn(&str) -> bool) -> Option<String> {
    let train = situation.railway.train.as_ref()?;
    let track = &situation.railway.track;
    let ends = |spot: &Spot| match spot {
        Spot::Place(name) | Spot::Point { from: name, .. } | Spot::Sea(name) => here(name),
    };
    if !here(train) && !track.iter().any(|(from, to)| ends(from) || ends(to)) {
        return None;
    }
    let points = match track.len() {
        0 => "no track".to_owned(),
        1 => "one point of track".to_owned(),
        points => format!("{points} points of track"),
    };
    let mut places: Vec<String> = Vec::new();
    for spot in track.iter().flat_map(|(from, to)| [from, to]) {
        if let Spot::Place(name) = spot
            && name != train
            && !places.contains(name)
        {
            places.push(name.clone());
        }
    }
    let through = if places.is_empty() { String::new() } else { format!(", through {}", list(&places)) };
    Some(format!("The train at {train}, with {points}{through}."))
}

fn sieges(standings: &[(&Place, Standing)]) -> Option<String> {
    let besieged: Vec<String> = standings
        .iter()
        .filter(|(_, standing)| standing.siege_level > 0)
        .map(|(place, standing)| format!("{} (level {})", place.name, standing.siege_level))
        .collect();
    (!besieged.is_empty()).then(|| format!("Besieged: {}.", list(&besieged)))
}

/// Places of one holder, by island, in the order of the map.
fn held_by(standings: &[(&Place, Standing)], control: Control, words: &str, whole: bool) -> Option<String> {
    let mut islands: Vec<&str> = Vec::new();
    let mut by_island: BTreeMap<&str, Vec<String>> = BTreeMap::new();
    for (place, _) in standings.iter().filter(|(_, standing)| standing.control == control) {
        if !islands.contains(&place.island.as_str()) {
            islands.push(&place.island);
        }
        by_island.entry(&place.island).or_default().push(place.name.clone());
    }
    let parts: Vec<String> = islands
        .iter()
        .map(|island| {
            let places = by_island.get(island).map(Vec::as_slice).unwrap_or_default();
            // "On Stuart Stuart" says nothing, and in a picture of one island that island is known.
            if !whole || places == [(*island).to_string()] { list(places) } else { format!("on {island} {}", list(places)) }
        })
        .collect();
    (!parts.is_empty()).then(|| format!("{words}: {}.", parts.join("; ")))
}

fn garrisons(standings: &[(&Place, Standing)], allied: &str) -> Option<String> {
    let parts: Vec<String> = standings
        .iter()
        .filter(|(_, standing)| !standing.garrison.is_empty() || standing.redoubts > 0)
        .map(|(place, standing)| {
            let mut words = strength(standing.garrison, allied);
            if standing.redoubts > 0 {
                let redoubts = counted(standing.redoubts, "redoubt", "redoubts");
                words = if words.is_empty() { redoubts } else { format!("{words}, {redoubts}") };
            }
            format!("{} {words}", place.name)
        })
        .collect();
    (!parts.is_empty()).then(|| format!("Garrisons: {}.", parts.join("; ")))
}

fn strength(strength: Strength, allied: &str) -> String {
    let mut parts = Vec::new();
    for (count, word) in [(strength.foot, "foot"), (strength.horse, "horse")] {
        if count > 0 {
            parts.push(format!("{count} {word}"));
        }
    }
    if strength.guns > 0 {
        parts.push(counted(strength.guns, "battery", "batteries"));
    }
    let words = parts.join(", ");
    if strength.allied { format!("{words} (with {allied})") } else { words }
}

fn counted(count: u32, one: &str, many: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { many })
}

fn ship_words(ships: &[Ship]) -> Vec<String> {
    ships
        .iter()
        .map(|ship| {
            let kind = match ship.kind {
                ShipKind::Gunboat => "gunboat",
                ShipKind::Transport => "transport",
            };
            let aboard = if ship.aboard == 0 { String::new() } else { format!(" with {} aboard", counted(ship.aboard, "unit", "units")) };
            format!("{kind} {}{}{aboard}", ship.name, if ship.damaged { " (damaged)" } else { "" })
        })
        .collect()
}

/// What stands for the rest of a picture that has nothing else to call it by.
pub(super) const MORE: &str = " …and more.";

/// As many sentences as fit, from the first on; of one that does not, its beginning up to a comma or semicolon, and then what stands for the `rest`.
pub(super) fn within(sentences: &[String], longest: usize, rest: &str) -> String {
    let mut text = String::new();
    for (index, sentence) in sentences.iter().enumerate() {
        let space = usize::from(index > 0);
        let last = index + 1 == sentences.len();
        let room = longest - if last { 0 } else { rest.chars().count() };
        let used = text.chars().count() + space;
        if used + sentence.chars().count() <= room {
            if space == 1 {
                text.push(' ');
            }
            text.push_str(sentence);
            continue;
        }
        let left = (longest - rest.chars().count()).saturating_sub(used);
        let beginning: String = sentence.chars().take(left).collect();
        if let Some(at) = beginning.rfind([';', ',']) {
            if space == 1 {
                text.push(' ');
            }
            text.push_str(&beginning[..at]);
        }
        text.push_str(rest);
        break;
    }
    text
}
