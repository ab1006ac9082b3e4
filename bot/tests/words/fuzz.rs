//! What comes from outside, changed in every way: it is read, or refused in a sentence, and nothing panics.
//!
//! Without more, the samples and what was once found (`tests/corpus`, a folder for each test) are tried. For longer, a test at a time:
//! `FUZZ_SECONDS=1200 cargo test -p umpire --test words -- fuzz::imports`. What it finds is kept in the folder, and tried from then on.

mod changed;

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::{Arc, LazyLock};
use std::time::{Duration, Instant};

use changed::tried;
use engine::campaign::{Options, Order, Seat, State};
use engine::card_game::pack::CardPack;
use engine::dice::DiceSpec;
use engine::dice::{Dice, parse_faces};
use engine::game::Game;
use engine::pack::Pack;
use engine::tabletop::pack::BattlePack;
use engine::{card_game, khartoum, tabletop};
use serde_json::Value;
use staff::{Random, Staff};
use umpire::commands::roll;
use umpire::despatches::labels;
use umpire::despatches::order_keys::{order_from_key, order_key};
use umpire::despatches::rule::{Book, Found};
use umpire::files::import;
use umpire::model::campaign_name::CampaignName;
use umpire::model::custom_id::CustomId;
use umpire::model::pace::parse_quiet;
use umpire::model::played::Played;
use umpire::model::time_zone::parse_time_zone;

static PACK: LazyLock<Arc<Pack>> = LazyLock::new(|| Pack::embedded().unwrap());

/// Positions of a campaign: before it, at its opening, and from then on every forty orders.
static POSITIONS: LazyLock<Vec<State>> = LazyLock::new(|| {
    let mut state = State::new(Arc::clone(&PACK));
    let mut positions = vec![state.clone()];
    let (mut dice, mut staff, mut legal) = (Dice::seeded([3; 32], 0), Random::new(3), Vec::new());
    let mut order = Order::SetUp { scenario: "uprising".to_owned(), options: Options::default() };
    for given in 0..400 {
        state.give(Seat::Commander, &order, &mut dice).unwrap();
        if given % 40 == 0 {
            positions.push(state.clone());
        }
        legal.clear();
        state.legal_orders(Seat::Commander, &mut legal);
        if legal.is_empty() {
            break;
        }
        order = legal.swap_remove(staff.choose(&state, &legal));
    }
    assert!(positions.len() > 4);
    positions
});

static BOOK: LazyLock<Book<'_>> = LazyLock::new(|| Book::of(&PACK, Some(&POSITIONS[2])));

fn texts<const N: usize>(texts: [&str; N]) -> Vec<Vec<u8>> {
    texts.map(|text| text.as_bytes().to_vec()).to_vec()
}

/// One sentence that a member can be told.
#[track_caller]
fn one_sentence(sentence: &str) {
    assert!(!sentence.is_empty() && sentence.chars().count() < 500 && !sentence.contains(char::is_control), "{sentence:?}");
}

#[test]
fn dice_text() {
    let samples = ["2D6", "1D10+2", "4D10+2D6-1", "d6", " 100D100 - 99", "4 2 6", "6 1, 6 2; 6 3\t3 3 3\n5", "999 1"];
    tried("dice_text", texts(samples), |text| {
        let text = String::from_utf8_lossy(text);
        if let Ok(spec) = DiceSpec::parse(&text) {
            assert_eq!(DiceSpec::parse(&spec.to_string()), Ok(spec), "{text:?}");
        }
        match roll::parse(&text) {
            // As it is written again it is the same throw.
            Ok(throw) => assert_eq!(roll::parse(&throw.to_string()).ok().as_ref(), Some(&throw), "{text:?}"),
            Err(error) => one_sentence(&error.sentence().expect("a sentence")),
        }
        match parse_faces(&text) {
            Err(sentence) => one_sentence(&sentence),
            Ok(faces) => {
                assert!((1..=500).contains(&faces.len()));
                // The rebellion takes as many dice as it needs, no fewer and no more.
                let mut state = POSITIONS[1].clone();
                for order in [Order::DrawCards, Order::CheckRevolts] {
                    let mut dice = Dice::table(faces.clone());
                    if let Err(refused) = state.give(Seat::Commander, &order, &mut dice) {
                        one_sentence(&refused.sentence(&PACK));
                    }
                    if let Err(problem) = dice.finish() {
                        one_sentence(&problem.to_string());
                    }
                }
            }
        }
    });
}

