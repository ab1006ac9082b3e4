//! Title and legend: on open water where the chart gives them a place, else in a strip below the map.

use super::canvas::{Anchor, Canvas};
use super::cards::fit;
use super::geometry::Rect;
use super::ground::{Control, Holders, PlaceKind, ShipKind};
use super::lettering::{Face, Lettering, SMALLEST, ink};
use super::markers;
use super::tags::{self, Arm};

/// Where the caption goes, that changes from picture to picture.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct CaptionRoom {
    /// The end or the middle of its first baseline, in pixels.
    pub at: (f64, f64),
    /// How it is held there.
    pub anchor: Anchor,
    /// How wide it may be, in pixels.
    pub width: f64,
    /// Pixels to the em, when it fits.
    pub size: f64,
    /// The colour it stands on.
    pub ground: &'static str,
}

/// Draws the caption in its room, in one line or two; what is still too long ends in an ellipsis.
pub fn draw_caption(canvas: &mut Canvas, room: &CaptionRoom, caption: &str) {
    let fits = |size: f64, most: usize| {
        let style = Lettering::new(Face::Italic, size);
        let lines = fit::wrap(caption, &style, room.width);
        let fitting = lines.len() <= most && lines.iter().all(|line| style.width(line) <= room.width);
        fitting.then_some((style, lines))
    };
    let (style, lines) = fits(room.size, 1)
        .or_else(|| fits(room.size * 0.85, 1))
        .or_else(|| fits(room.size * 0.8, 2))
        .or_else(|| fits(SMALLEST, 2))
        .unwrap_or_else(|| {
            let style = Lettering::new(Face::Italic, SMALLEST);
            let mut short = String::new();
            for letter in caption.chars() {
                if style.width(&short) + style.size * 1.5 > room.width {
                    break;
                }
                short.push(letter);
            }
            (style, vec![format!("{}…", short.trim_end())])
        });
    for (number, line) in lines.iter().enumerate() {
        let at = (room.at.0, room.at.1 + style.size * 1.05 * number as f64);
        canvas.letter(at, room.anchor, &style.rimmed(room.ground), line);
    }
}

/// Draws the title on open water, centred under the middle of its upper edge, at most `width` pixels wide.
pub fn draw_title(canvas: &mut Canvas, (x, y): (f64, f64), width: f64, title: &str) -> (Rect, CaptionRoom) {
    let style_of = |size: f64| Lettering::new(Face::Bold, size).small_caps().spaced(size * 0.06).rimmed(ink::SEA);
    let mut size = 62.0;
    let mut lines = fit::wrap(title, &style_of(size), width);
    while size > 24.0 && (lines.len() > 3 || lines.iter().any(|line| style_of(size).width(line) > width)) {
        size -= 2.0;
        lines = fit::wrap(title, &style_of(size), width);
    }
    let style = style_of(size);
    let mut base = y + size * 0.75;
    for line in lines.iter().take(4) {
        canvas.letter((x, base), Anchor::Middle, &style, line);
        base += size * 0.95;
    }
    base -= size * 0.55;
    canvas.put(format_args!(
        "<path d=\"M{:.1} {base:.1}h{:.1}M{:.1} {:.1}h{:.1}\" stroke=\"{}\" stroke-width=\"1.6\"/>",
        x - width * 0.24,
        width * 0.48,
        x - width * 0.16,
        base + 5.0,
        width * 0.32,
        ink::BLACK
    ));
    let room = CaptionRoom { at: (x, base + 40.0), anchor: Anchor::Middle, width, size: 34.0, ground: ink::SEA };
    (Rect::new(x - width / 2.0, y, width, base + 82.0 - y), room)
}

/// One thing the legend explains.
enum Entry {
    Kind(PlaceKind),
    MovementPoint,
    Holder(Control),
    Siege,
    Changed,
    Troops(Arm),
    Vessel(ShipKind),
}

/// Columns of the legend, with the width of their signs in pixels.
fn columns(holders: &Holders) -> [(f64, [(Entry, &str); 4]); 4] {
    [
        (
            60.0,
            [
                (Entry::Kind(PlaceKind::Village), "Village"),
                (Entry::Kind(PlaceKind::Town), "Town"),
                (Entry::Kind(PlaceKind::FortifiedTown), "Fortified town"),
                (Entry::MovementPoint, "Movement point"),
            ],
        ),
        (
            44.0,
            [
                (Entry::Holder(Control::Native), &holders.native),
                (Entry::Holder(Control::Pacified), "Pacified"),
                (Entry::Holder(Control::Allied), &holders.allied),
                (Entry::Holder(Control::Enemy), &holders.enemy),
            ],
        ),
        (
            48.0,
            [
                (Entry::Siege, "Besieged"),
                (Entry::Changed, "News"),
                (Entry::Vessel(ShipKind::Gunboat), "Gunboat"),
                (Entry::Vessel(ShipKind::Transport), "Transport"),
            ],
        ),
        (
            38.0,
            [
                (Entry::Troops(Arm::Foot), "Foot"),
                (Entry::Troops(Arm::Horse), "Horse"),
                (Entry::Troops(Arm::Guns), "Guns"),
                (Entry::Troops(Arm::Redoubt), "Redoubt"),
            ],
        ),
    ]
}

