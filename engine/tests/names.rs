//! No name of one war stands in the rules: who its people are the pack says. What journals and packs of the first edition wrote is kept
//! word by word, and listed here.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

use std::path::Path;

use engine::campaign::rules::terrain::Army;
use engine::campaign::{Control, Purpose, Purse, Reason};
use engine::pack::{BattleType, Nation, Pack};

/// People, places, sides and boats of the war that the umpire comes with.
const NAMES: [&str; 18] = [
    "gordon",
    "graham",
    "hicks",
    "kitchener",
    "wolseley",
    "suakin",
    "friday",
    "khartoum",
    "mahdi",
    "bordein",
    "kassala",
    "british",
    "egypt",
    "sudan",
    "anglo",
    "dhow",
    "zariba",
    "dervish",
];

/// Words that journals hold for ever.
const OF_JOURNALS: [&str; 29] = [
    r#"#[serde(rename = "with_graham")]"#,
    r#"#[serde(rename = "hicks_lands")]"#,
    r#"#[serde(rename = "gordon_killed")]"#,
    r#"#[serde(rename = "egyptian")]"#,
    r#"#[serde(rename = "british")]"#,
    r#"#[serde(rename = "british_infantry")]"#,
    r#"#[serde(rename = "british_cavalry")]"#,
    r#"#[serde(rename = "british_guns")]"#,
    r#"#[serde(rename = "hicks_landed")]"#,
    r#"#[serde(rename = "hicks_attempted")]"#,
    r#"#[serde(rename = "gordon_moved")]"#,
    r#"#[serde(rename = "dhows")]"#,
    r#"#[serde(rename = "gordon_rolled")]"#,
    r#"#[serde(rename = "hicks_freed")]"#,
    r#"#[serde(rename = "graham_by_card")]"#,
    r#"#[serde(rename = "land_hicks")]"#,
    r#"#[serde(rename = "embark_gordon")]"#,
    r#"#[serde(rename = "mahdist_foot")]"#,
    r#"#[serde(rename = "mahdist_horse")]"#,
    r#"#[serde(rename = "mahdist_rifles")]"#,
    r#"#[serde(rename = "mahdist_guns")]"#,
    r#"#[serde(rename = "mahdist_gun_kind")]"#,
    r#"#[serde(rename = "gordon")]"#,
    r#"#[serde(rename = "island_all_mahdist")]"#,
    r#"#[serde(rename = "fortified_town_mahdist")]"#,
    r#"#[serde(rename = "hicks")]"#,
    r#"#[serde(rename = "anglo_egyptian")]"#,
    r#"#[serde(rename = "mahdist")]"#,
    r#"#[serde(rename = "egyptian_pacified")]"#,
];

/// Words of journals and of packs of the first edition, beside those of later packs.
const OF_THE_FIRST_EDITION: [&str; 26] = [
    r#"#[serde(rename = "egyptian", alias = "native")]"#,
    r#"#[serde(rename = "british", alias = "allied")]"#,
    r#"#[serde(rename = "gordon", alias = "governor")]"#,
    r#"#[serde(rename = "graham", alias = "field force")]"#,
    r#"#[serde(rename = "kitchener", alias = "successor")]"#,
    r#"#[serde(rename = "british location", alias = "allied location")]"#,
    r#"#[serde(rename = "expedition", alias = "hicks expedition")]"#,
    r#"#[serde(default, alias = "gordon")]"#,
    r#"#[serde(default, alias = "graham")]"#,
    r#"#[serde(default, alias = "hicks")]"#,
    r#"#[serde(rename = "random siege without british", alias = "random siege without allies")]"#,
    r#"#[serde(default, rename = "egyptian", alias = "native")]"#,
    r#"#[serde(default, rename = "british", alias = "allied")]"#,
    r#"#[serde(default, rename = "british_infantry", alias = "allied_infantry")]"#,
    r#"#[serde(default, rename = "british_cavalry", alias = "allied_cavalry")]"#,
    r#"#[serde(default, rename = "british_guns", alias = "allied_guns")]"#,
    r#"#[serde(default, rename = "mahdist", alias = "enemy", deserialize_with = "names::location_set")]"#,
    r#"#[serde(default, rename = "mahdist_except", alias = "enemy_except", deserialize_with = "optional_locations")]"#,
    r#"#[serde(alias = "friday_harbor_points")]"#,
    r#"#[serde(alias = "suakin")]"#,
    r#"#[serde(alias = "suakin_with_british")]"#,
    r#"#[serde(rename = "island_all_mahdist", alias = "island_all_enemy")]"#,
    r#"#[serde(rename = "mahdist surprise attack", alias = "surprise attack")]"#,
    r#"#[serde(rename = "anglo-egyptian surprise attack", alias = "our surprise attack")]"#,
    r#"#[serde(alias = "gordon")]"#,
    r#"#[serde(rename = "dhows", alias = "boats")]"#,
];

