//! What `/rule` can say against `RULES.md`, which lists what is kept, and against the rolls that campaigns really make.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

use std::collections::BTreeSet;
use std::mem::discriminant;

use engine::campaign::Seat;
use engine::campaign::rulebook::{self, Line, Rule};
use engine::campaign::rules::pursuit::Situation;
use engine::campaign::{Options, Order, Purpose, Reason, Roll, State, SupplySystem};
use engine::dice::Dice;
use engine::game::Game;
use engine::pack::Pack;

const TABLE: &str = include_str!("../RULES.md");

fn rules() -> Vec<Rule> {
    rulebook::rules(&Pack::embedded().unwrap(), None)
}

fn rule(heading: &str) -> Rule {
    rules().into_iter().find(|rule| rule.heading == heading).unwrap_or_else(|| panic!("no rule is headed {heading}"))
}

/// The rows of the table, each with its chapter, its headings and its statement.
fn rows() -> Vec<(&'static str, Vec<&'static str>, &'static str)> {
    let mut chapter = "";
    let mut rows = Vec::new();
    for line in TABLE.lines() {
        if let Some(heading) = line.strip_prefix("## ") {
            chapter = heading;
        } else if line.starts_with("| ") && !line.starts_with("| Rulebook") {
            let cells: Vec<&str> = line.trim_matches('|').split('|').map(str::trim).collect();
            rows.push((chapter, cells[0].split("; ").collect(), cells[1]));
        }
    }
    assert!(rows.len() > 100, "{} rows", rows.len());
    rows
}

/// The rulings that a text names.
fn rulings(text: &str) -> BTreeSet<u8> {
    let named = text.split(|letter: char| !letter.is_ascii_alphanumeric()).filter_map(|word| word.strip_prefix('R'));
    named.filter_map(|digits| digits.parse().ok()).collect()
}

#[test]
fn every_heading_of_the_table_is_answered_and_nothing_else_is() {
    let listed: BTreeSet<&str> = rows().into_iter().flat_map(|(_, headings, _)| headings).collect();
    let headings: Vec<String> = rules().into_iter().map(|rule| rule.heading).collect();
    let answered: BTreeSet<&str> = headings.iter().map(String::as_str).collect();
    assert_eq!(listed, answered);
    assert_eq!(headings.len(), answered.len(), "a heading twice");
}

#[test]
fn every_rule_belongs_to_a_chapter_that_the_table_puts_it_in() {
    for rule in rules() {
        let chapters: BTreeSet<&str> =
            rows().into_iter().filter(|(_, headings, _)| headings.contains(&rule.heading.as_str())).map(|(chapter, ..)| chapter).collect();
        assert!(chapters.contains(rule.chapter.as_str()), "{} is in {chapters:?}, not in {}", rule.heading, rule.chapter);
    }
}

#[test]
fn every_ruling_the_table_names_under_a_heading_is_told_there() {
    let rules = rules();
    let told = |heading: &str| -> BTreeSet<u8> {
        rules.iter().filter(|rule| rule.heading == heading).flat_map(|rule| rule.rulings.iter().map(|(number, _)| *number)).collect()
    };
    for (_, headings, statement) in rows() {
        let told: BTreeSet<u8> = headings.iter().flat_map(|heading| told(heading)).collect();
        assert!(rulings(statement).is_subset(&told), "{headings:?} tell {told:?}: {statement}");
    }
    let known: BTreeSet<u8> = rows().into_iter().flat_map(|(.., statement)| rulings(statement)).collect();
    for rule in &rules {
        let told = told(&rule.heading);
        assert!(told.is_subset(&known) && told.len() == rule.rulings.len(), "{}: {told:?}", rule.heading);
    }
}

#[test]
fn what_a_rule_goes_on_to_is_there_and_no_two_rules_go_by_one_name() {
    let rules = rules();
    let headings: BTreeSet<String> = rules.iter().map(|rule| rule.heading.to_lowercase()).collect();
    let mut names = headings.clone();
    for rule in &rules {
        for next in &rule.see {
            assert!(headings.contains(&next.to_lowercase()) && *next != rule.heading, "{} goes on to {next}", rule.heading);
        }
        for other in &rule.also {
            assert!(names.insert(other.to_lowercase()), "{}: {other} is another rule's name", rule.heading);
        }
    }
}

