//! The sheet: how large a foot is drawn and where head, table, border and legend stand; then all of it in order.

use super::super::canvas::{Anchor, Canvas, Svg};
use super::super::cards::fit;
use super::super::cartouche::{self, CaptionRoom};
use super::super::geometry::Rect;
use super::super::lettering::{Face, Lettering, ink};
use super::super::markers;
use super::beds::{self, Board};
use super::field::{Arrival, Edge, Field, Plot, column_name};
use super::{houses, signs};

/// Pixels of the longer side that are aimed at.
const LONG_SIDE: f64 = 1200.0;
/// The least and the most pixels to a foot; a very large table makes a larger picture, so that its squares can be read.
const FOOT: (f64, f64) = (84.0, 260.0);
/// Pixels around everything.
const MARGIN: f64 = 22.0;
/// The border with letters and numbers.
const BORDER: f64 = 54.0;
/// A line that says who comes on over an edge.
const ARRIVAL: f64 = 50.0;
/// A line of the legend.
const LINE: f64 = 56.0;
/// The scale bar with its words.
const SCALE: f64 = 80.0;
/// The narrowest sheet: title and legend need so much.
const NARROWEST: f64 = 680.0;
/// The sign of a legend's entry.
const SIGN: f64 = 66.0;

fn legend_style() -> Lettering {
    Lettering::new(Face::Roman, 33.0)
}

fn legend_column(kinds: &[Plot]) -> f64 {
    kinds.iter().map(|plot| legend_style().width(plot.words())).fold(0.0, f64::max) + SIGN + 20.0
}

/// The title in lines that fit.
struct Head {
    style: Lettering,
    lines: Vec<String>,
}

fn head(title: &str, width: f64) -> Head {
    let style_of = |size: f64| Lettering::new(Face::Bold, size).small_caps().spaced(size * 0.05);
    // One line, if it need not become small for it; else two.
    let mut size = 62.0;
    while size > 44.0 && style_of(size).width(title) > width {
        size -= 2.0;
    }
    if style_of(size).width(title) > width {
        size = 56.0;
    }
    loop {
        let style = style_of(size);
        let lines = fit::wrap(title, &style, width);
        if lines.len() <= 2 && lines.iter().all(|line| style.width(line) <= width) {
            return Head { style, lines };
        }
        if size <= 30.0 {
            return Head { style, lines: lines.iter().take(2).map(|line| shortened(line, &style, width)).collect() };
        }
        size -= 2.0;
    }
}

/// As much of a line as fits, with an ellipsis if that is not all.
fn shortened(line: &str, style: &Lettering, width: f64) -> String {
    if style.width(line) <= width {
        return line.to_owned();
    }
    let mut short = String::new();
    for letter in line.chars() {
        if style.width(&short) + style.size * 2.0 > width {
            break;
        }
        short.push(letter);
    }
    format!("{}…", short.trim_end())
}

/// Where everything stands.
struct Layout {
    width: f64,
    height: f64,
    head: Head,
    board: Board,
    legend: Rect,
    columns: usize,
    kinds: Vec<Plot>,
}

fn on_edge(field: &Field, edge: Edge) -> impl Iterator<Item = &Arrival> {
    field.arrivals.iter().filter(move |arrival| arrival.edge == edge)
}

