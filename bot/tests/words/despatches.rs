//! What players read, kept word for word: a change of words is seen in review, not first on somebody's phone.
//!
//! The dice are scripted, so every despatch is the same in every run.

use std::sync::Arc;

use engine::campaign::Seat;
use engine::campaign::rules::casualties::recovery;
use engine::campaign::rules::encounter::{Ground, Situation, encounter};
use engine::campaign::rules::pursuit::{self, pursuit};
use engine::campaign::rules::supply;
use engine::campaign::{Battle, BattleKind, Decision, EnemyForce, FieldBattle, Met, SupplySystem};
use engine::campaign::{Event, LedgerEntry, LedgerReason, Options, Order, Phase, Purpose, Roll, State};
use engine::dice::Dice;
use engine::dice::DiceSpec;
use engine::game::Game;
use engine::pack::{CardNumber, LocationId, Pack, ShipId, ShipSet, UnitId, UnitSet};
use pictures::{Extent, alt_text};
use umpire::commands::help;
use umpire::commands::help::Topic;
use umpire::commands::roll;
use umpire::despatches::board;
use umpire::despatches::{battle, campaign, forces, garrison, lifecycle, lines, quick};
use umpire::model::campaign::{Sealed, Seed};
use umpire::model::despatch::Despatch;
use umpire::model::ids::{CampaignId, MessageId, UserId};
use umpire::model::played::Line;
use umpire::model::standing::Standing;

pub(crate) const STANDING: Standing = Standing::commanded(CampaignId(1), 7, Some(UserId(4_242)));

/// The dice of the rebellion in the Example of Play, turn 1, in the order of the Random Locations table.
pub(crate) const EXAMPLE_OF_PLAY: [u16; 23] = [6, 1, 6, 2, 6, 3, 3, 3, 3, 5, 3, 4, 6, 4, 4, 4, 4, 6, 4, 5, 4, 3, 4];

fn pack() -> Arc<Pack> {
    Pack::embedded().unwrap()
}

/// A round passed with nothing done in it; what its end says.
pub(crate) fn pass_round(state: &mut State) -> Despatch {
    give(state, &Order::Pass, &[]);
    give(state, &Order::EndRound, &[])
}

fn set_up_order(scenario: &str, random_start: bool) -> Order {
    Order::SetUp { scenario: scenario.to_owned(), options: Options { random_start, ..Options::default() } }
}

/// Gives an order with these dice, and the words posted for it.
#[track_caller]
pub(crate) fn give(state: &mut State, order: &Order, faces: &[u16]) -> Despatch {
    let mut dice = Dice::scripted(faces);
    let events = state.give(Seat::Commander, order, &mut dice).unwrap_or_else(|refusal| panic!("{}", refusal.sentence(state.pack())));
    assert_eq!(dice.finish(), Ok(()));
    campaign::for_order(state, order, &events, STANDING)
}

/// A campaign of this scenario, set up.
#[track_caller]
pub(crate) fn set_up(scenario: &str) -> State {
    let mut state = State::new(pack());
    give(&mut state, &set_up_order(scenario, false), &[]);
    state
}

/// The uprising before its first revolt roll, with the hand of the Example of Play.
#[track_caller]
pub(crate) fn in_rebellion() -> State {
    let mut state = set_up("uprising");
    give(&mut state, &Order::DrawCards, &[3, 5, 7, 8, 11, 14, 16]);
    state
}

/// The uprising in the first action round, as the Example of Play has it.
#[track_caller]
pub(crate) fn in_first_round() -> State {
    let mut state = in_rebellion();
    give(&mut state, &Order::CheckRevolts, &EXAMPLE_OF_PLAY);
    state
}

/// The uprising in the last action round of a turn, at this total and with this much in the ledger.
#[track_caller]
pub(crate) fn in_last_round(turn: u8, total: i16, ledger: i16) -> State {
    let mut state = set_up("uprising");
    state.apply(&Event::TurnBegan { turn });
    state.apply(&Event::PointsAdjusted { from: state.victory_points(), to: total });
    state.apply(&Event::PhaseBegan { phase: Phase::Action { round: 7 } });
    if ledger != 0 {
        let reason = LedgerReason::LocationLost(at(&state, "Mud Bay"));
        state.apply(&Event::LedgerEntered { entry: LedgerEntry { reason, points: ledger } });
    }
    state
}

