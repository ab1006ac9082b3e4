//! The atlas: a campaign's view becomes the map's picture.
//!
//! What never changes of a map is drawn once for each pack and kept; a picture of a position is drawn over it. Drawing is
//! work for a thread of its own, never for those that answer players.

use crate::aside::aside;
use crate::drawing::situation::ground;
use crate::drawing::situation::situation;
use std::num::NonZero;
use std::sync::{Arc, Mutex, PoisonError};

use engine::campaign::Seat;
use engine::campaign::{State, View};
use engine::game::Game;
use engine::pack::Pack;
use tokio::sync::Semaphore;

use crate::drawing::film;
use crate::drawing::kept::Kept;
use crate::drawing::plate::Plate;
use crate::drawing::queue::{Queue, Wanted};
use crate::drawing::sketch::{Drawn, Ground, Sketch};
use crate::model::despatch::Picture;
use crate::model::entry::OrderRow;
use crate::model::ids::UserId;
use crate::words::list;
use pictures::film::FILM_WIDTH;
use pictures::{self, ChartError, Extent, MapBackground, MapGround, Overlay, PictureError, Situation};

/// The most backgrounds kept, some 600 KB each: as many as the parts of a map that despatches show, 53 of the pack in the program, and some over.
const MOST_BACKGROUNDS: usize = 64;

/// The most grounds kept.
const MOST_GROUNDS: usize = 16;

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

/// The same part of a map, whichever island is named first: the picture is the same, only its words are not.
fn in_any_order(extent: &Extent) -> Extent {
    let mut islands = extent.islands().to_vec();
    islands.sort_unstable();
    islands.dedup();
    if islands.is_empty() { Extent::Whole } else { Extent::Islands(islands) }
}

/// A background's pack, by fingerprint, and how much of the map it shows.
type Sheet = (String, Extent);

/// Keeps the backgrounds.
pub struct Atlas {
    backgrounds: Arc<Mutex<Kept<Sheet, Arc<MapBackground>>>>,
    /// What is fixed of the maps of packs, by fingerprint: read from the chart of each once.
    grounds: Arc<Mutex<Kept<String, Arc<MapGround>>>>,
    /// Whose picture is next: one core is left to those that answer players, whoever asks for how many pictures.
    queue: Arc<Queue>,
    /// Who waits for this atlas's pictures.
    wanted: Wanted,
    /// Films of whole games are drawn beside the pictures, one at a time.
    film: Arc<Semaphore>,
    /// The pictures drawn last.
    drawn: Arc<Drawn>,
}

impl Default for Atlas {
    fn default() -> Self {
        let cores = std::thread::available_parallelism().map_or(1, NonZero::get);
        Self::drawing(cores.saturating_sub(1).max(1))
    }
}

impl Atlas {
    /// An atlas that draws so many pictures at once, at least 1.
    #[must_use]
    pub fn drawing(at_once: usize) -> Self {
        Self {
            backgrounds: Arc::new(Mutex::new(Kept::at_most(MOST_BACKGROUNDS))),
            grounds: Arc::new(Mutex::new(Kept::at_most(MOST_GROUNDS))),
            queue: Arc::new(Queue::drawing(at_once)),
            wanted: Wanted::Asked(UserId(0)),
            film: Arc::new(Semaphore::new(1)),
            drawn: Arc::default(),
        }
    }

    /// The same atlas for those whose pictures nobody waits for, as despatches and boards are: whoever asks for a picture themselves waits for
    /// those that are being drawn, and for none that is to be posted.
    #[must_use]
    pub fn behind(&self) -> Self {
        self.of(Wanted::Posted)
    }

    /// The same atlas for whom somebody's pictures are drawn that they have asked for: one at a time.
    #[must_use]
    pub fn asked_by(&self, user: UserId) -> Arc<Self> {
        Arc::new(self.of(Wanted::Asked(user)))
    }

