//! Making events true: total, without dice and without rules.

use std::sync::Arc;

use super::board::Board;
use super::cards::{Cards, PlayingCard};
use super::event::{Event, Loss};
use super::formation::Formation;
use super::heroic::{Heroic, HeroicCards, HeroicCounts};
use super::instruction::Instruction;
use super::pack::Arm;
use super::phase::{Active, Actor, Outcome, Phase, Question, Step};
use super::plan::Plan;
use super::side::Side;
use super::square::{Aspect, Facing, Square};
use super::state::{Army, Contact, Dealt, State};
use super::unit::{Place, Unit, UnitId};
use super::unit_set::UnitSet;

impl State {
    /// Makes an event true. An event that names a unit that is not there changes nothing of it.
    pub(super) fn make_true(&mut self, event: &Event) {
        match event {
            Event::SetUp { plan, options, units } => self.begin(plan, *options, units),
            Event::HeroicDealt { side, card, .. } => self.heroic_dealt(*side, *card),
            Event::HeroicShuffled => {
                self.heroic.undealt = self.heroic.undealt.and(self.heroic.discards);
                self.heroic.discards = HeroicCounts::default();
            }
            Event::Placed { unit, square, facing, formation } => {
                let (square, facing, formation) = (*square, *facing, *formation);
                self.change(*unit, |unit| (unit.square, unit.facing, unit.formation) = (square, facing, formation));
            }
            Event::Deploys(side) => self.phase = Phase::Deploying(*side),
            Event::TurnBegan { turn, packs } => self.begin_turn(*turn, *packs),
            Event::Roused { unit, roll } => {
                if !super::rules::deal::is_roused(roll) {
                    self.drowsy.insert(*unit);
                }
            }
            Event::Dealt { unit, card, with, .. } => {
                self.undealt = self.undealt.without(*card);
                if *card != PlayingCard::JOKER {
                    self.dealt.push(Dealt { unit: *unit, card: *card, with: with.iter().copied().collect() });
                }
            }
            Event::Woke(side) => {
                let turn = self.turn;
                let army = self.army(*side);
                (army.asleep, army.woke) = (false, Some(turn));
            }
            Event::Fought { square, .. } => self.close_combat(*square),
            Event::Mustered { .. } | Event::Alarm { .. } | Event::PleaTried { .. } => {}
            Event::StepBegan(step) => {
                (self.step, self.phase, self.acted, self.carried) = (*step, Phase::Playing, UnitSet::NONE, UnitSet::NONE);
            }
            Event::Asked(question) => self.phase = Phase::Asking(*question),
            Event::CardPassed(side) => self.answer(*side, 0),
            Event::CardPlayed { side, card, unit } => self.play_card(*side, *card, *unit),
            Event::Turned { card, .. } => {
                (self.undealt, self.turned) = (self.undealt.without(*card), self.turned.with(*card));
            }
            Event::TurnedShuffled => (self.undealt, self.turned) = (self.undealt.and(self.turned), Cards::NONE),
            Event::Disorganised(unit) => {
                self.change(*unit, |unit| unit.disorganised = true);
                self.take_card(*unit);
            }
            Event::Recovered(unit) => self.change(*unit, |unit| unit.disorganised = false),
            Event::Tried { unit, .. } => {
                self.acted.insert(*unit);
                self.phase = Phase::Playing;
            }
            Event::FiguresLost { unit, figures } => self.change(*unit, |unit| unit.figures = unit.figures.saturating_sub(*figures)),
            Event::Refloated(unit) => self.change(*unit, |unit| unit.figures = unit.figures.saturating_add(1)),
            Event::Lost { unit, how } => self.lose(*unit, *how),
            Event::FellBack { unit, to, facing, with } => {
                self.put(*unit, *to, Some(*facing));
                with.iter().for_each(|other| self.put(*other, *to, None));
                self.settle_contacts();
            }
            Event::Left { unit, with } => {
                for gone in std::iter::once(unit).chain(with) {
                    self.change(*gone, |unit| unit.place = Place::Left);
                    self.take_card(*gone);
                }
                self.settle_contacts();
                self.finish_if_acting(*unit);
            }
            Event::LeaderEscaped { leader, to } => self.put(*leader, *to, None),
            Event::Revealed(unit) => self.change(*unit, |unit| unit.hidden = false),
            Event::BecameImpetuous(unit) => {
                self.change(*unit, |unit| unit.impetuous = true);
                self.take_card(*unit);
            }
            Event::Activated { unit, roll, gain } => {
                self.take_card(*unit);
                self.phase = Phase::Acting(Active::new(Actor::Unit(*unit), points(roll.total()), *gain));
            }
            Event::BrigadeActivated { side, roll, gain } => {
                self.phase = Phase::Acting(Active::new(Actor::Brigade(*side), points(roll.total()), *gain));
                let turn = self.turn;
                self.army(*side).acted_as_one_in = turn;
            }
            Event::Moved { unit, to, facing, cost, stream, with } => {
                let entered = self.find(*unit).is_some_and(|of| of.square != *to || of.place == Place::Waiting);
                self.put(*unit, *to, Some(*facing));
                with.iter().for_each(|other| self.put(*other, *to, None));
                self.spend(*cost);
                if let Phase::Acting(active) = &mut self.phase {
                    (active.moved, active.entered) = (true, active.entered || entered);
                    active.gain += stream;
                }
                if entered {
                    for other in with {
                        self.acted.insert(*other);
                        self.gone_along.insert(*other);
                    }
                }
            }
            Event::Formed { unit, formation, troop, cost } => {
                let (formation, troop) = (*formation, *troop);
                self.change(*unit, |unit| {
                    unit.formation = Some(formation);
                    unit.troop = troop.unwrap_or(unit.troop);
                });
                self.spend(*cost);
            }
            Event::BrigadeFormed { side, centre, units, cost } => {
                for (unit, square, facing) in units {
                    self.put(*unit, *square, Some(*facing));
                    let foot = self.find(*unit).is_some_and(|of| self.position.pack.troop(of.troop).arm == Arm::Infantry);
                    if foot {
                        self.change(*unit, |unit| unit.formation = Some(Formation::Line));
                    }
                }
                self.army(*side).brigade = Some(*centre);
                self.spend(*cost);
            }
            Event::BrigadeMarched { side, way, cost, units } => {
                for unit in units {
                    if let Some(next) = self.find(*unit).and_then(|unit| unit.square.next(*way)) {
                        self.put(*unit, next, None);
                    }
                }
                let army = self.army(*side);
                army.brigade = army.brigade.and_then(|centre| centre.next(*way));
                self.spend(*cost);
                if let Phase::Acting(active) = &mut self.phase {
                    active.moved = true;
                }
            }
            Event::BrigadeBroken(side) => self.army(*side).brigade = None,
            Event::Fired { unit, weapon, direction, free, .. } => self.fired(*unit, *weapon, *direction, *free),
            Event::Charged { unit, from, cost, with, .. } => {
                let way = self.find(*unit).map(|unit| unit.square);
                let facing = self.charge_facing(event).or_else(|| way.and_then(|square| square.facing_to(*from)));
                self.put(*unit, *from, facing);
                with.iter().for_each(|other| self.carry(*other, *from));
                self.change(*unit, |unit| unit.impetuous = false);
                self.spend(*cost);
            }
            Event::Entered { unit, square, against, struck, way, with } => {
                self.put(*unit, *square, Some(*way));
                with.iter().for_each(|other| self.carry(*other, *square));
                if let Some(charged) = against {
                    self.lock(*square, *unit, *charged, *struck, *way);
                }
            }
            Event::Pursued { unit, to, facing, with } => {
                self.put(*unit, *to, Some(*facing));
                with.iter().for_each(|other| self.carry(*other, *to));
                self.phase = Phase::Playing;
            }
            Event::Done(unit) => {
                self.acted.insert(*unit);
                self.take_card(*unit);
                self.phase = Phase::Playing;
            }
            Event::BrigadeDone { units, .. } => {
                units.iter().for_each(|unit| self.acted.insert(*unit));
                units.iter().for_each(|unit| self.take_card(*unit));
                self.phase = Phase::Playing;
            }
            Event::Embarked { unit, boat } => {
                let boat = *boat;
                self.change(*unit, |unit| unit.place = Place::Aboard(boat));
            }
            Event::Landed { unit, to, facing, cost } => {
                self.change(*unit, |unit| unit.place = Place::Board);
                self.put(*unit, *to, Some(*facing));
                self.spend(*cost);
                if let Phase::Acting(active) = &mut self.phase {
                    active.entered = true;
                }
            }
            Event::BreaksOff { side, .. } => {
                let turn = self.turn;
                let army = self.army(*side);
                (army.breaks_off, army.broke_off_in) = (true, turn);
            }
            Event::GivesUp(side) => self.army(*side).gives_up = true,
            Event::Ended(outcome) => self.end(*outcome),
            Event::Coordinated { unit, with_leader: true } => self.on_their_own.remove(*unit),
            Event::Coordinated { unit, with_leader: false } => self.on_their_own.insert(*unit),
            Event::LiesStill { boat, still: true } => self.still.insert(*boat),
            Event::LiesStill { boat, still: false } => self.still.remove(*boat),
            Event::CombatCards { side, play } => self.army(*side).combat_cards = *play,
            Event::Instructed { units, instruction } => self.instruct(units, *instruction),
            Event::Seated { side, player } => self.players[*side as usize] = *player,
        }
    }

