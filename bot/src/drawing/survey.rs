//! The survey: the table the dice laid becomes its picture, with the words that say the same.

use engine::campaign::rules::battle::Battle;
use engine::campaign::rules::board::ground;
use engine::campaign::rules::terrain::{Army, Battlefield, Edge, Entry, Feature, Plan, Site, Spot, UnfitTable, battlefield, entries_in};
use engine::campaign::{BattleKind, State};
use engine::dice::Dice;
use engine::pack::{LocationKind, Pack, Sides, SpaceId, Terrain};

use crate::despatches::battle_called;
use crate::drawing::atlas::{Atlas, AtlasError};
use crate::drawing::plate::Plate;
use crate::drawing::sketch::Sketch;
use crate::model::despatch::{Despatch, Picture};
use crate::words;
use pictures::terrain::{self, Arrival, Cell, Field, Party, Plot, field_sketch};

/// A battlefield as it is drawn: as laid, with the river beds joined.
#[must_use]
pub fn field(battlefield: &Battlefield, title: &str, caption: &str, entries: &[Entry], sides: &Sides) -> Field {
    let cell = |spot: &Spot| -> Cell { (usize::from(spot.column), usize::from(spot.row)) };
    Field {
        title: title.to_owned(),
        caption: caption.to_owned(),
        width: usize::from(battlefield.width()),
        depth: usize::from(battlefield.depth()),
        squares: battlefield.spots().map(|spot| battlefield.feature(spot).map_or(Plot::Open, plot)).collect(),
        beds: battlefield.rivers.iter().flat_map(|river| &river.reaches).map(|reach| reach.iter().map(cell).collect()).collect(),
        arrivals: entries.iter().map(arrival).collect(),
        army: sides.army.clone(),
        enemies: sides.enemies.clone(),
    }
}

/// Why a table is not laid.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum SurveyError {
    /// There is no battle whose table it would be.
    #[error("No battle is being fought: `/terrain` lays a table for any place.")]
    NoBattle,
    /// It would be too long or too short.
    #[error(transparent)]
    Unfit(#[from] UnfitTable),
}

/// The table of a battle, laid.
#[derive(Debug)]
pub struct Survey {
    battlefield: Battlefield,
    battle: Battle,
    /// Why it is fought.
    kind: BattleKind,
    /// What is fought there.
    fought: String,
    title: String,
    size: (u8, u8),
    harbour: Option<Edge>,
    sides: Sides,
}

impl Survey {
    /// The usual table, in feet.
    pub const USUAL: (u8, u8) = (6, 4);

    /// Lays the table of the battle being fought.
    ///
    /// # Errors
    ///
    /// If none is.
    pub fn of_battle(state: &State, dice: &mut Dice) -> Result<Self, SurveyError> {
        let (fought, _) = state.battle().ok_or(SurveyError::NoBattle)?;
        // Where battles are fought on the board, the field is the board's own ground.
        let site = if state.options().boards { Site::of(&fought.battle) } else { Site::in_battle(fought.kind, &fought.battle) };
        let survey = Self::on_site(state.pack(), Some(fought.at), site, fought.battle.clone(), ground::table(state), dice)?;
        Ok(Self { kind: fought.kind, fought: battle_called::title(state.pack(), fought), ..survey })
    }

    /// Lays a table of a size in feet, with what the map says of the place.
    ///
    /// # Errors
    ///
    /// If there is no table of that size; then no die is thrown.
    pub fn laid(pack: &Pack, space: Option<SpaceId>, battle: Battle, size: (u8, u8), dice: &mut Dice) -> Result<Self, SurveyError> {
        Self::on_site(pack, space, Site::of(&battle), battle, size, dice)
    }

    /// Lays the table with what stands there on this site.
    fn on_site(
        pack: &Pack,
        space: Option<SpaceId>,
        site: Site,
        battle: Battle,
        size: (u8, u8),
        dice: &mut Dice,
    ) -> Result<Self, SurveyError> {
        let plan = match space.and_then(|space| pack.map.location_at(space)) {
            Some(location) => Plan::at(size.0, size.1, pack.map.location(location), site),
            None => Plan::open(size.0, size.1),
        };
        let battlefield = battlefield(&pack.tables, plan, dice)?;
        let title = space.map_or_else(|| "The field".to_owned(), |space| format!("The field at {}", pack.map.space_name(space)));
        let fought = battle.title(&pack.words);
        let (kind, harbour, sides) = (BattleKind::Encounter, plan.harbour, pack.words.sides.clone());
        Ok(Self { battlefield, battle, kind, fought, title, size, harbour, sides })
    }

    /// What is said of it: what was thrown for each square, in small print.
    #[must_use]
    pub fn told(&self) -> Despatch {
        let (width, depth) = self.size;
        Despatch { footer: rolls(&self.battlefield), ..Despatch::saying(format!("**{}, {width} by {depth} feet.**", self.title)) }
    }