/// The lines of the engine's code, without comments and tests, each with its file.
fn lines(folder: &Path, found: &mut Vec<(String, String)>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_str().unwrap().to_owned();
        if path.is_dir() {
            lines(&path, found);
        } else if !["tests.rs", "test_kit.rs"].contains(&name.as_str()) && !name.ends_with("_tests.rs") {
            let text = std::fs::read_to_string(&path).unwrap();
            let code = text.split("#[cfg(test)]\nmod tests {").next().unwrap();
            found.extend(
                code.lines()
                    .map(|line| line.split("//").next().unwrap_or_default().trim().to_owned())
                    // The game of that name has a module and a folder of its data.
                    .map(|line| line.replace("pub mod khartoum;", "").replace("/config/khartoum/", "/config/"))
                    .filter(|line| !line.is_empty())
                    .map(|line| (name.clone(), line)),
            );
        }
    }
}

fn code() -> Vec<(String, String)> {
    let mut found = Vec::new();
    lines(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../src"), &mut found);
    found
}

#[test]
fn no_name_of_a_war_stands_in_the_code_but_the_words_of_journals_and_of_the_first_edition() {
    let kept = || OF_JOURNALS.iter().chain(&OF_THE_FIRST_EDITION).copied();
    let mut used = Vec::new();
    for (file, line) in code() {
        let lower = line.to_lowercase();
        if NAMES.iter().any(|name| lower.contains(name)) {
            assert!(kept().any(|word| word == line), "{file}: {line}");
            used.push(line);
        }
    }
    for word in OF_JOURNALS.iter().chain(&OF_THE_FIRST_EDITION) {
        assert!(used.iter().any(|line| line == word), "{word} is kept no more");
    }
}

#[test]
fn no_title_of_a_card_or_an_event_stands_in_the_code() {
    let pack = Pack::embedded().unwrap();
    let titles = pack.cards.iter().map(|card| &card.title).chain(pack.random_events.iter().map(|event| &event.title));
    // Titles that are common words of the rules too.
    let titles: Vec<&String> =
        titles.filter(|title| title.contains(' ') || ["Sandstorms", "Dysentery", "Plague"].contains(&title.as_str())).collect();
    for (file, line) in code().iter().filter(|(_, line)| line.contains('"')) {
        for title in &titles {
            assert!(!line.contains(title.as_str()), "{file}: {line} names {title}");
        }
    }
}

#[test]
fn no_word_of_a_player_s_for_the_sides_stands_in_a_text_of_the_engine() {
    for (file, line) in code() {
        if line.starts_with("#[") {
            continue;
        }
        for text in line.split('"').skip(1).step_by(2) {
            for word in ["Mahdi", "Egyptian", "British", "Sudan", "San Juan", "dhow", "zariba"] {
                assert!(!text.contains(word), "{file}: {text}");
            }
        }
    }
}

#[test]
fn the_rulebook_calls_the_parts_of_the_map_as_the_pack_does() {
    let mut found = Vec::new();
    lines(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../src/campaign/rulebook"), &mut found);
    found.extend(code().into_iter().filter(|(file, _)| file == "roll.rs"));
    for (file, line) in found.iter().filter(|(_, line)| !line.starts_with("#[")) {
        for text in line.split('"').skip(1).step_by(2) {
            let own = ["[island]", "[islands]", "[a island]"].iter().fold(text.to_owned(), |text, tag| text.replace(tag, ""));
            assert!(!own.contains("island"), "{file}: {text}");
        }
    }
}

/// Journals, exports and buttons hold these: the code calls the sides by what they are, and writes them as it always did.
#[test]
fn the_sides_are_written_as_the_first_journals_wrote_them() {
    fn written<T: serde::Serialize + serde::de::DeserializeOwned + PartialEq + std::fmt::Debug>(all: &[T]) -> String {
        let text = serde_json::to_string(all).unwrap();
        assert_eq!(serde_json::from_str::<Vec<T>>(&text).unwrap(), all);
        text.replace(['[', ']', '"'], "").replace(',', " ")
    }
    assert_eq!(
        written(&[Control::Native, Control::NativePacified, Control::Allied, Control::Enemy]),
        "egyptian egyptian_pacified british mahdist"
    );
    assert_eq!(
        written(&[Purpose::EnemyFoot, Purpose::EnemyHorse, Purpose::EnemyRifles, Purpose::EnemyGuns, Purpose::EnemyGunKind]),
        "mahdist_foot mahdist_horse mahdist_rifles mahdist_guns mahdist_gun_kind"
    );
    assert_eq!(written(&[Reason::IslandAllEnemy, Reason::FortifiedTownEnemy]), "island_all_mahdist fortified_town_mahdist");
    assert_eq!(
        written(&[Purse::Native, Purse::Allied, Purse::AlliedInfantry, Purse::AlliedCavalry, Purse::AlliedGuns]),
        "egyptian british british_infantry british_cavalry british_guns"
    );
    assert_eq!(written(&[Army::Ours, Army::Enemy]), "anglo_egyptian mahdist");
    assert_eq!(written(&[Nation::Native, Nation::Allied]), "egyptian british");
    assert_eq!(
        written(&[BattleType::EnemySurpriseAttack, BattleType::OurSurpriseAttack]),
        "mahdist surprise attack anglo-egyptian surprise attack"
    );
}
