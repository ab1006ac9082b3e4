//! Writing SVG: a string that grows, with numbers kept short and every name escaped. It knows nothing of maps.

use std::fmt::{self, Write as _};

use super::lettering::Lettering;
pub use super::svg::Svg;

/// Where a line of lettering is held.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Anchor {
    /// By its left end.
    Start,
    /// By its middle.
    Middle,
    /// By its right end.
    End,
}

impl Anchor {
    fn word(self) -> &'static str {
        match self {
            Self::Start => "start",
            Self::Middle => "middle",
            Self::End => "end",
        }
    }
}

/// Elements of an SVG document, in the order they are drawn.
#[derive(Debug, Clone, Default)]
pub struct Canvas {
    body: String,
}

impl Canvas {
    /// Adds elements as they stand: `canvas.put(format_args!("<circle …/>"))`. Names must not come this way.
    pub fn put(&mut self, elements: fmt::Arguments<'_>) {
        // Writing to a String cannot fail.
        let _ = self.body.write_fmt(elements);
        self.body.push('\n');
    }

    /// Adds a line of lettering on the baseline at `at`.
    pub fn letter(&mut self, at: (f64, f64), anchor: Anchor, style: &Lettering, words: &str) {
        self.letter_turned(at, anchor, style, words, 0.0);
    }

    /// Adds a line of lettering, turned clockwise by `degrees` around `at`.
    pub fn letter_turned(&mut self, at: (f64, f64), anchor: Anchor, style: &Lettering, words: &str, degrees: f64) {
        let (x, y) = at;
        let turn = if degrees == 0.0 { String::new() } else { format!(" transform=\"rotate({degrees:.1} {x:.1} {y:.1})\"") };
        let anchor = anchor.word();
        // Drawn twice where there is a halo: `paint-order` on text costs a group with a clip in the renderer. Of the halo only the rim: within
        // it are the letters.
        if let Some(halo) = style.halo {
            self.put(format_args!(
                "<text x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"{anchor}\"{turn} {} fill=\"none\" stroke=\"{halo}\" \
                 stroke-width=\"{:.1}\" stroke-linejoin=\"round\">{}</text>",
                style.attributes(),
                style.size * 0.2,
                escape(words)
            ));
        }
        self.put(format_args!(
            "<text x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"{anchor}\"{turn} {} fill=\"{}\">{}</text>",
            style.attributes(),
            style.colour,
            escape(words)
        ));
    }

    /// Adds what another canvas holds, on top.
    pub fn append(&mut self, other: &Self) {
        self.body.push_str(&other.body);
    }

    /// The finished document, `width` by `height` pixels.
    pub fn finish(&self, width: f64, height: f64) -> Svg {
        self.enlarged(width, height, 1.0)
    }

    /// The same, with `zoom` pixels for each.
    pub fn enlarged(&self, width: f64, height: f64, zoom: f64) -> Svg {
        let (wide, high) = (width.ceil(), height.ceil());
        let (width, height) = ((wide * zoom).round() as u32, (high * zoom).round() as u32);
        let text = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" xmlns:xlink=\"http://www.w3.org/1999/xlink\" \
             width=\"{width}\" height=\"{height}\" viewBox=\"0 0 {wide} {high}\" \
             font-family=\"Libertinus Serif\">\n{}</svg>\n",
            self.body
        );
        Svg { width, height, text }
    }
}

/// Escapes a name for XML; what XML does not allow at all is left out.
pub fn escape(words: &str) -> String {
    let mut escaped = String::with_capacity(words.len());
    for c in words.chars() {
        match c {
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '&' => escaped.push_str("&amp;"),
            '"' => escaped.push_str("&quot;"),
            '\n' | '\t' | '\r' => escaped.push(' '),
            '\u{0}'..='\u{1f}' | '\u{7f}'..='\u{9f}' | '\u{fffe}' | '\u{ffff}' => {}
            _ => escaped.push(c),
        }
    }
    escaped
}

/// A path's `d` for a line through points in pixels.
pub fn line_data(points: &[(f64, f64)], closed: bool) -> String {
    let mut data = String::with_capacity(points.len() * 12 + 2);
    for (index, (x, y)) in points.iter().enumerate() {
        let _ = write!(data, "{}{x:.1} {y:.1}", if index == 0 { 'M' } else { 'L' });
    }
    if closed {
        data.push('Z');
    }
    data
}
