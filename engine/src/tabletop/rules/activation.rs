//! *Turn sequence*, steps 7 and 8; *Action points*: units are activated, the lowest card first, and move, fire, charge, change formation
//! with the points on their die.
//!
//! A Leader's card activates those whom they coordinate, in the order they decide, each with a die of its own, and the Leader who moves
//! alone; a brigade in square acts as one (T29). A unit has acted when it has said so, or has nothing left that it could do.

use std::cell::LazyCell;

use smallvec::SmallVec;

use super::ambushes::show;
use super::deal::{can_land, wake};
use super::firing::{self, directions, directions_a_turn, shots_a_turn};
use super::losses::hit;
use super::movement::forms::{formation_cost, mount_cost, other_way_to_go};
use super::movement::standing::Standing;
use super::movement::tariff::{turn_cost, way_out_of};
use super::movement_seen::look;
use super::moves::{advance_toward, boat_reach, has_entered, points_to, reach_of};
use super::{marching, movement};
use crate::dice::Dice;
use crate::tabletop::brigade::Brigade;
use crate::tabletop::event::Event;
use crate::tabletop::formation::Formation;
use crate::tabletop::heroic::Heroic;
use crate::tabletop::mended::Mended;
use crate::tabletop::order::Order;
use crate::tabletop::pack::{Arm, Troop};
use crate::tabletop::phase::{Active, Actor, Phase, Question, Step};
use crate::tabletop::plan::Waking;
use crate::tabletop::proceedings::Proceedings;
use crate::tabletop::refusal::Refusal;
use crate::tabletop::roll::{Purpose, Reason, Roll};
use crate::tabletop::side::Side;
use crate::tabletop::square::{Facing, Square};
use crate::tabletop::state::{Dealt, State};
use crate::tabletop::unit::{Place, UnitId};
use crate::tabletop::unit_set::UnitSet;

/// What a unit's formation gains or loses (T10).
#[must_use]
pub fn gain(state: &State, unit: UnitId) -> i8 {
    state.unit(unit).formation.map_or(0, |formation| state.position.pack.formation(formation).points)
}

/// The cards dealt that are still to be acted on: of those aboard a boat too, where they act on them.
pub fn to_act(state: &State) -> impl Iterator<Item = &Dealt> {
    let aboard: &[Dealt] = if state.reads(Mended::LeadersAboardAreDealt) { &state.dealt_aboard } else { &[] };
    state.dealt.iter().chain(aboard)
}

/// The card that is next: not that of a Leader who may not act any more, once nobody is left on it.
#[must_use]
pub fn next_card(state: &State) -> Option<Dealt> {
    let is_void = |dealt: &Dealt| {
        let alone = dealt.with.is_empty() && is_leader(state, dealt.unit);
        alone && state.reads(Mended::LeadersActOnceAndInNoCombat) && !may_act_alone(state, dealt.unit)
    };
    let mut next: Option<&Dealt> = None;
    for dealt in to_act(state) {
        // Cards are compared first: that is quicker seen than whether one is void.
        if next.is_none_or(|next| dealt.card < next.card) && !is_void(dealt) {
            next = Some(dealt);
        }
    }
    next.copied()
}

/// Goes on with the cards dealt, the lowest first, until somebody acts or is asked, or none is left.
pub(in crate::tabletop) fn go_on(proceedings: &mut Proceedings<'_>) {
    while let Some(dealt) = next_card(proceedings.state) {
        if !dealt.with.is_empty() {
            proceedings.note(Event::Asked(Question::Next(dealt.unit)));
            return;
        }
        activate(proceedings, dealt.unit);
        if proceedings.state.phase != Phase::Playing {
            return;
        }
    }
    proceedings.note(Event::StepBegan(Step::Recovery));
}

