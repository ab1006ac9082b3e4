//! A side's own sheets: its hand and units, its set-up, its instructions, every order it may give. Only whoever plays the side sees them.

use engine::game::Game as _;
use engine::tabletop::formation::Formation;
use engine::tabletop::instruction::{Instruction, Whom, Wing};
use engine::tabletop::order::Order;
use engine::tabletop::phase::{Actor, Phase};
use engine::tabletop::rules::activation::to_act;
use engine::tabletop::seat::Seat;
use engine::tabletop::side::Side;
use engine::tabletop::state::State;
use engine::tabletop::unit::{Place, UnitId};
use engine::tabletop::view::View;
use staff::tabletop::{BattleStaff as _, Plain};

use crate::despatches::field::board::{self, LINES, button, footer, title};
use crate::despatches::field::labels::{self, choice};
use crate::despatches::field::names;
use crate::model::custom_id::CustomId;
use crate::model::despatch::{Button, ButtonStyle, Choice, Despatch, Menu, Picture};
use crate::model::field_key::{key, whom_of, whom_word};
use crate::model::standing::Standing;
use crate::words;

/// A sheet of a side, by its topic; nothing for a topic there is not.
#[must_use]
pub fn sheet(state: &State, seat: Option<Seat>, standing: Standing, topic: &str, page: usize) -> Option<Despatch> {
    if topic == "board" {
        return Some(whole(state, seat, standing));
    }
    let seat = seat?;
    let side = seat.side()?;
    // What a side's sheet is made from is what that side sees.
    let seen = state.view(seat);
    let advised = advised(&seen, side);
    let page = Page { state: seen.state(), side, standing, topic, page, advised };
    let (word, rest) = topic.split_once('.').unwrap_or((topic, ""));
    Some(match (word, rest) {
        ("mine", "") => page.mine(),
        ("all", "") => page.orders("**Every order that you may give now.**", &page.legal(|_| true)),
        ("turn", "") => page.turns(),
        ("form", "") => page.orders("**Formation.**", &page.legal(|order| matches!(order, Order::Form { .. } | Order::Mount(_)))),
        ("setup", "") => page.set_up(),
        ("setup", unit) => page.squares(unit.parse().ok().map(UnitId)?)?,
        ("facing", unit) => page.facings(unit.parse().ok().map(UnitId)?)?,
        ("instruct", "") => page.instructions(),
        ("instruct", whom) => page.instruct(whom_of(whom)?)?,
        ("standing", "") => page.standing_orders(),
        _ => return None,
    })
}

/// The whole board as a seat sees it, or everybody, with every unit on it.
fn whole(state: &State, seat: Option<Seat>, standing: Standing) -> Despatch {
    let seen = seat.map_or_else(|| state.public_view(), |seat| state.view(seat));
    let seen = seen.state();
    let mut facts = Vec::new();
    // Cards are dealt face up: the lowest acts first.
    let mut dealt: Vec<_> = to_act(seen).copied().collect();
    dealt.retain(|dealt| seen.find(dealt.unit).is_some_and(|of| !of.hidden || seat.and_then(Seat::side) == Some(of.side)));
    dealt.sort_by_key(|dealt| dealt.card);
    if !dealt.is_empty() {
        let to_act = dealt.iter().map(|dealt| format!("{} {}", names::card(dealt.card), names::unit(seen, dealt.unit)));
        facts.push(format!("**To act:** {}.", to_act.collect::<Vec<_>>().join(", ")));
    }
    for side in Side::BOTH {
        facts.push(format!(
            "**{}**: {}",
            words::sentence_case(&names::side(seen, side)),
            labels::strength(seen, side) + labels::asleep(seen, side)
        ));
        let sees = |of: &engine::tabletop::unit::Unit| !of.hidden || seat.and_then(Seat::side) == Some(side);
        let units = seen.position.all().filter(|unit| seen.unit(*unit).side == side && sees(seen.unit(*unit)));
        facts.extend(units.filter(|unit| !matches!(seen.unit(*unit).place, Place::Left | Place::Lost)).map(|unit| {
            let of = seen.unit(unit);
            let at = match of.place {
                Place::Waiting => "yet to come on".to_owned(),
                Place::Aboard(boat) => format!("aboard {}", names::number(boat)),
                _ => of.square.to_string(),
            };
            format!("-# {} — {at}", names::unit_in_full(seen, unit))
        }));
    }
    Despatch {
        facts,
        footer: footer(seen, standing.revision),
        picture: Some(Picture::WholeBoard),
        ..Despatch::saying(format!("**{}, {}.**", title(seen), board::stage(seen)))
    }
}

