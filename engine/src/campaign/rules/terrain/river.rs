//! Dry river beds, joined.
//!
//! No piece is added and none is lost: the bed grows from one of the squares where it was rolled, always to the nearest
//! other, and the squares between take the pieces that lie furthest off. What a moved piece displaces goes where the
//! piece came from. Of all squares to begin with, that is taken which moves the fewest pieces and the least of other
//! ground. A bed prefers to run on from its ends, but may have an arm.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet, BinaryHeap};

use serde::{Deserialize, Serialize};

use super::plan::{Feature, Move, Plan, Spot, Square, index, spots};
use crate::pack::Terrain;

/// A dry river bed.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct River {
    /// The course from end to end, then each arm from the square where it leaves what comes before. In a reach each
    /// square shares a side with the next.
    pub reaches: Vec<Vec<Spot>>,
}

impl River {
    /// Every square of it, once.
    pub fn spots(&self) -> impl Iterator<Item = Spot> + '_ {
        let arms = self.reaches.iter().skip(1).flat_map(|reach| reach.iter().skip(1));
        self.reaches.iter().take(1).flatten().chain(arms).copied()
    }
}

/// The squares of a bed, each with those it runs on to.
type Bed = BTreeMap<Spot, BTreeSet<Spot>>;

/// Joins the river beds: what moves, and how they then run.
pub(super) fn join(plan: Plan, squares: &[Square]) -> (Vec<Move>, Vec<River>) {
    let ground = Ground { plan, squares };
    let (mut moves, mut rivers) = (Vec::new(), Vec::new());
    let mut seen = BTreeSet::new();
    for start in spots(plan).filter(|spot| ground.is_bed(*spot)) {
        if seen.contains(&start) {
            continue;
        }
        let part = ground.reached_from(start);
        let pieces: Vec<Spot> = part.iter().copied().filter(|spot| ground.is_bed(*spot)).collect();
        seen.extend(part);
        let best = pieces.iter().map(|source| ground.grow(*source, &pieces)).min_by_key(|bed| ground.disturbance(bed));
        let Some(bed) = best else { continue };
        let vacated = pieces.iter().filter(|piece| !bed.contains_key(piece));
        let taken = bed.keys().filter(|spot| !ground.is_bed(**spot));
        moves.extend(vacated.zip(taken).map(|(from, to)| Move { from: *from, to: *to }));
        rivers.push(River { reaches: reaches(&bed) });
    }
    moves.sort_by_key(|moved| moved.from);
    (moves, rivers)
}

struct Ground<'a> {
    plan: Plan,
    squares: &'a [Square],
}