    fn of(&self, wanted: Wanted) -> Self {
        Self {
            backgrounds: Arc::clone(&self.backgrounds),
            grounds: Arc::clone(&self.grounds),
            queue: Arc::clone(&self.queue),
            wanted,
            film: Arc::clone(&self.film),
            drawn: Arc::clone(&self.drawn),
        }
    }

    /// Draws a campaign's map; of islands if any is named, the first of them with those that go together with it, else all of it.
    ///
    /// # Errors
    ///
    /// If the pack's chart cannot be read or the picture not be drawn.
    pub async fn plate(self: &Arc<Self>, state: &State, islands: &[String], caption: &str) -> Result<Plate, AtlasError> {
        self.marked_plate(state, islands, caption, Overlay::default()).await
    }

    /// The same with an overlay.
    ///
    /// # Errors
    ///
    /// As [`Self::plate`].
    pub async fn marked_plate(
        self: &Arc<Self>,
        state: &State,
        islands: &[String],
        caption: &str,
        overlay: Overlay,
    ) -> Result<Plate, AtlasError> {
        let atlas = Arc::clone(self);
        let (pack, view) = (Arc::clone(state.pack()), state.view(Seat::Player));
        let (islands, caption) = (islands.to_vec(), caption.to_owned());
        self.picture(move || atlas.sketch(&pack, &view, &islands, &caption, overlay)).await
    }

    /// Draws a picture from its sketch, as [`Self::draw_in_turn`] does, unless it is one of those drawn last.
    ///
    /// # Errors
    ///
    /// If it cannot be sketched or drawn, or its thread panics.
    pub async fn picture(&self, sketch: impl FnOnce() -> Result<Sketch, AtlasError> + Send + 'static) -> Result<Plate, AtlasError> {
        let drawn = Arc::clone(&self.drawn);
        self.draw_in_turn(move || Ok(drawn.plate(sketch()?)?)).await
    }

    /// Draws any picture, on a thread of its own, when its turn comes: only so many are drawn at once.
    ///
    /// # Errors
    ///
    /// As what draws it, or if its thread panics.
    pub async fn draw_in_turn(&self, draw: impl FnOnce() -> Result<Plate, AtlasError> + Send + 'static) -> Result<Plate, AtlasError> {
        let place = self.queue.place(self.wanted).await;
        let (queue, drawn) = (Arc::clone(&self.queue), Arc::clone(&self.drawn));
        aside(move || {
            let plate = draw();
            drop(place);
            if queue.is_empty() {
                drawn.rest();
            }
            plate
        })
        .await?
    }

    /// Draws the film of a whole game on a thread of its own, beside the pictures: one at a time, whose ever it is.
    ///
    /// # Errors
    ///
    /// As what draws it, or if its thread panics.
    pub async fn draw_film(&self, draw: impl FnOnce() -> Result<Plate, AtlasError> + Send + 'static) -> Result<Plate, AtlasError> {
        let alone = Arc::clone(&self.film).acquire_owned().await.ok();
        aside(move || {
            let film = draw();
            drop(alone);
            film
        })
        .await?
    }

    /// Draws the film of a campaign from what happened in it. If nobody waits for it any more it is given up.
    ///
    /// # Errors
    ///
    /// As [`Self::plate`].
    pub async fn film(self: &Arc<Self>, pack: Arc<Pack>, orders: Vec<OrderRow>) -> Result<Plate, AtlasError> {
        self.filmed(pack, orders, None).await
    }

    /// Draws one turn on film: the map as it moved, two seconds long.
    ///
    /// # Errors
    ///
    /// If it cannot be drawn.
    pub async fn turn_film(self: &Arc<Self>, pack: Arc<Pack>, orders: Vec<OrderRow>, turn: u8) -> Result<Plate, AtlasError> {
        self.filmed(pack, orders, Some(turn)).await
    }

