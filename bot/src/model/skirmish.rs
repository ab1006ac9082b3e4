//! What is chosen, step by step, before a battle on the gridded board begins: carried from button to button.

use std::fmt;
use std::str::FromStr;

use engine::tabletop::side::Side;

/// Whom a battle is fought against.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Opponent {
    /// The plain staff.
    Plain,
    /// The searching staff.
    Searching,
    /// Whoever joins.
    Member,
    /// Oneself: one plays both sides.
    Oneself,
}

impl Opponent {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Plain, Self::Searching, Self::Member, Self::Oneself];

    const fn letter(self) -> &'static str {
        match self {
            Self::Plain => "p",
            Self::Searching => "s",
            Self::Member => "m",
            Self::Oneself => "b",
        }
    }
}

/// What has been chosen so far; what has not is asked, in this order.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Skirmish {
    /// Which scenario, from 0; the number after the last means typical armies.
    pub battle: Option<u8>,
    /// The side that whoever begins it plays.
    pub side: Option<Side>,
    /// Against whom.
    pub opponent: Option<Opponent>,
}

impl Skirmish {
    /// As it was before the last choice; nothing before the first.
    #[must_use]
    pub const fn back(self) -> Option<Self> {
        match self {
            Self { opponent: Some(_), .. } => Some(Self { opponent: None, ..self }),
            Self { side: Some(_), .. } => Some(Self { side: None, ..self }),
            Self { battle: Some(_), .. } => Some(Self { battle: None, ..self }),
            _ => None,
        }
    }
}

impl fmt::Display for Skirmish {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let battle = self.battle.map_or_else(|| "-".to_owned(), |battle| battle.to_string());
        let side = match self.side {
            None => "-",
            Some(Side::Ours) => "o",
            Some(Side::Enemy) => "e",
        };
        write!(f, "{battle}.{side}.{}", self.opponent.map_or("-", Opponent::letter))
    }
}

/// It says no such choices.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NoSkirmish;

impl FromStr for Skirmish {
    type Err = NoSkirmish;

    fn from_str(text: &str) -> Result<Self, NoSkirmish> {
        let [battle, side, opponent] = text.split('.').collect::<Vec<_>>()[..] else { return Err(NoSkirmish) };
        let number = |text: &str| text.parse::<u8>().ok().filter(|number| number.to_string() == text).ok_or(NoSkirmish);
        Ok(Self {
            battle: if battle == "-" { None } else { Some(number(battle)?) },
            side: match side {
                "-" => None,
                "o" => Some(Side::Ours),
                "e" => Some(Side::Enemy),
                _ => return Err(NoSkirmish),
            },
            opponent: match opponent {
                "-" => None,
                letter => Some(Opponent::ALL.into_iter().find(|opponent| opponent.letter() == letter).ok_or(NoSkirmish)?),
            },
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_chosen_of_a_battle_is_read_back_and_taken_back_step_by_step() {
        for opponent in Opponent::ALL {
            let mut skirmish = Skirmish { battle: Some(255), side: Some(Side::Enemy), opponent: Some(opponent) };
            loop {
                assert_eq!(skirmish.to_string().parse(), Ok(skirmish));
                match skirmish.back() {
                    Some(back) => skirmish = back,
                    None => break,
                }
            }
            assert_eq!(skirmish, Skirmish::default());
        }
        for nonsense in ["", "0", "0.o", "00.o.p", "0.x.p", "0.o.q", "256.o.p", "0.o.p.p"] {
            assert_eq!(nonsense.parse::<Skirmish>(), Err(NoSkirmish), "{nonsense}");
        }
    }
}
