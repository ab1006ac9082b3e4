//! *Unit tactical formations*: the three charts, as the file gives them.

use serde::Deserialize;

use super::fault::unless;
use crate::pack::PackError;
use crate::pack::read::read_toml;
use crate::tabletop::formation::{Figures, Formation};
use crate::tabletop::square::Aspect;

const FILE: &str = "formations.toml";

/// What a formation does.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FormationRow {
    /// Which.
    #[serde(rename = "key")]
    pub formation: Formation,
    /// As it is called.
    pub name: String,
    /// Action points gained or lost in a turn of movement (T10).
    pub points: i8,
    /// How many figures fire.
    pub fires: Figures,
    /// Whether a unit in it may charge.
    pub may_charge: bool,
    /// How many figures face a charge or fight to the front, and take part in a charge of their own (T04).
    pub front: Figures,
    /// How many when struck in the flank.
    pub flank: Figures,
    /// How many when struck in the rear.
    pub rear: Figures,
}

impl FormationRow {
    /// How many figures fight when struck there.
    #[must_use]
    pub const fn fights(&self, struck: Aspect) -> Figures {
        match struck {
            Aspect::Front => self.front,
            Aspect::Flank => self.flank,
            Aspect::Rear => self.rear,
        }
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    formation: Vec<FormationRow>,
}

/// Reads the file: every formation once.
pub(super) fn read(text: &str) -> Result<[FormationRow; 8], Vec<PackError>> {
    let mut rows = read_toml::<File>(FILE, text).map_err(|error| vec![error])?.formation;
    let key = |index: usize| format!("formation[{index}].key");
    let twice = |index: usize| rows[..index].iter().any(|row| row.formation == rows[index].formation);
    let mut faults: Vec<PackError> =
        (0..rows.len()).filter_map(|index| unless(!twice(index), FILE, key(index), "this formation is there already")).collect();
    let missing = Formation::ALL.into_iter().filter(|formation| !rows.iter().any(|row| row.formation == *formation));
    faults.extend(missing.map(|formation| PackError::new(FILE, "formation", format!("{formation:?} has no row"))));
    rows.sort_by_key(|row| row.formation);
    if !faults.is_empty() {
        return Err(faults);
    }
    rows.try_into().map_err(|_| vec![PackError::new(FILE, "formation", "each of the eight needs one row")])
}
