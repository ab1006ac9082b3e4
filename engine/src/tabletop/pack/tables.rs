//! Every table of the battle rules, under the heading named with it.

use std::collections::BTreeMap;

use serde::Deserialize;

use super::fault::unless;
use crate::dice::DiceSpec;
use crate::pack::PackError;
use crate::pack::read::read_toml;

const FILE: &str = "tables.toml";

/// The tables.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Tables {
    /// What movement and fire cost.
    pub tariff: Tariff,
    /// The range of each weapon, in squares.
    pub ranges: BTreeMap<String, u8>,
    /// Charging.
    pub charge: Charge,
    /// Hand-to-hand combat.
    pub hand_to_hand: HandToHand,
    /// Disorganisation modifiers.
    pub recovery: Recovery,
    /// Impetuous cavalry and camelry.
    pub impetuous: Impetuous,
    /// Gunboats and river boats.
    pub boats: Boats,
    /// What the sides are called where no scenario says so.
    pub sides: SideNames,
}

/// What the sides are called.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SideNames {
    /// Ours.
    pub ours: String,
    /// The enemy.
    pub enemy: String,
}

/// *Action point movement tariff*.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Tariff {
    /// One square diagonally.
    pub diagonal_move: u8,
    /// One square orthogonally.
    pub orthogonal_move: u8,
    /// To cross an obstacle.
    pub cross_obstacle: u8,
    /// To move through a friendly unit, for each square so occupied (T50).
    pub pass_friend: u8,
    /// To fire once.
    pub fire: u8,
    /// To change formation.
    pub change_formation: u8,
    /// To mount or dismount.
    pub mount_or_dismount: u8,
    /// To limber or unlimber.
    pub limber_or_unlimber: u8,
    /// To turn, at any angle (T54).
    pub turn: u8,
    /// To move into, in, or out of steep ground.
    pub steep_ground: u8,
    /// To move into, in, or out of difficult ground.
    pub difficult_ground: u8,
}

/// What an outcome does to a unit.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Toll {
    /// Squares it falls back.
    pub falls_back: u8,
    /// Figures it loses.
    pub figures: u8,
    /// Whether it becomes disorganised.
    pub disorganised: bool,
}

/// *Charging*.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Charge {
    /// The modifiers.
    pub modifiers: ChargeModifiers,
    /// From this difference on a charged unit that is disorganised already loses a figure more.
    pub further_figure_from: i16,
    /// The outcomes, the lowest difference first.
    pub outcomes: Vec<ChargeOutcome>,
}

/// *Charging modifiers*.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ChargeModifiers {
    /// To the charged unit, for each figure able to face the charge.
    pub figure_facing: i8,
    /// To the charged unit, for each friend in an adjacent rear square (T05).
    pub friend_behind: i8,
    /// To the charging unit, for each figure able to take part.
    pub figure_charging: i8,
    /// To the charging unit, if the charged is disorganised.
    pub charged_disorganised: i8,
    /// To the charging unit, if it crossed an obstacle.
    pub crossed_obstacle: i8,
}

/// A row of *Charging outcomes*.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ChargeOutcome {
    /// The least difference; none, if there is no end.
    pub from: Option<i16>,
    /// The greatest difference; none, if there is no end.
    pub to: Option<i16>,
    /// Whether the charging unit enters the charged unit's square; else it stops, or falls back.
    #[serde(default)]
    pub enters: bool,
    /// What befalls the charging unit.
    #[serde(default)]
    pub charging: Toll,
    /// What befalls the charged unit.
    #[serde(default)]
    pub charged: Toll,
}

/// *Hand-to-hand combat*.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HandToHand {
    /// The modifiers.
    pub modifiers: HandToHandModifiers,
    /// From this difference on a loser that is disorganised already loses a figure more.
    pub further_figure_from: i16,
    /// The outcomes, the lowest difference first; a difference of 0 has none, and the combat goes on.
    pub outcomes: Vec<CombatOutcome>,
}

/// *Hand-to-hand combat modifiers*.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HandToHandModifiers {
    /// For each figure able to take part.
    pub figure: i8,
    /// For each friend in an adjacent rear square (T05).
    pub friend_behind: i8,
    /// If the unit is disorganised.
    pub disorganised: i8,
}

/// A row of *Hand-to-hand combat outcomes*.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CombatOutcome {
    /// The least difference.
    pub from: i16,
    /// The greatest difference; none, if there is no end.
    pub to: Option<i16>,
    /// What befalls the loser.
    pub loser: Toll,
}

/// *Disorganisation modifiers*.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Recovery {
    /// For each friendly unit in an adjacent square.
    pub friend_adjacent: i8,
    /// For each Leader in the same square or an adjacent one.
    pub leader_near: i8,
}

/// Impetuous cavalry and camelry.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Impetuous {
    /// The dice for action points.
    pub dice: DiceSpec,
}

/// *Gunboats* and *River boats*.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Boats {
    /// Points gained downstream.
    pub downstream: i8,
    /// Points gained upstream.
    pub upstream: i8,
}

impl Charge {
    /// The outcome of a difference.
    ///
    /// The outcomes follow one another without a gap, which is checked when they are read.
    #[must_use]
    pub fn outcome(&self, difference: i16) -> Option<&ChargeOutcome> {
        self.outcomes.iter().find(|row| row.to.is_none_or(|to| difference <= to))
    }
}

impl HandToHand {
    /// What befalls the loser by this difference; `None` if neither has won.
    #[must_use]
    pub fn loser(&self, difference: i16) -> Option<Toll> {
        let row = self.outcomes.iter().find(|row| row.from <= difference && row.to.is_none_or(|to| difference <= to))?;
        Some(row.loser)
    }
}

/// Whether rows follow one another without gap or overlap, up to no end.
fn follow_on(rows: &[(Option<i16>, Option<i16>)]) -> bool {
    let joined =
        rows.windows(2).all(|pair| matches!((pair[0].1, pair[1].0), (Some(to), Some(from)) if i32::from(from) == i32::from(to) + 1));
    let ordered = rows.iter().all(|row| matches!(row, (Some(from), Some(to)) if from <= to) || row.0.is_none() || row.1.is_none());
    joined && ordered && rows.last().is_some_and(|row| row.1.is_none())
}

/// Reads the file: outcomes for every difference, moves that cost something.
pub(super) fn read(text: &str) -> Result<Tables, Vec<PackError>> {
    let tables: Tables = read_toml(FILE, text).map_err(|error| vec![error])?;
    let charge: Vec<_> = tables.charge.outcomes.iter().map(|row| (row.from, row.to)).collect();
    let combat: Vec<_> = tables.hand_to_hand.outcomes.iter().map(|row| (Some(row.from), row.to)).collect();
    let every = follow_on(&charge) && charge[0].0.is_none();
    let every_win = follow_on(&combat) && combat[0].0 == Some(1);
    let gap = "each row must begin where the one before ends, and together they must answer every difference";
    let tariff = tables.tariff;
    let moves = tariff.orthogonal_move > 0 && tariff.diagonal_move > 0;
    let faults: Vec<PackError> = [
        unless(every, FILE, "charge.outcomes".to_owned(), gap),
        unless(every_win, FILE, "hand_to_hand.outcomes".to_owned(), gap),
        unless(moves, FILE, "tariff".to_owned(), "a move must cost 1 point at least"),
        unless(tariff.turn > 0, FILE, "tariff.turn".to_owned(), "a turn must cost 1 point at least"),
    ]
    .into_iter()
    .flatten()
    .collect();
    if faults.is_empty() { Ok(tables) } else { Err(faults) }
}
