//! The sheet: how large a square is drawn and where title, board and legend stand; then all of it in order.

use super::super::canvas::{Anchor, Canvas, Svg, pixels};
use super::super::lettering::{Face, Lettering, ink};
use super::data::{Board, Cell, EdgeLine, Ground, column_name};
use super::legend::{self, Entry};
use super::{cells, edges, ground, signs};

/// Pixels of a square's side where a phone shows the board: twelve of them fill a picture that it shows 390 pixels wide, with letters whose
/// x-height is then 7 pixels.
pub(super) const SIDE: f64 = 94.0;
/// The least pixels of a square's side, on the whole of a large board.
const LEAST_SIDE: f64 = 64.0;
/// The most pixels that the whole of a large board is wide.
const WIDEST: f64 = 1620.0;
/// The rim with numbers on the left, and with letters above.
const RIM: f64 = 62.0;
/// The rim on the right and below.
const NARROW_RIM: f64 = 10.0;
/// The narrowest sheet: title and legend need so much.
const NARROWEST: f64 = 1200.0;
/// Pixels of the picture for each of the sheet: a phone makes it smaller anyway, and fewer are drawn sooner.
pub(super) const ZOOM: f64 = 0.9;
/// Pixels above the title.
const MARGIN: f64 = 14.0;

/// Where everything stands.
pub(super) struct Layout {
    pub(super) width: f64,
    pub(super) height: f64,
    /// Pixels of a square's side.
    pub(super) side: f64,
    /// The upper left corner of the board.
    pub(super) corner: (f64, f64),
    title: (Lettering, String),
    caption: String,
    legend_top: f64,
    entries: Vec<Entry>,
}

impl Layout {
    /// The middle of a square.
    pub(super) fn middle(&self, board: &Board, (column, row): Cell) -> (f64, f64) {
        let window = board.shown();
        let along = |place: u8, first: u8| f64::from(place) - f64::from(first) + 0.5;
        (self.corner.0 + along(column, window.column) * self.side, self.corner.1 + along(row, window.row) * self.side)
    }
}

/// How the caption is lettered.
pub(super) fn caption_style() -> Lettering {
    Lettering::new(Face::Italic, 52.0)
}

fn fitted(words: &str, size: f64, least: f64, width: f64) -> (Lettering, String) {
    let of = |size: f64| Lettering::new(Face::Bold, size).small_caps().spaced(size * 0.03);
    let mut size = size;
    while size > least && of(size).width(words) > width {
        size -= 1.0;
    }
    (of(size), shortened(words, &of(size), width))
}

/// As much of a line as fits, with an ellipsis if that is not all.
fn shortened(words: &str, style: &Lettering, width: f64) -> String {
    let words = words.trim();
    if style.width(words) <= width {
        return words.to_owned();
    }
    let mut short = String::new();
    for letter in words.chars() {
        if style.width(&short) + style.size * 2.0 > width {
            break;
        }
        short.push(letter);
    }
    format!("{}…", short.trim_end())
}

pub(super) fn lay_out(board: &Board) -> Layout {
    let window = board.shown();
    let (columns, rows) = (f64::from(window.columns.max(1)), f64::from(window.rows.max(1)));
    let side = ((WIDEST - RIM - NARROW_RIM) / columns).clamp(LEAST_SIDE, SIDE).floor();
    let width = (columns * side + RIM + NARROW_RIM).max(NARROWEST);
    let title = fitted(&board.title, 70.0, 52.0, width - 40.0);
    let caption = shortened(&board.caption, &caption_style(), width - 40.0);
    let mut top = MARGIN + title.0.size;
    if !caption.is_empty() {
        top += 58.0;
    }
    let left = RIM + (width - RIM - NARROW_RIM - columns * side) / 2.0;
    let corner = (left, top + RIM);
    let entries = legend::entries(board);
    let legend_top = corner.1 + rows * side + NARROW_RIM + 14.0;
    let mut lines = legend::lines(&entries, width - 48.0).len() as f64;
    if board.our_map {
        lines += 0.9;
    }
    let height = legend_top + lines * legend::LINE + 12.0;
    Layout { width, height, side, corner, title, caption, legend_top, entries }
}

