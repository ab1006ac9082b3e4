//! A pack is obeyed: whatever stands in it makes a difference at the table, or is refused.
//!
//! Every value of every file of the pack that comes with the umpire is changed in turn. The changed pack is either refused, with
//! file, key and reason, or campaigns played with it go otherwise than with the pack as it is; for words and places on paper it is
//! enough that they are shown.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

use std::collections::{BTreeMap, BTreeSet};
use std::io::Write;
use std::ops::Range;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

use engine::campaign::Seat;
use engine::campaign::rulebook::rules;
use engine::campaign::rules::terrain::{self, battlefield};
use engine::campaign::{CardPlace, Event, Options, Order, Source, State, SupplySystem, UnitPlace};
use engine::dice::Dice;
use engine::game::Game;
use engine::pack::{Pack, UnitId};
use staff::{Cautious, Random, Staff};
use toml::{Table, Value};

/// What is shown and nothing else: the file, the key, and where the umpire's messages or pictures take it up: in which source, and how.
const SHOWN: [(&str, &str, &str, &str); 27] = [
    ("campaign.toml", "title", "bot/src/despatches/campaign.rs", "pack.outline.title"),
    ("campaign.toml", "short_title", "bot/src/despatches/board.rs", "pack.outline.short_title"),
    ("campaign.toml", "summary", "bot/src/despatches/campaign.rs", "pack.outline.summary.clone()"),
    ("cards.toml", "card.title", "bot/src/despatches/sheet.rs", "number.0, card.title)"),
    ("cards.toml", "card.text", "bot/src/despatches/rule.rs", "vec![card.text.clone()]"),
    ("map.toml", "island.name", "bot/src/drawing/situation.rs", "map.islands.iter().map(|island| island.name.clone())"),
    ("map.toml", "location.name", "bot/src/drawing/situation.rs", "name: location.name.clone()"),
    ("map.toml", "location.at", "bot/src/drawing/situation.rs", "at: location.at"),
    ("map.toml", "path.points", "bot/src/drawing/situation.rs", "path.points.iter().filter_map(|space| map.point_at(*space))"),
    ("map.toml", "sea_area.name", "bot/src/drawing/situation.rs", "Sea { name: area.name.clone()"),
    ("map.toml", "sea_area.at", "bot/src/drawing/situation.rs", "at: area.at }"),
    ("map.toml", "sea_area.waters", "bot/src/model/orders/sail.rs", "map.sea_areas[area.index()].waters.clone()"),
    ("random_events.toml", "event.title", "bot/src/despatches/lines.rs", "event.title, event.text"),
    ("random_events.toml", "event.text", "bot/src/despatches/rule.rs", "vec![event.text.clone()]"),
    ("random_events.toml", "event.effect.note", "bot/src/despatches/battle.rs", "if !battle.note.is_empty()"),
    ("setup.toml", "scenario.key", "bot/src/commands/campaign.rs", "AutocompleteChoice::new(scenario.title.clone(), scenario.key.clone())"),
    ("setup.toml", "scenario.title", "bot/src/despatches/opening.rs", "pack.outline.short_title, scenario.title"),
    ("setup.toml", "scenario.summary", "bot/src/despatches/campaign.rs", "scenario.map(|scenario| scenario.summary.clone())"),
    ("tables.toml", "battle.rows.deployment", "engine/src/campaign/rulebook/battles.rs", "row.battle.title(&pack.words), row.deployment"),
    ("tables.toml", "surprise_hour.rows.deployment", "engine/src/campaign/rulebook/battles.rs", "row.result.deployment.clone()"),
    ("tables.toml", "assault.deployment", "engine/src/campaign/field.rs", "tables.assault.deployment.clone()"),
    ("tables.toml", "pursuit.rows.result", "bot/src/despatches/lines.rs", "tables.pursuit.row(die.total()).result.result"),
    ("tables.toml", "sortie.rows.result", "bot/src/despatches/lines.rs", "tables.sortie.row(die.total()).result.result"),
    ("tables.toml", "boats_into_siege.rows.result", "bot/src/despatches/lines.rs", "boats_into_siege.row(die.total()).result.result"),
    ("tables.toml", "gunboat_at_siege.rows.result", "bot/src/despatches/lines.rs", "gunboat_at_siege.row(die.total()).result.result"),
    ("units.toml", "ship.note", "bot/src/despatches/rule.rs", "facts.push(what.note.clone())"),
    ("units.toml", "unit.quality", "bot/src/model/orders/brief.rs", "roster.kind_of(unit).quality.clone()"),
];

