//! The report of a battle as a form: what each unit lost, and how the field was left; one form, one order after the other.
//!
//! The form comes filled in: every unit of ours with a 0, the cavalry that is there, the odds as they were met. What is typed is read
//! leniently, and where it cannot be read nothing is reported and what was typed is handed back.

use engine::campaign::Seat;
use engine::campaign::odds::pursuit;
use engine::campaign::{Odds, Order, State};
use engine::dice::Dice;
use engine::game::Game as _;
use engine::pack::UnitId;

use crate::words;

/// Characters that a form's long field takes; Discord's limit.
pub const MOST_TYPED: u16 = 4_000;

/// The units whose loss can be reported, with their names.
fn units(state: &State) -> Vec<(UnitId, &str)> {
    let Some((battle, _)) = state.battle() else { return Vec::new() };
    let open = |unit: &UnitId| state.permit(Seat::Commander, &Order::ReportLoss { unit: *unit, steps: 1 }).is_ok();
    battle.units.iter().filter(open).map(|unit| (unit, state.pack().roster.unit(unit).name.as_str())).collect()
}

/// What the field for losses is filled in with: a line for each unit.
#[must_use]
pub fn losses(state: &State) -> String {
    units(state).iter().map(|(_, name)| format!("{name}: 0")).collect::<Vec<_>>().join("\n")
}

/// What the fields of a withdrawal are filled in with: our cavalry, and by how much we were outnumbered.
#[must_use]
pub fn withdrawal(state: &State) -> (u8, &'static str) {
    pursuit::from_battle(state).map_or((0, EVEN), |(situation, _)| {
        let (ours, theirs) = (u32::from(situation.ours), u32::from(situation.theirs));
        let odds = if theirs > 3 * ours {
            OVER_THREE
        } else if theirs > 2 * ours {
            OVER_TWO
        } else {
            EVEN
        };
        (situation.cavalry, odds)
    })
}

const EVEN: &str = "no";
const OVER_TWO: &str = "over 2:1";
const OVER_THREE: &str = "over 3:1";

/// Reads by how much we were outnumbered.
///
/// # Errors
///
/// A sentence saying what is wrong and what to do.
pub fn parse_odds(text: &str) -> Result<Odds, String> {
    let bare: String = text.to_lowercase().chars().filter(|letter| !letter.is_whitespace()).collect();
    match bare.trim_start_matches("over").trim_end_matches(":1") {
        "no" | "n" | "" | "1" => Ok(Odds::Even),
        "2" => Ok(Odds::OverTwoToOne),
        "3" => Ok(Odds::OverThreeToOne),
        _ => Err(format!("\"{}\" will not do for how far we were outnumbered: no, over 2:1, or over 3:1.", words::typed(text, 20))),
    }
}

/// The cavalry on the board at a withdrawal. What the form was filled in with counts what was there before the losses: left as it was, it
/// is what they leave of it.
///
/// # Errors
///
/// A sentence saying how many there can be.
pub fn cavalry_left(state: &State, losses: &[Order], typed: u8) -> Result<u8, String> {
    let mut after = state.clone();
    for order in losses {
        // What cannot be reported is refused with the report itself.
        let _ = after.give(Seat::Commander, order, &mut Dice::scripted(&[]));
    }
    let (before, left) = (withdrawal(state).0, withdrawal(&after).0);
    if typed <= left {
        Ok(typed)
    } else if typed == before {
        Ok(left)
    } else {
        Err(format!("Our cavalry on the board: after these losses there are {left} at the most."))
    }
}

/// Reads what each unit lost, in steps: "Sudanese 1/4: 2" a line; "all" is all it had.
///
/// # Errors
///
/// A sentence for each line that cannot be read, saying what is wrong and what to do.
pub fn parse_losses(state: &State, text: &str) -> Result<Vec<Order>, Vec<String>> {
    let units = units(state);
    if text.trim().is_empty() && !units.is_empty() {
        return Err(vec!["The field for losses is empty: leave a 0 for each unit that lost nothing.".to_owned()]);
    }
    let (mut losses, mut mistakes): (Vec<(UnitId, u8)>, Vec<String>) = (Vec::new(), Vec::new());
    for line in text.lines().map(str::trim).filter(|line| !line.is_empty()) {
        match parse_loss(state, &units, line) {
            Ok((unit, _)) if losses.iter().any(|(other, _)| *other == unit) => {
                mistakes.push(format!("{} stands there twice: one line for each unit.", state.pack().roster.unit(unit).name));
            }
            Ok(loss) => losses.push(loss),
            Err(mistake) => mistakes.push(mistake),
        }
    }
    if mistakes.is_empty() {
        // A line of zero says nothing, but its unit is not to be named again.
        Ok(losses.into_iter().filter(|(_, steps)| *steps > 0).map(|(unit, steps)| Order::ReportLoss { unit, steps }).collect())
    } else {
        Err(mistakes)
    }
}

/// Reads a line of them.
fn parse_loss(state: &State, units: &[(UnitId, &str)], line: &str) -> Result<(UnitId, u8), String> {
    let (name, lost) = line.rsplit_once([':', '=']).ok_or_else(|| {
        format!(
            "\"{}\" does not say how many steps were lost: write it as \"{}: 2\".",
            words::typed(line, 40),
            units.first().map_or("unit", |unit| unit.1)
        )
    })?;
    let (name, lost) = (name.trim(), lost.trim().to_lowercase());
    let unit = units.iter().find(|(_, other)| other.eq_ignore_ascii_case(name)).map(|(unit, _)| *unit).ok_or_else(|| {
        format!(
            "\"{}\" is no unit of ours in this battle, or its loss has been reported: leave the names as they were.",
            words::typed(name, 40)
        )
    })?;
    let has = state.steps(unit);
    match lost.as_str() {
        "" => Ok((unit, 0)),
        "all" => Ok((unit, has)),
        number => number.parse::<u8>().ok().filter(|steps| *steps <= has).map(|steps| (unit, steps)).ok_or_else(|| {
            format!(
                "\"{}\" will not do for {name}: it has {}, so a number from 0 to {has}, or \"all\".",
                words::typed(number, 20),
                words::count(has.into(), "step", "steps")
            )
        }),
    }
}
