//! The gridded battle's `RULES-TABLETOP.md` against the sources: what it names must be there.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

use std::collections::BTreeMap;
use std::path::Path;

const TABLE: &str = include_str!("../RULES-TABLETOP.md");

/// What is counted over many seeds, from outside.
const FREQUENCIES: [(&str, &str); 2] = [
    ("tabletop_frequencies", include_str!("tabletop_frequencies.rs")),
    ("tabletop_turn_frequencies", include_str!("tabletop_turn_frequencies.rs")),
];

/// The texts of a module: its own file and its `tests.rs`.
fn sources(folder: &Path, found: &mut BTreeMap<String, Vec<String>>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            sources(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            let stem = |path: &Path| path.file_stem().unwrap().to_str().unwrap().to_owned();
            let name = if ["tests", "mod"].contains(&stem(&path).as_str()) { stem(path.parent().unwrap()) } else { stem(&path) };
            found.entry(name).or_default().push(std::fs::read_to_string(&path).unwrap());
        }
    }
}

fn paths(cell: &str) -> Vec<(String, String)> {
    let path = |text: &str| text.rsplit_once("::").map(|(module, name)| (module.to_owned(), name.to_owned())).unwrap();
    cell.split('`').skip(1).step_by(2).map(path).collect()
}

fn rows() -> Vec<Vec<&'static str>> {
    let rows = TABLE.lines().filter(|line| line.starts_with("| ") && !line.starts_with("| Rulebook"));
    rows.map(|row| row.trim_matches('|').split('|').map(str::trim).collect()).collect()
}

