//! How wide a line of lettering will be. Widths come from the font's own metrics, so that names can be placed before anything is
//! drawn.

use std::collections::HashMap;
use std::sync::OnceLock;

use resvg::usvg;

use super::canvas::{Anchor, Canvas};
use super::lettering::{Face, Lettering};
use super::png;

impl Lettering {
    /// How wide a line will be, in pixels. Kerning is left out, so that the line is never wider.
    pub fn width(&self, words: &str) -> f64 {
        let letters = words.chars().count() as f64;
        let ems: f64 = words.chars().map(|c| advance(self.face, self.small_caps, c)).sum();
        ems * self.size + letters * self.spacing
    }
}

/// The widths of the letters of one cut, in ems.
type Widths = HashMap<char, f64>;

/// What a letter takes that was not measured (other alphabets).
const UNKNOWN: f64 = 0.75;

fn advance(face: Face, small_caps: bool, letter: char) -> f64 {
    static WIDTHS: OnceLock<HashMap<(Face, bool), Widths>> = OnceLock::new();
    let widths = WIDTHS.get_or_init(measure);
    widths.get(&(face, small_caps)).and_then(|table| table.get(&letter)).copied().unwrap_or(UNKNOWN)
}

/// Sets each letter of Western alphabets between two bars and takes the bars away again.
fn measure() -> HashMap<(Face, bool), Widths> {
    const EM: f64 = 100.0;
    let letters: Vec<char> = (' '..='~').chain('\u{a1}'..='\u{17f}').chain("–—‘’“”×·′°".chars()).collect();
    let mut widths = HashMap::new();
    for face in Face::ALL {
        for small_caps in [false, true] {
            let style = Lettering { small_caps, ..Lettering::new(face, EM) };
            let mut canvas = Canvas::default();
            canvas.letter((0.0, 0.0), Anchor::Start, &style, "||");
            for letter in &letters {
                canvas.letter((0.0, 0.0), Anchor::Start, &style, &format!("|{letter}|"));
            }
            let svg = canvas.finish(EM, EM);
            let measured = png::parse(&svg).map(|tree| text_widths(&tree)).unwrap_or_default();
            let bars = measured.first().copied().unwrap_or(0.0);
            let table = letters.iter().zip(measured.iter().skip(1)).map(|(c, w)| (*c, (w - bars) / EM)).collect();
            widths.insert((face, small_caps), table);
        }
    }
    widths
}

fn text_widths(tree: &usvg::Tree) -> Vec<f64> {
    let mut found = Vec::new();
    let mut groups = vec![tree.root()];
    while let Some(group) = groups.pop() {
        for node in group.children() {
            match node {
                usvg::Node::Text(text) => found.push(f64::from(text.bounding_box().width())),
                usvg::Node::Group(inner) => groups.push(inner),
                _ => {}
            }
        }
    }
    found
}
