//! An exported file read order by order, with a bound on all that is in it: what has too much is refused where it has, before the rest is read.

use std::cell::Cell;
use std::fmt;
use std::marker::PhantomData;

use engine::edition::Edition;
use serde::Deserialize;
use serde::de::{DeserializeSeed, Deserializer, Error as _, IgnoredAny, MapAccess, SeqAccess, Visitor};

use crate::model::export::{Export, ExportedOrder};
use crate::model::played::Played;

/// The most orders a file has. A campaign of nineteen turns that was played to its end took 3,600 with all that its group undid; five times
/// as many leave room for one that lasts longer, undoes most of what it does, and fights its battles on the board.
pub(super) const MOST_ORDERS: usize = 20_000;
/// The most events one order brings about: the longest story of any export that is kept has 68.
pub(super) const MOST_EVENTS: usize = 2_000;

/// What an order with too many events is refused with. No text of a file's begins an error of the parser's.
const TOO_MANY_EVENTS: &str = "too many events in one order";

/// What is wrong with a file, where, and which order was the last before it.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Fault {
    /// What there is too much of; nothing if it is no export.
    pub(super) too_many: Option<&'static str>,
    /// Line and column.
    pub(super) at: (usize, usize),
    /// The number of the last order that was read.
    pub(super) after: Option<u32>,
}

/// The word for its format that a file has, as far as it has to be read for that.
pub(super) fn format_of(bytes: &[u8]) -> Result<String, Fault> {
    let found = Cell::new(None);
    let read = Head(&found).deserialize(&mut serde_json::Deserializer::from_slice(bytes));
    let at = read.err().map_or((1, 1), |error| (error.line(), error.column()));
    found.take().ok_or(Fault { too_many: None, at, after: None })
}

/// Reads a file.
pub(super) fn read<G: Played>(bytes: &[u8]) -> Result<Export<G>, Fault> {
    let progress = Progress::default();
    let mut json = serde_json::Deserializer::from_slice(bytes);
    let read = File(&progress, PhantomData).deserialize(&mut json).and_then(|export| json.end().map(|()| export));
    read.map_err(|error| {
        let events = error.to_string().starts_with(TOO_MANY_EVENTS).then_some("events in one order");
        let too_many = progress.too_many.get().then_some("orders").or(events);
        Fault { too_many, at: (error.line(), error.column()), after: progress.after.get() }
    })
}

/// How far a file has been read.
#[derive(Default)]
struct Progress {
    /// The number of the last order.
    after: Cell<Option<u32>>,
    /// Whether there are more orders than there can be.
    too_many: Cell<bool>,
}

/// Reads a file until it has said its format.
struct Head<'a>(&'a Cell<Option<String>>);

impl<'de> DeserializeSeed<'de> for Head<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_map(self)
    }
}

impl<'de> Visitor<'de> for Head<'_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an exported campaign")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<(), A::Error> {
        while let Some(key) = map.next_key::<String>()? {
            if key == "format" {
                self.0.set(Some(map.next_value()?));
                return Err(A::Error::custom("no more of it is read"));
            }
            map.next_value::<IgnoredAny>()?;
        }
        Err(A::Error::missing_field("format"))
    }
}

/// Reads all of a file.
struct File<'a, G>(&'a Progress, PhantomData<G>);

impl<'de, G: Played> DeserializeSeed<'de> for File<'_, G> {
    type Value = Export<G>;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Export<G>, D::Error> {
        deserializer.deserialize_map(self)
    }
}

