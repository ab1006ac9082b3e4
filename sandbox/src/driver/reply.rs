//! The bot's reply, with its whole life: deferred, edited, followed up, or never given.

use std::sync::Arc;

use serde_json::Value;

use super::{Attachment, Channel, Component, DriverError, Message, error};
use crate::acts::Place;
use crate::acts::modal::{self, Given};
use crate::model::interaction::{Answer, Interaction};
use crate::settings::Done;
use crate::snowflake::Id;
use crate::state::{Shared, World};
use twilight_model::channel::message::Embed;

/// What the bot answered to something a member did. Its methods look anew each time, so later edits show.
#[derive(Clone)]
pub struct Reply {
    pub(super) shared: Arc<Shared>,
    pub(super) place: Place,
    pub(super) interaction: Id,
}

impl std::fmt::Debug for Reply {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Reply")
            .field("interaction", &self.interaction)
            .field("failure", &self.failure())
            .field("text", &self.try_message().map(|message| message.text()))
            .finish()
    }
}

/// How a bot can fail to answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Failure {
    /// Nothing within 3 seconds: "The application did not respond".
    DidNotRespond,
}

/// A form the bot has opened.
#[derive(Debug, Clone)]
pub struct Modal {
    /// Its title.
    pub title: String,
    /// Its custom id.
    pub custom_id: String,
    /// Its fields.
    pub fields: Vec<Field>,
    /// The modal object.
    pub json: Value,
    reply: Reply,
}

impl Modal {
    /// Fills in the form; the same as [`Reply::fill`].
    #[must_use]
    pub fn fill(&self, values: &[(&str, &str)]) -> Filled {
        self.reply.fill(values)
    }

    /// The field of this custom id or label.
    #[must_use]
    pub fn field(&self, wanted: &str) -> Option<&Field> {
        self.fields.iter().find(|field| field.custom_id == wanted || field.label == wanted)
    }
}

/// A field of a form.
#[derive(Debug, Clone, PartialEq)]
pub struct Field {
    /// What stands above it.
    pub label: String,
    /// Its custom id.
    pub custom_id: String,
    /// What stands in it beforehand.
    pub value: String,
    /// Whether it has to be filled in.
    pub required: bool,
}

/// What may have failed although it was sent.
pub(super) trait MayFail {
    /// What failed.
    fn failed(&self) -> Option<DriverError> {
        None
    }
}

impl MayFail for Message {}
impl MayFail for () {}
impl MayFail for Reply {
    fn failed(&self) -> Option<DriverError> {
        self.failure().map(|_| DriverError::NotAnswered(self.what()))
    }
}

/// The value, or the end of the test with the transcript.
#[track_caller]
pub(super) fn expect<T: MayFail>(shared: &Shared, outcome: Result<T, DriverError>) -> T {
    match outcome {
        Ok(value) => match value.failed() {
            Some(error) => error::fail(shared, &error),
            None => value,
        },
        Err(error) => error::fail(shared, &error),
    }
}

/// Presses a button, and waits for nothing.
pub(super) fn start_press(shared: &Arc<Shared>, place: Place, message: &Message, wanted: &str) -> Result<Reply, DriverError> {
    let interaction = shared.write().press(place, message.id(), wanted)?;
    Ok(Reply { shared: Arc::clone(shared), place, interaction })
}

/// Presses a button, and waits for the answer.
pub(super) async fn press(shared: &Arc<Shared>, place: Place, message: &Message, wanted: &str) -> Result<Reply, DriverError> {
    start_press(shared, place, message, wanted)?.finish().await
}

/// Chooses in a menu, and waits for the answer.
pub(super) async fn select(
    shared: &Arc<Shared>,
    place: Place,
    message: &Message,
    wanted: &str,
    values: &[&str],
) -> Result<Reply, DriverError> {
    let values: Vec<String> = values.iter().map(|value| (*value).to_owned()).collect();
    let interaction = shared.write().select(place, message.id(), wanted, &values)?;
    Reply { shared: Arc::clone(shared), place, interaction }.finish().await
}

impl Reply {
    fn shared(&self) -> &Arc<Shared> {
        &self.shared
    }

    fn look<T>(&self, look: impl FnOnce(&World, &Interaction) -> T) -> Option<T> {
        let world = self.shared().read();
        world.interactions.get(&self.interaction).map(|interaction| look(&world, interaction))
    }

    /// What was asked, for messages.
    fn what(&self) -> String {
        self.look(|_, interaction| match (&interaction.command, interaction.kind) {
            (Some(command), _) => format!("/{command}"),
            (None, 5) => "a modal".to_owned(),
            _ => format!("the component {}", interaction.payload["data"]["custom_id"]),
        })
        .unwrap_or_default()
    }

