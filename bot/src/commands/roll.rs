//! `/roll`: plain dice.

use std::fmt;

use engine::campaign::{Purpose, Reason, Roll};
use engine::dice::Dice;
use engine::dice::DiceSpec;
use engine::pack::Pack;
use serde_json::json;

use crate::despatches::quick;
use crate::doors::answer::{answer, answer_done, campaign_here, defer, faces, finish, loose_dice};
use crate::doors::error::{CommandError, Context, Outcome};
use crate::model::despatch::Despatch;
use crate::words;

/// What is thrown at once: dice of one kind or of several, some perhaps taken away, and a number.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Throw {
    /// The dice in their order; `true` where what they show is taken away.
    dice: Vec<(bool, DiceSpec)>,
    /// What is added to them all.
    add: i8,
}

/// Kinds of dice that can be thrown at once.
const MOST_KINDS: usize = 5;

/// Dice that can be thrown at once.
const MOST_DICE: u16 = 100;

/// What is said where dice cannot be read.
const HOW: &str = "write 2D6, 1D10+2 or 4D10+2D6-1, with 1 to 100 dice of 2 to 100 sides";

/// Reads dice and what is added to them: `2D6+1`, `4D10+2D6-1`.
///
/// # Errors
///
/// One sentence saying what is wrong and what to type.
pub fn parse(text: &str) -> Result<Throw, CommandError> {
    let compact: String = text.chars().filter(|letter| !letter.is_whitespace()).collect();
    let shown = words::typed(&compact, 30);
    let not_dice = || CommandError::Say(format!("\"{shown}\" is not dice: {HOW}."));
    let (mut dice, mut add) = (Vec::new(), 0_i16);
    let signed = if compact.starts_with(['+', '-']) { compact.clone() } else { format!("+{compact}") };
    for (start, sign) in signed.match_indices(['+', '-']) {
        let rest = &signed[start + 1..];
        let term = rest.split(['+', '-']).next().unwrap_or_default();
        let taken_away = sign == "-";
        if term.contains(['d', 'D']) {
            dice.push((taken_away, DiceSpec::parse(term).map_err(|_| not_dice())?));
        } else {
            let number: i16 = term.parse().ok().filter(|number| (0..=99).contains(number)).ok_or_else(not_dice)?;
            add += if taken_away { -number } else { number };
        }
        if !(-99..=99).contains(&add) {
            return Err(CommandError::Say(format!("\"{shown}\": what is added is a number from -99 to 99.")));
        }
    }
    let count: u16 = dice.iter().map(|(_, spec)| u16::from(spec.count)).sum();
    if dice.is_empty() {
        return Err(not_dice());
    }
    if dice.len() > MOST_KINDS || count > MOST_DICE {
        let said = format!("\"{shown}\": at most {MOST_KINDS} kinds of dice and {MOST_DICE} dice are thrown at once.");
        return Err(CommandError::Say(said));
    }
    Ok(Throw { dice, add: i8::try_from(add).map_err(|_| not_dice())? })
}

impl Throw {
    /// Throws the dice, kind after kind. What is added to all stands with the last of them.
    #[must_use]
    pub fn thrown(&self, dice: &mut Dice) -> Thrown {
        let last = self.dice.len().saturating_sub(1);
        let throw = |(index, (taken_away, spec)): (usize, &(bool, DiceSpec))| {
            let add = if index == last && !taken_away { self.add } else { 0 };
            (*taken_away, dice.throw(Roll::new(Purpose::Free, *spec).with(Reason::Given, add), spec.count))
        };
        let rolls: Vec<(bool, Roll)> = self.dice.iter().enumerate().map(throw).collect();
        let shown: i16 = rolls.iter().map(|(taken_away, roll)| if *taken_away { -roll.total() } else { roll.total() }).sum();
        let added_apart = self.dice.last().is_some_and(|(taken_away, _)| *taken_away);
        Thrown { total: if added_apart { shown + i16::from(self.add) } else { shown }, rolls }
    }
}

impl fmt::Display for Throw {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, (taken_away, spec)) in self.dice.iter().enumerate() {
            let sign = if *taken_away {
                "-"
            } else if index == 0 {
                ""
            } else {
                "+"
            };
            write!(f, "{sign}{spec}")?;
        }
        if self.add == 0 { Ok(()) } else { write!(f, "{:+}", self.add) }
    }
}

