//! What is chosen, step by step, before a campaign begins: carried from button to button.

use std::fmt;
use std::str::FromStr;

/// What has been chosen so far; what has not is asked, in this order.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Opening {
    /// Which campaign of those this umpire has, from 0.
    pub pack: u8,
    /// Which of its scenarios, from 0.
    pub scenario: Option<u8>,
    /// Whether with every optional rule.
    pub full: Option<bool>,
    /// Whether one plays alone.
    pub alone: Option<bool>,
    /// Whether it is a trial, to be forgotten.
    pub trial: Option<bool>,
}

impl Opening {
    /// As it was before the last choice; nothing before the first.
    #[must_use]
    pub const fn back(self) -> Option<Self> {
        match self {
            Self { trial: Some(_), .. } => Some(Self { trial: None, ..self }),
            Self { alone: Some(_), .. } => Some(Self { alone: None, ..self }),
            Self { full: Some(_), .. } => Some(Self { full: None, ..self }),
            Self { scenario: Some(_), .. } => Some(Self { scenario: None, ..self }),
            _ => None,
        }
    }
}

fn letter(choice: Option<bool>) -> char {
    match choice {
        None => '-',
        Some(false) => '0',
        Some(true) => '1',
    }
}

impl fmt::Display for Opening {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let scenario = self.scenario.map_or_else(|| "-".to_owned(), |scenario| scenario.to_string());
        write!(f, "{}.{scenario}.{}.{}.{}", self.pack, letter(self.full), letter(self.alone), letter(self.trial))
    }
}

/// It says no such choices.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NoOpening;

impl FromStr for Opening {
    type Err = NoOpening;

    fn from_str(text: &str) -> Result<Self, NoOpening> {
        let [pack, scenario, full, alone, trial] = text.split('.').collect::<Vec<_>>()[..] else { return Err(NoOpening) };
        let number = |text: &str| text.parse::<u8>().ok().filter(|number| number.to_string() == text).ok_or(NoOpening);
        let flag = |text: &str| match text {
            "-" => Ok(None),
            "0" => Ok(Some(false)),
            "1" => Ok(Some(true)),
            _ => Err(NoOpening),
        };
        Ok(Self {
            pack: number(pack)?,
            scenario: if scenario == "-" { None } else { Some(number(scenario)?) },
            full: flag(full)?,
            alone: flag(alone)?,
            trial: flag(trial)?,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_chosen_is_read_back_and_taken_back_step_by_step() {
        let mut opening = Opening { pack: 255, scenario: Some(255), full: Some(true), alone: Some(false), trial: Some(true) };
        let mut steps = 0;
        loop {
            assert_eq!(opening.to_string().parse(), Ok(opening));
            match opening.back() {
                Some(back) => opening = back,
                None => break,
            }
            steps += 1;
        }
        assert_eq!((steps, opening), (4, Opening { pack: 255, ..Opening::default() }));
        for nonsense in ["", "0", "0.-.-.-", "0.-.-.-.2", "00.-.-.-.-", "0.-.-.-.-.-", "256.-.-.-.-"] {
            assert_eq!(nonsense.parse::<Opening>(), Err(NoOpening), "{nonsense}");
        }
    }
}
