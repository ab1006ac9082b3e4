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
        // The rim is stroked first, the letters are filled over it: the renderer does both with the outlines of one element.
        let rim = style.halo.map_or_else(String::new, |halo| {
            format!(" stroke=\"{halo}\" stroke-width=\"{:.1}\" stroke-linejoin=\"round\" paint-order=\"stroke\"", style.size * 0.2)
        });
        self.put(format_args!(
            "<text x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"{anchor}\"{turn} {} fill=\"{}\"{rim}>{}</text>",
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
        let (width, height) = pixels(width, height, zoom);
        let text = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" xmlns:xlink=\"http://www.w3.org/1999/xlink\" \
             width=\"{width}\" height=\"{height}\" viewBox=\"0 0 {wide} {high}\" \
             font-family=\"Libertinus Serif\">\n{}</svg>\n",
            self.body
        );
        Svg { width, height, text }
    }
}

/// How many pixels wide and high a document of this size is, with `zoom` pixels for each of its own.
pub(super) fn pixels(width: f64, height: f64, zoom: f64) -> (u32, u32) {
    ((width.ceil() * zoom).round() as u32, (height.ceil() * zoom).round() as u32)
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

#[cfg(test)]
mod tests {
    use super::super::lettering::Face;
    use super::super::png::{draw, parse};
    use super::*;

    fn on_paper(draw: impl FnOnce(&mut Canvas)) -> Svg {
        let mut canvas = Canvas::default();
        canvas.put(format_args!("<rect width=\"400\" height=\"120\" fill=\"#957d58\"/>"));
        draw(&mut canvas);
        canvas.finish(400.0, 120.0)
    }

    #[test]
    fn lettering_with_a_rim_is_one_element_and_looks_as_its_rim_with_the_letters_laid_over_it() {
        for (face, size, degrees) in [(Face::Bold, 47.3, 0.0), (Face::Italic, 24.0, -64.0), (Face::Semibold, 60.0, 12.5)] {
            let style = Lettering::new(face, size).spaced(1.4).rimmed("#f6eed9");
            let at = (200.0, 64.0);
            let at_once = on_paper(|canvas| canvas.letter_turned(at, Anchor::Middle, &style, "Wagga Øffice 48", degrees));
            assert_eq!(at_once.text.matches("<text").count(), 1);
            let after_each_other = on_paper(|canvas| {
                let turn = if degrees == 0.0 { String::new() } else { format!(" transform=\"rotate({degrees:.1} 200.0 64.0)\"") };
                canvas.put(format_args!(
                    "<text x=\"200.0\" y=\"64.0\" text-anchor=\"middle\"{turn} {} fill=\"none\" stroke=\"#f6eed9\" \
                     stroke-width=\"{:.1}\" stroke-linejoin=\"round\">Wagga Øffice 48</text>",
                    style.attributes(),
                    size * 0.2
                ));
                canvas.letter_turned(at, Anchor::Middle, &Lettering { halo: None, ..style }, "Wagga Øffice 48", degrees);
            });
            assert_eq!(after_each_other.text.matches("<text").count(), 2);
            assert!(draw(&at_once).unwrap() == draw(&after_each_other).unwrap(), "{face:?} of {size} turned by {degrees}");
        }
    }

    #[test]
    fn a_document_is_as_large_as_the_renderer_reads_it() {
        for (width, height, zoom) in [(900.0, 611.2, 1.0), (735.0, 801.0, 1600.0 / 735.0), (1200.5, 1033.0, 0.9)] {
            let svg = Canvas::default().enlarged(width, height, zoom);
            let size = parse(&svg).unwrap().size();
            assert_eq!((f64::from(size.width()), f64::from(size.height())), (f64::from(svg.width), f64::from(svg.height)));
            assert_eq!(pixels(width, height, zoom), (svg.width, svg.height));
        }
    }
}
