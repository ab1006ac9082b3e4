//! The map: spaces in map order and the routes between them (K32).

use serde::Deserialize;

use super::super::ids::{SpaceId, Spaces};
use crate::pack::PackError;
use crate::pack::read::read_toml;

const FILE: &str = "map.toml";

/// What a space is in the table of terrain effects (11.0).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Deserialize, serde::Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Terrain {
    /// A fortress: on flood turns alone (K07).
    Fortress,
    /// A town.
    Town,
    /// On a river.
    River,
    /// A port that is no town.
    Port,
    /// Open country.
    Open,
    /// Desert.
    Desert,
}

/// What a route is (8.0).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Deserialize, serde::Serialize)]
#[serde(rename_all = "snake_case")]
pub enum RouteKind {
    /// For everybody.
    Road,
    /// For everybody, and for boats (29.9, 29.10).
    River,
    /// For few (29.8).
    Desert,
    /// The sea link of ours (29.12).
    Sea,
}

/// A space.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Space {
    /// Its key in the data.
    pub key: String,
    /// Its name.
    pub name: String,
    /// What it is, save that a fortress is one on flood turns alone.
    pub kind: Terrain,
    /// To the east, from 0 to 1.
    pub x: f32,
    /// To the south, from 0 to 1.
    pub y: f32,
    /// What it counts for ours at the end (27.0).
    #[serde(default)]
    pub victory_points: u8,
    /// Whether it is a fortress on flood turns, and boats halt there before an enemy (K07, 29.10).
    #[serde(default)]
    pub fortress: bool,
    /// Whether it is a port (K09).
    #[serde(default)]
    pub port: bool,
    /// Whether recruits of ours are placed there (28.0).
    #[serde(default)]
    pub recruits: bool,
    /// Whether boats come and go on flood turns alone (K26).
    #[serde(default)]
    pub flood_only: bool,
    /// Whether it is one of those with which the enemy wins at once (27.0).
    #[serde(default)]
    pub sudden_death: bool,
    /// Whether its name is printed in red, which has no effect (25.2).
    #[serde(default)]
    pub red: bool,
}

/// A route from a space to the next.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Route {
    /// What it is.
    pub kind: RouteKind,
    /// Both ends.
    pub between: [SpaceId; 2],
}

