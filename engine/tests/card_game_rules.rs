//! The card game's rules, ruling by ruling, and `RULES-CARDGAME.md` against the sources.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

use std::collections::BTreeMap;
use std::path::Path;

use engine::card_game::cards::{CardId, Cards};
use engine::card_game::event::{EndedBy, Event};
use engine::card_game::options::{Like, Options, WipedOut};
use engine::card_game::order::{Order, Standing};
use engine::card_game::pack::CardPack;
use engine::card_game::refusal::Refusal;
use engine::card_game::region::Region::{self, East, Home, North, South, West};
use engine::card_game::rules::conflict::force;
use engine::card_game::state::{Phase, State};
use engine::dice::{Dice, DiceProblem};
use engine::edition::{Edition, LeftOut};
use engine::game::Game;
use engine::tabletop::seat::Seat;
use engine::tabletop::side::Side::{self, Enemy, Ours};

const SEATS: [Seat; 3] = [Seat::Ours, Seat::Enemy, Seat::Umpire];

fn id(side: Side, name: &str) -> CardId {
    CardPack::embedded().unwrap().card_named(side, name).unwrap_or_else(|| panic!("no card {name}"))
}

fn cards(side: Side, names: &[&str]) -> Cards {
    names.iter().map(|name| id(side, name)).collect()
}

/// A game in turn 2 with empty hands and nobody in play.
fn game(options: Options, phase: Phase) -> State {
    let mut state = State::opening(&CardPack::embedded().unwrap());
    (state.options, state.phase, state.turn, state.last) = (options, phase, 2, Enemy);
    state
}

fn put(state: &mut State, side: Side, region: Region, names: &[&str]) {
    let placed = cards(side, names);
    placed.iter().for_each(|card| assert!(state.armies[side as usize].deck.take(card)));
    let ready = &mut state.armies[side as usize].ready[region as usize];
    *ready = ready.and(&placed);
}

fn hold(state: &mut State, side: Side, names: &[&str]) {
    let held = cards(side, names);
    held.iter().for_each(|card| assert!(state.armies[side as usize].deck.take(card)));
    state.armies[side as usize].hand.cards = held;
}

#[track_caller]
fn give(state: &mut State, order: &Order, faces: &[u16]) -> Vec<Event> {
    let mut dice = Dice::scripted(faces);
    let events = state.give(state.giver(order), order, &mut dice).unwrap_or_else(|refusal| panic!("{order:?}: {refusal}"));
    dice.finish().unwrap_or_else(|problem| panic!("{problem}: {events:?}"));
    events
}

/// Gives an order of which the dice of what follows do not matter.
#[track_caller]
fn give_on(state: &mut State, order: &Order) -> Vec<Event> {
    state.give(state.giver(order), order, &mut Dice::seeded([5; 32], 0)).unwrap_or_else(|refusal| panic!("{order:?}: {refusal}"))
}

fn refused(state: &State, order: &Order) -> Refusal {
    state.permit(state.giver(order), order).expect_err("it is to be refused")
}

/// A conflict in a region: the last side has moved, and the regions before have nobody.
fn conflict(options: Options, region: Region, ours: &[&str], enemy: &[&str]) -> State {
    let mut state = game(options, Phase::Regions(region as u8));
    put(&mut state, Ours, region, ours);
    put(&mut state, Enemy, region, enemy);
    state
}

/// Goes on to the conflict with these dice.
fn open(state: &mut State, faces: &[u16]) -> Vec<Event> {
    give(state, &Order::Stand { side: Ours, what: Standing::WeakestFalls, on: true }, faces)
}

fn taken(events: &[Event]) -> Option<Option<Side>> {
    events.iter().find_map(|event| if let Event::ConflictEnded { taken, .. } = event { Some(*taken) } else { None })
}

#[test]
fn hands_are_filled_to_seven_and_at_most_four_cards_exchanged_for_good_c01() {
    let mut state = State::opening(&CardPack::embedded().unwrap());
    give_on(&mut state, &Order::SetUp(Options::default()));
    assert_eq!((state.army(Ours).hand.len(), state.army(Enemy).hand.len(), state.phase), (7, 7, Phase::Relief));
    let held: Vec<CardId> = state.army(Ours).hand.cards.iter().collect();
    let five = Order::Relieve { side: Ours, cards: held[..5].iter().copied().collect() };
    assert_eq!(refused(&state, &five), Refusal::TooMany);
    let four = Order::Relieve { side: Ours, cards: held[..4].iter().copied().collect() };
    give_on(&mut state, &four);
    assert_eq!(refused(&state, &four), Refusal::NotNow);
    let events = give_on(&mut state, &Order::Relieve { side: Enemy, cards: Cards::NONE });
    assert_eq!((state.army(Ours).hand.len(), state.army(Ours).discards.len()), (7, 4));
    assert_eq!(events.iter().filter(|event| matches!(event, Event::Drew { side: Ours, .. })).count(), 4);
}

