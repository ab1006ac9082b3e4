//! The chart: what only the drawing of a campaign's map needs (coasts, hills, names of waters, where names
//! stand), read from the pack's `chart.toml`. Everything in it may be left out. Errors name file, key and
//! reason; whether a name exists in the map is not checked here but by [`Chart::check`], which is given it.

use serde::Deserialize;
use thiserror::Error;

use super::geometry::Km;

/// Why a chart could not be read.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("{file}: {key}: {reason}")]
pub struct ChartError {
    /// The file, as the caller named it.
    pub file: String,
    /// The key, with its place in a list counted from 1: `coast 3 (Shaw), outline`.
    pub key: String,
    /// What is wrong with it.
    pub reason: String,
}

/// How a campaign's map is drawn.
#[derive(Debug, Clone, PartialEq, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Chart {
    /// The sheet's edges.
    pub sheet: Option<Sheet>,
    /// Longitude and latitude of the origin, for the border.
    pub graticule: Option<Graticule>,
    /// Where title, legend, compass and scale stand on open water.
    pub furniture: Option<Furniture>,
    /// Coasts of islands.
    #[serde(default, rename = "coast")]
    pub coasts: Vec<Coast>,
    /// Land that is not played.
    #[serde(default, rename = "islet")]
    pub islets: Vec<Islet>,
    /// Hills.
    #[serde(default, rename = "hill")]
    pub hills: Vec<Hill>,
    /// Where letters of sea areas stand.
    #[serde(default, rename = "sea")]
    pub seas: Vec<SeaMark>,
    /// Names of waters.
    #[serde(default, rename = "water")]
    pub waters: Vec<Water>,
    /// Where names of places stand.
    #[serde(default, rename = "label")]
    pub labels: Vec<Label>,
}

/// The sheet's edges, in kilometres.
#[derive(Debug, Clone, Copy, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Sheet {
    /// The west edge.
    pub west: f64,
    /// The east edge.
    pub east: f64,
    /// The south edge.
    pub south: f64,
    /// The north edge.
    pub north: f64,
}

/// Longitude and latitude of the origin, in degrees.
#[derive(Debug, Clone, Copy, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Graticule {
    /// Degrees east.
    pub longitude: f64,
    /// Degrees north.
    pub latitude: f64,
}

/// Where the printed matter stands, in kilometres.
#[derive(Debug, Clone, Copy, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Furniture {
    /// Middle of the title's upper edge.
    pub title: Km,
    /// How wide the title may be.
    pub title_width: f64,
    /// Upper left corner of the legend.
    pub legend: Km,
    /// Centre of the compass.
    pub compass: Km,
    /// Left end of the scale bar.
    pub scale_bar: Km,
}

/// One closed line of an island's coast.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Coast {
    /// The island, as the map names it.
    pub island: String,
    /// The corners, in kilometres; smoothed when drawn.
    pub outline: Vec<Km>,
}

/// Land without a place on it.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Islet {
    /// Its name, which is not printed.
    pub name: String,
    /// The corners, in kilometres; smoothed when drawn.
    pub outline: Vec<Km>,
}

/// A hill, drawn in hachures.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Hill {
    /// Its name.
    pub name: String,
    /// Its summit, in kilometres.
    pub at: Km,
    /// Half its length and half its breadth, in kilometres.
    pub half_axes: Km,
    /// Turn of the length, in degrees north of east.
    #[serde(default)]
    pub turn: f64,
    /// Where the middle of its name stands, if it is printed.
    pub label: Option<Km>,
}

/// Where the letter of a sea area stands.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SeaMark {
    /// The sea area.
    pub name: String,
    /// In kilometres.
    pub at: Km,
}

/// The name of a strait or sound.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Water {
    /// The name.
    pub name: String,
    /// Its middle, in kilometres.
    pub at: Km,
    /// Turn of the lettering, in degrees north of east.
    #[serde(default)]
    pub turn: f64,
}

/// On which side of its symbol a name stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[allow(missing_docs)] // eight points of the compass
pub enum Side {
    E,
    NE,
    N,
    NW,
    W,
    SW,
    S,
    SE,
}

impl Side {
    /// All eight, the readiest to read first.
    pub const ALL: [Self; 8] = [Self::E, Self::W, Self::NE, Self::SE, Self::NW, Self::SW, Self::N, Self::S];

