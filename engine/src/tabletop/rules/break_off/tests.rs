use super::*;
use crate::edition::{Edition, LeftOut};
use crate::game::Game as _;
use crate::tabletop::area::Area;
use crate::tabletop::event::Loss;
use crate::tabletop::heroic::Heroic;
use crate::tabletop::order::Order;
use crate::tabletop::refusal::Refusal;
use crate::tabletop::trial::{Trial, unit};
use crate::tabletop::unit::Place;

/// So many native units in the last row, as many of them disorganised, and one of ours far off.
fn native(units: u8, disorganised: u8) -> String {
    let mut text = "z: british infantry, ours, A8, N, line, 4\n".to_owned();
    for number in 0..units {
        let letter = char::from(b'a' + number);
        let column = char::from(b'A' + number);
        let marker = if number < disorganised { ", disorganised" } else { "" };
        text += &format!("{letter}: dervish infantry with spears, enemy, {column}1, S, en masse, 4{marker}\n");
    }
    text
}

#[test]
fn break_off_battle_example_six_of_eleven_must_and_recovering_two_does_not_help_t28() {
    let mut trial = Trial::new(&native(11, 6));
    trial.does(&[], |proceedings| {
        end_turn_only(proceedings);
    });
    assert!(trial.has(&Event::BreaksOff { side: Side::Enemy, disorganised: 6, lost: 0, of: 11 }), "{:?}", trial.events);
    trial.state.position.units[1].disorganised = false;
    trial.state.position.units[2].disorganised = false;
    assert_eq!(trial.state.strength(Side::Enemy).disorganised, 4, "4 of 11, not 8");
    trial.does(&[], end_turn_only);
    assert!(trial.state.side(Side::Enemy).breaks_off, "there is no way back");
    let mut trial = Trial::new(&native(11, 5));
    trial.does(&[], end_turn_only);
    assert!(!trial.state.side(Side::Enemy).breaks_off, "5 of 11 are less than half");
}

/// Step 10 and the turn's cards shuffled; nobody is dealt any.
fn end_turn_only(proceedings: &mut Proceedings<'_>) {
    end_turn(proceedings);
}

#[test]
fn leaders_transport_and_boats_do_not_count_and_the_lost_and_the_gone_do_t31() {
    let units = "a: british infantry, ours, A8, N, line, 4\nb: british infantry, ours, B8, N, line, 4\nc: british artillery, ours, C8, N, deployed, 2\n\
                 d: leader, ours, D8, N, 1\ne: transport, ours, E8, N, transport, 1, disorganised\n\
                 f: dervish infantry with spears, enemy, A1, S, en masse, 4\n";
    let mut trial = Trial::new(units);
    assert_eq!(trial.state.strength(Side::Ours), crate::tabletop::state::Strength { disorganised: 0, lost: 0, of: 3 });
    trial.does(&[], |proceedings| proceedings.note(Event::Lost { unit: unit(0), how: Loss::Destroyed }));
    trial.state.position.units[1].place = Place::Left;
    assert_eq!(trial.state.strength(Side::Ours), crate::tabletop::state::Strength { disorganised: 0, lost: 2, of: 3 });
    assert!(trial.state.strength(Side::Ours).breaks_off());
}

#[test]
fn a_side_that_must_break_off_has_lost_when_its_last_unit_that_can_move_is_gone_t60() {
    let mut trial = Trial::new(&native(2, 1)).with(|state| state.sides[1].breaks_off = true);
    assert_eq!(outcome(&trial.state), None, "one can still leave");
    trial.state.position.units[2].place = Place::Left;
    assert_eq!(outcome(&trial.state), Some(Outcome { winner: Some(Side::Ours), by: EndedBy::BreakOff }));
    let mut trial = Trial::new(&native(2, 1)).with(|state| state.sides[1].breaks_off = true);
    trial.order(&Order::LetGo(Side::Ours), &[]);
    assert!(trial.has(&Event::Ended(Outcome { winner: Some(Side::Ours), by: EndedBy::BreakOff })));
}

#[test]
fn a_campaign_s_battle_ends_with_the_turn_in_which_a_side_must_break_off_n10() {
    let trial = Trial::new(&native(2, 1)).plan(|plan| plan.stops_at_break_off = true).with(|state| state.sides[1].breaks_off = true);
    assert_eq!(outcome(&trial.state), Some(Outcome { winner: Some(Side::Ours), by: EndedBy::BreakOff }));
}

#[test]
fn both_at_once_is_drawn_t60() {
    let both = native(2, 1).replace("line, 4", "line, 4, disorganised");
    let mut trial = Trial::new(&both);
    trial.does(&[], end_turn_only);
    assert!(trial.has(&Event::Ended(Outcome { winner: None, by: EndedBy::BothBrokeOff })));
}

