//! Cards: which is played, what its own effect is turned on, and where units are led astray.

use engine::khartoum::ids::{SpaceId, UnitId};
use engine::khartoum::order::Order;
use engine::khartoum::pack::counters::Contingent;
use engine::khartoum::pack::map::Terrain;
use engine::khartoum::rules::cards::holds;
use engine::khartoum::rules::effects::natives;
use engine::tabletop::side::Side;

use super::best::best;
use super::eye::Eye;

/// A card is drawn, unless one that is held is worth more now.
pub(super) fn draw(eye: &Eye<'_>, orders: &[Order]) -> usize {
    best(orders, |order| match order {
        Order::PlayCard { card, .. } if !holds(eye.state, eye.side, *card) => -1.0,
        Order::PlayCard { card, .. } => timely(eye, *card),
        _ => 0.5,
    })
}

/// The hold card just drawn is played, for a turn put off is a turn lost; one whose criteria fail is kept.
pub(super) fn play_or_keep(eye: &Eye<'_>, orders: &[Order]) -> usize {
    best(orders, |order| match order {
        Order::PlayCard { card, .. } if holds(eye.state, eye.side, *card) => 1.0,
        Order::PlayCard { .. } => -1.0,
        _ => 0.0,
    })
}

/// How well a card that is held fits the hour: 1 is well.
fn timely(eye: &Eye<'_>, card: engine::khartoum::ids::CardId) -> f32 {
    let state = eye.state;
    let Some(row) = state.pack.card(card) else { return 0.0 };
    let last = state.turn >= state.pack.tables.turns();
    match row.terrain {
        // What makes a fortress a town is for the day on which the fortress is assaulted.
        Some((space, _)) if state.terrain(space) == Terrain::Fortress && state.has(eye.side.other(), space) => 1.0,
        Some(_) => 0.0,
        None if last || row.superiority || row.convert_garrison => 1.0,
        None => 0.4,
    }
}

/// The contingent that has most to move.
pub(super) fn activate(eye: &Eye<'_>, orders: &[Order]) -> usize {
    best(orders, |order| {
        let Order::Activate(contingent) = order else { return f32::NEG_INFINITY };
        let counters = &eye.state.pack.counters;
        let units = eye.state.on_map(Side::Ours).intersection(counters.contingents[*contingent as usize]).without(counters.garrisons);
        let strength = eye.sum(units).fire;
        strength + if *contingent == Contingent::Allied { 0.1 } else { 0.0 }
    })
}

/// The weakest garrison becomes the strongest infantry.
pub(super) fn convert(eye: &Eye<'_>, orders: &[Order]) -> usize {
    best(orders, |order| match order {
        Order::Convert(unit) => -strength(eye, *unit),
        Order::Replace(unit) => strength(eye, *unit),
        _ => f32::NEG_INFINITY,
    })
}

fn strength(eye: &Eye<'_>, unit: UnitId) -> f32 {
    eye.lore.row(unit).strength
}

/// The garrison whose loss costs the other side most: one alone in its town first.
pub(super) fn summon(eye: &Eye<'_>, orders: &[Order]) -> usize {
    best(orders, |order| {
        let Order::Summon(unit) = order else { return f32::NEG_INFINITY };
        let Some(space) = eye.state.where_is(*unit) else { return 0.0 };
        let alone = eye.force(Side::Ours, space).units < 1.5;
        if alone { 1.0 + eye.points(space) } else { 0.5 }
    })
}

/// Units are led from where they are missed most to where they do least: under the swords of their enemies, or far from any town.
pub(super) fn mislead(eye: &Eye<'_>, orders: &[Order]) -> usize {
    let missed = |space: SpaceId| {
        let units = natives(eye.state, space);
        let left = eye.sum(eye.state.here(space).without(units));
        eye.sum(units).fire + if left.is_empty() { 3.0 * eye.points(space) } else { 0.0 }
    };
    best(orders, |order| match order {
        Order::Mislead(space) => missed(*space),
        Order::Lead(to) => {
            let led = engine::khartoum::rules::effects::being_led(eye.state).map(|(units, ..)| eye.sum(units)).unwrap_or_default();
            let (own, other) = (eye.force(eye.side, *to), eye.force(eye.side.other(), *to));
            if own.is_empty() {
                // Joined to others they are of use to them; in a town too.
                -eye.points(*to) - 0.3 * other.fire - if eye.state.is_town(*to) { 0.2 } else { 0.0 }
            } else {
                3.0 - 6.0 * eye.attack(*to, eye.side.other(), &led, own).wins
            }
        }
        _ => f32::NEG_INFINITY,
    })
}
