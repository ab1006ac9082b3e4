//! The map of the mini-game of the siege: where it stands, whom it waits for. Everybody sees it, so it is made from what both sides see; what
//! a side alone may know, and everything it can order, is on its own sheet.

use engine::game::Game as _;
use engine::khartoum::ids::SpaceId;
use engine::khartoum::order::Order;
use engine::khartoum::phase::Phase;
use engine::khartoum::state::State;
use engine::tabletop::player::Player;
use engine::tabletop::seat::Seat;
use engine::tabletop::side::Side;

use crate::despatches::khartoum::{labels, names, story};
use crate::model::custom_id::CustomId;
use crate::model::despatch::{Button, ButtonStyle, Choice, Despatch, Menu, Picture, Tone};
use crate::model::khartoum_command::{END, JOIN};
use crate::model::khartoum_key::{GO_ON, key};
use crate::model::standing::Standing;
use crate::words;

/// Lines of a menu.
pub const LINES: usize = 25;

/// The map as everybody sees it.
#[must_use]
pub fn board(state: &State, standing: Standing) -> Despatch {
    let seen = state.public_view();
    let seen = seen.state();
    let (menu, buttons) = controls(state, standing);
    let mut facts = Vec::new();
    if seen.turn > 0 {
        facts.push(points(seen));
        facts.extend(effects(seen));
    }
    facts.extend(held(seen));
    Despatch {
        sentence: format!("**{} — {}**", names::title(seen), stage(seen)),
        facts,
        next: next(state, standing),
        tone: if seen.battle.is_some() { Tone::Battle } else { Tone::Staff },
        footer: footer(seen, standing.revision),
        picture: (!matches!(seen.phase, Phase::Unset)).then_some(Picture::Board),
        menu,
        buttons,
        ..Despatch::default()
    }
}

/// The victory points of ours as they stand.
#[must_use]
pub fn points(seen: &State) -> String {
    format!(
        "{} hold **{}** victory points; with {} at the end they win.",
        names::the_side(seen, Side::Ours),
        seen.points(),
        seen.pack.tables.victory_points
    )
}

/// The cards whose effects hold.
#[must_use]
pub fn effects(seen: &State) -> Vec<String> {
    let line = |side: Side| {
        let card = seen.effects[side as usize]?;
        Some(format!("-# {}: {}", words::sentence_case(names::bare_side(seen, side)), names::card(seen, card)))
    };
    Side::BOTH.into_iter().filter_map(line).collect()
}

/// The cards that a side has put aside, by what is seen of them; nothing where there are none.
#[must_use]
pub fn held(seen: &State) -> Vec<String> {
    let line = |side: Side| {
        let (open, unseen) = (seen.hands[side as usize].held, seen.unseen.held[side as usize]);
        let mut told: Vec<String> = open.iter().map(|card| names::card(seen, card)).collect();
        if unseen > 0 {
            told.push(words::count(unseen.into(), "card face down", "cards face down"));
        }
        (!told.is_empty()).then(|| format!("-# Held by {}: {}", names::side(seen, side), words::list(&told)))
    };
    Side::BOTH.into_iter().filter_map(line).collect()
}

/// Who stands where, a line for each space with units, as a seat sees it.
#[must_use]
pub fn stacks(seen: &State) -> Vec<String> {
    let line = |space: SpaceId| {
        let there: Vec<String> = Side::BOTH
            .into_iter()
            .filter_map(|side| Some(format!("{}: {}", names::bare_side(seen, side), names::stack(seen, side, space)?)))
            .collect();
        (!there.is_empty()).then(|| format!("**{}** ({}) — {}", names::space(seen, space), names::terrain(seen, space), there.join(" · ")))
    };
    seen.spaces().filter_map(line).collect()
}

/// What a phase is called.
#[must_use]
pub fn phase(state: &State) -> String {
    let whose = |side: Side, what: &str| format!("{} {what}", names::side(state, side));
    let side = state.play.side;
    match state.phase {
        Phase::Unset => "not begun".to_owned(),
        Phase::Deploying(side) => whose(side, "set up"),
        Phase::Beginning(side) | Phase::Drawing(side) => whose(side, "draw a card"),
        Phase::Holding(side) => whose(side, "hold a card"),
        Phase::Effect | Phase::Converting | Phase::Summoning | Phase::Misleading => whose(side, "carry out their card"),
        Phase::Recruits | Phase::Recruiting => whose(side, "place recruits"),
        Phase::Returning => whose(side, "see their leader return"),
        Phase::Activating => whose(side, "choose who moves"),
        Phase::Moving => whose(side, "move"),
        Phase::Battles => whose(side, "choose a battle"),
        Phase::Fighting => match state.battle {
            Some(battle) => format!("battle in {}", names::space(state, battle.space)),
            None => "battle".to_owned(),
        },
        Phase::Stacking => whose(side, "order their stacks"),
        Phase::Ending => whose(side, "end their turn"),
        Phase::Over(outcome) => story::ended(state, outcome),
    }
}

