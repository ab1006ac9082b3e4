//! Where things stand on the sheets.

use super::super::canvas::Anchor;
use super::super::geometry::Rect;
use super::super::lettering::{Face, Lettering};
use super::data::{Kind, Party, RegionState, Stack, Table};
use super::table::{Bands, placed};
use super::{fit, ground};

fn crowded(kinds: usize, regions: &[usize]) -> Table {
    let stack = |party| Stack {
        party,
        units: Kind::ALL.iter().take(kinds).map(|kind| (*kind, String::new(), 12)).collect(),
        force: 120,
        face_down: 3,
    };
    let mut table = Table::default();
    for region in regions {
        table.regions[*region] = RegionState {
            name: "Northern Sudan with the whole of the desert".into(),
            holder: Some(Party::Ours),
            stacks: vec![stack(Party::Ours), stack(Party::Enemy)],
            fought: true,
            news: "taken this turn".into(),
        };
    }
    table
}

/// Every table with so many kinds of units of both sides in some of the regions.
fn tables() -> Vec<(String, Table)> {
    let mut tables = Vec::new();
    for kinds in [0, 1, 3, 10] {
        for chosen in 0..32_usize {
            let regions: Vec<usize> = (0..5).filter(|region| chosen >> region & 1 == 1).collect();
            tables.push((format!("{kinds} kinds in {regions:?}"), crowded(kinds, &regions)));
        }
    }
    tables
}

#[test]
fn no_slip_lies_over_another_or_over_the_edge_of_the_map_or_over_a_place_a_name_or_a_road() {
    for (name, table) in tables() {
        let rows = Bands::of(&table).below(0.0);
        let map = Rect::new(ground::LEFT, rows.home, ground::RIGHT - ground::LEFT, rows.end - rows.home);
        let slips = placed(&table, rows).map(|(slip, (x, y))| Rect::new(x, y, slip.width, slip.height));
        for (number, slip) in slips.iter().enumerate() {
            assert!(map.contains(&slip.grown(6.0)), "{name}: slip {number} at {slip:?} leaves the map");
            assert!(slips[..number].iter().all(|other| !other.overlaps(slip)), "{name}: slip {number} at {slip:?} lies over another");
            for (place, (x, y), (right, down), anchor) in ground::places(rows) {
                let width = ground::place_style().width(place);
                let left = if anchor == Anchor::End { x + right - width } else { x + right };
                let lettered = Rect::new(left, y + down - 19.0, width, 24.0);
                assert!(!slip.overlaps(&lettered), "{name}: slip {number} at {slip:?} lies over {place} at {lettered:?}");
                assert!(!slip.overlaps(&Rect::around((x, y), 7.0, 7.0)), "{name}: slip {number} at {slip:?} lies over {place}");
            }
            for (x, y, upright) in ground::roads(rows) {
                let (across, down) = if upright { (15.0, 28.0) } else { (28.0, 15.0) };
                assert!(
                    !slip.overlaps(&Rect::around((x, y), across, down)),
                    "{name}: slip {number} at {slip:?} lies over a road at {x}, {y}"
                );
            }
        }
    }
}

#[test]
fn each_slip_lies_in_its_own_region() {
    for (name, table) in tables() {
        let rows = Bands::of(&table).below(0.0);
        let (west, east) = (ground::WEST_BORDER, ground::EAST_BORDER);
        let rooms = [
            (ground::LEFT, 640.0, rows.home, rows.north),
            (west, east, rows.north, rows.south),
            (west, east, rows.south, rows.end),
            (ground::LEFT, west, rows.north, rows.end),
            (east, ground::RIGHT, rows.north, rows.end),
        ];
        for ((slip, (x, y)), (left, right, top, bottom)) in placed(&table, rows).iter().zip(rooms) {
            let within = *x >= left && x + slip.width <= right && *y >= top && y + slip.height <= bottom;
            assert!(within, "{name}: a slip at {x}, {y} leaves {left} to {right}, {top} to {bottom}");
        }
    }
}

#[test]
fn what_is_fitted_is_never_wider_than_its_room() {
    let style = Lettering::new(Face::Bold, 40.0);
    for words in ["", "Egypt", "9-pdr rifled breech-loaders of the 5th Egyptian Artillery Battery", "Donaudampfschifffahrtsgesellschaft"] {
        for width in [90.0, 173.0, 262.0] {
            for most in 1..4 {
                let (style, lines) = fit::lines(words, style, fit::SMALLEST, width, most);
                assert!(lines.len() <= most && style.size >= fit::SMALLEST);
                assert!(lines.iter().all(|line| style.width(line) <= width), "{lines:?} in {width}");
            }
        }
    }
}
