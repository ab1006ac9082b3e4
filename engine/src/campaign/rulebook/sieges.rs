//! *Sieges*; the *Optional Rules* of sieges and of meeting the enemy at sea.

use super::rule::{Rule, or_more, units, whether};
use crate::campaign::options::Options;
use crate::campaign::roll::Reason;
use crate::campaign::rules::sieges::{CAVALRY_THAT_TELLS, GUNS_THAT_TELL, UNITS_THAT_TELL, levels, siege_table};
use crate::pack::{Pack, RandomEffect, SiegeOutcome, SiegeResult, Topic};

const CHAPTER: &str = "Sieges";
const OPTIONAL: &str = "Optional Rules";

pub(super) fn rules(pack: &Pack, options: Option<Options>) -> Vec<Rule> {
    let highest = pack.tables.siege.highest_level;
    vec![
        Rule::new(
            CHAPTER,
            "Under Siege",
            "A besieged place is entered and left by ship, if it is a port. By land a relief battle has to be won to get in, and a breakout to get out; either is fought against the usual [enemy] force.",
        )
        .also(["besieged", "relief", "relieve a siege", "lift a siege"])
        .ruling(29, "a relief that wins lifts the siege, also where the garrison breaks out to meet it; a force that merely lands joins it")
        .here(options, |options| {
            whether(options.relief_joins_siege, "a relief that wins gets in and is besieged with the rest.", "a relief that wins lifts the siege.")
        })
        .here(options, |options| {
            whether(options.siege_reinforcement, "boats with troops run in at a risk.", "boats run in freely.")
        })
        .see(["Garrison Sortie/Breakout", "Siege Outcome", "Reinforcements/Replacements During a Siege"]),
        Rule::new(
            CHAPTER,
            "Siege Outcome",
            "At the end of the turn each siege is resolved: the garrison sallies out, breaks out or sits tight; the Siege Table is rolled on; the level is adjusted.",
        )
        .also(["sieges phase", "resolve sieges"])
        .ruling(4, "a siege begun in this turn's Rebellion phase is resolved this turn too")
        .here(options, |options| whether(options.storming, "the besiegers may storm a garrison that does not sally.", "the besiegers do not storm."))
        .see(["Sortie Table", "Siege Table", "Adjust Siege Level"]),
        sortie_table(pack),
        Rule::new(
            CHAPTER,
            "Garrison Sortie/Breakout",
            "For a sortie as many units as you like are told off and the Sortie Table is rolled on; the rest bears no risk. A breakout is a battle on the table, and those who get off it roll for the enemy in the next space.",
        )
        .also(["sortie", "breakout", "break out", "sally"])
        .ruling(29, "a breakout won frees those who left; if nobody stays behind, the place falls")
        .see(["Sortie Table", "Siege Table"]),
        siege_table_rule(pack, options),
        Rule::new(
            CHAPTER,
            "Adjust Siege Level",
            format!("A siege that is neither broken nor decided tightens by one level at the end of every turn, to {highest} at most."),
        )
        .also(["siege level", "tightens"])
        .ruling(20, "where the table says two levels it is two in all; any other \"tightens\" is the usual one")
        .see(["Siege Table"]),
        Rule::new(CHAPTER, "Redoubts", "A redoubt is ground for the battle on your table: put it there, with its guns, where the garrison wants it. No roll of the campaign asks for it.")
            .also(["fort"])
            .ruling(30, "shown with its place, and lost with it")
            .see(pack.words.rules.iter().filter(|rule| rule.of == Some(Topic::Redoubts)).map(|rule| rule.heading.as_str())),
        storming(pack, options),
        boats(pack, options),
        gunboats(pack, options),
        gunboat_encounters(pack, options),
    ]
}

