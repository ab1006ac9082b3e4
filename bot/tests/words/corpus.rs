//! The exports of earlier days, told: what `umpire replay` and `umpire verify` print for them never changes.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;
use std::time::{Duration, Instant};

use crate::program::output;
use engine::campaign::State;
use engine::pack::Pack;
use engine::tabletop::pack::BattlePack;
use engine::tabletop::state::State as Battle;
use umpire::files::import;

/// Every export of a campaign that is kept, by name.
fn exports() -> Vec<(String, PathBuf)> {
    let exports = exports_in("tests/exports");
    assert!(exports.len() >= 7, "the corpus is here: {exports:?}");
    exports
}

fn exports_in(folder: &str) -> Vec<(String, PathBuf)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
    let files = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let mut exports: Vec<(String, PathBuf)> = files
        .filter(|path| path.extension().is_some_and(|extension| extension == "json"))
        .map(|path| (path.file_stem().unwrap().to_string_lossy().into_owned(), path))
        .collect();
    exports.sort();
    exports
}

fn printed(task: &str, file: &Path) -> String {
    let output = output(Command::new(env!("CARGO_BIN_EXE_umpire")).arg(task).arg(file).env_remove("DISCORD_TOKEN"));
    format!("{}{}", String::from_utf8(output.stdout).unwrap(), String::from_utf8(output.stderr).unwrap())
}

#[test]
fn every_campaign_of_earlier_days_is_replayed_in_the_same_words() {
    for (name, file) in exports() {
        reads!(format!("replay_{name}"), printed("replay", &file));
    }
}

#[test]
fn every_campaign_of_earlier_days_has_the_same_verdict() {
    let verdicts: Vec<String> = exports().iter().map(|(name, file)| format!("{name}: {}", printed("verify", file))).collect();
    reads!("verify_corpus", verdicts.join("\n"));
}

#[test]
fn every_campaign_of_earlier_days_comes_to_the_same_events_when_its_orders_are_given_again() {
    for (name, file) in exports() {
        let bytes = std::fs::read(file).unwrap();
        let export = import::read::<State>(&bytes).unwrap_or_else(|error| panic!("{name}: {}", error.sentence()));
        assert!(serde_json::to_vec(&export).unwrap() == bytes, "{name}: written again, it is the same byte for byte");
        let pack = Arc::new(Pack::load(export.pack.clone()).unwrap());
        let entries = export.entries.clone();
        let imported = import::check(export, &pack, Instant::now() + Duration::from_secs(120));
        let imported = imported.unwrap_or_else(|error| panic!("{name}: {}", error.sentence()));
        assert!(imported.rows == entries, "{name}");
    }
}

#[test]
fn every_battle_of_earlier_days_is_replayed_in_the_same_words_and_comes_to_the_same_events_again() {
    let exports = exports_in("tests/exports/battles");
    assert!(!exports.is_empty(), "the corpus is here");
    for (name, file) in exports {
        reads!(format!("replay_{name}"), printed("replay", &file));
        reads!(format!("verify_{name}"), printed("verify", &file));
        let bytes = std::fs::read(file).unwrap();
        let export = import::read::<Battle>(&bytes).unwrap_or_else(|error| panic!("{name}: {}", error.sentence()));
        assert!(serde_json::to_vec(&export).unwrap() == bytes, "{name}: written again, it is the same byte for byte");
        let pack = BattlePack::load_files(&export.pack).unwrap();
        let entries = export.entries.clone();
        let imported = import::check(export, &pack, Instant::now() + Duration::from_secs(120));
        let imported = imported.unwrap_or_else(|error| panic!("{name}: {}", error.sentence()));
        assert!(imported.rows == entries, "{name}");
    }
}
