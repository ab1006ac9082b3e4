//! A staff that fights as a sensible officer would.
//!
//! Guns deploy where they see; whoever can shoot keeps the range at which the enemy cannot answer; foot forms square before horse;
//! nobody charges a formed line in front without the weight for it, and spearmen close, the first not far before the rest; Leaders
//! coordinate, their cards are used when they tell; who is told what to do does it (`manner`), a screen by rules of its own (`screen`).
//!
//! A side of riflemen and guns that is weaker than an enemy who comes on makes a stand where its flanks are safe (`fort`); against one in
//! confusion it goes out. A side that has to be somewhere at the end is on its way in time, goes in before it fires, and does not charge out
//! again. Every order is given a worth and the best is taken: what it may bring at once, and what the square it leads to is worth, in shots
//! and in danger, charges reckoned by every way the dice can fall (`clash`) and by what they open up (`onset`).

use engine::tabletop::brigade::Brigade;
use engine::tabletop::formation::Formation;
use engine::tabletop::heroic::Heroic;
use engine::tabletop::instruction::Instruction;
use engine::tabletop::order::Order;
use engine::tabletop::pack::{Arm, TroopId};
use engine::tabletop::phase::{Active, Actor, Phase, Question};
use engine::tabletop::rules::activation::{leaving, to_move};
use engine::tabletop::rules::charging::{self, Charge, charges_at};
use engine::tabletop::rules::firing::shot;
use engine::tabletop::rules::marching::may_march;
use engine::tabletop::rules::movement::forms::other_way_to_go;
use engine::tabletop::rules::movement::ways::Reach;
use engine::tabletop::rules::moves::reach_of;
use engine::tabletop::side::Side;
use engine::tabletop::square::{Aspect, Facing, Square, Way};
use engine::tabletop::state::State;
use engine::tabletop::unit::{Place, UnitId};
use engine::tabletop::view::View;

use super::battle_staff::BattleStaff;
use super::fort::steps;
use super::ground::{Foe, Glance};
use super::temper::Temper;
use super::weights::Weights;

mod cards;
mod manner;
mod screen;

use manner::{Manner, manner};

pub(super) use manner::told;

/// What it is worth to look where one looks, while no enemy is seen: less than anything else.
const AHEAD: f32 = 0.01;
/// What each square is worth to who is told to fall back that it lies nearer to its own edge.
const HOMEWARD: f32 = 1.0;
/// What each of those squares counts that a shot would cost.
const NO_SHOT_BACK: f32 = 3.0;
/// What it counts that a shot would keep a screen within the reach of a charge.
const NO_SHOT_AWAY: f32 = 2.0;
/// Square, to who is told to form it: before anything else.
const SQUARE_AS_TOLD: f32 = 5.0;

/// Column, before an enemy in confusion, to who has far to go to be somewhere in time: more than the squares that they would go this turn.
const COLUMN_ON_THE_WAY: f32 = 5.0;

/// What it counts to be rid of 'Dashed Hard Luck!' (T49): less than anything that tells.
const HARD_LUCK: f32 = 0.05;

/// Plays as a sensible officer would; the same position gives the same order.
#[derive(Clone, Copy, Debug)]
pub struct Plain(pub Weights);

impl Default for Plain {
    fn default() -> Self {
        Self(Weights::TUNED)
    }
}

impl BattleStaff for Plain {
    fn choose(&mut self, view: &View, side: Side, orders: &[Order]) -> usize {
        choose(view.state(), side, orders, &Temper::of(view.state(), side, self.0))
    }
}

/// The place of the order that it gives, of a battle as its side sees it.
pub(super) fn choose(state: &State, side: Side, orders: &[Order], temper: &Temper) -> usize {
    choose_at(&Glance::of(state, side, temper), orders)
}

/// The same, with the battle taken in already.
pub(super) fn choose_at(glance: &Glance<'_>, orders: &[Order]) -> usize {
    match glance.state.phase {
        Phase::Deploying(_) => set_up(glance, orders),
        Phase::Asking(question) => answer(glance, question, orders),
        Phase::Acting(active) => best(glance, &active, orders),
        Phase::Unset | Phase::Playing | Phase::Over(_) => 0,
    }
}

