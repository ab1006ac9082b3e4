//! Khartoum's eighteen cards and their words (K35 to K39), and what a player turn asks (4.0, K10, K11, K22, K40, K41).
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

use crate::khartoum;

use engine::game::Game;
use engine::khartoum::event::{Cause, Event};
use engine::khartoum::ids::Units;
use engine::khartoum::options::{BreakOff, Options};
use engine::khartoum::order::Order;
use engine::khartoum::pack::Pack;
use engine::khartoum::pack::cards::Activation;
use engine::khartoum::pack::counters::Contingent;
use engine::khartoum::pack::map::Terrain;
use engine::khartoum::phase::{Phase, Place};
use engine::khartoum::refusal::Refusal;
use engine::khartoum::rules::movement;
use engine::khartoum::state::State;
use engine::tabletop::seat::Seat;
use engine::tabletop::side::Side::{Enemy, Ours};
use khartoum::*;

#[test]
fn the_eighteen_cards_bring_and_move_what_the_list_says_k35() {
    let pack = Pack::embedded().unwrap();
    let row = |key: &str| {
        let card = pack.card(card(key)).unwrap();
        (card.recruit_named.units.len(), card.recruit_native, card.recruit_by_lot.units, card.activate)
    };
    let ours = [
        ("K-01", (2, 0, 0, Activation::Native)),
        ("K-02", (0, 2, 0, Activation::Native)),
        ("K-03", (0, 2, 0, Activation::Native)),
        ("K-04", (3, 0, 0, Activation::Allied)),
        ("K-05", (0, 0, 0, Activation::Both)),
        ("K-06", (3, 0, 0, Activation::Allied)),
        ("K-07", (3, 0, 0, Activation::Both)),
        ("K-08", (1, 1, 0, Activation::Both)),
        ("K-09", (0, 1, 0, Activation::Either)),
    ];
    assert!(ours.iter().all(|(key, wanted)| row(key) == *wanted));
    let enemy = ["K-10", "K-11", "K-12", "K-13", "K-14", "K-15", "K-16", "K-17", "K-18"];
    let lots: Vec<u8> = enemy.iter().map(|key| row(key).2).collect();
    assert_eq!(lots, [2, 2, 1, 2, 1, 1, 2, 1, 1]);
    assert!(enemy.iter().all(|key| row(key).3 == Activation::All), "29.4");
    let with = |wanted: fn(&engine::khartoum::pack::cards::Card) -> bool| {
        pack.deck.cards.iter().filter(|card| wanted(card)).map(|card| card.key.as_str()).collect::<Vec<_>>()
    };
    assert_eq!(with(|card| card.hold), ["K-05", "K-14", "K-17"]);
    assert_eq!(with(|card| card.remove), ["K-01", "K-14", "K-18"]);
    assert_eq!(with(|card| card.reshuffle), ["K-09", "K-15"]);
    assert_eq!(with(|card| card.criteria.is_some()), ["K-05", "K-13", "K-18"]);
    assert_eq!(with(|card| card.recruit_by_lot.anywhere), ["K-11", "K-16"]);
    assert!(pack.deck.cards.iter().all(|card| !card.text.is_empty()));
}

#[test]
fn a_breakout_turns_one_garrison_into_infantry_as_it_stands_29_3_k36() {
    let mut state = begun(Options::default());
    (state.phase, state.play) = (Phase::Drawing(Ours), engine::khartoum::state::PlayerTurn::new(Ours));
    play(&mut state, "K-05", &[]);
    assert_eq!(state.phase, Phase::Converting);
    assert_eq!(listed(&state, Seat::Ours).len(), 7);
    assert_eq!(refused(&state, &Order::Replace(unit("5th_infantry"))), Refusal::NotNow);
    assert_eq!(refused(&state, &Order::Convert(unit("rmli"))), Refusal::NoUnit);
    give(&mut state, &Order::Convert(unit("egyptian_c")), &[]);
    let infantry = listed(&state, Seat::Ours);
    assert_eq!(infantry, ["5th_infantry", "6th_infantry", "gendarmerie"].map(|key| Order::Replace(unit(key))));
    give(&mut state, &Order::Replace(unit("6th_infantry")), &[]);
    assert_eq!((place(&state, "egyptian_c"), state.phase), (Place::InBox, Phase::Moving));
    assert!(is_at(&state, "6th_infantry", "berber"));
    assert!(movement::movable(&state).contains(unit("6th_infantry")), "it may move at once");
    march(&mut state, &["6th_infantry"], "metemma");
}