/// Pixels that the picture of a board is wide and high.
pub(super) fn size(board: &Board) -> (u32, u32) {
    let layout = lay_out(board);
    pixels(layout.width, layout.height, ZOOM)
}

/// Draws the whole sheet.
pub(super) fn draw(board: &Board) -> Svg {
    let layout = lay_out(board);
    let mut canvas = Canvas::default();
    canvas.put(format_args!(
        "<rect width=\"{:.0}\" height=\"{:.0}\" fill=\"{}\" shape-rendering=\"crispEdges\"/>",
        layout.width.ceil(),
        layout.height.ceil(),
        ink::PAPER
    ));
    draw_head(&mut canvas, &layout);
    draw_ground(&mut canvas, board, &layout);
    draw_grid(&mut canvas, board, &layout);
    draw_edges(&mut canvas, board, &layout);
    for (centre, party) in &board.brigades {
        let outline = cells::brigade(board, *centre, *party);
        let (x, y) = layout.middle(board, *centre);
        if !outline.is_empty() {
            canvas.put(format_args!("<g transform=\"translate({x:.1} {y:.1}) scale({:.4})\">{outline}</g>", layout.side / 100.0));
        }
    }
    let plain = |cell: Cell| is_plain(board, cell);
    for cell in board.cells() {
        let parts = cells::parts(board, cell);
        if !parts.is_empty() {
            cells::draw(&mut canvas, &parts, layout.middle(board, cell), layout.side, plain(cell));
        }
    }
    draw_rim(&mut canvas, board, &layout);
    let (left, width) = (24.0, layout.width - 48.0);
    legend::draw(&mut canvas, &layout.entries, (left, layout.legend_top), width);
    if board.our_map {
        let rows = legend::lines(&layout.entries, width).len() as f64;
        let at = (left, layout.legend_top + (rows + 0.5) * legend::LINE + 12.0);
        canvas.letter(at, Anchor::Start, &caption_style(), "Our map, not the text's.");
    }
    canvas.enlarged(layout.width, layout.height, ZOOM)
}

/// Whether a square is bare paper, its edges too, so that nothing need be kept clear of what is below.
fn is_plain(board: &Board, cell: Cell) -> bool {
    let touches = |line: &EdgeLine| {
        let (column, row) = line.cell;
        line.cell == cell || cell == if line.below { (column, row.saturating_add(1)) } else { (column.saturating_add(1), row) }
    };
    board.ground(cell) == Ground::Open && !board.reach.iter().any(|(reached, _)| *reached == cell) && !board.edges.iter().any(touches)
}

fn draw_head(canvas: &mut Canvas, layout: &Layout) {
    let (style, words) = &layout.title;
    let base = MARGIN + style.size * 0.8;
    canvas.letter((layout.width / 2.0, base), Anchor::Middle, style, words);
    if !layout.caption.is_empty() {
        canvas.letter((layout.width / 2.0, base + 58.0), Anchor::Middle, &caption_style(), &layout.caption);
    }
}

fn draw_ground(canvas: &mut Canvas, board: &Board, layout: &Layout) {
    let (scale, mut washes) = (layout.side / 100.0, String::new());
    let mut placed = |cell: Cell, shape: &str| {
        let (x, y) = layout.middle(board, cell);
        if !shape.is_empty() {
            washes.push_str(&format!("<g transform=\"translate({x:.1} {y:.1}) scale({scale:.4})\">{shape}</g>"));
        }
    };
    for cell in board.cells() {
        placed(cell, &ground::shape(board.ground(cell), cell));
    }
    for (cell, _) in &board.reach {
        if board.shown().shows(*cell) {
            placed(*cell, &signs::reached());
        }
    }
    if !washes.is_empty() {
        canvas.put(format_args!("{washes}"));
    }
}

