//! Rules that were mended: what an earlier edition resolved is given anew by its own rules, told as such and never proved plainly, whoever
//! says of what edition it is.

use std::collections::BTreeSet;
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

use engine::campaign::{Options, Order, Seat, State, SupplySystem};
use engine::dice::Dice;
use engine::edition::{Edition, LeftOut};
use engine::game::Game;
use engine::pack::{Pack, hexadecimal};
use engine::tabletop::formation::Formation;
use engine::tabletop::order as field;
use serde_json::{Value, json};
use staff::{Cautious, Random, Staff};
use umpire::despatches::proof::verdict;
use umpire::files::import::ImportError;
use umpire::files::{import, proof};
use umpire::model::export::{Export, ExportedOrder};
use umpire::model::imported::Imported;
use umpire::model::proof::Proof;

const SEED: [u8; 32] = [11; 32];

/// The rules as the first edition read them.
fn first_edition() -> LeftOut {
    LeftOut::after(Edition::FIRST, State::MENDINGS)
}

/// A campaign of so many orders, the first `earlier` of them by the rules of the first edition, and closed.
fn played(staff: &mut impl Staff<State>, options: Options, scenario: usize, most: usize, earlier: usize) -> Export {
    let pack = Pack::embedded().unwrap();
    let mut state = State::new(Arc::clone(&pack));
    let (mut position, mut entries, mut legal) = (0, Vec::new(), Vec::new());
    let options = Options { random_start: options.random_start && scenario == 0, ..options };
    let mut order = Order::SetUp { scenario: pack.scenarios[scenario].key.clone(), options };
    for number in 0..most {
        let (edition, left_out) = if number < earlier { (Edition::FIRST, first_edition()) } else { (State::EDITION, LeftOut::NONE) };
        state.leave_out(left_out);
        if number > 0 {
            legal.clear();
            let Some(seat) = state.acting().first().copied() else { break };
            state.legal_orders(seat, &mut legal);
            // In the days of the first edition no ship could be chosen.
            legal.retain(|order| !matches!(order, Order::Load { aboard: Some(_), .. }));
            if legal.is_empty() {
                break;
            }
            order = legal.swap_remove(staff.choose(&state, &legal));
        }
        let mut dice = Dice::seeded(SEED, position);
        let mut events = Vec::new();
        state.permit(state.giver(&order), &order).unwrap();
        state.resolve(&order, &mut dice, &mut events);
        let revision = number as u32 + 1;
        entries.push(ExportedOrder { revision, order: order.clone(), events, position, streamed: true, undone_by: None, edition });
        position = dice.position().unwrap();
    }
    Export {
        format: "umpire campaign, version 1".to_owned(),
        title: "The Friday club".to_owned(),
        started_at: 0,
        seed: Some(hexadecimal(&SEED)),
        seal_message: None,
        seal: None,
        imported: 0,
        hidden: 0,
        pack: pack.sources().clone(),
        entries,
    }
}

fn every_option() -> Options {
    Options {
        random_start: true,
        storming: true,
        siege_reinforcement: true,
        gunboats_at_sieges: true,
        gunboat_encounters: true,
        supply: SupplySystem::Advanced,
        ..Options::default()
    }
}

/// Fights every battle on the board, where whoever can fires, forms Square, and fires again if that is allowed.
struct Shooters(Random);

impl Staff<State> for Shooters {
    fn choose(&mut self, state: &State, legal: &[Order]) -> usize {
        let has_fired = state.board().and_then(|board| board.battle().active()).is_some_and(|active| active.shots > 0);
        let wanted = |order: &Order| match order {
            Order::FightOut { .. } => true,
            Order::Field(field::Order::Fire { .. }) => true,
            Order::Field(field::Order::Form { formation: Formation::Square, .. }) => has_fired,
            _ => false,
        };
        legal.iter().position(wanted).unwrap_or_else(|| self.0.choose(state, legal))
    }
}

/// Fights every battle on the board, where whoever can charges.
struct Chargers(Random);

impl Staff<State> for Chargers {
    fn choose(&mut self, state: &State, legal: &[Order]) -> usize {
        let wanted = |order: &Order| matches!(order, Order::FightOut { .. } | Order::Field(field::Order::Charge { .. }));
        legal.iter().position(wanted).unwrap_or_else(|| self.0.choose(state, legal))
    }
}

