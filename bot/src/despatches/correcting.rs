//! What is to be put right, asked step by step with menus: what kind of thing, which one, and what is so of it from now on.
//!
//! What was chosen so far stands in the ids: the beginning of the key that the correction will have, `unit.7` of `unit.7.at.31`. What is
//! offered is what the law of corrections lists, no more and no less.

use engine::campaign::rules::corrections;
use engine::campaign::{Correction, CorrectionKind, Order, State};
use engine::game::Game as _;

use crate::despatches::corrected;
use crate::model::custom_id::CustomId;
use crate::model::despatch::{Button, ButtonStyle, Choice, Despatch, Menu};
use crate::model::ids::CampaignId;
use crate::model::orders::question::LINES;
use crate::model::orders::{correct, order_from_key, order_key};
use crate::model::played::Played as _;
use crate::words;

/// The word of the order, with which its key begins.
const WORD: &str = "correct.";

/// Whose dialogue it is, and on which position.
#[derive(Clone, Copy, Debug)]
pub struct Asking<'a> {
    /// The position.
    pub state: &'a State,
    /// The campaign.
    pub campaign: CampaignId,
    /// The last row that is an order.
    pub revision: u32,
    /// Whether nobody else plays.
    pub alone: bool,
}

/// Why nothing at all can be put right now, for whoever asks.
#[must_use]
pub fn why_not(state: &State) -> Option<&'static str> {
    if state.ending().is_some() {
        Some("the campaign is over")
    } else if state.decision().is_some() {
        Some("a decision waits to be made first")
    } else if !state.round().battles_to_fight().is_empty() {
        Some("a battle waits to be fought first")
    } else {
        None
    }
}

fn path_of(correction: &Correction) -> Option<String> {
    let key = order_key(&Order::Correct { correction: *correction })?;
    key.strip_prefix(WORD).map(str::to_owned)
}

/// The kind with which a path begins, and what of it is chosen.
fn kind_of(path: &str) -> Option<(CorrectionKind, Option<&str>)> {
    let (word, chosen) = path.split_once('.').map_or((path, None), |(word, chosen)| (word, Some(chosen)));
    CorrectionKind::ALL.into_iter().find(|kind| correct::word(*kind) == word).map(|kind| (kind, chosen))
}

/// What is listed of a kind, each with its path.
fn listed(state: &State, kind: CorrectionKind) -> Vec<(String, Correction)> {
    let listed = corrections::listed(state, kind).into_iter();
    listed.filter_map(|correction| Some((path_of(&correction)?, correction))).collect()
}

/// The path of the thing that a correction of a kind is about: its first two parts.
fn thing_of(path: &str) -> &str {
    let end = path.match_indices('.').nth(1).map_or(path.len(), |(end, _)| end);
    &path[..end]
}

fn line(label: &str, description: &str, path: String) -> Choice {
    let label = words::shortened(&words::sentence_case(label), 100);
    Choice { label, description: words::shortened(description, 100), value: path }
}

/// A step of the dialogue: what is asked, its lines, where it goes back to, and the page that is shown first.
struct Step {
    sentence: String,
    asked: &'static str,
    lines: Vec<Choice>,
    back: Option<String>,
    page: usize,
}

fn kinds(state: &State) -> Step {
    let some = CorrectionKind::ALL.into_iter().filter(|kind| !corrections::listed(state, *kind).is_empty());
    Step {
        sentence: "**What is to be put right?**".to_owned(),
        asked: "What kind of thing?",
        lines: some.map(|kind| line(correct::kind(kind), "", correct::word(kind).to_owned())).collect(),
        back: None,
        page: 0,
    }
}

fn things(state: &State, kind: CorrectionKind, asked: &'static str) -> Step {
    let mut lines: Vec<Choice> = Vec::new();
    for (path, correction) in listed(state, kind) {
        let thing = thing_of(&path);
        if lines.last().is_none_or(|last| last.value != thing) {
            lines.push(line(&correct::thing(state, &correction), &correct::now(state, &correction), thing.to_owned()));
        }
    }
    Step { sentence: format!("**To be put right: {}.**", correct::kind(kind)), asked, lines, back: Some(String::new()), page: 0 }
}

