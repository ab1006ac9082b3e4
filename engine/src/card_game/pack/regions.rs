//! The regions and their borders.

use serde::Deserialize;

use crate::card_game::region::Region;
use crate::pack::PackError;
use crate::pack::read::read_toml;
use crate::tabletop::side::Side;

const FILE: &str = "regions.toml";

/// What is known of a region.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RegionRow {
    /// Which.
    pub key: Region,
    /// Its name.
    pub name: String,
    /// Who controls it at the start.
    #[serde(default)]
    pub holder: Option<Side>,
    /// Whose cards may be laid there (C05).
    pub deploys: Vec<Side>,
    /// Whether boats are never there.
    #[serde(default)]
    pub no_boats: bool,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Border {
    between: [Region; 2],
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    region: Vec<RegionRow>,
    border: Vec<Border>,
}

/// The regions in their order, and the borders.
type Map = ([RegionRow; 5], Vec<[Region; 2]>);

/// Reads the file: each region once, in their order, and borders between two of them.
pub(super) fn read(text: &str) -> Result<Map, Vec<PackError>> {
    let file: File = read_toml(FILE, text).map_err(|error| vec![error])?;
    let borders: Vec<[Region; 2]> = file.border.iter().map(|border| border.between).collect();
    let mut faults = Vec::new();
    for (place, border) in borders.iter().enumerate() {
        let again = borders[..place].iter().any(|other| other == border || [other[1], other[0]] == *border);
        if border[0] == border[1] || again {
            faults.push(PackError::new(FILE, format!("border[{place}].between"), "a border is between two regions, and named once"));
        }
    }
    if borders.len() > 10 {
        faults.push(PackError::new(FILE, "border", "five regions have 10 borders at the most"));
    }
    for side in [Side::Ours, Side::Enemy] {
        if !file.region.iter().any(|region| region.deploys.contains(&side)) {
            faults.push(PackError::new(FILE, "region", "each side can deploy somewhere"));
        }
    }
    let in_order = file.region.iter().map(|region| region.key).eq(Region::ALL);
    match <[RegionRow; 5]>::try_from(file.region) {
        Ok(regions) if in_order && faults.is_empty() => Ok((regions, borders)),
        _ => {
            if !in_order {
                faults.push(PackError::new(FILE, "region", "the regions are home, north, south, west and east, in this order"));
            }
            Err(faults)
        }
    }
}
