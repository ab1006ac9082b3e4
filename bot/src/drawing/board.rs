//! The board of a gridded battle: what a seat sees of it as plain data for its picture, and the words that say the same.
//!
//! It is made from the seat's [`View`], never from the battle itself, and units that lie hidden from the seat are left out.

use engine::game::Game as _;
use engine::odds::fraction::Fraction;
use engine::tabletop::brigade::Brigade;
use engine::tabletop::edge::Edge;
use engine::tabletop::event::Event;
use engine::tabletop::formation::Formation;
use engine::tabletop::ground::Ground;
use engine::tabletop::odds::{self, CardsLeft, LeadersThere};
use engine::tabletop::order::Order;
use engine::tabletop::pack::Arm;
use engine::tabletop::phase::{Active, Actor, EndedBy, Outcome, Phase, Question};
use engine::tabletop::rules::activation::{leaving, to_move};
use engine::tabletop::rules::charging::charges;
use engine::tabletop::rules::firing;
use engine::tabletop::rules::moves::{boat_reach, reach_of};
use engine::tabletop::seat::Seat;
use engine::tabletop::side::Side;
use engine::tabletop::square::{Facing, Square};
use engine::tabletop::state::State;
use engine::tabletop::unit::{Place, UnitId};
use engine::tabletop::view::View;
use pictures::board::{self, Aim, Board, Cell, Chance, Counter, EdgeLine, Heading, Party};
use std::collections::BTreeMap;

use crate::despatches::field::labels;
use crate::despatches::field::names::number;
use crate::drawing::atlas::{Atlas, AtlasError};
use crate::drawing::film;
use crate::drawing::plate::Plate;
use crate::drawing::sketch::Sketch;
use crate::model::despatch::Picture;

/// How much of a board a picture shows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Extent {
    /// As much as a phone shows large enough, round the action.
    Action,
    /// All of it.
    Whole,
}

/// Draws what a seat sees of a battle; nobody's seat sees what both sides do.
///
/// # Errors
///
/// If the picture cannot be drawn.
pub async fn plate(atlas: &Atlas, view: &View, seat: Option<Seat>, extent: Extent) -> Result<Plate, AtlasError> {
    let board = board(view, seat, extent);
    atlas.picture(move || Ok(sketch(&board))).await
}

/// A board as its picture and its words.
#[must_use]
pub fn sketch(board: &Board) -> Sketch {
    Sketch::new(Picture::BOARD, board::board_picture(board), board::alt_text(board))
}

/// Draws the film of a battle from what happened in it: the board at the end of each turn, as both sides saw it.
///
/// # Errors
///
/// If it cannot be drawn.
pub async fn film(atlas: &Atlas, opening: State, events: Vec<Event>) -> Result<Plate, AtlasError> {
    atlas
        .draw_film(move || {
            let mut state = opening;
            let mut scenes = Vec::new();
            for event in &events {
                // What a turn has come to is seen before the next begins.
                if matches!(event, Event::TurnBegan { .. }) && state.plan.is_some() {
                    scenes.push(board(&state.public_view(), None, Extent::Whole));
                }
                state.apply(event);
            }
            if state.plan.is_some() {
                scenes.push(board(&state.public_view(), None, Extent::Whole));
            }
            let bytes = board::film(&scenes)?;
            let alt_text = film::said_of_stills(&scenes, board::alt_text);
            Ok(Plate { name: Picture::Film.file_name(), bytes, alt_text })
        })
        .await
}

/// What a seat sees of a battle, as plain data.
#[must_use]
pub fn board(view: &View, seat: Option<Seat>, extent: Extent) -> Board {
    let seen = Seen { state: view.state(), seat };
    let state = seen.state;
    let ground = &state.position.board;
    let (columns, rows) = ground.size().columns_and_rows();
    let plan = state.plan.as_deref();
    let name = |side: Side| plan.map_or_else(String::new, |plan| plan.side(side).name.clone());
    let (reach, chances) = seen.choices();
    let mut board = Board {
        title: plan.map_or_else(String::new, |plan| plan.title.clone()),
        caption: seen.caption(),
        our_map: plan.is_some_and(|plan| state.position.pack.scenarios.iter().any(|scenario| scenario.plan.board == plan.board)),
        columns,
        rows,
        grounds: ground.squares().map(|square| ground_of(ground.ground(square))).collect(),
        edges: ground.squares().flat_map(|square| edges(state, square)).collect(),
        counters: seen.counters(),
        reach,
        chances,
        brigades: Side::BOTH.into_iter().filter_map(|side| Some((cell(state.side(side).brigade?), party(side)))).collect(),
        ours: name(Side::Ours),
        enemies: name(Side::Enemy),
        notes: Side::BOTH.into_iter().filter_map(|side| seen.note(side)).collect(),
        window: None,
    };
    if extent == Extent::Action {
        board.window = board::around(&board);
    }
    board
}