#[track_caller]
pub(crate) fn at(state: &State, name: &str) -> LocationId {
    state.pack().map.find_location(name).unwrap_or_else(|| panic!("no {name} on the map"))
}

fn units_named(pack: &Pack, names: &[&str]) -> engine::pack::UnitSet {
    names.iter().map(|name| UnitId::at(pack.roster.units.iter().position(|unit| unit.name == *name).unwrap())).collect()
}

/// Brings units of these names to a place.
#[track_caller]
fn reinforce(state: &mut State, place: &str, names: &[&str]) {
    let units = units_named(state.pack(), names);
    let to = at(state, place);
    state.apply(&Event::UnitsRetreated { from: to, to, units });
}

/// The words of a despatch without the lines of its menu, where other snapshots have them in full.
fn without_menu(despatch: Despatch) -> String {
    Despatch { menu: None, ..despatch }.plain()
}

/// The words for rolling for one place.
#[track_caller]
fn check(state: &mut State, place: &str, faces: &[u16]) -> String {
    let location = at(state, place);
    without_menu(give(state, &Order::CheckRevolt { location }, faces))
}

#[test]
fn a_campaign_is_set_up() {
    reads!("set_up_uprising", give(&mut State::new(pack()), &set_up_order("uprising", false), &[]).plain());
    reads!("set_up_reconquest", give(&mut State::new(pack()), &set_up_order("reconquest", false), &[]).plain());
}

#[test]
fn a_die_decides_where_the_rebellion_begins() {
    reads!("set_up_random_start_at_mud_bay", give(&mut State::new(pack()), &set_up_order("uprising", true), &[1]).plain());
    reads!("set_up_random_start_at_stuart", give(&mut State::new(pack()), &set_up_order("uprising", true), &[6]).plain());
}

#[test]
fn cards_are_drawn() {
    let mut state = set_up("uprising");
    reads!("draw_first_turn", give(&mut state, &Order::DrawCards, &[3, 5, 7, 8, 11, 14, 16]).plain());
}

#[test]
fn cards_are_drawn_in_the_second_turn_and_hicks_joins_the_pile() {
    let mut state = set_up("uprising");
    state.apply(&Event::TurnBegan { turn: 2 });
    reads!("draw_second_turn_with_hicks", without_menu(give(&mut state, &Order::DrawCards, &[9, 1, 1, 1, 1, 1, 1])));
}

#[test]
fn cards_are_drawn_where_the_hand_is_full_already() {
    let mut state = in_first_round();
    for _ in 0..7 {
        pass_round(&mut state);
    }
    reads!("draw_with_a_full_hand", give(&mut state, &Order::DrawCards, &[]).plain());
}

#[test]
fn cards_are_drawn_and_the_discards_shuffled() {
    let mut state = set_up("uprising");
    let drawn = |card, sides, face| Event::CardDrawn {
        card: CardNumber(card),
        roll: Dice::scripted(&[face]).throw(Roll::new(Purpose::CardDrawn, DiceSpec { count: 1, sides }), 1),
    };
    let events = [drawn(53, 2, 2), drawn(28, 1, 1), Event::DiscardsShuffled, drawn(47, 10, 5)];
    state.replay(&events);
    reads!("draw_with_discards_shuffled", campaign::for_order(&state, &Order::DrawCards, &events, STANDING).plain());
}

#[test]
fn the_rebellion_of_the_example_of_play() {
    let mut state = in_rebellion();
    let mut dice = Dice::scripted(&EXAMPLE_OF_PLAY);
    let events = state.give(Seat::Commander, &Order::CheckRevolts, &mut dice).unwrap();
    assert_eq!(dice.finish(), Ok(()));
    reads!("rebellion_example_of_play", campaign::for_order(&state, &Order::CheckRevolts, &events, STANDING).plain());
    reads!("rebellion_example_of_play_every_roll", campaign::every_roll(&state, &events).join("\n"));
}

#[test]
fn a_rebellion_in_which_nothing_rises() {
    reads!("rebellion_quiet", give(&mut in_rebellion(), &Order::CheckRevolts, &[1; 20]).plain());
}

