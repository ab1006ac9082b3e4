//! Which places may rise at the next revolt rolls (*Revolt*, *Occupied Spaces*, *Sieges*).
//!
//! The chances are those of the position as it stands. A revolt counts at once for the rolls after it (R06), so that with every
//! place that rises the rest become likelier: ask again between rolls.

use crate::campaign::phase::Phase;
use crate::campaign::roll::Roll;
use crate::campaign::rules::rebellion::{self, Rising};
use crate::campaign::state::State;
use crate::odds::Fraction;
use crate::odds::spread::{self, Spread};
use crate::pack::{GarrisonFate, LocationId, LocationSet};

/// One place's chances.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlaceOdds {
    /// Which.
    pub location: LocationId,
    /// The roll it takes, with every modifier and its reason; not thrown.
    pub roll: Roll,
    /// What a rising would meet.
    pub rising: Rising,
    /// That the roll succeeds.
    pub rises: Fraction,
    /// That the place is lost: it rises, and nobody is there to stop it or to be besieged.
    pub lost: Fraction,
    /// That a siege begins.
    pub besieged: Fraction,
}

/// The chances of a Rebellion phase.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RevoltOdds {
    /// Whether these are the rolls of a Rebellion phase under way; if not, of the next one, should nothing change before.
    pub under_way: bool,
    /// The places rolled for, in the order of the Random Locations table.
    pub places: Vec<PlaceOdds>,
    /// Places that are rolled for only once others are lost (R34).
    pub waiting: LocationSet,
    /// How many of the rolls succeed, each taken as the position stands.
    pub risings: Spread<u16>,
}

/// The chances of every place that can be rolled for next.
#[must_use]
pub fn revolts(state: &State) -> RevoltOdds {
    let under_way = state.phase() == Phase::Rebellion;
    let due = if under_way { state.unchecked() } else { rebellion::to_be_checked(state) };
    let rolled: LocationSet = due.iter().filter(|location| rebellion::may_rise_now(state, *location)).collect();
    let places: Vec<PlaceOdds> = rolled.iter().map(|location| place(state, location)).collect();
    let risings = places.iter().fold(Spread::certain(0), |sum, place| sum.plus(&Spread::successes(1, place.rises)));
    RevoltOdds { under_way, places, waiting: due.without(rolled), risings }
}

/// The chances of one place, as if it were rolled for now.
#[must_use]
pub fn place(state: &State, location: LocationId) -> PlaceOdds {
    let roll = rebellion::revolt_roll(state, location);
    let rises = spread::success(&roll);
    let rising = rebellion::rising(state, location);
    let (lost, besieged) = match rising {
        Rising::Unopposed => (rises, Fraction::ZERO),
        Rising::Besieged => (Fraction::ZERO, rises),
        // A garrison that mutinies or retreats leaves the place to the revolt.
        Rising::Garrisoned => (rises * fates(state).chance(|fate| *fate != GarrisonFate::Stopped), Fraction::ZERO),
    };
    PlaceOdds { location, roll, rising, rises, lost, besieged }
}

/// What becomes of a garrison too small to be besieged.
#[must_use]
pub fn fates(state: &State) -> Fates {
    let table = &state.pack().tables.garrison_fate;
    Fates { rows: spread::rows(table, 0).iter().map(|(row, chance)| (table.rows()[*row].result, chance)).collect() }
}

/// The fates of a garrison with their chances, in the order of the table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fates {
    rows: Vec<(GarrisonFate, Fraction)>,
}

impl Fates {
    /// The chance of the fates that `wanted` says.
    #[must_use]
    pub fn chance(&self, wanted: impl Fn(&GarrisonFate) -> bool) -> Fraction {
        self.rows.iter().filter(|(fate, _)| wanted(fate)).map(|(_, chance)| *chance).sum()
    }
}
