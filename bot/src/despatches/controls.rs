//! What can be done now, as a menu and buttons below a despatch.

use crate::despatches::{garrison, offered, sheet};
use crate::model::custom_id::CustomId;
use crate::model::despatch::{Button, ButtonStyle, Menu};
use crate::model::orders::question::{LINES, Question};
use crate::model::standing::Standing;
use crate::model::topic::{has_a_button, is_listed};
use engine::campaign::{Order, State, Step};

/// Buttons for orders below a despatch.
const MOST_BUTTONS: usize = 10;

/// The menu and buttons for what is legal now: a short list stands in the message itself, long ones open as sheets.
#[must_use]
pub fn controls(state: &State, standing: Standing) -> (Option<Menu>, Vec<Button>) {
    let orders = sheet::legal(state);
    let mut buttons: Vec<Button> = match garrison::ways(state, standing) {
        Some(ways) => ways.buttons,
        None => orders
            .iter()
            .filter(|order| has_a_button(order))
            .filter_map(|order| sheet::button(state, order, standing))
            .take(MOST_BUTTONS)
            .collect(),
    };
    buttons.extend(sheet::withdrawal_button(state, &orders, standing));
    offered::first(&mut buttons, &orders, standing);
    let listed: Vec<&Order> = orders.iter().filter(|order| is_listed(order)).collect();
    let topics = sheet::topics(&listed.iter().copied().cloned().collect::<Vec<_>>());
    let questions = sheet::questions(&listed);
    let mut menu = None;
    match (topics.as_slice(), questions.first()) {
        ([_], Some(first)) if sheet::count(state, *first, &listed) <= LINES => {
            menu = sheet::menu(state, standing, *first, &listed).map(|menu| named(state, menu, *first));
            buttons.extend(questions.iter().skip(1).map(|other| sheet::question_button(*other, standing)));
        }
        _ => buttons.extend(topics.into_iter().map(|topic| sheet::topic_button(topic, standing))),
    }
    let map = CustomId::Map { campaign: standing.campaign };
    buttons.push(Button { label: "Map".to_owned(), style: ButtonStyle::Secondary, id: map });
    (menu, buttons)
}

/// In the channel a menu says what it is for those who have not opened it.
fn named(state: &State, menu: Menu, question: Question) -> Menu {
    let placeholder = match question {
        Question::Card if matches!(state.round().step(), Step::Choose) => "Play a card",
        Question::From => "Give an order",
        _ => return menu,
    };
    Menu { placeholder: placeholder.to_owned(), ..menu }
}