/// How far it has come.
#[must_use]
pub fn stage(state: &State) -> String {
    match state.phase {
        Phase::Unset | Phase::Over(_) | Phase::Deploying(_) => phase(state),
        _ => format!("turn {} of {} ({}): {}", state.turn, state.pack.tables.turns(), names::season(state), phase(state)),
    }
}

/// Small print: the game, the turn, the number in the journal.
#[must_use]
pub fn footer(state: &State, revision: u32) -> String {
    let turn = if state.turn > 0 { format!(" · turn {}", state.turn) } else { String::new() };
    format!("{}{turn} · No. {revision}", names::title(state))
}

/// The side that is waited for.
#[must_use]
pub fn asked(state: &State) -> Option<Side> {
    state.acting().into_iter().find_map(Seat::side)
}

/// What is next, and who does it.
#[must_use]
pub fn next(state: &State, standing: Standing) -> String {
    if state.is_over() {
        return format!("Close it with {END}: the seed of its dice is then revealed.");
    }
    let Some(side) = asked(state) else { return String::new() };
    let what = match state.phase {
        Phase::Deploying(_) => "set the units up".to_owned(),
        Phase::Drawing(_) => "draw a card, or play one that is held".to_owned(),
        Phase::Holding(_) => "play the card, or put it aside".to_owned(),
        Phase::Converting => "which garrison becomes infantry".to_owned(),
        Phase::Summoning => "whom the letter goes to".to_owned(),
        Phase::Misleading => "whom the guides lead, and where".to_owned(),
        Phase::Recruiting => "place the recruits".to_owned(),
        Phase::Returning => "where the leader returns".to_owned(),
        Phase::Activating => "which contingent moves".to_owned(),
        Phase::Moving => "move".to_owned(),
        Phase::Battles => "which battle is fought first".to_owned(),
        Phase::Fighting => {
            let place = state.battle.map_or("", |battle| names::space(state, battle.space));
            let leaves = state.battle.is_some_and(|battle| battle.leaving().is_some());
            if leaves { format!("where units retreat to from {place}") } else { format!("whether anybody breaks off in {place}") }
        }
        Phase::Stacking => "which units lie on top".to_owned(),
        _ => return String::new(),
    };
    match (state.players[side as usize], standing.called.first) {
        (None, _) => format!("Somebody has to take the side of {}: *Join*, or {JOIN}.", names::side(state, side)),
        (Some(Player::Staff(strength)), _) => format!("the {}: {what}.", words::staff(strength)),
        (Some(Player::Member(_)), called) => {
            let who = called.map_or_else(|| "a player".to_owned(), |user| user.mention());
            let vacant = Side::BOTH.into_iter().find(|side| state.players[*side as usize].is_none());
            let join = vacant.map_or_else(String::new, |side| format!(" {} still want a player: *Join*.", names::the_side(state, side)));
            format!("{who} ({}): {what}, in *My side*.{join}", names::bare_side(state, side))
        }
    }
}

/// The button that takes the side nobody plays, if there is one.
#[must_use]
pub fn join(state: &State, standing: Standing) -> Option<Button> {
    let vacant = Side::BOTH.into_iter().any(|side| state.players[side as usize].is_none()) && !state.is_over();
    let id = CustomId::Join { campaign: standing.campaign };
    vacant.then(|| Button { label: "Join".to_owned(), style: ButtonStyle::Primary, id })
}

/// A button to a sheet.
#[must_use]
pub fn to_sheet(standing: Standing, label: &str, topic: &str, style: ButtonStyle) -> Button {
    let id = CustomId::Sheet { campaign: standing.campaign, topic: topic.to_owned(), page: 0 };
    Button { label: label.to_owned(), style, id }
}

/// A button that gives the order of a key.
#[must_use]
pub fn button_of(standing: Standing, label: &str, key: String, style: ButtonStyle) -> Button {
    let id = CustomId::Order { campaign: standing.campaign, revision: standing.revision, key };
    Button { label: words::shortened(label, 80), style, id }
}

/// A line of a menu of orders.
#[must_use]
pub fn choice(state: &State, order: &Order) -> Option<Choice> {
    let (label, description) = labels::label(state, order);
    Some(Choice { label: words::shortened(&label, 100), description: words::shortened(&description, 100), value: key(order)? })
}

/// What can be done now, as everybody may see it offered: all that a side orders is on its own sheet.
#[must_use]
pub fn controls(state: &State, standing: Standing) -> (Option<Menu>, Vec<Button>) {
    let mut buttons: Vec<Button> = join(state, standing).into_iter().collect();
    if matches!(state.phase, Phase::Unset) {
        return (None, buttons);
    }
    if !state.is_over() {
        buttons.push(to_sheet(standing, "My side", "hand", ButtonStyle::Primary));
        // An umpire that was ended in the middle of the staff's orders goes on with them.
        if asked(state).is_some_and(|side| matches!(state.players[side as usize], Some(Player::Staff(_)))) {
            buttons.push(button_of(standing, "Go on", GO_ON.to_owned(), ButtonStyle::Primary));
        }
    }
    buttons.push(to_sheet(standing, "The map", "map", ButtonStyle::Secondary));
    (None, buttons)
}
