//! What charges come to, on the average: every way both dice can fall.

use engine::tabletop::pack::Toll;
use engine::tabletop::state::State;

use super::weights::Weights;

/// The differences that are reckoned with, either way; beyond them the outcome stays as it is.
const MOST: i16 = 12;

/// What a charge costs either, on the average.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub(super) struct Clash {
    /// The charging unit.
    pub(super) charging: f32,
    /// The charged unit.
    pub(super) charged: f32,
}

/// The outcomes of charges by their difference, weighed.
#[derive(Clone, Debug)]
pub(super) struct Clashes {
    charging: [f32; 2 * MOST as usize + 1],
    /// Of one that is in order, of one that is disorganised.
    charged: [[f32; 2 * MOST as usize + 1]; 2],
}

impl Clashes {
    pub(super) fn of(state: &State, weights: &Weights) -> Self {
        let table = &state.position.pack.tables.charge;
        let mut clashes = Self { charging: [0.0; 25], charged: [[0.0; 25]; 2] };
        let hurt = |toll: &Toll, figures: u8, disorganised: bool| {
            let disorder = if toll.disorganised && !disorganised { weights.disorder } else { 0.0 };
            f32::from(figures) * weights.figure + disorder + f32::from(toll.falls_back) * 0.05
        };
        for (place, difference) in (-MOST..=MOST).enumerate() {
            let Some(row) = table.outcome(difference) else { continue };
            let further = u8::from(difference >= table.further_figure_from);
            clashes.charging[place] = hurt(&row.charging, row.charging.figures, false);
            clashes.charged[0][place] = hurt(&row.charged, row.charged.figures, false);
            clashes.charged[1][place] = hurt(&row.charged, row.charged.figures + further, true);
        }
        clashes
    }

    /// What charges come to that are so much ahead before the dice, of so many sides each, the charging unit's first.
    pub(super) fn thrown(&self, dice: (u8, u8)) -> Thrown {
        let (one, other) = (i16::from(dice.0), i16::from(dice.1));
        let mut thrown = Thrown { feared: [[Clash::default(); 25]; 2] };
        for (disorganised, row) in thrown.feared.iter_mut().enumerate() {
            for (ahead, clash) in (-MOST..=MOST).zip(row) {
                for by in 1 - other..one {
                    let ways = f32::from((one.min(other + by) - by.max(0)).max(0)) / f32::from(one * other).max(1.0);
                    let difference = (by + ahead).clamp(-MOST, MOST);
                    let place = (difference + MOST).unsigned_abs() as usize;
                    clash.charging += ways * self.charging[place];
                    clash.charged += ways * self.charged[disorganised][place];
                }
            }
        }
        thrown
    }
}

/// What charges come to, by how much the charging unit is ahead before the dice.
#[derive(Clone, Debug)]
pub(super) struct Thrown {
    /// Against those in order, against those who are disorganised.
    feared: [[Clash; 2 * MOST as usize + 1]; 2],
}

impl Thrown {
    pub(super) fn at(&self, ahead: i16, disorganised: bool) -> Clash {
        self.feared[usize::from(disorganised)][(ahead.clamp(-MOST, MOST) + MOST).unsigned_abs() as usize]
    }
}

#[cfg(test)]
mod tests;
