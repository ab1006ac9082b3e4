use super::*;
use crate::edition::{Edition, LeftOut};
use crate::game::Game as _;
use crate::tabletop::event::Loss;
use crate::tabletop::heroic::Heroic;
use crate::tabletop::order::Order;
use crate::tabletop::refusal::Refusal;
use crate::tabletop::rules::deal::may_act;
use crate::tabletop::side::Side;
use crate::tabletop::square::Facing;
use crate::tabletop::trial::{Trial, at, sixth_edition, unit};

/// A river that flows south in columns E and F.
fn river() -> String {
    let row = ".  .  .  .  ↓  ↓  .  .  .  .  .  .";
    [row; 8].join("\n\n")
}

fn moves(to: &str, facing: Facing) -> Order {
    Order::Move { unit: unit(0), to: at(to), facing }
}

#[test]
fn gunboat_example_1_a_4_down_river_gives_six_points_t46() {
    let mut trial = Trial::on(&river(), "a: gunboat, ours, E2, S, 6\n").acts(0, 4);
    trial.order(&moves("E5", Facing::South), &[]);
    assert!(trial.any(|event| matches!(event, Event::Moved { cost: 6, stream: 2, .. })), "{:?}", trial.events);
}

#[test]
fn up_river_costs_a_point_and_the_facing_at_the_first_move_decides_t46() {
    let mut trial = Trial::on(&river(), "a: gunboat, ours, E7, N, 6\n").acts(0, 5);
    assert_eq!(trial.refuses(&moves("E4", Facing::North)), Refusal::CannotMove, "5 less 1 are two squares");
    trial.order(&moves("E5", Facing::North), &[]);
    assert!(trial.has(&Event::Done(unit(0))), "no point is left");
    let mut trial = Trial::on(&river(), "a: gunboat, ours, E4, E, 6\n").acts(0, 4);
    trial.order(&moves("F4", Facing::East), &[]);
    assert_eq!(trial.left(), 2, "across is neither");
}

#[test]
fn a_boat_that_turns_first_and_moves_in_another_order_has_its_stream_judged_at_the_move_t46() {
    let mut trial = Trial::on(&river(), "a: gunboat, ours, E2, SE, 6\n").acts(0, 3);
    trial.order(&moves("E2", Facing::South), &[]);
    assert_eq!(trial.left(), 2);
    trial.order(&moves("E4", Facing::South), &[]);
    assert!(trial.any(|event| matches!(event, Event::Moved { stream: 2, .. })), "{:?}", trial.events);
}

#[test]
fn gunboat_example_2_whole_both_weapons_fire_at_no_cost_and_the_second_hit_takes_a_figure_t23() {
    let units = "a: gunboat, ours, E4, S, 6\nb: dervish artillery, enemy, H4, W, deployed, 1\n";
    let fire = |weapon: u8| Order::Fire { unit: unit(0), weapon, target: unit(1) };
    let mut trial = Trial::on(&river(), units).acts(0, 4);
    trial.order(&fire(0), &[4]);
    assert!(trial.has(&Event::Disorganised(unit(1))));
    assert_eq!(trial.refuses(&fire(0)), Refusal::NoShot, "each weapon once a turn");
    trial.order(&fire(1), &[1]);
    assert!(trial.has(&Event::FiguresLost { unit: unit(1), figures: 1 }));
    assert_eq!(trial.refuses(&fire(1)), Refusal::NoShot, "and the other too");
    assert_eq!(trial.left(), 4, "at no cost");
}

