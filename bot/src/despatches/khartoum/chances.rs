//! The chances of the battles that a side is about to fight at Khartoum, as far as it sees who is there.

use engine::khartoum::ids::{SpaceId, Units};
use engine::khartoum::odds::{self, BattleOdds};
use engine::khartoum::phase::Place;
use engine::khartoum::state::State;
use engine::tabletop::side::Side;
use pictures::odds::percent;

use crate::despatches::khartoum::names;

/// Units of a battle whose chances a sheet counts out: of more it would take too long for who waits for the sheet.
const MOST_UNITS: u32 = 9;

/// The chances of the battle that a side would begin in a space with all who are there, as it sees them. Nothing where there is no battle, not
/// all of the enemy is seen, or there are too many.
fn attack(seen: &State, side: Side, space: SpaceId) -> Option<BattleOdds> {
    let is_hidden = side == Side::Ours && (names::hides_numbers(seen, space) || names::unseen(seen, space) > 0);
    let fought = seen.is_contested(space);
    if !fought || is_hidden || seen.here(space).iter().count() as u32 > MOST_UNITS {
        return None;
    }
    odds::battle(seen, &odds::prospective(seen, space, side))
}

/// A chance as a percentage; what the machine's rounding leaves of a certainty is one.
fn of(chance: f64) -> String {
    percent((chance * 1e9).round() / 1e9)
}

/// The chance that a side wins if units of its own go on to a space of the enemy's: "you win 62%". Nothing where not all of these are seen, or they are too many.
#[must_use]
pub fn of_a_move(seen: &State, side: Side, units: Units, to: SpaceId) -> Option<String> {
    if !seen.has(side.other(), to) {
        return None;
    }
    let mut there = seen.clone();
    units.iter().for_each(|unit| there.put(unit, Place::On(to)));
    attack(&there, side, to).map(|odds| format!("you win {}", of(odds.wins(side))))
}

/// The chances of all the battles that a side would begin as its units stand now, a line for each space.
#[must_use]
pub fn of_attacks(seen: &State, side: Side) -> Vec<String> {
    let told = |space: SpaceId| {
        let odds = attack(seen, side, space)?;
        let (wins, at_once) = (of(odds.wins(side)), of(odds.decided_in_the_first_round()));
        Some(format!("-# In {}: you win {wins}, it is decided in the first round {at_once}.", names::space(seen, space)))
    };
    seen.spaces().filter_map(told).collect()
}

#[cfg(test)]
mod tests {
    use engine::khartoum::pack::Pack;

    use super::*;

    fn game(units: &[(&str, &str)]) -> State {
        let pack = Pack::embedded().unwrap();
        let mut state = State::new(pack.clone());
        state.turn = 3;
        units.iter().for_each(|(unit, at)| state.put(pack.unit_keyed(unit).unwrap(), Place::On(pack.space_keyed(at).unwrap())));
        state
    }

    #[test]
    fn who_is_about_to_attack_is_told_how_likely_they_win_where_they_see_everybody_13_0() {
        let state = game(&[("ali", "kosti"), ("muhamed", "kosti"), ("1st_infantry", "kosti"), ("2nd_infantry", "dongola")]);
        let kosti = state.pack.space_keyed("kosti").unwrap();
        let odds = odds::battle(&state, &odds::prospective(&state, kosti, Side::Enemy)).unwrap();
        let told = of_attacks(&state, Side::Enemy);
        assert_eq!(told.len(), 1, "{told:?}");
        assert!(told[0].starts_with(&format!("-# In Kosti: you win {}, ", percent(odds.wins(Side::Enemy)))), "{told:?}");
        assert!(attack(&state, Side::Ours, kosti).is_some());
        // The same before they have gone there.
        let mut before = state.clone();
        let units: Units = ["ali", "muhamed"].iter().map(|unit| state.pack.unit_keyed(unit).unwrap()).collect();
        units.iter().for_each(|unit| before.put(unit, Place::On(state.pack.space_keyed("el_obeid").unwrap())));
        assert!(of_attacks(&before, Side::Enemy).is_empty());
        let told = of_a_move(&before, Side::Enemy, units, kosti).unwrap();
        assert_eq!(told, format!("you win {}", percent(odds.wins(Side::Enemy))));
        // Who does not see all of the stack is told nothing of it (K24).
        let mut seen = state.clone();
        seen.unseen.stacks = vec![0; seen.on.len()];
        seen.unseen.stacks[kosti.index()] = 1;
        assert_eq!(attack(&seen, Side::Ours, kosti), None);
        let mut hidden_numbers = state;
        hidden_numbers.unseen.numbers = true;
        assert_eq!(attack(&hidden_numbers, Side::Ours, kosti), None);
        assert!(attack(&hidden_numbers, Side::Enemy, kosti).is_some(), "nothing of ours is hidden");
        assert!(names::stack(&hidden_numbers, Side::Enemy, kosti).unwrap().ends_with("and whoever is under it"));
        hidden_numbers.battle = Some(odds::prospective(&hidden_numbers, kosti, Side::Enemy));
        assert!(attack(&hidden_numbers, Side::Ours, kosti).is_some(), "in a battle all are seen");
        assert!(!names::stack(&hidden_numbers, Side::Enemy, kosti).unwrap().contains("under it"));
    }
}