#[test]
fn options() {
    let mut samples = texts([
        "22-7",
        "22:00 – 07:00",
        "+5:30",
        "UTC-8",
        "gmt 1",
        "Europe/London",
        "new york",
        "The Friday club",
        "steamers",
        "card 30",
        "Tokar",
        "siege",
    ]);
    samples.push(serde_json::to_vec(&Options::default()).unwrap());
    samples
        .push(serde_json::to_vec(&Options { random_start: true, fortified_town_value: Some(3), steps: 4, ..Options::default() }).unwrap());
    tried("options", samples, |text| {
        let text = String::from_utf8_lossy(text);
        match parse_quiet(&text) {
            Ok((from, to)) => assert!(from < 24 && to < 24 && from != to),
            Err(sentence) => one_sentence(&sentence),
        }
        match parse_time_zone(&text, 0) {
            Ok(zone) => assert!(zone.ahead_of_utc.abs() < 15 * 60, "{text:?}: {zone:?}"),
            Err(sentence) => one_sentence(&sentence),
        }
        match CampaignName::read(&text) {
            Ok(name) => assert_eq!(CampaignName::read(name.as_str()).as_ref(), Ok(&name)),
            Err(sentence) => one_sentence(&sentence),
        }
        // Discord lets no more through.
        let name: String = text.chars().take(100).collect();
        let completed = BOOK.completions(&name);
        if let Found::One(subject) = BOOK.find(&name) {
            assert!(completed.len() <= 1 || completed.contains(&subject), "{text:?}");
        }
        if let Ok(options) = serde_json::from_str::<Options>(&text) {
            let mut state = POSITIONS[0].clone();
            let order = Order::SetUp { scenario: "uprising".to_owned(), options };
            if state.permit(Seat::Commander, &order).is_ok() {
                state.give(Seat::Commander, &order, &mut Dice::seeded([1; 32], 0)).unwrap();
                goes_on(&mut state, 12);
            }
        }
    });
}

/// Whatever is legal can be given.
fn goes_on(state: &mut State, orders: usize) {
    let (mut dice, mut staff, mut legal) = (Dice::seeded([1; 32], 0), Random::new(1), Vec::new());
    for _ in 0..orders {
        legal.clear();
        state.legal_orders(Seat::Commander, &mut legal);
        if legal.is_empty() {
            return;
        }
        let order = legal.swap_remove(staff.choose(state, &legal));
        state.give(Seat::Commander, &order, &mut dice).unwrap_or_else(|refused| panic!("{order:?} is legal, and refused: {refused:?}"));
    }
}

#[test]
fn custom_ids() {
    let samples = [
        "order:1:7:march.31",
        "sure:9223372036854775807:4294967295:play.37.ops",
        "back:1",
        "menu:3:9",
        "sheet:1:play:255",
        "rolls:1:2",
        "odds:1",
        "odds:1:revolt",
        "map:1",
        "board:2",
        "close:3",
        "delete:4",
        "ask-pursuit:65535",
        "ask-recovery:0",
        "recover:12:1",
        "report:1:2:1",
        "vote:1:0",
        "option-vote:1:1",
        "correct:1::unit.7",
        "correct:1:2:points",
        "correct-menu:1",
        "undo-menu:1",
        "undo-no:1:7",
        "reason:1:7:3",
        "undo-to:1:4:9:7",
        "sure:1:9:correct.unit.7.at.31",
        "settle:5:1",
        "side:1:2:0",
        "order:1:7:commit-all+sortie",
        "sheet:1:behind:0",
        "sheet:1:arrivals-12:0",
        "sheets:1",
        "begin:0.1.1.0.-",
        "join:1",
        "forget:1:1",
        "show-me",
        "guide:1:7",
    ];
    tried("custom_ids", texts(samples), |text| {
        let text = String::from_utf8_lossy(text);
        if let Ok(id) = text.parse::<CustomId>() {
            let written = id.to_string();
            assert!(written.chars().count() <= 100, "{written:?}");
            assert_eq!(written.parse::<CustomId>().as_ref(), Ok(&id), "{text:?}");
        }
    });
}