#[test]
fn every_function_and_test_that_the_table_of_the_tabletop_names_exists() {
    let mut found = BTreeMap::new();
    sources(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../src/tabletop"), &mut found);
    found.extend(FREQUENCIES.map(|(module, text)| (module.to_owned(), vec![text.to_owned()])));
    let has = |module: &str, wanted: &str| found.get(module).is_some_and(|texts| texts.iter().any(|text| text.contains(wanted)));
    for row in rows() {
        assert_eq!(row.len(), 4, "a row of four cells: {row:?}");
        let (functions, tests) = (paths(row[2]), paths(row[3]));
        assert!(functions.len() == 1 && !tests.is_empty(), "a function, and a test at least: {row:?}");
        let (module, name) = &functions[0];
        assert!(has(module, &format!("fn {name}(")) || has(module, &format!("fn {name}<")), "{module}::{name}");
        for (module, name) in &tests {
            assert!(has(module, &format!("#[test]\nfn {name}(")), "test {module}::{name}");
        }
    }
    assert!(rows().len() >= 10, "{} rows", rows().len());
}

#[test]
fn every_test_of_the_tabletop_that_cites_a_ruling_is_named_where_its_ruling_is() {
    let mut found = BTreeMap::new();
    sources(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../src/tabletop"), &mut found);
    let cited = |name: &str| -> Vec<String> {
        let words = name.split('_').filter(|word| word.len() == 3 && word.starts_with(['t', 'n']));
        words.filter(|word| word[1..].bytes().all(|digit| digit.is_ascii_digit())).map(str::to_uppercase).collect()
    };
    for text in found.values().flatten() {
        for name in text.split("#[test]\nfn ").skip(1).filter_map(|test| test.split('(').next()) {
            for ruling in cited(name) {
                assert!(rows().iter().any(|row| row[1].contains(&ruling)), "no row names {ruling}, which {name} cites");
            }
        }
    }
}

#[test]
fn every_test_of_frequencies_is_named_in_the_table() {
    let named: Vec<(String, String)> = rows().iter().flat_map(|row| paths(row[3])).collect();
    for (module, text) in FREQUENCIES {
        for name in text.split("#[test]\nfn ").skip(1).filter_map(|test| test.split('(').next()) {
            assert!(named.contains(&(module.to_owned(), name.to_owned())), "no row names {module}::{name}");
            let rulings = name.split('_').filter(|word| word.len() == 3 && rulings_of(&word.to_uppercase()).len() == 1);
            for ruling in rulings.map(str::to_uppercase) {
                assert!(rows().iter().any(|row| row[1].contains(&ruling)), "no row names {ruling}, which {name} cites");
            }
        }
    }
}

/// The headings of the text that say rules, in its order.
const HEADINGS: [&str; 44] = [
    "The battlefield",
    "Anglo-Egyptian units",
    "Dervish units",
    "Transport and Leaders",
    "Typical armies",
    "Anglo-Egyptian unit tactical formations",
    "Dervish unit tactical formations",
    "The effect of unit tactical formation",
    "Infantry battalion and dismounted camelry regiment Squares",
    "Brigade Squares",
    "Restrictions",
    "Heroic Leadership cards",
    "Before battle begins",
    "Turn sequence",
    "Hand-to-hand combat",
    "Hand-to-hand combat modifiers",
    "Hand-to-hand combat outcomes",
    "Action points",
    "Movement",
    "Action point movement tariff",
    "Charging",
    "Charging modifiers",
    "Charging outcomes",
    "Firing",
    "Weapon ranges",
    "Firearms",
    "Artillery and machine guns",
    "The effects of cover",
    "Disorganisation",
    "Disorganisation modifiers",
    "Break off battle",
    "Dismounted Anglo-Egyptian camelry",
    "Leaders in combat",
    "Gunboats",
    "River boats",
    "Bashi-Bazouks",
    "Bazingers",
    "Egyptian Gendarmerie",
    "Adjacent squares",
    "Cover",
    "Difficult terrain",
    "Direct line-of-sight",
    "Nearest enemy unit",
    "Vertical and horizontal obstacles",
];

#[test]
fn every_heading_of_the_text_has_a_row() {
    let named: Vec<&str> = rows().iter().flat_map(|row| row[0].split("; ").collect::<Vec<_>>()).collect();
    let others =
        ["Flanks of a unit", "Front of a unit", "Rear of a unit", "Night march to the canal", "Marching across the Sudan", "Form Square!"];
    let missing: Vec<&str> = HEADINGS.into_iter().chain(others).filter(|heading| !named.contains(heading)).collect();
    assert!(missing.is_empty(), "no row: {missing:?}");
}

/// The names of all tests of the tabletop.
fn names() -> Vec<String> {
    let mut found = BTreeMap::new();
    sources(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../src/tabletop"), &mut found);
    let tests =
        |text: &String| text.split("#[test]\nfn ").skip(1).filter_map(|test| test.split('(').next()).map(str::to_owned).collect::<Vec<_>>();
    found.values().flatten().flat_map(tests).collect()
}

/// Rulings that only a campaign's battle needs; the campaign's tests cite them when it fights on the board.
const OF_CAMPAIGNS: [&str; 10] = ["N05", "N08", "N09", "N11", "N12", "N13", "N14", "N15", "N16", "N22"];

#[test]
fn every_ruling_on_the_board_has_a_test_that_cites_it_and_a_row() {
    let names = names();
    let numbers = (1..=63)
        .map(|number| format!("T{number:02}"))
        .chain([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 22].map(|number| format!("N{number:02}")));
    for ruling in numbers.filter(|ruling| !OF_CAMPAIGNS.contains(&ruling.as_str())) {
        let cites = |name: &String| name.split('_').any(|word| word == ruling.to_lowercase());
        assert!(names.iter().any(cites), "no test cites {ruling}");
        assert!(rows().iter().any(|row| row[1].contains(&ruling)), "no row names {ruling}");
    }
}

/// The examples of the text, each as its test begins.
const EXAMPLES: [&str; 37] = [
    "an_example_of_a_brigade_square",
    "hand_to_hand_combat_example_1",
    "hand_to_hand_combat_example_2",
    "action_points_example_1",
    "action_points_example_2",
    "action_points_example_3",
    "an_example_of_orthogonal_and_of_diagonal_movement",
    "an_example_of_movement",
    "movement_example_1",
    "movement_example_2",
    "movement_example_3",
    "movement_example_4",
    "movement_example_5",
    "movement_example_6",
    "movement_example_7",
    "charging_example_1",
    "charging_example_2",
    "example_of_weapon_ranges_being_measured_orthogonally_a_2",
    "example_of_weapon_ranges_being_measured_orthogonally_a_3",
    "firing_example_1",
    "firing_example_2",
    "firing_example_3_whole",
    "firing_example_4_whole",
    "disorganisation_example_1",
    "disorganisation_example_2_whole",
    "break_off_battle_example",
    "dismounted_camelry_example_1",
    "dismounted_camelry_example_2",
    "leaders_in_combat_example",
    "gunboat_example_1",
    "gunboat_example_2_whole",
    "gunboat_example_3_whole",
    "river_boat_example_1",
    "river_boat_example_2",
    "bashi_bazouks_example",
    "egyptian_gendarmerie_example_1",
    "egyptian_gendarmerie_example_2",
];

#[test]
fn every_example_of_the_text_is_a_test_by_its_name() {
    let names = names();
    for example in EXAMPLES.into_iter().chain(["egyptian_gendarmerie_example_3"]) {
        assert!(names.iter().any(|name| name.starts_with(example)), "no test is {example}");
    }
}

/// What the rulings that a row names are called, as they stand in the text: T01 …, N01 ….
fn rulings_of(text: &str) -> std::collections::BTreeSet<String> {
    let words = text.split(|letter: char| !letter.is_ascii_alphanumeric());
    words
        .filter(|word| word.len() == 3 && word.starts_with(['T', 'N']) && word[1..].bytes().all(|digit| digit.is_ascii_digit()))
        .map(str::to_owned)
        .collect()
}

#[test]
fn every_heading_of_the_table_is_answered_in_our_own_words_and_nothing_else_is() {
    let pack = engine::tabletop::pack::BattlePack::embedded().unwrap();
    let listed: std::collections::BTreeSet<&str> = rows().iter().flat_map(|row| row[0].split("; ")).collect();
    let answered: std::collections::BTreeSet<&str> = pack.rulebook.iter().map(|paragraph| paragraph.heading.as_str()).collect();
    assert_eq!(listed, answered);
    for paragraph in &pack.rulebook {
        assert!(!paragraph.text.contains(['{', '}']), "{}: {}", paragraph.heading, paragraph.text);
        for ruling in &paragraph.rulings {
            assert_eq!(rulings_of(ruling).len(), 1, "{}: {ruling} is no ruling", paragraph.heading);
        }
    }
    let tariff = &pack.paragraph("Action point movement tariff").unwrap().text;
    assert!(tariff.starts_with("A square 2, diagonally 3; an obstacle 2 more; through a friend 2 more; a turn 1;"), "{tariff}");
}