#[test]
fn both_choose_at_once_blind_to_each_other_and_discards_are_open_n18_n21() {
    let mut state = State::opening(&CardPack::embedded().unwrap());
    give_on(&mut state, &Order::SetUp(Options::default()));
    assert_eq!(state.acting(), [Seat::Ours, Seat::Enemy]);
    let one: Cards = state.army(Enemy).hand.cards.iter().take(1).collect();
    let order = Order::Relieve { side: Enemy, cards: one };
    let events = give_on(&mut state, &order);
    assert_eq!(state.shown(&events[0], Some(Seat::Ours)), Some(Event::Relieving { side: Enemy, cards: None }));
    assert!(state.hides(&order, Some(Seat::Ours)) && state.hides(&order, None) && !state.hides(&order, Some(Seat::Enemy)));
    assert_eq!((state.acting(), state.army(Enemy).discards.len()), (vec![Seat::Ours], 0));
    let events = give_on(&mut state, &Order::Relieve { side: Ours, cards: Cards::NONE });
    let open = Event::Discarded { side: Enemy, cards: one };
    assert!(events.contains(&open) && state.shown(&open, Some(Seat::Ours)) == Some(open.clone()));
    assert_eq!(state.view(Seat::Ours).state().army(Enemy).discards, one);
}

#[test]
fn the_discards_are_shuffled_in_the_midst_of_a_draw_and_with_no_cards_nothing_is_drawn_c18() {
    let mut state = game(Options::default(), Phase::Beginning);
    let army = &mut state.armies[Ours as usize];
    (army.deck, army.discards) = (cards(Ours, &["Discipline"]), cards(Ours, &["Relief Force", "Defend Camp"]));
    let events = give_on(&mut state, &Order::Stand { side: Ours, what: Standing::Pass, on: true });
    assert!(events.contains(&Event::Shuffled(Ours)));
    assert_eq!(state.army(Ours).hand.cards, cards(Ours, &["Discipline", "Relief Force", "Defend Camp"]));
}

#[test]
fn the_high_die_deploys_last_and_equal_dice_are_thrown_again_c02() {
    let mut state = game(Options::default(), Phase::Relief);
    give(&mut state, &Order::Relieve { side: Ours, cards: Cards::NONE }, &[]);
    let events = give(&mut state, &Order::Relieve { side: Enemy, cards: Cards::NONE }, &[3, 3, 5, 2]);
    assert_eq!(events.iter().filter(|event| matches!(event, Event::Contested { .. })).count(), 2);
    assert_eq!((state.phase, state.last), (Phase::Deploying(Enemy), Ours));
    give(&mut state, &Order::Deployed(Enemy), &[]);
    assert_eq!(state.phase, Phase::Deploying(Ours));
}

/// "Players roll high on 1D6 to see who moves last", each with a die of their own (C04), and only then are the regions settled in turn.
#[test]
fn the_high_die_moves_last_and_no_region_is_settled_before_both_have_moved_c02() {
    let settles = |event: &Event| matches!(event, Event::Unopposed { .. } | Event::ConflictBegan(_));
    let mut state = game(Options::default(), Phase::Deploying(Enemy));
    give(&mut state, &Order::Deployed(Enemy), &[2, 5, 3]);
    assert_eq!((state.phase, state.last, state.travel.die), (Phase::Travelling(Ours), Enemy, 3));
    let events = give(&mut state, &Order::Travelled(Ours), &[4]);
    assert!(!events.iter().any(settles), "{events:?}");
    assert_eq!((state.phase, state.travel.die), (Phase::Travelling(Enemy), 4));
    let events = give_on(&mut state, &Order::Travelled(Enemy));
    assert_eq!(events.iter().filter(|event| settles(event)).count(), 5);
}

/// Players may throw their own dice: where those are too few nothing goes on for ever, and how many were wanted is said.
#[test]
fn a_contest_of_which_the_dice_run_out_ends_c02() {
    for faces in [[].as_slice(), &[4], &[3, 3], &[3, 3, 5]] {
        let mut state = game(Options::default(), Phase::Relief);
        state.armies[Ours as usize].relief = Some(Cards::NONE);
        let mut dice = Dice::scripted(faces);
        state.give(Seat::Enemy, &Order::Relieve { side: Enemy, cards: Cards::NONE }, &mut dice).unwrap();
        assert!(matches!(dice.finish(), Err(DiceProblem::TooFew { .. })), "{faces:?}");
    }
}

#[test]
fn before_the_set_up_nothing_else_is_ordered_and_there_is_no_second() {
    let mut state = State::opening(&CardPack::embedded().unwrap());
    for order in [Order::Concede(Ours), Order::Stand { side: Enemy, what: Standing::Pass, on: true }, Order::Pass(Enemy)] {
        assert_eq!(refused(&state, &order), Refusal::NotNow, "{order:?}");
    }
    assert!(SEATS.iter().all(|seat| state.standing_orders(*seat).is_empty()));
    give_on(&mut state, &Order::SetUp(Options::default()));
    assert_eq!(refused(&state, &Order::SetUp(Options::default())), Refusal::NotNow);
    assert_eq!(SEATS.map(|seat| state.standing_orders(seat).len()), [3, 3, 0]);
}

