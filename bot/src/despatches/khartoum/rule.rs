//! What the rules of the mini-game of the siege say, heading by heading, and what its cards, units and spaces are; and how a game reads them
//! where several readings play well.

use engine::game::Game as _;
use engine::khartoum::ids::{CardId, SpaceId, UnitId};
use engine::khartoum::options::{BreakOff, Options};
use engine::khartoum::pack::Pack;
use engine::khartoum::pack::map::RouteKind;
use engine::khartoum::state::State;

use crate::despatches::khartoum::board::footer;
use crate::despatches::khartoum::told::OURS;
use crate::despatches::khartoum::{labels, names};
use crate::despatches::paragraphs;
use crate::model::despatch::Despatch;
use crate::words;

/// Headings, cards, units and spaces that what was typed may mean.
#[must_use]
pub fn completions<'a>(pack: &'a Pack, typed: &str) -> Vec<&'a str> {
    let mut all: Vec<&str> = pack.rulebook.iter().map(|paragraph| paragraph.heading.as_str()).collect();
    all.extend(pack.deck.cards.iter().map(|card| card.title.as_str()));
    all.extend(pack.counters.units.iter().map(|unit| unit.name.as_str()));
    all.extend(pack.map.spaces.iter().map(|space| space.name.as_str()));
    paragraphs::completions(all, typed)
}

/// What the rules say under a heading as it was typed, or what a card, a unit or a space is where no game is set otherwise.
#[must_use]
pub fn rule(pack: &std::sync::Arc<Pack>, typed: Option<&str>) -> Despatch {
    rule_in(&State::opening(pack), typed)
}

/// What the rules say under a heading as it was typed, or what a card, a unit or a space is in a game as it is set.
#[must_use]
pub fn rule_in(state: &State, typed: Option<&str>) -> Despatch {
    let pack = &state.pack;
    let subject = "the mini-game of the siege";
    let Some(wanted) = typed else { return paragraphs::rule(&pack.rulebook, subject, None) };
    let lower = wanted.trim().to_lowercase();
    let is = |name: &str| name.to_lowercase() == lower;
    if let Some(place) = pack.deck.cards.iter().position(|card| is(&card.title) || is(&card.key)) {
        let card = &pack.deck.cards[place];
        let facts = vec![format!("*{}*", card.text), names::what_it_does(state, CardId::at(place)), OURS.to_owned()];
        return Despatch {
            facts,
            ..Despatch::saying(format!("**{}, of {}**", names::card(state, CardId::at(place)), names::side(state, card.side)))
        };
    }
    if let Some(place) = pack.counters.units.iter().position(|unit| is(&unit.name)) {
        let unit = &pack.counters.units[place];
        let what = words::sentence_case(&names::what_it_is(state, UnitId::at(place)));
        return Despatch {
            facts: vec![format!("{what}."), OURS.to_owned()],
            ..Despatch::saying(format!("**{}, of {}**", unit.name, names::side(state, unit.side)))
        };
    }
    if let Some(place) = pack.map.spaces.iter().position(|space| is(&space.name)) {
        let at = SpaceId::at(place);
        let mut facts = vec![format!("{}.", words::sentence_case(&names::terrain(state, at)))];
        for (kind, word) in [(RouteKind::Road, "Road"), (RouteKind::River, "River"), (RouteKind::Desert, "Desert"), (RouteKind::Sea, "Sea")]
        {
            let steps = pack.map.steps.get(place).into_iter().flatten();
            let to: Vec<&str> = steps.filter(|(of, _)| *of == kind).map(|(_, to)| pack.space_name(*to)).collect();
            if !to.is_empty() {
                facts.push(format!("{word}: {}.", words::list(&to)));
            }
        }
        facts.push(OURS.to_owned());
        return Despatch { facts, ..Despatch::saying(format!("**{}**", pack.space_name(at))) };
    }
    paragraphs::rule(&pack.rulebook, subject, typed)
}

/// How a game reads its rules: each setting, with the number of its ruling; what is not as usual in bold.
#[must_use]
pub fn settings(state: &State, revision: u32) -> Despatch {
    let (is, usual, tables) = (&state.options, Options::default(), &state.pack.tables);
    let line = |changed: bool, text: String| if changed { format!("**{text}**") } else { text };
    let flag = |ruling: &str, is: bool, no: String, yes: String| line(is, format!("{ruling}: {}", if is { yes } else { no }));
    let stack = |most: u8| format!("up to {} of a side stack", names::number_of_units(most.into()));
    let rounds = |most: u8| format!("a battle has up to {} rounds", words::number(most.into()));
    let break_off: fn(BreakOff) -> &'static str = labels::break_off;
    let facts = vec![
        flag("K15", is.held_face_up, "a card put aside lies face down".to_owned(), "a card put aside lies face up".to_owned()),
        flag("K23", is.larger_stacks, stack(tables.stack.usual), stack(tables.stack.larger)),
        flag(
            "K24",
            is.hidden_numbers,
            "the number of units in a stack of the enemy is seen".to_owned(),
            "the number of units in a stack of the enemy is hidden too".to_owned(),
        ),
        flag("13.2", is.more_rounds, rounds(tables.battle.rounds), rounds(tables.battle.more_rounds)),
        line(is.break_off != usual.break_off, format!("K29: both begin with: {}", break_off(is.break_off).to_lowercase())),
        flag(
            "K30",
            is.umpire_retreats,
            "its owner chooses where a unit retreats to".to_owned(),
            "the umpire chooses where units retreat to".to_owned(),
        ),
        flag(
            "K38",
            is.guides_everywhere,
            "guides lead the units of one space astray".to_owned(),
            "guides lead the units of every space that they can astray, one die each".to_owned(),
        ),
        flag("21.4", is.no_attrition, "units without supply may die of it".to_owned(), "units without supply never die of it".to_owned()),
    ];
    Despatch { facts, footer: footer(state, revision), ..Despatch::saying(format!("**How {} reads its rules.**", names::title(state))) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_card_says_where_its_recruits_may_also_be_placed_k19() {
        let state = State::opening(&Pack::embedded().unwrap());
        let told = rule_in(&state, Some("k-01")).facts;
        assert!(told[1].contains(", also in Khartoum;"), "{told:?}");
        let hicks = rule_in(&state, Some("k-02")).facts;
        assert!(!hicks[1].contains("also in"), "{hicks:?}");
    }

    #[test]
    fn what_a_card_does_is_told_as_the_game_is_set_k38() {
        let mut state = State::opening(&Pack::embedded().unwrap());
        let told = |state: &State| rule_in(state, Some("k-18")).facts[1].clone();
        assert!(told(&state).contains("Egyptian units of one space are led astray by a die;"), "{}", told(&state));
        state.options.guides_everywhere = true;
        assert!(told(&state).contains("Egyptian units of all spaces are led astray by a die each;"), "{}", told(&state));
    }
}
