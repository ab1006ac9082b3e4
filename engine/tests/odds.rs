//! The odds against the rules: every way the dice can fall is given to the real orders with scripted dice, and the ways that come
//! to each outcome are counted; and numbers worked out by hand beside them.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

use std::collections::BTreeMap;

use engine::campaign::Seat;
use engine::campaign::odds::encounter::{self, EncounterOdds};
use engine::campaign::odds::march::{self, MarchOdds};
use engine::campaign::odds::revolt;
use engine::campaign::odds::siege::{self, SiegeEnd};
use engine::campaign::odds::sortie;
use engine::campaign::odds::{Fraction, Spread, pursuit as pursuit_odds};
use engine::campaign::rules::encounter as meetings;
use engine::campaign::rules::movement::Prospect;
use engine::campaign::rules::pursuit;
use engine::campaign::{
    BattleKind, Decision, Event, Modifier, Odds, Options, Order, Phase, Reason, Source, State, Station, Step, UnitPlace,
};
use engine::dice::Dice;
use engine::game::Game;
use engine::pack::{BattleType, LocationId, Pack, ShipSet, SpaceId, UnitId, UnitSet};

/// Every way `count` dice of six sides can fall.
fn falls(count: usize) -> Vec<Vec<u16>> {
    (0..count).fold(vec![Vec::new()], |falls, _| {
        falls.iter().flat_map(|fall| (1..=6).map(move |face| fall.iter().copied().chain([face]).collect())).collect()
    })
}

/// How likely each outcome of so many dice is, counted one by one.
fn counted<T: Ord + Clone>(count: usize, outcome: impl Fn(&[u16]) -> T) -> Spread<T> {
    let falls = falls(count);
    let mut ways: BTreeMap<T, u128> = BTreeMap::new();
    for fall in &falls {
        *ways.entry(outcome(fall)).or_insert(0) += 1;
    }
    ways.into_iter().map(|(outcome, count)| (outcome, Fraction::new(count, falls.len() as u128))).collect()
}

fn of(top: u128, bottom: u128) -> Fraction {
    Fraction::new(top, bottom)
}

fn campaign(options: Options) -> State {
    let mut state = State::new(Pack::embedded().unwrap());
    let order = Order::SetUp { scenario: "uprising".into(), options };
    state.give(Seat::Player, &order, &mut Dice::scripted(&[])).unwrap();
    state
}

fn at(state: &State, name: &str) -> LocationId {
    state.pack().map.find_location(name).unwrap_or_else(|| panic!("no {name}"))
}

fn space(state: &State, name: &str) -> SpaceId {
    state.pack().map.find_space(name).unwrap_or_else(|| panic!("no {name}"))
}

fn units(state: &State, names: &[&str]) -> UnitSet {
    let find = |name: &&str| UnitId::at(state.pack().roster.units.iter().position(|unit| unit.name == **name).unwrap());
    names.iter().map(find).collect()
}

/// Places lost to the rebellion, with whoever was there.
fn lose(state: &mut State, names: &[&str]) {
    for name in names {
        let location = at(state, name);
        let units = state.garrison(location);
        state.apply(&Event::UnitsRecalled { units });
        state.apply(&Event::LocationLost { location });
    }
}

fn is_in_a_round(state: &State) -> bool {
    matches!(state.phase(), Phase::Action { .. })
}

/// Positions of campaigns played at random, one after each order.
fn positions(campaigns: u8, options: Options, mut look: impl FnMut(&State)) {
    for seed in 0..campaigns {
        let mut state = campaign(options);
        let mut dice = Dice::seeded([seed; 32], 0);
        let mut orders = Vec::new();
        for step in 0..700_usize {
            orders.clear();
            state.legal_orders(Seat::Player, &mut orders);
            if orders.is_empty() {
                break;
            }
            let order = orders[(step * 7 + usize::from(seed) * 13 + step / 5) % orders.len()].clone();
            state.give(Seat::Player, &order, &mut dice).unwrap();
            look(&state);
        }
    }
}

// Revolt.

