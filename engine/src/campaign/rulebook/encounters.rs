//! *Encounters & Combat*.

use super::rule::{Rule, or_more};
use crate::campaign::roll::Reason;
use crate::pack::{Duration, Pack, RandomEffect};

const CHAPTER: &str = "Encounters & Combat";

pub(super) fn rules(pack: &Pack) -> Vec<Rule> {
    vec![encounter_table(pack), encounters(), size(pack), walls(pack)]
}

fn encounter_table(pack: &Pack) -> Rule {
    let table = &pack.tables.encounter;
    let add = &table.modifiers;
    let mut rule = Rule::new(
        CHAPTER,
        "Encounter Table",
        format!("Whether a force meets the enemy where it goes: {} for each space, with the modifiers of its [island].", table.dice),
    )
    .also(["encounter modifiers", "met", "meeting the enemy"])
    .row(or_more(table.movement_point, table.dice), "at a movement point")
    .row(or_more(table.village, table.dice), "at [a enemy] village")
    .row(or_more(table.town, table.dice), "at [a enemy] town")
    .row("always", "at [a enemy] fortified town")
    .adds(add.island_all_enemy, Reason::IslandAllEnemy, "every place on the [island] is [enemy]-held")
    .adds(add.fortified_town_on_island, Reason::FortifiedTownEnemy, "a fortified town on the [island] is [enemy]-held")
    .adds(add.between_two_held, Reason::BetweenTwoHeld, "a movement point between two places of ours");
    if let Some(expedition) = pack.leaders.expedition {
        let why = format!("[expedition] is with the force, on the first {} turns from his landing", expedition.turns);
        rule = rule.adds(expedition.encounter_add, Reason::Expedition, why);
    }
    for event in &pack.random_events {
        if let RandomEffect::EncounterModifier { add, lasts } = event.effect {
            let lasts = if lasts == Duration::Round { "this round" } else { "the rest of the turn" };
            rule = rule.adds(add, Reason::RandomEvent, format!("random event {}, {}: {lasts}", event.number, event.title));
        }
    }
    rule.ruling(10, "two fortified towns on [a island] count once")
        .ruling(27, "between two places of ours it needs more than a die can show, unless something else adds to it")
        .see(["Size of the [enemy] Force", "Type of Battle"])
}

fn encounters() -> Rule {
    Rule::new(
        CHAPTER,
        "Encounters & Combat",
        "Every space a force enters is rolled for. Where the enemy is met the march ends, and a battle is fought there once all have moved. Nobody met in [a enemy] place means it is ours again.",
    )
    .also(["encounter", "combat"])
    .ruling(28, "no roll on entering a friendly place, by land or sea")
    .see(["Encounter Table", "Battles"])
}

fn size(pack: &Pack) -> Rule {
    let force = &pack.tables.force;
    Rule::new(
        CHAPTER,
        "Size of the [enemy] Force",
        "Nobody knows how strong the enemy is until he is met; then the dice say. A new force is rolled for every time.",
    )
    .also(["[enemy] force", "how strong"])
    .row(force.foot.to_string(), "units of foot")
    .row(force.horse.to_string(), "units of horse")
    .row(force.rifles.to_string(), "units with rifles")
    .row(
        force.guns.to_string(),
        format!(
            "a gun on {}: {}, and from {} on a machine gun, otherwise artillery",
            or_more(force.guns_on.into(), force.guns),
            force.guns_kind,
            force.machine_gun_from
        ),
    )
    .see(["Modifiers & Notes", "Type of Battle"])
}

fn walls(pack: &Pack) -> Rule {
    let (force, walls) = (&pack.tables.force, &pack.tables.force.fortified_town);
    Rule::new(
        CHAPTER,
        "Modifiers & Notes",
        "[A enemy] fortified town is always defended, and better: more rifles, more dice for guns, and walls to stand on.",
    )
    .also(["assault", "storming a fortified town", "fortress assault"])
    .row(walls.rifles.to_string(), "units with rifles besides the usual")
    .row(walls.guns.to_string(), format!("an artillery piece for each die that shows {}", or_more(force.guns_on.into(), force.guns)))
    .ruling(16, "every gun in a fortified town is artillery; no machine guns")
    .ruling(47, "one battle on the walls, against the larger force")
    .see(["Size of the [enemy] Force", "Battles"])
}