#[test]
fn every_rule_is_a_short_paragraph_that_reads_as_one() {
    let pack = Pack::embedded().unwrap();
    for options in [None, Some(Options::default()), Some(everything())] {
        for rule in rulebook::rules(&pack, options) {
            let length = rule.says.chars().count();
            assert!((25..=700).contains(&length), "{}: {length} characters", rule.heading);
            assert!(rule.says.ends_with('.') && !rule.says.contains("  ") && !rule.says.contains(" ."), "{}: {}", rule.heading, rule.says);
            for text in rule.here.iter().map(String::as_str).chain(rule.rulings.iter().map(|(_, phrase)| phrase.as_str())) {
                assert!(!text.trim().is_empty() && text == text.trim(), "{}: {text:?}", rule.heading);
            }
            for line in &rule.lines {
                let (Line::Adds { why: text, .. } | Line::Row { brings: text, .. }) = line;
                assert!(!text.trim().is_empty(), "{}: {line:?}", rule.heading);
            }
        }
    }
}

fn everything() -> Options {
    Options {
        random_start: true,
        storming: true,
        siege_reinforcement: true,
        gunboats_at_sieges: true,
        gunboat_encounters: true,
        supply: SupplySystem::Advanced,
        field_force_by_card: true,
        victor_stops: true,
        fractions_down: true,
        earlier_siege_rows: true,
        relief_joins_siege: true,
        fortified_town_value: Some(15),
        steps: 6,
        steps_per_replacement: 3,
        boards: true,
        rubs: 1,
        both_broken_is_drawn: true,
        gunboats_on_board: true,
    }
}

#[test]
fn every_option_of_a_campaign_changes_what_some_rule_says_of_it() {
    let pack = Pack::embedded().unwrap();
    let usual = rulebook::rules(&pack, Some(Options::default()));
    let all = everything();
    let one_by_one = [
        ("random_start", Options { random_start: true, ..Options::default() }),
        ("storming", Options { storming: true, ..Options::default() }),
        ("siege_reinforcement", Options { siege_reinforcement: true, ..Options::default() }),
        ("gunboats_at_sieges", Options { gunboats_at_sieges: true, ..Options::default() }),
        ("gunboat_encounters", Options { gunboat_encounters: true, ..Options::default() }),
        ("supply", Options { supply: SupplySystem::Advanced, ..Options::default() }),
        ("graham_by_card", Options { field_force_by_card: true, ..Options::default() }),
        ("victor_stops", Options { victor_stops: true, ..Options::default() }),
        ("fractions_down", Options { fractions_down: true, ..Options::default() }),
        ("earlier_siege_rows", Options { earlier_siege_rows: true, ..Options::default() }),
        ("relief_joins_siege", Options { relief_joins_siege: true, ..Options::default() }),
        ("fortified_town_value", Options { fortified_town_value: all.fortified_town_value, ..Options::default() }),
        ("steps", Options { steps: all.steps, ..Options::default() }),
        ("steps_per_replacement", Options { steps_per_replacement: all.steps_per_replacement, ..Options::default() }),
        ("boards", Options { boards: true, ..Options::default() }),
    ];
    for (name, options) in one_by_one {
        let here = rulebook::rules(&pack, Some(options));
        let changed = usual.iter().zip(&here).filter(|(usual, here)| usual.here != here.here).count();
        assert!(changed > 0, "{name} changes nothing that a rule says");
    }
    // What bears on boards alone is told where there are some.
    let boards = Options { boards: true, ..Options::default() };
    let usual = rulebook::rules(&pack, Some(boards));
    for options in [
        Options { rubs: all.rubs, ..boards },
        Options { both_broken_is_drawn: true, ..boards },
        Options { gunboats_on_board: true, ..boards },
    ] {
        let here = rulebook::rules(&pack, Some(options));
        assert!(usual.iter().zip(&here).any(|(usual, here)| usual.here != here.here), "{options:?} changes nothing that a rule says");
    }
}

