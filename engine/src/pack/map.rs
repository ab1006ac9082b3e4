//! The map of a campaign: islands, locations, the paths between them with their movement points, and the sea areas.
//!
//! Rulebook: *The Map*; *How The Rebellion Spreads* (what adjacent means); *Movement*. A space is what a force can stand
//! on: a location or a movement point. Distances are counted in spaces, as movement is.

use std::collections::VecDeque;

use serde::Deserialize;

use super::error::PackError;
use super::identifiers::{IslandId, IslandSet, LocationId, LocationSet, SeaAreaId, SeaAreaSet, SpaceId, SpaceSet};
use super::names::{self, Directory, with_directory};
use super::read::read_toml;

/// The file's name inside a pack.
pub(super) const FILE: &str = "map.toml";

/// What a location is; it decides its revolt number, its victory points and what it can supply.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Deserialize, serde::Serialize)]
pub enum LocationKind {
    /// A village.
    #[serde(rename = "village")]
    Village,
    /// A town.
    #[serde(rename = "town")]
    Town,
    /// A fortified town, or fortress.
    #[serde(rename = "fortified town")]
    FortifiedTown,
}

impl LocationKind {
    /// The word of the rulebook.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Village => "village",
            Self::Town => "town",
            Self::FortifiedTown => "fortified town",
        }
    }
}

/// A number for each kind of location.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ByLocationKind {
    /// For a village.
    pub village: i16,
    /// For a town.
    pub town: i16,
    /// For a fortified town.
    pub fortified_town: i16,
}

impl ByLocationKind {
    /// The number for `kind`.
    #[must_use]
    pub const fn of(&self, kind: LocationKind) -> i16 {
        match kind {
            LocationKind::Village => self.village,
            LocationKind::Town => self.town,
            LocationKind::FortifiedTown => self.fortified_town,
        }
    }
}

/// An island.
#[derive(Clone, PartialEq, Debug)]
pub struct Island {
    /// Its name.
    pub name: String,
    /// The islands next to it.
    pub adjacent: IslandSet,
    /// The locations on it.
    pub locations: LocationSet,
    /// Those of them that are fortified towns.
    pub fortified: LocationSet,
}

/// A village, town or fortified town.
#[derive(Clone, PartialEq, Debug)]
pub struct Location {
    /// Its name.
    pub name: String,
    /// The island it lies on.
    pub island: IslandId,
    /// Village, town or fortified town.
    pub kind: LocationKind,
    /// The sea areas its port lies on, the usual one first; none if it is no port.
    pub port_on: Vec<SeaAreaId>,
    /// Kilometres east and north of the map's origin.
    pub at: [f64; 2],
    /// It rises only while all of these are Mahdist-held (*Important Note*); empty for most.
    pub rises_only_with: LocationSet,
    /// Locations joined to it by a path with no third location on it.
    pub adjacent: LocationSet,
}

impl Location {
    /// Whether ships can lie here.
    #[must_use]
    pub fn is_port(&self) -> bool {
        !self.port_on.is_empty()
    }
}

/// A movement point: a space on a path between two locations.
#[derive(Clone, PartialEq, Debug)]
pub struct MovementPoint {
    /// The island it lies on.
    pub island: IslandId,
    /// The locations at the two ends of its path.
    pub between: [LocationId; 2],
    /// Its place on the path, counted from the first of `between`, from 1.
    pub number: u8,
    /// How many movement points its path has.
    pub of: u8,
    /// Kilometres east and north of the map's origin.
    pub at: [f64; 2],
}

/// A path by land between two locations.
#[derive(Clone, PartialEq, Debug)]
pub struct Path {
    /// Where it begins.
    pub from: LocationId,
    /// Where it ends.
    pub to: LocationId,
    /// The movement points on it, in order.
    pub points: Vec<SpaceId>,
}

/// A sea area.
#[derive(Clone, PartialEq, Debug)]
pub struct SeaArea {
    /// Its letter.
    pub name: String,
    /// The areas a ship can reach with one function.
    pub adjacent: SeaAreaSet,
    /// The waters it covers, in words.
    pub waters: String,
    /// Where its letter stands: kilometres east and north of the map's origin.
    pub at: [f64; 2],
}

