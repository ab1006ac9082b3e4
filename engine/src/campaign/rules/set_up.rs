//! *Set Up*, *Starting Forces*, *Optional Rebellion Start*, *Playing the Re-conquest of the San Juans*.
//!
//! A scenario of the pack is laid out as it is printed. With the optional random start a die decides where the rebellion
//! begins instead of the place the scenario names; a garrison that stands there (the militia at Stuart) is the first to
//! go over, since the rulebook gives the place to the rebellion without a fight. The first turn then begins with the draw
//! of cards.

use super::steps;
use crate::campaign::event::Event;
use crate::campaign::options::Options;
use crate::campaign::phase::Phase;
use crate::campaign::proceedings::Proceedings;
use crate::campaign::refusal::Refusal;
use crate::campaign::roll::{Purpose, Roll};
use crate::campaign::state::State;
use crate::dice::DiceSpec;

pub(super) fn permit(state: &State, key: &str, options: Options) -> Result<(), Refusal> {
    if state.phase() != Phase::SetUp {
        return Err(Refusal::AlreadySetUp);
    }
    match state.pack().scenario(key) {
        None => Err(Refusal::NoSuchScenario(key.to_owned())),
        Some(scenario) if options.random_start && scenario.random_start.is_empty() => Err(Refusal::NoRandomStart(key.to_owned())),
        Some(_) if !options.are_possible() => Err(Refusal::ImpossibleOptions),
        Some(_) => Ok(()),
    }
}

pub(super) fn resolve(proceedings: &mut Proceedings<'_>, key: &str, options: Options) {
    proceedings.note(Event::SetUp { scenario: key.to_owned(), options });
    let Some(scenario) = proceedings.state.scenario() else { return };
    let first_turn = scenario.first_turn;
    if options.random_start {
        let starts = scenario.random_start.clone();
        let roll = proceedings.dice.throw(Roll::new(Purpose::RandomStart, DiceSpec { count: 1, sides: starts.len() as u8 }), 1);
        let location = starts[roll.sum() as usize - 1];
        proceedings.note(Event::RebellionBegan { roll, location });
        let units = proceedings.state.garrison(location);
        if !units.is_empty() {
            proceedings.note(Event::UnitsMutinied { location, units });
        }
    }
    steps::begin_turn(proceedings, first_turn);
}

#[cfg(test)]
mod tests;