#[test]
fn one_place_is_rolled_for() {
    reads!("one_place_stays_quiet", check(&mut in_rebellion(), "Mud Bay", &[2]));
    reads!("one_place_cannot_rise", check(&mut in_rebellion(), "Friday Harbor", &[]));
    reads!("one_place_is_lost", check(&mut in_rebellion(), "Mud Bay", &[6]));
    reads!("one_place_is_put_down", check(&mut in_rebellion(), "Stuart", &[6, 5]));
    reads!("one_place_mutinies", check(&mut in_rebellion(), "Stuart", &[6, 1]));
    reads!("one_place_mutinies_around_its_british", {
        let mut state = in_rebellion();
        reinforce(&mut state, "El Obeid", &["Guards 1", "Guards 2"]);
        check(&mut state, "El Obeid", &[6, 1])
    });
}

#[test]
fn a_garrison_asks_where_to_go_and_is_told() {
    let mut state = in_rebellion();
    let location = at(&state, "Stuart");
    reads!("retreat_asked", give(&mut state, &Order::CheckRevolt { location }, &[6, 3]).plain());
    let to = at(&state, "Roche Harbor");
    reads!("retreat_made", without_menu(give(&mut state, &Order::Retreat { to }, &[])));
}

#[test]
fn a_garrison_with_nowhere_to_go_is_destroyed() {
    let mut state = in_rebellion();
    let others: Vec<LocationId> =
        state.pack().map.location_ids().filter(|place| !["El Obeid", "Tokar"].contains(&state.pack().location_name(*place))).collect();
    for location in others {
        let units = state.garrison(location);
        state.apply(&Event::UnitsMutinied { location, units });
        state.apply(&Event::LocationLost { location });
    }
    reads!("garrison_destroyed", check(&mut state, "El Obeid", &[4, 3]));
}

#[test]
fn a_siege_begins() {
    let mut state = in_rebellion();
    reinforce(&mut state, "Roche Harbor", &["Militia 4", "Militia 5", "Militia 6"]);
    reads!("siege_begun", check(&mut state, "Roche Harbor", &[6]));
}

#[test]
fn ships_put_to_sea_from_a_port_that_falls() {
    reads!("ship_puts_to_sea", check(&mut in_rebellion(), "Port Stanley", &[6, 1]));
    let mut state = in_rebellion();
    let location = at(&state, "Friday Harbor");
    let (ships, to) = (state.ships_in(location), state.pack().map.location(location).port_on[0]);
    assert_eq!(ships.len(), 4);
    let events = [Event::LocationLost { location }, Event::ShipsPutToSea { from: location, to, ships }];
    state.replay(&events);
    reads!("ships_put_to_sea", without_menu(campaign::for_order(&state, &Order::CheckRevolt { location }, &events, STANDING)));
}

#[test]
fn rounds_are_passed_to_the_end_of_the_turn() {
    let mut state = in_first_round();
    reads!("pass", give(&mut state, &Order::Pass, &[]).plain());
    reads!("round_ended", give(&mut state, &Order::EndRound, &[]).plain());
    for _ in 2..=6 {
        pass_round(&mut state);
    }
    reads!("pass_that_ends_the_turn", pass_round(&mut state).plain());
    reads!("pass_that_ends_a_late_turn_with_its_bonus", pass_round(&mut in_last_round(12, 160, 10)).plain());
    reads!("pass_that_ends_a_turn_of_returns", pass_round(&mut in_last_round(3, 80, -20)).plain());
}

#[test]
fn campaigns_end() {
    reads!("ending_victory", pass_round(&mut in_last_round(6, 10, -10)).plain());
    reads!("ending_defeat", pass_round(&mut in_last_round(5, 290, 10)).plain());
    reads!("ending_draw", pass_round(&mut in_last_round(20, 90, 0)).plain());
    let seed = Seed(std::array::from_fn(|byte| if byte % 2 == 0 { 0x5e } else { 0xed }));
    reads!("closed", campaign::closed(&in_first_round(), UserId(4_242), 8, seed.into()).plain());
    let sealed = Sealed { seed, message: Some(MessageId(1_310_000_000_000_000_000)) };
    reads!("closed_under_seal", campaign::closed(&in_first_round(), UserId(4_242), 8, sealed).plain());
    reads!("seal", lifecycle::seal(seed).plain());
}