#[test]
fn a_breakout_needs_a_garrison_and_infantry_and_counts_for_stacking_k36() {
    let mut state = bare(3, Ours);
    put(&mut state, "suakin", &["rmli"]);
    let events = play(&mut state, "K-05", &[]);
    assert!(matches!(events[0], Event::Played { holds: false, .. }));
    let mut state = bare(3, Ours);
    put(&mut state, "suakin", &["suakin_garrison", "rmli", "g_1st_bde", "g_2nd_bde", "g_cavalry", "gds_bde"]);
    let events = play(&mut state, "K-05", &[]);
    assert!(matches!(events[0], Event::Played { holds: false, .. }), "there is no room for infantry");
    assert!(state.hands[Ours as usize].discards.contains(card("K-05")), "a hold card played is discarded");
}

#[test]
fn the_letters_win_a_garrison_beside_an_enemy_over_with_1_to_3_k37() {
    for (die, goes) in [(3, true), (4, false)] {
        let mut state = bare(3, Enemy);
        put(&mut state, "bara", &["mahdi"]);
        put(&mut state, "metemma", &["ali"]);
        put(&mut state, "berber", &["egyptian_c"]);
        put(&mut state, "dongola", &["egyptian_a"]);
        put(&mut state, "khartoum", &["khartoum_garrison"]);
        play(&mut state, "K-15", &[]);
        assert_eq!(listed(&state, Seat::Enemy), [Order::Summon(unit("egyptian_c"))], "not those far off, nor those with a home");
        let order = Order::Summon(unit("egyptian_c"));
        let events = give(&mut state, &order, &[die, 1]);
        assert_eq!(place(&state, "egyptian_c") == Place::InBox, goes);
        assert_eq!(count(&events, |event| matches!(event, Event::Died { cause: Cause::Defection, .. })), usize::from(goes));
        assert_eq!(count(&events, |event| matches!(event, Event::DrewRecruit { .. })), 1, "the rest of the card holds");
    }
    let mut state = bare(3, Enemy);
    put(&mut state, "bara", &["mahdi"]);
    let events = play(&mut state, "K-15", &[1]);
    assert!(count(&events, |event| matches!(event, Event::DrewRecruit { .. })) == 1, "with nobody near nothing happens");
}

#[test]
fn guides_lead_the_native_units_of_a_space_the_whole_throw_by_road_or_river_k38() {
    let mut state = bare(3, Enemy);
    put(&mut state, "bara", &["mahdi"]);
    put(&mut state, "kosti", &["1st_infantry", "bashi_cavalry", "rmli"]);
    play(&mut state, "K-18", &[2]);
    let to = |state: &State| {
        let orders = listed(state, Seat::Enemy);
        keys(orders.iter().filter_map(|order| if let Order::Lead(to) = order { Some(*to) } else { None }).collect())
    };
    // Two spaces from Kosti, back and forth among them; no desert, no sea.
    assert_eq!(to(&state), ["jebel_aulia", "kosti", "wad_medani", "el_obeid", "bara", "kassala"]);
    assert!(to(&state).contains(&"kosti".to_owned()) && to(&state).contains(&"el_obeid".to_owned()));
    assert!(!to(&state).contains(&"sennar".to_owned()), "one space is not the whole throw");
    give(&mut state, &Order::Lead(at("el_obeid")), &[1]);
    assert!(is_at(&state, "1st_infantry", "el_obeid") && is_at(&state, "bashi_cavalry", "el_obeid") && is_at(&state, "rmli", "kosti"));
}

#[test]
fn entering_a_space_with_enemies_ends_the_guides_way_and_these_stay_and_attack_k38() {
    let mut state = bare(3, Enemy);
    put(&mut state, "shaykan", &["mahdi", "ali"]);
    put(&mut state, "kosti", &["1st_infantry", "2nd_infantry"]);
    play(&mut state, "K-18", &[6]);
    put(&mut state, "dara", &["muhamed"]);
    give(&mut state, &Order::Lead(at("shaykan")), &[1]);
    assert!(state.is_contested(at("shaykan")));
    assert_eq!(movement::movable(&state), units(&["muhamed"]), "the others stay there this turn");
    let events = fight_on(&mut state, &[6, 1]);
    assert!(events.iter().any(|event| matches!(event, Event::BattleBegan { attacker: Enemy, landing: false, .. })));
}

