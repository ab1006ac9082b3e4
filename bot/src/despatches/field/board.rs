//! The board of a gridded battle: where it stands, whom it waits for, and what the one that acts can do: one press for what the staff would
//! do, two for another target, square or formation, the odds on every button that throws dice.
//!
//! Everybody sees it, so it is made from what both sides see: cards and ambushes are on a side's own sheet.

use engine::game::Game as _;
use engine::tabletop::instruction::Instruction;
use engine::tabletop::order::Order;
use engine::tabletop::phase::{Active, Actor, Phase, Question};
use engine::tabletop::player::Player;
use engine::tabletop::rules::activation::to_move;
use engine::tabletop::seat::Seat;
use engine::tabletop::side::Side;
use engine::tabletop::square::{Facing, Square};
use engine::tabletop::state::State;
use engine::tabletop::unit::UnitId;
use staff::tabletop::{BattleStaff as _, Plain};

use crate::despatches::field::labels::{self, choice, label};
use crate::despatches::field::names;
use crate::model::custom_id::CustomId;
use crate::model::despatch::{Button, ButtonStyle, Choice, Despatch, Menu, Picture, Tone};
use crate::model::field_key::{GO_ON, key};
use crate::model::standing::Standing;
use crate::words;

/// Shots and charges that have a button each.
const MOST_TARGETS: usize = 4;

/// Lines of a menu.
pub const LINES: usize = 25;

/// The board as everybody sees it.
#[must_use]
pub fn board(state: &State, standing: Standing) -> Despatch {
    let seen = state.public_view();
    let seen = seen.state();
    let (menu, buttons) = controls(state, standing);
    let mut facts: Vec<String> = Side::BOTH
        .into_iter()
        .map(|side| {
            format!("{}: {}{}{}", names::side(seen, side), labels::strength(seen, side), cards(seen, side), labels::asleep(seen, side))
        })
        .collect();
    for contact in &seen.contacts {
        let [one, other] = contact.units().map(|unit| names::unit(seen, unit));
        facts.push(format!("Hand to hand at {}: {one} and {other}", contact.square));
    }
    Despatch {
        sentence: format!("**{} — {}**", title(seen), stage(seen)),
        facts,
        next: next(state, standing),
        tone: if seen.turn > 0 { Tone::Battle } else { Tone::Staff },
        footer: footer(seen, standing.revision),
        picture: seen.plan.is_some().then_some(Picture::Board),
        menu,
        buttons,
        ..Despatch::default()
    }
}

fn cards(state: &State, side: Side) -> String {
    match state.heroic.hands[side as usize].len() {
        0 => String::new(),
        count => format!(" · {}", words::count(count.into(), "Heroic card", "Heroic cards")),
    }
}

/// What is fought.
#[must_use]
pub fn title(state: &State) -> String {
    state.plan.as_ref().map_or_else(|| "A battle".to_owned(), |plan| plan.title.clone())
}

/// How far it has come.
#[must_use]
pub fn stage(state: &State) -> String {
    match state.phase {
        Phase::Unset => "not begun".to_owned(),
        Phase::Deploying(side) => format!("{} set up", names::side(state, side)),
        Phase::Over(outcome) => match outcome.winner {
            Some(winner) => format!("won by {}", names::the_side(state, winner)),
            None => "drawn".to_owned(),
        },
        Phase::Playing | Phase::Asking(_) | Phase::Acting(_) => format!("turn {} of {}", state.turn, state.options().turns.0),
    }
}

/// Small print: what is fought, the turn, the number in the journal.
#[must_use]
pub fn footer(state: &State, revision: u32) -> String {
    let turn = if state.turn > 0 { format!(" · turn {}", state.turn) } else { String::new() };
    format!("Gridded battle · {}{turn} · No. {revision}", title(state))
}

/// Whether what the one asked could do tells of what is hidden: a unit in ambush that acts is its own side's business.
fn acts_hidden(state: &State) -> bool {
    let unit = match state.phase {
        Phase::Acting(active) => match active.actor {
            Actor::Unit(unit) => Some(unit),
            Actor::Brigade(_) => None,
        },
        Phase::Asking(Question::GoFor(unit) | Question::Next(unit) | Question::Pursuit { unit, .. } | Question::Recovery(unit)) => {
            Some(unit)
        }
        _ => None,
    };
    unit.and_then(|unit| state.find(unit)).is_some_and(|unit| unit.hidden)
}

