//! How a side looks at a position: who stands where, what the other side can bring to each town, what each space is worth with whom in it, and
//! where units are wanted. Of the enemy it counts only what its view shows; a unit under a top is a mean one.

use std::cell::OnceCell;

use engine::khartoum::ids::{SpaceId, Spaces, Units};
use engine::khartoum::rules::{fight, supply};
use engine::khartoum::state::State;
use engine::tabletop::side::Side;

use super::battle::{Circumstances, Force, Forecast, forecast};
use super::lore::Lore;
use super::row::Row;
use super::weights::Weights;

/// The steps from which on nothing pulls any more.
const FADED: u8 = 20;

static NOBODY: Force = Force {
    units: 0.0,
    fire: 0.0,
    stacking: 0,
    elite: 0.0,
    breaks: 0.0,
    mounted: 0,
    leaders: 0,
    garrisons: 0,
    fire_more: 0.0,
    superiority_more: 0,
    worth: 0.0,
};

/// A position as a side looks at it.
pub(super) struct Eye<'a> {
    pub(super) lore: &'a Lore,
    pub(super) weights: &'a Weights,
    pub(super) state: &'a State,
    pub(super) side: Side,
    /// Who stands in each space: ours, the enemy.
    pub(super) forces: Vec<[Force; 2]>,
    /// What the other side can bring to each town in its next turn.
    comers: OnceCell<Vec<Force>>,
    /// How much units are wanted in each space.
    pull: OnceCell<Vec<f32>>,
    /// The chance that the other side takes each space in its next turn from those who stand there now.
    taken: Vec<OnceCell<f32>>,
    /// Whether a player turn of the other side is still to come.
    answers: bool,
    /// How much towns count for at this hour.
    hour: f32,
}

impl<'a> Eye<'a> {
    pub(super) fn new(lore: &'a Lore, weights: &'a Weights, state: &'a State, side: Side) -> Self {
        let mut forces = vec![[Force::default(); 2]; state.on.len()];
        for (space, here) in state.on.iter().enumerate() {
            for unit in here.iter() {
                forces[space][state.side_of(unit) as usize].add(lore.row(unit));
            }
            for _ in 0..state.unseen.stacks.get(space).copied().unwrap_or(0) {
                forces[space][Side::Enemy as usize].add(&lore.unseen);
            }
            // Where even the number is hidden, somebody is under the top.
            if state.unseen.numbers && state.has(Side::Enemy, SpaceId::at(space)) {
                forces[space][Side::Enemy as usize].add(&lore.unseen);
            }
        }
        let last = state.turn >= state.pack.tables.turns();
        let answers = !(last && side == Side::Ours);
        let passed = f32::from(state.turn) / f32::from(state.pack.tables.turns().max(1));
        let hour = weights.early + (1.0 - weights.early) * passed;
        let taken = vec![OnceCell::new(); state.on.len()];
        Self { lore, weights, state, side, forces, comers: OnceCell::new(), pull: OnceCell::new(), taken, answers, hour }
    }

    /// What the other side can bring to a town in its next turn.
    fn comers(&self, space: SpaceId) -> &Force {
        self.comers.get_or_init(|| self.all_comers()).get(space.index()).unwrap_or(&NOBODY)
    }

    pub(super) fn force(&self, side: Side, space: SpaceId) -> &Force {
        self.forces.get(space.index()).map_or(&NOBODY, |forces| &forces[side as usize])
    }

    /// Units added up.
    pub(super) fn sum(&self, units: Units) -> Force {
        let mut force = Force::default();
        units.iter().for_each(|unit| force.add(self.lore.row(unit)));
        force
    }

    /// What the other side can bring to each town in its next turn, as far as stacking lets it.
    fn all_comers(&self) -> Vec<Force> {
        let mut comers = vec![Force::default(); self.state.on.len()];
        if !self.answers {
            return comers;
        }
        let room = self.state.stack() as u8;
        let mut take = |row: &Row, from: SpaceId| {
            if row.garrison > 0 {
                return;
            }
            let mut near = self.lore.towns_near(row, from);
            near.remove(from);
            for town in near.iter() {
                let force = &mut comers[town.index()];
                if row.stacking == 0 || force.stacking < room {
                    force.add(row);
                }
            }
        };
        let other = self.side.other();
        for unit in self.state.all(other).iter() {
            if let Some(from) = self.state.where_is(unit) {
                take(self.lore.row(unit), from);
            }
        }
        if other == Side::Enemy {
            for (from, count) in self.state.unseen.stacks.iter().enumerate() {
                (0..*count).for_each(|_| take(&self.lore.unseen, SpaceId::at(from)));
            }
        }
        comers
    }

