use super::*;
use crate::edition::{Edition, LeftOut};
use crate::game::Game as _;
use crate::tabletop::event::Loss;
use crate::tabletop::ground::Ground;
use crate::tabletop::order::Order;
use crate::tabletop::seat::Seat;
use crate::tabletop::trial::{Trial, at, sixth_edition, third_edition, unit};

fn fires(number: u8, target: u8) -> Order {
    Order::Fire { unit: unit(number), weapon: 0, target: unit(target) }
}

fn moves(number: u8, to: &str, facing: Facing) -> Order {
    Order::Move { unit: unit(number), to: at(to), facing }
}

fn plays(card: Heroic, number: u8) -> Order {
    Order::Play { side: Side::Ours, card, unit: unit(number) }
}

#[test]
fn who_joins_a_friend_and_goes_on_in_another_order_pays_for_passing_through_him_t50() {
    let battery = "a: british cavalry, ours, D4, N, line, 4\nb: british artillery, ours, D3, N, limbered, 2\n";
    let mut trial = Trial::new(battery).acts(0, 8);
    trial.order(&moves(0, "D3", Facing::North), &[]);
    assert_eq!(trial.left(), 6, "they have passed through nobody");
    trial.order(&moves(0, "D2", Facing::North), &[]);
    assert_eq!(trial.left(), 2, "2 points for the square, 2 for passing through");
}

#[test]
fn nobody_charges_through_a_friend_whom_he_has_joined_t50() {
    let units = "a: british cavalry, ours, D4, N, line, 4\nb: british artillery, ours, D3, N, limbered, 2\n\
                 c: dervish infantry with spears, enemy, D1, S, en masse, 4\n";
    let charge = Order::Charge { unit: unit(0), target: unit(2), from: at("D2") };
    let mut trial = Trial::new(units).acts(0, 12);
    trial.order(&moves(0, "D3", Facing::North), &[]);
    assert_eq!(trial.refuses(&charge), Refusal::CannotCharge);
    let began_there = Trial::new(&units.replace("D4", "D3")).acts(0, 12);
    assert_eq!(crate::tabletop::permit::permit(&began_there.state, crate::tabletop::seat::Seat::Ours, &charge), Ok(()));
}

const FOOT: &str = "a: sudanese infantry, ours, D4, N, line, 4\nb: dervish infantry with spears, enemy, D2, S, en masse, 4\n";

#[test]
fn action_points_example_1_fire_once_or_move_and_not_both() {
    let mut trial = Trial::new(FOOT).acts(0, 2);
    assert_eq!(trial.left(), 2);
    trial.order(&fires(0, 1), &[6]);
    assert!(trial.has(&Event::Done(unit(0))), "nothing is left");
    let mut trial = Trial::new(FOOT).acts(0, 2);
    trial.order(&moves(0, "D3", Facing::North), &[]);
    assert!(trial.has(&Event::Done(unit(0))), "nothing is left to fire with");
}

const GUNS: &str = "a: dervish artillery, enemy, D2, S, deployed, 1\nb: egyptian infantry, ours, D5, N, line, 4\n";

#[test]
fn action_points_example_2_a_formation_s_loss_counts_in_a_turn_without_fire_or_in_every_turn_t10() {
    let mut trial = Trial::new(GUNS).acts(0, 5);
    assert_eq!(trial.left(), 4, "5 less 1 for being deployed");
    trial.order(&fires(0, 1), &[8]);
    assert_eq!(trial.left(), 3, "it has fired: 5 less 2");
    let mut trial = Trial::new(GUNS).options(|options| options.points_every_turn = true).acts(0, 5);
    trial.order(&fires(0, 1), &[8]);
    assert_eq!(trial.left(), 2, "where it is so set, 1 less in every turn");
}

#[test]
fn a_column_s_gain_is_for_movement_alone_and_gone_when_it_fires_t10() {
    let column = FOOT.replace("line", "column");
    let mut trial = Trial::new(&column).acts(0, 4);
    assert_eq!(trial.left(), 5);
    trial.order(&fires(0, 1), &[6]);
    assert_eq!(trial.left(), 2);
    let mut trial = Trial::new(&column).options(|options| options.points_every_turn = true).acts(0, 4);
    trial.order(&fires(0, 1), &[6]);
    assert_eq!(trial.left(), 3);
}

#[test]
fn artillery_fires_once_or_where_it_is_so_set_twice_for_2_points_each_t11() {
    let mut trial = Trial::new(GUNS).acts(0, 5);
    trial.order(&fires(0, 1), &[8]);
    assert_eq!(trial.refuses(&fires(0, 1)), Refusal::NoShot);
    let mut trial = Trial::new(GUNS).options(|options| options.artillery_fires_twice = true).acts(0, 5);
    trial.order(&fires(0, 1), &[8]);
    trial.order(&fires(0, 1), &[8]);
    assert_eq!(trial.left(), 1, "Action points example 2: twice for 4, and 1 is left");
    assert_eq!(trial.refuses(&fires(0, 1)), Refusal::NoShot);
}

