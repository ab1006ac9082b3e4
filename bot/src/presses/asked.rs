//! An act that is answered: a press or a form, by whom, where, and whether it has had its first answer.

use crate::model::ids::{ChannelId, InteractionId, RoleId, UserId};
use std::sync::atomic::{AtomicBool, Ordering};

use poise::serenity_prelude as serenity;
use serenity::ChannelType;
use serenity::{
    ComponentInteraction, Context, CreateInteractionResponse, CreateInteractionResponseFollowup, CreateInteractionResponseMessage,
    EditInteractionResponse, ModalInteraction,
};

use crate::discord::render;
use crate::discord::retry;
use crate::drawing::atlas::Plate;
use crate::model::despatch::Despatch;
use crate::model::style::Style;

/// What was pressed, or filled in.
#[derive(Clone, Copy)]
pub(super) enum Act<'a> {
    Press(&'a ComponentInteraction),
    Form(&'a ModalInteraction),
}

/// An act, and whether it has had its first answer: Discord takes one.
pub(super) struct Asked<'a> {
    pub(super) act: Act<'a>,
    pub(super) answered: AtomicBool,
    /// How answers look here.
    pub(super) style: Style,
}

impl Asked<'_> {
    fn styled(&self, despatch: &Despatch) -> Despatch {
        self.style.of(despatch)
    }

    /// The first answer.
    pub(super) fn as_answer(&self, despatch: &Despatch, ephemeral: bool) -> CreateInteractionResponseMessage {
        render::response(&self.styled(despatch), ephemeral)
    }

    /// A further message after the first answer.
    pub(super) fn as_follow_up(&self, despatch: &Despatch, ephemeral: bool) -> CreateInteractionResponseFollowup {
        render::follow_up(&self.styled(despatch), ephemeral)
    }

    /// The answer to an interaction that was told to wait.
    pub(super) fn as_edit(&self, despatch: &Despatch, plate: Option<Plate>) -> EditInteractionResponse {
        render::edit(&self.styled(despatch), plate)
    }

    pub(super) fn interaction(&self) -> InteractionId {
        match self.act {
            Act::Press(press) => press.id.into(),
            Act::Form(form) => form.id.into(),
        }
    }

    pub(super) fn user(&self) -> UserId {
        match self.act {
            Act::Press(press) => press.user.id.into(),
            Act::Form(form) => form.user.id.into(),
        }
    }

    /// The roles of whoever acts in a guild.
    pub(super) fn roles(&self) -> Option<Vec<RoleId>> {
        let member = match self.act {
            Act::Press(press) => press.member.as_ref(),
            Act::Form(form) => form.member.as_ref(),
        }?;
        Some(member.roles.iter().map(|role| (*role).into()).collect())
    }

    /// The channel, if it is a server's or the direct messages with the umpire: games are played there.
    pub(super) fn channel(&self) -> Option<ChannelId> {
        let (guild, within, channel) = match self.act {
            Act::Press(press) => (press.guild_id, press.channel.as_ref(), press.channel_id),
            Act::Form(form) => (form.guild_id, form.channel.as_ref(), form.channel_id),
        };
        let is_direct = within.is_some_and(|within| within.kind == ChannelType::Private);
        (guild.is_some() || is_direct).then(|| channel.into())
    }

    pub(super) fn custom_id(&self) -> &str {
        match self.act {
            Act::Press(press) => &press.data.custom_id,
            Act::Form(form) => &form.data.custom_id,
        }
    }

    /// Gives the first answer, again if Discord stumbles.
    pub(super) async fn respond(&self, context: &Context, response: CreateInteractionResponse) -> Result<(), serenity::Error> {
        let answer = async |response| match self.act {
            Act::Press(press) => press.create_response(context, response).await,
            Act::Form(form) => form.create_response(context, response).await,
        };
        retry::first_answer(|| answer(response.clone())).await?;
        self.answered.store(true, Ordering::SeqCst);
        Ok(())
    }

    pub(super) async fn follow_up(
        &self,
        context: &Context,
        response: serenity::CreateInteractionResponseFollowup,
    ) -> Result<(), serenity::Error> {
        match self.act {
            Act::Press(press) => press.create_followup(context, response).await.map(|_| ()),
            Act::Form(form) => form.create_followup(context, response).await.map(|_| ()),
        }
    }

    pub(super) async fn edit(&self, context: &Context, edit: serenity::EditInteractionResponse) -> Result<(), serenity::Error> {
        match self.act {
            Act::Press(press) => press.edit_response(context, edit).await.map(|_| ()),
            Act::Form(form) => form.edit_response(context, edit).await.map(|_| ()),
        }
    }
}
