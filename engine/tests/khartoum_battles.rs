//! Khartoum's battles, sentence by sentence: 13.0 to 21.0, and 29.3, 29.5 to 29.7, 29.13, 29.15 to 29.17.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

use crate::khartoum;

use engine::dice::Dice;
use engine::edition::{Edition, LeftOut};
use engine::game::Game;
use engine::khartoum::battle::Battle;
use engine::khartoum::event::{Cause, Effect, Event};
use engine::khartoum::ids::Units;
use engine::khartoum::options::{BreakOff, Options};
use engine::khartoum::order::Order;
use engine::khartoum::pack::cards::Activation;
use engine::khartoum::phase::{Phase, Place};
use engine::khartoum::refusal::Refusal;
use engine::khartoum::roll::Reason;
use engine::khartoum::rules::{fight, retreat, supply};
use engine::khartoum::state::State;
use engine::tabletop::seat::Seat;
use engine::tabletop::side::Side::{self, Enemy, Ours};
use khartoum::*;

/// The enemy attacks a space from another, on a turn; everybody stands.
fn attack(turn: u8, space: &str, from: &str, enemies: &[&str], ours: &[&str]) -> State {
    let mut state = moving(turn, Activation::All);
    put(&mut state, space, ours);
    put(&mut state, from, enemies);
    state.stands = [BreakOff::Stand; 2];
    march(&mut state, enemies, space);
    state
}

/// Ours attack.
fn sortie(turn: u8, space: &str, from: &str, ours: &[&str], enemies: &[&str]) -> State {
    let mut state = moving(turn, Activation::Both);
    put(&mut state, space, enemies);
    put(&mut state, from, ours);
    state.stands = [BreakOff::Stand; 2];
    march(&mut state, ours, space);
    state
}

/// The battle as it stands where units of both are, before the first dice.
fn field(state: &State, space: &str, attacker: Side) -> Battle {
    Battle::new(at(space), attacker, false, supply::unsupplied(state, at(space), attacker))
}

fn superior(events: &[Event]) -> Option<Side> {
    events.iter().find_map(|event| if let Event::Superiority { side, .. } = event { Some(*side) } else { None })
}

fn winner(events: &[Event]) -> Option<Side> {
    events.iter().find_map(|event| if let Event::BattleEnded { winner, .. } = event { Some(*winner) } else { None })
}

/// The battle goes as far as these dice, and then anyhow; who has lost goes where they go by default.
#[track_caller]
fn fight_out(state: &mut State, faces: &[u16]) -> Vec<Event> {
    let mut events = fight_on(state, faces);
    while let (Phase::Fighting, Some(side)) = (state.phase, retreat::asked(state)) {
        events.extend(state.give(Seat::from(side), &Order::RetreatByDefault(side), &mut Dice::scripted(&[6; 400])).unwrap());
    }
    events
}

fn rounds(events: &[Event]) -> usize {
    count(events, |event| matches!(event, Event::RoundBegan(_)))
}

#[test]
fn the_higher_die_has_superiority_and_fires_first_all_battle_long_13_1_13_2() {
    let mut state = attack(3, "berber", "metemma", &["ali"], &["3rd_infantry"]);
    let events = fight(&mut state, &[3, 4, 6, 6, 6, 6, 6, 6]);
    assert_eq!(superior(&events), Some(Enemy));
    let fired: Vec<_> = shots(&events).iter().map(|shot| shot.unit).collect();
    let (ali, third) = (unit("ali"), unit("3rd_infantry"));
    assert_eq!(fired, [ali, third, ali, third, ali, third]);
    let mut state = attack(3, "berber", "metemma", &["ali"], &["3rd_infantry"]);
    assert_eq!(superior(&fight_on(&mut state, &[4, 3])), Some(Ours));
}

#[test]
fn ties_in_superiority_go_by_the_table_of_terrain_29_15_11_0() {
    let side = |turn: u8, space: &str, attacker: Side| {
        let mut state = bare(turn, attacker);
        put(&mut state, space, &["ali", "rmli"]);
        fight::wins_tie(&state, &field(&state, space, attacker))
    };
    for attacker in Side::BOTH {
        assert_eq!(side(1, "khartoum", attacker), attacker.other(), "a fortress");
        assert_eq!(side(3, "berber", attacker), attacker.other(), "a town");
        assert_eq!(side(3, "metemma", attacker), Ours, "a river");
        assert_eq!(side(3, "trinkitat", attacker), Ours, "a port");
        assert_eq!(side(3, "bara", attacker), Enemy, "open country");
        assert_eq!(side(3, "abu_klea", attacker), Enemy, "the desert");
    }
    let mut state = attack(3, "berber", "metemma", &["ali"], &["3rd_infantry"]);
    assert_eq!(superior(&fight_on(&mut state, &[4, 4])), Some(Ours));
}

