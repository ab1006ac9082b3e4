//! Lettering: the styles of the map's hand, and how wide a line of it will be. Widths come from the font's own
//! metrics, so that names can be placed before anything is drawn.

use std::collections::HashMap;
use std::sync::OnceLock;

use resvg::usvg;

use super::canvas::{Anchor, Canvas};
use super::png;

/// Colours of the sheet.
pub mod ink {
    /// Lines and letters.
    pub const BLACK: &str = "#1d1914";
    /// Land, unprinted paper.
    pub const PAPER: &str = "#f6eed9";
    /// The sea far from land.
    pub const SEA: &str = "#e3e7dc";
    /// Names of waters and water-lines.
    pub const WATER: &str = "#4a6670";
    /// Hills.
    pub const HILL: &str = "#957d58";
    /// Egyptian.
    pub const GREEN: &str = "#1f6e3c";
    /// British.
    pub const RED: &str = "#b3201c";
    /// The wash under a place that changed this turn.
    pub const OCHRE: &str = "#f0b429";
}

/// A cut of the typeface.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[allow(missing_docs)] // names of cuts
pub enum Face {
    Roman,
    Italic,
    Semibold,
    Bold,
    BoldItalic,
}

impl Face {
    const ALL: [Self; 5] = [Self::Roman, Self::Italic, Self::Semibold, Self::Bold, Self::BoldItalic];

    fn attributes(self) -> &'static str {
        match self {
            Self::Roman => "",
            Self::Italic => "font-style=\"italic\"",
            Self::Semibold => "font-weight=\"600\"",
            Self::Bold => "font-weight=\"700\"",
            Self::BoldItalic => "font-weight=\"700\" font-style=\"italic\"",
        }
    }
}

/// A style of lettering.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Lettering {
    /// The cut.
    pub face: Face,
    /// Pixels to the em.
    pub size: f64,
    /// Small capitals for lower case.
    pub small_caps: bool,
    /// Pixels between letters, besides the font's own.
    pub spacing: f64,
    /// Colour of the letters.
    pub colour: &'static str,
    /// Colour of a rim around the letters, that keeps them clear of what is below.
    pub halo: Option<&'static str>,
}

impl Lettering {
    /// Black letters of a cut and size.
    pub fn new(face: Face, size: f64) -> Self {
        Self { face, size, small_caps: false, spacing: 0.0, colour: ink::BLACK, halo: None }
    }

    /// In another colour.
    #[must_use]
    pub fn coloured(self, colour: &'static str) -> Self {
        Self { colour, ..self }
    }

    /// With a rim.
    #[must_use]
    pub fn rimmed(self, halo: &'static str) -> Self {
        Self { halo: Some(halo), ..self }
    }

    /// With pixels between the letters.
    #[must_use]
    pub fn spaced(self, spacing: f64) -> Self {
        Self { spacing, ..self }
    }

    /// In small capitals.
    #[must_use]
    pub fn small_caps(self) -> Self {
        Self { small_caps: true, ..self }
    }

    /// The SVG attributes, without the colour.
    pub fn attributes(&self) -> String {
        let caps = if self.small_caps { " font-variant=\"small-caps\"" } else { "" };
        let spacing = if self.spacing == 0.0 { String::new() } else { format!(" letter-spacing=\"{:.1}\"", self.spacing) };
        format!("font-size=\"{:.1}\" {}{caps}{spacing}", self.size, self.face.attributes())
    }

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