#[test]
fn a_rebellion_that_is_rolled_in_parts_does_not_end_as_if_all_had_stayed_quiet() {
    let mut state = in_rebellion();
    let lost = check(&mut state, "Mud Bay", &[6]);
    assert!(lost.contains("Mud Bay is lost"), "{lost}");
    let rest = give(&mut state, &Order::CheckRevolts, &[1; 19]);
    assert_eq!(rest.sentence, "**Turn 1: all else stays quiet.**");
    assert_eq!(rest.tone, umpire::model::despatch::Tone::Staff, "the loss is what the message opens with");
}

#[test]
fn after_the_end_the_board_counts_nothing_more_and_a_round_that_ends_is_told_as_it_is_not_as_its_button() {
    let mut state = in_last_round(3, 90, 0);
    give(&mut state, &Order::Pass, &[]);
    state.apply(&Event::LedgerEntered { entry: LedgerEntry { reason: LedgerReason::GovernorKilled, points: 40 } });
    assert!(board::board(&state, STANDING).plain().contains("In the ledger this turn: +40"));
    let mut ended = state.clone();
    ended.apply(&Event::Ended { ending: engine::campaign::Ending::Defeat });
    let board = board::board(&ended, STANDING).plain();
    assert!(!board.contains("ledger") && !board.contains("Hand:") && !board.contains("Replacement"), "{board}");
    // With points to spend the turn is not over yet.
    state.apply(&Event::ReplacementsGained { points: engine::pack::ReplacementPoints { native: 2, ..Default::default() } });
    let hurt = state.units_at(state.pack().map.find_space("Friday Harbor").unwrap()).first().unwrap();
    state.apply(&Event::StepsLost { unit: hurt, steps: 1, cause: engine::campaign::LossCause::Sortie });
    let told = give(&mut state, &Order::EndRound, &[]);
    assert_eq!(told.sentence, "**The last round of turn 3 ends; replacement points can be spent.**");
}

#[test]
fn the_board_in_every_phase() {
    let show = |state: &State| board::board(state, STANDING).plain();
    reads!("board_before_set_up", show(&State::new(pack())));
    reads!("board_cards_to_be_drawn", show(&set_up("uprising")));
    reads!("board_rebellion", show(&in_rebellion()));
    reads!("board_garrison_asks", {
        let mut state = in_rebellion();
        check(&mut state, "Stuart", &[6, 3]);
        show(&state)
    });
    reads!("board_first_round", show(&in_first_round()));
    reads!("board_siege", {
        let mut state = in_rebellion();
        reinforce(&mut state, "Roche Harbor", &["Militia 4", "Militia 5", "Militia 6"]);
        reinforce(&mut state, "Lopez", &["Guards 1", "Guards 2", "Guards 3"]);
        check(&mut state, "Roche Harbor", &[6]);
        check(&mut state, "Lopez", &[6]);
        show(&state)
    });
    reads!("board_reconquest", show(&set_up("reconquest")));
    reads!("board_ended", {
        let mut state = in_last_round(20, 90, 0);
        pass_round(&mut state);
        show(&state)
    });
    // Nobody is waited for in these; a board asked for in the middle of one says what is being done.
    let mut passing = Vec::new();
    for phase in [Phase::Supply, Phase::Sieges, Phase::Replacements, Phase::Adjust] {
        let mut state = in_first_round();
        state.apply(&Event::PhaseBegan { phase });
        passing.push(board::board(&state, STANDING).sentence);
    }
    reads!("board_phases_that_pass_by_themselves", passing.join("\n"));
}

#[track_caller]
fn met(place: Option<&str>, situation: Situation, faces: &[u16]) -> String {
    let mut dice = Dice::table(faces.to_vec());
    let result = encounter(&pack().tables, situation, &mut dice);
    assert_eq!(dice.finish(), Ok(()));
    quick::encounter(&pack(), place, &result).plain()
}