    /// East and south as -1, 0 or 1.
    pub fn direction(self) -> (f64, f64) {
        match self {
            Self::E => (1.0, 0.0),
            Self::NE => (1.0, -1.0),
            Self::N => (0.0, -1.0),
            Self::NW => (-1.0, -1.0),
            Self::W => (-1.0, 0.0),
            Self::SW => (-1.0, 1.0),
            Self::S => (0.0, 1.0),
            Self::SE => (1.0, 1.0),
        }
    }
}

/// Where the name of a place stands.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Label {
    /// The place.
    pub place: String,
    /// The side of its symbol.
    pub side: Side,
    /// In one line or broken in two.
    #[serde(default = "one")]
    pub lines: u8,
    /// Moved from there, in ems east and north.
    #[serde(default)]
    pub shift: [f64; 2],
    /// Larger or smaller than usual, 0.8 to 1.5.
    #[serde(default = "usual")]
    pub size: f64,
}

fn usual() -> f64 {
    1.0
}

fn one() -> u8 {
    1
}

impl Chart {
    /// Reads a chart.
    ///
    /// # Errors
    ///
    /// When it is not TOML, has an unknown or missing key, a coast that encloses nothing, or a number that cannot be drawn.
    pub fn parse(file: &str, text: &str) -> Result<Self, ChartError> {
        let error = |key: String, reason: String| ChartError { file: file.into(), key, reason };
        let table: toml::Table = toml::from_str(text).map_err(|e| {
            let line = e.span().map_or(0, |span| text[..span.start].lines().count().max(1));
            error(format!("line {line}"), e.message().into())
        })?;
        // Section by section, so that an error can name the entry it is in, not only the line.
        for (key, value) in &table {
            let entries = match value {
                toml::Value::Array(entries) => entries.clone(),
                other => vec![other.clone()],
            };
            for (index, entry) in entries.into_iter().enumerate() {
                let whose = ["island", "place", "name"]
                    .iter()
                    .find_map(|k| entry.get(k).and_then(toml::Value::as_str))
                    .map_or_else(String::new, |name| format!(" ({name})"));
                let place = match value {
                    toml::Value::Array(_) => format!("{key} {}{whose}", index + 1),
                    _ => key.clone(),
                };
                let wrapped = match value {
                    toml::Value::Array(_) => toml::Value::Array(vec![entry]),
                    _ => entry,
                };
                let single = toml::Table::from_iter([(key.clone(), wrapped)]);
                Self::deserialize(single).map_err(|e| error(place, e.message().trim().replace('\n', " ")))?;
            }
        }
        let chart = Self::deserialize(table).map_err(|e| error("chart".into(), e.message().trim().replace('\n', " ")))?;
        chart.check_shapes().map_err(|(key, reason)| error(key, reason))?;
        Ok(chart)
    }

    /// Whether every number can be drawn: what is endless, or larger than any map, would take memory and time without end.
    fn check_shapes(&self) -> Result<(), Fault> {
        self.check_sheet()?;
        self.check_outlines()?;
        for (index, label) in self.labels.iter().enumerate() {
            let key = |what: &str| format!("label {} ({}), {what}", index + 1, label.place);
            if !(1..=2).contains(&label.lines) {
                return Err((key("lines"), format!("must be 1 or 2, is {}", label.lines)));
            }
            if !(0.8..=1.5).contains(&label.size) {
                return Err((key("size"), format!("must be 0.8 to 1.5, is {}", label.size)));
            }
            for ems in label.shift {
                within(&key("shift"), ems, -FARTHEST_SHIFT, FARTHEST_SHIFT)?;
            }
        }
        for (index, hill) in self.hills.iter().enumerate() {
            let key = |what: &str| format!("hill {} ({}), {what}", index + 1, hill.name);
            on_the_map(&key("at"), hill.at)?;
            if hill.half_axes.iter().any(|axis| *axis <= 0.0) {
                return Err((key("half_axes"), "must both be more than 0".into()));
            }
            for axis in hill.half_axes {
                within(&key("half_axes"), axis, 0.0, LARGEST_HILL)?;
            }
            within(&key("turn"), hill.turn, -360.0, 360.0)?;
            hill.label.map_or(Ok(()), |label| on_the_map(&key("label"), label))?;
        }
        for (index, mark) in self.seas.iter().enumerate() {
            on_the_map(&format!("sea {} ({}), at", index + 1, mark.name), mark.at)?;
        }
        for (index, water) in self.waters.iter().enumerate() {
            let key = |what: &str| format!("water {} ({}), {what}", index + 1, water.name);
            on_the_map(&key("at"), water.at)?;
            within(&key("turn"), water.turn, -360.0, 360.0)?;
        }
        Ok(())
    }

