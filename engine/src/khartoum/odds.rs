//! Chances of a battle before its dice are thrown, exact but for the rounding of the machine: who gets superiority, in which round it is
//! decided and for whom, and who falls.
//!
//! All positions of the battle are followed at once, each with its chance: every unit of it steady, panicked or gone. Standing orders about
//! breaking off are obeyed (K29); a side that is asked is taken to stand. A retreat that finds no space is not counted among the losses.

use super::battle::{Battle, Step};
use super::event::Effect;
use super::ids::{SpaceId, UnitId, Units};
use super::options::BreakOff;
use super::proceedings::SIDES;
use super::rules::fight::{can_break_off, certain_superiority, fire_value, panic, rounds, superiority_modifiers, wins_tie};
use super::rules::supply;
use super::state::State;
use crate::tabletop::side::Side;

/// Units of a battle, both sides together, that are still counted out: of more there are too many positions.
pub const MOST_UNITS: usize = 11;

/// The chances of a battle.
#[derive(Clone, PartialEq, Debug)]
pub struct BattleOdds {
    /// That ours, and that the enemy, have tactical superiority.
    pub superiority: [f64; 2],
    /// By round, from the first: that it is decided in it for ours, and for the enemy. The last round decides for the defenders what nothing
    /// decided before.
    pub decided: Vec<[f64; 2]>,
    /// For each unit of the battle, in counter order: that it is lost, by fire, by panic, as a garrison that would retreat or in a landing.
    pub falls: Vec<(UnitId, f64)>,
}

impl BattleOdds {
    /// That a side wins.
    #[must_use]
    pub fn wins(&self, side: Side) -> f64 {
        self.decided.iter().map(|round| round[side as usize]).sum()
    }

    /// That the first round decides it.
    #[must_use]
    pub fn decided_in_the_first_round(&self) -> f64 {
        self.decided.first().map_or(0.0, |round| round[0] + round[1])
    }
}

/// The battle that a side would fight in a space with all who are there, before its first dice.
#[must_use]
pub fn prospective(state: &State, space: SpaceId, attacker: Side) -> Battle {
    let landing = attacker == Side::Ours && !state.play.landed.intersection(state.here(space)).is_empty();
    Battle::new(space, attacker, landing, supply::unsupplied(state, space, attacker))
}

/// The chances of a battle from where it stands; nothing where it has more units than are counted out, or is over but for retreats.
#[must_use]
pub fn battle(state: &State, battle: &Battle) -> Option<BattleOdds> {
    let field = Field::of(state, battle)?;
    let superiority = match battle.superior {
        Some(side) => Side::BOTH.map(|of| if of == side { 1.0 } else { 0.0 }),
        None => superiority(state, battle),
    };
    let mut odds = BattleOdds {
        superiority,
        decided: vec![[0.0; 2]; rounds(state).into()],
        falls: field.units.iter().map(|unit| (*unit, 0.0)).collect(),
    };
    for side in Side::BOTH.into_iter().filter(|side| superiority[*side as usize] > 0.0) {
        field.follow(side, superiority[side as usize], &mut odds);
    }
    Some(odds)
}

/// That ours, and that the enemy, get superiority by their dice (13.1).
#[must_use]
pub fn superiority(state: &State, battle: &Battle) -> [f64; 2] {
    let certain = |side: Side| Side::BOTH.map(|of| if of == side { 1.0 } else { 0.0 });
    if let Some(side) = certain_superiority(state) {
        return certain(side);
    }
    let adds =
        Side::BOTH.map(|side| superiority_modifiers(state, battle, side).iter().map(|modifier| i16::from(modifier.add)).sum::<i16>());
    let faces = 1..=i16::from(SIDES);
    let pairs = faces.clone().flat_map(|one| faces.clone().map(move |other| (one, other)));
    let mut ways = [0.0; 2];
    for (one, other) in pairs {
        let side = match (one + adds[0]).cmp(&(other + adds[1])) {
            std::cmp::Ordering::Greater => Side::Ours,
            std::cmp::Ordering::Less => Side::Enemy,
            std::cmp::Ordering::Equal => wins_tie(state, battle),
        };
        ways[side as usize] += 1.0;
    }
    ways.map(|ways| ways / f64::from(SIDES).powi(2))
}