/// The whole map, checked.
#[derive(Clone, PartialEq, Debug)]
pub struct Map {
    /// Islands, by [`IslandId`].
    pub islands: Vec<Island>,
    /// Locations, by [`LocationId`], in the order of the Random Locations table.
    pub locations: Vec<Location>,
    /// Movement points: the space after the last location is the first of these.
    pub points: Vec<MovementPoint>,
    /// Paths by land.
    pub paths: Vec<Path>,
    /// Sea areas, by [`SeaAreaId`].
    pub sea_areas: Vec<SeaArea>,
    /// Victory points by kind of location.
    pub values: ByLocationKind,
    neighbours: Vec<SpaceSet>,
    distances: Vec<Vec<Option<u8>>>,
    all: LocationSet,
    ports: LocationSet,
    waiting: LocationSet,
}

impl Map {
    /// Every location, as a set.
    #[must_use]
    pub const fn all(&self) -> LocationSet {
        self.all
    }

    /// Every port.
    #[must_use]
    pub const fn ports(&self) -> LocationSet {
        self.ports
    }

    /// Every location that is rolled for only while others are the enemy's ([`Location::rises_only_with`]).
    #[must_use]
    pub const fn waiting(&self) -> LocationSet {
        self.waiting
    }

    /// Every location, in order.
    pub fn location_ids(&self) -> impl DoubleEndedIterator<Item = LocationId> + use<> {
        (0..self.locations.len()).map(LocationId::at)
    }

    /// Every space: locations first, then movement points.
    pub fn space_ids(&self) -> impl DoubleEndedIterator<Item = SpaceId> + use<> {
        (0..self.locations.len() + self.points.len()).map(SpaceId::at)
    }

    /// The location with this number.
    #[must_use]
    pub fn location(&self, location: LocationId) -> &Location {
        &self.locations[location.index()]
    }

    /// The island with this number.
    #[must_use]
    pub fn island(&self, island: IslandId) -> &Island {
        &self.islands[island.index()]
    }

    /// The victory points a location is worth.
    #[must_use]
    pub fn value(&self, location: LocationId) -> i16 {
        self.values.of(self.location(location).kind)
    }

    /// The space that `location` is.
    #[must_use]
    pub const fn space_of(&self, location: LocationId) -> SpaceId {
        SpaceId(location.0)
    }

    /// The location that `space` is, or `None` for a movement point.
    #[must_use]
    pub fn location_at(&self, space: SpaceId) -> Option<LocationId> {
        (space.index() < self.locations.len()).then_some(LocationId(space.0))
    }

    /// The movement point that `space` is, or `None` for a location.
    #[must_use]
    pub fn point_at(&self, space: SpaceId) -> Option<&MovementPoint> {
        space.index().checked_sub(self.locations.len()).and_then(|index| self.points.get(index))
    }

    /// The island on which `space` lies.
    #[must_use]
    pub fn island_of_space(&self, space: SpaceId) -> IslandId {
        match self.point_at(space) {
            Some(point) => point.island,
            None => self.location(LocationId(space.0)).island,
        }
    }

    /// The spaces one step from `space`.
    #[must_use]
    pub fn neighbours(&self, space: SpaceId) -> SpaceSet {
        self.neighbours[space.index()]
    }

    /// How many spaces a force marches from one location to another by land; `None` across water.
    #[must_use]
    pub fn distance(&self, from: LocationId, to: LocationId) -> Option<u8> {
        self.distances[from.index()][to.index()]
    }

    /// What a space is called: a location's name, or "Lopez–Richardson 1 of 2" for a movement point.
    #[must_use]
    pub fn space_name(&self, space: SpaceId) -> String {
        match self.point_at(space) {
            Some(point) => {
                let [a, b] = point.between.map(|end| self.location(end).name.as_str());
                if point.of == 1 { format!("{a}–{b}") } else { format!("{a}–{b} {} of {}", point.number, point.of) }
            }
            None => self.location(LocationId(space.0)).name.clone(),
        }
    }

    /// The location of this name, letter case aside.
    #[must_use]
    pub fn find_location(&self, name: &str) -> Option<LocationId> {
        let name = name.trim().to_lowercase();
        self.location_ids().find(|location| self.location(*location).name.to_lowercase() == name)
    }