/// A side that makes a stand is set up for it, a unit after the other, as far as its area goes; else as it is laid out.
fn set_up(glance: &Glance<'_>, orders: &[Order]) -> usize {
    let wanted = |order: &Order| {
        let Order::Place { unit, square, facing, formation } = order else { return false };
        let (of, arm) = (glance.state.unit(*unit), glance.state.position.troop(*unit).arm);
        let Some((place, front)) = glance.place_of(*unit) else { return false };
        if of.place == Place::Waiting {
            // It comes on as near as it can.
            return (steps(*square, place), square.range_to(place)) < (steps(of.square, place), of.square.range_to(place));
        }
        let fights = if arm.is_battery() { Formation::Deployed } else { Formation::Line };
        (*square == place && of.square != place)
            || (of.square == place && *facing == front && of.facing != front)
            || (of.square == place && *formation == Some(fights) && of.formation != *formation)
    };
    let ready = || orders.iter().position(|order| matches!(order, Order::Ready(_))).unwrap_or(0);
    orders.iter().position(wanted).unwrap_or_else(ready)
}

fn answer(glance: &Glance<'_>, question: Question, orders: &[Order]) -> usize {
    let plays = || orders.iter().position(|order| matches!(order, Order::Play { .. }));
    let none = || orders.iter().position(|order| matches!(order, Order::NoCard(_))).unwrap_or(0);
    match question {
        Question::CombatCard { .. } | Question::Recovery(_) => plays().unwrap_or_else(none),
        Question::GoFor(_) => 0,
        Question::Next(leader) => next(glance, leader, orders),
        Question::Pursuit { unit, pursued } => pursuit(glance, unit, pursued, orders),
    }
}

/// Who acts next: those who have something to shoot at, then those nearest the enemy; the Leader last.
fn next(glance: &Glance<'_>, leader: UnitId, orders: &[Order]) -> usize {
    let rank = |order: &Order| match order {
        Order::NextBrigade(_) => 0,
        Order::Next(unit) if *unit == leader => 1_000,
        Order::Next(unit) => {
            let of = glance.state.unit(*unit);
            let range = glance.nearest(of.square).map_or(99, |foe| u16::from(of.square.range_to(foe.square)));
            let shoots = glance.best_shot(*unit, of.formation, of.square, of.facing) > 0.0;
            1 + range + if shoots { 0 } else { 100 }
        }
        Order::Stand(_) => 900,
        _ => 2_000,
    };
    (0..orders.len()).min_by_key(|place| rank(&orders[*place])).unwrap_or(0)
}

fn pursuit(glance: &Glance<'_>, unit: UnitId, pursued: UnitId, orders: &[Order]) -> usize {
    let of = glance.state.unit(unit);
    let enemy = glance.state.unit(pursued);
    let stays = || orders.iter().position(|order| matches!(order, Order::Pursue { to: None, .. })).unwrap_or(0);
    let goes = matches!(glance.state.instruction(unit), Instruction::AskMe | Instruction::Attack | Instruction::Advance);
    if of.disorganised || !enemy.disorganised || !goes {
        return stays();
    }
    let here = glance.danger(unit, of.formation, of.square, of.facing);
    let worth = |order: &Order| match order {
        Order::Pursue { to: Some(to), .. } => {
            let facing = to.facing_to(enemy.square).unwrap_or(of.facing);
            let aim = if glance.is_its_aim() { afar(glance, of.square) - afar(glance, *to) } else { 0.0 };
            Some(glance.weights.pursuit + aim + here - glance.danger(unit, of.formation, *to, facing))
        }
        _ => None,
    };
    let found = (0..orders.len()).filter_map(|place| worth(&orders[place]).map(|worth| (place, worth)));
    found.filter(|(_, worth)| *worth > 0.0).max_by(|one, other| one.1.total_cmp(&other.1)).map_or_else(stays, |(place, _)| place)
}

/// What being so far from where its side has to be, or keeps the other from, counts.
fn afar(glance: &Glance<'_>, square: Square) -> f32 {
    glance.goal_from(square).map_or(0.0, |goal| glance.pull(square, goal))
}

/// The best of the orders of somebody who acts.
fn best(glance: &Glance<'_>, active: &Active, orders: &[Order]) -> usize {
    let scores = scores(glance, active, orders);
    (0..scores.len()).max_by(|one, other| scores[*one].total_cmp(&scores[*other]).then(other.cmp(one))).unwrap_or(0)
}

