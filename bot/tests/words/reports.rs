//! The report of a battle read from its form, what a battle cost, and what is asked before Ops are given away.

use engine::campaign::Seat;
use engine::campaign::{BattleKind, CardPlace, CardUse, Event, Met, Modifier, Odds, Options, Order, State, Station};
use engine::dice::Dice;
use engine::game::Game;
use engine::pack::{CardNumber, Pack, ShipSet, SpaceId, UnitSet};
use umpire::despatches::{asking, battle, battle_report, campaign, sheet};
use umpire::model::ids::{CampaignId, UserId};
use umpire::model::standing::Standing;
use umpire::model::topic::Topic;

const STANDING: Standing = Standing::commanded(CampaignId(1), 7, Some(UserId(4_242)));

/// The dice of the rebellion in the Example of Play, turn 1, in the order of the Random Locations table.
const EXAMPLE_OF_PLAY: [u16; 23] = [6, 1, 6, 2, 6, 3, 3, 3, 3, 5, 3, 4, 6, 4, 4, 4, 4, 6, 4, 5, 4, 3, 4];

/// The uprising before its first revolt roll.
fn in_rebellion() -> State {
    let mut state = State::new(Pack::embedded().unwrap());
    let set_up = Order::SetUp { scenario: "uprising".to_owned(), options: Options::default() };
    state.give(Seat::Commander, &set_up, &mut Dice::scripted(&[])).unwrap();
    state.give(Seat::Commander, &Order::DrawCards, &mut Dice::scripted(&[3, 5, 7, 8, 11, 14, 16])).unwrap();
    state
}

/// A battle at Mud Bay of the garrison of Friday Harbor, which has cavalry.
fn in_battle() -> State {
    let mut state = on_the_march();
    let at = meet_at_mud_bay(&mut state);
    state.give(Seat::Commander, &Order::Fight { at }, &mut Dice::seeded([3; 32], 0)).unwrap();
    state
}

fn meet_at_mud_bay(state: &mut State) -> SpaceId {
    let at = state.pack().map.find_space("Mud Bay").unwrap();
    let units = state.round().force().unwrap().units;
    state.apply(&Event::UnitsMoved { units, to: at });
    state.apply(&Event::BattleMet { met: Met { at, units, ships: ShipSet::EMPTY, kind: BattleKind::Encounter } });
    at
}

#[test]
fn a_quiet_rebellion_of_the_players_own_dice_says_whose_they_were_and_counts_its_rolls() {
    let mut state = in_rebellion();
    let mut dice = Dice::table(vec![1; 40]);
    let events = state.give(Seat::Commander, &Order::CheckRevolts, &mut dice).unwrap();
    let told = campaign::for_order(&state, &Order::CheckRevolts, &events, STANDING);
    assert!(told.plain().contains("-# all table dice"), "{}", told.plain());
    let rolls = campaign::every_roll(&state, &events).iter().filter(|line| !line.contains("no die thrown")).count();
    assert!(told.plain().contains(&format!("[All {rolls} rolls]")), "{}", told.plain());
    assert!(campaign::all_rolls(&state, &events, 7).plain().starts_with(&format!("**All {rolls} rolls of No. 7")));
}

#[test]
fn an_emptied_form_is_no_report_and_a_form_left_as_it_was_is_one_without_losses() {
    let state = in_battle();
    assert_eq!(battle_report::parse_losses(&state, &battle_report::losses(&state)), Ok(Vec::new()));
    let empty = battle_report::parse_losses(&state, " \n ").unwrap_err();
    assert_eq!(empty, ["The field for losses is empty: leave a 0 for each unit that lost nothing."]);
}

#[test]
fn the_cavalry_a_form_was_filled_in_with_is_what_the_losses_leave_of_it() {
    let state = in_battle();
    let roster = &state.pack().roster;
    let horse = state.battle().unwrap().0.units.intersection(roster.cavalry).first().unwrap();
    let before = battle_report::withdrawal(&state).0;
    let text = format!("{}: all", roster.unit(horse).name);
    let losses = battle_report::parse_losses(&state, &text).unwrap();
    assert_eq!(battle_report::cavalry_left(&state, &losses, before), Ok(before - 1));
    assert_eq!(battle_report::cavalry_left(&state, &losses, 0), Ok(0));
    let complaint = battle_report::cavalry_left(&state, &losses, before + 1).unwrap_err();
    assert_eq!(complaint, format!("Our cavalry on the board: after these losses there are {} at the most.", before - 1));
}

