//! *Random Events*.
//!
//! What happens when the dice of a played card match its number. Whatever the text calls random is picked by a die among what can be
//! picked, in the order of the pack; what the players may choose is put to them. An event that does not apply is ignored. "This action
//! phase" is this action round (R43). Events 15 and 23 change victory points at once, and can end the campaign (R61).

use super::{arrivals, retaking, sieges, steps, victory};
use crate::campaign::decision::{Decision, LossCause, Source};
use crate::campaign::event::{Event, Modifier};
use crate::campaign::mended::Mended;
use crate::campaign::order::CardUse;
use crate::campaign::proceedings::Proceedings;
use crate::campaign::refusal::Refusal;
use crate::campaign::roll::{Purpose, Roll};
use crate::campaign::state::State;
use crate::dice::DiceSpec;
use crate::pack::{
    Card, CardEffect, Duration, LocationId, LocationKind, LocationSet, RandomEffect, RandomLocation, ReplacementPoints, ShipId, ShipSet,
    UnitId, UnitKindSet, UnitSet, WhichSiege,
};

/// How often the Random Locations table is rolled on for one place before the first that serves is taken.
const MOST_ROLLS: usize = 100;

/// A random event happens.
pub(super) fn happen(proceedings: &mut Proceedings<'_>, number: u8) {
    let pack = std::sync::Arc::clone(proceedings.state.pack());
    let Some(event) = pack.random_events.iter().find(|event| event.number == number) else { return };
    if !take_effect(proceedings, &event.effect) {
        proceedings.note(Event::RandomEventIgnored { number });
    }
}

/// Whether the event of the card in play gives Ops as well: it is used for those (cards 21 and 54).
fn brings_ops(state: &State) -> bool {
    let gives = |card: &Card| card.effects.iter().any(|effect| matches!(effect, CardEffect::Ops { .. }));
    let card = state.round().card().filter(|(_, played_as)| *played_as == CardUse::Event).and_then(|(number, _)| state.pack().card(number));
    card.is_some_and(gives) && state.reads(Mended::ReliefMeetsBreakout)
}

