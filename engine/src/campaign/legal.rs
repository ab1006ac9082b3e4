//! The orders that may be given now, as a list: the truth for menus, simulated players and tests.
//!
//! Candidates come from what the position offers; each is asked of the same `permit` that answers players, so that listed means
//! accepted.

use super::decision::{Decision, LossIn};
use super::options::{Options, SupplySystem};
use super::order::{CardUse, Odds, Order, Post, Station};
use super::phase::Phase;
use super::round::Step;
use super::rules;
use super::state::{ShipPlace, State};
use crate::campaign::ground_dice::GroundDice;
use crate::campaign::seat::Seat;
use crate::game::Game;
use crate::pack::{Nation, ShipId, SpaceId, SpaceSet, UnitKindId, UnitSet};
use crate::tabletop;
use crate::tabletop::side::Side;

/// A list being made.
struct List<'a> {
    state: &'a State,
    seat: Seat,
    orders: &'a mut Vec<Order>,
}

impl List<'_> {
    /// Adds an order if it is allowed.
    fn offer(&mut self, order: Order) {
        if rules::permit(self.state, self.seat, &order).is_ok() {
            self.orders.push(order);
        }
    }

    /// Adds a move if it is allowed. That the campaign goes on, and neither a decision nor the board comes first, is known already.
    fn offer_move(&mut self, order: Order) {
        if rules::permit_move(self.state, &order).is_ok() {
            self.orders.push(order);
        }
    }

    fn offer_moves(&mut self, orders: impl IntoIterator<Item = Order>) {
        for order in orders {
            self.offer_move(order);
        }
    }

    /// Adds an order for each of those given, without asking.
    fn add_each<T: Copy>(&mut self, of: impl IntoIterator<Item = T>, order: impl Fn(T) -> Order) {
        // From a slice they are built where they stay; from any other iterator each would be copied there.
        let mut of = of.into_iter();
        while let Some(first) = of.next() {
            let mut some = [first; 64];
            let mut count = 1;
            for (place, other) in some[1..].iter_mut().zip(&mut of) {
                *place = other;
                count += 1;
            }
            self.orders.extend(some[..count].iter().map(|of| order(*of)));
        }
    }

    fn offer_all(&mut self, orders: impl IntoIterator<Item = Order>) {
        for order in orders {
            self.offer(order);
        }
    }
}

/// Adds every legal order to `orders`, in a stable order.
pub(super) fn list(state: &State, seat: Seat, orders: &mut Vec<Order>) {
    if state.ending().is_some() {
        return;
    }
    let mut list = List { state, seat, orders };
    if state.phase() == Phase::SetUp {
        set_up(&mut list);
        return;
    }
    if let Seat::OnBoard(side) = seat {
        on_board(&mut list, side);
        return;
    }
    if seat == Seat::Umpire {
        group(&mut list);
    }
    if let Some(decision) = state.decision() {
        decide(&mut list, decision);
        return;
    }
    match state.phase() {
        Phase::SetUp | Phase::Supply | Phase::Sieges | Phase::Adjust => {}
        Phase::Draw => list.orders.push(Order::DrawCards),
        Phase::Rebellion => {
            list.orders.push(Order::CheckRevolts);
            list.add_each(rules::rebellion::due_now(state).iter(), |location| Order::CheckRevolt { location });
        }
        Phase::Action { .. } => act(&mut list),
        Phase::Replacements => {
            list.offer_moves(rules::replacements::weakened(state).map(|unit| Order::Replace { unit }));
            list.offer_moves((0..state.pack().roster.kinds.len()).map(|kind| Order::Rebuild { kind: UnitKindId::at(kind) }));
            list.offer_move(Order::EndReplacements);
        }
    }
}

fn set_up(list: &mut List<'_>) {
    for scenario in &list.state.pack().scenarios {
        list.orders.push(Order::SetUp { scenario: scenario.key.clone(), options: Options::default() });
        if !scenario.random_start.is_empty() {
            let options = Options { random_start: true, ..Options::default() };
            list.orders.push(Order::SetUp { scenario: scenario.key.clone(), options });
        }
    }
}

fn group(list: &mut List<'_>) {
    for member in 0..rules::seats::MOST_MEMBERS {
        for post in [Post::Player, Post::Commander, Post::ChiefOfStaff] {
            list.offer(Order::Appoint { member, post });
        }
        list.offer(Order::Discharge { member });
        for dismiss in [true, false] {
            list.offer(Order::Vote { member, dismiss });
        }
    }
    list.offer(Order::CallVote);
}