/// What the staff would do for a side that is asked, by all that the side sees: its cards and its ambushes too.
fn advised(view: &View, side: Side) -> Option<Order> {
    let seen = view.state();
    if seen.side_asked() != Some(side) || matches!(seen.phase, Phase::Deploying(_)) {
        return None;
    }
    let mut orders = Vec::new();
    seen.legal_orders(Seat::from(side), &mut orders);
    let choice = if orders.len() > 1 { Plain::default().choose(view, side, &orders) } else { 0 };
    (choice < orders.len()).then(|| orders.swap_remove(choice))
}

struct Page<'a> {
    advised: Option<Order>,
    state: &'a State,
    side: Side,
    standing: Standing,
    topic: &'a str,
    page: usize,
}

impl Page<'_> {
    fn legal(&self, wanted: impl Fn(&Order) -> bool) -> Vec<Order> {
        let mut orders = Vec::new();
        self.state.legal_orders(Seat::from(self.side), &mut orders);
        orders.retain(wanted);
        orders
    }

    fn own(&self) -> impl Iterator<Item = UnitId> + '_ {
        self.state.position.all().filter(|unit| self.state.unit(*unit).side == self.side)
    }

    fn to(&self, label: &str, topic: &str) -> Button {
        let id = CustomId::Sheet { campaign: self.standing.campaign, topic: topic.to_owned(), page: 0 };
        Button { label: label.to_owned(), style: ButtonStyle::Secondary, id }
    }

    fn saying(&self, sentence: impl Into<String>, facts: Vec<String>) -> Despatch {
        Despatch { facts, footer: footer(self.state, self.standing.revision), ..Despatch::saying(sentence) }
    }

    /// A menu of one page of lines, and buttons to the pages beside it.
    fn paged(&self, placeholder: &str, id: CustomId, choices: Vec<Choice>) -> (Option<Menu>, Vec<Button>) {
        let pages = choices.len().div_ceil(LINES).max(1);
        let at = self.page.min(pages - 1);
        let turn = |label: &str, page: usize| Button {
            label: label.to_owned(),
            style: ButtonStyle::Secondary,
            id: CustomId::Sheet { campaign: self.standing.campaign, topic: self.topic.to_owned(), page: u16::try_from(page).unwrap_or(0) },
        };
        let mut buttons = Vec::new();
        if at > 0 {
            buttons.push(turn("Earlier", at - 1));
        }
        if at + 1 < pages {
            buttons.push(turn("Further", at + 1));
        }
        let lines: Vec<Choice> = choices.into_iter().skip(at * LINES).take(LINES).collect();
        let placeholder = if pages > 1 { format!("{placeholder} ({} of {pages})", at + 1) } else { placeholder.to_owned() };
        ((!lines.is_empty()).then_some(Menu { placeholder, id, choices: lines, most: 1 }), buttons)
    }

    fn order_menu(&self) -> CustomId {
        CustomId::OrderMenu { campaign: self.standing.campaign, revision: self.standing.revision }
    }

    fn sheet_menu(&self) -> CustomId {
        CustomId::SheetMenu { campaign: self.standing.campaign }
    }

    fn orders(&self, sentence: &str, orders: &[Order]) -> Despatch {
        let choices: Vec<Choice> = orders.iter().filter_map(|order| choice(self.state, order)).collect();
        let facts = if choices.is_empty() { vec!["There is nothing of the kind to be ordered now.".to_owned()] } else { Vec::new() };
        let (menu, mut buttons) = self.paged("Which?", self.order_menu(), choices);
        buttons.push(self.to("My side", "mine"));
        Despatch { menu, buttons, ..self.saying(sentence, facts) }
    }

    fn mine(&self) -> Despatch {
        let state = self.state;
        let hand = state.heroic.hands[self.side as usize].cards;
        let mut facts = vec![format!("Heroic Leadership cards: {}", labels::cards(state, hand))];
        facts.extend(
            hand.kinds().filter_map(|kind| state.position.pack.heroic.card(kind)).map(|card| format!("-# {}: {}", card.title, card.text)),
        );
        // The board does not say who acts where that is hidden.
        if let Some(asked) = board::what_is_asked(state, &self.legal(|_| true)).filter(|_| state.side_asked() == Some(self.side)) {
            facts.insert(0, format!("Asked now: {asked}"));
        }
        for unit in self.own().filter(|unit| !matches!(state.unit(*unit).place, Place::Left | Place::Lost)) {
            let of = state.unit(unit);
            let place = match of.place {
                Place::Waiting => "yet to come on".to_owned(),
                Place::Aboard(boat) => format!("aboard {}", names::unit(state, boat)),
                _ if of.hidden => format!("{}, hidden", of.square),
                _ => format!("{}, facing {}", of.square, names::facing(of.facing)),
            };
            let told = match state.instruction(unit) {
                Instruction::AskMe => String::new(),
                instruction => format!(" · {}", names::instruction(instruction)),
            };
            let recovers =
                labels::recovers(state, unit).filter(|_| of.disorganised).map_or_else(String::new, |chance| format!(", recovers {chance}"));
            facts.push(format!("{} — {place}{recovers}{told}", names::unit_in_full(state, unit)));
        }
        let advised = self.advised.as_ref();
        let mut buttons: Vec<Button> =
            advised.and_then(|order| button(state, self.standing, order, ButtonStyle::Primary, "")).into_iter().collect();
        let cards = self.legal(|order| matches!(order, Order::Play { .. } | Order::NoCard(_) | Order::LetGo(_)) && Some(order) != advised);
        let more: Vec<Button> = cards.iter().filter_map(|order| button(state, self.standing, order, ButtonStyle::Secondary, "")).collect();
        buttons.extend(more);
        if matches!(state.phase, Phase::Deploying(side) if side == self.side) {
            buttons.push(self.to("Change the set-up", "setup"));
        }
        if !self.legal(|_| true).is_empty() {
            buttons.push(self.to("All my orders", "all"));
        }
        buttons.extend([self.to("Instructions", "instruct"), self.to("Standing orders", "standing")]);
        Despatch {
            picture: Some(Picture::Board),
            buttons,
            ..self.saying(
                words::ended(&format!("**{} in {}", words::sentence_case(&names::side(state, self.side)), words::within(&title(state))))
                    + "**",
                facts,
            )
        }
    }

    fn turns(&self) -> Despatch {
        let here = match self.state.phase {
            Phase::Acting(active) => match active.actor {
                Actor::Unit(unit) => Some(self.state.unit(unit).square),
                Actor::Brigade(_) => None,
            },
            _ => None,
        };
        let turns = self.legal(|order| matches!(order, Order::Move { to, .. } if Some(*to) == here));
        let is_on_board = |unit: UnitId| self.state.unit(unit).is_on_board();
        let waits = turns.iter().any(|order| matches!(order, Order::Move { unit, .. } if !is_on_board(*unit)));
        let mut told = self.orders(if waits { "**Come on facing another way.**" } else { "**Turn where it stands.**" }, &turns);
        let moves = self.legal(|order| matches!(order, Order::Move { to, .. } if Some(*to) != here));
        if !moves.is_empty() {
            told.buttons.insert(0, self.to("Every square and facing", "all"));
        }
        told
    }

    fn set_up(&self) -> Despatch {
        let placeable = self.legal(|order| matches!(order, Order::Place { .. }));
        let may = |unit: UnitId| placeable.iter().any(|order| matches!(order, Order::Place { unit: of, .. } if *of == unit));
        let choices = self.own().filter(|unit| may(*unit)).map(|unit| Choice {
            label: names::unit_in_full(self.state, unit),
            description: format!("at {}, facing {}", self.state.unit(unit).square, names::facing(self.state.unit(unit).facing)),
            value: format!("setup.{}", unit.0),
        });
        let (menu, mut buttons) = self.paged("Whom do you put elsewhere?", self.sheet_menu(), choices.collect());
        buttons.extend(button(self.state, self.standing, &Order::Ready(self.side), ButtonStyle::Primary, "Ready, as they stand"));
        buttons.push(self.to("My side", "mine"));
        let sentence = if menu.is_some() { "**The set-up.**" } else { "**Nothing can be set up now.**" };
        Despatch { menu, buttons, picture: Some(Picture::Board), ..self.saying(sentence, Vec::new()) }
    }

    fn squares(&self, unit: UnitId) -> Option<Despatch> {
        let of = *self.state.find(unit).filter(|of| of.side == self.side)?;
        let here = self.legal(|order| {
            matches!(order, Order::Place { unit: whose, facing, formation, .. } if *whose == unit && *facing == of.facing && *formation == of.formation)
        });
        let choices = here.iter().filter_map(|order| match order {
            Order::Place { square, .. } => {
                let ground = names_of_ground(self.state, *square);
                Some(Choice { label: square.to_string(), description: ground, value: key(order)? })
            }
            _ => None,
        });
        let (menu, mut buttons) =
            self.paged(&format!("Where does {} go?", names::unit(self.state, unit)), self.order_menu(), choices.collect());
        buttons.push(self.to("Facing and formation", &format!("facing.{}", unit.0)));
        buttons.push(self.to("Another unit", "setup"));
        let sentence = format!("**{}, at {}.**", words::sentence_case(&names::unit_in_full(self.state, unit)), of.square);
        // Where it comes on is chosen when its card comes (N04): what is set up is where the staff would bring it.
        let facts = if of.place == Place::Waiting {
            vec!["It comes on by its card, and where is chosen then: this is only a proposal.".to_owned()]
        } else {
            Vec::new()
        };
        Some(Despatch { menu, buttons, picture: Some(Picture::Board), ..self.saying(sentence, facts) })
    }

    fn facings(&self, unit: UnitId) -> Option<Despatch> {
        let of = *self.state.find(unit).filter(|of| of.side == self.side)?;
        let here = self.legal(|order| matches!(order, Order::Place { unit: whose, square, .. } if *whose == unit && *square == of.square));
        let choices = here.iter().filter_map(|order| match order {
            Order::Place { facing, formation, .. } => {
                let formed = formation.map_or_else(String::new, |formed| names::formation(formed).to_owned());
                Some(Choice { label: format!("Facing {}", names::facing(*facing)), description: formed, value: key(order)? })
            }
            _ => None,
        });
        let (menu, mut buttons) = self.paged("Facing and formation", self.order_menu(), choices.collect());
        buttons.push(self.to("Another square", &format!("setup.{}", unit.0)));
        buttons.push(self.to("Another unit", "setup"));
        let sentence = format!("**{}, at {}.**", words::sentence_case(&names::unit_in_full(self.state, unit)), of.square);
        Some(Despatch { menu, buttons, ..self.saying(sentence, Vec::new()) })
    }

    fn instructions(&self) -> Despatch {
        let now = |whom: Whom| {
            let told: Vec<Instruction> = self.state.meant(self.side, whom).map(|unit| self.state.instruction(unit)).collect();
            let first = told.first().copied()?;
            let same = told.iter().all(|instruction| *instruction == first);
            Some(if same { format!("now: {}", names::instruction(first)) } else { "now: not all alike".to_owned() })
        };
        let wings = Wing::ALL.into_iter().map(Whom::Wing);
        let choices = std::iter::once(Whom::All).chain(wings).chain(self.own().map(Whom::Unit)).filter_map(|whom| {
            let value = format!("instruct.{}", whom_word(whom));
            Some(Choice { label: names::whom(self.state, whom), description: now(whom)?, value })
        });
        let (menu, mut buttons) = self.paged("Who is to be instructed?", self.sheet_menu(), choices.collect());
        buttons.push(self.to("My side", "mine"));
        let facts = vec![
            "An instruction stays until you change it. Those who have one act on it when their card comes up, as a sensible officer would; you are \
             asked only where a Leader with Heroic cards is with them, and when a turn begins: *As instructed* goes on."
                .to_owned(),
        ];
        Despatch { menu, buttons, ..self.saying("**Instructions.**", facts) }
    }

    fn instruct(&self, whom: Whom) -> Option<Despatch> {
        self.state.meant(self.side, whom).next()?;
        let forms_square =
            self.state.meant(self.side, whom).any(|unit| self.state.position.troop(unit).formations.contains(&Formation::Square));
        let fits = |instruction: &Instruction| forms_square || *instruction != Instruction::FormSquare;
        let choices = Instruction::ALL.into_iter().filter(fits).filter_map(|instruction| {
            Some(Choice {
                label: names::instruction(instruction).to_owned(),
                description: names::instruction_means(instruction).to_owned(),
                value: key(&Order::Instruct { side: self.side, whom, instruction })?,
            })
        });
        let (menu, mut buttons) = self.paged("What are they to do?", self.order_menu(), choices.collect());
        buttons.push(self.to("Others", "instruct"));
        Some(Despatch { menu, buttons, ..self.saying(format!("**{}.**", names::whom(self.state, whom)), Vec::new()) })
    }

    fn standing_orders(&self) -> Despatch {
        let standing = self.state.standing_orders(Seat::from(self.side));
        let kept = standing.iter().filter(|order| !matches!(order, Order::Instruct { .. } | Order::Concede(_)));
        let choices: Vec<Choice> = kept.filter_map(|order| choice(self.state, order)).collect();
        let (menu, mut buttons) = self.paged("What is to be so from now on?", self.order_menu(), choices);
        buttons.push(self.to("My side", "mine"));
        if standing.contains(&Order::Concede(self.side)) {
            buttons.extend(button(self.state, self.standing, &Order::Concede(self.side), ButtonStyle::Danger, "Give the battle up"));
        }
        let facts = vec!["Who acts on a Leader's card is settled as cards are dealt: a change holds from the next deal on.".to_owned()];
        Despatch { menu, buttons, ..self.saying("**Standing orders.**", facts) }
    }
}

