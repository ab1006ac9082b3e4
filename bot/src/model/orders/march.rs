//! *Movement*, and the armoured train.

use engine::campaign::odds::march as odds;
use engine::campaign::rules::movement;
use engine::campaign::rules::train;
use engine::campaign::{State, Station};
use engine::pack::{SpaceId, SpaceSet, UnitId};

use crate::model::orders::question::Question;
use crate::model::orders::topic::Topic;
use crate::model::orders::{Called, brief, called};
use crate::words;

/// Who is activated on land marches, who is at sea sails.
pub(super) const fn sheet(at: Station) -> Topic {
    match at {
        Station::Space(_) => Topic::Move,
        Station::Sea(_) => Topic::Sail,
    }
}

pub(super) const fn asked(at: Station) -> Question {
    match at {
        Station::Space(_) => Question::From,
        Station::Sea(_) => Question::Ships,
    }
}

pub(super) fn activate(state: &State, at: Station) -> Called {
    let there = match at {
        Station::Space(space) => {
            let ships = state.pack().map.location_at(space).map_or(0, |port| state.ships_in(port).len());
            let sail = if ships == 0 { String::new() } else { format!(", {}", words::count(ships, "ship", "ships")) };
            format!("{}{sail}", brief::strength(state.units_at(space)))
        }
        Station::Sea(area) => words::count(state.ships_at_sea(area).len(), "ship", "ships"),
    };
    called(format!("Activate {}", brief::station(state, at)), format!("1 Op · {there}"))
}

pub(super) fn form(state: &State, at: SpaceId) -> Called {
    let movable = brief::strength(movement::movable(state, at));
    called(format!("Move from {}", brief::space_name(state, at)), format!("{movable} can still move"))
}

pub(super) fn leave(state: &State, unit: UnitId) -> Called {
    called(format!("Leave {} behind", brief::unit(state, unit)), brief::quality(state, unit))
}

pub(super) fn march(state: &State, to: SpaceId) -> Called {
    let from = state.round().force().map(|force| force.at);
    let spaces = from.and_then(|from| state.spaces_to(from, SpaceSet::of(to))).unwrap_or_default();
    let far = words::count(spaces.into(), "space", "spaces");
    let units = state.round().force().map(|force| force.units).unwrap_or_default();
    let odds = from.and_then(|from| odds::march(state, from, to, units));
    // What waits at the end is told as it will be for a force that has come so far.
    let prospect = odds
        .as_ref()
        .and_then(|odds| odds.steps.last())
        .map_or_else(|| movement::prospect(state, to, units, true), |step| step.prospect.clone());
    // Of a way of several spaces the last is only the last risk.
    let unmet = odds
        .filter(|odds| spaces > 1 && !odds.arrives.is_one())
        .map_or_else(String::new, |odds| format!(", unmet {}", pictures::odds::percent(odds.arrives.value())));
    called(format!("March to {}", brief::space_name(state, to)), format!("{far}{unmet} · {}", brief::space(state, to, &prospect)))
}

pub(super) fn lay_track(state: &State, at: SpaceId) -> Called {
    let paid = match train::points_for_the_op(state, at) {
        0 => "paid for by the last Op".to_owned(),
        1 => "1 Op for this point alone: none can be laid beyond it".to_owned(),
        points => format!("an Op lays {}", words::count(points.into(), "point", "points")),
    };
    called(format!("Lay track at {}", brief::space_name(state, at)), paid)
}

pub(super) fn entrain(state: &State, unit: UnitId) -> Called {
    // Horse fills the train.
    let horse = state.pack().roster.cavalry.contains(unit);
    let left = if horse { 0 } else { state.pack().train_units.saturating_sub(train::aboard(state).len() + 1) };
    let room = match left {
        0 => "fills the train".to_owned(),
        left => format!("leaves room for {left} more of foot or guns"),
    };
    called(format!("Entrain {}", brief::unit(state, unit)), format!("{} · {room}; its run costs 1 Op", brief::quality(state, unit)))
}

pub(super) fn run_train(state: &State, to: SpaceId) -> Called {
    called(format!("Run the train to {}", brief::space_name(state, to)), "1 Op, there and back")
}

pub(super) fn ferry(state: &State, unit: UnitId) -> Called {
    let from = state.space_of_unit(unit).map_or_else(String::new, |space| format!("from {}", brief::space_name(state, space)));
    called(format!("Carry {}", brief::unit(state, unit)), from)
}
