//! `RULES.md` against the sources: what it names must be there, and it must name every ruling.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

use std::collections::BTreeMap;
use std::path::Path;

const TABLE: &str = include_str!("../RULES.md");

/// Numbers that no ruling bears.
const NO_RULING: [u8; 5] = [5, 31, 32, 35, 36];

/// The name the table has for a file: its module, or for a chapter's `tests.rs` the chapter.
fn module_of(path: &Path) -> String {
    let name = |path: &Path| path.file_stem().unwrap().to_str().unwrap().to_owned();
    if name(path) == "tests" { name(path.parent().unwrap()) } else { name(path) }
}

/// Every source file of the engine, by the name of its module.
fn sources() -> BTreeMap<String, Vec<String>> {
    fn read(folder: &Path, sources: &mut BTreeMap<String, Vec<String>>) {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                read(&path, sources);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                sources.entry(module_of(&path)).or_default().push(std::fs::read_to_string(&path).unwrap());
            }
        }
    }
    let mut sources = BTreeMap::new();
    let engine = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    read(&engine.join("src"), &mut sources);
    read(&engine.join("tests"), &mut sources);
    sources
}

/// The cells of the table's rows.
fn rows() -> Vec<[&'static str; 4]> {
    let rows = TABLE.lines().filter(|line| line.starts_with("| ") && !line.starts_with("| Rulebook"));
    rows.map(|row| {
        let cells: Vec<&str> = row.trim_matches('|').split('|').map(str::trim).collect();
        cells.try_into().unwrap_or_else(|cells| panic!("a row of four cells: {cells:?}"))
    })
    .collect()
}

/// The paths in backticks of a cell.
fn paths(cell: &'static str) -> Vec<(&'static str, &'static str)> {
    cell.split('`').skip(1).step_by(2).map(|path| path.rsplit_once("::").unwrap_or_else(|| panic!("{path} names no module"))).collect()
}

/// Whether a file of the module has the function; for a test, one that is marked as such.
fn exists(sources: &BTreeMap<String, Vec<String>>, module: &str, function: &str, is_test: bool) -> bool {
    let heads = [format!("fn {function}("), format!("fn {function}<")];
    sources.get(module).is_some_and(|files| {
        files.iter().any(|text| {
            let lines: Vec<&str> = text.lines().map(str::trim).collect();
            (0..lines.len()).any(|line| {
                let named = heads.iter().any(|head| lines[line].starts_with(head.as_str()) || lines[line].contains(&format!(" {head}")));
                named && (!is_test || (line > 0 && lines[line - 1] == "#[test]"))
            })
        })
    })
}

#[test]
fn every_function_and_test_that_the_table_names_exists() {
    let sources = sources();
    let rows = rows();
    assert!(rows.len() > 100, "{} rows", rows.len());
    let mut missing = Vec::new();
    for [heading, statement, function, tests] in rows {
        assert!(!heading.is_empty() && !statement.is_empty(), "{heading} {statement}");
        let (functions, tests) = (paths(function), paths(tests));
        assert!(functions.len() == 1 && !tests.is_empty(), "{heading}: a function, and a test at least");
        for (module, name) in functions {
            if !exists(&sources, module, name, false) {
                missing.push(format!("{module}::{name}"));
            }
        }
        for (module, name) in tests {
            if !exists(&sources, module, name, true) {
                missing.push(format!("test {module}::{name}"));
            }
        }
    }
    assert!(missing.is_empty(), "not in the sources: {missing:#?}");
}

#[test]
fn every_ruling_is_named_in_the_table() {
    let missing: Vec<String> = (1..=70_u8)
        .filter(|ruling| !NO_RULING.contains(ruling))
        .map(|ruling| format!("R{ruling:02}"))
        .filter(|ruling| !rows().iter().any(|row| row[1].contains(ruling.as_str())))
        .collect();
    assert!(missing.is_empty(), "{missing:?}");
}

#[test]
fn every_chapter_test_belongs_to_a_chapter_that_the_table_knows() {
    let named: Vec<(&str, &str)> = rows().iter().flat_map(|row| paths(row[3])).collect();
    let rules = Path::new(env!("CARGO_MANIFEST_DIR")).join("../src/campaign/rules");
    let folders = std::fs::read_dir(rules).unwrap().map(|entry| entry.unwrap().path()).filter(|path| path.is_dir());
    let files = folders.flat_map(|folder| std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()));
    let mut chapters = 0;
    for path in files {
        let text = std::fs::read_to_string(&path).unwrap();
        if !text.contains("#[test]\n") {
            continue;
        }
        chapters += 1;
        let module = module_of(&path);
        let in_a_row = named.iter().any(|(of, test)| *of == module && text.contains(&format!("fn {test}(")));
        assert!(in_a_row, "no row names a test of {}", path.display());
    }
    assert!(chapters > 20, "{chapters} chapters with tests");
}