/// Whether a Leader whose card is next may act alone: they are there, in no combat (T39), and have not gone anywhere with those they lead, by a
/// move or in a charge, nor with an impetuous unit before.
#[must_use]
pub fn may_act_alone(state: &State, leader: UnitId) -> bool {
    let there = match state.unit(leader).place {
        Place::Board | Place::Waiting => true,
        Place::Aboard(_) => state.reads(Mended::LeadersAboardAreDealt),
        Place::Left | Place::Lost => false,
    };
    let carried = state.carried.has(leader) && state.reads(Mended::LeadersActOnceAndInNoCombat)
        || state.gone_along.has(leader) && state.reads(Mended::LeadersActOnceInATurn);
    there && !carried && !state.acted.has(leader) && !state.is_locked(leader)
}

/// The brigade in square of a side that can act as one: all of its faces are among those whom the card covers, and the Leader is in one of its
/// squares to coordinate them (T57).
#[must_use]
pub fn brigade_to_act(state: &State, dealt: &Dealt) -> Option<Brigade> {
    let leader = state.unit(dealt.unit);
    let side = leader.side;
    let brigade = Brigade { side, centre: state.side(side).brigade.filter(|_| leader.is_on_board())? };
    if !brigade.has(leader.square) && state.reads(Mended::LeaderInTheSquare) {
        return None;
    }
    let faces = crate::tabletop::brigade::FACES.into_iter().map(|face| brigade.face(&state.position, face));
    faces.into_iter().all(|face| face.is_some_and(|unit| dealt.with.has(unit))).then_some(brigade)
}

/// Whether a unit is held in its place by a brigade in square: it forms a face, or a corner.
#[must_use]
pub fn is_held(state: &State, unit: UnitId) -> bool {
    let of = state.unit(unit);
    let centre = state.side(of.side).brigade.filter(|centre| *centre != of.square);
    of.is_on_board() && centre.is_some_and(|centre| Brigade { side: of.side, centre }.has(of.square)) && !is_leader(state, unit)
}

/// Whether a unit is a battery that a brigade in square holds in a corner, which limbers and unlimbers there when it acts for itself.
#[must_use]
pub fn limbers_in_a_corner(state: &State, unit: UnitId) -> bool {
    let of = state.unit(unit);
    let corner = |centre: Square| centre.facing_to(of.square).is_some_and(Facing::is_diagonal);
    let battery = state.position.troop(unit).arm.is_battery() && state.reads(Mended::CornersLimber);
    battery && is_held(state, unit) && state.side(of.side).brigade.is_some_and(corner)
}

/// Whether a side's brigade in square acts, or has acted, as one in this turn.
fn acts_as_one(state: &State, side: Side) -> bool {
    let of_side = |dealt: &&Dealt| state.unit(dealt.unit).side == side;
    state.side(side).acted_as_one_in == state.turn || state.dealt.iter().filter(of_side).any(|dealt| brigade_to_act(state, dealt).is_some())
}

/// What it costs a unit to leave its place before its first square: nothing, unless a brigade in square holds it; `None` if it is held fast.
/// Where the side breaks off and the brigade cannot go as one, each goes for itself, and pays for leaving the formation (T58).
#[must_use]
pub fn leaving(state: &State, active: &Active, unit: UnitId) -> Option<u8> {
    if !is_held(state, unit) {
        return Some(0);
    }
    let side = state.unit(unit).side;
    let goes = state.side(side).breaks_off && state.reads(Mended::LeaveASquareThatCannotGo) && !acts_as_one(state, side);
    let cost = if active.moved { 0 } else { state.position.pack.tables.tariff.change_formation };
    goes.then_some(cost)
}

/// Points left to the activation of a unit for movement once it has left its place; `None` if it cannot leave it.
fn to_leave_with(state: &State, active: &Active, unit: UnitId) -> Option<u8> {
    to_move(state, active).checked_sub(leaving(state, active, unit)?)
}

fn is_leader(state: &State, unit: UnitId) -> bool {
    state.position.troop(unit).arm == Arm::Leader
}

/// Who may be the next of those whom a card covers: not those held in a brigade that can act as one.
pub fn next_of(state: &State, dealt: &Dealt) -> impl Iterator<Item = UnitId> {
    let brigade = brigade_to_act(state, dealt);
    let leader = may_act_alone(state, dealt.unit).then_some(dealt.unit);
    let units = dealt.with.iter().filter(|unit| brigade.is_none_or(|brigade| !brigade.has(state.unit(*unit).square)));
    let units: SmallVec<[UnitId; 8]> = units.chain(leader).collect();
    units.into_iter()
}

