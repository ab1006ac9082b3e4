//! The campaign pack: what is in ours, and how a broken one is reported.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

use std::collections::BTreeMap;

use engine::pack::{CardEffect, Deck, LocationKind, Obligation, Pack, ShipClass, UnitId, came_with_an_earlier_umpire};

fn sources() -> BTreeMap<String, String> {
    Pack::embedded().unwrap().sources().clone()
}

/// The faults of our pack with one thing in one file replaced.
#[track_caller]
fn faults(file: &str, find: &str, replace: &str) -> Vec<String> {
    let mut sources = sources();
    let text = &sources[file];
    assert!(text.contains(find), "{file} has no {find:?}");
    let text = text.replacen(find, replace, 1);
    sources.insert(file.to_owned(), text);
    match Pack::load(sources) {
        Ok(_) => Vec::new(),
        Err(errors) => errors.0.iter().map(ToString::to_string).collect(),
    }
}

#[test]
fn the_map_has_25_locations_on_8_islands_and_34_movement_points() {
    let pack = Pack::embedded().unwrap();
    assert_eq!((pack.map.locations.len(), pack.map.islands.len(), pack.map.points.len(), pack.map.sea_areas.len()), (25, 8, 34, 6));
    let of = |kind| {
        pack.map.locations.iter().filter(|location| location.kind == kind).map(|location| location.name.as_str()).collect::<Vec<_>>()
    };
    assert_eq!(of(LocationKind::FortifiedTown), ["Eastsound", "West Sound", "Suakin", "Friday Harbor"]);
    assert_eq!(of(LocationKind::Town), ["El Obeid", "Olga", "Orcas Landing", "Port Stanley", "Lopez", "Roche Harbor"]);
    let inland: Vec<_> = pack.map.locations.iter().filter(|location| !location.is_port()).map(|location| location.name.as_str()).collect();
    assert_eq!(inland, ["El Obeid", "Rosario", "Lopez", "Sinkat"]);
}

#[test]
fn the_map_keeps_the_distances_the_rulebook_tells() {
    let pack = Pack::embedded().unwrap();
    let distance = |from: &str, to: &str| pack.map.distance(pack.map.find_location(from).unwrap(), pack.map.find_location(to).unwrap());
    assert_eq!(distance("Ginnis", "Tamai"), Some(2), "one movement point between");
    assert_eq!(distance("Lopez", "Richardson"), Some(3), "two between");
    assert_eq!(distance("Richardson", "Mud Bay"), Some(3), "two between");
    let three_activations = distance("False Bay", "Roche Harbor").unwrap();
    assert!((7..=9).contains(&three_activations), "three activations at three spaces: {three_activations}");
    assert_eq!(distance("Blakely", "Decatur"), None, "across water");
}

#[test]
fn the_values_of_the_example_of_play_add_up() {
    let pack = Pack::embedded().unwrap();
    let worth = |names: &[&str]| names.iter().map(|name| pack.map.value(pack.map.find_location(name).unwrap())).sum::<i16>();
    assert_eq!(worth(&["Tokar", "Mud Bay", "Blakely", "Deer Harbor", "Ginnis", "Tamai", "Stuart", "Waldron", "El Obeid"]), 50);
    // Turn 2 ends at 80 from 70: 25 lost, Sinkat lost and won again, 10 for a battle won, 5 for replacements or none.
    assert_eq!(worth(&["Rosario", "Decatur", "Lopez"]), 20);
}

#[test]
fn all_54_cards_are_there_with_the_numbers_of_the_example_of_play() {
    let pack = Pack::embedded().unwrap();
    assert_eq!(pack.cards.len(), 54);
    assert_eq!(pack.cards.iter().filter(|card| card.deck == Deck::Native).count(), 27);
    let of = |number| pack.card(engine::pack::CardNumber(number)).unwrap();
    assert_eq!((of(39).ops, of(30).ops, of(43).ops, of(33).ops, of(47).ops), (2, 2, 2, 1, 1));
    assert_eq!((of(50).random_event, of(37).random_event), (11, 10));
    assert_eq!(of(36).must_be_played, Some(Obligation::First));
    assert_eq!(of(21).must_be_played, Some(Obligation::AsEvent));
}

