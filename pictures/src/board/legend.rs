//! The legend: what is on the board, and nothing else, each sign with its words.

use super::super::canvas::{Anchor, Canvas};
use super::super::lettering::{Face, Lettering, ink};
use super::cells::{self, Manner, Part};
use super::data::{Aim, Arm, Board, Cell, Counter, Edge, Formation, Ground, Heading, Party};
use super::{counters, edges, ground, signs};

/// Pixels of a sign.
const SIGN: f64 = 62.0;
/// Pixels between a sign and its words.
const GAP: f64 = 12.0;
/// Pixels between entries.
const BETWEEN: f64 = 30.0;
/// Pixels from line to line.
pub(super) const LINE: f64 = 66.0;

/// A sign with its words.
pub(super) struct Entry {
    sign: String,
    number: Option<(&'static str, Manner)>,
    pub(super) words: String,
}

impl Entry {
    fn of(sign: String, words: &str) -> Self {
        Self { sign, number: None, words: words.to_owned() }
    }
}

/// How the words of the legend are lettered.
pub(super) fn style() -> Lettering {
    Lettering::new(Face::Roman, 51.0)
}

fn sample(arm: Arm, formation: Option<Formation>, party: Party) -> Counter {
    Counter {
        label: String::new(),
        name: String::new(),
        party,
        arm,
        formation,
        cell: (0, 0),
        heading: Heading::default(),
        figures: 4,
        full: 4,
        disorganised: false,
        impetuous: false,
        hidden: false,
        acts: false,
        aboard: Vec::new(),
    }
}

/// The entries, for what is shown.
pub(super) fn entries(board: &Board) -> Vec<Entry> {
    let window = board.shown();
    let shown = || board.counters.iter().filter(|counter| window.shows(counter.cell));
    // Of units too many for their square there are the numbers alone: what those do not show is not explained.
    let drawn: Vec<Part<'_>> = board.cells().flat_map(|cell| cells::parts(board, cell)).collect();
    let blocks = || drawn.iter().filter_map(|part| if let Part::Block { counter, .. } = part { Some(*counter) } else { None });
    let written = |manners: &[Manner]| drawn.iter().any(|part| matches!(part, Part::Word { manner, .. } if manners.contains(manner)));
    let mut entries = Vec::new();
    for (party, path) in [(Party::Ours, "#fffdf4"), (Party::Enemy, "#15110c")] {
        if shown().any(|counter| counter.party == party) {
            let sign = format!("<path d=\"M-30 -22H30V22H-30Z\" fill=\"{path}\" stroke=\"#15110c\" stroke-width=\"7\"/>");
            entries.push(Entry::of(sign, board.party(party)));
        }
    }
    for arm in Arm::ALL {
        if blocks().any(|counter| counter.arm == arm) {
            let (count, formation) = match arm {
                Arm::Infantry | Arm::Cavalry | Arm::Camelry => (2, Some(Formation::Line)),
                Arm::Artillery | Arm::MachineGun => (1, Some(Formation::Deployed)),
                Arm::Transport => (1, Some(Formation::Transport)),
                _ => (1, None),
            };
            let counter = Counter { figures: count, full: count, ..sample(arm, formation, Party::Ours) };
            let scale = if arm.is_boat() {
                1.0
            } else if count == 2 {
                1.3
            } else {
                1.7
            };
            let sign = if count == 2 { counters::row(arm) } else { counters::block(&counter, false) };
            entries.push(Entry::of(format!("<g transform=\"scale({scale})\">{sign}</g>"), arm.words()));
        }
    }
    for formation in Formation::ALL {
        if formation != Formation::Transport && blocks().any(|counter| counter.formation == Some(formation)) {
            let arm = if matches!(formation, Formation::Deployed | Formation::Limbered) { Arm::Artillery } else { Arm::Infantry };
            let counter = Counter { figures: if arm.is_battery() { 1 } else { 4 }, ..sample(arm, Some(formation), Party::Ours) };
            let counter = Counter { full: counter.figures, ..counter };
            let scale = match formation {
                Formation::Column | Formation::Deployed | Formation::Limbered => 1.6,
                _ => 1.08,
            };
            entries.push(Entry::of(format!("<g transform=\"scale({scale})\">{}</g>", counters::block(&counter, false)), formation.words()));
        }
    }
    for kind in Ground::ALL.into_iter().filter(|kind| *kind != Ground::Open) {
        if board.cells().any(|cell| board.ground(cell).kind() == kind) {
            entries.push(Entry::of(ground::shape(kind, (3, 1)), kind.words()));
        }
    }
    for edge in Edge::ALL {
        if board.edges.iter().any(|line| line.edge == edge && window.shows(line.cell)) {
            entries.push(Entry::of(edges::shape(edge), edge.words()));
        }
    }
    let mut marked = |is_there: bool, sign: String, number: Option<(&'static str, Manner)>, words: &str| {
        if is_there {
            entries.push(Entry { sign, number, words: words.to_owned() });
        }
    };
    marked(shown().any(|counter| counter.acts), signs::acts(), None, "acts");
    marked(board.reach.iter().any(|(cell, _)| window.shows(*cell)), signs::reached(), Some(("3", Manner::Cost)), "points to get there");
    let aimed = |aim: Aim| written(&[Manner::Chance(aim), Manner::InRow(aim)]);
    marked(aimed(Aim::Fire), String::new(), Some(("50", Manner::Chance(Aim::Fire))), "fire, % to tell");
    marked(aimed(Aim::Charge), String::new(), Some(("50", Manner::Chance(Aim::Charge))), "charge, % to get in");
    let disorder = [Manner::Disorganised, Manner::ChipInDisorder(Party::Ours), Manner::ChipInDisorder(Party::Enemy)];
    marked(written(&disorder), String::new(), Some(("7", Manner::Disorganised)), "disorganised");
    let pointer = |impetuous| format!("<g transform=\"scale(2.6)\">{}</g>", counters::pointer((0.0, 9.0), impetuous, false));
    marked(blocks().any(|counter| counter.impetuous), pointer(true), None, "impetuous");
    marked(shown().any(|counter| counter.hidden), signs::hidden(), None, "hidden");
    let fallen = |counter: &Counter| counter.figures < counter.full && !counter.arm.is_boat();
    marked(blocks().any(fallen), "<circle r=\"9\" fill=\"#15110c\"/>".to_owned(), None, "figure lost");
    let locked = |cell| {
        shown().any(|one| one.cell == cell && one.party == Party::Ours) && shown().any(|one| one.cell == cell && one.party == Party::Enemy)
    };
    marked(
        board.cells().any(locked),
        format!("{}<g transform=\"scale(1.6)\">{}</g>", signs::combat(), signs::locked((0.0, 0.0))),
        None,
        "hand to hand",
    );
    let brigade = |(centre, party): &(Cell, Party)| !cells::brigade(board, *centre, *party).is_empty();
    let outline = format!(
        "<path d=\"M-44 -44H44V44H-44Z\" fill=\"none\" stroke=\"{}\" stroke-width=\"7\" stroke-dasharray=\"24 8 5 8\"/>",
        ink::GREEN
    );
    marked(board.brigades.iter().any(brigade), outline, None, "brigade square");
    entries
}

/// The lines that the entries take, in a width; the numbers of those in each.
pub(super) fn lines(entries: &[Entry], width: f64) -> Vec<Vec<usize>> {
    let mut lines: Vec<Vec<usize>> = Vec::new();
    let mut used = f64::INFINITY;
    for (number, entry) in entries.iter().enumerate() {
        let wide = SIGN + GAP + style().width(&entry.words);
        if used + BETWEEN + wide > width {
            lines.push(Vec::new());
            used = -BETWEEN;
        }
        used += BETWEEN + wide;
        if let Some(line) = lines.last_mut() {
            line.push(number);
        }
    }
    lines
}

/// Draws the entries, from a corner on.
pub(super) fn draw(canvas: &mut Canvas, entries: &[Entry], (left, top): (f64, f64), width: f64) {
    for (row, line) in lines(entries, width).into_iter().enumerate() {
        let (mut x, y) = (left, top + (row as f64 + 0.5) * LINE);
        for entry in line.into_iter().filter_map(|number| entries.get(number)) {
            let middle = (x + SIGN / 2.0, y);
            canvas.put(format_args!(
                "<g transform=\"translate({:.1} {y:.1}) scale({:.2})\">{}</g>",
                middle.0,
                SIGN / 100.0 * 0.92,
                entry.sign
            ));
            if let Some((words, manner)) = entry.number {
                let part = Part::word(words, (0.0, 0.0), manner);
                cells::draw(canvas, &[part], middle, 92.0, true);
            }
            let style = style();
            canvas.letter((x + SIGN + GAP, y + style.size * 0.3), Anchor::Start, &style, &entry.words);
            x += SIGN + GAP + style.width(&entry.words) + BETWEEN;
        }
    }
}