#[test]
fn encounters() {
    let on = Situation::on;
    reads!("encounter_met", met(Some("Mud Bay"), on(Ground::Village), &[5, 4, 3, 3, 2, 2, 1, 3, 4, 3]));
    reads!("encounter_met_nowhere_named", met(None, on(Ground::Town), &[4, 1, 1, 1, 1, 1, 1, 1, 1, 3]));
    reads!("encounter_not_met", met(Some("Tamai"), on(Ground::Village), &[4]));
    reads!("encounter_not_met_nowhere_named", met(None, on(Ground::MovementPoint), &[5]));
    let between = Situation { between_two_held: true, ..on(Ground::MovementPoint) };
    reads!("encounter_impossible", met(Some("Lopez–Port Stanley"), between, &[]));
    let certain = Situation { island_all_enemy: true, fortified_town_enemy: true, other: 1, ..on(Ground::Town) };
    reads!("encounter_certain_with_every_modifier", met(Some("Roche Harbor"), certain, &[6, 6, 6, 6, 8, 4, 5, 6, 5]));
    reads!("encounter_fortified_town", met(Some("Friday Harbor"), on(Ground::FortifiedTown), &[4, 3, 3, 2, 2, 1, 4, 6, 6, 1]));
    reads!("encounter_fortified_town_without_guns", met(None, on(Ground::FortifiedTown), &[4, 3, 3, 2, 2, 1, 4, 5, 2, 1]));
    reads!("encounter_with_artillery", met(Some("Tamai"), on(Ground::Village), &[6, 4, 3, 3, 2, 2, 2, 6, 4, 1, 3]));
    reads!("encounter_with_a_machine_gun", met(Some("Tamai"), on(Ground::Village), &[6, 4, 3, 3, 2, 2, 2, 6, 5, 5, 6]));
    reads!("encounter_mahdist_surprise", met(Some("Tamai"), on(Ground::Village), &[6, 4, 3, 3, 2, 2, 2, 1, 1, 1]));
    reads!("encounter_our_surprise_at_dawn", met(Some("Tamai"), on(Ground::Village), &[6, 4, 3, 3, 2, 2, 2, 1, 6, 6, 2]));
    reads!("encounter_our_surprise_at_dusk", met(Some("Tamai"), on(Ground::Village), &[6, 4, 3, 3, 2, 2, 2, 1, 6, 6, 5]));
}

#[track_caller]
fn pursued(situation: pursuit::Situation, faces: &[u16]) -> String {
    let mut dice = Dice::scripted(faces);
    let result = pursuit(&pack().tables, situation, &mut dice);
    assert_eq!(dice.finish(), Ok(()));
    quick::pursuit(&pack(), &result).plain()
}

#[test]
fn pursuits_of_every_row() {
    let one_horse = pursuit::Situation { cavalry: 1, surrounded: false, ours: 7, theirs: 7, left: 6, other: 1 };
    for (row, faces) in [("2", [1, 1]), ("4", [2, 2]), ("6", [3, 3]), ("7", [3, 4]), ("9", [4, 5]), ("11", [5, 6]), ("12", [6, 6])] {
        reads!(format!("pursuit_row_{row}"), pursued(one_horse, &faces));
    }
}

#[test]
fn pursuits_with_every_modifier() {
    let nothing = pursuit::Situation { cavalry: 0, surrounded: false, ours: 0, theirs: 0, left: 0, other: 0 };
    reads!("pursuit_nothing_said", pursued(nothing, &[6, 3]));
    let three = pursuit::Situation { surrounded: true, ours: 5, theirs: 16, left: 1, other: -3, ..nothing };
    reads!("pursuit_three_to_one_of_one_unit", pursued(three, &[1, 2]));
    let few = pursuit::Situation { cavalry: 1, ours: 7, theirs: 7, left: 2, ..nothing };
    reads!("pursuit_of_two_units", pursued(few, &[5, 5]));
    let two = pursuit::Situation { cavalry: 3, ours: 7, theirs: 15, left: 7, ..nothing };
    reads!("pursuit_two_to_one_with_three_of_cavalry", pursued(two, &[5, 5]));
    let many = pursuit::Situation { cavalry: 2, ours: 600, theirs: 600, left: 600, ..nothing };
    reads!("pursuit_more_lost_than_are_rolled_for_at_once", pursued(many, &[6, 6]));
}