#[test]
fn leaders_lone_mounted_troops_and_want_of_supply_change_the_die_and_boats_have_no_fleet_s_modifier_13_1_15_0_17_0_29_10() {
    let reasons = |ours: &[&str], enemies: &[&str], space: &str, side: Side, attacker: Side| {
        let mut state = bare(3, attacker);
        put(&mut state, space, ours);
        put(&mut state, space, enemies);
        let modifiers = fight::superiority_modifiers(&state, &field(&state, space, attacker), side);
        modifiers.iter().map(|modifier| (modifier.reason, modifier.add)).collect::<Vec<_>>()
    };
    assert_eq!(reasons(&["rmli"], &["mahdi", "ali"], "berber", Enemy, Enemy), [(Reason::Leader, 1)]);
    assert_eq!(reasons(&["gordon"], &["ali"], "berber", Ours, Enemy), [(Reason::Leader, 1)]);
    assert_eq!(reasons(&["rmli"], &["a_cavalry"], "berber", Enemy, Enemy), [(Reason::Mounted, 1)]);
    assert_eq!(reasons(&["w_heavy_camels"], &["a_cavalry"], "berber", Enemy, Enemy), []);
    assert_eq!(reasons(&["rmli", "w_heavy_camels"], &["ali"], "bara", Ours, Ours), [(Reason::Mounted, 1), (Reason::Unsupplied, -1)]);
    assert_eq!(reasons(&["bordein", "rmli"], &["ali"], "metemma", Ours, Ours), [], "a boat supplies, and is no fleet");
}

#[test]
fn a_battle_has_three_rounds_or_four_and_after_the_last_the_attackers_lose_13_2_13_4() {
    for (more, wanted) in [(false, 3), (true, 4)] {
        let mut state = attack(3, "berber", "metemma", &["ali"], &["3rd_infantry"]);
        state.options.more_rounds = more;
        let events = fight_on(&mut state, &[1, 6]);
        assert_eq!((rounds(&events), winner(&events)), (wanted, Some(Ours)));
        assert!(is_at(&state, "ali", "metemma") && is_at(&state, "3rd_infantry", "berber"));
    }
}

#[test]
fn a_die_of_the_fire_value_or_less_hits_and_the_results_count_before_the_other_side_fires_13_2_13_3() {
    let mut state = attack(3, "berber", "metemma", &["ali"], &["4th_infantry"]);
    let events = fight_out(&mut state, &[1, 6, 4]);
    let shot = &shots(&events)[0];
    assert_eq!((shot.value, shot.hit.as_ref().map(|hit| hit.effect)), (4, Some(Effect::Panics)));
    // The only unit has panicked: it has lost at once, and never fired.
    assert_eq!((shots(&events).len(), winner(&events)), (1, Some(Enemy)));
    let mut state = attack(3, "berber", "metemma", &["ali"], &["4th_infantry"]);
    let events = fight_out(&mut state, &[1, 6, 5, 2]);
    assert!(shots(&events)[0].hit.is_none(), "5 misses");
    assert_eq!(shots(&events)[1].hit.as_ref().map(|hit| hit.effect), Some(Effect::Panics));
}

#[test]
fn a_hit_with_1_eliminates_and_any_other_panics_13_3() {
    let mut state = attack(3, "berber", "metemma", &["ali"], &["4th_infantry"]);
    let events = fight_on(&mut state, &[1, 6, 1]);
    assert_eq!(shots(&events)[0].hit.as_ref().map(|hit| hit.effect), Some(Effect::Dies));
    assert_eq!(place(&state, "4th_infantry"), Place::InBox);
    assert_eq!(count(&events, |event| matches!(event, Event::Died { cause: Cause::Fire, .. })), 1);
}

#[test]
fn a_fire_value_is_1_to_5_whatever_is_added_13_3() {
    let mut state = bare(1, Enemy);
    put(&mut state, "khartoum", &["khartoum_garrison", "ali", "b_cavalry", "jihadiya_a"]);
    let battle = field(&state, "khartoum", Enemy);
    let value = |state: &State, battle: &Battle, key: &str| fight::fire_value(state, battle, unit(key)).0;
    assert_eq!(
        (value(&state, &battle, "ali"), value(&state, &battle, "khartoum_garrison")),
        (3, 4),
        "attackers of a fortress have one less"
    );
    state.effects[Enemy as usize] = Some(card("K-13"));
    assert_eq!((value(&state, &battle, "jihadiya_a"), value(&state, &battle, "ali")), (4, 3));
    put(&mut state, "bara", &["gendarmerie", "g_1st_bde", "jihadiya_b"]);
    let battle = field(&state, "bara", Ours);
    assert!(battle.unsupplied.contains(unit("gendarmerie")));
    assert_eq!(value(&state, &battle, "gendarmerie"), 1, "never under 1");
    assert_eq!(value(&state, &battle, "jihadiya_b"), 5);
    put(&mut state, "bara", &["w_guards_camels"]);
    state.effects[Ours as usize] = Some(card("K-13"));
    assert_eq!(value(&state, &battle, "w_guards_camels"), 5);
}

