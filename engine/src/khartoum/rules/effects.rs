//! What a card does before recruits: the reshuffle (29.1), the breakout (K36), the letters (K37), the guides (K38).

use super::super::event::{Cause, Event};
use super::super::ids::{SpaceId, Spaces, UnitId, Units};
use super::super::pack::counters::Contingent;
use super::super::pack::map::{RouteKind, Terrain};
use super::super::phase::Phase;
use super::super::proceedings::{Proceedings, face};
use super::super::roll::Purpose;
use super::super::state::State;
use super::losses;
use crate::tabletop::side::Side;

/// The garrisons that can be converted: those on the map in a space with room for infantry (K36).
#[must_use]
pub fn convertible(state: &State) -> Units {
    let has_room = |unit: &UnitId| {
        let Some(space) = state.where_is(*unit) else { return false };
        state.units(Side::Ours, space).intersection(state.pack.counters.stacking).len() < state.stack()
    };
    state.pack.counters.garrisons.iter().filter(has_room).collect()
}

/// The native infantry in the box (K36).
#[must_use]
pub fn infantry(state: &State) -> Units {
    let counters = &state.pack.counters;
    state.boxed(Side::Ours).intersection(counters.contingents[Contingent::Native as usize]).intersection(counters.foot)
}

/// The garrisons that can be invited to come over: those without a home of their own, adjacent to an enemy unit (K37, K03).
#[must_use]
pub fn invited(state: &State) -> Units {
    let is_near = |unit: &UnitId| {
        let free = state.unit(*unit).is_some_and(|row| row.home.is_none());
        let adjacent = state.where_is(*unit).and_then(|space| state.pack.map.adjacent.get(space.index()));
        free && adjacent.is_some_and(|spaces| spaces.iter().any(|space| state.has(Side::Enemy, space)))
    };
    state.pack.counters.garrisons.iter().filter(is_near).collect()
}

/// The native units of a space that guides can lead astray.
#[must_use]
pub fn natives(state: &State, space: SpaceId) -> Units {
    let counters = &state.pack.counters;
    state.here(space).intersection(counters.contingents[Contingent::Native as usize]).without(counters.garrisons)
}

/// Whether guides can lead the native units of a space astray: it is no fortress and does not hold the governor (K38).
#[must_use]
pub fn may_mislead(state: &State, space: SpaceId) -> bool {
    let governed = state.pack.counters.governor.is_some_and(|governor| state.here(space).contains(governor));
    !natives(state, space).is_empty() && !governed && state.terrain(space) != Terrain::Fortress
}

/// Where the units of a space can be led with a throw: by road or river, back and forth, the whole throw; entering a space with enemies ends
/// it (K38). Where they cannot go anywhere they stay.
#[must_use]
pub fn led_to(state: &State, from: SpaceId, throw: u8, units: Units) -> Spaces {
    let (mut now, mut ends) = (Spaces::of(from), Spaces::EMPTY);
    for _ in 0..throw {
        let mut next = Spaces::EMPTY;
        for space in now.iter() {
            for (kind, to) in state.pack.map.steps.get(space.index()).into_iter().flatten() {
                match kind {
                    RouteKind::Road | RouteKind::River if state.has(Side::Enemy, *to) => ends.insert(*to),
                    RouteKind::Road | RouteKind::River => next.insert(*to),
                    RouteKind::Desert | RouteKind::Sea => {}
                }
            }
        }
        now = next;
    }
    now.union(ends).iter().filter(|to| state.has_room(Side::Ours, *to, units)).collect()
}

/// A card by lot from the discards goes back; what was removed is among them, the card in play is not (29.1, K05, K14).
pub(in super::super) fn reshuffle(proceedings: &mut Proceedings<'_>, side: Side) {
    let hand = &proceedings.state.hands[side as usize];
    let pile = hand.discards.union(hand.removed);
    if pile.is_empty() {
        return;
    }
    let (place, roll) = proceedings.choose(Purpose::Reshuffle(side), pile.len());
    if let Some(card) = pile.nth(place) {
        proceedings.note(Event::Reshuffled { side, card, roll });
    }
}

