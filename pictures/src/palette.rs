//! Pixels by a palette: a picture of few colours as a list of them and each pixel's place in it. A map has few, and most of each picture
//! of it is the background that it is drawn over, whose places are settled once.

/// Colours told apart: 32 shades of each of red, green and blue.
pub(super) const BINS: usize = 1 << 15;

/// Which of them a pixel's is.
pub(super) fn bin(pixel: &[u8]) -> usize {
    usize::from(pixel[0] >> 3) << 10 | usize::from(pixel[1] >> 3) << 5 | usize::from(pixel[2] >> 3)
}

/// The most colours of a palette.
pub(super) const MOST_COLOURS: usize = 256;

/// A colour that has no place of its own.
const NOWHERE: u16 = u16::MAX;

/// Pixels that are compared at once with those they are drawn over.
const STRETCH: usize = 64;

/// The most pixels of a run that is kept.
const LONGEST_RUN: usize = 256;

/// Pixels of a run that are written at once.
const ABREAST: usize = 16;

/// Pixels in runs of the same: most of a picture is.
fn runs(pixels: &[u8]) -> impl Iterator<Item = &[[u8; 4]]> {
    pixels.as_chunks().0.chunk_by(|one: &[u8; 4], other| one == other)
}

/// Pixels by a palette.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Indexed {
    colours: Vec<[u8; 3]>,
    /// The place of each bin that has one of its own.
    places: Vec<u16>,
    indices: Vec<u8>,
}

impl Indexed {
    /// Pixels (red, green, blue and what is not looked at) with at most so many colours. The commonest have their own place; the rest,
    /// edges of letters for the most part, take the nearest.
    pub(super) fn of(pixels: &[u8], most: usize) -> Self {
        let mut count = Count::default();
        count.add(pixels, &[]);
        let (mut colours, mut places) = (Vec::with_capacity(MOST_COLOURS), vec![NOWHERE; BINS]);
        count.settle(&mut colours, &mut places, most);
        let mut nearest = places.clone();
        let mut indices = Vec::with_capacity(pixels.len() / 4);
        for alike in runs(pixels) {
            let index = place(&colours, &mut nearest, &alike[0]);
            indices.extend(std::iter::repeat_n(index, alike.len()));
        }
        Self { colours, places, indices }
    }

    /// Pixels that were drawn over these: what has not changed keeps its place, and what is new shares what is left of the palette.
    pub(super) fn drawn_over(mut self, pixels: &[u8]) -> Self {
        let opaque = opaque(&self.colours);
        let changed: Vec<(usize, &[u8])> = pixels
            .chunks(4 * STRETCH)
            .zip(self.indices.chunks(STRETCH))
            .enumerate()
            .filter(|(_, (now, before))| now.as_chunks().0.iter().zip(*before).any(|(pixel, index)| *pixel != opaque[usize::from(*index)]))
            .map(|(stretch, (now, _))| (stretch, now))
            .collect();
        let mut count = Count::default();
        for (_, now) in &changed {
            count.add(now, &self.places);
        }
        count.settle(&mut self.colours, &mut self.places, MOST_COLOURS);
        let mut nearest = self.places.clone();
        for (stretch, now) in changed {
            let mut at = stretch * STRETCH;
            for alike in runs(now) {
                let index = place(&self.colours, &mut nearest, &alike[0]);
                self.indices[at..at + alike.len()].fill(index);
                at += alike.len();
            }
        }
        self
    }

    /// Red, green and blue of each place in turn.
    pub(super) fn palette(&self) -> Vec<u8> {
        self.colours.concat()
    }

    /// Each pixel's place.
    pub(super) fn indices(&self) -> &[u8] {
        &self.indices
    }

    /// The memory of their places, for another picture.
    pub(super) fn into_indices(self) -> Vec<u8> {
        self.indices
    }
}

/// The pixels of a palette: red, green, blue and opaque.
fn opaque(colours: &[[u8; 3]]) -> [[u8; 4]; MOST_COLOURS] {
    let mut opaque = [[u8::MAX; 4]; MOST_COLOURS];
    for (pixel, colour) in opaque.iter_mut().zip(colours) {
        pixel[..3].copy_from_slice(colour);
    }
    opaque
}

