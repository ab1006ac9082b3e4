//! Units as blocks seen from above, facing up, in hundredths of a square's side: a base for each figure, as the formation orders them.
//!
//! Whose it is: hollow bases ours, solid ones the enemy's. The arm: square bases foot, wedges horse, lozenges camels, a gun its barrel.
//! A figure that is lost leaves a dot where it stood.

use std::fmt::Write as _;

use super::super::lettering::ink;
use super::data::{Arm, Counter, Formation, Party};

/// The colour of the enemy's bases.
const SOLID: &str = "#15110c";

/// How a side's shapes are filled.
fn fill(party: Party) -> &'static str {
    match party {
        Party::Ours => "#fffdf4",
        Party::Enemy => SOLID,
    }
}

/// How a unit takes up its square.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Shape {
    /// Before its number.
    Wide,
    /// Beside its number.
    Long,
    /// Round its number.
    Hollow,
    /// Upright, whichever way it faces.
    Upright,
}

/// How a unit takes up its square.
pub(super) fn shape_of(counter: &Counter) -> Shape {
    match (counter.arm, counter.formation) {
        (Arm::Leader, _) => Shape::Upright,
        (arm, _) if arm.is_boat() => Shape::Long,
        (_, Some(Formation::MarchColumn)) => Shape::Long,
        (_, Some(Formation::Square)) => Shape::Hollow,
        _ => Shape::Wide,
    }
}

/// Half the width and half the depth of a unit's block, without what stands before it.
pub(super) fn half_size(counter: &Counter) -> (f64, f64) {
    match (counter.arm, counter.formation) {
        (Arm::Leader, _) => (14.0, 19.0),
        (arm, _) if arm.is_boat() => (15.0, 42.0),
        (Arm::Artillery | Arm::MachineGun, _) => (22.0, 19.0),
        (Arm::Transport, _) => (16.0, 19.0),
        (_, Some(Formation::MarchColumn)) => (9.0, 38.0),
        (_, Some(Formation::Square)) => (44.0, 44.0),
        (_, Some(Formation::Column)) => (20.0, 19.0),
        (_, Some(Formation::EnMasse)) => (41.0, 17.0),
        _ => (43.0, 10.0),
    }
}

/// A unit's block, facing up, around its middle; with a rim that keeps it clear of what is below.
pub(super) fn block(counter: &Counter, rim: bool) -> String {
    let mut drawn = match counter.arm {
        Arm::Leader => flag(counter.party, rim),
        Arm::Gunboat | Arm::RiverBoat => boat(counter, rim),
        Arm::Artillery | Arm::MachineGun => battery(counter, rim),
        Arm::Transport => wagon(counter.party, rim),
        Arm::Infantry | Arm::Cavalry | Arm::Camelry if counter.formation == Some(Formation::Square) => hollow(counter, rim),
        Arm::Infantry | Arm::Cavalry | Arm::Camelry => bases(counter, rim),
    };
    if shape_of(counter) != Shape::Upright && shape_of(counter) != Shape::Hollow {
        drawn.push_str(&pointer((0.0, -half_size(counter).1), counter.impetuous, rim || counter.party == Party::Enemy));
    }
    drawn
}

/// What says which way a unit faces: a point before its front; two for one that is impetuous.
pub(super) fn pointer((x, y): (f64, f64), impetuous: bool, rim: bool) -> String {
    let point = |y: f64| format!("M{:.1} {:.1}l10 -10l10 10Z", x - 10.0, y);
    let points = if impetuous { format!("{}{}", point(y + 4.0), point(y - 6.0)) } else { point(y - 0.5) };
    let halo = if rim { format!("<path d=\"{points}\" stroke=\"{}\" stroke-width=\"4\"/>", ink::PAPER) } else { String::new() };
    format!("{halo}<path d=\"{points}\" fill=\"{}\"/>", if impetuous { ink::RED } else { SOLID })
}