impl<'de, G: Played> Visitor<'de> for File<'_, G> {
    type Value = Export<G>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an exported campaign")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Export<G>, A::Error> {
        let (mut format, mut title, mut started_at, mut pack, mut entries) = (None, None, None, None, None);
        let (mut seed, mut seal, mut imported, mut hidden) = (None, None, None, None);
        while let Some(key) = map.next_key::<String>()? {
            match key.as_str() {
                "format" => once(&mut format, map.next_value()?, "format")?,
                "title" => once(&mut title, map.next_value()?, "title")?,
                "started_at" => once(&mut started_at, map.next_value()?, "started_at")?,
                "seed" => once(&mut seed, map.next_value()?, "seed")?,
                "seal" => once(&mut seal, map.next_value()?, "seal")?,
                "imported" => once(&mut imported, map.next_value()?, "imported")?,
                "hidden" => once(&mut hidden, map.next_value()?, "hidden")?,
                "pack" => once(&mut pack, map.next_value()?, "pack")?,
                "entries" => once(&mut entries, map.next_value_seed(Orders(self.0, PhantomData))?, "entries")?,
                _ => {
                    map.next_value::<IgnoredAny>()?;
                }
            }
        }
        Ok(Export {
            format: format.ok_or_else(|| A::Error::missing_field("format"))?,
            title: title.ok_or_else(|| A::Error::missing_field("title"))?,
            started_at: started_at.ok_or_else(|| A::Error::missing_field("started_at"))?,
            seed: seed.unwrap_or_default(),
            seal: seal.unwrap_or_default(),
            imported: imported.unwrap_or_default(),
            hidden: hidden.unwrap_or_default(),
            pack: pack.ok_or_else(|| A::Error::missing_field("pack"))?,
            entries: entries.ok_or_else(|| A::Error::missing_field("entries"))?,
        })
    }
}

fn once<T, E: serde::de::Error>(slot: &mut Option<T>, value: T, name: &'static str) -> Result<(), E> {
    if slot.replace(value).is_some() { Err(E::duplicate_field(name)) } else { Ok(()) }
}

/// Reads the orders of a file, and no more of them than there can be.
struct Orders<'a, G>(&'a Progress, PhantomData<G>);

impl<'de, G: Played> DeserializeSeed<'de> for Orders<'_, G> {
    type Value = Vec<ExportedOrder<G>>;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Self::Value, D::Error> {
        deserializer.deserialize_seq(self)
    }
}

impl<'de, G: Played> Visitor<'de> for Orders<'_, G> {
    type Value = Vec<ExportedOrder<G>>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("orders")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Self::Value, A::Error> {
        let mut orders = Vec::new();
        while orders.len() < MOST_ORDERS {
            let Some(Order { revision, order, events, position, streamed, undone_by, edition }) = list.next_element::<Order<G>>()? else {
                return Ok(orders);
            };
            self.0.after.set(Some(revision));
            orders.push(ExportedOrder { revision, order, events, position, streamed, undone_by, edition });
        }
        if list.next_element::<IgnoredAny>()?.is_none() {
            return Ok(orders);
        }
        self.0.too_many.set(true);
        Err(A::Error::custom("too many orders"))
    }
}

/// An order as it stands in a file, with no more events than there can be.
#[derive(Deserialize)]
#[serde(bound = "")]
struct Order<G: Played> {
    revision: u32,
    order: G::Order,
    #[serde(deserialize_with = "some_events")]
    events: Vec<G::Event>,
    position: u64,
    streamed: bool,
    #[serde(default)]
    undone_by: Option<u32>,
    #[serde(default)]
    edition: Edition,
}

fn some_events<'de, D: Deserializer<'de>, E: Deserialize<'de>>(deserializer: D) -> Result<Vec<E>, D::Error> {
    deserializer.deserialize_seq(Events(PhantomData))
}

struct Events<E>(PhantomData<E>);

impl<'de, E: Deserialize<'de>> Visitor<'de> for Events<E> {
    type Value = Vec<E>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("events")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Vec<E>, A::Error> {
        let mut events = Vec::new();
        while let Some(event) = list.next_element()? {
            if events.len() == MOST_EVENTS {
                return Err(A::Error::custom(TOO_MANY_EVENTS));
            }
            events.push(event);
        }
        Ok(events)
    }
}
