//! Boards to draw: one with every kind of thing on it, and battles of every size.

#![allow(dead_code, missing_docs, unreachable_pub, reason = "each of those who use it needs a part")]

use pictures::board::*;

/// Open ground.
pub fn open(columns: u8, rows: u8) -> Board {
    Board {
        title: "The field at Tamai".into(),
        caption: "Turn 4".into(),
        columns,
        rows,
        ours: "British".into(),
        enemies: "Mahdists".into(),
        ..Board::default()
    }
}

/// A unit at full strength that stands in order.
pub fn unit(number: usize, party: Party, arm: Arm, formation: Option<Formation>, cell: Cell, facing: u8) -> Counter {
    let full = match arm {
        Arm::Infantry | Arm::Cavalry | Arm::Camelry => 4,
        Arm::Artillery | Arm::MachineGun => 2,
        Arm::Transport | Arm::Leader => 1,
        Arm::Gunboat | Arm::RiverBoat => 6,
    };
    Counter {
        label: number.to_string(),
        name: arm.words().into(),
        party,
        arm,
        formation,
        cell,
        heading: Heading::eighths(facing),
        figures: full,
        full,
        disorganised: false,
        impetuous: false,
        hidden: false,
        acts: false,
        aboard: vec![],
    }
}

pub fn set_ground(board: &mut Board, cell: Cell, ground: Ground) {
    board.grounds.resize(usize::from(board.columns) * usize::from(board.rows), Ground::Open);
    let index = usize::from(cell.1) * usize::from(board.columns) + usize::from(cell.0);
    board.grounds[index] = ground;
}

/// Every ground, edge, arm, formation, facing and mark there is.
pub fn everything() -> Board {
    let mut board = open(12, 8);
    board.caption = "Turn 4, 7 British infantry act: 5 points".into();
    board.our_map = true;
    for (number, ground) in Ground::ALL.into_iter().enumerate() {
        set_ground(&mut board, (number as u8, 0), ground);
    }
    for eighth in 0..4 {
        set_ground(&mut board, (8 + eighth, 0), Ground::River(Heading::eighths(eighth * 2 + 1)));
    }
    for (number, edge) in Edge::ALL.into_iter().enumerate() {
        board.edges.push(EdgeLine { cell: (number as u8, 1), below: true, edge });
        board.edges.push(EdgeLine { cell: (number as u8, 7), below: false, edge });
    }
    let mut number = 0;
    let mut put = |board: &mut Board, party, arm, formation, cell, facing| {
        number += 1;
        board.counters.push(unit(number, party, arm, formation, cell, facing));
    };
    use Arm::*;
    use Party::*;
    for eighth in 0..8 {
        put(&mut board, Ours, Infantry, Some(Formation::Line), (eighth, 1), eighth);
        put(&mut board, Enemy, Cavalry, Some(Formation::EnMasse), (eighth, 2), eighth);
        put(&mut board, Ours, Infantry, Some(Formation::MarchColumn), (eighth, 3), eighth);
        put(&mut board, Ours, Camelry, Some(Formation::Column), (eighth, 4), eighth);
    }
    put(&mut board, Ours, Infantry, Some(Formation::Square), (8, 1), 0);
    put(&mut board, Ours, Infantry, Some(Formation::Square), (9, 1), 1);
    put(&mut board, Ours, Artillery, Some(Formation::Deployed), (8, 2), 0);
    put(&mut board, Ours, MachineGun, Some(Formation::Deployed), (9, 2), 2);
    put(&mut board, Enemy, Artillery, Some(Formation::Limbered), (8, 3), 4);
    put(&mut board, Enemy, Artillery, Some(Formation::Deployed), (9, 3), 5);
    put(&mut board, Ours, Gunboat, None, (5, 0), 0);
    put(&mut board, Enemy, RiverBoat, None, (6, 0), 1);
    put(&mut board, Ours, Transport, Some(Formation::Transport), (8, 4), 0);
    put(&mut board, Enemy, Transport, Some(Formation::Transport), (9, 4), 2);
    put(&mut board, Ours, Leader, None, (10, 1), 0);
    put(&mut board, Enemy, Leader, None, (11, 1), 0);
    put(&mut board, Enemy, Infantry, Some(Formation::EnMasse), (10, 2), 4);
    put(&mut board, Ours, Infantry, Some(Formation::Line), (10, 3), 0);
    put(&mut board, Ours, Leader, None, (10, 3), 0);
    put(&mut board, Ours, Infantry, Some(Formation::Line), (11, 3), 0);
    put(&mut board, Ours, Artillery, Some(Formation::Deployed), (11, 3), 0);
    put(&mut board, Ours, Infantry, Some(Formation::Line), (10, 4), 0);
    put(&mut board, Enemy, Infantry, Some(Formation::EnMasse), (10, 4), 4);
    put(&mut board, Ours, Infantry, Some(Formation::Line), (11, 4), 0);
    put(&mut board, Ours, MachineGun, Some(Formation::Deployed), (11, 4), 0);
    put(&mut board, Enemy, Camelry, Some(Formation::EnMasse), (11, 4), 4);
    put(&mut board, Ours, Infantry, Some(Formation::Square), (8, 5), 0);
    put(&mut board, Ours, Leader, None, (8, 5), 0);
    put(&mut board, Enemy, Cavalry, Some(Formation::EnMasse), (9, 5), 6);
    put(&mut board, Enemy, Cavalry, Some(Formation::EnMasse), (10, 5), 4);
    put(&mut board, Enemy, Infantry, Some(Formation::EnMasse), (11, 5), 4);
    for (at, figures) in [(4, 3), (5, 2), (9, 1), (32, 3)] {
        board.counters[at].figures = figures;
    }
    for at in [0, 6, 9, 13, 3, 34, 35, 50] {
        board.counters[at].disorganised = true;
    }
    let last = board.counters.len() - 1;
    board.counters[last].hidden = true;
    board.counters[last - 1].impetuous = true;
    board.counters[24].acts = true;
    board.reach = vec![((6, 5), 2), ((7, 5), 3), ((6, 6), 11), ((7, 6), 5), ((8, 6), 6)];
    board.chances = vec![
        Chance { cell: (10, 2), label: "45".into(), aim: Aim::Fire, percent: 67 },
        Chance { cell: (9, 5), label: "56".into(), aim: Aim::Charge, percent: 100 },
    ];
    board.brigades = vec![((2, 6), Ours)];
    board
}

