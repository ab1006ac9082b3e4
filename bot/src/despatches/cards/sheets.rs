//! What a player of the card game alone sees: the hand, what can be done with it, what the staff would do, standing orders; and the table in
//! full, which everybody may look at.

use engine::card_game::cards::CardId;
use engine::card_game::order::Order;
use engine::card_game::region::Region;
use engine::card_game::rules::conflict::current;
use engine::card_game::state::{Phase, State};
use engine::dice::Dice;
use engine::game::Game as _;
use engine::tabletop::seat::Seat;
use engine::tabletop::side::Side;
use staff::card_game::{CardStaff as _, Plain};

use crate::despatches::cards::board::{LINES, asked, board, button_of, footer, order_menu, phase, regions, stage, to_sheet};
use crate::despatches::cards::{labels, names};
use crate::model::card_game_command::BOARD;
use crate::model::card_key::{AS_ADVISED, exchanged, key, laid, marched};
use crate::model::custom_id::CustomId;
use crate::model::despatch::{Button, ButtonStyle, Choice, Despatch, Menu, Picture};
use crate::model::standing::Standing;
use crate::words;

/// Orders that the staff advises for a phase at the most.
const MOST_ADVISED: usize = 60;

/// A sheet; nothing for a topic there is not.
#[must_use]
pub fn sheet(state: &State, seat: Option<Seat>, standing: Standing, topic: &str, page: usize) -> Option<Despatch> {
    if topic == "table" {
        return Some(table(state, standing));
    }
    if !matches!(topic, "hand" | "standing") {
        return None;
    }
    let Some(side) = seat.and_then(Seat::side) else {
        return Some(Despatch::saying(format!("Only those who play a side have a hand: see how it stands with {BOARD}.")));
    };
    // All of it is made from what the side sees.
    let view = state.view(Seat::from(side));
    let hand = HandSheet { state: view.state(), side, standing, page };
    Some(if topic == "hand" { hand.hand() } else { hand.standing_orders() })
}

/// What whoever gave an order sees next.
#[must_use]
pub fn after(state: &State, seat: Option<Seat>, standing: Standing, order: &Order) -> Despatch {
    let topic = if matches!(order, Order::Stand { .. }) { "standing" } else { "hand" };
    sheet(state, seat, standing, topic, 0).unwrap_or_else(|| board(state, standing))
}

/// The table in full: regions, discards, settings.
fn table(state: &State, standing: Standing) -> Despatch {
    let seen = state.public_view();
    let seen = seen.state();
    let mut facts = regions(seen);
    facts.extend(labels::conflict(seen));
    for side in Side::BOTH {
        let discards = seen.army(side).discards;
        facts.push(format!("**{}**: {}", words::sentence_case(names::bare_side(seen, side)), names::piles_in_words(seen, side)));
        if !discards.is_empty() {
            facts.push(format!("-# Discarded: {}", names::list(seen, side, &discards)));
        }
    }
    facts.extend(labels::settings(&seen.options).into_iter().map(|line| format!("-# {line}")));
    Despatch {
        facts,
        footer: footer(seen, standing.revision),
        picture: Some(Picture::WholeBoard),
        buttons: vec![to_sheet(standing, "My hand", "hand", ButtonStyle::Secondary)],
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
    while asked(&seen).contains(&side) && given.len() < MOST_ADVISED {
        let mut orders = Vec::new();
        seen.legal_orders(seat, &mut orders);
        if orders.is_empty() {
            break;
        }
        let choice = if orders.len() > 1 { staff.choose(&seen.view(seat), side, &orders) } else { 0 };
        let Some(order) = orders.get(choice).cloned() else { break };
        let goes_on = matches!(order, Order::Lay { .. } | Order::March { .. } | Order::PlayMovement { .. });
        given.push(order.clone());
        if !goes_on || seen.give(seat, &order, &mut dice).is_err() {
            break;
        }
    }
    given
}

/// Orders in a few words: "lay 2 × Mahdist Warrior in Western Sudan".
fn in_words(state: &State, side: Side, orders: &[Order]) -> String {
    let mut told = Vec::new();
    // What is laid and what marches, each with its place and its number.
    let mut parts: [Vec<(String, CardId, u8)>; 2] = [Vec::new(), Vec::new()];
    for order in orders {
        let (which, place, card) = match order {
            Order::Lay { card, region, .. } => (0, format!("in {}", names::region(state, *region)), *card),
            Order::March { card, from, to, .. } => {
                (1, format!("from {} to {}", names::region(state, *from), names::region(state, *to)), *card)
            }
            Order::Deployed(_) | Order::Travelled(_) if orders.len() > 1 => continue,
            Order::Deployed(_) => {
                told.push("lay nothing".to_owned());
                continue;
            }
            Order::Travelled(_) => {
                told.push("march nowhere".to_owned());
                continue;
            }
            other => {
                let label = labels::label(state, other).0;
                let mut letters = label.chars();
                told.extend(letters.next().map(|first| format!("{}{}", first.to_lowercase(), letters.as_str())));
                continue;
            }
        };
        match parts[which].iter_mut().find(|(where_to, of, _)| *where_to == place && *of == card) {
            Some((.., count)) => *count += 1,
            None => parts[which].push((place, card, 1)),
        }
    }
    for (verb, parts) in ["lay", "march"].into_iter().zip(parts) {
        let each: Vec<String> =
            parts.into_iter().map(|(place, card, count)| format!("{} {place}", names::counted(state, side, card, count))).collect();
        if !each.is_empty() {
            told.push(format!("{verb} {}", words::list(&each)));
        }
    }
    words::list(&told)
}

/// The sheet of a side, made from what it sees.
struct HandSheet<'a> {
    state: &'a State,
    side: Side,
    standing: Standing,
    page: usize,
}

