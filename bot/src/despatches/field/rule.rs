//! What the rules of the gridded battle say, heading by heading; and how a battle reads them where both readings play well.

use engine::tabletop::options::{MoreFigures, Options};
use engine::tabletop::pack::BattlePack;
use engine::tabletop::state::State;

use crate::despatches::field::board::{footer, title};
use crate::despatches::paragraphs;
use crate::model::despatch::Despatch;
use crate::words;

/// Headings that what was typed may mean.
#[must_use]
pub fn completions<'a>(pack: &'a BattlePack, typed: &str) -> Vec<&'a str> {
    paragraphs::completions(pack.rulebook.iter().map(|paragraph| paragraph.heading.as_str()), typed)
}

/// What the rules say under a heading as it was typed.
#[must_use]
pub fn rule(pack: &BattlePack, typed: Option<&str>) -> Despatch {
    paragraphs::rule(&pack.rulebook, "the gridded battle", typed)
}

/// How a battle reads its rules: each setting, with the number of its ruling; what is not as usual in bold.
#[must_use]
pub fn settings(state: &State, revision: u32) -> Despatch {
    let marked = |(changed, text): (bool, String)| if changed { format!("**{text}**") } else { text };
    Despatch {
        facts: read(*state.options()).map(marked).into(),
        footer: footer(state, revision),
        ..Despatch::saying(format!("**How {} reads the rules.**", words::within(&title(state))))
    }
}

/// Settings that are not as usual, each with the number of its ruling.
#[must_use]
pub fn unusual(options: Options) -> Vec<String> {
    read(options).into_iter().filter(|(changed, _)| *changed).map(|(_, text)| text).collect()
}

/// Each setting, with the number of its ruling, and whether it is another than usual.
fn read(is: Options) -> [(bool, String); 11] {
    let usual = Options::default();
    let flag = |ruling: &str, is: bool, no: &str, yes: &str| (is, format!("{ruling}: {}", if is { yes } else { no }));
    let beside = match is.more_figures {
        MoreFigures::WithinTheLimit => "within the limit of the formation",
        MoreFigures::Always => "on top of the limit of the formation",
        MoreFigures::Never => "not at all",
    };
    [
        flag("T02", is.horse_throws_its_greater_die, "enemy horse throws a D8 in contact", "enemy horse throws a D12 in contact too"),
        (is.more_figures != usual.more_figures, format!("T03: Leaders and gun crews count in a contact {beside}")),
        flag("T08", is.units_hide, "units do not hide one another", "a unit in a square between blocks the line of sight"),
        flag(
            "T10",
            is.points_every_turn,
            "a formation's points count in turns in which the unit does not fire",
            "a formation's points count in every turn",
        ),
        flag("T11", is.artillery_fires_twice, "each unit fires once a turn", "artillery may fire twice a turn"),
        flag("T16", is.edge_lets_go, "the board's edge stops those who fall back", "the board's edge lets those go who fall back over it"),
        flag(
            "T19",
            is.any_wound_takes_the_hit,
            "only the Leader's fall takes a hit for the unit",
            "any wound of a Leader takes the hit for the unit",
        ),
        flag("T26", is.irregulars_form_square, "Gendarmerie never form Square", "Gendarmerie may form Square"),
        flag("T36", is.square_fires_each_way, "a Square fires one shot", "a Square fires one shot in each direction"),
        flag("T49", is.hard_luck_stays, "'Dashed Hard Luck!' may be thrown away", "'Dashed Hard Luck!' stays in the hand"),
        (is.turns != usual.turns, format!("T60: the last turn is turn {}", is.turns.0)),
    ]
}