/// Squares that several share, with Leaders among them, and targets with every chance there is; brigade squares at the rim.
pub fn crowded() -> Board {
    use Arm::*;
    use Party::*;
    let mut board = open(12, 8);
    board.caption = "Turn 6, hand to hand at every place".into();
    let mut number = 10;
    let mut put = |board: &mut Board, party: Party, arm: Arm, cell: Cell| {
        let formation = match arm {
            Infantry | Camelry => Some(if party == Ours { Formation::Line } else { Formation::EnMasse }),
            Cavalry => Some(Formation::Column),
            Artillery | MachineGun => Some(Formation::Deployed),
            Transport => Some(Formation::Transport),
            Leader | Gunboat | RiverBoat => None,
        };
        number += 1;
        board.counters.push(unit(number, party, arm, formation, cell, if party == Ours { 0 } else { 4 }));
        number.to_string()
    };
    for (cell, party, arms) in [
        ((1, 1), Ours, vec![Infantry, Artillery, Leader]),
        ((3, 1), Ours, vec![Infantry, Leader, Leader]),
        ((5, 1), Ours, vec![Cavalry, MachineGun, Leader, Leader]),
        ((7, 1), Ours, vec![Infantry, Artillery, Leader]),
        ((7, 1), Enemy, vec![Infantry]),
        ((9, 1), Ours, vec![Infantry, MachineGun, Leader, Leader]),
        ((9, 1), Enemy, vec![Infantry, Artillery, Leader]),
    ] {
        for arm in arms {
            put(&mut board, party, arm, cell);
        }
    }
    for at in [11, 14, 18] {
        board.counters[at].disorganised = true;
    }
    let targets = [
        ((1, 4), vec![Infantry]),
        ((3, 4), vec![Infantry, Artillery]),
        ((5, 4), vec![Camelry, Artillery, Leader]),
        ((7, 4), vec![Infantry, Leader]),
        ((9, 4), vec![Infantry, Artillery, MachineGun]),
    ];
    for (cell, arms) in targets {
        for (place, arm) in arms.into_iter().enumerate() {
            let label = put(&mut board, Enemy, arm, cell);
            if arm != Leader {
                board.chances.push(Chance { cell, label: label.clone(), aim: Aim::Fire, percent: 33 + 17 * place as u8 });
            }
            if place == 0 {
                board.chances.push(Chance { cell, label, aim: Aim::Charge, percent: if cell.0 == 3 { 100 } else { 50 } });
            }
        }
    }
    for aim in [Aim::Fire, Aim::Charge] {
        board.chances.push(Chance { cell: (11, 4), label: "99".into(), aim, percent: 67 });
    }
    board.brigades = vec![((0, 6), Ours), ((11, 0), Enemy), ((4, 6), Ours)];
    board
}

