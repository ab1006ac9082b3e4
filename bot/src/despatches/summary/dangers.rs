//! *Next turn's dangers*: which places may rise and which sieges may end badly, how likely, and why.

use engine::campaign::odds::siege::{self, SiegeEnd};
use engine::campaign::odds::{Fraction, revolt};
use engine::campaign::rules::rebellion::Rising;

use crate::despatches::odds::reckoning;
use crate::despatches::summary::{Account, Section};
use crate::words;
use pictures::odds::percent;

/// Dangers told in a message.
const TOLD: usize = 4;

/// Something that may happen.
struct Danger {
    chance: Fraction,
    /// What: "Tamai rises".
    what: String,
    /// The roll, with every modifier and its reason.
    why: String,
}

/// What may happen, the likeliest first.
fn dangers(account: &Account) -> Vec<Danger> {
    let state = &account.after;
    if state.ending().is_some() {
        return Vec::new();
    }
    let pack = state.pack();
    let mut dangers: Vec<Danger> = Vec::new();
    for odds in state.besieged().iter().filter_map(|place| siege::siege(state, place)) {
        let name = pack.location_name(odds.location);
        dangers.push(Danger {
            chance: odds.ends().chance(|end| *end == SiegeEnd::Fallen),
            what: format!("{name} falls"),
            why: format!("{}; siege level {}", reckoning(pack, name, &odds.roll), odds.level),
        });
    }
    for place in revolt::revolts(state).places {
        let name = pack.location_name(place.location);
        let meets = match place.rising {
            Rising::Unopposed => "nobody there to stop it",
            Rising::Garrisoned => "the garrison rolls for its fate",
            Rising::Besieged => "the garrison would be besieged",
        };
        dangers.push(Danger {
            chance: place.rises,
            what: format!("{name} rises"),
            why: format!("{}; {meets}", reckoning(pack, name, &place.roll)),
        });
    }
    dangers.retain(|danger| !danger.chance.is_zero());
    dangers.sort_by_key(|danger| std::cmp::Reverse(danger.chance));
    dangers
}

/// The greatest danger: "Tamai, which rises at 33%".
pub(super) fn greatest(account: &Account) -> Option<String> {
    let first = dangers(account).into_iter().next()?;
    let (place, does) = first.what.rsplit_once(' ')?;
    Some(format!("{place}, which {does} {} of the time", percent(first.chance.value())))
}

/// The section, and for a message the reasons in small print.
pub(super) fn section(account: &Account) -> (Section, Vec<String>) {
    let dangers = dangers(account);
    let told: Vec<String> = dangers.iter().take(TOLD).map(|danger| format!("{} {}", danger.what, percent(danger.chance.value()))).collect();
    let more = dangers.len().saturating_sub(TOLD);
    let more = if more == 0 { String::new() } else { format!(", and {} less likely", words::number(more)) };
    let brief = match (told.is_empty(), account.after.ending()) {
        (_, Some(_)) => String::new(),
        (true, None) => "none that the staff can reckon".to_owned(),
        (false, None) => format!("{}{more}", told.join(", ")),
    };
    let why = dangers.iter().take(TOLD).map(|danger| danger.why.clone()).collect();
    let full = dangers.iter().map(|danger| format!("{} {}: {}", danger.what, percent(danger.chance.value()), danger.why)).collect();
    (Section { title: "Next turn's dangers", brief, full }, why)
}
