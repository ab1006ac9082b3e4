//! What things are called in the mini-game of the siege: sides, spaces, units, cards, and who stands where.

use engine::khartoum::ids::{CardId, SpaceId, UnitId, Units};
use engine::khartoum::pack::cards::{Activation, Criteria};
use engine::khartoum::pack::counters::{Class, Contingent};
use engine::khartoum::pack::map::Terrain;
use engine::khartoum::state::State;
use engine::tabletop::side::Side;

use crate::words;

/// What the game is called.
#[must_use]
pub fn title(state: &State) -> &str {
    &state.pack.tables.title
}

/// A side as it stands in a sentence: "the Mahdists".
#[must_use]
pub fn side(state: &State, side: Side) -> &str {
    state.pack.tables.sides.of(side)
}

/// A side as it begins a sentence: "The Mahdists".
#[must_use]
pub fn the_side(state: &State, side: Side) -> String {
    words::sentence_case(self::side(state, side))
}

/// A side as a heading has it, without its article: "Mahdists".
#[must_use]
pub fn bare_side(state: &State, side: Side) -> &str {
    let named = self::side(state, side);
    named.strip_prefix("the ").unwrap_or(named)
}

/// A space.
#[must_use]
pub fn space(state: &State, space: SpaceId) -> &str {
    state.pack.space_name(space)
}

/// A unit as it stands in a sentence: the enemy's chief by title, "the Mahdi", all others by name.
#[must_use]
pub fn unit(state: &State, unit: UnitId) -> String {
    let name = state.pack.unit_name(unit);
    if state.pack.counters.chief == Some(unit) { format!("the {name}") } else { name.to_owned() }
}

/// A unit as it begins a sentence: "The Mahdi".
#[must_use]
pub fn the_unit(state: &State, unit: UnitId) -> String {
    words::sentence_case(&self::unit(state, unit))
}

/// Units by name: "the Mahdi and Ali"; "nobody" where there are none.
#[must_use]
pub fn units(state: &State, units: Units) -> String {
    let all: Vec<String> = units.iter().map(|unit| self::unit(state, unit)).collect();
    if all.is_empty() { "nobody".to_owned() } else { words::list(&all) }
}

/// The same as they begin a sentence: "The Mahdi and Ali".
#[must_use]
pub fn the_units(state: &State, units: Units) -> String {
    words::sentence_case(&self::units(state, units))
}

/// So many units: "one unit", "three units".
#[must_use]
pub fn number_of_units(count: usize) -> String {
    words::count(count, "unit", "units")
}

/// Few units by name, many by their number.
#[must_use]
pub fn units_shortly(state: &State, of: Units) -> String {
    if of.len() > 3 { number_of_units(of.len()) } else { units(state, of) }
}

/// A card: "K-05 Breakout".
#[must_use]
pub fn card(state: &State, card: CardId) -> String {
    state.pack.card(card).map_or_else(|| "a card".to_owned(), |row| format!("{} {}", row.key, row.title))
}

/// A contingent of ours.
#[must_use]
pub fn contingent(state: &State, contingent: Contingent) -> &str {
    state.pack.tables.contingents.of(contingent)
}

/// How a unit moves, in a word.
#[must_use]
pub const fn class(class: Class) -> &'static str {
    match class {
        Class::Foot => "foot",
        Class::Cavalry => "cavalry",
        Class::Camel => "camels",
        Class::Leader => "leader",
        Class::Boat => "river boat",
        Class::Garrison => "garrison",
    }
}

/// A unit with its numbers: "foot, strength 4, elite".
#[must_use]
pub fn what_it_is(state: &State, of: UnitId) -> String {
    let Some(row) = state.unit(of) else { return String::new() };
    let mut told = format!("{}, strength {}", class(row.class), row.strength);
    if row.elite {
        told.push_str(", elite");
    }
    if row.eliminates {
        told.push_str(", lost if it panics");
    }
    told
}

/// What a space is, as it is now.
#[must_use]
pub fn terrain(state: &State, space: SpaceId) -> String {
    let points = state.space(space).map_or(0, |row| row.victory_points);
    let kind = match state.terrain(space) {
        Terrain::Fortress => "fortress",
        Terrain::Town => "town",
        Terrain::River => "river",
        Terrain::Port => "port",
        Terrain::Open => "open country",
        Terrain::Desert => "desert",
    };
    if points > 0 { format!("{kind}, {points} VP") } else { kind.to_owned() }
}

/// How many enemy units stand unseen in a space, for who may not see them.
#[must_use]
pub fn unseen(seen: &State, space: SpaceId) -> u8 {
    seen.unseen.stacks.get(space.index()).copied().unwrap_or(0)
}

/// Whether how many of the enemy's units are in a space is hidden: where a battle is fought all are seen (K24).
#[must_use]
pub fn hides_numbers(seen: &State, space: SpaceId) -> bool {
    seen.unseen.numbers && seen.battle.is_none_or(|battle| battle.space != space)
}