impl HandSheet<'_> {
    fn is_asked(&self) -> bool {
        asked(self.state).contains(&self.side)
    }

    fn legal(&self) -> Vec<Order> {
        let mut orders = Vec::new();
        self.state.legal_orders(Seat::from(self.side), &mut orders);
        orders
    }

    fn button(&self, order: &Order, label: &str, style: ButtonStyle) -> Option<Button> {
        Some(button_of(self.standing, label, key(order)?, style))
    }

    fn hand(&self) -> Despatch {
        let (state, side) = (self.state, self.side);
        let held = state.army(side).hand.cards;
        let mut facts: Vec<String> = held
            .each()
            .filter_map(|(card, count)| {
                let row = state.card(side, card)?;
                Some(format!("{} — {}", names::counted(state, side, card, count), names::what_it_does(state, row)))
            })
            .collect();
        if held.is_empty() {
            facts.push("The hand is empty.".to_owned());
        }
        let laid: Vec<String> = Region::ALL
            .into_iter()
            .zip(&state.army(side).laid)
            .filter(|(_, pile)| !pile.is_empty())
            .map(|(region, pile)| format!("{} in {}", names::list(state, side, &pile.cards), names::region(state, region)))
            .collect();
        if !laid.is_empty() {
            facts.push(format!("Face down: {}", laid.join("; ")));
        }
        let mut despatch = Despatch {
            picture: (!held.is_empty()).then_some(Picture::Hand),
            footer: footer(state, self.standing.revision),
            ..Despatch::saying(format!("**Your hand, turn {}: {}.**", state.turn, words::within(&phase(state))))
        };
        if self.is_asked() {
            self.offer(&mut despatch, &mut facts);
        } else if !state.is_over() {
            facts.push("Nothing is asked of you now.".to_owned());
        }
        if !state.is_over() {
            despatch.buttons.push(to_sheet(self.standing, "Standing orders", "standing", ButtonStyle::Secondary));
        }
        despatch.buttons.push(to_sheet(self.standing, "The table", "table", ButtonStyle::Secondary));
        despatch.facts = facts;
        despatch
    }

    /// What can be done in the phase, with what the staff would do first.
    fn offer(&self, despatch: &mut Despatch, facts: &mut Vec<String>) {
        let (state, side) = (self.state, self.side);
        let advised = advised(state, side);
        if !advised.is_empty() {
            facts.push(format!("The staff would {}.", in_words(state, side, &advised)));
            despatch.buttons.push(button_of(self.standing, "As the staff would", AS_ADVISED.to_owned(), ButtonStyle::Primary));
        }
        let held = state.army(side).hand.cards;
        match state.phase {
            Phase::Relief => {
                let most = state.pack.tables.exchanged.min(held.len());
                despatch.next = format!("choose up to {} to be exchanged, all at once in the menu, or none.", names::cards(most));
                let choices = held.each().flat_map(|(card, count)| {
                    (1..=count).filter_map(move |copy| {
                        let row = state.card(side, card)?;
                        let value = exchanged(side, card, copy)?;
                        Some(Choice { label: row.name.clone(), description: names::what_it_does(state, row), value })
                    })
                });
                self.menu(despatch, "Which cards are exchanged?", choices.collect(), most);
                let none = Order::Relieve { side, cards: engine::card_game::cards::Cards::NONE };
                despatch.buttons.extend(self.button(&none, "Exchange nothing", ButtonStyle::Secondary));
            }
            Phase::Deploying(_) => {
                despatch.next = "choose what is laid where, as many lines of the menu as you like; then *All is laid*.".to_owned();
                self.menu(despatch, "What is laid where?", self.layings(), LINES as u8);
                despatch.buttons.extend(self.button(&Order::Deployed(side), "All is laid", ButtonStyle::Secondary));
            }
            Phase::Travelling(_) => {
                let card = state.travel.card.map_or_else(String::new, |card| format!(", and {}", names::card(state, side, card)));
                despatch.next = format!(
                    "choose who marches where; your die lets {} march{card}; cavalry and boats march a region for free.",
                    words::count(state.travel.die.into(), "unit", "units")
                );
                self.menu(despatch, "Who marches where?", self.marches(), LINES as u8);
                for order in self.legal().iter().filter(|order| matches!(order, Order::PlayMovement { .. })) {
                    despatch.buttons.extend(self.button(order, &labels::label(state, order).0, ButtonStyle::Secondary));
                }
                despatch.buttons.extend(self.button(&Order::Travelled(side), "All have marched", ButtonStyle::Secondary));
            }
            Phase::Conflict(fought) if fought.loser.is_some() => {
                despatch.next = format!("which unit falls in {}?", names::region(state, fought.region));
                despatch.menu = Some(order_menu(state, self.standing, "Which unit falls?", &self.legal()));
            }
            Phase::Conflict(_) => self.tactics(despatch, facts),
            _ => {}
        }
    }

    /// What Tactics there are in the conflict, each with its chances.
    fn tactics(&self, despatch: &mut Despatch, facts: &mut Vec<String>) {
        let (state, side) = (self.state, self.side);
        facts.extend(labels::conflict(state));
        let view = state.view(Seat::from(side));
        for (chances, label, line) in labels::tactics(&view, side) {
            facts.push(line);
            let order = chances.card.map_or(Order::Pass(side), |card| Order::PlayTactics { side, card });
            despatch.buttons.extend(self.button(&order, &label, ButtonStyle::Secondary));
        }
        let place = current(state).map_or("", |fought| names::region(state, fought.region));
        despatch.next = format!("one Tactics card in {place}, or none.");
    }

    /// A line for each number of each card in each region that takes it.
    fn layings(&self) -> Vec<Choice> {
        let (state, side) = (self.state, self.side);
        let held = state.army(side).hand.cards;
        let mut choices = Vec::new();
        for order in self.legal() {
            let Order::Lay { card, region, .. } = order else { continue };
            let Some(row) = state.card(side, card) else { continue };
            // Of Leaders and Flags a region takes one.
            let most = if row.arm.is_like_with_like() { held.of(card) } else { 1 };
            for count in (1..=most).rev() {
                let Some(value) = laid(side, card, region, count) else { continue };
                let label = format!("{} → {}", names::counted(state, side, card, count), names::region(state, region));
                choices.push(Choice { label, description: names::what_it_does(state, row), value });
            }
        }
        choices
    }

    /// A line for each number of each unit over each border that it may march over.
    fn marches(&self) -> Vec<Choice> {
        let (state, side) = (self.state, self.side);
        let mut choices = Vec::new();
        for order in self.legal() {
            let Order::March { card, from, to, .. } = order else { continue };
            let Some(row) = state.card(side, card) else { continue };
            let there = state.army(side).ready[from as usize].of(card);
            let most = if row.arm.is_like_with_like() { self.may_march(card, [from, to], there) } else { 1 };
            for count in (1..=most).rev() {
                let Some(value) = marched(side, card, [from, to], count) else { continue };
                let label =
                    format!("{}: {} → {}", names::counted(state, side, card, count), names::region(state, from), names::region(state, to));
                let free = if row.arm.moves_free() { ", for free" } else { "" };
                choices.push(Choice { label, description: format!("{}, force {}{free}", names::arm(row.arm), row.force), value });
            }
        }
        choices
    }

    /// How many of a unit may march over a border one after another.
    fn may_march(&self, card: CardId, [from, to]: [Region; 2], there: u8) -> u8 {
        let side = self.side;
        let mut state = self.state.clone();
        let mut dice = Dice::scripted(&[]);
        let order = Order::March { side, card, from, to };
        let marched = (0..there).take_while(|_| state.give(Seat::from(side), &order, &mut dice).is_ok()).count();
        u8::try_from(marched).unwrap_or(there)
    }

    /// A menu of one page of lines, of which several may be chosen, and buttons to the pages beside it.
    fn menu(&self, despatch: &mut Despatch, placeholder: &str, choices: Vec<Choice>, most: u8) {
        if choices.is_empty() {
            return;
        }
        let pages = choices.len().div_ceil(LINES);
        let at = self.page.min(pages - 1);
        let turn = |label: &str, page: usize| Button {
            label: label.to_owned(),
            style: ButtonStyle::Secondary,
            id: CustomId::Sheet { campaign: self.standing.campaign, topic: "hand".to_owned(), page: u16::try_from(page).unwrap_or(0) },
        };
        if at > 0 {
            despatch.buttons.push(turn("Earlier lines", at - 1));
        }
        if at + 1 < pages {
            despatch.buttons.push(turn("Further lines", at + 1));
        }
        let lines: Vec<Choice> = choices
            .into_iter()
            .skip(at * LINES)
            .take(LINES)
            .map(|choice| Choice {
                label: words::shortened(&choice.label, 100),
                description: words::shortened(&choice.description, 100),
                ..choice
            })
            .collect();
        let placeholder = if pages > 1 { format!("{placeholder} ({} of {pages})", at + 1) } else { placeholder.to_owned() };
        let most = most.min(u8::try_from(lines.len()).unwrap_or(u8::MAX));
        let id = CustomId::OrderMenu { campaign: self.standing.campaign, revision: self.standing.revision };
        despatch.menu = Some(Menu { placeholder, id, choices: lines, most });
    }

    fn standing_orders(&self) -> Despatch {
        let state = self.state;
        let orders = state.standing_orders(Seat::from(self.side));
        let kept: Vec<Order> = orders.iter().filter(|order| !matches!(order, Order::Concede(_))).cloned().collect();
        let menu = (!kept.is_empty()).then(|| order_menu(state, self.standing, "What is to be so from now on?", &kept));
        let mut buttons = vec![to_sheet(self.standing, "My hand", "hand", ButtonStyle::Secondary)];
        if orders.contains(&Order::Concede(self.side)) {
            buttons.extend(self.button(&Order::Concede(self.side), "Resign", ButtonStyle::Danger));
        }
        let army = state.army(self.side);
        let yes = |so: bool, is: &str, is_not: &str| if so { is.to_owned() } else { is_not.to_owned() };
        let facts = vec![
            yes(army.passes, "You pass in every conflict without being asked.", "You are asked for Tactics in every conflict."),
            yes(army.weakest_falls, "Your weakest unit falls first without being asked.", "You are asked which of your units falls."),
        ];
        Despatch {
            facts,
            menu,
            buttons,
            footer: footer(state, self.standing.revision),
            ..Despatch::saying("**Standing orders.** The other side does not see them.")
        }
    }
}
