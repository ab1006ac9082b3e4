//! Khartoum's map and movement, sentence by sentence: contingents (29.2 to 29.4), routes, boats, the sea (29.8 to 29.12), stacking (9.0).
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

use crate::khartoum;

use engine::khartoum::event::Event;
use engine::khartoum::options::Options;
use engine::khartoum::order::Order;
use engine::khartoum::pack::Pack;
use engine::khartoum::pack::cards::Activation;
use engine::khartoum::pack::map::{RouteKind, Terrain};
use engine::khartoum::phase::Phase;
use engine::khartoum::refusal::Refusal;
use engine::khartoum::rules::{movement, set_up};
use engine::khartoum::state::State;
use engine::tabletop::side::Side::{Enemy, Ours};
use khartoum::*;

#[test]
fn the_map_has_34_spaces_and_its_routes_in_the_order_of_the_list_k32() {
    let pack = Pack::embedded().unwrap();
    assert_eq!(pack.map.spaces.len(), 34);
    let of = |kind: RouteKind| pack.map.routes.iter().filter(|route| route.kind == kind).count();
    assert_eq!([RouteKind::River, RouteKind::Road, RouteKind::Desert, RouteKind::Sea].map(of), [14, 18, 9, 1]);
    assert_eq!((at("wadi_halfa").0, at("tokar").0), (0, 33));
    let kinds = |kind: Terrain| pack.map.spaces.iter().filter(|space| space.kind == kind).count();
    assert_eq!([Terrain::Town, Terrain::River, Terrain::Port, Terrain::Open, Terrain::Desert].map(kinds), [12, 9, 1, 7, 5]);
    // No two routes cross.
    let point = |space: engine::khartoum::ids::SpaceId| pack.space(space).map(|row| (f64::from(row.x), f64::from(row.y))).unwrap();
    let turn = |a: (f64, f64), b: (f64, f64), c: (f64, f64)| (b.0 - a.0) * (c.1 - a.1) - (b.1 - a.1) * (c.0 - a.0);
    for (place, one) in pack.map.routes.iter().enumerate() {
        for other in &pack.map.routes[..place] {
            if one.between.iter().any(|end| other.between.contains(end)) {
                continue;
            }
            let ([a, b], [c, d]) = (one.between.map(point), other.between.map(point));
            let crosses = turn(a, b, c) * turn(a, b, d) < 0.0 && turn(c, d, a) * turn(c, d, b) < 0.0;
            assert!(!crosses, "{one:?} {other:?}");
        }
    }
}

#[test]
fn suakin_has_two_neighbours_and_khartoum_is_a_fortress_in_flood_alone_k03_k07() {
    let mut state = bare(1, Ours);
    assert_eq!(state.terrain(at("khartoum")), Terrain::Fortress);
    assert!(state.is_town(at("khartoum")));
    assert_eq!(state.terrain(at("suakin")), Terrain::Town);
    state.turn = 3;
    assert_eq!(state.terrain(at("khartoum")), Terrain::Town);
    let fortresses = state.pack.map.spaces.iter().filter(|space| space.fortress).count();
    assert_eq!(fortresses, 1);
}

#[test]
fn there_are_no_river_spaces_but_spaces_on_river_routes_and_two_ports_29_9_k08_k09() {
    let pack = Pack::embedded().unwrap();
    assert_eq!(pack.map.river.len(), 15);
    assert!(pack.map.river.contains(at("khartoum")) && !pack.map.river.contains(at("suakin")));
    assert_eq!(pack.map.ports, spaces(&["suakin", "trinkitat"]));
    assert!(pack.map.ports.contains(at("suakin")) && pack.space(at("suakin")).unwrap().kind == Terrain::Town);
}