#[test]
fn every_card_with_an_event_leaves_the_campaign_but_card_22_r49() {
    let pack = Pack::embedded().unwrap();
    for card in &pack.cards {
        assert_eq!(card.leaves_campaign, !card.effects.is_empty() && card.number.0 != 22, "card {}", card.number.0);
    }
}

#[test]
fn the_cards_that_are_only_stories_are_those_of_r59() {
    let pack = Pack::embedded().unwrap();
    let stories: Vec<u8> = pack.cards.iter().filter(|card| card.effects.is_empty()).map(|card| card.number.0).collect();
    let expected: Vec<u8> =
        [vec![6, 7, 8, 10], (14..=20).collect(), (25..=34).collect(), vec![38, 39, 41, 42, 44, 45, 47, 48, 49, 51, 52, 53]].concat();
    assert_eq!(stories, expected);
}

#[test]
fn every_unit_a_card_brings_has_a_counter() {
    let pack = Pack::embedded().unwrap();
    for card in &pack.cards {
        for effect in &card.effects {
            if let CardEffect::Units { of, pool, count, .. } = effect {
                let counters = of.map_or_else(|| pack.roster.pool(pool.as_deref().unwrap()), |kind| pack.roster.kinds[kind.index()].units);
                assert!(counters.len() >= usize::from(*count), "card {}", card.number.0);
            }
        }
    }
}

#[test]
fn units_are_numbered_on_after_the_counters_where_more_can_arrive_than_there_are_r68() {
    let pack = Pack::embedded().unwrap();
    let further: Vec<&str> = pack.roster.further.iter().map(|unit| pack.roster.unit(unit).name.as_str()).collect();
    // Random event 16 may bring Sudanese any number of times; for all else there are counters. Journals name units by their places.
    let sudanese: Vec<String> = (9..=24).map(|number| format!("Sudanese {number}")).collect();
    assert_eq!(further, sudanese);
    assert_eq!(pack.roster.further.first(), Some(UnitId(110)));
}

#[test]
fn the_roster_has_every_unit_and_ship_of_the_rulebook() {
    let pack = Pack::embedded().unwrap();
    let counters: usize = pack.roster.kinds.iter().map(|kind| kind.units.len()).sum();
    assert_eq!(counters, 64 + 46, "Egyptian and British counters");
    assert_eq!(pack.roster.units.len(), counters + pack.roster.further.len(), "and those that are numbered on after them");
    assert_eq!(pack.roster.allied.len(), 46);
    assert_eq!(pack.roster.ships.len(), 11);
    let kassala = pack.roster.ships.iter().find(|ship| ship.name == "Kassala").unwrap();
    assert_eq!(kassala.class, ShipClass::Transport, "R14");
}

#[test]
fn the_uprising_is_set_up_as_printed() {
    let pack = Pack::embedded().unwrap();
    let scenario = pack.scenario("uprising").unwrap();
    assert_eq!(scenario.garrisons.iter().map(|garrison| garrison.units.len()).sum::<usize>(), 5 + 5 + 2 + 2 + 8 + 2 + 2 + 2 + 4 + 3);
    assert_eq!(scenario.draw.len(), 25, "the Egyptian deck less Hicks and Gordon");
    assert_eq!(scenario.victory_points, 5);
    let start: Vec<_> = scenario.random_start.iter().map(|location| pack.location_name(*location)).collect();
    assert_eq!(start, ["Mud Bay", "Rosario", "Deer Harbor", "Ginnis", "Tamai", "Stuart"]);
}

