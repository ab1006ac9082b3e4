//! Khartoum's rules, sentence by sentence: set-up, length, victory, recruits (23.0 to 28.0), cards (29.1), and the rulings on them.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

use crate::khartoum;

use std::collections::BTreeMap;
use std::path::Path;

use engine::dice::Dice;
use engine::edition::{Edition, LeftOut};
use engine::game::Game;
use engine::khartoum::event::{Event, Placing, Skip};
use engine::khartoum::ids::{Cards, Units};
use engine::khartoum::options::{BreakOff, Options};
use engine::khartoum::order::Order;
use engine::khartoum::pack::Pack;
use engine::khartoum::pack::cards::Activation;
use engine::khartoum::pack::counters::{Class, Contingent};
use engine::khartoum::phase::{EndedBy, Phase, Place};
use engine::khartoum::refusal::Refusal;
use engine::khartoum::rules::cards;
use engine::khartoum::state::State;
use engine::tabletop::seat::Seat;
use engine::tabletop::side::Side::{Enemy, Ours};
use khartoum::*;

#[test]
fn two_sides_of_which_the_enemy_plays_first_and_each_orders_its_own_units_23() {
    let state = begun(Options::default());
    assert_eq!((state.turn, state.phase, state.acting()), (1, Phase::Drawing(Enemy), vec![Seat::Enemy]));
    assert_eq!(state.permit(Seat::Ours, &Order::Draw(Enemy)), Err(Refusal::NotYours));
    assert_eq!(refused(&state, &Order::Draw(Ours)), Refusal::NotNow);
    let counters = &state.pack.counters;
    assert!(counters.of[0].intersection(counters.of[1]).is_empty());
    assert_eq!(counters.of[Ours as usize], counters.contingents[0].union(counters.contingents[1]));
}

#[test]
fn forty_counters_are_named_and_counted_as_in_24_and_25_and_misprints_are_mended_k01_k02_k33() {
    let pack = Pack::embedded().unwrap();
    let counters = &pack.counters;
    assert_eq!((counters.units.len(), counters.of[Enemy as usize].len()), (40, 9));
    assert_eq!(counters.contingents.map(Units::len), [13, 18]);
    let strengths = |keys: &[&str]| keys.iter().map(|key| pack.unit(unit(key)).unwrap().strength).collect::<Vec<_>>();
    // The text's own: three garrisons of 4 with the names of their places, four of 2.
    assert_eq!(strengths(&["khartoum_garrison", "wadi_halfa_garrison", "suakin_garrison"]), [4, 4, 4]);
    assert_eq!(strengths(&["egyptian_a", "egyptian_b", "egyptian_c", "egyptian_d"]), [2, 2, 2, 2]);
    let of = |class: Class| counters.units.iter().filter(|unit| unit.class == class).count();
    let all = [Class::Foot, Class::Cavalry, Class::Camel, Class::Leader, Class::Boat, Class::Garrison].map(of);
    assert_eq!(all, [20, 5, 4, 2, 2, 7]);
    let elite: Vec<&str> = counters.units.iter().filter(|unit| unit.elite).map(|unit| unit.name.as_str()).collect();
    let wanted = ["Mahdi", "Abdulah", "Osman Digna", "3rd Egyptian Infantry", "Gordon", "Gds Bde", "W Guards Camel Cp"];
    assert_eq!(elite, wanted);
    let eliminates = counters.units.iter().filter(|unit| unit.eliminates);
    assert!(eliminates.clone().all(|unit| unit.contingent == Some(Contingent::Native)) && eliminates.count() == 5);
    assert_eq!(pack.space(at("trinkitat")).unwrap().name, "Trinkitat");
}

#[test]
fn leaders_tribes_and_those_with_european_weapons_are_what_24_says_and_only_the_governor_is_a_leader_of_ours_k06() {
    let pack = Pack::embedded().unwrap();
    let counters = &pack.counters;
    assert_eq!((counters.chief, counters.governor), (Some(unit("mahdi")), Some(unit("gordon"))));
    assert_eq!(counters.leaders, units(&["mahdi", "gordon"]));
    assert_eq!(pack.unit(unit("slatin_bey")).unwrap().class, Class::Foot);
    assert_eq!(pack.card(card("K-13")).unwrap().fire.0, units(&["jihadiya_a", "jihadiya_b"]));
}

