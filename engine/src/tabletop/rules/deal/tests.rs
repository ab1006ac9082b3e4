use std::sync::Arc;

use super::*;
use crate::dice::Dice;
use crate::edition::{Edition, LeftOut};
use crate::game::Game as _;
use crate::tabletop::heroic::{Heroic, HeroicCounts};
use crate::tabletop::options::Options;
use crate::tabletop::order::{Battle, Order, SetUp};
use crate::tabletop::pack::BattlePack;
use crate::tabletop::phase::{Phase, Step};
use crate::tabletop::plan::Asleep;
use crate::tabletop::side::Side;
use crate::tabletop::square::{Aspect, Facing};
use crate::tabletop::state::{Contact, State};
use crate::tabletop::trial::{Trial, at, unit};

const UNITS: &str = "a: british infantry, ours, D4, N, line, 4\nb: british infantry, ours, E5, N, line, 4\n\
                     c: british cavalry, ours, K4, N, line, 4\nd: leader, ours, D5, N, 1\n\
                     e: dervish infantry with spears, enemy, D1, S, en masse, 4\n";

fn begins(units: &str) -> Trial {
    Trial::new(units).with(|state| (state.step, state.phase) = (Step::Deal, Phase::Playing))
}

fn dealt(trial: &Trial) -> Vec<(u8, String, Vec<u8>)> {
    let cards = trial.events.iter().filter_map(|event| match event {
        Event::Dealt { unit, card, with, .. } => Some((unit.0, card.to_string(), with.iter().map(|unit| unit.0).collect())),
        _ => None,
    });
    cards.collect()
}

#[test]
fn a_leader_s_card_is_for_those_in_his_square_and_adjacent_ones_and_the_others_have_their_own() {
    let mut trial = begins(UNITS);
    trial.does(&[1, 1, 1], deal);
    let cards = [(2, "AH".to_owned(), vec![]), (3, "AC".to_owned(), vec![0, 1]), (4, "AD".to_owned(), vec![])];
    assert_eq!(dealt(&trial), cards);
}

#[test]
fn a_side_says_before_the_deal_who_acts_on_his_own_n03() {
    let mut trial = begins(UNITS).with(|state| state.on_their_own.insert(unit(1)));
    trial.does(&[1, 1, 1, 1], deal);
    assert_eq!(
        dealt(&trial).iter().map(|(unit, _, with)| (*unit, with.clone())).collect::<Vec<_>>(),
        [(1, vec![]), (2, vec![]), (3, vec![0]), (4, vec![])]
    );
}

#[test]
fn who_lies_in_ambush_has_a_card_of_their_own_and_a_leader_in_ambush_coordinates_nobody_n06_n03() {
    let with_hidden = |hidden: u8, left_out: LeftOut| {
        let mut trial =
            begins(UNITS).with(|state| state.leave_out(left_out)).with(|state| state.position.units[hidden as usize].hidden = true);
        let cards = if left_out.is_empty() { 4 + u8::from(hidden == 3) } else { 3 };
        trial.does(&vec![1; cards.into()], deal);
        dealt(&trial).iter().map(|(unit, _, with)| (*unit, with.clone())).collect::<Vec<_>>()
    };
    assert_eq!(with_hidden(1, LeftOut::NONE), [(1, vec![]), (2, vec![]), (3, vec![0]), (4, vec![])]);
    assert_eq!(with_hidden(3, LeftOut::NONE), [(0, vec![]), (1, vec![]), (2, vec![]), (3, vec![]), (4, vec![])]);
    for hidden in [1, 3] {
        let before = with_hidden(hidden, LeftOut::after(Edition(5), State::MENDINGS));
        assert_eq!(before, [(2, vec![]), (3, vec![0, 1]), (4, vec![])], "as the fifth edition read it");
    }
}

#[test]
fn no_card_for_the_locked_the_impetuous_and_the_disorganised_t33_t39() {
    let units = UNITS
        .replace("E5, N, line, 4", "E5, N, line, 4, disorganised")
        .replace("e: dervish infantry with spears, enemy, D1", "e: dervish infantry with spears, enemy, D4");
    let locked = Contact {
        square: at("D4"),
        charger: unit(4),
        charged: unit(0),
        struck: Aspect::Front,
        way: Facing::South,
        cards: [0; 2],
        answered: [false; 2],
        fought: false,
    };
    let mut trial = begins(&units).with(|state| {
        state.contacts.push(locked);
        state.position.units[2].impetuous = true;
    });
    trial.does(&[1], deal);
    assert_eq!(dealt(&trial), [(3, "AH".to_owned(), vec![])], "the Leader alone");
}

