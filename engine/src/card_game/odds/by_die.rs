//! The chances where a die says which unit falls (C12) and the Advantage is counted again after each loss (C13): who has it next hangs on
//! who has fallen, so that it is reckoned by the units that are left, and not by their number.
//!
//! A chance is so many ways out of all there are: of the faces, and of the orders in which the units of a side fall, alike ones not told
//! apart. Ways are whole numbers, and exact.

use super::table::{Ending, EndsBy, Table, shares};
use crate::card_game::cards::{CardId, Cards};
use crate::card_game::options::WipedOut;
use crate::card_game::pack::Face;
use crate::card_game::rules::conflict::force;
use crate::odds::{Fraction, Spread};
use crate::tabletop::side::Side;

/// What may be left of both sides, one with the other, that is reckoned through at the most.
const MOST: usize = 1 << 16;

/// The ways to each end: three for each side that may have the Advantage then.
type Ways = [u128; 6];

const fn place_of(advantage: Side, by: EndsBy) -> usize {
    advantage as usize * 3 + by as usize
}

/// A side's units, and all that may be left of them.
struct Host {
    /// Of each kind of unit how many there are, and how far apart in the list are places that differ by one of it.
    kinds: Vec<(usize, usize)>,
    /// Nobody first, and all last.
    left: Vec<Left>,
}

/// What may be left of a side.
struct Left {
    units: usize,
    force: u16,
    /// In how many orders these can fall.
    orders: u128,
}

impl Host {
    /// Those of a side in the conflict; nothing where too much may be left of them.
    fn of(table: &Table<'_>, side: Side) -> Option<Self> {
        let (state, region) = (table.state, table.fought.region);
        let like = |card: CardId| state.card(side, card).map(|row| (row.arm, row.force));
        let mut kinds: Vec<(CardId, usize, usize)> = Vec::new();
        for (card, count) in state.units(side, region).each() {
            match kinds.iter_mut().find(|(other, ..)| like(*other) == like(card)) {
                Some((_, all, _)) => *all += usize::from(count),
                None => kinds.push((card, usize::from(count), 0)),
            }
        }
        let mut size = 1_usize;
        for (_, count, apart) in &mut kinds {
            *apart = size;
            size = size.checked_mul(*count + 1).filter(|size| *size <= MOST)?;
        }
        let mut scene = state.clone();
        let mut left: Vec<Left> = Vec::with_capacity(size);
        for place in 0..size {
            let (mut cards, mut orders) = (Cards::NONE, u128::from(place == 0));
            for &(card, count, apart) in &kinds {
                let there = place / apart % (count + 1);
                cards.add(card, u8::try_from(there).unwrap_or(u8::MAX));
                if there > 0 {
                    orders = orders.checked_add(left[place - apart].orders)?;
                }
            }
            let army = &mut scene.armies[side as usize];
            (army.ready[region as usize], army.moved[region as usize]) = (cards, Cards::NONE);
            left.push(Left { units: cards.len().into(), force: force(&scene, side, region), orders });
        }
        Some(Self { kinds: kinds.into_iter().map(|(_, count, apart)| (count, apart)).collect(), left })
    }

    fn all(&self) -> usize {
        self.left.len() - 1
    }

    /// What may be left when one more has fallen.
    fn less_one(&self, place: usize) -> impl Iterator<Item = usize> + '_ {
        self.kinds.iter().filter(move |(count, apart)| !(place / apart).is_multiple_of(count + 1)).map(move |(_, apart)| place - apart)
    }
}

/// A conflict that is reckoned through, the fewest units first.
struct Reckoning<'a> {
    table: &'a Table<'a>,
    tactics: [u16; 2],
    hosts: [Host; 2],
    /// Faces of the conflict table: those that take a unit from the side with the Advantage, from the other, those that give control.
    faces: [u128; 3],
    /// Ways of a throw, so many that they can be shared among all faces that count, and halved; and what they come to in so many throws.
    ways: u128,
    powers: Vec<u128>,
    /// The ways from what is left of ours, and for each from what is left of the enemy.
    known: Vec<Ways>,
}

impl<'a> Reckoning<'a> {
    /// One that is reckoned through; nothing where the ways are too many for a number.
    fn of(table: &'a Table<'a>, tactics: [u16; 2], hosts: [Host; 2]) -> Option<Self> {
        let of = |wanted: Face| table.state.pack.tables.conflict.faces.iter().filter(|face| **face == wanted).count() as u128;
        let faces @ [own, other, control] = [Face::Advantage, Face::Other, Face::Control].map(of);
        let rolls_on = table.state.options.wiped_out == WipedOut::RollOn;
        // Faces that take a unit from a side that has none are thrown again.
        let counted = [own + other + control, own + control, other + control, control].map(|count| count.max(1));
        let shared = counted.iter().take(if rolls_on { 4 } else { 1 });
        let ways = 2 * (1..=60_u128).find(|ways| shared.clone().all(|count| ways % count == 0)).unwrap_or(60);
        let [ours, enemy] = hosts.each_ref().map(|host| &host.left[host.all()]);
        let throws = u32::try_from(ours.units + enemy.units + 1).ok()?;
        ways.checked_pow(throws)?.checked_mul(ours.orders)?.checked_mul(enemy.orders)?;
        let powers = (0..=throws).map(|throws| ways.pow(throws)).collect();
        let mut reckoning = Self { table, tactics, hosts, faces, ways, powers, known: Vec::new() };
        for ours in 0..=reckoning.hosts[0].all() {
            for enemy in 0..=reckoning.hosts[1].all() {
                let at = [ours, enemy];
                let is_over = !rolls_on && Side::BOTH.into_iter().any(|side| reckoning.left(at, side).units == 0);
                let known = if is_over { Ways::default() } else { reckoning.thrown(at, reckoning.shares(at)) };
                reckoning.known.push(known);
            }
        }
        Some(reckoning)
    }

