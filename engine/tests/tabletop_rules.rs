//! The gridded battle's `RULES-TABLETOP.md` against the sources: what it names must be there.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

use std::collections::BTreeMap;
use std::path::Path;

const TABLE: &str = include_str!("../RULES-TABLETOP.md");

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
    sources(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src/tabletop"), &mut found);
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
    sources(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src/tabletop"), &mut found);
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
