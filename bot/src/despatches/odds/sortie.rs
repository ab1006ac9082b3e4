//! What a besieged garrison can do, side by side.

use crate::despatches::position;
use engine::campaign::State;
use engine::campaign::odds::Fraction;
use engine::campaign::odds::encounter::ForceOdds;
use engine::campaign::odds::siege::{SiegeEnd, SiegeOdds};
use engine::campaign::odds::sortie::SortieOdds;
use engine::campaign::odds::spread::Spread;
use engine::pack::SpaceId;

use crate::despatches::odds::encounter::beyond;
use crate::despatches::odds::siege::{storm_reckoned, turn_of};
use crate::despatches::odds::{
    Told, chance, dashed, falls, is_broken, mean, often, reckoning, siege_legend, siege_parts, storm_first, table,
};
use crate::model::despatch::Despatch;
use crate::model::standing::Standing;
use crate::words;
use pictures::odds::{Bar, Group, OddsSheet};

/// What a breakout runs into.
#[derive(Clone, PartialEq, Debug)]
pub struct Breakout {
    /// The besiegers' force.
    pub force: ForceOdds,
    /// Where it leads, with the chance of meeting the enemy there too.
    pub ways: Vec<(SpaceId, Fraction)>,
}

/// The odds of a garrison that sits tight, of the sorties it might make, and of a breakout.
#[must_use]
pub fn garrison(state: &State, standing: Standing, sitting: &SiegeOdds, sorties: &[SortieOdds], breakout: &Breakout) -> Told {
    let pack = state.pack();
    let name = pack.location_name(sitting.location);
    let sits = sitting.ends();
    // The sortie likeliest to break the siege; of several alike, the one that risks the place least.
    let best = sorties.iter().max_by_key(|sortie| (is_broken(&sortie.ends), std::cmp::Reverse(falls(&sortie.ends))));
    let best = best.map_or_else(String::new, |best| {
        format!(
            "; a sortie of {} breaks it {}, and loses the place {}",
            words::count(best.units.len(), "unit", "units"),
            often(is_broken(&best.ends)),
            chance(falls(&best.ends))
        )
    });
    let it_falls =
        if falls(&sits).is_zero() { "never falls by the siege's own roll".to_owned() } else { format!("falls {}", often(falls(&sits))) };
    let broken = if is_broken(&sits).is_zero() { "never broken".to_owned() } else { format!("broken {}", often(is_broken(&sits))) };
    let storm = storm_first(sitting).map_or_else(String::new, |storm| format!(" ({storm})"));
    let when = if sitting.resolved { ", in the next turn (this one's siege has been rolled for)" } else { "" };
    let sentence = format!("**{name}{when}: sitting tight it {it_falls}{storm}, and the siege is {broken}{best}.**");
    let mut lines = vec![line("sit tight", &sits, mean(sitting.mean_lost()), sitting.level)];
    lines.extend(sorties.iter().map(|sortie| line(&label(sortie), &sortie.ends, mean(sortie.mean_lost), sitting.level)));
    let mut dice = vec![reckoning(pack, "siege", &sitting.roll)];
    dice.extend(sitting.storm.as_ref().map(|(roll, of)| storm_reckoned(pack, roll, *of)));
    dice.extend(sorties.iter().map(|sortie| reckoning(pack, &label(sortie), &sortie.roll)));
    dice.push("Each with the siege roll after it; the cost is units gone, on average. A sortie is taken horse first, then foot, guns last, and its losses as the umpire shares them out.".to_owned());
    let facts = vec![table(14, &["Garrison", "broken", "eased", "falls", "cost"], &lines), breaking_out(state, breakout)];
    Told {
        despatch: Despatch { facts, dice, footer: position::footer(state, standing.revision), ..Despatch::saying(sentence) },
        sheet: sheet(state, name, sitting, sorties),
    }
}

fn label(sortie: &SortieOdds) -> String {
    format!("sally with {}", sortie.units.len())
}

fn line(label: &str, ends: &Spread<SiegeEnd>, cost: String, now: u8) -> Vec<String> {
    let eased = ends.chance(|end| matches!(end, SiegeEnd::Level(level) if *level < now));
    vec![label.to_owned(), dashed(is_broken(ends)), dashed(eased), dashed(falls(ends)), cost]
}

fn breaking_out(state: &State, breakout: &Breakout) -> String {
    if breakout.ways.is_empty() {
        return "There is no way out by land.".to_owned();
    }
    let units = &breakout.force.units;
    let (least, most) = units.range().map_or((0, 0), |(least, most)| (*least, *most));
    format!(
        "Breaking out means a battle against {} enemy units on average, {least} to {most}. {}",
        mean(units.mean()),
        beyond(state.pack(), &breakout.ways)
    )
}

fn sheet(state: &State, name: &str, sitting: &SiegeOdds, sorties: &[SortieOdds]) -> OddsSheet {
    let bar = |label: String, ends: &Spread<SiegeEnd>| Bar { label, parts: siege_parts(ends, sitting.level), figure: chance(falls(ends)) };
    let mut bars = vec![bar("Sit tight".to_owned(), &sitting.ends())];
    bars.extend(sorties.iter().map(|sortie| bar(words::sentence_case(&label(sortie)), &sortie.ends)));
    OddsSheet {
        title: format!("The garrison of {name}"),
        caption: format!(
            "level {}, {}; how the siege stands after turn {}; at the right, falls",
            sitting.level,
            words::count(sitting.garrison.into(), "unit", "units"),
            turn_of(state, sitting)
        ),
        legend: siege_legend(&bars.iter().map(|bar| bar.parts.clone()).collect::<Vec<_>>()),
        groups: vec![Group { heading: String::new(), bars }],
    }
}
