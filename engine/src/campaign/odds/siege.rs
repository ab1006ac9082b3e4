//! What a siege comes to when it is resolved (*Siege Table*, *Adjust Siege Level*), for a garrison that sits tight.
//!
//! Each row of the table is followed on a copy of the position. By the optional rule the besiegers may storm first; a storm is
//! fought on the table, and nobody knows its end: its chance is told by itself, and the rest holds if there is none.
//!
//! Before sieges are resolved supply is looked to once more, and who is short then rolls worse: until it has been, the odds reckon with
//! who would be short as the position stands.

use super::ahead::ahead;
use crate::campaign::decision::Decision;
use crate::campaign::event::Event;
use crate::campaign::phase::Phase;
use crate::campaign::proceedings::{Proceedings, follow};
use crate::campaign::roll::Roll;
use crate::campaign::rules::{casualties, sieges, supply};
use crate::campaign::state::State;
use crate::odds::Fraction;
use crate::odds::spread::{self, Spread};
use crate::pack::{LocationId, SiegeOutcome};

/// How a siege stands when it has been resolved for a turn.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum SiegeEnd {
    /// It is broken.
    Broken,
    /// It goes on at this level.
    Level(u8),
    /// The place has fallen.
    Fallen,
}

/// A row of the Siege Table with its chance.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SiegeRow {
    /// That it is hit.
    pub chance: Fraction,
    /// What it says.
    pub result: SiegeOutcome,
    /// Units it costs, of a garrison that does not fall.
    pub lost: u16,
    /// How the siege stands after it.
    pub end: SiegeEnd,
}

/// The chances of a siege.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SiegeOdds {
    /// Where.
    pub location: LocationId,
    /// Whether it has been resolved for this turn: the next roll is the next turn's.
    pub resolved: bool,
    /// Its level now.
    pub level: u8,
    /// Units there now.
    pub garrison: u16,
    /// The roll, with every modifier and its reason; not thrown.
    pub roll: Roll,
    /// That the besiegers storm first, where the group plays by that rule, with the roll.
    pub storm: Option<(Roll, Fraction)>,
    /// The rows that can be hit.
    pub rows: Vec<SiegeRow>,
}

impl SiegeOdds {
    /// How the siege stands when it has been resolved.
    #[must_use]
    pub fn ends(&self) -> Spread<SiegeEnd> {
        self.rows.iter().map(|row| (row.end, row.chance)).collect()
    }

    /// The mean of the units it costs.
    #[must_use]
    pub fn mean_lost(&self) -> Fraction {
        mean_lost(&self.rows)
    }
}

/// The mean of the units that these rows cost.
fn mean_lost(rows: &[SiegeRow]) -> Fraction {
    rows.iter().map(|row| row.chance * Fraction::whole(row.lost.into())).sum()
}

/// The chances of a place; `None` where nobody is besieged.
#[must_use]
pub fn siege(state: &State, location: LocationId) -> Option<SiegeOdds> {
    if location.index() >= state.pack().map.locations.len() || !state.besieged().contains(location) {
        return None;
    }
    let resolved = is_resolved(state, location);
    let state = &*ahead(state);
    let looked_to = supply_looked_to(state, location);
    let state = looked_to.as_ref().unwrap_or(state);
    let storm = state.options().storming.then(|| sieges::storm_roll(state, location)).map(|roll| {
        let chance = spread::success(&roll);
        (roll, chance)
    });
    Some(SiegeOdds {
        location,
        resolved,
        level: state.siege_level(location),
        garrison: state.garrison(location).len() as u16,
        roll: sieges::siege_roll(state, location),
        storm,
        rows: rows(state, location),
    })
}

/// Whether a siege has been rolled for in this turn already, or came too late for it.
fn is_resolved(state: &State, location: LocationId) -> bool {
    match state.phase() {
        Phase::Sieges => !state.sieges_due.contains(location) && !state.siege.is_some_and(|siege| siege.at == location && !siege.rolled),
        Phase::Replacements | Phase::Adjust => true,
        Phase::SetUp | Phase::Draw | Phase::Rebellion | Phase::Action { .. } | Phase::Supply => false,
    }
}

/// The position with supply looked to, where a Supply phase still comes before the next roll for this siege; `None` while it is resolved.
/// What supply points come in by then, and who dies of want, is not foreseen.
pub(super) fn supply_looked_to(state: &State, location: LocationId) -> Option<State> {
    (state.phase() != Phase::Sieges || is_resolved(state, location)).then(|| {
        follow(state, |proceedings| {
            let unsupplied = supply::short_now(proceedings.state);
            proceedings.note(Event::SupplyChecked { unsupplied });
        })
    })
}

/// Every row that can be hit, followed on a copy.
fn rows(state: &State, location: LocationId) -> Vec<SiegeRow> {
    let table = sieges::siege_table(&state.pack().tables, state.options());
    let modifier = sieges::siege_roll(state, location).modifier();
    spread::rows(table, modifier)
        .iter()
        .map(|(row, chance)| {
            let result = &table.rows()[*row].result;
            let before = state.garrison(location).len();
            let after = follow(state, |proceedings| {
                sieges::follow_siege_roll(proceedings, location, result);
                share_out(proceedings);
                if stands(proceedings.state, location).is_none() {
                    sieges::tighten(proceedings, location, sieges::levels(result));
                }
            });
            let end = stands(&after, location).unwrap_or(SiegeEnd::Level(after.siege_level(location)));
            let lost = if end == SiegeEnd::Fallen { before } else { before.saturating_sub(after.garrison(location).len()) };
            SiegeRow { chance, result: result.result, lost: lost as u16, end }
        })
        .collect()
}

