//! The conflict table as a game's settings read it, and how a conflict may end.

use crate::card_game::options::WipedOut;
use crate::card_game::pack::Face;
use crate::card_game::state::{Conflict, State};
use crate::odds::{Fraction, Spread};
use crate::tabletop::side::Side;

/// What ends a conflict.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum EndsBy {
    /// The die that gives control to the side with the Advantage.
    Control,
    /// The last unit of the side without it falls.
    OtherFallen,
    /// The last unit of the side with it falls.
    AdvantageFallen,
}

/// How a conflict ends: who controls the region then, and what ended it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Ending {
    /// Who controls the region, ours or not; nobody where nobody did and nobody does.
    pub control: Option<bool>,
    /// What ended it.
    pub by: EndsBy,
}

impl Ending {
    /// Who controls the region.
    #[must_use]
    pub fn controls(&self) -> Option<Side> {
        self.control.map(|ours| if ours { Side::Ours } else { Side::Enemy })
    }
}

/// Who has the Advantage with these forces, in halves: of equal forces the controller, or the higher die (C09).
pub(super) fn shares(forces: [u16; 2], holder: Option<Side>) -> [u128; 2] {
    match (forces[0].cmp(&forces[1]), holder) {
        (std::cmp::Ordering::Greater, _) | (std::cmp::Ordering::Equal, Some(Side::Ours)) => [2, 0],
        (std::cmp::Ordering::Less, _) | (std::cmp::Ordering::Equal, Some(Side::Enemy)) => [0, 2],
        (std::cmp::Ordering::Equal, None) => [1, 1],
    }
}

/// The conflict table as it is read in a game.
pub(super) struct Table<'a> {
    pub(super) state: &'a State,
    pub(super) fought: &'a Conflict,
    pub(super) again: bool,
}

impl Table<'_> {
    /// How it ends with control, or as it was held before.
    pub(super) fn ending(&self, control: Option<Side>, by: EndsBy) -> Ending {
        let control = control.or(self.state.holder(self.fought.region));
        Ending { control: control.map(|side| side == Side::Ours), by }
    }

    /// How it ends where the side with the Advantage has nobody left, or the other side has (C11).
    pub(super) fn fallen(&self, advantage: Side, has_fallen: bool) -> Ending {
        match self.state.options.wiped_out {
            WipedOut::RollOn => self.ending(Some(advantage), EndsBy::Control),
            WipedOut::NoChange if has_fallen => self.ending(None, EndsBy::AdvantageFallen),
            _ if has_fallen => self.ending(Some(advantage.other()), EndsBy::AdvantageFallen),
            _ => self.ending(Some(advantage), EndsBy::OtherFallen),
        }
    }

    /// How it ends with so many units and the Advantage of a side, by how it ends with fewer.
    pub(super) fn ends(&self, units: [usize; 2], advantage: Side, before: impl Fn([usize; 2], Side) -> Spread<Ending>) -> Spread<Ending> {
        let rolls_on = self.state.options.wiped_out == WipedOut::RollOn;
        if units.contains(&0) && !(rolls_on && self.again) {
            return Spread::certain(self.fallen(advantage, units[advantage as usize] == 0));
        }
        let faces = &self.state.pack.tables.conflict.faces;
        let mut parts: Vec<(Ending, Fraction)> = Vec::new();
        // Faces that take a unit from a side that has none are thrown again.
        let loses = |face: &Face| match face {
            Face::Advantage => Some(advantage),
            Face::Other => Some(advantage.other()),
            Face::Control => None,
        };
        let counts = |face: &&Face| loses(face).is_none_or(|side| units[side as usize] > 0);
        let all = faces.iter().filter(counts).count() as u128;
        for face in faces.iter().filter(counts) {
            let share = Fraction::new(1, all);
            match loses(face) {
                None => parts.push((self.ending(Some(advantage), EndsBy::Control), share)),
                Some(side) => {
                    let mut left = units;
                    left[side as usize] -= 1;
                    // Whoever has fallen has lost the conflict that was being fought, whoever would be stronger now.
                    let after = if left.contains(&0) && !rolls_on {
                        Spread::certain(self.fallen(advantage, left[advantage as usize] == 0))
                    } else {
                        before(left, advantage)
                    };
                    parts.extend(after.iter().map(|(ending, chance)| (*ending, chance * share)));
                }
            }
        }
        parts.into_iter().collect()
    }
}