    fn begin(&mut self, plan: &Plan, options: super::options::Options, units: &[Unit]) {
        // A plan is checked before it is written down; one that cannot be read after all leaves open ground.
        let read = || Board::parse(&plan.board).map_or_else(|_| Board::open(super::board::Size::Small), |(board, _)| board);
        self.position.board = self.position.pack.board(&plan.board).unwrap_or_else(|| Arc::new(read()));
        self.position.options = options;
        self.position.units = units.to_vec();
        self.heroic = HeroicCards { undealt: HeroicCounts::new(self.position.pack.heroic.counts()), ..HeroicCards::default() };
        for side in Side::BOTH {
            let asleep = plan.asleep.as_ref().is_some_and(|asleep| asleep.side == side);
            *self.army(side) = Army { asleep, brigade: plan.side(side).square, ..Army::default() };
        }
        self.phase = Phase::Deploying(plan.first);
        self.plan = Some(Arc::new(plan.clone()));
    }

    fn begin_turn(&mut self, turn: u8, packs: u8) {
        let asleep = self.plan.as_ref().and_then(|plan| plan.asleep.as_ref());
        let joker = asleep.is_some_and(|asleep| asleep.woken_by.contains(&super::plan::Waking::Joker) && self.side(asleep.side).asleep);
        (self.turn, self.step, self.phase, self.packs) = (turn, Step::Deal, Phase::Playing, packs);
        (self.undealt, self.turned) = (Cards::packs(packs, joker), Cards::NONE);
        self.dealt.clear();
        self.dealt_aboard.clear();
        (self.acted, self.carried, self.gone_along, self.drowsy) = (UnitSet::NONE, UnitSet::NONE, UnitSet::NONE, UnitSet::NONE);
        for contact in &mut self.contacts {
            (contact.fought, contact.answered, contact.cards) = (false, [false; 2], [0; 2]);
        }
    }

