//! How a battle will go, by a reckoning of averages: what each round's fire takes out on the mean, and how far chance may carry it.
//!
//! The exact chances ([`engine::khartoum::odds`]) take far longer than a staff that weighs thousands of battles has. A test holds this
//! reckoning against battles thrown out.

use engine::khartoum::pack::tables::{Battle as Numbers, TerrainRow, Tie};
use engine::tabletop::side::Side;

use super::row::Row;

/// Units of a side that fight together, added up.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub(super) struct Force {
    /// How many units.
    pub(super) units: f32,
    /// Their strengths.
    pub(super) fire: f32,
    /// How many count for stacking.
    pub(super) stacking: u8,
    /// How many are elite.
    pub(super) elite: f32,
    /// How many die of panic.
    pub(super) breaks: f32,
    /// How many are mounted.
    pub(super) mounted: u8,
    /// How many lead.
    pub(super) leaders: u8,
    /// How many garrisons.
    pub(super) garrisons: u8,
    /// What is added to the fire of each, for a lack of supply.
    pub(super) fire_more: f32,
    /// What is added to the die for superiority beside leaders and mounted troops.
    pub(super) superiority_more: i8,
    /// What the units are worth.
    pub(super) worth: f32,
}

impl Force {
    /// Adds a unit, or a share of one.
    pub(super) fn add(&mut self, row: &Row) {
        self.units += 1.0;
        self.fire += row.strength;
        self.elite += row.elite;
        self.breaks += row.breaks;
        self.stacking += row.stacking;
        self.mounted += row.mounted;
        self.leaders += row.leader;
        self.garrisons += row.garrison;
        self.worth += row.worth;
    }

    /// The two together.
    pub(super) fn with(mut self, other: &Self) -> Self {
        self.units += other.units;
        self.fire += other.fire;
        self.elite += other.elite;
        self.breaks += other.breaks;
        self.stacking += other.stacking;
        self.mounted += other.mounted;
        self.leaders += other.leaders;
        self.garrisons += other.garrisons;
        self.worth += other.worth;
        self
    }

    /// Whether it has nobody.
    pub(super) fn is_empty(&self) -> bool {
        self.units < 0.5
    }
}

/// What is to be expected of a battle.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Forecast {
    /// The chance that the attackers win.
    pub(super) wins: f32,
    /// Shares of the attackers and of the defenders that fall.
    pub(super) falls: [f32; 2],
}

/// The circumstances of a battle.
#[derive(Clone, Copy, Debug)]
pub(super) struct Circumstances<'a> {
    pub(super) numbers: &'a Numbers,
    pub(super) ground: TerrainRow,
    /// Who attacks.
    pub(super) attacker: Side,
    /// Whether the attackers have superiority without dice.
    pub(super) surely: bool,
    pub(super) rounds: u8,
}

/// The most that is added to one die against the other.
const MOST_MORE: i8 = 6;

/// The chances that one die, with so much added, from the least to the most, is higher than another, and the same.
const HIGHER: [(f32, f32); 13] = {
    let mut chances = [(0.0, 0.0); 13];
    let mut more = -MOST_MORE;
    while more <= MOST_MORE {
        let (mut higher, mut same, mut pair) = (0_u8, 0_u8, 0_i8);
        while pair < 36 {
            let lead = pair / 6 + more - pair % 6;
            higher += (lead > 0) as u8;
            same += (lead == 0) as u8;
            pair += 1;
        }
        chances[(more + MOST_MORE) as usize] = (higher as f32 / 36.0, same as f32 / 36.0);
        more += 1;
    }
    chances
};

fn higher(more: i8) -> (f32, f32) {
    HIGHER[(more.clamp(-MOST_MORE, MOST_MORE) + MOST_MORE).unsigned_abs() as usize]
}

/// What is to be expected of a battle.
pub(super) fn forecast(attackers: &Force, defenders: &Force, circumstances: &Circumstances<'_>) -> Forecast {
    if attackers.is_empty() {
        return Forecast { wins: 0.0, falls: [0.0, 0.0] };
    }
    if defenders.is_empty() {
        return Forecast { wins: 1.0, falls: [0.0, 0.0] };
    }
    let numbers = circumstances.numbers;
    let more = |own: &Force, other: &Force| {
        let leader = if own.leaders > 0 { numbers.leader } else { 0 };
        let mounted = if own.mounted > 0 && other.mounted == 0 { numbers.mounted } else { 0 };
        leader + mounted + own.superiority_more
    };
    let first = if circumstances.surely {
        1.0
    } else {
        let (wins, ties) = higher(more(attackers, defenders) - more(defenders, attackers));
        let takes_ties = match circumstances.ground.tie {
            Tie::Defender => false,
            Tie::Ours => circumstances.attacker == Side::Ours,
            Tie::Enemy => circumstances.attacker == Side::Enemy,
        };
        if takes_ties { wins + ties } else { wins }
    };
    let one = fought(attackers, defenders, circumstances, 0);
    let other = fought(attackers, defenders, circumstances, 1);
    let mean = |one: f32, other: f32| first * one + (1.0 - first) * other;
    Forecast { wins: mean(one.wins, other.wins), falls: [mean(one.falls[0], other.falls[0]), mean(one.falls[1], other.falls[1])] }
}

/// The rounds of a battle where one side, 0 the attackers, fires first.
fn fought(attackers: &Force, defenders: &Force, circumstances: &Circumstances<'_>, first: usize) -> Forecast {
    let numbers = circumstances.numbers;
    let sides = [attackers, defenders];
    let terrain = [f32::from(circumstances.ground.attackers_fire), 0.0];
    // The share of shots of each side that hit, and the shares of a hit on the other that put it out of the battle, and that kill it.
    let (mut out, mut dead) = ([0.0_f32; 2], [0.0_f32; 2]);
    for side in 0..2 {
        let (own, other) = (sides[side], sides[1 - side]);
        let value =
            (own.fire / own.units + terrain[side] + own.fire_more).clamp(f32::from(numbers.least_fire), f32::from(numbers.most_fire));
        let kills = f32::from(numbers.eliminates) / 6.0;
        let panics = (value / 6.0 - kills).max(0.0);
        let stands = f32::from(numbers.elite) / 6.0 * other.elite / other.units;
        let ignores = side == 0 && circumstances.ground.ignores_panic;
        let broken = if ignores { 0.0 } else { panics * (1.0 - stands) };
        out[side] = kills + broken;
        dead[side] = kills + broken * other.breaks / other.units;
    }
    let mut steady = [attackers.units, defenders.units];
    let mut variance = [0.0_f32; 2];
    let mut fallen = [0.0_f32; 2];
    for _ in 0..circumstances.rounds {
        for side in [first, 1 - first] {
            let other = 1 - side;
            if steady[other] < -1.0 || steady[side] <= 0.0 {
                continue;
            }
            let shots = steady[side];
            steady[other] -= shots * out[side];
            variance[other] += shots * out[side] * (1.0 - out[side]);
            fallen[other] += shots * dead[side];
        }
    }
    // How far the defenders are from their last unit at the end, in standard deviations; what the attackers' own losses leave open counts
    // for less.
    let spread = (variance[1] + 0.5 * variance[0] * out[0] + 0.05).sqrt();
    let margin = -steady[1] + 0.5 - (0.5 - steady[0]).max(0.0) * 0.5;
    let wins = 1.0 / (1.0 + (-1.7 * margin / spread).exp());
    Forecast { wins, falls: [(fallen[0] / attackers.units).min(1.0), (fallen[1] / defenders.units).min(1.0)] }
}

#[cfg(test)]
mod tests;