#[test]
fn revolt_the_example_of_ginnis_rises_on_three_or_more() {
    let mut state = campaign(Options::default());
    lose(&mut state, &["False Bay", "Tamai", "Lopez", "Richardson", "Mud Bay", "Port Stanley"]);
    let ginnis = revolt::place(&state, at(&state, "Ginnis"));
    assert_eq!(ginnis.roll.modifier(), 3);
    assert_eq!((ginnis.rises, ginnis.lost, ginnis.besieged), (of(4, 6), of(4, 6), Fraction::ZERO));
    let reasons: Vec<Reason> = ginnis.roll.modifiers.iter().map(|modifier| modifier.reason).collect();
    assert!(reasons.contains(&Reason::AdjacentLocation(at(&state, "Tamai"))), "{reasons:?}");
}

#[test]
fn revolt_a_garrison_of_three_stops_a_rising_one_time_in_three_and_one_of_four_is_besieged() {
    let mut state = campaign(Options::default());
    lose(&mut state, &["Ginnis", "Sinkat"]);
    let tamai = at(&state, "Tamai");
    let here = state.garrison(tamai);
    state.apply(&Event::UnitsRecalled { units: here });
    let space = state.pack().map.space_of(tamai);
    let three = units(&state, &["Sudanese 1/5", "Sudanese 2/5", "Sudanese 3/5"]);
    state.apply(&Event::UnitsArrived { units: three, at: space, source: Source::Reserve });
    let odds = revolt::place(&state, tamai);
    assert_eq!(odds.lost, odds.rises * of(2, 3));
    let fourth = units(&state, &["Sudanese 4/5"]);
    state.apply(&Event::UnitsArrived { units: fourth, at: space, source: Source::Reserve });
    let odds = revolt::place(&state, tamai);
    assert_eq!((odds.lost, odds.besieged), (Fraction::ZERO, odds.rises));
}

#[test]
fn revolt_the_first_rebellion_has_twenty_three_places_that_each_need_a_six_and_one_that_waits() {
    let state = campaign(Options::default());
    let odds = revolt::revolts(&state);
    assert!(!odds.under_way);
    assert_eq!(odds.waiting.iter().collect::<Vec<_>>(), [at(&state, "Suakin")], "R34");
    assert_eq!(odds.places.len(), 23);
    let fortresses = odds.places.iter().filter(|place| place.rises.is_zero()).count();
    assert_eq!(fortresses, 3, "an 8 cannot be thrown");
    assert_eq!(odds.risings.mean(), odds.places.iter().map(|place| place.rises).sum());
    assert!(odds.risings.chance(|_| true).is_one());
}

#[test]
fn revolt_every_face_of_the_die_given_to_the_real_order_comes_to_the_chances() {
    let mut looked = 0;
    positions(6, Options::default(), |state| {
        if state.phase() != Phase::Rebellion || state.decision().is_some() {
            return;
        }
        let odds = revolt::revolts(state);
        assert!(odds.under_way);
        for place in odds.places {
            let location = place.location;
            let outcomes = counted(2, |faces| {
                let mut after = state.clone();
                let events = after.give(Seat::Player, &Order::CheckRevolt { location }, &mut Dice::scripted(faces)).unwrap();
                let rises = events.iter().any(|event| matches!(event, Event::RevoltChecked { rises: true, .. }));
                let leaves = matches!(after.decision(), Some(Decision::Retreat { from, .. }) if *from == location);
                (rises, after.enemy_held().contains(location) || leaves, after.besieged().contains(location))
            });
            assert_eq!(outcomes.chance(|(rises, ..)| *rises), place.rises);
            assert_eq!(outcomes.chance(|(_, lost, _)| *lost), place.lost);
            assert_eq!(outcomes.chance(|(.., besieged)| *besieged), place.besieged);
            looked += 1;
        }
    });
    assert!(looked > 100, "{looked}");
}

// Encounters.

fn open_ground(state: &State, name: &str) -> EncounterOdds {
    encounter::encounter(state, space(state, name), UnitSet::EMPTY)
}

