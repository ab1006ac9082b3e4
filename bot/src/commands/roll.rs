//! `/roll`: plain dice.

use engine::campaign::{Purpose, Reason, Roll};
use engine::dice::Dice;
use engine::dice::DiceSpec;
use serde_json::json;

use crate::despatches::quick;
use crate::doors::answer::{answer, answer_done, campaign_here, defer, faces, finish, loose_dice};
use crate::doors::error::{CommandError, Context, Outcome};
use crate::words;

/// Reads dice and what is added to them: `2D6+1`.
///
/// # Errors
///
/// One sentence saying what is wrong and what to type.
pub fn parse(text: &str) -> Result<(DiceSpec, i8), CommandError> {
    let compact: String = text.chars().filter(|letter| !letter.is_whitespace()).collect();
    let shown = words::typed(&compact, 30);
    let (dice, add) = match compact.find(['+', '-']) {
        Some(sign) => compact.split_at(sign),
        None => (compact.as_str(), "0"),
    };
    let spec = DiceSpec::parse(dice)
        .map_err(|_| CommandError::Say(format!("\"{shown}\" is not dice: write 2D6 or 1D10+2, with 1 to 100 dice of 2 to 100 sides.")))?;
    let add = add
        .parse::<i8>()
        .ok()
        .filter(|add| (-99..=99).contains(add))
        .ok_or_else(|| CommandError::Say(format!("\"{shown}\": what is added is a number from -99 to 99.")))?;
    Ok((spec, add))
}

fn throw(spec: DiceSpec, add: i8, dice: &mut Dice) -> Roll {
    dice.throw(Roll::new(Purpose::Free, spec).with(Reason::Given, add), spec.count)
}

/// Throw dice: 2D6, 1D10+2.
#[poise::command(slash_command, install_context = "Guild|User", interaction_context = "Guild|BotDm|PrivateChannel")]
pub async fn roll(
    ctx: Context<'_>,
    #[description = "What to throw: 2D6, 1D10+2; usually 1D6"]
    #[max_length = 40]
    what: Option<String>,
    #[description = "Your own dice, in the order thrown: 4 2"]
    #[max_length = 2000]
    dice: Option<String>,
    #[description = "Show it to you alone, and leave the campaign out of it"] private: Option<bool>,
) -> Outcome {
    let (spec, add) = parse(what.as_deref().unwrap_or("1D6"))?;
    let faces = faces(dice.as_deref())?;
    let private = private.unwrap_or_default();
    let asked = if add == 0 { spec.to_string() } else { format!("{spec}{add:+}") };
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
                    let roll = throw(spec, add, dice);
                    (json!({ "roll": roll }), quick::free(state.pack(), &asked, &roll))
                })
                .await?;
            return answer_done(ctx, done).await;
        }
    }
    let mut dice = loose_dice(faces);
    let roll = throw(spec, add, &mut dice);
    finish(&dice)?;
    answer(ctx, &quick::free(&ctx.data().pack, &asked, &roll), private).await
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dice_are_read_as_people_write_them() {
        assert_eq!(parse("2d6 + 1").unwrap(), (DiceSpec { count: 2, sides: 6 }, 1));
        assert_eq!(parse("D10-2").unwrap(), (DiceSpec { count: 1, sides: 10 }, -2));
        for nonsense in ["", "6", "2D6+", "2D6+x", "2D6+100", "0D6", "2D6+1+1", "１D6"] {
            let CommandError::Say(sentence) = parse(nonsense).unwrap_err() else { panic!("{nonsense}") };
            assert!(sentence.ends_with('.'), "{sentence}");
        }
    }
}
