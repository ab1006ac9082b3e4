use super::*;
use crate::tabletop::formation::Formation;
use crate::tabletop::order::Order;
use crate::tabletop::refusal::Refusal;
use crate::tabletop::rules::activation;
use crate::tabletop::trial::{Trial, at, unit};
use crate::tabletop::unit::Place;

/// A brigade in Column near its places, its Leader in the middle.
const COLUMN: &str = "a: british infantry, ours, D3, E, column, 4\nb: british infantry, ours, E4, N, column, 4\n\
                      c: british infantry, ours, D5, E, column, 4\nd: british infantry, ours, C4, N, column, 4\n\
                      e: leader, ours, D4, N, 1\nf: dervish infantry with spears, enemy, D1, S, en masse, 4\n";

fn asked(units: &str) -> Trial {
    let mut trial = Trial::new(units).dealt(4, "2H", &[0, 1, 2, 3]);
    trial.does(&[], activation::go_on);
    trial
}

fn forms() -> Order {
    Order::FormBrigade { leader: unit(4), centre: at("D4") }
}

#[test]
fn a_brigade_forms_square_for_2_points_all_in_one_turn_whatever_formation_its_units_had_t58() {
    let mut trial = asked(COLUMN);
    trial.order(&forms(), &[5]);
    trial.does(&[], super::super::movement_seen::settle_brigades);
    let brigade = Brigade { side: Side::Ours, centre: at("D4") };
    assert!(brigade.is_fully_formed(&trial.state.position), "{}", trial.state.position);
    assert_eq!(trial.state.side(Side::Ours).brigade, Some(at("D4")));
    assert!((0..4).all(|number| trial.state.unit(unit(number)).formation == Some(Formation::Line)));
    assert_eq!(trial.left(), 2, "5 less 2, and 1 for a Square");
}

#[test]
fn with_fewer_points_it_does_not_form_and_its_units_have_acted_t58() {
    let mut trial = asked(COLUMN);
    trial.order(&forms(), &[1]);
    assert!(trial.any(|event| matches!(event, Event::BrigadeDone { .. })));
    assert_eq!(trial.state.side(Side::Ours).brigade, None);
}

#[test]
fn without_all_four_on_the_leader_s_card_it_is_not_formed_t57_t58() {
    let mut trial = Trial::new(COLUMN).dealt(4, "2H", &[0, 1, 2]);
    trial.does(&[], activation::go_on);
    assert_eq!(trial.refuses(&forms()), Refusal::CannotBrigade);
}

/// *Brigade squares*: a side has one, whose Leader is there with it (T57).
#[test]
fn none_is_formed_beside_another_by_a_leader_who_is_not_there_or_where_the_side_breaks_off_t57() {
    let can = |change: fn(&mut State)| {
        let mut trial = asked(COLUMN);
        change(&mut trial.state);
        can_form(&trial.state, &trial.state.dealt[0], at("D4")).is_some()
    };
    assert!(can(|_| {}));
    assert!(!can(|state| state.sides[0].brigade = Some(at("D4"))));
    assert!(!can(|state| state.position.units[4].place = Place::Lost));
    assert!(!can(|state| state.sides[0].breaks_off = true));
    assert!(!can(|state| state.position.units[4].square = at("D7")));
}

#[test]
fn it_marches_as_one_figure_and_leaves_its_formation_for_2_points_t57_t58() {
    let mut trial = asked(COLUMN);
    trial.order(&forms(), &[6]);
    trial.order(&Order::MarchBrigade { side: Side::Ours, way: Facing::South }, &[]);
    assert_eq!((trial.square(0), trial.square(4), trial.left()), ("D4".to_owned(), "D5".to_owned(), 1), "the Leader goes along");
    assert_eq!(trial.refuses(&Order::BreakBrigade(Side::Ours)), Refusal::CannotBrigade, "one point is too few");
    let mut trial = asked(COLUMN);
    trial.order(&forms(), &[6]);
    trial.order(&Order::BreakBrigade(Side::Ours), &[]);
    assert_eq!(trial.state.side(Side::Ours).brigade, None);
    assert!(trial.any(|event| matches!(event, Event::BrigadeDone { .. })));
}

#[test]
fn a_brigade_broken_off_the_battle_marches_only_away_from_the_enemy() {
    let mut trial = asked(COLUMN);
    trial.order(&forms(), &[6]);
    trial.state.sides[0].breaks_off = true;
    assert_eq!(trial.refuses(&Order::MarchBrigade { side: Side::Ours, way: Facing::North }), Refusal::CannotMove);
    trial.order(&Order::MarchBrigade { side: Side::Ours, way: Facing::South }, &[]);
}
