//! The table of a card game: where it stands, whom it waits for. Everybody sees it, so it is made from what both sides see; hands, and what is
//! done with them, are on each player's own sheet.

use engine::card_game::order::Order;
use engine::card_game::region::Region;
use engine::card_game::rules::conflict::{current, force};
use engine::card_game::state::{Phase, State};
use engine::game::Game as _;
use engine::tabletop::player::Player;
use engine::tabletop::seat::Seat;
use engine::tabletop::side::Side;

use crate::despatches::cards::{labels, names, story};
use crate::model::card_game_command::{END, JOIN};
use crate::model::card_key::{GO_ON, key};
use crate::model::custom_id::CustomId;
use crate::model::despatch::{Button, ButtonStyle, Choice, Despatch, Menu, Picture, Tone};
use crate::model::standing::Standing;
use crate::words;

/// Lines of a menu.
pub const LINES: usize = 25;

/// Units that have a button each where one is to be lost; more are a menu.
const MOST_BUTTONS: usize = 5;

/// The table as everybody sees it.
#[must_use]
pub fn board(state: &State, standing: Standing) -> Despatch {
    let seen = state.public_view();
    let seen = seen.state();
    let (menu, buttons) = controls(state, standing);
    let mut facts = regions(seen);
    facts.extend(labels::conflict(seen));
    facts.extend(
        Side::BOTH
            .into_iter()
            .filter(|_| seen.turn > 0)
            .map(|side| format!("-# {}: {}", words::sentence_case(names::bare_side(seen, side)), names::piles_in_words(seen, side))),
    );
    Despatch {
        sentence: format!("**{} — {}**", names::title(seen), stage(seen)),
        facts,
        next: next(state, standing),
        tone: if current(seen).is_some() { Tone::Battle } else { Tone::Staff },
        footer: footer(seen, standing.revision),
        picture: (seen.turn > 0).then_some(Picture::Board),
        menu,
        buttons,
        ..Despatch::default()
    }
}

/// The five regions, a line each: who holds it, whose units are there.
#[must_use]
pub fn regions(seen: &State) -> Vec<String> {
    let line = |region: Region| {
        let holder = match seen.holder(region) {
            Some(side) => names::bare_side(seen, side).to_owned(),
            None => "nobody's".to_owned(),
        };
        let there: Vec<String> = Side::BOTH
            .into_iter()
            .filter_map(|side| {
                let units = seen.units(side, region);
                let laid = seen.army(side).laid[region as usize].len();
                let mut parts = Vec::new();
                if !units.is_empty() {
                    parts.push(format!("{}, force {}", names::list(seen, side, &units), force(seen, side, region)));
                }
                if laid > 0 {
                    parts.push(format!("{} face down", names::cards(laid)));
                }
                (!parts.is_empty()).then(|| format!("{}: {}", names::bare_side(seen, side), parts.join("; ")))
            })
            .collect();
        let there = if there.is_empty() { String::new() } else { format!(" — {}", there.join(" · ")) };
        format!("**{}** ({holder}){there}", names::region(seen, region))
    };
    Region::ALL.into_iter().map(line).collect()
}

/// What a phase is called.
#[must_use]
pub fn phase(state: &State) -> String {
    match state.phase {
        Phase::Unset => "not begun".to_owned(),
        Phase::Beginning => "Logistics".to_owned(),
        Phase::Relief => "Relief".to_owned(),
        Phase::Deploying(side) => format!("{} lay their cards", names::side(state, side)),
        Phase::Revealing => "the cards are turned up".to_owned(),
        Phase::Marching(side) | Phase::Travelling(side) => format!("{} march", names::side(state, side)),
        Phase::Regions(_) => "Conflict".to_owned(),
        Phase::Conflict(fought) => format!("conflict in {}", names::region(state, fought.region)),
        Phase::Over(outcome) => story::ended(state, outcome),
    }
}

/// How far it has come.
#[must_use]
pub fn stage(state: &State) -> String {
    match state.phase {
        Phase::Unset | Phase::Over(_) => phase(state),
        _ => format!("turn {} of {}: {}", state.turn, state.pack.tables.turns, phase(state)),
    }
}

/// Small print: the game, the turn, the number in the journal.
#[must_use]
pub fn footer(state: &State, revision: u32) -> String {
    let turn = if state.turn > 0 { format!(" · turn {}", state.turn) } else { String::new() };
    format!("{}{turn} · No. {revision}", names::title(state))
}

/// The sides that are waited for: seen from a side, or from all, also one that has not chosen yet and passes by a standing order (C07).
#[must_use]
pub fn asked(state: &State) -> Vec<Side> {
    state.acting().into_iter().filter_map(Seat::side).collect()
}