    /// Waits for the first answer, be it only that one will come.
    ///
    /// # Errors
    /// When none comes.
    pub async fn first_answer(&self) -> Result<(), DriverError> {
        let (limit, id) = (self.shared().read().settings.patience, self.interaction);
        let first = self.shared().wait(limit, |world| {
            let interaction = world.interactions.get(&id)?;
            (interaction.answer != Answer::None).then_some(())
        });
        first.await.ok_or_else(|| DriverError::NotAnswered(self.what()))
    }

    /// Waits for the final answer: the edit of a deferred one. A component that was only acknowledged is waited for
    /// a little ([`Settings::settle`](crate::Settings::settle)), because that may be all. A bot that says when it is done
    /// ([`Settings::done`](crate::Settings::done)) is waited for until then.
    ///
    /// # Errors
    /// When a deferred answer never comes, or the bot is not done with it in time.
    pub async fn finish(self) -> Result<Self, DriverError> {
        let (limit, settle, done) = {
            let world = self.shared().read();
            (world.settings.patience, world.settings.settle, world.settings.done.clone())
        };
        let id = self.interaction;
        let first = self.shared().wait(limit, |world| {
            let interaction = world.interactions.get(&id)?;
            let may_be_all = interaction.answer == Answer::DeferredUpdate;
            (interaction.is_final() || may_be_all).then(|| may_be_all && !interaction.is_final())
        });
        match first.await {
            Some(may_be_all) => {
                if may_be_all && !done.as_ref().is_some_and(Done::is_known) {
                    let more = self.shared().wait(settle, |world| {
                        let interaction = world.interactions.get(&id)?;
                        let source = interaction.source.and_then(|id| world.messages.get(&id));
                        let edited = source.is_none_or(|message| message.edits > interaction.source_edits);
                        (interaction.is_final() || edited).then_some(())
                    });
                    let _ = more.await;
                }
                if let Some(done) = done
                    && tokio::time::timeout(limit, done.with(id)).await.is_err()
                {
                    return Err(DriverError::NotDone { what: self.what(), limit });
                }
                Ok(self)
            }
            None => {
                let what = self.what();
                let is_deferred = self.look(|_, i| i.answer != Answer::None).unwrap_or(false);
                Err(if is_deferred { DriverError::NeverFinished { what, limit } } else { DriverError::NotAnswered(what) })
            }
        }
    }

    /// The interaction's id.
    #[must_use]
    pub fn interaction_id(&self) -> Id {
        self.interaction
    }

    /// The interaction as it was sent to the bot.
    #[must_use]
    pub fn payload(&self) -> Value {
        self.look(|_, interaction| interaction.payload.clone()).unwrap_or_default()
    }

    /// Whether, and how, the bot failed to answer.
    #[must_use]
    pub fn failure(&self) -> Option<Failure> {
        self.look(|_, i| matches!(i.answer, Answer::TooLate | Answer::None).then_some(Failure::DidNotRespond)).flatten()
    }

    /// Whether the bot was thinking first.
    #[must_use]
    pub fn was_deferred(&self) -> bool {
        self.look(|_, i| matches!(i.answer, Answer::Deferred | Answer::DeferredUpdate)).unwrap_or(false)
    }

    /// Whether the message with the button was edited, instead of a new one sent.
    #[must_use]
    pub fn is_update(&self) -> bool {
        self.look(|_, i| matches!(i.answer, Answer::Update | Answer::DeferredUpdate)).unwrap_or(false)
    }

    /// The answer as it stands now: for an update the message with the component, else the new message; if there is
    /// neither, the first follow-up.
    ///
    /// # Panics
    /// With the transcript, when there is no message (a modal, a deleted answer, no answer).
    #[must_use]
    #[track_caller]
    pub fn message(&self) -> Message {
        match self.try_message() {
            Some(message) => message,
            None => error::fail_with(self.shared(), &format!("{} was answered without a message", self.what())),
        }
    }

    /// As [`Reply::message`], if there is one.
    #[must_use]
    pub fn try_message(&self) -> Option<Message> {
        self.look(|world, interaction| {
            let id = interaction.original.or_else(|| interaction.followups.first().copied());
            id.and_then(|id| world.messages.get(&id)).map(|message| Message::of(world, message))
        })
        .flatten()
    }

    /// The follow-ups as they stand now, without those that were deleted.
    #[must_use]
    pub fn followups(&self) -> Vec<Message> {
        self.look(|world, interaction| {
            let ids = interaction.followups.iter();
            ids.filter_map(|id| world.messages.get(id)).map(|m| Message::of(world, m)).collect()
        })
        .unwrap_or_default()
    }

