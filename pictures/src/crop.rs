//! The part of a map that a picture for a phone shows: the smallest rectangle around some islands, neither much wider than
//! high nor much higher than wide. What does not go together with letters that a phone shows large enough is left out.

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

/// West, east, south and north of a picture of some islands; none, if the map has none of them.
pub(super) fn rectangle(lands: &[Land], islands: &[String]) -> Option<(f64, f64, f64, f64)> {
    let shown = lands.iter().filter(|land| land.island.as_ref().is_some_and(|island| islands.contains(island)));
    let ((west, east), (south, north)) = bounds(&shown.flat_map(|land| &land.outline), MARGIN)?;
    let across = (east - west).max((north - south) / HIGHEST).max(LEAST_ACROSS);
    let upward = (north - south).max(across * LOWEST);
    let (x, y) = ((west + east) / 2.0, (south + north) / 2.0);
    Some((x - across / 2.0, x + across / 2.0, y - upward / 2.0, y + upward / 2.0))
}

/// Of islands that a picture should show, the first with as many of the others as can be shown with it on a phone; and those that
/// cannot. The others are taken in their order.
pub fn together(ground: &MapGround, islands: &[String]) -> (Vec<String>, Vec<String>) {
    let lands = lands(ground);
    let mut shown: Vec<String> = Vec::new();
    let mut left_out = Vec::new();
    for island in islands {
        let with: Vec<String> = shown.iter().chain([island]).cloned().collect();
        let fits = rectangle(&lands, &with)
            .is_some_and(|(west, east, south, north)| east - west <= MOST_ACROSS && north - south <= MOST_ACROSS * HIGHEST);
        if fits || shown.is_empty() {
            shown = with;
        } else {
            left_out.push(island.clone());
        }
    }
    (shown, left_out)
}
