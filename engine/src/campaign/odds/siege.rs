//! What a siege comes to when it is resolved (*Siege Table*, *Adjust Siege Level*), for a garrison that sits tight.
//!
//! Each row of the table is followed on a copy of the position. By the optional rule the besiegers may storm first; a storm is
//! fought on the table, and nobody knows its end: its chance is told by itself, and the rest holds if there is none.

use crate::campaign::decision::Decision;
use crate::campaign::proceedings::{Proceedings, follow};
use crate::campaign::roll::Roll;
use crate::campaign::rules::{casualties, sieges};
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
    let storm = state.options().storming.then(|| sieges::storm_roll(state, location)).map(|roll| {
        let chance = spread::success(&roll);
        (roll, chance)
    });
    Some(SiegeOdds {
        location,
        level: state.siege_level(location),
        garrison: state.garrison(location).len() as u16,
        roll: sieges::siege_roll(state, location),
        storm,
        rows: rows(state, location),
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