#[test]
fn a_hit_strikes_by_lot_the_unpanicked_and_then_the_panicked_die_by_die_k27() {
    let mut state = attack(3, "berber", "metemma", &["ali", "muhamed", "abdulah"], &["4th_infantry", "5th_infantry"]);
    // Superiority; Abdulah hits and the lot says the second; Muhamed hits the only one left unpanicked; Ali a panicked one, which dies.
    let events = fight_out(&mut state, &[1, 6, 2, 2, 3, 4, 1]);
    let hits: Vec<_> =
        shots(&events).into_iter().filter_map(|shot| shot.hit).map(|hit| (hit.unit, hit.lot.map(|lot| lot.sides), hit.effect)).collect();
    let (fourth, fifth) = (unit("4th_infantry"), unit("5th_infantry"));
    assert_eq!(hits[0], (fifth, Some(2), Effect::Panics));
    assert_eq!(hits[1], (fourth, None, Effect::Panics));
    assert_eq!(hits[2], (fourth, Some(2), Effect::Dies));
    assert_eq!(winner(&events), Some(Enemy));
}

#[test]
fn units_fire_in_counter_order_and_a_panicked_one_no_more_14_0() {
    let mut state = attack(3, "berber", "metemma", &["muhamed", "abdulah"], &["4th_infantry", "5th_infantry"]);
    let events = fight_on(&mut state, &[1, 6, 2, 2, 6, 6]);
    let fired: Vec<_> = shots(&events).iter().take(4).map(|shot| shot.unit).collect();
    assert_eq!(fired, ["abdulah", "muhamed", "4th_infantry", "abdulah"].map(unit), "the 5th has panicked");
}

#[test]
fn an_elite_unit_shrugs_panic_off_with_1_to_3_16_0() {
    for (die, effect) in [(3, Effect::Stands), (4, Effect::Panics)] {
        let mut state = attack(3, "berber", "metemma", &["ali"], &["3rd_infantry"]);
        let events = fight_on(&mut state, &[1, 6, 4, die]);
        let hit = shots(&events)[0].hit.clone().unwrap();
        assert_eq!((hit.effect, hit.elite.is_some()), (effect, true));
    }
    // A 1 kills an elite unit without a die of its own.
    let mut state = attack(3, "berber", "metemma", &["ali"], &["3rd_infantry"]);
    let hit = shots(&fight_on(&mut state, &[1, 6, 1]))[0].hit.clone().unwrap();
    assert_eq!((hit.effect, hit.elite), (Effect::Dies, None));
}

#[test]
fn certain_native_units_die_of_panic_unless_in_a_fortress_or_with_the_governor_29_7() {
    let effect = |turn: u8, space: &str, attacker: Side, with: &[&str], key: &str| {
        let mut state = bare(turn, attacker);
        put(&mut state, space, &[key, "ali"]);
        put(&mut state, space, with);
        fight::panic(&state, &field(&state, space, attacker), unit(key))
    };
    assert_eq!(effect(3, "bara", Enemy, &[], "1st_infantry"), Effect::Breaks);
    assert_eq!(effect(3, "bara", Ours, &["gordon"], "1st_infantry"), Effect::Panics, "attacking too");
    assert_eq!(effect(3, "bara", Enemy, &["gordon"], "bashi_cavalry"), Effect::Panics);
    assert_eq!(effect(3, "bara", Enemy, &[], "5th_infantry"), Effect::Panics, "not printed on it");
    assert_eq!(effect(1, "khartoum", Enemy, &[], "1st_infantry"), Effect::Ignored);
    assert_eq!(effect(3, "khartoum", Enemy, &[], "1st_infantry"), Effect::Breaks, "at low water it is a town");
    let mut state = attack(3, "berber", "metemma", &["ali"], &["gendarmerie"]);
    let events = fight_on(&mut state, &[1, 6, 4]);
    assert_eq!(count(&events, |event| matches!(event, Event::Died { cause: Cause::Panic, .. })), 1);
}

#[test]
fn defenders_of_a_fortress_ignore_panic_and_attackers_do_not_11_0_29_11() {
    let mut state = attack(1, "khartoum", "metemma", &["ali"], &["khartoum_garrison"]);
    let events = fight_on(&mut state, &[1, 6, 3, 4]);
    let effects: Vec<_> = shots(&events).iter().filter_map(|shot| shot.hit.as_ref()).map(|hit| hit.effect).collect();
    assert_eq!(effects, [Effect::Ignored, Effect::Panics]);
    assert_eq!(winner(&events), Some(Ours));
    let mut state = attack(3, "khartoum", "metemma", &["ali"], &["khartoum_garrison"]);
    let events = fight_on(&mut state, &[1, 6, 3]);
    assert_eq!(shots(&events)[0].hit.as_ref().map(|hit| hit.effect), Some(Effect::Panics));
    assert_eq!(place(&state, "khartoum_garrison"), Place::InBox, "forced to retreat, it is eliminated (29.3)");
}

#[test]
fn leaders_fight_and_die_as_units_do_and_the_governor_is_elite_15_0_29_6() {
    let mut state = attack(3, "berber", "metemma", &["ali"], &["gordon"]);
    let events = fight_on(&mut state, &[1, 6, 3, 2]);
    assert_eq!(shots(&events)[0].hit.as_ref().map(|hit| hit.effect), Some(Effect::Stands));
    let mut state = attack(3, "berber", "metemma", &["ali"], &["gordon"]);
    let events = fight_on(&mut state, &[1, 6, 1]);
    assert_eq!((place(&state, "gordon"), winner(&events)), (Place::Out, Some(Enemy)), "they may never be recruited again");
}