    /// The sheet and what is printed on it.
    fn check_sheet(&self) -> Result<(), Fault> {
        if let Some(Sheet { west, east, south, north }) = self.sheet {
            for (edge, value) in [("west", west), ("east", east), ("south", south), ("north", north)] {
                within(&format!("sheet, {edge}"), value, -FARTHEST, FARTHEST)?;
            }
            if east <= west || north <= south {
                return Err(("sheet".into(), "east must be more than west, north more than south".into()));
            }
            let (wide, high) = (east - west, north - south);
            if wide < LEAST_SHEET || high < LEAST_SHEET {
                return Err(("sheet".into(), format!("must be at least {LEAST_SHEET} km wide and high")));
            }
            if wide > 4.0 * high || high > 4.0 * wide {
                return Err(("sheet".into(), "must be at most four times as wide as high, or as high as wide".into()));
            }
        }
        if let Some(Graticule { longitude, latitude }) = self.graticule {
            within("graticule, longitude", longitude, -180.0, 180.0)?;
            // At the poles all meridians meet.
            within("graticule, latitude", latitude, -85.0, 85.0)?;
        }
        if let Some(Furniture { title, title_width, legend, compass, scale_bar }) = self.furniture {
            for (what, at) in [("title", title), ("legend", legend), ("compass", compass), ("scale_bar", scale_bar)] {
                on_the_map(&format!("furniture, {what}"), at)?;
            }
            within("furniture, title_width", title_width, 0.0, FARTHEST)?;
        }
        Ok(())
    }

    /// The coasts: a corner far off is a long line, and that many points.
    fn check_outlines(&self) -> Result<(), Fault> {
        let coasts = self.coasts.iter().enumerate().map(|(i, c)| ("coast", i, &c.island, &c.outline));
        let islets = self.islets.iter().enumerate().map(|(i, c)| ("islet", i, &c.name, &c.outline));
        let mut long = 0.0;
        for (section, index, name, outline) in coasts.chain(islets) {
            let key = format!("{section} {} ({name}), outline", index + 1);
            if outline.len() < 3 {
                return Err((key, format!("needs at least 3 corners, has {}", outline.len())));
            }
            if let Some(corner) = outline.iter().position(|p| !p[0].is_finite() || !p[1].is_finite()) {
                return Err((key, format!("corner {} is not a number", corner + 1)));
            }
            if let Some(corner) = outline.iter().position(|p| p[0].abs() > FARTHEST || p[1].abs() > FARTHEST) {
                return Err((key, format!("corner {} is more than {FARTHEST} km off", corner + 1)));
            }
            let sides = outline.iter().zip(outline.iter().cycle().skip(1));
            long += sides.map(|(a, b)| (b[0] - a[0]).hypot(b[1] - a[1])).sum::<f64>();
            if long > LONGEST_COASTS {
                return Err((key, format!("with it all outlines are longer than {LONGEST_COASTS} km")));
            }
        }
        Ok(())
    }
}

/// A key, and what is wrong with it.
type Fault = (String, String);

/// Kilometres east, west, north or south of the origin that nothing lies beyond: a pack's locations do not either.
const FARTHEST: f64 = 10_000.0;
/// Kilometres that all outlines together may be long: a coast is drawn with a point every hundred metres.
const LONGEST_COASTS: f64 = 20_000.0;
/// Kilometres that a sheet is wide and high at least.
const LEAST_SHEET: f64 = 1.0;
/// Kilometres of half the length of a hill at most.
const LARGEST_HILL: f64 = 1_000.0;
/// Ems that a name may be moved.
const FARTHEST_SHIFT: f64 = 100.0;

/// Whether a number lies between two others.
fn within(key: &str, value: f64, least: f64, most: f64) -> Result<(), Fault> {
    if (least..=most).contains(&value) { Ok(()) } else { Err((key.to_owned(), format!("must be {least} to {most}, is {value}"))) }
}

/// Whether a point lies where maps do.
fn on_the_map(key: &str, at: Km) -> Result<(), Fault> {
    at.into_iter().try_for_each(|value| within(key, value, -FARTHEST, FARTHEST))
}
