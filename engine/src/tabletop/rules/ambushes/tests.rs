use crate::edition::{Edition, LeftOut};
use crate::game::Game as _;
use crate::tabletop::area::Area;
use crate::tabletop::event::Event;
use crate::tabletop::heroic::Heroic;
use crate::tabletop::order::Order;
use crate::tabletop::pack::{Arm, BattlePack};
use crate::tabletop::plan::Start;
use crate::tabletop::rules::charging::can_be_charged;
use crate::tabletop::rules::deployment::lay;
use crate::tabletop::rules::losses::fall_back;
use crate::tabletop::seat::Seat;
use crate::tabletop::side::Side;
use crate::tabletop::square::Facing;
use crate::tabletop::state::State;
use crate::tabletop::trial::{Trial, at, unit};
use crate::tabletop::view::shown;

/// Foot and a battery in sight, and a Leader and foot of theirs in ambush in the same squares.
const UNITS: &str = "a: dervish infantry with spears, enemy, D3, S, en masse, 4\nb: dervish artillery, enemy, G3, S, deployed, 1\n\
                     c: leader, enemy, D3, S, 1\nd: dervish infantry with spears, enemy, G3, S, en masse, 4\n\
                     e: british artillery, ours, D8, N, deployed, 2\n";

/// With the Leader and the foot in ambush, by the rules of an edition.
fn hidden(edition: u16) -> Trial {
    let left_out = LeftOut::after(Edition(edition), State::MENDINGS);
    Trial::new(UNITS).with(|state| state.leave_out(left_out)).with(|state| {
        for number in [2, 3] {
            state.position.units[number].hidden = true;
        }
    })
}

#[test]
fn who_lies_in_ambush_counts_for_nothing_of_who_is_seen_n06() {
    let counted = |edition: u16| {
        let state = hidden(edition).state;
        let position = &state.position;
        (
            position.leaders_near(unit(0)),
            position.figures_beside(unit(0)),
            state.leaders_with(unit(0)).count(),
            can_be_charged(position, unit(1)),
        )
    };
    assert_eq!(counted(6), (0, 0, 0, true));
    assert_eq!(counted(5), (1, 1, 1, false), "as the fifth edition read it");
    // Nor is a card turned for a Leader whom nobody sees.
    let mut trial = hidden(6).acts(4, 6);
    trial.order(&Order::Fire { unit: unit(4), weapon: 0, target: unit(0) }, &[1]);
    assert!(trial.has(&Event::Disorganised(unit(0))) && !trial.any(|event| matches!(event, Event::Turned { .. })), "{:?}", trial.events);
}

#[test]
fn for_who_lies_in_ambush_too_they_count_and_both_show_themselves_together_n06() {
    let trial = |edition: u16| hidden(edition).with(|state| state.position.units[0].hidden = true).acts(0, 6);
    assert_eq!(trial(6).state.leaders_with(unit(0)).count(), 1);
    let mut both = trial(6);
    both.order(&Order::Move { unit: unit(0), to: at("D4"), facing: Facing::South }, &[]);
    assert!(both.has(&Event::Revealed(unit(0))) && both.has(&Event::Revealed(unit(2))), "{:?}", both.events);
    assert_eq!(both.square(2), "D4", "their Leader goes with them");
    let mut before = trial(5);
    before.order(&Order::Move { unit: unit(0), to: at("D4"), facing: Facing::South }, &[]);
    assert!(!before.has(&Event::Revealed(unit(2))), "as the fifth edition read it");
}

#[test]
fn an_ambush_that_somebody_is_kept_from_falling_back_by_shows_itself_n06() {
    let falls_back = |edition: u16| {
        let mut trial = hidden(edition).with(|state| state.position.units[3].square = at("D2"));
        trial.does(&[], |proceedings| {
            fall_back(proceedings, unit(0), (at("D3"), Facing::North), 2, Default::default());
        });
        assert!(trial.has(&Event::FiguresLost { unit: unit(0), figures: 1 }));
        trial.has(&Event::Revealed(unit(3)))
    };
    assert!(falls_back(6) && !falls_back(5));
}

#[test]
fn of_a_unit_in_ambush_only_its_die_is_seen_not_whether_it_could_do_anything_n06() {
    let is_asked = |edition: u16, square: &str, points: u16, hand: bool| {
        let mut trial = hidden(edition).with(|state| state.position.units[3].square = at(square));
        if hand {
            trial = trial.hand(Side::Enemy, &[Heroic::Movement]);
        }
        trial.does(&[points], |proceedings| super::super::activation::activate(proceedings, unit(3)));
        let Some(Event::Activated { gain, .. }) = trial
            .events
            .iter()
            .find(|event| matches!(event, Event::Activated { .. }))
            .and_then(|event| shown(&trial.state, event, Some(Seat::Ours)))
        else {
            panic!("{:?}", trial.events)
        };
        assert_eq!(gain, 0, "its formation is not seen");
        !trial.has(&Event::Done(unit(3)))
    };
    // A Leader in ambush is with it in D3, and nobody in K3; with a card in the hand they could do something.
    for hand in [false, true] {
        for points in 1..=8 {
            assert!(is_asked(6, "D3", points, hand) && is_asked(6, "K3", points, hand), "{points} {hand}");
        }
    }
}

#[test]
fn by_default_no_leader_in_sight_joins_an_ambush_nor_goes_where_they_may_not_be_set_up_n06() {
    let pack = BattlePack::embedded().unwrap();
    let laid = |leader: &str, joins: bool| {
        let mut plan = pack.scenario("marching").unwrap().plan.clone();
        let area = |block: &str| Area(vec![block.parse().unwrap()]);
        plan.enemy.area = Start::Hidden(area("J1:L8"));
        plan.enemy.forces.iter_mut().for_each(|force| force.area = None);
        for force in plan.enemy.forces.iter_mut().filter(|force| force.troop == "leader") {
            force.area = Some(Start::SetUp(area(leader)));
        }
        let board = plan.check(&pack.troops).unwrap();
        let units = lay(&pack, &plan, &board, joins);
        let leader = units.iter().find(|unit| unit.side == Side::Enemy && pack.troop(unit.troop).arm == Arm::Leader).unwrap();
        let hides = |square| units.iter().any(|unit| unit.hidden && unit.square == square);
        (area("I1:I8").has(leader.square), hides(leader.square))
    };
    assert_eq!(laid("I1:I8", false), (true, false));
    assert_eq!(laid("I1:I8", true), (false, true), "as the fifth edition read it");
}
