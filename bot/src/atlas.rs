//! The atlas: a campaign's view becomes the map's picture.
//!
//! What never changes of a map is drawn once for each pack and kept; a picture of a position is drawn over it. Drawing is
//! work for a thread of its own, never for those that answer players.

use std::collections::{BTreeMap, HashMap};
use std::num::NonZero;
use std::sync::{Arc, Mutex, PoisonError};

use engine::campaign::{Control, GarrisonView, State, View};
use engine::game::{Game, Seat};
use engine::pack::{LocationKind, Pack, ShipClass, ShipSet};
use tokio::sync::Semaphore;

use crate::despatches::Picture;
use crate::film;
use crate::journal::OrderRow;
use pictures::film::FILM_WIDTH;
use pictures::{
    self, Chart, ChartError, Extent, FieldForce, MapBackground, MapGround, Overlay, PictureError, Place, PlaceKind, Route, Sea, Ship,
    ShipKind, Situation, Standing, Strength,
};

/// The file of a pack that says how its map is drawn. A pack without one is drawn all the same.
pub const CHART_FILE: &str = "chart.toml";

/// The most backgrounds kept: a dozen megabytes each.
const MOST_KEPT: usize = 12;

/// What can go wrong with a picture.
#[derive(Debug, thiserror::Error)]
pub enum AtlasError {
    /// The pack's chart.
    #[error("{0}")]
    Chart(#[from] ChartError),
    /// The drawing.
    #[error("the map could not be drawn: {0}")]
    Picture(#[from] PictureError),
    /// The thread that drew.
    #[error("the map could not be drawn: {0}")]
    Thread(#[from] tokio::task::JoinError),
}

/// A picture, with the words that say the same.
#[derive(Clone, Debug)]
pub struct Plate {
    /// Its name among a message's attachments: Discord goes by the ending.
    pub name: &'static str,
    /// PNG; GIF, if it moves.
    pub bytes: Vec<u8>,
    /// The same in words, at most 1,024 characters.
    pub alt_text: String,
}

/// A background's pack, by fingerprint, and its island, if it is not the whole map.
type Sheet = (String, Option<String>);

/// Keeps the backgrounds.
pub struct Atlas {
    backgrounds: Mutex<HashMap<Sheet, Arc<MapBackground>>>,
    /// Pictures drawn at once: one core is left to those that answer players, whoever asks for how many pictures.
    easels: Semaphore,
}

impl Default for Atlas {
    fn default() -> Self {
        let cores = std::thread::available_parallelism().map_or(1, NonZero::get);
        Self { backgrounds: Mutex::default(), easels: Semaphore::new(cores.saturating_sub(1).max(1)) }
    }
}

impl Atlas {
    /// Draws a campaign's map; of one island if named, else all of it.
    ///
    /// # Errors
    ///
    /// If the pack's chart cannot be read or the picture not be drawn.
    pub async fn plate(self: &Arc<Self>, state: &State, island: Option<&str>, caption: &str) -> Result<Plate, AtlasError> {
        self.marked_plate(state, island, caption, Overlay::default()).await
    }

    /// The same with an overlay.
    ///
    /// # Errors
    ///
    /// As [`Self::plate`].
    pub async fn marked_plate(
        self: &Arc<Self>,
        state: &State,
        island: Option<&str>,
        caption: &str,
        overlay: Overlay,
    ) -> Result<Plate, AtlasError> {
        let atlas = Arc::clone(self);
        let (pack, view) = (Arc::clone(state.pack()), state.view(Seat::Player));
        let (island, caption) = (island.map(ToOwned::to_owned), caption.to_owned());
        self.at_an_easel(move || atlas.draw(&pack, &view, island.as_deref(), &caption, overlay)).await
    }

    /// Draws any picture, on a thread of its own, once one of the easels is free.
    ///
    /// # Errors
    ///
    /// As what draws it, or if its thread panics.
    pub async fn at_an_easel(&self, draw: impl FnOnce() -> Result<Plate, AtlasError> + Send + 'static) -> Result<Plate, AtlasError> {
        // The semaphore is never closed; were it, a picture too many would be better than none.
        let _easel = self.easels.acquire().await.ok();
        tokio::task::spawn_blocking(draw).await?
    }

    /// Draws the film of a campaign from what happened in it. If nobody waits for it any more it is given up.
    ///
    /// # Errors
    ///
    /// As [`Self::plate`].
    pub async fn film(self: &Arc<Self>, pack: Arc<Pack>, orders: Vec<OrderRow>) -> Result<Plate, AtlasError> {
        let atlas = Arc::clone(self);
        let waited_for = Arc::new(());
        let waits = Arc::downgrade(&waited_for);
        let drawn = tokio::task::spawn_blocking(move || {
            let film = film::film(&pack, orders.iter().map(|row| row.events.as_slice()));
            drop(orders);
            let background = atlas.background(&pack, &ground(&pack)?, None)?;
            let bytes = pictures::film::gif(&background, &film, FILM_WIDTH, || waits.strong_count() > 0)?;
            Ok(Plate { name: Picture::Film.file_name(), bytes: bytes.unwrap_or_default(), alt_text: pictures::film::alt_text(&film) })
        })
        .await?;
        drop(waited_for);
        drawn
    }

    /// Draws what never changes of a pack's whole map, so that the first picture asked for is as quick as the others.
    pub async fn prepare(self: Arc<Self>, pack: Arc<Pack>) {
        let prepared = tokio::task::spawn_blocking(move || {
            let ground = ground(&pack)?;
            self.background(&pack, &ground, None).map(|_| ())
        });
        match prepared.await {
            Ok(Ok(())) => {}
            Ok(Err(error)) => tracing::error!(%error, "the map"),
            Err(error) => tracing::error!(%error, "the map"),
        }
    }

    fn draw(&self, pack: &Pack, view: &View, island: Option<&str>, caption: &str, overlay: Overlay) -> Result<Plate, AtlasError> {
        let ground = ground(pack)?;
        let background = self.background(pack, &ground, island)?;
        let situation = Situation { overlay, ..situation(pack, view, caption) };
        Ok(Plate {
            name: Picture::MAP,
            bytes: background.png(&situation)?,
            alt_text: pictures::alt_text(&ground, &situation, &extent(island)),
        })
    }

    fn background(&self, pack: &Pack, ground: &MapGround, island: Option<&str>) -> Result<Arc<MapBackground>, AtlasError> {
        let key = (pack.fingerprint().to_owned(), island.map(ToOwned::to_owned));
        // A thread that panicked while it held the lock left the map of finished pictures as it was: go on with it.
        let kept = self.backgrounds.lock().unwrap_or_else(PoisonError::into_inner).get(&key).cloned();
        if let Some(background) = kept {
            return Ok(background);
        }
        let background = Arc::new(MapBackground::prepare(ground, &extent(island), pictures::USUAL_WIDTH)?);
        let mut backgrounds = self.backgrounds.lock().unwrap_or_else(PoisonError::into_inner);
        if backgrounds.len() >= MOST_KEPT {
            backgrounds.clear();
        }
        backgrounds.insert(key, Arc::clone(&background));
        Ok(background)
    }
}

fn extent(island: Option<&str>) -> Extent {
    island.map_or(Extent::Whole, |island| Extent::Island(island.to_owned()))
}

/// What a pack fixes of its map's picture.
///
/// # Errors
///
/// If its chart makes no sense, with file, key and reason.
pub fn ground(pack: &Pack) -> Result<MapGround, ChartError> {
    let embedded = include_str!("../../config/campaigns/false-prophet/chart.toml");
    let chart = match pack.sources().get(CHART_FILE) {
        Some(text) => Chart::parse(CHART_FILE, text)?,
        // The pack in the program leaves its chart to the bot, which alone draws.
        None if Pack::embedded().is_ok_and(|own| own.fingerprint() == pack.fingerprint()) => Chart::parse(CHART_FILE, embedded)?,
        None => Chart::default(),
    };
    let map = &pack.map;
    let ground = MapGround {
        title: pack.outline.title.clone(),
        islands: map.islands.iter().map(|island| island.name.clone()).collect(),
        places: map
            .locations
            .iter()
            .map(|location| Place {
                name: location.name.clone(),
                island: map.island(location.island).name.clone(),
                kind: match location.kind {
                    LocationKind::Village => PlaceKind::Village,
                    LocationKind::Town => PlaceKind::Town,
                    LocationKind::FortifiedTown => PlaceKind::FortifiedTown,
                },
                at: location.at,
                port: location.is_port(),
            })
            .collect(),
        routes: map
            .paths
            .iter()
            .map(|path| Route {
                from: map.location(path.from).name.clone(),
                to: map.location(path.to).name.clone(),
                points: path.points.iter().filter_map(|space| map.point_at(*space)).map(|point| point.at).collect(),
            })
            .collect(),
        seas: map.sea_areas.iter().map(|area| Sea { name: area.name.clone(), at: area.at }).collect(),
        chart,
    };
    ground.chart.check(CHART_FILE, &ground)?;
    Ok(ground)
}

/// What a view puts on the map.
#[must_use]
pub fn situation(pack: &Pack, view: &View, caption: &str) -> Situation {
    let map = &pack.map;
    let places: BTreeMap<String, Standing> = view
        .locations
        .iter()
        .map(|here| {
            let standing = Standing {
                control: match here.control {
                    Control::Egyptian => pictures::Control::Egyptian,
                    Control::EgyptianPacified => pictures::Control::Pacified,
                    Control::British => pictures::Control::British,
                    Control::Mahdist => pictures::Control::Mahdist,
                },
                garrison: strength(pack, &here.garrison),
                redoubts: here.redoubts.into(),
                siege_level: here.siege_level,
                ships: ships(pack, view, here.ships),
                changed: here.changed,
            };
            (map.location(here.location).name.clone(), standing)
        })
        .collect();
    let forces = view
        .forces
        .iter()
        .filter_map(|(space, force)| {
            let point = map.point_at(*space)?;
            let [from, to] = point.between.map(|end| map.location(end).name.clone());
            Some(FieldForce { from, to, point: usize::from(point.number) - 1, strength: strength(pack, force) })
        })
        .collect();
    let at_sea = map
        .sea_areas
        .iter()
        .zip(&view.at_sea)
        .filter(|(_, afloat)| !afloat.is_empty())
        .map(|(area, afloat)| (area.name.clone(), ships(pack, view, *afloat)))
        .collect();
    Situation { caption: caption.to_owned(), places, forces, at_sea, overlay: Overlay::default() }
}

fn strength(pack: &Pack, garrison: &GarrisonView) -> Strength {
    Strength {
        foot: garrison.foot.into(),
        horse: garrison.horse.into(),
        guns: garrison.guns.into(),
        british: !garrison.units.intersection(pack.roster.british).is_empty(),
    }
}

fn ships(pack: &Pack, view: &View, ships: ShipSet) -> Vec<Ship> {
    ships
        .iter()
        .map(|ship| {
            let seen = view.ships.get(ship.index()).copied().unwrap_or_default();
            let ship = &pack.roster.ships[ship.index()];
            let kind = match ship.class {
                ShipClass::Gunboat => ShipKind::Gunboat,
                ShipClass::Transport => ShipKind::Transport,
            };
            Ship { name: ship.name.clone(), kind, damaged: seen.damage > 0, aboard: seen.aboard.into() }
        })
        .collect()
}