/// What came of a throw: each kind of dice in its order, and what all come to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Thrown {
    rolls: Vec<(bool, Roll)>,
    total: i16,
}

impl Thrown {
    /// How it stands in the journal: a single roll as it always has.
    fn entry(&self) -> serde_json::Value {
        match self.rolls.as_slice() {
            [(false, roll)] => json!({ "roll": roll }),
            rolls => json!({ "rolls": rolls.iter().map(|(_, roll)| roll).collect::<Vec<_>>(), "total": self.total }),
        }
    }

    /// What is said of it.
    #[must_use]
    pub fn told(&self, pack: &Pack, asked: &Throw) -> Despatch {
        quick::free(pack, &asked.to_string(), &self.rolls, self.total)
    }
}

/// Throw dice: 2D6, 1D10+2, 4D10+2D6-1.
#[poise::command(slash_command, install_context = "Guild|User", interaction_context = "Guild|BotDm|PrivateChannel")]
pub async fn roll(
    ctx: Context<'_>,
    #[description = "What to throw: 2D6, 1D10+2, 4D10+2D6-1; usually 1D6"]
    #[max_length = 40]
    what: Option<String>,
    #[description = "Your own dice, in the order thrown: 4 2"]
    #[max_length = 2000]
    dice: Option<String>,
    #[description = "Show it to you alone; nothing of it is posted, or goes into the journal"] private: Option<bool>,
) -> Outcome {
    let asked = parse(what.as_deref().unwrap_or("1D6"))?;
    let faces = faces(dice.as_deref())?;
    let private = private.unwrap_or_default();
    // Anyone may throw dice in a campaign's channel; those of its players come from the campaign's own stream.
    let snapshot = campaign_here(ctx).await?;
    if let (Some(snapshot), false) = (&snapshot, private) {
        let user = ctx.author().id.into();
        if snapshot.roster.seat(&snapshot.state, user).is_some() {
            defer(ctx, true).await?;
            let done = ctx
                .data()
                .tables
                .roll(snapshot.campaign.id, ctx.interaction.id.into(), user, faces, move |state, dice| {
                    let thrown = asked.thrown(dice);
                    (thrown.entry(), thrown.told(state.pack(), &asked))
                })
                .await?;
            return answer_done(ctx, done).await;
        }
    }
    let mut dice = loose_dice(faces);
    let thrown = asked.thrown(&mut dice);
    finish(&dice)?;
    let pack = snapshot.as_ref().map_or(&ctx.data().pack, |snapshot| snapshot.state.pack());
    answer(ctx, &thrown.told(pack, &asked), private).await
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dice_are_read_as_people_write_them() {
        let read = |text: &str| parse(text).unwrap().to_string();
        assert_eq!(read("2d6 + 1"), "2D6+1");
        assert_eq!(read("D10-2"), "1D10-2");
        assert_eq!(read("4D10+2D6-1"), "4D10+2D6-1");
        assert_eq!(read("1+2D6+1-d4"), "2D6-1D4+2");
        for nonsense in ["", "6", "2D6+", "2D6+x", "2D6+100", "2D6+99+1", "0D6", "１D6", "60D6+60D6", "D4+D4+D4+D4+D4+D4", "--2D6"] {
            let CommandError::Say(sentence) = parse(nonsense).unwrap_err() else { panic!("{nonsense}") };
            assert!(sentence.ends_with('.'), "{sentence}");
        }
    }

    #[test]
    fn several_kinds_of_dice_are_thrown_one_after_the_other_and_counted_together() {
        let thrown = parse("2D10+2D6-1").unwrap().thrown(&mut Dice::scripted(&[10, 3, 6, 1]));
        assert_eq!((thrown.total, thrown.rolls.len()), (19, 2));
        let taken = parse("2D6-1D4+1").unwrap().thrown(&mut Dice::scripted(&[5, 4, 3]));
        assert_eq!(taken.total, 7);
        assert_eq!(taken.entry()["rolls"].as_array().map(Vec::len), Some(2));
        assert!(parse("2D6+1").unwrap().thrown(&mut Dice::scripted(&[1, 1])).entry()["roll"].is_object());
    }
}
