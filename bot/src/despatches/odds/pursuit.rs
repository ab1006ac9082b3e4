//! What a withdrawal would cost.

use engine::campaign::State;
use engine::campaign::odds::pursuit::{self, PursuitOdds, Unpursued};
use engine::pack::Pack;

use crate::despatches::odds::{Told, chance, exactly, mean, part, reckoning, table};
use crate::model::despatch::Despatch;
use crate::words;
use pictures::odds::{Bar, Group, OddsSheet, Shade};

/// What a withdrawal from the battle that is being fought would cost as it stands now, or why nobody would pursue.
#[must_use]
pub fn of_battle(state: &State, footer: String) -> Option<Told> {
    if let Some(why) = pursuit::unpursued(state) {
        let sentence = match why {
            Unpursued::Held => "**Ours hold the field: nobody pursues them.**",
            Unpursued::HeldByNobody => "**Nobody holds the field: nobody pursues ours.**",
            Unpursued::NobodyLeft => "**Nobody of ours is left: there is nobody to pursue.**",
        };
        return Some(Told { despatch: Despatch { footer, ..Despatch::saying(sentence) }, sheet: OddsSheet::default() });
    }
    let (situation, lost) = pursuit::from_battle(state)?;
    let odds = pursuit::pursuit(&state.pack().tables, state.options(), situation, lost);
    let mut told = self::pursuit(state.pack(), footer, &odds, lost, "steps");
    told.despatch.facts.extend(on_the_board(state));
    Some(told)
}

/// What is counted where the battle is on the board.
#[must_use]
pub fn on_the_board(state: &State) -> Option<String> {
    state.board().map(|_| {
        if pursuit::is_deployed(state) {
            "As the board stands now: units in disorder, and those that are not on it, count for neither side.".to_owned()
        } else {
            "As both sides come to the board, where they are being set up.".to_owned()
        }
    })
}

/// The odds of a pursuit. `lost_before` were lost in the battle; `measure` is what losses are counted in: "units", "steps".
#[must_use]
pub fn pursuit(pack: &Pack, footer: String, odds: &PursuitOdds, lost_before: u16, measure: &str) -> Told {
    let left = odds.situation.left;
    let cost = if left == 0 { String::new() } else { format!("; on average {} of {left} {measure} are lost in it", mean(odds.mean_lost)) };
    let sentence = if odds.wiped_out.is_zero() {
        format!("**The pursuit cannot destroy the force{cost}.**")
    } else {
        format!("**The pursuit destroys the whole force {} of the time{cost}.**", chance(odds.wiped_out))
    };
    let with_losses = left > 0;
    let lines: Vec<Vec<String>> = odds
        .rows
        .iter()
        .map(|row| {
            let mut line = vec![row.result.clone(), format!("{}%", row.percent)];
            if with_losses {
                line.push(row.lost.to_string());
            }
            line.push(chance(row.chance));
            line
        })
        .collect();
    let head: &[&str] = if with_losses { &["Pursuit", "", "lost", "chance"] } else { &["Pursuit", "lost", "chance"] };
    let mut facts = vec![table(19, head, &lines)];
    if left > 0 || lost_before > 0 {
        let before = if lost_before == 0 { String::new() } else { format!(" with the {lost_before} lost before") };
        facts.push(format!(
            "To be expected back{before}: {} {measure}, each on {} or more.",
            mean(odds.mean_recovered),
            odds.recovery_needs
        ));
    }
    let situation = odds.situation;
    let sides = if situation.ours == 0 && situation.theirs == 0 {
        String::new()
    } else {
        format!("; {} of ours against {}", situation.ours, situation.theirs)
    };
    let dice = vec![
        format!("{}{sides}", reckoning(pack, "pursuit", &odds.roll)),
        if odds.wiped_out.is_zero() {
            "fractions as this group rounds them".to_owned()
        } else {
            format!("exactly {} destroyed, and then nobody comes back; fractions as this group rounds them", exactly(odds.wiped_out))
        },
    ];
    Told { despatch: Despatch { facts, dice, footer, ..Despatch::saying(sentence) }, sheet: sheet(odds) }
}

fn sheet(odds: &PursuitOdds) -> OddsSheet {
    let bars = odds
        .rows
        .iter()
        .map(|row| Bar {
            label: format!("{} ({}%)", words::sentence_case(&row.result), row.percent),
            parts: vec![part(row.chance, shade(row.percent))],
            figure: chance(row.chance),
        })
        .collect();
    let modifier = odds.roll.modifier();
    OddsSheet {
        title: "If we withdraw".to_owned(),
        caption: match modifier {
            0 => "the pursuit without modifiers; in brackets what it costs".to_owned(),
            add => format!("the pursuit, {add:+} on the dice; in brackets what it costs"),
        },
        legend: Vec::new(),
        groups: vec![Group { heading: String::new(), bars }],
    }
}

/// The more is lost, the darker.
const fn shade(percent: u8) -> Shade {
    match percent {
        0 => Shade::Barred,
        1..=24 => Shade::Dotted,
        25..=39 => Shade::Hatched,
        40..=99 => Shade::Crossed,
        _ => Shade::Solid,
    }
}