/// False when the event does not apply.
fn take_effect(proceedings: &mut Proceedings<'_>, effect: &RandomEffect) -> bool {
    let for_ops = steps::card_is_for(proceedings.state, CardUse::Ops) || brings_ops(proceedings.state);
    let set = |proceedings: &mut Proceedings<'_>, modifier| {
        proceedings.note(Event::ModifierSet { modifier });
        true
    };
    match effect {
        RandomEffect::EncounterModifier { add, lasts: Duration::Round } => set(proceedings, Modifier::EncountersThisRound(*add)),
        RandomEffect::EncounterModifier { add, lasts: Duration::Turn } => set(proceedings, Modifier::EncountersThisTurn(*add)),
        RandomEffect::NoOpsNextRound => set(proceedings, Modifier::NoOpsNextRound),
        RandomEffect::UnmetMarch => for_ops && set(proceedings, Modifier::UnmetMarch),
        RandomEffect::MoreOps { add, .. } => for_ops && set(proceedings, Modifier::MoreOps(*add)),
        RandomEffect::MovementModifier { add } => set(proceedings, Modifier::Movement(*add)),
        RandomEffect::NextOpsCard { add } => set(proceedings, Modifier::NextOps(*add)),
        RandomEffect::NextOpsCardMustAttack => set(proceedings, Modifier::NextOpsAttack),
        RandomEffect::ShipCapacity { add } => set(proceedings, Modifier::Capacity(*add)),
        RandomEffect::BattleType { battle, .. } => {
            // Good intelligence helps in any one battle; spies and overconfidence bear on all of the round.
            let once = *battle == crate::pack::BattleType::OurSurpriseAttack;
            set(proceedings, Modifier::Battle { battle: *battle, once })
        }
        RandomEffect::VictoryPoints { add } => {
            victory::change_at_once(proceedings, *add);
            true
        }
        RandomEffect::Replacements { points } => {
            gain(proceedings, *points);
            true
        }
        RandomEffect::ReplacementsByRoll { sides, add } => {
            let roll = proceedings.dice.throw(Roll::new(Purpose::ReplacementPoints, DiceSpec { count: 1, sides: *sides }), 1);
            let points = roll.sum() as u8 + add;
            proceedings.note(Event::ReplacementsRolled { roll });
            gain(proceedings, points);
            true
        }
        RandomEffect::Units { of, count, at } => {
            let spaces = arrivals::spaces(proceedings.state, *at);
            arrivals::put(proceedings, UnitKindSet::of(*of), *count, spaces, arrivals::is_together(*at), Source::Reserve)
        }
        RandomEffect::Redoubts { count, at } => {
            let places = arrivals::held_choices(proceedings.state, *at);
            arrivals::put_redoubts(proceedings, *count, places)
        }
        RandomEffect::ShipDamaged { damage } => {
            let ships = proceedings.state.fleet_list();
            let Some(ship) = pick_ship(proceedings, ships) else { return false };
            proceedings.note(Event::ShipDamaged { ship, damage: *damage });
            true
        }
        RandomEffect::ShipStrikesRock { sunk_on, damage } => {
            let ships = proceedings.state.fleet_list();
            let Some(ship) = pick_ship(proceedings, ships) else { return false };
            let dice = DiceSpec { count: 1, sides: 6 };
            let roll = proceedings.dice.throw(Roll::new(Purpose::Rock(ship), dice).needing((*sunk_on).into()), 1);
            let sunk = roll.succeeds();
            proceedings.note(Event::RockStruck { ship, roll });
            if sunk {
                victory::sink(proceedings, ship);
            } else {
                proceedings.note(Event::ShipDamaged { ship, damage: *damage });
            }
            true
        }
        RandomEffect::LostShipReplaced { at } => {
            let ports = arrivals::choices(proceedings.state, *at).intersection(proceedings.state.ports());
            let (Some(at), lost) = (ports.first(), proceedings.state.lost_ships()) else { return false };
            let Some(ship) = pick_ship(proceedings, lost) else { return false };
            proceedings.note(Event::ShipArrived { ship, at });
            true
        }
        RandomEffect::GarrisonDeserts { units } => desert(proceedings, *units),
        RandomEffect::SiegeModifier { add, at } => {
            let sieges = sieges_for(proceedings.state, *at);
            let Some(at) = pick_siege(proceedings, sieges) else { return false };
            set(proceedings, Modifier::Siege { at, add: *add })
        }
        RandomEffect::SiegeLevel { add, at: WhichSiege::Chosen } => {
            let levels = add.unsigned_abs();
            let sieges = proceedings.state.besieged();
            match (sieges.len(), sieges.first()) {
                (_, None) => false,
                (1, Some(at)) => {
                    sieges::ease(proceedings, at, levels);
                    true
                }
                _ => {
                    proceedings.note(Event::DecisionPut { decision: Decision::EaseSiege { levels } });
                    true
                }
            }
        }
        RandomEffect::SiegeLevel { add, at: which @ (WhichSiege::Random | WhichSiege::RandomWithoutAllies) } => {
            let sieges = sieges_for(proceedings.state, *which);
            let Some(at) = pick_siege(proceedings, sieges) else { return false };
            if *add < 0 {
                sieges::ease(proceedings, at, add.unsigned_abs());
            } else {
                sieges::tighten(proceedings, at, add.unsigned_abs());
            }
            true
        }
        RandomEffect::SiegeBetrayed => {
            let sieges = sieges_for(proceedings.state, WhichSiege::RandomWithoutAllies);
            let Some(at) = pick_siege(proceedings, sieges) else { return false };
            retaking::fall(proceedings, at, LossCause::PlaceFell);
            true
        }
        RandomEffect::VillageReturns => {
            let villages: LocationSet = proceedings
                .state
                .enemy_held()
                .iter()
                .filter(|location| proceedings.state.pack().map.location(*location).kind == LocationKind::Village)
                .collect();
            let Some(village) = pick_place(proceedings, villages) else { return false };
            retaking::come_over(proceedings, village);
            true
        }
        RandomEffect::LocationsCannotMove { count } => {
            let mut left = proceedings.state.held();
            for _ in 0..*count {
                let Some(place) = pick_place(proceedings, left) else { break };
                left.remove(place);
                proceedings.note(Event::PlaceSick { at: place });
            }
            true
        }
        RandomEffect::ExchangeCard { with } => {
            let in_play = proceedings.state.round().card().map(|(card, _)| card);
            let pile = proceedings.state.pile(*with);
            let others = in_play.map_or(pile, |card| pile.without(crate::pack::CardSet::of(card)));
            if proceedings.state.hand().is_empty() || others.is_empty() {
                return false;
            }
            proceedings.note(Event::DecisionPut { decision: Decision::ExchangeCard { pile: *with } });
            true
        }
    }
}

/// Points that no card says the nation of: Egyptian before the British come, afterwards as the players choose (R52).
fn gain(proceedings: &mut Proceedings<'_>, points: u8) {
    if proceedings.state.allies_entered() {
        proceedings.note(Event::DecisionPut { decision: Decision::Replacements { points } });
    } else {
        proceedings.note(Event::ReplacementsGained { points: ReplacementPoints { native: points, ..ReplacementPoints::default() } });
    }
}

