//! What the tests of the chapters set up positions with: the pack's names in place of its numbers, and dice that must fit to the last.

use std::ops::{Deref, DerefMut};

use crate::campaign::decision::{Decision, Source};
use crate::campaign::event::{Event, LedgerReason};
use crate::campaign::options::Options;
use crate::campaign::order::{CardUse, Order, Station};
use crate::campaign::phase::Phase;
use crate::campaign::refusal::Refusal;
use crate::campaign::roll::Roll;
use crate::campaign::round::{Round, Step};
use crate::campaign::seat::Seat;
use crate::campaign::state::{ShipPlace, SiegeNow, State};
use crate::dice::Dice;
use crate::game::Game;
use crate::pack::{CardNumber, CardSet, LocationId, Pack, SeaAreaId, ShipId, SpaceId, UnitId, UnitKindId, UnitSet};

/// A campaign at a position of the test's choosing.
#[derive(Clone)]
pub(super) struct Camp(pub(super) State);

impl Deref for Camp {
    type Target = State;
    fn deref(&self) -> &State {
        &self.0
    }
}

impl DerefMut for Camp {
    fn deref_mut(&mut self) -> &mut State {
        &mut self.0
    }
}

/// The uprising as set up, in its first action round, with a card still to be chosen.
pub(super) fn camp() -> Camp {
    camp_with(Options::default())
}

pub(super) fn camp_with(options: Options) -> Camp {
    scenario("uprising", options)
}

pub(super) fn scenario(key: &str, options: Options) -> Camp {
    let mut state = State::new(Pack::embedded().unwrap());
    state.give(Seat::Player, &Order::SetUp { scenario: key.into(), options }, &mut Dice::scripted(&[])).unwrap();
    let mut camp = Camp(state);
    camp.choosing(1);
    camp
}

/// The same with Ops to spend.
pub(super) fn camp_with_ops(ops: u8) -> Camp {
    let mut camp = camp();
    camp.spending(ops);
    camp
}

impl Camp {
    /// An action round of which nothing has been played.
    pub(super) fn choosing(&mut self, round: u8) {
        self.state().phase = Phase::Action { round };
        self.state().round = Round::default();
    }

    /// An action round with Ops to spend.
    pub(super) fn spending(&mut self, ops: u8) {
        self.choosing(1);
        self.state().round.step = Step::Operations;
        self.state().round.ops = ops;
    }

    fn state(&mut self) -> &mut State {
        &mut self.0
    }

    #[track_caller]
    pub(super) fn at(&self, name: &str) -> LocationId {
        self.pack().map.find_location(name).unwrap_or_else(|| panic!("no {name} on the map"))
    }

    #[track_caller]
    pub(super) fn space(&self, name: &str) -> SpaceId {
        self.pack().map.find_space(name).unwrap_or_else(|| panic!("no {name} on the map"))
    }

    #[track_caller]
    pub(super) fn port(&self, name: &str) -> Station {
        Station::Space(self.space(name))
    }

    #[track_caller]
    pub(super) fn sea(&self, name: &str) -> Station {
        Station::Sea(SeaAreaId::at(self.pack().map.sea_areas.iter().position(|area| area.name == name).unwrap()))
    }

    #[track_caller]
    pub(super) fn unit(&self, name: &str) -> UnitId {
        UnitId::at(self.pack().roster.units.iter().position(|unit| unit.name == name).unwrap_or_else(|| panic!("no unit {name}")))
    }

    #[track_caller]
    pub(super) fn units(&self, names: &[&str]) -> UnitSet {
        names.iter().map(|name| self.unit(name)).collect()
    }

    #[track_caller]
    pub(super) fn ship(&self, name: &str) -> ShipId {
        ShipId::at(self.pack().roster.ships.iter().position(|ship| ship.name == name).unwrap_or_else(|| panic!("no ship {name}")))
    }

    #[track_caller]
    pub(super) fn kind(&self, name: &str) -> UnitKindId {
        UnitKindId::at(self.pack().roster.kinds.iter().position(|kind| kind.name == name).unwrap_or_else(|| panic!("no kind {name}")))
    }

    /// Places lost to the rebellion, with whoever was there.
    #[track_caller]
    pub(super) fn lose(&mut self, names: &[&str]) {
        for name in names {
            let location = self.at(name);
            self.clear(name);
            for ship in self.ships_in(location).iter() {
                self.0.place_ship(ship, ShipPlace::Reserve);
            }
            self.apply(&Event::LocationLost { location });
        }
    }

    /// Everyone at a space leaves the campaign.
    #[track_caller]
    pub(super) fn clear(&mut self, name: &str) {
        let units = self.units_at(self.space(name));
        self.apply(&Event::UnitsRecalled { units });
    }

    /// Units come from the reserve, or from wherever they are.
    #[track_caller]
    pub(super) fn put(&mut self, name: &str, units: &[&str]) {
        let (at, units) = (self.space(name), self.units(units));
        self.apply(&Event::UnitsArrived { units, at, source: Source::Reserve });
        self.0.round.placed = None;
    }

    /// Nobody but these stands at a space.
    #[track_caller]
    pub(super) fn only(&mut self, name: &str, units: &[&str]) {
        self.clear(name);
        self.put(name, units);
    }

    #[track_caller]
    pub(super) fn besiege(&mut self, name: &str, level: u8) {
        let location = self.at(name);
        self.apply(&Event::SiegeBegan { location });
        self.apply(&Event::SiegeLevelSet { at: location, level });
    }

    #[track_caller]
    pub(super) fn ship_to(&mut self, name: &str, at: Station) {
        let ship = self.ship(name);
        self.0.place_ship(ship, ShipPlace::from(at));
    }