#[test]
fn the_fallen_chief_returns_after_half_a_die_of_turns_after_all_other_recruits_29_5() {
    for (die, turns) in [(1, 1), (2, 1), (3, 2), (4, 2), (5, 3), (6, 3)] {
        let mut state = sortie(4, "bara", "el_obeid", &["g_1st_bde"], &["mahdi"]);
        let events = fight_on(&mut state, &[6, 1, 1, die]);
        assert_eq!(place(&state, "mahdi"), Place::Away(4 + turns));
        assert_eq!(count(&events, |event| matches!(event, Event::ReturnRolled { turn, .. } if *turn == Some(4 + turns))), 1);
    }
    let mut state = bare(5, Enemy);
    put(&mut state, "dara", &["ali"]);
    put(&mut state, "kosti", &["1st_infantry"]);
    state.put(unit("mahdi"), Place::Away(5));
    let events = play(&mut state, "K-12", &[1]);
    assert_eq!(state.phase, Phase::Returning);
    assert!(events.iter().any(|event| matches!(event, Event::Placed { unit: Some(recruit), .. } if *recruit != unit("mahdi"))));
    let to = places(&state, Enemy);
    assert_eq!(to.len(), 33, "anywhere without ours");
    assert!(!to.contains(&"kosti".to_owned()));
    give(&mut state, &Order::Place { side: Enemy, unit: unit("mahdi"), at: at("suakin") }, &[]);
    assert!(is_at(&state, "mahdi", "suakin"));
}

#[test]
fn a_chief_due_after_the_last_turn_does_not_return_and_one_not_due_waits_29_5() {
    let mut state = sortie(8, "bara", "el_obeid", &["g_1st_bde"], &["mahdi"]);
    fight_on(&mut state, &[6, 1, 1, 3]);
    assert_eq!(place(&state, "mahdi"), Place::Out);
    let mut state = bare(5, Enemy);
    put(&mut state, "dara", &["ali"]);
    state.put(unit("mahdi"), Place::Away(6));
    play(&mut state, "K-12", &[1]);
    assert_eq!((state.phase, place(&state, "mahdi")), (Phase::Moving, Place::Away(6)));
}

#[test]
fn garrisons_forced_to_retreat_are_eliminated_29_3_20_0() {
    let mut state = attack(3, "berber", "metemma", &["ali", "muhamed"], &["egyptian_c", "5th_infantry"]);
    let events = fight_out(&mut state, &[1, 6, 2, 1, 2]);
    assert!(
        events
            .iter()
            .any(|event| matches!(event, Event::Died { cause: Cause::Retreat, unit, .. } if *unit == khartoum::unit("egyptian_c")))
    );
    assert_eq!(place(&state, "egyptian_c"), Place::InBox);
    assert_eq!(winner(&events), Some(Enemy));
}

#[test]
fn the_winner_rallies_where_they_stand_and_nothing_lasts_but_losses_and_places_k28() {
    let mut state = attack(3, "berber", "metemma", &["ali", "muhamed"], &["5th_infantry"]);
    // Muhamed misses, the 5th panics Muhamed, and then runs.
    let events = fight_out(&mut state, &[6, 1, 2, 1, 4]);
    assert!(events.contains(&Event::Panicked(unit("muhamed"))));
    assert_eq!((winner(&events), state.battle), (Some(Enemy), None));
    assert!(is_at(&state, "muhamed", "berber") && is_at(&state, "ali", "berber"));
    assert!(!is_at(&state, "5th_infantry", "berber"));
}

#[test]
fn battles_are_fought_one_by_one_in_the_mover_s_order_or_in_map_order_13_0() {
    let mut state = moving(3, Activation::All);
    put(&mut state, "metemma", &["ali", "muhamed"]);
    put(&mut state, "berber", &["egyptian_c"]);
    put(&mut state, "khartoum", &["khartoum_garrison"]);
    march(&mut state, &["ali"], "berber");
    march(&mut state, &["muhamed"], "khartoum");
    let mut other = state.clone();
    give(&mut state, &Order::MovesDone(Enemy), &[]);
    assert_eq!(state.phase, Phase::Battles);
    let fights = ["berber", "khartoum"].map(|space| Order::Fight { side: Enemy, space: at(space) });
    assert_eq!(listed(&state, Seat::Enemy), [fights[0].clone(), fights[1].clone(), Order::FightInOrder(Enemy)]);
    assert_eq!(refused(&state, &Order::Fight { side: Enemy, space: at("dongola") }), Refusal::NoBattle);
    let began = |events: &[Event]| {
        events.iter().filter_map(|event| if let Event::BattleBegan { space, .. } = event { Some(*space) } else { None }).collect::<Vec<_>>()
    };
    let events = give_on(&mut state, &fights[1]);
    assert_eq!(began(&events)[0], at("khartoum"));
    give(&mut other, &Order::MovesDone(Enemy), &[]);
    assert_eq!(began(&give_on(&mut other, &Order::FightInOrder(Enemy)))[0], at("berber"));
}