#[test]
fn a_gunboat_with_a_leader_aboard_fires_one_weapon_again_by_enhanced_firepower_t23_t49() {
    let units = "a: gunboat, ours, E4, S, 6\nb: dervish artillery, enemy, H4, W, deployed, 2\nc: leader, ours, E4, S, 1\n";
    let fire = |weapon: u8| Order::Fire { unit: unit(0), weapon, target: unit(1) };
    let plays = Order::Play { side: Side::Ours, card: Heroic::Firepower, unit: unit(0) };
    let with = |aboard: bool, left_out: LeftOut| {
        Trial::on(&river(), units)
            .with(|state| state.leave_out(left_out))
            .with(|state| state.position.units[2].place = if aboard { Place::Aboard(unit(0)) } else { Place::Left })
            .hand(Side::Ours, &[Heroic::Firepower])
            .acts(0, 4)
    };
    let mut trial = with(true, LeftOut::NONE);
    assert_eq!(trial.refuses(&plays), Refusal::CannotPlay, "not before it has fired");
    trial.order(&fire(0), &[6]);
    trial.order(&plays, &[]);
    trial.order(&fire(0), &[5]);
    assert_eq!(trial.refuses(&fire(0)), Refusal::NoShot, "once again");
    trial.order(&fire(1), &[6]);
    assert_eq!(trial.refuses(&fire(1)), Refusal::NoShot);
    assert_eq!(trial.left(), 4, "at no cost");
    for (aboard, left_out) in [(false, LeftOut::NONE), (true, LeftOut::after(Edition(5), crate::tabletop::state::State::MENDINGS))] {
        let mut trial = with(aboard, left_out);
        trial.order(&fire(0), &[6]);
        assert_eq!(trial.refuses(&plays), Refusal::CannotPlay);
    }
}

const BOATS: &str = "a: gunboat, enemy, E2, S, 6\nb: gunboat, ours, E5, N, 6\n";

#[test]
fn gunboat_example_3_whole_the_hit_costs_a_flotation_point_t45() {
    let mut trial = Trial::on(&river(), BOATS).acts(0, 4);
    trial.order(&Order::Fire { unit: unit(0), weapon: 0, target: unit(1) }, &[2]);
    assert!(trial.has(&Event::FiguresLost { unit: unit(1), figures: 1 }));
    assert!(!trial.state.unit(unit(1)).disorganised);
}

#[test]
fn river_boat_example_1_a_wooden_boat_that_loses_its_last_point_sinks_with_all_aboard_t47() {
    let units =
        "a: gunboat, ours, E5, N, 6\nb: wooden river boat, enemy, E2, S, 1\nc: dervish infantry with spears, enemy, E2, S, en masse, 4\n";
    let mut trial = Trial::on(&river(), units).with(|state| state.position.units[2].place = Place::Aboard(unit(1))).acts(0, 4);
    trial.order(&Order::Fire { unit: unit(0), weapon: 0, target: unit(1) }, &[3]);
    for lost in [1, 2] {
        assert!(trial.has(&Event::Lost { unit: unit(lost), how: Loss::Sunk }), "{:?}", trial.events);
    }
    assert_eq!(trial.state.strength(Side::Enemy).lost, 1, "the unit counts for break off, the boat does not");
}

const FERRY: &str =
    "a: british infantry, ours, D4, E, line, 4\nb: metal river boat, ours, E4, S, 4\nc: british cavalry, ours, D5, E, line, 4\n";

#[test]
fn river_boat_example_2_a_boat_that_lies_still_is_dealt_no_card_and_the_unit_aboard_is_t47() {
    let trial = Trial::on(&river(), FERRY).with(|state| state.position.units[0].place = Place::Aboard(unit(1)));
    assert!(may_act(&trial.state, unit(1), 3) && !may_act(&trial.state, unit(0), 3));
    let mut trial = trial.with(|state| state.still.insert(unit(1)));
    assert!(!may_act(&trial.state, unit(1), 3) && may_act(&trial.state, unit(0), 3));
    trial = trial.acts(0, 3);
    trial.order(&Order::Land { unit: unit(0), to: at("D3") }, &[]);
    assert_eq!((trial.square(0), trial.left()), ("D3".to_owned(), 1), "it pays 2 points, on the bank beside the boat");
    assert_eq!(trial.state.unit(unit(0)).place, Place::Board);
}