#[test]
fn order_keys() {
    let mut samples = Vec::new();
    for state in POSITIONS.iter() {
        let mut legal = Vec::new();
        state.legal_orders(Seat::Commander, &mut legal);
        samples.extend(legal.iter().filter_map(order_key).map(String::into_bytes));
    }
    samples.extend(texts(["loss.3.2", "withdraw.4.1.3", "fleet.sea.2", "activate.land.9", "place.1.2.3", "nation.1", "sail.land.0"]));
    samples.sort();
    samples.dedup();
    tried("order_keys", samples, |text| {
        let text = String::from_utf8_lossy(text);
        let Some(order) = order_from_key(&text) else { return };
        let key = order_key(&order).expect("what has been read from a key has one");
        assert_eq!(order_from_key(&key).as_ref(), Some(&order), "{text:?}");
        for position in POSITIONS.iter() {
            if position.permit(Seat::Commander, &order).is_ok() {
                assert!(!labels::describe_order(position, &order).0.is_empty(), "{text:?}");
                let mut after = position.clone();
                after.give(Seat::Commander, &order, &mut Dice::seeded([1; 32], 0)).unwrap();
            }
        }
    });
}

/// The packs whose files are changed, by name.
static PACKS: LazyLock<BTreeMap<&str, BTreeMap<String, String>>> = LazyLock::new(|| {
    let doab = Path::new(env!("CARGO_MANIFEST_DIR")).join("../engine/tests/packs/doab");
    let doab = umpire::settings::load_pack("campaign.pack", &doab).unwrap();
    [("false-prophet", PACK.sources().clone()), ("doab", doab.sources().clone())].into()
});

#[test]
fn packs() {
    // A file of a pack, under the names of both.
    let files = PACKS.iter().flat_map(|(pack, files)| files.iter().map(move |(name, text)| format!("{pack}/{name}\n{text}").into_bytes()));
    tried("packs", files.collect(), |text| {
        let text = String::from_utf8_lossy(text);
        let Some((pack, name, text)) =
            text.split_once('\n').and_then(|(head, text)| head.split_once('/').map(|(pack, name)| (pack, name, text)))
        else {
            return;
        };
        let Some(mut files) = PACKS.get(pack).cloned() else { return };
        files.insert(name.to_owned(), text.to_owned());
        match Pack::load(files) {
            Err(errors) => assert!(!errors.0.is_empty() && errors.0.iter().all(|error| !error.to_string().is_empty())),
            Ok(pack) => {
                let pack = Arc::new(pack);
                let mut state = State::new(Arc::clone(&pack));
                let order = Order::SetUp { scenario: pack.scenarios[0].key.clone(), options: Options::default() };
                state.give(Seat::Commander, &order, &mut Dice::seeded([1; 32], 0)).expect("what is accepted can be set up");
                goes_on(&mut state, 40);
            }
        }
    });
}

/// Alters the beginnings of a game's exports that lie in a folder, and takes them up.
fn imports_of<G: Played>(target: &'static str, folder: &str, pack: G::Pack) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/exports").join(folder);
    let files = std::fs::read_dir(&folder).unwrap().map(|file| file.unwrap().path());
    let mut samples = Vec::new();
    for file in files.filter(|path| path.extension().is_some_and(|extension| extension == "json")) {
        // The beginning of a game, and without its pack: that is a target of its own.
        let mut export: Value = serde_json::from_slice(&std::fs::read(file).unwrap()).unwrap();
        export["pack"] = serde_json::json!({});
        export["entries"].as_array_mut().unwrap().truncate(14);
        samples.push(serde_json::to_vec_pretty(&export).unwrap());
    }
    let taken_up = move |text: &[u8]| {
        let later = Instant::now() + Duration::from_secs(20);
        import::read::<G>(text).and_then(|export| import::check(export, &pack, later))
    };
    assert!(samples.iter().any(|sample| taken_up(sample).is_ok()), "nothing in {} is taken up", folder.display());
    tried(target, samples, move |text| match taken_up(text) {
        Ok(imported) => assert!(imported.rows.iter().is_sorted_by_key(|row| row.revision)),
        Err(error) => one_sentence(&error.sentence()),
    });
}

#[test]
fn imports() {
    imports_of::<State>("imports", "", Arc::clone(&PACK));
}

#[test]
fn imports_of_battles() {
    imports_of::<tabletop::state::State>("imports of battles", "battles", BattlePack::embedded().unwrap());
}

#[test]
fn imports_of_card_games() {
    imports_of::<card_game::state::State>("imports of card games", "cards", CardPack::embedded().unwrap());
}

#[test]
fn imports_of_sieges() {
    imports_of::<khartoum::state::State>("imports of sieges", "sieges", khartoum::pack::Pack::embedded().unwrap());
}
