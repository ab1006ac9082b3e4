//! A second campaign needs no Rust: a small pack of another war is loaded, told and played to its end.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

use engine::campaign::rulebook::{Line, rules};
use engine::campaign::{Options, Purpose, Reason, SupplySystem};
use engine::pack::Pack;
use staff::simulate::{Battles, Plan, Which, simulate};

/// The pack of the Two Rivers, read as the umpire reads the directory that its settings name.
fn two_rivers() -> Arc<Pack> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../engine/tests/packs/doab");
    let sources: BTreeMap<String, String> = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .map(|path| (path.file_name().unwrap().to_str().unwrap().to_owned(), std::fs::read_to_string(&path).unwrap()))
        .collect();
    Arc::new(Pack::load(sources).unwrap_or_else(|errors| panic!("{errors}")))
}

/// Words of the war that the umpire comes with.
const OTHER_WAR: [&str; 20] = [
    "island",
    "dhow",
    "zariba",
    "mahd",
    "egypt",
    "british",
    "sudan",
    "suakin",
    "gordon",
    "graham",
    "hicks",
    "kitchener",
    "khartoum",
    "san juan",
    "friday harbor",
    "sultan",
    "bordein",
    "kassala",
    "dervish",
    "cairo",
];

#[test]
fn a_pack_of_another_war_is_played_to_its_end_by_both_staffs() {
    let pack = two_rivers();
    for staff in [Which::Random, Which::Cautious] {
        for supply in [SupplySystem::Simple, SupplySystem::Advanced] {
            let options = Options { supply, storming: true, ..Options::default() };
            let plan = Plan { pack: Arc::clone(&pack), scenario: "summer".to_owned(), options, staff, battles: Battles::Dice, seed: 7 };
            let tally = simulate(&plan, 60, || {});
            assert_eq!(tally.campaigns, 60);
            assert!(!tally.endings.contains_key("unfinished"), "{staff:?}: {:?}", tally.endings);
            assert!(tally.triggers.contains_key("commissioner"), "{staff:?}: {:?}", tally.triggers);
        }
    }
}

#[test]
fn no_rule_of_another_war_names_this_one() {
    let pack = two_rivers();
    let options = Some(Options { supply: SupplySystem::Advanced, storming: true, field_force_by_card: true, ..Options::default() });
    let mut told = String::new();
    for options in [None, options] {
        for rule in rules(&pack, options) {
            let rulings: Vec<&str> = rule.rulings.iter().map(|(_, phrase)| phrase.as_str()).collect();
            told.push_str(&[rule.heading.as_str(), &rule.chapter, &rule.says].join(" "));
            told.push_str(&[rule.also.join("; "), rulings.join("; "), rule.here.join("; "), rule.see.join("; ")].join("\n"));
            for line in &rule.lines {
                match line {
                    Line::Adds { reason, why, .. } => told.push_str(&format!("{why} {}\n", reason.describe(&pack))),
                    Line::Row { on, brings } => told.push_str(&format!("{on} {brings}\n")),
                }
            }
        }
    }
    for purpose in [Purpose::Governor, Purpose::EnemyFoot, Purpose::Encounter] {
        told.push_str(&purpose.describe(&pack));
    }
    for reason in [Reason::Expedition, Reason::Governor, Reason::IslandAllEnemy, Reason::FortifiedTownEnemy, Reason::BetweenTwoHeld] {
        told.push_str(&reason.describe(&pack));
    }
    let lower = told.to_lowercase();
    for word in OTHER_WAR {
        let found = lower.find(word).map(|at| &lower[at.saturating_sub(80)..(at + 60).min(lower.len())]);
        assert!(found.is_none(), "{word}: {found:?}");
    }
    for name in ["district", "Mr Lawford", "Colonel Penny", "mutineer", "Queen's"] {
        assert!(told.contains(name), "{name}");
    }
    assert!(!told.contains('['), "a word in brackets is left: {:?}", told.find('[').map(|at| &told[at..at + 40]));
}