#[test]
fn recoveries() {
    let recovered = |lost: u8, held: bool, faces: &[u16]| {
        let mut dice = Dice::scripted(faces);
        let result = recovery(&pack().tables, lost, held, &mut dice);
        assert_eq!(dice.finish(), Ok(()));
        quick::recovery(&pack(), &result).plain()
    };
    let all = [
        recovered(0, true, &[]),
        recovered(1, true, &[5]),
        recovered(1, false, &[5]),
        recovered(6, true, &[2, 3, 4, 5, 5, 6]),
        recovered(6, false, &[2, 3, 4, 5, 5, 6]),
        recovered(2, false, &[1, 1]),
        recovered(3, true, &[5, 6, 6]),
        recovered(2, true, &[5, 1]),
    ];
    reads!("recoveries", all.join("\n\n"));
}

#[test]
fn plain_dice() {
    let thrown = |asked: &str, mut dice: Dice| {
        let throw = roll::parse(asked).unwrap();
        let told = throw.thrown(&mut dice).told(&pack(), &throw).plain();
        assert_eq!(dice.finish(), Ok(()));
        told
    };
    let all = [
        thrown("1D6", Dice::scripted(&[4])),
        thrown("2D6+1", Dice::table(vec![4, 2])),
        thrown("1D10-2", Dice::scripted(&[1])),
        thrown("4D10+2D6-1", Dice::scripted(&[10, 1, 7, 3, 6, 2])),
        thrown("2D6-1D4+1", Dice::scripted(&[5, 4, 3])),
    ];
    reads!("plain_dice", all.join("\n\n"));
}

#[test]
fn help_on_every_topic() {
    reads!("help", help::text(None, &pack()).plain());
    let topics = [Topic::Starting, Topic::Group, Topic::Turn, Topic::Board, Topic::Duels, Topic::Table, Topic::OwnDice, Topic::Trust];
    for topic in topics {
        let name = match topic {
            Topic::Starting => "help_starting",
            Topic::Group => "help_group",
            Topic::Turn => "help_turn",
            Topic::Board => "help_board",
            Topic::Duels => "help_duels",
            Topic::Table => "help_table",
            Topic::OwnDice => "help_own_dice",
            Topic::Trust => "help_trust",
        };
        reads!(name, help::text(Some(topic), &pack()).plain());
    }
}

#[test]
fn troops_that_cross_by_one_order_are_told_in_one_sentence_and_a_battle_is_met_but_once() {
    let mut state = in_first_round();
    let pack = pack();
    let ship = ShipId::at(pack.roster.ships.iter().position(|ship| ship.name == "Dongola").unwrap());
    let (overseas, mud_bay) = (at(&state, "Suakin"), at(&state, "Mud Bay"));
    let units = state.garrison(overseas);
    assert!(units.len() > 1);
    let loaded: Vec<Event> = units.iter().map(|unit| Event::UnitLoaded { unit, ship, spends: false }).collect();
    let landed: Vec<Event> = units.iter().map(|unit| Event::UnitUnloaded { unit, ship, at: mud_bay, spends: false }).collect();
    let mut all = Vec::new();
    all.push(without_menu(campaign::for_order(&state, &Order::LoadAll, &loaded, STANDING)));
    all.push(without_menu(campaign::for_order(&state, &Order::UnloadAll, &landed, STANDING)));
    all.push(without_menu(campaign::for_order(&state, &Order::LoadAll, &loaded[..1], STANDING)));
    let place = pack.map.find_space("Mud Bay").unwrap();
    let mut meet = |units, ships, kind| {
        let event = Event::BattleMet { met: Met { at: place, units, ships, kind } };
        state.apply(&event);
        all.push(without_menu(campaign::for_order(&state, &Order::March { to: place }, &[event], STANDING)));
    };
    meet(units_named(&pack, &["Militia 7", "Militia 8"]), ShipSet::EMPTY, BattleKind::Encounter);
    meet(units, ShipSet::of(ship), BattleKind::Landing);
    reads!("crossings", all.join("\n----\n"));
}

