use std::sync::Arc;

use engine::campaign::Seat;
use engine::campaign::State;
use engine::game::Game as _;
use engine::pack::Pack;
use std::sync::OnceLock;

use engine::campaign::{Options, Order, Post};
use engine::pack::hexadecimal;
use proptest::prelude::*;
use serde_json::{Value, json};
use staff::{Cautious, Random, Staff};

use super::reading::{MOST_EVENTS, MOST_ORDERS};
use super::turns::Turns;
use super::*;
use crate::model::ids::{ChannelId, GuildId};

const SEED: [u8; 32] = [7; 32];

/// Far enough away that no test meets it.
fn later() -> Instant {
    Instant::now() + Duration::from_secs(600)
}

/// A campaign played by this staff, as it is exported.
fn played(staff: &mut impl Staff<State>, options: Options, most: usize, closed: bool) -> Export {
    let pack = Pack::embedded().unwrap();
    let mut state = State::new(Arc::clone(&pack));
    let (mut position, mut entries, mut legal) = (0, Vec::new(), Vec::new());
    let mut order = Order::SetUp { scenario: pack.scenarios[0].key.clone(), options };
    for revision in 1..=most as u32 {
        let mut dice = Dice::seeded(SEED, position);
        let events = state.give(Seat::Commander, &order, &mut dice).unwrap();
        entries.push(ExportedOrder { revision, order, events, position, streamed: true, undone_by: None, edition: State::EDITION });
        position = dice.position().unwrap();
        legal.clear();
        state.legal_orders(Seat::Commander, &mut legal);
        if legal.is_empty() {
            break;
        }
        order = legal.swap_remove(staff.choose(&state, &legal));
    }
    Export {
        hidden: 0,
        seal_message: None,
        seal: None,
        imported: 0,
        format: format!("umpire campaign, version {VERSION}"),
        title: "The Friday club".to_owned(),
        started_at: 0,
        seed: closed.then(|| hexadecimal(&SEED)),
        pack: pack.sources().clone(),
        entries,
    }
}

#[allow(clippy::needless_pass_by_value, reason = "most files are made for one call")]
fn taken_up(export: Export) -> Result<Imported, ImportError> {
    let export = read::<State>(&serde_json::to_vec(&export).unwrap())?;
    check(export, &Pack::embedded().unwrap(), later())
}

fn end_of(export: &Export) -> State {
    let mut state = State::new(Pack::embedded().unwrap());
    for entry in &export.entries {
        state.replay(&entry.events);
    }
    state
}

#[test]
fn whole_campaigns_come_to_the_same_with_the_dice_that_the_file_says_were_thrown() {
    let every_option = Options {
        random_start: true,
        storming: true,
        siege_reinforcement: true,
        gunboats_at_sieges: true,
        gunboat_encounters: true,
        supply: engine::campaign::SupplySystem::Advanced,
        ..Options::default()
    };
    let mut given = 0;
    for seed in 1..=4 {
        for options in [Options::default(), every_option] {
            for export in [played(&mut Cautious::new(seed), options, 3_000, false), played(&mut Random::new(seed), options, 3_000, false)] {
                let (orders, end) = (export.entries.len(), end_of(&export));
                let imported = taken_up(export).unwrap_or_else(|error| panic!("{seed}: {}", error.sentence()));
                assert_eq!((imported.rows.len(), imported.last as usize, imported.proved), (orders, orders, None));
                assert!(imported.state == end);
                given += orders;
                assert_eq!(imported.name.unwrap().as_str(), "The Friday club");
            }
        }
    }
    assert!(given > 4_000, "{given} orders are no whole campaigns");
}

