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
    /// When it is not TOML, has an unknown or missing key, or a coast that encloses nothing.
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

    fn check_shapes(&self) -> Result<(), (String, String)> {
        if let Some(sheet) = self.sheet
            && (sheet.east <= sheet.west || sheet.north <= sheet.south)
        {
            return Err(("sheet".into(), "east must be more than west, north more than south".into()));
        }
        let coasts = self.coasts.iter().enumerate().map(|(i, c)| ("coast", i, &c.island, &c.outline));
        let islets = self.islets.iter().enumerate().map(|(i, c)| ("islet", i, &c.name, &c.outline));
        for (section, index, name, outline) in coasts.chain(islets) {
            let key = format!("{section} {} ({name}), outline", index + 1);
            if outline.len() < 3 {
                return Err((key, format!("needs at least 3 corners, has {}", outline.len())));
            }
            if let Some(corner) = outline.iter().position(|p| !p[0].is_finite() || !p[1].is_finite()) {
                return Err((key, format!("corner {} is not a number", corner + 1)));
            }
        }
        for (index, label) in self.labels.iter().enumerate() {
            if !(1..=2).contains(&label.lines) {
                let key = format!("label {} ({}), lines", index + 1, label.place);
                return Err((key, format!("must be 1 or 2, is {}", label.lines)));
            }
            if !(0.8..=1.5).contains(&label.size) {
                let key = format!("label {} ({}), size", index + 1, label.place);
                return Err((key, format!("must be 0.8 to 1.5, is {}", label.size)));
            }
        }
        for (index, hill) in self.hills.iter().enumerate() {
            if hill.half_axes.iter().any(|axis| *axis <= 0.0) {
                let key = format!("hill {} ({}), half_axes", index + 1, hill.name);
                return Err((key, "must both be more than 0".into()));
            }
        }
        Ok(())
    }
}