    pub(super) fn hold(&mut self, cards: &[u8]) {
        let cards: CardSet = cards.iter().copied().map(CardNumber).collect();
        self.0.hand = cards;
        self.0.draw = self.0.draw.without(cards);
        self.0.discard = self.0.discard.without(cards);
        self.0.removed = self.0.removed.without(cards);
    }

    /// The British have come in.
    pub(super) fn allied(&mut self) {
        self.apply(&Event::TriggerFired { key: "british".into() });
    }

    /// Gives an order; the dice must be those wanted, to the last.
    #[track_caller]
    #[expect(clippy::needless_pass_by_value, reason = "orders are written where they are given")]
    pub(super) fn give(&mut self, order: Order, faces: &[u16]) -> Vec<Event> {
        let mut dice = Dice::scripted(faces);
        let given = self.0.give(Seat::Player, &order, &mut dice);
        let events = given.unwrap_or_else(|refusal| panic!("{order:?}: {}", refusal.sentence(self.0.pack())));
        assert_eq!(dice.finish(), Ok(()), "{order:?}");
        events
    }

    #[track_caller]
    pub(super) fn refused(&self, order: &Order) -> Refusal {
        self.permit(Seat::Player, order).expect_err("an order that is refused")
    }

    #[track_caller]
    pub(super) fn allowed(&self, order: &Order) {
        assert_eq!(self.permit(Seat::Player, order), Ok(()), "{order:?}");
    }

    #[track_caller]
    pub(super) fn play(&mut self, card: u8, r#as: CardUse, faces: &[u16]) -> Vec<Event> {
        self.give(Order::Play { card: CardNumber(card), r#as }, faces)
    }

    /// Plays a card for a use, with a random event of this number and what dice it takes.
    #[track_caller]
    pub(super) fn random_event(&mut self, number: u16, r#as: CardUse, faces: &[u16]) -> Vec<Event> {
        // Card 28 needs a 12 and has two Ops; it has no event, so 37 (10) is played for one.
        let (card, check) = if r#as == CardUse::Event { (37, [4, 6]) } else { (28, [6, 6]) };
        self.hold(&[28, 37, 30]);
        let dice: Vec<u16> = check.into_iter().chain([number / 10, number % 10]).chain(faces.iter().copied()).collect();
        self.play(card, r#as, &dice)
    }

    #[track_caller]
    pub(super) fn activate(&mut self, at: Station) -> Vec<Event> {
        self.give(Order::Activate { at }, &[])
    }

    #[track_caller]
    pub(super) fn march(&mut self, to: &str, faces: &[u16]) -> Vec<Event> {
        let to = self.space(to);
        self.give(Order::March { to }, faces)
    }

    #[track_caller]
    pub(super) fn sail(&mut self, to: Station) -> Vec<Event> {
        self.give(Order::Sail { to }, &[])
    }

    /// Forms a fleet of these ships alone.
    #[track_caller]
    pub(super) fn fleet(&mut self, at: Station, ships: &[&str]) {
        let wanted = ships.iter().map(|ship| self.ship(ship)).collect::<crate::pack::ShipSet>();
        if self.round().fleet().is_empty() {
            self.give(Order::FormFleet { at }, &[]);
        }
        for ship in self.round().fleet().without(wanted).iter() {
            self.give(Order::LeaveShip { ship }, &[]);
        }
        assert_eq!(self.round().fleet(), wanted);
    }

    /// Opens the Sieges phase at the point where the garrison of a besieged place is asked.
    #[track_caller]
    pub(super) fn at_siege(&mut self, name: &str) {
        let at = self.at(name);
        self.0.phase = Phase::Sieges;
        self.0.round = Round::default();
        self.0.sieges_due = crate::pack::LocationSet::EMPTY;
        self.0.siege = Some(SiegeNow::at(at));
        self.0.decisions.clear();
        self.apply(&Event::DecisionPut { decision: Decision::Garrison { location: at } });
    }

    /// Carries the campaign on until somebody has to decide something.
    #[track_caller]
    pub(super) fn carry_on(&mut self, faces: &[u16]) -> Vec<Event> {
        self.with(faces, super::rounds::advance)
    }

    /// Does something that no order does by itself.
    #[track_caller]
    pub(super) fn with(&mut self, faces: &[u16], work: impl FnOnce(&mut super::Proceedings<'_>)) -> Vec<Event> {
        let (mut dice, mut events) = (Dice::scripted(faces), Vec::new());
        work(&mut super::Proceedings::new(&mut self.0, &mut dice, &mut events));
        assert_eq!(dice.finish(), Ok(()));
        events
    }

    pub(super) fn names(&self, units: UnitSet) -> Vec<&str> {
        units.iter().map(|unit| self.pack().roster.unit(unit).name.as_str()).collect()
    }

    /// The modifiers of a roll with their reasons.
    pub(super) fn reasons(&self, roll: &Roll) -> Vec<String> {
        roll.modifiers.iter().map(|modifier| format!("{:+} {}", modifier.add, modifier.reason.describe(self.pack()))).collect()
    }

    /// What the ledger holds for reasons of a sort.
    pub(super) fn entered(&self, wanted: fn(&LedgerReason) -> bool) -> Vec<i16> {
        self.ledger().iter().filter(|entry| wanted(&entry.reason)).map(|entry| entry.points).collect()
    }

    pub(super) fn points_in_ledger(&self) -> i16 {
        self.ledger().iter().map(|entry| entry.points).sum()
    }
}

/// Two dice that bring no random event with any card.
pub(super) const QUIET: &[u16] = &[1, 1];

/// A force of four of foot, a horse and a rifle, no gun, and an Encounter battle.
pub(super) const SMALL_BATTLE: &[u16] = &[1, 1, 1, 1, 1, 1, 1, 3, 4];
