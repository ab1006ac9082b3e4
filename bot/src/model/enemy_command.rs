//! Who commands the Mahdists in a battle.
//!
//! Rulebook: *Introduction*: all players are on the Anglo-Egyptian side, and when it comes to a battle some of them play the Mahdists, by
//! lot or however the group likes. Here volunteers come first, then those who have had that command least often; among equals the
//! campaign's dice decide. One player at least is always left to the Anglo-Egyptian side, and who is away is left in peace.

use crate::model::ids::UserId;
use engine::campaign::{Purpose, Roll};
use engine::dice::Dice;
use engine::dice::DiceSpec;
use serde::{Deserialize, Serialize};

/// How a member feels about commanding the Mahdists.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Willing {
    /// Before all others.
    Volunteers,
    /// When their turn comes.
    #[default]
    InTurn,
    /// Not at all.
    Never,
}

impl Willing {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Volunteers, Self::InTurn, Self::Never];

    /// The word the journal keeps for it.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Volunteers => "volunteers",
            Self::InTurn => "in_turn",
            Self::Never => "never",
        }
    }
}

/// A player who is there for a battle.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Candidate {
    /// Discord's id.
    pub user: UserId,
    /// Whether they like to.
    pub willing: Willing,
    /// How often they have commanded the Mahdists.
    pub times: u32,
}

/// Why somebody was chosen.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Why {
    /// They volunteered.
    Volunteer,
    /// They have had the command least often.
    Turn,
}

/// Somebody who commands the Mahdists.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Chosen {
    /// Discord's id.
    pub user: UserId,
    /// Why they.
    pub why: Why,
    /// How often they had the command before.
    pub times: u32,
    /// The lot that decided among equals: a die with a face for each.
    pub lot: Option<Roll>,
}

/// Who is on which side.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Sides {
    /// Who commands the Mahdists.
    pub enemies: Vec<Chosen>,
    /// Who commands the Anglo-Egyptians.
    pub ours: Vec<UserId>,
}

/// Chooses `wanted` players, or as many as there are, for the Mahdists; the rest command the Anglo-Egyptians.
pub fn assign(players: &[Candidate], wanted: usize, dice: &mut Dice) -> Sides {
    let most = wanted.min(players.len().saturating_sub(1));
    let mut left: Vec<Candidate> = players.iter().copied().filter(|player| player.willing != Willing::Never).collect();
    let mut enemies: Vec<Chosen> = Vec::with_capacity(most);
    while enemies.len() < most {
        let Some(first) = left.iter().map(|player| (player.willing, player.times)).min() else { break };
        let tied: Vec<Candidate> = left.iter().copied().filter(|player| (player.willing, player.times) == first).collect();
        // Where all the tied are wanted there is nothing to draw for.
        let lot = (tied.len() > most - enemies.len()).then(|| {
            let spec = DiceSpec { count: 1, sides: tied.len() as u8 };
            dice.throw(Roll::new(Purpose::Free, spec), 1)
        });
        let drawn = lot.as_ref().map_or(0, |lot| usize::try_from(lot.sum() - 1).unwrap_or(0));
        let Some(player) = tied.get(drawn).copied() else { break };
        left.retain(|other| other.user != player.user);
        let why = if player.willing == Willing::Volunteers { Why::Volunteer } else { Why::Turn };
        enemies.push(Chosen { user: player.user, why, times: player.times, lot });
    }
    let ours = players.iter().map(|player| player.user).filter(|user| enemies.iter().all(|chosen| chosen.user != *user)).collect();
    Sides { enemies, ours }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn player(user: u64, willing: Willing, times: u32) -> Candidate {
        Candidate { user: UserId(user), willing, times }
    }

    fn users(sides: &Sides) -> Vec<u64> {
        sides.enemies.iter().map(|chosen| chosen.user.0).collect()
    }

    fn ours(sides: &Sides) -> Vec<u64> {
        sides.ours.iter().map(|user| user.0).collect()
    }

    #[test]
    fn volunteers_come_first_then_those_who_had_the_command_least_often() {
        let players = [
            player(1, Willing::InTurn, 0),
            player(2, Willing::InTurn, 2),
            player(3, Willing::Volunteers, 5),
            player(4, Willing::InTurn, 1),
            player(5, Willing::Never, 0),
        ];
        let sides = assign(&players, 3, &mut Dice::scripted(&[]));
        assert_eq!(users(&sides), [3, 1, 4]);
        assert_eq!(ours(&sides), [2, 5]);
        assert!(sides.enemies.iter().all(|chosen| chosen.lot.is_none()));
    }

    #[test]
    fn among_equals_the_dice_decide_and_a_lot_is_drawn_only_where_it_matters() {
        let players = [1, 2, 3].map(|user| player(user, Willing::InTurn, 0));
        let sides = assign(&players, 2, &mut Dice::scripted(&[2, 2]));
        assert_eq!(users(&sides), [2, 3], "the second lot is among those who are left");
        let more = [player(1, Willing::InTurn, 0), player(2, Willing::InTurn, 0), player(3, Willing::InTurn, 4)];
        let mut dice = Dice::scripted(&[]);
        assert_eq!(users(&assign(&more, 2, &mut dice)), [1, 2], "both equals are wanted");
        assert!(dice.finish().is_ok());
    }

    #[test]
    fn the_anglo_egyptian_side_is_never_left_without_a_player() {
        let players = [1, 2].map(|user| player(user, Willing::Volunteers, 0));
        let sides = assign(&players, 9, &mut Dice::scripted(&[1]));
        assert_eq!((users(&sides), ours(&sides)), (vec![1], vec![2]));
        let alone = assign(&players[..1], 9, &mut Dice::scripted(&[]));
        assert_eq!((users(&alone), ours(&alone)), (vec![], vec![1]));
        assert_eq!(assign(&[], 2, &mut Dice::scripted(&[])), Sides::default());
    }

    #[test]
    fn nobody_is_made_to_who_never_does() {
        let players = [player(1, Willing::Never, 0), player(2, Willing::Never, 0)];
        assert_eq!(users(&assign(&players, 1, &mut Dice::scripted(&[]))), Vec::<u64>::new());
    }

    #[test]
    fn the_lots_of_three_equals_fall_evenly() {
        let players = [1, 2, 3].map(|user| player(user, Willing::InTurn, 0));
        let mut dice = Dice::seeded([9; 32], 0);
        let mut counts = [0_u32; 3];
        for _ in 0..3_000 {
            counts[users(&assign(&players, 1, &mut dice))[0] as usize - 1] += 1;
        }
        assert!(counts.iter().all(|count| (900..1_100).contains(count)), "{counts:?}");
    }
}