/// What each order is worth, against standing still at 0.
pub(super) fn scores(glance: &Glance<'_>, active: &Active, orders: &[Order]) -> Vec<f32> {
    match active.actor {
        Actor::Unit(unit) => {
            let mut here = Here::of(glance, active, unit);
            here.detained = here.detained(orders);
            orders.iter().map(|order| here.worth(order)).collect()
        }
        Actor::Brigade(side) => orders.iter().map(|order| brigade(glance, active, side, order)).collect(),
    }
}

/// A brigade in square fires when its die gives points for both, and marches on a die that gives them for one, as long as it has far to go.
fn brigade(glance: &Glance<'_>, active: &Active, side: Side, order: &Order) -> f32 {
    let Some(centre) = glance.state.side(side).brigade else { return 0.0 };
    let goal = glance.goal_from(centre).or_else(|| glance.nearest(centre).map(|foe| foe.square));
    match (told(glance.state, active.actor), order) {
        (Instruction::HoldAndFire | Instruction::FormSquare, Order::MarchBrigade { .. } | Order::BreakBrigade(_)) => return -1.0,
        (Instruction::FallBack, Order::BreakBrigade(_)) => return -1.0,
        (Instruction::FallBack, Order::MarchBrigade { way, .. }) => {
            return centre.next(*way).map_or(-1.0, |next| NO_SHOT_BACK * glance.homeward(centre, next));
        }
        _ => {}
    }
    match order {
        Order::Volley { unit, target } => fire(glance, *unit, 0, *target),
        Order::MarchBrigade { way, .. } => {
            let Some((goal, next)) = goal.zip(centre.next(*way)) else { return -1.0 };
            // Where the straight way is barred a slanting one will do.
            let squares = |from: Square| f32::from(from.column.abs_diff(goal.column).max(from.row.abs_diff(goal.row)));
            let straight = f32::from(centre.range_to(goal)) - f32::from(next.range_to(goal));
            let gain = squares(centre) - squares(next) + 0.3 * straight;
            let far = squares(centre) - 1.0;
            let turns = f32::from(glance.state.options().turns.0.saturating_sub(glance.state.turn)) + 1.0;
            let tariff = glance.state.position.pack.tables.tariff;
            let either = active.shots == 0 && active.points.cast_unsigned() < tariff.fire + tariff.orthogonal_move;
            let hurry = if either && far / turns > glance.weights.pace { 2.0 } else { 0.0 };
            if gain <= 0.0 || far <= 0.0 { -1.0 } else { 0.2 * gain + hurry }
        }
        Order::BreakBrigade(_) if glance.stands && !glance.is_pressed() => glance.weights.leave_square,
        // Who must go on and is shut in goes on in line.
        Order::BreakBrigade(_) if active.shots == 0 && !Facing::ALL.into_iter().any(|way| leads_on(glance, active, side, way)) => {
            glance.weights.shut_in
        }
        // Before an enemy in confusion a square is only slow.
        Order::BreakBrigade(_) if active.shots == 0 && glance.order < glance.weights.loosens => glance.weights.shut_in,
        Order::BreakBrigade(_) => -2.0,
        // Thrown away as by whoever is led, when nothing better is left to do.
        Order::Play { card: Heroic::HardLuck, .. } => HARD_LUCK,
        Order::Play { .. } => -0.5,
        _ => 0.0,
    }
}

/// Whether a brigade in square could march that way, nearer to where it is to go.
fn leads_on(glance: &Glance<'_>, active: &Active, side: Side, way: Facing) -> bool {
    let Some(centre) = glance.state.side(side).brigade else { return false };
    let goal = glance.goal_from(centre).or_else(|| glance.nearest(centre).map(|foe| foe.square));
    let nearer = goal.zip(centre.next(way)).is_some_and(|(goal, next)| steps(next, goal) < steps(centre, goal));
    // What its die happens to give is not what shuts it in.
    let fresh = Active { points: 12, ..*active };
    nearer && may_march(glance.state, &fresh, Brigade { side, centre }, way)
}

