//! The mini-game as a game of the house.

use std::sync::Arc;

use super::event::Event;
use super::legal;
use super::mended::{EDITION, MENDINGS};
use super::order::Order;
use super::pack::Pack;
use super::pack::cards::Activation;
use super::pack::counters::Contingent;
use super::permit::{self, permit};
use super::phase::{EndedBy, Outcome, Phase};
use super::proceedings::Proceedings;
use super::refusal::Refusal;
use super::rules::{cards, effects, fight, movement, recruits, retreat, set_up, turn, victory};
use super::state::State;
use super::view::{self, View};
use crate::dice::Dice;
use crate::edition::{Edition, LeftOut, Mending};
use crate::game::Game;
use crate::tabletop::seat::Seat;

impl Game for State {
    type Pack = Arc<Pack>;
    type Seat = Seat;
    type Order = Order;
    type Event = Event;
    type Refusal = Refusal;
    type View = View;

    const EDITION: Edition = EDITION;
    const MENDINGS: &'static [Mending] = MENDINGS;

    fn opening(pack: &Arc<Pack>) -> Self {
        Self::new(Arc::clone(pack))
    }

    fn pack(&self) -> &Arc<Pack> {
        &self.pack
    }

    fn is_over(&self) -> bool {
        matches!(self.phase, Phase::Over(_))
    }

    fn permit(&self, seat: Seat, order: &Order) -> Result<(), Refusal> {
        permit(self, seat, order)
    }

    fn resolve(&mut self, order: &Order, dice: &mut Dice, events: &mut Vec<Event>) {
        let mut proceedings = Proceedings::new(self, dice, events);
        carry_out(&mut proceedings, order);
        turn::go_on(&mut proceedings);
    }

    fn leave_out(&mut self, mendings: LeftOut) {
        self.left_out = mendings;
    }

    fn apply(&mut self, event: &Event) {
        self.make_true(event);
    }

    fn legal_orders(&self, seat: Seat, orders: &mut Vec<Order>) {
        legal::orders(self, seat, orders);
    }

    fn view(&self, seat: Seat) -> View {
        view::view(self, Some(seat))
    }

    fn acting(&self) -> Vec<Seat> {
        permit::acting(self)
    }

    fn giver(&self, order: &Order) -> Seat {
        permit::giver(order)
    }

    fn shown(&self, event: &Event, seat: Option<Seat>) -> Option<Event> {
        view::shown(self, event, seat)
    }

    fn hides(&self, order: &Order, seat: Option<Seat>) -> bool {
        view::hides(self, order, seat)
    }

    fn tells_all(&self) -> bool {
        self.is_over()
    }
}