#[test]
fn the_reconquest_is_set_up_as_printed_r66() {
    let pack = Pack::embedded().unwrap();
    let scenario = pack.scenario("reconquest").unwrap();
    assert_eq!((scenario.first_turn, scenario.victory_points, scenario.enemy_held.len()), (11, 220, 23));
    assert_eq!(scenario.replacements.native, 3);
    let friday = scenario.garrisons.iter().find(|garrison| garrison.siege_level > 0).unwrap();
    assert_eq!((pack.location_name(friday.at), friday.siege_level, friday.units.len()), ("Friday Harbor", 2, 6));
    assert!(scenario.draw.contains(engine::pack::CardNumber(2)) && scenario.draw.contains(engine::pack::CardNumber(3)));
    assert!(!scenario.draw.contains(engine::pack::CardNumber(21)));
}

#[test]
fn the_36_random_events_are_named_by_two_dice() {
    let pack = Pack::embedded().unwrap();
    let numbers: Vec<u8> = pack.random_events.iter().map(|event| event.number).collect();
    let expected: Vec<u8> = (1..=6).flat_map(|tens| (1..=6).map(move |units| tens * 10 + units)).collect();
    assert_eq!(numbers, expected);
}

#[test]
fn a_pack_loaded_from_its_own_sources_is_the_same_pack() {
    let pack = Pack::embedded().unwrap();
    let again = Pack::load(sources()).unwrap();
    assert_eq!(again.fingerprint(), pack.fingerprint());
    assert_eq!(again, *pack);
    let mut changed = sources();
    changed.get_mut("map.toml").unwrap().push_str("# a remark\n");
    assert_ne!(Pack::load(changed).unwrap().fingerprint(), pack.fingerprint());
}

#[test]
fn a_dangling_name_is_reported_with_file_key_and_the_nearest_name() {
    assert_eq!(
        faults("map.toml", "from = \"False Bay\"\nto = \"Ginnis\"", "from = \"False Bay\"\nto = \"Ginis\""),
        ["map.toml: path[0].to: no location is named \"Ginis\"; did you mean \"Ginnis\"?"]
    );
    let faults = faults("cards.toml", "location = \"Suakin\"", "location = \"Suakim\"");
    assert_eq!(faults.len(), 1);
    assert!(faults[0].starts_with("cards.toml: card[0].effects[0]") && faults[0].contains("did you mean \"Suakin\"?"), "{faults:?}");
}

#[test]
fn a_disconnected_map_is_reported() {
    let without_path = faults("map.toml", "[[path]]\nfrom = \"El Obeid\"\nto = \"Olga\"\npoints = [[16.1, 12.1], [14.8, 10.8]]\n", "");
    assert!(without_path.iter().any(|fault| fault.contains("no path joins") && fault.contains("El Obeid")), "{without_path:?}");
    let one_way =
        faults("map.toml", "name = \"Stuart\"\nadjacent = [\"San Juan\", \"Waldron\"]", "name = \"Stuart\"\nadjacent = [\"San Juan\"]");
    assert!(one_way.iter().any(|fault| fault.contains("not the other way round")), "{one_way:?}");
    let across_water = faults("map.toml", "from = \"Shaw\"\nto = \"Tokar\"", "from = \"Shaw\"\nto = \"Olga\"");
    assert!(across_water.iter().any(|fault| fault.contains("never cross water")), "{across_water:?}");
}

#[test]
fn what_lies_nowhere_on_a_map_is_reported() {
    let nowhere = faults("map.toml", "points = [[16.1, 12.1], [14.8, 10.8]]", "points = [[16.1, 12.1], [inf, 10.8]]");
    assert!(nowhere.iter().any(|fault| fault.ends_with("points: kilometres east and north, within 10,000")), "{nowhere:?}");
    let nowhere = faults("map.toml", "at = [-4.6, -8.0]", "at = [-4.6, 1e12]");
    assert_eq!(nowhere, ["map.toml: sea_area[0].at: kilometres east and north, within 10,000"]);
}