fn sortie_table(pack: &Pack) -> Rule {
    let table = &pack.tables.sortie;
    let add = &pack.tables.sortie_modifiers;
    Rule::new(
        CHAPTER,
        "Sortie Table",
        format!(
            "{}, with modifiers for those who sally. A disaster or a limited success tells in this turn's siege roll as well.",
            table.dice
        ),
    )
    .also(["sortie modifiers", "sortie roll"])
    .adds(add.each_four_units, Reason::EachFourUnits, format!("for each {UNITS_THAT_TELL} units that sally"))
    .adds(add.two_or_more_cavalry, Reason::TwoCavalry, format!("{CAVALRY_THAT_TELLS} or more of them are cavalry"))
    .open_rows(table, |row| {
        let lost = match (row.loses_percent, row.loses_units) {
            (0, 0) => String::new(),
            (0, count) => format!(", {} lost", units(count)),
            (share, _) => format!(", {share}% of those who sallied lost"),
        };
        let level = if row.level == 0 { String::new() } else { format!(", siege level {:+}", row.level) };
        format!("{}{level}{lost}", row.result)
    })
    .ruling(22, "a level brought to nothing, by whatever, breaks the siege")
    .see(["Garrison Sortie/Breakout", "Siege Table"])
}

fn few(pack: &Pack) -> String {
    let few = &pack.tables.siege.few_units;
    format!("fewer than {} units in a village, {} in a town, {} in a fortified town", few.village, few.town, few.fortified_town)
}

fn outcome(row: &SiegeResult) -> String {
    let lost = match (row.loses_percent, row.loses_units) {
        (0, 0) => String::new(),
        (0, count) => format!(", {} lost", units(count)),
        (share, _) => format!(", {share}% of the units lost"),
    };
    match row.result {
        SiegeOutcome::Lifted => "the siege is broken".to_owned(),
        SiegeOutcome::Continues => format!("it goes on{lost}"),
        SiegeOutcome::Tightens if levels(row) == 1 => format!("it tightens{lost}"),
        SiegeOutcome::Tightens => format!("it tightens by {} levels{lost}", levels(row)),
        SiegeOutcome::Famine => format!("desertion, famine and plague{lost}"),
        SiegeOutcome::Surrender => "surrender: the place falls, with everyone in it".to_owned(),
    }
}

fn siege_table_rule(pack: &Pack, options: Option<Options>) -> Rule {
    let table = siege_table(&pack.tables, options.unwrap_or_default());
    let add = &pack.tables.siege.modifiers;
    let mut rule = Rule::new(
        CHAPTER,
        "Siege Table",
        format!("{} for each siege at the end of the turn. The longer it lasts and the thinner the garrison, the worse.", table.dice),
    )
    .also(["siege modifiers", "siege roll", "surrender", "famine"])
    .adds(add.level_2, Reason::SiegeLevel, "siege level 2")
    .adds(add.level_3, Reason::SiegeLevel, "siege level 3")
    .adds(add.level_4, Reason::SiegeLevel, "siege level 4")
    .adds(add.few_units, Reason::FewUnits, few(pack))
    .adds(add.out_of_supply, Reason::OutOfSupply, "units out of supply")
    .adds(add.disaster, Reason::Sortie, "a sortie ended in disaster this turn")
    .adds(add.limited_success, Reason::Sortie, "a sortie had limited success this turn")
    .adds(add.artillery, Reason::Artillery, format!("{GUNS_THAT_TELL} or more units of artillery in the place"))
    .adds(add.governor, Reason::Governor, "[governor] is there");
    if options.is_none_or(|options| options.gunboats_at_sieges) {
        rule = rule.adds(add.gunboat, Reason::Gunboats, "optional rule: for each gunboat in the port");
    }
    if options.is_none_or(|options| options.storming) {
        rule = rule.adds(add.storm_beaten, Reason::StormBeaten, "optional rule: a storm was beaten off this turn");
    }
    for event in &pack.random_events {
        if let RandomEffect::SiegeModifier { add, .. } = event.effect {
            rule = rule.adds(add, Reason::RandomEvent, format!("random event {}, {}", event.number, event.title));
        }
    }
    rule.open_rows(table, outcome)
        .ruling(21, "a place with nobody left in it falls")
        .here(options, |options| {
            whether(options.earlier_siege_rows, "the earlier row counts where two overlap.", "the later row counts where two overlap.")
        })
        .see(["Siege Outcome", "Adjust Siege Level", "Sortie Table"])
}

