//! A set of units.

use super::unit::UnitId;

/// A set of units; a battle has 128 at most.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct UnitSet(u128);

impl UnitSet {
    /// No unit.
    pub const NONE: Self = Self(0);
    /// How many units there can be.
    pub const MOST: usize = 128;

    /// Whether a unit is in it.
    #[must_use]
    #[inline]
    pub const fn has(self, unit: UnitId) -> bool {
        (unit.0 as usize) < Self::MOST && self.0 >> unit.0 & 1 == 1
    }

    /// Whether it is empty.
    #[must_use]
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// How many.
    #[must_use]
    pub const fn len(self) -> u8 {
        self.0.count_ones() as u8
    }

    /// Puts a unit in; one past the most there can be is passed over.
    #[inline]
    pub const fn insert(&mut self, unit: UnitId) {
        if (unit.0 as usize) < Self::MOST {
            self.0 |= 1 << unit.0;
        }
    }

    /// Takes a unit out.
    #[inline]
    pub const fn remove(&mut self, unit: UnitId) {
        if (unit.0 as usize) < Self::MOST {
            self.0 &= !(1 << unit.0);
        }
    }

    /// The units, in their order.
    #[inline]
    pub fn iter(self) -> impl Iterator<Item = UnitId> {
        let mut left = self.0;
        std::iter::from_fn(move || {
            let next = (left != 0).then(|| UnitId(left.trailing_zeros() as u8))?;
            left &= left - 1;
            Some(next)
        })
    }
}

impl FromIterator<UnitId> for UnitSet {
    fn from_iter<I: IntoIterator<Item = UnitId>>(units: I) -> Self {
        let mut set = Self::NONE;
        for unit in units {
            set.insert(unit);
        }
        set
    }
}