#[test]
fn a_unit_goes_aboard_a_boat_that_lies_still_the_complete_turn_for_2_points_t47() {
    let embark = Order::Embark { unit: unit(0), boat: unit(1) };
    let trial = Trial::on(&river(), FERRY).acts(0, 2);
    assert_eq!(trial.refuses(&embark), Refusal::CannotFerry, "the boat moves");
    let mut trial = trial.with(|state| state.still.insert(unit(1)));
    trial.order(&embark, &[]);
    assert_eq!(trial.state.unit(unit(0)).place, Place::Aboard(unit(1)));
    let trial = trial.acts(2, 2);
    assert_eq!(trial.refuses(&Order::Embark { unit: unit(2), boat: unit(1) }), Refusal::CannotFerry, "one unit is aboard");
}

#[test]
fn a_boat_that_has_acted_or_is_to_act_this_turn_takes_nobody_aboard_though_told_to_lie_still_t47() {
    let embark = Order::Embark { unit: unit(0), boat: unit(1) };
    let trial = Trial::on(&river(), FERRY).acts(0, 2).with(|state| {
        state.still.insert(unit(1));
        state.acted.insert(unit(1));
    });
    assert_eq!(trial.refuses(&embark), Refusal::CannotFerry);
    let trial = Trial::on(&river(), FERRY).acts(0, 2).dealt(1, "KS", &[]).with(|state| state.still.insert(unit(1)));
    assert_eq!(trial.refuses(&embark), Refusal::CannotFerry);
}

#[test]
fn a_leader_aboard_comes_ashore_again_from_a_boat_that_lies_still() {
    let units = FERRY.replace("british infantry, ours, D4, E, line, 4", "leader, ours, D4, E, 1");
    let mut trial = Trial::on(&river(), &units).with(|state| {
        state.position.units[0].place = Place::Aboard(unit(1));
        state.still.insert(unit(1));
    });
    assert!(may_act(&trial.state, unit(0), 3));
    trial = trial.acts(0, 4);
    trial.order(&Order::Land { unit: unit(0), to: at("D4") }, &[]);
    assert_eq!(trial.state.unit(unit(0)).place, Place::Board);
}

#[test]
fn a_gunboat_does_not_fire_while_it_carries_a_unit() {
    let units = "a: gunboat, ours, E4, S, 6\nb: dervish artillery, enemy, H4, W, deployed, 1\nc: british infantry, ours, D4, E, line, 4\n";
    let trial = Trial::on(&river(), units).with(|state| state.position.units[2].place = Place::Aboard(unit(0))).acts(0, 4);
    assert!(matches!(trial.refuses(&Order::Fire { unit: unit(0), weapon: 0, target: unit(1) }), Refusal::CannotFire(_)));
}

#[test]
fn recover_brings_one_flotation_point_and_never_more_than_there_were_t24() {
    let units = "a: gunboat, ours, E4, S, 5\nb: leader, ours, D4, E, 1\n";
    let plays = Order::Play { side: Side::Ours, card: Heroic::Recover, unit: unit(0) };
    let aboard = |trial: Trial| trial.with(|state| state.position.units[1].place = Place::Aboard(unit(0)));
    let mut trial = aboard(Trial::on(&river(), units)).hand(Side::Ours, &[Heroic::Recover]).acts(0, 4);
    trial.order(&plays, &[]);
    assert_eq!(trial.state.unit(unit(0)).figures, 6);
    let whole = units.replace("S, 5", "S, 6");
    let trial = aboard(Trial::on(&river(), &whole)).hand(Side::Ours, &[Heroic::Recover]).acts(0, 4);
    assert_eq!(trial.refuses(&plays), Refusal::CannotPlay);
    let trial = Trial::on(&river(), units).hand(Side::Ours, &[Heroic::Recover]).acts(0, 4);
    assert_eq!(trial.refuses(&plays), Refusal::CannotPlay, "its Leader is not aboard");
}