/// *Action points*: a shot costs 2, in a Square too (T36).
#[test]
fn a_square_with_1_point_does_not_fire_t36() {
    let units = "a: british infantry, ours, D4, N, square, 4\nb: dervish infantry with spears, enemy, D2, S, en masse, 4\n";
    assert_eq!(Trial::new(units).acts(0, 1).refuses(&fires(0, 1)), Refusal::NoShot);
}

#[test]
fn a_square_fires_one_shot_or_where_it_is_so_set_one_in_each_direction_t36() {
    let units = "a: british infantry, ours, D4, N, square, 4\nb: dervish infantry with spears, enemy, D2, S, en masse, 4\n\
                 c: dervish infantry with spears, enemy, F4, S, en masse, 4\nd: dervish infantry with spears, enemy, D1, S, en masse, 4\n";
    let mut trial = Trial::new(units).acts(0, 4);
    trial.order(&fires(0, 1), &[6]);
    assert_eq!(trial.refuses(&fires(0, 2)), Refusal::NoShot);
    let mut trial = Trial::new(units).options(|options| options.square_fires_each_way = true).acts(0, 4);
    trial.order(&fires(0, 1), &[6]);
    assert_eq!(trial.refuses(&fires(0, 3)), Refusal::NoShot, "that way it has fired");
    trial.order(&fires(0, 2), &[6]);
    assert!(trial.any(|event| matches!(event, Event::Fired { free: true, .. })), "all its shots are paid for once");
}

/// The square's free directions are of one who fires as a Square: a battle was seen in which a unit in Line fired, formed Square, and fired again.
#[test]
fn a_unit_that_fired_in_line_does_not_fire_again_as_a_square_t11() {
    let units = "a: egyptian infantry, ours, D4, N, line, 4\nb: dervish infantry with spears, enemy, D2, S, en masse, 4\n\
                 c: dervish infantry with spears, enemy, F4, S, en masse, 4\n";
    let square = Order::Form { unit: unit(0), formation: Formation::Square };
    for each_way in [false, true] {
        let mut trial = Trial::new(units).options(|options| options.square_fires_each_way = each_way).acts(0, 6);
        trial.order(&fires(0, 1), &[6]);
        trial.order(&square, &[]);
        assert_eq!(trial.refuses(&fires(0, 1)), Refusal::NoShot, "each way: {each_way}");
        assert_eq!(trial.refuses(&fires(0, 2)), Refusal::NoShot, "each way: {each_way}");
        trial.state.leave_out(LeftOut::after(Edition::FIRST, State::MENDINGS));
        trial.order(&fires(0, 1), &[6]);
    }
    let mut trial = Trial::new(&units.replace("line", "square")).acts(0, 6);
    trial.order(&fires(0, 1), &[6]);
    trial.order(&Order::Form { unit: unit(0), formation: Formation::Line }, &[]);
    assert_eq!(trial.refuses(&fires(0, 1)), Refusal::NoShot, "nor the other way round");
}

#[test]
fn firing_example_3_whole_a_red_card_lets_the_hit_tell_and_a_black_one_stops_it_t20() {
    let board = crate::tabletop::board::Board::open(crate::tabletop::board::Size::Small).to_string();
    let board: Vec<&str> = board.lines().collect();
    let covered = board.iter().enumerate().map(|(row, line)| if row == 8 { ".  .  .  \"  .  .  .  .  .  .  .  ." } else { line });
    let board = covered.collect::<Vec<_>>().join("\n");
    let units = "a: dervish artillery, enemy, D1, S, deployed, 1\nb: sudanese infantry, ours, D5, N, line, 4, disorganised\n";
    for (card, lost) in [("4H", true), ("4C", false)] {
        let mut trial = Trial::on(&board, units).acts(0, 2);
        let drawn = trial.draws(card);
        trial.order(&fires(0, 1), &[2, drawn]);
        assert_eq!(trial.has(&Event::FiguresLost { unit: unit(1), figures: 1 }), lost, "{card}");
        assert!(trial.state.unit(unit(1)).disorganised, "it remains disorganised");
    }
}

const LED: &str = "a: british machine gun, ours, D4, N, deployed, 2\nb: dervish infantry with spears, enemy, D1, S, en masse, 4\n\
                   c: leader, ours, D4, N, 1\n";

#[test]
fn firing_example_4_whole_enhanced_firepower_is_played_after_the_dice_t49() {
    let mut trial = Trial::new(LED).hand(Side::Ours, &[Heroic::Firepower, Heroic::Firepower]).acts(0, 2);
    assert_eq!(trial.refuses(&plays(Heroic::Firepower, 0)), Refusal::CannotPlay, "not before it has fired");
    trial.order(&fires(0, 1), &[5]);
    assert!(!trial.any(|event| matches!(event, Event::Disorganised(_))), "5 is more than twice two gunners");
    trial.order(&plays(Heroic::Firepower, 0), &[]);
    trial.order(&fires(0, 1), &[3]);
    assert!(trial.has(&Event::Disorganised(unit(1))));
    assert_eq!(trial.refuses(&plays(Heroic::Firepower, 0)), Refusal::CannotPlay, "one of a kind for a unit in a turn");
}