#[test]
fn ours_set_up_first_and_their_free_garrisons_in_eight_towns_one_in_each_25_1_k34() {
    let mut state = State::opening(&Pack::embedded().unwrap());
    give(&mut state, &Order::SetUp(Options::default()), &[]);
    assert_eq!(state.acting(), [Seat::Ours]);
    let fixed = [
        ("wadi_halfa_garrison", "wadi_halfa"),
        ("khartoum_garrison", "khartoum"),
        ("suakin_garrison", "suakin"),
        ("1st_infantry", "kosti"),
        ("2nd_infantry", "kosti"),
        ("bashi_cavalry", "kosti"),
        ("3rd_infantry", "wadi_halfa"),
        ("4th_infantry", "khartoum"),
        ("slatin_bey", "dara"),
        ("rmli", "suakin"),
    ];
    assert!(fixed.iter().all(|(unit, space)| is_at(&state, unit, space)));
    let boxed = state.boxed(Ours).without(units(&["egyptian_a", "egyptian_b", "egyptian_c", "egyptian_d"]));
    assert_eq!(state.pack.counters.contingents.map(|of| of.intersection(boxed).len()), [12, 5]);
    let deploy = |unit: &str, space: &str| Order::Deploy { side: Ours, unit: khartoum::unit(unit), at: at(space) };
    for closed in ["khartoum", "suakin", "wadi_halfa", "el_obeid", "metemma"] {
        assert_eq!(refused(&state, &deploy("egyptian_a", closed)), Refusal::Closed);
    }
    assert_eq!(refused(&state, &deploy("egyptian_b", "dara")), Refusal::NoUnit, "in counter order");
    assert_eq!(listed(&state, Seat::Ours).len(), 9);
    give(&mut state, &deploy("egyptian_a", "tokar"), &[]);
    assert_eq!(refused(&state, &deploy("egyptian_b", "tokar")), Refusal::Closed, "no more than one");
    give(&mut state, &Order::DeployByDefault(Ours), &[]);
    assert!(is_at(&state, "egyptian_b", "kassala") && is_at(&state, "egyptian_c", "berber") && is_at(&state, "egyptian_d", "sennar"));
    assert_eq!(state.acting(), [Seat::Enemy]);
}

#[test]
fn the_enemy_sets_up_second_around_el_obeid_beside_suakin_and_where_nobody_of_ours_is_25_2_k03_k34() {
    let mut state = State::opening(&Pack::embedded().unwrap());
    give(&mut state, &Order::SetUp(Options::default()), &[]);
    give(&mut state, &Order::DeployByDefault(Ours), &[]);
    let deploys = |state: &State| {
        let orders = listed(state, Seat::Enemy);
        keys(orders.iter().filter_map(|order| if let Order::Deploy { at, .. } = order { Some(*at) } else { None }).collect())
    };
    for _ in 0..4 {
        assert_eq!(deploys(&state), ["el_obeid", "bara", "shaykan", "el_nahud"]);
        let order = listed(&state, Seat::Enemy)[0].clone();
        give(&mut state, &order, &[]);
    }
    assert_eq!(deploys(&state), ["sinkat", "tamai"]);
    assert_eq!(state.pack.map.adjacent[at("suakin").index()], spaces(&["sinkat", "tamai"]), "the sea is no adjacency");
    give(&mut state, &Order::Deploy { side: Enemy, unit: unit("osman_digna"), at: at("sinkat") }, &[]);
    let free = deploys(&state);
    assert!(free.len() > 20 && !free.contains(&"kosti".to_owned()) && free.contains(&"fashoda".to_owned()));
    give(&mut state, &Order::DeployByDefault(Enemy), &[]);
    assert!(is_at(&state, "a_cavalry", "tamai") && is_at(&state, "b_cavalry", "shaykan"));
    assert_eq!((place(&state, "jihadiya_a"), place(&state, "jihadiya_b")), (Place::InBox, Place::InBox));
}

#[test]
fn a_set_up_takes_one_press_by_default_else_four_menus_and_seven_k40() {
    let mut state = State::opening(&Pack::embedded().unwrap());
    give(&mut state, &Order::SetUp(Options::default()), &[]);
    for (seat, menus) in [(Seat::Ours, 4), (Seat::Enemy, 7)] {
        for _ in 0..menus {
            assert_eq!(state.acting(), [seat]);
            let order = listed(&state, seat)[0].clone();
            give(&mut state, &order, &[]);
        }
    }
    assert_eq!(state.phase, Phase::Drawing(Enemy));
    let state = begun(Options::default());
    let defaults = [("mahdi", "shaykan"), ("abdulah", "shaykan"), ("osman_digna", "tamai"), ("egyptian_a", "dongola")];
    assert!(defaults.iter().all(|(unit, space)| is_at(&state, unit, space)));
}

#[test]
fn ours_draw_from_a_while_it_lasts_then_from_b_and_from_both_once_reshuffled_25_1_k13() {
    let mut state = bare(1, Ours);
    let of = |keys: &[&str]| keys.iter().map(|key| card(key)).collect::<Cards>();
    let (a, b) = (of(&["K-01", "K-02", "K-03", "K-04", "K-05"]), of(&["K-06", "K-07", "K-08", "K-09"]));
    assert_eq!(cards::drawn_from(&state, Ours), a);
    state.hands[Ours as usize].deck = b.union(of(&["K-03"]));
    assert_eq!(cards::drawn_from(&state, Ours), of(&["K-03"]));
    state.hands[Ours as usize].deck = b;
    assert_eq!(cards::drawn_from(&state, Ours), b);
    (state.hands[Ours as usize].deck, state.hands[Ours as usize].mixed) = (a.union(b), true);
    assert_eq!(cards::drawn_from(&state, Ours), a.union(b));
    assert_eq!(cards::drawn_from(&bare(1, Enemy), Enemy).len(), 9);
    // Of five the die says which; the last of a set takes none.
    let mut state = bare(1, Ours);
    let events = give_on(&mut state, &Order::Draw(Ours));
    assert!(matches!(&events[0], Event::Drew { roll: Some(roll), .. } if roll.sides == 5));
    assert_eq!(state.hands[Ours as usize].deck.len(), 8);
}