#[test]
fn the_side_that_has_won_breaks_off_too_when_half_of_it_is_out_of_order_in_a_later_turn_and_has_won_all_the_same() {
    let fleeing = |left_out: LeftOut| {
        let both = native(2, 1).replace("line, 4", "line, 4, disorganised");
        Trial::new(&both).with(|state| state.leave_out(left_out)).with(|state| {
            let enemy = &mut state.sides[1];
            (enemy.breaks_off, enemy.broke_off_in) = (true, 1);
        })
    };
    let ours = |trial: &Trial| trial.has(&Event::BreaksOff { side: Side::Ours, disorganised: 1, lost: 0, of: 1 });
    let mut trial = fleeing(LeftOut::NONE);
    trial.does(&[], end_turn_only);
    assert!(ours(&trial) && trial.state.side(Side::Ours).breaks_off, "{:?}", trial.events);
    assert_eq!((trial.state.beaten(), trial.state.outcome()), (Some(Side::Enemy), None), "one of theirs can still leave");
    assert_eq!(trial.refuses(&Order::LetGo(Side::Enemy)), Refusal::NotBreakingOff, "who had to first has lost, and lets nobody go");
    trial.state.position.units[2].place = Place::Left;
    assert_eq!(outcome(&trial.state), Some(Outcome { winner: Some(Side::Ours), by: EndedBy::BreakOff }));
    let mut before = fleeing(LeftOut::after(Edition(5), State::MENDINGS));
    before.does(&[], end_turn_only);
    assert!(!ours(&before) && !before.state.side(Side::Ours).breaks_off, "as the fifth edition read it");
}

#[test]
fn the_last_turn_is_the_fifteenth_or_another_as_it_is_set_t60() {
    let ended = |turns: u8, turn: u8| {
        let turns = crate::tabletop::options::Turns(turns);
        let mut trial = Trial::new(&native(2, 0)).options(|options| options.turns = turns).with(|state| state.turn = turn);
        trial.does(&[], end_turn_only);
        trial.state.outcome().is_some()
    };
    for turns in [6, 15, 22] {
        assert!(!ended(turns, turns - 1) && ended(turns, turns), "{turns}");
    }
    assert_eq!(crate::tabletop::options::Options::default().turns.0, 15);
}

#[test]
fn the_last_turn_is_drawn_or_decided_by_the_aim_t60_n17() {
    let ended = |change: &dyn Fn(&mut crate::tabletop::plan::Plan), turn: u8| {
        let mut trial = Trial::new(&native(2, 0)).plan(|plan| change(plan)).with(|state| state.turn = turn);
        trial.does(&[], end_turn_only);
        trial.state.outcome()
    };
    let village = |square: &str| Aim::Hold { side: Side::Ours, squares: Area(vec![square.parse().unwrap()]) };
    assert_eq!(ended(&|_| {}, 14), None);
    assert_eq!(ended(&|_| {}, 15), Some(Outcome { winner: None, by: EndedBy::Turns }));
    assert_eq!(ended(&|plan| plan.aim = Some(village("A8")), 15), Some(Outcome { winner: Some(Side::Ours), by: EndedBy::Aim }));
    assert_eq!(
        ended(&|plan| plan.aim = Some(village("A7")), 15),
        Some(Outcome { winner: Some(Side::Enemy), by: EndedBy::Aim }),
        "nobody holds it"
    );
    assert_eq!(
        ended(&|plan| plan.aim = Some(village("A1:A8")), 15),
        Some(Outcome { winner: Some(Side::Enemy), by: EndedBy::Aim }),
        "not alone"
    );
    assert_eq!(ended(&|plan| plan.aim = Some(Aim::MoreUnits), 15), Some(Outcome { winner: Some(Side::Enemy), by: EndedBy::Aim }));
}

#[test]
fn at_dusk_the_alarm_is_given_on_a_6_n07() {
    for (face, given) in [(5, false), (6, true)] {
        let asleep = crate::tabletop::plan::Asleep { side: Side::Enemy, woken_by: vec![Waking::Contact, Waking::Alarm], slowly: true };
        let mut trial = Trial::new(&native(3, 0)).plan(|plan| plan.asleep = Some(asleep)).with(|state| state.sides[1].asleep = true);
        trial.does(&[face], end_turn_only);
        assert_eq!(trial.has(&Event::Woke(Side::Enemy)), given, "{face}");
    }
}

const SHAKEN: &str = "a: british cavalry, ours, D4, N, line, 3, disorganised\nb: leader, ours, D4, N, 1\n";