/// How a unit stands: the digits of a position.
const STEADY: usize = 0;
const PANICKED: usize = 1;
const GONE: usize = 2;

/// What a battle is fought with. A position is a number of as many digits to the base of three as there are units.
struct Field<'a> {
    state: &'a State,
    battle: Battle,
    units: Vec<UnitId>,
    /// What a unit's digit counts for.
    weights: Vec<usize>,
    /// The places of the units of ours, and of the enemy.
    of: [Vec<usize>; 2],
    values: Vec<u8>,
    /// What panic does to each unpanicked unit with the governor in the space, and without.
    panics: Vec<[Effect; 2]>,
    governor: Option<usize>,
}

impl<'a> Field<'a> {
    fn of(state: &'a State, battle: &Battle) -> Option<Self> {
        let units: Vec<UnitId> = state.here(battle.space).iter().collect();
        let fights = matches!(battle.step, Step::Superiority | Step::Fire(_) | Step::BreakOff(_));
        if units.len() > MOST_UNITS || !fights {
            return None;
        }
        let weights = (0..units.len()).map(|place| 3_usize.pow(place as u32)).collect();
        let of = Side::BOTH.map(|side| (0..units.len()).filter(|place| state.side_of(units[*place]) == side).collect());
        let values = units.iter().map(|unit| fire_value(state, battle, *unit).0).collect();
        let governor = units.iter().position(|unit| state.pack.counters.governor == Some(*unit));
        let fresh = Battle { panicked: Units::EMPTY, ..*battle };
        let panics = units
            .iter()
            .map(|unit| {
                let with = panic(state, &fresh, *unit);
                // Without the governor what is marked so breaks, where panic is heeded at all (29.7).
                let breaks = with == Effect::Panics && state.unit(*unit).is_some_and(|row| row.eliminates);
                [with, if breaks { Effect::Breaks } else { with }]
            })
            .collect();
        Some(Self { state, battle: *battle, units, weights, of, values, panics, governor })
    }

    fn digit(&self, position: usize, place: usize) -> usize {
        position / self.weights[place] % 3
    }