    /// Waits until the answer is as it should be, for bots that edit later on.
    ///
    /// # Panics
    /// With the transcript, when it is not within [`Settings::patience`](crate::Settings::patience).
    pub async fn wait_until(&self, is_so: impl Fn(&Message) -> bool) -> Message {
        let limit = self.shared().read().settings.patience;
        let id = self.interaction;
        let found = self.shared().wait(limit, |world| {
            let original = world.interactions.get(&id)?.original?;
            Some(Message::of(world, world.messages.get(&original)?)).filter(&is_so)
        });
        match found.await {
            Some(message) => message,
            None => {
                let what = format!("the answer to {} to change", self.what());
                error::fail(self.shared(), &DriverError::TimedOut { what, limit })
            }
        }
    }

    /// Waits until the answer has been taken back, so that nothing of it is to be seen, for bots that do so later on.
    ///
    /// # Panics
    /// With the transcript, when it is not within [`Settings::patience`](crate::Settings::patience).
    pub async fn taken_back(&self) {
        let limit = self.shared().read().settings.patience;
        let id = self.interaction;
        let gone = self.shared().wait(limit, |world| {
            let interaction = world.interactions.get(&id).filter(|interaction| interaction.is_final())?;
            interaction.original.iter().chain(&interaction.followups).all(|id| !world.messages.contains_key(id)).then_some(())
        });
        if gone.await.is_none() {
            let what = format!("the answer to {} to be taken back", self.what());
            error::fail(self.shared(), &DriverError::TimedOut { what, limit });
        }
    }

    /// Waits until there are this many follow-ups.
    ///
    /// # Panics
    /// With the transcript, when there are not within [`Settings::patience`](crate::Settings::patience).
    pub async fn wait_for_followups(&self, count: usize) -> Vec<Message> {
        let limit = self.shared().read().settings.patience;
        let id = self.interaction;
        let found = self.shared().wait(limit, |world| (world.interactions.get(&id)?.followups.len() >= count).then_some(()));
        if found.await.is_none() {
            let what = format!("{count} follow-ups to {}", self.what());
            error::fail(self.shared(), &DriverError::TimedOut { what, limit });
        }
        self.followups()
    }

    /// The answer's text above embeds.
    ///
    /// # Panics
    /// As [`Reply::message`].
    #[must_use]
    #[track_caller]
    pub fn content(&self) -> String {
        self.message().content().to_owned()
    }

    /// The answer's embeds.
    ///
    /// # Panics
    /// As [`Reply::message`].
    #[must_use]
    #[track_caller]
    pub fn embeds(&self) -> Vec<Embed> {
        self.message().embeds().to_vec()
    }

    /// The answer's buttons and menus.
    ///
    /// # Panics
    /// As [`Reply::message`].
    #[must_use]
    #[track_caller]
    pub fn components(&self) -> Vec<Component> {
        self.message().components().to_vec()
    }

    /// The answer's files.
    ///
    /// # Panics
    /// As [`Reply::message`].
    #[must_use]
    #[track_caller]
    pub fn attachments(&self) -> Vec<Attachment> {
        self.message().attachments().to_vec()
    }

    /// Whether only the asker sees the answer.
    ///
    /// # Panics
    /// Whether only the one who asked sees the answer: where a press was but acknowledged, what followed upon that; or else as
    /// [`Reply::message`].
    #[must_use]
    #[track_caller]
    pub fn is_ephemeral(&self) -> bool {
        let followups = self.followups();
        let is_acknowledged = self.look(|_, i| i.answer == Answer::DeferredUpdate).unwrap_or(false);
        if is_acknowledged && !followups.is_empty() {
            return followups.iter().all(Message::is_ephemeral);
        }
        self.message().is_ephemeral()
    }

    /// Everything there is to read in the answer and its follow-ups.
    #[must_use]
    pub fn text(&self) -> String {
        let mut texts: Vec<String> = self.try_message().iter().map(Message::text).collect();
        let first = self.try_message().map(|message| message.id());
        let others = self.followups().into_iter().filter(|message| Some(message.id()) != first);
        texts.extend(others.map(|message| message.text()));
        if let Some(modal) = self.try_modal() {
            texts.push(modal.title);
            texts.extend(modal.fields.into_iter().map(|field| format!("{}: {}", field.label, field.value)));
        }
        texts.join("\n")
    }

    /// The thread started from the answer.
    #[must_use]
    pub fn thread(&self) -> Option<Channel> {
        let id = self.try_message()?.thread()?;
        Some(Channel { shared: Arc::clone(self.shared()), id })
    }

