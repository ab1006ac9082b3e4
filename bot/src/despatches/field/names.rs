//! What things are called in a gridded battle: units by their kind and number, sides, formations, facings, cards, instructions.

use engine::tabletop::cards::{PlayingCard, Suit};
use engine::tabletop::formation::Formation;
use engine::tabletop::heroic::Heroic;
use engine::tabletop::instruction::{Instruction, Whom, Wing};
use engine::tabletop::pack::Arm;
use engine::tabletop::phase::Phase;
use engine::tabletop::side::Side;
use engine::tabletop::square::{Aspect, Facing};
use engine::tabletop::state::State;
use engine::tabletop::unit::{Place, UnitId};

use crate::words;

/// The number by which words, menus and pictures call a unit: its place in the list of both sides, from 1.
#[must_use]
pub const fn number(unit: UnitId) -> usize {
    unit.index() + 1
}

/// A unit by its kind and number: "British infantry (7)".
#[must_use]
pub fn unit(state: &State, unit: UnitId) -> String {
    match state.find(unit) {
        Some(_) if state.position.troop(unit).arm == Arm::Leader => format!("the Leader ({})", number(unit)),
        Some(_) => format!("{} ({})", state.position.troop(unit).name, number(unit)),
        None => format!("unit {}", number(unit)),
    }
}

/// Several units, those of a kind together: "Dervish cavalry (21, 23 and 24) and the Leader (8)".
#[must_use]
pub fn by_kind(state: &State, units: &[UnitId]) -> String {
    let mut kinds: Vec<(String, Vec<String>)> = Vec::new();
    for of in units {
        let name = unit(state, *of);
        let kind = name.rsplit_once(" (").map_or(name.as_str(), |(kind, _)| kind).to_owned();
        match kinds.iter_mut().find(|(other, _)| *other == kind) {
            Some((_, numbers)) => numbers.push(number(*of).to_string()),
            None => kinds.push((kind, vec![number(*of).to_string()])),
        }
    }
    words::list(&kinds.into_iter().map(|(kind, numbers)| format!("{kind} ({})", words::list(&numbers))).collect::<Vec<_>>())
}

/// A unit with its formation and strength: "British infantry (7), Line, 4 figures".
#[must_use]
pub fn unit_in_full(state: &State, of: UnitId) -> String {
    let Some(is) = state.find(of) else { return unit(state, of) };
    let arm = state.position.troop(of).arm;
    let strength = match arm {
        Arm::Leader => String::new(),
        arm if arm.is_boat() => format!(", {}", words::count(is.figures.into(), "flotation point", "flotation points")),
        _ => format!(", {}", words::count(is.figures.into(), "figure", "figures")),
    };
    let formed = is.formation.map_or_else(String::new, |formed| format!(", {}", formation(formed)));
    let marked = if is.disorganised { ", disorganised" } else { "" };
    format!("{}{formed}{strength}{marked}", unit(state, of))
}

/// A unit with the square it stands in.
#[must_use]
pub fn unit_at(state: &State, of: UnitId) -> String {
    match state.find(of) {
        Some(is) if is.place == Place::Waiting => format!("{}, yet to come on", unit(state, of)),
        Some(is) => format!("{} at {}", unit(state, of), is.square),
        None => unit(state, of),
    }
}

/// What a side is called.
#[must_use]
pub fn side(state: &State, side: Side) -> String {
    let name = state.plan.as_ref().map(|plan| plan.side(side).name.clone());
    name.unwrap_or_else(|| if side == Side::Ours { "ours".to_owned() } else { "the enemy".to_owned() })
}

/// A side in the midst of a sentence: "the British".
#[must_use]
pub fn the_side(state: &State, of: Side) -> String {
    let name = side(state, of);
    if name.to_lowercase().starts_with("the ") || name == "ours" { name } else { format!("the {name}") }
}

/// Whether a side that gives the battle up breaks off at the end of the turn, as in a campaign, and does not give it up on the spot.
#[must_use]
pub fn fights_the_turn_out(state: &State) -> bool {
    !matches!(state.phase, Phase::Deploying(_)) && state.plan.as_ref().is_some_and(|plan| plan.stops_at_break_off)
}

/// What a weapon of a unit that has several is called: "the machine guns", without whose they are.
#[must_use]
pub fn weapon(state: &State, of: UnitId, weapon: u8) -> String {
    let armament = state.find(of).and_then(|is| Some((is.side, state.position.troop(of).fire.get(usize::from(weapon))?)));
    let Some((side, armament)) = armament else { return "the guns".to_owned() };
    let key = armament.weapon.of(side);
    format!("the {}", key.split_once(' ').map_or(key.as_str(), |(_, kind)| kind))
}