#[test]
fn guides_touch_no_fortress_nobody_with_the_governor_and_no_garrison_and_may_be_set_to_all_spaces_k38() {
    let mut state = bare(1, Enemy);
    put(&mut state, "khartoum", &["4th_infantry"]);
    put(&mut state, "kosti", &["1st_infantry", "gordon"]);
    put(&mut state, "berber", &["egyptian_c"]);
    let events = play(&mut state, "K-18", &[]);
    assert!(matches!(events[0], Event::Played { holds: false, .. }), "no such units");
    assert!(state.hands[Enemy as usize].removed.contains(card("K-18")));
    let mut state = bare(3, Enemy);
    state.options.guides_everywhere = true;
    put(&mut state, "khartoum", &["4th_infantry"]);
    put(&mut state, "dara", &["slatin_bey"]);
    put(&mut state, "bara", &["mahdi"]);
    let events = play(&mut state, "K-18", &[1]);
    assert!(events.iter().any(|event| matches!(event, Event::GuidesRolled { space, .. } if *space == at("khartoum"))));
    let events = give(&mut state, &Order::Lead(at("metemma")), &[2]);
    assert!(events.iter().any(|event| matches!(event, Event::GuidesRolled { space, .. } if *space == at("dara"))));
    give_on(&mut state, &Order::Lead(at("dara")));
    assert!(is_at(&state, "4th_infantry", "metemma") && is_at(&state, "slatin_bey", "dara"));
}

#[test]
fn guides_find_no_way_for_units_that_only_the_desert_leads_to_k38() {
    let mut state = bare(3, Enemy);
    put(&mut state, "abu_klea", &["egyptian_camels"]);
    put(&mut state, "bara", &["mahdi"]);
    play(&mut state, "K-18", &[4, 1]);
    assert!(is_at(&state, "egyptian_camels", "abu_klea"));
}

#[test]
fn forced_marches_take_every_enemy_one_space_further_k35() {
    let mut state = bare(3, Enemy);
    put(&mut state, "el_obeid", &["ali", "mahdi"]);
    play(&mut state, "K-12", &[1]);
    assert_eq!((movement::allowance(&state, unit("ali")), movement::allowance(&state, unit("mahdi"))), (3, 4));
    assert_eq!(movement::allowance(&state, unit("rmli")), 2, "not ours");
}

#[test]
fn captured_rifles_count_all_turn_and_a_gap_in_the_ramparts_for_the_player_turn_k35() {
    let mut state = bare(1, Enemy);
    put(&mut state, "dara", &["ali", "mahdi"]);
    put(&mut state, "khartoum", &["khartoum_garrison"]);
    assert_eq!(state.terrain(at("khartoum")), Terrain::Fortress);
    play(&mut state, "K-13", &[1, 1]);
    assert_eq!(state.effects[Enemy as usize], Some(card("K-13")));
    let mut state = bare(1, Enemy);
    put(&mut state, "dara", &["ali", "mahdi"]);
    put(&mut state, "khartoum", &["khartoum_garrison"]);
    play(&mut state, "K-14", &[1]);
    assert_eq!(state.terrain(at("khartoum")), Terrain::Town);
    give_on(&mut state, &Order::MovesDone(Enemy));
    while state.play.side == Enemy {
        give_on(&mut state, &Order::StacksDone);
    }
    assert_eq!(state.terrain(at("khartoum")), Terrain::Fortress, "for that player turn");
    assert!(state.hands[Enemy as usize].removed.contains(card("K-14")));
}

#[test]
fn the_cabinet_leaves_the_choice_of_one_contingent_29_2_k35_k39() {
    let mut state = bare(3, Ours);
    put(&mut state, "wadi_halfa", &["3rd_infantry", "g_1st_bde", "gordon"]);
    play(&mut state, "K-09", &[]);
    give(&mut state, &Order::RecruitsDone(Ours), &[]);
    assert_eq!(listed(&state, Seat::Ours), Contingent::BOTH.map(Order::Activate));
    let mut other = state.clone();
    give(&mut state, &Order::Activate(Contingent::Allied), &[]);
    assert_eq!(movement::movable(&state), units(&["g_1st_bde", "gordon"]));
    give(&mut other, &Order::Activate(Contingent::Native), &[]);
    assert_eq!(movement::movable(&other), units(&["3rd_infantry", "gordon"]), "the governor goes with either");
}