#[test]
fn units_move_as_far_as_their_class_alone_or_together_once_each_7_0() {
    let mut state = moving(3, Activation::All);
    put(&mut state, "kassala", &["ali", "a_cavalry"]);
    assert_eq!(reach(&state, &["ali"]), ["berber", "kosti", "wad_medani", "sennar", "goz_regeb", "tamai", "el_teb", "tokar"]);
    assert!(reach(&state, &["ali"]).contains(&"berber".to_owned()) && !reach(&state, &["ali"]).contains(&"metemma".to_owned()));
    assert!(reach(&state, &["a_cavalry"]).contains(&"metemma".to_owned()));
    assert_eq!(reach(&state, &["ali", "a_cavalry"]), reach(&state, &["ali"]), "together as the slowest");
    march(&mut state, &["ali"], "goz_regeb");
    let again = Order::Move { side: Enemy, units: units(&["ali"]), to: at("kassala") };
    assert_eq!(refused(&state, &again), Refusal::NotTogether);
    let apart = Order::Move { side: Enemy, units: units(&["ali", "a_cavalry"]), to: at("berber") };
    assert_eq!(refused(&state, &apart), Refusal::NotTogether);
    march(&mut state, &["a_cavalry"], "sennar");
}

#[test]
fn entering_a_space_with_enemies_ends_the_move_and_all_moves_come_before_all_battles_k21() {
    let mut state = moving(3, Activation::All);
    put(&mut state, "sinkat", &["a_cavalry", "ali"]);
    put(&mut state, "suakin", &["suakin_garrison"]);
    assert_eq!(reach(&state, &["a_cavalry"]), ["abu_hamed", "berber", "metemma", "goz_regeb", "ariab", "suakin"], "nothing beyond Suakin");
    march(&mut state, &["a_cavalry"], "suakin");
    assert_eq!(state.phase, Phase::Moving);
    assert!(movement::movable(&state).contains(unit("ali")) && !movement::movable(&state).contains(unit("a_cavalry")));
    march(&mut state, &["ali"], "ariab");
    let events = fight_on(&mut state, &[]);
    assert_eq!(count(&events, |event| matches!(event, Event::BattleBegan { .. })), 1, "no attack from the next space");
}

#[test]
fn only_the_contingent_that_the_card_names_moves_and_the_governor_goes_with_either_29_2_29_6_k22() {
    let mut state = moving(3, Activation::Native);
    put(&mut state, "wadi_halfa", &["3rd_infantry", "rmli", "gordon", "bordein", "wadi_halfa_garrison"]);
    assert_eq!(movement::movable(&state), units(&["3rd_infantry", "gordon"]));
    state.play.active = Some(Activation::Allied);
    assert_eq!(movement::movable(&state), units(&["rmli", "gordon", "bordein"]));
    state.play.active = Some(Activation::Both);
    assert_eq!(movement::movable(&state).len(), 4);
    // Both contingents stack together.
    put(&mut state, "dongola", &["5th_infantry"]);
    march(&mut state, &["rmli"], "dongola");
}

#[test]
fn garrisons_never_move_29_3() {
    let mut state = moving(3, Activation::Both);
    put(&mut state, "wadi_halfa", &["wadi_halfa_garrison", "3rd_infantry"]);
    assert!(reach(&state, &["wadi_halfa_garrison"]).is_empty());
    let order = Order::Move { side: Ours, units: units(&["wadi_halfa_garrison", "3rd_infantry"]), to: at("dongola") };
    assert_eq!(refused(&state, &order), Refusal::NotTogether);
}

#[test]
fn the_enemy_may_move_all_units_for_each_card_29_4() {
    let mut state = moving(3, Activation::All);
    put(&mut state, "el_obeid", &["mahdi", "ali", "jihadiya_a"]);
    put(&mut state, "dara", &["a_cavalry"]);
    assert_eq!(movement::movable(&state), units(&["mahdi", "ali", "jihadiya_a", "a_cavalry"]));
}

