//! The house stands in floors: a module imports from floors below it and never, by whatever way round, from itself.
//!
//! What a file imports is read from its source: `use` of `crate::`, `super::` and `self::`, the same paths in the midst of code, and
//! the modules it declares where it calls into them. Tests are no part of the house.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// A module by the names that lead to it; the crate itself has none.
type Module = Vec<String>;

/// Every module of a crate with its source, tests left out.
fn modules(folder: &Path, at: &[String], modules: &mut BTreeMap<Module, String>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_stem().unwrap().to_str().unwrap().to_owned();
        let within = [at, std::slice::from_ref(&name)].concat();
        if path.is_dir() {
            self::modules(&path, &within, modules);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            let module = if name == "mod" || name == "lib" { at.to_vec() } else { within };
            modules.insert(module, without_comments(&std::fs::read_to_string(&path).unwrap()));
        }
    }
}

fn without_comments(text: &str) -> String {
    text.lines().map(|line| line.split("//").next().unwrap_or_default()).collect::<Vec<_>>().join("\n")
}

/// The source of a module without what is compiled for tests alone, and the names of its test modules.
fn without_tests(text: &str) -> (String, Vec<String>) {
    let (mut kept, mut tests, mut lines) = (String::new(), Vec::new(), text.lines());
    while let Some(line) = lines.next() {
        if line.trim() != "#[cfg(test)]" {
            kept.push_str(line);
            kept.push('\n');
            continue;
        }
        let mut depth = 0_i32;
        for line in lines.by_ref() {
            if let Some(name) = line.trim().trim_start_matches("pub ").strip_prefix("mod ")
                && depth == 0
            {
                tests.push(name.trim_end_matches([';', '{', ' ']).to_owned());
            }
            depth += line.matches('{').count() as i32 - line.matches('}').count() as i32;
            if depth == 0 && !line.trim_start().starts_with('#') {
                break;
            }
        }
    }
    (kept, tests)
}

/// A tree of `use`, leaf by leaf: `a::{b, c::d}` is `a::b` and `a::c::d`.
fn leaves(tree: &str) -> Vec<String> {
    let tree = tree.trim();
    let Some((stem, rest)) = tree.split_once('{') else { return vec![tree.split(" as ").next().unwrap().trim().to_owned()] };
    let (mut parts, mut depth) = (vec![String::new()], 0);
    for letter in rest.trim_end().trim_end_matches('}').chars() {
        match letter {
            ',' if depth == 0 => parts.push(String::new()),
            _ => {
                depth += i32::from(letter == '{') - i32::from(letter == '}');
                parts.last_mut().unwrap().push(letter);
            }
        }
    }
    // The last brace closed this tree, and with it one that it opened may have gone.
    parts.iter().filter(|part| !part.trim().is_empty()).flat_map(|part| leaves(&format!("{stem}{}", part.trim()))).collect()
}

/// The paths that a source names, from `use` and from code; a `mod` it declares counts where the source calls into it.
fn paths(text: &str) -> BTreeSet<Vec<String>> {
    let mut found = BTreeSet::new();
    let split = |path: &str| path.split("::").map(|part| part.trim().to_owned()).collect::<Vec<_>>();
    let mut code = String::new();
    let mut rest = text;
    while let Some(at) = rest.find("use ") {
        let starts_a_word = !rest[..at].ends_with(|letter: char| letter.is_alphanumeric() || letter == '_');
        let (before, after) = rest.split_at(at);
        code.push_str(before);
        let end = if starts_a_word { after.find(';').unwrap_or(4) } else { 4 };
        if starts_a_word {
            found.extend(leaves(&after[4..end]).iter().map(|path| split(path)));
        }
        rest = &after[end..];
    }
    code.push_str(rest);
    let children: BTreeSet<String> =
        code.lines().filter_map(|line| line.rsplit_once("mod ")?.1.strip_suffix(';').map(|name| name.trim().to_owned())).collect();
    let is_name = |letter: char| letter.is_alphanumeric() || letter == '_' || letter == ':';
    for word in code.split(|letter: char| !is_name(letter)).filter(|word| word.contains("::")) {
        let parts = split(word);
        if ["crate", "super", "self"].contains(&parts[0].as_str()) || children.contains(&parts[0]) {
            found.insert(parts);
        }
    }
    found.into_iter().map(|path| if children.contains(&path[0]) { [vec!["self".to_owned()], path].concat() } else { path }).collect()
}