/// The card's reshuffle, then the phase of its own effect.
pub(in super::super) fn begin(proceedings: &mut Proceedings<'_>) {
    let side = proceedings.state.play.side;
    let words = proceedings.state.card().map(|card| (card.reshuffle, card.convert_garrison, card.defect > 0, card.move_enemy.is_some()));
    let Some((reshuffles, converts, invites, misleads)) = words else {
        return proceedings.note(Event::Went(Phase::Recruits));
    };
    if reshuffles {
        reshuffle(proceedings, side);
    }
    let phase = if converts {
        Phase::Converting
    } else if invites {
        Phase::Summoning
    } else if misleads {
        let state = &*proceedings.state;
        let spaces: Spaces = state.spaces().filter(|space| may_mislead(state, *space)).collect();
        let units = spaces.iter().fold(Units::EMPTY, |all, space| all.union(natives(state, space)));
        proceedings.note(Event::Misleading { spaces, units });
        Phase::Misleading
    } else {
        Phase::Recruits
    };
    proceedings.note(Event::Went(phase));
}

/// Nothing is left to be chosen: recruits come.
pub(in super::super) fn end(proceedings: &mut Proceedings<'_>) {
    proceedings.note(Event::EffectDone);
    proceedings.note(Event::Went(Phase::Recruits));
}

/// Infantry takes the place of the garrison that was chosen (K36).
pub(in super::super) fn replace(proceedings: &mut Proceedings<'_>, unit: UnitId) {
    if let Some((garrison, at)) = proceedings.state.play.garrison {
        proceedings.note(Event::Converted { garrison, unit, at });
    }
    end(proceedings);
}

/// A garrison is invited: with a low die it goes over (K37).
pub(in super::super) fn summon(proceedings: &mut Proceedings<'_>, unit: UnitId) {
    let roll = proceedings.throw(Purpose::Defection(unit));
    let goes = proceedings.state.card().is_some_and(|card| face(&roll) <= card.defect);
    proceedings.note(Event::Summoned { unit, roll, goes });
    if goes {
        losses::die(proceedings, unit, Cause::Defection);
    }
    end(proceedings);
}

/// The die for how far the units of a space are led.
pub(in super::super) fn mislead(proceedings: &mut Proceedings<'_>, space: SpaceId) {
    let units = natives(proceedings.state, space).intersection(proceedings.state.play.astray);
    let roll = proceedings.throw(Purpose::Guides(space));
    proceedings.note(Event::GuidesRolled { space, units, roll });
}

/// The units that are being led, whence, and how far.
#[must_use]
pub fn being_led(state: &State) -> Option<(Units, SpaceId, u8)> {
    let (space, throw) = state.play.guides?;
    Some((natives(state, space).intersection(state.play.astray), space, throw))
}

/// The units that are being led arrive; unless all such spaces are to be led, that is all (K38).
pub(in super::super) fn lead(proceedings: &mut Proceedings<'_>, to: SpaceId) {
    if let Some((units, from, _)) = being_led(proceedings.state) {
        proceedings.note(Event::Led { units, from, to });
    }
    if !proceedings.state.options.guides_everywhere {
        end(proceedings);
    }
}

/// Goes on with the guides where nobody has to be asked.
pub(in super::super) fn go_on(proceedings: &mut Proceedings<'_>) {
    let state = &*proceedings.state;
    if let Some((units, from, throw)) = being_led(state) {
        // Nowhere to go: they stay.
        let to = led_to(state, from, throw, units).first().unwrap_or(from);
        lead(proceedings, to);
    } else if let Some(space) = state.play.misled.first() {
        mislead(proceedings, space);
    } else {
        end(proceedings);
    }
}