#[test]
fn the_limits_bind_deployment_alone_and_each_side_its_own_c05_c24() {
    let mut state = game(Options::default(), Phase::Deploying(Ours));
    hold(&mut state, Ours, &["British Infantry", "Discipline"]);
    let lay = |side, name: &str, region| Order::Lay { side, card: id(side, name), region };
    let may = |state: &State, side, name: &str| {
        Region::ALL.into_iter().filter(|region| state.permit(Seat::from(side), &lay(side, name, *region)).is_ok()).collect::<Vec<_>>()
    };
    assert_eq!(may(&state, Ours, "British Infantry"), [Home, North]);
    assert_eq!(refused(&state, &lay(Ours, "Discipline", Home)), Refusal::WrongKind);
    state.phase = Phase::Deploying(Enemy);
    hold(&mut state, Enemy, &["Dervishes", "Nile Steamer"]);
    assert_eq!(may(&state, Enemy, "Dervishes"), [North, South, West, East]);
    assert_eq!(may(&state, Enemy, "Nile Steamer"), [North, South, East]);
    state.phase = Phase::Travelling(Enemy);
    state.travel.die = 1;
    put(&mut state, Enemy, North, &["Dervishes"]);
    give(&mut state, &Order::March { side: Enemy, card: id(Enemy, "Dervishes"), from: North, to: Home }, &[]);
}

#[test]
fn like_goes_with_like_by_name_by_type_or_not_at_all_and_leaders_are_exempt_c03() {
    let lay = |name: &str, region| Order::Lay { side: Enemy, card: id(Enemy, name), region };
    let begun = |like| {
        let mut state = game(Options { like, ..Options::default() }, Phase::Deploying(Enemy));
        put(&mut state, Enemy, South, &["Ansar Spearmen", "Amir"]);
        hold(&mut state, Enemy, &["Ansar Spearmen", "Mahdist Warrior", "Mahdist Warrior", "Amir"]);
        state
    };
    let mut state = begun(Like::Name);
    assert_eq!(refused(&state, &lay("Ansar Spearmen", West)), Refusal::Unlike);
    give(&mut state, &lay("Mahdist Warrior", West), &[]);
    assert_eq!(refused(&state, &lay("Mahdist Warrior", South)), Refusal::Unlike, "one got one this turn");
    give(&mut state, &lay("Amir", West), &[]);
    assert_eq!(refused(&begun(Like::Type), &lay("Mahdist Warrior", West)), Refusal::Unlike);
    // Of another type than those there they are free, and then those of their type are bound to them.
    let mut state = begun(Like::Type);
    hold(&mut state, Enemy, &["Dervishes", "Jihadiyya Riflemen"]);
    give(&mut state, &lay("Dervishes", West), &[]);
    assert_eq!(refused(&state, &lay("Jihadiyya Riflemen", South)), Refusal::Unlike);
    give(&mut begun(Like::Off), &lay("Ansar Spearmen", West), &[]);
}

#[test]
fn any_number_is_deployed_and_cards_in_play_do_not_count_for_the_hand_c16() {
    let mut state = game(Options::default(), Phase::Deploying(Enemy));
    hold(&mut state, Enemy, &["Dervishes"; 5]);
    for _ in 0..5 {
        give(&mut state, &Order::Lay { side: Enemy, card: id(Enemy, "Dervishes"), region: East }, &[]);
    }
    assert_eq!((state.army(Enemy).laid[East as usize].len(), state.army(Enemy).hand.len()), (5, 0));
    state.phase = Phase::Beginning;
    give_on(&mut state, &Order::Stand { side: Ours, what: Standing::Pass, on: true });
    assert_eq!(state.army(Enemy).hand.len(), 7);
}

#[test]
fn laid_units_are_counted_and_not_seen_until_the_reveal_and_a_second_leader_is_never_laid_c17() {
    let mut state = game(Options::default(), Phase::Deploying(Enemy));
    hold(&mut state, Enemy, &["Amir", "Amir"]);
    let order = Order::Lay { side: Enemy, card: id(Enemy, "Amir"), region: East };
    let events = give(&mut state, &order, &[]);
    assert_eq!(state.shown(&events[0], None), Some(Event::Laid { side: Enemy, card: None, region: East }));
    let seen = state.view(Seat::Ours);
    assert_eq!((seen.state().army(Enemy).laid[East as usize].unseen, seen.state().army(Enemy).hand.unseen), (1, 1));
    assert_eq!(refused(&state, &order), Refusal::Full);
    give(&mut state, &Order::Deployed(Enemy), &[2, 3, 4]);
    assert_eq!(state.view(Seat::Ours).state().units(Enemy, East), cards(Enemy, &["Amir"]));
}