#[test]
fn a_file_that_reveals_its_seed_is_proved_with_it() {
    let export = played(&mut Cautious::new(1), Options::default(), 120, true);
    assert_eq!(taken_up(export.clone()).unwrap().proved, Some(120));
    let wrong = Export { seed: Some("08".repeat(32)), ..export.clone() };
    assert!(matches!(taken_up(wrong), Err(ImportError::Different(_))));
    assert_eq!(taken_up(Export { seed: Some("8".to_owned()), ..export.clone() }), Err(ImportError::NotASeed));
    // What was thrown with other dice is not claimed for the seed.
    let mut partly = export.clone();
    for entry in &mut partly.entries[..20] {
        entry.streamed = false;
    }
    assert_eq!(taken_up(partly).unwrap().proved, Some(100));
    let mut again = export;
    let thrown = again.entries.iter().rposition(|entry| !faces_of(&entry.events).unwrap().is_empty()).unwrap();
    again.entries[thrown].position = 0;
    assert_eq!(taken_up(again.clone()), Err(ImportError::DiceSpent(again.entries[thrown].revision)));
}

/// The file of a battle on a plan of somebody's own, whose title and sides are called so.
fn battle_called(title: &str, ours: &str) -> Vec<u8> {
    use engine::tabletop;
    use engine::tabletop::order::{Battle, Order, SetUp};

    let pack = tabletop::pack::BattlePack::embedded().unwrap();
    let mut plan = pack.scenario("night march").unwrap().plan.clone();
    (plan.title, plan.ours.name) = (title.to_owned(), ours.to_owned());
    let order = Order::SetUp(Arc::new(SetUp { battle: Battle::Plan(Box::new(plan)), options: tabletop::options::Options::default() }));
    let mut dice = Dice::seeded(SEED, 0);
    let mut state = tabletop::state::State::opening(&pack);
    let events = state.give(state.giver(&order), &order, &mut dice).unwrap();
    let edition = <tabletop::state::State as engine::game::Game>::EDITION;
    let entries = vec![ExportedOrder { revision: 1, order, events, position: 0, streamed: true, undone_by: None, edition }];
    let export: Export<tabletop::state::State> = Export {
        hidden: 0,
        seal_message: None,
        seal: None,
        imported: 0,
        format: format!("umpire battle, version {VERSION}"),
        title: "Friday".to_owned(),
        started_at: 0,
        seed: Some(hexadecimal(&SEED)),
        pack: pack.sources().clone(),
        entries,
    };
    serde_json::to_vec(&export).unwrap()
}

#[test]
fn a_file_whose_battle_and_sides_have_no_plain_names_is_refused_since_they_would_be_told_in_the_umpires_own_name() {
    let take_up = |title: &str, ours: &str| {
        let export = read::<engine::tabletop::state::State>(&battle_called(title, ours))?;
        check(export, &engine::tabletop::pack::BattlePack::embedded().unwrap(), later()).map(|_| ())
    };
    assert_eq!(take_up("Ambush at El Obeid–Olga 2 of 2", "Anglo-Egyptians"), Ok(()));
    for (title, ours) in [
        ("[Claim your prize](example)", "British"),
        ("https://example.org", "British"),
        ("Tamai", "@everyone"),
        ("Tamai\u{202e}", "British"),
        (&*"T".repeat(121), "British"),
    ] {
        assert_eq!(take_up(title, ours), Err(ImportError::Names(1)), "{title}, {ours}");
    }
}

#[test]
fn the_players_own_dice_are_given_again_as_theirs() {
    let mut export = played(&mut Cautious::new(2), Options::default(), 3, false);
    for entry in &mut export.entries {
        let text = serde_json::to_string(&entry.events).unwrap();
        // The mark is the last of a roll's fields.
        let marked = text.replace("\"faces\":", "\"table\":true,\"faces\":");
        entry.events = serde_json::from_str(&marked).unwrap();
        entry.streamed = false;
    }
    let imported = taken_up(export.clone()).unwrap();
    assert_eq!(imported.rows, export.entries, "they stay marked as table dice");
    assert!(crate::files::export::is_thrown_by_players(&imported.rows[2].events));
}