/// Places of figures, and how far each is turned.
fn places(formation: Option<Formation>, full: u8) -> Vec<(f64, f64, f64)> {
    let full = full.clamp(1, 8);
    let spread = |count: u8, across: f64| {
        (0..count).map(move |place| if count == 1 { 0.0 } else { (f64::from(place) / f64::from(count - 1) - 0.5) * across })
    };
    match formation {
        Some(Formation::Column) => {
            let ranks = full.div_ceil(2);
            spread(ranks, 20.0).flat_map(|y| [(-10.5, y, 0.0), (10.5, y, 0.0)]).take(usize::from(full)).collect()
        }
        Some(Formation::MarchColumn) => spread(full, 58.0).map(|y| (0.0, y, 0.0)).collect(),
        Some(Formation::EnMasse) => spread(full, 60.0)
            .enumerate()
            .map(|(number, x)| (x, if number % 2 == 0 { 7.5 } else { -7.5 }, [9.0, -8.0, 10.0, -9.0][number % 4]))
            .collect(),
        _ => spread(full, 64.0).map(|x| (x, 0.0, 0.0)).collect(),
    }
}

/// A figure's base around its middle, as a path.
fn base(arm: Arm) -> &'static str {
    match arm {
        Arm::Cavalry => "M-8.5 9L0 -10.5L8.5 9Z",
        Arm::Camelry => "M0 -11L9 0L0 11L-9 0Z",
        _ => "M-7.6 -7.6H7.6V7.6H-7.6Z",
    }
}

fn bases(counter: &Counter, rim: bool) -> String {
    let (mut halos, mut standing, mut fallen) = (String::new(), String::new(), String::new());
    for (number, (x, y, turn)) in places(counter.formation, counter.full).into_iter().enumerate() {
        if number < usize::from(counter.figures) {
            let path = base(counter.arm);
            let turned = if turn == 0.0 { String::new() } else { format!(" rotate({turn:.0})") };
            let _ = write!(halos, "<path transform=\"translate({x:.1} {y:.1}){turned}\" d=\"{path}\"/>");
            let _ = write!(standing, "<path transform=\"translate({x:.1} {y:.1}){turned}\" d=\"{path}\"/>");
        } else {
            let _ = write!(fallen, "M{x:.1} {y:.1}h.1");
        }
    }
    painted(if rim { &halos } else { "" }, &standing, &fallen, counter.party)
}

fn painted(halos: &str, standing: &str, fallen: &str, party: Party) -> String {
    let dots = if fallen.is_empty() {
        String::new()
    } else {
        format!("<path d=\"{fallen}\" stroke=\"{SOLID}\" stroke-width=\"6\" stroke-linecap=\"round\"/>")
    };
    let rim = if halos.is_empty() {
        String::new()
    } else {
        format!("<g fill=\"{paper}\" stroke=\"{paper}\" stroke-width=\"8\">{halos}</g>", paper = ink::PAPER)
    };
    format!("{rim}{dots}<g fill=\"{}\" stroke=\"{SOLID}\" stroke-width=\"3.6\">{standing}</g>", fill(party))
}

/// Four faces round a hollow; the bases of the fallen are missing.
fn hollow(counter: &Counter, rim: bool) -> String {
    let (mut standing, mut fallen) = (String::new(), String::new());
    for face in 0..4_u8 {
        let turn = u16::from(face) * 90;
        // Faces fall in the order north, south, west, east.
        let order = [0, 3, 1, 2][usize::from(face)];
        // A Square of fewer than four figures at full strength has four faces all the same.
        let held = u16::from(counter.figures) * 4 > u16::from(counter.full.max(1)) * order;
        if held {
            let _ = write!(standing, "<path transform=\"rotate({turn})\" d=\"M-30 -43H30V-31H-30Z\"/>");
        } else {
            let (x, y) = [(0, -37), (37, 0), (0, 37), (-37, 0)][usize::from(face)];
            let _ = write!(fallen, "M{x} {y}h.1");
        }
    }
    painted(if rim { &standing } else { "" }, &standing, &fallen, counter.party)
}