#[test]
fn the_map_tells_who_is_aboard_a_ship_and_whether_she_is_damaged() {
    let mut state = in_first_round();
    let pack = pack();
    let ship = ShipId::at(pack.roster.ships.iter().position(|ship| ship.name == "Dongola").unwrap());
    let words = |state: &State| {
        let situation = umpire::drawing::situation::situation(state.pack(), &state.view(Seat::Player), "Turn 1");
        alt_text(&umpire::drawing::situation::ground(state.pack()).unwrap(), &situation, &Extent::Whole)
    };
    assert!(words(&state).contains("transport Dongola."), "{}", words(&state));
    let units: Vec<UnitId> = state.garrison(at(&state, "Suakin")).iter().collect();
    for unit in &units {
        state.apply(&Event::UnitLoaded { unit: *unit, ship, spends: false });
    }
    assert!(words(&state).contains("transport Dongola with 2 units aboard"), "{}", words(&state));
    state.apply(&Event::ShipDamaged { ship, damage: 1 });
    assert!(words(&state).contains("transport Dongola (damaged) with 2 units aboard"), "{}", words(&state));
}

/// The besiegers storm a place.
fn storm(state: &State, place: &str) -> FieldBattle {
    let at = state.pack().map.find_space(place).unwrap();
    FieldBattle {
        at,
        units: state.units_at(at),
        ships: ShipSet::EMPTY,
        kind: BattleKind::Storm,
        force: EnemyForce { foot: 12, horse: 3, rifles: 2, artillery: 0, machine_guns: 0, rolls: Vec::new() },
        battle: Battle::assault(),
        note: String::new(),
    }
}

#[test]
fn in_a_storm_the_enemy_comes_on_and_ours_hold_the_walls_or_a_ditch_around_the_houses() {
    let any_side = "The Mahdists come on from any side but the water.";
    for (place, ours) in [
        ("Friday Harbor", "Storm of our walls: The fortified town's walls, gates and guns are on the table, and ours hold them."),
        ("Port Stanley", "Storm of our works: The town is on the table with a ditch around it, and ours hold it."),
        ("Richardson", "Storm of our works: The village is on the table with a ditch around it, and ours hold it."),
    ] {
        let mut state = in_first_round();
        let fought = storm(&state, place);
        let decision = Decision::Battle { at: fought.at };
        let events = [Event::BattleBegan { battle: Box::new(fought) }, Event::DecisionPut { decision }];
        state.replay(&events);
        let told = campaign::for_order(&state, &Order::SitTight, &events, STANDING);
        let set_up = format!("{ours} {any_side}");
        assert!(told.sentence.starts_with(&format!("**Storm of {place}: 12 foot, ")), "{}", told.sentence);
        assert!(told.facts.contains(&set_up), "{:?}", told.facts);
        assert_eq!(battle::field(&state, &[], Despatch::default()).facts, [set_up]);
    }
}

#[test]
fn whom_a_raid_leaves_behind_does_not_fall_back() {
    let mut state = in_first_round();
    let (location, to) = (at(&state, "Mud Bay"), state.pack().map.find_space("Mud Bay").unwrap());
    let units = units_named(state.pack(), &["Guards 1"]);
    let unit = units.first().unwrap();
    let events = [Event::UnitsMoved { units, to }];
    state.apply(&Event::LocationRetaken { location, allied: Some(true) });
    state.replay(&events);
    let told = campaign::for_order(&state, &Order::Garrison { unit }, &events, STANDING);
    assert_eq!(told.sentence, "**The raid leaves Guards 1 at Mud Bay.**");
    // Where the order is not at hand it is told as what it may be.
    let line = |units: UnitSet| match lines::line(&state, &Event::UnitsMoved { units, to }) {
        Some(Line::Fact(_, text)) => text,
        other => panic!("{other:?}"),
    };
    assert_eq!(line(units), "Guards 1 goes to Mud Bay.");
    assert_eq!(line(units_named(state.pack(), &["Militia 7", "Militia 8"])), "Militia 7 and Militia 8 fall back to Mud Bay.");
}