/// What is next, and who does it.
#[must_use]
pub fn next(state: &State, standing: Standing) -> String {
    if state.is_over() {
        return format!("Close it with {END}: the seed of its dice is then revealed.");
    }
    // Of what both sides see: who passes by a standing order has not chosen yet, as anybody else.
    let asked = asked(state.public_view().state());
    let vacant = asked.iter().copied().find(|side| state.players[*side as usize].is_none());
    let members = asked.iter().filter(|side| matches!(state.players[**side as usize], Some(Player::Member(_)))).count();
    let what = match state.phase {
        Phase::Relief => {
            let most = state.pack.tables.exchanged;
            format!("exchange up to {}, or none", names::cards(most))
        }
        Phase::Deploying(_) => "lay cards face down, as many as you like".to_owned(),
        Phase::Travelling(side) => {
            let (left, has_begun) = left_to_march(state, side);
            let units = if has_begun { words::count(left, "more unit", "more units") } else { words::count(left, "unit", "units") };
            format!("march: {} may march with {units}", names::side(state, side))
        }
        Phase::Conflict(fought) if fought.loser.is_some() => format!("say which unit falls in {}", names::region(state, fought.region)),
        Phase::Conflict(fought) => format!("Tactics in {}, or none", names::region(state, fought.region)),
        _ => return String::new(),
    };
    let waited_for = match (members, standing.called.first, asked.as_slice()) {
        (2, ..) => "both sides, each without the other's seeing it".to_owned(),
        (1, Some(user), _) => user.mention(),
        (0, _, [side, ..]) => match state.players[*side as usize] {
            Some(Player::Staff(strength)) => format!("the {}", words::staff(strength)),
            _ => return format!("Somebody has to take the side of {}: *Join*, or {JOIN}.", names::side(state, *side)),
        },
        _ => "a player".to_owned(),
    };
    let join = vacant.map_or_else(String::new, |side| format!(" {} still want a player: *Join*.", names::the_side(state, side)));
    format!("{waited_for}: {what}. Your cards are in *My hand*.{join}")
}

