//! Who stands where: the units of both sides in each region, added up.

use engine::card_game::cards::CardId;
use engine::card_game::region::Region;
use engine::card_game::state::State;
use engine::tabletop::side::Side;

use super::lore::{ARMS, Lore, arm_place};

/// The units of a side in a region.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub(super) struct Post {
    /// Their force, without combined arms.
    pub(super) force: u16,
    /// How many.
    pub(super) units: u8,
    /// How many of each type.
    arms: [u8; ARMS],
    /// The types that are there, as bits.
    there: u16,
}

impl Post {
    pub(super) fn add(&mut self, lore: &Lore, side: Side, card: CardId, count: u8) {
        let row = lore.row(side, card);
        self.force += u16::from(row.force) * u16::from(count);
        self.units += count;
        if let Some(of) = self.arms.get_mut(arm_place(row.arm)) {
            *of += count;
            self.there |= u16::from(count > 0) << arm_place(row.arm);
        }
    }

    pub(super) fn take(&mut self, lore: &Lore, side: Side, card: CardId) {
        let row = lore.row(side, card);
        self.force = self.force.saturating_sub(row.force.into());
        self.units = self.units.saturating_sub(1);
        if let Some(of) = self.arms.get_mut(arm_place(row.arm)) {
            *of = of.saturating_sub(1);
            self.there &= !(u16::from(*of == 0) << arm_place(row.arm));
        }
    }

    /// The force with combined arms (C25).
    pub(super) fn strength(&self, lore: &Lore, side: Side) -> u16 {
        let wanted = lore.combined[side as usize];
        let all = wanted != 0 && self.there & wanted == wanted;
        self.force + if all { u16::from(lore.combined_adds) } else { 0 }
    }
}

/// The units of both sides in each region, and who controls it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Muster {
    pub(super) posts: [[Post; 5]; 2],
    pub(super) control: [Option<Side>; 5],
    /// The regions whose conflicts are over for this turn: those before this place.
    pub(super) settled: u8,
}

impl Muster {
    /// As a side sees it; what the other has laid face down counts as so many units of the middling kind.
    pub(super) fn of(lore: &Lore, state: &State, side: Side) -> Self {
        let mut posts = [[Post::default(); 5]; 2];
        for of in Side::BOTH {
            let army = state.army(of);
            for (region, post) in posts[of as usize].iter_mut().enumerate() {
                let open = army.ready[region].and(&army.moved[region]);
                let seen = if of == side { open.and(&army.laid[region].cards) } else { open };
                if !seen.is_empty() {
                    seen.each().for_each(|(card, count)| post.add(lore, of, card, count));
                }
                if of != side {
                    let hidden = army.laid[region].len();
                    post.units += hidden;
                    post.force += (f32::from(hidden) * lore.mean_force[of as usize]) as u16;
                }
            }
        }
        Self { posts, control: state.control, settled: 0 }
    }

    pub(super) const fn post(&self, side: Side, region: Region) -> &Post {
        &self.posts[side as usize][region as usize]
    }

    pub(super) const fn post_mut(&mut self, side: Side, region: Region) -> &mut Post {
        &mut self.posts[side as usize][region as usize]
    }
}
