//! What flows back from the board to the campaign, ruling by ruling.

use super::report::{self, Field};
use super::tests::{FOUR, ROAD, battle, boards, disorganised, ends, force, happens, lost, met, open, stands};
use crate::campaign::event::Event;
use crate::campaign::ground_dice::GroundDice;
use crate::campaign::odds::pursuit::{self, Unpursued};
use crate::campaign::options::Options;
use crate::campaign::order::{Odds, Order};
use crate::campaign::refusal::Refusal;
use crate::campaign::round::BattleKind;
use crate::campaign::rules::test_kit::Camp;
use crate::campaign::seat::Seat;
use crate::dice::Dice;
use crate::game::Game;
use crate::pack::BattleType;
use crate::tabletop;
use crate::tabletop::phase::EndedBy;
use crate::tabletop::side::Side;
use crate::tabletop::unit::UnitId as There;

#[test]
fn what_is_reported_is_what_each_unit_lost_and_then_the_way_of_every_battle() {
    let mut camp = met(BattleType::Encounter);
    open(&mut camp);
    lost(&mut camp, 0, 1);
    lost(&mut camp, 2, 4);
    // The enemy's losses are nobody's business.
    lost(&mut camp, 6, 4);
    ends(&mut camp, EndedBy::BreakOff, Some(Side::Ours));
    assert_eq!(camp.permit(Seat::Commander, &Order::LeaveBoard), Err(Refusal::BoardDecided));
    // Five dice for five steps, which the players may throw.
    let events = camp.give(Order::ReportFought, &[1, 1, 1, 6, 1]);
    let losses: Vec<_> = events
        .iter()
        .filter_map(|event| match event {
            Event::LossReported { unit, steps } => Some((camp.pack().roster.unit(*unit).name.clone(), *steps)),
            _ => None,
        })
        .collect();
    assert_eq!(losses, [("Dragoons 1/1".to_owned(), 1), ("Militia 5".to_owned(), 4)]);
    assert!(events.iter().any(|event| matches!(event, Event::BattleEnded { won: true, .. })));
    assert_eq!((camp.board(), camp.battle()), (None, None));
    assert_eq!([camp.steps(camp.unit("Dragoons 1/1")), camp.steps(camp.unit("Militia 5"))], [3, 1], "one came back");
}

/// Ours have broken off: four units on their own edge, horse among them, and seven of theirs on the other, these of all in disorder.
fn beaten(in_disorder: &[u8]) -> Camp {
    let mut camp = met(BattleType::Encounter);
    open(&mut camp);
    for (unit, square) in [(0, "F8"), (1, "G8"), (2, "H8"), (3, "I8")] {
        stands(&mut camp, unit, square);
    }
    for (unit, square) in (5..12).zip(["A1", "B1", "C1", "D1", "E1", "F1", "G1"]) {
        stands(&mut camp, unit, square);
    }
    disorganised(&mut camp, in_disorder);
    ends(&mut camp, EndedBy::BreakOff, Some(Side::Enemy));
    camp
}

#[test]
fn beaten_ours_are_pursued_with_the_board_s_own_cavalry_odds_and_surround_n08_n09() {
    // Ours on the board: two in good order, of them the horse; theirs: five in good order of seven.
    let mut camp = beaten(&[1, 2, 5, 6]);
    let field = |camp: &Camp| report::report(camp).unwrap().field;
    assert_eq!(field(&camp), Field::Left { cavalry: 1, surrounded: false, odds: Odds::OverTwoToOne }, "five to two");
    let mut more = camp.clone();
    disorganised(&mut more, &[0]);
    assert_eq!(field(&more), Field::Left { cavalry: 0, surrounded: false, odds: Odds::OverThreeToOne }, "five to one, and no horse");
    disorganised(&mut camp, &[7]);
    assert_eq!(field(&camp), Field::Left { cavalry: 1, surrounded: false, odds: Odds::Even }, "four to two are not more than two to one");
    let events = camp.0.give(Seat::Commander, &Order::ReportFought, &mut Dice::seeded([5; 32], 0)).unwrap();
    assert!(events.iter().any(|event| matches!(event, Event::PursuitRolled { .. })), "{events:?}");
}

#[test]
fn the_odds_of_a_withdrawal_from_the_board_are_those_of_what_is_rolled_as_it_stands_there_n08_n09() {
    let mut camp = beaten(&[1, 2, 5, 6]);
    lost(&mut camp, 1, 4);
    let (situation, before) = pursuit::from_battle(&camp).unwrap();
    assert_eq!((situation.ours, situation.theirs, situation.cavalry, situation.surrounded), (2, 5, 1, false));
    let odds = pursuit::pursuit(&camp.pack().tables, camp.options(), situation, before);
    let report = report::report(&camp).unwrap();
    assert_eq!(before, report.losses.iter().map(|(_, steps)| u16::from(*steps)).sum::<u16>());
    assert!(before > 0 && pursuit::unpursued(&camp).is_none());
    let events = camp.0.give(Seat::Commander, &Order::ReportFought, &mut Dice::seeded([5; 32], 0)).unwrap();
    let rolled = events.iter().find_map(|event| match event {
        Event::PursuitRolled { roll, percent, steps } => Some((roll.modifier(), (*percent, *steps))),
        _ => None,
    });
    let (modifier, row) = rolled.unwrap();
    assert_eq!(modifier, odds.roll.modifier(), "the dice are thrown with what was told");
    assert!(odds.rows.iter().any(|told| (told.percent, told.lost) == row), "{row:?} is among {:?}", odds.rows);
    // While it is set up it stands as both sides come to it; who has won is not pursued.
    let mut camp = met(BattleType::Encounter);
    let as_met = pursuit::from_battle(&camp).unwrap();
    camp.0.give(Seat::Commander, &Order::FightOut { ground: GroundDice::default() }, &mut Dice::seeded([3; 32], 0)).unwrap();
    assert!(!pursuit::is_deployed(&camp));
    assert_eq!(pursuit::from_battle(&camp), Some(as_met));
    ends(&mut camp, EndedBy::BreakOff, Some(Side::Ours));
    assert_eq!(pursuit::unpursued(&camp), Some(Unpursued::Held));
}

