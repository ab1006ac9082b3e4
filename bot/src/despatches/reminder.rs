//! Reminders: whom the campaign waits for is called, and nobody else.

use crate::model::ids::UserId;

use crate::despatches::proposed::described;
use crate::model::custom_id::CustomId;
use crate::model::despatch::{Button, ButtonStyle, Despatch, Place};
use crate::model::played::Played;
use crate::model::proposal::Proposal;
use crate::model::standing::Standing;
use crate::model::waiting::Waiting;
use crate::words;

/// Proposals that a reminder names.
const NAMED: usize = 2;

/// Calls those who are waited for: what is to be done, since when, and which proposals are not settled.
#[must_use]
pub fn reminder<G: Played>(state: &G, waiting: &Waiting, proposals: &[Proposal<G>], standing: Standing) -> Despatch {
    let mut facts = Vec::new();
    let (menu, mut buttons) = state.controls(standing);
    for proposal in proposals.iter().take(NAMED) {
        let what = described(state, &proposal.orders).pop().unwrap_or_default();
        facts.push(format!("Not settled yet: proposal {} by <@{}>, {}.", proposal.number, proposal.user, words::shortened(&what, 200)));
        for (label, approve, style) in [("Approve", true, ButtonStyle::Primary), ("Decline", false, ButtonStyle::Secondary)] {
            let id = CustomId::Settle { proposal: proposal.id, approve };
            buttons.push(Button { label: format!("{label} {}", proposal.number), style, id });
        }
    }
    if proposals.len() > NAMED {
        let more = words::sentence_case(&words::count(proposals.len() - NAMED, "more proposal waits", "more proposals wait"));
        facts.push(format!("{more}: `/staff roster` has them all."));
    }
    facts.extend(state.also_waits());
    let mut users = waiting.users.iter().copied();
    Despatch {
        facts,
        menu,
        buttons,
        mention: users.next(),
        also_mention: users.collect(),
        spared: standing.called.spared.into_iter().filter(|user| waiting.users.contains(user)).collect(),
        next: format!("{} More time: `/pace extend`.", state.next(standing)),
        footer: state.footer(standing.revision),
        place: waiting.battle.map_or(Place::Channel, |battle| Place::Thread { battle, closes: false }),
        ..Despatch::saying(format!("**The {} has waited since <t:{}:f>.**", G::NOUN, waiting.since))
    }
}

/// More time was given.
#[must_use]
pub fn extended(users: &[UserId], by: UserId, until: i64) -> Despatch {
    let whom: Vec<String> = users.iter().map(|user| user.mention()).collect();
    let whose = if users == [by] { format!("<@{by}> takes more time") } else { format!("<@{by}> gives {} more time", words::list(&whom)) };
    Despatch::saying(format!("**{whose}: nobody is reminded before <t:{until}:f>.**"))
}
