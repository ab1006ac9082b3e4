//! What is posted of a vote on a house rule, and since when a rule is another.

use engine::campaign::{Event, OptionChange, State};

use crate::model::custom_id::CustomId;
use crate::model::despatch::{Button, ButtonStyle, Despatch};
use crate::model::ids::{CampaignId, UserId};
use crate::model::orders::house_rules::says;
use crate::model::roster::Roster;
use crate::words;

/// A vote was called, or is in; `is` is the campaign after it.
#[must_use]
pub fn voted(was: &State, is: &State, roster: &Roster, events: &[Event], campaign: CampaignId, by: UserId) -> Despatch {
    let called = events.iter().find_map(|event| if let Event::OptionVoteCalled { change } = event { Some(*change) } else { None });
    let change = called.or_else(|| was.option_vote().map(|(change, _)| change));
    let rule = change.map_or_else(|| "a house rule".to_owned(), |change| words::told(is.pack(), &says(change)));
    let section = format!("{}a house rule", Despatch::THE_VOTE);
    let of_the_vote = |sentence: String| Despatch { section: Some(section.clone()), ..Despatch::saying(sentence) };
    let counted = events.iter().find_map(|event| if let Event::OptionVoteCounted { carried } = event { Some(*carried) } else { None });
    match (counted, is.option_vote()) {
        (Some(true), _) => {
            let when = if is.turn() == 0 { "From now on".to_owned() } else { format!("From turn {} on", is.turn()) };
            let facts = vec!["`/rules` says since when; what was done before stands as it was.".to_owned()];
            Despatch { facts, settles: Some(section.clone()), ..of_the_vote(format!("**{when}: {rule}.**")) }
        }
        (Some(false), _) => {
            Despatch { settles: Some(section.clone()), ..of_the_vote(format!("**Voted down: {rule}. The house rules stay as they are.**")) }
        }
        (None, Some((_, votes))) => {
            let members = is.seats().len();
            let silent = roster.players().filter(|member| !votes.iter().any(|(number, _)| *number == member.number));
            let mut silent = silent.map(|member| member.user).filter(|user| *user != by);
            match called {
                Some(_) => Despatch {
                    mention: silent.next(),
                    also_mention: silent.collect(),
                    facts: vec![format!("{} of {members} votes change it. Whoever calls the vote is for it.", members / 2 + 1)],
                    next: "everyone else with a seat, vote.".to_owned(),
                    buttons: [("For it", true), ("Against it", false)]
                        .map(|(label, agree)| Button {
                            label: label.to_owned(),
                            // Neither is put forward.
                            style: ButtonStyle::Secondary,
                            id: CustomId::OptionVote { campaign, agree },
                        })
                        .into(),
                    ..of_the_vote(format!("**<@{by}> calls a vote on a house rule: from now on, {rule}?**"))
                },
                None => of_the_vote(format!("**{} on the house rule.**", words::so_many_voted(votes.len(), members))),
            }
        }
        (None, None) => of_the_vote("**The vote on a house rule is over.**".to_owned()),
    }
}

/// Since which turn an option is as it is, where it is not as it was set up: "since turn 3".
#[must_use]
pub fn since(state: &State, is_it: impl Fn(&OptionChange) -> bool) -> Option<String> {
    let changed = state.option_changes().iter().rev().find(|(_, change)| is_it(change));
    changed.map(|(turn, _)| if *turn == 0 { "changed before turn 1".to_owned() } else { format!("since turn {turn}") })
}

/// What was changed since the set-up, in a line; nothing if nothing was.
#[must_use]
pub fn changed(state: &State) -> Option<String> {
    let lines: Vec<String> = state.option_changes().iter().map(|(turn, change)| format!("{} (since turn {turn})", says(*change))).collect();
    (!lines.is_empty()).then(|| {
        let lines = words::told(state.pack(), &lines.join("; "));
        words::shortened(&format!("House rules changed in mid-campaign: {lines}."), 700)
    })
}