#[test]
fn encounter_a_village_is_met_on_five_a_town_on_four_and_a_fortified_town_always() {
    let mut state = campaign(Options::default());
    lose(&mut state, &["Mud Bay", "Lopez"]);
    assert_eq!(open_ground(&state, "Mud Bay").met, of(2, 6));
    assert_eq!(open_ground(&state, "Lopez").met, of(3, 6));
    assert_eq!(open_ground(&state, "Richardson").met, Fraction::ZERO, "ours: R28");
    lose(&mut state, &["Friday Harbor"]);
    let walls = open_ground(&state, "Friday Harbor");
    assert!(walls.met.is_one() && walls.battles.is_empty(), "an assault: R47");
    // Ours at both ends: a 7 is needed (R27).
    let held = campaign(Options::default());
    assert_eq!(open_ground(&held, "Lopez–Richardson 1 of 2").met, Fraction::ZERO);
}

#[test]
fn encounter_the_types_of_battle_have_the_chances_of_two_dice() {
    let tables = &Pack::embedded().unwrap().tables.clone();
    let ways = encounter::battles(tables);
    let by_hand = [
        (BattleType::EnemySurpriseAttack, of(1, 36)),
        (BattleType::Ambush, of(2, 36)),
        (BattleType::ProbingAttack, of(7, 36)),
        (BattleType::Encounter, of(20, 36)),
        (BattleType::Defense, of(5, 36)),
        (BattleType::OurSurpriseAttack, of(1, 36)),
    ];
    assert_eq!(ways, by_hand);
}

#[test]
fn encounter_a_force_in_the_open_has_twenty_one_units_and_a_sixth_of_a_gun_on_average() {
    let tables = &Pack::embedded().unwrap().tables.clone();
    let force = encounter::force(tables, false);
    assert_eq!((force.foot.mean(), force.horse.mean(), force.rifles.mean()), (Fraction::whole(14), of(9, 2), of(5, 2)));
    assert_eq!((force.artillery.mean(), force.machine_guns.mean()), (of(1, 9), of(1, 18)));
    assert_eq!(force.units.mean(), of(127, 6));
    assert_eq!(force.units.range(), Some((&6, &37)));
    let walls = encounter::force(tables, true);
    assert_eq!((walls.rifles.mean(), walls.artillery.mean()), (Fraction::whole(5), of(1, 2)));
    assert!(walls.machine_guns.mean().is_zero(), "R16");
}

#[test]
fn encounter_every_way_the_dice_of_a_force_can_fall_is_counted() {
    let tables = &Pack::embedded().unwrap().tables.clone();
    let mut units: BTreeMap<u16, u128> = BTreeMap::new();
    let mut guns: BTreeMap<(u16, u16), u128> = BTreeMap::new();
    let feet = falls(4);
    for foot in &feet {
        for horse in 1..=8 {
            for rifles in 1..=4 {
                for gun in 1..=6 {
                    let faces = [foot[0], foot[1], foot[2], foot[3], horse, rifles, gun, 1];
                    *units.entry(meetings::force(tables, false, &mut Dice::scripted(&faces)).units()).or_insert(0) += 1;
                }
            }
        }
    }
    let all = (feet.len() * 8 * 4 * 6) as u128;
    let by_hand: Spread<u16> = units.into_iter().map(|(units, ways)| (units, of(ways, all))).collect();
    let force = encounter::force(tables, false);
    assert_eq!(force.units, by_hand);
    for gun in falls(2) {
        let met = meetings::force(tables, false, &mut Dice::scripted(&[1, 1, 1, 1, 1, 1, gun[0], gun[1]]));
        *guns.entry((met.artillery, met.machine_guns)).or_insert(0) += 1;
    }
    assert_eq!(force.artillery.chance(|guns| *guns == 1), of(guns[&(1, 0)], 36));
    assert_eq!(force.machine_guns.chance(|guns| *guns == 1), of(guns[&(0, 1)], 36));
    let walls = encounter::force(tables, true);
    let behind = counted(3, |faces| {
        meetings::force(tables, true, &mut Dice::scripted(&[1, 1, 1, 1, 1, 1, 1, faces[0], faces[1], faces[2]])).artillery
    });
    assert_eq!(walls.artillery, behind);
}

// Sieges and sorties.

const GARRISON: [&str; 10] = [
    "Sudanese 1/5",
    "Sudanese 2/5",
    "Sudanese 3/5",
    "Sudanese 4/5",
    "Militia 4",
    "Militia 5",
    "Dragoons 1/1",
    "Dragoons 2/1",
    "Krupp 1",
    "Krupp 2",
];

