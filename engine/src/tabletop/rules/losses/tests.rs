use super::*;
use crate::edition::LeftOut;
use crate::game::Game as _;
use crate::tabletop::square::{Aspect, Facing};
use crate::tabletop::state::Contact;
use crate::tabletop::trial::{Trial, at, sixth_edition, unit};

const SPEARS: &str = "dervish infantry with spears, enemy, D4, S, en masse, 4";
const THEIR_GUNS: &str = "dervish artillery, enemy, D4, S, deployed, 2";
const THEIR_LEADER: &str = "leader, enemy, D4, S, 1";
const FOOT: &str = "british infantry, ours, D4, N, line, 4";
const GUNS: &str = "british artillery, ours, D4, N, deployed, 2";
const LEADER: &str = "leader, ours, D4, N, 1";

/// Gunners are lost to main units, a Leader alone to gunners too, whoever came into the square, and neither while a main unit of theirs is there (T35, T43).
#[test]
fn in_a_square_that_enemies_have_entered_gunners_and_leaders_left_to_themselves_are_captured_t35_t43() {
    let cases: [(&[&str], &[u8]); 9] = [
        (&[SPEARS, GUNS], &[1]),
        (&[SPEARS, GUNS, LEADER], &[1, 2]),
        (&[SPEARS, LEADER], &[1]),
        (&[SPEARS, GUNS, LEADER, FOOT], &[]),
        (&[THEIR_GUNS, GUNS], &[]),
        (&[THEIR_GUNS, LEADER], &[1]),
        (&[THEIR_GUNS, GUNS, LEADER], &[]),
        (&[THEIR_LEADER, GUNS], &[0]),
        (&[THEIR_LEADER, LEADER], &[]),
    ];
    for (lines, lost) in cases {
        let letters = 'a'..='z';
        let units: String = letters.zip(lines).map(|(letter, line)| format!("{letter}: {line}\n")).collect();
        let mut trial = Trial::new(&units);
        trial.does(&[], |proceedings| overrun(proceedings, at("D4")));
        let is_captured = |number: &u8| trial.has(&Event::Lost { unit: unit(*number), how: Loss::Captured });
        let captured: Vec<u8> = (0..lines.len() as u8).filter(is_captured).collect();
        assert_eq!(captured, lost, "{units}{:?}", trial.events);
    }
}

/// A battery that is charged itself fights for itself (T35).
#[test]
fn gunners_in_a_hand_to_hand_of_their_own_are_not_captured_t35() {
    let contact = Contact {
        square: at("D4"),
        charger: unit(0),
        charged: unit(1),
        struck: Aspect::Front,
        way: Facing::South,
        cards: [0, 0],
        answered: [false, false],
        fought: false,
    };
    let mut trial = Trial::new(&format!("a: {SPEARS}\nb: {GUNS}\n")).with(|state| state.contacts.push(contact));
    trial.does(&[], |proceedings| overrun(proceedings, at("D4")));
    assert!(trial.events.is_empty(), "{:?}", trial.events);
}

/// *Restrictions*: they fall back, or are lost, with it.
#[test]
fn gunners_who_fall_back_with_a_unit_are_lost_with_it_when_it_dies_of_being_blocked_t35() {
    let lost = |figures: u8, left_out: LeftOut| {
        let units = format!(
            "a: british infantry, ours, D4, N, line, {figures}\nb: {GUNS}\nc: {LEADER}\nd: british cavalry, ours, D6, N, line, 4\n"
        );
        let mut trial = Trial::new(&units);
        trial.state.leave_out(left_out);
        trial.does(&[], |proceedings| {
            let with: Units = [unit(1), unit(2)].into_iter().collect();
            fall_back(proceedings, unit(0), (at("D4"), Facing::South), 2, with);
        });
        assert_eq!((trial.square(1), trial.square(2)), ("D5".to_owned(), "D5".to_owned()));
        [0, 1, 2].map(|number| trial.any(|event| matches!(event, Event::Lost { unit, .. } if *unit == UnitId(number))))
    };
    assert_eq!(lost(1, LeftOut::NONE), [true, true, false], "their Leader is not");
    assert_eq!(lost(1, sixth_edition()), [true, false, false]);
    assert_eq!(lost(2, LeftOut::NONE), [false; 3]);
}
