//! Lettering that fits: made smaller, broken into lines, and at last cut with an ellipsis.

use super::super::lettering::Lettering;

/// Breaks words into lines no wider than `width`.
pub(crate) fn wrap(words: &str, style: &Lettering, width: f64) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in words.split_whitespace() {
        match lines.last_mut() {
            Some(line) if style.width(&format!("{line} {word}")) <= width => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.into()),
        }
    }
    lines
}

/// The smallest lettering, of which eleven pixels are seen where a telephone shows the sheet's 900 as 390.
pub(crate) const SMALLEST: f64 = 26.0;

/// As much of a line as fits, with an ellipsis if that is not all.
pub(crate) fn shortened(words: &str, style: &Lettering, width: f64) -> String {
    let words = words.trim();
    if style.width(words) <= width {
        return words.to_owned();
    }
    let room = width - style.width("…") - style.size * 0.35;
    let mut short = String::new();
    for letter in words.chars() {
        short.push(letter);
        if style.width(&short) > room {
            short.pop();
            break;
        }
    }
    format!("{}…", short.trim_end_matches([' ', ',', '-', '·']))
}

/// A line as large as fits, between two sizes; cut if it is too long at the smaller one.
pub(crate) fn line(words: &str, style: Lettering, least: f64, width: f64) -> (Lettering, String) {
    let mut style = style;
    while style.size > least && style.width(words.trim()) > width {
        style = Lettering { size: (style.size - 1.0).max(least), ..style };
    }
    (style, shortened(words, &style, width))
}

/// Lines as large as fit, between two sizes; at most so many, the last cut if there would be more.
pub(crate) fn lines(words: &str, style: Lettering, least: f64, width: f64, most: usize) -> (Lettering, Vec<String>) {
    let mut style = style;
    // A word that is too long by itself may be broken after a hyphen.
    let narrow = Lettering { size: least, ..style };
    let broken = |word: &str| if narrow.width(word) > width { word.replace('-', "- ") } else { word.to_owned() };
    let words = words.split_whitespace().map(broken).collect::<Vec<_>>().join(" ");
    let words = words.as_str();
    let fits = |style: &Lettering| {
        let lines = wrap(words, style, width);
        lines.len() <= most && lines.iter().all(|line| style.width(line) <= width)
    };
    while style.size > least && !fits(&style) {
        style = Lettering { size: (style.size - 1.0).max(least), ..style };
    }
    let mut lines = wrap(words, &style, width);
    if lines.len() > most {
        let rest = lines.split_off(most.saturating_sub(1)).join(" ");
        lines.push(rest);
    }
    let lines = lines.iter().map(|line| shortened(line, &style, width)).collect();
    (style, lines)
}
