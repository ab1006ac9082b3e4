//! The floors of the house: a file imports only from floors below its own, or from its own folder, and never in a ring. What is drawn in
//! `docs/architecture.md` is what this reads.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// The floors from the top down. What stands on one line imports nothing of the other.
const FLOORS: [&[&str]; 13] = [
    &["main", "local"],
    &["card_games", "sieges"],
    &["start", "simulation", "skirmish", "upkeep"],
    &["commands", "presses"],
    &["doors"],
    &["workers"],
    &["discord", "table"],
    &["journal", "files"],
    &["settings"],
    &["drawing"],
    &["despatches"],
    &["model"],
    &["words", "aside", "discreet", "metrics"],
];

/// Each file of the source by its module's path, without the folders' own `mod.rs`: those only name what is in them.
fn sources() -> BTreeMap<Vec<String>, PathBuf> {
    fn walk(folder: &Path, root: &Path, into: &mut BTreeMap<Vec<String>, PathBuf>) {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                walk(&path, root, into);
            } else if path.extension().is_some_and(|extension| extension == "rs") && path.file_stem().unwrap() != "tests" {
                let mut module: Vec<String> = path
                    .with_extension("")
                    .strip_prefix(root)
                    .unwrap()
                    .components()
                    .map(|part| part.as_os_str().to_string_lossy().into_owned())
                    .collect();
                if module.last().is_some_and(|last| last == "mod") {
                    module.pop();
                }
                if module != ["lib"] {
                    into.insert(module, path);
                }
            }
        }
    }
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut found = BTreeMap::new();
    walk(&root, &root, &mut found);
    assert!(found.len() > 80, "the source is here");
    found
}

/// Every path that begins with `crate::` in the code above a file's tests, with the braces of its imports opened.
fn paths(text: &str) -> Vec<String> {
    fn opened(prefix: &str, rest: &str, into: &mut Vec<String>) {
        let (head, inner) = rest.split_once('{').map_or((rest, None), |(head, inner)| (head, Some(inner)));
        let Some(inner) = inner else {
            into.push(format!("{prefix}{}", head.trim()));
            return;
        };
        let inner = &inner[..inner.rfind('}').unwrap_or(inner.len())];
        let (mut depth, mut start) = (0, 0);
        for (at, letter) in inner.char_indices().chain([(inner.len(), ',')]) {
            match letter {
                '{' => depth += 1,
                '}' => depth -= 1,
                ',' if depth == 0 => {
                    if !inner[start..at].trim().is_empty() {
                        opened(&format!("{prefix}{}", head.trim()), inner[start..at].trim(), into);
                    }
                    start = at + 1;
                }
                _ => {}
            }
        }
    }
    let code: String = text
        .split("#[cfg(test)]\nmod tests")
        .next()
        .unwrap_or_default()
        .lines()
        .filter(|line| !line.trim_start().starts_with("//"))
        .collect::<Vec<_>>()
        .join("\n");
    let mut found = Vec::new();
    let mut rest = code.as_str();
    while let Some(at) = rest.find("crate::") {
        rest = &rest[at..];
        let import = code[..code.len() - rest.len()]
            .rsplit('\n')
            .next()
            .is_some_and(|line| line.trim_start().starts_with("use ") || line.trim_start().starts_with("pub use "));
        let end =
            if import { rest.find(';') } else { rest.find(|letter: char| !letter.is_alphanumeric() && letter != '_' && letter != ':') };
        let end = end.unwrap_or(rest.len());
        opened("", &rest[..end], &mut found);
        rest = &rest[end..];
    }
    found
}

/// Which file imports which.
fn imports() -> BTreeMap<Vec<String>, BTreeSet<Vec<String>>> {
    let sources = sources();
    let mut all = BTreeMap::new();
    for (module, path) in &sources {
        let text = std::fs::read_to_string(path).unwrap();
        let mut imported = BTreeSet::new();
        for found in paths(&text) {
            let parts: Vec<String> = found.trim_start_matches("crate::").split("::").map(|part| part.trim().to_owned()).collect();
            let longest = (1..=parts.len()).rev().map(|length| parts[..length].to_vec()).find(|part| sources.contains_key(part));
            imported.extend(longest.filter(|imported| imported != module));
        }
        all.insert(module.clone(), imported);
    }
    all
}

fn floor(module: &[String]) -> usize {
    FLOORS
        .iter()
        .position(|floor| floor.contains(&module[0].as_str()))
        .unwrap_or_else(|| panic!("{} stands on no floor: give it one", module.join("::")))
}

#[test]
fn every_file_imports_only_from_floors_below_its_own_or_from_its_own_folder() {
    let mut wrong = Vec::new();
    for (module, imported) in imports() {
        for other in imported {
            let allowed = other[0] == module[0] || floor(&other) > floor(&module);
            if !allowed {
                wrong.push(format!("{} imports {}", module.join("::"), other.join("::")));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn no_files_import_each_other_in_a_ring() {
    let imports = imports();
    let mut done: BTreeSet<Vec<String>> = BTreeSet::new();
    // A file that imports only what is done is done; what is left in the end is a ring, or hangs on one.
    while let Some(next) =
        imports.iter().find(|(module, imported)| !done.contains(*module) && imported.iter().all(|other| done.contains(other)))
    {
        done.insert(next.0.clone());
    }
    let left: Vec<String> = imports
        .iter()
        .filter(|(module, _)| !done.contains(*module))
        .map(|(module, imported)| {
            let ring: Vec<String> = imported.iter().filter(|other| !done.contains(*other)).map(|other| other.join("::")).collect();
            format!("{} -> {}", module.join("::"), ring.join(", "))
        })
        .collect();
    assert!(left.is_empty(), "{}", left.join("\n"));
}

#[test]
fn no_file_reaches_upwards_by_super_and_none_speaks_sql_but_the_journal() {
    for (module, path) in sources() {
        let text = std::fs::read_to_string(&path).unwrap();
        let code = text.split("#[cfg(test)]\nmod tests").next().unwrap_or_default();
        let reaches_up = code.lines().any(|line| !line.trim_start().starts_with("//") && line.contains("super::"));
        assert!(!reaches_up, "{}: write where it comes from, as crate::…", path.display());
        assert!(module[0] == "journal" || !code.contains("sqlx::"), "{}: only the journal speaks SQL", path.display());
    }
}

#[test]
fn the_reading_of_imports_sees_braces_and_paths_in_the_middle_of_code() {
    let found = paths(
        "use crate::a::{b::{C, d}, e};\nfn f() { crate::g::h(); }\n// crate::not::this\n#[cfg(test)]\nmod tests { use crate::nor::this; }",
    );
    assert_eq!(found, ["crate::a::b::C", "crate::a::b::d", "crate::a::e", "crate::g::h"]);
}