/// So many units besieged in Roche Harbor at a level, asked what they do.
fn besieged(options: Options, names: &[&str], level: u8) -> (State, LocationId) {
    let mut state = campaign(options);
    let location = at(&state, "Roche Harbor");
    let here = state.garrison(location);
    state.apply(&Event::UnitsRecalled { units: here });
    let (units, space) = (units(&state, names), state.pack().map.space_of(location));
    state.apply(&Event::UnitsArrived { units, at: space, source: Source::Reserve });
    state.apply(&Event::SiegeBegan { location });
    state.apply(&Event::SiegeLevelSet { at: location, level });
    state.apply(&Event::PhaseBegan { phase: Phase::Action { round: 7 } });
    state.give(Seat::Player, &Order::Pass, &mut Dice::scripted(&[])).unwrap();
    state.give(Seat::Player, &Order::EndRound, &mut Dice::scripted(&[])).unwrap();
    assert_eq!(state.decision(), Some(&Decision::Garrison { location }));
    (state, location)
}

/// Gives an order; losses are shared out by the umpire, with the dice that come after the first `spent`.
fn give_out(state: &mut State, order: &Order, faces: &[u16], spent: usize) {
    state.give(Seat::Player, order, &mut Dice::scripted(faces)).unwrap();
    let mut left = &faces[spent..];
    while let Some(Decision::Casualties { .. }) = state.decision() {
        state.give(Seat::Player, &Order::SpreadLosses, &mut Dice::scripted(left)).unwrap();
        left = &[];
    }
}

fn end_of(state: &State, location: LocationId) -> SiegeEnd {
    if state.enemy_held().contains(location) {
        SiegeEnd::Fallen
    } else if state.besieged().contains(location) {
        SiegeEnd::Level(state.siege_level(location))
    } else {
        SiegeEnd::Broken
    }
}

/// The units of a garrison that are gone; all of them, where the place has fallen.
fn gone(before: &State, after: &State, location: LocationId) -> u16 {
    let left = if end_of(after, location) == SiegeEnd::Fallen { 0 } else { after.garrison(location).len() };
    before.garrison(location).len().saturating_sub(left) as u16
}

#[test]
fn siege_a_fresh_one_is_broken_on_two_and_falls_on_twelve() {
    let (state, location) = besieged(Options::default(), &GARRISON[..8], 1);
    let odds = siege::siege(&state, location).unwrap();
    assert!(odds.roll.modifiers.is_empty());
    let ends = odds.ends();
    assert_eq!(ends.chance(|end| *end == SiegeEnd::Broken), of(1, 36));
    assert_eq!(ends.chance(|end| *end == SiegeEnd::Fallen), of(1, 36));
    assert_eq!(ends.chance(|end| *end == SiegeEnd::Level(3)), of(11, 36), "7 and 8 tighten it by two");
    assert_eq!(siege::siege(&state, at(&state, "Olga")), None);
}

#[test]
fn siege_every_way_two_dice_can_fall_is_what_the_real_order_comes_to() {
    for (earlier_siege_rows, fractions_down) in [(false, false), (true, false), (false, true)] {
        let options = Options { earlier_siege_rows, fractions_down, ..Options::default() };
        for level in 1..=4 {
            for count in [1, 2, 3, 5, 10] {
                let (state, location) = besieged(options, &GARRISON[..count], level);
                let odds = siege::siege(&state, location).unwrap();
                let real = counted(2, |faces| {
                    let mut after = state.clone();
                    give_out(&mut after, &Order::SitTight, faces, 2);
                    (end_of(&after, location), gone(&state, &after, location))
                });
                assert_eq!(odds.ends(), real.map(|(end, _)| *end), "{count} units at level {level}");
                assert_eq!(odds.mean_lost(), real.map(|(_, lost)| *lost).mean(), "{count} units at level {level}");
            }
        }
    }
}

#[test]
fn siege_with_storming_tells_the_chance_of_a_storm_too() {
    let (state, location) = besieged(Options { storming: true, ..Options::default() }, &GARRISON, 3);
    let (roll, chance) = siege::siege(&state, location).unwrap().storm.unwrap();
    assert_eq!((roll.modifier(), chance), (2, of(3, 6)));
}

