//! What every player knows before the first card is dealt: both decks, the borders, and how a conflict goes between so many units. It is
//! reckoned once for a game and looked up from then on.

use engine::card_game::cards::{CardId, MOST_ROWS};
use engine::card_game::options::{Options, WipedOut};
use engine::card_game::pack::{Arm, CardPack, Face};
use engine::tabletop::side::Side;

/// Units of a side that the table of conflicts knows apart; more are taken as so many.
const MOST_UNITS: usize = 16;
/// Types of units.
pub(super) const ARMS: usize = 9;

/// A card's type, its force, and what it needs to be known quickly.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Row {
    pub(super) arm: Arm,
    pub(super) force: u8,
}

/// What is known of a pack and its settings.
#[derive(Clone, PartialEq, Debug)]
pub struct Lore {
    fingerprint: String,
    wiped_out: WipedOut,
    rows: [[Row; MOST_ROWS]; 2],
    /// What an unknown unit of a side is worth on average.
    pub(super) mean_force: [f32; 2],
    /// The types that combined arms take, and what they add.
    pub(super) combined: [u16; 2],
    pub(super) combined_adds: u8,
    /// For each region 1 for those adjacent to it, and 0 for the others.
    pub(super) near: [[f32; 5]; 5],
    /// That the side with the Advantage gains control, by its units and the other's.
    gains: Box<[[f32; MOST_UNITS]; MOST_UNITS]>,
    pub(super) turns: u8,
}

/// The place of a unit's type among those of units.
pub(super) const fn arm_place(arm: Arm) -> usize {
    arm as usize
}

impl Lore {
    /// What is known of a pack, and of how a conflict ends by these settings (C11).
    #[must_use]
    pub fn of(pack: &CardPack, options: &Options) -> Self {
        let mut rows = [[Row { arm: Arm::Movement, force: 0 }; MOST_ROWS]; 2];
        let (mut mean_force, mut combined) = ([0.0; 2], [0; 2]);
        for side in Side::BOTH {
            let (mut units, mut force) = (0_u32, 0_u32);
            for (row, card) in rows[side as usize].iter_mut().zip(pack.deck(side)) {
                *row = Row { arm: card.arm, force: card.force };
                if card.arm.is_unit() {
                    units += u32::from(card.count);
                    force += u32::from(card.count) * u32::from(card.force);
                }
            }
            mean_force[side as usize] = force as f32 / units.max(1) as f32;
            combined[side as usize] =
                pack.tables.combined_arms.of(side).iter().fold(0, |all, arm| all | 1_u16.checked_shl(*arm as u32).unwrap_or(0));
        }
        let mut near = [[0.0; 5]; 5];
        for [one, other] in pack.borders() {
            near[*one as usize][*other as usize] = 1.0;
            near[*other as usize][*one as usize] = 1.0;
        }
        Self {
            fingerprint: pack.fingerprint().to_owned(),
            wiped_out: options.wiped_out,
            rows,
            mean_force,
            combined,
            combined_adds: pack.tables.combined_arms.adds,
            near,
            gains: gains(&pack.tables.conflict.faces, options.wiped_out),
            turns: pack.tables.turns,
        }
    }

    /// Whether it is of this pack and these settings.
    #[must_use]
    pub fn is_of(&self, pack: &CardPack, options: &Options) -> bool {
        self.wiped_out == options.wiped_out && self.fingerprint == pack.fingerprint()
    }

    pub(super) fn row(&self, side: Side, card: CardId) -> Row {
        self.rows[side as usize].get(usize::from(card.0)).copied().unwrap_or(Row { arm: Arm::Movement, force: 0 })
    }

    /// That the side with the Advantage gains control, with so many units against so many.
    pub(super) fn gains(&self, units: u8, against: u8) -> f32 {
        let place = |units: u8| usize::from(units).min(MOST_UNITS - 1);
        self.gains[place(units)][place(against)]
    }
}

/// By the faces of the conflict table: that the side with the Advantage gains control.
fn gains(faces: &[Face; 6], wiped_out: WipedOut) -> Box<[[f32; MOST_UNITS]; MOST_UNITS]> {
    let share = |wanted: Face| faces.iter().filter(|face| **face == wanted).count() as f32 / faces.len() as f32;
    let (own, other, control) = (share(Face::Advantage), share(Face::Other), share(Face::Control));
    let mut table = Box::new([[0.0; MOST_UNITS]; MOST_UNITS]);
    for units in 0..MOST_UNITS {
        for against in 0..MOST_UNITS {
            table[units][against] = match (units, against) {
                _ if wiped_out == WipedOut::RollOn => 1.0,
                (0, _) => 0.0,
                (_, 0) => 1.0,
                _ => control + own * table[units - 1][against] + other * table[units][against - 1],
            };
        }
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_chance_of_control_is_that_of_the_rulings_c11() {
        let pack = CardPack::embedded().unwrap();
        let lore = Lore::of(&pack, &Options::default());
        for (units, against, wanted) in [(1, 1, 2.0 / 3.0), (1, 3, 5.0 / 12.0), (2, 3, 25.0 / 36.0), (3, 2, 49.0 / 54.0)] {
            assert!((lore.gains(units, against) - wanted).abs() < 1e-6);
        }
        assert!(lore.is_of(&pack, &Options::default()));
    }
}