/// Throws a unit's action die. One that can do nothing with it has acted.
pub(in crate::tabletop) fn activate(proceedings: &mut Proceedings<'_>, unit: UnitId) {
    let state = &*proceedings.state;
    let troop = state.position.troop(unit);
    let dice = *troop.action.of(state.unit(unit).side);
    let less = troop.action_less.cast_signed().saturating_neg();
    let gain = if troop.arm.is_boat() { 0 } else { gain(state, unit) };
    let roll = proceedings.dice.throw(Roll::new(Purpose::Action(unit), dice).with(Reason::Sluggish, less), dice.count);
    proceedings.note(Event::Activated { unit, roll, gain });
    close_if_spent(proceedings);
}

/// Throws the action die of a brigade in square.
pub(in crate::tabletop) fn activate_brigade(proceedings: &mut Proceedings<'_>, side: Side) {
    let state = &*proceedings.state;
    let forms = |troop: &Troop| troop.formations.contains(&Formation::Line) || !state.reads(Mended::TheDieOfItsFaces);
    let is_foot = |troop: &Troop| troop.arm == Arm::Infantry && forms(troop);
    let foot = state.position.of(side).find(|unit| is_foot(state.position.troop(*unit)));
    let Some(dice) = foot.map(|unit| *state.position.troop(unit).action.of(side)) else { return };
    let gain = state.position.pack.formation(Formation::Square).points;
    let roll = proceedings.dice.throw(Roll::new(Purpose::BrigadeAction(side), dice), dice.count);
    proceedings.note(Event::BrigadeActivated { side, roll, gain });
}

/// Points left to the activation for movement.
#[must_use]
pub fn to_move(state: &State, active: &Active) -> u8 {
    active.to_move(state.options(), state.position.pack.tables.tariff.fire)
}

/// Whether a unit may fire a weapon, whatever at: a shot paid for, or one that a card gives, or a boat's, which costs nothing.
///
/// # Errors
///
/// Why it may not.
pub fn may_fire(state: &State, active: &Active, unit: UnitId, weapon: u8) -> Result<(), Refusal> {
    if state.unit(unit).shots == Some(0) {
        return Err(Refusal::NoAmmunition);
    }
    let tariff = state.position.pack.tables.tariff.fire;
    let pays = active.to_fire(state.options(), tariff) >= tariff;
    let square = state.unit(unit).formation == Some(Formation::Square);
    let may = match active.actor {
        _ if keeps_it_from_going(state, active, unit) => return Err(Refusal::BreakingOff),
        // The brigade pays once, and each unit of it fires once.
        Actor::Brigade(side) => is_in_the_volley(state, side, unit) && !active.volleys.has(unit) && (active.shots > 0 || pays),
        Actor::Unit(_) if state.position.troop(unit).arm.is_boat() => active.fired >> weapon & 1 == 0 || active.free_shots > 0,
        Actor::Unit(_) if active.free_shots > 0 => true,
        // A Square's further shots are those of a unit that has fired as a Square: one that fired before it formed has had its shot (T11).
        Actor::Unit(_) if square && active.shots > 0 && (active.fired != 0 || !state.reads(Mended::FiresOnceInAllFormations)) => {
            directions_a_turn(&state.position) > active.fired.count_ones() as u8
        }
        Actor::Unit(_) => active.shots < shots_a_turn(&state.position, unit) && pays,
    };
    if may { Ok(()) } else { Err(Refusal::NoShot) }
}

/// Whether a unit fires with its brigade in square: it is in order, and on the card that the brigade acts on.
fn is_in_the_volley(state: &State, side: Side, unit: UnitId) -> bool {
    let is_called = || on_its_card(state, side).is_none_or(|called| called.has(unit));
    !state.reads(Mended::VolleyOnItsLeadersCard) || (!state.unit(unit).disorganised && is_called())
}