    /// Its sketch.
    ///
    /// # Errors
    ///
    /// If the picture cannot be drawn.
    pub async fn plate(&self, atlas: &Atlas) -> Result<Plate, AtlasError> {
        let entries = entries_in(self.kind, &self.battle, self.harbour);
        plate(atlas, field(&self.battlefield, &self.title, &self.fought, &entries, &self.sides)).await
    }
}

/// What was thrown for each square, in small print.
fn rolls(battlefield: &Battlefield) -> String {
    let thrown: Vec<String> =
        battlefield.spots().filter_map(|spot| Some(format!("{spot} {}", battlefield.square(spot)?.roll.as_ref()?.sum()))).collect();
    let dice = if battlefield.rolls().any(|roll| roll.table) { "the players' own 2D6" } else { "2D6" };
    words::shortened(&format!("{dice} for each square: {}", thrown.join(" · ")), 2_000)
}

/// Draws a battlefield.
///
/// # Errors
///
/// If the picture cannot be drawn.
async fn plate(atlas: &Atlas, field: Field) -> Result<Plate, AtlasError> {
    atlas.picture(move || Ok(Sketch::new(Picture::FIELD, field_sketch(&field), terrain::alt_text(&field)))).await
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
        Army::Ours => Party::Ours,
        Army::Enemy => Party::Enemy,
    };
    Arrival { party, edge: side(entry.edge) }
}

/// An edge of the table, or the side of a square foot towards it, as it is drawn.
const fn side(edge: Edge) -> terrain::Edge {
    match edge {
        Edge::Far => terrain::Edge::Far,
        Edge::Near => terrain::Edge::Near,
        Edge::Left => terrain::Edge::Left,
        Edge::Right => terrain::Edge::Right,
    }
}

#[cfg(test)]
mod tests {
    use engine::campaign::{EnemyForce, Event, FieldBattle, Options, Order, Seat};
    use engine::game::Game;
    use engine::pack::{ShipSet, UnitSet};

    use super::*;

    /// The besiegers storm El Obeid.
    fn stormed(options: Options) -> State {
        let mut state = State::new(Pack::embedded().unwrap());
        let order = Order::SetUp { scenario: "uprising".to_owned(), options };
        state.give(Seat::Commander, &order, &mut Dice::scripted(&[])).unwrap();
        let at = state.pack().map.find_space("El Obeid").unwrap();
        let battle = FieldBattle {
            at,
            units: state.units_at(at),
            ships: ShipSet::EMPTY,
            kind: BattleKind::Storm,
            force: EnemyForce { foot: 12, horse: 3, rifles: 2, artillery: 0, machine_guns: 0, rolls: Vec::new() },
            battle: Battle::assault(),
            note: String::new(),
        };
        assert_ne!(battle.units, UnitSet::EMPTY);
        state.apply(&Event::BattleBegan { battle: Box::new(battle) });
        state
    }

    #[test]
    fn a_storm_is_drawn_with_our_place_in_the_middle_and_the_enemy_coming_on() {
        let survey = Survey::of_battle(&stormed(Options::default()), &mut Dice::seeded([1; 32], 0)).unwrap();
        assert_eq!((survey.battlefield.plan.site, survey.fought.as_str()), (Site::Middle, "Storm of our works"));
        let entries = entries_in(survey.kind, &survey.battle, survey.harbour);
        assert_eq!(entries.len(), 4, "from every side: {entries:?}");
        assert!(entries.iter().all(|entry| entry.army == Army::Enemy), "{entries:?}");
    }

    #[test]
    fn where_battles_are_fought_on_the_board_the_field_is_the_boards_ground() {
        let state = stormed(Options { boards: true, ..Options::default() });
        let survey = Survey::of_battle(&state, &mut Dice::seeded([1; 32], 0)).unwrap();
        assert_eq!(Some(survey.battlefield.plan), ground::terrain_plan(&state));
    }

    fn surveyed(plan: Plan, seed: u8) -> (Battlefield, Field) {
        let pack = Pack::embedded().unwrap();
        let laid = battlefield(&pack.tables, plan, &mut Dice::seeded([seed; 32], 0)).unwrap();
        let entries = [Entry { army: Army::Ours, edge: Edge::Near }];
        let field = field(&laid, "The field at Suakin", "Assault on the walls", &entries, &pack.words.sides);
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

    #[test]
    fn a_hill_has_its_cliff_on_the_side_on_the_board_that_the_picture_of_the_field_has_it_on() {
        for (column, row) in (0..12).flat_map(|column| (0..8).map(move |row| (column, row))) {
            let on_board = engine::campaign::rules::board::ground::cliff_side(Spot { column, row });
            assert_eq!(terrain::cliff_side((column.into(), row.into())), side(on_board), "{column}, {row}");
        }
    }

    #[tokio::test]
    async fn terrain_makes_a_plate_with_its_words() {
        let plan = Plan { harbour: Some(Edge::Far), ..Plan::open(6, 4) };
        let (_, field) = surveyed(plan, 1);
        let plate = plate(&Atlas::default(), field).await.unwrap();
        assert!(plate.bytes.starts_with(b"\x89PNG"));
        assert!(plate.alt_text.contains("Harbour: along the far edge."), "{}", plate.alt_text);
    }
}