    pub(super) const fn army(&mut self, side: Side) -> &mut Army {
        &mut self.sides[side as usize]
    }

    fn change(&mut self, unit: UnitId, change: impl FnOnce(&mut Unit)) {
        if let Some(unit) = self.position.units.get_mut(unit.index()) {
            change(unit);
        }
    }

    fn put(&mut self, unit: UnitId, square: Square, facing: Option<Facing>) {
        self.change(unit, |unit| {
            unit.square = square;
            unit.facing = facing.unwrap_or(unit.facing);
            if unit.place == Place::Waiting {
                unit.place = Place::Board;
            }
        });
    }

    /// A Leader goes along in a charge.
    fn carry(&mut self, leader: UnitId, to: Square) {
        if self.find(leader).is_some_and(|of| of.square != to) {
            self.carried.insert(leader);
            self.gone_along.insert(leader);
        }
        self.put(leader, to, None);
    }

    fn heroic_dealt(&mut self, side: Side, card: Option<Heroic>) {
        let hand = &mut self.heroic.hands[side as usize];
        match card {
            Some(card) => {
                hand.cards.add(card);
                self.heroic.undealt.take(card);
            }
            None => hand.unseen += 1,
        }
    }

    fn play_card(&mut self, side: Side, card: Heroic, unit: UnitId) {
        let hand = &mut self.heroic.hands[side as usize];
        if hand.cards.of(card) > 0 {
            hand.cards.take(card);
        } else if hand.unseen > 0 {
            // Seen from the other side: the card comes out of what was unseen.
            hand.unseen -= 1;
            self.heroic.undealt.take(card);
        }
        self.heroic.discards.add(card);
        let adds = self.position.pack.heroic.adds(card);
        match &mut self.phase {
            Phase::Acting(active) => {
                active.played |= 1 << card as u8;
                match card {
                    Heroic::Movement => active.faster += adds,
                    Heroic::Firepower => active.free_shots += 1,
                    Heroic::HardLuck | Heroic::Fighting | Heroic::Recover => {}
                }
            }
            Phase::Asking(Question::Recovery(_)) => self.phase = Phase::Playing,
            Phase::Unset | Phase::Deploying(_) | Phase::Playing | Phase::Asking(_) | Phase::Over(_) => {
                let adds = if card == Heroic::Fighting { adds } else { 0 };
                let _ = unit;
                self.answer(side, adds);
            }
        }
    }