#[test]
fn leader_and_flag_stand_alone_move_as_units_and_count_their_force_one_each_a_region_c22() {
    let mut state = game(Options::default(), Phase::Travelling(Enemy));
    put(&mut state, Enemy, South, &["al-Mahdi", "Black Flag"]);
    put(&mut state, Enemy, West, &["Amir"]);
    state.travel.die = 6;
    assert_eq!(force(&state, Enemy, South), 24);
    let march = |name: &str, from, to| Order::March { side: Enemy, card: id(Enemy, name), from, to };
    assert_eq!(refused(&state, &march("Amir", West, South)), Refusal::Full);
    give(&mut state, &march("Black Flag", South, West), &[]);
    assert_eq!(force(&state, Enemy, West), 19);
}

#[test]
fn as_many_units_march_as_the_die_shows_one_region_each_and_cavalry_and_boats_for_free_c04_c15() {
    let mut state = game(Options::default(), Phase::Marching(Enemy));
    put(&mut state, Enemy, South, &["Dervishes", "Dervishes", "Baqqara Cavalry", "Nile Steamer"]);
    give(&mut state, &Order::Stand { side: Enemy, what: Standing::Pass, on: true }, &[1]);
    let march = |name: &str, from, to| Order::March { side: Enemy, card: id(Enemy, name), from, to };
    assert_eq!(refused(&state, &march("Dervishes", South, Home)), Refusal::NotAdjacent);
    assert_eq!(refused(&state, &march("Nile Steamer", South, West)), Refusal::Closed);
    give(&mut state, &march("Dervishes", South, North), &[]);
    assert_eq!(refused(&state, &march("Dervishes", North, Home)), Refusal::NoUnit);
    assert_eq!(refused(&state, &march("Dervishes", South, East)), Refusal::NoMoves);
    give(&mut state, &march("Baqqara Cavalry", South, West), &[]);
    give(&mut state, &march("Nile Steamer", South, East), &[]);
    assert_eq!(refused(&state, &march("Nile Steamer", East, South)), Refusal::NoUnit);
}

#[test]
fn a_movement_card_adds_its_units_over_its_ways_one_a_turn_and_the_river_is_east_or_west_c06() {
    let march = |to| Order::March { side: Ours, card: id(Ours, "British Infantry"), from: South, to };
    for (river_in_the_west, open, shut) in [(false, East, West), (true, West, East)] {
        let mut state = game(Options { river_in_the_west, ..Options::default() }, Phase::Travelling(Ours));
        put(&mut state, Ours, South, &["British Infantry"; 4]);
        hold(&mut state, Ours, &["Travel Atbara River", "Travel Nile River"]);
        state.travel.die = 1;
        give(&mut state, &march(open), &[]);
        assert_eq!(refused(&state, &march(open)), Refusal::NoMoves);
        give(&mut state, &Order::PlayMovement { side: Ours, card: id(Ours, "Travel Atbara River") }, &[]);
        let second = Order::PlayMovement { side: Ours, card: id(Ours, "Travel Nile River") };
        assert_eq!(refused(&state, &second), Refusal::OneMovement);
        // What went over the card's way is the card's, and the die is free again.
        give(&mut state, &march(shut), &[]);
        assert_eq!(refused(&state, &march(shut)), Refusal::NoMoves);
        give(&mut state, &march(open), &[]);
    }
}

#[test]
fn a_lone_side_takes_control_without_a_roll_in_the_regions_order_and_a_marker_needs_no_units_c10_c19_c21() {
    let mut state = game(Options::default(), Phase::Regions(0));
    put(&mut state, Enemy, West, &["Dervishes"]);
    state.control[East as usize] = Some(Ours);
    let events = give_on(&mut state, &Order::Stand { side: Ours, what: Standing::Pass, on: true });
    let regions =
        events.iter().filter_map(|event| if let Event::Unopposed { region, taken } = event { Some((*region, *taken)) } else { None });
    assert_eq!(regions.collect::<Vec<_>>(), [(Home, None), (North, None), (South, None), (West, Some(Enemy)), (East, None)]);
    assert_eq!(state.control, [Some(Ours), None, None, Some(Enemy), Some(Ours)]);
}

#[test]
fn combined_arms_add_5_once_and_camel_corps_are_cavalry_c25() {
    let mut state = game(Options::default(), Phase::Travelling(Ours));
    put(&mut state, Ours, North, &["British Infantry", "British Camel Corps", "5th Egyptian Artillery Battery"]);
    assert_eq!(force(&state, Ours, North), 21);
    put(&mut state, Ours, North, &["British Maxim Battery"]);
    assert_eq!(force(&state, Ours, North), 37);
    put(&mut state, Ours, North, &["5th Egyptian Maxim Battery"]);
    assert_eq!(force(&state, Ours, North), 48);
    put(&mut state, Enemy, South, &["Mahdist Warrior", "Baqqara Cavalry", "9-pdr breech-loaders", "Dervishes"]);
    assert_eq!(force(&state, Enemy, South), 28);
}