/// Names by which other files and journals know a thing: a change of one alone is refused elsewhere, or shown.
const NAMES: [(&str, &str); 5] = [
    ("units.toml", "unit.kind"),
    ("units.toml", "unit.names"),
    ("units.toml", "ship.name"),
    ("triggers.toml", "trigger.key"),
    ("tables.toml", "shore.name"),
];

/// One place in a file: keys and places in lists.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Step {
    Key(String),
    Index(usize),
}

/// The place without its numbers: `card.effects.count`.
fn generic(path: &[Step]) -> String {
    let keys: Vec<&str> = path.iter().filter_map(|step| if let Step::Key(key) = step { Some(key.as_str()) } else { None }).collect();
    keys.join(".")
}

fn told(path: &[Step]) -> String {
    path.iter().fold(String::new(), |told, step| match step {
        Step::Key(key) if told.is_empty() => key.clone(),
        Step::Key(key) => format!("{told}.{key}"),
        Step::Index(index) => format!("{told}[{index}]"),
    })
}

fn leaves(value: &Value, at: &mut Vec<Step>, found: &mut Vec<(Vec<Step>, Value)>) {
    match value {
        Value::Table(table) => {
            for (key, value) in table {
                at.push(Step::Key(key.clone()));
                leaves(value, at, found);
                at.pop();
            }
        }
        Value::Array(values) => {
            for (index, value) in values.iter().enumerate() {
                at.push(Step::Index(index));
                leaves(value, at, found);
                at.pop();
            }
        }
        leaf => found.push((at.clone(), leaf.clone())),
    }
}

fn set(value: &mut Value, path: &[Step], new: Value) {
    match path.split_first() {
        None => *value = new,
        Some((Step::Key(key), rest)) => set(value.as_table_mut().unwrap().get_mut(key).unwrap(), rest, new),
        Some((Step::Index(index), rest)) => set(&mut value.as_array_mut().unwrap()[*index], rest, new),
    }
}

/// Other values for a leaf, those furthest from it first; `seen` are the words that stand at the same key elsewhere.
fn others(leaf: &Value, seen: &BTreeSet<String>) -> Vec<Value> {
    match leaf {
        Value::Integer(number) => [0, -number, number + 4, number - 4, number + 1, number - 1]
            .into_iter()
            .filter(|other| other != number)
            .map(Value::Integer)
            .collect(),
        Value::Float(number) => vec![Value::Float(number + 0.37)],
        Value::Boolean(yes) => vec![Value::Boolean(!yes)],
        Value::String(word) => {
            let dice = word.split_once('D').and_then(|(count, sides)| Some((count.parse::<u8>().ok()?, sides.parse::<u8>().ok()?)));
            match dice {
                Some((count, sides)) => {
                    vec![format!("{count}D{}", sides + 2), format!("{}D{sides}", count + 1), format!("{count}D{}", sides - 1)]
                }
                None => {
                    let known = seen.iter().filter(|other| *other != word).take(8).cloned();
                    std::iter::once(format!("{word} otherwise")).chain(known).collect()
                }
            }
            .into_iter()
            .map(Value::String)
            .collect()
        }
        other => panic!("no value of a pack is like {other:?}"),
    }
}

/// Bytes added up as they are written.
struct Sum(u64);

