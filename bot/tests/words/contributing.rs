//! What CONTRIBUTING asks for and no compiler does: that a new command is registered, a worker started, a setting stated wherever settings are,
//! and that a file of the source is part of the program.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

fn text(path: &str) -> String {
    std::fs::read_to_string(root().join(path)).unwrap()
}

/// The Rust files of a folder and of those in it.
fn sources(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.extend(sources(&path));
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.push(path);
        }
    }
    found.sort();
    found
}

/// The names of the environment's variables in a text.
fn variables(text: &str) -> BTreeSet<String> {
    let letters = |letter: char| letter.is_ascii_uppercase() || letter == '_';
    let found = text.match_indices("UMPIRE_").map(|(at, _)| text[at..].chars().take_while(|letter| letters(*letter)).collect());
    found.collect()
}

#[test]
fn every_command_of_the_source_is_registered_by_itself_or_as_part_of_another() {
    fn names(command: &poise::Command<umpire::doors::data::Data, umpire::doors::error::CommandError>, into: &mut BTreeSet<String>) {
        into.insert(command.name.replace('-', "_"));
        into.extend(command.source_code_name.split("::").last().map(ToOwned::to_owned));
        command.subcommands.iter().for_each(|inner| names(inner, into));
    }
    let mut registered = BTreeSet::new();
    umpire::commands::all().iter().for_each(|command| names(command, &mut registered));
    for file in sources(&root().join("bot/src/commands")) {
        let source = std::fs::read_to_string(&file).unwrap();
        for (at, _) in source.match_indices("#[poise::command(") {
            let name = source[at..].split_once("async fn ").unwrap().1.split(['(', '<']).next().unwrap();
            // What a macro makes has the names it is called with.
            assert!(name.starts_with('$') || registered.contains(name), "`{name}` of {} is in no list of commands", file.display());
        }
    }
}

#[test]
fn every_worker_is_started() {
    let start = text("bot/src/start.rs");
    for file in sources(&root().join("bot/src/workers")) {
        let name = file.file_stem().unwrap().to_string_lossy().into_owned();
        assert!(name == "mod" || start.contains(&format!("workers::{name}")), "nobody starts `{name}`");
    }
}

#[test]
fn every_setting_that_is_read_stands_in_the_settings_file_and_in_what_help_prints() {
    let read = text("bot/src/settings.rs");
    let read = variables(read.split("#[cfg(test)]").next().unwrap());
    assert!(read.len() >= 7, "{read:?}");
    for place in ["config/umpire.toml", "bot/src/main.rs", "docs/admins.md"] {
        let stated = variables(&text(place));
        let missing: Vec<&String> = read.difference(&stated).collect();
        assert!(missing.is_empty(), "{place} does not name {missing:?}");
    }
}

#[test]
fn every_file_of_the_source_is_part_of_its_crate() {
    for folder in ["bot/src", "engine/src", "pictures/src", "staff/src", "sandbox/src"] {
        for file in sources(&root().join(folder)) {
            let name = file.file_stem().unwrap().to_string_lossy().into_owned();
            if ["lib", "main", "mod"].contains(&name.as_str()) {
                continue;
            }
            let parent = file.parent().unwrap();
            let beside = parent.with_extension("rs");
            let owners = [parent.join("mod.rs"), parent.join("lib.rs"), parent.join("main.rs"), beside];
            let declared =
                owners.iter().filter_map(|owner| std::fs::read_to_string(owner).ok()).any(|owner| owner.contains(&format!("mod {name};")));
            assert!(declared, "no module names {}", file.display());
        }
    }
}

#[test]
fn every_migration_is_in_the_program_and_the_newest_database_that_is_kept_is_of_the_one_before_it_or_later() {
    let number = |path: PathBuf| path.file_name().unwrap().to_string_lossy().split('_').next().unwrap().parse::<u32>().unwrap();
    let numbers = |folder: &str, extension: &str| {
        let entries = std::fs::read_dir(root().join(folder)).unwrap().map(|entry| entry.unwrap().path());
        entries.filter(|path| path.extension().is_some_and(|found| found == extension)).map(number).max().unwrap()
    };
    assert!(numbers("bot/tests/databases", "db") + 1 >= numbers("migrations", "sql"));
}

#[test]
fn every_test_that_the_page_on_reliability_names_is_there() {
    let page = text("docs/reliability.md");
    let folders = ["bot/tests/play", "bot/src"].map(|folder| sources(&root().join(folder)));
    let files: Vec<PathBuf> = folders.into_iter().flatten().collect();
    let mut named = 0;
    for (file, test) in
        page.split('`').skip(1).step_by(2).filter_map(|quoted| quoted.split_once("::")).filter(|(_, test)| test.contains('_'))
    {
        let is_there = files
            .iter()
            // A module's tests are in its file, or in `tests.rs` of its folder.
            .filter(|path| {
                let of = if path.ends_with("tests.rs") { path.parent().and_then(Path::file_name) } else { path.file_stem() };
                of.is_some_and(|stem| stem == file)
            })
            .any(|path| std::fs::read_to_string(path).unwrap().contains(&format!("fn {test}(")));
        assert!(is_there, "there is no test `{test}` in {file}.rs");
        named += 1;
    }
    assert!(named > 20, "{named}");
}

/// The lines that the source writes to the log at a level: of each call the last text in it.
fn logged(level: &str) -> BTreeSet<String> {
    let mut lines = BTreeSet::new();
    for file in sources(&root().join("bot/src")) {
        let source = std::fs::read_to_string(file).unwrap();
        for call in source.split(&format!("tracing::{level}!(")).skip(1) {
            // As far as its own bracket; no text has a quotation mark in it.
            let (mut depth, mut last) = (1, None);
            for (place, part) in call.split('"').enumerate() {
                if place % 2 == 1 {
                    last = Some(part.to_owned());
                    continue;
                }
                let closes = part.chars().any(|letter| {
                    depth += i32::from(letter == '(') - i32::from(letter == ')');
                    depth == 0
                });
                if closes {
                    break;
                }
            }
            lines.extend(last);
        }
    }
    lines
}

#[test]
fn every_line_of_the_log_that_tells_of_trouble_is_explained() {
    let page = text("docs/log.md");
    for level in ["warn", "error"] {
        let rows = page.lines().filter_map(|row| row.strip_prefix("| `")?.split_once(&format!("` | {level} | ")));
        let explained: BTreeSet<String> = rows.map(|(line, _)| line.to_owned()).collect();
        assert_eq!(logged(level), explained, "at {level}");
    }
    assert!(logged("warn").len() > 20);
}