/// How many units may still march, by the die and the Movement card together (C06), and whether any has marched by them.
fn left_to_march(state: &State, side: Side) -> (usize, bool) {
    let card = state.travel.card.and_then(|card| state.card(side, card)).map_or(0, |row| row.moves);
    let marched: usize = state.travel.marched.into_iter().map(usize::from).sum();
    ((usize::from(state.travel.die) + usize::from(card)).saturating_sub(marched), marched > 0)
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

/// A menu of orders, a line each.
#[must_use]
pub fn order_menu(state: &State, standing: Standing, placeholder: &str, orders: &[Order]) -> Menu {
    let choice = |order: &Order| {
        let (label, description) = labels::label(state, order);
        Some(Choice { label: words::shortened(&label, 100), description: words::shortened(&description, 100), value: key(order)? })
    };
    Menu {
        placeholder: placeholder.to_owned(),
        id: CustomId::OrderMenu { campaign: standing.campaign, revision: standing.revision },
        choices: orders.iter().filter_map(choice).take(LINES).collect(),
        most: 1,
    }
}

/// What can be done now, as everybody may see it offered: a hand is opened by its own player alone.
#[must_use]
pub fn controls(state: &State, standing: Standing) -> (Option<Menu>, Vec<Button>) {
    let mut buttons: Vec<Button> = join(state, standing).into_iter().collect();
    if state.is_over() || state.turn == 0 {
        return (None, buttons);
    }
    let awaited = asked(state);
    buttons.push(to_sheet(standing, "My hand", "hand", ButtonStyle::Primary));
    // An umpire that was ended in the middle of the staff's orders goes on with them.
    if awaited.iter().any(|side| matches!(state.players[*side as usize], Some(Player::Staff(_)))) {
        buttons.push(button_of(standing, "Go on", GO_ON.to_owned(), ButtonStyle::Primary));
    }
    let mut menu = None;
    let asked = asked(state.public_view().state());
    if let (Phase::Conflict(fought), [side]) = (state.phase, asked.as_slice())
        && matches!(state.players[*side as usize], Some(Player::Member(_)))
    {
        if fought.loser.is_some() {
            // Units in a conflict lie open.
            let mut orders = Vec::new();
            state.legal_orders(Seat::from(*side), &mut orders);
            if orders.len() <= MOST_BUTTONS {
                buttons.extend(
                    orders
                        .iter()
                        .filter_map(|order| Some(button_of(standing, &labels::label(state, order).0, key(order)?, ButtonStyle::Secondary))),
                );
            } else {
                menu = Some(order_menu(state, standing, "Which unit falls?", &orders));
            }
        } else {
            buttons.extend(key(&Order::Pass(*side)).map(|key| button_of(standing, "Play no Tactics", key, ButtonStyle::Secondary)));
        }
    }
    buttons.push(to_sheet(standing, "The table", "table", ButtonStyle::Secondary));
    (menu, buttons)
}

#[cfg(test)]
mod tests {
    use engine::card_game::cards::CardId;
    use engine::card_game::options::Options;
    use engine::card_game::pack::CardPack;
    use engine::card_game::state::Conflict;

    use super::*;
    use crate::despatches::undo;
    use crate::model::ids::{CampaignId, UserId};
    use crate::model::last_deed::LastDeed;
    use crate::model::played::Played as _;
    use crate::model::roster::{Member, Roster};
    use crate::model::standing::Called;

    /// Both sides are asked for their Tactics at once; ours pass by a standing order or do not.
    fn at_once(passes: bool) -> State {
        let mut state = State::new(CardPack::embedded().unwrap());
        state.options = Options { tactics_at_once: true, ..Options::default() };
        (state.turn, state.phase) = (2, Phase::Conflict(Conflict::new(Region::South)));
        state.players = [Some(Player::Member(0)), Some(Player::Member(1))];
        for army in &mut state.armies {
            army.deck.take(CardId(0));
            army.ready[Region::South as usize].add(CardId(0), 1);
        }
        state.armies[Side::Ours as usize].passes = passes;
        state
    }

    #[test]
    fn what_is_next_tells_how_many_may_still_march_by_the_die_and_the_movement_card_c06() {
        let mut state = State::new(CardPack::embedded().unwrap());
        (state.turn, state.phase) = (2, Phase::Travelling(Side::Ours));
        state.players = [Some(Player::Member(0)), Some(Player::Member(1))];
        let nile = state.pack.card_named(Side::Ours, "Travel Nile River");
        for (die, card, marched, told) in [
            (3, None, 0, "may march with three units."),
            (3, None, 2, "may march with one more unit."),
            (3, None, 3, "may march with no more units."),
            (3, nile, 0, "may march with nine units."),
            (3, nile, 2, "may march with seven more units."),
        ] {
            (state.travel.die, state.travel.card, state.travel.marched[0]) = (die, card, marched);
            let next = next(&state, Standing::commanded(CampaignId(1), 9, Some(UserId(11))));
            assert!(next.contains(told), "{next}");
        }
    }

    #[test]
    fn the_table_does_not_tell_that_a_side_always_passes_while_the_other_chooses_c07() {
        let standing = Standing::commanded(CampaignId(1), 9, Some(UserId(11)));
        assert_eq!((asked(&at_once(true)), asked(&at_once(false))), (vec![Side::Enemy], Side::BOTH.to_vec()));
        assert_eq!(board(&at_once(true), standing), board(&at_once(false), standing));
        assert!(next(&at_once(true), standing).starts_with("both sides, "), "{}", next(&at_once(true), standing));
    }

    #[test]
    fn who_always_passes_is_named_among_those_waited_for_and_is_not_notified_c07() {
        let members = vec![Member::new(UserId(11), 0, false), Member::new(UserId(12), 1, false)];
        let roster = Roster { members, ..Roster::default() };
        for passes in [true, false] {
            let state = at_once(passes);
            assert_eq!(state.waited_for(&roster), [UserId(11), UserId(12)]);
            let spared = passes.then_some(UserId(11));
            assert_eq!(state.called(&roster), Called { first: Some(UserId(11)), second: Some(UserId(12)), spared });
        }
    }

    #[test]
    fn where_a_deed_is_taken_back_who_has_to_act_is_notified_and_not_who_always_passes_c07() {
        let members = vec![Member::new(UserId(11), 0, false), Member::new(UserId(12), 1, false)];
        let roster = Roster { members, ..Roster::default() };
        for (passes, by) in [(true, 11), (true, 12), (true, 13), (false, 13)] {
            let state = at_once(passes);
            let deed = LastDeed { labels: vec!["No Tactics".to_owned()], rows: vec![8], ..LastDeed::begun(UserId(by)) };
            let told = undo::undone(&state, &state, &deed, (UserId(by), None), state.standing(&roster, CampaignId(1), 9));
            let named: Vec<u64> = told.mention.iter().chain(&told.also_mention).map(|user| user.0).collect();
            let named_anyway: Vec<u64> = [11, 12].into_iter().filter(|user| *user != by).collect();
            assert_eq!(named, named_anyway, "who passes is named as others are");
            let spared = passes && named.contains(&11);
            assert_eq!(told.spared, if spared { vec![UserId(11)] } else { Vec::new() }, "taken back by {by}");
        }
    }
}