/// Pixels between the legend's lines.
const LINE: f64 = 39.0;

/// Draws the legend with its upper left corner at a point in pixels; gives back the box it takes.
pub fn draw_legend(canvas: &mut Canvas, holders: &Holders, (x, y): (f64, f64), boxed: bool) -> Rect {
    let style = Lettering::new(Face::Roman, 25.0);
    let columns = columns(holders);
    let widths: Vec<f64> = columns
        .iter()
        .map(|(sign, entries)| sign + entries.iter().map(|(_, words)| style.width(words)).fold(0.0, f64::max) + 20.0)
        .collect();
    let area = Rect::new(x, y, widths.iter().sum::<f64>() + 16.0, LINE * 4.0 + 16.0);
    if boxed {
        for (inset, thickness) in [(0.0, 2.6), (6.0, 1.0)] {
            let frame = area.grown(-inset);
            canvas.put(format_args!(
                "<rect x=\"{:.1}\" y=\"{:.1}\" width=\"{:.1}\" height=\"{:.1}\" fill=\"{}\" stroke=\"{}\" \
                 stroke-width=\"{thickness}\"/>",
                frame.x,
                frame.y,
                frame.w,
                frame.h,
                ink::PAPER,
                ink::BLACK
            ));
        }
    }
    let mut left = x + 14.0;
    for ((sign, entries), width) in columns.iter().zip(widths) {
        for (row, (entry, words)) in entries.iter().enumerate() {
            let middle = (left + sign / 2.0 - 3.0, y + 8.0 + LINE * (row as f64 + 0.5));
            draw_entry(canvas, middle, entry);
            canvas.letter((left + sign, middle.1 + style.size * 0.3), Anchor::Start, &style, words);
        }
        left += width;
    }
    area
}

fn draw_entry(canvas: &mut Canvas, at: (f64, f64), entry: &Entry) {
    let black = ink::BLACK;
    match entry {
        Entry::Kind(kind) => {
            let size = if *kind == PlaceKind::FortifiedTown { 0.72 } else { 0.85 };
            markers::place(canvas, at, *kind, Control::Native, size);
        }
        Entry::MovementPoint => canvas.put(format_args!(
            "<path d=\"M{:.1} {y:.1}h48\" stroke=\"{black}\" stroke-width=\"6.4\"/>\
             <path d=\"M{:.1} {y:.1}h48\" stroke=\"#fffaea\" stroke-width=\"3\"/>\
             <circle cx=\"{:.1}\" cy=\"{y:.1}\" r=\"6.6\" fill=\"#fffaea\" stroke=\"{black}\" stroke-width=\"2.2\"/>",
            at.0 - 24.0,
            at.0 - 24.0,
            at.0,
            y = at.1
        )),
        Entry::Holder(control) => markers::place(canvas, at, PlaceKind::Village, *control, 1.0),
        Entry::Siege => {
            markers::place(canvas, at, PlaceKind::Village, Control::Native, 0.68);
            markers::siege(canvas, at, PlaceKind::Village, 3, 0.75);
        }
        Entry::Changed => {
            markers::changed(canvas, at, PlaceKind::Village, 0.66);
            markers::place(canvas, at, PlaceKind::Village, Control::Native, 0.68);
        }
        Entry::Troops(arm) => tags::sign(canvas, at, *arm, 1.15),
        Entry::Vessel(kind) => {
            let size = 0.8;
            let corner = (at.0 - markers::SHIP_SIZE.0 * size / 2.0 - 3.0, at.1 - markers::SHIP_SIZE.1 * size / 2.0);
            markers::ship(canvas, corner, *kind, false, size);
        }
    }
}

/// Fills the strip below a map with title, caption room and legend.
pub fn draw_strip(canvas: &mut Canvas, holders: &Holders, strip: Rect, title: &str) -> CaptionRoom {
    let mut trial = Canvas::default();
    let legend = draw_legend(&mut trial, holders, (0.0, 0.0), false);
    let left = strip.x + strip.w - legend.w;
    draw_legend(canvas, holders, (left, strip.y - 4.0), false);
    let width = left - strip.x - 24.0;
    let style_of = |size: f64| Lettering::new(Face::Bold, size).small_caps().spaced(1.0);
    let mut size = 42.0;
    let mut lines = fit::wrap(title, &style_of(size), width);
    while size > 24.0 && (lines.len() > 2 || lines.iter().any(|line| style_of(size).width(line) > width)) {
        size -= 2.0;
        lines = fit::wrap(title, &style_of(size), width);
    }
    let mut base = strip.y + size * 0.85;
    for line in lines.iter().take(2) {
        canvas.letter((strip.x, base), Anchor::Start, &style_of(size), line);
        base += size * 0.95;
    }
    CaptionRoom { at: (strip.x, base + 4.0), anchor: Anchor::Start, width, size: 32.0, ground: ink::PAPER }
}