/// Campaigns of the first edition, by all sorts of players and options.
fn campaigns() -> &'static [Export] {
    static CAMPAIGNS: OnceLock<Vec<Export>> = OnceLock::new();
    CAMPAIGNS.get_or_init(|| {
        // The first two have met what is rare: boats into a siege without a gunboat (R67), and more Sudanese than there are counters (R68).
        let mut campaigns = vec![
            played(&mut Random::new(85), every_option(), 0, 3_000, usize::MAX),
            played(&mut Cautious::new(15), every_option(), 0, 3_000, usize::MAX),
            played(&mut Shooters(Random::new(1)), Options { boards: true, ..Options::default() }, 0, 3_000, usize::MAX),
            played(&mut Chargers(Random::new(10)), Options { boards: true, ..Options::default() }, 0, 400, usize::MAX),
            // Here a unit goes by the shortest route and nothing else differs (T33).
            played(&mut Chargers(Random::new(59)), Options { boards: true, ..Options::default() }, 0, 400, usize::MAX),
            // And here an ambush lies about its Leader (N06).
            played(&mut Chargers(Random::new(242)), Options { boards: true, ..Options::default() }, 0, 450, usize::MAX),
        ];
        for seed in 0..6 {
            for options in [Options::default(), every_option()] {
                for scenario in 0..2 {
                    campaigns.push(played(&mut Cautious::new(seed), options, scenario, 3_000, usize::MAX));
                    campaigns.push(played(&mut Random::new(seed), options, scenario, 3_000, usize::MAX));
                }
            }
        }
        campaigns
    })
}

fn text(export: &Export) -> String {
    serde_json::to_string(export).unwrap()
}

fn proved(export: &Export) -> Result<Proof, String> {
    proof::prove::<State>(&text(export), None).map_err(|error| error.to_string())
}

/// The campaigns of the first edition, each with its proof.
fn campaigns_proved() -> &'static [(&'static Export, Proof)] {
    static PROVED: OnceLock<Vec<(&Export, Proof)>> = OnceLock::new();
    PROVED.get_or_init(|| campaigns().iter().map(|export| (export, proved(export).unwrap())).collect())
}

fn taken_up(export: &Export) -> Result<Imported, ImportError> {
    let export = import::read::<State>(text(export).as_bytes())?;
    import::check(export, &Pack::embedded().unwrap(), Instant::now() + Duration::from_secs(600))
}