fn decide(list: &mut List<'_>, decision: &Decision) {
    let state = list.state;
    match *decision {
        Decision::Retreat { choices, .. } => list.add_each(choices.iter(), |to| Order::Retreat { to }),
        Decision::Reinforce { .. } => {
            list.add_each(rules::arrivals::placements(state), |(kind, at, count)| Order::Place { kind, at, count });
        }
        Decision::PlaceShip { at, .. } => list.add_each(at.iter(), |at| Order::PlaceShip { at }),
        Decision::Redoubts { at, .. } => list.add_each(at.iter(), |at| Order::BuildRedoubt { at }),
        Decision::Raid { kind, .. } => {
            list.add_each(rules::card_events::villages_to_raid(state, kind).iter(), |location| Order::Raid { location });
        }
        Decision::RaidGarrison { at, .. } => {
            list.add_each(rules::card_events::raiders(state, at).iter(), |unit| Order::Garrison { unit });
            list.offer(Order::Decline);
        }
        Decision::ExchangeCard { .. } | Decision::ExchangeFor { .. } => {
            list.add_each(state.hand().iter(), |card| Order::GiveCard { card });
            list.offer(Order::Decline);
        }
        Decision::TakeCard { pile, .. } => {
            let cards = state.pile(pile);
            list.offer_all(cards.iter().map(|card| Order::TakeCard { card }));
        }
        Decision::EaseSiege { .. } => list.add_each(state.besieged().iter(), |location| Order::ChooseSiege { location }),
        Decision::Replacements { .. } => {
            list.add_each([Nation::Native, Nation::Allied], |nation| Order::ChooseNation { nation });
        }
        Decision::ExpeditionLands { ports } => list.add_each(ports.iter(), |port| Order::LandExpedition { port }),
        Decision::Ferry { choices, .. } => list.add_each(choices.iter(), |to| Order::FerryTo { to }),
        Decision::Battle { .. } => battle(list),
        Decision::Duel { ships, reported } => {
            for ship in ships.without(reported).iter() {
                list.add_each(1..=rules::naval::MOST_DAMAGE, |damage| Order::ReportShip { ship, damage: Some(damage) });
                list.orders.push(Order::ReportShip { ship, damage: None });
            }
            list.orders.push(Order::EndDuel);
        }
        Decision::Casualties { among, counted, .. } => {
            for unit in among.iter() {
                if counted == LossIn::Steps {
                    list.orders.push(Order::Lose { unit, whole: false });
                }
                list.offer(Order::Lose { unit, whole: true });
            }
            list.orders.push(Order::SpreadLosses);
        }
        Decision::RetreatFrom { spaces, ports, .. } => {
            list.add_each(spaces.iter(), |to| Order::RetreatTo { to });
            list.add_each(ports.iter(), |to| Order::RetreatByShip { to });
        }
        Decision::Garrison { location } => {
            list.offer_all(state.garrison(location).iter().map(|unit| Order::Commit { unit }));
            list.offer_all([Order::CommitAll, Order::Sortie, Order::BreakOut, Order::SitTight]);
        }
        Decision::BreakOut { choices, .. } => list.add_each(choices.iter(), |to| Order::BreakOutTo { to }),
    }
}

/// What a side may order on the board, apart from standing orders ([`State::standing_orders_on_board`]).
fn on_board(list: &mut List<'_>, side: Side) {
    let Some(board) = list.state.board() else { return };
    let mut orders = Vec::new();
    board.battle().legal_orders(tabletop::seat::Seat::from(side), &mut orders);
    list.orders.extend(orders.into_iter().map(Order::Field));
}

impl State {
    /// The standing orders that a side may give on the board, apart from [`Game::legal_orders`]. Listed means accepted; not listed means
    /// refused.
    #[must_use]
    pub fn standing_orders_on_board(&self, side: Side) -> Vec<Order> {
        let orders = self.board().map(|board| board.battle().standing_orders(tabletop::seat::Seat::from(side)));
        let mut orders: Vec<Order> = orders.unwrap_or_default().into_iter().map(Order::Field).collect();
        orders.retain(|order| rules::permit(self, Seat::OnBoard(side), order).is_ok());
        orders
    }
}

fn battle(list: &mut List<'_>) {
    let Some((battle, _)) = list.state.battle() else { return };
    if list.state.board().is_some() {
        list.offer_all([Order::ReportFought, Order::LeaveBoard]);
        return;
    }
    if list.state.options().boards {
        // The dice that lay the ground are not the engine's to list: any that fit are accepted.
        list.offer_all([Order::FightOut { ground: GroundDice::default() }, Order::LetStaffFight { ground: GroundDice::default() }]);
    }
    for unit in battle.units.iter() {
        let most = list.state.steps(unit);
        list.offer_all((1..=most).map(|steps| Order::ReportLoss { unit, steps }));
    }
    list.offer(Order::HoldField);
    for cavalry in 0..=rules::field::cavalry_standing(list.state) {
        for surrounded in [false, true] {
            for odds in [Odds::Even, Odds::OverTwoToOne, Odds::OverThreeToOne] {
                list.offer(Order::Withdraw { cavalry, surrounded, odds });
            }
        }
    }
}