fn lay_out(field: &Field) -> Layout {
    // Open ground needs no sign.
    let kinds: Vec<Plot> = field.kinds().into_iter().filter(|plot| *plot != Plot::Open).collect();
    let lines = |edge| on_edge(field, edge).count() as f64 * ARRIVAL;
    let (across, down) = (field.width.max(1) as f64, field.depth.max(1) as f64);
    let column = legend_column(&kinds);
    let caption = if field.caption.trim().is_empty() { 0.0 } else { 42.0 };
    let with = |side: f64| {
        let outside = 2.0 * (MARGIN + BORDER) + lines(Edge::Left) + lines(Edge::Right);
        let width = (across * side + outside).max(NARROWEST);
        let room = width - 2.0 * MARGIN;
        let head = head(&field.title, room - 20.0);
        let top = MARGIN + head.lines.len() as f64 * head.style.size * 0.95 + caption + 26.0 + lines(Edge::Far) + BORDER;
        let spare = width - across * side - outside;
        let board = Rect::new(MARGIN + BORDER + lines(Edge::Left) + spare / 2.0, top, across * side, down * side);
        let below = board.y + board.h + BORDER + lines(Edge::Near) + 14.0;
        let columns = ((room / column).floor() as usize).clamp(1, kinds.len().max(1));
        let rows = kinds.len().div_ceil(columns);
        let legend_width = columns as f64 * column;
        let legend = Rect::new((width - legend_width) / 2.0 + 8.0, below, legend_width, rows as f64 * LINE);
        let height = legend.y + legend.h + SCALE + MARGIN;
        Layout { width, height, head, board: Board { area: board, side }, legend, columns, kinds: kinds.clone() }
    };
    let mut side = FOOT.1;
    loop {
        let layout = with(side);
        if side <= FOOT.0 || layout.width.max(layout.height) <= LONG_SIDE {
            return layout;
        }
        side -= 2.0;
    }
}

/// Draws the whole sheet.
pub(super) fn draw(field: &Field) -> Svg {
    let layout = lay_out(field);
    let Layout { width, height, board, .. } = layout;
    let mut canvas = Canvas::default();
    let area = board.area;
    canvas.put(format_args!(
        "<defs><clipPath id=\"board\"><rect x=\"{:.1}\" y=\"{:.1}\" width=\"{:.1}\" height=\"{:.1}\"/></clipPath></defs>\
         <rect width=\"{:.0}\" height=\"{:.0}\" fill=\"{}\"/>",
        area.x,
        area.y,
        area.w,
        area.h,
        width.ceil(),
        height.ceil(),
        ink::PAPER
    ));
    draw_head(&mut canvas, field, &layout);
    beds::draw_harbour(&mut canvas, field, board);
    draw_grid(&mut canvas, field, board);
    beds::draw_beds(&mut canvas, field, board);
    for cell in field.cells() {
        let plot = field.plot(cell);
        if !plot.is_settled() && plot != Plot::Harbour {
            signs::draw(&mut canvas, plot, board.px([cell.0 as f64 + 0.5, cell.1 as f64 + 0.5]), board.side, cell);
        }
    }
    houses::draw(&mut canvas, field, (area.x, area.y), board.side);
    draw_border(&mut canvas, field, board);
    draw_arrivals(&mut canvas, field, board);
    draw_legend(&mut canvas, &layout);
    draw_scale(&mut canvas, field, &layout);
    canvas.finish(width, height)
}

fn draw_head(canvas: &mut Canvas, field: &Field, layout: &Layout) {
    let (middle, style) = (layout.width / 2.0, &layout.head.style);
    let mut base = MARGIN + style.size * 0.78;
    for line in &layout.head.lines {
        canvas.letter((middle, base), Anchor::Middle, style, line);
        base += style.size * 0.95;
    }
    base -= style.size * 0.6;
    let long = (layout.width * 0.22).min(220.0);
    canvas.put(format_args!(
        "<path d=\"M{:.1} {base:.1}h{:.1}M{:.1} {:.1}h{:.1}\" stroke=\"{}\" stroke-width=\"1.8\"/>",
        middle - long,
        2.0 * long,
        middle - long * 0.66,
        base + 5.0,
        1.32 * long,
        ink::BLACK
    ));
    if !field.caption.trim().is_empty() {
        let at = (middle, base + 42.0);
        let room = CaptionRoom { at, anchor: Anchor::Middle, width: layout.width - 2.0 * MARGIN, size: 34.0, ground: ink::PAPER };
        cartouche::draw_caption(canvas, &room, &field.caption);
    }
}

