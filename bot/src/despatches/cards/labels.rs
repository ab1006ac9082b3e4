//! What orders of the card game are called, what they cost or risk, and what of that may be known to whom.

use engine::card_game::cards::CardId;
use engine::card_game::odds::{self, TacticsChances};
use engine::card_game::options::{Like, Options, WipedOut};
use engine::card_game::order::{Order, Standing};
use engine::card_game::region::Region;
use engine::card_game::rules::conflict::current;
use engine::card_game::state::State;
use engine::card_game::view::View;
use engine::odds::Fraction;
use engine::tabletop::player::Player;
use engine::tabletop::side::Side;

use crate::despatches::cards::names;
use crate::words;

/// A chance as a percentage: one that is small, or nearly certain, says so.
fn percent(chance: Fraction) -> String {
    pictures::odds::percent(chance.value())
}

/// What an order is called, and what it costs or risks, for whoever may know all of it.
#[must_use]
pub fn label(state: &State, order: &Order) -> (String, String) {
    let card = |side: &Side, card: &CardId| names::card(state, *side, *card);
    let about = |side: &Side, card: &CardId| state.card(*side, *card).map_or_else(String::new, |row| names::what_it_does(state, row));
    let region = |region: &Region| names::region(state, *region).to_owned();
    match order {
        Order::SetUp(_) => ("The cards are dealt".to_owned(), String::new()),
        Order::Relieve { cards, .. } if cards.is_empty() => ("Exchange nothing".to_owned(), String::new()),
        Order::Relieve { side, cards } => {
            (format!("Exchange {}", names::list(state, *side, cards)), "new cards are drawn for them".to_owned())
        }
        Order::Lay { side, card: of, region: to } => (format!("Lay {} in {}", card(side, of), region(to)), about(side, of)),
        Order::Deployed(_) => ("All is laid".to_owned(), "the other side lays, or the cards are turned up".to_owned()),
        Order::March { side, card: of, from, to } => {
            (format!("{}: from {} to {}", card(side, of), region(from), region(to)), about(side, of))
        }
        Order::PlayMovement { side, card: of } => (format!("Play {}", card(side, of)), about(side, of)),
        Order::Travelled(_) => ("All have marched".to_owned(), "the other side marches, or the conflicts begin".to_owned()),
        Order::PlayTactics { side, card: of } => (format!("Play {}", card(side, of)), about(side, of)),
        Order::Pass(_) => ("Play no Tactics".to_owned(), String::new()),
        Order::Lose { side, card: of } => (format!("Lose {}", card(side, of)), about(side, of)),
        Order::Stand { what: Standing::Pass, on: true, .. } => {
            ("Always pass in conflicts".to_owned(), "you are not asked for Tactics any more".to_owned())
        }
        Order::Stand { what: Standing::Pass, on: false, .. } => ("Ask me for Tactics again".to_owned(), String::new()),
        Order::Stand { what: Standing::WeakestFalls, on: true, .. } => {
            ("The weakest falls first".to_owned(), "Leader and Flag last; you are not asked any more".to_owned())
        }
        Order::Stand { what: Standing::WeakestFalls, on: false, .. } => ("Ask me who falls".to_owned(), String::new()),
        Order::Concede(_) => ("Resign".to_owned(), "the other side has won then".to_owned()),
        Order::Seat { side, player } => {
            let who = match player {
                Some(Player::Member(_)) => "a member".to_owned(),
                Some(Player::Staff(strength)) => format!("the {}", words::staff(*strength)),
                None => "nobody yet".to_owned(),
            };
            (format!("{}: {who}", names::the_side(state, *side)), String::new())
        }
    }
}

/// What an order is called for those who may not know it: no word of a card.
#[must_use]
pub fn hidden(state: &State, order: &Order) -> String {
    match order {
        Order::Relieve { side, .. } => format!("{} say what they exchange", names::the_side(state, *side)),
        Order::Lay { side, region, .. } => {
            format!("{} lay a card in {}", names::the_side(state, *side), names::region(state, *region))
        }
        Order::PlayTactics { side, .. } | Order::Pass(side) => format!("{} choose their Tactics", names::the_side(state, *side)),
        Order::Stand { side, .. } => format!("{} give a standing order", names::the_side(state, *side)),
        _ => label(state, order).0,
    }
}