#[test]
fn who_does_not_control_declares_first_or_both_at_once_face_down_c07() {
    let mut state = conflict(Options::default(), Home, &["British Infantry"], &["Dervishes"]);
    hold(&mut state, Enemy, &["Jihad", "Fanatical Charge"]);
    open(&mut state, &[]);
    assert_eq!(state.acting(), [Seat::Enemy]);
    give(&mut state, &Order::PlayTactics { side: Enemy, card: id(Enemy, "Jihad") }, &[]);
    assert_eq!(state.acting(), [Seat::Ours]);
    let mut state = conflict(Options::default(), South, &["British Infantry"], &["Dervishes"]);
    open(&mut state, &[4, 4, 6, 1]);
    assert_eq!(state.acting(), [Seat::Enemy], "high goes last");
    let at_once = Options { tactics_at_once: true, ..Options::default() };
    let mut state = conflict(at_once, South, &["British Infantry"], &["Dervishes"]);
    hold(&mut state, Enemy, &["Jihad"]);
    open(&mut state, &[]);
    assert_eq!(state.acting(), [Seat::Ours, Seat::Enemy]);
    let events = give(&mut state, &Order::PlayTactics { side: Enemy, card: id(Enemy, "Jihad") }, &[]);
    assert_eq!(state.shown(&events[0], Some(Seat::Ours)), Some(Event::Declared { side: Enemy, card: None, face_down: true }));
    for order in [Order::PlayTactics { side: Enemy, card: id(Enemy, "Jihad") }, Order::Pass(Enemy)] {
        assert!(state.hides(&order, Some(Seat::Ours)) && state.hides(&order, None) && !state.hides(&order, Some(Seat::Enemy)));
        assert!(!game(Options::default(), Phase::Deploying(Ours)).hides(&order, Some(Seat::Ours)), "one after the other it is open");
    }
    let events = give_on(&mut state, &Order::Pass(Ours));
    assert!(events.contains(&Event::Unveiled([None, Some(id(Enemy, "Jihad"))])));
    // A standing pass answers without a question.
    let mut state = conflict(Options::default(), Home, &["British Infantry"], &["Dervishes"]);
    give(&mut state, &Order::Stand { side: Enemy, what: Standing::Pass, on: true }, &[]);
    assert_eq!(state.acting(), [Seat::Ours]);
}

/// "Both at once, face down" (C07): nobody learns that the other side always passes before they have chosen themselves.
#[test]
fn where_both_choose_at_once_a_standing_pass_is_given_last_and_not_seen_before_c07() {
    let at_once = Options { tactics_at_once: true, ..Options::default() };
    let jihad = Order::PlayTactics { side: Enemy, card: id(Enemy, "Jihad") };
    let passes = |side, on| Order::Stand { side, what: Standing::Pass, on };
    let mut open_game = conflict(at_once, South, &["British Infantry"], &["Dervishes"]);
    hold(&mut open_game, Enemy, &["Jihad"]);
    let mut state = open_game.clone();
    let events = give(&mut state, &passes(Ours, true), &[]);
    open(&mut open_game, &[]);
    assert!(!events.iter().any(|event| matches!(event, Event::Declared { .. })), "{events:?}");
    // It is not asked, and may not choose; the other side sees no difference from one that has not chosen yet.
    assert_eq!((state.acting(), refused(&state, &Order::Pass(Ours))), (vec![Seat::Enemy], Refusal::NotNow));
    assert_eq!(state.view(Seat::Enemy), open_game.view(Seat::Enemy));
    assert_eq!(state.public_view(), open_game.public_view());
    assert_eq!(state.view(Seat::Enemy).state().acting(), [Seat::Ours, Seat::Enemy]);
    // Who takes it back is asked.
    let mut asked = state.clone();
    give(&mut asked, &passes(Ours, false), &[]);
    assert_eq!(asked.acting(), [Seat::Ours, Seat::Enemy]);
    // Once the other side has chosen, or always passes too, it is given.
    let declared = |side, card| Event::Declared { side, card, face_down: true };
    let events = give_on(&mut state.clone(), &jihad);
    let jihad = Some(id(Enemy, "Jihad"));
    assert_eq!(events[..3], [declared(Enemy, jihad), declared(Ours, None), Event::Unveiled([None, jihad])]);
    let events = give_on(&mut state, &passes(Enemy, true));
    assert_eq!(events[1..4], [declared(Ours, None), declared(Enemy, None), Event::Unveiled([None, None])]);
    let mut chosen = open_game.clone();
    give_on(&mut chosen, &Order::Pass(Enemy));
    assert_eq!(give_on(&mut chosen, &passes(Ours, true))[1..3], [declared(Ours, None), Event::Unveiled([None, None])]);
    // The first edition laid a pass down at once.
    let mut first = conflict(at_once, South, &["British Infantry"], &["Dervishes"]);
    first.leave_out(LeftOut::after(Edition::FIRST, State::MENDINGS));
    let events = give(&mut first, &passes(Ours, true), &[]);
    assert_eq!((events.last(), first.acting()), (Some(&declared(Ours, None)), vec![Seat::Enemy]));
}

