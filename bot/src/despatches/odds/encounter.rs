//! Whether the enemy is met in a space, and in what force.

use crate::despatches::position;
use engine::campaign::BattleKind;
use engine::campaign::State;
use engine::campaign::odds::Fraction;
use engine::campaign::odds::encounter::{EncounterOdds, ForceOdds};
use engine::campaign::odds::spread::Spread;
use engine::campaign::rules::movement::Prospect;
use engine::pack::{Pack, SpaceId};

use crate::despatches::odds::{Told, chance, mean, part, reckoning, table};
use crate::model::despatch::Despatch;
use crate::model::standing::Standing;
use crate::words;
use pictures::odds::{Bar, Group, OddsSheet, Shade};

/// What waits in a space, as the end of a sentence, with its chance.
pub(super) fn prospect_words(pack: &Pack, prospect: &Prospect) -> String {
    let told = match prospect {
        Prospect::Battle(BattleKind::Relief) => "besieged: the besiegers give battle",
        Prospect::Battle(BattleKind::Breakout) => "out of the siege only by a battle",
        Prospect::Battle(_) => "a battle waits there",
        Prospect::Friendly => "ours: nobody is met",
        Prospect::Certain => "[a enemy] fortified town: always met",
        Prospect::Hidden => "hidden: nobody is met",
        Prospect::Roll(_) => "a die decides",
    };
    words::told(pack, told)
}

/// The small print of a space: its roll, or why there is none.
pub(super) fn small_print(pack: &Pack, name: &str, prospect: &Prospect) -> String {
    match prospect {
        Prospect::Roll(roll) => reckoning(pack, name, roll),
        other => format!("{name}: {}", prospect_words(pack, other)),
    }
}

/// The chance of a battle in a space, for a line of completion.
#[must_use]
pub fn chance_words(pack: &Pack, odds: &EncounterOdds) -> String {
    match &odds.prospect {
        Prospect::Roll(_) => format!("{} to be met", chance(odds.met)),
        other => prospect_words(pack, other),
    }
}

/// The odds of a space.
#[must_use]
pub fn encounter(state: &State, standing: Standing, at: SpaceId, odds: &EncounterOdds) -> Told {
    let pack = state.pack();
    let name = pack.map.space_name(at);
    let units = &odds.force.units;
    let (least, most) = units.range().map_or((0, 0), |(least, most)| (*least, *most));
    let sentence = if odds.met.is_zero() {
        format!("**Nobody can be met at {name} as the map stands.**")
    } else if odds.met.is_one() {
        format!("**At {name} there is certain to be a battle: {} units on average, {least} to {most}.**", mean(units.mean()))
    } else {
        format!(
            "**At {name} the enemy is met {} of the time; then {} units on average, {least} to {most}.**",
            chance(odds.met),
            mean(units.mean())
        )
    };
    let mut facts = Vec::new();
    if !odds.met.is_zero() {
        facts.push(force_table(&odds.force));
        if odds.battles.is_empty() {
            facts.push("An assault: the walls are on the table.".to_owned());
        } else {
            let lines: Vec<Vec<String>> = odds.battles.iter().map(|(battle, of)| vec![battle.title(&pack.words), chance(*of)]).collect();
            facts.push(table(30, &["Battle, if met", ""], &lines));
        }
    }
    Told {
        despatch: Despatch {
            facts,
            dice: vec![small_print(pack, &name, &odds.prospect)],
            footer: position::footer(state, standing.revision),
            ..Despatch::saying(sentence)
        },
        sheet: sheet(state.pack(), &name, state.turn(), odds),
    }
}

/// Mean and range of each arm.
pub(super) fn force_table(force: &ForceOdds) -> String {
    let line = |name: &str, units: &Spread<u16>| {
        let range = units.range().map_or_else(String::new, |(least, most)| format!("{least}–{most}"));
        vec![name.to_owned(), mean(units.mean()), range]
    };
    let mut lines = vec![line("foot", &force.foot), line("horse", &force.horse), line("rifles", &force.rifles)];
    for (name, guns) in [("artillery", &force.artillery), ("machine guns", &force.machine_guns)] {
        if !guns.mean().is_zero() {
            lines.push(line(name, guns));
        }
    }
    lines.push(line("all units", &force.units));
    table(20, &["Force, if met", "mean", "range"], &lines)
}

fn sheet(pack: &Pack, name: &str, turn: u8, odds: &EncounterOdds) -> OddsSheet {
    let bar = |label: String, of, shade| Bar { label, parts: vec![part(of, shade)], figure: chance(of) };
    let mut groups = vec![Group { heading: String::new(), bars: vec![bar("A battle".to_owned(), odds.met, Shade::Solid)] }];
    if !odds.met.is_zero() {
        let battles = odds.battles.iter().map(|(battle, of)| bar(battle.title(&pack.words), *of, Shade::Hatched)).collect();
        groups.push(Group { heading: "How it begins, if there is one".to_owned(), bars: battles });
        groups.push(Group {
            heading: "How strong the enemy is, if met".to_owned(),
            bars: thresholds(&odds.force.units)
                .into_iter()
                .map(|units| bar(format!("{units} units or more"), odds.force.units.chance(|met| *met >= units), Shade::Crossed))
                .collect(),
        });
    }
    OddsSheet {
        title: format!("The enemy at {name}"),
        caption: if odds.met.is_zero() {
            format!("turn {turn}: nobody can be met")
        } else {
            format!("turn {turn}; {} units on average", mean(odds.force.units.mean()))
        },
        legend: Vec::new(),
        groups,
    }
}

/// Round numbers of units between the least and the most: at most six.
fn thresholds(units: &Spread<u16>) -> Vec<u16> {
    let Some((least, most)) = units.range() else { return Vec::new() };
    let step = ((most - least) / 6).max(1).next_multiple_of(5);
    (1..=6).map(|number| (least / step + number).saturating_mul(step)).filter(|units| units <= most && units > least).collect()
}

/// Where the enemy may be met beyond a breakout, as a sentence.
pub(super) fn beyond(pack: &Pack, ways: &[(SpaceId, Fraction)]) -> String {
    let met: Vec<String> = ways
        .iter()
        .filter(|(_, met)| !met.is_zero())
        .map(|(space, met)| format!("{} ({})", pack.map.space_name(*space), chance(*met)))
        .collect();
    if met.is_empty() {
        "Nobody can be met beyond.".to_owned()
    } else {
        format!("Beyond, the enemy may be met again: {}.", words::list(&met))
    }
}