/// The forces in the conflict that is fought, and how it ends as it stands, as everybody may know it.
#[must_use]
pub fn conflict(state: &State) -> Option<String> {
    let fought = current(state)?;
    let forces = engine::card_game::rules::conflict::forces(state, &fought);
    let spread = odds::conflict(state)?;
    let ours = spread.chance(|ending| ending.controls() == Some(Side::Ours));
    let enemy = spread.chance(|ending| ending.controls() == Some(Side::Enemy));
    Some(format!(
        "{}: force {} to {}. As it stands {} end in control {} of the time, {} {}.",
        names::region(state, fought.region),
        forces[0],
        forces[1],
        names::side(state, Side::Ours),
        percent(ours),
        names::side(state, Side::Enemy),
        percent(enemy)
    ))
}

/// What each Tactics card is worth to a side that is asked, and a pass first: the button's label, and the line that says it in full.
#[must_use]
pub fn tactics(view: &View, side: Side) -> Vec<(TacticsChances, String, String)> {
    let state = view.state();
    let told = |chances: TacticsChances| {
        let called = chances.card.map_or_else(|| "No Tactics".to_owned(), |card| names::card(state, side, card));
        let answered = if chances.may_be_answered == Fraction::ZERO {
            String::new()
        } else {
            format!(
                "; {} if they answer as well as they can. Chance that they hold an answer: {}",
                percent(chances.answered),
                percent(chances.may_be_answered)
            )
        };
        let label = format!("{called}: {}", percent(chances.answered));
        let line = format!("{called}: you end in control {} of the time{answered}.", percent(chances.unanswered));
        (chances, label, line)
    };
    odds::tactics(view, side).into_iter().map(told).collect()
}

/// The settings that are not the ruling's defaults, each in a line.
#[must_use]
pub fn settings(options: &Options) -> Vec<String> {
    let mut lines = Vec::new();
    match options.like {
        Like::Name => {}
        Like::Type => lines.push("Units of the same type are alike when they are laid (C03)."),
        Like::Off => lines.push("Units are laid freely, like with unlike (C03)."),
    }
    if options.river_in_the_west {
        lines.push("The Atbara card moves units to and from the west (C06).");
    }
    if options.tactics_at_once {
        lines.push("Tactics are chosen by both at once, face down (C07).");
    }
    match options.wiped_out {
        WipedOut::SurvivorControls => {}
        WipedOut::NoChange => lines.push("If the side with the Advantage is wiped out, control stays as it was (C11)."),
        WipedOut::RollOn => lines.push("A conflict goes on until a 6 (C11)."),
    }
    if options.random_losses {
        lines.push("A die says which unit is lost (C12).");
    }
    if options.advantage_again {
        lines.push("The Advantage is counted again after each loss (C13).");
    }
    lines.into_iter().map(str::to_owned).collect()
}

/// Who plays a side, where no roster is at hand.
#[must_use]
pub fn player(state: &State, side: Side) -> String {
    match state.players[side as usize] {
        Some(Player::Member(_)) => "a member".to_owned(),
        Some(Player::Staff(strength)) => format!("the {}", words::staff(strength)),
        None => "nobody yet".to_owned(),
    }
}

/// A sentence's beginning in capitals, for headings made of a label.
#[must_use]
pub fn heading(label: &str) -> String {
    format!("**{}.**", words::sentence_case(label))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_chance_of_less_than_one_in_a_hundred_is_no_whole_percent() {
        let chances = [Fraction::ZERO, Fraction::new(1, 300), Fraction::new(1, 2), Fraction::new(299, 300), Fraction::ONE];
        assert_eq!(chances.map(percent), ["0%", "<1%", "50%", ">99%", "100%"]);
    }
}