/// Those on the Leader's card on which a side's brigade in square acts, and the Leader; nobody's if there is none.
#[must_use]
pub fn on_its_card(state: &State, side: Side) -> Option<UnitSet> {
    let leads = |dealt: &&Dealt| state.unit(dealt.unit).side == side && brigade_to_act(state, dealt).is_some();
    state.dealt.iter().filter(leads).min_by_key(|dealt| dealt.card).map(|dealt| {
        let mut called = dealt.with;
        called.insert(dealt.unit);
        called
    })
}

/// The direction of a Square's shot, as a bit; one that has not fired before one that has. 0 for other formations.
fn direction_bit(state: &State, active: &Active, unit: UnitId, target: UnitId) -> u8 {
    let of = state.unit(unit);
    if of.formation != Some(Formation::Square) {
        return 0;
    }
    let found = directions(of.facing, of.square, state.unit(target).square);
    let bits = found.into_iter().map(|direction| 1_u8 << (of.facing.eighths_clockwise_to(direction) / 2));
    bits.min_by_key(|bit| active.fired & bit).unwrap_or(0)
}

/// Whether a shot may be fired at a target.
///
/// # Errors
///
/// Why it may not.
pub fn permit_shot(state: &State, active: &Active, unit: UnitId, weapon: u8, target: UnitId) -> Result<(), Refusal> {
    may_fire(state, active, unit, weapon)?;
    firing::shot(&state.position, unit, weapon, target)?;
    // A Square that has fired once fires on only in directions that have not (T36), unless a card gives the shot.
    let bit = direction_bit(state, active, unit, target);
    if bit != 0 && active.fired & bit != 0 && active.free_shots == 0 {
        return Err(Refusal::NoShot);
    }
    Ok(())
}

/// Fires a shot, and closes the activation if that was all.
pub(in crate::tabletop) fn fire(proceedings: &mut Proceedings<'_>, unit: UnitId, weapon: u8, target: UnitId) {
    let Some(active) = proceedings.state.active().copied() else { return };
    let Ok(shot) = firing::shot(&proceedings.state.position, unit, weapon, target) else { return };
    show(proceedings, unit);
    let side = proceedings.state.unit(target).side;
    wake(proceedings, side, |by| *by == Waking::Contact);
    let direction = direction_bit(proceedings.state, &active, unit, target);
    let is_boat = proceedings.state.position.troop(unit).arm.is_boat();
    let further = active.shots > 0 && (matches!(active.actor, Actor::Brigade(_)) || direction != 0);
    let free = is_boat || active.free_shots > 0 || further;
    let fired = firing::fire(&shot, proceedings.dice);
    let hits = fired.hits();
    proceedings.note(Event::Fired { unit, weapon, target, roll: fired.roll, at_most: fired.at_most, direction, free });
    if hits {
        hit(proceedings, target, shot.in_cover);
    }
    close_if_spent(proceedings);
}

/// Changes a unit's formation, or mounts or dismounts it.
pub(in crate::tabletop) fn form(proceedings: &mut Proceedings<'_>, unit: UnitId, formation: Option<Formation>) {
    let position = &proceedings.state.position;
    let (cost, troop) = match formation {
        Some(formation) => (formation_cost(position, unit, formation), None),
        None => (mount_cost(position, unit), other_way_to_go(position, unit)),
    };
    let formation = formation.or(position.unit(unit).formation);
    if let (Some(cost), Some(formation)) = (cost, formation) {
        proceedings.note(Event::Formed { unit, formation, troop, cost });
    }
    close_if_spent(proceedings);
}

/// Whether a unit may move to a square and facing now; a side that breaks off only goes away from the nearest enemy.
#[must_use]
pub fn may_move(state: &State, active: &Active, unit: UnitId, to: Square, facing: Facing) -> bool {
    let of = state.unit(unit);
    let Some(points) = to_leave_with(state, active, unit).filter(|_| marching::goes_away(state, of.side, of.square, to)) else {
        return false;
    };
    if state.position.troop(unit).arm.is_boat() && !active.entered {
        return boat_reach(state, unit, points).stream(to, facing).is_some();
    }
    points_to(state, unit, points, to, facing).is_some()
}