/// A gun on its wheels, barrel ahead when deployed and behind when limbered, with its crew.
fn battery(counter: &Counter, rim: bool) -> String {
    let limbered = counter.formation == Some(Formation::Limbered);
    let wheels = "<path d=\"M-20 -9h8v20h-8Z\"/><path d=\"M12 -9h8v20h-8Z\"/>";
    let barrel = match (counter.arm, limbered) {
        (Arm::MachineGun, false) => "<path d=\"M-12 2L-9 -18H9L12 2Z\"/><path d=\"M-3.5 2V-18M3.5 2V-18\"/>",
        (Arm::MachineGun, true) => "<path d=\"M-12 -2L-9 18H9L12 -2Z\"/><path d=\"M-3.5 -2V18M3.5 -2V18\"/>",
        (_, false) => "<path d=\"M-4.5 6V-19H4.5V6Z\"/>",
        (_, true) => "<path d=\"M-4.5 -4V19H4.5V-4Z\"/>",
    };
    let limber = if limbered { "<path d=\"M-7 -19h14v9h-14Z\"/><path d=\"M0 -10V-2\"/>" } else { "" };
    let (mut crew, mut fallen) = (String::new(), String::new());
    let full = counter.full.clamp(1, 4);
    for place in 0..full {
        let x = (f64::from(place) - f64::from(full - 1) / 2.0) * 15.0;
        let (x, y) = if limbered { (-32.0, x) } else { (x, 16.0) };
        if place < counter.figures {
            let _ = write!(crew, "<path d=\"M{:.1} {:.1}h10v10h-10Z\"/>", x - 5.0, y - 5.0);
        } else {
            let _ = write!(fallen, "M{x:.1} {y:.1}h.1");
        }
    }
    let shapes = format!("{barrel}{wheels}{limber}{crew}");
    painted(if rim { &shapes } else { "" }, &shapes, &fallen, counter.party)
}

fn wagon(party: Party, rim: bool) -> String {
    let line = if party == Party::Ours { SOLID } else { ink::PAPER };
    let body = "<path d=\"M-11 -19h22v38h-22Z\"/><path d=\"M-17 -13h6v9h-6Z\"/><path d=\"M11 -13h6v9h-6Z\"/><path d=\"M-17 6h6v9h-6Z\"/><path d=\"M11 6h6v9h-6Z\"/>";
    let drawn = painted(if rim { body } else { "" }, body, "", party);
    format!("{drawn}<path d=\"M-11 -19L11 19M11 -19L-11 19\" stroke=\"{line}\" stroke-width=\"3.4\"/>")
}

/// A pennant on its staff.
fn flag(party: Party, rim: bool) -> String {
    let cloth = "<path d=\"M-10 -19L14 -10L-10 -1Z\"/><path d=\"M-10 -19V19\"/>";
    painted(if rim { cloth } else { "" }, cloth, "", party)
}

fn boat(counter: &Counter, rim: bool) -> String {
    let hull = "<path d=\"M0 -42C13 -26 15 -8 15 12C15 28 12 36 9 42H-9C-12 36 -15 28 -15 12C-15 -8 -13 -26 0 -42Z\"/>";
    let line = if counter.party == Party::Ours { SOLID } else { ink::PAPER };
    let deck = if counter.arm == Arm::Gunboat {
        format!(
            "<g fill=\"none\" stroke=\"{line}\" stroke-width=\"3.4\"><path d=\"M-6 -14a6 6 0 1 0 12 0a6 6 0 1 0 -12 0M0 -20V-32M-6 26a6 6 0 1 0 12 0a6 6 0 1 0 -12 0M0 32V41\"/></g>"
        )
    } else {
        format!("<path d=\"M-12 -10H12M-14 6H14M-13 22H13\" stroke=\"{line}\" stroke-width=\"3.4\"/>")
    };
    let aboard = if counter.aboard.is_empty() {
        String::new()
    } else {
        format!("<path d=\"M-7 -2h14v14h-14Z\" fill=\"{}\" stroke=\"{line}\" stroke-width=\"3\"/>", ink::OCHRE)
    };
    format!("{}{deck}{aboard}", painted(if rim { hull } else { "" }, hull, "", counter.party))
}

/// Two bases of an arm side by side, ours and the enemy's, for the legend.
pub(super) fn row(arm: Arm) -> String {
    let path = base(arm);
    format!(
        "<g stroke=\"{SOLID}\" stroke-width=\"3.6\"><path transform=\"translate(-15 0) scale(1.5)\" d=\"{path}\" fill=\"{}\"/>\
         <path transform=\"translate(15 0) scale(1.5)\" d=\"{path}\" fill=\"{SOLID}\"/></g>",
        fill(Party::Ours)
    )
}
