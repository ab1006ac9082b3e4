//! Where spaces stand on the sheet, and where the name and the plates of each go: beside its sign, off the signs of others, off one another,
//! and off the routes as far as there is room.

use super::super::cards::figures;
use super::super::cards::fit::SMALLEST;
use super::super::geometry::Rect;
use super::super::lettering::{Face, Lettering};
use super::data::{Space, Theatre};
use super::signs;

/// The frame of the map on the sheet.
pub(super) const LEFT: f64 = 16.0;
pub(super) const RIGHT: f64 = 884.0;
/// How high the map is.
pub(super) const HEIGHT: f64 = 1_330.0;
/// What stays free of spaces inside the frame.
const MARGIN: (f64, f64) = (30.0, 46.0);

/// The height of a name.
pub(super) const NAME: f64 = 28.0;
/// Between a sign and what belongs to it.
const GAP: f64 = 5.0;
/// How much nearer to its own sign a name has to be than to any other, and what it costs if it is not.
const CLEAR: f64 = 8.0;
const AMBIGUOUS: f64 = 160.0;
/// Times that every block is put anew, all others standing.
const ROUNDS: usize = 4;

type Point = (f64, f64);

/// Where a space is, below the upper edge of the map.
pub(super) fn place(space: &Space, top: f64) -> Point {
    let (x, y) = at(space.at, top);
    (x.clamp(LEFT + 22.0, RIGHT - 22.0), y)
}

/// A point of the unit square on the sheet.
pub(super) fn at((x, y): Point, top: f64) -> Point {
    (LEFT + MARGIN.0 + x * (RIGHT - LEFT - 2.0 * MARGIN.0), top + MARGIN.1 + y * (HEIGHT - 2.0 * MARGIN.1))
}

/// How names are lettered.
pub(super) fn name_style(space: &Space) -> Lettering {
    let face = if space.points > 0 { Face::Bold } else { Face::Semibold };
    let style = Lettering::new(face, SMALLEST).rimmed(figures::CARD);
    if space.red { style.coloured(super::super::lettering::ink::RED) } else { style }
}

/// A name with the plates under or beside it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Block {
    /// All of it.
    pub(super) all: Rect,
    /// Whether the plates stand side by side.
    pub(super) is_wide: bool,
}

/// How wide and high a block is.
fn size(space: &Space, is_wide: bool) -> Point {
    let name = name_style(space).width(&space.name);
    let plates = space.stacks.len() as f64;
    if plates == 0.0 {
        return (name, NAME);
    }
    let (wide, high) = signs::PLATE;
    if is_wide { (name.max(plates * wide + (plates - 1.0) * 3.0), NAME + high) } else { (name.max(wide), NAME + plates * (high + 2.0)) }
}