#[test]
fn sortie_every_way_its_dice_and_those_of_the_siege_can_fall_is_what_the_real_orders_come_to() {
    for (level, count) in [(1, 10), (2, 3), (3, 8), (4, 10), (4, 1)] {
        let (mut state, location) = besieged(Options::default(), &GARRISON, level);
        let sallying = sortie::told_off(&state, location, count);
        let odds = sortie::sortie(&state, location, sallying).unwrap();
        for unit in sallying.iter() {
            state.give(Seat::Player, &Order::Commit { unit }, &mut Dice::scripted(&[])).unwrap();
        }
        let real = counted(4, |faces| {
            let mut after = state.clone();
            give_out(&mut after, &Order::Sortie, faces, 2);
            (end_of(&after, location), gone(&state, &after, location))
        });
        assert_eq!(odds.ends, real.map(|(end, _)| *end), "{count} units at level {level}");
        assert_eq!(odds.mean_lost, real.map(|(_, lost)| *lost).mean(), "{count} units at level {level}");
    }
}

#[test]
fn sortie_of_eight_with_two_of_cavalry_adds_three_and_never_ends_in_disaster() {
    let (state, location) = besieged(Options::default(), &GARRISON, 2);
    let odds = sortie::sortie(&state, location, sortie::told_off(&state, location, 8)).unwrap();
    assert_eq!(odds.roll.modifier(), 3);
    // 2 with its 3 is a 5: a quarter of eight.
    assert_eq!((odds.rows[0].chance, odds.rows[0].lost), (of(1, 36), 2));
    assert!(odds.rows.iter().all(|row| row.result != "disaster"));
    // 9 and more is a complete surprise: two levels, and broken.
    let last = odds.rows.last().unwrap();
    assert_eq!((last.chance, last.then), (of(10, 36), SiegeEnd::Broken));
}

#[test]
fn sortie_sizes_worth_comparing_are_those_at_which_the_modifiers_change_and_everyone() {
    let (state, location) = besieged(Options::default(), &GARRISON, 2);
    // Two of cavalry, four units, eight units, all ten.
    assert_eq!(sortie::sizes(&state, location), [1, 2, 4, 8, 10]);
    assert_eq!(sortie::sortie(&state, location, UnitSet::EMPTY), None);
}

// Pursuits.

#[test]
fn pursuit_without_cavalry_ends_in_disaster_on_ten_and_more() {
    let pack = Pack::embedded().unwrap();
    let situation = pursuit::Situation { cavalry: 0, surrounded: false, ours: 10, theirs: 10, left: 10, other: 0 };
    let odds = pursuit_odds::pursuit(&pack.tables, Options::default(), situation, 6);
    assert_eq!(odds.roll.modifier(), 2);
    let chances: Vec<(u8, Fraction)> = odds.rows.iter().map(|row| (row.percent, row.chance)).collect();
    let by_hand = [(10, of(3, 36)), (25, of(3, 36)), (30, of(9, 36)), (40, of(11, 36)), (50, of(4, 36)), (100, of(6, 36))];
    assert_eq!(chances, by_hand);
    assert_eq!(odds.wiped_out, of(6, 36));
    // Of ten: 1, 3, 3, 4, 5 or 10 lost.
    assert_eq!(odds.mean_lost, of(3 + 9 + 27 + 44 + 20 + 60, 36));
    // Those, and the six of the battle, each come back on a 6, but not to a force wiped out.
    assert_eq!(odds.mean_recovered, of(3 * 7 + 3 * 9 + 9 * 9 + 11 * 10 + 4 * 11, 36 * 6));
}

#[test]
fn pursuit_every_way_two_dice_can_fall_is_what_the_real_roll_comes_to() {
    let pack = Pack::embedded().unwrap();
    for (cavalry, surrounded, ours, theirs, left) in
        [(0, false, 7, 15, 5), (1, true, 7, 22, 12), (4, false, 9, 9, 1), (0, true, 1, 40, 0), (12, false, 12, 1, 30)]
    {
        let situation = pursuit::Situation { cavalry, surrounded, ours, theirs, left, other: 0 };
        let odds = pursuit_odds::pursuit(&pack.tables, Options::default(), situation, 0);
        let real = counted(2, |faces| {
            let result = pursuit::pursuit(&pack.tables, situation, &mut Dice::scripted(faces));
            (result.percent, result.lost, result.is_wiped_out())
        });
        let told: Spread<(u8, u16)> = odds.rows.iter().map(|row| ((row.percent, row.lost), row.chance)).collect();
        assert_eq!(told, real.map(|(percent, lost, _)| (*percent, *lost)));
        assert_eq!(odds.wiped_out, real.chance(|(.., wiped)| *wiped));
    }
}