fn storming(pack: &Pack, options: Option<Options>) -> Rule {
    let storm = &pack.tables.storm;
    Rule::new(
        OPTIONAL,
        "Sieges-Storming the Defenses!",
        format!(
            "When a garrison does not sally, {} says whether the besiegers storm: they do on {}. The storm is a battle on the table, behind whatever works the place has. Beaten off, it makes this turn's siege roll easier by {}.",
            storm.dice,
            or_more(storm.needs, storm.dice),
            pack.tables.siege.modifiers.storm_beaten.unsigned_abs(),
        ),
    )
    .also(["storm", "storming"])
    .adds(storm.each_level_past_first, Reason::SiegeLevel, "for each siege level past the first")
    .here(options, |options| whether(options.storming, "besiegers may storm.", "this rule is not used."))
    .see(["Siege Outcome", "Siege Table"])
}

fn boats(pack: &Pack, options: Option<Options>) -> Rule {
    Rule::new(
        OPTIONAL,
        "Reinforcements/Replacements During a Siege",
        format!("Boats that bring troops or stores into a besieged port roll {} on the way in.", pack.tables.boats_into_siege.dice),
    )
    .also(["siege reinforcement", "boats into a siege", "run the blockade"])
    .ruling(67, "with no gunboat along nothing is damaged")
    .rows(&pack.tables.boats_into_siege, |row| match row.damage {
        0 => row.result.clone(),
        damage => format!("{}: a gunboat takes {damage} of damage", row.result),
    })
    .here(options, |options| {
        whether(options.siege_reinforcement, "boats run in at this risk.", "this rule is not used: boats run in freely.")
    })
    .see(["Under Siege", "Naval Repairs"])
}

fn gunboats(pack: &Pack, options: Option<Options>) -> Rule {
    let table = &pack.tables.gunboat_at_siege;
    let last = table.rows().last().map(|row| row.result.result.clone());
    Rule::new(
        OPTIONAL,
        "Gunboats During a Siege",
        format!("Gunboats in a besieged port help to hold it; after the siege roll {} for each says what it cost her.", table.dice),
    )
    .also(["gunboats at sieges"])
    .adds(pack.tables.siege.modifiers.gunboat, Reason::Gunboats, "to the siege roll, for each gunboat in the port")
    .rows(table, |row| match row.damage {
        0 if Some(&row.result) == last.as_ref() => "she is sunk".to_owned(),
        0 => row.result.clone(),
        1 => "one marker of damage".to_owned(),
        damage => format!("{damage} markers of damage"),
    })
    .here(options, |options| {
        whether(options.gunboats_at_sieges, "gunboats tell, at this risk.", "this rule is not used: gunboats do not tell at sieges.")
    })
    .see(["Siege Table", "Naval Repairs"])
}

fn gunboat_encounters(pack: &Pack, options: Option<Options>) -> Rule {
    let table = &pack.tables.gunboat_encounter;
    Rule::new(
        OPTIONAL,
        "Gunboat Encounters",
        format!(
            "Each time ships enter a sea area {} are thrown; on {} they meet the enemy's. Another {} say which, and the duel is fought on the table.",
            table.dice,
            or_more(pack.tables.gunboat_encounter_needs, table.dice),
            table.dice
        ),
    )
    .also(["duel at sea", "[enemy] ships", "[boats]"])
    .rows(table, |fleet| {
        let parts: Vec<String> = [(fleet.heavy, "heavily armed"), (fleet.light, "lightly armed"), (fleet.boats, "[boats] with riflemen")]
            .into_iter()
            .filter(|(count, _)| *count > 0)
            .map(|(count, what)| format!("{count} {what}"))
            .collect();
        parts.join(", ")
    })
    .here(options, |options| whether(options.gunboat_encounters, "ships may meet the enemy's.", "this rule is not used: nobody is met at sea."))
    .see(["Naval Movement", "Naval Repairs"])
}
