//! What a player of the mini-game of the siege alone sees: their side with all that it may order, move by move; standing orders; and the map
//! in full as their side sees it, which everybody may look at as far as it is open.

use engine::dice::Dice;
use engine::game::Game as _;
use engine::khartoum::ids::{SpaceId, Units};
use engine::khartoum::order::Order;
use engine::khartoum::phase::{Phase, Place};
use engine::khartoum::rules::movement;
use engine::khartoum::state::State;
use engine::tabletop::seat::Seat;
use engine::tabletop::side::Side;
use staff::khartoum::{KhartoumStaff as _, Plain};

use crate::despatches::khartoum::board::{
    LINES, asked, board, button_of, choice, effects, footer, held, phase, points, stacks, stage, to_sheet,
};
use crate::despatches::khartoum::told::OURS;
use crate::despatches::khartoum::{chances, labels, names};
use crate::model::custom_id::CustomId;
use crate::model::despatch::{Button, ButtonStyle, Choice, Despatch, Menu, Picture};
use crate::model::khartoum_command::BOARD;
use crate::model::khartoum_key::{AS_ADVISED, key, units_of, units_word};
use crate::model::standing::Standing;
use crate::words;

/// Orders that the staff advises for a phase at the most.
const MOST_ADVISED: usize = 40;

/// Orders that are a button each; more are a menu.
const MOST_BUTTONS: usize = 4;

/// A sheet; nothing for a topic there is not.
#[must_use]
pub fn sheet(state: &State, seat: Option<Seat>, standing: Standing, topic: &str, page: usize) -> Option<Despatch> {
    if topic == "map" {
        return Some(map(state, seat, standing));
    }
    let (word, rest) = topic.split_once('.').unwrap_or((topic, ""));
    if !matches!(word, "hand" | "standing" | "from" | "who") {
        return None;
    }
    let Some(side) = seat.and_then(Seat::side) else {
        return Some(Despatch::saying(format!("Only those who play a side can order anything: see how it stands with {BOARD}.")));
    };
    // All of it is made from what the side sees.
    let view = state.view(Seat::from(side));
    let sheet = SideSheet { state: view.state(), side, standing, topic, page };
    Some(match (word, rest) {
        ("hand", "") => sheet.own(),
        ("standing", "") => sheet.standing_orders(),
        ("from", space) => sheet.groups(space.parse().ok().map(SpaceId)?),
        ("who", units) => sheet.destinations(units_of(units)?),
        _ => return None,
    })
}

/// What whoever gave an order sees next.
#[must_use]
pub fn after(state: &State, seat: Option<Seat>, standing: Standing, order: &Order) -> Despatch {
    let topic = if matches!(order, Order::Stand { .. }) { "standing" } else { "hand" };
    sheet(state, seat, standing, topic, 0).unwrap_or_else(|| board(state, standing))
}

/// The map in full: who stands where, cards, settings.
fn map(state: &State, seat: Option<Seat>, standing: Standing) -> Despatch {
    let seen = seat.filter(|seat| seat.side().is_some()).map_or_else(|| state.public_view(), |seat| state.view(seat));
    let seen = seen.state();
    let mut facts = vec![points(seen)];
    facts.extend(stacks(seen));
    facts.extend(effects(seen));
    facts.extend(held(seen));
    for side in Side::BOTH {
        let hand = &seen.hands[side as usize];
        let played: Vec<String> = hand.discards.union(hand.removed).iter().map(|card| names::card(seen, card)).collect();
        if !played.is_empty() {
            facts.push(format!("-# Played by {}: {}", names::side(seen, side), played.join(", ")));
        }
    }
    facts.extend(labels::settings(seen).into_iter().map(|line| format!("-# {line}")));
    facts.push(OURS.to_owned());
    Despatch {
        facts,
        footer: footer(seen, standing.revision),
        picture: Some(if seat.and_then(Seat::side).is_some() { Picture::Hand } else { Picture::WholeBoard }),
        buttons: vec![to_sheet(standing, "My side", "hand", ButtonStyle::Secondary)],
        ..Despatch::saying(format!("**{}, {}.**", names::title(seen), stage(seen)))
    }
}