/// Every square and facing that a unit may move to now.
pub fn stops(state: &State, active: &Active, unit: UnitId, each: impl FnMut(Square, Facing)) {
    stops_among(state, active, unit, &LazyCell::new(|| Standing::of(&state.position, unit)), each);
}

/// The same where it may be known already who stands in the way.
pub(in crate::tabletop) fn stops_among(
    state: &State,
    active: &Active,
    unit: UnitId,
    standing: &LazyCell<Standing, impl FnOnce() -> Standing>,
    mut each: impl FnMut(Square, Facing),
) {
    let Some(points) = to_leave_with(state, active, unit) else { return };
    let of = state.unit(unit);
    let away = |square: Square| marching::goes_away(state, of.side, of.square, square);
    if state.position.troop(unit).arm.is_boat() && !active.entered {
        boat_reach(state, unit, points).stops().filter(|(to, _)| away(*to)).for_each(|(to, facing)| each(to, facing));
    } else if of.is_on_board() && !state.position.troop(unit).arm.is_boat() {
        movement::stops::stops(&state.position, unit, standing, points, !has_entered(state, unit), |to, facings| {
            if away(to) {
                facings.iter().for_each(|facing| each(to, facing));
            }
        });
    } else {
        reach_of(state, unit, points).stops().filter(|stop| away(stop.square)).for_each(|stop| each(stop.square, stop.facing));
    }
}

/// Whether a unit of a side that breaks off has still to go: it has left no square this turn, and can.
#[must_use]
pub fn must_go(state: &State, active: &Active, unit: UnitId) -> bool {
    let of = state.unit(unit);
    if !state.side(of.side).breaks_off || active.entered || !of.is_on_board() {
        return false;
    }
    let is_leader = state.position.troop(unit).arm == Arm::Leader;
    if is_leader && state.reads(Mended::BreaksOffBeforeAllElse) {
        return false;
    }
    let mut can = may_leave(state, active, unit);
    if !can {
        stops(state, active, unit, |to, _| can |= to != of.square);
    }
    can
}

/// Whether a shot would keep a unit whose side breaks off from going: it has not left its square, and could not with the points that are left.
fn keeps_it_from_going(state: &State, active: &Active, unit: UnitId) -> bool {
    if !state.side(state.unit(unit).side).breaks_off {
        return false;
    }
    if !state.reads(Mended::FiresAsItGoes) {
        return true;
    }
    let has_to_go = |active: &Active| match active.actor {
        Actor::Unit(_) => must_go(state, active, unit),
        Actor::Brigade(side) => state.side(side).brigade.is_some_and(|centre| marching::must_go(state, active, Brigade { side, centre })),
    };
    let mut after = *active;
    if active.free_shots == 0 && !state.position.troop(unit).arm.is_boat() {
        after.shots = active.shots.saturating_add(1);
    }
    has_to_go(active) && !has_to_go(&after)
}

/// Whether all who have not acted yet on a Leader's card may be left standing: not when their side breaks off, while units are among them,
/// each of which stands only where it cannot go (*Break off battle*).
#[must_use]
pub fn all_may_stand(state: &State, leader: UnitId) -> bool {
    if !state.side(state.unit(leader).side).breaks_off || !state.reads(Mended::BreaksOffTogether) {
        return true;
    }
    let Some(dealt) = next_card(state) else { return true };
    let is_unit = |unit: UnitId| state.position.troop(unit).arm != Arm::Leader && state.unit(unit).is_on_board();
    brigade_to_act(state, &dealt).is_none() && !next_of(state, &dealt).any(is_unit)
}