/// What a shot is worth.
fn fire(glance: &Glance<'_>, unit: UnitId, weapon: u8, target: UnitId) -> f32 {
    let Ok(shot) = shot(&glance.state.position, unit, weapon, target) else { return -1.0 };
    let hits = (f32::from(shot.at_most) / f32::from(shot.dice.sides)).min(1.0);
    let tells = if shot.in_cover { hits / 2.0 } else { hits };
    let Some(foe) = glance.foes.iter().find(|foe| foe.unit == target) else { return tells };
    // The nearer the more dangerous.
    let range = f32::from(glance.state.unit(unit).square.range_to(foe.square));
    glance.weights.fire + tells * glance.worth_of_hit(foe) * (1.3 - 0.05 * range)
}

/// A unit that acts, where it is now.
struct Here<'a> {
    glance: &'a Glance<'a>,
    active: &'a Active,
    unit: UnitId,
    manner: Manner,
    points: u8,
    reach: Reach,
    worth: f32,
    /// What it could do at once from where it is, a shot and a charge.
    at_once_here: f32,
    /// Whether it may charge, and an enemy is near enough for it.
    near_enough: bool,
    /// What a shot would keep it from, on its way to where it has to be.
    detained: f32,
    /// The middle of the main body, to a unit that screens it.
    body: Option<Square>,
    /// How exposed to charges it is where it stands, if it screens.
    exposed: f32,
}

impl<'a> Here<'a> {
    fn of(glance: &'a Glance<'a>, active: &'a Active, unit: UnitId) -> Self {
        let manner = manner(glance, unit);
        let points = to_move(glance.state, active).saturating_sub(leaving(glance.state, active, unit).unwrap_or(0));
        let reach = reach_of(glance.state, unit, points);
        let (worth, at_once_here, near_enough, detained, body, exposed) = (0.0, 0.0, false, 0.0, None, 0.0);
        let mut here = Self { glance, active, unit, manner, points, reach, worth, at_once_here, near_enough, detained, body, exposed };
        let of = glance.state.unit(unit);
        if manner == Manner::Screen {
            here.body = glance.main_body();
            here.exposed = here.exposed_in(of.square, of.facing, of.formation);
        }
        here.worth = here.square(of.square, of.facing, of.formation);
        // A step of two in range costs three points at least.
        let near = |foe: &Foe| 3 * of.square.range_to(foe.square) <= 2 * here.points;
        here.near_enough = here.may_charge() && glance.foes.iter().any(near);
        here.at_once_here = here.at_once(of.square, of.facing, 0);
        here
    }

    fn state(&self) -> &State {
        self.glance.state
    }

    /// How much nearer, as it counts, a square is to where its side has to be at the end.
    fn nearer(&self, to: Square) -> f32 {
        let stays = self.is_leader() || !self.heeds_goal();
        if stays { 0.0 } else { afar(self.glance, self.state().unit(self.unit).square) - afar(self.glance, to) }
    }

    /// Whether it is told to stay where it is.
    fn is_told_to_stay(&self) -> bool {
        matches!(self.manner, Manner::Hold | Manner::HoldInSquare) && self.state().instruction(self.unit) != Instruction::AskMe
    }

    /// Whether it goes where its side has to be: not if it is told to stay, to screen or to go back.
    fn heeds_goal(&self) -> bool {
        !(self.is_told_to_stay() || matches!(self.manner, Manner::Screen | Manner::Back))
    }

    /// Whether it is on its way to where its side has to be.
    fn is_on_its_way(&self) -> bool {
        self.heeds_goal() && self.glance.is_its_aim() && !self.glance.is_goal(self.state().unit(self.unit).square)
    }

    /// How much a move brings it to where it has to be: there, to its own edge, out of the reach of a charge.
    fn brings(&self, to: Square, facing: Facing) -> f32 {
        let of = self.state().unit(self.unit);
        match self.manner {
            Manner::Screen => self.exposed - self.exposed_in(to, facing, of.formation),
            Manner::Back => self.glance.homeward(of.square, to),
            _ => self.nearer(to),
        }
    }