#[test]
fn a_court_card_brings_a_leader_a_heroic_card_and_never_a_fourth() {
    for (held, brings) in [(0, true), (3, false)] {
        let mut trial = begins("a: leader, ours, D5, N, 1\n").with(|state| {
            state.heroic.undealt = HeroicCounts::new([1, 0, 0, 0, 2]);
            (0..held).for_each(|_| state.heroic.hands[0].cards.add(Heroic::Fighting));
        });
        let king = trial.draws("KC");
        let faces: &[u16] = if brings { &[king, 2] } else { &[king] };
        trial.does(faces, deal);
        assert_eq!(trial.any(|event| matches!(event, Event::HeroicDealt { card: Some(Heroic::Recover), .. })), brings);
    }
    let mut trial = begins("a: leader, ours, D5, N, 1\n").with(|state| state.heroic.undealt = HeroicCounts::new([1; 5]));
    let ten = trial.draws("10S");
    trial.does(&[ten], deal);
    assert!(!trial.any(|event| matches!(event, Event::HeroicDealt { .. })));
    let mut trial = begins("a: british infantry, ours, D5, N, line, 4\n").with(|state| state.heroic.undealt = HeroicCounts::new([1; 5]));
    trial.does(&[52], deal);
    assert!(!trial.any(|event| matches!(event, Event::HeroicDealt { .. })), "a King for a unit is a card like another");
}

#[test]
fn the_discarded_heroic_cards_are_shuffled_when_none_is_left_undealt() {
    let mut trial = begins("a: leader, ours, D5, N, 1\n").with(|state| state.heroic.discards = HeroicCounts::new([0, 0, 1, 0, 0]));
    trial.does(&[52, 1], deal);
    assert!(trial.has(&Event::HeroicShuffled));
    assert_eq!(trial.state.heroic.hands[0].cards.of(Heroic::Movement), 1);
}

#[test]
fn more_units_than_cards_are_dealt_from_two_packs_t44() {
    let one = "a: dervish infantry with spears, enemy, D1, S, en masse, 4\n";
    let many = |count: usize| begins(one).with(|state| state.position.units = vec![state.position.units[0]; count]);
    for (count, packs) in [(52, 1), (53, 2)] {
        let mut trial = many(count);
        trial.does(&[], begin_turn);
        assert!(trial.has(&Event::TurnBegan { turn: 3, packs }), "{count}");
    }
}

#[test]
fn the_cards_turned_are_shuffled_when_none_is_left_to_turn_t44() {
    let mut trial = Trial::new(UNITS).with(|state| (state.turned, state.undealt) = (Cards::packs(1, false), Cards::NONE));
    trial.does(&[1], |proceedings| {
        super::super::losses::turn_card(proceedings, unit(0));
    });
    assert!(trial.has(&Event::TurnedShuffled));
}

fn sleeping(trial: Trial, woken_by: Vec<Waking>, slowly: bool) -> Trial {
    trial.plan(|plan| plan.asleep = Some(Asleep { side: Side::Enemy, woken_by, slowly })).with(|state| state.sides[1].asleep = true)
}

#[test]
fn the_joker_is_shown_wakes_the_camp_and_its_unit_is_dealt_another_card_t61() {
    let mut trial = sleeping(begins(UNITS), vec![Waking::Joker], false).with(|state| state.undealt = Cards::packs(1, true));
    trial.does(&[53, 1, 1], deal);
    let cards: Vec<_> = dealt(&trial).into_iter().map(|(unit, card, _)| (unit, card)).collect();
    assert_eq!(cards, [(2, "joker".to_owned()), (2, "AH".to_owned()), (3, "AC".to_owned())], "nobody of theirs this turn");
    assert!(trial.has(&Event::Woke(Side::Enemy)) && !trial.state.side(Side::Enemy).asleep);
    assert!(may_act(&trial.state, unit(4), 3), "from the next turn on they are dealt");
}

#[test]
fn who_comes_to_the_rampart_wakes_the_camp_t61() {
    let area = crate::tabletop::area::Area(vec!["A2:L3".parse().unwrap()]);
    let mut trial = sleeping(Trial::new(UNITS), vec![Waking::Reached(area)], false).acts(0, 4);
    trial.order(&crate::tabletop::order::Order::Move { unit: unit(0), to: at("D3"), facing: Facing::North }, &[]);
    assert!(trial.has(&Event::Woke(Side::Enemy)));
}

#[test]
fn who_wakes_slowly_acts_on_a_5_or_6_on_the_turn_after_and_then_all_do_n07() {
    for (face, acts) in [(4, false), (5, true)] {
        let mut trial = sleeping(begins("e: dervish infantry with spears, enemy, D1, S, en masse, 4\n"), vec![Waking::Contact], true)
            .with(|state| (state.sides[1].asleep, state.sides[1].woke) = (false, Some(1)));
        let faces: &[u16] = if acts { &[face, 1] } else { &[face] };
        trial.does(faces, deal);
        assert_eq!(!dealt(&trial).is_empty(), acts, "{face}");
        assert!(!trial.state.side(Side::Enemy).asleep);
    }
    let mut trial = sleeping(begins("e: dervish infantry with spears, enemy, D1, S, en masse, 4\n"), vec![Waking::Contact], true)
        .with(|state| (state.sides[1].asleep, state.sides[1].woke, state.turn) = (false, Some(1), 3));
    trial.does(&[1], deal);
    assert_eq!(dealt(&trial).len(), 1, "then all act");
}

