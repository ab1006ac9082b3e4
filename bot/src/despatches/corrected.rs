//! Corrections as they are told: what is asked before one is made, and what is posted of it.

use engine::campaign::{Order, State};

use crate::despatches::labels;
use crate::model::custom_id::CustomId;
use crate::model::despatch::{Button, ButtonStyle, Despatch, Tone};
use crate::model::ids::CampaignId;
use crate::model::orders::order_key;
use crate::words;

/// Asks whoever would correct something whether it is meant so, in words.
#[must_use]
pub fn question(state: &State, order: &Order, alone: bool, campaign: CampaignId, revision: u32) -> Option<Despatch> {
    let (sentence, _) = labels::describe_order(state, order);
    let key = order_key(order)?;
    let second = if alone {
        "It can be undone like any order."
    } else {
        "It takes one other player's word, for which the channel is asked, and one of you has to be in command. It can be undone like any order."
    };
    Some(Despatch {
        facts: vec![
            "Nothing follows from it by itself: no points, no trigger, no battle. The log, `/campaign verify` and the report name it."
                .to_owned(),
            second.to_owned(),
        ],
        buttons: vec![
            Button { label: "Put it right".to_owned(), style: ButtonStyle::Danger, id: CustomId::Sure { campaign, revision, key } },
            Button { label: "Let it stand".to_owned(), style: ButtonStyle::Secondary, id: CustomId::Leave },
        ],
        ..Despatch::saying(format!("**{}?**", words::shortened(&sentence, 300)))
    })
}

/// Tells of a correction that was made, by what was so before it.
pub fn tell(despatch: &mut Despatch, before: &State, order: &Order) {
    despatch.sentence = format!("**{}.**", labels::describe_order(before, order).0);
    despatch.facts = vec!["Put right by agreement: nothing follows from it by itself, and no dice were thrown.".to_owned()];
    despatch.tone = Tone::Staff;
    // It stands alone, and offers nothing any more when something else is ordered.
    despatch.section = Some(format!("put right, {}", despatch.footer));
}