/// The map.
#[derive(Clone, PartialEq, Debug)]
pub struct Map {
    /// The spaces, in map order.
    pub spaces: Vec<Space>,
    /// The shore of the sea on paper, from point to point; empty where there is none.
    pub coast: Vec<[f32; 2]>,
    /// The routes, each step of them once.
    pub routes: Vec<Route>,
    /// From each space the steps that lead from it, in map order.
    pub steps: Vec<Vec<(RouteKind, SpaceId)>>,
    /// From each space those that a route of each kind leads to.
    pub by_kind: Vec<[Spaces; 4]>,
    /// From each space those adjacent by land: the sea link is no adjacency (K03).
    pub adjacent: Vec<Spaces>,
    /// Those with which the enemy wins at once.
    pub sudden_death: Spaces,
    /// The ports.
    pub ports: Spaces,
    /// Where recruits of ours are placed.
    pub recruits: Spaces,
    /// Spaces on a river route (K08).
    pub river: Spaces,
    /// Fortresses of the flood turns (K07).
    pub fortresses: Spaces,
    /// Spaces that boats enter and leave on flood turns alone (K26).
    pub flood_only: Spaces,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RouteRow {
    kind: RouteKind,
    along: Vec<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    space: Vec<Space>,
    route: Vec<RouteRow>,
    #[serde(default)]
    coast: Vec<[f32; 2]>,
}

/// The space of a key.
pub(super) fn space(spaces: &[Space], key: &str) -> Option<SpaceId> {
    spaces.iter().position(|space| space.key == key).map(SpaceId::at)
}

/// Reads the file: spaces told apart and routes along spaces that there are.
pub(super) fn read(text: &str) -> Result<Map, Vec<PackError>> {
    let file: File = read_toml(FILE, text).map_err(|error| vec![error])?;
    let (spaces, coast) = (file.space, file.coast);
    let mut faults = Vec::new();
    if spaces.is_empty() || spaces.len() > Spaces::CAPACITY {
        faults.push(PackError::new(FILE, "space", format!("a map has 1 to {} spaces", Spaces::CAPACITY)));
        return Err(faults);
    }
    for (place, row) in spaces.iter().enumerate() {
        let mut fault = |holds: bool, key: &str, reason: &str| {
            if !holds {
                faults.push(PackError::new(FILE, format!("space[{place}].{key}"), reason));
            }
        };
        fault(spaces[..place].iter().all(|other| other.key != row.key), "key", "this key is there already");
        fault(spaces[..place].iter().all(|other| other.name != row.name), "name", "this name is there already");
        fault(row.kind != Terrain::Fortress, "kind", "a fortress is a town with fortress = true");
        fault(!row.fortress || row.kind == Terrain::Town, "fortress", "only a town is a fortress");
        fault((row.victory_points > 0) == (row.kind == Terrain::Town), "victory_points", "towns, and no others, have victory points");
        fault((0.0..=1.0).contains(&row.x) && (0.0..=1.0).contains(&row.y), "x", "a place is in the unit square");
    }
    let mut routes: Vec<Route> = Vec::new();
    for (place, row) in file.route.iter().enumerate() {
        let mut ends = Vec::new();
        for name in &row.along {
            match space(&spaces, name) {
                Some(space) => ends.push(space),
                None => faults.push(PackError::new(FILE, format!("route[{place}].along"), format!("there is no space \"{name}\""))),
            }
        }
        if row.along.len() < 2 {
            faults.push(PackError::new(FILE, format!("route[{place}].along"), "a route leads along two spaces at least"));
        }
        for pair in ends.windows(2) {
            let &[one, other] = pair else { continue };
            let again = routes.iter().any(|route| route.between == [one, other] || route.between == [other, one]);
            let sea = row.kind == RouteKind::Sea && !(spaces[one.index()].port && spaces[other.index()].port);
            if one == other || again {
                faults.push(PackError::new(FILE, format!("route[{place}].along"), "two spaces are joined once, and none with itself"));
            } else if sea {
                faults.push(PackError::new(FILE, format!("route[{place}].along"), "the sea joins ports"));
            } else {
                routes.push(Route { kind: row.kind, between: [one, other] });
            }
        }
    }
    let set = |wanted: &dyn Fn(&Space) -> bool| -> Spaces {
        (0..spaces.len()).filter(|place| wanted(&spaces[*place])).map(SpaceId::at).collect()
    };
    let sudden_death = set(&|space| space.sudden_death);
    if sudden_death.is_empty() {
        faults.push(PackError::new(FILE, "space", "one space at least has sudden_death = true"));
    }
    if !faults.is_empty() {
        return Err(faults);
    }
    let mut steps = vec![Vec::new(); spaces.len()];
    let mut adjacent = vec![Spaces::EMPTY; spaces.len()];
    let mut by_kind = vec![[Spaces::EMPTY; 4]; spaces.len()];
    let mut river = Spaces::EMPTY;
    for route in &routes {
        let [one, other] = route.between;
        steps[one.index()].push((route.kind, other));
        steps[other.index()].push((route.kind, one));
        by_kind[one.index()][route.kind as usize].insert(other);
        by_kind[other.index()][route.kind as usize].insert(one);
        match route.kind {
            RouteKind::Sea => continue,
            RouteKind::River => [one, other].into_iter().for_each(|end| river.insert(end)),
            RouteKind::Road | RouteKind::Desert => {}
        }
        adjacent[one.index()].insert(other);
        adjacent[other.index()].insert(one);
    }
    steps.iter_mut().for_each(|steps| steps.sort_by_key(|(_, to)| *to));
    let (ports, recruits) = (set(&|space| space.port), set(&|space| space.recruits));
    let (fortresses, flood_only) = (set(&|space| space.fortress), set(&|space| space.flood_only));
    Ok(Map { spaces, coast, routes, steps, by_kind, adjacent, sudden_death, ports, recruits, river, fortresses, flood_only })
}
