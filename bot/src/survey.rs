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
        Ok(Plate { bytes: png, alt_text: terrain::alt_text(&field) })
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

#[cfg(test)]
mod tests {
    use super::*;
    use engine::campaign::rules::terrain::{Plan, Site, battlefield};
    use engine::dice::Dice;
    use engine::pack::Pack;

    fn surveyed(plan: Plan, seed: u8) -> (Battlefield, Field) {
        let tables = &Pack::embedded().unwrap().tables;
        let laid = battlefield(tables, plan, &mut Dice::seeded([seed; 32], 0)).unwrap();
        let entries = [Entry { army: Army::AngloEgyptian, edge: Edge::Near }];
        let field = field(&laid, "The field at Suakin", "Assault on the walls", &entries);
        (laid, field)
    }

    #[test]
    fn terrain_is_drawn_as_it_is_laid_with_every_river_bed_where_it_runs() {
        for seed in 0..40 {
            let plan = Plan { settlement: Some(LocationKind::FortifiedTown), site: Site::FarSide, ..Plan::open(8, 6) };
            let (laid, field) = surveyed(plan, seed);
            for spot in laid.spots() {
                let at = (usize::from(spot.column), usize::from(spot.row));
                assert_eq!(field.plot(at), plot(laid.feature(spot).unwrap()));
                assert_eq!(terrain::cell_name(at), spot.to_string());
                assert_eq!(field.plot(at) == Plot::RiverBed, field.beds.iter().flatten().any(|bed| *bed == at));
            }
        }
    }

    #[tokio::test]
    async fn terrain_makes_a_plate_with_its_words() {
        let plan = Plan { harbour: Some(Edge::Far), ..Plan::open(6, 4) };
        let (laid, _) = surveyed(plan, 1);
        let plate = plate(&laid, "The field at Suakin", "", &[]).await.unwrap();
        assert!(plate.bytes.starts_with(b"\x89PNG"));
        assert!(plate.alt_text.contains("Harbour: along the far edge."), "{}", plate.alt_text);
    }
}
