//! What is chosen, step by step, before a game of two with hidden hands or units begins: carried from button to button.

use std::fmt;
use std::str::FromStr;

use engine::tabletop::side::Side;

/// Whom it is played against. Nobody plays both sides: what one hides the other may not see.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DuelOpponent {
    /// The plain staff.
    Plain,
    /// The searching staff.
    Searching,
    /// Whoever joins.
    Member,
}

impl DuelOpponent {
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
pub struct DuelChoices {
    /// The side that whoever begins it plays.
    pub side: Option<Side>,
    /// Against whom.
    pub opponent: Option<DuelOpponent>,
}

impl fmt::Display for DuelChoices {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let side = match self.side {
            None => "-",
            Some(Side::Ours) => "o",
            Some(Side::Enemy) => "e",
        };
        write!(f, "{side}.{}", self.opponent.map_or("-", DuelOpponent::letter))
    }
}

/// It says no such choices.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NoDuel;

impl FromStr for DuelChoices {
    type Err = NoDuel;

    fn from_str(text: &str) -> Result<Self, NoDuel> {
        let (side, opponent) = text.split_once('.').ok_or(NoDuel)?;
        Ok(Self {
            side: match side {
                "-" => None,
                "o" => Some(Side::Ours),
                "e" => Some(Side::Enemy),
                _ => return Err(NoDuel),
            },
            opponent: match opponent {
                "-" => None,
                letter => Some(DuelOpponent::ALL.into_iter().find(|one| one.letter() == letter).ok_or(NoDuel)?),
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
            for opponent in DuelOpponent::ALL.into_iter().map(Some).chain([None]) {
                let choices = DuelChoices { side, opponent };
                assert_eq!(choices.to_string().parse(), Ok(choices));
            }
        }
        assert!(["", "o", "x.p", "o.z", "o.p.p"].iter().all(|text| text.parse::<DuelChoices>().is_err()));
    }
}
