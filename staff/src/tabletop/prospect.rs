//! How a battle without an aim is likely to end, judged at the beginning of a turn: won by ours, won by the enemy, or drawn when the turns are up.
//!
//! A multinomial logistic regression on what tells of each side: how near it is to breaking off, how strong it is and with what, what it is
//! exposed to and can shoot at where it stands, and how many turns are left. The coefficients are fitted to battles that the plain staff fights
//! against itself, `cargo run --release -p staff --example prospects`.

use engine::tabletop::pack::Charges;
use engine::tabletop::side::Side;
use engine::tabletop::state::State;
use engine::tabletop::unit::{Place, UnitId};

use super::ground::{Glance, recovers};
use super::temper::Temper;
use super::weights::Weights;

mod fitted;

use fitted::COEFFICIENTS;

/// Numbers that tell of one side.
const OF_A_SIDE: usize = 14;

/// Terms of the regression: those of both sides and the turns left, those of both sides times the turns left, and a constant.
pub const TERMS: usize = 4 * OF_A_SIDE + 2;

/// How far off, in squares, an enemy makes no difference any more.
const FAR: u8 = 12;

/// How a battle is likely to end.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Prospect {
    /// The chance that each side wins, 0 to 1, ours first; the rest is the chance of a draw.
    pub wins: [f32; 2],
}

impl Prospect {
    /// The prospect of a battle that has begun and is not over.
    #[must_use]
    pub fn of(state: &State) -> Self {
        Self::from_terms(&terms(state))
    }

    /// The same, with the minds of both sides at hand, ours first.
    pub(super) fn judged(state: &State, tempers: [&Temper; 2]) -> Self {
        Self::from_terms(&judged(state, tempers))
    }

    fn from_terms(terms: &[f32; TERMS]) -> Self {
        let sum = |row: &[f32; TERMS]| row.iter().zip(terms).map(|(coefficient, term)| coefficient * term).sum::<f32>();
        let odds = COEFFICIENTS.each_ref().map(|row| sum(row).clamp(-30.0, 30.0).exp());
        let all = 1.0 + odds[0] + odds[1];
        Self { wins: odds.map(|odds| odds / all) }
    }

    /// What it is worth to a side: from -1, surely lost, to 1, surely won.
    #[must_use]
    pub fn worth(self, side: Side) -> f32 {
        self.wins[side as usize] - self.wins[side.other() as usize]
    }
}

/// What the regression goes by.
#[must_use]
pub fn terms(state: &State) -> [f32; TERMS] {
    let [ours, enemy] = Side::BOTH.map(|side| Temper::of(state, side, Weights::TUNED));
    judged(state, [&ours, &enemy])
}

fn judged(state: &State, tempers: [&Temper; 2]) -> [f32; TERMS] {
    let turns = state.options().turns.0;
    let left = f32::from((turns + 1).saturating_sub(state.turn)) / 16.0;
    let mut terms = [1.0; TERMS];
    for (place, side) in Side::BOTH.into_iter().enumerate() {
        let of_side = of_side(&Glance::of(state, side, tempers[place]));
        for (number, value) in of_side.into_iter().enumerate() {
            terms[place * OF_A_SIDE + number] = value;
            terms[(place + 2) * OF_A_SIDE + number] = value * left;
        }
    }
    terms[TERMS - 2] = left;
    terms
}

/// What tells of the side at a glance.
fn of_side(glance: &Glance<'_>) -> [f32; OF_A_SIDE] {
    let (state, side) = (glance.state, glance.side);
    let counts = |unit: &UnitId| state.unit(*unit).side == side && state.position.troop(*unit).arm.counts_for_break_off();
    let (mut units, mut lost, mut disorganised, mut out, mut small) = (0.0_f32, 0.0_f32, 0.0_f32, 0.0_f32, 0.0_f32);
    let (mut raised, mut figures, mut power, mut rifles, mut spears) = (0.0_f32, 0.0_f32, 0.0_f32, 0.0_f32, 0.0_f32);
    let (mut placed, mut danger, mut shots, mut range) = (0.0_f32, 0.0_f32, 0.0_f32, 0.0_f32);
    for unit in state.position.all().filter(counts) {
        let (of, troop) = (state.unit(unit), state.position.troop(unit));
        units += 1.0;
        raised += f32::from(troop.figures);
        if matches!(of.place, Place::Left | Place::Lost) {
            lost += 1.0;
            continue;
        }
        let strength = f32::from(of.figures) * if troop.arm.is_battery() { 2.0 } else { 1.0 };
        figures += f32::from(of.figures);
        small += f32::from(u8::from(of.figures <= 2));
        power += if of.disorganised { 0.6 * strength } else { strength };
        if of.disorganised {
            disorganised += 1.0;
            out += 1.0 - recovers(state, unit);
        }
        let reach = troop.fire.first().and_then(|armament| state.position.pack.tables.ranges.get(armament.weapon.of(side)));
        if reach.is_some_and(|squares| *squares >= 2) {
            rifles += strength;
        }
        if !of.is_on_board() {
            continue;
        }
        placed += 1.0;
        danger += glance.danger(unit, of.formation, of.square, of.facing);
        shots += glance.best_shot(unit, of.formation, of.square, of.facing);
        range += f32::from(glance.nearest(of.square).map_or(FAR, |foe| of.square.range_to(foe.square).min(FAR)));
        if troop.charges == Charges::Any {
            spears += f32::from(of.figures);
        }
    }
    let limit = (units / 2.0).ceil().max(1.0);
    let (out, placed, power) = ((lost + out) / limit, placed.max(1.0), power.max(1.0));
    let hand = &state.heroic.hands[side as usize];
    let cards = f32::from(hand.cards.len().saturating_add(hand.unseen));
    [
        // How near it is to breaking off: units of those that may be missing at the end of a turn.
        lost / limit,
        disorganised / limit,
        out,
        out * out,
        small / limit,
        limit / 5.0,
        // How strong it is, and with what.
        1.0 - figures / raised.max(1.0),
        power / 40.0,
        rifles / power,
        spears / power,
        cards / 4.0,
        // How it stands, a unit.
        danger / placed,
        shots / placed,
        range / placed / 6.0,
    ]
}

#[cfg(test)]
mod tests;
