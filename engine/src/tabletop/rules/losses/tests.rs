use super::*;
use crate::tabletop::square::{Aspect, Facing};
use crate::tabletop::state::Contact;
use crate::tabletop::trial::{Trial, at, unit};

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
