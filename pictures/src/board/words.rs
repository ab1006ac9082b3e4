//! The board in words, for those who do not see it: a line for each unit and square that matters.

use super::super::words::list;
use super::data::{Aim, Arm, Board, Cell, Counter, Edge, Ground, Party, Tier, cell_name};

/// Letters that Discord takes as the description of a picture.
pub const LONGEST: usize = 1024;

/// Letters of a title that are told.
const TITLE: usize = 120;

/// Says what the picture shows, in at most [`LONGEST`] letters: who acts, their targets, where they can get, the units, the ground. Where
/// that grows too long, units are told with less; then the ground is left out, and at last the units furthest down the list.
pub fn alt_text(board: &Board) -> String {
    let ends = [(Tier::Whole, true), (Tier::Short, true), (Tier::Short, false), (Tier::Least, true), (Tier::Least, false)];
    for (tier, with_ground) in ends {
        let text = lines(board, tier, with_ground).join("\n");
        if text.chars().count() <= LONGEST {
            return text;
        }
    }
    cut(&lines(board, Tier::Least, false))
}

/// As much as there is room for, and that there is more.
fn cut(lines: &[String]) -> String {
    const REST: &str = "…and more on the board.";
    let mut text = String::new();
    for line in lines {
        let room = (LONGEST - REST.chars().count()).saturating_sub(text.chars().count() + 1);
        if line.chars().count() > room {
            let beginning: String = line.chars().take(room).collect();
            if let Some(at) = beginning.rfind([';', ',']) {
                text.push_str(&beginning[..at]);
                text.push('\n');
            }
            break;
        }
        text.push_str(line);
        text.push('\n');
    }
    text.push_str(REST);
    text
}

fn lines(board: &Board, tier: Tier, with_ground: bool) -> Vec<String> {
    let short = |words: &str| words.trim().trim_end_matches('.').chars().take(TITLE).collect::<String>();
    let heading: Vec<String> = [short(&board.title), short(&board.caption)].into_iter().filter(|words| !words.is_empty()).collect();
    let map = if board.our_map { " Our map." } else { "" };
    let mut lines = vec![format!("{}. {} by {} squares, A1 far left.{map}", heading.join(", "), board.columns, board.rows)];
    if let Some(window) = board.window {
        let last = (window.column + window.columns.max(1) - 1, window.row + window.rows.max(1) - 1);
        lines.push(format!("Shown: {} to {}.", cell_name((window.column, window.row)), cell_name(last)));
    }
    for counter in board.counters.iter().filter(|counter| counter.acts) {
        lines.push(format!("Acts: {}", unit(counter, if tier == Tier::Least { Tier::Short } else { tier })));
    }
    for chance in &board.chances {
        let what = match chance.aim {
            Aim::Fire => "fire",
            Aim::Charge => "charge",
        };
        lines.push(format!("Target {} at {}: {what}, {}%", chance.label, cell_name(chance.cell), chance.percent));
    }
    lines.extend(reach(board, tier));
    for (cell, party) in &board.brigades {
        lines.push(format!("Brigade square of {}: round {}", board.party(*party), cell_name(*cell)));
    }
    for cell in combats(board) {
        let labels: Vec<String> =
            board.counters.iter().filter(|counter| counter.cell == cell).map(|counter| counter.label.clone()).collect();
        lines.push(format!("Hand to hand at {}: {}", cell_name(cell), list(&labels)));
    }
    for party in [Party::Ours, Party::Enemy] {
        let shown = |counter: &&Counter| counter.party == party && board.shown().shows(counter.cell);
        let beyond = board.counters.iter().filter(|counter| counter.party == party && !board.shown().shows(counter.cell)).count();
        let told: Vec<&Counter> = board.counters.iter().filter(shown).collect();
        if told.is_empty() && beyond == 0 {
            continue;
        }
        match tier {
            Tier::Whole => {
                lines.push(format!("{}:", board.party(party)));
                lines.extend(told.iter().filter(|counter| !counter.acts).map(|counter| unit(counter, tier)));
            }
            Tier::Short | Tier::Least if !told.is_empty() => {
                let units: Vec<String> = told.iter().map(|counter| unit(counter, tier)).collect();
                lines.push(format!("{}: {}", board.party(party), units.join("; ")));
            }
            Tier::Short | Tier::Least => {}
        }
        if beyond > 0 {
            lines.push(format!("{beyond} more of {} beyond what is shown", board.party(party)));
        }
    }
    lines.extend(board.notes.iter().cloned());
    if with_ground {
        lines.extend(ground(board));
    }
    lines
}