#[test]
fn what_a_battle_cost_is_told_unit_by_unit_with_who_came_back() {
    let mut state = in_battle();
    let units: Vec<_> = state.battle().unwrap().0.units.iter().take(2).collect();
    let names: Vec<_> = units.iter().map(|unit| state.pack().roster.unit(*unit).name.clone()).collect();
    for (unit, steps) in [(units[0], 2), (units[1], 1)] {
        state.give(Seat::Commander, &Order::ReportLoss { unit, steps }, &mut Dice::scripted(&[])).unwrap();
    }
    let before = state.clone();
    let events = state.give(Seat::Commander, &Order::HoldField, &mut Dice::scripted(&[6, 1, 1])).unwrap();
    assert_eq!(
        battle::cost(&before, &events).unwrap(),
        format!("It cost us three steps ({}: 2, {}: 1); one came back ({}: 1).", names[0], names[1], names[0])
    );
    // A board reports what it cost in the order that ends the battle.
    let (mut board, mut reported) = (in_battle(), vec![Event::LossReported { unit: units[0], steps: 2 }]);
    let begun = board.clone();
    board.apply(&reported[0]);
    reported.extend(board.give(Seat::Commander, &Order::HoldField, &mut Dice::scripted(&[6, 1])).unwrap());
    assert_eq!(
        battle::cost(&begun, &reported).unwrap(),
        format!("It cost us two steps ({}: 2); one came back ({}: 1).", names[0], names[0])
    );
    assert_eq!(battle::cost(&before, &[]), None, "nothing is over yet");
    let unhurt = in_battle();
    let events = unhurt.clone().give(Seat::Commander, &Order::HoldField, &mut Dice::scripted(&[])).unwrap();
    assert_eq!(battle::cost(&unhurt, &events).unwrap(), "It cost us nobody.");
}

#[test]
fn a_pursuit_says_what_it_takes_and_who_bore_it_and_the_aftermath_counts_it_with_the_points() {
    let mut state = in_battle();
    let unit = state.battle().unwrap().0.units.first().unwrap();
    state.give(Seat::Commander, &Order::ReportLoss { unit, steps: 1 }, &mut Dice::scripted(&[])).unwrap();
    let left: u16 = state.battle().unwrap().0.units.iter().map(|unit| u16::from(state.steps(unit))).sum();
    let withdraw = Order::Withdraw { cavalry: 2, surrounded: false, odds: Odds::Even };
    let events = state.give(Seat::Commander, &withdraw, &mut Dice::scripted(&[5, 6])).unwrap();
    let told = campaign::for_order(&state, &withdraw, &events, STANDING);
    let Some(Event::PursuitRolled { percent, steps, .. }) = events.iter().find(|event| matches!(event, Event::PursuitRolled { .. })) else {
        panic!("nobody pursues: {events:?}")
    };
    assert!((1..100).contains(percent) && (1..left).contains(steps), "{percent}% of {left}: {steps}");
    let takes = format!(": the pursuit takes {percent}% of what is left, {}.**", umpire::words::count((*steps).into(), "step", "steps"));
    assert!(told.sentence.ends_with(&takes), "{}", told.sentence);
    // The umpire shares it out, which ends the battle.
    let (before, steps) = (state.clone(), *steps);
    let mut dice = Dice::seeded([4; 32], 0);
    let events = state.give(Seat::Commander, &Order::SpreadLosses, &mut dice).unwrap();
    let told = campaign::for_order(&state, &Order::SpreadLosses, &events, STANDING);
    assert!(told.facts.iter().any(|fact| fact.starts_with("Lost in the pursuit: ")), "{told:?}");
    let cost = battle::cost(&before, &events).unwrap();
    let all = umpire::words::count(usize::from(steps) + 1, "step", "steps");
    assert!(cost.starts_with(&format!("It cost us {all} (")), "{cost}");
    let points = state.pack().outline.victory.battle_lost;
    let ledger = format!("Victory points {points:+} when the turn ends: the battle lost at Mud Bay.");
    assert!(told.facts.contains(&ledger), "{:?}", told.facts);
}