    /// What the points of a shot would have brought it nearer to where it has to be.
    fn detained(&self, orders: &[Order]) -> f32 {
        let weight = match self.manner {
            _ if self.active.shots > 0 => 0.0,
            Manner::Screen if self.gives_way() => NO_SHOT_AWAY,
            Manner::Back => NO_SHOT_BACK,
            _ if !self.heeds_goal() || !self.glance.is_its_aim() => 0.0,
            _ if self.glance.is_pressed() => 1.0,
            _ => self.glance.late(),
        };
        if weight == 0.0 {
            return 0.0;
        }
        let tariff = self.state().position.pack.tables.tariff.fire;
        let (mut with, mut without) = (0.0_f32, 0.0_f32);
        for order in orders {
            if let Order::Move { to, facing, .. } = order {
                let gain = self.brings(*to, *facing);
                with = with.max(gain);
                if self.reach.cost(*to, *facing).is_some_and(|(points, _)| points.saturating_add(tariff) <= self.points) {
                    without = without.max(gain);
                }
            }
        }
        (with - without) * weight
    }

    fn is_leader(&self) -> bool {
        self.state().position.troop(self.unit).arm == Arm::Leader
    }

    /// What standing in a square is worth, facing so, in a formation.
    fn square(&self, square: Square, facing: Facing, formation: Option<Formation>) -> f32 {
        let (state, unit) = (self.state(), self.unit);
        if self.is_leader() {
            return self.leader_square(square);
        }
        let shots = self.glance.best_shot(unit, formation, square, facing);
        let danger = self.glance.danger(unit, formation, square, facing);
        let near = self.glance.nearest(square);
        let straight = || near.map_or(0.0, |foe| f32::from(square.range_to(foe.square)));
        let range = self.glance.chase().map_or_else(straight, |chase| chase.squares_from(square));
        let faces = near.is_some_and(|foe| facing.bears(engine::tabletop::square::Arc::Front, square.way_to(foe.square)));
        let weights = self.glance.weights;
        let faces = if faces || near.is_none() { weights.faces } else { 0.0 };
        // While no enemy is seen any way to look is as good as another, but for looking back over the own edge.
        let ahead = if near.is_none() && facing == state.unit(unit).facing { AHEAD } else { 0.0 };
        let covered = if state.position.board.ground(square).covers() { weights.cover } else { 0.0 };
        let friends = state.position.of(self.glance.side).filter(|other| *other != unit);
        let support = friends.filter(|other| state.unit(*other).square.is_adjacent_to(square)).take(3).count() as f32 * weights.support;
        let guards = self.glance.guards(unit, square);
        let goal = self.glance.goal_from(square).filter(|_| self.heeds_goal());
        let goal = goal.map_or(0.0, |goal| -self.glance.pull_facing(square, facing, goal));
        let on = 1.0 + weights.press_near * self.glance.press;
        let (aim, fear) = match self.manner {
            // The flank of an enemy is what a charge wants, so horse goes round; being near is worth more than being safe.
            Manner::Close => (-on * weights.close * range.max(self.glance.front - weights.ahead), weights.fear_closing),
            Manner::Shoot | Manner::ShootOnly => (-on * weights.near * range.max(weights.stand_off), weights.fear_shooting),
            Manner::Hold | Manner::HoldInSquare => match self.glance.place_of(unit) {
                Some((at, front)) => {
                    let turned = if square == at && facing == front { 0.1 } else { 0.0 };
                    (turned - weights.fort * f32::from(steps(square, at)), weights.fear_holding)
                }
                None => (-weights.hold * range, weights.fear_holding),
            },
            Manner::Screen => (self.screening(square, facing, formation), weights.fear_shooting),
            Manner::Back => (HOMEWARD * self.glance.homeward(state.unit(unit).square, square) + 0.2 * range, 1.0),
            Manner::Off => (0.2 * range, 1.0),
        };
        // Who is within a brigade in square stays there: outside they would be in its way.
        let centre = state.side(self.glance.side).brigade.filter(|centre| state.unit(unit).square == *centre);
        let within = centre.map_or(0.0, |centre| -self.glance.weights.within * f32::from(steps(square, centre)));
        within + weights.shot * shots + faces + ahead + covered + support + guards + aim + goal - fear * danger
    }