/// The orders that the staff would give for a side until its phase is over, by what the side sees; none where it is not asked.
#[must_use]
pub fn advised(state: &State, side: Side) -> Vec<Order> {
    let seat = Seat::from(side);
    let mut seen = state.view(seat).state().clone();
    let mut staff = Plain::default();
    // Nothing that is advised throws: what would is the last that is advised.
    let mut dice = Dice::scripted(&[]);
    let mut given = Vec::new();
    while asked(&seen) == Some(side) && given.len() < MOST_ADVISED {
        let mut orders = Vec::new();
        seen.legal_orders(seat, &mut orders);
        if orders.is_empty() {
            break;
        }
        let choice = if orders.len() > 1 { staff.choose(&seen.view(seat), side, &orders) } else { 0 };
        let Some(order) = orders.get(choice).cloned() else { break };
        let goes_on = matches!(order, Order::Move { .. } | Order::Top(_) | Order::Deploy { .. });
        given.push(order.clone());
        if !goes_on || seen.give(seat, &order, &mut dice).is_err() {
            break;
        }
    }
    given
}

/// Orders in a few words.
fn in_words(state: &State, orders: &[Order]) -> String {
    let there = |unit| {
        let at = state.where_is(unit).map_or_else(String::new, |at| format!(" in {}", names::space(state, at)));
        format!("{}{at}", names::unit(state, unit))
    };
    let told: Vec<String> = orders
        .iter()
        .filter(|order| orders.len() == 1 || !matches!(order, Order::MovesDone(_) | Order::StacksDone))
        .map(|order| match order {
            Order::MovesDone(_) => "move nobody".to_owned(),
            Order::StacksDone => "leave the stacks as they are".to_owned(),
            Order::Move { units, to, .. } => {
                format!("move {} to {}", names::units(state, *units), names::space(state, *to))
            }
            Order::Deploy { unit, at, .. } | Order::Place { unit, at, .. } => {
                format!("place {} in {}", names::unit(state, *unit), names::space(state, *at))
            }
            Order::Convert(unit) => format!("let {} break out", there(*unit)),
            Order::Replace(unit) => format!("put {} in its place", names::unit(state, *unit)),
            Order::Summon(unit) => format!("send a letter to {}", there(*unit)),
            Order::Forgo { unit, .. } => format!("let {} stay away", names::unit(state, *unit)),
            Order::RecruitsDone(_) => "recruit nobody more".to_owned(),
            Order::Activate(contingent) => format!("move the {} contingent", names::contingent(state, *contingent)),
            Order::BreakOff { units, .. } if units.is_empty() => "break off with nobody".to_owned(),
            Order::Retreat { unit, to, .. } => format!("retreat with {} to {}", names::unit(state, *unit), names::space(state, *to)),
            Order::Top(unit) => format!("put {} on top", there(*unit)),
            // The others are called what is to be done: "Fight in Kassala".
            other => words::lower_first(&labels::label(state, other).0),
        })
        .collect();
    words::list(&told)
}

/// The sheet of a side, made from what it sees.
struct SideSheet<'a> {
    state: &'a State,
    side: Side,
    standing: Standing,
    topic: &'a str,
    page: usize,
}