/// Does what an order says; what follows by itself comes after it.
fn carry_out(proceedings: &mut Proceedings<'_>, order: &Order) {
    match *order {
        Order::SetUp(options) => {
            proceedings.note(Event::SetUp(options));
            set_up::begin(proceedings);
        }
        Order::Deploy { side, unit, at } => {
            proceedings.note(Event::Placed { side, unit: Some(unit), at, why: super::event::Placing::SetUp });
        }
        Order::DeployByDefault(side) => set_up::by_default(proceedings, side),
        Order::Draw(side) => cards::draw(proceedings, side),
        Order::PlayCard { side, card } => cards::play(proceedings, side, card),
        Order::PutAside(side) => cards::put_aside(proceedings, side),
        Order::Convert(unit) => proceedings.note(Event::Converting(unit)),
        Order::Replace(unit) => effects::replace(proceedings, unit),
        Order::Summon(unit) => effects::summon(proceedings, unit),
        Order::Mislead(space) => effects::mislead(proceedings, space),
        Order::Lead(to) => effects::lead(proceedings, to),
        Order::Recruit { side, unit } => proceedings.note(Event::Chose { side, unit }),
        Order::Place { unit, at, .. } => recruits::place(proceedings, unit, at),
        Order::Forgo { unit, .. } => recruits::forgo(proceedings, unit),
        Order::RecruitByDefault(_) => recruit_by_default(proceedings),
        Order::RecruitsDone(_) => recruits::done(proceedings),
        Order::Activate(contingent) => {
            proceedings.note(Event::Activated(match contingent {
                Contingent::Allied => Activation::Allied,
                Contingent::Native => Activation::Native,
            }));
            proceedings.note(Event::Went(Phase::Moving));
        }
        Order::Move { side, units, to } => {
            if let (Ok(ways), Some(from)) =
                (movement::ways(proceedings.state, units), units.first().and_then(|unit| proceedings.state.where_is(unit)))
            {
                let number = u8::try_from(units.len()).unwrap_or(u8::MAX);
                proceedings.note(Event::Moved { side, units: Some(units), number, from, way: ways.to(to) });
            }
        }
        Order::MovesDone(_) => proceedings.note(Event::Went(Phase::Battles)),
        Order::Fight { space, .. } => {
            fight::begin(proceedings, space);
            proceedings.note(Event::Went(Phase::Fighting));
        }
        Order::FightInOrder(_) => proceedings.note(Event::BattlesInOrder),
        Order::BreakOff { side, units } => fight::break_off(proceedings, side, units),
        Order::Retreat { unit, to, .. } => proceedings.note(Event::Retreated { unit, to }),
        Order::RetreatByDefault(_) => retreat_by_default(proceedings),
        Order::Top(unit) => {
            if let Some(at) = proceedings.state.where_is(unit) {
                proceedings.note(Event::Topped { unit, at });
            }
        }
        Order::StacksDone => {
            proceedings.note(Event::StacksDone);
            proceedings.note(Event::Went(Phase::Ending));
        }
        Order::Stand { side, what } => proceedings.note(Event::Stands { side, what }),
        Order::Concede(side) => {
            let points = proceedings.state.points();
            proceedings.note(Event::Ended(Outcome { winner: side.other(), by: EndedBy::Conceded, points }));
        }
        Order::Seat { side, player } => proceedings.note(Event::Seated { side, player }),
    }
}

/// Chooses and places all recruits that are left, and the chief if it is due.
fn recruit_by_default(proceedings: &mut Proceedings<'_>) {
    let begun = proceedings.state.phase;
    while proceedings.state.phase == begun && turn::asked(proceedings.state).is_some() && !victory::is_sudden_death(proceedings.state) {
        if let Some((unit, spaces)) = recruits::returning(proceedings.state).filter(|_| begun == Phase::Returning) {
            let side = proceedings.state.play.side;
            let Some(at) = recruits::preferred(proceedings.state, side, spaces) else { return };
            recruits::place(proceedings, unit, at);
        } else {
            recruits::by_default(proceedings);
        }
        turn::go_on_within(proceedings, begun);
    }
}

/// All that leave together retreat by default.
fn retreat_by_default(proceedings: &mut Proceedings<'_>) {
    let leaving = |state: &State| state.battle.map(|battle| (battle.space, battle.round, battle.step));
    let begun = leaving(proceedings.state);
    while leaving(proceedings.state) == begun && retreat::next(proceedings.state).is_some() {
        retreat::by_default(proceedings);
    }
}

impl State {
    /// The standing orders that `seat` may give now, apart from [`Game::legal_orders`]: each would change something.
    #[must_use]
    pub fn standing_orders(&self, seat: Seat) -> Vec<Order> {
        legal::standing(self, seat)
    }

    /// What both sides see.
    #[must_use]
    pub fn public_view(&self) -> View {
        view::view(self, None)
    }

    /// Who has won, and how, once it is over.
    #[must_use]
    pub const fn outcome(&self) -> Option<Outcome> {
        if let Phase::Over(outcome) = self.phase { Some(outcome) } else { None }
    }
}