#[test]
fn the_page_of_supply_tells_who_is_short_now_by_either_system_and_asks_for_no_sound_ship() {
    let simple = forces::supply(&set_up("uprising"), STANDING);
    assert_eq!(simple.facts[0], "Simple supply: a way by land to a friendly port, while a base is held and a ship floats.");
    let mut state = State::new(pack());
    let options = Options { supply: SupplySystem::Advanced, ..Options::default() };
    give(&mut state, &Order::SetUp { scenario: "uprising".to_owned(), options }, &[]);
    assert_eq!(forces::supply(&state, STANDING).sentence, "**Everyone is fed.**");
    // A village feeds five, and one is there.
    let six = ["Militia 4", "Militia 5", "Militia 6", "Militia 7", "Militia 8", "Guards 1"];
    reinforce(&mut state, "Stuart", &six);
    let short = forces::supply(&state, STANDING);
    assert_eq!(short.sentence, "**Out of supply: two units.**");
    assert!(short.facts.iter().any(|fact| fact.starts_with("Short now: ")), "{:?}", short.facts);
    let unsupplied = supply::short_now(&state);
    state.apply(&Event::SupplyChecked { unsupplied });
    reinforce(&mut state, "Friday Harbor", &six);
    let fed = forces::supply(&state, STANDING);
    assert_eq!(fed.sentence, "**Everyone is fed.**", "they have gone where they are fed");
    assert!(fed.facts.iter().any(|fact| fact.starts_with("Short when it was last looked to")), "{:?}", fed.facts);
}

#[test]
fn supply_that_comes_in_by_a_die_is_told_with_the_die() {
    let state = in_first_round();
    let suakin = at(&state, "Suakin");
    let roll = Dice::scripted(&[5]).throw(Roll::new(Purpose::SupplyPoints(suakin), DiceSpec { count: 1, sides: 6 }), 1);
    let events = [Event::SupplyReceived { at: suakin, roll: Some(roll), points: 5 }];
    let told = campaign::for_order(&state, &Order::EndRound, &events, STANDING);
    assert_eq!(told.sentence, "**Five supply points come in at Suakin.**");
    assert_eq!(told.dice, ["supply for Suakin 1D6 [5]: five supply points"]);
}

#[test]
fn boats_that_run_into_a_besieged_port_are_told_first_whether_they_came_in() {
    let state = in_first_round();
    let at = at(&state, "Friday Harbor");
    let told = |face: u16| {
        let roll = Dice::scripted(&[face]).throw(Roll::new(Purpose::BoatsIntoSiege(at), DiceSpec { count: 1, sides: 6 }), 1);
        campaign::for_order(&state, &Order::Anchor, &[Event::BoatsRolled { at, roll }], STANDING).sentence
    };
    assert_eq!(told(2), "**The besiegers turn the boats back from Friday Harbor.**");
    assert_eq!(told(4), "**The boats run past the besiegers into Friday Harbor, under fire.**");
    assert_eq!(told(5), "**The boats run past the besiegers into Friday Harbor, unhurt.**");
}

#[test]
fn who_sits_tight_is_told_of_the_storm_that_may_come_first() {
    let mut state = State::new(pack());
    let options = Options { storming: true, ..Options::default() };
    give(&mut state, &Order::SetUp { scenario: "uprising".to_owned(), options }, &[]);
    let location = at(&state, "West Sound");
    state.replay(&[
        Event::SiegeBegan { location },
        Event::SiegeLevelSet { at: location, level: 3 },
        Event::PhaseBegan { phase: Phase::Sieges },
        Event::SiegeTaken { at: location },
        Event::DecisionPut { decision: Decision::Garrison { location } },
    ]);
    let ways = garrison::ways(&state, STANDING).unwrap();
    assert_eq!(ways.buttons[0].label, "Sit tight: falls 17%, siege broken 0%; a storm first 50%");
    assert!(ways.facts[0].ends_with(" units lost on average; a storm first 50%."), "{}", ways.facts[0]);
    assert!(ways.facts[1..].iter().all(|way| !way.contains("storm")), "{:?}", ways.facts);
    let sitting = engine::campaign::odds::siege::siege(&state, location).unwrap();
    let force = engine::campaign::odds::encounter::force(&state.pack().tables, false);
    let breakout = umpire::despatches::odds::sortie::Breakout { force, ways: Vec::new() };
    let told = umpire::despatches::odds::sortie::garrison(&state, STANDING, &sitting, &[], &breakout).despatch;
    assert_eq!(told.sentence, "**West Sound: sitting tight it falls 17% of the time (a storm first 50%), and the siege is never broken.**");
    assert!(told.dice.iter().any(|line| line.starts_with("a storm first needs 6, +2 level of the siege: 3 in 6")), "{:?}", told.dice);
}
