//! What befalls a bot on one of Discord's bad days: its connection cut or closed, its session gone, an interaction that
//! comes twice, time that passes. Failing requests are in `faults`. The driver and the HTTP API both stand on this.

use std::time::Duration;

use serde_json::json;

use crate::model::channel::{Channel, Thread};
use crate::model::page_event::PageEvent;
use crate::model::session::Line;
use crate::snowflake::{self, Id};
use crate::state::World;

/// Milliseconds of a minute.
const MINUTE: u64 = 60_000;

impl World {
    /// Cuts every gateway connection without a word. Sessions can be resumed.
    pub(crate) fn drop_gateway(&mut self) {
        self.note("sandbox: the gateway connection is cut");
        self.gateway.send_all(|| Line::Drop);
    }

    /// Closes every gateway connection with a code.
    pub(crate) fn close_gateway(&mut self, code: u16) {
        self.note(&format!("sandbox: the gateway closes with {code}"));
        self.gateway.send_all(|| Line::Close(code, "closed on demand"));
    }

    /// Tells the bot to reconnect and resume (op 7).
    pub(crate) fn request_reconnect(&mut self) {
        self.note("sandbox: the gateway asks to reconnect (op 7)");
        let text = json!({"op": 7, "d": null, "s": null, "t": null}).to_string();
        self.gateway.send_all(|| Line::Text(text.clone()));
    }

    /// Tells the bot that its session is invalid (op 9); unless `resumable`, the session is forgotten.
    pub(crate) fn invalidate_session(&mut self, resumable: bool) {
        self.note(&format!("sandbox: the session is invalid (op 9, resumable: {resumable})"));
        let text = json!({"op": 9, "d": resumable, "s": null, "t": null}).to_string();
        self.gateway.send_all(|| Line::Text(text.clone()));
        if !resumable {
            self.gateway.forget_sessions();
            self.tell_page(PageEvent::bot(false));
        }
    }

    /// Answers the bot's heartbeats from now on, or lets them go unanswered.
    pub(crate) fn answer_heartbeats(&mut self, answered: bool) {
        self.note(if answered { "sandbox: heartbeats are answered" } else { "sandbox: heartbeats go unanswered" });
        self.gateway.is_deaf = !answered;
    }

    /// Delivers an interaction to the bot, again unless it was held back.
    pub(crate) fn deliver_again(&mut self, interaction: u64) {
        self.note(&format!("sandbox: {interaction} is delivered again"));
        self.deliver(interaction);
    }

    /// Moves the clock ahead.
    pub(crate) fn advance(&mut self, by: Duration) {
        self.note(&format!("sandbox: {by:?} pass"));
        self.clock.advance(by);
        let now = self.now();
        let quiet = |channel: &Channel| {
            let last = channel.last_message.map_or(0, snowflake::made_at);
            let is_quiet = |thread: &Thread| {
                !thread.archived && last.max(thread.changed).saturating_add(thread.auto_archive.saturating_mul(MINUTE)) <= now
            };
            channel.thread.as_ref().is_some_and(is_quiet)
        };
        let quiet: Vec<Id> = self.channels.values().filter(|channel| quiet(channel)).map(|channel| channel.id).collect();
        for channel in quiet {
            if let Some(thread) = self.channels.get_mut(&channel).and_then(|channel| channel.thread.as_mut()) {
                thread.archived = true;
                thread.changed = now;
            }
            self.channel_event("THREAD_UPDATE", channel);
        }
    }
}
