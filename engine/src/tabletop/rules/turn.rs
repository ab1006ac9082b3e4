//! *Turn sequence*: the eleven steps, one after the other, until somebody is asked.

use super::ambushes::settle_ambushes;
use super::movement_seen::settle_brigades;
use super::{activation, break_off, combats, deal, impetuous};
use crate::tabletop::event::Event;
use crate::tabletop::phase::{Phase, Step};
use crate::tabletop::proceedings::Proceedings;

/// Goes on until somebody is asked, somebody acts, or the battle is over.
pub(in crate::tabletop) fn go_on(proceedings: &mut Proceedings<'_>) {
    settle(proceedings);
    while proceedings.state.phase == Phase::Playing {
        match proceedings.state.step {
            Step::Deal => {
                deal::deal(proceedings);
                proceedings.note(Event::StepBegan(Step::Combats));
            }
            Step::Combats => {
                combats::go_on(proceedings);
                if proceedings.state.step == Step::Impetuous {
                    impetuous::begin(proceedings);
                }
            }
            Step::Impetuous => impetuous::go_on(proceedings),
            Step::Activation => activation::go_on(proceedings),
            Step::Recovery => break_off::recover(proceedings),
            Step::End => break_off::end_turn(proceedings),
        }
        settle(proceedings);
    }
}

fn settle(proceedings: &mut Proceedings<'_>) {
    settle_brigades(proceedings);
    settle_ambushes(proceedings);
}
