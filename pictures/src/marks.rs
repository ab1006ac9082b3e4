//! What is marked on a map besides the situation, as plain data: badges at places, arrows of moves, and the same in sentences.

use super::words::list;

/// Somewhere on the map.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Spot {
    /// A place.
    Place(String),
    /// A movement point: the route's ends and which of its points, from 0.
    Point {
        /// The route's `from`.
        from: String,
        /// The route's `to`.
        to: String,
        /// Which point.
        point: usize,
    },
    /// A sea area.
    Sea(String),
}

impl Spot {
    /// In words.
    pub fn words(&self) -> String {
        match self {
            Self::Place(name) => name.clone(),
            Self::Point { from, to, .. } => format!("the road {from}–{to}"),
            Self::Sea(name) => format!("sea area {name}"),
        }
    }
}

/// How much a badge matters.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Weight {
    /// Light letters have no need to stand out: black on paper, a thin edge.
    #[default]
    Calm,
    /// Black on ochre, a double edge.
    Uneasy,
    /// White on black.
    Grave,
}

/// A few words at a spot.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Badge {
    /// Where.
    pub at: Spot,
    /// The words: "67%".
    pub words: String,
    /// How much it matters.
    pub weight: Weight,
}

/// An arrow.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Movement {
    /// From where.
    pub from: Spot,
    /// To where.
    pub to: Spot,
    /// Units.
    pub units: u32,
    /// Ships, by name.
    pub ships: Vec<String>,
    /// Whether by water: a broken line.
    pub afloat: bool,
}

impl Movement {
    /// Who, as it is lettered at the arrow: "3", "Dongola", "3, 2 ships".
    pub fn label(&self) -> String {
        let fleet = match self.ships.as_slice() {
            [] => return self.units.to_string(),
            [name] if name.chars().count() <= 14 => name.clone(),
            [_] => "1 ship".to_owned(),
            ships => format!("{} ships", ships.len()),
        };
        if self.units == 0 { fleet } else { format!("{}, {fleet}", self.units) }
    }

    /// The same in words: "2 units and Dongola from Suakin to sea area D by water".
    fn sentence(&self) -> String {
        let mut who: Vec<String> = match self.units {
            0 => Vec::new(),
            1 => vec!["1 unit".to_owned()],
            units => vec![format!("{units} units")],
        };
        who.extend(self.ships.iter().cloned());
        let how = if self.afloat { " by water" } else { "" };
        format!("{} from {} to {}{how}", list(&who), self.from.words(), self.to.words())
    }
}

/// What is marked on the map.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Overlay {
    /// What the badges tell, for the words of the picture: "Chance to rise".
    pub about: String,
    /// Badges.
    pub badges: Vec<Badge>,
    /// Arrows.
    pub movements: Vec<Movement>,
}

impl Overlay {
    /// The same in sentences; of `told` spots alone.
    pub fn sentences(&self, told: impl Fn(&Spot) -> bool) -> Vec<String> {
        let mut sentences = Vec::new();
        let badges: Vec<String> =
            self.badges.iter().filter(|badge| told(&badge.at)).map(|badge| format!("{} {}", badge.at.words(), badge.words)).collect();
        if !badges.is_empty() {
            sentences.push(format!("{}: {}.", self.about, badges.join("; ")));
        }
        let moves: Vec<String> =
            self.movements.iter().filter(|movement| told(&movement.from) || told(&movement.to)).map(Movement::sentence).collect();
        if !moves.is_empty() {
            sentences.push(format!("Moves: {}.", moves.join("; ")));
        }
        sentences
    }
}