fn reach(board: &Board, tier: Tier) -> Option<String> {
    if board.reach.is_empty() {
        return None;
    }
    if tier == Tier::Least {
        return Some(format!("Can reach {} squares", board.reach.len()));
    }
    let squares: Vec<String> = board.reach.iter().map(|(cell, cost)| format!("{} {cost}", cell_name(*cell))).collect();
    Some(format!("Can reach (points): {}", squares.join(", ")))
}

fn combats(board: &Board) -> Vec<Cell> {
    let of = |party: Party, cell: Cell| board.counters.iter().any(|counter| counter.party == party && counter.cell == cell);
    board.cells().filter(|cell| of(Party::Ours, *cell) && of(Party::Enemy, *cell)).collect()
}

/// A unit in a line: "7 Sudanese infantry, D5, Line, facing north, 3 of 4, disorganised".
fn unit(counter: &Counter, tier: Tier) -> String {
    let cell = cell_name(counter.cell);
    let mut marks = Vec::new();
    for (is_so, word) in [(counter.disorganised, "disorganised"), (counter.impetuous, "impetuous"), (counter.hidden, "hidden")] {
        if is_so {
            marks.push(word.to_owned());
        }
    }
    let mut words = match tier {
        Tier::Whole => {
            let mut words = vec![format!("{} {}", counter.label, counter.name), cell];
            if counter.arm != Arm::Leader {
                words.extend(counter.formation.map(|formation| formation.words().to_owned()));
                words.push(format!("facing {}", counter.heading.word()));
                words.push(format!("{} of {}", counter.figures, counter.full));
            }
            if !counter.aboard.is_empty() {
                words.push(format!("aboard {}", list(&counter.aboard)));
            }
            words
        }
        Tier::Short if counter.arm == Arm::Leader => vec![format!("{} Leader {cell}", counter.label)],
        Tier::Short => {
            let formation = counter.formation.map_or_else(String::new, |formation| format!(" {}", formation.words()));
            vec![format!("{} {cell}{formation} {} {}", counter.label, counter.heading.compass(), counter.figures)]
        }
        Tier::Least => {
            marks.truncate(0);
            vec![format!("{} {cell}{}", counter.label, if counter.disorganised { "!" } else { "" })]
        }
    };
    words.extend(marks);
    words.join(", ")
}

/// What fills the squares and lies on the edges that are shown.
fn ground(board: &Board) -> Vec<String> {
    let mut lines = Vec::new();
    for kind in Ground::ALL.into_iter().filter(|kind| *kind != Ground::Open) {
        let cells: Vec<String> = board
            .cells()
            .filter(|cell| board.ground(*cell).kind() == kind)
            .map(|cell| match board.ground(cell) {
                Ground::River(heading) => format!("{} {}", cell_name(cell), heading.compass()),
                _ => cell_name(cell),
            })
            .collect();
        if !cells.is_empty() {
            lines.push(format!("{}: {}", capital(kind.words()), cells.join(", ")));
        }
    }
    for edge in Edge::ALL {
        let told: Vec<String> = board
            .edges
            .iter()
            .filter(|line| line.edge == edge && board.shown().shows(line.cell))
            .map(|line| format!("{} {}", if line.below { "below" } else { "right of" }, cell_name(line.cell)))
            .collect();
        if !told.is_empty() {
            lines.push(format!("{}: {}", capital(edge.words()), told.join(", ")));
        }
    }
    lines
}

fn capital(words: &str) -> String {
    let mut letters = words.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}