#[test]
fn pursuit_from_a_battle_being_fought_takes_units_cavalry_and_losses_from_it() {
    let mut state = campaign(Options::default());
    lose(&mut state, &["Tamai", "Friday Harbor", "Roche Harbor", "False Bay"]);
    let ours = units(&state, &["Sudanese 1/5", "Sudanese 2/5", "Dragoons 1/1"]);
    let ginnis = space(&state, "Ginnis");
    state.apply(&Event::UnitsArrived { units: ours, at: ginnis, source: Source::Reserve });
    state.apply(&Event::PhaseBegan { phase: Phase::Action { round: 1 } });
    state.give(Seat::Player, &Order::Pass, &mut Dice::scripted(&[])).unwrap();
    assert_eq!(pursuit_odds::from_battle(&state), None);
    state.give(Seat::Player, &Order::Activate { at: Station::Space(ginnis) }, &mut Dice::scripted(&[])).unwrap();
    state.give(Seat::Player, &Order::March { to: space(&state, "Tamai") }, &mut Dice::scripted(&[6])).unwrap();
    let met = state.round().battles_to_fight()[0].at;
    state.give(Seat::Player, &Order::Fight { at: met }, &mut Dice::scripted(&[3, 3, 3, 3, 4, 2, 1, 3, 4])).unwrap();
    let unit = ours.first().unwrap();
    state.give(Seat::Player, &Order::ReportLoss { unit, steps: 3 }, &mut Dice::scripted(&[])).unwrap();
    let (situation, lost) = pursuit_odds::from_battle(&state).unwrap();
    assert_eq!((situation.ours, situation.cavalry, situation.theirs, situation.left, lost), (3, 1, 18, 9, 3));
    // What is lost, in the real order: the same share of the nine steps left, whatever the dice.
    let odds = pursuit_odds::pursuit(&state.pack().tables, state.options(), situation, lost);
    let real = counted(2, |faces| {
        let mut after = state.clone();
        let order = Order::Withdraw { cavalry: 1, surrounded: false, odds: Odds::OverThreeToOne };
        let events = after.give(Seat::Player, &order, &mut Dice::scripted(faces)).unwrap();
        events.iter().find_map(|event| if let Event::PursuitRolled { steps, .. } = event { Some(*steps) } else { None }).unwrap()
    });
    assert_eq!(odds.rows.iter().map(|row| (row.lost, row.chance)).collect::<Spread<u16>>(), real);
}

// Marches.

/// A force at Ginnis on an island where the enemy has a fortified town, activated.
fn at_ginnis() -> (State, UnitSet) {
    let mut state = campaign(Options::default());
    lose(&mut state, &["Tamai", "Friday Harbor"]);
    let ours = units(&state, &["Sudanese 1/5", "Sudanese 2/5"]);
    let ginnis = space(&state, "Ginnis");
    state.apply(&Event::UnitsArrived { units: ours, at: ginnis, source: Source::Reserve });
    state.apply(&Event::PhaseBegan { phase: Phase::Action { round: 1 } });
    (state, ours)
}

fn march_between(state: &State, from: &str, to: &str, units: UnitSet) -> MarchOdds {
    march::march(state, space(state, from), space(state, to), units).unwrap()
}

#[test]
fn march_the_example_from_ginnis_to_tamai_is_met_on_five_then_on_four() {
    let (state, ours) = at_ginnis();
    let odds = march_between(&state, "Ginnis", "Tamai", ours);
    assert_eq!(odds.steps.iter().map(|step| step.met).collect::<Vec<_>>(), [of(2, 6), of(3, 6)]);
    assert_eq!(odds.steps.iter().map(|step| step.stopped).collect::<Vec<_>>(), [of(1, 3), of(1, 3)]);
    assert_eq!((odds.arrives, odds.spaces), (of(1, 3), 3));
    assert_eq!(march::march(&state, space(&state, "Ginnis"), space(&state, "Olga"), ours), None, "across water");
    assert_eq!(march::march(&state, space(&state, "Ginnis"), space(&state, "Ginnis"), ours), None);
    let unknown = SpaceId::at(state.pack().map.space_ids().count());
    assert_eq!(march::march(&state, space(&state, "Ginnis"), unknown, ours), None, "no such space");
    assert_eq!(march::march(&state, unknown, space(&state, "Ginnis"), ours), None);
}

