//! What the key of an order is made of: its word, then what it is about, part by part.
//!
//! Keys stand in buttons for ever. Whatever comes from outside is read strictly: nothing reads back but what is written here.

use engine::campaign::{
    CardPlace, CardUse, Control, Correction, CorrectionKind, GovernorPlace, GroundDice, Odds, Purse, ShipPlace, Station, UnitPlace,
};
use engine::pack::{CardNumber, LocationId, Nation, SeaAreaId, ShipId, SpaceId, UnitId, UnitKindId};

/// What is left to be read of a key.
pub(super) type Rest<'a> = std::str::Split<'a, char>;

/// What an order is about, as its key has it.
pub(super) trait Part: Sized {
    /// Writes it behind what stands there.
    fn write(&self, key: &mut String);
    /// Reads it as it was written.
    fn read(rest: &mut Rest<'_>) -> Option<Self>;
}

impl Part for u8 {
    fn write(&self, key: &mut String) {
        key.push('.');
        key.push_str(&self.to_string());
    }

    fn read(rest: &mut Rest<'_>) -> Option<Self> {
        let text = rest.next()?;
        text.parse().ok().filter(|number: &Self| number.to_string() == text)
    }
}

macro_rules! numbered {
    ($($id:ident),+) => {
        $(impl Part for $id {
            fn write(&self, key: &mut String) {
                self.0.write(key);
            }

            fn read(rest: &mut Rest<'_>) -> Option<Self> {
                u8::read(rest).map($id)
            }
        })+
    };
}

numbered!(CardNumber, LocationId, SeaAreaId, ShipId, SpaceId, UnitId, UnitKindId);

/// What has few values, each with a word of its own.
macro_rules! worded {
    ($what:ident: $($value:path => $word:literal),+) => {
        impl Part for $what {
            fn write(&self, key: &mut String) {
                key.push('.');
                key.push_str(match self {
                    $($value => $word),+
                });
            }

            fn read(rest: &mut Rest<'_>) -> Option<Self> {
                match rest.next()? {
                    $($word => Some($value),)+
                    _ => None,
                }
            }
        }
    };
}

worded!(CardUse: Self::Event => "event", Self::Ops => "ops", Self::Replacements => "points");
worded!(Nation: Self::Native => "0", Self::Allied => "1");
worded!(Odds: Self::Even => "1", Self::OverTwoToOne => "2", Self::OverThreeToOne => "3");

impl Part for bool {
    fn write(&self, key: &mut String) {
        u8::from(*self).write(key);
    }

    fn read(rest: &mut Rest<'_>) -> Option<Self> {
        match rest.next()? {
            "0" => Some(false),
            "1" => Some(true),
            _ => None,
        }
    }
}

/// Dice of the ground, which an order without any has no part for: a button has none, and whoever gives its order throws them.
impl Part for GroundDice {
    fn write(&self, key: &mut String) {
        if !self.is_empty() {
            key.push('.');
            key.push_str(&self.to_string());
        }
    }

    fn read(rest: &mut Rest<'_>) -> Option<Self> {
        let Some(text) = rest.next() else { return Some(Self::default()) };
        Self::try_from(text.to_owned()).ok().filter(|dice| !dice.is_empty())
    }
}

impl Part for Station {
    fn write(&self, key: &mut String) {
        match self {
            Self::Space(space) => {
                key.push_str(".land");
                space.write(key);
            }
            Self::Sea(area) => {
                key.push_str(".sea");
                area.write(key);
            }
        }
    }

    fn read(rest: &mut Rest<'_>) -> Option<Self> {
        match rest.next()? {
            "land" => SpaceId::read(rest).map(Self::Space),
            "sea" => SeaAreaId::read(rest).map(Self::Sea),
            _ => None,
        }
    }
}

/// Markers of damage; of a ship that was sunk there are none to count.
impl Part for Option<u8> {
    fn write(&self, key: &mut String) {
        self.unwrap_or(0).write(key);
    }

    fn read(rest: &mut Rest<'_>) -> Option<Self> {
        u8::read(rest).map(|damage| Some(damage).filter(|damage| *damage > 0))
    }
}

/// What need not be said, and stands last: nothing is written for it then.
impl Part for Option<ShipId> {
    fn write(&self, key: &mut String) {
        if let Some(ship) = self {
            ship.write(key);
        }
    }

