//! An act that is answered: a press or a form, by whom, where, and whether it has had its first answer.
//!
//! What is done at once is answered with what came of it. Where it takes longer, because the disk is slow or others write, Discord is first told
//! that the answer will come: it waits for no longer than three seconds, and the deed is done all the same
//! (<https://discord.com/developers/docs/interactions/receiving-and-responding>). To what comes late that is said before anything is done, and what
//! Discord no longer takes then is not done.

use crate::model::custom_id::CustomId;
use crate::model::ids::{ChannelId, InteractionId, RoleId, UserId};
use std::pin::pin;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use poise::serenity_prelude as serenity;
use serenity::ChannelType;
use serenity::{
    ComponentInteraction, Context, CreateInteractionResponse, CreateInteractionResponseFollowup, CreateInteractionResponseMessage,
    EditInteractionResponse, ModalInteraction,
};

use crate::discord::edits::Edits;
use crate::discord::render;
use crate::discord::retry;
use crate::doors::error::CommandError;
use crate::doors::place::is_with_the_umpire;
use crate::drawing::plate::Plate;
use crate::model::despatch::Despatch;
use crate::model::style::Style;

/// What was pressed, or filled in.
#[derive(Clone, Copy)]
pub(super) enum Act<'a> {
    Press(&'a ComponentInteraction),
    Form(&'a ModalInteraction),
}

/// How long a deed may take before Discord is told that its answer will come.
const AT_ONCE: Duration = Duration::from_secs(1);

/// An act, and whether it has had its first answer: Discord takes one.
pub(super) struct Asked<'a> {
    pub(super) act: Act<'a>,
    answered: AtomicBool,
    /// Whether it has only been told that its answer will come.
    waits: AtomicBool,
    /// Whether Discord may have given it up before it came.
    pub(super) comes_late: bool,
    /// How answers look here.
    pub(super) style: Style,
    /// What edits the message that was acted on.
    edits: &'a Edits,
}

impl<'a> Asked<'a> {
    /// An act that has had no answer.
    pub(super) fn new(act: Act<'a>, edits: &'a Edits) -> Self {
        let (answered, waits) = (AtomicBool::new(false), AtomicBool::new(false));
        Self { act, answered, waits, comes_late: false, style: Style::default(), edits }
    }
}