    /// Presses a button of the answer, by custom id or label.
    ///
    /// # Panics
    /// With the transcript, when there is no such button or the bot gives no answer.
    pub async fn press(&self, wanted: &str) -> Self {
        expect(self.shared(), self.try_press(wanted).await)
    }

    /// As [`Reply::press`].
    ///
    /// # Errors
    /// When there is no such button, or a deferred answer never comes.
    pub async fn try_press(&self, wanted: &str) -> Result<Self, DriverError> {
        press(&self.shared, self.place, &self.holder(wanted)?, wanted).await
    }

    /// Chooses in a menu of the answer, by custom id or placeholder; options by label or value.
    ///
    /// # Panics
    /// With the transcript, when there is no such menu or option, or the bot gives no answer.
    pub async fn select(&self, wanted: &str, values: &[&str]) -> Self {
        expect(self.shared(), self.try_select(wanted, values).await)
    }

    /// As [`Reply::select`].
    ///
    /// # Errors
    /// When there is no such menu or option, or a deferred answer never comes.
    pub async fn try_select(&self, wanted: &str, values: &[&str]) -> Result<Self, DriverError> {
        select(&self.shared, self.place, &self.holder(wanted)?, wanted, values).await
    }

    /// The message with the component: the answer, or the newest follow-up that has it.
    fn holder(&self, wanted: &str) -> Result<Message, DriverError> {
        let mut all: Vec<Message> = self.followups();
        all.reverse();
        all.extend(self.try_message());
        let found = all.iter().find(|message| message.component(wanted).is_some());
        found.or(all.last()).cloned().ok_or_else(|| {
            let what = format!("the message with `{wanted}`");
            DriverError::NotAnswered(what)
        })
    }

    /// The form the bot has opened, if it has.
    #[must_use]
    pub fn try_modal(&self) -> Option<Modal> {
        self.look(|_, interaction| match &interaction.answer {
            Answer::Modal(json) => Some(read_modal(json, self.clone())),
            _ => None,
        })
        .flatten()
    }

    /// The form the bot has opened.
    ///
    /// # Panics
    /// With the transcript, when it has opened none.
    #[must_use]
    #[track_caller]
    pub fn modal(&self) -> Modal {
        match self.try_modal() {
            Some(modal) => modal,
            None => error::fail_with(self.shared(), &format!("{} opened no modal", self.what())),
        }
    }

    /// Fills in the form, by custom id or label; what is not named stays, also what is chosen in menus beforehand.
    /// Several values of a menu are parted by commas, and an empty text empties it; see [`Filled::choose`] for values
    /// that hold commas themselves. Then [`Filled::submit`].
    #[must_use]
    pub fn fill(&self, values: &[(&str, &str)]) -> Filled {
        let values = values.iter().map(|(key, value)| ((*key).to_owned(), Given::Text((*value).to_owned()))).collect();
        Filled { reply: self.clone(), values }
    }

    /// Delivers this very interaction to the bot again, as Discord sometimes does.
    pub fn deliver_again(&self) {
        self.shared().write().deliver_again(self.interaction);
    }
}

fn read_modal(json: &Value, reply: Reply) -> Modal {
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let fields = modal::fields(json).into_iter();
    Modal {
        title: text(&json["title"]),
        custom_id: text(&json["custom_id"]),
        fields: fields
            .map(|(label, field)| Field {
                label,
                custom_id: text(&field["custom_id"]),
                value: text(&field["value"]),
                required: field["required"].as_bool().unwrap_or(true),
            })
            .collect(),
        json: json.clone(),
        reply,
    }
}

/// A form that is filled in.
#[derive(Debug, Clone)]
pub struct Filled {
    reply: Reply,
    values: Vec<(String, Given)>,
}

impl Filled {
    /// Chooses in a menu of the form, by custom id or label; options by label or value. No values empty it. What is said
    /// last of a field holds.
    #[must_use]
    pub fn choose(mut self, wanted: &str, values: &[&str]) -> Self {
        let values = values.iter().map(|value| (*value).to_owned()).collect();
        self.values.push((wanted.to_owned(), Given::Values(values)));
        self
    }

    /// Sends the form off and waits for the bot's answer.
    ///
    /// # Panics
    /// With the transcript, when there is no such form or field, or the bot gives no answer.
    pub async fn submit(self) -> Reply {
        let shared = Arc::clone(self.reply.shared());
        expect(&shared, self.try_submit().await)
    }

    /// As [`Filled::submit`].
    ///
    /// # Errors
    /// When there is no such form or field, or a deferred answer never comes.
    pub async fn try_submit(self) -> Result<Reply, DriverError> {
        let id = self.reply.shared().write().submit_modal(self.reply.interaction, &self.values)?;
        Reply { interaction: id, ..self.reply }.finish().await
    }
}