#[test]
fn no_deck_runs_dry_and_who_has_no_card_at_all_skips_k13() {
    let mut state = bare(1, Ours);
    state.hands[Enemy as usize].deck = Cards::EMPTY;
    (state.phase, state.play.card) = (Phase::Ending, Some(card("K-02")));
    let mut state = {
        let mut events = Vec::new();
        state.resolve(&Order::Stand { side: Ours, what: BreakOff::Stand }, &mut Dice::scripted(&[]), &mut events);
        assert!(events.contains(&Event::Skipped { side: Enemy, why: Skip::NoCard }));
        state
    };
    assert_eq!((state.phase, state.turn), (Phase::Drawing(Ours), 2));
    state.hands[Ours as usize].deck = Cards::EMPTY;
    let (side, held) = hold(&mut state, "K-05");
    assert_eq!(refused(&state, &Order::Draw(side)), Refusal::NoCard);
    assert_eq!(listed(&state, Seat::Ours), [Order::PlayCard { side, card: held }]);
}

#[test]
fn abu_klea_is_printed_in_red_and_is_a_desert_space_as_others_are_25_2() {
    let pack = Pack::embedded().unwrap();
    let red: Vec<&str> = pack.map.spaces.iter().filter(|space| space.red).map(|space| space.key.as_str()).collect();
    assert_eq!(red, ["abu_klea"]);
    let (one, other) = (pack.space(at("abu_klea")).unwrap(), pack.space(at("jakdul_wells")).unwrap());
    assert_eq!((one.kind, one.victory_points, one.flood_only), (other.kind, other.victory_points, other.flood_only));
}

#[test]
fn the_game_lasts_nine_turns_and_the_river_is_high_and_low_as_the_text_says_26_29_11_k07() {
    let pack = Pack::embedded().unwrap();
    assert_eq!(pack.tables.turns(), 9);
    assert_eq!(
        (pack.tables.turn[0].months.as_str(), pack.tables.turn[8].months.as_str()),
        ("September-October 1883", "January-February 1885")
    );
    let floods: Vec<bool> = (1..=9).map(|turn| pack.tables.is_flood(turn)).collect();
    assert_eq!(floods, [true, true, false, false, false, true, true, true, false]);
    let mut state = bare(9, Ours);
    put(&mut state, "khartoum", &["rmli"]);
    state.phase = Phase::Ending;
    let events = give(&mut state, &Order::Stand { side: Ours, what: BreakOff::Stand }, &[]);
    assert_eq!(count(&events, |event| matches!(event, Event::Ended(outcome) if outcome.by == EndedBy::Points)), 1);
}

#[test]
fn all_three_great_places_occupied_end_it_at_once_in_mid_phase_27_k12() {
    let mut state = moving(3, Activation::All);
    put(&mut state, "khartoum", &["ali"]);
    put(&mut state, "wadi_halfa", &["muhamed"]);
    put(&mut state, "sinkat", &["osman_digna"]);
    put(&mut state, "suakin", &["suakin_garrison"]);
    march(&mut state, &["osman_digna"], "suakin");
    assert!(!state.is_over(), "both are there: nobody occupies it");
    fight_on(&mut state, &[1, 6, 1]);
    let outcome = state.outcome().unwrap();
    assert_eq!((outcome.winner, outcome.by), (Enemy, EndedBy::SuddenDeath));
    // A march into the third suffices too.
    let mut state = moving(3, Activation::All);
    put(&mut state, "khartoum", &["ali"]);
    put(&mut state, "wadi_halfa", &["muhamed"]);
    put(&mut state, "sinkat", &["osman_digna"]);
    march(&mut state, &["osman_digna"], "suakin");
    assert_eq!(state.outcome().map(|outcome| outcome.by), Some(EndedBy::SuddenDeath));
}

#[test]
fn a_placed_unit_that_takes_the_last_of_the_three_ends_it_too_27_k12() {
    let mut state = bare(3, Enemy);
    put(&mut state, "khartoum", &["ali"]);
    put(&mut state, "wadi_halfa", &["muhamed"]);
    play(&mut state, "K-16", &[7, 6]);
    let Some(Order::Place { side, unit, .. }) = listed(&state, Seat::Enemy).first().cloned() else { panic!() };
    give(&mut state, &Order::Place { side, unit, at: at("suakin") }, &[]);
    assert_eq!(state.outcome().map(|outcome| outcome.by), Some(EndedBy::SuddenDeath));
}