/// Whether a unit that has to break off could still go after an order of its own to turn where it stands, to form or to mount.
#[must_use]
pub fn still_goes(state: &State, active: &Active, unit: UnitId, order: &Order) -> bool {
    let stays = match order {
        Order::Move { to, .. } => *to == state.unit(unit).square,
        Order::Form { .. } | Order::Mount(_) => true,
        _ => false,
    };
    if !stays || !state.reads(Mended::BreaksOffBeforeAllElse) || !must_go(state, active, unit) {
        return true;
    }
    let (mut after, mut dice, mut events) = (state.clone(), Dice::table(Vec::new()), Vec::new());
    let mut proceedings = Proceedings::new(&mut after, &mut dice, &mut events);
    match order {
        Order::Move { to, facing, .. } => move_to(&mut proceedings, unit, *to, *facing),
        Order::Form { formation, .. } => form(&mut proceedings, unit, Some(*formation)),
        _ => form(&mut proceedings, unit, None),
    }
    after.active().is_some_and(|active| active.actor == Actor::Unit(unit) && must_go(&after, active, unit))
}

/// Moves a unit.
pub(in crate::tabletop) fn move_to(proceedings: &mut Proceedings<'_>, unit: UnitId, to: Square, facing: Facing) {
    let Some(active) = proceedings.state.active().copied() else { return };
    let Some(points) = to_leave_with(proceedings.state, &active, unit) else { return };
    if proceedings.state.position.troop(unit).arm.is_boat() && !active.entered {
        let reach = boat_reach(proceedings.state, unit, points);
        if let Some((stream, way)) = reach.stream(to, facing).and_then(|(stream, reach)| Some((stream, reach.way(to, facing)?))) {
            let with = smallvec::SmallVec::new();
            proceedings.note(Event::Moved { unit, to, facing, cost: way.points, stream, with });
            look(proceedings, unit);
        }
    } else {
        let leaving = leaving(proceedings.state, &active, unit).unwrap_or(0);
        advance_toward(proceedings, unit, points, (to, facing), leaving);
    }
    close_if_spent(proceedings);
}

/// Whether a unit of a side that breaks off may step off the board now: over the edge that it faces, or can turn to.
#[must_use]
pub fn may_leave(state: &State, active: &Active, unit: UnitId) -> bool {
    let of = state.unit(unit);
    let tariff = state.position.pack.tables.tariff;
    let Some(cost) = leaving_turn(state, unit) else { return false };
    let breaks_off = state.side(of.side).breaks_off && of.is_on_board() && !state.position.troop(unit).arm.is_boat();
    let ground = state.position.board.ground(of.square);
    let step = if state.reads(Mended::LeavingHardGround) { way_out_of(&tariff, ground) } else { tariff.orthogonal_move };
    breaks_off && to_leave_with(state, active, unit).is_some_and(|points| points >= cost.saturating_add(step))
}

/// What turning to the edge costs a unit that stands at one.
fn leaving_turn(state: &State, unit: UnitId) -> Option<u8> {
    let of = state.unit(unit);
    let outward = |facing: Facing| of.square.next(facing).is_none_or(|next| !state.position.board.has(next));
    if outward(of.facing) && !of.facing.is_diagonal() {
        return Some(0);
    }
    state.position.board.outward(of.square).map(|_| turn_cost(&state.position, unit, of.square))
}

/// Whether a card can be played for the unit that acts; in its own right 'Dashed Hard Luck!' is thrown away (T49).
#[must_use]
pub fn may_play(state: &State, active: &Active, card: Heroic, unit: UnitId) -> bool {
    is_led(state, unit) && may_play_led(state, active, card, unit)
}

/// Whether a Leader is there to play a card for a unit: they are it, or share its square, or are aboard it.
pub(in crate::tabletop) fn is_led(state: &State, unit: UnitId) -> bool {
    is_leader(state, unit) || state.leaders_with(unit).next().is_some()
}

