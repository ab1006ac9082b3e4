//! *Next turn's dangers*: which places may rise and which sieges may end badly, how likely, and why.

use engine::campaign::odds::siege::{self, SiegeEnd};
use engine::campaign::odds::{Fraction, revolt};
use engine::campaign::rules::rebellion::Rising;

use crate::despatches::odds::{reckoning, storm_first};
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
    /// What may come before it, in brackets: " (a storm first 50%)".
    before: String,
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
            before: storm_first(&odds).map_or_else(String::new, |storm| format!(" ({storm})")),
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
            before: String::new(),
            why: format!("{}; {meets}", reckoning(pack, name, &place.roll)),
        });
    }
    dangers.retain(|danger| !danger.chance.is_zero() || !danger.before.is_empty());
    dangers.sort_by_key(|danger| std::cmp::Reverse(danger.chance));
    dangers
}

/// The greatest danger: "Tamai, which rises at 33%".
pub(super) fn greatest(account: &Account) -> Option<String> {
    let first = dangers(account).into_iter().next()?;
    let (place, does) = first.what.rsplit_once(' ')?;
    Some(format!("{place}, which {does} {} of the time{}", percent(first.chance.value()), first.before))
}

/// The section, and for a message the reasons in small print.
pub(super) fn section(account: &Account) -> (Section, Vec<String>) {
    let dangers = dangers(account);
    let told = |danger: &Danger| format!("{} {}{}", danger.what, percent(danger.chance.value()), danger.before);
    let told: Vec<String> = dangers.iter().take(TOLD).map(told).collect();
    let more = dangers.len().saturating_sub(TOLD);
    let more = if more == 0 { String::new() } else { format!(", and {} more, none likelier", words::number(more)) };
    let brief = match (told.is_empty(), account.after.ending()) {
        (_, Some(_)) => String::new(),
        (true, None) => "none that the staff can reckon".to_owned(),
        (false, None) => format!("{}{more}", told.join(", ")),
    };
    let why = dangers.iter().take(TOLD).map(|danger| danger.why.clone()).collect();
    let full = dangers
        .iter()
        .map(|danger| {
            // The place is named already.
            let why = danger.what.rsplit_once(' ').and_then(|(place, _)| danger.why.strip_prefix(place)).unwrap_or(&danger.why);
            let why = why.trim_start_matches([':', ' ']);
            format!("{} {}{}: {why}", danger.what, percent(danger.chance.value()), danger.before)
        })
        .collect();
    (Section { title: "Next turn's dangers", brief, full }, why)
}

#[cfg(test)]
mod tests {
    use engine::campaign::{Event, Modifier, Options, Order, Seat, State};
    use engine::dice::Dice;
    use engine::game::Game;
    use engine::pack::Pack;

    use super::*;
    use crate::despatches::summary::Span;

    #[test]
    fn a_siege_is_told_with_the_storm_that_may_come_before_its_roll() {
        let mut state = State::new(Pack::embedded().unwrap());
        let order = Order::SetUp { scenario: "uprising".to_owned(), options: Options { storming: true, ..Options::default() } };
        state.give(Seat::Commander, &order, &mut Dice::scripted(&[])).unwrap();
        let location = state.pack().map.find_location("West Sound").unwrap();
        state.apply(&Event::SiegeBegan { location });
        state.apply(&Event::SiegeLevelSet { at: location, level: 3 });
        state.apply(&Event::ModifierSet { modifier: Modifier::Siege { at: location, add: 6 } });
        let (before, after) = (state.clone(), state);
        let account = Account { span: Span::Turn(1), before, events: Vec::new(), after, taken_back: Vec::new(), commands: Vec::new() };
        let (told, _) = section(&account);
        assert!(told.brief.starts_with("West Sound falls 92% (a storm first 50%), "), "{}", told.brief);
        assert!(
            told.full[0].starts_with("West Sound falls 92% (a storm first 50%): +2 level of the siege +6 random event; siege level 3"),
            "{}",
            told.full[0]
        );
        assert_eq!(greatest(&account).unwrap(), "West Sound, which falls 92% of the time (a storm first 50%)");
    }
}
