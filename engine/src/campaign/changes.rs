//! The changes of position that events are made of: units put and taken off, cards moved, modifiers set.
//!
//! Only [`super::apply`] uses them; like it they decide nothing.

use std::sync::Arc;

use super::event::{CardPlace, Modifier, Purse};
use super::leaders::{GovernorPlace, TrainPlace};
use super::options::Options;
use super::order::{Post, Station};
use super::phase::Phase;
use super::round::{BattleKind, Met, Round};
use super::state::{ShipPlace, State, UnitPlace};
use crate::pack::{CardNumber, Leader, LocationId, LocationSet, ReplacementPoints, ShipId, ShipSet, SpaceId, SpaceSet, UnitId, UnitSet};

impl State {
    pub(super) fn place_unit(&mut self, unit: UnitId, place: UnitPlace) {
        match self.units[unit.index()] {
            UnitPlace::At(space) => self.at_space[space.index()].remove(unit),
            UnitPlace::Aboard(ship) => self.aboard[ship.index()].remove(unit),
            UnitPlace::Lost => self.lost_units.remove(unit),
            UnitPlace::Reserve => self.reserve_units.remove(unit),
            UnitPlace::Gone => {}
        }
        match place {
            UnitPlace::At(space) => self.at_space[space.index()].insert(unit),
            UnitPlace::Aboard(ship) => self.aboard[ship.index()].insert(unit),
            UnitPlace::Lost => self.lost_units.insert(unit),
            UnitPlace::Reserve => self.reserve_units.insert(unit),
            UnitPlace::Gone => {}
        }
        self.units[unit.index()] = place;
    }

    pub(super) fn place_units(&mut self, units: UnitSet, place: UnitPlace) {
        for unit in units.iter() {
            self.place_unit(unit, place);
        }
    }

    /// Puts a ship somewhere.
    pub(super) fn place_ship(&mut self, ship: ShipId, place: ShipPlace) {
        match self.ships[ship.index()] {
            ShipPlace::Port(port) => self.in_port[port.index()].remove(ship),
            ShipPlace::Sea(area) => self.at_sea[area.index()].remove(ship),
            ShipPlace::Reserve | ShipPlace::Lost => {}
        }
        match place {
            ShipPlace::Port(port) => self.in_port[port.index()].insert(ship),
            ShipPlace::Sea(area) => self.at_sea[area.index()].insert(ship),
            ShipPlace::Reserve | ShipPlace::Lost => {}
        }
        self.ships[ship.index()] = place;
    }

    /// Units leave the map: what they could still do is gone with them.
    pub(super) fn take_off(&mut self, units: UnitSet, place: UnitPlace) {
        for unit in units.iter() {
            self.place_unit(unit, place);
            self.steps[unit.index()] = 0;
            self.movement[unit.index()] = 0;
            self.hungry[unit.index()] = 0;
            self.came_from[unit.index()] = None;
        }
        self.unsupplied = self.unsupplied.without(units);
        self.round.active = self.round.active.without(units);
        self.expedition.units = self.expedition.units.without(units);
        self.field_force.units = self.field_force.units.without(units);
        self.train.entrained = self.train.entrained.without(units);
        if let Some(force) = &mut self.round.force {
            force.units = force.units.without(units);
        }
        for met in &mut self.round.met {
            met.units = met.units.without(units);
        }
    }

    pub(super) fn put_units(&mut self, units: UnitSet, at: SpaceId) {
        let steps = self.options.steps;
        for unit in units.iter() {
            self.place_unit(unit, UnitPlace::At(at));
            self.steps[unit.index()] = steps;
        }
    }

    pub(super) fn lose_steps(&mut self, unit: UnitId, steps: u8) {
        self.steps[unit.index()] = self.steps[unit.index()].saturating_sub(steps);
    }

    pub(super) fn set_up(&mut self, key: &str, options: Options) {
        let pack = Arc::clone(&self.pack);
        let Some(index) = pack.scenarios.iter().position(|scenario| scenario.key == key) else { return };
        let scenario = &pack.scenarios[index];
        self.scenario = Some(index);
        self.options = options;
        self.victory_points = scenario.victory_points;
        self.enemy_held = scenario.enemy_held;
        self.replacements = scenario.replacements;
        self.draw = scenario.draw;
        self.hand = scenario.hand;
        self.removed = scenario.removed;
        for (fired, trigger) in self.triggers_fired.iter_mut().zip(&pack.triggers) {
            *fired = scenario.triggers_fired.contains(&trigger.key);
        }
        for garrison in &scenario.garrisons {
            let space = pack.map.space_of(garrison.at);
            self.put_units(garrison.units, space);
            for ship in garrison.ships.iter() {
                self.place_ship(ship, ShipPlace::Port(garrison.at));
            }
            self.supply[space.index()] = garrison.supply;
            self.siege_levels[garrison.at.index()] = garrison.siege_level;
            if garrison.siege_level > 0 {
                self.besieged.insert(garrison.at);
            }
            for leader in &garrison.leaders {
                self.leader_arrives(*leader, garrison.at);
            }
        }
    }