/// Numbers that look like chance, the same in every run.
pub struct Numbers(pub u64);

impl Numbers {
    pub fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) as usize) % bound
    }
}

/// A battle in full swing: so many units of each side, ground and obstacles about, somebody acting.
pub fn battle(columns: u8, rows: u8, ours: usize, enemies: usize, seed: u64) -> Board {
    let mut numbers = Numbers(seed);
    let mut board = open(columns, rows);
    for _ in 0..(usize::from(columns) * usize::from(rows) / 5) {
        let cell = (numbers.below(columns.into()) as u8, numbers.below(rows.into()) as u8);
        let ground = [Ground::Hill, Ground::Growth, Ground::OvergrownHill, Ground::BuiltUp, Ground::Water][numbers.below(5)];
        set_ground(&mut board, cell, ground);
    }
    for _ in 0..usize::from(columns) * 2 {
        let cell = (numbers.below(usize::from(columns) - 1) as u8, numbers.below(usize::from(rows) - 1) as u8);
        let edge = Edge::ALL[numbers.below(Edge::ALL.len())];
        board.edges.push(EdgeLine { cell, below: numbers.below(2) == 0, edge });
    }
    for number in 0..ours + enemies {
        let mine = number < ours;
        let party = if mine { Party::Ours } else { Party::Enemy };
        let arm = [Arm::Infantry, Arm::Infantry, Arm::Infantry, Arm::Cavalry, Arm::Camelry, Arm::Artillery, Arm::MachineGun, Arm::Leader]
            [numbers.below(8)];
        let formation = match arm {
            Arm::Leader => None,
            Arm::Artillery | Arm::MachineGun => Some([Formation::Deployed, Formation::Limbered][numbers.below(2)]),
            _ if !mine => Some(Formation::EnMasse),
            Arm::Infantry => Some([Formation::Line, Formation::Column, Formation::MarchColumn, Formation::Square][numbers.below(4)]),
            _ => Some([Formation::Line, Formation::Column][numbers.below(2)]),
        };
        let half = rows / 2;
        let row = numbers.below(half.into()) as u8 + if mine { half } else { 0 };
        let cell = (numbers.below(columns.into()) as u8, row);
        let mut counter = unit(number + 1, party, arm, formation, cell, numbers.below(8) as u8);
        if board.counters.iter().filter(|other| other.cell == cell).count() >= 2 {
            continue;
        }
        counter.figures = counter.figures.saturating_sub(numbers.below(3) as u8).max(1);
        counter.disorganised = numbers.below(4) == 0;
        counter.impetuous = arm == Arm::Cavalry && numbers.below(3) == 0;
        board.counters.push(counter);
    }
    if let Some(counter) = board.counters.first_mut() {
        counter.acts = true;
        let (column, row) = counter.cell;
        for cell in (row.saturating_sub(3)..=row).flat_map(|row| (column.saturating_sub(2)..=column + 2).map(move |column| (column, row))) {
            if cell.0 < columns {
                let cost = column.abs_diff(cell.0) * 2 + row.abs_diff(cell.1) * 2;
                board.reach.push((cell, cost));
            }
        }
    }
    let targets: Vec<(Cell, String)> = board
        .counters
        .iter()
        .filter(|counter| counter.party == Party::Enemy)
        .take(3)
        .map(|counter| (counter.cell, counter.label.clone()))
        .collect();
    for (number, (cell, label)) in targets.into_iter().enumerate() {
        let aim = if number == 2 { Aim::Charge } else { Aim::Fire };
        board.chances.push(Chance { cell, label, aim, percent: 33 + number as u8 * 17 });
    }
    board
}