    /// A Leader alone wants to be with a strong unit that is not the most exposed.
    fn leader_square(&self, square: Square) -> f32 {
        let state = self.state();
        if let Some(centre) = state.side(self.glance.side).brigade {
            // Without its Leader in the middle a brigade in square does not march.
            return -2.0 * f32::from(steps(square, centre));
        }
        let own = |unit: &UnitId| state.position.troop(*unit).arm.counts_for_break_off();
        let with =
            state.position.of_in(self.glance.side, square).filter(own).map(|unit| f32::from(state.unit(unit).figures)).fold(0.0, f32::max);
        let near = state.position.of(self.glance.side).filter(own).filter(|unit| state.unit(*unit).square.is_adjacent_to(square)).count();
        let enemy = self.glance.nearest(square).map_or(9, |foe| square.range_to(foe.square));
        let alone = if with == 0.0 { -0.6 } else { 0.0 };
        let away = self.glance.place_of(self.unit).map_or(0.0, |(at, _)| 0.2 * f32::from(steps(square, at)));
        -away + 0.15 * with + 0.1 * near.min(5) as f32 + alone - if enemy <= 1 { 0.5 } else { 0.0 } - 0.01 * f32::from(enemy)
    }

    fn worth(&self, order: &Order) -> f32 {
        let state = self.state();
        let of = state.unit(self.unit);
        match order {
            Order::Fire { weapon, target, .. } => fire(self.glance, self.unit, *weapon, *target) - self.detained,
            Order::Charge { target, from, .. } => self.charge(*target, *from),
            Order::Move { to, facing, .. } if self.looks_away(*to, *facing) => -9.0,
            Order::Move { to, facing, .. } => self.go(*to, *facing),
            Order::Form { formation, .. } => self.form(*formation),
            Order::Play { card, .. } => self.card(*card),
            Order::Leave(_) => 5.0,
            Order::Land { to, .. } => 0.3 - self.glance.danger(self.unit, of.formation, *to, of.facing),
            // Camelry that is told to form square dismounts for it; else it fights as it is, and goes aboard nothing unasked.
            Order::Mount(_) if self.manner == Manner::HoldInSquare && self.dismounts_for_square() => SQUARE_AS_TOLD,
            Order::Mount(_) => -0.05,
            Order::Embark { .. } => -0.5,
            _ => 0.0,
        }
    }

    /// Whether it could form square on foot, and not as it is.
    fn dismounts_for_square(&self) -> bool {
        let position = &self.state().position;
        let can = |troop: TroopId| position.can_take(troop, Formation::Square);
        !can(position.unit(self.unit).troop) && other_way_to_go(position, self.unit).is_some_and(can)
    }

    /// Whether it would have its back to the nearest enemy there, for nothing.
    fn looks_away(&self, to: Square, facing: Facing) -> bool {
        let goes_back = matches!(self.manner, Manner::Back | Manner::Off) || self.gives_way();
        if goes_back || self.is_leader() || self.state().unit(self.unit).place == Place::Waiting {
            return false;
        }
        // On the way to its place, or to where its side has to be, it goes as it must.
        let here = self.state().unit(self.unit).square;
        if self.is_on_its_way() && (self.glance.is_goal(to) || self.marches(to, facing)) {
            return false;
        }
        if self.glance.place_of(self.unit).is_some_and(|(at, front)| at == to && front == facing || steps(at, here) > 1) {
            return false;
        }
        let bears = |foe: Square| facing.bears(engine::tabletop::square::Arc::Front, to.way_to(foe));
        self.glance.nearest(to).is_some_and(|foe| to.range_to(foe.square) <= 8 && !bears(foe.square))
    }

    /// Whether it goes on, or at least turns, to where its side has to be and is late.
    fn marches(&self, to: Square, facing: Facing) -> bool {
        let leads = self.glance.goal_from(to).is_some_and(|goal| facing.bears(engine::tabletop::square::Arc::Front, to.way_to(goal)));
        leads && self.glance.is_pressed()
    }

