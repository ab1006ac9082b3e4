//! What lies on the edge between two squares: drawn along a line from left to right through the middle, in hundredths of a square's side.

use std::fmt::Write as _;

use super::super::lettering::ink;
use super::data::Edge;

/// Earth.
const EARTH: &str = "#7a5f38";

/// Draws what lies on an edge, from -50 to 50.
pub(super) fn shape(edge: Edge) -> String {
    let black = ink::BLACK;
    let water = ink::WATER;
    let halo = |thick: f64| format!("<path d=\"M-50 0H50\" stroke=\"{}\" stroke-width=\"{thick}\"/>", ink::PAPER);
    match edge {
        Edge::DryBed => format!(
            "{}<path d=\"M-48 -4H50M-42 4H50\" stroke=\"{EARTH}\" stroke-width=\"3.4\" stroke-dasharray=\"3.5 7\" stroke-linecap=\"round\"/>",
            halo(14.0)
        ),
        Edge::Fence => {
            let posts: String = (0..6).map(|post| format!("M{} -7l8 14m0 -14l-8 14", -46 + post * 17)).collect();
            format!("<path d=\"M-50 0H50{posts}\" stroke=\"{black}\" stroke-width=\"2.4\" fill=\"none\"/>")
        }
        Edge::Gully => {
            let mut ticks = String::new();
            for tick in 0..9 {
                let x = -45 + tick * 11;
                let _ = write!(ticks, "M{x} -9v6M{} 9v-6", x + 5);
            }
            format!("{}<path d=\"M-50 -9H50M-50 9H50{ticks}\" stroke=\"{EARTH}\" stroke-width=\"2.8\"/>", halo(20.0))
        }
        Edge::Ford => format!(
            "<path d=\"M-50 0H50\" stroke=\"#c4d8da\" stroke-width=\"16\"/><path d=\"M-50 -8H50M-50 8H50\" stroke=\"{water}\" stroke-width=\"2.6\"/>\
             <path d=\"M-33 -12V12M-17 -12V12M0 -12V12M17 -12V12M33 -12V12\" stroke=\"{black}\" stroke-width=\"3.4\"/>"
        ),
        Edge::Stream => format!(
            "<path d=\"M-50 0q6.25 -9 12.5 0t12.5 0t12.5 0t12.5 0t12.5 0t12.5 0t12.5 0t12.5 0\" fill=\"none\" stroke=\"{water}\" stroke-width=\"6.5\"/>"
        ),
        Edge::Trench => format!(
            "{}<path d=\"M-50 5h10v-10h15v10h15v-10h20v10h15v-10h15v10h10\" fill=\"none\" stroke=\"{black}\" stroke-width=\"4\"/>",
            halo(10.0)
        ),
        Edge::Wall => format!(
            "<path d=\"M-50 0H50\" stroke=\"{black}\" stroke-width=\"13\"/><path d=\"M-46 0H50\" stroke=\"{}\" stroke-width=\"5.5\" \
             stroke-dasharray=\"13 5\"/>",
            ink::PAPER
        ),
        Edge::Rampart => {
            let teeth: String = (0..7).map(|tooth| format!("M{} 0l5.5 -12l5.5 12l-5.5 12Z", -48 + tooth * 14)).collect();
            format!("<path d=\"M-50 0H50\" stroke=\"{EARTH}\" stroke-width=\"8\"/><path d=\"{teeth}\" fill=\"{EARTH}\"/>")
        }
        Edge::Gate => format!(
            "<path d=\"M-50 0H-24M24 0H50\" stroke=\"{black}\" stroke-width=\"13\"/><path d=\"M-22 -13V13M22 -13V13\" stroke=\"{black}\" \
             stroke-width=\"6\"/>"
        ),
        Edge::Cliff => {
            let face: String =
                (0..13).map(|step| format!("M{} 0l3.6 {}l3.6 -{}Z", -50 + step * 8, 19 + step * 5 % 7, 19 + step * 5 % 7)).collect();
            format!("<path d=\"{face}\" fill=\"{black}\"/><path d=\"M-50 -1H50\" stroke=\"{black}\" stroke-width=\"7\"/>")
        }
    }
}
