//! What stands in one square stands clear of what else does.

use super::cells::{self, Part};
use super::counters::{self, Shape};
use super::*;

/// Half the height of a number, in hundredths of a square's side.
const HALF_HEIGHT: f64 = 17.5;

fn unit(label: &str, arm: Arm, formation: Option<Formation>, eighths: u8) -> Counter {
    Counter {
        label: label.into(),
        name: String::new(),
        party: Party::Enemy,
        arm,
        formation,
        cell: (0, 0),
        heading: Heading::eighths(eighths),
        figures: 4,
        full: 4,
        disorganised: false,
        impetuous: false,
        hidden: false,
        acts: false,
        aboard: Vec::new(),
    }
}

fn formations(arm: Arm) -> Vec<Option<Formation>> {
    use Formation::{Column, Deployed, EnMasse, Limbered, Line, MarchColumn, Square, Transport};
    match arm {
        Arm::Infantry => [Line, MarchColumn, Column, Square, EnMasse].map(Some).to_vec(),
        Arm::Cavalry | Arm::Camelry => [Line, Column, EnMasse].map(Some).to_vec(),
        Arm::Artillery | Arm::MachineGun => [Deployed, Limbered].map(Some).to_vec(),
        Arm::Transport => vec![Some(Transport)],
        Arm::Leader | Arm::Gunboat | Arm::RiverBoat => vec![None],
    }
}

/// Points of a block, turned as it is drawn: of a hollow its faces alone.
fn points(counter: &Counter, (x, y): (f64, f64), degrees: f64, scale: f64) -> Vec<(f64, f64)> {
    let (wide, deep) = counters::half_size(counter);
    let (sin, cos) = degrees.to_radians().sin_cos();
    let along = |half: f64| (0..=20).map(move |step| (f64::from(step) / 10.0 - 1.0) * half);
    along(wide)
        .flat_map(|across| along(deep).map(move |down| (across, down)))
        .filter(|(across, down)| counters::shape_of(counter) != Shape::Hollow || across.abs().max(down.abs()) > 30.0)
        .map(|(across, down)| (x + scale * (across * cos - down * sin), y + scale * (across * sin + down * cos)))
        .collect()
}

#[test]
fn no_number_lies_over_a_unit_whatever_it_is_and_however_it_faces() {
    let mut found = Vec::new();
    for arm in Arm::ALL {
        for formation in formations(arm) {
            for eighths in 0..8 {
                for label in ["7", "48", "123"] {
                    let one = unit(label, arm, formation, eighths);
                    let other = Counter { party: Party::Ours, ..one.clone() };
                    let leader = Counter { label: "9".into(), ..unit("9", Arm::Leader, None, 0) };
                    for counters in [vec![one.clone()], vec![one.clone(), leader], vec![one, other]] {
                        let what = format!("{arm:?} {formation:?} {eighths} {label}, {} here", counters.len());
                        clear(&Board { columns: 1, rows: 1, counters, ..Board::default() }, &what, &mut found);
                    }
                }
            }
        }
    }
    assert!(found.is_empty(), "{} of them: {found:#?}", found.len());
}

fn clear(board: &Board, what: &str, found: &mut Vec<String>) {
    let parts = cells::parts(board, (0, 0));
    let mut numbers = 0;
    for part in &parts {
        let Part::Word { words, at, manner } = part else { continue };
        numbers += 1;
        let half = cells::half_width(words, *manner);
        if at.0.abs() + half > 51.0 || at.1.abs() + HALF_HEIGHT > 51.0 {
            found.push(format!("{what}: {words} leaves its square"));
        }
        for other in &parts {
            let Part::Block { counter, at: middle, degrees, scale } = other else { continue };
            let over = points(counter, *middle, *degrees, *scale)
                .into_iter()
                .find(|(x, y)| (x - at.0).abs() < half - 1.0 && (y - at.1).abs() < HALF_HEIGHT - 1.0);
            if let Some(over) = over {
                found.push(format!("{what}: {words} lies over {:?} at {over:.0?}", counter.arm));
            }
        }
    }
    assert!(numbers > 0, "{what}: nothing says which unit it is");
}
