//! What every player knows before the game begins: how far it is from each space to each other, and what each counter is good for. It is
//! reckoned once for the data of a game and looked up from then on.

use std::sync::Arc;

use engine::khartoum::ids::{SpaceId, Spaces, UnitId};
use engine::khartoum::pack::Pack;
use engine::khartoum::pack::counters::{Class, Contingent, Role};
use engine::khartoum::pack::map::RouteKind;
use engine::tabletop::side::Side;

use super::battle::Force;
use super::row::{Gait, Row};

/// What a unit of the enemy, who come back by lot, is worth in victory points, for each point of strength.
const ENEMY_UNIT: f32 = 0.08;
/// The chief, who comes back by himself.
const CHIEF: f32 = 0.05;
/// One of ours from overseas, who do not come back.
const ALLIED_UNIT: f32 = 0.15;
/// One of ours of the country.
const NATIVE_UNIT: f32 = 0.08;

/// The steps of the unit that goes farthest.
const MOST_STEPS: u8 = 8;

/// Farther than anything.
pub(super) const FAR: u8 = u8::MAX;

/// What is known of the data of a game.
#[derive(Clone, Debug)]
pub struct Lore {
    pack: Arc<Pack>,
    pub(super) rows: Vec<Row>,
    /// By gait and space, the distances to all spaces.
    distances: [Vec<[u8; Spaces::CAPACITY]>; 4],
    /// By gait, number of steps and space, the towns that are no farther.
    towns_near: [Vec<Vec<Spaces>>; 4],
    /// The towns.
    pub(super) towns: Spaces,
    /// All units, the strongest first.
    pub(super) by_strength: Vec<UnitId>,
    /// The mean counter of the enemy on foot, for one that is not seen.
    pub(super) unseen: Row,
}

impl Lore {
    /// Of these data.
    #[must_use]
    pub fn of(pack: &Arc<Pack>) -> Self {
        let row = |unit: &engine::khartoum::pack::counters::Unit| {
            let gait = match (unit.side, unit.class) {
                (Side::Enemy, _) => Gait::Enemy,
                (Side::Ours, Class::Boat) => Gait::Boat,
                (Side::Ours, Class::Camel | Class::Leader) => Gait::Camel,
                (Side::Ours, Class::Foot | Class::Cavalry | Class::Garrison) => Gait::Land,
            };
            let strength = f32::from(unit.strength);
            let each = match (unit.side, unit.contingent, unit.role) {
                (_, _, Some(Role::Chief)) => CHIEF,
                (Side::Enemy, _, _) => ENEMY_UNIT,
                (Side::Ours, Some(Contingent::Allied), _) => ALLIED_UNIT,
                (Side::Ours, _, _) => NATIVE_UNIT,
            };
            Row {
                strength,
                allowance: pack.tables.movement.of(unit.class),
                gait,
                stacking: unit.class.stacks().into(),
                elite: if unit.elite { 1.0 } else { 0.0 },
                breaks: if unit.eliminates { 1.0 } else { 0.0 },
                mounted: unit.class.is_mounted().into(),
                leader: (unit.class == Class::Leader).into(),
                garrison: (unit.class == Class::Garrison).into(),
                worth: each * strength,
            }
        };
        let rows: Vec<Row> = pack.counters.units.iter().map(row).collect();
        let foot: Vec<&Row> = rows
            .iter()
            .zip(&pack.counters.units)
            .filter(|(row, unit)| unit.side == Side::Enemy && row.leader == 0)
            .map(|(row, _)| row)
            .collect();
        let mean = |of: &dyn Fn(&Row) -> f32| foot.iter().map(|row| of(row)).sum::<f32>() / foot.len().max(1) as f32;
        let unseen = Row {
            strength: mean(&|row| row.strength),
            allowance: pack.tables.movement.foot,
            gait: Gait::Enemy,
            stacking: 1,
            elite: mean(&|row| row.elite),
            breaks: mean(&|row| row.breaks),
            mounted: 0,
            leader: 0,
            garrison: 0,
            worth: mean(&|row| row.worth),
        };
        let (land, desert, sea, river) = (RouteKind::Road, RouteKind::Desert, RouteKind::Sea, RouteKind::River);
        let distances = [
            distances(pack, &[land, river, sea]),
            distances(pack, &[land, river, sea, desert]),
            distances(pack, &[land, river, desert]),
            distances(pack, &[river]),
        ];
        let towns: Spaces = (0..pack.map.spaces.len()).map(SpaceId::at).filter(|space| victory_points(pack, *space) > 0).collect();
        let near = |distances: &Vec<[u8; Spaces::CAPACITY]>| {
            let within = |steps: u8| distances.iter().map(|row| towns.iter().filter(|town| row[town.index()] <= steps).collect()).collect();
            (0..=MOST_STEPS).map(within).collect()
        };
        let mut by_strength: Vec<UnitId> = (0..rows.len()).map(UnitId::at).collect();
        by_strength.sort_by(|one, other| rows[other.index()].strength.total_cmp(&rows[one.index()].strength));
        let towns_near = [near(&distances[0]), near(&distances[1]), near(&distances[2]), near(&distances[3])];
        Self { pack: Arc::clone(pack), rows, distances, towns_near, towns, by_strength, unseen }
    }

    /// Whether it is of these data.
    #[must_use]
    pub fn is_of(&self, pack: &Arc<Pack>) -> bool {
        Arc::ptr_eq(&self.pack, pack)
    }

    /// A force of one mean unit.
    pub(super) fn one(&self) -> Force {
        let mut force = Force::default();
        force.add(&self.unseen);
        force
    }

    /// A counter.
    pub(super) fn row(&self, unit: UnitId) -> &Row {
        self.rows.get(unit.index()).unwrap_or(&self.unseen)
    }

    /// How many steps it is from a space to each by a gait, whoever is between; [`FAR`] where it does not go.
    pub(super) fn distances_from(&self, gait: Gait, from: SpaceId) -> &[u8] {
        self.distances[gait as usize].get(from.index()).map_or(&[], |row| row)
    }

    /// The towns that a unit in a space can reach in a move, whoever is between.
    pub(super) fn towns_near(&self, row: &Row, from: SpaceId) -> Spaces {
        let steps = usize::from(row.allowance.min(MOST_STEPS));
        self.towns_near[row.gait as usize].get(steps).and_then(|near| near.get(from.index())).copied().unwrap_or_default()
    }

    /// What a space counts for at the end.
    pub(super) fn points(&self, space: SpaceId) -> f32 {
        f32::from(victory_points(&self.pack, space))
    }
}

fn victory_points(pack: &Pack, space: SpaceId) -> u8 {
    pack.space(space).map_or(0, |row| row.victory_points)
}

/// From each space the steps to all by these kinds of routes.
fn distances(pack: &Pack, kinds: &[RouteKind]) -> Vec<[u8; Spaces::CAPACITY]> {
    let from = |from: usize| {
        let mut far = [FAR; Spaces::CAPACITY];
        far[from] = 0;
        let mut edge = vec![from];
        let mut steps = 0;
        while !edge.is_empty() {
            steps += 1;
            let mut next = Vec::new();
            for space in edge {
                for (kind, to) in &pack.map.steps[space] {
                    if kinds.contains(kind) && far[to.index()] == FAR {
                        far[to.index()] = steps;
                        next.push(to.index());
                    }
                }
            }
            edge = next;
        }
        far
    };
    (0..pack.map.spaces.len()).map(from).collect()
}