/// Whether a card may be played now for a unit that a Leader is with.
pub(in crate::tabletop) fn may_play_led(state: &State, active: &Active, card: Heroic, unit: UnitId) -> bool {
    let acts = match active.actor {
        Actor::Unit(acting) => acting == unit,
        Actor::Brigade(side) => is_leader(state, unit) && state.unit(unit).side == side,
    };
    if !acts || active.has_played(card) {
        return false;
    }
    let boat = state.position.troop(unit).arm.is_boat();
    match card {
        Heroic::HardLuck => !state.options().hard_luck_stays,
        Heroic::Movement => !is_leader(state, unit) && !active.moved,
        Heroic::Firepower if boat => active.fired != 0 && state.reads(Mended::BoatsFireAgain),
        Heroic::Firepower => !is_leader(state, unit) && active.shots > 0 && state.unit(unit).shots != Some(0),
        Heroic::Recover => boat && state.unit(unit).figures < starting_flotation(state, unit),
        Heroic::Fighting => false,
    }
}

/// The flotation points that a boat began the battle with (T24): a damaged one that a campaign brings has fewer than its kind.
fn starting_flotation(state: &State, boat: UnitId) -> u8 {
    let whole = state.position.troop(boat).flotation;
    let force = state.plan.as_ref().filter(|_| state.reads(Mended::RefloatedToItsStart)).and_then(|plan| plan.force_of(boat));
    force.and_then(|(_, force)| force.figures).unwrap_or(whole)
}

/// Plays a card for the unit that acts.
pub(in crate::tabletop) fn play(proceedings: &mut Proceedings<'_>, side: Side, card: Heroic, unit: UnitId) {
    proceedings.note(Event::CardPlayed { side, card, unit });
    if card == Heroic::Recover {
        proceedings.note(Event::Refloated(unit));
    }
    close_if_spent(proceedings);
}

/// Closes an activation in which nothing more can be done, as both sides see it: with a Leader there and a card in the hand something can.
pub(in crate::tabletop) fn close_if_spent(proceedings: &mut Proceedings<'_>) {
    let state = &*proceedings.state;
    let Some(active) = state.active() else { return };
    let Actor::Unit(unit) = active.actor else { return };
    if is_spent(state, active, unit) {
        proceedings.note(Event::Done(unit));
    }
}

fn is_spent(state: &State, active: &Active, unit: UnitId) -> bool {
    let of = state.unit(unit);
    let hand = !state.heroic.hands[of.side as usize].is_empty();
    // What the ground, a Leader or an enemy in sight would let it do tells where an ambush lies (N06).
    if of.hidden && state.reads(Mended::AmbushesTellNothing) {
        return active.points <= 0 && !hand;
    }
    let points = to_move(state, active);
    let tariff = state.position.pack.tables.tariff;
    let moves = match of.place {
        Place::Waiting => points >= tariff.orthogonal_move,
        Place::Board => {
            let turns = |points: u8| points >= turn_cost(&state.position, unit, of.square);
            to_leave_with(state, active, unit).is_some_and(turns) || is_carried(state, active, unit)
        }
        Place::Aboard(boat) => points >= tariff.change_formation && can_land(state, unit, boat),
        Place::Left | Place::Lost => false,
    };
    if moves || hand && is_led(state, unit) {
        return false;
    }
    if !of.is_on_board() {
        return true;
    }
    let formable = of.formation.is_some() && (!is_held(state, unit) || limbers_in_a_corner(state, unit));
    let forms = points >= tariff.change_formation && formable;
    let weapons = state.position.troop(unit).fire.len() as u8;
    let fires = |weapon: u8| may_fire(state, active, unit, weapon).is_ok() && !firing::targets(&state.position, unit, weapon).is_empty();
    !forms && !(0..weapons).any(fires)
}

/// Whether a boat that has not moved yet can go with what the stream gives (T46).
fn is_carried(state: &State, active: &Active, boat: UnitId) -> bool {
    let floats = state.position.troop(boat).arm.is_boat() && !active.entered && state.reads(Mended::CarriedByTheStream);
    let (from, mut goes) = (state.unit(boat).square, false);
    if floats {
        stops(state, active, boat, |to, _| goes |= to != from);
    }
    goes
}

/// The units that a brigade's activation is for: all within its nine squares.
pub(in crate::tabletop) fn close_brigade(proceedings: &mut Proceedings<'_>, units: UnitSet, side: Side) {
    let units = units.iter().collect();
    proceedings.note(Event::BrigadeDone { side, units });
}

#[cfg(test)]
mod tests;