    async fn filmed(self: &Arc<Self>, pack: Arc<Pack>, orders: Vec<OrderRow>, turn: Option<u8>) -> Result<Plate, AtlasError> {
        let atlas = Arc::clone(self);
        let waited_for = Arc::new(());
        let waits = Arc::downgrade(&waited_for);
        let draw = move || {
            let events = orders.iter().map(|row| row.events.as_slice());
            let (name, film) = match turn {
                Some(turn) => (Picture::TurnFilm { turn }.file_name(), film::turn_film(&pack, events, turn)),
                None => (Picture::Film.file_name(), film::film(&pack, events)),
            };
            drop(orders);
            let ground = atlas.ground(&pack)?;
            let background = atlas.background(&pack, &ground, &Extent::Whole)?;
            let bytes = pictures::film::gif(&background, &film, FILM_WIDTH, || waits.strong_count() > 0)?;
            Ok(Plate { name, bytes: bytes.unwrap_or_default(), alt_text: pictures::film::alt_text(&film) })
        };
        // A turn's is drawn among the other pictures.
        let drawn = if turn.is_some() { self.draw_in_turn(draw).await } else { self.draw_film(draw).await };
        drop(waited_for);
        drawn
    }

    /// Draws what never changes of a pack's whole map, so that the first picture asked for is as quick as the others.
    pub async fn prepare(self: Arc<Self>, pack: Arc<Pack>) {
        let prepared = aside(move || {
            let ground = self.ground(&pack)?;
            self.background(&pack, &ground, &Extent::Whole).map(|_| ())
        });
        match prepared.await {
            Ok(Ok(())) => {}
            Ok(Err(error)) => tracing::error!(%error, "the first map could not be prepared"),
            Err(error) => tracing::error!(%error, "the first map could not be prepared"),
        }
    }

    fn sketch(&self, pack: &Pack, view: &View, islands: &[String], caption: &str, overlay: Overlay) -> Result<Sketch, AtlasError> {
        let ground = self.ground(pack)?;
        let (shown, left_out) = pictures::crop::together(&ground, islands);
        let caption = if left_out.is_empty() { caption.to_owned() } else { format!("{caption}; more on {}", list(&left_out)) };
        let extent = if shown.is_empty() { Extent::Whole } else { Extent::Islands(shown) };
        let alike = in_any_order(&extent);
        let background = self.background(pack, &ground, &alike)?;
        let situation = Situation { overlay, ..situation(pack, view, &caption) };
        let (svg, alt_text) = (background.sheet().moment(&situation), pictures::alt_text(&ground, &situation, &extent));
        let over = Ground { pack: pack.fingerprint().to_owned(), extent: alike, background };
        Ok(Sketch { name: Picture::MAP, over: Some(over), svg, alt_text })
    }

    fn ground(&self, pack: &Pack) -> Result<Arc<MapGround>, ChartError> {
        let key = pack.fingerprint().to_owned();
        // A thread that panicked while it held this lock, or the next, left what was finished as it was: go on with it.
        let kept = self.grounds.lock().unwrap_or_else(PoisonError::into_inner).get(&key);
        if let Some(ground) = kept {
            return Ok(ground);
        }
        let ground = Arc::new(ground(pack)?);
        self.grounds.lock().unwrap_or_else(PoisonError::into_inner).keep(key, Arc::clone(&ground));
        Ok(ground)
    }

    fn background(&self, pack: &Pack, ground: &MapGround, extent: &Extent) -> Result<Arc<MapBackground>, AtlasError> {
        let sheet = (pack.fingerprint().to_owned(), extent.clone());
        let kept = self.backgrounds.lock().unwrap_or_else(PoisonError::into_inner).get(&sheet);
        if let Some(background) = kept {
            return Ok(background);
        }
        let background = Arc::new(MapBackground::prepare(ground, extent, pictures::USUAL_WIDTH)?);
        self.backgrounds.lock().unwrap_or_else(PoisonError::into_inner).keep(sheet, Arc::clone(&background));
        Ok(background)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use futures_util::FutureExt as _;
    use std::sync::mpsc;

    /// A picture of no size, of which its drawing is told.
    fn draws(tell: &mpsc::Sender<&'static str>, name: &'static str) -> impl FnOnce() -> Result<Plate, AtlasError> + Send + 'static {
        let tell = tell.clone();
        move || {
            tell.send(name).unwrap();
            Ok(Plate { name, bytes: Vec::new(), alt_text: String::new() })
        }
    }

