//! A battle in the midst of a turn, for tests: given as a board with units, ordered with dice that show what is wanted.

use std::sync::Arc;

use super::board::{Board, Size};
use super::cards::{Cards, PlayingCard};
use super::event::Event;
use super::heroic::Heroic;
use super::options::Options;
use super::order::Order;
use super::pack::BattlePack;
use super::permit;
use super::phase::{Active, Actor, Phase, Step};
use super::plan::Plan;
use super::position::Position;
use super::proceedings::Proceedings;
use super::refusal::Refusal;
use super::resolve::carry_out;
use super::rules::activation;
use super::side::Side;
use super::square::Square;
use super::state::{Dealt, State};
use super::unit::UnitId;
use crate::dice::Dice;
use crate::edition::{Edition, LeftOut};
use crate::game::Game as _;

pub(super) struct Trial {
    pub(super) state: State,
    /// What the last order, or step, brought about.
    pub(super) events: Vec<Event>,
}

pub(super) const fn unit(number: u8) -> UnitId {
    UnitId(number)
}

/// The rules as the third edition read them.
pub(super) fn third_edition() -> LeftOut {
    LeftOut::after(Edition(3), State::MENDINGS)
}

/// The rules as the sixth edition read them.
pub(super) fn sixth_edition() -> LeftOut {
    LeftOut::after(Edition(6), State::MENDINGS)
}

#[track_caller]
pub(super) fn at(square: &str) -> Square {
    square.parse().unwrap()
}

impl Trial {
    /// Turn 2 of a battle on open ground, before its activations, nobody dealt a card.
    #[track_caller]
    pub(super) fn new(units: &str) -> Self {
        Self::on(&Board::open(Size::Small).to_string(), units)
    }

    #[track_caller]
    pub(super) fn on(board: &str, units: &str) -> Self {
        let pack = BattlePack::embedded().unwrap();
        let position = Position::parse(Arc::clone(&pack), Options::default(), &format!("{board}\n{units}")).unwrap();
        let mut state = State::new(pack);
        state.position = position;
        (state.turn, state.step, state.phase, state.undealt) = (2, Step::Activation, Phase::Playing, Cards::packs(1, false));
        Self { state, events: Vec::new() }
    }

    pub(super) fn with(mut self, change: impl FnOnce(&mut State)) -> Self {
        change(&mut self.state);
        self
    }

    pub(super) fn options(self, change: impl FnOnce(&mut Options)) -> Self {
        self.with(|state| change(&mut state.position.options))
    }

    pub(super) fn plan(self, change: impl FnOnce(&mut Plan)) -> Self {
        self.with(|state| {
            let mut plan = state.position.pack.scenarios[0].plan.clone();
            plan.asleep = None;
            plan.aim = None;
            change(&mut plan);
            state.plan = Some(Arc::new(plan));
        })
    }

    /// The unit acts, with so many points on its die.
    pub(super) fn acts(self, number: u8, points: i8) -> Self {
        self.with(|state| {
            let gain = if state.position.troop(unit(number)).arm.is_boat() { 0 } else { activation::gain(state, unit(number)) };
            state.phase = Phase::Acting(Active::new(Actor::Unit(unit(number)), points, gain));
        })
    }

    pub(super) fn hand(self, side: Side, cards: &[Heroic]) -> Self {
        self.with(|state| cards.iter().for_each(|card| state.heroic.hands[side as usize].cards.add(*card)))
    }

    /// A card dealt to a unit, or to a Leader for others.
    #[track_caller]
    pub(super) fn dealt(self, number: u8, card: &str, with: &[u8]) -> Self {
        let card: PlayingCard = card.parse().unwrap();
        self.with(|state| {
            state.undealt = state.undealt.without(card);
            state.dealt.push(Dealt { unit: unit(number), card, with: with.iter().copied().map(unit).collect() });
        })
    }

    /// The die that draws this card of those undealt.
    #[track_caller]
    pub(super) fn draws(&self, card: &str) -> u16 {
        let card: PlayingCard = card.parse().unwrap();
        self.state.undealt.iter().position(|other| other == card).unwrap() as u16 + 1
    }

    /// Does something of the rules with dice that show this, all of which it throws.
    #[track_caller]
    pub(super) fn does(&mut self, faces: &[u16], what: impl FnOnce(&mut Proceedings<'_>)) -> &[Event] {
        let (mut dice, mut events) = (Dice::scripted(faces), Vec::new());
        what(&mut Proceedings::new(&mut self.state, &mut dice, &mut events));
        self.events = events;
        if let Err(problem) = dice.finish() {
            panic!("{problem}: {:?}\n{}", self.events, self.state.position);
        }
        &self.events
    }

    /// Gives an order, without what comes after it.
    #[track_caller]
    pub(super) fn order(&mut self, order: &Order, faces: &[u16]) -> &[Event] {
        let seat = permit::giver(&self.state, order);
        assert_eq!(permit::permit(&self.state, seat, order), Ok(()), "{order:?}\n{}", self.state.position);
        self.does(faces, |proceedings| carry_out(proceedings, order))
    }

    #[track_caller]
    pub(super) fn refuses(&self, order: &Order) -> Refusal {
        permit::permit(&self.state, permit::giver(&self.state, order), order).expect_err("it is to be refused")
    }

    pub(super) fn has(&self, event: &Event) -> bool {
        self.events.contains(event)
    }

    pub(super) fn any(&self, wanted: impl Fn(&Event) -> bool) -> bool {
        self.events.iter().any(wanted)
    }

    /// Points left for movement.
    #[track_caller]
    pub(super) fn left(&self) -> u8 {
        activation::to_move(&self.state, self.state.active().unwrap())
    }

    pub(super) fn square(&self, number: u8) -> String {
        self.state.unit(unit(number)).square.to_string()
    }
}