/// What is next, and who does it.
#[must_use]
pub fn next(state: &State, standing: Standing) -> String {
    let Some(side) = state.side_asked() else {
        return match state.phase {
            Phase::Over(_) => "Close it with `/battle end`: the seed of its dice is then revealed.".to_owned(),
            _ => String::new(),
        };
    };
    let name = names::the_side(state, side);
    let call = match (state.player(side), standing.called.first) {
        (Some(Player::Member(_)), Some(user)) => user.mention(),
        (Some(Player::Staff(strength)), _) => format!("the {}", words::staff(strength)),
        _ => return format!("Somebody has to take the side of {name}: *Join*, or `/battle join`."),
    };
    let what = match state.phase {
        Phase::Deploying(_) if can_be_changed(state, side) => "set up your side: as it is laid out, or changed.".to_owned(),
        Phase::Deploying(_) => "your side is laid out: say when you are ready.".to_owned(),
        _ if acts_hidden(state) => format!("an order for {name} is waited for: see *My side*."),
        _ => what_is_asked(state, &offered(state)).unwrap_or_default(),
    };
    format!("{call}, {what}")
}

/// Who acts and with what points, or what is asked, where one may see `orders` offered; nothing while nobody acts.
#[must_use]
pub fn what_is_asked(state: &State, orders: &[Order]) -> Option<String> {
    match state.phase {
        Phase::Acting(active) => Some(format!("{}: {}.", labels::actor(state, active.actor), points_left(state, &active, orders))),
        Phase::Asking(question) => Some(asked(state, question)),
        Phase::Unset | Phase::Playing | Phase::Deploying(_) | Phase::Over(_) => None,
    }
}

/// Whether a side that is set up has somebody who can be put elsewhere.
fn can_be_changed(state: &State, side: Side) -> bool {
    let mut all = Vec::new();
    state.legal_orders(Seat::from(side), &mut all);
    all.iter().any(|order| matches!(order, Order::Place { .. }))
}

/// The points that an activation has left; to fire it may have others, since its formation's gain or loss is for who does not (T10).
fn points_left(state: &State, active: &Active, orders: &[Order]) -> String {
    let left = to_move(state, active);
    if let Actor::Unit(unit) = active.actor
        && state.position.troop(unit).arm.is_boat()
    {
        return format!("{} left{}", points(left), stream(state, active, unit));
    }
    let to_fire = active.to_fire(state.options(), state.position.pack.tables.tariff.fire);
    if to_fire == left || !orders.iter().any(is_shot) {
        return format!("{} left", points(left));
    }
    let to_fire = if to_fire == 0 { "none".to_owned() } else { words::number(to_fire.into()) };
    format!("{} left, {to_fire} if it fires", points(left))
}

fn points(count: u8) -> String {
    words::count(count.into(), "point", "points")
}

/// What the stream gives and takes where a boat has yet to move (T46); once it has, that is in its points. Its weapons fire at no cost (T23).
fn stream(state: &State, active: &Active, unit: UnitId) -> String {
    let flows = state.position.board.ground(state.unit(unit).square).stream().is_some();
    if active.entered || !flows {
        return String::new();
    }
    let boats = &state.position.pack.tables.boats;
    let part = |gain: i8, way: &str| match gain {
        0 => String::new(),
        more if more > 0 => format!(", {} more {way}", words::number(more.unsigned_abs().into())),
        less => format!(", {} fewer {way}", words::number(less.unsigned_abs().into())),
    };
    format!("{}{}", part(boats.downstream, "downstream"), part(boats.upstream, "upstream"))
}

fn asked(state: &State, question: Question) -> String {
    let who = |unit: UnitId| names::unit(state, unit);
    match question {
        Question::CombatCard { square, .. } => {
            format!("hand to hand at {square}: a Heroic card, or none? As it stands {}.", labels::combat(state, square))
        }
        Question::GoFor(unit) => format!("{} cannot be held: which enemy does it go for?", who(unit)),
        Question::Next(leader) => format!("the card of {} is up: who of those with them is next?", who(leader)),
        Question::Pursuit { unit, pursued } => format!("{} has thrown {} back: does it pursue?", who(unit), who(pursued)),
        Question::Recovery(unit) => format!("{} has not recovered: a Heroic card, or none?", who(unit)),
    }
}

/// The orders that everybody may see offered: none of what is hidden.
#[must_use]
pub fn offered(state: &State) -> Vec<Order> {
    let Some(side) = state.side_asked().filter(|_| !acts_hidden(state)) else { return Vec::new() };
    let seen = state.public_view();
    let mut orders = Vec::new();
    seen.state().legal_orders(Seat::from(side), &mut orders);
    orders.retain(|order| !matches!(order, Order::LetGo(_) | Order::Play { .. }));
    orders
}

