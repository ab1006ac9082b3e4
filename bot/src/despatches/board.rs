//! The board: where a campaign stands, whom it waits for, and what is legal now.

use crate::despatches::controls;
use crate::despatches::lifecycle;
use crate::despatches::position::ending_words;
use crate::despatches::position::footer;
use crate::despatches::position::hand;
use crate::despatches::position::in_store;
use crate::despatches::position::next;
use crate::despatches::position::points_line;
use crate::despatches::position::track_bar;
use crate::despatches::undo;
use crate::model::played::Played;
use crate::model::snapshot::Snapshot;
use crate::model::standing::Standing;
use engine::campaign::rulebook;
use engine::campaign::{Modifier, Phase, State};

use crate::despatches::labels;
use crate::despatches::lines;
use crate::model::despatch::{Despatch, Tone};
use crate::words;

/// What cards and random events have changed for the round or the turn, each in a sentence.
fn in_force(state: &State) -> Vec<String> {
    let pack = state.pack();
    let all = rulebook::in_force(state);
    let unmet = all.iter().filter(|set| **set == Modifier::UnmetMarch).count();
    let mut told: Vec<String> = Vec::new();
    for set in all {
        let line = match set {
            Modifier::UnmetMarch if unmet > 1 => {
                format!("{} forces of this round can march unmet.", words::sentence_case(&words::number(unmet)))
            }
            Modifier::Passage(units) => format!("Hired ships can still carry {}.", words::count(units.into(), "unit", "units")),
            set => words::told(pack, &lines::modifier(pack, set)),
        };
        if !told.contains(&line) {
            told.push(line);
        }
    }
    told
}

/// The board.
#[must_use]
pub fn board(state: &State, standing: Standing) -> Despatch {
    let pack = state.pack();
    let track = &pack.outline.victory;
    let when = match (state.ending(), state.phase()) {
        (Some(ending), _) => ending_words(ending).to_owned(),
        (None, Phase::Draw) => "cards to be drawn".to_owned(),
        (None, Phase::Rebellion) => "the rebellion".to_owned(),
        (None, Phase::Action { round }) => format!("action round {round} of {}", pack.outline.turns.action_rounds),
        (None, phase) => phase.waits_for(),
    };
    let mut facts = vec![
        format!("Victory points {} of {} {}", state.victory_points(), track.lost_at, track_bar(state.victory_points(), track.lost_at)),
        format!(
            "In revolt: {}",
            if state.enemy_held().is_empty() { "nowhere".to_owned() } else { words::places(pack, state.enemy_held()) }
        ),
    ];
    if !state.besieged().is_empty() {
        let sieges: Vec<String> = state
            .besieged()
            .iter()
            .map(|location| {
                // R21: what nobody holds falls by no roll.
                let nobody = if state.garrison(location).is_empty() { ", nobody left: it falls when the turn ends" } else { "" };
                format!("{} (level {}{nobody})", pack.location_name(location), state.siege_level(location))
            })
            .collect();
        facts.push(format!("Sieges: {}", words::list(&sieges)));
    }
    let pending = engine::campaign::rules::victory::pending(state);
    // After the end nothing is counted, given or played any more.
    let is_open = state.ending().is_none();
    if is_open && pending != 0 {
        facts.push(format!("In the ledger this turn: {pending:+}, counted when it ends"));
    }
    facts.extend(state.also_waits());
    facts.extend(labels::governor(state));
    if is_open && state.replacements() != engine::pack::ReplacementPoints::default() {
        facts.push(points_line(state));
    }
    if is_open {
        facts.extend(in_force(state));
        facts.extend(in_store(state));
        facts.push(format!("Hand: {}", hand(state)));
    }
    let (menu, buttons) = controls::controls(state, standing);
    Despatch {
        sentence: format!("**{} — turn {}, {when}**", pack.outline.short_title, state.turn()),
        facts,
        next: next(state, standing.called.first),
        tone: Tone::Staff,
        footer: footer(state, standing.revision),
        menu,
        buttons,
        ..Despatch::default()
    }
}

/// The board of a game: where it stands, what is legal now, and what can be taken back.
#[must_use]
pub fn of<G: Played>(snapshot: &Snapshot<G>) -> Despatch {
    let mut board = snapshot.state.board(snapshot.standing());
    lifecycle::headed(&mut board, &snapshot.campaign);
    lifecycle::footed(&mut board, &snapshot.campaign);
    if let Some(deed) = snapshot.last_deed.as_ref().filter(|_| snapshot.drafted.is_empty() && snapshot.campaign.closed_at.is_none()) {
        board.buttons.push(undo::button(deed, snapshot.campaign.id));
    }
    board
}
