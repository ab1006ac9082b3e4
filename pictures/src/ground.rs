//! What the map picture is drawn from: the ground (what a campaign pack fixes) and the situation on it
//! (what changes from turn to turn). Plain data in the picture's own words; the bot fills it from the
//! engine's pack and view, so that this module knows no rule and no engine type.

use std::collections::BTreeMap;

use super::chart::{Chart, ChartError};
pub use super::geometry::Km;
use super::marks::{Overlay, Spot};

/// How large a place is, which is also how large it is drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum PlaceKind {
    /// Drawn as a single circle.
    Village,
    /// Drawn as a double circle.
    Town,
    /// Drawn as a bastioned trace.
    FortifiedTown,
}

/// A location of the campaign map.
#[derive(Debug, Clone, PartialEq)]
pub struct Place {
    /// The name, as printed on the map and as the situation names it.
    pub name: String,
    /// The island it lies on.
    pub island: String,
    /// Its size.
    pub kind: PlaceKind,
    /// Where it lies, in kilometres.
    pub at: Km,
    /// Whether ships can lie there.
    pub port: bool,
}

/// A path by land between two places of one island.
#[derive(Debug, Clone, PartialEq)]
pub struct Route {
    /// The place it starts from.
    pub from: String,
    /// The place it leads to.
    pub to: String,
    /// Its movement points, in kilometres, in order from `from` to `to`.
    pub points: Vec<Km>,
}

/// A sea area.
#[derive(Debug, Clone, PartialEq)]
pub struct Sea {
    /// Its letter.
    pub name: String,
    /// Where the letter stands, in kilometres, if the chart does not say otherwise.
    pub at: Km,
}

/// Everything of the map that does not change while a campaign is played.
#[derive(Debug, Clone, PartialEq)]
pub struct MapGround {
    /// The campaign's title, for the cartouche.
    pub title: String,
    /// What those who hold places are called.
    pub holders: Holders,
    /// The islands, by name.
    pub islands: Vec<String>,
    /// All locations.
    pub places: Vec<Place>,
    /// All paths.
    pub routes: Vec<Route>,
    /// All sea areas.
    pub seas: Vec<Sea>,
    /// How it is drawn: coasts, hills, lettering. May be empty.
    pub chart: Chart,
}

impl Chart {
    /// Checks that the chart names only what the map has.
    ///
    /// # Errors
    ///
    /// At the first island, place or sea area that the map does not know.
    pub fn check(&self, file: &str, ground: &MapGround) -> Result<(), ChartError> {
        let unknown = |key: String, what: &str| Err(ChartError { file: file.into(), key, reason: format!("the map has no such {what}") });
        for (index, coast) in self.coasts.iter().enumerate() {
            if !ground.islands.contains(&coast.island) {
                return unknown(format!("coast {} ({})", index + 1, coast.island), "island");
            }
        }
        for (index, label) in self.labels.iter().enumerate() {
            if !ground.places.iter().any(|place| place.name == label.place) {
                return unknown(format!("label {} ({})", index + 1, label.place), "place");
            }
        }
        for (index, mark) in self.seas.iter().enumerate() {
            if !ground.seas.iter().any(|sea| sea.name == mark.name) {
                return unknown(format!("sea {} ({})", index + 1, mark.name), "sea area");
            }
        }
        Ok(())
    }
}

/// What those who hold places are called, as adjectives: "Egyptian", "British", "Mahdist".
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Holders {
    /// Of those of ours who are there from the start.
    pub native: String,
    /// Of those of ours who come later.
    pub allied: String,
    /// Of the enemy.
    pub enemy: String,
}

/// Who holds a place. Each has its own colour and its own mark.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Control {
    /// Ours, never lost: green, barred.
    #[default]
    Native,
    /// Ours again after a revolt: a doubled green ring.
    Pacified,
    /// The allies': red, with a cross.
    Allied,
    /// The enemy's: black, with a crescent.
    Enemy,
}

impl Control {
    /// All four, in the order of the legend.
    pub const ALL: [Self; 4] = [Self::Native, Self::Pacified, Self::Allied, Self::Enemy];
}

/// Troops in one place, counted in units.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Strength {
    /// Units of foot.
    pub foot: u32,
    /// Units of horse.
    pub horse: u32,
    /// Batteries.
    pub guns: u32,
    /// Whether any of them is allied.
    pub allied: bool,
}

impl Strength {
    /// Whether there is nobody.
    pub fn is_empty(self) -> bool {
        self.foot + self.horse + self.guns == 0
    }
}

/// What kind of ship.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ShipKind {
    /// Armed.
    Gunboat,
    /// Unarmed, carries troops.
    Transport,
}

/// A ship in port or at sea.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ship {
    /// Her name.
    pub name: String,
    /// Her kind.
    pub kind: ShipKind,
    /// Whether she is damaged.
    pub damaged: bool,
    /// Units aboard.
    pub aboard: u32,
}

/// How one place stands.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Standing {
    /// Who holds it.
    pub control: Control,
    /// The troops in it.
    pub garrison: Strength,
    /// Redoubts built around it.
    pub redoubts: u32,
    /// Siege level, 0 (no siege) to 4.
    pub siege_level: u8,
    /// Ships in its port.
    pub ships: Vec<Ship>,
    /// Whether something befell it this turn: it gets an emphasised ring.
    pub changed: bool,
}

/// A force in the field, at a movement point of a route.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FieldForce {
    /// The route's `from`.
    pub from: String,
    /// The route's `to`.
    pub to: String,
    /// Which of the route's movement points, counted from 0 at `from`.
    pub point: usize,
    /// Who is there.
    pub strength: Strength,
}

/// A train with its track.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Railway {
    /// The place where the train stands; none where there is no train, or where it is aboard ships.
    pub train: Option<String>,
    /// Stretches of track, each from one spot of the roads to the next.
    pub track: Vec<(Spot, Spot)>,
}

/// What changes from turn to turn.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Situation {
    /// The line under the title: "Turn 3, after the rebellion".
    pub caption: String,
    /// How each place stands, by name. A place not named is ours and empty.
    pub places: BTreeMap<String, Standing>,
    /// Forces in the field.
    pub forces: Vec<FieldForce>,
    /// Ships at sea, by sea area.
    pub at_sea: BTreeMap<String, Vec<Ship>>,
    /// The train.
    pub railway: Railway,
    /// What is marked besides, to answer a question.
    pub overlay: Overlay,
}

impl Situation {
    /// How a place stands.
    pub fn standing(&self, place: &str) -> Standing {
        self.places.get(place).cloned().unwrap_or_default()
    }
}

/// How much of the map a picture shows.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
pub enum Extent {
    /// All of it.
    #[default]
    Whole,
    /// One island and the water around it.
    Island(String),
    /// Several, and what lies between them.
    Islands(Vec<String>),
}

impl Extent {
    /// The islands it is about; none, if it is the whole map.
    pub fn islands(&self) -> &[String] {
        match self {
            Self::Whole => &[],
            Self::Island(island) => std::slice::from_ref(island),
            Self::Islands(islands) => islands,
        }
    }
}