#[test]
fn at_the_end_each_great_place_counts_three_other_towns_one_and_nine_win_27() {
    let pack = Pack::embedded().unwrap();
    assert_eq!(pack.map.spaces.iter().map(|space| space.victory_points).sum::<u8>(), 18);
    let count_of = |points: u8| pack.map.spaces.iter().filter(|space| space.victory_points == points).count();
    assert_eq!((count_of(3), count_of(1)), (3, 9));
    assert_eq!(pack.map.sudden_death, spaces(&["khartoum", "wadi_halfa", "suakin"]));
    for (more, winner) in [(vec![], Enemy), (vec![("tokar", "safieh")], Ours)] {
        let mut state = bare(9, Ours);
        put(&mut state, "khartoum", &["khartoum_garrison"]);
        put(&mut state, "wadi_halfa", &["wadi_halfa_garrison"]);
        put(&mut state, "dongola", &["bordein"]);
        put(&mut state, "berber", &["egyptian_c"]);
        for (space, unit) in more {
            put(&mut state, space, &[unit]);
        }
        state.phase = Phase::Ending;
        let points = state.points();
        give(&mut state, &Order::Stand { side: Ours, what: BreakOff::Stand }, &[]);
        let outcome = state.outcome().unwrap();
        assert_eq!((outcome.winner, outcome.points), (winner, points));
        assert_eq!(points, if winner == Ours { 9 } else { 8 });
    }
}

#[test]
fn the_enemy_s_recruits_are_drawn_by_lot_and_placed_with_the_chief_or_in_his_side_s_towns_28_k17() {
    let mut state = bare(3, Enemy);
    put(&mut state, "bara", &["mahdi"]);
    put(&mut state, "dara", &["ali"]);
    put(&mut state, "kassala", &["muhamed", "egyptian_b"]);
    put(&mut state, "el_teb", &["abdulah"]);
    let events = play(&mut state, "K-10", &[5, 3]);
    let drawn: Vec<_> = events
        .iter()
        .filter_map(
            |event| if let Event::DrewRecruit { unit, roll } = event { Some((unit.unwrap(), roll.as_ref().unwrap().sides)) } else { None },
        )
        .collect();
    // Osman Digna, A cavalry, B cavalry, Jihadiya A, Jihadiya B: the fifth, then the third of the four left.
    assert_eq!(drawn, [(unit("jihadiya_b"), 5), (unit("b_cavalry"), 4)]);
    assert_eq!(places(&state, Enemy), ["bara", "dara"], "a town with both sides is occupied by nobody, open country by no town");
    assert!(state.shown(&events[events.len() - 1], Some(Seat::Ours)).is_some());
    for event in &events {
        if let Some(Event::DrewRecruit { unit, roll }) = state.shown(event, Some(Seat::Ours)) {
            assert!(unit.is_none() && roll.is_none());
        }
    }
    assert_eq!(state.view(Seat::Ours).state().unseen.drawn, 2);
    give(&mut state, &Order::RecruitByDefault(Enemy), &[]);
    assert!(is_at(&state, "jihadiya_b", "dara") && is_at(&state, "b_cavalry", "dara"));
}

#[test]
fn a_recruit_without_a_lawful_space_stays_in_its_box_k17() {
    let mut state = bare(3, Enemy);
    put(&mut state, "bara", &["ali"]);
    let events = play(&mut state, "K-12", &[1]);
    assert_eq!(count(&events, |event| matches!(event, Event::StayedInBox { .. })), 1);
    assert_eq!((place(&state, "mahdi"), state.phase), (Place::InBox, Phase::Moving));
}

#[test]
fn kordofan_and_the_beja_rise_in_any_space_without_ours_28() {
    for key in ["K-11", "K-16"] {
        let mut state = begun(Options::default());
        play(&mut state, key, &[1]);
        let free = places(&state, Enemy);
        assert!(free.contains(&"ariab".to_owned()) && free.contains(&"fashoda".to_owned()));
        assert!(!free.contains(&"suakin".to_owned()) && !free.contains(&"kosti".to_owned()));
    }
}

