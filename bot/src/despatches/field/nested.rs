//! What the words of a battle need where the battle is part of a campaign: the keys of its orders and the topics of its sheets are the
//! campaign's then, told apart by how they begin.

use crate::model::custom_id::{CustomId, ROLLS};
use crate::model::despatch::{Button, Despatch};

/// How the keys of orders on the board begin in a campaign, and the topics of its sheets.
pub const ON_BOARD: &str = "field.";

fn prefixed(text: &str) -> String {
    format!("{ON_BOARD}{text}")
}

fn id(id: CustomId) -> CustomId {
    match id {
        CustomId::Order { campaign, revision, key } => CustomId::Order { campaign, revision, key: prefixed(&key) },
        CustomId::Sure { campaign, revision, key } => CustomId::Sure { campaign, revision, key: prefixed(&key) },
        CustomId::Sheet { campaign, topic, page } if !topic.starts_with(ROLLS) => {
            CustomId::Sheet { campaign, topic: prefixed(&topic), page }
        }
        other => other,
    }
}

/// The same as the campaign says it.
#[must_use]
pub fn nested(mut told: Despatch) -> Despatch {
    told.buttons = told.buttons.into_iter().map(|button| Button { id: id(button.id), ..button }).collect();
    if let Some(menu) = &mut told.menu {
        // The lines of every menu of a battle are keys of orders or topics of sheets.
        for choice in &mut menu.choices {
            choice.value = prefixed(&choice.value);
        }
    }
    told
}

/// The same with every roll of a turn being asked of the battle that began at a row of the campaign's journal: each battle of a campaign has
/// a first turn.
#[must_use]
pub fn with_rolls_of(mut told: Despatch, began: u32) -> Despatch {
    for button in &mut told.buttons {
        if let CustomId::Sheet { topic, .. } = &mut button.id
            && topic.starts_with(ROLLS)
        {
            topic.push_str(&format!(".{began}"));
        }
    }
    told
}

/// The turn, and the row at which its battle began, in the topic of a sheet of rolls; no row in one offered before topics had it.
#[must_use]
pub fn rolls_asked_for(topic: &str) -> Option<(u8, Option<u32>)> {
    let asked = topic.strip_prefix(ROLLS)?;
    match asked.split_once('.') {
        Some((turn, row)) => Some((turn.parse().ok()?, Some(row.parse().ok()?))),
        None => Some((asked.parse().ok()?, None)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::despatch::{ButtonStyle, Choice, Menu};
    use crate::model::ids::CampaignId;

    #[test]
    fn orders_and_sheets_of_a_battle_are_told_apart_from_the_campaigns_and_its_rolls_are_not() {
        let campaign = CampaignId(1);
        let button = |id| Button { label: "x".to_owned(), style: ButtonStyle::Primary, id };
        let sheet = |topic: &str| CustomId::Sheet { campaign, topic: topic.to_owned(), page: 0 };
        let told = Despatch {
            buttons: vec![
                button(CustomId::Order { campaign, revision: 2, key: "stand.3".to_owned() }),
                button(sheet("mine")),
                button(sheet("rolls.2")),
                button(CustomId::Undo { campaign, revision: 1, asked_by: None }),
            ],
            menu: Some(Menu {
                placeholder: String::new(),
                id: CustomId::OrderMenu { campaign, revision: 2 },
                choices: vec![Choice { label: String::new(), description: String::new(), value: "form.1.square".to_owned() }],
                most: 1,
            }),
            ..Despatch::default()
        };
        let nested = nested(told);
        let ids: Vec<String> = nested.buttons.iter().map(|button| button.id.to_string()).collect();
        assert_eq!(ids, ["order:1:2:field.stand.3", "sheet:1:field.mine:0", "sheet:1:rolls.2:0", "undo:1:1:0"]);
        assert_eq!(nested.menu.unwrap().choices[0].value, "field.form.1.square");
    }

    #[test]
    fn a_sheet_of_rolls_says_the_row_at_which_its_battle_began_and_an_older_one_without_a_row_is_read_too() {
        let id = CustomId::Sheet { campaign: CampaignId(1), topic: "rolls.3".to_owned(), page: 0 };
        let button = Button { label: "All rolls".to_owned(), style: ButtonStyle::Secondary, id };
        let told = with_rolls_of(Despatch { buttons: vec![button], ..Despatch::default() }, 41);
        let CustomId::Sheet { topic, .. } = &told.buttons[0].id else { panic!("a sheet") };
        assert_eq!(rolls_asked_for(topic), Some((3, Some(41))));
        assert_eq!(rolls_asked_for("rolls.3"), Some((3, None)));
        assert_eq!(["rolls.", "rolls.x", "rolls.3.", "rolls.3.x", "mine"].map(rolls_asked_for), [None; 5]);
    }
}