#[test]
fn faster_movement_is_played_before_the_move_and_adds_no_fire_t49() {
    let units = "a: british infantry, ours, D4, N, line, 4\nb: dervish infantry with spears, enemy, D2, S, en masse, 4\n\
                 c: leader, ours, D4, N, 1\n";
    let mut trial = Trial::new(units).hand(Side::Ours, &[Heroic::Movement, Heroic::Movement]).acts(0, 1);
    trial.order(&plays(Heroic::Movement, 0), &[]);
    assert_eq!(trial.left(), 3);
    assert_eq!(trial.refuses(&fires(0, 1)), Refusal::NoShot, "the points are for movement");
    let mut trial = Trial::new(units).hand(Side::Ours, &[Heroic::Movement]).acts(0, 3);
    trial.order(&moves(0, "D4", Facing::NorthEast), &[]);
    assert_eq!(trial.refuses(&plays(Heroic::Movement, 0)), Refusal::CannotPlay, "it has moved");
    let apart = units.replace("c: leader, ours, D4", "c: leader, ours, D5");
    let trial = Trial::new(&apart).hand(Side::Ours, &[Heroic::Movement]).acts(0, 3);
    assert_eq!(trial.refuses(&plays(Heroic::Movement, 0)), Refusal::CannotPlay, "its Leader is not in its square");
}

#[test]
fn hard_luck_is_thrown_away_or_where_it_is_so_set_stays_in_the_hand_t49() {
    let mut trial = Trial::new(LED).hand(Side::Ours, &[Heroic::HardLuck]).acts(2, 5);
    trial.order(&plays(Heroic::HardLuck, 2), &[]);
    assert_eq!((trial.state.heroic.hands[0].len(), trial.state.heroic.discards.of(Heroic::HardLuck)), (0, 1));
    let trial = Trial::new(LED).options(|options| options.hard_luck_stays = true).hand(Side::Ours, &[Heroic::HardLuck]).acts(2, 5);
    assert_eq!(trial.refuses(&plays(Heroic::HardLuck, 2)), Refusal::CannotPlay);
}

#[test]
fn bashi_bazouks_example_a_2_less_2_leaves_no_points_and_a_1_no_fewer_t53() {
    let unit_of = "a: bashi-bazouks, ours, D4, N, en masse, 4\n";
    for face in [1, 2] {
        let mut trial = Trial::new(unit_of);
        trial.does(&[face], |proceedings| activate(proceedings, unit(0)));
        assert!(trial.has(&Event::Done(unit(0))), "{face}: {:?}", trial.events);
    }
}

#[test]
fn egyptian_gendarmerie_example_1_a_4_less_3_leaves_1_point() {
    let mut trial = Trial::new("a: gendarmerie, ours, D4, N, en masse, 4\n");
    trial.does(&[4], |proceedings| activate(proceedings, unit(0)));
    assert_eq!(trial.left(), 1);
}

const SHOT_AT: &str = "a: british artillery, ours, D5, N, deployed, 2\n\
                       b: dervish infantry with spears, enemy, D2, S, en masse, 4, disorganised\nc: leader, enemy, D2, S, 1\n";

#[test]
fn leaders_in_combat_example_the_queen_of_diamonds_spares_him_and_the_queen_of_clubs_takes_the_hit_t19() {
    for (card, how, figures) in [("QD", None, 1), ("QC", Some(Loss::Wounded), 0), ("QS", Some(Loss::Killed), 0), ("9C", None, 1)] {
        let mut trial = Trial::new(SHOT_AT).acts(0, 2);
        let drawn = trial.draws(card);
        trial.order(&fires(0, 1), &[1, drawn]);
        assert_eq!(how.is_some_and(|how| trial.has(&Event::Lost { unit: unit(2), how })), how.is_some(), "{card}");
        assert_eq!(4 - trial.state.unit(unit(1)).figures, figures, "{card}");
    }
}

#[test]
fn any_wound_takes_the_hit_where_it_is_so_set_t19_t51() {
    let mut trial = Trial::new(SHOT_AT).options(|options| options.any_wound_takes_the_hit = true).acts(0, 2);
    let drawn = trial.draws("9C");
    trial.order(&fires(0, 1), &[1, drawn]);
    assert_eq!(trial.state.unit(unit(1)).figures, 4);
    assert!(trial.state.unit(unit(2)).is_on_board(), "they fight on");
}

#[test]
fn the_cover_card_is_turned_first_and_the_leader_s_only_if_the_hit_tells_t20() {
    let board = crate::tabletop::board::Board::open(crate::tabletop::board::Size::Small).to_string();
    let covered = board.lines().enumerate().map(|(row, line)| if row == 2 { ".  .  .  \"  .  .  .  .  .  .  .  ." } else { line });
    let board = covered.collect::<Vec<_>>().join("\n");
    let turned = |trial: &Trial| trial.events.iter().filter(|event| matches!(event, Event::Turned { .. })).count();
    let mut trial = Trial::on(&board, SHOT_AT).acts(0, 2);
    let black = trial.draws("2S");
    trial.order(&fires(0, 1), &[1, black]);
    assert_eq!(turned(&trial), 1);
    let mut trial = Trial::on(&board, SHOT_AT).acts(0, 2);
    let red = trial.draws("2H");
    trial.order(&fires(0, 1), &[1, red, 51]);
    assert_eq!(turned(&trial), 2);
}