#[test]
fn march_into_a_fortified_town_of_the_enemys_is_always_met_and_out_of_a_siege_there_is_a_battle_first() {
    let (mut state, ours) = at_ginnis();
    let reach = march::reach(&state, space(&state, "Ginnis"), ours);
    assert!(reach.contains(space(&state, "Tamai")));
    let walls = march::march(&state, space(&state, "False Bay"), space(&state, "Friday Harbor"), ours).unwrap();
    assert_eq!(walls.steps.last().unwrap().prospect, Prospect::Certain);
    assert!(walls.arrives.is_zero());
    let location = at(&state, "Ginnis");
    state.apply(&Event::SiegeBegan { location });
    let to = march::reach(&state, space(&state, "Ginnis"), ours).first().unwrap();
    let out = march::march(&state, space(&state, "Ginnis"), to, ours).unwrap();
    assert_eq!(out.steps[0].prospect, Prospect::Battle(BattleKind::Breakout));
    // Into a siege, a relief.
    let tokar = march::march(&state, space(&state, "False Bay"), space(&state, "Ginnis"), ours).unwrap();
    assert_eq!(tokar.steps.last().unwrap().prospect, Prospect::Battle(BattleKind::Relief));
}

#[test]
fn march_every_way_the_dice_can_fall_is_what_the_real_order_comes_to() {
    let mut looked = 0;
    positions(8, Options::default(), |state| {
        let Some(force) = state.round().force().filter(|force| !force.units.is_empty() && !state.is_besieged(force.at)) else { return };
        if state.decision().is_some() || state.round().step() != Step::Operations || !is_in_a_round(state) {
            return;
        }
        assert_eq!(march::force_at(state, force.at), force.units);
        for to in march::reach(state, force.at, force.units).iter() {
            let order = Order::March { to };
            if state.permit(Seat::Player, &order).is_err() {
                continue;
            }
            let odds = march::march(state, force.at, to, force.units).unwrap();
            let mut real: BTreeMap<SpaceId, u128> = BTreeMap::new();
            let (mut arrived, falls) = (0, falls(odds.steps.len()));
            for faces in &falls {
                let mut after = state.clone();
                let events = after.give(Seat::Player, &order, &mut Dice::scripted(faces)).unwrap();
                let met = events.iter().find_map(|event| if let Event::BattleMet { met } = event { Some(met.at) } else { None });
                match met {
                    Some(space) => *real.entry(space).or_insert(0) += 1,
                    None => {
                        let unit = force.units.first().unwrap();
                        assert_eq!(after.unit_place(unit), UnitPlace::At(to));
                        arrived += 1;
                    }
                }
            }
            let all = falls.len() as u128;
            assert_eq!(odds.arrives, of(arrived, all));
            for step in &odds.steps {
                assert_eq!(step.stopped, of(real.get(&step.space).copied().unwrap_or(0), all), "{:?}", step.prospect);
            }
            looked += 1;
        }
    });
    assert!(looked > 40, "{looked}");
}

#[test]
fn march_those_who_have_gone_as_far_as_they_may_are_not_of_the_force() {
    let mut moved = 0;
    positions(4, Options::default(), |state| {
        if !is_in_a_round(state) {
            return;
        }
        let force = state.round().force();
        for unit in state.round().active().iter().filter(|unit| state.movement_left(*unit) == 0) {
            let UnitPlace::At(at) = state.unit_place(unit) else { continue };
            if force.is_none_or(|force| force.at != at) {
                assert!(!march::force_at(state, at).contains(unit));
                moved += 1;
            }
        }
    });
    assert!(moved > 20, "{moved}");
}