/// A damaged gunboat that a campaign brings to the board begins with fewer points than its kind (N15).
#[test]
fn recover_raises_a_boat_to_what_it_began_the_battle_with_and_no_further_t24() {
    let plays = Order::Play { side: Side::Ours, card: Heroic::Recover, unit: unit(0) };
    let with = |figures: u8, left_out: LeftOut| {
        let units = format!("a: gunboat, ours, E4, S, {figures}\nb: leader, ours, D4, E, 1\n");
        let mut trial = Trial::on(&river(), &units)
            .plan(|plan| {
                plan.ours.forces[0].units = 1;
                plan.ours.forces[0].figures = Some(4);
            })
            .with(|state| state.position.units[1].place = Place::Aboard(unit(0)))
            .hand(Side::Ours, &[Heroic::Recover])
            .acts(0, 4);
        trial.state.leave_out(left_out);
        trial
    };
    with(3, LeftOut::NONE).order(&plays, &[]);
    assert_eq!(with(4, LeftOut::NONE).refuses(&plays), Refusal::CannotPlay);
    with(4, LeftOut::after(Edition(3), State::MENDINGS)).order(&plays, &[]);
}

#[test]
fn nobody_goes_aboard_a_boat_from_afar_or_from_aboard_another_t47() {
    let embark = Order::Embark { unit: unit(0), boat: unit(1) };
    let still = |units: &str| Trial::on(&river(), units).acts(0, 2).with(|state| state.still.insert(unit(1)));
    assert_eq!(
        still(&FERRY.replace("a: british infantry, ours, D4", "a: british infantry, ours, B4")).refuses(&embark),
        Refusal::CannotFerry
    );
    let elsewhere = still(FERRY).with(|state| state.position.units[1].place = Place::Left);
    assert_eq!(elsewhere.refuses(&embark), Refusal::CannotFerry);
    let aboard = still(FERRY).with(|state| state.position.units[0].place = Place::Aboard(unit(2)));
    assert_eq!(aboard.refuses(&embark), Refusal::CannotFerry);
}

/// What the boat may do is listed as what it may be ordered: down the river, up it and across (T46).
#[test]
fn a_boat_stops_wherever_its_points_take_it_with_the_stream_t46() {
    let trial = Trial::on(&river(), "a: gunboat, ours, E4, S, 6\n").acts(0, 2);
    let stops: Vec<(Square, Facing)> = super::super::moves::boat_reach(&trial.state, unit(0), 2).stops().collect();
    assert!(stops.contains(&(at("E6"), Facing::South)) && stops.contains(&(at("E4"), Facing::SouthEast)), "{stops:?}");
    assert!(stops.iter().all(|(square, _)| square.row >= 3 && (4..=5).contains(&square.column)), "{stops:?}");
}

#[test]
fn nobody_goes_ashore_into_the_water_from_afar_among_others_without_points_or_as_another_acts_t47() {
    let aboard = |points: i8| {
        let trial = Trial::on(&river(), FERRY).with(|state| {
            state.position.units[0].place = Place::Aboard(unit(1));
            state.still.insert(unit(1));
        });
        trial.acts(0, points)
    };
    let lands = |trial: &Trial, to: &str| may_land(&trial.state, trial.state.active().unwrap(), unit(0), at(to));
    assert!(lands(&aboard(2), "D4"));
    for (to, why) in [("E5", "water"), ("D2", "not beside the boat"), ("D5", "cavalry stands there"), ("G4", "beyond the river")] {
        assert!(!lands(&aboard(2), to), "{to}: {why}");
    }
    assert!(!lands(&aboard(1), "D4"), "a point is too few");
    assert!(!lands(&aboard(2).acts(2, 2), "D4"), "the cavalry acts");
    let cliff = aboard(2).with(|state| {
        let board = std::sync::Arc::make_mut(&mut state.position.board);
        board.set_edge(at("D4"), at("E4"), Some(crate::tabletop::edge::Edge::Cliff));
    });
    assert!(!lands(&cliff, "D4"), "up a cliff");
}