/// What stands in a square, and what ground it is.
fn names_of_ground(state: &State, square: engine::tabletop::square::Square) -> String {
    use engine::tabletop::ground::Ground;
    let ground = match state.position.board.ground(square) {
        Ground::Open => "open",
        Ground::Hill => "a hill",
        Ground::Growth => "growth: difficult, cover",
        Ground::OvergrownHill => "an overgrown hill",
        Ground::BuiltUp => "houses: difficult, cover",
        Ground::Water => "water",
        Ground::River(_) => "the river",
        Ground::Impassable => "impassable",
    };
    let others: Vec<String> = state.position.on(square).map(|unit| names::unit(state, unit)).collect();
    match others.as_slice() {
        [] => ground.to_owned(),
        others => format!("{ground}; there: {}", words::list(others)),
    }
}

/// What whoever gave an order sees next.
#[must_use]
pub fn after(state: &State, seat: Option<Seat>, standing: Standing, order: &Order) -> Despatch {
    let topic = match order {
        Order::Place { unit, .. } => format!("setup.{}", unit.0),
        Order::Instruct { .. } => "instruct".to_owned(),
        Order::Coordinate { .. } | Order::LieStill { .. } | Order::CombatCards { .. } => "standing".to_owned(),
        _ => return board::board(state, standing),
    };
    sheet(state, seat, standing, &topic, 0).unwrap_or_else(|| board::board(state, standing))
}