/// The order that the staff would give, of those that everybody may see offered.
#[must_use]
pub fn advised(state: &State, orders: &[Order]) -> Option<Order> {
    let side = state.side_asked()?;
    let choice = if orders.len() > 1 { Plain::default().choose(&state.public_view(), side, orders) } else { 0 };
    let advice = orders.get(choice)?;
    // Where nobody is to be looked at, the staff does not care which way somebody looks, who then looks straight ahead.
    let Order::Move { unit, to, facing } = advice else { return Some(advice.clone()) };
    let there = |order: &&Order| matches!(order, Order::Move { unit: whose, to: at, .. } if (whose, at) == (unit, to));
    let ahead =
        orders.iter().filter(there).filter(|_| nearest(state, side, *to).is_none()).fold((*facing, advice), |best, order| match order {
            Order::Move { facing, .. } if better(state, *unit, *to, *facing, best.0) => (*facing, order),
            _ => best,
        });
    Some(ahead.1.clone())
}

/// Whether those who act now have an instruction, and which.
#[must_use]
pub fn instructed(state: &State) -> Option<Instruction> {
    let side = state.side_asked()?;
    let of = |unit: UnitId| Some(state.instruction(unit)).filter(|instruction| *instruction != Instruction::AskMe);
    match state.phase {
        Phase::Acting(active) => match active.actor {
            Actor::Unit(unit) => of(unit),
            Actor::Brigade(_) => state.leaders(side).find_map(of),
        },
        Phase::Asking(Question::GoFor(unit) | Question::Next(unit) | Question::Pursuit { unit, .. }) => of(unit),
        _ => None,
    }
}

/// The button that takes the side nobody plays, if there is one.
#[must_use]
pub fn join(state: &State, standing: Standing) -> Option<Button> {
    let vacant = Side::BOTH.into_iter().any(|side| state.player(side).is_none()) && !state.is_over();
    let id = CustomId::Join { campaign: standing.campaign };
    vacant.then(|| Button { label: "Join".to_owned(), style: ButtonStyle::Primary, id })
}

/// What can be done now, as everybody may see it offered.
#[must_use]
pub fn controls(state: &State, standing: Standing) -> (Option<Menu>, Vec<Button>) {
    let sheet = |label: &str, topic: &str| Button {
        label: label.to_owned(),
        style: ButtonStyle::Secondary,
        id: CustomId::Sheet { campaign: standing.campaign, topic: topic.to_owned(), page: 0 },
    };
    let mut buttons = Vec::new();
    buttons.extend(join(state, standing));
    let Some(side) = state.side_asked() else { return (None, buttons) };
    let own = [sheet("Instructions", "instruct"), sheet("My side", "mine"), sheet("Whole board", "board")];
    match state.player(side) {
        Some(Player::Member(_)) => {}
        // An umpire that was ended in the middle of the staff's orders goes on with them.
        Some(Player::Staff(_)) => {
            buttons.push(button_of(standing, "Go on", GO_ON.to_owned(), ButtonStyle::Primary));
            buttons.extend(own);
            return (None, buttons);
        }
        None => return (None, buttons),
    }
    // Which instruction it is is its own side's business.
    if instructed(state).is_some() {
        buttons.push(button_of(standing, "As instructed", GO_ON.to_owned(), ButtonStyle::Primary));
    }
    let orders = offered(state);
    let mut menu = None;
    match state.phase {
        Phase::Deploying(_) => {
            buttons.extend(button(state, standing, &Order::Ready(side), ButtonStyle::Primary, "Ready, as they stand"));
            if can_be_changed(state, side) {
                buttons.push(sheet("Change the set-up", "setup"));
            }
        }
        Phase::Acting(active) => {
            let advised = advised(state, &orders);
            if let Some(order) = &advised {
                buttons.extend(button(state, standing, order, ButtonStyle::Primary, ""));
            }
            let rest: Vec<&Order> = orders.iter().filter(|order| Some(*order) != advised.as_ref()).collect();
            menu = where_to(state, standing, &orders);
            // What is a line of the menu is no button besides.
            let has_a_button = |order: &Order| menu.is_none() || !is_way(order);
            for wanted in [is_shot as fn(&Order) -> bool, is_charge, is_other] {
                let found = rest.iter().filter(|order| wanted(order) && has_a_button(order)).take(MOST_TARGETS);
                buttons.extend(found.filter_map(|order| button(state, standing, order, ButtonStyle::Secondary, "")));
            }
            if let Actor::Unit(unit) = active.actor {
                let at = state.unit(unit).square;
                if orders.iter().any(|order| matches!(order, Order::Move { to, .. } if *to == at)) {
                    buttons.push(sheet("Turn", "turn"));
                }
                if orders.iter().any(|order| matches!(order, Order::Form { .. })) {
                    buttons.push(sheet("Formation", "form"));
                }
            }
        }
        Phase::Asking(_) => {
            let advised = advised(state, &orders);
            if orders.len() > 2 * MOST_TARGETS {
                buttons.extend(advised.as_ref().and_then(|order| button(state, standing, order, ButtonStyle::Primary, "")));
                menu = Some(Menu {
                    placeholder: "Which?".to_owned(),
                    id: CustomId::OrderMenu { campaign: standing.campaign, revision: standing.revision },
                    choices: orders.iter().take(LINES).filter_map(|order| choice(state, order)).collect(),
                    most: 1,
                });
            } else {
                for order in &orders {
                    let style = if advised.as_ref() == Some(order) { ButtonStyle::Primary } else { ButtonStyle::Secondary };
                    buttons.extend(button(state, standing, order, style, ""));
                }
            }
        }
        Phase::Unset | Phase::Playing | Phase::Over(_) => {}
    }
    buttons.extend(own);
    (menu, buttons)
}