    pub(super) fn leader_arrives(&mut self, leader: Leader, at: LocationId) {
        match leader {
            Leader::Governor => self.governor.place = GovernorPlace::At(at),
            Leader::FieldForce => {
                self.field_force.present = true;
                self.field_force.free = false;
            }
            Leader::Successor => {}
        }
    }

    pub(super) fn move_card(&mut self, card: CardNumber, to: CardPlace) {
        for pile in [&mut self.draw, &mut self.hand, &mut self.discard, &mut self.removed] {
            pile.remove(card);
        }
        match to {
            CardPlace::Hand => self.hand.insert(card),
            CardPlace::Draw => self.draw.insert(card),
            CardPlace::Discard => self.discard.insert(card),
            CardPlace::Removed => self.removed.insert(card),
        }
    }

    pub(super) fn begin_phase(&mut self, phase: Phase) {
        self.phase = phase;
        match phase {
            Phase::Action { .. } => {
                self.round = Round { no_ops: self.no_ops_next, ..Round::default() };
                self.no_ops_next = false;
                self.end_moves();
                self.supply_moved.fill(0);
                self.came_from.fill(None);
            }
            Phase::Supply => self.supply_done = false,
            Phase::Sieges => self.governor_rolled = false,
            Phase::Replacements => self.replacements_done = false,
            Phase::Adjust => self.adjusted = false,
            Phase::SetUp | Phase::Draw | Phase::Rebellion => {}
        }
    }

    pub(super) fn begin_turn(&mut self, turn: u8) {
        self.turn = turn;
        self.ledger.clear();
        self.changed = LocationSet::EMPTY;
        self.siege_add.fill(0);
        self.replaced.fill(0);
        self.encounter_add = 0;
        self.passage = 0;
        self.replacement_card = false;
        self.expedition.attempted = false;
    }

    pub(super) fn end_moves(&mut self) {
        self.movement.fill(0);
        self.functions.fill(0);
    }

    pub(super) fn lose_location(&mut self, location: LocationId) {
        self.enemy_held.insert(location);
        self.pacified.remove(location);
        self.allied.remove(location);
        self.end_siege(location);
        self.changed.insert(location);
        self.redoubts[location.index()] = 0;
        self.supply[location.index()] = 0;
        // Rails in the enemy's hands are torn up.
        self.train.track.remove(SpaceId(location.0));
        if self.train.place == TrainPlace::At(location) {
            self.train.place = TrainPlace::Absent;
            self.train.track = SpaceSet::EMPTY;
        }
    }

    pub(super) fn end_siege(&mut self, location: LocationId) {
        self.besieged.remove(location);
        self.siege_levels[location.index()] = 0;
    }

    /// What is added stays within what its number can hold: a pack may add much, and an event come up several times.
    pub(super) fn set_modifier(&mut self, modifier: Modifier) {
        let add_to = |number: &mut i8, add: i8| *number = number.saturating_add(add);
        match modifier {
            Modifier::EncountersThisRound(add) => add_to(&mut self.round.encounter_add, add),
            Modifier::EncountersThisTurn(add) => add_to(&mut self.encounter_add, add),
            Modifier::Movement(add) => add_to(&mut self.round.movement_add, add),
            Modifier::Capacity(add) => self.round.capacity_add = self.round.capacity_add.saturating_add(add),
            Modifier::MoreOps(add) => self.round.ops_add = self.round.ops_add.saturating_add_unsigned(add),
            Modifier::NoOpsNextRound => self.no_ops_next = true,
            Modifier::NextOps(add) => add_to(&mut self.next_ops, add),
            Modifier::NextOpsAttack => self.next_ops_attack = true,
            Modifier::UnmetMarch => self.round.unmet_marches = self.round.unmet_marches.saturating_add(1),
            Modifier::Battle { battle, once } => self.round.battle_type = Some((battle, once)),
            Modifier::Siege { at, add } => add_to(&mut self.siege_add[at.index()], add),
            Modifier::Passage(units) => self.passage = self.passage.saturating_add(units),
        }
    }