    fn go(&self, to: Square, facing: Facing) -> f32 {
        let of = self.state().unit(self.unit);
        let formation = of.formation;
        if of.place == Place::Waiting {
            // Where it was told off to, as near as may be.
            return 8.0 + self.square(to, facing, formation) - 0.1 * f32::from(to.range_to(of.square));
        }
        // A Leader goes to those who need them all the same.
        if to != of.square && self.is_told_to_stay() && !self.is_leader() {
            return -1.0;
        }
        let placed = self.glance.place_of(self.unit).is_some();
        let holds = !placed && matches!(self.manner, Manner::Hold | Manner::HoldInSquare) && to != of.square;
        let there = self.square(to, facing, formation);
        // What it could do at once as it stands, it need not turn for: else it would turn to and fro.
        let already = if to == of.square { self.at_once_here } else { 0.0 };
        let cost = self.reach.cost(to, facing).map_or(99, |(points, _)| i16::from(points));
        let gain = there - self.worth - 0.02 + self.at_once(to, facing, cost) - already;
        if holds { gain - 0.5 } else { gain }
    }

    /// What a shot and a charge are worth that a move to a square leaves the points for.
    fn at_once(&self, to: Square, facing: Facing, cost: i16) -> f32 {
        let formation = self.state().unit(self.unit).formation;
        let mut gain = 0.0;
        if self.active.shots == 0 && self.leaves_a_shot(cost) {
            gain += self.glance.weights.shot_now * self.glance.best_shot(self.unit, formation, to, facing);
        }
        if self.near_enough {
            let left = i16::from(self.points) - cost;
            gain += self.glance.weights.onset_now * self.glance.best_charge(self.unit, formation, to, facing, left);
        }
        gain
    }

    /// Whether a move of so many points leaves those of a shot: what is given for movement alone is spent first.
    fn leaves_a_shot(&self, cost: i16) -> bool {
        let tariff = self.state().position.pack.tables.tariff.fire;
        let spent = i16::from(self.active.spent).saturating_add(cost).min(i16::from(i8::MAX)) as i8;
        Active { spent, ..*self.active }.to_fire(self.state().options(), tariff) >= tariff
    }

    fn form(&self, formation: Formation) -> f32 {
        let of = self.state().unit(self.unit);
        if self.manner == Manner::HoldInSquare && of.formation == Some(Formation::Square) {
            return -1.0;
        }
        let gain = self.square(of.square, of.facing, Some(formation)) - self.worth;
        let near = self.glance.nearest(of.square).map_or(99, |foe| of.square.range_to(foe.square));
        let weights = self.glance.weights;
        let placed = self.glance.place_of(self.unit);
        let far_off = placed.map_or(0, |(at, _)| steps(of.square, at));
        let hurries = far_off > 2 && self.glance.is_pressed();
        let confused = self.glance.order < weights.loosens;
        let between = self.is_between_horse();
        let bonus = match formation {
            Formation::Line | Formation::Column | Formation::MarchColumn if between && of.formation == Some(Formation::Square) => {
                -weights.between_horse
            }
            // As long as horse is near enough to form square for, what speaks for that speaks against leaving it.
            Formation::Line | Formation::Column | Formation::MarchColumn
                if of.formation == Some(Formation::Square) && self.horse_near().next().is_some() =>
            {
                self.glance.press - weights.square
            }
            Formation::Deployed => {
                if far_off >= 1 && near > 3 {
                    -0.3
                } else if near <= 6 || placed.is_some() {
                    weights.deploy
                } else {
                    -0.2
                }
            }
            Formation::Limbered => {
                if near > 8 && placed.is_none() || far_off >= 2 && near > 4 {
                    0.3
                } else {
                    -0.6
                }
            }
            Formation::Line => {
                if hurries || far_off > 3 && near > 2 {
                    -0.1
                } else if near <= 4 {
                    weights.line
                } else {
                    -0.1
                }
            }
            Formation::Column => {
                if hurries && confused {
                    COLUMN_ON_THE_WAY
                } else if hurries {
                    0.4
                } else if near > 5 || far_off > 3 && near > 2 {
                    weights.column
                } else {
                    -0.2
                }
            }
            Formation::MarchColumn => {
                if near > 8 {
                    0.1
                } else {
                    -0.6
                }
            }
            Formation::Square => match self.manner {
                Manner::HoldInSquare => SQUARE_AS_TOLD,
                // In its place in the stand nobody gets at its flank, and it fires in Line.
                _ if placed.is_some() && far_off == 0 => -0.3,
                // Who is late does not stop on the way, nor, before an enemy in confusion, who has to be elsewhere.
                _ if hurries || confused && self.is_on_its_way() => -0.8,
                _ if between => weights.square + weights.between_horse - self.glance.press,
                // Who presses on does not stop for them; and whom they come at from one side alone can face them.
                _ if self.horse_near().next().is_some() => weights.square - self.glance.press,
                _ => -0.3,
            },
            Formation::EnMasse | Formation::Transport => 0.0,
        };
        gain + bonus
    }