impl Write for Sum {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        for byte in bytes {
            self.0 = (self.0 ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3);
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

/// What some campaigns begin with besides the set-up, so that what is rare at the table comes up too: a card in the hand, everybody in
/// the field, or the rebellion nearly beaten.
fn news(state: &State, seed: u64) -> Vec<Event> {
    let pack = state.pack();
    let mut news = Vec::new();
    if seed % 4 == 1 {
        let card = pack.cards[(seed / 4) as usize % pack.cards.len()].number;
        news.push(Event::CardMoved { card, to: CardPlace::Hand });
    }
    if seed % 32 >= 24 {
        let at = pack.map.space_of(pack.tables.supply.bases[0]);
        let reserve = (0..pack.roster.units.len()).map(UnitId::at).filter(|unit| state.unit_place(*unit) == UnitPlace::Reserve);
        news.push(Event::UnitsArrived { units: reserve.collect(), at, source: Source::Reserve });
    }
    if seed % 16 == 11 {
        let to = 60 + (seed % 64) as i16;
        news.push(Event::PointsChangedAtOnce { from: state.victory_points(), to });
    }
    news
}

/// How the campaign of one seed goes: after each order the sum of everything ordered and everything that came of it, from how a table is
/// laid on. The seed chooses players and options. `goes_on` hears each sum, and whether it was the last; the campaign is left where it
/// says no.
fn campaign(pack: &Arc<Pack>, seed: u64, mut goes_on: impl FnMut(u64, bool) -> bool) {
    let bit = |place: u64| seed >> place & 1 == 1;
    let options = Options {
        supply: if bit(1) { SupplySystem::Advanced } else { SupplySystem::Simple },
        storming: bit(2),
        gunboats_at_sieges: bit(2),
        siege_reinforcement: bit(3),
        gunboat_encounters: bit(3),
        earlier_siege_rows: bit(4),
        field_force_by_card: bit(4),
        random_start: seed % 16 == 2,
        ..Options::default()
    };
    let index = usize::from(bit(0)).min(pack.scenarios.len() - 1);
    let mut state = State::new(Arc::clone(pack));
    let mut dice = Dice::seeded([seed as u8 ^ (seed >> 8) as u8; 32], seed.wrapping_mul(977) % 4_096);
    let (mut random, mut cautious) = (Random::new(seed), Cautious::new(seed));
    let mut sum = Sum(0xcbf2_9ce4_8422_2325);
    let field = battlefield(&pack.tables, terrain::Plan::open(6, 4), &mut dice).unwrap();
    serde_json::to_writer(&mut sum, &field).unwrap();
    let mut order = Order::SetUp { scenario: pack.scenarios[index].key.clone(), options };
    let (mut orders, mut events): (Vec<Order>, Vec<Event>) = (Vec::new(), Vec::new());
    loop {
        events.clear();
        state.resolve(&order, &mut dice, &mut events);
        // The first order names the scenario, which is a word.
        let from = usize::from(matches!(order, Order::SetUp { .. }));
        serde_json::to_writer(&mut sum, &events[from..]).unwrap();
        if from == 1 {
            let news = news(&state, seed);
            state.replay(&news);
        }
        orders.clear();
        state.legal_orders(Seat::Commander, &mut orders);
        if !goes_on(sum.0, orders.is_empty()) || orders.is_empty() {
            return;
        }
        sum.write_all(&[orders.len() as u8]).unwrap();
        let chosen = if bit(5) && !seed.is_multiple_of(5) { cautious.choose(&state, &orders) } else { random.choose(&state, &orders) };
        order = orders.swap_remove(chosen);
        serde_json::to_writer(&mut sum, &order).unwrap();
    }
}

/// The sums of a whole campaign.
fn sums(pack: &Arc<Pack>, seed: u64) -> Vec<u64> {
    let mut sums = Vec::new();
    campaign(pack, seed, |sum, _| {
        sums.push(sum);
        true
    });
    sums
}

/// Whether a campaign goes otherwise than this; it is played no further than to the first difference.
fn goes_otherwise(pack: &Arc<Pack>, seed: u64, sums: &[u64]) -> bool {
    let (mut rest, mut otherwise) = (sums, false);
    campaign(pack, seed, |sum, is_last| {
        otherwise = rest.split_off_first() != Some(&sum) || is_last != rest.is_empty();
        !otherwise
    });
    otherwise
}

/// How many campaigns are played before a value is said to make no difference.
const CAMPAIGNS: u64 = 1_600;

/// How many of them are played with one value before the next value for the same place is tried.
const FIRST_CAMPAIGNS: u64 = 30;

fn sources() -> BTreeMap<String, String> {
    let mut sources = Pack::embedded().unwrap().sources().clone();
    let words = Path::new(env!("CARGO_MANIFEST_DIR")).join("../config/editions/1/words.toml");
    sources.insert("words.toml".to_owned(), std::fs::read_to_string(words).unwrap());
    sources
}

/// Everything that is said of a pack.
fn said(pack: &Pack) -> String {
    let options =
        [None, Some(Options::default()), Some(Options { field_force_by_card: true, supply: SupplySystem::Advanced, ..Options::default() })];
    let rules = options.map(|options| rules(pack, options));
    format!("{rules:?}")
}

/// What became of a changed value.
#[derive(PartialEq, Eq, Debug)]
enum Outcome {
    Refused,
    Told,
    Played,
    Nothing,
}

struct Bench {
    files: BTreeMap<String, Value>,
    sources: BTreeMap<String, String>,
    said: String,
    debug: String,
    /// The sums of each campaign with the pack as it is.
    played: Vec<Vec<u64>>,
    /// By key, the campaigns in which it made a difference: they are played first.
    telling: Mutex<BTreeMap<String, Vec<u64>>>,
}

impl Bench {
    fn new() -> Self {
        let sources = sources();
        let pack = Arc::new(Pack::load(sources.clone()).unwrap());
        let files = sources
            .iter()
            .filter(|(name, _)| name.as_str() != "chart.toml")
            .map(|(name, text)| (name.clone(), Value::Table(text.parse::<Table>().unwrap())))
            .collect();
        let played = (0..CAMPAIGNS).map(|seed| sums(&pack, seed)).collect();
        Self { files, said: said(&pack), debug: shown(&pack), sources, played, telling: Mutex::default() }
    }