fn act(list: &mut List<'_>) {
    let state = list.state;
    match state.round().step() {
        Step::Choose => {
            for card in state.hand().iter() {
                list.offer_moves([CardUse::Event, CardUse::Ops, CardUse::Replacements].map(|r#as| Order::Play { card, r#as }));
            }
            list.offer_move(Order::Pass);
            ferries(list);
        }
        Step::RandomEvent { .. } | Step::CardEvent { .. } => {}
        Step::Operations => {
            if state.round().ops() > 0 {
                list.add_each(rules::movement::activations(state), |at| Order::Activate { at });
            }
            march(list);
            sail(list);
            train(list);
            ferries(list);
            finish(list);
        }
        Step::Fighting => {
            march(list);
            finish(list);
        }
    }
}

fn finish(list: &mut List<'_>) {
    for index in 0..list.state.round().battles_to_fight().len() {
        let at = list.state.round().battles_to_fight()[index].at;
        list.offer_move(Order::Fight { at });
    }
    list.offer_move(Order::EndRound);
}

fn ferries(list: &mut List<'_>) {
    if list.state.passage() > 0 {
        list.offer_moves(list.state.units_ashore().iter().map(|unit| Order::Ferry { unit }));
    }
}

fn march(list: &mut List<'_>) {
    let state = list.state;
    let round = state.round();
    let mut spaces: SpaceSet =
        round.active.iter().filter(|unit| state.movement[unit.index()] > 0).filter_map(|unit| state.space_of_unit(unit)).collect();
    if state.options().supply == SupplySystem::Advanced {
        spaces = spaces.union(round.activated);
    }
    list.offer_moves(spaces.iter().map(|at| Order::Form { at }));
    let Some(force) = round.force() else { return };
    list.add_each(rules::movement::marches(state).iter(), |to| Order::March { to });
    list.add_each(rules::movement::leaves(state, &force).iter(), |unit| Order::Leave { unit });
    list.offer_moves([Order::Gather, Order::TakeSupply, Order::LeaveSupply, Order::MarchUnmet, Order::Halt]);
}

fn sail(list: &mut List<'_>) {
    let state = list.state;
    let round = state.round();
    if round.under_way.is_empty() {
        return;
    }
    let mut stations: Vec<Station> = Vec::with_capacity(4);
    for ship in round.under_way.iter().filter(|ship| state.functions[ship.index()] > 0) {
        let at = match state.ships[ship.index()] {
            ShipPlace::Port(port) => Station::Space(SpaceId(port.0)),
            ShipPlace::Sea(area) => Station::Sea(area),
            ShipPlace::Reserve | ShipPlace::Lost => continue,
        };
        if !stations.contains(&at) {
            stations.push(at);
        }
    }
    stations.sort_unstable();
    list.offer_moves(stations.into_iter().map(|at| Order::FormFleet { at }));
    list.offer_moves(round.under_way.iter().map(|ship| Order::Repair { ship }));
    let fleet = round.fleet();
    if fleet.is_empty() {
        return;
    }
    let (areas, ports) = rules::naval::sails(state);
    list.add_each(ports.iter(), |port| Order::Sail { to: Station::Space(SpaceId(port.0)) });
    list.add_each(areas.iter(), |area| Order::Sail { to: Station::Sea(area) });
    list.offer_moves(fleet.iter().map(|ship: ShipId| Order::LeaveShip { ship }));
    match fleet.first().map(|ship| state.ships[ship.index()]) {
        Some(ShipPlace::Port(_)) => {
            let aboard = fleet.iter().fold(UnitSet::EMPTY, |units, ship| units.union(state.aboard(ship)));
            list.add_each(rules::naval::loads(state), |(unit, aboard)| Order::Load { unit, aboard });
            list.offer_moves(aboard.iter().map(|unit| Order::Unload { unit }));
            list.offer_moves([
                Order::LoadAll,
                Order::UnloadAll,
                Order::LoadSupply,
                Order::UnloadSupply,
                Order::EmbarkGovernor,
                Order::LoadTrain,
            ]);
        }
        Some(ShipPlace::Sea(_)) => {
            let lost = state.enemy_held().intersection(state.ports());
            list.offer_moves(lost.iter().map(|at| Order::Land { at }));
        }
        Some(ShipPlace::Reserve | ShipPlace::Lost) | None => {}
    }
    list.offer_move(Order::Anchor);
}

fn train(list: &mut List<'_>) {
    let state = list.state;
    if state.train().place == super::leaders::TrainPlace::Absent {
        return;
    }
    list.offer_move(Order::UnloadTrain);
    let super::leaders::TrainPlace::At(base) = state.train().place else { return };
    if state.train().track.len() < usize::from(state.pack().track) && (state.round().ops() > 0 || state.round().track > 0) {
        let ends = state.train().track.union(SpaceSet::of(state.pack().map.space_of(base)));
        let next_to = ends.iter().fold(SpaceSet::EMPTY, |next, end| next.union(state.pack().map.neighbours(end)));
        list.offer_moves(next_to.iter().map(|at| Order::LayTrack { at }));
    }
    list.offer_moves(state.garrison(base).iter().map(|unit| Order::Entrain { unit }));
    list.offer_moves(rules::train::line(state).iter().map(|to| Order::RunTrain { to }));
}
