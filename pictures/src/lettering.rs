//! Lettering: the styles of the map's hand, and the colours of the sheet.

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
    /// Ours.
    pub const GREEN: &str = "#1f6e3c";
    /// The allies.
    pub const RED: &str = "#b3201c";
    /// The wash under a place that changed this turn.
    pub const OCHRE: &str = "#f0b429";
}

/// The smallest lettering of a map's sheet, in pixels to the em.
pub const SMALLEST: f64 = 19.0;

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
    pub(super) const ALL: [Self; 5] = [Self::Roman, Self::Italic, Self::Semibold, Self::Bold, Self::BoldItalic];

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
}
