//! The survey: the table the dice laid becomes its picture, with the words that say the same.

use engine::campaign::rules::terrain::{Army, Battlefield, Edge, Entry, Feature, Spot};
use engine::pack::{LocationKind, Terrain};

use crate::atlas::{AtlasError, Plate};
use crate::pictures;
use crate::pictures::terrain::{self, Arrival, Cell, Field, Party, Plot, field_sketch};

/// A battlefield as it is drawn: as laid, with the river beds joined.
#[must_use]
pub fn field(battlefield: &Battlefield, title: &str, caption: &str, entries: &[Entry]) -> Field {
    let cell = |spot: &Spot| -> Cell { (usize::from(spot.column), usize::from(spot.row)) };
    Field {
        title: title.to_owned(),
        caption: caption.to_owned(),
        width: usize::from(battlefield.width()),
        depth: usize::from(battlefield.depth()),
        squares: battlefield.spots().map(|spot| battlefield.feature(spot).map_or(Plot::Open, plot)).collect(),
        beds: battlefield.rivers.iter().flat_map(|river| &river.reaches).map(|reach| reach.iter().map(cell).collect()).collect(),
        arrivals: entries.iter().map(arrival).collect(),
    }
}

/// Draws a battlefield: "The field at Tamai", and under it what is fought there.
///
/// # Errors
///
/// If the picture cannot be drawn.
pub async fn plate(battlefield: &Battlefield, title: &str, caption: &str, entries: &[Entry]) -> Result<Plate, AtlasError> {
    let field = field(battlefield, title, caption, entries);
    tokio::task::spawn_blocking(move || {
        let png = pictures::encode(&pictures::draw(&field_sketch(&field))?)?;
        Ok(Plate { png, alt_text: terrain::alt_text(&field) })
    })
    .await?
}

fn plot(feature: Feature) -> Plot {
    match feature {
        Feature::Harbour => Plot::Harbour,
        Feature::Settlement(LocationKind::Village) => Plot::Village,
        Feature::Settlement(LocationKind::Town) => Plot::Town,
        Feature::Settlement(LocationKind::FortifiedTown) => Plot::FortifiedTown,
        Feature::Terrain(Terrain::OpenGround) => Plot::Open,
        Feature::Terrain(Terrain::SmallHill) => Plot::SmallHill,
        Feature::Terrain(Terrain::LargeHill) => Plot::LargeHill,
        Feature::Terrain(Terrain::CliffHill) => Plot::CliffHill,
        Feature::Terrain(Terrain::Oasis) => Plot::Oasis,
        Feature::Terrain(Terrain::RocksAndScrub) => Plot::Rocks,
        Feature::Terrain(Terrain::DryRiverBed) => Plot::RiverBed,
    }
}

fn arrival(entry: &Entry) -> Arrival {
    let party = match entry.army {
        Army::AngloEgyptian => Party::AngloEgyptian,
        Army::Mahdist => Party::Mahdist,
    };
    let edge = match entry.edge {
        Edge::Far => terrain::Edge::Far,
        Edge::Near => terrain::Edge::Near,
        Edge::Left => terrain::Edge::Left,
        Edge::Right => terrain::Edge::Right,
    };
    Arrival { party, edge }
}
