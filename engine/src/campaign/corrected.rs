//! Corrections made true. Like [`super::apply`] it decides nothing.

use super::correction::Correction;
use super::counters::{Control, ShipPlace, UnitPlace};
use super::event::{LedgerEntry, LedgerReason};
use super::state::State;
use crate::pack::{LocationId, ShipId, UnitId, UnitSet};

impl State {
    #[cold]
    pub(super) fn correct(&mut self, correction: Correction) {
        match correction {
            Correction::Unit { unit, to } => self.correct_unit(unit, to),
            Correction::Steps { unit, steps } => self.steps[unit.index()] = steps,
            Correction::Ship { ship, to } => self.correct_ship(ship, to),
            Correction::Damage { ship, damage } => self.damage[ship.index()] = damage,
            Correction::Place { at, control } => self.correct_place(at, control),
            Correction::Siege { at, level: 0 } => {
                self.end_siege(at);
                self.changed.insert(at);
            }
            Correction::Siege { at, level } => {
                self.besieged.insert(at);
                self.siege_levels[at.index()] = level;
                self.changed.insert(at);
                self.unchecked.remove(at);
            }
            Correction::Redoubts { at, count } => self.redoubts[at.index()] = count,
            Correction::Supply { at, points } => {
                self.supply[at.index()] = points;
                self.supply_moved[at.index()] = self.supply_moved[at.index()].min(points);
            }
            Correction::Points { to } => self.victory_points = to,
            Correction::Ledger { points } => {
                let so_far = self.ledger.iter().fold(0_i16, |sum, entry| sum.saturating_add(entry.points));
                self.ledger.push(LedgerEntry { reason: LedgerReason::Corrected, points: points.saturating_sub(so_far) });
            }
            Correction::Replacements { purse, points } => *self.purse(purse) = points,
            Correction::Card { card, to } => self.move_card(card, to),
            Correction::Governor { to } => self.governor.place = to,
        }
    }

    fn correct_unit(&mut self, unit: UnitId, to: UnitPlace) {
        match to {
            UnitPlace::At(_) | UnitPlace::Aboard(_) => {
                if self.steps[unit.index()] == 0 {
                    self.steps[unit.index()] = self.options.steps;
                }
                self.place_unit(unit, to);
                self.came_from[unit.index()] = None;
                self.train.entrained.remove(unit);
                if self.expedition.arrived > 0 && self.pack.expedition_units.contains(unit) {
                    self.expedition.units.insert(unit);
                }
            }
            UnitPlace::Reserve | UnitPlace::Lost | UnitPlace::Gone => {
                self.take_off(UnitSet::of(unit), to);
                if self.pack.roster.further.contains(unit) {
                    // Those that are numbered on are no counters.
                    self.reserve_units.remove(unit);
                }
            }
        }
    }

    fn correct_ship(&mut self, ship: ShipId, to: ShipPlace) {
        let was_off = matches!(self.ships[ship.index()], ShipPlace::Reserve | ShipPlace::Lost);
        let is_off = matches!(to, ShipPlace::Reserve | ShipPlace::Lost);
        self.place_ship(ship, to);
        self.round.loading.remove(ship);
        self.round.unloading.remove(ship);
        if was_off || is_off {
            self.damage[ship.index()] = 0;
            self.functions[ship.index()] = 0;
        }
    }

    fn correct_place(&mut self, at: LocationId, control: Control) {
        if control == Control::Enemy {
            self.lose_location(at);
            self.unchecked.remove(at);
            return;
        }
        self.enemy_held.remove(at);
        self.pacified.remove(at);
        self.allied.remove(at);
        self.changed.insert(at);
        match control {
            Control::Native | Control::Enemy => {}
            Control::NativePacified => self.pacified.insert(at),
            Control::Allied => {
                self.allied.insert(at);
                self.unchecked.remove(at);
            }
        }
    }
}