#[test]
fn a_battery_without_gunners_is_removed_gun_and_all_t55() {
    let units = "a: british artillery, ours, D5, N, deployed, 2\nb: dervish artillery, enemy, D2, S, deployed, 1, disorganised\n";
    let mut trial = Trial::new(units).acts(0, 2);
    trial.order(&fires(0, 1), &[1]);
    assert!(trial.has(&Event::Lost { unit: unit(1), how: Loss::Destroyed }), "{:?}", trial.events);
}

#[test]
fn transport_is_lost_with_its_first_figure_t25() {
    let units = "a: british artillery, ours, D5, N, deployed, 2\nb: transport, enemy, D2, S, transport, 1, disorganised\n";
    let mut trial = Trial::new(units).acts(0, 2);
    trial.order(&fires(0, 1), &[1]);
    assert!(trial.has(&Event::Lost { unit: unit(1), how: Loss::Captured }), "{:?}", trial.events);
}

#[test]
fn a_unit_out_of_ammunition_does_not_fire() {
    let mut trial = Trial::new(GUNS).with(|state| state.position.units[0].shots = Some(1)).acts(0, 7);
    trial.order(&fires(0, 1), &[8]);
    assert_eq!(trial.state.unit(unit(0)).shots, Some(0));
    assert_eq!(trial.refuses(&fires(0, 1)), Refusal::NoAmmunition);
}

const BRIGADE: &str = "a: british infantry, ours, D3, N, line, 4\nb: british infantry, ours, E4, E, line, 4\n\
                       c: british infantry, ours, D5, S, line, 4\nd: british infantry, ours, C4, W, line, 4\n\
                       e: leader, ours, D4, N, 1\nf: dervish infantry with spears, enemy, D1, S, en masse, 4\n";

#[test]
fn those_whom_a_leader_coordinates_act_in_his_order_each_with_a_die_of_its_own_t29() {
    let mut trial = Trial::new(BRIGADE).dealt(4, "2H", &[0, 1, 2, 3]);
    trial.does(&[], go_on);
    assert!(trial.has(&Event::Asked(Question::Next(unit(4)))));
    trial.order(&Order::Next(unit(2)), &[4]);
    assert!(trial.any(|event| matches!(event, Event::Activated { unit, .. } if *unit == UnitId(2))));
    trial.order(&Order::Stand(unit(2)), &[]);
    assert_eq!(trial.refuses(&Order::Next(unit(2))), Refusal::NotNow);
    trial.does(&[], go_on);
    assert_eq!(trial.refuses(&Order::Next(unit(2))), Refusal::NotActing, "it may not be activated again");
    trial.order(&Order::Next(unit(0)), &[4]);
}

#[test]
fn action_points_example_3_a_brigade_in_square_has_one_die_fires_once_each_and_marches_at_a_square_s_rate_t10_t29() {
    let square = |state: &mut State| state.sides[0].brigade = Some(at("D4"));
    let mut trial = Trial::new(BRIGADE).with(square).dealt(4, "2H", &[0, 1, 2, 3]);
    trial.does(&[], go_on);
    assert_eq!(trial.refuses(&Order::Next(unit(0))), Refusal::NotActing, "they act alike");
    trial.order(&Order::NextBrigade(Side::Ours), &[3]);
    assert!(trial.any(|event| matches!(event, Event::BrigadeActivated { gain: -1, .. })), "{:?}", trial.events);
    assert_eq!(trial.left(), 2, "3 less 1 for a Square that only moves");
    trial.order(&Order::Volley { unit: unit(0), target: unit(5) }, &[6]);
    assert_eq!(trial.left(), 1, "fired once: 3 less 2");
    assert_eq!(trial.refuses(&Order::Volley { unit: unit(0), target: unit(5) }), Refusal::NoShot);
}

/// *Action points*, example 3: the 2 points of fire are paid once for all of them (T29).
#[test]
fn a_brigade_in_square_with_2_points_fires_once_with_each_of_its_faces_t29() {
    let square = |state: &mut State| state.sides[0].brigade = Some(at("D4"));
    let mut trial = Trial::new(BRIGADE).with(square).dealt(4, "2H", &[0, 1, 2, 3]);
    trial.does(&[], go_on);
    trial.order(&Order::NextBrigade(Side::Ours), &[2]);
    trial.order(&Order::Volley { unit: unit(0), target: unit(5) }, &[6]);
    let active = trial.state.active().unwrap();
    let fires = [0, 1, 2, 3].map(|number| may_fire(&trial.state, active, unit(number), 0));
    assert_eq!(fires, [Err(Refusal::NoShot), Ok(()), Ok(()), Ok(())]);
}