#[test]
fn leaders_mounted_units_and_boats_break_off_the_attacker_first_after_rounds_1_and_2_18_0_29_16() {
    let mut state = attack(3, "berber", "metemma", &["mahdi", "a_cavalry", "ali"], &["gordon", "rmli", "bordein", "egyptian_camels"]);
    state.stands = [BreakOff::Ask; 2];
    // Nobody hits in the first round.
    fight(&mut state, &[1, 6, 6, 6, 6, 6, 6, 6, 6]);
    assert_eq!(state.acting(), [Seat::Enemy], "the attacker first");
    let can = |state: &State, side: Side| fight::can_break_off(state, &state.battle.unwrap(), side);
    assert_eq!(can(&state, Enemy), units(&["mahdi", "a_cavalry"]));
    assert_eq!(can(&state, Ours), units(&["gordon", "bordein", "egyptian_camels"]));
    assert_eq!(refused(&state, &Order::BreakOff { side: Enemy, units: units(&["ali"]) }), Refusal::CannotBreakOff);
    let events = give(&mut state, &Order::BreakOff { side: Enemy, units: units(&["mahdi"]) }, &[]);
    assert!(events.contains(&Event::Retreated { unit: unit("mahdi"), to: at("metemma") }), "they retreat at once");
    assert_eq!(state.acting(), [Seat::Ours]);
    give(&mut state, &Order::BreakOff { side: Ours, units: Units::EMPTY }, &[6, 6, 6, 6, 6, 6]);
    assert_eq!(state.acting(), [Seat::Enemy], "again after round 2");
    give(&mut state, &Order::BreakOff { side: Enemy, units: Units::EMPTY }, &[]);
    let events = give(&mut state, &Order::BreakOff { side: Ours, units: Units::EMPTY }, &[6, 6, 6, 6, 6, 6]);
    assert_eq!(winner(&events), Some(Ours), "not after round 3: the attackers lose");
}

#[test]
fn who_has_nobody_unpanicked_left_after_breaking_off_has_lost_18_0() {
    let mut state = attack(3, "berber", "metemma", &["mahdi", "a_cavalry"], &["rmli"]);
    state.stands = [BreakOff::Stand, BreakOff::Ask];
    fight(&mut state, &[1, 6, 6, 6, 6]);
    let events = give(&mut state, &Order::BreakOff { side: Enemy, units: units(&["mahdi", "a_cavalry"]) }, &[]);
    assert_eq!((winner(&events), rounds(&events)), (Some(Ours), 0));
}

#[test]
fn a_standing_order_answers_when_outmatched_leaders_only_stand_or_ask_k29() {
    for (what, goes) in [
        (BreakOff::WhenOutmatched, units(&["gordon", "egyptian_camels"])),
        (BreakOff::LeadersWhenOutmatched, units(&["gordon"])),
        (BreakOff::Stand, Units::EMPTY),
    ] {
        let mut state = attack(3, "bara", "el_obeid", &["ali", "muhamed", "abdulah"], &["gordon", "egyptian_camels"]);
        state.stands[Ours as usize] = what;
        let mut dice = vec![1, 6];
        dice.extend([6; 5]);
        let events = fight_on(&mut state, &dice);
        let went = events.iter().find_map(|event| if let Event::BrokeOff { side: Ours, units } = event { Some(*units) } else { None });
        assert_eq!(went.unwrap_or(Units::EMPTY), goes, "{what:?}");
    }
    // 8 against 12 is not less than half.
    let mut state = attack(3, "berber", "metemma", &["ali", "muhamed"], &["w_mounted_camels"]);
    state.stands[Ours as usize] = BreakOff::WhenOutmatched;
    let events = fight_on(&mut state, &[1, 6, 6, 6, 6]);
    assert_eq!(count(&events, |event| matches!(event, Event::BrokeOff { .. })), 0, "4 is not less than half of 8");
    // It is changed at will, and begins as the settings say.
    let mut state = begun(Options { break_off: BreakOff::LeadersWhenOutmatched, ..Options::default() });
    assert_eq!(state.stands, [BreakOff::LeadersWhenOutmatched; 2]);
    let stand = Order::Stand { side: Ours, what: BreakOff::Ask };
    assert_eq!(state.standing_orders(Seat::Ours).len(), 4);
    give(&mut state, &stand, &[]);
    assert_eq!((refused(&state, &stand), state.stands), (Refusal::AlreadySo, [BreakOff::Ask, BreakOff::LeadersWhenOutmatched]));
    assert_eq!(state.view(Seat::Enemy).state().stands[Ours as usize], BreakOff::LeadersWhenOutmatched, "the other side does not see it");
}