#[test]
fn disorganisation_example_2_whole_recover_is_played_after_the_die_t49() {
    let mut trial = Trial::new(SHAKEN).hand(Side::Ours, &[Heroic::Recover]).with(|state| state.step = Step::Recovery);
    trial.does(&[6], recover);
    assert!(trial.has(&Event::Asked(Question::Recovery(unit(0)))), "6 less 2 is more than 3: {:?}", trial.events);
    trial.order(&Order::Play { side: Side::Ours, card: Heroic::Recover, unit: unit(0) }, &[]);
    assert!(!trial.state.unit(unit(0)).disorganised);
    trial.does(&[], recover);
    assert!(trial.has(&Event::StepBegan(Step::End)), "it does not try again");
}

#[test]
fn whoever_holds_a_card_is_asked_whichever_it_is_and_may_play_none_n02() {
    let mut trial = Trial::new(SHAKEN).hand(Side::Ours, &[Heroic::HardLuck]).with(|state| state.step = Step::Recovery);
    trial.does(&[6], recover);
    assert!(trial.has(&Event::Asked(Question::Recovery(unit(0)))));
    trial.order(&Order::NoCard(Side::Ours), &[]);
    assert!(trial.state.unit(unit(0)).disorganised);
    let mut trial = Trial::new(SHAKEN).with(|state| state.step = Step::Recovery);
    trial.does(&[6], recover);
    assert!(trial.has(&Event::StepBegan(Step::End)), "without a card nobody is asked");
}

#[test]
fn in_a_campaign_a_side_gives_the_battle_up_with_the_turn_s_end_and_has_not_held_the_field_n10() {
    let fought = || Trial::new(&native(2, 0)).plan(|plan| plan.stops_at_break_off = true);
    let mut trial = fought();
    trial.order(&Order::Concede(Side::Ours), &[]);
    assert!(trial.has(&Event::GivesUp(Side::Ours)) && trial.state.outcome().is_none(), "the turn goes on");
    assert_eq!(trial.refuses(&Order::Concede(Side::Ours)), crate::tabletop::refusal::Refusal::AlreadySo);
    trial.does(&[], end_turn_only);
    assert_eq!(trial.state.outcome(), Some(Outcome { winner: Some(Side::Enemy), by: EndedBy::Conceded }));
    let mut both = fought();
    for side in Side::BOTH {
        both.order(&Order::Concede(side), &[]);
    }
    both.does(&[], end_turn_only);
    assert_eq!(both.state.outcome(), Some(Outcome { winner: None, by: EndedBy::BothBrokeOff }));
    let mut alone = Trial::new(&native(2, 0));
    alone.order(&Order::Concede(Side::Enemy), &[]);
    assert_eq!(alone.state.outcome(), Some(Outcome { winner: Some(Side::Ours), by: EndedBy::Conceded }), "fought alone, at once");
}

#[test]
fn no_alarm_is_thrown_for_where_nothing_but_contact_wakes_them_or_they_are_awake_n07() {
    for (woken_by, is_asleep) in [(vec![Waking::Contact], true), (vec![Waking::Contact, Waking::Alarm], false)] {
        let asleep = crate::tabletop::plan::Asleep { side: Side::Enemy, woken_by, slowly: true };
        let mut trial = Trial::new(&native(3, 0)).plan(|plan| plan.asleep = Some(asleep)).with(|state| state.sides[1].asleep = is_asleep);
        trial.does(&[], end_turn_only);
        assert!(!trial.any(|event| matches!(event, Event::Alarm { .. } | Event::Woke(_))), "{:?}", trial.events);
    }
}

#[test]
fn when_the_turns_are_up_more_units_in_good_order_win_and_as_many_do_not_n17() {
    let winner = |ours: u8, disorganised: u8| {
        let row = |number: u8| format!("{}: british infantry, ours, {}8, N, line, 4", char::from(b'p' + number), char::from(b'A' + number));
        let mark = |number: u8| if number < disorganised { ", disorganised\n" } else { "\n" };
        let lines: String = (0..ours).map(|number| row(number) + mark(number)).collect();
        let theirs: String = native(2, 0).lines().skip(1).map(|line| format!("{line}\n")).collect();
        let trial = Trial::new(&format!("{lines}{theirs}k: leader, ours, H8, N, 1\n")).plan(|plan| plan.aim = Some(Aim::MoreUnits));
        let trial = trial.with(|state| state.turn = state.options().turns.0);
        outcome(&trial.state).unwrap().winner
    };
    assert_eq!([winner(1, 0), winner(2, 0), winner(3, 0), winner(3, 1)], [Side::Enemy, Side::Enemy, Side::Ours, Side::Enemy].map(Some));
}
