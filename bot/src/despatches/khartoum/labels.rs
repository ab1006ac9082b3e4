//! What orders of the mini-game of the siege are called, what they cost or risk, and what of that may be known to whom.

use engine::khartoum::ids::{SpaceId, Units};
use engine::khartoum::options::BreakOff;
use engine::khartoum::order::Order;
use engine::khartoum::phase::Phase;
use engine::khartoum::state::State;
use engine::tabletop::player::Player;
use engine::tabletop::side::Side;

use crate::despatches::khartoum::names;
use crate::words;

/// What a standing order about breaking off says, as its owner chooses it.
#[must_use]
pub const fn break_off(what: BreakOff) -> &'static str {
    match what {
        BreakOff::WhenOutmatched => "When outmatched, whoever can breaks off",
        BreakOff::LeadersWhenOutmatched => "When outmatched, leaders alone break off",
        BreakOff::Stand => "All stand to the end",
        BreakOff::Ask => "Ask me after each round",
    }
}

/// What waits for units in a space: enemies to attack, friends, or what it is.
#[must_use]
pub fn destination(state: &State, side: Side, space: SpaceId) -> String {
    match names::stack(state, side.other(), space) {
        Some(there) => format!("attacks {there}; {}", names::terrain(state, space)),
        None => match names::stack(state, side, space) {
            Some(there) => format!("{}; joins {there}", names::terrain(state, space)),
            None => names::terrain(state, space),
        },
    }
}

/// What waits for units of ours where guides lead them: where enemies are, these attack (K38).
fn led_to(state: &State, space: SpaceId) -> String {
    match names::stack(state, Side::Enemy, space) {
        Some(there) => format!("to be attacked by {there}; {}", names::terrain(state, space)),
        None => destination(state, Side::Ours, space),
    }
}

fn moved(state: &State, units: Units, to: SpaceId) -> String {
    let from = units.first().and_then(|unit| state.where_is(unit));
    let from = from.map_or_else(String::new, |from| format!(" from {}", names::space(state, from)));
    format!("{}{from} to {}", words::sentence_case(&names::units_shortly(state, units)), names::space(state, to))
}

/// What an order is called, and what it costs or risks, for whoever may know all of it.
#[must_use]
pub fn label(state: &State, order: &Order) -> (String, String) {
    let space = |of: &SpaceId| names::space(state, *of).to_owned();
    let plain = |label: String| (label, String::new());
    match order {
        Order::SetUp(_) => plain("The counters are laid out".to_owned()),
        Order::Deploy { unit, at, .. } => (format!("{} to {}", names::the_unit(state, *unit), space(at)), names::terrain(state, *at)),
        Order::DeployByDefault(side) => {
            // What is hidden is guessed by whoever knows where it usually stands.
            let known = if *side == Side::Enemy { ", as the other side can tell" } else { "" };
            ("Set up as usual".to_owned(), format!("what is left goes where it usually begins{known}"))
        }
        Order::Draw(_) => plain("Draw a card".to_owned()),
        Order::PlayCard { card, .. } => (format!("Play {}", names::card(state, *card)), names::what_it_does(state, *card)),
        Order::PutAside(_) => ("Put it aside".to_owned(), "the rest of this player turn is skipped".to_owned()),
        Order::Convert(unit) => {
            let at = state.where_is(*unit).map_or_else(String::new, |at| format!(" in {}", space(&at)));
            (format!("{}{at} breaks out", names::the_unit(state, *unit)), names::what_it_is(state, *unit))
        }
        Order::Replace(unit) => (format!("{} takes its place", names::the_unit(state, *unit)), names::what_it_is(state, *unit)),
        Order::Summon(unit) => {
            let at = state.where_is(*unit).map_or_else(String::new, |at| format!(" in {}", space(&at)));
            let most = state.card().map_or(0, |card| card.defect);
            (format!("A letter to {}{at}", names::unit(state, *unit)), format!("on 1 to {most} it goes over"))
        }
        Order::Mislead(at) => (format!("Lead astray those in {}", space(at)), names::stack(state, Side::Ours, *at).unwrap_or_default()),
        Order::Lead(to) => (format!("Lead them to {}", space(to)), led_to(state, *to)),
        Order::Recruit { unit, .. } => (format!("Recruit {}", names::unit(state, *unit)), names::what_it_is(state, *unit)),
        Order::Place { side, unit, at } => (format!("{} to {}", names::the_unit(state, *unit), space(at)), destination(state, *side, *at)),
        Order::Forgo { unit, .. } => {
            (format!("{} does not land", names::the_unit(state, *unit)), "it goes to the box of the eliminated".to_owned())
        }
        Order::RecruitByDefault(_) => ("Place them as usual".to_owned(), "the strongest first; nobody lands on an enemy".to_owned()),
        Order::RecruitsDone(_) => plain("No more recruits".to_owned()),
        Order::Activate(contingent) => plain(format!("The {} contingent moves", names::contingent(state, *contingent))),
        Order::Move { side, units, to } => (moved(state, *units, *to), destination(state, *side, *to)),
        Order::MovesDone(_) => ("All have moved".to_owned(), "the battles begin".to_owned()),
        Order::Fight { space: at, .. } => (format!("Fight in {}", space(at)), names::terrain(state, *at)),
        Order::FightInOrder(_) => plain("Fight all in the map's order".to_owned()),
        Order::BreakOff { units, .. } if units.is_empty() => plain("Nobody breaks off".to_owned()),
        Order::BreakOff { units, .. } => plain(format!("Break off with {}", names::units(state, *units))),
        Order::Retreat { unit, to, .. } => {
            (format!("{} retreats to {}", names::the_unit(state, *unit), space(to)), names::terrain(state, *to))
        }
        Order::RetreatByDefault(_) => ("Retreat as usual".to_owned(), "to own units, then a town, then the map's order".to_owned()),
        Order::Top(unit) => {
            let at = state.where_is(*unit).map_or_else(String::new, |at| format!(" in {}", space(&at)));
            (format!("{} on top{at}", names::the_unit(state, *unit)), names::what_it_is(state, *unit))
        }
        Order::StacksDone => plain("The stacks are as they shall be".to_owned()),
        Order::Stand { what, .. } => plain(break_off(*what).to_owned()),
        Order::Concede(_) => ("Resign".to_owned(), "the other side has won then".to_owned()),
        Order::Seat { side, player } => {
            let who = match player {
                Some(Player::Member(_)) => "a member".to_owned(),
                Some(Player::Staff(strength)) => format!("the {}", words::staff(*strength)),
                None => "nobody yet".to_owned(),
            };
            plain(format!("{}: {who}", names::the_side(state, *side)))
        }
    }
}