/// *Turn sequence*, step 1: a card is dealt to each unit or Leader; that units aboard have none is said of units.
#[test]
fn a_leader_aboard_a_boat_under_way_is_dealt_a_card_and_plays_cards_but_does_not_go_ashore_t47() {
    let units = FERRY.replace("british infantry, ours, D4, E, line, 4", "leader, ours, D4, E, 1");
    let aboard = |left_out: LeftOut, hand: &[Heroic]| {
        let mut trial = Trial::on(&river(), &units).with(|state| state.position.units[0].place = Place::Aboard(unit(1)));
        trial.state.leave_out(left_out);
        trial.hand(Side::Ours, hand)
    };
    assert!(may_act(&aboard(LeftOut::NONE, &[]).state, unit(0), 3));
    assert!(!may_act(&aboard(sixth_edition(), &[]).state, unit(0), 3));
    let activated = |hand: &[Heroic]| {
        let mut trial = aboard(LeftOut::NONE, hand).dealt(0, "9C", &[]);
        trial.does(&[12], super::super::activation::go_on);
        trial
    };
    assert!(activated(&[]).has(&Event::Done(unit(0))), "there is nothing to do");
    let mut trial = activated(&[Heroic::HardLuck]);
    assert!(!trial.has(&Event::Done(unit(0))));
    assert_eq!(trial.refuses(&Order::Land { unit: unit(0), to: at("D4") }), Refusal::CannotFerry);
    trial.order(&Order::Play { side: Side::Ours, card: Heroic::HardLuck, unit: unit(0) }, &[]);
    // From a boat that lies still they go ashore.
    let mut trial = aboard(LeftOut::NONE, &[]).with(|state| state.still.insert(unit(1))).dealt(0, "9C", &[]);
    trial.does(&[6], super::super::activation::go_on);
    trial.order(&Order::Land { unit: unit(0), to: at("D4") }, &[]);
    let mut trial = aboard(sixth_edition(), &[]).with(|state| state.still.insert(unit(1))).dealt(0, "9C", &[]);
    trial.does(&[], super::super::activation::go_on);
    assert!(!trial.any(|event| matches!(event, Event::Activated { .. })), "as the sixth edition read it, their card was passed over");
}

#[test]
fn whoever_is_aboard_keeps_their_card_when_another_acts_first_t47() {
    let next = |left_out: LeftOut| {
        let mut trial = Trial::on(&river(), FERRY)
            .with(|state| {
                state.position.units[0].place = Place::Aboard(unit(1));
                state.still.insert(unit(1));
            })
            .dealt(2, "AH", &[])
            .dealt(0, "KS", &[]);
        trial.state.leave_out(left_out);
        trial.does(&[6], super::super::activation::go_on);
        trial.order(&Order::Stand(unit(2)), &[]);
        super::super::activation::next_card(&trial.state).map(|dealt| dealt.unit)
    };
    assert_eq!(next(LeftOut::NONE), Some(unit(0)));
    assert_eq!(next(sixth_edition()), None, "as the sixth edition read it, it was forgotten");
    // Once they have acted, or are lost, it is gone.
    let mut trial = Trial::on(&river(), FERRY).with(|state| state.position.units[0].place = Place::Aboard(unit(1))).dealt(0, "KS", &[]);
    trial.does(&[], |proceedings| proceedings.note(Event::Done(unit(2))));
    assert_eq!(trial.state.dealt_aboard.len(), 1);
    trial.does(&[], |proceedings| proceedings.note(Event::Lost { unit: unit(0), how: Loss::Sunk }));
    assert!(trial.state.dealt_aboard.is_empty());
}

/// *Gunboats*: 2 points more downstream.
#[test]
fn a_boat_without_points_that_has_not_moved_goes_as_far_as_the_stream_carries_it_t46() {
    let turned = |left_out: LeftOut| {
        let mut trial = Trial::on(&river(), "a: gunboat, ours, E2, SE, 6\n").acts(0, 1);
        trial.state.leave_out(left_out);
        trial.order(&moves("E2", Facing::South), &[]);
        trial
    };
    let mut trial = turned(LeftOut::NONE);
    assert!(!trial.has(&Event::Done(unit(0))), "{:?}", trial.events);
    trial.order(&moves("E3", Facing::South), &[]);
    assert!(trial.has(&Event::Done(unit(0))), "{:?}", trial.events);
    assert!(turned(sixth_edition()).has(&Event::Done(unit(0))));
    // Against the stream nothing carries it.
    let mut against = Trial::on(&river(), "a: gunboat, ours, E5, NE, 6\n").acts(0, 1);
    against.order(&moves("E5", Facing::North), &[]);
    assert!(against.has(&Event::Done(unit(0))));
}