#[test]
fn duplicate_cards_and_impossible_numbers_are_reported() {
    let twice = faults("cards.toml", "number = 2\n", "number = 1\n");
    assert_eq!(twice, ["cards.toml: card[1].number: card 1 is there twice"]);
    let red = faults("cards.toml", "random_event = 11", "random_event = 13");
    assert_eq!(red, ["cards.toml: card[0].random_event: two dice cannot show 13"]);
}

#[test]
fn effects_of_unknown_kind_are_reported() {
    let unknown = faults("cards.toml", "kind = \"ship\"", "kind = \"airship\"");
    assert!(unknown[0].starts_with("cards.toml: card[0].effects[0].kind: unknown variant `airship`"), "{unknown:?}");
    let event = faults("random_events.toml", "kind = \"encounter modifier\"", "kind = \"flood\"");
    assert!(event[0].starts_with("random_events.toml: event[0].effect.kind: unknown variant `flood`"), "{event:?}");
}

#[test]
fn impossible_tables_are_reported() {
    let gap = faults("tables.toml", "{ on = \"6\", result = \"hard pressed\", losses = 25 },", "");
    assert_eq!(gap, ["tables.toml: pursuit: no row answers 6 on 2D6"]);
    let overlap = faults(
        "tables.toml",
        "{ on = \"4-5\", result = \"fighting withdrawal\", losses = 10 }",
        "{ on = \"4-6\", result = \"fighting withdrawal\", losses = 10 }",
    );
    assert_eq!(overlap, ["tables.toml: pursuit: two rows answer 6 on 2D6, or the rows are not in ascending order"]);
    let losses = faults("tables.toml", "losses = 25", "losses = 125");
    assert_eq!(losses, ["tables.toml: pursuit.rows[2].losses: 125 percent cannot be lost"]);
    let misspelt = faults("tables.toml", "losses = 25", "loses = 25");
    assert!(misspelt[0].starts_with("tables.toml: pursuit.rows[2]") && misspelt[0].contains("loses"), "{misspelt:?}");
}

#[test]
fn a_set_up_that_cannot_be_laid_out_is_reported() {
    let too_many = faults("setup.toml", "[\"Egyptian Regulars\", 2]", "[\"Egyptian Regulars\", 12]");
    assert!(too_many.iter().any(|fault| fault.contains("units of Egyptian Regulars are left for")), "{too_many:?}");
    let two_piles = faults("setup.toml", "cards = [36]", "cards = [37]");
    assert_eq!(two_piles, ["setup.toml: scenario[0].cards.enters[0]: card 37 is in two piles"]);
    let two_places = faults("setup.toml", "ships = [\"Dongola\"]", "ships = [\"Trinkitat\"]");
    assert!(two_places[0].contains("the Trinkitat is in two places"), "{two_places:?}");
    let inland = faults("setup.toml", "at = \"Port Stanley\"", "at = \"Rosario\"");
    assert!(inland.iter().any(|fault| fault.contains("Rosario is no port")), "{inland:?}");
}

#[test]
fn a_missing_file_and_broken_toml_are_reported() {
    let mut sources = sources();
    sources.remove("cards.toml");
    assert_eq!(Pack::load(sources).unwrap_err().to_string(), "cards.toml: the file is missing");
    let broken = faults("units.toml", "[[unit]]", "[[unit");
    assert_eq!(broken.len(), 1);
    assert!(broken[0].starts_with("units.toml: line "), "{broken:?}");
}

#[test]
fn everything_wrong_in_a_file_is_reported_at_once() {
    let mut sources = sources();
    let text = sources["cards.toml"].replacen("number = 2\n", "number = 1\n", 1).replacen("random_event = 11", "random_event = 1", 1);
    sources.insert("cards.toml".to_owned(), text);
    assert_eq!(Pack::load(sources).unwrap_err().0.len(), 2);
}