/// A battle as a seat sees it.
struct Seen<'a> {
    state: &'a State,
    seat: Option<Seat>,
}

impl Seen<'_> {
    /// Whether the seat sees where a unit is.
    fn sees(&self, unit: UnitId) -> bool {
        self.state
            .find(unit)
            .is_some_and(|of| !of.hidden || self.seat == Some(Seat::Umpire) || self.seat.and_then(Seat::side) == Some(of.side))
    }

    /// The unit that acts, or that a side is asked about.
    fn actor(&self) -> Option<UnitId> {
        let unit = match self.state.phase {
            Phase::Acting(Active { actor: Actor::Unit(unit), .. })
            | Phase::Asking(Question::GoFor(unit) | Question::Next(unit) | Question::Pursuit { unit, .. } | Question::Recovery(unit)) => {
                unit
            }
            _ => return None,
        };
        Some(unit).filter(|unit| self.sees(*unit))
    }

    /// The turn, and who acts or whom the battle waits for.
    fn caption(&self) -> String {
        let state = self.state;
        let side = |side: Side| state.plan.as_ref().map_or("a side", |plan| plan.side(side).name.as_str());
        let who = |unit: UnitId| format!("{} {}", number(unit), state.position.troop(unit).name);
        let points = |active: &Active| match to_move(state, active) {
            1 => "1 point".to_owned(),
            points => format!("{points} points"),
        };
        let now = match state.phase {
            Phase::Unset => return String::new(),
            Phase::Deploying(deploying) => return format!("{} set up", side(deploying)),
            Phase::Over(outcome) => ending(outcome, side),
            Phase::Playing => String::new(),
            Phase::Acting(active) => match active.actor {
                Actor::Unit(unit) if self.sees(unit) => format!("{}: {}", who(unit), points(&active)),
                Actor::Unit(_) => String::new(),
                Actor::Brigade(of) => format!("brigade square of {}: {}", side(of), points(&active)),
            },
            Phase::Asking(Question::CombatCard { square, .. }) => format!("hand to hand at {square}"),
            Phase::Asking(_) => self.actor().map_or_else(String::new, who),
        };
        let turn = format!("Turn {}", state.turn);
        if now.is_empty() { turn } else { format!("{turn} · {now}") }
    }

    fn counters(&self) -> Vec<Counter> {
        let state = self.state;
        let actor = self.actor();
        let brigade = match state.phase {
            Phase::Acting(Active { actor: Actor::Brigade(side), .. }) => state.side(side).brigade.map(|centre| Brigade { side, centre }),
            _ => None,
        };
        let shown = state.position.all().filter(|unit| state.unit(*unit).is_on_board() && self.sees(*unit));
        shown
            .map(|unit| {
                let (of, troop) = (state.unit(unit), state.position.troop(unit));
                let aboard: Vec<UnitId> = state.position.all().filter(|other| state.unit(*other).place == Place::Aboard(unit)).collect();
                let in_brigade = brigade.is_some_and(|brigade| brigade.side == of.side && brigade.has(of.square));
                Counter {
                    label: number(unit).to_string(),
                    name: troop.name.clone(),
                    party: party(of.side),
                    arm: arm(troop.arm),
                    formation: of.formation.map(formation),
                    cell: cell(of.square),
                    heading: heading(of.facing),
                    figures: of.figures,
                    full: self.full(unit),
                    disorganised: of.disorganised,
                    impetuous: of.impetuous,
                    hidden: of.hidden,
                    acts: in_brigade || actor.is_some_and(|actor| actor == unit || aboard.contains(&actor)),
                    aboard: aboard.iter().map(|other| format!("{} {}", number(*other), state.position.troop(*other).name)).collect(),
                }
            })
            .collect()
    }

    /// Figures that a unit began with; of a boat, flotation points.
    fn full(&self, unit: UnitId) -> u8 {
        let troop = self.state.position.troop(unit);
        let planned = self.state.plan.as_ref().and_then(|plan| plan.force_of(unit)).and_then(|(_, force)| force.figures);
        let full = if troop.arm.is_boat() { troop.flotation } else { planned.unwrap_or(troop.figures) };
        full.max(self.state.unit(unit).figures)
    }

    /// Who of a side is not on the board, or lies hidden.
    fn note(&self, side: Side) -> Option<String> {
        let state = self.state;
        let count =
            |wanted: &dyn Fn(UnitId) -> bool| state.position.all().filter(|unit| state.unit(*unit).side == side && wanted(*unit)).count();
        let told = [
            (count(&|unit| state.unit(unit).place == Place::Waiting), "yet to come on"),
            (count(&|unit| state.unit(unit).place == Place::Left), "gone from the board"),
            (count(&|unit| state.unit(unit).place == Place::Lost), "lost"),
            (count(&|unit| state.unit(unit).is_on_board() && !self.sees(unit)), "hidden"),
        ];
        let told: Vec<String> = told.into_iter().filter(|(count, _)| *count > 0).map(|(count, words)| format!("{count} {words}")).collect();
        let name = state.plan.as_ref().map_or("", |plan| plan.side(side).name.as_str());
        (!told.is_empty()).then(|| format!("{name}: {}", told.join(", ")))
    }

    /// The squares that the one that acts can reach, with what they cost, and its targets with their chances.
    fn choices(&self) -> (Vec<(Cell, u8)>, Vec<Chance>) {
        let Some(active) = self.state.active() else { return (Vec::new(), Vec::new()) };
        let side = match active.actor {
            Actor::Unit(unit) if self.sees(unit) => self.state.unit(unit).side,
            Actor::Unit(_) => return (Vec::new(), Vec::new()),
            Actor::Brigade(side) => side,
        };
        let mut orders = Vec::new();
        self.state.legal_orders(side.into(), &mut orders);
        (self.reach(active, &orders), self.chances(active, &orders))
    }

    fn reach(&self, active: &Active, orders: &[Order]) -> Vec<(Cell, u8)> {
        let Actor::Unit(unit) = active.actor else { return Vec::new() };
        let state = self.state;
        // Whoever leaves a brigade square that cannot go as one pays for that too.
        let leaving = leaving(state, active, unit).unwrap_or(0);
        let points = to_move(state, active).saturating_sub(leaving);
        let of = state.unit(unit);
        let afloat = state.position.troop(unit).arm.is_boat() && !active.entered;
        let (boat, land) = (afloat.then(|| boat_reach(state, unit, points)), (!afloat).then(|| reach_of(state, unit, points)));
        let mut cheapest: BTreeMap<(u8, u8), u8> = BTreeMap::new();
        for order in orders {
            let (to, cost) = match order {
                Order::Move { to, facing, .. } if *to != of.square || !of.is_on_board() => {
                    let by_boat =
                        boat.as_ref().and_then(|reach| reach.stream(*to, *facing)).and_then(|(_, reach)| reach.cost(*to, *facing));
                    let by_land = land.as_ref().and_then(|reach| reach.cost(*to, *facing));
                    (*to, by_boat.or(by_land).map(|(points, _)| points + leaving))
                }
                Order::Land { to, .. } => (*to, Some(state.position.pack.tables.tariff.change_formation)),
                _ => continue,
            };
            if let Some(cost) = cost {
                let least = cheapest.entry((to.row, to.column)).or_insert(cost);
                *least = cost.min(*least);
            }
        }
        cheapest.into_iter().map(|((row, column), cost)| ((column, row), cost)).collect()
    }

    fn chances(&self, active: &Active, orders: &[Order]) -> Vec<Chance> {
        let state = self.state;
        let cards = CardsLeft::of(state);
        let of_shot = |unit: UnitId, weapon: u8, target: UnitId| {
            let shot = firing::shot(&state.position, unit, weapon, target).ok()?;
            Some((target, Aim::Fire, odds::shot(&shot, cards, LeadersThere::with(state, target)).tells))
        };
        let mut best: Vec<(UnitId, Aim, Fraction)> = Vec::new();
        for order in orders {
            let found = match order {
                Order::Fire { unit, weapon, target } => of_shot(*unit, *weapon, *target),
                Order::Volley { unit, target } => of_shot(*unit, 0, *target),
                Order::Charge { unit, target, from } => charges(&state.position, *unit, to_move(state, active))
                    .iter()
                    .find(|charge| charge.target == *target && charge.last == *from)
                    .and_then(|charge| odds::charge(&state.position, charge))
                    .map(|spread| (*target, Aim::Charge, spread.chance(|outcome| outcome.enters))),
                _ => None,
            };
            let Some((target, aim, chance)) = found.filter(|(target, _, _)| self.sees(*target)) else { continue };
            match best.iter_mut().find(|(other, kind, _)| (*other, *kind) == (target, aim)) {
                Some((_, _, most)) if most.value() < chance.value() => *most = chance,
                Some(_) => {}
                None => best.push((target, aim, chance)),
            }
        }
        best.into_iter()
            .map(|(target, aim, chance)| Chance {
                cell: cell(state.unit(target).square),
                label: number(target).to_string(),
                aim,
                percent: labels::in_a_hundred(chance),
            })
            .collect()
    }
}

