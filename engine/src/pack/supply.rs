//! What feeds the army: the bases, what comes in, what a place feeds, and when units begin to die.

use serde::Deserialize;

use super::identifiers::LocationId;
use super::names;
use crate::dice::DiceSpec;

/// *Supply*.
#[derive(Clone, PartialEq, Eq, Debug)]
#[allow(missing_docs, reason = "the names are the rulebook's; units, supply points and dice")]
pub struct Supply {
    /// The bases: the one at home is fed by its own country, the next from over the sea.
    pub bases: Vec<LocationId>,
    pub village: u8,
    pub town: u8,
    pub fortified_town: u8,
    pub units_per_point: u8,
    pub home_points: u8,
    pub overseas_points: DiceSpec,
    pub overseas_points_with_allies: DiceSpec,
    pub attrition_from_turn: u8,
    pub attrition: DiceSpec,
    pub attrition_needs: i16,
}

impl Supply {
    /// The base that its own country feeds.
    #[must_use]
    pub fn home(&self) -> Option<LocationId> {
        self.bases.first().copied()
    }

    /// The base that is fed from over the sea.
    #[must_use]
    pub fn overseas(&self) -> Option<LocationId> {
        self.bases.get(1).copied()
    }
}

/// *Supply* as it is written: the bases by their parts or, as the first edition has them, as a list of two.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct SupplyEntry {
    #[serde(default, deserialize_with = "names::optional_location")]
    home: Option<LocationId>,
    #[serde(default, deserialize_with = "names::optional_location")]
    overseas: Option<LocationId>,
    #[serde(default, deserialize_with = "names::locations")]
    bases: Vec<LocationId>,
    village: u8,
    town: u8,
    fortified_town: u8,
    units_per_point: u8,
    #[serde(alias = "friday_harbor_points")]
    home_points: u8,
    #[serde(alias = "suakin")]
    overseas_points: DiceSpec,
    #[serde(alias = "suakin_with_british")]
    overseas_points_with_allies: DiceSpec,
    attrition_from_turn: u8,
    attrition: DiceSpec,
    attrition_needs: i16,
}

impl SupplyEntry {
    pub(super) fn checked(self) -> Result<Supply, String> {
        let bases = match (self.home, self.overseas) {
            (Some(home), Some(overseas)) if self.bases.is_empty() => vec![home, overseas],
            (None, None) => self.bases,
            _ => return Err("a `home` base and one `overseas`, or else a list of `bases`".to_owned()),
        };
        Ok(Supply {
            bases,
            village: self.village,
            town: self.town,
            fortified_town: self.fortified_town,
            units_per_point: self.units_per_point,
            home_points: self.home_points,
            overseas_points: self.overseas_points,
            overseas_points_with_allies: self.overseas_points_with_allies,
            attrition_from_turn: self.attrition_from_turn,
            attrition: self.attrition,
            attrition_needs: self.attrition_needs,
        })
    }
}