    fn read(rest: &mut Rest<'_>) -> Option<Self> {
        if rest.clone().next().is_none() { Some(None) } else { ShipId::read(rest).map(Some) }
    }
}

worded!(CardPlace: Self::Hand => "hand", Self::Draw => "draw", Self::Discard => "discard", Self::Removed => "out");
worded!(Control: Self::Native => "0", Self::NativePacified => "1", Self::Allied => "2", Self::Enemy => "3");
worded!(Purse: Self::Native => "0", Self::Allied => "1", Self::AlliedInfantry => "2", Self::AlliedCavalry => "3", Self::AlliedGuns => "4");

impl Part for i16 {
    fn write(&self, key: &mut String) {
        key.push('.');
        key.push_str(&self.to_string());
    }

    fn read(rest: &mut Rest<'_>) -> Option<Self> {
        let text = rest.next()?;
        text.parse().ok().filter(|number: &Self| number.to_string() == text)
    }
}

impl Part for UnitPlace {
    fn write(&self, key: &mut String) {
        match self {
            Self::At(space) => {
                key.push_str(".at");
                space.write(key);
            }
            Self::Aboard(ship) => {
                key.push_str(".aboard");
                ship.write(key);
            }
            Self::Lost => key.push_str(".lost"),
            Self::Gone => key.push_str(".gone"),
            Self::Reserve => key.push_str(".reserve"),
        }
    }

    fn read(rest: &mut Rest<'_>) -> Option<Self> {
        match rest.next()? {
            "at" => SpaceId::read(rest).map(Self::At),
            "aboard" => ShipId::read(rest).map(Self::Aboard),
            "lost" => Some(Self::Lost),
            "gone" => Some(Self::Gone),
            "reserve" => Some(Self::Reserve),
            _ => None,
        }
    }
}

impl Part for ShipPlace {
    fn write(&self, key: &mut String) {
        match self {
            Self::Port(port) => {
                key.push_str(".port");
                port.write(key);
            }
            Self::Sea(area) => {
                key.push_str(".sea");
                area.write(key);
            }
            Self::Lost => key.push_str(".lost"),
            Self::Reserve => key.push_str(".reserve"),
        }
    }

    fn read(rest: &mut Rest<'_>) -> Option<Self> {
        match rest.next()? {
            "port" => LocationId::read(rest).map(Self::Port),
            "sea" => SeaAreaId::read(rest).map(Self::Sea),
            "lost" => Some(Self::Lost),
            "reserve" => Some(Self::Reserve),
            _ => None,
        }
    }
}

impl Part for GovernorPlace {
    fn write(&self, key: &mut String) {
        match self {
            Self::At(at) => {
                key.push_str(".at");
                at.write(key);
            }
            Self::Aboard(ship) => {
                key.push_str(".aboard");
                ship.write(key);
            }
            Self::Safe => key.push_str(".safe"),
            Self::Dead => key.push_str(".dead"),
            Self::Absent => key.push_str(".absent"),
        }
    }

    fn read(rest: &mut Rest<'_>) -> Option<Self> {
        match rest.next()? {
            "at" => LocationId::read(rest).map(Self::At),
            "aboard" => ShipId::read(rest).map(Self::Aboard),
            "safe" => Some(Self::Safe),
            "dead" => Some(Self::Dead),
            "absent" => Some(Self::Absent),
            _ => None,
        }
    }
}

/// Each kind of correction: its word, then what it is about.
macro_rules! corrections {
    ($($kind:ident { $($field:ident),+ }: $word:literal;)+) => {
        impl Part for Correction {
            fn write(&self, key: &mut String) {
                match self {
                    $(Self::$kind { $($field),+ } => {
                        key.push('.');
                        key.push_str($word);
                        $($field.write(key);)+
                    })+
                }
            }

            fn read(rest: &mut Rest<'_>) -> Option<Self> {
                match rest.next()? {
                    $($word => Some(Self::$kind { $($field: Part::read(rest)?),+ }),)+
                    _ => None,
                }
            }
        }

        /// The word of a kind of correction, as it stands in keys.
        pub(super) const fn word_of(kind: CorrectionKind) -> &'static str {
            match kind {
                $(CorrectionKind::$kind => $word,)+
            }
        }
    };
}

corrections! {
    Unit { unit, to }: "unit";
    Steps { unit, steps }: "steps";
    Ship { ship, to }: "ship";
    Damage { ship, damage }: "damage";
    Place { at, control }: "place";
    Siege { at, level }: "siege";
    Redoubts { at, count }: "redoubts";
    Supply { at, points }: "supply";
    Points { to }: "points";
    Ledger { points }: "ledger";
    Replacements { purse, points }: "replacements";
    Card { card, to }: "card";
    Governor { to }: "governor";
}
