//! A card game line by line, each thing that happened with its sums: for checking a simulated one against the rules.

use engine::card_game::cards::CardId;
use engine::card_game::event::{EndedBy, Event};
use engine::card_game::region::Region;
use engine::card_game::roll::Contest;
use engine::card_game::state::State;
use engine::tabletop::side::Side;

use crate::despatches::cards::names::{card as name, list};
use crate::words;

/// Tells an event, by the game before it, with everything that is hidden; `None` where there is nothing to tell.
#[must_use]
pub fn tell(before: &State, event: &Event) -> Option<String> {
    let side = |side: Side| words::sentence_case(before.pack.tables.sides.of(side));
    let region = |region: Region| before.pack.region(region).name.as_str();
    let card = |of: Side, card: CardId| name(before, of, card);
    let hand = |of: Side| format!("  {} hold {}.", side(of), list(before, of, &before.army(of).hand.cards));
    let line = match event {
        Event::TurnBegan(turn) => format!("\nTURN {turn}"),
        Event::Shuffled(whose) => format!("{} shuffle what they have discarded.", side(*whose)),
        Event::Relieving { side: whose, .. } => hand(*whose),
        Event::Discarded { cards, .. } if cards.is_empty() => return None,
        Event::Discarded { side: whose, cards } => format!("{} exchange {}.", side(*whose), list(before, *whose, cards)),
        Event::Contested { contest, roll, high: Some(high) } => {
            let faces = roll.faces.iter().map(u8::to_string).collect::<Vec<_>>().join(" to ");
            match contest {
                Contest::Deploy => format!("Dice {faces}: {} deploy last.", before.pack.tables.sides.of(*high)),
                Contest::Travel => format!("Dice {faces}: {} move last.", before.pack.tables.sides.of(*high)),
                Contest::Tactics => format!("Dice {faces}: {} declare last.", before.pack.tables.sides.of(*high)),
                Contest::Advantage => format!("Dice {faces}: equal forces, the Advantage to {}.", before.pack.tables.sides.of(*high)),
            }
        }
        Event::Revealed(laid) => {
            let mut lines = Vec::new();
            for (whose, laid) in Side::BOTH.into_iter().zip(laid.iter()) {
                for (place, cards) in Region::ALL.into_iter().zip(laid).filter(|(_, cards)| !cards.is_empty()) {
                    lines.push(format!("{} deploy in {}: {}.", side(whose), region(place), list(before, whose, cards)));
                }
            }
            if lines.is_empty() {
                return None;
            }
            lines.join("\n")
        }
        Event::MarchRolled { side: whose, roll } => {
            format!("{} may march with {}.", side(*whose), words::count(roll.sum().try_into().unwrap_or(0), "unit", "units"))
        }
        Event::MovementPlayed { side: whose, card: played } => format!("{} play {}.", side(*whose), card(*whose, *played)),
        Event::Marched { side: whose, card: unit, from, to } => {
            format!("  {} march from {} to {}.", card(*whose, *unit), region(*from), region(*to))
        }
        Event::Unopposed { region: place, taken: Some(whose) } => format!("{} take {} without a fight.", side(*whose), region(*place)),
        Event::ConflictBegan(place) => format!("Conflict in {}.", region(*place)),
        Event::Declared { side: whose, card: Some(played), face_down } => {
            format!("  {} play {}{}.", side(*whose), card(*whose, *played), if *face_down { " face down" } else { "" })
        }
        Event::Advantage { side: whose, forces } => {
            format!(
                "  {} have the Advantage, with forces of {} to {}.",
                side(*whose),
                forces[*whose as usize],
                forces[whose.other() as usize]
            )
        }
        Event::ConflictRolled(roll) => format!("  The conflict table: {}.", roll.sum()),
        Event::Lost { side: whose, card: unit, .. } => format!("  {} lose {}.", side(*whose), card(*whose, *unit)),
        Event::ConflictEnded { region: place, taken: Some(whose) } => format!("  {} take {}.", side(*whose), region(*place)),
        Event::ConflictEnded { region: place, taken: None } => match before.holder(*place) {
            Some(whose) => format!("  {} keep {}.", side(whose), region(*place)),
            None => format!("  {} stays nobody's.", region(*place)),
        },
        Event::Ended(outcome) => {
            let [ours, enemy] = Side::BOTH.map(|side| before.held(side));
            let how = match outcome.by {
                EndedBy::AllRegions => "with all regions at once".to_owned(),
                EndedBy::Turns => format!("with regions {} to {}", ours.max(enemy), ours.min(enemy)),
                EndedBy::Conceded => "because the other side resigns".to_owned(),
            };
            match outcome.winner {
                Some(winner) => format!("\n{} win {how}.", side(winner)),
                None => format!("\nA draw, {how}."),
            }
        }
        _ => return None,
    };
    Some(line)
}
