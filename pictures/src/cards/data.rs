//! Hands and the table as plain data.

pub use super::super::board::Party;

/// A kind of card.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[allow(missing_docs)] // names of kinds
pub enum Kind {
    Infantry,
    Shock,
    Cavalry,
    Camelry,
    Artillery,
    MachineGun,
    Rifle,
    Boat,
    Leader,
    Flag,
    /// Tactics of whoever holds the region or not.
    Tactics,
    /// Tactics of who does not hold the region.
    Attack,
    /// Tactics of who holds the region.
    Defence,
    Movement,
}

impl Kind {
    /// Every kind, in the order of the legend.
    pub const ALL: [Self; 14] = [
        Self::Infantry,
        Self::Shock,
        Self::Cavalry,
        Self::Camelry,
        Self::Artillery,
        Self::MachineGun,
        Self::Rifle,
        Self::Boat,
        Self::Leader,
        Self::Flag,
        Self::Tactics,
        Self::Attack,
        Self::Defence,
        Self::Movement,
    ];

    /// The word on the card, in the legend and in the alt texts.
    pub fn words(self) -> &'static str {
        match self {
            Self::Infantry => "Infantry",
            Self::Shock => "Shock",
            Self::Cavalry => "Cavalry",
            Self::Camelry => "Camels",
            Self::Artillery => "Artillery",
            Self::MachineGun => "Maxim",
            Self::Rifle => "Rifles",
            Self::Boat => "Boat",
            Self::Leader => "Leader",
            Self::Flag => "Flag",
            Self::Tactics => "Tactics",
            Self::Attack => "Attack",
            Self::Defence => "Defence",
            Self::Movement => "Movement",
        }
    }
}

/// A card in a hand.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HandCard {
    /// What it is.
    pub kind: Kind,
    /// What it is called.
    pub name: String,
    /// The printed note or condition; may be empty.
    pub note: String,
    /// Its force; 0 for a card of movement, which has none.
    pub force: u8,
    /// How many copies of it are in the hand.
    pub count: u8,
    /// Whether it is marked: chosen, or playable now.
    pub marked: bool,
}

/// A hand.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Hand {
    /// What is shown: "Your hand, turn 3: Deploy".
    pub title: String,
    /// The line under it; may be empty.
    pub caption: String,
    /// Whose.
    pub party: Party,
    /// The cards, each kind of card once.
    pub cards: Vec<HandCard>,
}

/// The units of a side in a region.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Stack {
    /// Whose.
    pub party: Party,
    /// Of each card that lies open its kind, its name and how many there are.
    pub units: Vec<(Kind, String, u8)>,
    /// Their force together.
    pub force: u16,
    /// How many cards lie face down.
    pub face_down: u8,
}

/// A region as it stands.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct RegionState {
    /// What it is called.
    pub name: String,
    /// Who controls it.
    pub holder: Option<Party>,
    /// The units of one side, of both or of neither.
    pub stacks: Vec<Stack>,
    /// Whether the conflict of the moment is there.
    pub fought: bool,
    /// What has just happened, in a few words: "taken this turn"; may be empty.
    pub news: String,
}

/// The table: five regions with what lies on them.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Table {
    /// What the game is called.
    pub title: String,
    /// The line under it: "Turn 3 of 9 · Travel".
    pub caption: String,
    /// What our side is called.
    pub ours: String,
    /// What the enemy is called.
    pub enemies: String,
    /// How many regions we hold, and how many the enemy.
    pub held: [u8; 2],
    /// Egypt, the north, the south, the west and the east.
    pub regions: [RegionState; 5],
    /// What else is to be told, a line each: hands and decks, for instance.
    pub notes: Vec<String>,
}

impl Table {
    /// What a side is called.
    pub(super) fn party(&self, party: Party) -> &str {
        match party {
            Party::Ours => &self.ours,
            Party::Enemy => &self.enemies,
        }
    }
}