    /// Loads the pack with one file changed: what is refused is refused with file, key and reason.
    fn load(&self, file: &str, changed: &Value) -> Option<Arc<Pack>> {
        let mut sources = self.sources.clone();
        sources.insert(file.to_owned(), toml::to_string(changed).unwrap());
        match Pack::load(sources) {
            Ok(pack) => Some(Arc::new(pack)),
            Err(errors) => {
                for error in &errors.0 {
                    assert!(!error.file.is_empty() && !error.reason.is_empty(), "{error}");
                }
                None
            }
        }
    }

    /// Whether one of these campaigns goes otherwise with this pack, in which a value of this key is changed.
    fn differs(&self, pack: &Arc<Pack>, key: &str, seeds: Range<u64>) -> bool {
        let telling = self.telling.lock().unwrap().get(key).cloned().unwrap_or_default();
        let first = telling.iter().copied().filter(|_| seeds.start == 0);
        let rest = seeds.clone().filter(|seed| !telling.contains(seed));
        let found = first.chain(rest).find(|seed| goes_otherwise(pack, *seed, &self.played[*seed as usize]));
        if let Some(seed) = found.filter(|seed| !telling.contains(seed)) {
            self.telling.lock().unwrap().entry(key.to_owned()).or_default().push(seed);
        }
        found.is_some()
    }

    /// The pack with one value changed, if it is not refused.
    fn changed(&self, file: &str, path: &[Step], other: Value) -> Option<Arc<Pack>> {
        let mut changed = self.files[file].clone();
        set(&mut changed, path, other);
        self.load(file, &changed)
    }

