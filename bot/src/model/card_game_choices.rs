//! What is chosen, step by step, before a card game begins: carried from button to button.

use std::fmt;
use std::str::FromStr;

use engine::tabletop::side::Side;

/// Whom a card game is played against. Nobody plays both sides: their hands are hidden from one another.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CardOpponent {
    /// The plain staff.
    Plain,
    /// The searching staff.
    Searching,
    /// Whoever joins.
    Member,
}

impl CardOpponent {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Plain, Self::Searching, Self::Member];

    const fn letter(self) -> &'static str {
        match self {
            Self::Plain => "p",
            Self::Searching => "s",
            Self::Member => "m",
        }
    }
}

/// What has been chosen so far; what has not is asked, in this order.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct CardGameChoices {
    /// The side that whoever begins it plays.
    pub side: Option<Side>,
    /// Against whom.
    pub opponent: Option<CardOpponent>,
}

impl fmt::Display for CardGameChoices {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let side = match self.side {
            None => "-",
            Some(Side::Ours) => "o",
            Some(Side::Enemy) => "e",
        };
        write!(f, "{side}.{}", self.opponent.map_or("-", CardOpponent::letter))
    }
}

/// It says no such choices.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NoCardGame;

impl FromStr for CardGameChoices {
    type Err = NoCardGame;

    fn from_str(text: &str) -> Result<Self, NoCardGame> {
        let (side, opponent) = text.split_once('.').ok_or(NoCardGame)?;
        Ok(Self {
            side: match side {
                "-" => None,
                "o" => Some(Side::Ours),
                "e" => Some(Side::Enemy),
                _ => return Err(NoCardGame),
            },
            opponent: match opponent {
                "-" => None,
                letter => Some(CardOpponent::ALL.into_iter().find(|one| one.letter() == letter).ok_or(NoCardGame)?),
            },
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_chosen_reads_back_as_it_was_written() {
        for side in [None, Some(Side::Ours), Some(Side::Enemy)] {
            for opponent in CardOpponent::ALL.into_iter().map(Some).chain([None]) {
                let choices = CardGameChoices { side, opponent };
                assert_eq!(choices.to_string().parse(), Ok(choices));
            }
        }
        assert!(["", "o", "x.p", "o.z", "o.p.p"].iter().all(|text| text.parse::<CardGameChoices>().is_err()));
    }
}
