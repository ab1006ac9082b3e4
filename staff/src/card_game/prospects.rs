//! How a game stands for a side: the chance that it controls more regions than the other at the end, from who stands where.
//!
//! For each region it is reckoned who will control it after this turn's conflict, and who may at the end, by the force in it and near it;
//! the nearer the last turn, the more the first counts. Both together, over all five regions, give the chance of winning.

use engine::card_game::region::Region;
use engine::card_game::state::State;
use engine::tabletop::side::Side;

use super::lore::Lore;
use super::muster::Muster;
use super::weights::Weights;

/// Who controls a region: the chances of its own side and of the other.
pub(super) type Control = [f32; 2];

/// What a side reckons with.
#[derive(Clone, Copy, Debug)]
pub(super) struct Eye<'a> {
    pub(super) lore: &'a Lore,
    pub(super) weights: &'a Weights,
    pub(super) side: Side,
    /// Turns after this one.
    pub(super) left: u8,
    /// How fast later turns make the present count less.
    pub(super) later: f32,
}

/// What follows for each region from its own units alone, kept while other regions change.
#[derive(Clone, Copy, Debug)]
pub(super) struct Reckoned {
    /// The force of ours, then of the enemy's, in each region.
    strength: [[f32; 5]; 2],
    /// Who controls each region after this turn.
    now: [Control; 5],
}

/// A position, what is reckoned of it region by region, and what it is worth.
#[derive(Clone, Copy, Debug)]
pub(super) struct Outlook {
    pub(super) muster: Muster,
    pub(super) reckoned: Reckoned,
    pub(super) worth: f32,
}

impl Eye<'_> {
    /// Who controls a region after a conflict in which its own side has the Advantage with this chance.
    pub(super) fn fought(&self, muster: &Muster, region: Region, advantage: f32) -> Control {
        let [own, other] = [self.side, self.side.other()].map(|side| muster.post(side, region).units);
        let gains = advantage * self.lore.gains(own, other) + (1.0 - advantage) * (1.0 - self.lore.gains(other, own));
        [gains, 1.0 - gains]
    }

    /// Who controls a region after this turn.
    fn now(&self, muster: &Muster, region: Region) -> Control {
        let holder = muster.control[region as usize];
        let held = [holder == Some(self.side), holder == Some(self.side.other())].map(|held| if held { 1.0 } else { 0.0 });
        let [own, other] = [self.side, self.side.other()].map(|side| muster.post(side, region));
        if (region as u8) < muster.settled {
            return held;
        }
        match (own.units, other.units) {
            (0, 0) => held,
            (_, 0) => [1.0, 0.0],
            (0, _) => [0.0, 1.0],
            _ => {
                let force = |post: &super::muster::Post, side| f32::from(post.strength(self.lore, side));
                let by = force(own, self.side) - force(other, self.side.other()) + (held[0] - held[1]) * 0.5;
                self.fought(muster, region, 0.5 + 0.5 * by / (by.abs() + self.weights.doubt))
            }
        }
    }

    /// What follows for each region from its own units alone.
    pub(super) fn reckoned(&self, muster: &Muster) -> Reckoned {
        let mut reckoned = Reckoned { strength: [[0.0; 5]; 2], now: [[0.0; 2]; 5] };
        for side in Side::BOTH {
            for region in Region::ALL {
                reckoned.strength[side as usize][region as usize] = self.strength(muster, side, region);
            }
        }
        for region in Region::ALL {
            reckoned.now[region as usize] = self.now(muster, region);
        }
        reckoned
    }

    /// How a position looks before anything is laid or moved.
    pub(super) fn outlook(&self, state: &State) -> Outlook {
        let muster = Muster::of(self.lore, state, self.side);
        let reckoned = self.reckoned(&muster);
        Outlook { muster, reckoned, worth: self.worth_of(&muster.control, &reckoned) }
    }

    /// What is reckoned of a region, after units of its own side came to it or left it.
    pub(super) fn reckon_anew(&self, reckoned: &mut Reckoned, muster: &Muster, region: Region) {
        reckoned.strength[self.side as usize][region as usize] = self.strength(muster, self.side, region);
        reckoned.now[region as usize] = self.now(muster, region);
    }

    fn strength(&self, muster: &Muster, side: Side, region: Region) -> f32 {
        let post = muster.post(side, region);
        f32::from(post.strength(self.lore, side)) + self.weights.body * f32::from(post.units)
    }

    /// How each region stands: after this turn, and with what may come.
    pub(super) fn regions(&self, control: &[Option<Side>; 5], reckoned: &Reckoned) -> [[Control; 2]; 5] {
        let [own, other] = [self.side, self.side.other()].map(|side| self.reaches(&reckoned.strength[side as usize]));
        let empty = self.weights.empty * self.weights.empty;
        std::array::from_fn(|region| {
            let (own, other) = (own[region] * own[region], other[region] * other[region]);
            let all = own + other + empty;
            let mut soon = [own / all, other / all];
            match control[region] {
                Some(side) if side == self.side => soon[0] += empty / all,
                Some(_) => soon[1] += empty / all,
                None => {}
            }
            [reckoned.now[region], soon]
        })
    }

    /// The force that a side can bring to each region: what is there, and a part of what is near.
    fn reaches(&self, strength: &[f32; 5]) -> [f32; 5] {
        let mut near = [0.0_f32; 5];
        for (of, row) in strength.iter().zip(&self.lore.near) {
            for (sum, near) in near.iter_mut().zip(row) {
                *sum += of * near;
            }
        }
        std::array::from_fn(|region| strength[region] + self.weights.near * near[region])
    }

    /// What it all is worth, from 0 to about 1.
    pub(super) fn worth(&self, muster: &Muster) -> f32 {
        self.worth_of(&muster.control, &self.reckoned(muster))
    }

    /// The same of what is reckoned already.
    pub(super) fn worth_of(&self, control: &[Option<Side>; 5], reckoned: &Reckoned) -> f32 {
        self.sum(&self.regions(control, reckoned))
    }

    /// The chance of winning, from how each region stands.
    pub(super) fn sum(&self, regions: &[[Control; 2]; 5]) -> f32 {
        let now = 1.0 / (1.0 + self.later * f32::from(self.left));
        // How likely each lead in regions is, from five behind to five ahead, with places to spare at either end.
        let mut leads = [0.0_f32; 16];
        leads[6] = 1.0;
        let (mut all_own, mut all_other, mut lead) = (1.0, 1.0, 0.0);
        for [present, soon] in regions {
            let own = now * present[0] + (1.0 - now) * soon[0];
            let other = now * present[1] + (1.0 - now) * soon[1];
            let neither = 1.0 - own - other;
            all_own *= present[0];
            all_other *= present[1];
            lead += own - other;
            let before = leads;
            for place in 1..13 {
                leads[place] = before[place - 1] * own + before[place] * neither + before[place + 1] * other;
            }
        }
        let wins = leads[7..12].iter().sum::<f32>() + 0.5 * leads[6];
        wins + (1.0 - wins) * all_own - wins * all_other + self.weights.region * lead
    }
}