/// The blocks of all spaces.
pub(super) fn blocks(theatre: &Theatre, top: f64) -> Vec<Block> {
    let places: Vec<Point> = theatre.spaces.iter().map(|space| place(space, top)).collect();
    let signs: Vec<Rect> = theatre
        .spaces
        .iter()
        .zip(&places)
        .map(|(space, at)| {
            let half = signs::half(space.kind, space.points);
            Rect::around(*at, half, half)
        })
        .collect();
    let map = Rect::new(LEFT + 4.0, top + 4.0, RIGHT - LEFT - 8.0, HEIGHT - 8.0);
    let routes: Vec<Vec<Point>> = theatre
        .routes
        .iter()
        .filter_map(|route| {
            let [one, other] = route.between.map(|place| places.get(place).copied());
            let (one, other) = (one?, other?);
            Some(
                (0..=24)
                    .map(|step| f64::from(step) / 24.0)
                    .map(|t| (one.0 + (other.0 - one.0) * t, one.1 + (other.1 - one.1) * t))
                    .collect(),
            )
        })
        .collect();
    let mut order: Vec<usize> = (0..theatre.spaces.len()).collect();
    // Those with most to show first.
    order.sort_by_key(|place| (std::cmp::Reverse(theatre.spaces[*place].stacks.len()), *place));
    let mut blocks: Vec<Option<Block>> = vec![None; theatre.spaces.len()];
    for _ in 0..ROUNDS {
        let before = blocks.clone();
        for own in &order {
            // What a block costs; none, if it is more than another costs already: nothing makes it less.
            let cost = |block: &Block, least: f64| {
                let all = &block.all;
                let over = |other: &Rect, by: f64| {
                    let wide = (all.x + all.w).min(other.x + other.w) - all.x.max(other.x);
                    let high = (all.y + all.h).min(other.y + other.h) - all.y.max(other.y);
                    if wide > 0.0 && high > 0.0 { by * (wide * high + 40.0) } else { 0.0 }
                };
                let away = all.between(&signs[*own]);
                let mut cost = away * 6.0;
                if !map.contains(all) {
                    cost += 1e7;
                }
                for (place, sign) in signs.iter().enumerate() {
                    if cost >= least {
                        return None;
                    }
                    cost += over(sign, if place == *own { 60.0 } else { 30.0 });
                    // A name nearer to another sign would be read as that one's.
                    if place != *own && all.between(sign) < away + CLEAR {
                        cost += AMBIGUOUS;
                    }
                }
                for (place, other) in blocks.iter().enumerate() {
                    if let Some(other) = other
                        && place != *own
                    {
                        cost += over(&other.all.grown(3.0), 40.0);
                    }
                }
                if cost >= least {
                    return None;
                }
                let on_routes =
                    routes.iter().flatten().filter(|(x, y)| *x > all.x && *x < all.x + all.w && *y > all.y && *y < all.y + all.h);
                Some(cost + 9.0 * on_routes.count() as f64).filter(|cost| *cost < least)
            };
            let mut best: Option<(f64, Block)> = None;
            for block in candidates(&theatre.spaces[*own], places[*own], &signs[*own]) {
                if let Some(cost) = cost(&block, best.map_or(f64::INFINITY, |(least, _)| least)) {
                    best = Some((cost, block));
                }
            }
            blocks[*own] = best.map(|(_, block)| block);
        }
        if blocks == before {
            break;
        }
    }
    blocks.into_iter().map(|block| block.unwrap_or(Block { all: Rect::new(0.0, 0.0, 0.0, 0.0), is_wide: false })).collect()
}

/// The places where a block may stand: round its sign, near and further off, both ways of its plates.
fn candidates(space: &Space, (x, y): Point, sign: &Rect) -> impl Iterator<Item = Block> {
    let half = sign.w / 2.0;
    let ways = if space.stacks.len() > 1 { 2 } else { 1 };
    let sizes = [false, true].into_iter().take(ways).map(|is_wide| (is_wide, size(space, is_wide)));
    let sizes: Vec<(bool, Point)> = sizes.collect();
    sizes.into_iter().flat_map(move |(is_wide, (wide, high))| {
        [0.0, 12.0, 26.0, 44.0, 66.0, 92.0, 124.0].into_iter().flat_map(move |further| {
            let out = half + GAP + further;
            let aside = [
                (x + out, y - high / 2.0),
                (x + out, y - high * 0.85),
                (x + out, y - high * 0.15),
                (x - out - wide, y - high / 2.0),
                (x - out - wide, y - high * 0.85),
                (x - out - wide, y - high * 0.15),
                (x - wide / 2.0, y + out),
                (x - wide * 0.85, y + out),
                (x - wide * 0.15, y + out),
                (x - wide / 2.0, y - out - high),
                (x - wide * 0.85, y - out - high),
                (x - wide * 0.15, y - out - high),
                (x + out * 0.75, y + out * 0.75),
                (x + out * 0.75, y - out * 0.75 - high),
                (x - out * 0.75 - wide, y + out * 0.75),
                (x - out * 0.75 - wide, y - out * 0.75 - high),
            ];
            aside.into_iter().map(move |(left, top)| Block { all: Rect::new(left, top, wide, high), is_wide })
        })
    })
}