    fn those(&self, position: usize, side: Side, digit: usize) -> impl Iterator<Item = usize> + '_ {
        self.of[side as usize].iter().copied().filter(move |place| self.digit(position, *place) == digit)
    }

    fn has_steady(&self, position: usize, side: Side) -> bool {
        self.those(position, side, STEADY).next().is_some()
    }

    /// Follows the battle to its end with a side's superiority.
    fn follow(&self, superior: Side, chance: f64, odds: &mut BattleOdds) {
        let mut chances = vec![0.0; 3_usize.pow(self.units.len() as u32)];
        let panicked = |place: &usize| self.battle.panicked.contains(self.units[*place]);
        let begins: usize = (0..self.units.len()).filter(panicked).map(|place| self.weights[place] * PANICKED).sum();
        chances[begins] = chance;
        let attacker = self.battle.attacker;
        let most = rounds(self.state);
        let mut round = self.battle.round.max(1);
        let mut step = match self.battle.step {
            Step::Superiority => Step::Fire(superior),
            step => step,
        };
        loop {
            match step {
                Step::Fire(side) => {
                    for place in &self.of[side as usize] {
                        chances = self.shoot(&chances, *place, side.other(), odds);
                    }
                    self.decide(&mut chances, side.other(), round, odds);
                    step = if side == superior { Step::Fire(side.other()) } else { Step::BreakOff(attacker) };
                    if side != superior && round >= most {
                        break;
                    }
                }
                Step::BreakOff(side) => {
                    chances = self.break_off(&chances, side);
                    self.decide(&mut chances, side, round, odds);
                    step = if side == attacker { Step::BreakOff(side.other()) } else { Step::Fire(superior) };
                    round += u8::from(side != attacker);
                }
                Step::Superiority | Step::Leave(_) | Step::Rout(_) => return,
            }
        }
        // What is left after the last round the attackers have lost (13.4).
        for (position, chance) in chances.iter().enumerate().filter(|(_, chance)| **chance > 0.0) {
            self.lose(position, *chance, attacker, round, odds);
        }
    }

    /// One unit fires.
    fn shoot(&self, chances: &[f64], shooter: usize, at: Side, odds: &mut BattleOdds) -> Vec<f64> {
        let tables = &self.state.pack.tables.battle;
        let value = self.values[shooter].min(SIDES);
        let kills = tables.eliminates.min(value);
        let face = 1.0 / f64::from(SIDES);
        let mut after = vec![0.0; chances.len()];
        for (position, chance) in chances.iter().enumerate().filter(|(_, chance)| **chance > 0.0) {
            let targets = if self.has_steady(position, at) { STEADY } else { PANICKED };
            let count = self.those(position, at, targets).count();
            if self.digit(position, shooter) != STEADY || count == 0 {
                after[position] += chance;
                continue;
            }
            after[position] += chance * f64::from(SIDES - value) * face;
            let governed = self.governor.is_some_and(|place| self.digit(position, place) != GONE);
            for struck in self.those(position, at, targets) {
                let weight = self.weights[struck];
                let each = chance * face / count as f64;
                let dead = position + weight * (GONE - targets);
                let mut dies = each * f64::from(kills);
                let hits = each * f64::from(value - kills);
                let effect = if targets == PANICKED { Effect::Dies } else { self.panics[struck][usize::from(!governed)] };
                let elite = self.state.unit(self.units[struck]).is_some_and(|row| row.elite);
                let stands = if elite { f64::from(tables.elite.min(SIDES)) * face } else { 0.0 };
                match effect {
                    Effect::Dies => dies += hits,
                    Effect::Stands | Effect::Ignored => after[position] += hits,
                    Effect::Panics => {
                        after[position] += hits * stands;
                        after[position + weight * PANICKED] += hits * (1.0 - stands);
                    }
                    Effect::Breaks => {
                        after[position] += hits * stands;
                        dies += hits * (1.0 - stands);
                    }
                }
                after[dead] += dies;
                odds.falls[struck].1 += dies;
            }
        }
        after
    }

    /// The positions in which a side has nobody steady are decided against it.
    fn decide(&self, chances: &mut [f64], loser: Side, round: u8, odds: &mut BattleOdds) {
        for (position, chance) in chances.iter_mut().enumerate() {
            if *chance > 0.0 && !self.has_steady(position, loser) {
                self.lose(position, std::mem::take(chance), loser, round, odds);
            }
        }
    }

    fn lose(&self, position: usize, chance: f64, loser: Side, round: u8, odds: &mut BattleOdds) {
        if let Some(decided) = odds.decided.get_mut(usize::from(round).saturating_sub(1)) {
            decided[loser.other() as usize] += chance;
        }
        let drowned = self.battle.landing && loser == Side::Ours;
        for place in &self.of[loser as usize] {
            let garrison = self.state.pack.counters.garrisons.contains(self.units[*place]);
            if (garrison || drowned) && self.digit(position, *place) != GONE {
                odds.falls[*place].1 += chance;
            }
        }
    }

    /// Whoever breaks off by the standing order leaves.
    fn break_off(&self, chances: &[f64], side: Side) -> Vec<f64> {
        let counters = &self.state.pack.counters;
        let can = can_break_off(self.state, &Battle { panicked: Units::EMPTY, ..self.battle }, side);
        let goes = match self.state.stands[side as usize] {
            BreakOff::WhenOutmatched => can,
            BreakOff::LeadersWhenOutmatched => can.intersection(counters.leaders),
            BreakOff::Stand | BreakOff::Ask => Units::EMPTY,
        };
        let mut after = vec![0.0; chances.len()];
        for (position, chance) in chances.iter().enumerate().filter(|(_, chance)| **chance > 0.0) {
            let sum = |side: Side| self.those(position, side, STEADY).map(|place| u16::from(self.values[place])).sum::<u16>();
            let leaving = self.those(position, side, STEADY).filter(|place| goes.contains(self.units[*place]));
            let gone: usize = if sum(side) * 2 < sum(side.other()) { leaving.map(|place| self.weights[place] * GONE).sum() } else { 0 };
            after[position + gone] += chance;
        }
        after
    }
}

#[cfg(test)]
mod tests;
