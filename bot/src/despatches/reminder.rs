//! Reminders: whom the campaign waits for is called, and nobody else.

use crate::despatches::controls;
use crate::despatches::position;
use crate::model::ids::UserId;
use engine::campaign::State;

use crate::despatches::proposed::described;
use crate::model::custom_id::CustomId;
use crate::model::despatch::{Button, ButtonStyle, Despatch, Place};
use crate::model::proposal::Proposal;
use crate::model::standing::Standing;
use crate::model::waiting::Waiting;
use crate::words;

/// Proposals that a reminder names.
const NAMED: usize = 2;

/// Calls those who are waited for: what is to be done, since when, and which proposals are not settled.
#[must_use]
pub fn reminder(state: &State, waiting: &Waiting, proposals: &[Proposal], standing: Standing) -> Despatch {
    let mut facts = Vec::new();
    let (menu, mut buttons) = controls::controls(state, standing);
    for proposal in proposals.iter().take(NAMED) {
        let what = described(state, &proposal.orders).pop().unwrap_or_default();
        facts.push(format!("Not settled yet: proposal {} by <@{}>, {}.", proposal.id.0, proposal.user, words::shortened(&what, 200)));
        for (label, approve, style) in [("Approve", true, ButtonStyle::Primary), ("Decline", false, ButtonStyle::Secondary)] {
            let id = CustomId::Settle { proposal: proposal.id, approve };
            buttons.push(Button { label: format!("{label} {}", proposal.id.0), style, id });
        }
    }
    if proposals.len() > NAMED {
        facts.push(format!("{} more wait: `/staff roster` has them all.", words::count(proposals.len() - NAMED, "proposal", "proposals")));
    }
    if state.vote().is_some() {
        facts.push("A vote on the command is being held.".to_owned());
    }
    let mut users = waiting.users.iter().copied();
    Despatch {
        facts,
        menu,
        buttons,
        mention: users.next(),
        also_mention: users.collect(),
        next: format!("{} More time: `/pace extend`.", position::next(state, standing.called)),
        footer: position::footer(state, standing.revision),
        place: waiting.battle.map_or(Place::Channel, |battle| Place::Thread { battle, closes: false }),
        ..Despatch::saying(format!("**The campaign waits, since <t:{}:R>.**", waiting.since))
    }
}

/// More time was given.
#[must_use]
pub fn extended(users: &[UserId], by: UserId, until: i64) -> Despatch {
    let whom: Vec<String> = users.iter().map(|user| user.mention()).collect();
    let whose = if users == [by] { format!("<@{by}> takes more time") } else { format!("<@{by}> gives {} more time", words::list(&whom)) };
    Despatch::saying(format!("**{whose}: nobody is reminded before <t:{until}:f>.**"))
}