fn draw_grid(canvas: &mut Canvas, board: &Board, layout: &Layout) {
    let window = board.shown();
    let (x, y) = layout.corner;
    let (across, down) = (f64::from(window.columns) * layout.side, f64::from(window.rows) * layout.side);
    let mut lines = String::new();
    for column in 1..window.columns {
        lines.push_str(&format!("M{:.1} {y:.1}v{down:.1}", x + f64::from(column) * layout.side));
    }
    for row in 1..window.rows {
        lines.push_str(&format!("M{x:.1} {:.1}h{across:.1}", y + f64::from(row) * layout.side));
    }
    canvas.put(format_args!("<path d=\"{lines}\" stroke=\"{}\" stroke-opacity=\"0.38\" stroke-width=\"1.6\"/>", ink::BLACK));
}

fn draw_edges(canvas: &mut Canvas, board: &Board, layout: &Layout) {
    let window = board.shown();
    let scale = layout.side / 100.0;
    let mut shapes = String::new();
    for line in &board.edges {
        let (column, row) = line.cell;
        let beyond = if line.below { (column, row.saturating_add(1)) } else { (column.saturating_add(1), row) };
        if !window.shows(line.cell) && !window.shows(beyond) {
            continue;
        }
        let (x, y) = layout.middle(board, line.cell);
        let half = layout.side / 2.0;
        let (x, y, turn) = if line.below { (x, y + half, 0) } else { (x + half, y, 90) };
        shapes.push_str(&format!(
            "<g transform=\"translate({x:.1} {y:.1}) rotate({turn}) scale({scale:.4})\">{}</g>",
            edges::shape(line.edge)
        ));
    }
    if !shapes.is_empty() {
        canvas.put(format_args!("{shapes}"));
    }
}

/// A heavy rule round the board, and outside it the letters of the columns and the numbers of the rows.
fn draw_rim(canvas: &mut Canvas, board: &Board, layout: &Layout) {
    let window = board.shown();
    let (x, y) = layout.corner;
    let (across, down) = (f64::from(window.columns) * layout.side, f64::from(window.rows) * layout.side);
    // What runs over the edge of the part that is shown is covered: a clip would cost a sheet of its own.
    let (right, bottom) = (x + across, y + down);
    canvas.put(format_args!(
        "<path d=\"M{:.1} {:.1}H{:.1}V{:.1}H{:.1}ZM{x:.1} {y:.1}V{bottom:.1}H{right:.1}V{y:.1}Z\" fill=\"{}\" shape-rendering=\"crispEdges\"/>",
        x - 20.0,
        y - 20.0,
        right + 20.0,
        bottom + 20.0,
        x - 20.0,
        ink::PAPER
    ));
    for (out, thick) in [(0.0, 2.4), (6.0, 4.0)] {
        canvas.put(format_args!(
            "<rect x=\"{:.1}\" y=\"{:.1}\" width=\"{:.1}\" height=\"{:.1}\" fill=\"none\" stroke=\"{}\" stroke-width=\"{thick}\"/>",
            x - out,
            y - out,
            across + 2.0 * out,
            down + 2.0 * out,
            ink::BLACK
        ));
    }
    let style = Lettering::new(Face::Semibold, 51.0).spaced(-2.0);
    for column in window.column..window.column.saturating_add(window.columns) {
        let (middle, _) = layout.middle(board, (column, window.row));
        canvas.letter((middle, y - 18.0), Anchor::Middle, &style, &column_name(column).to_string());
    }
    for row in window.row..window.row.saturating_add(window.rows) {
        let (_, middle) = layout.middle(board, (window.column, row));
        canvas.letter((x - 34.0, middle + style.size * 0.32), Anchor::Middle, &style, &(u16::from(row) + 1).to_string());
    }
}