#[test]
fn named_recruits_come_once_and_a_second_time_two_of_those_eliminated_but_never_the_governor_28_k04_k18() {
    let mut state = bare(3, Ours);
    put(&mut state, "suakin", &["suakin_garrison"]);
    play(&mut state, "K-04", &[]);
    assert_eq!(places(&state, Ours), ["suakin", "trinkitat"]);
    give(&mut state, &Order::RecruitByDefault(Ours), &[]);
    assert!(["g_1st_bde", "g_2nd_bde", "g_cavalry"].iter().all(|key| is_at(&state, key, "suakin")));
    assert_eq!(state.phase, Phase::Moving);
    // All three fall; two may come again.
    let mut state = State { phase: Phase::Drawing(Ours), ..state };
    state.play = engine::khartoum::state::PlayerTurn::new(Ours);
    for key in ["g_1st_bde", "g_2nd_bde", "g_cavalry"] {
        let fallen = engine::khartoum::rules::losses::goes_to(&state, unit(key));
        assert_eq!(fallen, Place::Eliminated);
        state.put(unit(key), fallen);
    }
    play(&mut state, "K-04", &[]);
    for key in ["g_cavalry", "g_1st_bde"] {
        give(&mut state, &Order::Recruit { side: Ours, unit: unit(key) }, &[]);
        give(&mut state, &Order::Place { side: Ours, unit: unit(key), at: at("trinkitat") }, &[]);
    }
    assert_eq!((place(&state, "g_2nd_bde"), state.phase), (Place::Eliminated, Phase::Moving), "two are the most");
    // The governor falls out of the game.
    assert_eq!(engine::khartoum::rules::losses::goes_to(&state, unit("gordon")), Place::Out);
    state.put(unit("gordon"), Place::Out);
    state.put(unit("bordein"), Place::Eliminated);
    (state.phase, state.play) = (Phase::Drawing(Ours), engine::khartoum::state::PlayerTurn::new(Ours));
    state.brought.insert(card("K-01"));
    put(&mut state, "khartoum", &["khartoum_garrison"]);
    play(&mut state, "K-01", &[]);
    assert_eq!(listed(&state, Seat::Ours)[0], Order::Recruit { side: Ours, unit: unit("bordein") });
    assert_eq!(refused(&state, &Order::Recruit { side: Ours, unit: unit("gordon") }), Refusal::NoUnit);
}

#[test]
fn native_recruits_are_chosen_from_the_box_up_to_the_number_28_k18() {
    let mut state = begun(Options::default());
    (state.phase, state.play) = (Phase::Drawing(Ours), engine::khartoum::state::PlayerTurn::new(Ours));
    play(&mut state, "K-02", &[]);
    let offered = listed(&state, Seat::Ours);
    assert_eq!(offered.len(), 5 + 2, "five units, done, and the default: {offered:?}");
    give(&mut state, &Order::Recruit { side: Ours, unit: unit("egyptian_camels") }, &[]);
    assert_eq!(places(&state, Ours), ["wadi_halfa", "suakin"]);
    assert_eq!(refused(&state, &Order::RecruitsDone(Ours)), Refusal::MustPlace);
    give(&mut state, &Order::Place { side: Ours, unit: unit("egyptian_camels"), at: at("suakin") }, &[]);
    give(&mut state, &Order::RecruitsDone(Ours), &[]);
    assert_eq!(state.phase, Phase::Moving, "what is not taken is not held over");
    assert_eq!((state.play.natives, place(&state, "5th_infantry")), (0, Place::InBox));
}

#[test]
fn recruits_of_ours_come_to_the_two_towns_they_occupy_and_to_no_empty_space_28() {
    let mut state = bare(3, Ours);
    play(&mut state, "K-02", &[]);
    assert_eq!((state.phase, state.turn), (Phase::Drawing(Enemy), 4), "neither town is held: nobody comes, nobody can move");
    let mut state = bare(3, Ours);
    put(&mut state, "wadi_halfa", &["wadi_halfa_garrison"]);
    put(&mut state, "suakin", &["ali"]);
    play(&mut state, "K-02", &[]);
    give(&mut state, &Order::Recruit { side: Ours, unit: unit("5th_infantry") }, &[]);
    assert!(is_at(&state, "5th_infantry", "wadi_halfa"), "the only space needs no question");
}

#[test]
fn the_governor_and_their_boat_may_stand_in_khartoum_if_ours_hold_it_28_29_6_k19() {
    let mut state = bare(3, Ours);
    put(&mut state, "khartoum", &["khartoum_garrison"]);
    put(&mut state, "wadi_halfa", &["wadi_halfa_garrison"]);
    play(&mut state, "K-01", &[]);
    assert_eq!(places(&state, Ours), ["wadi_halfa", "khartoum", "suakin", "trinkitat"], "the governor may land too (29.13)");
    give(&mut state, &Order::Place { side: Ours, unit: unit("gordon"), at: at("khartoum") }, &[]);
    assert_eq!(places(&state, Ours), ["wadi_halfa", "khartoum"], "a boat is not placed in ports");
    give(&mut state, &Order::Place { side: Ours, unit: unit("bordein"), at: at("khartoum") }, &[]);
    assert!(is_at(&state, "gordon", "khartoum") && is_at(&state, "bordein", "khartoum"));
    assert!(state.pack.card(card("K-01")).unwrap().remove);
    let mut state = bare(3, Ours);
    put(&mut state, "khartoum", &["khartoum_garrison", "ali"]);
    play(&mut state, "K-01", &[]);
    assert_eq!(places(&state, Ours), ["suakin", "trinkitat"]);
}