#[test]
fn fire_is_a_contact_that_wakes_at_dawn_n07() {
    let near = UNITS.replace("D1, S", "D2, S");
    let mut trial = sleeping(Trial::new(&near), vec![Waking::Contact], true).acts(0, 2);
    trial.order(&crate::tabletop::order::Order::Fire { unit: unit(0), weapon: 0, target: unit(4) }, &[6]);
    assert!(trial.has(&Event::Woke(Side::Enemy)));
}

#[test]
fn who_comes_on_is_dealt_a_card_from_his_turn_on_and_none_when_his_side_breaks_off_n04() {
    let waiting = |state: &mut crate::tabletop::state::State| state.position.units[0].place = Place::Waiting;
    let mut trial = Trial::new("a: british infantry, ours, D8, N, line, 4\n").plan(|plan| plan.ours.forces[0].from_turn = 3).with(waiting);
    assert!(!may_act(&trial.state, unit(0), 2) && may_act(&trial.state, unit(0), 3));
    trial.state.sides[0].breaks_off = true;
    assert!(!may_act(&trial.state, unit(0), 3));
}

/// A side wakes once, and by nothing but what its plan names (T61, N07).
#[test]
fn who_is_awake_does_not_wake_again_and_a_sleeper_only_by_what_wakes_it_t61_n07() {
    let near = UNITS.replace("D1, S", "D2, S");
    let fire = crate::tabletop::order::Order::Fire { unit: unit(0), weapon: 0, target: unit(4) };
    let mut awake = sleeping(Trial::new(&near), vec![Waking::Contact], true).with(|state| state.sides[1].asleep = false).acts(0, 2);
    awake.order(&fire, &[6]);
    assert!(!awake.has(&Event::Woke(Side::Enemy)));
    let mut sleeps = sleeping(Trial::new(&near), vec![Waking::Joker], false).acts(0, 2);
    sleeps.order(&fire, &[6]);
    assert!(!sleeps.has(&Event::Woke(Side::Enemy)) && sleeps.state.side(Side::Enemy).asleep);
}

#[test]
fn only_the_side_that_woke_throws_for_its_units_n07() {
    let units = "a: british infantry, ours, D8, N, line, 4\ne: dervish infantry with spears, enemy, D1, S, en masse, 4\n";
    let mut trial =
        sleeping(begins(units), vec![Waking::Contact], true).with(|state| (state.sides[1].asleep, state.sides[1].woke) = (false, Some(1)));
    trial.does(&[4, 1], deal);
    let roused = trial.events.iter().filter(|event| matches!(event, Event::Roused { unit, .. } if *unit == UnitId(1))).count();
    assert_eq!((roused, dealt(&trial).len()), (1, 1), "{:?}", trial.events);
}

/// *Before battle begins*: the armies are deployed, then the Heroic Leadership cards are dealt. A battle that was set up when they were dealt
/// first goes on with those.
#[test]
fn heroic_cards_are_dealt_when_both_sides_are_deployed_and_only_once() {
    let dealt = |events: &[Event]| events.iter().filter(|event| matches!(event, Event::HeroicDealt { .. })).count();
    for first_edition in [false, true] {
        let (mut state, mut dice) = (State::opening(&BattlePack::embedded().unwrap()), Dice::seeded([1; 32], 0));
        let mut given = |order: &Order, is_old: bool| {
            state.leave_out(if is_old { LeftOut::after(Edition::FIRST, State::MENDINGS) } else { LeftOut::NONE });
            let mut events = Vec::new();
            state.resolve(order, &mut dice, &mut events);
            (dealt(&events), [Side::Ours, Side::Enemy].map(|side| state.heroic.hands[side as usize].len()))
        };
        let set_up = Order::SetUp(Arc::new(SetUp { battle: Battle::Scenario("form square".to_owned()), options: Options::default() }));
        let before = if first_edition { 3 } else { 0 };
        assert_eq!(given(&set_up, first_edition), (2 * before, [before as u8; 2]));
        let first = state.side_asked().unwrap();
        let mut given = |order: &Order| {
            state.leave_out(LeftOut::NONE);
            let mut events = Vec::new();
            state.resolve(order, &mut dice, &mut events);
            let turn = events.iter().position(|event| matches!(event, Event::Dealt { .. })).unwrap_or(events.len());
            dealt(&events[..turn])
        };
        assert_eq!(given(&Order::Ready(first)), 0, "one side is deployed");
        assert_eq!(given(&Order::Ready(first.other())), 6 - 2 * before, "both are");
    }
}