fn values(state: &State, kind: CorrectionKind, thing: Option<&str>) -> Step {
    let mut found = listed(state, kind);
    found.retain(|(path, _)| thing.is_none_or(|thing| thing_of(path) == thing));
    let sentence = found.first().map_or_else(String::new, |(_, first)| {
        format!("**{}: {} now.**", words::sentence_case(&correct::thing(state, first)), correct::now(state, first))
    });
    // Of many numbers, those about the one that stands now are shown first.
    let below = found.iter().filter(|(_, correction)| correct::numbers(state, correction).is_some_and(|(to, now)| to < now)).count();
    let last = found.len().saturating_sub(1);
    Step {
        sentence,
        asked: "What is so from now on?",
        lines: found.into_iter().map(|(path, correction)| line(&correct::value(state, &correction), "", path)).collect(),
        back: Some(thing.map_or_else(String::new, |_| correct::word(kind).to_owned())),
        page: below.min(last) / LINES,
    }
}

/// The step that a path leads to; nothing where nothing is listed there.
fn step_at(state: &State, path: &str) -> Option<Step> {
    let step = match kind_of(path) {
        None if path.is_empty() => kinds(state),
        None => return None,
        Some((kind, chosen)) => match (correct::which(kind), chosen) {
            (Some(asked), None) => things(state, kind, asked),
            (Some(_), Some(_)) => values(state, kind, Some(path)),
            (None, None) => values(state, kind, None),
            (None, Some(_)) => return None,
        },
    };
    (!step.lines.is_empty()).then_some(step)
}

/// What is asked next, or, once all is chosen, whether it is meant so. What cannot be put right any more is asked anew from the start.
///
/// # Errors
///
/// Why nothing can be put right now, in a sentence.
pub fn step(asking: Asking<'_>, path: &str, page: Option<u16>) -> Result<Despatch, String> {
    let state = asking.state;
    if let Some(why) = why_not(state) {
        return Err(format!("Nothing can be put right now: {why}."));
    }
    if let Some(order) = order_from_key(&format!("{WORD}{path}"))
        && state.permit(State::bystander(), &order).is_ok()
        && let Some(mut question) = corrected::question(state, &order, asking.alone, asking.campaign, asking.revision)
    {
        let back = if kind_of(path).is_some_and(|(kind, _)| correct::which(kind).is_some()) { thing_of(path) } else { "" };
        question.buttons.insert(1, turn(asking.campaign, "Back", back, None));
        return Ok(question);
    }
    let found = step_at(state, path);
    let lost = found.is_none().then(|| "That cannot be put right any more as things stand: choose anew.".to_owned());
    let (step, path, page) = match found {
        Some(step) => (step, path, page),
        None => (step_at(state, "").ok_or("Nothing can be put right now.")?, "", None),
    };
    let pages = step.lines.len().div_ceil(LINES).max(1);
    let shown = page.map_or(step.page, usize::from).min(pages - 1);
    let mut buttons = Vec::new();
    if pages > 2 {
        buttons.push(turn(asking.campaign, "Before", path, Some((shown + pages - 1) % pages)));
    }
    if pages > 1 {
        buttons.push(turn(asking.campaign, &format!("More ({} of {pages})", shown + 1), path, Some((shown + 1) % pages)));
    }
    if let Some(back) = &step.back {
        buttons.push(turn(asking.campaign, "Back", back, None));
    }
    buttons.push(Button { label: "Let it stand".to_owned(), style: ButtonStyle::Secondary, id: CustomId::Leave });
    let told = "Nothing is changed before it was told in words and agreed to.".to_owned();
    Ok(Despatch {
        facts: lost.into_iter().chain((path.is_empty()).then_some(told)).collect(),
        menu: Some(Menu {
            placeholder: step.asked.to_owned(),
            id: CustomId::CorrectMenu { campaign: asking.campaign },
            choices: step.lines.into_iter().skip(shown * LINES).take(LINES).collect(),
            most: 1,
        }),
        buttons,
        ..Despatch::saying(step.sentence)
    })
}

fn turn(campaign: CampaignId, label: &str, path: &str, page: Option<usize>) -> Button {
    let id = CustomId::Correct { campaign, path: path.to_owned(), page: page.map(|page| page as u16) };
    Button { label: label.to_owned(), style: ButtonStyle::Secondary, id }
}