fn ending<'a>(outcome: Outcome, side: impl Fn(Side) -> &'a str) -> String {
    match (outcome.winner, outcome.by) {
        (Some(winner), EndedBy::BreakOff) => format!("{} hold the field", side(winner)),
        (Some(winner), _) => format!("{} have won", side(winner)),
        (None, _) => "drawn".to_owned(),
    }
}

fn edges(state: &State, square: Square) -> impl Iterator<Item = EdgeLine> + '_ {
    [(Facing::East, false), (Facing::South, true)].into_iter().filter_map(move |(facing, below)| {
        let edge = state.position.board.edge(square, square.next(facing)?)?;
        Some(EdgeLine { cell: cell(square), below, edge: edge_of(edge) })
    })
}

const fn cell(square: Square) -> Cell {
    (square.column, square.row)
}

const fn party(side: Side) -> Party {
    match side {
        Side::Ours => Party::Ours,
        Side::Enemy => Party::Enemy,
    }
}

fn heading(facing: Facing) -> Heading {
    Heading::eighths(facing as u8)
}

fn ground_of(ground: Ground) -> board::Ground {
    match ground {
        Ground::Open => board::Ground::Open,
        Ground::Hill => board::Ground::Hill,
        Ground::Growth => board::Ground::Growth,
        Ground::OvergrownHill => board::Ground::OvergrownHill,
        Ground::BuiltUp => board::Ground::BuiltUp,
        Ground::Water => board::Ground::Water,
        Ground::River(stream) => board::Ground::River(heading(stream)),
        Ground::Impassable => board::Ground::Impassable,
    }
}