#[test]
fn garrisons_come_back_to_towns_held_before_one_in_each_and_those_with_a_name_to_their_place_28_k19() {
    let mut state = bare(3, Ours);
    put(&mut state, "wadi_halfa", &["rmli"]);
    put(&mut state, "dongola", &["5th_infantry"]);
    put(&mut state, "berber", &["egyptian_c"]);
    put(&mut state, "metemma", &["6th_infantry"]);
    play(&mut state, "K-02", &[]);
    give(&mut state, &Order::Recruit { side: Ours, unit: unit("egyptian_a") }, &[]);
    assert_eq!(places(&state, Ours), ["wadi_halfa", "dongola"], "not where a garrison is, not in open country");
    give(&mut state, &Order::Place { side: Ours, unit: unit("egyptian_a"), at: at("dongola") }, &[]);
    assert_eq!(refused(&state, &Order::Recruit { side: Ours, unit: unit("suakin_garrison") }), Refusal::NoUnit);
    give(&mut state, &Order::Recruit { side: Ours, unit: unit("wadi_halfa_garrison") }, &[]);
    assert!(is_at(&state, "wadi_halfa_garrison", "wadi_halfa"));
}

/// "If eliminated, Gordon may never be re-recruited" (28, K04), also if it was for want of a place to land.
#[test]
fn a_governor_who_did_not_land_is_not_offered_again_28_k04_k18() {
    let mut begun = bare(3, Ours);
    put(&mut begun, "suakin", &["ali"]);
    put(&mut begun, "trinkitat", &["muhamed"]);
    play(&mut begun, "K-01", &[]);
    give_on(&mut begun, &Order::Forgo { side: Ours, unit: unit("gordon") });
    assert_eq!((place(&begun, "gordon"), place(&begun, "bordein")), (Place::Eliminated, Place::Eliminated));
    let again = |left_out: LeftOut| {
        let mut state = begun.clone();
        (state.phase, state.play) = (Phase::Drawing(Ours), engine::khartoum::state::PlayerTurn::new(Ours));
        put(&mut state, "khartoum", &["khartoum_garrison"]);
        state.leave_out(left_out);
        play(&mut state, "K-01", &[]);
        let orders = listed(&state, Seat::Ours);
        let offered = orders.iter().filter_map(|order| if let Order::Recruit { unit, .. } = order { Some(*unit) } else { None });
        offered.collect::<Units>()
    };
    assert_eq!(again(LeftOut::NONE), units(&["bordein"]));
    // The first edition offered both.
    assert_eq!(again(LeftOut::after(Edition::FIRST, State::MENDINGS)), units(&["gordon", "bordein"]));
}

#[test]
fn a_unit_from_overseas_without_a_free_space_lands_or_goes_to_the_eliminated_and_a_second_draw_finds_that_box_k18() {
    let mut state = bare(3, Ours);
    put(&mut state, "suakin", &["ali"]);
    put(&mut state, "trinkitat", &["muhamed"]);
    play(&mut state, "K-08", &[]);
    assert_eq!(places(&state, Ours), ["suakin", "trinkitat"], "both would be landings");
    give_on(&mut state, &Order::Forgo { side: Ours, unit: unit("gds_bde") });
    assert_eq!(place(&state, "gds_bde"), Place::Eliminated);
    // With a free space it must come.
    let mut state = bare(3, Ours);
    put(&mut state, "wadi_halfa", &["wadi_halfa_garrison"]);
    put(&mut state, "suakin", &["ali"]);
    put(&mut state, "trinkitat", &["muhamed"]);
    play(&mut state, "K-08", &[]);
    assert_eq!(refused(&state, &Order::Forgo { side: Ours, unit: unit("gds_bde") }), Refusal::MustPlace);
    // Full ports and no town: it goes without a question.
    let mut state = bare(3, Ours);
    put(&mut state, "suakin", &["g_1st_bde", "g_2nd_bde", "g_cavalry", "naval_bde", "rmli"]);
    put(&mut state, "trinkitat", &["w_river_bde", "w_heavy_camels", "w_mounted_camels", "w_guards_camels", "5th_infantry"]);
    let events = play(&mut state, "K-08", &[]);
    assert!(events.contains(&Event::Forwent(unit("gds_bde"))));
}

#[test]
fn no_recruit_comes_where_enemies_are_and_stacking_binds_all_placing_28_k19_k23() {
    let mut state = bare(3, Ours);
    put(&mut state, "wadi_halfa", &["wadi_halfa_garrison", "g_1st_bde", "g_2nd_bde", "g_cavalry", "naval_bde", "rmli"]);
    put(&mut state, "suakin", &["suakin_garrison"]);
    play(&mut state, "K-03", &[]);
    give(&mut state, &Order::Recruit { side: Ours, unit: unit("gendarmerie") }, &[]);
    assert!(is_at(&state, "gendarmerie", "suakin"), "the other is full");
    let mut state = State { options: Options { larger_stacks: true, ..Options::default() }, ..bare(3, Ours) };
    put(&mut state, "wadi_halfa", &["wadi_halfa_garrison", "g_1st_bde", "g_2nd_bde", "g_cavalry", "naval_bde", "rmli"]);
    put(&mut state, "suakin", &["suakin_garrison"]);
    play(&mut state, "K-03", &[]);
    give(&mut state, &Order::Recruit { side: Ours, unit: unit("gendarmerie") }, &[]);
    assert_eq!(places(&state, Ours), ["wadi_halfa", "suakin"]);
}