    fn left(&self, at: [usize; 2], side: Side) -> &Left {
        &self.hosts[side as usize].left[at[side as usize]]
    }

    /// All the ways there are from here.
    fn all(&self, at: [usize; 2]) -> u128 {
        let [ours, enemy] = Side::BOTH.map(|side| self.left(at, side));
        self.powers[ours.units + enemy.units + 1] * ours.orders * enemy.orders
    }

    /// The ways to each end that were reckoned already.
    fn known(&self, at: [usize; 2]) -> &Ways {
        &self.known[at[0] * self.hosts[1].left.len() + at[1]]
    }

    /// Who has the Advantage with what is left.
    fn shares(&self, at: [usize; 2]) -> [u128; 2] {
        let forces = Side::BOTH.map(|side| self.left(at, side).force + self.tactics[side as usize]);
        shares(forces, self.table.state.holder(self.table.fought.region))
    }

    /// The ways to each end with the next throw, where the Advantage is so shared, by those with fewer units.
    fn thrown(&self, at: [usize; 2], shares: [u128; 2]) -> Ways {
        let mut to = Ways::default();
        let [own, other, control] = self.faces;
        let rolls_on = self.table.state.options.wiped_out == WipedOut::RollOn;
        for (advantage, halves) in Side::BOTH.into_iter().zip(shares).filter(|(_, halves)| *halves > 0) {
            let losses = [(own, advantage), (other, advantage.other())].map(|(faces, loser)| {
                let stands = self.left(at, loser).units > 0;
                (if stands { faces } else { 0 }, loser)
            });
            let counted = losses.iter().map(|(faces, _)| faces).sum::<u128>() + control;
            let each = halves * self.ways / (2 * counted.max(1));
            to[place_of(advantage, EndsBy::Control)] += each * control * (self.all(at) / self.ways);
            for (faces, loser) in losses.into_iter().filter(|(faces, _)| *faces > 0) {
                for place in self.hosts[loser as usize].less_one(at[loser as usize]) {
                    let mut left = at;
                    left[loser as usize] = place;
                    // Whoever has fallen has lost the conflict that was being fought, whoever would be stronger now.
                    if self.left(left, loser).units == 0 && !rolls_on {
                        let by = if loser == advantage { EndsBy::AdvantageFallen } else { EndsBy::OtherFallen };
                        to[place_of(advantage, by)] += each * faces * self.all(left);
                    } else {
                        to.iter_mut().zip(self.known(left)).for_each(|(to, more)| *to += each * faces * more);
                    }
                }
            }
        }
        to
    }
}

/// How likely each ending is where both sides have units, or are rolled for without; nothing where that is too much to be reckoned through.
pub(super) fn spread(table: &Table<'_>, tactics: [u16; 2], is_counted_again: bool) -> Option<Spread<Ending>> {
    let hosts = [Host::of(table, Side::Ours)?, Host::of(table, Side::Enemy)?];
    if hosts[0].left.len() * hosts[1].left.len() > MOST {
        return None;
    }
    let reckoning = Reckoning::of(table, tactics, hosts)?;
    let full = reckoning.hosts.each_ref().map(Host::all);
    let (ways, all) = match table.fought.loser {
        // What is due falls first.
        Some(loser) => {
            let mut ways = Ways::default();
            for place in reckoning.hosts[loser as usize].less_one(full[loser as usize]) {
                let mut left = full;
                left[loser as usize] = place;
                ways.iter_mut().zip(reckoning.known(left)).for_each(|(ways, more)| *ways += more);
            }
            (ways, reckoning.all(full) / reckoning.ways)
        }
        None => match table.fought.advantage.filter(|_| !is_counted_again) {
            Some(Side::Ours) => (reckoning.thrown(full, [2, 0]), reckoning.all(full)),
            Some(Side::Enemy) => (reckoning.thrown(full, [0, 2]), reckoning.all(full)),
            None => (*reckoning.known(full), reckoning.all(full)),
        },
    };
    let ends = |advantage: Side| {
        [
            (EndsBy::Control, table.ending(Some(advantage), EndsBy::Control)),
            (EndsBy::OtherFallen, table.fallen(advantage, false)),
            (EndsBy::AdvantageFallen, table.fallen(advantage, true)),
        ]
        .map(|(by, ending)| (ending, Fraction::new(ways[place_of(advantage, by)], all)))
    };
    Some(Side::BOTH.into_iter().flat_map(ends).collect())
}
