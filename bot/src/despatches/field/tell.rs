//! A battle line by line, each thing that happened with its sums: for checking a simulated one against the rules. For players it is told as a
//! story ([`crate::despatches::field::story`]).

use engine::tabletop::event::Event;
use engine::tabletop::heroic::Heroic;
use engine::tabletop::pack::Arm;
use engine::tabletop::rules::combat::Ending;
use engine::tabletop::side::Side;
use engine::tabletop::state::State;
use engine::tabletop::unit::UnitId;

use crate::despatches::field::names;
use crate::despatches::field::story::{ended, loss};
use crate::words;

/// Tells an event, by the battle before it; `None` where there is nothing to tell.
#[must_use]
pub fn tell(before: &State, event: &Event) -> Option<String> {
    let who = |unit: UnitId| name(before, unit);
    let at = |unit: UnitId| before.find(unit).map_or_else(String::new, |unit| unit.square.to_string());
    let side = |side: Side| names::side(before, side);
    let line = match event {
        Event::SetUp { plan, units, .. } => format!("{}: {} units.", plan.title, units.len()),
        Event::HeroicDealt { side: whose, card, .. } => {
            format!(
                "{}: a Heroic Leadership card, {}.",
                side(*whose),
                card.map_or_else(|| "unseen".to_owned(), |card| names::heroic(before, card))
            )
        }
        Event::HeroicShuffled | Event::TurnedShuffled => "Cards are shuffled again.".to_owned(),
        Event::Deploys(whose) => format!("{} set up.", side(*whose)),
        Event::TurnBegan { turn, packs } => {
            format!("\nTURN {turn}{}", if *packs > 1 { ", two packs" } else { "" })
        }
        Event::Roused { unit, roll } => format!("{} rouse: {}.", who(*unit), roll.total()),
        Event::Dealt { unit, card, with, .. } if with.is_empty() => format!("  {card}: {}", who(*unit)),
        Event::Dealt { unit, card, with, .. } => {
            let with: Vec<String> = with.iter().map(|unit| who(*unit)).collect();
            format!("  {card}: {} with {}", who(*unit), with.join(", "))
        }
        Event::Woke(whose) => format!("{} know that they are attacked.", side(*whose)),
        Event::Alarm { roll } => format!("The alarm: {}.", roll.total()),
        Event::CardPlayed { card, unit, side: whose } => {
            let plays = if *card == Heroic::HardLuck { "throw away" } else { "play" };
            format!("{} {plays} {} for {}.", side(*whose), names::heroic(before, *card), who(*unit))
        }
        Event::Fought { square, combat } => {
            let scores = combat.rolls.each_ref().map(engine::dice::Roll::total);
            match combat.ending {
                Ending::GoesOn => format!("Hand to hand at {square}: {} against {}, it goes on.", scores[0], scores[1]),
                Ending::Lost { loser, by } => {
                    format!("Hand to hand at {square}: {} against {}, {} lose by {by}.", scores[0], scores[1], who(loser))
                }
            }
        }
        Event::Turned { card, unit, .. } => format!("  a card for {}: {card}.", who(*unit)),
        Event::Disorganised(unit) => format!("  {} are disorganised.", who(*unit)),
        Event::Recovered(unit) => format!("  {} are in order again.", who(*unit)),
        Event::Tried { unit, recovery } => {
            let fails = recovery.roll.total() > i16::from(recovery.at_most);
            format!("{} try to recover{}", who(*unit), if fails { ", and do not." } else { "." })
        }
        Event::FiguresLost { unit, figures } => format!("  {} lose {figures}.", who(*unit)),
        Event::Refloated(unit) => format!("  {} have a flotation point again.", who(*unit)),
        Event::Lost { unit, how } => format!("  {} {}.", who(*unit), loss(*how)),
        Event::FellBack { unit, to, .. } => format!("  {} fall back to {to}.", who(*unit)),
        Event::Left { unit, .. } => format!("{} leave the board.", who(*unit)),
        Event::LeaderEscaped { leader, to } => format!("  {} gets away to {to}.", who(*leader)),
        Event::Revealed(unit) => format!("{} show themselves at {}.", who(*unit), at(*unit)),
        Event::BecameImpetuous(unit) => format!("{} become impetuous.", who(*unit)),
        Event::Activated { unit, roll, gain } => {
            format!("{} at {}: {}{}.", who(*unit), at(*unit), points(roll.total()), gained(*gain))
        }
        Event::BrigadeActivated { side: whose, roll, gain } => {
            format!("The brigade square of {}: {}{}.", side(*whose), points(roll.total()), gained(*gain))
        }
        Event::Moved { unit, to, facing, cost, .. } => {
            format!("  {} to {to}, facing {} ({cost}).", who(*unit), names::facing(*facing))
        }
        Event::Formed { unit, formation, cost, .. } => format!("  {} {} ({cost}).", who(*unit), names::formed(*formation)),
        Event::BrigadeFormed { side: whose, centre, .. } => format!("{} form brigade square round {centre}.", side(*whose)),
        Event::BrigadeMarched { side: whose, way, cost, .. } => {
            format!("  the square of {} marches {} ({cost}).", side(*whose), names::facing(*way))
        }
        Event::BrigadeBroken(whose) => format!("The brigade square of {} is no more.", side(*whose)),
        Event::Fired { unit, target, roll, at_most, .. } => {
            let hit = if roll.total() <= i16::from(*at_most) { "a hit" } else { "nothing" };
            let needs = format!("{}, needs {at_most} or less", roll.total());
            format!("  {} at {} fire at {} at {}: {needs}, {hit}.", who(*unit), at(*unit), who(*target), at(*target))
        }
        Event::Charged { unit, target, struck, rolls, cost, .. } => {
            let struck = names::aspect(*struck);
            let (one, other) = (rolls[0].total(), rolls[1].total());
            let (by, met) = (who(*unit), who(*target));
            format!(
                "  {by} at {} charge {met} at {} in the {struck} ({cost}): {one} against {other}, {:+}.",
                at(*unit),
                at(*target),
                one - other
            )
        }
        Event::Entered { unit, square, .. } => format!("  {} are in {square}.", who(*unit)),
        Event::PleaTried { unit, roll } => format!("  {} waver: {}.", who(*unit), roll.total()),
        Event::Pursued { unit, to, .. } => format!("  {} pursue to {to}.", who(*unit)),
        Event::Embarked { unit, boat } => format!("  {} go aboard {}.", who(*unit), who(*boat)),
        Event::Landed { unit, to, .. } => format!("  {} land at {to}.", who(*unit)),
        Event::BreaksOff { side: whose, disorganised, lost, of } => {
            format!("{} must break off: {disorganised} disorganised and {lost} lost of {of}.", side(*whose))
        }
        Event::GivesUp(whose) => format!("{} gives the battle up, to the end of this turn.", side(*whose)),
        Event::Ended(outcome) => format!("\n{}.", words::sentence_case(&ended(before, *outcome))),
        Event::Mustered { .. }
        | Event::Placed { .. }
        | Event::StepBegan(_)
        | Event::Asked(_)
        | Event::CardPassed(_)
        | Event::Done(_)
        | Event::BrigadeDone { .. }
        | Event::Coordinated { .. }
        | Event::LiesStill { .. }
        | Event::CombatCards { .. }
        | Event::Instructed { .. }
        | Event::Seated { .. } => return None,
    };
    Some(line)
}

/// Action points that were thrown.
fn points(thrown: i16) -> String {
    match thrown.max(0) {
        1 => "a point".to_owned(),
        many => format!("{many} points"),
    }
}

/// What the formation adds or takes, which is only of who does not fire (T10).
fn gained(gain: i8) -> String {
    if gain == 0 { String::new() } else { format!(", {gain:+} for who does not fire") }
}

/// A unit as it is told: its kind and its number.
fn name(state: &State, unit: UnitId) -> String {
    if state.find(unit).is_none() {
        return format!("unit {}", unit.0 + 1);
    }
    let troop = state.position.troop(unit);
    let of = state.unit(unit);
    if troop.arm == Arm::Leader {
        return format!("the Leader of the {}", state.plan.as_ref().map_or("side", |plan| plan.side(of.side).name.as_str()));
    }
    format!("{} {} [{}]", troop.name, unit.0 + 1, of.figures)
}