const fn is_shot(order: &Order) -> bool {
    matches!(order, Order::Fire { .. } | Order::Volley { .. })
}

const fn is_charge(order: &Order) -> bool {
    matches!(order, Order::Charge { .. })
}

/// A way of a brigade square, or out of a boat.
const fn is_way(order: &Order) -> bool {
    matches!(order, Order::MarchBrigade { .. } | Order::Land { .. })
}

const fn is_other(order: &Order) -> bool {
    !matches!(
        order,
        Order::Fire { .. } | Order::Volley { .. } | Order::Charge { .. } | Order::Move { .. } | Order::Form { .. } | Order::Place { .. }
    )
}

/// A button that gives an order, by its label, or by another.
#[must_use]
pub fn button(state: &State, standing: Standing, order: &Order, style: ButtonStyle, called: &str) -> Option<Button> {
    let label = if called.is_empty() { label(state, order).0 } else { called.to_owned() };
    Some(button_of(standing, &label, key(order)?, style))
}

fn button_of(standing: Standing, label: &str, key: String, style: ButtonStyle) -> Button {
    let id = CustomId::Order { campaign: standing.campaign, revision: standing.revision, key };
    Button { label: words::shortened(label, 80), style, id }
}

/// The squares that the one that acts can move to, nearest the enemy first, each facing the enemy as well as it can, with what it costs and
/// exposes to.
fn where_to(state: &State, standing: Standing, orders: &[Order]) -> Option<Menu> {
    let mut found: Vec<(Square, Facing, Order)> = Vec::new();
    for order in orders {
        let Order::Move { unit, to, facing } = order else { continue };
        let of = state.unit(*unit);
        if *to == of.square && of.is_on_board() {
            continue;
        }
        match found.iter_mut().find(|(square, ..)| square == to) {
            Some((_, faces, chosen)) if better(state, *unit, *to, *facing, *faces) => (*faces, *chosen) = (*facing, order.clone()),
            Some(_) => {}
            None => found.push((*to, *facing, order.clone())),
        }
    }
    let side = state.side_asked()?;
    found.sort_by_key(|(square, ..)| (nearest(state, side, *square).map(|foe| square.nearness_to(foe)), *square));
    let mut choices: Vec<Choice> = found.iter().take(LINES).filter_map(|(_, _, order)| choice(state, order)).collect();
    let marches = orders.iter().filter(|order| is_way(order));
    choices.extend(marches.filter_map(|order| choice(state, order)));
    choices.truncate(LINES);
    // A single way of a square is a button already.
    let only_marches = found.is_empty() && choices.len() < 2;
    (!only_marches).then(|| Menu {
        placeholder: "Where to?".to_owned(),
        id: CustomId::OrderMenu { campaign: standing.campaign, revision: standing.revision },
        choices,
        most: 1,
    })
}

/// The square of the nearest enemy that is seen.
fn nearest(state: &State, side: Side, from: Square) -> Option<Square> {
    let foes = state.position.of(side.other()).filter(|unit| !state.unit(*unit).hidden && state.unit(*unit).is_on_board());
    foes.map(|unit| state.unit(unit).square).min_by_key(|square| from.nearness_to(*square))
}

/// Whether one facing looks more at the nearest enemy than another; while none is seen, more the way that the unit faces, or comes on.
fn better(state: &State, unit: UnitId, at: Square, one: Facing, other: Facing) -> bool {
    let of = state.unit(unit);
    let way = nearest(state, of.side, at).map_or_else(|| of.facing.way(), |foe| at.way_to(foe));
    let turns = |facing: Facing| {
        let is = facing.way();
        let ahead = is.right * way.right + is.down * way.down;
        let aside = (is.right * way.down - is.down * way.right).abs();
        // The angle, by its tangent's order: smaller is straighter.
        f32::from(aside).atan2(f32::from(ahead))
    };
    turns(one) < turns(other)
}