#[test]
fn phases_come_in_order_card_recruits_movement_battle_end_4_0_k11() {
    let mut state = begun(Options::default());
    let mut phases = Vec::new();
    let mut events = give_on(&mut state, &Order::Draw(Enemy));
    let mut random = 0_usize;
    while state.play.side == Enemy && !state.is_over() {
        let seat = state.acting()[0];
        let orders = listed(&state, seat);
        random += 1;
        let done = orders.iter().find(|order| matches!(order, Order::MovesDone(_) | Order::StacksDone | Order::PlayCard { .. }));
        let order = done.unwrap_or(&orders[random % orders.len()]).clone();
        events.extend(give_on(&mut state, &order));
    }
    for event in &events {
        if let Event::Went(phase) = event {
            phases.push(*phase);
        }
    }
    let place = |phase: Phase| phases.iter().position(|went| *went == phase).unwrap();
    let order = [Phase::Effect, Phase::Recruits, Phase::Recruiting, Phase::Returning, Phase::Moving, Phase::Battles, Phase::Ending];
    assert!(order.windows(2).all(|pair| place(pair[0]) < place(pair[1])), "{phases:?}");
    assert_eq!(phases.last(), Some(&Phase::Drawing(Ours)));
}

/// A skipped or idle turn asks little: one press to draw, one to halt.
#[test]
fn a_player_turn_asks_no_more_than_it_must_and_the_other_side_only_in_battles_k40_k41() {
    let mut state = begun(Options { break_off: BreakOff::Ask, ..Options::default() });
    let mut presses = 0;
    while !state.is_over() {
        let seat = state.acting()[0];
        if state.phase != Phase::Fighting {
            assert_eq!(seat.side(), Some(state.play.side), "in {:?}", state.phase);
        }
        let orders = listed(&state, seat);
        let halts = |order: &&Order| matches!(order, Order::MovesDone(_) | Order::RecruitByDefault(_) | Order::StacksDone | Order::Draw(_));
        let order = orders.iter().find(halts).unwrap_or(&orders[0]).clone();
        give_on(&mut state, &order);
        presses += 1;
    }
    assert!(presses < 9 * 2 * 6, "{presses}");
}

#[test]
fn what_is_seen_of_ours_is_everything_and_after_the_game_so_is_all_29_14_k42() {
    let mut state = begun(Options::default());
    let seen = state.view(Seat::Enemy);
    assert_eq!((seen.state().places.clone(), seen.state().on.clone()), (state.places.clone(), state.on.clone()));
    let seen = state.view(Seat::Ours);
    assert_eq!(seen.state().here(at("shaykan")).intersection(state.all(Enemy)), units(&["b_cavalry"]), "the weakest is on top");
    assert_eq!(seen.state().unseen.stacks[at("shaykan").index()], 4);
    assert_eq!(seen.state().place(unit("mahdi")), Place::Unknown);
    assert_eq!(seen.state().unseen.boxed, 2);
    give(&mut state, &Order::Concede(Ours), &[]);
    assert_eq!(*state.view(Seat::Ours).state(), state);
    assert!(state.tells_all());
}

#[test]
fn the_number_under_the_top_is_seen_or_hidden_too_and_the_owner_orders_changed_stacks_k24() {
    let mut state = moving(3, Activation::All);
    put(&mut state, "el_obeid", &["mahdi", "ali", "jihadiya_a"]);
    put(&mut state, "dara", &["muhamed", "abdulah"]);
    state.changed = spaces(&["el_obeid", "dara"]);
    let numbers = State { options: Options { hidden_numbers: true, ..Options::default() }, ..state.clone() };
    assert_eq!(state.view(Seat::Ours).state().unseen.stacks[at("el_obeid").index()], 2);
    assert!(numbers.view(Seat::Ours).state().unseen.stacks.is_empty());
    let told = march(&mut state, &["ali", "jihadiya_a"], "bara");
    let Some(Event::Moved { units: None, number: 2, from, way, .. }) = state.shown(&told[0], Some(Seat::Ours)) else { panic!() };
    assert_eq!((from, way.as_slice()), (at("el_obeid"), &[at("bara")][..]));
    give(&mut state, &Order::MovesDone(Enemy), &[]);
    assert_eq!(state.phase, Phase::Stacking);
    assert_eq!(listed(&state, Seat::Enemy).len(), 2 + 1);
    let (top, under) = (state.top(at("bara")).unwrap(), engine::khartoum::rules::stacks::under_the_top(&state));
    assert!(!under.contains(top) && under.len() == 2);
    let other = state.units(Enemy, at("bara")).without(Units::of(top)).first().unwrap();
    give(&mut state, &Order::Top(other), &[]);
    assert_eq!(state.top(at("bara")), Some(other));
    give(&mut state, &Order::StacksDone, &[]);
    assert_eq!(state.view(Seat::Ours).state().here(at("bara")), Units::of(other));
}
