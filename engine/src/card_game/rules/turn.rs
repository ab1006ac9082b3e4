//! The turn: its phases one after the other, until a side is asked or the game is over.

use super::{conflict, supply};
use crate::card_game::event::{EndedBy, Event, Outcome};
use crate::card_game::proceedings::Proceedings;
use crate::card_game::region::Region;
use crate::card_game::roll::{Contest, Purpose};
use crate::card_game::state::{Phase, State};
use crate::tabletop::side::Side;

/// Goes on as far as nobody has to be asked.
pub(in crate::card_game) fn go_on(proceedings: &mut Proceedings<'_>) {
    loop {
        // All five regions win at once, also between two conflicts (C14).
        let winner = Side::BOTH.into_iter().find(|side| proceedings.state.held(*side) == Region::ALL.len());
        match proceedings.state.phase {
            Phase::Unset | Phase::Over(_) => return,
            _ if winner.is_some() => {
                proceedings.note(Event::Ended(Outcome { winner, by: EndedBy::AllRegions }));
                return;
            }
            Phase::Beginning => begin(proceedings),
            Phase::Relief if proceedings.state.armies.iter().all(|army| army.relief.is_some()) => {
                supply::exchange(proceedings);
                proceedings.contest(Contest::Deploy);
            }
            Phase::Relief | Phase::Deploying(_) | Phase::Travelling(_) => return,
            Phase::Revealing => {
                let laid = Side::BOTH.map(|side| proceedings.state.army(side).laid.map(|pile| pile.cards));
                proceedings.note(Event::Revealed(Box::new(laid)));
                proceedings.contest(Contest::Travel);
            }
            Phase::Marching(side) => {
                let roll = proceedings.throw(Purpose::March(side), 1, 6);
                proceedings.note(Event::MarchRolled { side, roll });
            }
            Phase::Regions(place) => match Region::ALL.get(usize::from(place)) {
                Some(region) => open(proceedings, *region),
                None if proceedings.state.turn >= proceedings.state.pack.tables.turns => {
                    let winner = most_regions(proceedings.state);
                    proceedings.note(Event::Ended(Outcome { winner, by: EndedBy::Turns }));
                }
                None => begin(proceedings),
            },
            Phase::Conflict(fought) => {
                if !conflict::step(proceedings, fought) {
                    return;
                }
            }
        }
    }
}

/// A turn begins with Logistics.
fn begin(proceedings: &mut Proceedings<'_>) {
    proceedings.note(Event::TurnBegan(proceedings.state.turn + 1));
    Side::BOTH.into_iter().for_each(|side| supply::fill(proceedings, side));
}

/// A region's turn to be settled: a conflict, or control without one (C10).
fn open(proceedings: &mut Proceedings<'_>, region: Region) {
    let state = &*proceedings.state;
    let there = Side::BOTH.map(|side| !state.units(side, region).is_empty());
    if there == [true, true] {
        proceedings.note(Event::ConflictBegan(region));
        return;
    }
    let alone = Side::BOTH.into_iter().find(|side| there[*side as usize]);
    let taken = alone.filter(|side| state.holder(region) != Some(*side));
    proceedings.note(Event::Unopposed { region, taken });
}

/// Who controls the most regions; nobody where both control as many (C14).
fn most_regions(state: &State) -> Option<Side> {
    match state.held(Side::Ours).cmp(&state.held(Side::Enemy)) {
        std::cmp::Ordering::Greater => Some(Side::Ours),
        std::cmp::Ordering::Less => Some(Side::Enemy),
        std::cmp::Ordering::Equal => None,
    }
}
