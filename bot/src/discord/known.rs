//! The framework, kept from what it does not know: poise 0.7 panics on a command of a kind that is neither typed nor of the menu of a member or
//! a message. Discord has such kinds, if only for applications with an activity, and may send them or others one day.

use async_trait::async_trait;
use poise::serenity_prelude as serenity;
use serenity::{Client, CommandType, Context, Framework, FullEvent, Interaction};

/// A framework that hears of everything but commands of a kind that it does not know: nobody is answered then, as by any bot that is older than
/// the kind.
pub(crate) struct Known<F>(pub(crate) F);

#[async_trait]
impl<F: Framework> Framework for Known<F> {
    async fn init(&mut self, client: &Client) {
        self.0.init(client).await;
    }

    async fn dispatch(&self, context: Context, event: FullEvent) {
        if let FullEvent::InteractionCreate { interaction: Interaction::Command(asked) | Interaction::Autocomplete(asked) } = &event
            && !is_known(asked.data.kind)
        {
            tracing::warn!(kind = u8::from(asked.data.kind), command = %asked.data.name, "a command of an unknown kind is passed over");
            return;
        }
        self.0.dispatch(context, event).await;
    }
}

fn is_known(kind: CommandType) -> bool {
    matches!(kind, CommandType::ChatInput | CommandType::User | CommandType::Message)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_the_kinds_of_commands_those_are_known_that_the_framework_carries_out() {
        let known: Vec<u8> = (0..=u8::MAX).filter(|kind| is_known(CommandType::from(*kind))).collect();
        assert_eq!(known, [1, 2, 3]);
    }
}
