//! What the board and the sheets say of battles in the midst of a turn, given as boards with units.

use std::sync::Arc;

use engine::game::Game as _;
use engine::tabletop::board::{Board, Size};
use engine::tabletop::cards::Cards;
use engine::tabletop::event::{Event, Loss};
use engine::tabletop::heroic::Heroic;
use engine::tabletop::options::Options;
use engine::tabletop::order::Order;
use engine::tabletop::pack::BattlePack;
use engine::tabletop::phase::{Active, Actor, Phase, Step};
use engine::tabletop::player::Player;
use engine::tabletop::position::Position;
use engine::tabletop::seat::Seat;
use engine::tabletop::side::Side;
use engine::tabletop::state::{Dealt, State};
use engine::tabletop::unit::{Place, UnitId};
use engine::tabletop::unit_set::UnitSet;

use crate::despatches::field::{board, labels, sheets, story};
use crate::model::despatch::Despatch;
use crate::model::ids::CampaignId;
use crate::model::standing::Standing;

/// A river that flows south in columns E and F.
fn river() -> String {
    [".  .  .  .  ↓  ↓  .  .  .  .  .  ."; 8].join("\n\n")
}

/// Turn 2 of a battle in which the first unit acts with so many points.
fn acting(board: &str, units: &str, points: i8) -> State {
    let pack = BattlePack::embedded().unwrap();
    let mut state = State::opening(&pack);
    state.position = Position::parse(Arc::clone(&pack), Options::default(), &format!("{board}\n{units}")).unwrap();
    state.players = [Some(Player::Member(0)), Some(Player::Member(1))];
    (state.turn, state.step) = (2, Step::Activation);
    state.phase = Phase::Acting(Active::new(Actor::Unit(UnitId(0)), points, 0));
    state
}

fn open() -> String {
    Board::open(Size::Small).to_string()
}

fn asked(state: &State) -> String {
    board::what_is_asked(state, &board::offered(state)).unwrap()
}

fn sheet(state: &State, side: Option<Side>, topic: &str) -> Despatch {
    sheets::sheet(state, side.map(Seat::from), Standing::commanded(CampaignId(1), 7, None), topic, 0).unwrap()
}

#[test]
fn a_boat_fires_at_no_cost_and_what_the_stream_gives_and_takes_is_said_until_it_is_in_its_points_t23_t46() {
    let units = "a: gunboat, ours, E4, S, 6\nb: dervish artillery, enemy, H4, W, deployed, 1\n";
    let mut state = acting(&river(), units, 5);
    assert_eq!(asked(&state), "Gunboat (1), six flotation points, at E4: five points left, two more downstream, one fewer upstream.");
    if let Phase::Acting(active) = &mut state.phase {
        (active.points, active.gain, active.entered) = (0, 2, true);
    }
    assert_eq!(asked(&state), "Gunboat (1), six flotation points, at E4: two points left.");
    let fires = |weapon| labels::label(&state, &Order::Fire { unit: UnitId(0), weapon, target: UnitId(1) }).0;
    assert!(fires(0).contains(" with the artillery") && fires(1).contains(" with the machine guns"), "{} {}", fires(0), fires(1));
}

#[test]
fn while_no_enemy_is_seen_a_unit_is_offered_to_look_where_it_looks_and_not_over_its_own_edge() {
    let state = acting(&open(), "a: dervish infantry with spears, enemy, D2, S, en masse, 4\n", 6);
    let (menu, buttons) = board::controls(&state, Standing::commanded(CampaignId(1), 7, None));
    let straight: Vec<String> = menu.unwrap().choices.into_iter().map(|line| line.label).filter(|line| line.contains("To D")).collect();
    assert!(!straight.is_empty() && straight.iter().all(|line| line.ends_with("facing south")), "{straight:?}");
    let advised = buttons.into_iter().map(|button| button.label).find(|label| label.starts_with("To "));
    assert!(advised.is_none_or(|label| !label.contains("north")));
}

#[test]
fn a_unit_that_could_not_move_after_it_has_fired_has_none_left_then_t10() {
    let units = "a: british infantry, ours, D6, N, line, 4\nb: dervish infantry with spears, enemy, D3, S, en masse, 4\n";
    let mut state = acting(&open(), units, 2);
    let fire = [Order::Fire { unit: UnitId(0), weapon: 0, target: UnitId(1) }];
    if let Phase::Acting(active) = &mut state.phase {
        (active.points, active.gain, active.faster, active.spent) = (0, 0, 2, 0);
    }
    let told = board::what_is_asked(&state, &fire).unwrap();
    assert!(told.ends_with(": two points left, none if it fires."), "{told}");
}

