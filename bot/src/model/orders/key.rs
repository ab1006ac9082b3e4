//! What the key of an order is made of: its word, then what it is about, part by part.
//!
//! Keys stand in buttons for ever. Whatever comes from outside is read strictly: nothing reads back but what is written here.

use engine::campaign::{CardUse, Odds, Station};
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