    /// The ways to horse in order that is near enough to charge it soon.
    fn horse_near(&self) -> impl Iterator<Item = Way> {
        let (state, at) = (self.state(), self.state().unit(self.unit).square);
        let rides = |foe: &&Foe| state.position.troop(foe.unit).arm.is_mounted() && !foe.disorganised;
        self.glance
            .foes
            .iter()
            .filter(rides)
            .map(move |foe| (at.range_to(foe.square), at.way_to(foe.square)))
            .filter(|(range, _)| *range <= 4)
            .map(|(_, way)| way)
    }

    /// Whether it stays, or fights, between horse on more sides than it can face.
    fn is_between_horse(&self) -> bool {
        let goes = matches!(self.manner, Manner::Back | Manner::Screen | Manner::Off);
        let all_before = |facing: Facing| self.horse_near().all(|way| facing.aspect(way) == Aspect::Front);
        !goes && !Facing::ALL.into_iter().any(all_before)
    }

    /// Whether what it does, or is told, allows a charge.
    fn may_charge(&self) -> bool {
        !(self.is_told_to_stay() || matches!(self.manner, Manner::ShootOnly | Manner::Screen | Manner::Back | Manner::Off))
    }

    /// What a charge that is listed is worth.
    fn charge(&self, target: UnitId, from: Square) -> f32 {
        if !self.may_charge() {
            return -1.0;
        }
        let found = charges_at(&self.state().position, self.unit, target, self.points);
        found.iter().find(|charge| charge.last == from).map_or(-1.0, |charge| self.clash(charge))
    }

    /// What a charge is worth: every way both dice can fall.
    fn clash(&self, charge: &Charge) -> f32 {
        let (state, target) = (self.state(), charge.target);
        let Some([one, other]) = charging::rolls(&state.position, charge) else { return -1.0 };
        let weights = self.glance.weights;
        let base = one.modifier() - other.modifier();
        let (mut sum, mut ways) = (0.0_f32, 0.0_f32);
        let harms = self.glance.harms(target);
        let own_disorder = if state.unit(self.unit).disorganised { 0.0 } else { weights.disorder };
        for face in 1..=i16::from(one.sides) {
            for met in 1..=i16::from(other.sides) {
                ways += 1.0;
                let Some(outcome) = charging::outcome(&state.position, target, base + face - met) else { continue };
                sum += harms.by(&outcome.charged, weights);
                let own = &outcome.charging;
                sum -= f32::from(own.figures) * weights.figure
                    + if own.disorganised { own_disorder } else { 0.0 }
                    + f32::from(own.falls_back) * 0.05;
                sum += if outcome.enters { weights.contact } else { -0.05 };
            }
        }
        let worth = sum / ways.max(1.0);
        // Who can only close loses by waiting in the open.
        let eager = match self.manner {
            Manner::Close => weights.eager,
            Manner::Hold => 2.0 * weights.willing,
            _ => weights.willing + weights.press_charge * self.glance.press,
        };
        let shot = if self.active.shots == 0 { 0.0 } else { 0.05 };
        // Who cannot do both, fire and then charge, weighs one against the other.
        let tariff = state.position.pack.tables.tariff.fire;
        let either = self.active.shots == 0 && self.points < charge.way.points.saturating_add(tariff);
        let of = state.unit(self.unit);
        let fires = either && self.glance.best_shot(self.unit, of.formation, of.square, of.facing) > 0.0;
        let instead = if fires { weights.instead } else { 0.0 };
        // Who stands where the battle is decided does not leave it for a charge.
        let leaves = if self.glance.is_its_aim() { self.nearer(state.unit(target).square).min(0.0) } else { 0.0 };
        let ousts = if self.glance.is_goal(state.unit(target).square) { weights.oust * self.glance.late() } else { 0.0 };
        worth + eager + shot + instead + leaves + ousts
    }
}

#[cfg(test)]
mod tests;