#[test]
fn attackers_go_back_whence_each_entered_and_others_not_where_attackers_came_from_19_0() {
    let mut state = moving(3, Activation::All);
    put(&mut state, "berber", &["5th_infantry"]);
    put(&mut state, "metemma", &["ali"]);
    put(&mut state, "ariab", &["muhamed"]);
    state.stands = [BreakOff::Stand; 2];
    march(&mut state, &["ali"], "berber");
    march(&mut state, &["muhamed"], "berber");
    let mut won = state.clone();
    fight_on(&mut state, &[6, 1]);
    assert!(is_at(&state, "ali", "metemma") && is_at(&state, "muhamed", "ariab"));
    fight_on(&mut won, &[1, 6, 2]);
    let orders = listed(&won, Seat::Ours);
    let to = orders.iter().filter_map(|order| if let Order::Retreat { to, .. } = order { Some(*to) } else { None });
    assert_eq!(keys(to.collect()), ["abu_hamed", "goz_regeb"], "not to Metemma or Ariab");
    assert_eq!(won.acting(), [Seat::Ours], "the owner chooses (K30)");
}

/// Two infantry units hold El Obeid; of three attackers the one from Bara falls in the first round, and the two from Shaykan win.
#[test]
fn nobody_retreats_to_where_an_attacker_entered_from_who_has_fallen_since_19_0() {
    let mut begun = moving(3, Activation::All);
    put(&mut begun, "el_obeid", &["5th_infantry", "rmli"]);
    put(&mut begun, "bara", &["ali"]);
    put(&mut begun, "shaykan", &["abdulah", "muhamed"]);
    begun.stands = [BreakOff::Stand; 2];
    march(&mut begun, &["ali"], "el_obeid");
    march(&mut begun, &["abdulah", "muhamed"], "el_obeid");
    // Ours fire first: a 1 that by lot strikes Ali, and a miss; then both of ours panic.
    let dice = [6, 1, 1, 3, 6, 2, 1, 2];
    let mut state = begun.clone();
    let events = fight_on(&mut state, &dice);
    assert!(count(&events, |event| matches!(event, Event::Died { unit: who, .. } if *who == unit("ali"))) == 1);
    assert_eq!(winner(&events), Some(Enemy));
    assert!(is_at(&state, "5th_infantry", "el_nahud") && is_at(&state, "rmli", "el_nahud"), "not to Bara or Shaykan");
    // The first edition looked only at who was left of the attackers.
    let mut state = begun;
    state.leave_out(LeftOut::after(Edition::FIRST, State::MENDINGS));
    fight_on(&mut state, &dice);
    let orders = listed(&state, Seat::Ours);
    let to = orders.iter().filter_map(|order| if let Order::Retreat { to, .. } = order { Some(*to) } else { None });
    assert_eq!(keys(to.collect()), ["bara", "el_nahud"]);
    // Who retreats is seen to have these spaces, and by the other edition's rules those, whatever was then.
    assert_eq!(state.battle.unwrap().entered, spaces(&["bara", "shaykan"]));
    assert_eq!(state.view(Seat::Ours).state().battle.unwrap().entered, spaces(&["bara", "shaykan"]));
    state.leave_out(LeftOut::NONE);
    assert_eq!(keys(retreat::next(&state).unwrap().1), ["el_nahud"]);
    assert_eq!(keys(retreat::next(state.view(Seat::Ours).state()).unwrap().1), ["el_nahud"]);
}

#[test]
fn where_the_way_is_barred_or_full_attackers_retreat_as_others_do_and_nobody_by_routes_not_theirs_19_0() {
    let mut state = bare(3, Enemy);
    put(&mut state, "berber", &["ali", "5th_infantry"]);
    put(&mut state, "metemma", &["rmli"]);
    state.play.came.push((unit("ali"), at("metemma")));
    let battle = field(&state, "berber", Enemy);
    assert_eq!(keys(retreat::spaces(&state, &battle, unit("ali"))), ["abu_hamed", "goz_regeb", "ariab"]);
    put(&mut state, "metemma", &["g_1st_bde", "g_2nd_bde", "gds_bde", "naval_bde"]);
    state.put(unit("egyptian_camels"), Place::On(at("berber")));
    state.play.came.clear();
    assert_eq!(
        keys(retreat::spaces(&state, &battle, unit("5th_infantry"))),
        ["abu_hamed", "goz_regeb"],
        "Metemma is full, the desert closed"
    );
    assert_eq!(keys(retreat::spaces(&state, &battle, unit("egyptian_camels"))), ["abu_hamed", "goz_regeb", "ariab"]);
    // The sea link serves ours.
    put(&mut state, "trinkitat", &["w_heavy_camels", "muhamed"]);
    let battle = field(&state, "trinkitat", Enemy);
    assert_eq!(keys(retreat::spaces(&state, &battle, unit("w_heavy_camels"))), ["suakin", "el_teb"]);
    assert_eq!(keys(retreat::spaces(&state, &battle, unit("muhamed"))), ["el_teb"]);
}