#[test]
fn a_brigade_s_leader_killed_after_taking_the_card_leaves_it_uncoordinated_t56_t57() {
    let square = |state: &mut State| {
        state.sides[0].brigade = Some(at("D4"));
        state.position.units[4].place = Place::Lost;
    };
    let mut trial = Trial::new(BRIGADE).with(square).dealt(4, "2H", &[0, 1, 2, 3]);
    trial.does(&[], go_on);
    assert_eq!(trial.refuses(&Order::NextBrigade(Side::Ours)), Refusal::CannotBrigade, "without the Leader it cannot move");
    trial.order(&Order::Next(unit(0)), &[6]);
    assert!(trial.any(|event| matches!(event, Event::Activated { .. })), "their units still act, each on its own die");
    assert_eq!(trial.refuses(&moves(0, "D2", Facing::North)), Refusal::CannotMove);
}

#[test]
fn a_leader_s_card_serves_his_units_though_he_is_killed_t56() {
    let mut trial = Trial::new(BRIGADE).dealt(4, "2H", &[0, 1]);
    trial.does(&[], |proceedings| proceedings.note(Event::Lost { unit: unit(4), how: Loss::Killed }));
    assert_eq!(next_card(&trial.state).map(|dealt| dealt.with.len()), Some(2));
    trial.does(&[], go_on);
    assert_eq!(trial.refuses(&Order::Next(unit(4))), Refusal::NotActing);
}

#[test]
fn a_unit_disorganised_before_it_has_acted_loses_its_card() {
    let mut trial = Trial::new(GUNS).dealt(1, "9H", &[]).acts(0, 2);
    trial.order(&fires(0, 1), &[1]);
    assert!(trial.has(&Event::Disorganised(unit(1))) && trial.state.dealt.is_empty());
}

#[test]
fn a_leader_alone_goes_with_a_die_of_his_own_and_one_who_has_come_along_does_not_again() {
    let mut trial = Trial::new(BRIGADE.replace("D4, N, 1", "D3, N, 1").as_str()).dealt(4, "2H", &[0]);
    trial.does(&[], go_on);
    trial.order(&Order::Next(unit(0)), &[4]);
    trial.order(&moves(0, "D3", Facing::NorthEast), &[]);
    assert!(may_act_alone(&trial.state, unit(4)), "a turn takes them nowhere");
    trial.order(&moves(0, "E2", Facing::NorthEast), &[]);
    assert_eq!(trial.square(4), "E2");
    assert!(!may_act_alone(&trial.state, unit(4)));
}

#[test]
fn a_side_that_breaks_off_only_goes_away_from_the_enemy_and_off_the_board() {
    let breaks_off = |state: &mut State| state.sides[0].breaks_off = true;
    let mut trial = Trial::new(FOOT).with(breaks_off).acts(0, 6);
    assert_eq!(trial.refuses(&moves(0, "D3", Facing::North)), Refusal::CannotMove);
    trial.order(&moves(0, "D5", Facing::South), &[]);
    let edge = FOOT.replace("D4, N", "D8, S");
    let mut trial = Trial::new(&edge).with(breaks_off).acts(0, 2);
    trial.order(&Order::Leave(unit(0)), &[]);
    assert_eq!(trial.state.unit(unit(0)).place, Place::Left);
}

#[test]
fn who_breaks_off_fires_if_they_can_still_go_with_what_the_shot_leaves_or_have_gone() {
    let breaking_off = |points: i8, edition: u16| {
        let left_out = LeftOut::after(Edition(edition), State::MENDINGS);
        Trial::new(FOOT).with(|state| state.leave_out(left_out)).with(|state| state.sides[0].breaks_off = true).acts(0, points)
    };
    // A shot costs 2 points, and to turn and go 3 more.
    assert_eq!(breaking_off(4, 6).refuses(&fires(0, 1)), Refusal::BreakingOff);
    assert_eq!(breaking_off(6, 5).refuses(&fires(0, 1)), Refusal::BreakingOff, "as the fifth edition read it");
    let mut trial = breaking_off(5, 6);
    trial.order(&fires(0, 1), &[6]);
    assert_eq!(trial.refuses(&Order::Stand(unit(0))), Refusal::BreakingOff, "and then they go");
    trial.order(&moves(0, "D5", Facing::South), &[]);
    // Who has gone is free to fire.
    let behind = FOOT.replace("D2, S", "D5, N").replace("D4, N", "D4, S");
    let mut trial = Trial::new(&behind).with(|state| state.sides[0].breaks_off = true).acts(0, 6);
    trial.order(&moves(0, "D3", Facing::South), &[]);
    trial.order(&fires(0, 1), &[6]);
}

