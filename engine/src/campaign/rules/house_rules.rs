//! *House rules in mid-campaign*: an option of the set-up that is chosen otherwise later, by a vote of the group.
//!
//! What can be otherwise from one moment to the next without a contradiction may be changed; what the position is counted in, or was
//! counted by, may not. A change is carried when more than half of the members are for it, the one who called the vote among them, and
//! falls as soon as that cannot happen any more.

use crate::campaign::event::Event;
use crate::campaign::option_change::OptionChange;
use crate::campaign::proceedings::Proceedings;
use crate::campaign::refusal::Refusal;
use crate::campaign::seat::Seat;
use crate::campaign::state::State;

/// Whether an option may be changed in the campaign as it stands.
///
/// # Errors
///
/// Why not.
pub fn permit_change(state: &State, change: OptionChange) -> Result<(), Refusal> {
    let is = change.made(state.options());
    if is == state.options() {
        return Err(Refusal::SoAlready);
    }
    if !is.are_possible() {
        return Err(Refusal::ImpossibleOptions);
    }
    match change {
        OptionChange::RandomStart(_) => Err(Refusal::OptionFixed("where the rebellion began is long decided")),
        OptionChange::Supply(_) => {
            Err(Refusal::OptionFixed("the supply points on the map, and the turns that units have gone without, are counted by one system"))
        }
        OptionChange::FortifiedTownValue(_) => {
            Err(Refusal::OptionFixed("a place lost at one value would be retaken at another, and the points would not add up"))
        }
        OptionChange::Steps(_) => Err(Refusal::OptionFixed("the strength of every unit is counted in these steps")),
        OptionChange::FieldForceByCard(_) if state.field_force().present || state.field_force().free => {
            Err(Refusal::OptionFixed("[field force] has come, and was told which [island] to clear"))
        }
        OptionChange::Boards(_) | OptionChange::Rubs(_) | OptionChange::BothBrokenIsDrawn(_) | OptionChange::GunboatsOnBoard(_)
            if state.battle().is_some() =>
        {
            Err(Refusal::OptionWaits("the battle that is being fought has its ground and its rules"))
        }
        OptionChange::FieldForceByCard(_)
        | OptionChange::Storming(_)
        | OptionChange::SiegeReinforcement(_)
        | OptionChange::GunboatsAtSieges(_)
        | OptionChange::GunboatEncounters(_)
        | OptionChange::VictorStops(_)
        | OptionChange::FractionsDown(_)
        | OptionChange::EarlierSiegeRows(_)
        | OptionChange::ReliefJoinsSiege(_)
        | OptionChange::StepsPerReplacement(_)
        | OptionChange::Boards(_)
        | OptionChange::Rubs(_)
        | OptionChange::BothBrokenIsDrawn(_)
        | OptionChange::GunboatsOnBoard(_) => Ok(()),
    }
}

/// The changes that can be voted on now, in a stable order; none while a vote is being held.
#[must_use]
pub fn listed(state: &State) -> Vec<OptionChange> {
    if state.scenario().is_none() || state.ending().is_some() || state.option_vote().is_some() {
        return Vec::new();
    }
    let mut changes = OptionChange::all(state.options());
    changes.retain(|change| permit_change(state, *change).is_ok());
    changes
}

fn permit_member(state: &State, seat: Seat, member: u8) -> Result<(), Refusal> {
    if seat != Seat::Umpire {
        return Err(Refusal::OnlyTheUmpire);
    }
    if state.seats().iter().any(|(other, _)| *other == member) { Ok(()) } else { Err(Refusal::NoSuchMember) }
}

pub(super) fn permit_call(state: &State, seat: Seat, member: u8, change: OptionChange) -> Result<(), Refusal> {
    permit_member(state, seat, member)?;
    if state.option_vote().is_some() {
        return Err(Refusal::VoteUnderWay);
    }
    permit_change(state, change)
}

pub(super) fn permit_vote(state: &State, seat: Seat, member: u8) -> Result<(), Refusal> {
    permit_member(state, seat, member)?;
    let Some((_, votes)) = state.option_vote() else { return Err(Refusal::NoVote) };
    if votes.iter().any(|(other, _)| *other == member) { Err(Refusal::VotedAlready) } else { Ok(()) }
}

pub(super) fn resolve_call(proceedings: &mut Proceedings<'_>, member: u8, change: OptionChange) {
    proceedings.note(Event::OptionVoteCalled { change });
    resolve_vote(proceedings, member, true);
}

pub(super) fn resolve_vote(proceedings: &mut Proceedings<'_>, member: u8, agree: bool) {
    proceedings.note(Event::OptionVoted { member, agree });
    count(proceedings);
}

/// Counts the vote, if one is being held, as soon as the votes that are out cannot change it.
pub(super) fn count(proceedings: &mut Proceedings<'_>) {
    let Some((change, votes)) = proceedings.state.option_vote() else { return };
    let members = proceedings.state.seats().len();
    let for_it = votes.iter().filter(|(_, agree)| *agree).count();
    let against = votes.len() - for_it;
    if for_it * 2 > members {
        // It may have become impossible while it was voted on.
        let carried = permit_change(proceedings.state, change).is_ok();
        proceedings.note(Event::OptionVoteCounted { carried });
        if carried {
            proceedings.note(Event::OptionChanged { change });
        }
    } else if against * 2 >= members {
        proceedings.note(Event::OptionVoteCounted { carried: false });
    }
}

#[cfg(test)]
mod tests;