#[test]
fn tactics_have_their_conditions_of_units_control_and_region_c08_c23() {
    let fits =
        |state: &State, side, name: &str, region| engine::card_game::rules::conflict::fits(state, side, id(side, name), region).is_ok();
    let mut state = conflict(Options::default(), Home, &["Nile Flotilla Gunboats", "4th Egyptian Camel Corps"], &["Dervishes"]);
    assert!(!fits(&state, Ours, "Discipline", Home) && !fits(&state, Ours, "Infantry Square", Home));
    put(&mut state, Ours, Home, &["Xth Sudanese Regiment", "British Cavalry"]);
    assert!(fits(&state, Ours, "Discipline", Home) && fits(&state, Ours, "Infantry Square", Home));
    assert!(fits(&state, Ours, "Garrison Force", Home) && !fits(&state, Ours, "Relief Force", Home));
    assert!(!fits(&state, Ours, "Garrison Force", South) && fits(&state, Ours, "Relief Force", South));
    assert!(
        fits(&state, Enemy, "Surprise Revolt", Home) && !fits(&state, Enemy, "Defend Town", Home) && fits(&state, Enemy, "Jihad", Home)
    );
    assert!(fits(&state, Enemy, "Attack Khartoum", South) && !fits(&state, Enemy, "Attack Khartoum", East));
    assert!(!fits(&state, Enemy, "Dervishes", South));
}

/// Six against six, both passing: who has the Advantage by these dice, those of who declares last first.
#[track_caller]
fn equal_forces(region: Region, declares: &[u16], faces: &[u16]) -> Vec<Event> {
    let mut state = conflict(Options::default(), region, &["British Infantry"], &["Baqqara Cavalry"]);
    open(&mut state, declares);
    give(&mut state, &Order::Pass(Enemy), &[]);
    let all: Vec<u16> = faces.iter().copied().chain(std::iter::repeat_n(1, 80)).collect();
    state.give(Seat::Ours, &Order::Pass(Ours), &mut Dice::scripted(&all)).unwrap()
}

#[test]
fn of_equal_forces_the_controller_has_the_advantage_without_a_die_c09() {
    let events = equal_forces(Home, &[], &[6]);
    assert!(events.contains(&Event::Advantage { side: Ours, forces: [6, 6] }), "{events:?}");
    assert!(matches!(events.get(2), Some(Event::ConflictRolled(_))), "{events:?}");
}

#[test]
fn of_equal_forces_in_a_region_of_nobody_s_the_higher_die_has_the_advantage_c09() {
    let events = equal_forces(South, &[6, 1], &[2, 2, 1, 5, 6]);
    assert!(events.contains(&Event::Advantage { side: Enemy, forces: [6, 6] }), "{events:?}");
}

/// A conflict at home, ours with the Advantage, everybody passing: the faces of the conflict table, then ones for what follows.
fn fought(options: Options, ours: &[&str], enemy: &[&str], faces: &[u16]) -> (State, Vec<Event>) {
    let mut state = conflict(options, Home, ours, enemy);
    state.armies[Enemy as usize].weakest_falls = true;
    open(&mut state, &[]);
    give(&mut state, &Order::Pass(Enemy), &[]);
    let all: Vec<u16> = faces.iter().copied().chain([1, 2, 3, 4].repeat(40)).collect();
    let events = state.give(Seat::Ours, &Order::Pass(Ours), &mut Dice::scripted(&all)).unwrap();
    (state, events)
}

#[test]
fn a_side_without_units_loses_control_keeps_it_or_is_fought_on_c11() {
    let strong = ["British Infantry"];
    let weak = ["Ansar Spearmen"];
    let of = |wiped_out| Options { wiped_out, ..Options::default() };
    assert_eq!(taken(&fought(of(WipedOut::SurvivorControls), &strong, &weak, &[1]).1), Some(Some(Enemy)));
    assert_eq!(taken(&fought(of(WipedOut::NoChange), &strong, &weak, &[1]).1), Some(None), "control stays");
    let (state, events) = fought(of(WipedOut::RollOn), &strong, &weak, &[1, 2, 4, 6]);
    assert_eq!((taken(&events), state.holder(Home)), (Some(None), Some(Ours)), "the Advantage had control at the end");
    assert_eq!(events.iter().filter(|event| matches!(event, Event::ConflictRolled(_))).count(), 4);
}

