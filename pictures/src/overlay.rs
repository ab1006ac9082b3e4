//! Overlays: what is marked on the map besides the situation, to answer one question. Badges say a few words at a place; arrows
//! lead from where somebody was to where they are. Their words tell everything; ground and edge of a badge only stress it.

use super::canvas::{Anchor, Canvas};
use super::geometry::Rect;
use super::lettering::{Face, Lettering, ink};
use super::words::list;

/// Somewhere on the map.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Spot {
    /// A place.
    Place(String),
    /// A movement point: the route's ends and which of its points, from 0.
    Point {
        /// The route's `from`.
        from: String,
        /// The route's `to`.
        to: String,
        /// Which point.
        point: usize,
    },
    /// A sea area.
    Sea(String),
}

impl Spot {
    /// In words.
    pub fn words(&self) -> String {
        match self {
            Self::Place(name) => name.clone(),
            Self::Point { from, to, .. } => format!("the road {from}–{to}"),
            Self::Sea(name) => format!("sea area {name}"),
        }
    }
}

/// How much a badge matters.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Weight {
    /// Light letters have no need to stand out: black on paper, a thin edge.
    #[default]
    Calm,
    /// Black on ochre, a double edge.
    Uneasy,
    /// White on black.
    Grave,
}

/// A few words at a spot.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Badge {
    /// Where.
    pub at: Spot,
    /// The words: "67%".
    pub words: String,
    /// How much it matters.
    pub weight: Weight,
}

/// An arrow.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Movement {
    /// From where.
    pub from: Spot,
    /// To where.
    pub to: Spot,
    /// Units.
    pub units: u32,
    /// Ships, by name.
    pub ships: Vec<String>,
    /// Whether by water: a broken line.
    pub afloat: bool,
}

impl Movement {
    /// Who, as it is lettered at the arrow: "3", "Dongola", "3, 2 ships".
    pub fn label(&self) -> String {
        let fleet = match self.ships.as_slice() {
            [] => return self.units.to_string(),
            [name] if name.chars().count() <= 14 => name.clone(),
            [_] => "1 ship".to_owned(),
            ships => format!("{} ships", ships.len()),
        };
        if self.units == 0 { fleet } else { format!("{}, {fleet}", self.units) }
    }

    /// The same in words: "2 units and Dongola from Suakin to sea area D by water".
    fn sentence(&self) -> String {
        let mut who: Vec<String> = match self.units {
            0 => Vec::new(),
            1 => vec!["1 unit".to_owned()],
            units => vec![format!("{units} units")],
        };
        who.extend(self.ships.iter().cloned());
        let how = if self.afloat { " by water" } else { "" };
        format!("{} from {} to {}{how}", list(&who), self.from.words(), self.to.words())
    }
}

/// What is marked on the map.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Overlay {
    /// What the badges tell, for the words of the picture: "Chance to rise".
    pub about: String,
    /// Badges.
    pub badges: Vec<Badge>,
    /// Arrows.
    pub movements: Vec<Movement>,
}

impl Overlay {
    /// The same in sentences; of `told` spots alone.
    pub fn sentences(&self, told: impl Fn(&Spot) -> bool) -> Vec<String> {
        let mut sentences = Vec::new();
        let badges: Vec<String> =
            self.badges.iter().filter(|badge| told(&badge.at)).map(|badge| format!("{} {}", badge.at.words(), badge.words)).collect();
        if !badges.is_empty() {
            sentences.push(format!("{}: {}.", self.about, badges.join("; ")));
        }
        let moves: Vec<String> =
            self.movements.iter().filter(|movement| told(&movement.from) || told(&movement.to)).map(Movement::sentence).collect();
        if !moves.is_empty() {
            sentences.push(format!("Moves: {}.", moves.join("; ")));
        }
        sentences
    }
}

fn letters(magnify: f64) -> Lettering {
    Lettering::new(Face::Bold, 25.0 * magnify)
}

/// The size of a badge in pixels.
pub fn badge_size(words: &str, magnify: f64) -> (f64, f64) {
    (letters(magnify).width(words) + 16.0 * magnify, 33.0 * magnify)
}