    pub(super) fn purse(&mut self, purse: Purse) -> &mut u8 {
        let points = &mut self.replacements;
        match purse {
            Purse::Native => &mut points.native,
            Purse::Allied => &mut points.allied,
            Purse::AlliedInfantry => &mut points.allied_infantry,
            Purse::AlliedCavalry => &mut points.allied_cavalry,
            Purse::AlliedGuns => &mut points.allied_guns,
        }
    }

    pub(super) fn add_points(&mut self, add: ReplacementPoints) {
        let points = &mut self.replacements;
        for (have, more) in [
            (&mut points.native, add.native),
            (&mut points.allied, add.allied),
            (&mut points.allied_infantry, add.allied_infantry),
            (&mut points.allied_cavalry, add.allied_cavalry),
            (&mut points.allied_guns, add.allied_guns),
        ] {
            *have = have.saturating_add(more);
        }
    }

    pub(super) fn spend_function(&mut self, ship: ShipId, spends: bool) {
        if spends {
            self.functions[ship.index()] = self.functions[ship.index()].saturating_sub(1);
        }
    }

    pub(super) fn sink(&mut self, ship: ShipId) {
        let aboard = self.aboard[ship.index()];
        self.take_off(aboard, UnitPlace::Lost);
        self.place_ship(ship, ShipPlace::Lost);
        self.functions[ship.index()] = 0;
        self.damage[ship.index()] = 0;
        self.ship_supply[ship.index()] = 0;
        self.round.fleet.remove(ship);
        self.round.loading.remove(ship);
        self.round.unloading.remove(ship);
        for met in &mut self.round.met {
            met.ships.remove(ship);
        }
        if let Some((battle, _)) = &mut self.field {
            battle.ships.remove(ship);
        }
        if self.governor.place == GovernorPlace::Aboard(ship) {
            self.governor.place = GovernorPlace::Dead;
        }
        if let TrainPlace::Aboard(ships) = self.train.place
            && ships.contains(ship)
        {
            self.train.place = TrainPlace::Absent;
            self.train.track = SpaceSet::EMPTY;
        }
    }

    pub(super) fn activate(&mut self, at: Station, rates: &[(u8, UnitSet)], ships: ShipSet, functions: u8) {
        let round = &mut self.round;
        match at {
            Station::Space(space) => round.activated.insert(space),
            Station::Sea(area) => round.activated_seas.insert(area),
        }
        round.ops = round.ops.saturating_sub(1);
        round.under_way = round.under_way.union(ships);
        for (rate, units) in rates {
            round.active = round.active.union(*units);
            for unit in units.iter() {
                self.movement[unit.index()] = *rate;
            }
        }
        for ship in ships.iter() {
            self.functions[ship.index()] = functions;
        }
    }

    pub(super) fn move_force(&mut self, to: SpaceId) {
        let Some(mut force) = self.round.force else { return };
        for unit in force.units.iter() {
            self.place_unit(unit, UnitPlace::At(to));
            self.movement[unit.index()] = self.movement[unit.index()].saturating_sub(1);
            self.came_from[unit.index()] = Some(force.at);
        }
        self.supply[force.at.index()] = self.supply[force.at.index()].saturating_sub(force.supply);
        self.supply[to.index()] = self.supply[to.index()].saturating_add(force.supply);
        self.supply_moved[to.index()] = self.supply_moved[to.index()].saturating_add(force.supply);
        force.column = force.column.saturating_sub(1);
        force.at = to;
        force.moved = true;
        self.round.force = Some(force);
    }

    pub(super) fn meet(&mut self, met: Met) {
        match self.round.met.iter_mut().find(|other| other.at == met.at) {
            Some(other) => {
                other.units = other.units.union(met.units);
                other.ships = other.ships.union(met.ships);
                // Whoever comes to the relief of a garrison that breaks out relieves it.
                if met.kind == BattleKind::Relief {
                    other.kind = BattleKind::Relief;
                }
            }
            None => self.round.met.push(met),
        }
        self.round.force = None;
    }

    pub(super) fn appoint(&mut self, member: u8, post: Post) {
        self.seats.retain(|(other, held)| *other != member && (post == Post::Player || *held != post));
        self.seats.push((member, post));
        self.seats.sort_unstable_by_key(|(member, _)| *member);
    }
}