impl Ground<'_> {
    fn terrain(&self, spot: Spot) -> Option<Terrain> {
        match self.squares.get(index(self.plan, spot))?.feature {
            Feature::Terrain(terrain) => Some(terrain),
            Feature::Settlement(_) | Feature::Harbour => None,
        }
    }

    fn is_bed(&self, spot: Spot) -> bool {
        self.terrain(spot) == Some(Terrain::DryRiverBed)
    }

    /// What it costs to lay a bed here; none where the map says what lies here.
    fn cost(&self, spot: Spot) -> Option<u32> {
        Some(match self.terrain(spot)? {
            Terrain::DryRiverBed => 0,
            Terrain::OpenGround => 10,
            Terrain::RocksAndScrub => 25,
            Terrain::SmallHill | Terrain::LargeHill | Terrain::CliffHill | Terrain::Oasis => 60,
        })
    }

    /// The rolled squares that share a side with this one.
    fn beside(&self, Spot { row, column }: Spot) -> impl Iterator<Item = Spot> + '_ {
        let plan = self.plan;
        [
            row.checked_sub(1).map(|row| Spot { row, column }),
            column.checked_sub(1).map(|column| Spot { row, column }),
            (column + 1 < plan.width).then_some(Spot { row, column: column + 1 }),
            (row + 1 < plan.depth).then_some(Spot { row: row + 1, column }),
        ]
        .into_iter()
        .flatten()
        .filter(|spot| self.terrain(*spot).is_some())
    }

    /// All squares that a bed from here could reach.
    fn reached_from(&self, start: Spot) -> BTreeSet<Spot> {
        let mut reached = BTreeSet::from([start]);
        let mut waiting = vec![start];
        while let Some(spot) = waiting.pop() {
            waiting.extend(self.beside(spot).filter(|beside| reached.insert(*beside)));
        }
        reached
    }

    /// Pieces that must move, then the worth of the ground they displace.
    fn disturbance(&self, bed: &Bed) -> (usize, u32) {
        let displaced = bed.keys().filter_map(|spot| self.cost(*spot)).filter(|cost| *cost > 0);
        (displaced.clone().count(), displaced.sum())
    }

    /// A bed of as many squares as there are pieces, grown from one of them.
    fn grow(&self, source: Spot, pieces: &[Spot]) -> Bed {
        let mut bed = Bed::from([(source, BTreeSet::new())]);
        while bed.len() < pieces.len() {
            let Some(way) = self.way_on(&bed) else { break };
            for pair in way.windows(2).take(pieces.len() - bed.len()) {
                bed.entry(pair[0]).or_default().insert(pair[1]);
                bed.entry(pair[1]).or_default().insert(pair[0]);
            }
        }
        bed
    }

    /// The cheapest way from the bed to a piece outside it, from the square where it leaves the bed.
    fn way_on(&self, bed: &Bed) -> Option<Vec<Spot>> {
        /// What an arm costs more than running on from an end.
        const ARM: u32 = 4;
        let mut least: BTreeMap<Spot, u32> = BTreeMap::new();
        let mut came_from: BTreeMap<Spot, Spot> = BTreeMap::new();
        let mut waiting = BinaryHeap::new();
        for (spot, links) in bed {
            let cost = if links.len() < 2 { 0 } else { ARM };
            least.insert(*spot, cost);
            waiting.push(Reverse((cost, *spot)));
        }
        while let Some(Reverse((cost, spot))) = waiting.pop() {
            if least.get(&spot).is_some_and(|known| *known < cost) {
                continue;
            }
            if self.is_bed(spot) && !bed.contains_key(&spot) {
                let mut way = vec![spot];
                while let Some(before) = way.last().and_then(|last| came_from.get(last)) {
                    way.push(*before);
                }
                way.reverse();
                return Some(way);
            }
            for next in self.beside(spot).filter(|next| !bed.contains_key(next)) {
                // One for the step, so that of two ways through river bed the shorter is taken.
                let further = cost + 1 + self.cost(next)?;
                if least.get(&next).is_none_or(|known| further < *known) {
                    least.insert(next, further);
                    came_from.insert(next, spot);
                    waiting.push(Reverse((further, next)));
                }
            }
        }
        None
    }
}

/// A bed as its longest course and the arms that leave it, the longest first.
fn reaches(bed: &Bed) -> Vec<Vec<Spot>> {
    let Some(first) = bed.keys().next() else { return Vec::new() };
    let end = longest(bed, *first, &BTreeSet::new()).pop().unwrap_or(*first);
    let mut course = longest(bed, end, &BTreeSet::new());
    if course.last() < course.first() {
        course.reverse();
    }
    let mut reaches = vec![course];
    let mut told: BTreeSet<Spot> = reaches.iter().flatten().copied().collect();
    while told.len() < bed.len() {
        let arms = told.iter().map(|spot| longest(bed, *spot, &told));
        // The first of the longest, so that the order never changes.
        let Some(arm) = arms.reduce(|best, arm| if arm.len() > best.len() { arm } else { best }) else { break };
        if arm.len() < 2 {
            break;
        }
        told.extend(arm.iter().copied());
        reaches.push(arm);
    }
    reaches
}

/// The longest course from a square on, through none that is told already.
fn longest(bed: &Bed, from: Spot, told: &BTreeSet<Spot>) -> Vec<Spot> {
    let mut came_from: BTreeMap<Spot, Spot> = BTreeMap::new();
    let mut reached = vec![from];
    let mut next = 0;
    while let Some(spot) = reached.get(next).copied() {
        next += 1;
        for beside in bed.get(&spot).into_iter().flatten() {
            if *beside != from && !told.contains(beside) && !came_from.contains_key(beside) {
                came_from.insert(*beside, spot);
                reached.push(*beside);
            }
        }
    }
    // Reached in the order of their distance: the last is the furthest.
    let mut course: Vec<Spot> = reached.last().copied().into_iter().collect();
    while let Some(before) = course.last().and_then(|last| came_from.get(last)) {
        course.push(*before);
    }
    course.reverse();
    course
}