/// What the legend of a narrow strip explains: who holds places, and what befell them.
fn short_columns(holders: &Holders) -> [[(Entry, &str); 2]; 3] {
    [
        [(Entry::Holder(Control::Native), &holders.native), (Entry::Holder(Control::Enemy), &holders.enemy)],
        [(Entry::Holder(Control::Pacified), "Pacified"), (Entry::Holder(Control::Allied), &holders.allied)],
        [(Entry::Siege, "Besieged"), (Entry::Changed, "News")],
    ]
}

/// Pixels from the left edge of a column of the short legend to its words, and from those to the next column at least.
const SHORT_SIGN: f64 = 40.0;
/// See [`SHORT_SIGN`].
const SHORT_GAP: f64 = 10.0;

/// Fills the strip below a map for a phone: a small title, the caption, and a legend of what differs from place to place.
pub fn draw_narrow_strip(canvas: &mut Canvas, holders: &Holders, strip: Rect, title: &str) -> CaptionRoom {
    let style = Lettering::new(Face::Bold, 30.0).small_caps().spaced(0.6);
    let title = title.split_whitespace().collect::<Vec<_>>().join(" ");
    let (style, title) = fit::line(&title, style, SMALLEST, strip.w);
    canvas.letter((strip.x, strip.y + 24.0), Anchor::Start, &style, &title);
    let top = strip.y + strip.h - 2.0 * LINE;
    let wide = strip.w / 3.0;
    for (number, column) in short_columns(holders).iter().enumerate() {
        let left = strip.x + strip.w * number as f64 / 3.0;
        for (row, (entry, words)) in column.iter().enumerate() {
            let middle = (left + 17.0, top + LINE * (row as f64 + 0.5));
            draw_entry(canvas, middle, entry);
            let (style, words) = fit::line(words, Lettering::new(Face::Roman, 31.0), SMALLEST, wide - SHORT_SIGN - SHORT_GAP);
            canvas.letter((left + SHORT_SIGN, middle.1 + style.size * 0.3), Anchor::Start, &style, &words);
        }
    }
    CaptionRoom { at: (strip.x, strip.y + 60.0), anchor: Anchor::Start, width: strip.w, size: 33.0, ground: ink::PAPER }
}

#[cfg(test)]
mod tests {
    use resvg::usvg;

    use super::super::png::parse;
    use super::*;

    /// The lettering of a drawing, in order.
    fn texts<'a>(group: &'a usvg::Group, found: &mut Vec<&'a usvg::Text>) {
        for node in group.children() {
            match node {
                usvg::Node::Text(text) => found.push(text),
                usvg::Node::Group(inner) => texts(inner, found),
                _ => {}
            }
        }
    }

    /// What is lettered in a narrow strip, each with its left and its right edge and its words.
    fn lettered(holders: &Holders, title: &str) -> Vec<(f64, f64, String)> {
        let mut canvas = Canvas::default();
        draw_narrow_strip(&mut canvas, holders, Rect::new(20.0, 20.0, 695.0, 160.0), title);
        let tree = parse(&canvas.finish(735.0, 200.0)).unwrap();
        let mut found = Vec::new();
        texts(tree.root(), &mut found);
        let edges = |text: &usvg::Text| {
            let area = text.flattened().abs_bounding_box();
            (f64::from(area.left()), f64::from(area.right()), text.chunks().iter().map(usvg::TextChunk::text).collect::<String>())
        };
        found.into_iter().map(edges).collect()
    }

    #[test]
    fn in_a_narrow_strip_no_word_runs_into_the_next_column_and_a_title_that_is_cut_says_so() {
        let long = |word: &str| format!("{word} of the long name that a pack may give");
        let holders = Holders { native: long("Egyptians"), allied: long("Britons"), enemy: long("Mahdists") };
        let found = lettered(&holders, &long("The Return of the False Prophet of the San Juans and of all islands about,").repeat(2));
        let [title, entries @ ..] = found.as_slice() else { panic!("nothing is lettered") };
        assert!(title.2.ends_with('…') && title.1 <= 715.0, "{title:?}");
        assert_eq!(entries.len(), 6);
        for (number, (left, right, words)) in entries.iter().enumerate() {
            let column = 20.0 + 695.0 / 3.0 * (number / 2) as f64;
            assert!(*left >= column && *right < column + 695.0 / 3.0, "{words} from {left} to {right}");
        }
        assert_eq!(entries.iter().filter(|(_, _, words)| words.ends_with('…')).count(), 3);
    }

    #[test]
    fn in_a_narrow_strip_what_has_room_is_lettered_as_large_as_ever() {
        let mut canvas = Canvas::default();
        let holders = Holders { native: "Egyptian".into(), allied: "British".into(), enemy: "Mahdist".into() };
        draw_narrow_strip(&mut canvas, &holders, Rect::new(20.0, 20.0, 695.0, 160.0), "A short  title");
        let drawn = canvas.finish(735.0, 200.0).text;
        assert_eq!((drawn.matches("font-size=\"30.0\"").count(), drawn.matches("font-size=\"31.0\"").count()), (1, 6), "{drawn}");
        assert!(drawn.contains(">A short title<"));
    }
}