/// Pixels by a palette, kept in a third of the room or less: the place that several pixels after each other share, and how many more than one they are.
#[derive(Clone)]
pub(super) struct Runs {
    colours: Vec<[u8; 3]>,
    /// The bin of each colour.
    bins: Vec<u16>,
    runs: Vec<[u8; 2]>,
    pixels: usize,
}

impl Runs {
    /// The same pixels in runs.
    pub(super) fn of(indexed: &Indexed) -> Self {
        let mut bins = vec![0; indexed.colours.len()];
        for (bin, place) in indexed.places.iter().enumerate().filter(|(_, place)| **place != NOWHERE) {
            bins[usize::from(*place)] = bin as u16;
        }
        let alike = indexed.indices.chunk_by(|one, other| one == other).flat_map(|run| run.chunks(LONGEST_RUN));
        let mut runs: Vec<[u8; 2]> = alike.map(|run| [run[0], (run.len() - 1) as u8]).collect();
        runs.shrink_to_fit();
        Self { colours: indexed.colours.clone(), bins, runs, pixels: indexed.indices.len() }
    }

    /// The same pixels by their places, in the memory given.
    pub(super) fn indexed(&self, mut indices: Vec<u8>) -> Indexed {
        let mut places = vec![NOWHERE; BINS];
        for (place, bin) in self.bins.iter().enumerate() {
            places[usize::from(*bin)] = place as u16;
        }
        indices.resize(self.pixels + ABREAST, 0);
        self.spread(&mut indices, |place| place);
        indices.truncate(self.pixels);
        Indexed { colours: self.colours.clone(), places, indices }
    }

    /// The pixels: red, green, blue and opaque; in the memory given.
    pub(super) fn pixels(&self, mut pixels: Vec<u8>) -> Vec<u8> {
        let opaque = opaque(&self.colours);
        pixels.resize(4 * (self.pixels + ABREAST), 0);
        self.spread(pixels.as_chunks_mut().0, |place| opaque[usize::from(place)]);
        pixels.truncate(4 * self.pixels);
        pixels
    }

    /// Writes what stands for its place, for each pixel; there must be room for a few more.
    fn spread<T: Copy>(&self, all: &mut [T], of: impl Fn(u8) -> T) {
        let mut at = 0;
        for [place, more] in &self.runs {
            let (one, end) = (of(*place), at + usize::from(*more) + 1);
            // A few at once, whether the run is as long or not: what follows is written over the rest.
            all[at..at + ABREAST].fill(one);
            if end > at + ABREAST {
                all[at + ABREAST..end].fill(one);
            }
            at = end;
        }
    }
}

/// How many pixels there are of each bin, and their sums of red, green and blue.
struct Count(Vec<[u32; 4]>);

impl Default for Count {
    fn default() -> Self {
        Self(vec![[0; 4]; BINS])
    }
}

impl Count {
    /// Counts the pixels that have no place yet.
    fn add(&mut self, pixels: &[u8], places: &[u16]) {
        for alike in runs(pixels) {
            let (pixel, many) = (alike[0], alike.len() as u32);
            let bin = bin(&pixel);
            if places.get(bin).is_some_and(|place| *place != NOWHERE) {
                continue;
            }
            let sum = &mut self.0[bin];
            for channel in 0..3 {
                sum[channel] += many * u32::from(pixel[channel]);
            }
            sum[3] += many;
        }
    }

    /// Gives places to the commonest, up to so many colours.
    fn settle(self, colours: &mut Vec<[u8; 3]>, places: &mut [u16], most: usize) {
        let mut used: Vec<usize> = (0..BINS).filter(|bin| self.0[*bin][3] > 0).collect();
        used.sort_by_key(|bin| std::cmp::Reverse(self.0[*bin][3]));
        used.truncate(most.min(MOST_COLOURS).saturating_sub(colours.len()));
        for bin in used {
            let [red, green, blue, count] = self.0[bin];
            places[bin] = colours.len() as u16;
            colours.push([red, green, blue].map(|sum| (sum / count) as u8));
        }
    }
}

