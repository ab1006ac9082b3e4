//! A picture still to be drawn, and the pictures drawn last: what the board shows is often asked for again before anything has changed, by
//! another member or the same one, and is the same to the last byte then. A picture is what its sketch says and nothing else, so that one
//! that is given again shows nobody more than one that is drawn anew.

use std::collections::VecDeque;
use std::hash::{BuildHasher, RandomState};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use pictures::svg::Svg;
use pictures::{Buffers, Extent, MapBackground, PictureError};

use crate::drawing::plate::Plate;

/// The most bytes of pictures that are kept: some thirty of a usual size.
const MOST_BYTES: usize = 4 << 20;

/// What a map is drawn over, with its pack's fingerprint and how much of the map it shows.
#[derive(Clone)]
pub struct Ground {
    /// The fingerprint of the pack.
    pub pack: String,
    /// How much of the map.
    pub extent: Extent,
    /// The background.
    pub background: Arc<MapBackground>,
}

/// A picture still to be drawn.
pub struct Sketch {
    /// The name of its file.
    pub name: &'static str,
    /// What it is drawn over; nothing for all but maps.
    pub over: Option<Ground>,
    /// What is drawn.
    pub svg: Svg,
    /// The same in words.
    pub alt_text: String,
}

impl Sketch {
    /// A picture that stands by itself.
    #[must_use]
    pub const fn new(name: &'static str, svg: Svg, alt_text: String) -> Self {
        Self { name, over: None, svg, alt_text }
    }
}

/// What a sketch is known by: two numbers that nobody can foretell, the same only for the same sketch.
type Mark = [u64; 2];

/// The pictures drawn last.
pub struct Drawn {
    keys: [RandomState; 2],
    /// The one asked for last at the end.
    kept: Mutex<VecDeque<(Mark, Arc<[u8]>)>>,
    /// What maps were drawn in that no map is drawn in now.
    spare: Mutex<Vec<Buffers>>,
}

impl Default for Drawn {
    fn default() -> Self {
        Self { keys: [RandomState::new(), RandomState::new()], kept: Mutex::default(), spare: Mutex::default() }
    }
}

impl Drawn {
    /// Draws a sketch, here and now, unless it is one of those drawn last.
    ///
    /// # Errors
    ///
    /// If it cannot be drawn.
    pub fn plate(&self, sketch: Sketch) -> Result<Plate, PictureError> {
        let over = sketch.over.as_ref().map(|ground| (&ground.pack, &ground.extent));
        let mark = [0, 1].map(|key: usize| self.keys[key].hash_one((over, sketch.svg.width, sketch.svg.height, &sketch.svg.text)));
        let bytes = match self.again(mark) {
            Some(bytes) => bytes.to_vec(),
            None => {
                let bytes = self.draw(&sketch)?;
                self.keep(mark, bytes.as_slice().into());
                bytes
            }
        };
        Ok(Plate { name: sketch.name, bytes, alt_text: sketch.alt_text })
    }

    fn draw(&self, sketch: &Sketch) -> Result<Vec<u8>, PictureError> {
        let Some(ground) = &sketch.over else { return pictures::encode(&pictures::draw(&sketch.svg)?) };
        let mut buffers = self.spare().pop().unwrap_or_default();
        let png = ground.background.png_of(&sketch.svg, &mut buffers);
        self.spare().push(buffers);
        png
    }

    /// Gives back the memory that maps were drawn in, when nothing more is to be drawn.
    pub fn rest(&self) {
        self.spare().clear();
    }

    pub(super) fn spare(&self) -> MutexGuard<'_, Vec<Buffers>> {
        self.spare.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn again(&self, mark: Mark) -> Option<Arc<[u8]>> {
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        let place = kept.iter().position(|(other, _)| *other == mark)?;
        let found = kept.remove(place)?;
        let bytes = Arc::clone(&found.1);
        kept.push_back(found);
        Some(bytes)
    }

    fn keep(&self, mark: Mark, bytes: Arc<[u8]>) {
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        kept.push_back((mark, bytes));
        while kept.iter().map(|(_, bytes)| bytes.len()).sum::<usize>() > MOST_BYTES {
            kept.pop_front();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sketch(colour: &str, alt_text: &str) -> Sketch {
        let text = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"8\" height=\"8\"><rect width=\"8\" height=\"8\" fill=\"{colour}\"/></svg>"
        );
        Sketch::new("board.png", Svg { width: 8, height: 8, text }, alt_text.to_owned())
    }

    #[test]
    fn what_was_drawn_last_is_given_again_with_its_own_words_and_another_sketch_is_drawn_anew() {
        let drawn = Drawn::default();
        let red = drawn.plate(sketch("#a00", "red")).unwrap();
        let again = drawn.plate(sketch("#a00", "red, said otherwise")).unwrap();
        assert_eq!((red.bytes.clone(), again.alt_text.as_str()), (again.bytes, "red, said otherwise"));
        assert_eq!(drawn.kept.lock().unwrap().len(), 1, "it was not drawn twice");
        let blue = drawn.plate(sketch("#00a", "blue")).unwrap();
        assert_ne!(red.bytes, blue.bytes);
        assert_eq!(blue.bytes, Drawn::default().plate(sketch("#00a", "blue")).unwrap().bytes, "as if nothing had been kept");
    }

    #[test]
    fn no_more_is_kept_than_there_is_room_for_and_what_is_asked_for_stays_longest() {
        let drawn = Drawn::default();
        let size = MOST_BYTES / 4;
        for number in 0..4 {
            drawn.keep([number, 0], vec![0; size].into());
        }
        assert!(drawn.again([0, 0]).is_some());
        drawn.keep([4, 0], vec![0; size].into());
        assert!(drawn.again([0, 0]).is_some() && drawn.again([1, 0]).is_none());
        assert_eq!(drawn.kept.lock().unwrap().len(), 4);
    }
}