/// How a siege stands after its roll in this position, and the mean of the units that costs.
pub(super) fn ends(state: &State, location: LocationId) -> (Spread<SiegeEnd>, Fraction) {
    let rows = rows(state, location);
    let lost = mean_lost(&rows);
    (rows.into_iter().map(|row| (row.end, row.chance)).collect(), lost)
}

/// Whether a siege is at an end; with nobody left in it, the place falls (R21).
pub(super) fn stands(state: &State, location: LocationId) -> Option<SiegeEnd> {
    if state.enemy_held().contains(location) || state.garrison(location).is_empty() {
        Some(SiegeEnd::Fallen)
    } else if state.besieged().contains(location) {
        None
    } else {
        Some(SiegeEnd::Broken)
    }
}

/// Losses that the players would choose are shared out as the umpire does it.
pub(super) fn share_out(proceedings: &mut Proceedings<'_>) {
    if matches!(proceedings.state.decision(), Some(Decision::Casualties { .. })) {
        casualties::resolve_spread(proceedings);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::campaign::decision::Source;
    use crate::campaign::odds::sortie;
    use crate::campaign::options::Options;
    use crate::campaign::order::Order;
    use crate::campaign::roll::Reason;
    use crate::campaign::seat::Seat;
    use crate::dice::Dice;
    use crate::game::Game;
    use crate::pack::{Pack, UnitId};

    /// A place besieged in the first action round, with five units of militia in it beside whoever was there.
    fn besieged(name: &str) -> (State, LocationId) {
        let mut state = State::new(Pack::embedded().unwrap());
        let order = Order::SetUp { scenario: "uprising".to_owned(), options: Options::default() };
        state.give(Seat::Player, &order, &mut Dice::scripted(&[])).unwrap();
        let location = state.pack().map.find_location(name).unwrap();
        let find = |name: &&str| UnitId::at(state.pack().roster.units.iter().position(|unit| unit.name == **name).unwrap());
        let units = ["Militia 4", "Militia 5", "Militia 6", "Militia 7", "Militia 8"].iter().map(find).collect();
        let at = state.pack().map.space_of(location);
        state.apply(&Event::UnitsArrived { units, at, source: Source::Reserve });
        state.apply(&Event::SiegeBegan { location });
        state.apply(&Event::PhaseBegan { phase: Phase::Action { round: 1 } });
        (state, location)
    }

    fn reasons(roll: &Roll) -> Vec<(Reason, i8)> {
        roll.modifiers.iter().map(|modifier| (modifier.reason, modifier.add)).collect()
    }

    #[test]
    fn an_inland_place_besieged_in_this_turn_is_out_of_supply_when_its_siege_is_rolled_for() {
        let (mut state, location) = besieged("El Obeid");
        assert!(state.unsupplied().is_empty(), "supply has not been looked to since");
        let odds = siege(&state, location).unwrap();
        assert_eq!(reasons(&odds.roll), [(Reason::OutOfSupply, 2)]);
        assert_eq!(odds.ends().chance(|end| *end == SiegeEnd::Fallen), Fraction::new(6, 36), "on 10 or more");
        let before = sortie::sortie(&state, location, state.garrison(location)).unwrap();
        // The same once supply has been looked to.
        state.apply(&Event::SupplyChecked { unsupplied: supply::short_now(&state) });
        state.apply(&Event::PhaseBegan { phase: Phase::Sieges });
        state.apply(&Event::SiegesDue { locations: state.besieged() });
        assert_eq!(siege(&state, location).unwrap(), odds);
        assert_eq!(sortie::sortie(&state, location, state.garrison(location)).unwrap(), before);
    }

    #[test]
    fn while_sieges_are_resolved_those_are_short_who_were_when_supply_was_looked_to() {
        let (mut state, location) = besieged("El Obeid");
        state.apply(&Event::PhaseBegan { phase: Phase::Sieges });
        state.apply(&Event::SiegesDue { locations: state.besieged() });
        let odds = siege(&state, location).unwrap();
        assert!(odds.roll.modifiers.is_empty() && !odds.resolved);
    }

    #[test]
    fn a_siege_that_was_rolled_for_in_this_turn_is_reckoned_for_the_next_with_supply_looked_to_anew() {
        let (mut state, location) = besieged("El Obeid");
        assert!(!siege(&state, location).unwrap().resolved);
        state.apply(&Event::PhaseBegan { phase: Phase::Sieges });
        state.apply(&Event::SiegesDue { locations: state.besieged() });
        state.apply(&Event::SiegeTaken { at: location });
        assert!(!siege(&state, location).unwrap().resolved, "its garrison is asked first");
        state.apply(&Event::SiegeResolved { at: location });
        let odds = siege(&state, location).unwrap();
        assert!(odds.resolved);
        assert_eq!(reasons(&odds.roll), [(Reason::OutOfSupply, 2)]);
        state.apply(&Event::PhaseBegan { phase: Phase::Replacements });
        assert!(siege(&state, location).unwrap().resolved);
        state.apply(&Event::PhaseBegan { phase: Phase::Action { round: 1 } });
        assert!(!siege(&state, location).unwrap().resolved, "it is the next turn's now");
    }

    #[test]
    fn a_besieged_port_is_fed_by_the_ships() {
        let (state, location) = besieged("Roche Harbor");
        assert!(siege(&state, location).unwrap().roll.modifiers.is_empty());
    }
}