/// For each module of a crate the modules it imports.
fn imports(crate_folder: &Path) -> BTreeMap<Module, BTreeSet<Module>> {
    let mut sources = BTreeMap::new();
    modules(&crate_folder.join("src"), &[], &mut sources);
    let (mut house, mut tests) = (BTreeMap::new(), BTreeSet::new());
    for (module, text) in sources {
        let (text, its_tests) = without_tests(&text);
        tests.extend(its_tests.into_iter().map(|name| [module.clone(), vec![name]].concat()));
        house.insert(module, text);
    }
    house.retain(|module, _| !(1..=module.len()).any(|length| tests.contains(&module[..length])));
    let resolve = |from: &Module, path: &[String]| {
        let mut at = from.clone();
        let mut rest = path;
        while let Some((first, others)) = rest.split_first() {
            match first.as_str() {
                "crate" => at.clear(),
                "super" => drop(at.pop()),
                "self" => {}
                name => {
                    at.push(name.to_owned());
                    if !house.contains_key(&at) {
                        at.pop();
                        break;
                    }
                }
            }
            rest = others;
        }
        at
    };
    let imports = |(module, text): (&Module, &String)| {
        let of = paths(text).iter().map(|path| resolve(module, path)).filter(|other| other != module).collect();
        (module.clone(), of)
    };
    house.iter().map(imports).collect()
}

/// A ring of imports: the modules of it, each importing the next, the last the first.
fn ring(imports: &BTreeMap<Module, BTreeSet<Module>>) -> Option<Vec<Module>> {
    let mut done = BTreeSet::new();
    fn go(
        at: &Module,
        imports: &BTreeMap<Module, BTreeSet<Module>>,
        way: &mut Vec<Module>,
        done: &mut BTreeSet<Module>,
    ) -> Option<Vec<Module>> {
        if let Some(start) = way.iter().position(|module| module == at) {
            return Some(way[start..].to_vec());
        }
        if done.contains(at) {
            return None;
        }
        way.push(at.clone());
        let found = imports[at].iter().find_map(|next| go(next, imports, way, done));
        way.pop();
        done.insert(at.clone());
        found
    }
    imports.keys().find_map(|module| go(module, imports, &mut Vec::new(), &mut done))
}

/// Fails on a ring of imports among the modules of a crate, and names it.
#[track_caller]
fn assert_floors(folder: &str, at_least: usize) {
    let imports = imports(&Path::new(env!("CARGO_MANIFEST_DIR")).join(folder));
    let arrows: usize = imports.values().map(BTreeSet::len).sum();
    assert!(imports.len() >= at_least && arrows > at_least, "{} modules and {arrows} imports were read", imports.len());
    if let Some(ring) = ring(&imports) {
        let names: Vec<String> = ring.iter().map(|module| format!("crate::{}", module.join("::"))).collect();
        panic!("{folder}: {} -> {}", names.join(" -> "), names[0]);
    }
}

#[test]
fn the_rules_import_only_from_floors_below() {
    assert_floors("..", 60);
}

#[test]
fn the_pictures_import_only_from_floors_below() {
    assert_floors("../../pictures", 25);
}

#[test]
fn the_simulated_players_import_only_from_floors_below() {
    assert_floors("../../staff", 5);
}

#[test]
fn a_ring_is_seen_whichever_way_it_is_written() {
    let imports = |sources: [(&str, &str); 3]| -> BTreeMap<Module, BTreeSet<Module>> {
        let names: Vec<&str> = sources.iter().map(|(name, _)| *name).collect();
        let module = |name: &str| vec![name.to_owned()];
        let known = |path: &Vec<String>| path.iter().find(|part| names.contains(&part.as_str())).map(|part| module(part));
        sources.iter().map(|(name, text)| (module(name), paths(text).iter().filter_map(known).collect())).collect()
    };
    let straight = [("a", "use super::{b::B, c};"), ("b", "fn f() -> crate::c::C { g() }"), ("c", "use std::fmt;")];
    assert_eq!(ring(&imports(straight)), None);
    let bent = [("a", "use super::{b::{B, D}, c};"), ("b", "use super::c::C;"), ("c", "fn f() { super::a::g() }")];
    assert_eq!(ring(&imports(bent)).map(|ring| ring.len()), Some(3));
}