#[test]
fn a_retreat_goes_by_default_to_own_units_then_a_town_then_map_order_and_without_a_space_nowhere_k30() {
    let mut state = attack(3, "berber", "metemma", &["ali"], &["5th_infantry"]);
    state.options.umpire_retreats = true;
    put(&mut state, "goz_regeb", &["rmli"]);
    fight_on(&mut state, &[1, 6, 2]);
    assert!(is_at(&state, "5th_infantry", "goz_regeb"), "the umpire chooses by the default");
    let mut state = attack(3, "kosti", "ed_dueim", &["ali"], &["5th_infantry"]);
    fight_on(&mut state, &[1, 6, 2]);
    give(&mut state, &Order::RetreatByDefault(Ours), &[]);
    assert!(is_at(&state, "5th_infantry", "fashoda"), "a town first, in map order");
    let mut state = attack(3, "fashoda", "kosti", &["ali"], &["5th_infantry"]);
    let events = fight_on(&mut state, &[1, 6, 2]);
    assert_eq!(count(&events, |event| matches!(event, Event::Died { cause: Cause::Retreat, .. })), 1);
    assert_eq!(place(&state, "5th_infantry"), Place::InBox);
}

#[test]
fn boats_retreat_along_rivers_and_at_low_water_not_out_of_the_south_29_11_k26() {
    let mut state = bare(3, Enemy);
    put(&mut state, "jebel_aulia", &["bordein", "ali"]);
    put(&mut state, "berber", &["safieh", "muhamed"]);
    let battle = field(&state, "jebel_aulia", Enemy);
    assert!(retreat::spaces(&state, &battle, unit("bordein")).is_empty());
    let battle = field(&state, "berber", Enemy);
    assert_eq!(keys(retreat::spaces(&state, &battle, unit("safieh"))), ["abu_hamed", "metemma"]);
    state.turn = 1;
    let battle = field(&state, "jebel_aulia", Enemy);
    assert_eq!(keys(retreat::spaces(&state, &battle, unit("bordein"))), ["khartoum", "ed_dueim"]);
    let mut state = attack(3, "jebel_aulia", "ed_dueim", &["ali"], &["bordein"]);
    let events = fight_on(&mut state, &[1, 6, 2]);
    assert_eq!((place(&state, "bordein"), winner(&events)), (Place::Eliminated, Some(Enemy)), "it defends normally, and is lost");
}

#[test]
fn a_landing_on_an_enemy_is_fought_whatever_contingent_moves_without_breaking_off_and_to_the_end_29_13_k20() {
    let mut state = bare(3, Ours);
    put(&mut state, "suakin", &["suakin_garrison"]);
    put(&mut state, "trinkitat", &["ali"]);
    put(&mut state, "khartoum", &["khartoum_garrison"]);
    state.stands = [BreakOff::Ask, BreakOff::Stand];
    // The governor's card moves natives; they land all the same.
    play(&mut state, "K-01", &[]);
    let mut dice = vec![6, 1];
    dice.extend([6; 100]);
    let order = Order::Place { side: Ours, unit: unit("gordon"), at: at("trinkitat") };
    let events = state.give(Seat::Ours, &order, &mut Dice::scripted(&dice)).unwrap();
    assert!(events.iter().any(|event| matches!(event, Event::BattleBegan { landing: true, attacker: Ours, .. })), "{events:?}");
    assert_eq!(count(&events, |event| matches!(event, Event::BrokeOff { .. })), 0, "nor is anybody asked");
    assert!(events.iter().any(|event| matches!(event, Event::Died { cause: Cause::Landing, .. })));
    assert_eq!(place(&state, "gordon"), Place::Out);
}

#[test]
fn the_loss_of_a_landing_kills_all_of_ours_in_it_also_those_who_marched_29_13_k20() {
    let mut state = moving(3, Activation::Both);
    put(&mut state, "trinkitat", &["ali"]);
    put(&mut state, "trinkitat", &["gds_bde"]);
    put(&mut state, "suakin", &["rmli"]);
    state.play.landed = units(&["gds_bde"]);
    march(&mut state, &["rmli"], "trinkitat");
    let events = fight_on(&mut state, &[6, 1]);
    assert_eq!(winner(&events), Some(Enemy));
    assert_eq!((place(&state, "rmli"), place(&state, "gds_bde")), (Place::Eliminated, Place::Eliminated));
}

#[test]
fn superiority_without_dice_is_the_card_s_in_all_battles_of_the_player_turn_k35() {
    let mut state = bare(3, Enemy);
    put(&mut state, "dara", &["mahdi", "muhamed"]);
    put(&mut state, "metemma", &["ali"]);
    put(&mut state, "berber", &["egyptian_c"]);
    state.stands = [BreakOff::Stand; 2];
    play(&mut state, "K-17", &[1]);
    march(&mut state, &["ali"], "berber");
    let events = fight(&mut state, &[1]);
    assert!(events.contains(&Event::Superiority { side: Enemy, rolls: None, tie: false }));
    assert_eq!(winner(&events), Some(Enemy));
}

