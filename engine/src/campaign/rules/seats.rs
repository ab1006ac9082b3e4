//! *Group Play*: posts, and the dismissal of a commander.
//!
//! The group has a commander in chief and a chief of staff. Until the British arrive its members may vote their commander out; after
//! that nobody but the Prime Minister can. A commander is dismissed when more than half of the members, the commander among them, have voted
//! for it, and kept as soon as that cannot happen any more. Posts are given by the umpire, who knows who is who.

use super::house_rules;
use crate::campaign::event::Event;
use crate::campaign::order::Post;
use crate::campaign::proceedings::Proceedings;
use crate::campaign::refusal::Refusal;
use crate::campaign::seat::Seat;
use crate::campaign::state::State;

/// The most members a group has.
pub const MOST_MEMBERS: u8 = 64;

fn permit_umpire(seat: Seat) -> Result<(), Refusal> {
    if seat == Seat::Umpire { Ok(()) } else { Err(Refusal::OnlyTheUmpire) }
}

fn commander(state: &State) -> bool {
    state.seats().iter().any(|(_, post)| *post == Post::Commander)
}

pub(super) fn permit_appoint(state: &State, seat: Seat, member: u8, post: Post) -> Result<(), Refusal> {
    permit_umpire(seat)?;
    if member >= MOST_MEMBERS {
        return Err(Refusal::NoSuchMember);
    }
    if state.seats().contains(&(member, post)) {
        return Err(Refusal::HasThatPost);
    }
    let removes = state.seats().contains(&(member, Post::Commander)) || (post == Post::Commander && commander(state));
    if removes && state.allies_entered() { Err(Refusal::NoDismissal) } else { Ok(()) }
}

pub(super) fn permit_call_vote(state: &State, seat: Seat) -> Result<(), Refusal> {
    permit_umpire(seat)?;
    if state.allies_entered() {
        return Err(Refusal::NoDismissal);
    }
    if !commander(state) {
        return Err(Refusal::NoCommander);
    }
    if state.vote().is_some() { Err(Refusal::VoteUnderWay) } else { Ok(()) }
}

pub(super) fn permit_vote(state: &State, seat: Seat, member: u8) -> Result<(), Refusal> {
    permit_umpire(seat)?;
    let Some(votes) = state.vote() else { return Err(Refusal::NoVote) };
    if !state.seats().iter().any(|(other, _)| *other == member) {
        return Err(Refusal::NoSuchMember);
    }
    if votes.iter().any(|(other, _)| *other == member) { Err(Refusal::VotedAlready) } else { Ok(()) }
}

/// Who leaves the group gives up the post: even the commander, and even after the British have come, for nobody can be kept.
pub(super) fn permit_discharge(state: &State, seat: Seat, member: u8) -> Result<(), Refusal> {
    permit_umpire(seat)?;
    if state.seats().iter().any(|(other, _)| *other == member) { Ok(()) } else { Err(Refusal::NoSuchMember) }
}

pub(super) fn resolve_discharge(proceedings: &mut Proceedings<'_>, member: u8) {
    let commanded = proceedings.state.seats().contains(&(member, Post::Commander));
    proceedings.note(Event::Discharged { member });
    if commanded && proceedings.state.vote().is_some() {
        // The vote is settled by itself.
        proceedings.note(Event::VoteCounted { dismissed: true });
    } else {
        count(proceedings);
    }
    house_rules::count(proceedings);
}

pub(super) fn resolve_vote(proceedings: &mut Proceedings<'_>, member: u8, dismiss: bool) {
    proceedings.note(Event::Voted { member, dismiss });
    count(proceedings);
}

/// Counts a vote, if one is being held, as soon as the votes that are out cannot change it.
fn count(proceedings: &mut Proceedings<'_>) {
    let Some(votes) = proceedings.state.vote() else { return };
    let members = proceedings.state.seats().len();
    let against = votes.iter().filter(|(_, dismiss)| *dismiss).count();
    let kept = votes.len() - against;
    if against * 2 > members {
        proceedings.note(Event::VoteCounted { dismissed: true });
    } else if kept * 2 >= members {
        proceedings.note(Event::VoteCounted { dismissed: false });
    }
}

#[cfg(test)]
mod tests;