#[test]
fn the_owner_chooses_who_is_lost_or_a_die_or_a_standing_order_weakest_first_c12() {
    let mut state = conflict(Options::default(), Home, &["British Infantry"; 5], &["Amir", "Dervishes", "Baqqara Cavalry"]);
    open(&mut state, &[]);
    give(&mut state, &Order::Pass(Enemy), &[]);
    give(&mut state, &Order::Pass(Ours), &[3]);
    let mut listed = Vec::new();
    state.legal_orders(Seat::Enemy, &mut listed);
    assert_eq!((state.acting(), listed.len()), (vec![Seat::Enemy], 3), "Leader included");
    let order = Order::Lose { side: Enemy, card: id(Enemy, "Amir") };
    give(&mut state, &order, &[3]);
    let events = give_on(&mut state, &Order::Stand { side: Enemy, what: Standing::WeakestFalls, on: true });
    assert!(events.contains(&Event::Lost { side: Enemy, card: id(Enemy, "Dervishes"), roll: None }));
    let random = Options { random_losses: true, ..Options::default() };
    let mut state = conflict(random, Home, &["British Infantry"; 5], &["Amir", "Dervishes"]);
    open(&mut state, &[]);
    give(&mut state, &Order::Pass(Enemy), &[]);
    let events =
        state.give(Seat::Ours, &Order::Pass(Ours), &mut Dice::scripted(&[[3, 2, 6].as_slice(), &[1, 2].repeat(40)].concat())).unwrap();
    assert!(events.iter().any(|event| matches!(event, Event::Lost { side: Enemy, card, roll: Some(_) } if *card == id(Enemy, "Amir"))));
}

#[test]
fn the_advantage_is_counted_once_or_again_after_each_loss_c13() {
    let ours = ["British Infantry", "British Infantry"];
    for (advantage_again, wanted) in [(false, vec![Ours]), (true, vec![Ours, Enemy])] {
        let options = Options { advantage_again, ..Options::default() };
        let (_, events) = fought(options, &ours, &["Khalifa Abdullahi"], &[1, 6]);
        let seen: Vec<Side> =
            events.iter().filter_map(|event| if let Event::Advantage { side, .. } = event { Some(*side) } else { None }).collect();
        assert_eq!(seen, wanted);
    }
}

#[test]
fn after_a_6_both_stay_and_the_tactics_are_discarded_c20() {
    let mut state = conflict(Options::default(), Home, &["British Infantry"], &["Dervishes"]);
    hold(&mut state, Enemy, &["Jihad"]);
    open(&mut state, &[]);
    give(&mut state, &Order::PlayTactics { side: Enemy, card: id(Enemy, "Jihad") }, &[]);
    let all: Vec<u16> = [6].into_iter().chain([1, 2, 3, 4].repeat(40)).collect();
    let events = state.give(Seat::Ours, &Order::Pass(Ours), &mut Dice::scripted(&all)).unwrap();
    assert!(taken(&events).is_some());
    assert!(!state.units(Ours, Home).is_empty() && !state.units(Enemy, Home).is_empty());
    let army = state.army(Enemy);
    assert_eq!((army.discards.of(id(Enemy, "Jihad")), army.hand.cards.of(id(Enemy, "Jihad"))), (1, 0), "the Tactics card is spent");
}

#[test]
fn all_five_regions_win_at_once_and_after_turn_9_the_most_do_c14() {
    let mut state = game(Options::default(), Phase::Regions(1));
    state.control = [Some(Ours), None, Some(Ours), Some(Ours), Some(Ours)];
    put(&mut state, Ours, North, &["British Infantry"]);
    give(&mut state, &Order::Stand { side: Ours, what: Standing::Pass, on: true }, &[]);
    assert_eq!(state.outcome().map(|outcome| (outcome.winner, outcome.by)), Some((Some(Ours), EndedBy::AllRegions)));
    for (control, winner) in
        [([Some(Ours), Some(Enemy), None, None, None], None), ([Some(Ours), Some(Enemy), Some(Enemy), None, None], Some(Enemy))]
    {
        let mut state = game(Options::default(), Phase::Regions(4));
        (state.turn, state.control) = (9, control);
        give(&mut state, &Order::Stand { side: Ours, what: Standing::Pass, on: true }, &[]);
        assert_eq!(state.outcome().map(|outcome| (outcome.winner, outcome.by)), Some((winner, EndedBy::Turns)));
    }
}

/// "The player who controls the most regions at the end of turn 9 is the winner" (C14).
#[test]
fn after_turn_8_the_last_turn_begins_whoever_controls_the_most_regions_c14() {
    let mut state = game(Options::default(), Phase::Regions(4));
    state.turn = 8;
    let events = give_on(&mut state, &Order::Stand { side: Ours, what: Standing::Pass, on: true });
    assert!(events.contains(&Event::TurnBegan(9)), "{events:?}");
    assert_eq!((state.turn, state.phase, state.outcome()), (9, Phase::Relief, None));
}

#[test]
fn a_side_may_resign_and_after_the_end_both_hands_and_draws_are_shown_n19_n20() {
    let mut state = State::opening(&CardPack::embedded().unwrap());
    let drawn = give_on(&mut state, &Order::SetUp(Options::default()));
    let secret = drawn.iter().find(|event| matches!(event, Event::Drew { side: Enemy, .. })).unwrap();
    assert_ne!(state.shown(secret, Some(Seat::Ours)).as_ref(), Some(secret));
    give(&mut state, &Order::Concede(Ours), &[]);
    assert_eq!(state.outcome().map(|outcome| (outcome.winner, outcome.by)), Some((Some(Enemy), EndedBy::Conceded)));
    assert_eq!(state.shown(secret, Some(Seat::Ours)).as_ref(), Some(secret));
    assert!(state.tells_all() && state.public_view().state().army(Enemy).hand.cards.len() == 7);
}