#[test]
fn what_was_undone_stays_void_and_what_was_ordered_after_it_cannot_have_stood() {
    let mut export = played(&mut Cautious::new(1), Options::default(), 60, true);
    let before = {
        let mut shorter = export.clone();
        shorter.entries.truncate(58);
        end_of(&shorter)
    };
    (export.entries[58].undone_by, export.entries[59].undone_by) = (Some(62), Some(61));
    let imported = taken_up(export.clone()).unwrap();
    assert!(imported.state == before);
    assert_eq!(imported.last, 62, "the row that voids is a row of the journal too");
    export.entries[59].undone_by = None;
    assert_eq!(taken_up(export.clone()), Err(ImportError::Undone(59, 62)));
    export.entries[59].undone_by = Some(63);
    assert_eq!(taken_up(export.clone()), Err(ImportError::Undone(60, 63)));
    export.entries[59].undone_by = Some(3);
    assert_eq!(taken_up(export.clone()), Err(ImportError::Undone(60, 3)));
    (export.entries[58].undone_by, export.entries[59].undone_by) = (None, None);
    export.entries[0].undone_by = Some(70);
    assert_eq!(taken_up(export), Err(ImportError::Undone(1, 70)));
}

#[test]
fn an_undo_leaves_what_is_about_the_group_as_it_was() {
    let mut export = played(&mut Cautious::new(1), Options::default(), 30, false);
    let mut state = end_of(&export);
    let order = Order::Appoint { member: 3, post: Post::Player };
    let events = state.give(Seat::Umpire, &order, &mut Dice::table(Vec::new())).unwrap();
    export.entries[29].undone_by = Some(32);
    export.entries.push(ExportedOrder {
        revision: 31,
        order,
        events,
        position: 0,
        streamed: false,
        undone_by: None,
        edition: State::EDITION,
    });
    let imported = taken_up(export).unwrap();
    assert!(imported.state.seats().contains(&(3, Post::Player)));
}

#[test]
fn numbers_out_of_order_are_told() {
    let export = played(&mut Cautious::new(1), Options::default(), 10, false);
    for (at, revision) in [(0, 0), (0, 2), (4, 4), (4, 1), (9, u32::MAX), (9, MOST_REVISION + 1)] {
        let mut changed = export.clone();
        changed.entries[at].revision = revision;
        assert_eq!(taken_up(changed), Err(ImportError::OutOfOrder(revision)), "{at}");
    }
    let mut swapped = export;
    swapped.entries.swap(4, 5);
    assert_eq!(taken_up(swapped), Err(ImportError::OutOfOrder(5)));
}

#[test]
fn an_order_that_was_not_legal_or_came_to_something_else_is_told_with_its_number() {
    let export = played(&mut Cautious::new(1), Options::default(), 40, false);
    let mut illegal = export.clone();
    illegal.entries[10].order = Order::DrawCards;
    let Err(error @ ImportError::Refused { revision: 11, .. }) = taken_up(illegal) else { panic!() };
    let said = "Order No. 11 of that file is against the rules, so the file is not taken up: ";
    assert!(error.sentence().starts_with(said), "{}", error.sentence());
    let thrown = export.entries.iter().position(|entry| matches!(entry.order, Order::CheckRevolts)).unwrap();
    let mut fewer = export.clone();
    fewer.entries[thrown].events.pop();
    assert!(matches!(taken_up(fewer), Err(ImportError::Different(_) | ImportError::Dice(..))));
    // A die is turned: what follows from it does not fit any more.
    let mut turned = serde_json::to_value(&export).unwrap();
    let text = turned["entries"][thrown]["events"].to_string();
    turned["entries"][thrown]["events"] = serde_json::from_str(&text.replacen("\"faces\":[", "\"faces\":[9,", 1)).unwrap();
    let turned: Export = serde_json::from_value(turned).unwrap();
    assert!(matches!(taken_up(turned), Err(ImportError::Dice(..))));
}