fn draw_grid(canvas: &mut Canvas, field: &Field, Board { area, side }: Board) {
    let mut lines = String::new();
    for column in 1..field.width {
        lines.push_str(&format!("M{:.1} {:.1}v{:.1}", area.x + column as f64 * side, area.y, area.h));
    }
    for row in 1..field.depth {
        lines.push_str(&format!("M{:.1} {:.1}h{:.1}", area.x, area.y + row as f64 * side, area.w));
    }
    canvas.put(format_args!("<path d=\"{lines}\" stroke=\"{}\" stroke-opacity=\"0.32\" stroke-width=\"1.6\"/>", ink::BLACK));
}

/// A neat line, bars that alternate by feet, a heavy rule, and between them the letters of the columns and the numbers of
/// the rows.
fn draw_border(canvas: &mut Canvas, field: &Field, Board { area, side }: Board) {
    let black = ink::BLACK;
    for (out, thick) in [(0.0, 2.2), (9.0, 1.4), (BORDER - 6.0, 1.2), (BORDER - 1.5, 4.0)] {
        let rule = area.grown(out);
        canvas.put(format_args!(
            "<rect x=\"{:.1}\" y=\"{:.1}\" width=\"{:.1}\" height=\"{:.1}\" fill=\"none\" stroke=\"{black}\" stroke-width=\"{thick}\"/>",
            rule.x, rule.y, rule.w, rule.h
        ));
    }
    let style = Lettering::new(Face::Semibold, 34.0);
    let (right, bottom) = (area.x + area.w, area.y + area.h);
    let (half, rise) = (9.0 + (BORDER - 15.0) / 2.0, style.size * 0.32);
    let mut bars = String::new();
    for column in 0..field.width {
        let (left, words) = (area.x + column as f64 * side, column_name(column));
        for (bar, middle) in [(area.y - 9.0, area.y - half), (bottom, bottom + half)] {
            if column % 2 == 0 {
                bars.push_str(&format!("M{left:.1} {bar:.1}h{side:.1}v9h{:.1}Z", -side));
            }
            canvas.letter((left + side / 2.0, middle + rise), Anchor::Middle, &style, &words);
        }
    }
    for row in 0..field.depth {
        let (top, words) = (area.y + row as f64 * side, (row + 1).to_string());
        for (bar, middle) in [(area.x - 9.0, area.x - half), (right, right + half)] {
            if row % 2 == 0 {
                bars.push_str(&format!("M{bar:.1} {top:.1}v{side:.1}h9v{:.1}Z", -side));
            }
            canvas.letter((middle, top + side / 2.0 + rise), Anchor::Middle, &style, &words);
        }
    }
    canvas.put(format_args!("<path d=\"{bars}\" fill=\"{black}\"/>"));
}

/// Who comes on over which edge, outside the border, with arrows toward the table.
fn draw_arrivals(canvas: &mut Canvas, field: &Field, Board { area, .. }: Board) {
    for edge in Edge::ALL {
        let (length, turn, inward): (f64, f64, f64) = match edge {
            Edge::Far => (area.w, 0.0, 1.0),
            Edge::Near => (area.w, 0.0, -1.0),
            Edge::Left => (area.h, -90.0, 1.0),
            Edge::Right => (area.h, 90.0, 1.0),
        };
        for (line, arrival) in on_edge(field, edge).enumerate() {
            let out = BORDER + (line as f64 + 0.5) * ARRIVAL;
            let (middle_x, middle_y) = area.centre();
            let (x, y) = match edge {
                Edge::Far => (middle_x, area.y - out),
                Edge::Near => (middle_x, area.y + area.h + out),
                Edge::Left => (area.x - out, middle_y),
                Edge::Right => (area.x + area.w + out, middle_y),
            };
            let words = field.name(arrival.party);
            let (mark, arrow) = (15.0, 30.0);
            let style_of = |size: f64| Lettering::new(Face::Bold, size).small_caps().spaced(1.0);
            // The words may stand out over a short edge: the border does, too.
            let room = length + 2.0 * BORDER - 4.0 * mark - 2.0 * arrow - 24.0;
            let mut size = 36.0;
            while size > 20.0 && style_of(size).width(words) > room {
                size -= 1.0;
            }
            let style = style_of(size);
            let whole = style.width(words) + 2.0 * mark + 10.0;
            let (sin, cos) = turn.to_radians().sin_cos();
            let at = |along: f64, down: f64| (x + along * cos - down * sin, y + along * sin + down * cos);
            canvas.letter_turned(at(mark + 5.0, size * 0.3), Anchor::Middle, &style, words, turn);
            markers::mark(canvas, at(-whole / 2.0 + mark, 0.0), mark, arrival.party.control());
            for along in [-whole / 2.0 - arrow, whole / 2.0 + arrow] {
                let (foot, tip) = (at(along, 0.0), if inward > 0.0 { turn } else { turn + 180.0 });
                canvas.put(format_args!(
                    "<path transform=\"translate({:.1} {:.1}) rotate({tip:.0})\" d=\"M-4 -19H4V2H13L0 20L-13 2H-4Z\" fill=\"{}\"/>",
                    foot.0,
                    foot.1,
                    ink::BLACK
                ));
            }
        }
    }
}