#[test]
fn a_side_that_breaks_off_does_not_stand_while_it_can_go_away() {
    let breaks_off = |state: &mut State| state.sides[0].breaks_off = true;
    let stand = Order::Stand(unit(0));
    let mut trial = Trial::new(FOOT).with(breaks_off).acts(0, 6);
    assert_eq!(trial.refuses(&stand), Refusal::BreakingOff);
    let square = trial.state.unit(unit(0)).square;
    let mut legal = Vec::new();
    trial.state.legal_orders(Seat::Ours, &mut legal);
    assert!(!legal.contains(&stand));
    let away = legal.into_iter().find(|order| matches!(order, Order::Move { to, .. } if *to != square)).unwrap();
    trial.order(&away, &[]);
    assert!(trial.state.active().is_none() || trial.state.permit(Seat::Ours, &stand).is_ok(), "it has gone");
    let without = Trial::new(FOOT).with(breaks_off).acts(0, 1);
    assert_eq!(without.state.permit(Seat::Ours, &stand), Ok(()), "without the points it stays");
}

/// A battle was seen in which a battalion with two points formed Square instead of going, and was caught there.
#[test]
fn who_breaks_off_does_nothing_first_that_keeps_them_from_going_and_a_leader_is_no_unit_t31() {
    let breaks_off = |state: &mut State| state.sides[0].breaks_off = true;
    let form = |formation| Order::Form { unit: unit(0), formation };
    let turn = moves(0, "D4", Facing::SouthEast);
    let south = FOOT.replace("D4, N", "D4, S");
    let mut trial = Trial::new(&south).with(breaks_off).acts(0, 2);
    assert_eq!(trial.refuses(&form(Formation::Square)), Refusal::BreakingOff);
    assert_eq!(trial.refuses(&turn), Refusal::BreakingOff);
    let mut legal = Vec::new();
    trial.state.legal_orders(Seat::Ours, &mut legal);
    assert_eq!(legal, [moves(0, "D5", Facing::South)], "straight away is all there is");
    trial.state.leave_out(LeftOut::after(Edition::FIRST, State::MENDINGS));
    trial.order(&form(Formation::Square), &[]);
    // With more points there is time for it first.
    let mut trial = Trial::new(&south).with(breaks_off).acts(0, 4);
    trial.order(&form(Formation::Column), &[]);
    assert_eq!(trial.refuses(&form(Formation::Square)), Refusal::BreakingOff, "one point too many");
    trial.order(&moves(0, "D5", Facing::South), &[]);
    let leader = format!("l: leader, ours, D4, S, 1\n{}", FOOT.replace("D4, N", "C4, S"));
    let trial = Trial::new(&leader).with(breaks_off).acts(0, 6);
    assert_eq!(trial.state.permit(Seat::Ours, &Order::Stand(unit(0))), Ok(()), "a Leader stays where they like");
}

#[test]
fn a_unit_at_the_edge_of_the_board_turns_to_it_before_it_leaves() {
    let breaks_off = |state: &mut State| state.sides[0].breaks_off = true;
    for (faces, least) in [("S", 2), ("N", 3), ("SE", 3)] {
        let may = |points: i8| {
            let trial = Trial::new(&FOOT.replace("D4, N", &format!("D8, {faces}"))).with(breaks_off).acts(0, points);
            may_leave(&trial.state, trial.state.active().unwrap(), unit(0))
        };
        assert_eq!((may(least - 1), may(least)), (false, true), "{faces}");
    }
}

/// As both sides see it: a card held and a Leader there are what might still be played (T49).
#[test]
fn a_unit_without_points_has_acted_unless_its_leader_is_there_and_a_card_is_held_t49() {
    let units = "a: british infantry, ours, D4, N, line, 4\nb: leader, ours, D4, N, 1\n";
    for (leader, cards, acted) in [("D4", 1, false), ("D4", 0, true), ("D6", 1, true), ("D6", 0, true)] {
        let hand = [Heroic::Fighting; 1];
        let mut trial = Trial::new(&units.replace("b: leader, ours, D4", &format!("b: leader, ours, {leader}")))
            .hand(Side::Ours, &hand[..cards])
            .acts(0, 2);
        trial.order(&moves(0, "D3", Facing::North), &[]);
        assert_eq!(trial.has(&Event::Done(unit(0))), acted, "the Leader in {leader}, {cards} cards");
    }
}

/// A target on the edge of two directions is shot at in the one that has not fired yet (T01, T36).
#[test]
fn a_square_that_fires_each_way_fires_at_a_corner_in_the_direction_that_is_left_t01_t36() {
    let units = "a: british infantry, ours, D5, N, square, 4\nb: dervish infantry with spears, enemy, D3, S, en masse, 4\n\
                 c: dervish infantry with spears, enemy, E4, S, en masse, 4\nd: dervish infantry with spears, enemy, F5, S, en masse, 4\n";
    for (first, left) in [(1, 3), (3, 1)] {
        let mut trial = Trial::new(units).options(|options| options.square_fires_each_way = true).acts(0, 4);
        trial.order(&fires(0, first), &[6]);
        trial.order(&fires(0, 2), &[6]);
        assert_eq!(trial.refuses(&fires(0, left)), Refusal::NoShot, "both directions have fired");
    }
}

#[test]
fn the_shot_that_enhanced_firepower_gives_costs_no_points_t49() {
    let mut trial = Trial::new(LED).hand(Side::Ours, &[Heroic::Firepower]).acts(0, 6);
    trial.order(&fires(0, 1), &[6]);
    assert_eq!(trial.left(), 4);
    trial.order(&plays(Heroic::Firepower, 0), &[]);
    trial.order(&fires(0, 1), &[6]);
    assert_eq!(trial.left(), 4);
}