#[test]
fn who_is_aboard_a_boat_is_told_aboard_it_and_is_among_those_to_act_and_landing_says_what_it_costs_and_exposes_to_t47() {
    let units = "a: british infantry, ours, D4, W, line, 4\nb: gunboat, ours, E4, S, 6\n\
                 c: dervish infantry with firearms, enemy, B4, E, en masse, 4\n";
    let mut state = acting(&river(), units, 4);
    state.position.units[0].place = Place::Aboard(UnitId(1));
    state.still.insert(UnitId(1));
    assert!(asked(&state).starts_with("British infantry (1), Line, four figures, aboard Gunboat (2): "), "{}", asked(&state));
    let (label, exposed) = labels::label(&state, &Order::Land { unit: UnitId(0), to: "D4".parse().unwrap() });
    assert_eq!(label, "Land at D4");
    assert!(exposed.starts_with("two points; one could charge"), "{exposed}");
    // Each square of the bank is offered once.
    let (menu, buttons) = board::controls(&state, Standing::commanded(CampaignId(1), 7, None));
    let squares = menu.unwrap().choices.into_iter().filter(|choice| choice.label.starts_with("Land at ")).count();
    assert!(squares > 1 && buttons.iter().filter(|button| button.label.starts_with("Land at ")).count() <= 1);
    state.dealt_aboard.push(Dealt { unit: UnitId(0), card: Cards::packs(1, false).nth(4).unwrap(), with: UnitSet::NONE });
    let facts = sheet(&state, None, "board").facts;
    assert!(facts[0].starts_with("**To act:** ") && facts[0].contains("British infantry (1)"), "{facts:?}");
}

#[test]
fn recover_gives_a_boat_a_flotation_point_and_a_unit_its_order_t24() {
    let state = acting(&river(), "a: gunboat, ours, E4, S, 3\nb: british infantry, ours, D4, W, line, 4\n", 4);
    let says = |unit| labels::label(&state, &Order::Play { side: Side::Ours, card: Heroic::Recover, unit }).1;
    assert_eq!(says(UnitId(0)), "The boat has one flotation point more at once.");
    assert_eq!(says(UnitId(1)), "The unit is in order again at once.");
}

#[test]
fn of_two_charges_at_one_target_that_differ_in_nothing_else_each_says_where_it_starts_from_t37() {
    let mut alike = 0;
    let places = ["B3", "C3", "E3", "F3", "C4", "E4"].into_iter().flat_map(|square| ["N", "E", "S", "W"].map(|way| (square, way)));
    for (square, way) in places {
        let units =
            format!("a: dervish infantry with spears, enemy, {square}, {way}, en masse, 4\nb: sudanese infantry, ours, D6, N, line, 4\n");
        let state = acting(&open(), &units, 12);
        let mut orders = Vec::new();
        state.legal_orders(Seat::Enemy, &mut orders);
        orders.retain(|order| matches!(order, Order::Charge { .. }));
        let called: Vec<String> = orders.iter().map(|order| labels::label(&state, order).0).collect();
        let mut different = called.clone();
        different.sort_unstable();
        different.dedup();
        assert_eq!(called.len(), different.len(), "{called:?}");
        alike += called.iter().filter(|label| label.contains(" from ")).count();
    }
    assert!(alike > 1);
}

#[test]
fn a_side_that_sleeps_is_said_to_on_the_board_and_the_whole_board_until_it_is_roused_n07_t61() {
    let units = "a: british infantry, ours, D8, N, line, 4\nb: dervish infantry with spears, enemy, D1, S, en masse, 4\n";
    let mut state = acting(&open(), units, 3);
    let says = |state: &State| {
        let standing = Standing::commanded(CampaignId(1), 7, None);
        [board::board(state, standing), sheet(state, None, "board")]
            .map(|told| told.facts.concat().contains("asleep: no cards until they are roused"))
    };
    assert_eq!(says(&state), [false, false]);
    state.sides[Side::Enemy as usize].asleep = true;
    assert_eq!(says(&state), [true, true]);
}

#[test]
fn my_side_says_which_unit_in_ambush_is_asked_and_the_board_does_not_n06() {
    let units = "a: dervish infantry with spears, enemy, D1, S, en masse, 4\nb: british infantry, ours, D8, N, line, 4\n";
    let mut state = acting(&open(), units, 5);
    state.position.units[0].hidden = true;
    let own = sheet(&state, Some(Side::Enemy), "mine").facts;
    assert_eq!(own[0], "Asked now: Dervish infantry with spears (1), en masse, four figures, at D1: five points left.");
    assert!(!sheet(&state, Some(Side::Ours), "mine").facts.concat().contains("Asked now"));
    assert!(!format!("{:?}", board::board(&state, Standing::commanded(CampaignId(1), 7, None))).contains("at D1"));
}

#[test]
fn a_boat_that_sinks_is_told_with_who_was_lost_aboard_it_t47() {
    let units = "a: gunboat, ours, E4, S, 1\nb: sudanese infantry, ours, E4, S, line, 4\n";
    let mut state = acting(&river(), units, 4);
    state.position.units[1].place = Place::Aboard(UnitId(0));
    let lost = |unit| Event::Lost { unit, how: Loss::Sunk };
    let events = [Event::FiguresLost { unit: UnitId(0), figures: 1 }, lost(UnitId(1)), lost(UnitId(0))];
    let told = story::story(&state, &events);
    assert_eq!(told[0].told[0].text, "Gunboat (1) lost a flotation point and sank with Sudanese infantry (2) aboard");
}