    #[tokio::test]
    async fn a_picture_somebody_asks_for_waits_for_what_is_being_drawn_and_for_nothing_else_that_is_to_be_posted() {
        let atlas = Atlas::drawing(1);
        let behind = atlas.behind();
        let ((tell, told), (go, goes)) = (mpsc::channel(), mpsc::channel::<()>());
        let first = draws(&tell, "first");
        let mut first = Box::pin(behind.draw_in_turn(move || {
            goes.recv().unwrap();
            first()
        }));
        assert!((&mut first).now_or_never().is_none());
        let mut posted: Vec<_> = ["second", "third"].map(|name| Box::pin(behind.draw_in_turn(draws(&tell, name)))).into();
        for picture in &mut posted {
            assert!(picture.now_or_never().is_none());
        }
        let mut asked = Box::pin(atlas.draw_in_turn(draws(&tell, "asked for")));
        assert!((&mut asked).now_or_never().is_none());
        go.send(()).unwrap();
        tokio::join!(async { first.await.unwrap() }, async { asked.await.unwrap() }, async {
            for picture in posted {
                picture.await.unwrap();
            }
        });
        assert_eq!(told.try_iter().collect::<Vec<_>>(), ["first", "asked for", "second", "third"]);
    }

    #[tokio::test]
    async fn a_picture_that_nobody_waits_for_any_more_has_its_place_until_it_is_drawn() {
        let atlas = Atlas::drawing(1);
        let ((tell, told), (go, goes)) = (mpsc::channel(), mpsc::channel::<()>());
        let first = draws(&tell, "first");
        let mut given_up = Box::pin(atlas.draw_in_turn(move || {
            goes.recv().unwrap();
            first()
        }));
        assert!((&mut given_up).now_or_never().is_none());
        drop(given_up);
        let mut second = Box::pin(atlas.draw_in_turn(draws(&tell, "second")));
        assert!((&mut second).now_or_never().is_none());
        go.send(()).unwrap();
        second.await.unwrap();
        assert_eq!(told.try_iter().collect::<Vec<_>>(), ["first", "second"]);
    }

    #[tokio::test]
    async fn maps_that_wait_for_each_other_are_drawn_in_the_same_memory_and_after_the_last_it_is_given_back() {
        let (atlas, pack) = (Arc::new(Atlas::drawing(1)), Pack::embedded().unwrap());
        let state = State::opening(&pack);
        let (tell, told) = mpsc::channel();
        let drawn = Arc::clone(&atlas.drawn);
        let map = atlas.plate(&state, &[], "");
        let other = atlas.draw_in_turn(move || {
            tell.send(drawn.spare().len()).unwrap();
            Ok(Plate { name: "other", bytes: Vec::new(), alt_text: String::new() })
        });
        let (map, other) = tokio::join!(map, other);
        assert_eq!((map.unwrap().name, other.unwrap().name), (Picture::MAP, "other"));
        assert_eq!((told.recv().unwrap(), atlas.drawn.spare().len()), (1, 0));
    }

    #[test]
    fn a_part_of_the_map_is_drawn_once_whichever_island_is_named_first() {
        let (atlas, pack) = (Atlas::default(), Pack::embedded().unwrap());
        let ground = atlas.ground(&pack).unwrap();
        assert!(Arc::ptr_eq(&ground, &atlas.ground(&pack).unwrap()), "its chart is read once");
        let drawn = |islands: &[&str]| {
            let islands = islands.iter().map(|island| (*island).to_owned()).collect();
            atlas.background(&pack, &ground, &in_any_order(&Extent::Islands(islands))).unwrap()
        };
        assert!(Arc::ptr_eq(&drawn(&["Shaw", "Blakely"]), &drawn(&["Blakely", "Shaw"])));
        assert!(!Arc::ptr_eq(&drawn(&["Shaw", "Blakely"]), &drawn(&["Blakely"])));
    }
}