/// What a Heroic Leadership card is called.
#[must_use]
pub fn heroic(state: &State, card: Heroic) -> String {
    state.position.pack.heroic.card(card).map_or_else(|| "a card".to_owned(), |card| card.title.clone())
}

/// A playing card by its number and suit: "7♠", "Q♥".
#[must_use]
pub fn card(card: PlayingCard) -> String {
    let (Some(number), Some(suit)) = (card.number(), card.suit()) else { return "the joker".to_owned() };
    let number = match number {
        1 => "A".to_owned(),
        11 => "J".to_owned(),
        12 => "Q".to_owned(),
        13 => "K".to_owned(),
        number => number.to_string(),
    };
    let suit = match suit {
        Suit::Hearts => '♥',
        Suit::Clubs => '♣',
        Suit::Diamonds => '♦',
        Suit::Spades => '♠',
    };
    format!("{number}{suit}")
}

/// What a formation is called.
#[must_use]
pub const fn formation(formation: Formation) -> &'static str {
    match formation {
        Formation::Line => "Line",
        Formation::MarchColumn => "March Column",
        Formation::Column => "Column",
        Formation::Square => "Square",
        Formation::EnMasse => "en masse",
        Formation::Deployed => "deployed",
        Formation::Limbered => "limbered",
        Formation::Transport => "transport",
    }
}

/// How a unit stands in a formation, after its name: "in Line", "deployed".
#[must_use]
pub fn formed(in_it: Formation) -> String {
    let name = formation(in_it);
    match in_it {
        Formation::EnMasse | Formation::Deployed | Formation::Limbered => name.to_owned(),
        Formation::Line | Formation::MarchColumn | Formation::Column | Formation::Square | Formation::Transport => format!("in {name}"),
    }
}

/// A way to face.
#[must_use]
pub const fn facing(facing: Facing) -> &'static str {
    match facing {
        Facing::North => "north",
        Facing::NorthEast => "north-east",
        Facing::East => "east",
        Facing::SouthEast => "south-east",
        Facing::South => "south",
        Facing::SouthWest => "south-west",
        Facing::West => "west",
        Facing::NorthWest => "north-west",
    }
}

/// Where a unit is struck.
#[must_use]
pub const fn aspect(aspect: Aspect) -> &'static str {
    match aspect {
        Aspect::Front => "front",
        Aspect::Flank => "flank",
        Aspect::Rear => "rear",
    }
}

/// Where a unit is struck, in the words that follow it: " in the flank"; nothing of one in Square, which has no flank and no rear.
#[must_use]
pub fn struck_in(state: &State, target: UnitId, struck: Aspect) -> String {
    let in_square = state.find(target).is_some_and(|of| of.formation == Some(Formation::Square));
    if in_square { String::new() } else { format!(" in the {}", aspect(struck)) }
}

/// What an instruction is called.
#[must_use]
pub const fn instruction(instruction: Instruction) -> &'static str {
    match instruction {
        Instruction::AskMe => "Ask me",
        Instruction::Attack => "Attack",
        Instruction::Advance => "Advance",
        Instruction::HoldAndFire => "Hold and fire",
        Instruction::FormSquare => "Form Square",
        Instruction::Screen => "Screen",
        Instruction::FallBack => "Fall back",
    }
}

/// What those do who have an instruction.
#[must_use]
pub const fn instruction_means(instruction: Instruction) -> &'static str {
    match instruction {
        Instruction::AskMe => "you are asked each time",
        Instruction::Attack => "goes at the enemy and charges where it can",
        Instruction::Advance => "goes forward and fires, charges nobody",
        Instruction::HoldAndFire => "stays where it is and fires",
        Instruction::FormSquare => "forms Square where it can, stays and fires",
        Instruction::Screen => "keeps in front, fires, gives way to whoever comes near",
        Instruction::FallBack => "goes back towards its own edge",
    }
}

/// Whom an instruction is for.
#[must_use]
pub fn whom(state: &State, whom: Whom) -> String {
    match whom {
        Whom::All => "All units".to_owned(),
        Whom::Wing(Wing::Left) => "The left wing".to_owned(),
        Whom::Wing(Wing::Centre) => "The centre".to_owned(),
        Whom::Wing(Wing::Right) => "The right wing".to_owned(),
        Whom::Unit(of) => words::sentence_case(&unit(state, of)),
    }
}
