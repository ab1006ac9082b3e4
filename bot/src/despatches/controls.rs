//! What can be done now, as a menu and buttons below a despatch.

use crate::despatches::sheet;
use crate::model::custom_id::CustomId;
use crate::model::despatch::{Button, ButtonStyle, Menu};
use crate::model::standing::Standing;
use crate::model::topic::{has_a_button, is_listed};
use engine::campaign::{Decision, Phase, State, Step};

/// The menu and buttons for what is legal now: short lists stand in the message itself, long ones open as sheets.
#[must_use]
pub fn controls(state: &State, standing: Standing) -> (Option<Menu>, Vec<Button>) {
    let Standing { campaign, revision, .. } = standing;
    let orders = sheet::legal(state);
    let mut buttons: Vec<Button> =
        orders.iter().filter(|order| has_a_button(order)).filter_map(|order| sheet::button(state, order, standing)).take(10).collect();
    buttons.extend(sheet::withdrawal_button(state, &orders, standing));
    let listed: Vec<_> = orders.iter().filter(|order| is_listed(order)).collect();
    let topics = sheet::topics(&orders.iter().filter(|order| is_listed(order)).cloned().collect::<Vec<_>>());
    let mut menu = None;
    if topics.len() == 1 && listed.len() <= 25 {
        let choices = listed.iter().filter_map(|order| sheet::choice(state, order)).collect();
        menu = Some(Menu { placeholder: placeholder(state).to_owned(), id: CustomId::OrderMenu { campaign, revision }, choices, most: 1 });
    } else {
        buttons.extend(topics.into_iter().map(|topic| sheet::topic_button(topic, standing)));
    }
    buttons.push(Button { label: "Map".to_owned(), style: ButtonStyle::Secondary, id: CustomId::Map { campaign } });
    (menu, buttons)
}

fn placeholder(state: &State) -> &'static str {
    match (state.decision(), state.phase()) {
        (Some(Decision::Retreat { .. }), _) => "Where does the garrison go?",
        (Some(Decision::Battle { .. }), _) => "What did it cost, or who left the field?",
        (Some(_), _) => "Decide",
        (None, Phase::Rebellion) => "Or roll for one place",
        (None, Phase::Action { .. }) if matches!(state.round().step(), Step::Choose) => "Play a card",
        (None, _) => "Give an order",
    }
}