const fn edge_of(edge: Edge) -> board::Edge {
    match edge {
        Edge::DryBed => board::Edge::DryBed,
        Edge::Fence => board::Edge::Fence,
        Edge::Gully => board::Edge::Gully,
        Edge::Ford => board::Edge::Ford,
        Edge::Stream => board::Edge::Stream,
        Edge::Trench => board::Edge::Trench,
        Edge::Wall => board::Edge::Wall,
        Edge::Rampart => board::Edge::Rampart,
        Edge::Gate => board::Edge::Gate,
        Edge::Cliff => board::Edge::Cliff,
    }
}

const fn arm(arm: Arm) -> board::Arm {
    match arm {
        Arm::Infantry => board::Arm::Infantry,
        Arm::Cavalry => board::Arm::Cavalry,
        Arm::Camelry => board::Arm::Camelry,
        Arm::Artillery => board::Arm::Artillery,
        Arm::MachineGun => board::Arm::MachineGun,
        Arm::Transport => board::Arm::Transport,
        Arm::Leader => board::Arm::Leader,
        Arm::Gunboat => board::Arm::Gunboat,
        Arm::RiverBoat => board::Arm::RiverBoat,
    }
}

const fn formation(formation: Formation) -> board::Formation {
    match formation {
        Formation::Line => board::Formation::Line,
        Formation::MarchColumn => board::Formation::MarchColumn,
        Formation::Column => board::Formation::Column,
        Formation::Square => board::Formation::Square,
        Formation::EnMasse => board::Formation::EnMasse,
        Formation::Deployed => board::Formation::Deployed,
        Formation::Limbered => board::Formation::Limbered,
        Formation::Transport => board::Formation::Transport,
    }
}

#[cfg(test)]
mod tests;