/// The place of a pixel: its own, or the nearest, which is then remembered.
fn place(colours: &[[u8; 3]], nearest: &mut [u16], pixel: &[u8]) -> u8 {
    let place = &mut nearest[bin(pixel)];
    if *place == NOWHERE {
        let distance = |colour: &[u8; 3]| -> i32 { (0..3).map(|of| (i32::from(pixel[of]) - i32::from(colour[of])).pow(2)).sum() };
        *place = (0..colours.len()).min_by_key(|index| distance(&colours[*index])).unwrap_or(0) as u16;
    }
    // At most 256 colours: every place fits.
    *place as u8
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pixels(colours: impl IntoIterator<Item = [u8; 3]>) -> Vec<u8> {
        colours.into_iter().flat_map(|[red, green, blue]| [red, green, blue, 255]).collect()
    }

    fn shown(indexed: &Indexed) -> Vec<[u8; 3]> {
        indexed.indices().iter().map(|index| indexed.colours[usize::from(*index)]).collect()
    }

    #[test]
    fn few_colours_are_kept_and_of_many_the_commonest() {
        let few = [[200, 30, 40], [10, 20, 30], [200, 30, 40]];
        assert_eq!(shown(&Indexed::of(&pixels(few), 256)), few);
        let many = pixels((0..600_u16).map(|shade| [(shade % 25 * 10) as u8, (shade / 25 * 10) as u8, 0]).chain([[255, 255, 255]; 50]));
        let indexed = Indexed::of(&many, 100);
        assert_eq!((indexed.palette().len(), shown(&indexed)[610]), (300, [255, 255, 255]));
    }

    #[test]
    fn what_is_drawn_over_a_ground_is_the_same_as_if_it_were_drawn_at_once() {
        let ground = pixels((0..2_000_u16).map(|at| [(at / 100 * 8) as u8, 100, 200]));
        let mut drawn = ground.clone();
        for at in [5, 70, 1_999] {
            drawn[4 * at..4 * at + 3].copy_from_slice(&[255, 128, 0]);
        }
        let indexed = Indexed::of(&ground, 192);
        assert_eq!(Runs::of(&indexed).pixels(Vec::new()), ground);
        assert_eq!(shown(&indexed.clone().drawn_over(&drawn)), shown(&Indexed::of(&drawn, 256)));
        assert_eq!(shown(&indexed.clone().drawn_over(&ground)), shown(&indexed), "nothing new, nothing changed");
    }

    #[test]
    fn beside_what_is_drawn_over_a_ground_of_more_colours_than_its_palette_has_every_pixel_is_as_it_was() {
        let ground = Indexed::of(&pixels((0..2_000_u16).map(|at| [(at % 250) as u8, (at / 250 * 30) as u8, 90])), 64);
        let mut drawn = Runs::of(&ground).pixels(Vec::new());
        for at in [5, 70, 1_999] {
            drawn[4 * at..4 * at + 3].copy_from_slice(&[255, 128, 0]);
        }
        let (before, after) = (shown(&ground), shown(&ground.drawn_over(&drawn)));
        let changed: Vec<usize> = (0..2_000).filter(|at| before[*at] != after[*at]).collect();
        assert_eq!((changed, after[70]), (vec![5, 70, 1_999], [255, 128, 0]));
    }

    #[test]
    fn pixels_kept_in_runs_are_the_same_with_their_palette_however_long_a_run_is() {
        for length in [1_u16, 255, 256, 257, 600] {
            let striped = (0..4 * length).map(|at| [(at / length * 60) as u8, 10, 20]).chain([[7, 8, 9], [90, 10, 20]]);
            let indexed = Indexed::of(&pixels(striped), 5);
            let runs = Runs::of(&indexed);
            // Memory that another picture, larger or smaller, has left makes no difference.
            for left in [Vec::new(), vec![9; 40], vec![9; 20_000]] {
                assert_eq!(runs.indexed(left.clone()), indexed, "runs of {length}");
                assert_eq!(runs.pixels(left), pixels(shown(&indexed)));
            }
        }
    }
}
