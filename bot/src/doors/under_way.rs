//! What is under way: every interaction that is being answered, and what is posted of it beside, once it has its answer.
//!
//! So many are answered at once at most, and of one member so many; what is only being posted does not count among them, since Discord may take its
//! time over it.

use crate::model::ids::{InteractionId, UserId};
use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use tokio::sync::{OwnedSemaphorePermit, Semaphore, watch};

/// How many are answered at the same time at most. Whoever asks for more is told to try again.
const MOST_ANSWERED: usize = 5_000;

/// How many of one member: more than anybody can press, and few enough that others are answered whatever one of them sends.
const MOST_OF_ONE: usize = 100;

/// What is under way. Its copies are of the same.
#[derive(Clone, Debug)]
pub struct UnderWay {
    answering: Arc<Semaphore>,
    members: Arc<Mutex<HashMap<UserId, usize>>>,
    deeds: watch::Sender<HashMap<InteractionId, usize>>,
}

impl Default for UnderWay {
    fn default() -> Self {
        Self { answering: Arc::new(Semaphore::new(MOST_ANSWERED)), members: Arc::default(), deeds: watch::Sender::default() }
    }
}

/// An interaction that is being answered, until this is dropped.
#[derive(Debug)]
pub struct Answering {
    _deed: Deed,
    _permit: OwnedSemaphorePermit,
    _member: OfMember,
}

/// One more of a member's, until this is dropped.
#[derive(Debug)]
struct OfMember {
    members: Arc<Mutex<HashMap<UserId, usize>>>,
    user: UserId,
}

impl Drop for OfMember {
    fn drop(&mut self) {
        let mut members = self.members.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(left) = members.get_mut(&self.user) {
            *left -= 1;
            if *left == 0 {
                members.remove(&self.user);
            }
        }
    }
}

/// Something that is done for an interaction, until this is dropped.
#[derive(Debug)]
pub struct Deed {
    deeds: watch::Sender<HashMap<InteractionId, usize>>,
    interaction: InteractionId,
}

impl Drop for Deed {
    fn drop(&mut self) {
        self.deeds.send_modify(|deeds| {
            if let Some(left) = deeds.get_mut(&self.interaction) {
                *left -= 1;
                if *left == 0 {
                    deeds.remove(&self.interaction);
                }
            }
        });
    }
}

impl UnderWay {
    /// An interaction of a member begins to be answered; none if as many are as can be, of all or of this member.
    #[must_use]
    pub fn answering(&self, interaction: InteractionId, user: UserId) -> Option<Answering> {
        let permit = Arc::clone(&self.answering).try_acquire_owned().ok()?;
        let member = self.of_member(user)?;
        Some(Answering { _deed: self.deed(interaction), _permit: permit, _member: member })
    }

    fn of_member(&self, user: UserId) -> Option<OfMember> {
        let mut members = self.members.lock().unwrap_or_else(PoisonError::into_inner);
        let answered = members.entry(user).or_default();
        if *answered >= MOST_OF_ONE {
            return None;
        }
        *answered += 1;
        Some(OfMember { members: Arc::clone(&self.members), user })
    }

    /// Something more is done for an interaction.
    #[must_use]
    pub fn deed(&self, interaction: InteractionId) -> Deed {
        self.deeds.send_modify(|deeds| *deeds.entry(interaction).or_default() += 1);
        Deed { deeds: self.deeds.clone(), interaction }
    }

    /// Waits until nothing is done any more for an interaction that has begun to be answered.
    pub async fn over(&self, interaction: InteractionId) {
        let _ = self.deeds.subscribe().wait_for(|deeds| !deeds.contains_key(&interaction)).await;
    }

    /// Waits until nothing is under way.
    pub async fn all_over(&self) {
        let _ = self.deeds.subscribe().wait_for(HashMap::is_empty).await;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn an_interaction_is_over_when_all_that_is_done_for_it_is_done() {
        let under_way = UnderWay::default();
        let answering = under_way.answering(InteractionId(1), UserId(1)).unwrap();
        let (posting, other) = (under_way.deed(InteractionId(1)), under_way.deed(InteractionId(2)));
        drop(answering);
        let over = tokio::spawn({
            let under_way = under_way.clone();
            async move { under_way.over(InteractionId(1)).await }
        });
        assert_eq!(under_way.deeds.borrow().len(), 2);
        drop(posting);
        over.await.unwrap();
        drop(other);
        under_way.all_over().await;
    }

    #[test]
    fn so_many_are_answered_at_once_and_of_one_member_so_many_whatever_is_being_posted() {
        let under_way = UnderWay::default();
        let _posting: Vec<Deed> = (0..6_000).map(|id| under_way.deed(InteractionId(id))).collect();
        let mut of_one: Vec<Answering> = (0..100).map(|id| under_way.answering(InteractionId(id), UserId(1)).unwrap()).collect();
        assert!(under_way.answering(InteractionId(7_000), UserId(1)).is_none(), "as many as of one");
        let mut answering: Vec<Answering> =
            (100..5_000).map(|id| under_way.answering(InteractionId(id), UserId(id / 50)).unwrap()).collect();
        assert!(under_way.answering(InteractionId(7_000), UserId(7)).is_none(), "as many as of all");
        of_one.pop();
        assert!(under_way.answering(InteractionId(7_000), UserId(1)).is_some());
        answering.clear();
        of_one.clear();
        assert!(under_way.members.lock().unwrap().is_empty());
    }
}
