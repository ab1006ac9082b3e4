//! What is offered first of a battle that is to be fought: the way in which the group usually fights its battles, as the one button that
//! is put forward; the other ways stand behind it.

use engine::campaign::{Order, State};

use crate::model::custom_id::CustomId;
use crate::model::despatch::{Button, ButtonStyle};
use crate::model::played::Played as _;
use crate::model::standing::Standing;
use crate::model::standing_orders::Offered;

/// Puts the buttons of what can be done with a battle in the order in which the group has them offered; nothing is changed where the battle
/// cannot go on the board.
pub fn first(buttons: &mut [Button], orders: &[Order], standing: Standing) {
    if !orders.iter().any(|order| matches!(order, Order::FightOut { .. })) {
        return;
    }
    buttons.sort_by_key(|button| way(button) != standing.offered);
    for button in buttons {
        button.style = if way(button) == standing.offered { ButtonStyle::Primary } else { ButtonStyle::Secondary };
    }
}

/// The way to fight a battle that a button leads to.
fn way(button: &Button) -> Offered {
    let CustomId::Order { key, .. } = &button.id else { return Offered::Table };
    match State::order_of(key) {
        Some(Order::FightOut { .. }) => Offered::Board,
        Some(Order::LetStaffFight { .. }) => Offered::Staff,
        _ => Offered::Table,
    }
}
