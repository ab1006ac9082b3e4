//! Events made true.
//!
//! Every change of a position is here, and only here. Nothing is decided, nothing is rolled: an event holds what it needs, so that
//! a journal replays alike after a rule has been mended.

use super::board::FieldBoard;
use super::decision::Source;
use super::event::{CardPlace, Event};
use super::leaders::{GovernorPlace, TrainPlace};
use super::order::{CardUse, Post};
use super::phase::Phase;
use super::round::{Force, Step};
use super::state::{ShipPlace, SiegeNow, State, UnitPlace};
use crate::pack::{CardSet, Leader, LocationSet, ShipSet, SpaceSet, UnitSet};
use crate::tabletop::pack::BattlePack;

impl State {
    /// What [`crate::game::Game::apply`] does.
    #[expect(clippy::too_many_lines, reason = "one arm for each event, most of a line")]
    #[inline]
    pub(super) fn make_true(&mut self, event: &Event) {
        match event {
            Event::SetUp { scenario, options } => self.set_up(scenario, *options),
            Event::RebellionBegan { location, .. } => self.enemy_held = LocationSet::of(*location),
            Event::TurnBegan { turn } => self.begin_turn(*turn),
            Event::PhaseBegan { phase } => self.begin_phase(*phase),
            Event::RevoltsDue { locations } => self.unchecked = *locations,
            Event::CardsEntered { cards } => {
                self.draw = self.draw.union(*cards);
                self.removed = self.removed.without(*cards);
                self.entered = self.entered.union(*cards);
            }
            Event::DiscardsShuffled => {
                self.draw = self.draw.union(self.discard);
                self.discard = CardSet::EMPTY;
            }
            Event::CardDrawn { card, .. } => {
                self.draw.remove(*card);
                self.hand.insert(*card);
            }
            Event::RevoltChecked { location, .. } => self.unchecked.remove(*location),
            Event::UnitsMutinied { units, .. } => self.take_off(*units, UnitPlace::Gone),
            Event::UnitsDestroyed { units, .. } | Event::UnitsLost { units, .. } => self.take_off(*units, UnitPlace::Lost),
            Event::UnitsRecalled { units } => self.take_off(*units, UnitPlace::Gone),
            Event::UnitsRetreated { to, units, .. } => {
                let space = self.pack.map.space_of(*to);
                self.place_units(*units, UnitPlace::At(space));
            }
            Event::LocationLost { location } => self.lose_location(*location),
            Event::ShipsPutToSea { to, ships, .. } => {
                for ship in ships.iter() {
                    self.place_ship(ship, ShipPlace::Sea(*to));
                }
            }
            Event::SiegeBegan { location } => {
                self.besieged.insert(*location);
                self.changed.insert(*location);
                self.siege_levels[location.index()] = 1;
            }
            Event::DecisionPut { decision } => self.decisions.push(*decision),
            Event::DecisionMade => {
                self.decisions.pop();
            }
            Event::LedgerEntered { entry } => self.ledger.push(*entry),
            Event::PointsAdjusted { to, .. } => {
                self.victory_points = *to;
                self.adjusted = true;
            }
            Event::PointsChangedAtOnce { to, .. } => self.victory_points = *to,
            Event::Ended { ending } => {
                self.ending = Some(*ending);
                self.decisions.clear();
            }

            Event::RoundPassed { .. } | Event::RandomEventIgnored { .. } | Event::GarrisonFateRolled { .. } => {}
            Event::RandomEventChecked { .. }
            | Event::ReplacementsRolled { .. }
            | Event::SiegePicked { .. }
            | Event::ShipPicked { .. }
            | Event::UnitPicked { .. }
            | Event::PlacePicked { .. }
            | Event::RockStruck { .. }
            | Event::EnemySought { .. }
            | Event::BoatsRolled { .. }
            | Event::WatersSearched { .. }
            | Event::FlotillaRolled { .. }
            | Event::RecoveryRolled { .. }
            | Event::PursuitRolled { .. }
            | Event::GunboatRolled { .. }
            | Event::RecallRolled { .. }
            | Event::AttritionRolled { .. } => {}
            Event::RandomEventRolled { number, .. } => self.round.step = Step::RandomEvent { number: *number },
            Event::CardPlayed { card, r#as, leaves_campaign } => {
                self.move_card(*card, if *leaves_campaign { CardPlace::Removed } else { CardPlace::Discard });
                self.round.card = Some((*card, *r#as));
                match r#as {
                    CardUse::Event => self.played_events.insert(*card),
                    CardUse::Replacements => self.replacement_card = true,
                    CardUse::Ops => {
                        self.round.must_attack = self.next_ops_attack;
                        self.next_ops_attack = false;
                        self.round.ops_add = self.next_ops;
                        self.next_ops = 0;
                    }
                }
            }
            Event::StepBegan { step } => self.round.step = *step,
            Event::OpsGained { ops } => self.round.ops += ops,
            Event::OpSpent => self.round.ops = self.round.ops.saturating_sub(1),
            Event::CardMoved { card, to } => self.move_card(*card, *to),
            Event::ExchangeOwed { card } => self.owed.insert(*card),
            Event::ExchangeSettled { card } => self.owed.remove(*card),
            Event::UnitsArrived { units, at, source } => {
                self.put_units(*units, *at);
                self.round.placed = Some(*at);
                if *source == Source::WithFieldForce {
                    self.field_force.units = self.field_force.units.union(*units);
                }
            }
            Event::ShipArrived { ship, at } => {
                self.place_ship(*ship, ShipPlace::Port(*at));
                self.damage[ship.index()] = 0;
            }
            Event::RedoubtBuilt { at } => self.redoubts[at.index()] = self.redoubts[at.index()].saturating_add(1),
            Event::TrainArrived { at } => self.train.place = TrainPlace::At(*at),
            Event::TrainUnloaded { at, ships } => {
                for ship in ships.iter() {
                    self.spend_function(ship, true);
                }
                self.train.place = TrainPlace::At(*at);
            }
            Event::LeaderArrived { leader, at } => self.leader_arrives(*leader, *at),
            Event::ExpeditionLanded { at, units } => {
                let space = self.pack.map.space_of(*at);
                self.put_units(*units, space);
                self.expedition.units = *units;
                self.expedition.arrived = self.turn;
                self.round.expedition_march = true;
            }
            Event::ReplacementsGained { points } => self.add_points(*points),
            Event::ModifierSet { modifier } => self.set_modifier(*modifier),
            Event::PlaceSick { at } => self.round.sick.insert(*at),
            Event::ShipDamaged { ship, damage } => self.damage[ship.index()] = self.damage[ship.index()].saturating_add(*damage),
            Event::ShipSunk { ship } => self.sink(*ship),
            Event::ShipRepaired { ship } => {
                self.spend_function(*ship, true);
                self.damage[ship.index()] = self.damage[ship.index()].saturating_sub(1);
            }
            Event::SiegeLevelSet { at, level } => self.siege_levels[at.index()] = *level,
            Event::SiegeLifted { at } => {
                self.end_siege(*at);
                self.changed.insert(*at);
            }
            Event::LocationRetaken { location, allied } => {
                self.enemy_held.remove(*location);
                self.changed.insert(*location);
                match allied {
                    Some(true) => self.allied.insert(*location),
                    Some(false) => self.pacified.insert(*location),
                    None => {}
                }
            }
            Event::StepsLost { unit, steps, .. } => self.lose_steps(*unit, *steps),

            Event::Activated { at, rates, ships, functions } => self.activate(*at, rates, *ships, *functions),
            Event::ForceFormed { units, at, column } => {
                self.round.force = Some(Force { units: *units, at: *at, moved: false, supply: 0, column: *column, unmet: false });
            }
            Event::UnitsLeft { units, ended } => {
                if let Some(force) = &mut self.round.force {
                    force.units = force.units.without(*units);
                }
                // Guides lead one force: whoever leaves it goes without.
                self.round.guided = self.round.guided.without(*units);
                if *ended {
                    for unit in units.iter() {
                        self.movement[unit.index()] = 0;
                    }
                }
            }
            Event::UnitsJoined { units } => {
                if let Some(force) = &mut self.round.force {
                    force.units = force.units.union(*units);
                    if force.unmet {
                        self.round.guided = self.round.guided.union(*units);
                    }
                }
            }
            Event::SupplyTaken => {
                if let Some(force) = &mut self.round.force {
                    force.supply += 1;
                }
            }
            Event::SupplyLeft => {
                if let Some(force) = &mut self.round.force {
                    force.supply = force.supply.saturating_sub(1);
                }
            }
            Event::GuidesTaken => {
                self.round.unmet_marches = self.round.unmet_marches.saturating_sub(1);
                if let Some(force) = &mut self.round.force {
                    force.unmet = true;
                    self.round.guided = self.round.guided.union(force.units);
                }
            }
            Event::ForceMoved { to, .. } => self.move_force(*to),
            Event::ForceHalted { ended } => {
                if let Some(force) = self.round.force.take()
                    && *ended
                {
                    for unit in force.units.iter() {
                        self.movement[unit.index()] = 0;
                    }
                }
            }
            Event::BattleMet { met } => self.meet(*met),
            Event::ColumnLost { at, supply } => {
                self.supply[at.index()] = self.supply[at.index()].saturating_sub(*supply);
                self.supply_moved[at.index()] = self.supply_moved[at.index()].saturating_sub(*supply);
                self.round.force = None;
            }
            Event::ExpeditionAttempted => {
                self.expedition.attempted = true;
                self.round.expedition_march = false;
            }
            Event::AttackMade => self.round.must_attack = false,

            Event::FleetFormed { ships } => {
                self.round.fleet = *ships;
                self.round.loading = ShipSet::EMPTY;
                self.round.unloading = ShipSet::EMPTY;
            }
            Event::ShipLeft { ship } => self.round.fleet.remove(*ship),
            Event::FleetAnchored => self.round.fleet = ShipSet::EMPTY,
            Event::ShipsSailed { ships, to, functions } => {
                for ship in ships.iter() {
                    self.place_ship(ship, ShipPlace::from(*to));
                    self.functions[ship.index()] = self.functions[ship.index()].saturating_sub(*functions);
                }
                self.round.loading = self.round.loading.without(*ships);
                self.round.unloading = self.round.unloading.without(*ships);
            }
            Event::FunctionsEnded { ships } => {
                for ship in ships.iter() {
                    self.functions[ship.index()] = 0;
                }
            }
            Event::UnitLoaded { unit, ship, spends } => {
                self.spend_function(*ship, *spends);
                self.round.loading.insert(*ship);
                self.round.unloading.remove(*ship);
                self.place_unit(*unit, UnitPlace::Aboard(*ship));
                self.movement[unit.index()] = self.movement[unit.index()].saturating_sub(1);
                self.came_from[unit.index()] = None;
                if let Some(force) = &mut self.round.force {
                    force.units.remove(*unit);
                }
            }
            Event::UnitUnloaded { unit, ship, at, spends } => {
                self.spend_function(*ship, *spends);
                self.round.unloading.insert(*ship);
                self.round.loading.remove(*ship);
                let space = self.pack.map.space_of(*at);
                self.place_unit(*unit, UnitPlace::At(space));
                self.movement[unit.index()] = self.movement[unit.index()].saturating_sub(1);
                self.came_from[unit.index()] = None;
            }
            Event::SupplyLoaded { ship, spends } => {
                self.spend_function(*ship, *spends);
                self.round.loading.insert(*ship);
                self.round.unloading.remove(*ship);
                self.ship_supply[ship.index()] += 1;
                if let ShipPlace::Port(port) = self.ships[ship.index()] {
                    self.supply[port.index()] = self.supply[port.index()].saturating_sub(1);
                }
            }
            Event::SupplyUnloaded { ship, spends } => {
                self.spend_function(*ship, *spends);
                self.round.unloading.insert(*ship);
                self.round.loading.remove(*ship);
                self.ship_supply[ship.index()] = self.ship_supply[ship.index()].saturating_sub(1);
                if let ShipPlace::Port(port) = self.ships[ship.index()] {
                    self.supply[port.index()] = self.supply[port.index()].saturating_add(1);
                    self.supply_moved[port.index()] = self.supply_moved[port.index()].saturating_add(1);
                }
            }
            Event::GovernorMoved { to, spends } => {
                self.governor.place = *to;
                if let GovernorPlace::Aboard(ship) = to {
                    self.spend_function(*ship, *spends);
                    self.round.loading.insert(*ship);
                    self.round.unloading.remove(*ship);
                }
            }
            Event::TrainLoaded { ships } => {
                for ship in ships.iter() {
                    self.spend_function(ship, true);
                }
                self.train.place = TrainPlace::Aboard(*ships);
                self.train.track = SpaceSet::EMPTY;
            }
            Event::ShipReported { ship } => {
                if let Some(super::decision::Decision::Duel { reported, .. }) = self.decisions.last_mut() {
                    reported.insert(*ship);
                }
            }
            Event::TrackLaid { at, paid } => {
                self.train.track.insert(*at);
                self.round.track = *paid;
            }
            Event::UnitEntrained { unit } => self.train.entrained.insert(*unit),
            Event::TrainRan { to, units } => {
                for unit in units.iter() {
                    self.place_unit(unit, UnitPlace::At(*to));
                    self.movement[unit.index()] = 0;
                }
                self.round.active = self.round.active.union(*units);
                self.train.entrained = UnitSet::EMPTY;
                self.round.ops = self.round.ops.saturating_sub(1);
            }
            Event::UnitFerried { unit, to } => {
                let space = self.pack.map.space_of(*to);
                self.place_unit(*unit, UnitPlace::At(space));
                self.movement[unit.index()] = 0;
                self.came_from[unit.index()] = None;
                self.passage = self.passage.saturating_sub(1);
            }

            Event::MovesEnded => {
                let fought = self.round.met.iter().fold(UnitSet::EMPTY, |units, met| units.union(met.units));
                self.movement = only(fought, &self.movement, |left| left);
                self.functions.fill(0);
                self.round.ops = 0;
                self.round.force = None;
                self.round.fleet = ShipSet::EMPTY;
                self.round.step = Step::Fighting;
            }
            Event::BattleBegan { battle } => {
                self.round.met.retain(|met| met.at != battle.at);
                if self.round.battle_type.is_some_and(|(_, once)| once) && matches!(self.phase, Phase::Action { .. }) {
                    self.round.battle_type = None;
                }
                self.field = Some(((**battle).clone(), super::field::FieldStage::Fighting));
                self.field_losses.fill(0);
                self.reported = UnitSet::EMPTY;
                (self.board, self.left_board) = (None, false);
            }
            Event::BoardOpened { units, ships, by_staff, headlong } => {
                // The pack is part of the program; were it not there, there would be no board to be seen.
                let pack = BattlePack::embedded().ok();
                self.board = pack.map(|pack| Box::new(FieldBoard::new(pack, units, ships, *by_staff, *headlong)));
                // The battle begins within the order that is given by the rules of an edition.
                let left_out = self.left_out_on_the_board();
                if let Some(board) = &mut self.board {
                    board.leave_out(left_out);
                }
            }
            Event::Field(event) => {
                if let Some(board) = &mut self.board {
                    board.see(event);
                }
            }
            Event::BoardLeft => (self.board, self.left_board) = (None, true),
            Event::BoardReported { .. } => self.board = None,
            Event::LossReported { unit, steps } => {
                self.reported.insert(*unit);
                self.field_losses[unit.index()] += steps;
                self.lose_steps(*unit, *steps);
            }
            Event::FieldStepLost { unit, steps } => {
                self.field_losses[unit.index()] += steps;
                self.lose_steps(*unit, *steps);
            }
            Event::FieldStageBegan { stage } => {
                if let Some((_, now)) = &mut self.field {
                    *now = *stage;
                }
            }
            Event::StepsReturned { unit, steps } => self.steps[unit.index()] += steps,
            Event::BattleEnded { .. } => (self.field, self.board, self.left_board) = (None, None, false),
            Event::UnitsMoved { units, to } => {
                for unit in units.iter() {
                    self.place_unit(unit, UnitPlace::At(*to));
                    self.came_from[unit.index()] = None;
                }
            }
            Event::UnitsTookShip { units, to } => {
                let space = self.pack.map.space_of(*to);
                for unit in units.iter() {
                    self.place_unit(unit, UnitPlace::At(space));
                    self.movement[unit.index()] = 0;
                    self.came_from[unit.index()] = None;
                }
            }
            Event::MovementEnded { units } => {
                for unit in units.iter() {
                    self.movement[unit.index()] = 0;
                }
            }

            Event::SiegesDue { locations } => self.sieges_due = *locations,
            Event::SiegeTaken { at } => {
                self.sieges_due.remove(*at);
                self.siege = Some(SiegeNow::at(*at));
            }
            Event::GarrisonCommitted { units } => {
                if let Some(siege) = &mut self.siege {
                    siege.committed = siege.committed.union(*units);
                }
            }
            Event::GarrisonReady { sortie } => {
                if let Some(siege) = &mut self.siege {
                    siege.ready = true;
                    siege.sortie = *sortie;
                }
            }
            Event::SortieRolled { modifier, .. } => {
                if let Some(siege) = &mut self.siege {
                    siege.sortie_add = *modifier;
                }
            }
            Event::StormRolled { .. } => {
                if let Some(siege) = &mut self.siege {
                    siege.storm_rolled = true;
                }
            }
            Event::StormBeaten { .. } => {
                if let Some(siege) = &mut self.siege {
                    siege.storm_beaten = true;
                }
            }
            Event::StormCarried { .. } => {
                if let Some(siege) = &mut self.siege {
                    siege.storm_lost = true;
                }
            }
            Event::SiegeRolled { levels, .. } => {
                if let Some(siege) = &mut self.siege {
                    siege.rolled = true;
                    siege.levels = *levels;
                }
            }
            Event::SiegeResolved { .. } => self.siege = None,
            Event::GovernorRolled { leaves, .. } => {
                self.governor_rolled = true;
                self.governor.leaves |= *leaves;
            }

            Event::SupplyReceived { at, points, .. } => {
                let stock = &mut self.supply[at.index()];
                *stock = stock.saturating_add(*points);
            }
            Event::SupplySpent { at, points } => {
                let stock = &mut self.supply[at.index()];
                *stock = stock.saturating_sub(*points);
            }
            Event::SupplyChecked { unsupplied } => {
                self.unsupplied = *unsupplied;
                self.supply_done = true;
                self.hungry = only(*unsupplied, &self.hungry, |phases| phases.saturating_add(1));
            }

            Event::UnitReplaced { unit, steps, purse } => {
                self.steps[unit.index()] += steps;
                self.replaced[unit.index()] += 1;
                let purse = self.purse(*purse);
                *purse = purse.saturating_sub(1);
            }
            Event::PointSpent { purse } => {
                let purse = self.purse(*purse);
                *purse = purse.saturating_sub(1);
            }
            Event::ReplacementsEnded => self.replacements_done = true,
            Event::TriggerFired { key } => {
                if let Some(index) = self.pack.triggers.iter().position(|trigger| trigger.key == *key) {
                    self.triggers_fired[index] = true;
                }
            }
            Event::LeaderRecalled { leader } => {
                if *leader == Leader::FieldForce {
                    self.field_force.present = false;
                    self.field_force.free = true;
                    self.field_force.units = UnitSet::EMPTY;
                }
            }
            Event::LeaderFreed { leader } => {
                if *leader == Leader::FieldForce {
                    self.field_force.free = true;
                }
            }
            Event::ExpeditionFreed => self.expedition.free = true,

            Event::Appointed { member, post } => self.appoint(*member, *post),
            Event::Discharged { member } => {
                self.seats.retain(|(other, _)| other != member);
                if let Some(votes) = &mut self.vote {
                    votes.retain(|(other, _)| other != member);
                }
                if let Some((_, votes)) = &mut self.option_vote {
                    votes.retain(|(other, _)| other != member);
                }
            }
            Event::VoteCalled => self.vote = Some(Vec::new()),
            Event::Voted { member, dismiss } => {
                if let Some(votes) = &mut self.vote {
                    votes.retain(|(other, _)| other != member);
                    votes.push((*member, *dismiss));
                }
            }
            Event::OptionVoteCalled { change } => self.option_vote = Some((*change, Vec::new())),
            Event::OptionVoted { member, agree } => {
                if let Some((_, votes)) = &mut self.option_vote {
                    votes.retain(|(other, _)| other != member);
                    votes.push((*member, *agree));
                }
            }
            Event::OptionVoteCounted { .. } => self.option_vote = None,
            Event::OptionChanged { change } => {
                self.options = change.made(self.options);
                self.option_changes.push((self.turn, *change));
            }
            Event::Corrected { correction } => self.correct(*correction),
            Event::VoteCounted { dismissed } => {
                self.vote = None;
                if *dismissed {
                    for (_, post) in &mut self.seats {
                        if *post == Post::Commander {
                            *post = Post::Player;
                        }
                    }
                }
            }
        }
    }
}

/// The numbers of these units changed, and nothing for all others: most units are in few sets, and a set is told unit by unit faster than
/// each unit is looked for in it.
fn only(units: UnitSet, numbers: &[u8], changed: impl Fn(u8) -> u8) -> Vec<u8> {
    let mut only = vec![0; numbers.len()];
    for unit in units.iter() {
        only[unit.index()] = changed(numbers[unit.index()]);
    }
    only
}