/// The sieges an event may be about.
fn sieges_for(state: &State, which: WhichSiege) -> LocationSet {
    let allied = state.pack().roster.allied;
    state
        .besieged()
        .iter()
        .filter(|at| which != WhichSiege::RandomWithoutAllies || state.garrison(*at).intersection(allied).is_empty())
        .collect()
}

fn pick_siege(proceedings: &mut Proceedings<'_>, among: LocationSet) -> Option<LocationId> {
    if among.len() < 2 {
        return among.first();
    }
    let dice = DiceSpec { count: 1, sides: among.len() as u8 };
    let roll = proceedings.dice.throw(Roll::new(Purpose::WhichSiege, dice), 1);
    let at = among.nth(roll.sum() as usize - 1)?;
    proceedings.note(Event::SiegePicked { roll, at });
    Some(at)
}

fn pick_ship(proceedings: &mut Proceedings<'_>, among: ShipSet) -> Option<ShipId> {
    if among.len() < 2 {
        return among.first();
    }
    let dice = DiceSpec { count: 1, sides: among.len() as u8 };
    let roll = proceedings.dice.throw(Roll::new(Purpose::WhichShip, dice), 1);
    let ship = among.nth(roll.sum() as usize - 1)?;
    proceedings.note(Event::ShipPicked { roll, ship });
    Some(ship)
}

/// Units that are not British desert from a besieged place.
fn desert(proceedings: &mut Proceedings<'_>, most: u8) -> bool {
    let allied = proceedings.state.pack().roster.allied;
    let sieges: LocationSet =
        proceedings.state.besieged().iter().filter(|at| !proceedings.state.garrison(*at).without(allied).is_empty()).collect();
    let Some(at) = pick_siege(proceedings, sieges) else { return false };
    for _ in 0..most {
        let units = proceedings.state.garrison(at).without(allied);
        let Some(unit) = pick_unit(proceedings, units) else { break };
        proceedings.note(Event::UnitsLost { units: UnitSet::of(unit), cause: LossCause::Desertion });
    }
    if proceedings.state.garrison(at).is_empty() {
        retaking::fall(proceedings, at, LossCause::PlaceFell);
    }
    true
}

fn pick_unit(proceedings: &mut Proceedings<'_>, among: UnitSet) -> Option<UnitId> {
    if among.len() < 2 {
        return among.first();
    }
    let dice = DiceSpec { count: 1, sides: among.len() as u8 };
    let roll = proceedings.dice.throw(Roll::new(Purpose::WhichUnit, dice), 1);
    let unit = among.nth(roll.sum() as usize - 1)?;
    proceedings.note(Event::UnitPicked { roll, unit });
    Some(unit)
}

/// *Random Locations*: rolled on again until a place comes up that serves (R46).
fn pick_place(proceedings: &mut Proceedings<'_>, among: LocationSet) -> Option<LocationId> {
    if among.len() < 2 {
        return among.first();
    }
    let pack = std::sync::Arc::clone(proceedings.state.pack());
    let table = &pack.tables.random_locations;
    for _ in 0..MOST_ROLLS {
        let roll = proceedings.dice.throw(Roll::new(Purpose::RandomPlace, table.dice), table.dice.count);
        let place = match &table.row(roll.total()).result {
            RandomLocation::Place(location) => {
                let at = Some(*location).filter(|location| among.contains(*location));
                proceedings.note(Event::PlacePicked { roll, at });
                at
            }
            RandomLocation::Shore(shore) => {
                proceedings.note(Event::PlacePicked { roll, at: None });
                let Some(shore) = pack.tables.shores.iter().find(|other| other.name == *shore) else { continue };
                let roll = proceedings.dice.throw(Roll::new(Purpose::RandomPlace, shore.table.dice), shore.table.dice.count);
                let location = shore.table.row(roll.total()).result;
                let at = Some(location).filter(|location| among.contains(*location));
                proceedings.note(Event::PlacePicked { roll, at });
                at
            }
        };
        if place.is_some() {
            return place;
        }
    }
    among.first()
}

pub(super) fn permit_siege(state: &State, at: LocationId) -> Result<(), Refusal> {
    match state.decision() {
        Some(Decision::EaseSiege { .. }) if at.index() < LocationSet::CAPACITY && state.besieged().contains(at) => Ok(()),
        Some(Decision::EaseSiege { .. }) => Err(Refusal::NotAChoice),
        _ => Err(Refusal::NotAsked),
    }
}

pub(super) fn resolve_siege(proceedings: &mut Proceedings<'_>, at: LocationId) {
    let Some(Decision::EaseSiege { levels }) = proceedings.state.decision().copied() else { return };
    proceedings.note(Event::DecisionMade);
    sieges::ease(proceedings, at, levels);
}

#[cfg(test)]
mod tests;