fn draw_legend(canvas: &mut Canvas, layout: &Layout) {
    let style = legend_style();
    // Columns as wide as their own words, in the middle of the sheet.
    let widths: Vec<f64> = (0..layout.columns)
        .map(|column| {
            let own: Vec<Plot> = layout.kinds.iter().copied().skip(column).step_by(layout.columns).collect();
            legend_column(&own)
        })
        .collect();
    let spare = (layout.legend.w - widths.iter().sum::<f64>()) / (layout.columns + 1) as f64;
    for (number, plot) in layout.kinds.iter().enumerate() {
        let (column, row) = (number % layout.columns, number / layout.columns);
        let x = layout.legend.x + spare * (column + 1) as f64 + widths.iter().take(column).sum::<f64>();
        let y = layout.legend.y + (row as f64 + 0.5) * LINE;
        let middle = (x + SIGN / 2.0 - 6.0, y);
        match plot {
            Plot::RiverBed => beds::draw_sample(canvas, middle, 52.0),
            _ => signs::draw(canvas, *plot, middle, 52.0, (0, 0)),
        }
        canvas.letter((x + SIGN, y + style.size * 0.32), Anchor::Start, &style, plot.words());
    }
}

fn draw_scale(canvas: &mut Canvas, field: &Field, layout: &Layout) {
    let side = layout.board.side;
    let feet = (420.0 / side).floor().clamp(1.0, field.width.max(1) as f64);
    let (length, style) = (feet * side, Lettering::new(Face::Roman, 30.0));
    let (x, y) = ((layout.width - length) / 2.0, layout.legend.y + layout.legend.h + 40.0);
    let mut dark = String::new();
    for foot in 0..=(feet as u32) {
        let at = x + f64::from(foot) * side;
        if f64::from(foot) < feet {
            // The first foot in quarters, the others whole.
            if foot == 0 {
                for quarter in [0.0, 2.0] {
                    dark.push_str(&format!("M{:.1} {y:.1}h{:.1}v11h{:.1}Z", at + quarter * side / 4.0, side / 4.0, -side / 4.0));
                }
            } else if foot % 2 == 0 {
                dark.push_str(&format!("M{at:.1} {y:.1}h{side:.1}v11h{:.1}Z", -side));
            }
        }
        canvas.letter((at, y - 7.0), Anchor::Middle, &style, &foot.to_string());
    }
    canvas.put(format_args!(
        "<rect x=\"{x:.1}\" y=\"{y:.1}\" width=\"{length:.1}\" height=\"11\" fill=\"{}\" stroke=\"{ink}\" stroke-width=\"1.6\"/><path d=\"{dark}\" fill=\"{ink}\"/>",
        ink::PAPER,
        ink = ink::BLACK
    ));
    let words = if feet > 1.0 { "feet" } else { "foot" };
    canvas.letter((x + length + 22.0, y + 12.0), Anchor::Start, &Lettering::new(Face::Italic, 32.0), words);
}