    /// The space of this name, letter case aside.
    #[must_use]
    pub fn find_space(&self, name: &str) -> Option<SpaceId> {
        let name = name.trim().to_lowercase();
        self.space_ids().find(|space| self.space_name(*space).to_lowercase() == name)
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct MapFile {
    values: ByLocationKind,
    island: Vec<IslandEntry>,
    location: Vec<LocationEntry>,
    path: Vec<PathEntry>,
    sea_area: Vec<SeaAreaEntry>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct IslandEntry {
    name: String,
    #[serde(deserialize_with = "names::islands")]
    adjacent: Vec<IslandId>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct LocationEntry {
    name: String,
    #[serde(deserialize_with = "names::island")]
    island: IslandId,
    kind: LocationKind,
    #[serde(default, deserialize_with = "names::sea_areas")]
    port_on: Vec<SeaAreaId>,
    at: [f64; 2],
    #[serde(default, deserialize_with = "names::location_set")]
    rises_only_with: LocationSet,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PathEntry {
    #[serde(deserialize_with = "names::location")]
    from: LocationId,
    #[serde(deserialize_with = "names::location")]
    to: LocationId,
    points: Vec<[f64; 2]>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct SeaAreaEntry {
    name: String,
    #[serde(deserialize_with = "names::sea_areas")]
    adjacent: Vec<SeaAreaId>,
    at: [f64; 2],
    waters: String,
}

/// The names of a map file, before anything else in it is understood.
#[derive(Deserialize)]
struct NamesOnly {
    #[serde(default)]
    island: Vec<Named>,
    #[serde(default)]
    location: Vec<Named>,
    #[serde(default)]
    sea_area: Vec<Named>,
}

#[derive(Deserialize)]
struct Named {
    name: String,
}

/// Reads and checks `map.toml`; the names it defines are added to `directory`.
pub(super) fn read(text: &str, directory: &mut Directory) -> Result<Map, Vec<PackError>> {
    let defined: NamesOnly = read_toml(FILE, text).map_err(|error| vec![error])?;
    let mut errors = Vec::new();
    let mut list = |entries: Vec<Named>, key: &str, most: usize| {
        let mut names: Vec<String> = Vec::new();
        for (index, entry) in entries.into_iter().enumerate() {
            if entry.name.trim().is_empty() || entry.name.chars().count() > 40 {
                errors.push(PackError::new(FILE, format!("{key}[{index}].name"), "a name has 1 to 40 characters"));
            }
            if names.iter().any(|known| known.to_lowercase() == entry.name.to_lowercase()) {
                errors.push(PackError::new(FILE, format!("{key}[{index}].name"), format!("\"{}\" is there twice", entry.name)));
            }
            names.push(entry.name);
        }
        if names.len() > most {
            errors.push(PackError::new(FILE, key, format!("{} of them, but {most} at most can be umpired", names.len())));
        }
        names
    };
    directory.islands = list(defined.island, "island", IslandSet::CAPACITY);
    directory.locations = list(defined.location, "location", LocationSet::CAPACITY);
    directory.sea_areas = list(defined.sea_area, "sea_area", SeaAreaSet::CAPACITY);
    if !errors.is_empty() {
        return Err(errors);
    }
    let file: MapFile = with_directory(directory, || read_toml(FILE, text)).map_err(|error| vec![error])?;
    build(file)
}

fn build(file: MapFile) -> Result<Map, Vec<PackError>> {
    let mut errors = Vec::new();
    for (key, value) in [("village", file.values.village), ("town", file.values.town), ("fortified_town", file.values.fortified_town)] {
        if !(0..=1_000).contains(&value) {
            errors.push(PackError::new(FILE, format!("values.{key}"), "victory points of a location are 0 to 1,000"));
        }
    }
    let far = |at: &[f64; 2]| at.iter().any(|coordinate| !coordinate.is_finite() || coordinate.abs() > 10_000.0);
    let mut too_far = |key: String| errors.push(PackError::new(FILE, key, "kilometres east and north, within 10,000"));
    for (index, _) in file.sea_area.iter().enumerate().filter(|(_, area)| far(&area.at)) {
        too_far(format!("sea_area[{index}].at"));
    }
    for (index, _) in file.path.iter().enumerate().filter(|(_, path)| path.points.iter().any(far)) {
        too_far(format!("path[{index}].points"));
    }
    for (index, location) in file.location.iter().enumerate() {
        if far(&location.at) {
            errors.push(PackError::new(FILE, format!("location[{index}].at"), "kilometres east and north, within 10,000"));
        }
        if location.rises_only_with.contains(LocationId::at(index)) {
            errors.push(PackError::new(FILE, format!("location[{index}].rises_only_with"), "a location cannot wait for itself"));
        }
    }
    let mut map = Map {
        islands: file
            .island
            .iter()
            .map(|entry| Island {
                name: entry.name.clone(),
                adjacent: entry.adjacent.iter().copied().collect(),
                locations: LocationSet::EMPTY,
                fortified: LocationSet::EMPTY,
            })
            .collect(),
        locations: file
            .location
            .into_iter()
            .map(|entry| Location {
                name: entry.name,
                island: entry.island,
                kind: entry.kind,
                port_on: entry.port_on,
                at: entry.at,
                rises_only_with: entry.rises_only_with,
                adjacent: LocationSet::EMPTY,
            })
            .collect(),
        points: Vec::new(),
        paths: Vec::new(),
        sea_areas: file
            .sea_area
            .into_iter()
            .map(|entry| SeaArea { name: entry.name, adjacent: entry.adjacent.into_iter().collect(), waters: entry.waters, at: entry.at })
            .collect(),
        values: file.values,
        neighbours: Vec::new(),
        distances: Vec::new(),
        all: LocationSet::EMPTY,
        ports: LocationSet::EMPTY,
        waiting: LocationSet::EMPTY,
    };
    map.all = map.location_ids().collect();
    map.waiting = map.location_ids().filter(|location| !map.location(*location).rises_only_with.is_empty()).collect();
    map.ports = map.location_ids().filter(|location| map.location(*location).is_port()).collect();
    for (index, location) in map.locations.iter().enumerate() {
        let island = &mut map.islands[location.island.index()];
        island.locations.insert(LocationId::at(index));
        if location.kind == LocationKind::FortifiedTown {
            island.fortified.insert(LocationId::at(index));
        }
    }
    check_adjacency(&map, &mut errors);
    lay_paths(&mut map, &file.path, &mut errors);
    if errors.is_empty() {
        map.distances = map.location_ids().map(|from| distances_from(&map, from)).collect();
        check_connected(&map, &mut errors);
    }
    if errors.is_empty() { Ok(map) } else { Err(errors) }
}

/// "Adjacent" goes both ways, and nothing is next to itself.
fn check_adjacency(map: &Map, errors: &mut Vec<PackError>) {
    for (index, island) in map.islands.iter().enumerate() {
        for other in island.adjacent.iter() {
            if other.index() == index {
                errors.push(PackError::new(FILE, format!("island[{index}].adjacent"), "an island is not next to itself"));
            } else if !map.island(other).adjacent.contains(IslandId::at(index)) {
                errors.push(PackError::new(
                    FILE,
                    format!("island[{}].adjacent", other.index()),
                    format!("{} lists {} as adjacent, but not the other way round", island.name, map.island(other).name),
                ));
            }
        }
        if island.locations.is_empty() {
            errors.push(PackError::new(FILE, format!("island[{index}]"), format!("{} has no location on it", island.name)));
        }
    }
    for (index, area) in map.sea_areas.iter().enumerate() {
        for other in area.adjacent.iter() {
            if other.index() == index {
                errors.push(PackError::new(FILE, format!("sea_area[{index}].adjacent"), "a sea area is not next to itself"));
            } else if !map.sea_areas[other.index()].adjacent.contains(SeaAreaId::at(index)) {
                errors.push(PackError::new(
                    FILE,
                    format!("sea_area[{}].adjacent", other.index()),
                    format!("{} lists {} as adjacent, but not the other way round", area.name, map.sea_areas[other.index()].name),
                ));
            }
        }
    }
}

fn lay_paths(map: &mut Map, paths: &[PathEntry], errors: &mut Vec<PackError>) {
    let spaces = map.locations.len() + paths.iter().map(|path| path.points.len()).sum::<usize>();
    if spaces > SpaceSet::CAPACITY {
        errors.push(PackError::new(
            FILE,
            "path",
            format!("{spaces} locations and movement points, but {} at most can be umpired", SpaceSet::CAPACITY),
        ));
        return;
    }
    map.neighbours = vec![SpaceSet::EMPTY; spaces];
    for (index, path) in paths.iter().enumerate() {
        let (from, to) = (path.from, path.to);
        let key = format!("path[{index}]");
        if from == to {
            errors.push(PackError::new(FILE, format!("{key}.to"), "a path leads somewhere else"));
            continue;
        }
        let island = map.location(from).island;
        if island != map.location(to).island {
            errors.push(PackError::new(
                FILE,
                key,
                format!("{} and {} are on different islands; paths never cross water", map.location(from).name, map.location(to).name),
            ));
            continue;
        }
        if map.locations[from.index()].adjacent.contains(to) {
            errors.push(PackError::new(
                FILE,
                key,
                format!("{} and {} are joined by a path already", map.location(from).name, map.location(to).name),
            ));
            continue;
        }
        map.locations[from.index()].adjacent.insert(to);
        map.locations[to.index()].adjacent.insert(from);
        let mut points = Vec::with_capacity(path.points.len());
        let mut last = map.space_of(from);
        for (place, at) in path.points.iter().enumerate() {
            let space = SpaceId::at(map.locations.len() + map.points.len());
            map.points.push(MovementPoint { island, between: [from, to], number: place as u8 + 1, of: path.points.len() as u8, at: *at });
            join(&mut map.neighbours, last, space);
            points.push(space);
            last = space;
        }
        join(&mut map.neighbours, last, SpaceId(to.0));
        map.paths.push(Path { from, to, points });
    }
}

fn join(neighbours: &mut [SpaceSet], a: SpaceId, b: SpaceId) {
    neighbours[a.index()].insert(b);
    neighbours[b.index()].insert(a);
}

/// Spaces from one location to every other by land, breadth first.
fn distances_from(map: &Map, from: LocationId) -> Vec<Option<u8>> {
    let mut reached = vec![None; map.neighbours.len()];
    let mut queue = VecDeque::from([map.space_of(from)]);
    reached[from.index()] = Some(0);
    while let Some(space) = queue.pop_front() {
        let next = reached[space.index()].map(|distance: u8| distance.saturating_add(1));
        for neighbour in map.neighbours(space).iter() {
            if reached[neighbour.index()].is_none() {
                reached[neighbour.index()] = next;
                queue.push_back(neighbour);
            }
        }
    }
    reached.truncate(map.locations.len());
    reached
}

/// All of an island can be walked, and every island can be reached by sea.
fn check_connected(map: &Map, errors: &mut Vec<PackError>) {
    for island in &map.islands {
        let Some(first) = island.locations.first() else { continue };
        for location in island.locations.iter().filter(|location| map.distance(first, *location).is_none()) {
            errors.push(PackError::new(
                FILE,
                "path",
                format!("no path joins {} to {} on {}", map.location(location).name, map.location(first).name, island.name),
            ));
        }
    }
    let Some(first) = map.sea_areas.first() else {
        errors.push(PackError::new(FILE, "sea_area", "there must be one at least"));
        return;
    };
    let mut reached = SeaAreaSet::of(SeaAreaId(0));
    loop {
        let wider = reached.iter().fold(reached, |wider, area| wider.union(map.sea_areas[area.index()].adjacent));
        if wider == reached {
            break;
        }
        reached = wider;
    }
    for (index, area) in map.sea_areas.iter().enumerate() {
        if !reached.contains(SeaAreaId::at(index)) {
            errors.push(PackError::new(
                FILE,
                format!("sea_area[{index}]"),
                format!("no ship can come to {} from {}", area.name, first.name),
            ));
        }
    }
    if map.islands.len() > 1 {
        for (index, island) in map.islands.iter().enumerate() {
            if !island.locations.iter().any(|location| map.location(location).is_port()) {
                errors.push(PackError::new(
                    FILE,
                    format!("island[{index}]"),
                    format!("{} has no port, so nobody can come to it", island.name),
                ));
            }
        }
    }
}
