//! Small numbers that stand for the things of a pack, and sets of them.
//!
//! A rule compares numbers, never names: an identifier is the place of a thing in its pack, and a set of them is one
//! machine word (or two). Identifiers mean nothing without the pack they come from, which is why a campaign keeps its pack.

use std::fmt;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

macro_rules! identifier {
    ($(#[$id_doc:meta])* $id:ident, $(#[$set_doc:meta])* $set:ident($bits:ty)) => {
        $(#[$id_doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
        #[serde(transparent)]
        pub struct $id(pub u8);

        impl $id {
            /// The place in the pack's list, from 0.
            #[must_use]
            pub const fn index(self) -> usize {
                self.0 as usize
            }

            /// The identifier of the thing at `index` in the pack's list.
            #[must_use]
            pub const fn at(index: usize) -> Self {
                Self(index as u8)
            }
        }

        $(#[$set_doc])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
        pub struct $set($bits);

        impl $set {
            /// The set with nothing in it.
            pub const EMPTY: Self = Self(0);
            /// How many different members a set can tell apart: identifiers from 0 to one less.
            pub const CAPACITY: usize = <$bits>::BITS as usize;

            /// The set of one.
            #[must_use]
            pub const fn of(member: $id) -> Self {
                Self(1 << member.0)
            }

            /// The set of the first `count` of a list; of all that a set can hold, if there are more.
            #[must_use]
            pub const fn up_to(count: usize) -> Self {
                if count >= Self::CAPACITY { Self(<$bits>::MAX) } else { Self((1 << count) - 1) }
            }

            /// Whether `member` is in the set.
            #[must_use]
            pub const fn contains(self, member: $id) -> bool {
                self.0 >> member.0 & 1 == 1
            }

            /// Adds `member`.
            pub const fn insert(&mut self, member: $id) {
                self.0 |= 1 << member.0;
            }

            /// Takes `member` out.
            pub const fn remove(&mut self, member: $id) {
                self.0 &= !(1 << member.0);
            }

            /// How many members there are.
            #[must_use]
            pub const fn len(self) -> usize {
                self.0.count_ones() as usize
            }

            /// Whether there are none.
            #[must_use]
            pub const fn is_empty(self) -> bool {
                self.0 == 0
            }

            /// Everything in either set.
            #[must_use]
            pub const fn union(self, other: Self) -> Self {
                Self(self.0 | other.0)
            }

            /// What both sets have.
            #[must_use]
            pub const fn intersection(self, other: Self) -> Self {
                Self(self.0 & other.0)
            }

            /// What this set has and the other has not.
            #[must_use]
            pub const fn without(self, other: Self) -> Self {
                Self(self.0 & !other.0)
            }

            /// Whether every member of this set is in the other.
            #[must_use]
            pub const fn is_within(self, other: Self) -> bool {
                self.0 & !other.0 == 0
            }

            /// The member with the lowest number.
            #[must_use]
            pub const fn first(self) -> Option<$id> {
                if self.0 == 0 { None } else { Some($id(self.0.trailing_zeros() as u8)) }
            }

            /// The `nth` member in ascending order, from 0.
            #[must_use]
            pub fn nth(self, nth: usize) -> Option<$id> {
                self.iter().nth(nth)
            }

            /// The members in ascending order.
            pub fn iter(self) -> impl Iterator<Item = $id> {
                let mut bits = self.0;
                std::iter::from_fn(move || {
                    if bits == 0 {
                        return None;
                    }
                    let lowest = bits.trailing_zeros() as u8;
                    bits &= bits - 1;
                    Some($id(lowest))
                })
            }
        }

        impl FromIterator<$id> for $set {
            fn from_iter<I: IntoIterator<Item = $id>>(members: I) -> Self {
                let mut set = Self::EMPTY;
                for member in members {
                    set.insert(member);
                }
                set
            }
        }

        impl fmt::Debug for $set {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.debug_set().entries(self.iter().map(|member| member.0)).finish()
            }
        }

        impl Serialize for $set {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_seq(self.iter())
            }
        }

        impl<'de> Deserialize<'de> for $set {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                let members = Vec::<$id>::deserialize(deserializer)?;
                // A set from outside (an imported journal) may name what no set can hold.
                if let Some(member) = members.iter().find(|member| member.index() >= Self::CAPACITY) {
                    return Err(serde::de::Error::custom(format!("{} is past the end of any list", member.0)));
                }
                Ok(members.into_iter().collect())
            }
        }
    };
}

/// Identifiers and their sets for the packs of other games; what it names of `std` and `serde` must be in scope there.
pub(crate) use identifier;

identifier!(
    /// A location: village, town or fortified town.
    LocationId,
    /// Locations of one pack.
    LocationSet(u64)
);
identifier!(
    /// An island.
    IslandId,
    /// Islands of one pack.
    IslandSet(u32)
);
identifier!(
    /// A space a force can stand on: a location (same number as its [`LocationId`]) or, after those, a movement point.
    SpaceId,
    /// Spaces of one pack.
    SpaceSet(u128)
);
identifier!(
    /// A sea area.
    SeaAreaId,
    /// Sea areas of one pack.
    SeaAreaSet(u32)
);
identifier!(
    /// A unit: one counter of the roster.
    UnitId,
    /// Units of one pack.
    UnitSet(u128)
);
identifier!(
    /// A kind of unit ("Sudanese", "Krupp Battery").
    UnitKindId,
    /// Kinds of unit of one pack.
    UnitKindSet(u64)
);
identifier!(
    /// A gunboat or transport.
    ShipId,
    /// Ships of one pack.
    ShipSet(u32)
);
identifier!(
    /// A card, by its printed number.
    CardNumber,
    /// Cards of one pack.
    CardSet(u128)
);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_set_lists_its_members_in_ascending_order() {
        let set: CardSet = [54, 28, 36].into_iter().map(CardNumber).collect();
        assert_eq!(set.iter().map(|card| card.0).collect::<Vec<_>>(), [28, 36, 54]);
        assert_eq!(set.nth(1), Some(CardNumber(36)));
        assert_eq!(set.first(), Some(CardNumber(28)));
        assert_eq!(set.len(), 3);
    }

    #[test]
    fn a_set_of_the_first_of_a_list_has_as_many_members_as_it_can_hold() {
        for (count, members) in [(0, 0), (1, 1), (63, 63), (64, 64), (65, 64)] {
            let set = LocationSet::up_to(count);
            assert_eq!(set.iter().map(LocationId::index).collect::<Vec<_>>(), (0..members).collect::<Vec<_>>());
        }
    }

    #[test]
    fn a_set_written_to_json_comes_back_the_same() {
        let set: UnitSet = [0, 63, 64, 127].into_iter().map(UnitId).collect();
        let json = serde_json::to_string(&set).unwrap();
        assert_eq!(json, "[0,63,64,127]");
        assert_eq!(serde_json::from_str::<UnitSet>(&json).unwrap(), set);
    }

    #[test]
    fn a_set_refuses_a_number_that_no_set_can_hold() {
        assert!(serde_json::from_str::<LocationSet>("[64]").is_err());
    }
}