#[test]
fn what_is_no_export_is_told_and_never_read_aloud() {
    let place = |bytes: &[u8]| read::<State>(bytes).unwrap_err();
    assert!(matches!(place(b""), ImportError::NotAnExport { .. }));
    assert!(matches!(place(b"\xff\xfe\x00"), ImportError::NotAnExport { .. }));
    assert!(matches!(place(b"[1, 2]"), ImportError::NotAnExport { .. }));
    assert_eq!(place(br#"{"format": "@everyone"}"#), NO_EXPORT);
    assert_eq!(place(br#"{"format": "umpire campaign, version 2"}"#).sentence(), "That file is of version 2; this umpire reads version 1.");
    assert_eq!(place(br#"{"format": "umpire campaign, version @everyone"}"#), NO_EXPORT);
    let mut export = played(&mut Cautious::new(1), Options::default(), 5, false);
    export.entries.clear();
    assert_eq!(taken_up(export), Err(ImportError::Empty));
    assert_eq!(read::<State>(&vec![b' '; MOST_BYTES as usize + 1]), Err(ImportError::TooLarge(MOST_BYTES + 1)));
}

#[test]
fn deep_nesting_is_refused_without_running_out_of_stack() {
    for (open, close) in [("[", "]"), ("{\"a\":", "}")] {
        let deep = format!("{}1{}", open.repeat(500_000), close.repeat(500_000));
        let file =
            format!(r#"{{"format":"umpire campaign, version 1","more":{deep},"title":"","started_at":0,"pack":{{}},"entries":{deep}}}"#);
        assert!(matches!(read::<State>(file.as_bytes()), Err(ImportError::NotAnExport { .. })));
    }
}

#[test]
fn more_than_any_campaign_has_is_refused() {
    let export = played(&mut Cautious::new(1), Options::default(), 5, false);
    let mut many = serde_json::to_value(&export).unwrap();
    let entry = json!({ "revision": 1, "order": "pass", "events": [], "position": 0, "streamed": false });
    many["entries"] = Value::Array(vec![entry; MOST_ORDERS + 1]);
    assert_eq!(read::<State>(many.to_string().as_bytes()), Err(ImportError::TooMany { what: "orders", after: Some(1) }));
    // It is refused there: what comes after is not read, and need not even be JSON.
    let cut = many.to_string();
    let cut = &cut[..cut.rfind("\"started_at\"").unwrap()];
    assert_eq!(read::<State>(cut.as_bytes()), Err(ImportError::TooMany { what: "orders", after: Some(1) }));
    let mut eventful = serde_json::to_value(&export).unwrap();
    let event = eventful["entries"][0]["events"][0].clone();
    eventful["entries"][0]["events"] = Value::Array(vec![event; MOST_EVENTS + 1]);
    assert_eq!(read::<State>(eventful.to_string().as_bytes()), Err(ImportError::TooMany { what: "events in one order", after: None }));
}

#[test]
fn what_cannot_be_read_is_told_with_the_last_order_before_it() {
    let export = played(&mut Cautious::new(1), Options::default(), 10, false);
    let mut changed = serde_json::to_value(&export).unwrap();
    changed["entries"][6]["events"] = json!("nothing");
    let text = changed.to_string();
    let error = read::<State>(text.as_bytes()).unwrap_err();
    assert!(matches!(error, ImportError::NotAnExport { after: Some(6), .. }), "{error:?}");
    assert!(error.sentence().contains(", after No. 6)"), "{}", error.sentence());
    let text = serde_json::to_string(&export).unwrap();
    let cut = &text[..text.rfind("\"revision\"").unwrap()];
    assert!(matches!(read::<State>(cut.as_bytes()), Err(ImportError::NotAnExport { after: Some(9), .. })));
    let twice = format!("{},\"entries\":[]}}", &text[..text.len() - 1]);
    assert!(matches!(read::<State>(twice.as_bytes()), Err(ImportError::NotAnExport { .. })), "of two lists neither is taken");
}

#[test]
fn a_file_that_takes_too_long_is_given_up() {
    let export = played(&mut Cautious::new(1), Options::default(), 5, false);
    assert_eq!(check(export, &Pack::embedded().unwrap(), Instant::now() - Duration::from_secs(1)), Err(ImportError::TooLong));
}

#[tokio::test]
async fn a_file_that_makes_something_panic_is_one_that_cannot_be_used_and_the_next_is_read() {
    let turns = Turns::default();
    let turn = async || turns.turn(turns.of_server(GuildId(1), ChannelId(2)).unwrap()).await.unwrap();
    let broken = guarded(&turn().await, |_| -> Result<(), ImportError> { panic!("a test") }).await;
    assert_eq!(broken, Err(ImportError::Broken));
    assert_eq!(guarded(&turn().await, |_| Ok(1)).await, Ok(1));
}

/// A file of some length, as JSON; made once.
fn sample() -> &'static Value {
    static SAMPLE: OnceLock<Value> = OnceLock::new();
    SAMPLE.get_or_init(|| serde_json::to_value(played(&mut Cautious::new(3), Options::default(), 150, true)).unwrap())
}

/// Every value of the file that is not in its pack, by the way to it.
fn ways(value: &Value, way: &mut Vec<String>, all: &mut Vec<Vec<String>>) {
    all.push(way.clone());
    let mut go = |key: String, inner: &Value| {
        way.push(key);
        ways(inner, way, all);
        way.pop();
    };
    match value {
        Value::Object(map) => map.iter().filter(|(key, _)| *key != "pack").for_each(|(key, inner)| go(key.clone(), inner)),
        Value::Array(list) => list.iter().enumerate().for_each(|(index, inner)| go(index.to_string(), inner)),
        _ => {}
    }
}

fn every_way() -> &'static Vec<Vec<String>> {
    static WAYS: OnceLock<Vec<Vec<String>>> = OnceLock::new();
    WAYS.get_or_init(|| {
        let mut all = Vec::new();
        ways(sample(), &mut Vec::new(), &mut all);
        all
    })
}

fn at<'a>(file: &'a mut Value, way: &[String]) -> &'a mut Value {
    way.iter().fold(file, |value, key| match value {
        Value::Array(list) => &mut list[key.parse::<usize>().unwrap()],
        value => &mut value[key.as_str()],
    })
}

fn anything() -> impl Strategy<Value = Value> {
    prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        prop_oneof![any::<i64>(), 0..300_i64, Just(i64::MAX), Just(-1)].prop_map(Value::from),
        any::<u64>().prop_map(Value::from),
        any::<f64>().prop_map(|number| json!(number)),
        ".{0,40}".prop_map(Value::from),
        Just(json!([])),
        Just(json!({})),
        prop::collection::vec(0..40_u8, 0..70).prop_map(|list| json!(list)),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    /// Whatever is changed in a file, it is refused in a sentence, or it is a campaign that was played by the rules; nothing panics.
    #[test]
    fn a_changed_file_is_refused_or_legal_and_nothing_panics(
        changes in prop::collection::vec((any::<prop::sample::Index>(), anything()), 1..4)
    ) {
        let mut file = sample().clone();
        for (index, value) in &changes {
            let way = index.get(every_way());
            // An earlier change may have taken the way away.
            let reached = std::panic::catch_unwind(AssertUnwindSafe(|| at(&mut file.clone(), way).clone())).is_ok();
            if reached {
                *at(&mut file, way) = value.clone();
            }
        }
        let result = read::<State>(file.to_string().as_bytes()).and_then(|export| check(export, &Pack::embedded().unwrap(), later()));
        match result {
            Ok(imported) => prop_assert!(imported.rows.iter().is_sorted_by_key(|row| row.revision)),
            Err(error) => {
                let sentence = error.sentence();
                prop_assert!(!sentence.is_empty() && !sentence.contains('\n'), "{}", sentence);
            }
        }
    }

    /// A file that was cut off, or has bytes that do not belong there, is no export.
    #[test]
    fn a_file_cut_off_or_with_other_bytes_is_refused(cut in any::<prop::sample::Index>(), byte in any::<u8>()) {
        let text = {
            static TEXT: OnceLock<Vec<u8>> = OnceLock::new();
            TEXT.get_or_init(|| sample().to_string().into_bytes())
        };
        let at = cut.index(text.len());
        prop_assert!(read::<State>(&text[..at]).is_err());
        let mut other = text.clone();
        other[at] = byte;
        if let Ok(export) = read::<State>(&other) {
            let _ = check(export, &Pack::embedded().unwrap(), later());
        }
    }
}