/// The rule that a roll with modifiers, or with something it needs, belongs to.
fn heading_of(purpose: Purpose) -> Option<&'static str> {
    Some(match purpose {
        Purpose::Revolt(_) => "Revolt",
        Purpose::Encounter => "Encounter Table",
        Purpose::Pursuit => "Pursuit Table",
        Purpose::Sortie(_) => "Sortie Table",
        Purpose::Siege(_) => "Siege Table",
        Purpose::Storm(_) => "Sieges-Storming the Defenses!",
        Purpose::Attrition(_) => "Out of Supply Effects",
        Purpose::Governor => "Gordon Sent to Friday Harbor",
        Purpose::Recall(_) => "General Graham Arrives",
        Purpose::GunboatEncounter => "Gunboat Encounters",
        _ => return None,
    })
}

/// Whether an amount is a sum of some of what a rule adds for a reason: a reason may count more than once.
fn is_a_sum(amount: i8, parts: &[i8]) -> bool {
    let mut sums = BTreeSet::from([0_i16]);
    for _ in 0..16 {
        let more: Vec<i16> = sums.iter().flat_map(|sum| parts.iter().map(move |part| sum + i16::from(*part))).collect();
        sums.extend(more);
    }
    sums.contains(&i16::from(amount))
}

/// Every roll in some events, wherever it stands in them.
fn rolls(value: &serde_json::Value, found: &mut Vec<Roll>) {
    match value {
        serde_json::Value::Object(fields) => {
            if fields.contains_key("faces")
                && let Ok(roll) = serde_json::from_value(value.clone())
            {
                found.push(roll);
            }
            fields.values().for_each(|value| rolls(value, found));
        }
        serde_json::Value::Array(values) => values.iter().for_each(|value| rolls(value, found)),
        _ => {}
    }
}

/// Reasons that have one amount wherever they come up, and those that count for each of something.
fn counts_for_each(reason: Reason, heading: &str) -> bool {
    matches!(reason, Reason::CavalryUnits(_) | Reason::EachFourUnits | Reason::Gunboats | Reason::RandomEvent | Reason::TurnsUnsupplied)
        || (matches!(reason, Reason::SiegeLevel) && heading == "Sieges-Storming the Defenses!")
}

#[track_caller]
fn is_stated(roll: &Roll) -> Vec<(&'static str, Reason)> {
    let Some(heading) = heading_of(roll.purpose) else {
        assert!(roll.modifiers.is_empty(), "no rule is looked at for {roll:?}");
        return Vec::new();
    };
    let rule = rule(heading);
    for modifier in &roll.modifiers {
        let stated: Vec<i8> = rule
            .lines
            .iter()
            .filter_map(|line| match line {
                Line::Adds { add, reason, .. } if discriminant(reason) == discriminant(&modifier.reason) => Some(*add),
                _ => None,
            })
            .collect();
        let each = counts_for_each(modifier.reason, heading);
        let fits = stated.contains(&modifier.add) || (each && is_a_sum(modifier.add, &stated));
        assert!(fits, "{heading} says {stated:?} of {modifier:?}");
    }
    if let Some(needs) = roll.needs {
        let rows = rule.lines.iter().filter_map(|line| if let Line::Row { on, .. } = line { Some(on.as_str()) } else { None });
        let said = format!("{} {} {}", rule.says, rows.collect::<Vec<_>>().join(" "), rulebook_of_pacification());
        let numbers: Vec<&str> = said.split(|letter: char| !letter.is_ascii_digit()).collect();
        assert!(numbers.contains(&needs.to_string().as_str()), "{heading} does not say that {needs} is needed");
    }
    roll.modifiers.iter().map(|modifier| (heading, modifier.reason)).collect()
}

/// What a pacified place needs stands under its own heading.
fn rulebook_of_pacification() -> String {
    rule("Pacification").says
}

/// Plays a campaign with orders picked by a seed, and gives every roll made in it.
fn rolls_of_a_campaign(scenario: &str, options: Options, seed: u64) -> Vec<Roll> {
    let mut state = State::new(Pack::embedded().unwrap());
    let mut dice = Dice::seeded([seed as u8; 32], 0);
    let mut events = state.give(Seat::Commander, &Order::SetUp { scenario: scenario.to_owned(), options }, &mut dice).unwrap();
    let mut choice = seed;
    let mut orders = Vec::new();
    while state.ending().is_none() {
        orders.clear();
        state.legal_orders(Seat::Commander, &mut orders);
        choice = choice.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let order = orders[(choice >> 33) as usize % orders.len()].clone();
        events.extend(state.give(Seat::Commander, &order, &mut dice).unwrap());
    }
    let mut found = Vec::new();
    for event in &events {
        rolls(&serde_json::to_value(event).unwrap(), &mut found);
    }
    found
}