/// Everyone at Friday Harbor is on the move, with an Op left.
fn on_the_march() -> State {
    let mut state = in_rebellion();
    state.give(Seat::Commander, &Order::CheckRevolts, &mut Dice::scripted(&EXAMPLE_OF_PLAY)).unwrap();
    let home = state.pack().map.find_space("Friday Harbor").unwrap();
    let ops = |order: &Order| match order {
        Order::Play { r#as: CardUse::Ops, card } => state.pack().card(*card).map_or(0, |card| card.ops),
        _ => 0,
    };
    let play = sheet::legal(&state).into_iter().max_by_key(ops).unwrap();
    assert!(ops(&play) > 1);
    for order in [play, Order::Activate { at: Station::Space(home) }, Order::Form { at: home }] {
        state.give(Seat::Commander, &order, &mut Dice::seeded([1; 32], 0)).unwrap();
    }
    state
}

#[test]
fn those_on_the_march_are_shown_where_they_can_go_first_and_what_the_whole_way_risks() {
    let mut state = on_the_march();
    state.apply(&Event::LocationLost { location: state.pack().map.find_location("False Bay").unwrap() });
    let menu = sheet::sheet(&state, STANDING, Topic::Move, 0).menu.unwrap();
    let marches = menu.choices.iter().take_while(|choice| choice.label.starts_with("March to")).count();
    assert!(marches > 3 && menu.choices[marches..].iter().all(|choice| !choice.label.starts_with("March to")));
    let told: Vec<&str> = menu.choices.iter().map(|choice| choice.description.as_str()).collect();
    assert!(told.iter().any(|told| told.contains("spaces, unmet ") && told.contains("met there on ")), "{told:?}");
}

#[test]
fn a_battle_fought_while_ops_are_left_is_asked_about_once() {
    let mut state = on_the_march();
    let fight = Order::Fight { at: state.pack().map.find_space("Mud Bay").unwrap() };
    assert_eq!(asking::question(&state, &fight, CampaignId(1), 7), None, "there is nothing to fight");
    meet_at_mud_bay(&mut state);
    let asked = asking::question(&state, &fight, CampaignId(1), 7).unwrap().plain();
    assert!(asked.starts_with("**Fight at Mud Bay now?**") && asked.contains("not used"), "{asked}");
    assert!(asked.contains("[Fight] [Back]"), "{asked}");
    // Who could still march does not after it (R63): that is told where the battle waits.
    let next = |state: &State| umpire::despatches::board::board(state, STANDING).next;
    assert!(next(&state).ends_with("one battle to fight."), "{}", next(&state));
    let home = state.pack().map.find_space("Friday Harbor").unwrap();
    let left: UnitSet = state.units_at(state.pack().map.find_space("Mud Bay").unwrap()).iter().take(2).collect();
    state.apply(&Event::UnitsMoved { units: left, to: home });
    let told = "one battle to fight, before which two units at Friday Harbor can still march.";
    assert!(next(&state).ends_with(told), "{}", next(&state));
    // Those who have come part of the way can go on as well.
    let on_the_way = state.pack().map.find_space("Eastsound").unwrap();
    state.apply(&Event::UnitsMoved { units: left, to: on_the_way });
    let told = "one battle to fight, before which two units at Eastsound can still march.";
    assert!(next(&state).ends_with(told), "{}", next(&state));
}

#[test]
fn whoever_plays_an_event_is_told_whether_the_round_goes_on_and_where_the_card_goes() {
    let mut state = in_rebellion();
    state.give(Seat::Commander, &Order::CheckRevolts, &mut Dice::scripted(&EXAMPLE_OF_PLAY)).unwrap();
    let told = |state: &State, card: u8| {
        let (mut state, card) = (state.clone(), CardNumber(card));
        state.apply(&Event::CardMoved { card, to: CardPlace::Hand });
        let order = Order::Play { card, r#as: CardUse::Event };
        asking::question(&state, &order, CampaignId(1), 7).unwrap().facts.join(" ")
    };
    let first = "Its random event is thrown for first; then the event takes place";
    for (card, comes) in [
        (37, "the round ends, and the card leaves the campaign"),
        (22, "the round ends, and the card stays in the deck"),
        (21, "the round goes on with three Ops, and the card leaves the campaign"),
        (54, "the round goes on with two Ops, and the card leaves the campaign"),
        (36, "the round goes on with its march, and the card leaves the campaign"),
        (23, "the round goes on with hired ships for six units, and the card leaves the campaign"),
    ] {
        assert_eq!(told(&state, card), format!("{first}, {comes}."), "{card}");
    }
    state.apply(&Event::ModifierSet { modifier: Modifier::Passage(2) });
    assert_eq!(told(&state, 37), format!("{first}, the round goes on with the hired ships, and the card leaves the campaign."));
}