/// A brigade in square acts alike: no card is played for one unit of it, though the Leader stands in its square (T49, T57).
#[test]
fn no_card_is_played_for_a_single_unit_of_a_brigade_that_acts_as_one_t49_t57() {
    let units = BRIGADE.replace("e: leader, ours, D4", "e: leader, ours, D3");
    let mut trial = Trial::new(&units)
        .with(|state| state.sides[0].brigade = Some(at("D4")))
        .hand(Side::Ours, &[Heroic::Movement, Heroic::HardLuck])
        .dealt(4, "2H", &[0, 1, 2, 3]);
    trial.does(&[], go_on);
    trial.order(&Order::NextBrigade(Side::Ours), &[5]);
    assert_eq!(trial.refuses(&plays(Heroic::Movement, 0)), Refusal::CannotPlay);
    trial.order(&plays(Heroic::HardLuck, 4), &[]);
}

#[test]
fn a_unit_that_breaks_off_and_has_gone_a_square_may_stand_though_it_could_go_on() {
    let mut trial = Trial::new(FOOT).with(|state| state.sides[0].breaks_off = true).acts(0, 8);
    trial.order(&moves(0, "D5", Facing::South), &[]);
    assert_eq!(trial.left(), 5);
    trial.order(&Order::Stand(unit(0)), &[]);
}

/// *Action points*, example 3: without 2 points none of a brigade's units fires (T29).
#[test]
fn a_brigade_in_square_with_1_point_does_not_fire_t29() {
    let square = |state: &mut State| state.sides[0].brigade = Some(at("D4"));
    let mut trial = Trial::new(BRIGADE).with(square).hand(Side::Ours, &[Heroic::HardLuck]).dealt(4, "2H", &[0, 1, 2, 3]);
    trial.does(&[], go_on);
    trial.order(&Order::NextBrigade(Side::Ours), &[1]);
    assert_eq!(trial.refuses(&Order::Volley { unit: unit(0), target: unit(5) }), Refusal::NoShot);
}

#[test]
fn a_side_that_breaks_off_goes_to_no_square_as_near_to_the_enemy_as_its_own() {
    let trial = Trial::new(FOOT).with(|state| state.sides[0].breaks_off = true).acts(0, 8);
    assert_eq!(trial.refuses(&moves(0, "E3", Facing::NorthEast)), Refusal::CannotMove, "two squares off, as before");
}

/// *Turn sequence*, step 1: opposing units or Leaders in one square take no card.
#[test]
fn a_leader_who_has_come_into_a_combat_has_no_card_once_those_whom_he_coordinates_have_acted_t39() {
    let units = "a: british infantry, ours, D4, N, line, 4\nb: british infantry, ours, E4, N, line, 4\nc: leader, ours, D4, N, 1\n\
                 d: dervish infantry with spears, enemy, D3, S, en masse, 4\n";
    let charge = Order::Charge { unit: unit(3), target: unit(0), from: at("D3") };
    let goes_on = |left_out: LeftOut, faces: &[u16]| {
        let mut trial = Trial::new(units).dealt(2, "9H", &[0, 1]).acts(3, 4);
        trial.state.leave_out(left_out);
        trial.order(&charge, &[3, 1]);
        assert!(trial.state.is_locked(unit(2)), "{:?}", trial.events);
        trial.does(&[], go_on);
        trial.order(&Order::Next(unit(1)), &[4]);
        trial.order(&Order::Stand(unit(1)), &[]);
        trial.does(faces, go_on);
        trial
    };
    let trial = goes_on(LeftOut::NONE, &[]);
    assert_eq!(trial.events, [Event::StepBegan(Step::Recovery)], "their card is passed over");
    let trial = goes_on(third_edition(), &[12]);
    assert!(matches!(trial.events[0], Event::Activated { unit: leader, .. } if leader == unit(2)), "{:?}", trial.events);
}

/// *Turn sequence*, step 7: whoever has acted is not activated again.
#[test]
fn a_leader_carried_along_in_a_charge_does_not_act_again_and_one_beside_whom_it_was_halted_does() {
    let units = "a: british cavalry, ours, D8, N, line, 4\nb: leader, ours, D8, N, 1\nc: gendarmerie, enemy, D4, S, en masse, 4\n";
    let charges = |units: &str, from: &str, left_out: LeftOut| {
        let mut trial = Trial::new(units).dealt(1, "9H", &[0]).acts(0, 12);
        trial.state.leave_out(left_out);
        trial.order(&Order::Charge { unit: unit(0), target: unit(2), from: at(from) }, &[1, 6]);
        assert_eq!(trial.square(1), from, "they go along");
        may_act_alone(&trial.state, unit(1))
    };
    assert!(!charges(units, "D5", LeftOut::NONE));
    assert!(charges(units, "D5", third_edition()), "by the earlier reading they could");
    assert!(charges(&units.replace("D8", "D5"), "D5", LeftOut::NONE), "halted where it began, it has taken them nowhere");
}