#[test]
fn a_hold_card_is_played_at_once_or_put_aside_unseen_with_the_turn_skipped_29_1_k15_k16() {
    let mut state = bare(2, Enemy);
    state.hands[Enemy as usize].deck = [card("K-17"), card("K-14")].into_iter().collect();
    put(&mut state, "bara", &["mahdi", "ali"]);
    let events = give(&mut state, &Order::Draw(Enemy), &[2]);
    assert_eq!(state.phase, Phase::Holding(Enemy));
    let told = state.shown(&events[0], Some(Seat::Ours)).unwrap();
    assert_eq!(told, Event::Drew { side: Enemy, card: None, roll: None });
    assert_eq!(listed(&state, Seat::Enemy), [Order::PlayCard { side: Enemy, card: card("K-17") }, Order::PutAside(Enemy)]);
    let mut played = state.clone();
    give_on(&mut played, &Order::PlayCard { side: Enemy, card: card("K-17") });
    assert_eq!(played.play.card, Some(card("K-17")));
    let events = give(&mut state, &Order::PutAside(Enemy), &[]);
    assert!(events.contains(&Event::Skipped { side: Enemy, why: Skip::Held }));
    assert_eq!((state.phase, state.turn), (Phase::Drawing(Ours), 2), "no recruits, moves, battles");
    let seen = state.view(Seat::Ours);
    assert_eq!((seen.state().unseen.held[Enemy as usize], seen.state().hands[Enemy as usize].held), (1, Cards::EMPTY));
    let open = State { options: Options { held_face_up: true, ..Options::default() }, ..state.clone() };
    assert_eq!(open.view(Seat::Ours).state().hands[Enemy as usize].held.len(), 1);
    // On a later turn it is played instead of a draw.
    (state.phase, state.play) = (Phase::Drawing(Enemy), engine::khartoum::state::PlayerTurn::new(Enemy));
    let events = give(&mut state, &Order::PlayCard { side: Enemy, card: card("K-17") }, &[7]);
    assert!(matches!(events[0], Event::Played { holds: true, .. }) && state.hands[Enemy as usize].held.is_empty());
    assert_eq!(state.shown(&events[0], None).as_ref(), Some(&events[0]), "shown to both");
}

#[test]
fn a_die_that_would_tell_what_is_held_is_not_shown_k15_k42() {
    let mut state = bare(2, Enemy);
    put(&mut state, "bara", &["mahdi"]);
    let drew = Event::Drew {
        side: Enemy,
        card: Some(card("K-10")),
        roll: Some(engine::khartoum::roll::Roll::new(
            engine::khartoum::roll::Purpose::Card(Enemy),
            engine::dice::DiceSpec { count: 1, sides: 9 },
        )),
    };
    assert_eq!(state.shown(&drew, Some(Seat::Ours)), Some(drew.clone()));
    hold(&mut state, "K-14");
    assert_eq!(state.shown(&drew, Some(Seat::Ours)), Some(Event::Drew { side: Enemy, card: Some(card("K-10")), roll: None }));
    assert_eq!(state.shown(&drew, Some(Seat::Enemy)), Some(drew));
}

#[test]
fn a_reshuffle_puts_one_discard_back_by_lot_also_a_held_or_removed_one_29_1_k05_k14() {
    let mut state = bare(4, Ours);
    put(&mut state, "wadi_halfa", &["wadi_halfa_garrison"]);
    let hand = &mut state.hands[Ours as usize];
    for key in ["K-01", "K-02", "K-05"] {
        hand.deck.remove(card(key));
    }
    hand.discards = [card("K-02"), card("K-05")].into_iter().collect();
    hand.removed = [card("K-01")].into_iter().collect();
    let events = play(&mut state, "K-09", &[1]);
    let back =
        events.iter().find_map(|event| if let Event::Reshuffled { card, roll, .. } = event { Some((*card, roll.clone())) } else { None });
    let (back, roll) = back.unwrap();
    assert_eq!((back, roll.unwrap().sides), (card("K-01"), 3), "the card in play is not among them");
    let hand = &state.hands[Ours as usize];
    assert!(hand.mixed && hand.deck.contains(card("K-01")) && hand.removed.is_empty() && hand.discards.len() == 2);
    // Without discards nothing comes back.
    let mut state = bare(4, Ours);
    put(&mut state, "wadi_halfa", &["wadi_halfa_garrison"]);
    let events = play(&mut state, "K-09", &[]);
    assert_eq!(count(&events, |event| matches!(event, Event::Reshuffled { .. })), 0);
}