    /// What is to be expected of an attack.
    pub(super) fn attack(&self, space: SpaceId, attacker: Side, attackers: &Force, defenders: &Force) -> Forecast {
        let state = self.state;
        let surely = attacker == state.play.side && state.card().is_some_and(|card| card.superiority);
        let circumstances = Circumstances {
            numbers: &state.pack.tables.battle,
            ground: *state.pack.tables.terrain.of(state.terrain(space)),
            attacker,
            surely,
            rounds: fight::rounds(state),
        };
        // The enemy always has supply; ours lack it far from a town.
        if state.is_town(space) && attacker == Side::Enemy || supply::has_line(state, space) {
            return forecast(attackers, defenders, &circumstances);
        }
        let numbers = &state.pack.tables.battle;
        let hungry = |side: Side, force: &Force| {
            let mut force = *force;
            if side == Side::Ours {
                (force.fire_more, force.superiority_more) = (f32::from(numbers.fire_unsupplied), numbers.superiority_unsupplied);
            }
            force
        };
        forecast(&hungry(attacker, attackers), &hungry(attacker.other(), defenders), &circumstances)
    }

    /// What a space counts for.
    pub(super) fn points(&self, space: SpaceId) -> f32 {
        let more = if self.state.pack.map.sudden_death.contains(space) { self.weights.sudden } else { 1.0 };
        self.lore.points(space) * more * self.hour
    }

    /// What a space is worth to the side with these in it, by what the other side can do about it.
    pub(super) fn hold(&self, space: SpaceId, own: &Force, other: &Force) -> f32 {
        let points = self.points(space);
        if points == 0.0 {
            return 0.0;
        }
        match self.side {
            Side::Ours if own.is_empty() || !other.is_empty() => 0.0,
            Side::Ours => points * (1.0 - self.weights.threat * self.taken(space, own)),
            Side::Enemy if !other.is_empty() => -points,
            Side::Enemy if !own.is_empty() => -points * self.weights.threat * self.taken(space, own),
            Side::Enemy if self.comers(space).is_empty() => -points * self.weights.far,
            Side::Enemy => -points * self.weights.near,
        }
    }

    /// The chance that the other side takes a space from these in its next turn.
    fn taken(&self, space: SpaceId, own: &Force) -> f32 {
        let comers = self.comers(space);
        if comers.is_empty() {
            return 0.0;
        }
        // On its next turn the river may have fallen or risen.
        let taken = || self.attack(space, self.side.other(), comers, own).wins;
        match self.taken.get(space.index()) {
            Some(now) if own == self.force(self.side, space) => *now.get_or_init(taken),
            _ => taken(),
        }
    }

    /// How much units of the side are wanted in each space: by what is near.
    fn pulls(&self) -> Vec<f32> {
        let own = self.strongest();
        let wanted: Vec<(SpaceId, f32)> = self
            .lore
            .towns
            .iter()
            .map(|town| {
                let (here, other) = (self.force(self.side, town), self.force(self.side.other(), town));
                let points = self.points(town);
                let wants = match self.side {
                    _ if !other.is_empty() => points * self.attack(town, self.side, &own, other).wins,
                    Side::Ours if here.is_empty() => points,
                    Side::Ours => points * (0.15 + self.taken(town, here)),
                    Side::Enemy => 0.1 * points,
                };
                (town, wants)
            })
            .filter(|(_, wants)| *wants > 0.0)
            .collect();
        let gait = if self.side == Side::Enemy { super::row::Gait::Enemy } else { super::row::Gait::Land };
        let mut pulls = vec![(0.0_f32, 0.0_f32); self.state.on.len()];
        // An entry for each value of a byte: what is faded pulls by nothing.
        let mut fades = [0.0_f32; 1 << u8::BITS];
        for (far, fade) in (0_u8..FADED).zip(&mut fades) {
            *fade = 1.0 / (1.0 + self.weights.decay * f32::from(far));
        }
        for (town, wants) in wanted {
            for ((most, all), far) in pulls.iter_mut().zip(self.lore.distances_from(gait, town)) {
                let near = wants * fades[usize::from(*far)];
                *most = if near > *most { near } else { *most };
                *all += near;
            }
        }
        pulls.into_iter().map(|(most, all)| most + 0.1 * all).collect()
    }

    /// The strongest stack that the side could gather.
    fn strongest(&self) -> Force {
        let mut force = Force::default();
        let room = self.state.stack() as u8;
        for unit in self.lore.by_strength.iter().copied().filter(|unit| self.state.side_of(*unit) == self.side) {
            let row = self.lore.row(unit);
            if self.state.where_is(unit).is_some() && row.allowance > 0 && (row.stacking == 0 || force.stacking < room) {
                force.add(row);
            }
        }
        force
    }

    /// How much units of the side are wanted in a space.
    pub(super) fn pull(&self, space: SpaceId) -> f32 {
        self.pull.get_or_init(|| self.pulls()).get(space.index()).copied().unwrap_or(0.0) * self.weights.pull
    }

    /// What it is worth to have units join those of the side in a space without enemies, beside what holds there.
    pub(super) fn presence(&self, space: SpaceId, own: &Force) -> f32 {
        own.fire * self.pull(space) + self.weights.company * own.fire * f32::from(own.stacking.min(5)) * 0.2
    }

    /// What a space is worth to the side with these of its own in it, and who is there of the other.
    pub(super) fn worth(&self, space: SpaceId, own: &Force) -> f32 {
        self.hold(space, own, self.force(self.side.other(), space)) + self.presence(space, own)
    }

    /// The spaces with units of the other side.
    pub(super) fn hostile(&self) -> Spaces {
        self.state.spaces().filter(|space| !self.force(self.side.other(), *space).is_empty()).collect()
    }
}