    fn outcome(&self, file: &str, path: &[Step], leaf: &Value, seen: &BTreeSet<String>) -> Outcome {
        let key = generic(path);
        let words = file == "words.toml"
            || SHOWN.iter().any(|(of, shown, ..)| *of == file && *shown == key)
            || NAMES.iter().any(|(of, name)| *of == file && *name == key);
        let key = format!("{file} {key}");
        let mut packs = Vec::new();
        for pack in others(leaf, seen).into_iter().filter_map(|other| self.changed(file, path, other)) {
            if words && (said(&pack) != self.said || shown(&pack) != self.debug) {
                return Outcome::Told;
            }
            if !words && self.differs(&pack, &key, 0..FIRST_CAMPAIGNS) {
                return Outcome::Played;
            }
            packs.push(pack);
        }
        // Other values may tell sooner than one value in many campaigns, so those come last.
        if !words && packs.iter().any(|pack| self.differs(pack, &key, FIRST_CAMPAIGNS..CAMPAIGNS)) {
            return Outcome::Played;
        }
        if packs.is_empty() { Outcome::Refused } else { Outcome::Nothing }
    }
}

/// What of a pack is words and places on paper.
fn shown(pack: &Pack) -> String {
    let map = &pack.map;
    let cards: Vec<_> = pack.cards.iter().map(|card| (&card.title, &card.text)).collect();
    let events: Vec<_> = pack.random_events.iter().map(|event| (&event.title, &event.text, &event.effect)).collect();
    let scenarios: Vec<_> = pack.scenarios.iter().map(|scenario| (&scenario.key, &scenario.title, &scenario.summary)).collect();
    let tables = &pack.tables;
    format!(
        "{:?} {map:?} {:?} {cards:?} {events:?} {scenarios:?} {:?} {:?} {:?}",
        (&pack.outline.title, &pack.outline.short_title, &pack.outline.summary),
        pack.roster,
        (&tables.battle, &tables.surprise_hour, &tables.assault),
        (&tables.pursuit, &tables.sortie, &tables.boats_into_siege, &tables.gunboat_at_siege, &tables.shores),
        (&pack.words, pack.triggers.iter().map(|trigger| &trigger.key).collect::<Vec<_>>()),
    )
}

#[test]
fn every_value_of_a_pack_makes_a_difference_or_is_refused() {
    let bench = Bench::new();
    let mut work = Vec::new();
    for (file, value) in &bench.files {
        let mut found = Vec::new();
        leaves(value, &mut Vec::new(), &mut found);
        let mut seen: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
        for (path, leaf) in &found {
            if let Value::String(word) = leaf {
                seen.entry(generic(path)).or_default().insert(word.clone());
            }
        }
        work.extend(found.into_iter().map(|(path, leaf)| {
            let seen = seen.get(&generic(&path)).cloned().unwrap_or_default();
            (file.clone(), path, leaf, seen)
        }));
    }
    assert!(work.len() > 1_200, "{} values", work.len());
    let (next, idle) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
    std::thread::scope(|scope| {
        for _ in 0..std::thread::available_parallelism().map_or(2, std::num::NonZero::get) {
            scope.spawn(|| {
                while let Some((file, path, leaf, seen)) = work.get(next.fetch_add(1, Ordering::Relaxed)) {
                    if bench.outcome(file, path, leaf, seen) == Outcome::Nothing {
                        idle.lock().unwrap().push(format!("{file}: {} = {leaf}", told(path)));
                    }
                }
            });
        }
    });
    let mut idle = idle.into_inner().unwrap();
    idle.sort();
    assert!(idle.is_empty(), "{} of {} values make no difference:\n{}", idle.len(), work.len(), idle.join("\n"));
}

/// A source without its comments and tests, and without spaces, so that it is no matter where its lines are broken.
fn code_of(source: &str) -> String {
    let text = std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(source)).unwrap();
    let before_tests = text.split("#[cfg(test)]").next().unwrap();
    before_tests.lines().map(|line| line.split("//").next().unwrap()).flat_map(str::split_whitespace).collect()
}

#[test]
fn what_is_only_shown_is_shown_by_the_umpire_or_its_pictures() {
    for (file, key, source, taken_up) in SHOWN {
        let wanted: String = taken_up.split_whitespace().collect();
        assert!(code_of(source).contains(&wanted), "{file}: {key} is read, and {source} does not take it up: {taken_up}");
    }
}