#[test]
fn three_to_one_on_the_board_is_not_over_three_to_one_n08() {
    let field = report::report(&beaten(&[1, 2, 5])).unwrap().field;
    assert_eq!(field, Field::Left { cavalry: 1, surrounded: false, odds: Odds::OverTwoToOne }, "six to two");
}

#[test]
fn ours_are_surrounded_where_no_way_leads_to_an_edge_past_enemies_in_good_order_n09() {
    let mut camp = met(BattleType::Encounter);
    open(&mut camp);
    for (unit, square) in [(0, "F4"), (1, "G4"), (2, "F5"), (3, "G5")] {
        stands(&mut camp, unit, square);
    }
    let surrounded = |camp: &Camp| report::is_surrounded(camp.board().unwrap().battle());
    let ring = ["D3", "D6", "F2", "I3", "I6", "F7", "H7"];
    for (unit, square) in (5..12).zip(ring) {
        stands(&mut camp, unit, square);
    }
    assert!(surrounded(&camp), "each stands next to the ways between them");
    let mut weak = camp.clone();
    disorganised(&mut weak, &[5, 6]);
    assert!(!surrounded(&weak), "those in disorder bar nobody's way");
    let mut away = camp.clone();
    happens(&mut away, tabletop::event::Event::Left { unit: There(3), with: tabletop::event::Units::new() });
    assert!(!surrounded(&away), "one has got away");
    stands(&mut camp, 0, "A8");
    assert!(!surrounded(&camp), "who stands at an edge is there");
}

#[test]
fn if_both_break_off_in_the_same_turn_ours_hold_the_field_or_nobody_does_and_nobody_pursues_n11() {
    let fought = |both_broken_is_drawn| {
        let options = Options { both_broken_is_drawn, ..boards() };
        let mut camp = battle(options, ROAD, &FOUR, Some(BattleType::Encounter), BattleKind::Encounter, force(8, 4, 2));
        for unit in FOUR {
            let (unit, from) = (camp.unit(unit), camp.space("Lopez"));
            camp.0.came_from[unit.index()] = Some(from);
        }
        open(&mut camp);
        ends(&mut camp, EndedBy::BothBrokeOff, None);
        camp
    };
    assert_eq!(report::report(&fought(false)).unwrap().field, Field::Held);
    let mut drawn = fought(true);
    assert_eq!(report::report(&drawn).unwrap().field, Field::LeftUnpursued);
    let events = drawn.give(Order::ReportFought, &[]);
    assert!(events.iter().any(|event| matches!(event, Event::BattleEnded { won: false, .. })));
    assert!(!events.iter().any(|event| matches!(event, Event::PursuitRolled { .. })));
}

#[test]
fn when_the_turns_are_up_ours_hold_the_field_with_more_units_in_good_order_n17_and_never_with_nobody_left() {
    let mut camp = met(BattleType::Encounter);
    open(&mut camp);
    let mut held = camp.clone();
    ends(&mut held, EndedBy::Aim, Some(Side::Ours));
    assert_eq!(report::report(&held).unwrap().field, Field::Held);
    let mut left = camp.clone();
    ends(&mut left, EndedBy::Aim, Some(Side::Enemy));
    assert!(matches!(report::report(&left).unwrap().field, Field::Left { .. }));
    assert_eq!(report::report(&camp), None, "not before it is decided");
    (0..4).for_each(|unit| lost(&mut camp, unit, 4));
    ends(&mut camp, EndedBy::Aim, Some(Side::Ours));
    assert!(matches!(report::report(&camp).unwrap().field, Field::Left { .. }));
    let events = camp.give(Order::ReportFought, &[]);
    assert!(events.iter().any(|event| matches!(event, Event::UnitsLost { units, .. } if units.len() == 4)), "{events:?}");
}

#[test]
fn a_side_gives_the_battle_up_on_the_board_with_the_end_of_the_turn_n10() {
    let mut camp = met(BattleType::Encounter);
    open(&mut camp);
    let gives_up = Order::Field(tabletop::order::Order::Concede(Side::Ours));
    assert!(camp.standing_orders_on_board(Side::Ours).contains(&gives_up));
    camp.0.give(Seat::OnBoard(Side::Ours), &gives_up, &mut Dice::scripted(&[])).unwrap();
    assert!(!camp.board().unwrap().battle().is_over());
    ends(&mut camp, EndedBy::Conceded, Some(Side::Enemy));
    assert!(matches!(report::report(&camp).unwrap().field, Field::Left { .. }));
}