/// Draws a badge in its box.
pub fn draw_badge(canvas: &mut Canvas, area: &Rect, words: &str, weight: Weight, magnify: f64) {
    let (ground, letter) = match weight {
        Weight::Calm => ("#fffdf4", ink::BLACK),
        Weight::Uneasy => (ink::OCHRE, ink::BLACK),
        Weight::Grave => (ink::BLACK, "#fffdf4"),
    };
    let round = area.h / 2.0;
    let frame = |canvas: &mut Canvas, inset: f64, fill: &str, line: &str, width: f64| {
        canvas.put(format_args!(
            "<rect x=\"{:.1}\" y=\"{:.1}\" width=\"{:.1}\" height=\"{:.1}\" rx=\"{:.1}\" fill=\"{fill}\" stroke=\"{line}\" stroke-width=\"{width:.1}\"/>",
            area.x + inset,
            area.y + inset,
            area.w - 2.0 * inset,
            area.h - 2.0 * inset,
            round - inset
        ));
    };
    frame(canvas, 1.0, ground, ink::BLACK, 2.0 * magnify);
    if weight == Weight::Uneasy {
        frame(canvas, 4.5 * magnify, "none", ink::BLACK, 1.2 * magnify);
    }
    let style = letters(magnify).coloured(letter);
    canvas.letter((area.centre().0, area.y + area.h / 2.0 + style.size * 0.33), Anchor::Middle, &style, words);
}

/// The colour of arrows.
const ARROW: &str = "#23418a";

/// An arrow with its place on the sheet.
#[derive(Debug, Clone, PartialEq)]
pub struct PlacedArrow {
    /// Start, bend and end of the line, in pixels.
    pub line: [(f64, f64); 3],
    /// The box of its words.
    pub words_area: Rect,
    /// The words.
    pub words: String,
    /// Whether by water.
    pub afloat: bool,
}

/// Places an arrow between two spots, given with the pixels their symbols take: bent to the side, and its words on it, where they
/// cover least of what is `taken`.
pub fn place_arrow(
    movement: &Movement,
    from: ((f64, f64), f64),
    to: ((f64, f64), f64),
    taken: &[Rect],
    magnify: f64,
) -> Option<PlacedArrow> {
    let ((start, clear_start), (end, clear_end)) = (from, to);
    let (dx, dy) = (end.0 - start.0, end.1 - start.1);
    let long = dx.hypot(dy);
    if long < 1.0 {
        return None;
    }
    let bow = 2.0 * (long * 0.13).clamp(10.0, 70.0);
    let bent = |side: f64| {
        let bend = ((start.0 + end.0) / 2.0 + side * dy / long * bow, (start.1 + end.1) / 2.0 - side * dx / long * bow);
        let toward = |at: (f64, f64), clear: f64| {
            let (x, y) = (bend.0 - at.0, bend.1 - at.1);
            let (away, clear) = (x.hypot(y).max(1.0), clear.min(long * 0.3));
            (at.0 + x / away * clear, at.1 + y / away * clear)
        };
        [toward(start, clear_start), bend, toward(end, clear_end + 4.0 * magnify)]
    };
    let covered = |area: &Rect| taken.iter().filter(|taken| taken.overlaps(area)).count();
    let line = [1.0, -1.0].map(bent).into_iter().min_by_key(|line| footprint(line).iter().map(covered).sum::<usize>())?;
    let style = Lettering::new(Face::Bold, 23.0 * magnify);
    let words = movement.label();
    let (wide, high) = (style.width(&words) + 12.0 * magnify, 28.0 * magnify);
    let on = |along: f64| Rect::around(on_curve(&line, along), wide / 2.0, high / 2.0);
    let candidates: Vec<Rect> = if long > 2.0 * wide {
        [0.5, 0.42, 0.58, 0.34, 0.66, 0.26, 0.74].map(on).to_vec()
    } else {
        // Words that would hide a short arrow stand beside it.
        let (x, y) = on_curve(&line, 0.5);
        let beside = |side: f64| {
            let (nx, ny) = (side * dy / long, -side * dx / long);
            let away = nx.abs() * wide / 2.0 + ny.abs() * high / 2.0 + 8.0 * magnify;
            Rect::around((x + nx * away, y + ny * away), wide / 2.0, high / 2.0)
        };
        vec![beside(1.0), beside(-1.0), on(0.5)]
    };
    let words_area = candidates.into_iter().min_by_key(covered)?;
    Some(PlacedArrow { line, words_area, words, afloat: movement.afloat })
}