#[test]
fn the_enemy_is_always_supplied_and_ours_in_towns_where_no_enemy_is_or_where_they_defend_29_17() {
    let mut state = bare(3, Ours);
    put(&mut state, "el_safia", &["ali"]);
    put(&mut state, "el_obeid", &["5th_infantry"]);
    put(&mut state, "bara", &["6th_infantry"]);
    let supplied = |state: &State, key: &str, battle: Option<bool>| supply::is_supplied(state, unit(key), battle);
    assert!(supplied(&state, "ali", None) && supplied(&state, "5th_infantry", None));
    assert!(supplied(&state, "6th_infantry", None), "beside a town of ours");
    put(&mut state, "el_obeid", &["muhamed"]);
    assert!(!supplied(&state, "5th_infantry", None), "an enemy is there");
    assert!(supplied(&state, "5th_infantry", Some(true)), "they defend");
    assert!(!supplied(&state, "5th_infantry", Some(false)), "they attack");
    assert!(!supplied(&state, "6th_infantry", None), "the town is occupied by nobody");
}

#[test]
fn supply_reaches_two_spaces_by_any_route_and_the_sea_but_not_through_the_enemy_29_17_k31() {
    let mut state = bare(3, Ours);
    put(&mut state, "khartoum", &["khartoum_garrison"]);
    put(&mut state, "ed_dueim", &["5th_infantry"]);
    put(&mut state, "kosti", &["6th_infantry"]);
    put(&mut state, "abu_klea", &["g_1st_bde"]);
    let supplied = |state: &State, key: &str| supply::is_supplied(state, unit(key), None);
    assert!(supplied(&state, "5th_infantry") && !supplied(&state, "6th_infantry"), "two spaces, not three");
    assert!(supplied(&state, "g_1st_bde"), "by a desert route too");
    put(&mut state, "jebel_aulia", &["ali"]);
    assert!(!supplied(&state, "5th_infantry"), "the space between is the enemy's");
    put(&mut state, "jebel_aulia", &["rmli"]);
    assert!(supplied(&state, "5th_infantry"), "both are there: it is nobody's");
    put(&mut state, "suakin", &["suakin_garrison"]);
    put(&mut state, "el_teb", &["g_2nd_bde"]);
    assert!(supplied(&state, "g_2nd_bde"), "the sea is one space");
    // Either contingent uses the other's towns (29.2).
    put(&mut state, "goz_regeb", &["naval_bde"]);
    put(&mut state, "berber", &["egyptian_c"]);
    assert!(supplied(&state, "naval_bde"));
}

#[test]
fn boats_and_whoever_is_with_them_the_governor_and_camels_are_always_supplied_and_supply_nobody_else_29_17() {
    let mut state = bare(3, Ours);
    put(&mut state, "merowe", &["bordein", "rmli"]);
    put(&mut state, "abu_hamed", &["5th_infantry"]);
    put(&mut state, "ariab", &["gordon", "6th_infantry"]);
    put(&mut state, "el_safia", &["w_heavy_camels", "g_1st_bde"]);
    let supplied = |key: &str| supply::is_supplied(&state, unit(key), None);
    assert!(["bordein", "rmli", "gordon", "w_heavy_camels"].iter().all(|key| supplied(key)));
    assert!(["5th_infantry", "6th_infantry", "g_1st_bde"].iter().all(|key| !supplied(key)));
}

#[test]
fn supply_is_judged_before_the_first_dice_and_takes_one_from_fire_21_3() {
    let mut state = sortie(3, "bara", "el_nahud", &["g_1st_bde"], &["ali"]);
    put(&mut state, "bara", &["naval_bde"]);
    let events = fight_on(&mut state, &[6, 1]);
    assert!(
        events
            .iter()
            .any(|event| matches!(event, Event::BattleBegan { unsupplied, .. } if *unsupplied == units(&["g_1st_bde", "naval_bde"])))
    );
    let shot = &shots(&events)[0];
    assert_eq!((shot.value, shot.modifiers.len(), shot.modifiers[0].reason), (4, 1, Reason::Unsupplied));
}

#[test]
fn at_the_end_of_their_turn_ours_without_supply_die_with_1_or_2_also_if_it_is_skipped_21_4_k10() {
    for (die, dies) in [(2, true), (3, false)] {
        let mut state = bare(3, Ours);
        put(&mut state, "shaykan", &["1st_infantry"]);
        let (side, held) = hold(&mut state, "K-05");
        state.hands[Ours as usize].held.remove(held);
        (state.phase, state.play.drawn) = (Phase::Holding(side), Some(held));
        let events = give(&mut state, &Order::PutAside(Ours), &[die]);
        assert_eq!(count(&events, |event| matches!(event, Event::Attrition { dies: wanted, .. } if *wanted == dies)), 1);
        assert_eq!(place(&state, "1st_infantry") == Place::InBox, dies);
    }
    let mut state = bare(3, Ours);
    state.options.no_attrition = true;
    put(&mut state, "shaykan", &["1st_infantry"]);
    play(&mut state, "K-04", &[]);
    give_on(&mut state, &Order::RecruitByDefault(Ours));
    let events = give(&mut state, &Order::MovesDone(Ours), &[]);
    assert_eq!(count(&events, |event| matches!(event, Event::Attrition { .. })), 0);
}