/// *Action point movement tariff*: steep and difficult ground cost a point more on the way out too, over the edge as well.
#[test]
fn to_leave_the_board_from_steep_or_difficult_ground_costs_a_point_more_for_each_t12() {
    let board = crate::tabletop::board::Board::open(crate::tabletop::board::Size::Small);
    for (ground, least) in [(Ground::Open, 2), (Ground::Hill, 3), (Ground::Growth, 3), (Ground::OvergrownHill, 4)] {
        let mut board = board.clone();
        board.set_ground(at("D8"), ground);
        let may = |points: i8, left_out: LeftOut| {
            let mut trial = Trial::on(&board.to_string(), &FOOT.replace("D4, N", "D8, S"))
                .with(|state| state.sides[0].breaks_off = true)
                .acts(0, points);
            trial.state.leave_out(left_out);
            may_leave(&trial.state, trial.state.active().unwrap(), unit(0))
        };
        assert_eq!((may(least - 1, LeftOut::NONE), may(least, LeftOut::NONE)), (false, true), "{ground:?}");
        assert!(may(2, third_edition()), "by the earlier reading two did: {ground:?}");
    }
}

/// *Break off battle*: all units that are not disorganised move away, those whom a Leader coordinates too.
#[test]
fn whom_a_leader_coordinates_is_not_left_standing_by_one_order_when_the_side_breaks_off() {
    let units = "a: british infantry, ours, D4, S, line, 4\nb: leader, ours, D4, S, 1\nc: dervish infantry with spears, enemy, D1, S, en masse, 4\n";
    let asked = |breaks_off: bool, left_out: LeftOut| {
        let mut trial = Trial::new(units).with(|state| state.sides[0].breaks_off = breaks_off).dealt(1, "2H", &[0]);
        trial.state.leave_out(left_out);
        trial.does(&[], go_on);
        assert!(trial.has(&Event::Asked(Question::Next(unit(1)))), "{:?}", trial.events);
        trial
    };
    let stand = Order::Stand(unit(1));
    let listed = |trial: &Trial| {
        let mut legal = Vec::new();
        trial.state.legal_orders(Seat::Ours, &mut legal);
        legal.contains(&stand)
    };
    assert!(listed(&asked(false, LeftOut::NONE)));
    assert!(listed(&asked(true, LeftOut::after(Edition(4), State::MENDINGS))), "by the earlier reading");
    let mut trial = asked(true, LeftOut::NONE);
    assert!(!listed(&trial));
    assert_eq!(trial.refuses(&stand), Refusal::BreakingOff);
    trial.order(&Order::Next(unit(0)), &[1]);
    assert!(!trial.has(&Event::Asked(Question::Next(unit(1)))) || listed(&trial), "{:?}", trial.events);
}

/// *Action point movement tariff*: to limber or unlimber leaves a battery where it stands.
#[test]
fn a_battery_in_the_corner_of_a_brigade_square_limbers_and_unlimbers_there_for_2_points_t22_t57() {
    let forms = |formation| Order::Form { unit: unit(6), formation };
    let acts = |units: &str, points: i8, left_out: LeftOut| {
        let units = format!("{BRIGADE}g: {units}\n");
        let mut trial = Trial::new(&units).with(|state| state.sides[0].brigade = Some(at("D4"))).acts(6, points);
        trial.state.leave_out(left_out);
        let mut listed = Vec::new();
        trial.state.legal_orders(Seat::Ours, &mut listed);
        listed.retain(|order| matches!(order, Order::Form { .. }));
        (trial, listed)
    };
    for (is, becomes) in [("limbered", Formation::Deployed), ("deployed", Formation::Limbered)] {
        let battery = format!("british artillery, ours, E3, N, {is}, 2");
        let (mut trial, listed) = acts(&battery, 4, LeftOut::NONE);
        assert_eq!(listed, [forms(becomes)]);
        trial.order(&forms(becomes), &[]);
        assert_eq!(trial.state.side(Side::Ours).brigade, Some(at("D4")));
        let (trial, listed) = acts(&battery, 1, LeftOut::NONE);
        assert_eq!((trial.refuses(&forms(becomes)), listed.len()), (Refusal::CannotForm, 0), "a point is too few");
        let (trial, listed) = acts(&battery, 4, sixth_edition());
        assert_eq!((trial.refuses(&forms(becomes)), listed.len()), (Refusal::CannotForm, 0));
    }
    let (trial, listed) = acts("british infantry, ours, E3, N, line, 4", 4, LeftOut::NONE);
    assert_eq!((trial.refuses(&forms(Formation::Column)), listed.len()), (Refusal::CannotForm, 0), "nobody else there");
    // A die of 2 is enough to unlimber, and so they have not acted.
    for (left_out, acted) in [(LeftOut::NONE, false), (sixth_edition(), true)] {
        let (mut trial, _) = acts("british artillery, ours, E3, N, limbered, 2", 2, left_out);
        trial.does(&[], close_if_spent);
        assert_eq!(trial.has(&Event::Done(unit(6))), acted);
    }
}
