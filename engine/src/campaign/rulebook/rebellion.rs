//! *How The Rebellion Spreads*.

use super::rule::{Rule, named, units};
use crate::campaign::roll::Reason;
use crate::pack::{GarrisonFate, IslandId, LocationId, Pack, RandomEffect, Topic};

const CHAPTER: &str = "How The Rebellion Spreads";

pub(super) fn rules(pack: &Pack) -> Vec<Rule> {
    let table = &pack.tables.revolt;
    let add = &table.modifiers;
    let besieged = table.besieged_from_units;
    let small = units(besieged.saturating_sub(1));
    vec![
        Rule::new(
            CHAPTER,
            "Revolt",
            format!(
                "A village or town rises when {} and its modifiers come to {} or more; a fortified town needs {}. The more of its neighbours are lost, the likelier it goes.",
                table.dice, table.needs, table.needs_fortified_town
            ),
        )
        .also(["uprising", "revolt roll", "revolt modifiers"])
        .adds(add.adjacent_location, Reason::AdjacentLocation(LocationId::at(0)), "for each adjacent place in revolt")
        .adds(add.adjacent_island, Reason::AdjacentIsland(IslandId::at(0)), "once, if an adjacent [island] is all in revolt")
        .adds(add.own_island, Reason::OwnIsland(IslandId::at(0)), "fortified town only: the rest of its [island] is in revolt")
        .ruling(2, "the rest of the [island] means every place on it that is not a fortified town; it counts once")
        .ruling(3, "[a island] is all in revolt when every place is, fortified towns too")
        .ruling(37, "adjacent is a path with no third place on it, never across water")
        .ruling(55, "no die is thrown for what is certain or impossible")
        .see(["Occupied Spaces", "Pacification"]),
        Rule::new(
            CHAPTER,
            "How The Rebellion Spreads",
            "Once a turn, after the draw, every place that is neither in revolt nor besieged nor pacified by the [allies] is rolled for. The players may choose the order.",
        )
        .also(["rebellion phase"])
        .ruling(6, "a revolt counts at once for the rolls after it; unless you say otherwise the order is that of Random Locations")
        .see(["Revolt", "Occupied Spaces", "Important Note"]),
        Rule::new(
            CHAPTER,
            "Occupied Spaces",
            format!(
                "Where a place rises under a garrison of {small} or fewer, a die says what becomes of it. From {besieged} units on the place is besieged instead."
            ),
        )
        .also(["mutiny", "garrison", "retreat of a garrison", "revolt stopped"])
        .rows(&pack.tables.garrison_fate, |fate| {
            match fate {
                GarrisonFate::Mutiny => "mutiny: the garrison joins the revolt and is gone",
                GarrisonFate::Retreat => "retreat: the garrison gets out, and the place is lost",
                GarrisonFate::Stopped => "the revolt is stopped, until next turn's roll",
            }
            .to_owned()
        })
        .ruling(8, "[allied] units count towards the size of a garrison, but never mutiny: they retreat")
        .ruling(44, "to the nearest place neither in revolt nor besieged, or from a port to any friendly port; with nowhere to go the garrison is destroyed")
        .see(["Revolt", "Sieges"]),
        Rule::new(
            CHAPTER,
            "Sieges",
            format!("A place that rises under {besieged} units or more is not lost: it is besieged, at level 1, and its fate is rolled for at the end of the turn."),
        )
        .ruling(4, "a besieged place is still ours: no victory points, no neighbour in revolt, no further revolt roll")
        .see(["Under Siege", "Siege Outcome", "Siege Table"]),
        important_note(pack),
        Rule::new(
            CHAPTER,
            "Pacification",
            format!(
                "A place taken back by [native] troops is marked green and needs {} to rise again. One taken back by [allied] troops is marked red, and never rises again.",
                table.needs_pacified
            ),
        )
        .also(["green marker", "red marker", "retaken", "pacified"])
        .see(["Revolt", "Places changing hands"]),
        Rule::new(
            CHAPTER,
            "Places changing hands",
            "A place may also come over, or be lost, without a march: by a card, a random event, or a siege. Its victory points count like any other's.",
        )
        .ruling(42, changing_hands(pack))
        .see(["Pacification", "Victory Points"]),
    ]
}

fn important_note(pack: &Pack) -> Rule {
    let sheltered: Vec<String> = pack
        .map
        .locations
        .iter()
        .filter(|location| !location.rises_only_with.is_empty())
        .map(|location| {
            let others = named(location.rises_only_with.iter().map(|other| pack.location_name(other)));
            format!("{} is rolled for only while {others} are all [enemy]-held", location.name)
        })
        .collect();
    let sheltered_names = pack.map.locations.iter().filter(|location| !location.rises_only_with.is_empty()).map(|location| &location.name);
    Rule::new(CHAPTER, "Important Note", format!("{}. Retake any one of them, and it is safe.", sheltered.join("; ")))
        .also(sheltered_names.flat_map(|name| [format!("{name} in revolt"), format!("when can {name} revolt")]))
        .ruling(34, "when it is rolled for, it is a fortified town like the others, with all modifiers")
        .see(["Revolt"])
}

fn changing_hands(pack: &Pack) -> String {
    let mut phrase = "where no troops took it back it bears no mark".to_owned();
    if let Some(raid) = pack.words.heading_of(Topic::Raid) {
        phrase.push_str(&format!(", except that {raid} counts as [allied]"));
    }
    if let Some(event) = pack.random_events.iter().find(|event| event.effect == RandomEffect::SiegeBetrayed) {
        phrase.push_str(&format!("; event {} takes its garrison along", event.number));
    }
    phrase
}