#[test]
fn only_the_enemy_leaders_of_ours_and_camels_use_desert_routes_29_8() {
    let mut state = moving(3, Activation::Both);
    put(&mut state, "korti", &["gordon", "w_heavy_camels", "egyptian_camels", "rmli", "g_cavalry"]);
    for (key, may) in [("gordon", true), ("w_heavy_camels", true), ("egyptian_camels", true), ("rmli", false), ("g_cavalry", false)] {
        assert_eq!(reach(&state, &[key]).contains(&"jakdul_wells".to_owned()), may, "{key}");
    }
    assert!(!reach(&state, &["gordon", "rmli"]).contains(&"jakdul_wells".to_owned()));
    let mut state = moving(3, Activation::All);
    put(&mut state, "korti", &["ali", "b_cavalry", "mahdi"]);
    assert!(reach(&state, &["ali", "b_cavalry", "mahdi"]).contains(&"abu_klea".to_owned()));
}

#[test]
fn all_units_use_river_routes_by_land_and_need_no_fleet_to_cross_29_9() {
    let mut state = moving(3, Activation::Both);
    put(&mut state, "dongola", &["rmli", "3rd_infantry", "g_cavalry"]);
    for key in ["rmli", "3rd_infantry", "g_cavalry"] {
        assert!(reach(&state, &[key]).contains(&"korti".to_owned()), "{key}");
    }
}

#[test]
fn boats_move_along_rivers_alone_and_through_enemies_but_halt_before_those_in_khartoum_29_10_k26() {
    let mut state = moving(1, Activation::Allied);
    put(&mut state, "berber", &["bordein"]);
    put(&mut state, "metemma", &["ali"]);
    let upstream = ["metemma", "khartoum", "jebel_aulia", "ed_dueim", "wad_medani", "sennar"];
    assert_eq!(reach(&state, &["bordein"]), [&["ed_debba", "korti", "merowe", "abu_hamed"], &upstream[..]].concat());
    assert!(reach(&state, &["bordein"]).contains(&"jebel_aulia".to_owned()));
    assert!(!reach(&state, &["bordein"]).contains(&"goz_regeb".to_owned()) && !reach(&state, &["bordein"]).contains(&"ariab".to_owned()));
    put(&mut state, "khartoum", &["muhamed"]);
    let now = reach(&state, &["bordein"]);
    assert!(now.contains(&"khartoum".to_owned()) && !now.contains(&"jebel_aulia".to_owned()) && !now.contains(&"wad_medani".to_owned()));
    // Passing through is no attack, ending there is one.
    march(&mut state, &["bordein"], "khartoum");
    let events = fight_on(&mut state, &[]);
    let fought: Vec<_> =
        events.iter().filter_map(|event| if let Event::BattleBegan { space, .. } = event { Some(*space) } else { None }).collect();
    assert_eq!(fought, [at("khartoum")]);
}

#[test]
fn south_of_khartoum_boats_move_in_flood_alone_29_11_k26() {
    for (turn, south) in [(2, true), (3, false)] {
        let mut state = moving(turn, Activation::Allied);
        put(&mut state, "khartoum", &["bordein"]);
        put(&mut state, "jebel_aulia", &["safieh"]);
        let beyond = ["jebel_aulia", "ed_dueim", "kosti", "fashoda", "wad_medani", "sennar"].map(str::to_owned);
        assert_eq!(beyond.iter().all(|space| reach(&state, &["bordein"]).contains(space)), south);
        assert_eq!(beyond.iter().any(|space| reach(&state, &["bordein"]).contains(space)), south);
        assert_eq!(reach(&state, &["safieh"]).is_empty(), !south, "nor do they leave it");
        assert!(reach(&state, &["bordein"]).contains(&"metemma".to_owned()), "the north is open all year");
    }
}