#[test]
fn every_modifier_and_need_of_every_roll_in_a_campaign_is_stated_by_its_rule() {
    let mut seen: BTreeSet<String> = BTreeSet::new();
    for seed in 1..=10_u64 {
        let later = seed.is_multiple_of(2);
        let options = Options { random_start: !later, ..everything() };
        let found = rolls_of_a_campaign(if later { "reconquest" } else { "uprising" }, options, seed);
        assert!(found.len() > 20, "{} rolls", found.len());
        for roll in &found {
            // Names of places and counts are left out: what matters is that each reason of each rule has come up.
            let stated = is_stated(roll);
            seen.extend(stated.iter().map(|(heading, reason)| {
                let reason = format!("{reason:?}");
                format!("{heading}: {}", reason.split('(').next().unwrap_or_default())
            }));
        }
    }
    for expected in [
        "Revolt: AdjacentLocation",
        "Revolt: AdjacentIsland",
        "Revolt: OwnIsland",
        "Encounter Table: IslandAllEnemy",
        "Siege Table: SiegeLevel",
    ] {
        assert!(seen.contains(expected), "{expected} has not come up in {seen:?}");
    }
}

#[test]
fn every_modifier_of_a_pursuit_is_stated_by_its_rule() {
    let tables = &Pack::embedded().unwrap().tables;
    let mut seen = BTreeSet::new();
    for cavalry in 0..4 {
        for theirs in 0..40 {
            let situation = Situation { cavalry, surrounded: theirs % 2 == 0, ours: 10, theirs, left: 10, other: 0 };
            let roll = situation.roll(tables);
            seen.extend(is_stated(&roll).into_iter().map(|(_, reason)| format!("{:?}", discriminant(&reason))));
        }
    }
    let lines = rule("Pursuit Table").lines;
    let stated: BTreeSet<String> = lines
        .iter()
        .filter_map(|line| if let Line::Adds { reason, .. } = line { Some(format!("{:?}", discriminant(reason))) } else { None })
        .collect();
    assert_eq!(seen, stated);
}

#[test]
fn every_modifier_of_the_tables_is_stated_with_its_amount() {
    let tables = &Pack::embedded().unwrap().tables;
    let add = |heading: &str, reason: Reason| -> Vec<i8> {
        rule(heading)
            .lines
            .iter()
            .filter_map(|line| match line {
                Line::Adds { add, reason: other, .. } if discriminant(other) == discriminant(&reason) => Some(*add),
                _ => None,
            })
            .collect()
    };
    let siege = &tables.siege.modifiers;
    assert_eq!(add("Siege Table", Reason::SiegeLevel), [siege.level_2, siege.level_3, siege.level_4]);
    assert_eq!(add("Siege Table", Reason::Sortie), [siege.disaster, siege.limited_success]);
    for (reason, amount) in [
        (Reason::FewUnits, siege.few_units),
        (Reason::Artillery, siege.artillery),
        (Reason::Gunboats, siege.gunboat),
        (Reason::Governor, siege.governor),
        (Reason::OutOfSupply, siege.out_of_supply),
        (Reason::StormBeaten, siege.storm_beaten),
    ] {
        assert_eq!(add("Siege Table", reason), [amount], "{reason:?}");
    }
    let encounter = &tables.encounter.modifiers;
    assert_eq!(add("Encounter Table", Reason::BetweenTwoHeld), [encounter.between_two_held]);
    assert_eq!(add("Encounter Table", Reason::FortifiedTownEnemy), [encounter.fortified_town_on_island]);
    assert_eq!(add("Sortie Table", Reason::EachFourUnits), [tables.sortie_modifiers.each_four_units]);
    assert_eq!(add("Sortie Table", Reason::TwoCavalry), [tables.sortie_modifiers.two_or_more_cavalry]);
}
