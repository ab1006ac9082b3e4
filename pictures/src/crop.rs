//! The part of a map that a picture for a phone shows: the smallest rectangle around some islands, neither much wider than
//! high nor much higher than wide. What does not go together with letters that a phone shows large enough is left out. A sea area
//! can be shown like an island, by its name after [`SEA_AREA`].

use super::geometry::Km;
use super::ground::MapGround;
use super::land::{Land, lands};

/// Kilometres of water shown around an island.
const MARGIN: f64 = 1.3;
/// A rectangle is not smaller than this across: a small island is shown with its neighbours.
const LEAST_ACROSS: f64 = 13.0;
/// A rectangle of several islands is not wider than this, nor higher than its shape allows: else their names, lettered for a
/// phone, would find no room.
const MOST_ACROSS: f64 = 25.0;
/// How high a rectangle is at least and at most for its width: with the strip below it the picture is between 4:3 and 3:4.
const LOWEST: f64 = 0.6;
/// See [`LOWEST`].
const HIGHEST: f64 = 1.1;

/// What stands before the name of a sea area that a picture is to show.
pub const SEA_AREA: &str = "sea area ";
/// Kilometres of water shown around the letter of a sea area.
const AROUND_A_LETTER: f64 = 2.0;

/// The corners of the water around the letter of a sea area, if a name is one's.
fn water(ground: &MapGround, name: &str) -> Vec<Km> {
    let letter = name.strip_prefix(SEA_AREA).and_then(|name| ground.seas.iter().find(|sea| sea.name == name));
    let Some(sea) = letter else { return Vec::new() };
    let [x, y] = ground.chart.seas.iter().find(|mark| mark.name == sea.name).map_or(sea.at, |mark| mark.at);
    vec![[x - AROUND_A_LETTER, y - AROUND_A_LETTER], [x + AROUND_A_LETTER, y + AROUND_A_LETTER]]
}

/// West and east, south and north of some points, with a margin in kilometres; none without a point.
pub(super) fn bounds<'a>(points: &(impl Iterator<Item = &'a Km> + Clone), margin: f64) -> Option<((f64, f64), (f64, f64))> {
    let along = |axis: usize| {
        let values = points.clone().map(|point| point[axis]);
        let low = values.clone().fold(f64::INFINITY, f64::min);
        let high = values.fold(f64::NEG_INFINITY, f64::max);
        (low <= high).then_some((low - margin, high + margin))
    };
    Some((along(0)?, along(1)?))
}

/// West, east, south and north of a picture of some islands and sea areas; none, if the map has none of them.
pub(super) fn rectangle(ground: &MapGround, lands: &[Land], islands: &[String]) -> Option<(f64, f64, f64, f64)> {
    let shown = lands.iter().filter(|land| land.island.as_ref().is_some_and(|island| islands.contains(island)));
    let waters: Vec<Km> = islands.iter().flat_map(|name| water(ground, name)).collect();
    let ((west, east), (south, north)) = bounds(&shown.flat_map(|land| &land.outline).chain(&waters), MARGIN)?;
    let across = (east - west).max((north - south) / HIGHEST).max(LEAST_ACROSS);
    let upward = (north - south).max(across * LOWEST);
    let (x, y) = ((west + east) / 2.0, (south + north) / 2.0);
    Some((x - across / 2.0, x + across / 2.0, y - upward / 2.0, y + upward / 2.0))
}

/// Of islands that a picture should show, the first with as many of the others as can be shown with it on a phone; and those that
/// cannot. The others are taken in their order.
pub fn together(ground: &MapGround, islands: &[String]) -> (Vec<String>, Vec<String>) {
    let Some((first, others)) = islands.split_first() else { return (Vec::new(), Vec::new()) };
    let (mut shown, mut left_out) = (vec![first.clone()], Vec::new());
    // Coasts are laid out only where there is something that must fit.
    if others.is_empty() {
        return (shown, left_out);
    }
    let lands = lands(ground);
    for island in others {
        let with: Vec<String> = shown.iter().chain([island]).cloned().collect();
        let fits = rectangle(ground, &lands, &with)
            .is_some_and(|(west, east, south, north)| east - west <= MOST_ACROSS && north - south <= MOST_ACROSS * HIGHEST);
        if fits {
            shown = with;
        } else {
            left_out.push(island.clone());
        }
    }
    (shown, left_out)
}