/// What an order is called for those who may not know which units it names.
#[must_use]
pub fn hidden(state: &State, order: &Order) -> String {
    match order {
        Order::Deploy { side, .. } => format!("{} set up a unit", names::the_side(state, *side)),
        // Where each of them comes would tell who it is, since they come in counter order (K42); the chief's return is seen.
        Order::Place { side, .. } if state.phase != Phase::Returning => format!("{} place a recruit", names::the_side(state, *side)),
        Order::Place { side, at, .. } => format!("{} place a recruit in {}", names::the_side(state, *side), names::space(state, *at)),
        Order::Move { side, units, to } => {
            let from = units.first().and_then(|unit| state.where_is(unit)).map_or("", |from| names::space(state, from));
            let number = if state.options.hidden_numbers { "units".to_owned() } else { names::number_of_units(units.len()) };
            format!("{}: {number} from {from} to {}", names::the_side(state, *side), names::space(state, *to))
        }
        Order::Stand { side, .. } => format!("{} give a standing order", names::the_side(state, *side)),
        _ => label(state, order).0,
    }
}

/// The settings that are not the ruling's defaults, each in a line.
#[must_use]
pub fn settings(state: &State) -> Vec<String> {
    let (options, tables) = (&state.options, &state.pack.tables);
    let lines = [
        (options.held_face_up, "A card put aside lies face up (K15).".to_owned()),
        (options.larger_stacks, format!("Up to {} of a side stack (K23).", names::number_of_units(tables.stack.larger.into()))),
        (options.hidden_numbers, "The number of units in a stack of the enemy is hidden too (K24).".to_owned()),
        (options.more_rounds, format!("A battle has up to {} rounds (13.2).", words::number(tables.battle.more_rounds.into()))),
        (options.umpire_retreats, "The umpire chooses where units retreat to (K30).".to_owned()),
        (options.guides_everywhere, "Guides lead the units of every space that they can astray, one die each (K38).".to_owned()),
        (options.no_attrition, "Units without supply never die of it (21.4).".to_owned()),
        (
            options.break_off != BreakOff::default(),
            format!("Both begin with the standing order: {} (K29).", break_off(options.break_off).to_lowercase()),
        ),
    ];
    lines.into_iter().filter(|(is, _)| *is).map(|(_, line)| line).collect()
}

/// A label as a heading.
#[must_use]
pub fn heading(label: &str) -> String {
    format!("**{}.**", words::sentence_case(label))
}

#[cfg(test)]
mod tests {
    use engine::khartoum::options::Options;
    use engine::khartoum::pack::Pack;
    use engine::khartoum::phase::Place;

    use super::*;

    #[test]
    fn where_guides_lead_units_to_enemies_these_are_said_to_attack_k38() {
        let pack = Pack::embedded().unwrap();
        let (mahdi, shaykan, kosti) =
            (pack.unit_keyed("mahdi").unwrap(), pack.space_keyed("shaykan").unwrap(), pack.space_keyed("kosti").unwrap());
        let mut state = State::new(pack);
        state.put(mahdi, Place::On(shaykan));
        let told = |to: SpaceId| label(&state, &Order::Lead(to)).1;
        assert_eq!(told(shaykan), format!("to be attacked by the Mahdi (strength 3); {}", names::terrain(&state, shaykan)));
        assert_eq!(told(kosti), names::terrain(&state, kosti));
    }

    #[test]
    fn where_a_recruit_of_the_enemy_comes_is_not_told_with_its_order_and_the_chief_s_return_is_k42() {
        let pack = Pack::embedded().unwrap();
        let (unit, at) = (pack.unit_keyed("ali").unwrap(), pack.space_keyed("el_obeid").unwrap());
        let order = Order::Place { side: Side::Enemy, unit, at };
        let told = |hidden_numbers: bool, phase: Phase| {
            let mut state = State::new(pack.clone());
            (state.options, state.phase) = (Options { hidden_numbers, ..Options::default() }, phase);
            hidden(&state, &order)
        };
        let named = |told: String| told.contains("El Obeid");
        assert!(named(told(false, Phase::Returning)) && named(told(true, Phase::Returning)));
        for hidden_numbers in [false, true] {
            assert!(!named(told(hidden_numbers, Phase::Recruiting)), "{}", told(hidden_numbers, Phase::Recruiting));
        }
    }
}