#[test]
fn a_boat_takes_four_units_of_any_class_that_then_do_not_move_otherwise_29_10_k25() {
    let mut state = moving(3, Activation::Both);
    put(
        &mut state,
        "wadi_halfa",
        &["bordein", "rmli", "g_1st_bde", "g_cavalry", "w_heavy_camels", "3rd_infantry", "gordon", "wadi_halfa_garrison"],
    );
    let four = ["bordein", "rmli", "g_1st_bde", "g_cavalry", "gordon"];
    assert!(reach(&state, &four).contains(&"merowe".to_owned()), "as far as the boat goes");
    assert!(reach(&state, &["rmli"]).len() < reach(&state, &four).len() + 10 && !reach(&state, &["rmli"]).contains(&"merowe".to_owned()));
    let five = Order::Move { side: Ours, units: units(&four).union(units(&["3rd_infantry"])), to: at("dongola") };
    assert_eq!(refused(&state, &five), Refusal::TooMany);
    let garrison = Order::Move { side: Ours, units: units(&["bordein", "wadi_halfa_garrison"]), to: at("dongola") };
    assert_eq!(refused(&state, &garrison), Refusal::NotTogether);
    march(&mut state, &four, "merowe");
    assert!(is_at(&state, "gordon", "merowe") && is_at(&state, "bordein", "merowe"));
    assert!(reach(&state, &["rmli"]).is_empty());
    // Only units that may move under the card, and that began the phase there.
    let mut state = moving(3, Activation::Allied);
    put(&mut state, "wadi_halfa", &["bordein", "3rd_infantry"]);
    let inactive = Order::Move { side: Ours, units: units(&["bordein", "3rd_infantry"]), to: at("dongola") };
    assert_eq!(refused(&state, &inactive), Refusal::NotTogether);
}

#[test]
fn units_that_a_boat_takes_attack_where_it_ends_k25() {
    let mut state = moving(3, Activation::Both);
    put(&mut state, "metemma", &["bordein", "rmli"]);
    put(&mut state, "khartoum", &["ali"]);
    march(&mut state, &["bordein", "rmli"], "khartoum");
    let events = fight_on(&mut state, &[]);
    assert!(events.iter().any(|event| matches!(event, Event::BattleBegan { attacker: Ours, landing: false, .. })));
}

#[test]
fn ours_sail_between_the_ports_for_one_space_and_attack_if_the_port_is_held_29_12() {
    let mut state = moving(3, Activation::Both);
    put(&mut state, "suakin", &["rmli", "suakin_garrison"]);
    assert!(reach(&state, &["rmli"]).contains(&"trinkitat".to_owned()) && reach(&state, &["rmli"]).contains(&"el_teb".to_owned()));
    assert!(reach(&state, &["suakin_garrison"]).is_empty());
    put(&mut state, "trinkitat", &["ali"]);
    assert!(!reach(&state, &["rmli"]).contains(&"el_teb".to_owned()));
    march(&mut state, &["rmli"], "trinkitat");
    assert!(state.is_contested(at("trinkitat")));
    let mut state = moving(3, Activation::All);
    put(&mut state, "trinkitat", &["ali"]);
    assert!(!reach(&state, &["ali"]).contains(&"suakin".to_owned()), "ours alone");
}

#[test]
fn at_most_five_units_of_a_side_stack_leaders_garrisons_and_boats_aside_9_0_k23() {
    let mut state = moving(3, Activation::Both);
    put(&mut state, "dongola", &["g_1st_bde", "g_2nd_bde", "naval_bde", "gds_bde"]);
    put(&mut state, "ed_debba", &["rmli", "g_cavalry", "gordon"]);
    put(&mut state, "wadi_halfa", &["bordein"]);
    let two = Order::Move { side: Ours, units: units(&["rmli", "g_cavalry"]), to: at("dongola") };
    assert_eq!(refused(&state, &two), Refusal::Full);
    let mut larger = State { options: Options { larger_stacks: true, ..Options::default() }, ..state.clone() };
    march(&mut larger, &["rmli", "g_cavalry"], "dongola");
    march(&mut state, &["rmli", "gordon"], "dongola");
    march(&mut state, &["bordein"], "dongola");
    let six = Order::Move { side: Ours, units: units(&["g_cavalry"]), to: at("dongola") };
    assert_eq!(refused(&state, &six), Refusal::Full);
    assert!(reach(&state, &["g_cavalry"]).contains(&"wadi_halfa".to_owned()), "passing through is free");
    assert_eq!(refused(&state, &Order::Move { side: Ours, units: units(&["g_cavalry"]), to: at("fashoda") }), Refusal::TooFar);
}