/// The rows that came to something else than they do by the rules of today, each with what made the difference.
fn told(proof: &Proof) -> Vec<(u32, &[&'static str])> {
    proof.earlier.iter().map(|reading| (reading.revision, reading.rulings.as_slice())).collect()
}

/// The campaign in which a ruling mended since has made a row another soonest, and where in it.
fn with(ruling: &str) -> (&'static Export, usize) {
    let found = campaigns_proved().iter().filter_map(|(export, proof)| {
        let reading = proof.earlier.iter().find(|reading| reading.rulings == [ruling])?;
        Some((*export, reading.revision as usize - 1))
    });
    // The earliest: what comes before it is proved again and again.
    found.min_by_key(|(_, at)| *at).unwrap_or_else(|| panic!("no campaign has met {ruling}"))
}

#[test]
fn what_the_first_edition_resolved_otherwise_is_listed_and_the_rest_is_proved() {
    let mut met: BTreeSet<&str> = BTreeSet::new();
    for (export, proof) in campaigns_proved() {
        let imported = taken_up(export).unwrap();
        assert_eq!(imported.earlier, proof.earlier, "an import sees the same");
        for (revision, rulings) in told(proof) {
            assert!(!rulings.is_empty(), "No. {revision}");
            met.extend(rulings.iter().copied());
        }
        assert_eq!(proof.earlier.is_empty(), verdict(proof).starts_with("Proved: "), "{}", verdict(proof));
        // By the rules of today the same rows are false, and none else.
        for reading in &proof.earlier {
            let mut claimed = Export::clone(export);
            claimed.entries.truncate(reading.revision as usize);
            claimed.entries.last_mut().unwrap().edition = State::EDITION;
            assert!(proved(&claimed).unwrap_err().contains("came to something else"), "No. {}", reading.revision);
        }
    }
    assert_eq!(met, State::MENDINGS.iter().map(|mending| mending.ruling).collect(), "each rule has made a difference");
}

#[test]
fn a_verdict_with_rows_of_an_earlier_edition_names_them_and_is_never_plainly_proved() {
    let (export, at) = with("R26");
    let mut export = export.clone();
    export.entries.truncate(at + 1);
    let verdict = verdict(&proved(&export).unwrap());
    let number = at + 1;
    assert!(verdict.starts_with("Proved, except one order that an earlier edition of the rules resolved otherwise"), "{verdict}");
    assert!(verdict.contains(&format!("No. {number} (R26)")), "{verdict}");
}

#[test]
fn a_campaign_begun_by_the_first_edition_goes_on_by_the_rules_of_today_and_is_verified_and_imported() {
    let (mut before, mut since) = (0, 0);
    for seed in 0..4 {
        for options in [Options::default(), every_option()] {
            let export = played(&mut Cautious::new(seed), options, 0, 1_200, 200);
            let proof = proved(&export).unwrap();
            assert!(proof.earlier.iter().all(|reading| reading.revision <= 200), "from there on every rule is that of today");
            let imported = taken_up(&export).unwrap();
            assert_eq!(imported.rows, export.entries);
            let entries: Value = serde_json::to_value(&export.entries).unwrap();
            for entry in entries.as_array().unwrap() {
                // What says nothing is of the first edition: files of earlier days stay as they were, byte for byte.
                match entry.get("edition") {
                    None => before += 1,
                    Some(edition) => {
                        assert_eq!(edition, &json!(State::EDITION));
                        since += 1;
                    }
                }
            }
        }
    }
    assert!(before > 1_000 && since > 500, "{before} {since}");
}

#[test]
fn random_campaigns_by_the_rules_of_today_are_plainly_proved() {
    for seed in 20..26 {
        for options in [Options::default(), every_option()] {
            let export = played(&mut Random::new(seed), options, (seed % 2) as usize, 900, 0);
            let proof = proved(&export).unwrap();
            assert!(proof.earlier.is_empty() && verdict(&proof).starts_with("Proved: "), "{}", verdict(&proof));
            assert_eq!(taken_up(&export).unwrap().proved, Some(export.entries.len()));
        }
    }
}

#[test]
fn whoever_writes_edition_1_into_a_file_of_today_excuses_nothing() {
    let export = played(&mut Random::new(31), every_option(), 0, 400, 0);
    let mut forged = export.clone();
    for entry in &mut forged.entries {
        entry.edition = Edition::FIRST;
    }
    // An honest campaign is made false by it from the first row on that edition 1 resolves otherwise, and by nothing else.
    let mut state = State::new(Pack::embedded().unwrap());
    let otherwise = export.entries.iter().find(|entry| {
        let mut earlier = state.clone();
        let (giver, mut dice) = (state.giver(&entry.order), Dice::seeded(SEED, entry.position));
        let given = earlier.give_without(first_edition(), giver, &entry.order, &mut dice);
        state.replay(&entry.events);
        !given.is_ok_and(|events| events == entry.events && earlier == state)
    });
    let expected = otherwise.map(|entry| format!("No. {} came to something else than the file says", entry.revision));
    let refused = proved(&forged).err();
    assert_eq!(refused.as_deref().and_then(|refused| refused.split(':').next()), expected.as_deref());
    let mut found = 0;
    for (index, entry) in export.entries.iter().enumerate() {
        for change in [dice_changed, event_left_out, event_doubled] {
            let mut changed = serde_json::to_value(&entry.events).unwrap();
            if !change(&mut changed) {
                continue;
            }
            let Ok(events) = serde_json::from_value(changed) else { continue };
            let mut forged = export.clone();
            forged.entries.truncate(index + 1);
            for entry in &mut forged.entries {
                entry.edition = Edition::FIRST;
            }
            forged.entries[index].events = events;
            assert!(proved(&forged).is_err(), "No. {} is taken for an earlier edition's", entry.revision);
            assert!(taken_up(&forged).is_err(), "No. {} is taken up as an earlier edition's", entry.revision);
            found += 1;
        }
        if found > 60 {
            break;
        }
    }
    assert!(found > 60, "{found} forgeries were tried");
}

#[test]
fn in_a_row_that_an_earlier_edition_explains_neither_dice_nor_anything_else_can_be_changed() {
    for ruling in State::MENDINGS.iter().map(|mending| mending.ruling).collect::<BTreeSet<_>>() {
        let (export, at) = with(ruling);
        let mut export = export.clone();
        export.entries.truncate(at + 1);
        assert_eq!(told(&proved(&export).unwrap()).last(), Some(&(at as u32 + 1, [ruling].as_slice())));
        for change in [dice_changed, event_left_out, event_doubled] {
            let mut events = serde_json::to_value(&export.entries[at].events).unwrap();
            if !change(&mut events) {
                continue;
            }
            let mut forged = export.clone();
            forged.entries[at].events = serde_json::from_value(events).unwrap();
            assert!(proved(&forged).is_err(), "{ruling}");
            assert!(taken_up(&forged).is_err(), "{ruling}");
        }
        // Nor are the dice those of another place in the stream, if it has any: a single one may show the same there by chance.
        let throws = dice_changed(&mut serde_json::to_value(&export.entries[at].events).unwrap());
        let passed = (1..=12).filter(|further| {
            let mut forged = export.clone();
            forged.entries[at].position += further;
            proved(&forged).is_ok()
        });
        assert!(!throws || passed.count() < 6, "{ruling}");
    }
}

/// Turns the first die of some events by one; false if none was thrown.
fn dice_changed(events: &mut Value) -> bool {
    match events {
        Value::Array(values) => values.iter_mut().any(dice_changed),
        Value::Object(fields) => {
            if let Some(face) = fields.get_mut("faces").and_then(|faces| faces.get_mut(0)) {
                *face = json!(if face.as_u64() == Some(1) { 2 } else { 1 });
                return true;
            }
            fields.values_mut().any(dice_changed)
        }
        _ => false,
    }
}

/// Leaves out the last of some events.
fn event_left_out(events: &mut Value) -> bool {
    events.as_array_mut().is_some_and(|events| events.pop().is_some())
}

/// Writes the first of some events twice.
fn event_doubled(events: &mut Value) -> bool {
    let Some(events) = events.as_array_mut() else { return false };
    let Some(first) = events.first().cloned() else { return false };
    events.insert(0, first);
    true
}

#[test]
fn editions_that_fall_or_are_not_known_here_are_refused_with_a_sentence() {
    let export = played(&mut Random::new(3), Options::default(), 0, 40, 20);
    assert!(proved(&export).is_ok());
    let mut fallen = export.clone();
    fallen.entries[30].edition = Edition::FIRST;
    assert!(proved(&fallen).unwrap_err().starts_with("No. 31 is said to be of an earlier edition of the rules"));
    assert_eq!(taken_up(&fallen), Err(ImportError::EditionFell(31)));
    let mut nought = export.clone();
    nought.entries[0].edition = Edition(0);
    assert_eq!(taken_up(&nought), Err(ImportError::EditionFell(1)));
    let mut later = export;
    later.entries[39].edition = Edition(State::EDITION.0 + 1);
    assert!(proved(&later).unwrap_err().contains("later than this umpire's"));
    assert_eq!(taken_up(&later), Err(ImportError::LaterEdition(40, State::EDITION.0 + 1)));
    assert!(ImportError::LaterEdition(40, 3).sentence().contains("a newer umpire"));
}

#[test]
fn a_campaign_of_the_corpus_is_taken_up_played_on_by_the_rules_of_today_and_taken_up_again() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/exports");
    let (mut otherwise, mut played_on) = (0, 0);
    for file in std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
        if file.extension().is_none_or(|extension| extension != "json") {
            continue;
        }
        let name = file.display();
        let export = import::read::<State>(&std::fs::read(&file).unwrap()).unwrap();
        let pack = Arc::new(Pack::load(export.pack.clone()).unwrap());
        let taken_up = |export: Export| import::check(export, &pack, Instant::now() + Duration::from_secs(600)).unwrap();
        let first = taken_up(export.clone());
        otherwise += first.earlier.len();
        let (mut state, mut entries, mut legal) = (first.state.clone(), first.rows.clone(), Vec::new());
        // Corrections came with the second edition, and the board later.
        let is_later = file.ends_with("corrections-closed.json") || file.ends_with("boards-closed.json");
        assert!(entries.iter().all(|entry| (entry.edition == Edition::FIRST) != is_later), "{name}");
        let (mut staff, mut dice) = (Random::new(9), Dice::seeded(SEED, 0));
        for further in 1..=300 {
            legal.clear();
            state.legal_orders(Seat::Commander, &mut legal);
            if legal.is_empty() {
                break;
            }
            let order = legal.swap_remove(staff.choose(&state, &legal));
            let events = state.give(Seat::Commander, &order, &mut dice).unwrap();
            let revision = first.last + further;
            let (undone_by, edition) = (None, State::EDITION);
            entries.push(ExportedOrder { revision, order, events, position: 0, streamed: false, undone_by, edition });
            played_on += 1;
        }
        // What was played by an earlier edition is told as before; from there on every order is that of today's rules.
        let again = taken_up(Export { seed: None, seal: None, entries, ..export });
        assert_eq!(again.earlier, first.earlier, "{name}");
        assert!(again.state == state, "{name}");
    }
    assert!(otherwise > 2 && played_on > 300, "{otherwise} {played_on}");
}