impl SideSheet<'_> {
    fn legal(&self) -> Vec<Order> {
        let mut orders = Vec::new();
        self.state.legal_orders(Seat::from(self.side), &mut orders);
        orders
    }

    fn button(&self, order: &Order, style: ButtonStyle) -> Option<Button> {
        Some(button_of(self.standing, &labels::label(self.state, order).0, key(order)?, style))
    }

    fn saying(&self, sentence: impl Into<String>) -> Despatch {
        Despatch { footer: footer(self.state, self.standing.revision), ..Despatch::saying(sentence) }
    }

    fn own(&self) -> Despatch {
        let (state, side) = (self.state, self.side);
        let mut facts = Vec::new();
        if state.turn > 0 {
            facts.push(points(state));
        }
        for card in state.hands[side as usize].held.iter() {
            facts.push(format!("You hold **{}**: {}", names::card(state, card), names::what_it_does(state, card)));
        }
        if let Some(card) = state.play.card.filter(|_| state.play.side == side) {
            facts.push(format!("In play: **{}**: {}", names::card(state, card), names::what_it_does(state, card)));
        }
        let boxed: Vec<String> = state.boxed(side).iter().map(|unit| names::unit(state, unit)).collect();
        if !boxed.is_empty() {
            facts.push(format!("-# In the box: {}", boxed.join(", ")));
        }
        let away: Vec<String> = state
            .all(side)
            .iter()
            .filter_map(|unit| match state.place(unit) {
                Place::Away(turn) => Some(format!("{} returns on turn {turn}", names::unit(state, unit))),
                Place::Eliminated | Place::Out => Some(format!("{} is eliminated", names::unit(state, unit))),
                _ => None,
            })
            .collect();
        if !away.is_empty() {
            facts.push(format!("-# {}", words::sentence_case(&away.join(", "))));
        }
        let (own, phase) = (names::the_side(state, side), phase_of(state));
        // What the phase says of the side itself names it.
        let title = match words::within(&phase).strip_prefix(&words::within(&own)) {
            Some(says) => format!("**{own}{says}.**"),
            None => format!("**{own}, {}.**", words::within(&phase)),
        };
        let mut despatch = Despatch { picture: Some(Picture::Hand), ..self.saying(title) };
        if asked(state) == Some(side) {
            self.offer(&mut despatch, &mut facts);
        } else if !state.is_over() {
            facts.push("Nothing is asked of you now.".to_owned());
        }
        if !state.is_over() {
            despatch.buttons.push(to_sheet(self.standing, "Standing orders", "standing", ButtonStyle::Secondary));
        }
        despatch.buttons.push(to_sheet(self.standing, "The map", "map", ButtonStyle::Secondary));
        despatch.facts = facts;
        despatch
    }

    /// What can be done in the phase, with what the staff would do first.
    fn offer(&self, despatch: &mut Despatch, facts: &mut Vec<String>) {
        let (state, side) = (self.state, self.side);
        let advised = advised(state, side);
        let throws = matches!(advised.first(), Some(Order::Draw(_)));
        if !advised.is_empty() && !throws {
            facts.push(format!("The staff would {}.", in_words(state, &advised)));
            despatch.buttons.push(button_of(self.standing, "As the staff would", AS_ADVISED.to_owned(), ButtonStyle::Primary));
        }
        let legal = self.legal();
        if matches!(state.phase, Phase::Moving) || legal.iter().any(|order| matches!(order, Order::Fight { .. })) {
            facts.extend(chances::of_attacks(state, side));
        }
        if state.phase == Phase::Moving {
            despatch.next = "choose who moves, then where to; then *All have moved*.".to_owned();
            self.menu(despatch, "Who moves?", CustomId::SheetMenu { campaign: self.standing.campaign }, self.movers());
            despatch.buttons.extend(self.button(&Order::MovesDone(side), ButtonStyle::Secondary));
            return;
        }
        // What ends a choice, or makes it for all, is a button; what chooses is a line of the menu, where there are several.
        let ends = |order: &Order| {
            matches!(
                order,
                Order::DeployByDefault(_)
                    | Order::RecruitByDefault(_)
                    | Order::RecruitsDone(_)
                    | Order::RetreatByDefault(_)
                    | Order::FightInOrder(_)
                    | Order::StacksDone
                    | Order::PutAside(_)
                    | Order::Draw(_)
            )
        };
        let (ending, choices): (Vec<&Order>, Vec<&Order>) = legal.iter().partition(|order| ends(order));
        let question = self.question(&choices);
        if choices.len() <= MOST_BUTTONS {
            despatch.buttons.extend(choices.iter().filter_map(|order| self.button(order, ButtonStyle::Secondary)));
        } else {
            let lines = choices.iter().filter_map(|order| choice(state, order)).collect();
            let id = CustomId::OrderMenu { campaign: self.standing.campaign, revision: self.standing.revision };
            self.menu(despatch, &question, id, lines);
        }
        for order in ending {
            let style = if matches!(order, Order::Draw(_)) { ButtonStyle::Primary } else { ButtonStyle::Secondary };
            despatch.buttons.extend(self.button(order, style));
        }
        despatch.next = words::lower_first(&question);
        if let (Phase::Holding(_), Some(card)) = (state.phase, state.play.drawn) {
            facts.push(format!("You have drawn **{}**: {}", names::card(state, card), names::what_it_does(state, card)));
        }
    }

    /// What a phase asks.
    fn question(&self, choices: &[&Order]) -> String {
        let state = self.state;
        match choices.first() {
            Some(Order::Deploy { unit, .. }) => format!("Where does {} begin?", names::unit(state, *unit)),
            Some(Order::Place { unit, .. }) => format!("Where does {} go?", names::unit(state, *unit)),
            Some(Order::Retreat { unit, .. }) => format!("Where does {} retreat to?", names::unit(state, *unit)),
            Some(Order::Recruit { .. }) => "Who is recruited next?".to_owned(),
            Some(Order::PlayCard { .. }) if matches!(state.phase, Phase::Holding(_)) => "Play the card or put it aside?".to_owned(),
            Some(Order::Convert(_)) => "Which garrison breaks out?".to_owned(),
            Some(Order::Replace(_)) => "Who takes its place?".to_owned(),
            Some(Order::Summon(_)) => "Whom does the letter go to?".to_owned(),
            Some(Order::Mislead(_)) => "Who is led astray?".to_owned(),
            Some(Order::Lead(_)) => "Where are they led?".to_owned(),
            Some(Order::Activate(_)) => "Which contingent moves?".to_owned(),
            Some(Order::Fight { .. }) => "Which battle is fought first?".to_owned(),
            Some(Order::BreakOff { .. }) => "Who breaks off?".to_owned(),
            Some(Order::Top(_)) => "Who lies on top?".to_owned(),
            _ => "Draw a card, or play one you hold?".to_owned(),
        }
    }

    /// The spaces from which units can move: one unit by itself goes on to where.
    fn movers(&self) -> Vec<Choice> {
        let state = self.state;
        let movable = movement::movable(state);
        let line = |space: SpaceId| {
            let here = movable.intersection(state.here(space));
            let value = match here.len() {
                0 => return None,
                1 => format!("who.{}", units_word(here)),
                _ => format!("from.{}", space.0),
            };
            let description = words::shortened(&names::the_units(state, here), 100);
            Some(Choice {
                label: format!("From {}: {}", names::space(state, space), names::number_of_units(here.len())),
                description,
                value,
            })
        };
        state.spaces().filter_map(line).collect()
    }

    /// The groups of a space that move together.
    fn groups(&self, space: SpaceId) -> Despatch {
        let state = self.state;
        if state.phase != Phase::Moving || asked(state) != Some(self.side) || space.index() >= state.on.len() {
            return self.own();
        }
        let mut groups: Vec<Units> = movement::groups(state, space).into_iter().collect();
        // The largest first: most moves are of whole stacks.
        groups.sort_by_key(|units| std::cmp::Reverse(units.len()));
        let lines = groups
            .into_iter()
            .filter(|units| movement::ways(state, *units).is_ok_and(|ways| !ways.ends.is_empty()))
            .map(|units| {
                let strength: u32 = units.iter().filter_map(|unit| state.unit(unit)).map(|row| u32::from(row.strength)).sum();
                let description = match units.first().filter(|_| units.len() == 1) {
                    Some(unit) => names::what_it_is(state, unit),
                    None => format!("{}, strength {strength}", names::number_of_units(units.len())),
                };
                Choice {
                    label: words::shortened(&names::the_units(state, units), 100),
                    description,
                    value: format!("who.{}", units_word(units)),
                }
            })
            .collect();
        let mut despatch = self.saying(format!("**Who moves from {}?**", names::space(state, space)));
        self.menu(&mut despatch, "Who moves?", CustomId::SheetMenu { campaign: self.standing.campaign }, lines);
        despatch.buttons.push(to_sheet(self.standing, "Back", "hand", ButtonStyle::Secondary));
        despatch
    }

    /// Where units can go together.
    fn destinations(&self, units: Units) -> Despatch {
        let (state, side) = (self.state, self.side);
        let from = units.first().and_then(|unit| state.where_is(unit));
        let (Ok(ways), Some(from), true) = (movement::ways(state, units), from, asked(state) == Some(side)) else { return self.own() };
        let mut ends: Vec<SpaceId> = ways.ends.iter().collect();
        // Attacks and towns first: what moves are made for.
        let points = |space: &SpaceId| state.space(*space).map_or(0, |row| row.victory_points);
        let attacks = |space: &SpaceId| names::stack(state, side.other(), *space).is_some();
        ends.sort_by_key(|space| (std::cmp::Reverse(attacks(space)), std::cmp::Reverse(points(space)), *space));
        let line = |to: &SpaceId| {
            let order = Order::Move { side, units, to: *to };
            let mut description = labels::destination(state, side, *to);
            if let Some(odds) = chances::of_a_move(state, side, units, *to) {
                description = format!("{odds}; {description}");
            }
            Some(Choice {
                label: names::space(state, *to).to_owned(),
                description: words::shortened(&description, 100),
                value: key(&order)?,
            })
        };
        let lines = ends.iter().filter_map(line).collect();
        let mut despatch = self.saying(format!("**{}, from {}: where to?**", names::the_units(state, units), names::space(state, from)));
        let id = CustomId::OrderMenu { campaign: self.standing.campaign, revision: self.standing.revision };
        self.menu(&mut despatch, "Where to?", id, lines);
        despatch.buttons.push(to_sheet(self.standing, "Back", "hand", ButtonStyle::Secondary));
        despatch
    }

    /// A menu of one page of lines, and buttons to the pages beside it.
    fn menu(&self, despatch: &mut Despatch, placeholder: &str, id: CustomId, choices: Vec<Choice>) {
        if choices.is_empty() {
            return;
        }
        let pages = choices.len().div_ceil(LINES);
        let at = self.page.min(pages - 1);
        let turn = |label: &str, page: usize| Button {
            label: label.to_owned(),
            style: ButtonStyle::Secondary,
            id: CustomId::Sheet { campaign: self.standing.campaign, topic: self.topic.to_owned(), page: u16::try_from(page).unwrap_or(0) },
        };
        if at > 0 {
            despatch.buttons.push(turn("Earlier lines", at - 1));
        }
        if at + 1 < pages {
            despatch.buttons.push(turn("Further lines", at + 1));
        }
        let lines: Vec<Choice> = choices.into_iter().skip(at * LINES).take(LINES).collect();
        let placeholder = if pages > 1 { format!("{placeholder} ({} of {pages})", at + 1) } else { placeholder.to_owned() };
        despatch.menu = Some(Menu { placeholder, id, choices: lines, most: 1 });
    }

    fn standing_orders(&self) -> Despatch {
        let (state, side) = (self.state, self.side);
        let orders = state.standing_orders(Seat::from(side));
        let (resign, kept): (Vec<&Order>, Vec<&Order>) = orders.iter().partition(|order| matches!(order, Order::Concede(_)));
        let mut despatch = Despatch {
            facts: vec![format!("Breaking off a battle: {}.", labels::break_off(state.stands[side as usize]).to_lowercase())],
            ..self.saying("**Standing orders.** The other side does not see them.")
        };
        let lines = kept.into_iter().filter_map(|order| choice(state, order)).collect();
        let id = CustomId::OrderMenu { campaign: self.standing.campaign, revision: self.standing.revision };
        self.menu(&mut despatch, "What is to be so from now on?", id, lines);
        despatch.buttons.push(to_sheet(self.standing, "My side", "hand", ButtonStyle::Secondary));
        despatch.buttons.extend(resign.first().and_then(|order| self.button(order, ButtonStyle::Danger)));
        despatch
    }
}

/// Where it stands, for the heading of one's own sheet.
fn phase_of(state: &State) -> String {
    if state.turn == 0 || state.is_over() { phase(state) } else { format!("turn {}: {}", state.turn, phase(state)) }
}