#[test]
fn stacking_binds_attackers_and_the_set_up_too_k23() {
    let mut state = moving(3, Activation::All);
    put(&mut state, "el_obeid", &["ali", "muhamed", "abdulah", "osman_digna", "jihadiya_a"]);
    put(&mut state, "el_nahud", &["jihadiya_b"]);
    put(&mut state, "bara", &["1st_infantry"]);
    march(&mut state, &["ali", "muhamed", "abdulah", "osman_digna", "jihadiya_a"], "bara");
    assert!(!reach(&state, &["jihadiya_b"]).contains(&"bara".to_owned()));
    let mut state = bare(0, Enemy);
    put(&mut state, "shaykan", &["ali", "muhamed", "abdulah", "jihadiya_a", "jihadiya_b"]);
    assert!(!set_up::spaces(&state, unit("b_cavalry")).contains(at("shaykan")));
    assert!(set_up::spaces(&state, unit("mahdi")).contains(at("shaykan")), "a leader does not count");
}

#[test]
fn a_recruit_may_move_at_once_but_whoever_lands_on_an_enemy_may_not_28_29_13_k19() {
    let mut state = bare(3, Ours);
    put(&mut state, "suakin", &["suakin_garrison"]);
    put(&mut state, "trinkitat", &["ali"]);
    play(&mut state, "K-04", &[]);
    assert_eq!(places(&state, Ours), ["suakin", "trinkitat"]);
    give(&mut state, &Order::Place { side: Ours, unit: unit("g_1st_bde"), at: at("trinkitat") }, &[]);
    give(&mut state, &Order::Place { side: Ours, unit: unit("g_2nd_bde"), at: at("suakin") }, &[]);
    give(&mut state, &Order::Place { side: Ours, unit: unit("g_cavalry"), at: at("suakin") }, &[]);
    assert_eq!(movement::movable(&state), units(&["g_2nd_bde", "g_cavalry"]));
    assert_eq!(state.play.landed, units(&["g_1st_bde"]));
}

#[test]
fn natives_and_boats_never_land_on_ports_29_13() {
    let mut state = bare(3, Ours);
    put(&mut state, "trinkitat", &["ali"]);
    put(&mut state, "wadi_halfa", &["wadi_halfa_garrison"]);
    play(&mut state, "K-07", &[]);
    assert_eq!(places(&state, Ours), ["wadi_halfa", "suakin", "trinkitat"]);
    give(&mut state, &Order::Place { side: Ours, unit: unit("naval_bde"), at: at("suakin") }, &[]);
    give(&mut state, &Order::Place { side: Ours, unit: unit("w_river_bde"), at: at("wadi_halfa") }, &[]);
    assert!(is_at(&state, "safieh", "wadi_halfa"), "the boat has one space and no question");
    let mut state = bare(3, Ours);
    put(&mut state, "trinkitat", &["ali"]);
    play(&mut state, "K-02", &[]);
    assert_eq!(state.turn, 4, "no native has a space");
}

#[test]
fn a_move_tells_its_way_and_whence_it_entered_8_0() {
    let mut state = moving(3, Activation::All);
    put(&mut state, "bara", &["a_cavalry"]);
    put(&mut state, "kosti", &["1st_infantry"]);
    let events = march(&mut state, &["a_cavalry"], "kosti");
    let Event::Moved { way, .. } = &events[0] else { panic!() };
    assert_eq!(way.as_slice(), [at("ed_dueim"), at("kosti")]);
    assert_eq!(state.came_from(unit("a_cavalry")), Some(at("ed_dueim")));
}