    /// A side has answered whether it plays a card in the combat that is next.
    fn answer(&mut self, side: Side, adds: i8) {
        if let Phase::Asking(Question::Recovery(_)) = self.phase {
            self.phase = Phase::Playing;
            return;
        }
        let Some(square) = self.next_combat() else { return };
        let units = &self.position.units;
        if let Some(contact) = self.contacts.iter_mut().find(|contact| contact.square == square) {
            let place = contact.units().iter().position(|unit| units.get(unit.index()).is_some_and(|unit| unit.side == side));
            if let Some(place) = place {
                (contact.answered[place], contact.cards[place]) = (true, adds);
            }
        }
        self.phase = Phase::Playing;
    }

    /// Where the next combat of the step is fought: from the far left, row by row (N02).
    #[must_use]
    pub fn next_combat(&self) -> Option<Square> {
        let open = self.contacts.iter().filter(|contact| !contact.fought).map(|contact| contact.square);
        open.min_by_key(|square| (square.row, square.column))
    }

    /// Closes the combat of a square for this turn.
    fn close_combat(&mut self, square: Square) {
        if let Some(contact) = self.contacts.iter_mut().find(|contact| contact.square == square) {
            contact.fought = true;
        }
    }

    fn lock(&mut self, square: Square, charger: UnitId, charged: UnitId, struck: Aspect, way: Facing) {
        let fresh = Contact { square, charger, charged, struck, way, cards: [0; 2], answered: [false; 2], fought: true };
        self.contacts.push(fresh);
        self.change(charged, |unit| unit.impetuous = false);
        let here: Vec<UnitId> = self.position.on(square).collect();
        here.into_iter().for_each(|unit| self.take_card(unit));
    }

    /// Combats whose two units do not stand in one square any more are over.
    fn settle_contacts(&mut self) {
        let units = &self.position.units;
        let holds = |contact: &Contact, unit: UnitId| {
            units.get(unit.index()).is_some_and(|unit| unit.is_on_board() && unit.square == contact.square)
        };
        self.contacts.retain(|contact| contact.units().iter().all(|unit| holds(contact, *unit)));
    }