/// Logistics asks nobody; in Relief what is drawn comes when both have chosen, ours first.
#[test]
fn logistics_fills_hands_by_itself_and_replacements_come_when_both_have_chosen_c01_n18() {
    let mut state = State::opening(&CardPack::embedded().unwrap());
    let drew = |events: &[Event]| events.iter().filter(|event| matches!(event, Event::Drew { .. })).count();
    let events = give_on(&mut state, &Order::SetUp(Options::default()));
    assert_eq!((drew(&events), state.acting()), (14, vec![Seat::Ours, Seat::Enemy]));
    let of = |state: &State, side| Order::Relieve { side, cards: state.army(side).hand.cards.iter().take(2).collect() };
    let order = of(&state, Enemy);
    let events = give_on(&mut state, &order);
    assert_eq!((drew(&events), state.army(Enemy).hand.len()), (0, 7), "it waits for the other side");
    let order = of(&state, Ours);
    assert_eq!(drew(&give_on(&mut state, &order)), 4);
}

#[test]
fn each_heading_of_the_card_game_has_a_paragraph_with_its_rulings_and_the_numbers_of_the_tables() {
    let pack = CardPack::embedded().unwrap();
    let rows = TABLE.lines().filter(|line| line.starts_with("| ") && !line.starts_with("| Text"));
    let headings: Vec<&str> = rows.map(|row| row.trim_matches('|').split('|').next().unwrap().trim()).collect();
    assert_eq!(pack.rulebook.iter().map(|paragraph| paragraph.heading.as_str()).collect::<Vec<_>>(), headings);
    for row in TABLE.lines().filter(|line| line.starts_with("| ") && !line.starts_with("| Text")) {
        let cells: Vec<&str> = row.trim_matches('|').split('|').map(str::trim).collect();
        let paragraph = pack.paragraph(cells[0]).unwrap();
        for ruling in &paragraph.rulings {
            assert!(cells[1].contains(ruling.as_str()), "{}: {ruling}", cells[0]);
        }
        assert!(!paragraph.rulings.is_empty() && !paragraph.text.contains(['{', '}']), "{}", cells[0]);
    }
    assert!(pack.paragraph("Hands and exchange").unwrap().text.contains("holds 7 cards"));
    // The conflict table is told in words: they are those of the data.
    use engine::card_game::pack::Face;
    let faces = [Face::Advantage, Face::Advantage, Face::Other, Face::Other, Face::Other, Face::Control];
    assert_eq!(pack.tables.conflict.faces, faces);
}

#[test]
fn the_umpire_says_who_plays_a_side() {
    let mut state = State::opening(&CardPack::embedded().unwrap());
    let order = Order::Seat { side: Enemy, player: Some(engine::tabletop::player::Player::Member(3)) };
    assert_eq!(state.permit(Seat::Enemy, &order), Err(Refusal::NotYours));
    give(&mut state, &order, &[]);
    assert_eq!(refused(&state, &order), Refusal::AlreadySo);
}

const TABLE: &str = include_str!("../RULES-CARDGAME.md");

fn sources(folder: &Path, found: &mut BTreeMap<String, String>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            sources(&path, found);
        } else {
            let stem = |path: &Path| path.file_stem().unwrap().to_str().unwrap().to_owned();
            let name = if ["tests", "mod"].contains(&stem(&path).as_str()) { stem(path.parent().unwrap()) } else { stem(&path) };
            found.entry(name).or_default().push_str(&std::fs::read_to_string(&path).unwrap());
        }
    }
}

#[test]
fn what_the_table_of_the_card_game_names_exists_and_every_ruling_has_a_row_and_a_test() {
    let mut found = BTreeMap::new();
    sources(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../src/card_game"), &mut found);
    found.insert("card_game_rules".to_owned(), include_str!("card_game_rules.rs").to_owned());
    let rows: Vec<Vec<&str>> = TABLE
        .lines()
        .filter(|line| line.starts_with("| ") && !line.starts_with("| Text"))
        .map(|row| row.trim_matches('|').split('|').map(str::trim).collect())
        .collect();
    for row in &rows {
        assert_eq!(row.len(), 4, "{row:?}");
        let named = |cell: &str, before: &str| {
            for path in cell.split('`').skip(1).step_by(2) {
                let (module, name) = path.rsplit_once("::").unwrap();
                assert!(found.get(module).is_some_and(|text| text.contains(&format!("{before}fn {name}("))), "{path}");
            }
        };
        named(row[2], "");
        named(row[3], "#[test]\n");
    }
    let rulings = (1..=25).map(|number| format!("C{number:02}")).chain((18..=21).map(|number| format!("N{number}")));
    for ruling in rulings {
        let cites = |row: &Vec<&str>| row[1].contains(&ruling) && row[3].to_uppercase().contains(&format!("_{ruling}"));
        assert!(rows.iter().any(cites), "no row and test of {ruling}");
    }
}