/// The units of a side in a space as a seat sees them, with their strength: "the Mahdi (strength 3) and 4 more"; nothing where it has none.
#[must_use]
pub fn stack(seen: &State, side: Side, space: SpaceId) -> Option<String> {
    let there = seen.units(side, space);
    let unseen = if side == Side::Enemy { unseen(seen, space) } else { 0 };
    if there.is_empty() && unseen == 0 {
        return None;
    }
    let strength: u32 = there.iter().filter_map(|unit| seen.unit(unit)).map(|row| u32::from(row.strength)).sum();
    let mut told = format!("{} (strength {strength})", units(seen, there));
    if unseen > 0 {
        told.push_str(&format!(" and {unseen} more"));
    } else if side == Side::Enemy && hides_numbers(seen, space) {
        told.push_str(" and whoever is under it");
    }
    Some(told)
}

/// What a card does, in words of ours: recruits, who moves, effects, what becomes of it.
#[must_use]
pub fn what_it_does(state: &State, which: CardId) -> String {
    let Some(card) = state.pack.card(which) else { return String::new() };
    let mut parts: Vec<String> = Vec::new();
    match card.criteria {
        Some(Criteria::TownHeld) => parts.push(format!("only if {} occupy a town", side(state, card.side))),
        Some(Criteria::GarrisonAndInfantry) => parts.push("only with a garrison on the map and infantry in the box".to_owned()),
        Some(Criteria::NativesToMislead) => parts.push("only if there are units to lead astray".to_owned()),
        None => {}
    }
    if !card.recruit_named.units.is_empty() {
        let also: Vec<&str> = card.recruit_named.also.iter().map(|at| space(state, at)).collect();
        let also = if also.is_empty() { String::new() } else { format!(", also in {}", words::list(&also)) };
        parts.push(format!("recruits {}{also}", units(state, card.recruit_named.units)));
    }
    if card.recruit_native > 0 {
        let native = contingent(state, Contingent::Native);
        parts.push(format!(
            "{} of the owner's choice",
            words::count(card.recruit_native.into(), &format!("{native} recruit"), &format!("{native} recruits"))
        ));
    }
    if card.recruit_by_lot.units > 0 {
        let anywhere = if card.recruit_by_lot.anywhere { ", in any spaces without the other side" } else { "" };
        parts.push(format!("{} by lot{anywhere}", words::count(card.recruit_by_lot.units.into(), "recruit", "recruits")));
    }
    if card.convert_garrison {
        parts.push("a garrison becomes infantry from the box".to_owned());
    }
    if card.defect > 0 {
        parts.push(format!("a small garrison next to a unit of theirs goes over on 1 to {}", card.defect));
    }
    if let Some(whose) = card.move_enemy {
        let (spaces, dice) = if state.options.guides_everywhere { ("all spaces", "a die each") } else { ("one space", "a die") };
        parts.push(format!("{} units of {spaces} are led astray by {dice}", contingent(state, whose)));
    }
    if card.allowance > 0 {
        parts.push(format!("all march {} further", words::count(card.allowance.into(), "space", "spaces")));
    }
    if card.fire.1 != 0 {
        parts.push(format!("fire {:+} for {} this turn", card.fire.1, units(state, card.fire.0)));
    }
    if let Some((at, kind)) = card.terrain {
        let kind = if kind == Terrain::Town { "a town" } else { "changed" };
        parts.push(format!("{} is {kind} for this player turn", space(state, at)));
    }
    if card.superiority {
        parts.push("superiority without dice in all battles of this player turn".to_owned());
    }
    match card.activate {
        Activation::Allied => parts.push(format!("the {} contingent moves", contingent(state, Contingent::Allied))),
        Activation::Native => parts.push(format!("the {} contingent moves", contingent(state, Contingent::Native))),
        Activation::Both => parts.push("both contingents move".to_owned()),
        Activation::Either => parts.push("one contingent moves, of the owner's choice".to_owned()),
        Activation::All => parts.push("all move".to_owned()),
    }
    if card.reshuffle {
        parts.push("a discard goes back into the set first".to_owned());
    }
    match (card.hold, card.remove) {
        (true, true) => parts.push("may be held; then out of play".to_owned()),
        (true, false) => parts.push("may be held".to_owned()),
        (false, true) => parts.push("then out of play".to_owned()),
        (false, false) => {}
    }
    format!("{}.", words::sentence_case(&parts.join("; ")))
}

/// The turn's months and the Nile: "January-February 1884, low Nile".
#[must_use]
pub fn season(state: &State) -> String {
    let months = state.turn.checked_sub(1).and_then(|place| state.pack.tables.turn.get(usize::from(place))).map_or("", |row| &row.months);
    format!("{months}, {}", if state.is_flood() { "the river in flood" } else { "the river low" })
}