#[test]
fn march_between_rounds_it_is_the_next_in_which_everybody_can_go_again_and_no_event_of_the_last_slows_them() {
    let (mut state, ours) = at_ginnis();
    let ginnis = space(&state, "Ginnis");
    let fresh = march_between(&state, "Ginnis", "Tamai", ours);
    state.apply(&Event::ModifierSet { modifier: Modifier::Movement(-2) });
    state.apply(&Event::Activated { at: Station::Space(ginnis), rates: vec![(1, ours)], ships: ShipSet::EMPTY, functions: 0 });
    state.apply(&Event::MovementEnded { units: ours });
    assert!(march::force_at(&state, ginnis).is_empty(), "they have gone as far as they may");
    for phase in [Phase::Sieges, Phase::Replacements, Phase::Adjust, Phase::Draw, Phase::Rebellion] {
        state.apply(&Event::PhaseBegan { phase });
        assert_eq!(march::force_at(&state, ginnis), ours, "{phase:?}");
        assert_eq!(march_between(&state, "Ginnis", "Tamai", ours), fresh, "{phase:?}");
    }
}

/// *Random events*, 14, 26, 33 and 43 are of the turn.
#[test]
fn what_an_event_adds_for_a_turn_is_in_the_odds_until_its_sieges_are_resolved_and_not_in_those_of_the_next_turn() {
    let (mut state, place) = besieged(Options::default(), &["Regulars 1/1", "Regulars 2/1", "Regulars 3/1", "Regulars 4/1"], 1);
    lose(&mut state, &["Mud Bay"]);
    let plain = siege::siege(&state, place).unwrap();
    state.apply(&Event::ModifierSet { modifier: Modifier::Siege { at: place, add: 2 } });
    state.apply(&Event::ModifierSet { modifier: Modifier::EncountersThisTurn(2) });
    let added = |state: &State| siege::siege(state, place).unwrap().roll.modifier() - plain.roll.modifier();
    let met = |state: &State| encounter::encounter(state, space(state, "Mud Bay"), UnitSet::EMPTY).met;
    let in_turn = met(&state);
    for (phase, still) in [(Phase::Action { round: 7 }, true), (Phase::Sieges, true), (Phase::Replacements, false), (Phase::Adjust, false)]
    {
        state.apply(&Event::PhaseBegan { phase });
        assert_eq!((added(&state), met(&state) == in_turn), if still { (2, true) } else { (0, false) }, "{phase:?}");
    }
}

/// *Random events*, 22 and 51: the guides go with one force.
#[test]
fn march_what_hides_another_force_hides_this_one_not() {
    let (mut state, ours) = at_ginnis();
    let alone = march_between(&state, "Ginnis", "Tamai", ours);
    let suakin = space(&state, "Suakin");
    let units = state.units_at(suakin);
    state.apply(&Event::ForceFormed { units, at: suakin, column: 0 });
    state.apply(&Event::GuidesTaken);
    assert_eq!(march_between(&state, "Ginnis", "Tamai", ours), alone);
    assert!(alone.steps.iter().all(|step| matches!(step.prospect, Prospect::Roll(_))), "{alone:?}");
}

#[test]
fn march_past_places_retaken_on_the_way_is_followed_with_what_that_changes() {
    let mut state = campaign(Options::default());
    // All of Lopez Island Mahdist: until the first place is won back, everything on it is two worse.
    lose(&mut state, &["Lopez", "Richardson", "Mud Bay", "Port Stanley"]);
    let ours = units(&state, &["Dragoons 1/1"]);
    let port_stanley = space(&state, "Port Stanley");
    state.apply(&Event::UnitsArrived { units: ours, at: port_stanley, source: Source::Reserve });
    let odds = march_between(&state, "Port Stanley", "Richardson", ours);
    let met: Vec<Fraction> = odds.steps.iter().map(|step| step.met).collect();
    let names: Vec<String> = odds.steps.iter().map(|step| state.pack().map.space_name(step.space)).collect();
    let lopez = names.iter().position(|name| name == "Lopez").unwrap();
    assert!(met[..lopez].iter().all(|met| *met == of(3, 6)), "a 4 on the road: {names:?} {met:?}");
    assert_eq!(met[lopez], of(5, 6), "a town: 2");
    assert!(met[lopez + 1..met.len() - 1].iter().all(|met| *met == of(1, 6)), "won back: {names:?} {met:?}");
    assert_eq!(met.last(), Some(&of(2, 6)), "a village: 5");
}
