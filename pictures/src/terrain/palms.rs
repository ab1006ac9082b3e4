//! Palms: around an oasis, and among houses.

use std::fmt::Write as _;

use super::super::lettering::ink;

/// Leaves.
pub(super) const LEAF: &str = "#3f6a3a";
/// A palm whose foot is at a point.
pub(super) fn palm(x: f64, y: f64, height: f64, lean: f64) -> String {
    let (top_x, top_y) = (x + lean, y - height);
    let mut fronds = String::new();
    for (reach, drop) in [(-11.0, 5.0), (-8.0, -3.0), (-2.5, -7.5), (5.0, -6.0), (9.5, -1.0), (10.0, 6.0), (1.0, 8.0)] {
        let (reach, drop) = (reach * height / 24.0, drop * height / 24.0);
        let _ = write!(fronds, "M{top_x:.1} {top_y:.1}q{:.1} {:.1} {reach:.1} {drop:.1}", reach * 0.45, drop * 0.3 - 4.0 * height / 24.0);
    }
    format!(
        "<path d=\"M{x:.1} {y:.1}Q{x:.1} {:.1} {top_x:.1} {top_y:.1}\" fill=\"none\" stroke=\"{}\" stroke-width=\"2\"/>\
         <path d=\"{fronds}\" fill=\"none\" stroke=\"{LEAF}\" stroke-width=\"2.6\" stroke-linecap=\"round\"/>",
        y - height * 0.6,
        ink::BLACK
    )
}