impl Asked<'_> {
    /// Whether Discord has had a first answer.
    pub(super) fn is_answered(&self) -> bool {
        self.answered.load(Ordering::SeqCst)
    }

    /// Waits for a deed; for one that is not done at once Discord is told that the answer will come.
    ///
    /// # Errors
    ///
    /// Those of the deed; or, for what comes late, that Discord no longer takes an answer: then nothing is done.
    pub(super) async fn doing<T, E>(&self, context: &Context, deed: impl Future<Output = Result<T, E>>) -> Result<T, CommandError>
    where
        CommandError: From<E>,
    {
        if self.comes_late {
            self.will_come(context).await?;
            return Ok(deed.await?);
        }
        let mut deed = pin!(deed);
        tokio::select! {
            done = &mut deed => return Ok(done?),
            () = tokio::time::sleep(AT_ONCE) => {}
        }
        // The deed goes on, and is told of in the channel.
        if let Err(error) = self.will_come(context).await {
            tracing::info!(%error, "that an answer will come was not taken");
        }
        Ok(deed.await?)
    }

    /// Tells Discord that the answer will come, unless it has had one.
    async fn will_come(&self, context: &Context) -> Result<(), serenity::Error> {
        if self.is_answered() {
            return Ok(());
        }
        let will_come = match self.act {
            Act::Form(form) if form.message.is_none() => {
                CreateInteractionResponse::Defer(CreateInteractionResponseMessage::new().ephemeral(true))
            }
            Act::Press(_) | Act::Form(_) => CreateInteractionResponse::Acknowledge,
        };
        self.respond(context, will_come).await?;
        self.waits.store(true, Ordering::SeqCst);
        Ok(())
    }

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

    /// What Discord lets it be answered with.
    pub(super) fn token(&self) -> &str {
        match self.act {
            Act::Press(press) => &press.token,
            Act::Form(form) => &form.token,
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
        let (guild, within, context, channel) = match self.act {
            Act::Press(press) => (press.guild_id, press.channel.as_ref(), press.context, press.channel_id),
            // Of a form serenity does not tell the context.
            Act::Form(form) => (form.guild_id, form.channel.as_ref(), None, form.channel_id),
        };
        let is_direct = within.is_some_and(|within| within.kind == ChannelType::Private) && is_with_the_umpire(context);
        (guild.is_some() || is_direct).then(|| channel.into())
    }

    /// What kind of button, menu or form was used, for the log: what it says besides is of members.
    pub(super) fn kind(&self) -> &str {
        let id = self.custom_id();
        let ours = id.parse::<CustomId>().is_ok();
        id.split(':').next().filter(|_| ours).unwrap_or("none of the umpire's")
    }

    pub(super) fn custom_id(&self) -> &str {
        match self.act {
            Act::Press(press) => &press.data.custom_id,
            Act::Form(form) => &form.data.custom_id,
        }
    }

    /// Gives the first answer, again if Discord stumbles; or the one that was said to come.
    pub(super) async fn respond(&self, context: &Context, response: CreateInteractionResponse) -> Result<(), serenity::Error> {
        if self.waits.swap(false, Ordering::SeqCst) {
            return self.respond_late(context, response).await;
        }
        let is_original = matches!(response, CreateInteractionResponse::Acknowledge | CreateInteractionResponse::UpdateMessage(_));
        let answer = async |response| match self.act {
            Act::Press(press) => press.create_response(context, response).await,
            Act::Form(form) => form.create_response(context, response).await,
        };
        retry::first_answer(|| answer(response.clone())).await?;
        self.answered.store(true, Ordering::SeqCst);
        self.lend(is_original);
        Ok(())
    }

    /// Lets the message that was acted on be edited by this act, where others than whoever acted see it; whether the answer made it the original
    /// one of the act.
    fn lend(&self, is_original: bool) {
        let (application, message) = match self.act {
            Act::Press(press) => (press.application_id, Some(press.message.as_ref())),
            Act::Form(form) => (form.application_id, form.message.as_deref()),
        };
        if let Some(message) = message.filter(|message| !is_private(message)) {
            self.edits.lend(application, message.id.into(), self.token(), is_original);
        }
    }

    /// Gives the answer that was said to come: by changing the message that was acted on, or what stands in its place, or as a further one.
    async fn respond_late(&self, context: &Context, response: CreateInteractionResponse) -> Result<(), serenity::Error> {
        let is_own = matches!(self.act, Act::Form(form) if form.message.is_none());
        let token = self.token();
        let http = &context.http;
        match response {
            CreateInteractionResponse::Message(message) if !is_own => {
                let message = without_files(message)?;
                let post = || http.create_followup_message(token, &message, Vec::new());
                retry::again(&retry::WITH_AN_ANSWER, "an answer that was said to come", post).await.map(|_| ())
            }
            CreateInteractionResponse::Message(message) | CreateInteractionResponse::UpdateMessage(message) => {
                let mut changed = without_files(message)?;
                if let Some(fields) = changed.as_object_mut() {
                    // What is settled when a message is posted.
                    fields.retain(|name, _| !matches!(name.as_str(), "flags" | "tts"));
                }
                let edit = || http.edit_original_interaction_response(token, &changed, Vec::new());
                retry::again(&retry::WITH_AN_ANSWER, "an answer that was said to come", edit).await.map(|_| ())
            }
            // Nothing more is to be said.
            _ => Ok(()),
        }
    }

    /// Adds a message to the answer, again if Discord stumbles.
    pub(super) async fn follow_up(
        &self,
        context: &Context,
        response: serenity::CreateInteractionResponseFollowup,
    ) -> Result<(), serenity::Error> {
        let post = async |response| match self.act {
            Act::Press(press) => press.create_followup(context, response).await,
            Act::Form(form) => form.create_followup(context, response).await,
        };
        retry::again(&retry::WITH_AN_ANSWER, "a further answer", || post(response.clone())).await.map(|_| ())
    }

    /// Changes the answer, again if Discord stumbles.
    pub(super) async fn edit(&self, context: &Context, edit: serenity::EditInteractionResponse) -> Result<(), serenity::Error> {
        let change = async |edit| match self.act {
            Act::Press(press) => press.edit_response(context, edit).await,
            Act::Form(form) => form.edit_response(context, edit).await,
        };
        retry::again(&retry::WITH_AN_ANSWER, "a change of an answer", || change(edit.clone())).await.map(|_| ())
    }
}

/// An answer that comes late, without its files: serenity keeps them to itself, and Discord refuses a message that names some which do not come
/// with it. What a plain answer has no room for is left out, as its text says.
fn without_files(message: CreateInteractionResponseMessage) -> Result<serde_json::Value, serde_json::Error> {
    let mut message = serde_json::to_value(message)?;
    if let Some(fields) = message.as_object_mut() {
        fields.insert("attachments".to_owned(), serde_json::json!([]));
    }
    Ok(message)
}

/// Whether a message is one that only its reader sees.
pub(super) fn is_private(message: &serenity::Message) -> bool {
    message.flags.is_some_and(|flags| flags.contains(serenity::MessageFlags::EPHEMERAL))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_plain_answer_that_comes_late_keeps_its_text_and_names_no_file_that_does_not_come_with_it() {
        let told = Despatch { plain: true, facts: vec!["A fact.".to_owned(); 400], ..Despatch::saying("It is long.") };
        let answer = render::response(&told, true);
        let named = serde_json::to_value(answer.clone()).unwrap();
        assert_eq!(named["attachments"][0]["filename"], "in-full.md");
        let late = without_files(answer).unwrap();
        assert_eq!((&late["attachments"], &late["content"]), (&serde_json::json!([]), &named["content"]));
    }
}