/// Small boxes along a line: what it covers.
pub fn footprint(line: &[(f64, f64); 3]) -> Vec<Rect> {
    (1..20).map(|step| Rect::around(on_curve(line, f64::from(step) / 20.0), 4.0, 4.0)).collect()
}

/// A point of the curve, `along` it from 0 to 1.
fn on_curve(line: &[(f64, f64); 3], along: f64) -> (f64, f64) {
    let (a, b, c) = ((1.0 - along).powi(2), 2.0 * along * (1.0 - along), along.powi(2));
    (a * line[0].0 + b * line[1].0 + c * line[2].0, a * line[0].1 + b * line[1].1 + c * line[2].1)
}

/// Draws the line of an arrow.
pub fn draw_arrow(canvas: &mut Canvas, arrow: &PlacedArrow, magnify: f64) {
    let [start, bend, end] = arrow.line;
    let (dx, dy) = (end.0 - bend.0, end.1 - bend.1);
    let long = dx.hypot(dy).max(1.0);
    let (ux, uy) = (dx / long, dy / long);
    let head = 17.0 * magnify;
    // The line ends within the head, so that its point is sharp.
    let neck = (end.0 - ux * head * 0.8, end.1 - uy * head * 0.8);
    let dashes = if arrow.afloat { format!(" stroke-dasharray=\"{:.1} {:.1}\"", 13.0 * magnify, 8.0 * magnify) } else { String::new() };
    let path = format!("M{:.1} {:.1}Q{:.1} {:.1} {:.1} {:.1}", start.0, start.1, bend.0, bend.1, neck.0, neck.1);
    let (half, back) = (head * 0.55, (end.0 - ux * head, end.1 - uy * head));
    let point = format!(
        "M{:.1} {:.1}L{:.1} {:.1}L{:.1} {:.1}Z",
        end.0,
        end.1,
        back.0 - uy * half,
        back.1 + ux * half,
        back.0 + uy * half,
        back.1 - ux * half
    );
    canvas.put(format_args!(
        "<path d=\"{path}\" fill=\"none\" stroke=\"{paper}\" stroke-width=\"{:.1}\" stroke-linecap=\"round\"/>\
         <path d=\"{point}\" fill=\"{ARROW}\" stroke=\"{paper}\" stroke-width=\"{:.1}\" stroke-linejoin=\"round\"/>\
         <path d=\"{path}\" fill=\"none\" stroke=\"{ARROW}\" stroke-width=\"{:.1}\"{dashes}/><path d=\"{point}\" fill=\"{ARROW}\"/>",
        8.0 * magnify,
        3.5 * magnify,
        5.0 * magnify,
        paper = ink::PAPER,
    ));
}

/// Draws the words of an arrow.
pub fn draw_arrow_words(canvas: &mut Canvas, arrow: &PlacedArrow, magnify: f64) {
    let area = &arrow.words_area;
    canvas.put(format_args!(
        "<rect x=\"{:.1}\" y=\"{:.1}\" width=\"{:.1}\" height=\"{:.1}\" rx=\"{:.1}\" fill=\"#fffdf4\" stroke=\"{ARROW}\" stroke-width=\"{:.1}\"/>",
        area.x,
        area.y,
        area.w,
        area.h,
        6.0 * magnify,
        2.4 * magnify
    ));
    let style = Lettering::new(Face::Bold, 23.0 * magnify).coloured(ARROW);
    canvas.letter((area.centre().0, area.y + area.h / 2.0 + style.size * 0.33), Anchor::Middle, &style, &arrow.words);
}