#[test]
fn whoever_changes_the_pack_keeps_the_one_before_known_for_files_of_earlier_days() {
    let pack = Pack::embedded().unwrap();
    let today = "8ea104d29908d28e6c9ee0adfea354d81355b73728ef5e8ee0b33607771f041f";
    assert_eq!(
        pack.fingerprint(),
        today,
        "add the fingerprint it had to `pack/shipped.rs`, with and without its chart, and put the new one here"
    );
    assert!(pack.is_of_the_program() && !came_with_an_earlier_umpire(today));
    assert!(came_with_an_earlier_umpire("fceb92f70b3b13904d417b301d46cdfb51530a34c73d3432c48d289a1b8747c1"), "until 30 November 2026");
    assert!(!pack.sources().contains_key("words.toml"));
    let mut own = sources();
    own.get_mut("setup.toml").unwrap().push('\n');
    assert!(!Pack::load(own).unwrap().is_of_the_program(), "a group's own pack is not");
}

#[test]
fn a_pack_that_names_nobody_is_told_in_the_words_of_the_first_edition_and_another_in_its_own() {
    let pack = Pack::embedded().unwrap();
    assert_eq!(pack.words.fill("[governor] and the [enemies]"), "Gordon and the Mahdists");
    let mut own = sources();
    let words = include_str!("../../config/editions/1/words.toml").replace("governor = \"Gordon\"", "governor = \"Baring\"");
    own.insert("words.toml".to_owned(), words);
    assert_eq!(Pack::load(own).unwrap().words.fill("[governor] and the [enemies]"), "Baring and the Mahdists");
    let mut bare = sources();
    let sides = "[sides]\nenemy = \"a\"\nenemies = \"b\"\nenemy_leader = \"h\"\nours = \"c\"\narmy = \"i\"\nnatives = \"j\"\nnative = \"d\"\nallied = \"e\"\nallies = \"f\"\ngovernment = \"g\"\n";
    bare.insert("words.toml".to_owned(), sides.to_owned());
    let errors = Pack::load(bare).unwrap_err().to_string();
    assert!(errors.contains("words.toml: leaders.governor: the campaign has one, and it needs a name"), "{errors}");
}

#[test]
fn what_could_not_be_obeyed_is_refused_for_a_new_campaign_and_borne_with_in_one_under_way() {
    for (file, is, becomes, fault) in [
        ("cards.toml", "cars = 6", "cars = 5", "cards.toml: card[8].effects[0].cars: a unit of infantry fills three cars"),
        (
            "random_events.toml",
            "{ kind = \"more ops\", add = 1, lasts = \"round\" }",
            "{ kind = \"more ops\", add = 1, lasts = \"turn\" }",
            "random_events.toml: event 31, effect.lasts: more Ops are for the card of this round",
        ),
        (
            "random_events.toml",
            "{ kind = \"siege level\", add = -1, at = \"chosen siege\" }",
            "{ kind = \"siege level\", add = 1, at = \"chosen siege\" }",
            "random_events.toml: event 24, effect.add: a siege of the players' choice is only eased",
        ),
        (
            "tables.toml",
            "bases = [\"Friday Harbor\", \"Suakin\"]",
            "bases = [\"Friday Harbor\"]",
            "tables.toml: supply.bases: two bases: the one at home, then the one overseas",
        ),
        ("leaders.toml", "or_clears = \"Blakely\"", "or_clears = \"Lopez\"", "leaders.toml: field_force.or_clears: the other reading"),
    ] {
        let mut changed = sources();
        let text = changed[file].replace(is, becomes);
        assert_ne!(text, changed[file], "{is}");
        changed.insert(file.to_owned(), text);
        let errors = Pack::load(changed.clone()).unwrap_err().to_string();
        assert!(errors.starts_with(fault), "{errors}");
        assert!(Pack::load_under_way(changed).is_ok(), "{fault}");
    }
}
