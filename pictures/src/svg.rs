//! An SVG document, finished: what is written by [`super::canvas`] and drawn by [`mod@super::png`].

/// A whole SVG document.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Svg {
    /// Pixels.
    pub width: u32,
    /// Pixels.
    pub height: u32,
    /// The text of the document.
    pub text: String,
}