#[test]
fn a_card_whose_criteria_are_not_met_skips_the_turn_and_is_disposed_of_29_1_k10_k11() {
    let mut state = bare(4, Enemy);
    put(&mut state, "bara", &["ali"]);
    state.put(unit("mahdi"), Place::Away(4));
    let events = play(&mut state, "K-13", &[]);
    assert!(events.contains(&Event::Skipped { side: Enemy, why: Skip::Criteria }));
    assert_eq!(count(&events, |event| matches!(event, Event::DrewRecruit { .. })), 0);
    assert_eq!(state.phase, Phase::Returning, "the chief returns all the same");
    let events = give(&mut state, &Order::Place { side: Enemy, unit: unit("mahdi"), at: at("dara") }, &[]);
    assert!(events.contains(&Event::Disposed { side: Enemy, card: card("K-13"), removed: false }));
    assert!(matches!(events[0], Event::Placed { why: Placing::Return, .. }));
    assert_eq!(state.phase, Phase::Drawing(Ours));
}

#[test]
fn who_plays_a_card_does_what_it_says_29_1() {
    let mut state = bare(3, Enemy);
    put(&mut state, "kosti", &["1st_infantry", "2nd_infantry", "bashi_cavalry"]);
    put(&mut state, "bara", &["mahdi"]);
    play(&mut state, "K-18", &[3]);
    assert_eq!(state.acting(), [Seat::Enemy]);
    assert_eq!(state.giver(&Order::Lead(at("kosti"))), Seat::Enemy);
}

const TABLE: &str = include_str!("../RULES-KHARTOUM.md");

/// The rows of the table, each of four cells.
fn rows() -> Vec<[&'static str; 4]> {
    let rows = TABLE.lines().filter(|line| line.starts_with("| ") && !line.starts_with("| Text"));
    rows.map(|row| row.trim_matches('|').split('|').map(str::trim).collect::<Vec<_>>().try_into().unwrap()).collect()
}

/// The sources of the game, by the names of their modules.
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
fn what_the_table_of_khartoum_names_exists_and_every_ruling_and_section_has_a_row_and_a_test() {
    let mut found = BTreeMap::new();
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    sources(&folder.join("src/khartoum"), &mut found);
    for name in ["rules", "cards", "battles", "marches", "laws", "frequencies"].map(|name| format!("khartoum_{name}")) {
        let text = std::fs::read_to_string(folder.join(format!("tests/{name}.rs"))).unwrap();
        found.insert(name, text);
    }
    for [_, _, function, tests] in rows() {
        let named = |cell: &str, before: &str| {
            for path in cell.split('`').skip(1).step_by(2) {
                let (module, name) = path.rsplit_once("::").unwrap();
                assert!(found.get(module).is_some_and(|text| text.contains(&format!("{before}fn {name}("))), "{path}");
            }
        };
        named(function, "");
        named(tests, "#[test]\n");
    }
    for ruling in (1..=42).map(|number| format!("K{number:02}")) {
        let cites = |[_, words, _, tests]: &[&str; 4]| words.contains(&ruling) && tests.to_uppercase().contains(&format!("_{ruling}"));
        assert!(rows().iter().any(cites), "no row and test of {ruling}");
    }
    let sections = ["23", "24", "25", "25.1", "25.2", "26", "27", "28"].map(str::to_owned).into_iter();
    for section in sections.chain((1..=17).map(|number| format!("29.{number}"))) {
        let word = format!("_{}_", section.replace('.', "_"));
        let cited = rows().iter().any(|[.., tests]| tests.replace('`', "_").contains(&word));
        assert!(cited, "no test of {section}");
    }
}

#[test]
fn each_heading_of_khartoum_has_a_paragraph_with_its_rulings_and_the_numbers_of_the_tables() {
    let pack = Pack::embedded().unwrap();
    let headings: Vec<&str> = rows().into_iter().map(|row| row[0]).collect();
    assert_eq!(pack.rulebook.iter().map(|paragraph| paragraph.heading.as_str()).collect::<Vec<_>>(), headings);
    for (paragraph, [_, words, ..]) in pack.rulebook.iter().zip(rows()) {
        assert!(!paragraph.text.contains(['{', '}']) && paragraph.text.len() > 80, "{}", paragraph.heading);
        for ruling in &paragraph.rulings {
            assert!(words.contains(ruling.as_str()), "{}: {ruling}", paragraph.heading);
        }
    }
    let told = |heading: &str, words: &str| assert!(pack.paragraph(heading).unwrap().text.contains(words), "{heading}: {words}");
    told("Winning", "with 9 it wins");
    told("Movement", "foot 2 spaces, cavalry, camels and leaders 3, river boats 4");
    told("Stacking", "At most 5 units");
    told("Battle", "at most 3 rounds");
    // What is told in words is what the data say.
    let movement = pack.tables.movement;
    assert_eq!((movement.cavalry, movement.camel, movement.leader, movement.garrison), (3, 3, 3, 0));
    let battle = pack.tables.battle;
    assert_eq!((battle.superiority_unsupplied, battle.fire_unsupplied), (-1, -1));
}