    fn lose(&mut self, unit: UnitId, how: Loss) {
        self.change(unit, |unit| {
            unit.place = Place::Lost;
            if how != Loss::Captured {
                unit.disorganised = false;
            }
        });
        self.take_card(unit);
        self.settle_contacts();
        let is_leader = self.find(unit).is_some_and(|of| self.position.pack.troop(of.troop).arm == Arm::Leader);
        if !is_leader {
            self.finish_if_acting(unit);
        }
    }

    fn finish_if_acting(&mut self, unit: UnitId) {
        if matches!(self.phase, Phase::Acting(Active { actor: Actor::Unit(acting), .. }) if acting == unit) {
            self.phase = Phase::Playing;
        }
    }

    /// A unit's own card goes; of a Leader's card that covers it, its part.
    fn take_card(&mut self, unit: UnitId) {
        let is_leader = self.find(unit).is_some_and(|of| self.position.pack.troop(of.troop).arm == Arm::Leader);
        let (acted, units, aboard) = (self.acted, &self.position.units, &mut self.dealt_aboard);
        aboard.retain(|dealt| dealt.unit != unit);
        self.dealt.retain(|dealt| {
            dealt.with.remove(unit);
            // A Leader's card stays while it still covers somebody (T56), or the Leader has not acted.
            if !dealt.with.is_empty() {
                return is_leader || dealt.unit != unit;
            }
            if dealt.unit == unit || acted.has(dealt.unit) {
                return false;
            }
            let place = units.get(dealt.unit.index()).map(|of| of.place);
            // The cards of those aboard go with any that is taken; they are kept apart, for the rules that have mended that.
            if let Some(Place::Aboard(_)) = place {
                aboard.push(*dealt);
            }
            matches!(place, Some(Place::Board | Place::Waiting))
        });
    }

    const fn spend(&mut self, cost: u8) {
        if let Phase::Acting(active) = &mut self.phase {
            active.spent = active.spent.saturating_add(cost.cast_signed());
        }
    }

    fn fired(&mut self, unit: UnitId, weapon: u8, direction: u8, free: bool) {
        self.change(unit, |unit| unit.shots = unit.shots.map(|shots| shots.saturating_sub(1)));
        let is_boat = self.find(unit).is_some_and(|of| self.position.pack.troop(of.troop).arm.is_boat());
        let Phase::Acting(active) = &mut self.phase else { return };
        let volley = matches!(active.actor, Actor::Brigade(_));
        if volley {
            active.volleys.insert(unit);
        }
        match (is_boat, free) {
            // A weapon that has fired fires again by the shot that a card gives.
            (true, _) if active.fired >> weapon & 1 == 1 => active.free_shots = active.free_shots.saturating_sub(1),
            (true, _) => active.fired |= 1 << weapon,
            (false, true) => {
                if active.free_shots > 0 {
                    active.free_shots -= 1;
                }
                active.fired |= direction;
            }
            (false, false) => {
                active.shots += 1;
                active.fired |= direction;
            }
        }
    }

    fn charge_facing(&self, event: &Event) -> Option<Facing> {
        let Event::Charged { from, target, .. } = event else { return None };
        self.find(*target).and_then(|target| from.facing_to(target.square))
    }

    fn instruct(&mut self, units: &[UnitId], instruction: Instruction) {
        self.instructions.retain(|(whose, _)| !units.contains(whose));
        if instruction != Instruction::AskMe {
            self.instructions.extend(units.iter().map(|unit| (*unit, instruction)));
        }
        self.instructions.sort_unstable_by_key(|(whose, _)| *whose);
    }

    const fn end(&mut self, outcome: Outcome) {
        self.phase = Phase::Over(outcome);
    }
}

/// Points on a die; never below 0 (T53).
fn points(total: i16) -> i8 {
    total.clamp(0, 100) as i8
}
