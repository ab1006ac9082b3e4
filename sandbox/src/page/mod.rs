//! The web page, and the API it stands on.
//!
//! `GET /`, `/style.css` and some `/….js` are the page; everything below `/page` is its API, described here in full.
//! As all of the sandbox it answers only when the `Host` header names 127.0.0.1, localhost or `[::1]` (against DNS
//! rebinding: 403 otherwise), and refuses a foreign `Origin`. Bodies and answers are JSON (`Content-Type: application/json`); ids
//! are strings. What cannot be done is answered 400, what is not there 404, what may not be seen 403, each with
//! `{"error": "…"}`, a sentence to be shown to people. No token is needed: who reaches the port is a developer.
//!
//! `as` is the id of the person the page plays; it may be anyone but the bot.
//!
//! The page is plain JavaScript, module by module: `app.js` puts the parts together and hears the events, `world.js`
//! keeps what is known, `log.js`, `message.js`, `embed.js`, `components.js` and `markdown.js` show messages, `composer.js`
//! and `command_bar.js` are where one writes, `modal.js` and `dialogs.js` ask, `sidebar.js` is the rest. What a bot says
//! only ever becomes text nodes. Elements are named for tests by `data-testid`; the address holds who speaks (`as`) and
//! where (`channel`), so that a second tab can be someone else.
//!
//! # Objects
//!
//! - **guild** `{id, name, has_bot, owner_id, channels: [channel], members: [member], roles: [Discord role]}`
//! - **channel** `{id, kind: "channel"|"thread"|"direct", type, guild_id|null, name, topic|null, parent_id|null,
//!   position, archived, locked, user_id|null}`; `user_id` is the other side of direct messages; a thread's
//!   `parent_id` is its channel
//! - **member** `{id, username, name, roles: [id], is_bot, has_installed}`; `name` is the one to show. People outside
//!   a guild come in the same form, without roles
//! - **message** is Discord's message object (`id, channel_id, author, content, timestamp, edited_timestamp, embeds,
//!   attachments, components, reactions, mentions, flags, type, message_reference, referenced_message, thread,
//!   interaction_metadata, …`; addresses of attachments and of pictures in embeds can be loaded as they are), with
//!   `author_name` (to be shown), `by_bot`, `ephemeral` (only this viewer sees it) and `loading` (the bot is thinking);
//!   each of its `reactions` has `user_ids`, and a picture of an embed that was attached has its `description`
//! - **modal** is Discord's modal: `{title, custom_id, components: [{type: 1, components: [field]} | {type: 18, label,
//!   description?, component: field} | {type: 10, content}]}`; a text field is `{type: 4, custom_id, style: 1|2, label?,
//!   value?, placeholder?, required?, min_length?, max_length?}`, others are menus as in messages, with `required?`
//! - **command** is Discord's command object (`id, name, type: 1|2|3, description, options: [{type, name, description,
//!   required?, choices?, autocomplete?, min_value?, …}]`)
//!
//! # Looking
//!
//! | Request | Answer |
//! |---|---|
//! | `GET /page/state?as=ID` | `{bot: {id, name, connected}, base, guilds: [guild], people: [member], direct_messages: [channel]}`; without `as` everything, with `as` only guilds, channels and direct messages this person sees |
//! | `GET /page/channels/{channel}/messages?as=ID&before=ID&limit=N` | `{messages: [message], more}`, oldest first, at most 200 (50 without `limit`), ephemeral ones only for the one addressed; `more` tells whether older ones exist |
//! | `GET /page/messages/{message}?as=ID` | `{message}` |
//! | `GET /page/channels/{channel}/commands?as=ID` | `{commands: [command]}`: those offered to this person here |
//! | `GET /page/interactions/{interaction}?as=ID` | an **interaction**, see below |
//! | `GET /page/transcript` | text: all that has happened |
//! | `GET /page/requests?limit=N` | `{requests: [{method, path, status, body, response, files, injected}]}`: the newest requests of the bot (100 without `limit`), oldest first |
//!
//! An **interaction** is `{interaction_id, kind: "command"|"component"|"autocomplete"|"modal", status, channel_id,
//! message|null, followups: [message], modal|null, choices|null}` with `status` one of `waiting` (no answer yet),
//! `thinking` (deferred), `acknowledged` (a component, nothing said yet), `answered` (a message), `updated` (the
//! message of the component changed), `modal`, `choices`, `failed` ("The application did not respond"), `other`.
//!
//! # Doing
//!
//! | Request | Body | Answer |
//! |---|---|---|
//! | `POST /page/guilds` | `{name, has_bot?: true}` | `{guild}`; found if it is there |
//! | `POST /page/guilds/{guild}/channels` | `{name}` | `{channel}`; found if it is there |
//! | `POST /page/guilds/{guild}/members` | `{name}` | `{member}`; found if it is there |
//! | `POST /page/guilds/{guild}/bot` | `{present: bool, permissions?}` | `{guild}`: invites the bot or throws it out; `permissions` are those of its own role, a number or text as the program's option takes it |
//! | `POST /page/people/{user}/direct` | | `{channel}`: opens direct messages with the bot |
//! | `POST /page/people/{user}/install` | `{installed: bool}` | `{}`: installs the bot for this person alone |
//! | `POST /page/files?name=NAME` | the bytes | `{file}`: an id for `files` below, used up by its use |
//! | `POST /page/channels/{channel}/messages` | `{as, content, reply_to?, files?: [file]}` | `{message}` |
//! | `DELETE /page/messages/{message}` | `{as}` | `{}`: one's own message, or an ephemeral one ("dismiss") |
//! | `POST /page/channels/{channel}/typing` | `{as}` | `{}` |
//! | `POST /page/messages/{message}/reactions` | `{as, emoji}` | `{}`; emoji a character or `name:id` |
//! | `DELETE /page/messages/{message}/reactions` | `{as, emoji}` | `{}` |
//! | `POST /page/channels/{channel}/commands` | `{as, line}` or `{as, name, path?: [name], options?: {name: value}, files?: [file]}` | `{interaction_id}` |
//! | `POST /page/channels/{channel}/target` | `{as, name, type: 2 or 3, target}` | `{interaction_id}`: a command on a user (2) or message (3) |
//! | `POST /page/channels/{channel}/autocomplete` | `{as, name, path?, options, focused}` | `{interaction_id, choices: [{name, value}], failed}`, as soon as the bot has answered; `focused` is the name of the option being typed |
//! | `POST /page/messages/{message}/press` | `{as, custom_id}` | `{interaction_id}`; also takes a label |
//! | `POST /page/messages/{message}/select` | `{as, custom_id, values: [value]}` | `{interaction_id}` |
//! | `POST /page/interactions/{interaction}/submit` | `{as, fields: {custom_id: value or [value]}}` | `{interaction_id}` of the submission; `{interaction}` is the one that opened the modal |
//!
//! Values of `options`, `values` and `fields` are strings, numbers or booleans; users, channels and roles are given
//! by id (or `@name`, `#name`), attachments by the file's name with the file in `files`. Choices may be given by name or
//! value.
//!
//! `fields` may also be named by label. A menu in a modal takes a list of values, `[]` for none (if it is not `required`);
//! a plain string is parted at its commas instead, so that values with commas need the list. A field not named sends what
//! stood in it or was chosen in it beforehand.
//!
//! # Events
//!
//! `GET /page/events?as=ID` is a stream of server-sent events, each one `data: {"type": …}`: what this person would
//! see. (`EventSource` reconnects by itself; load the state anew when it does.)
//!
//! | `type` | Fields |
//! |---|---|
//! | `hello` | `connected`: first of all; whether the bot is connected |
//! | `message_created`, `message_updated` | `channel_id, guild_id, interaction_id` (null, or that of the command or component the message first answered), `message` |
//! | `ephemeral_reply` | the same: a message only this person sees has come; its edits come as `message_updated` |
//! | `message_deleted` | `channel_id, guild_id, message_id` |
//! | `interaction_acknowledged` | `interaction_id, channel_id`: a component was answered by an edit of its message, or by nothing visible; stop its spinner |
//! | `modal_opened` | `interaction_id, channel_id, modal` |
//! | `interaction_failed` | `interaction_id, channel_id, text`: "The application did not respond" |
//! | `autocomplete` | `interaction_id, channel_id, choices` (also given by the request itself) |
//! | `thread_created`, `thread_updated`, `thread_deleted`, `channel_created`, `channel_updated`, `channel_deleted` | `channel`; to those who see it |
//! | `guild_created` | `guild`; to its members |
//! | `guild_changed` | `guild_id`: the bot has come or gone, roles have changed, or a channel is no longer theirs to see; load the state anew |
//! | `member_joined` | `guild_id, member` |
//! | `member_changed` | `guild_id, user_id`: someone has left, or has another name or other roles there; load the state anew |
//! | `typing` | `channel_id, user_id` |
//! | `commands_changed` | the bot has registered commands |
//! | `bot` | `connected`: the bot has come or gone |
//! | `resync` | too much at once: load the state and messages anew |

mod act;
mod look;
mod stream;
mod viewer;

use std::sync::Arc;

use axum::Router;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};

use crate::local::Refusal;
use crate::state::Shared;

/// The routes below `/page`.
pub(crate) fn router() -> Router<Arc<Shared>> {
    Router::new()
        .route("/state", get(look::state))
        .route("/transcript", get(look::transcript))
        .route("/requests", get(look::requests))
        .route("/events", get(stream::events))
        .route("/files", post(act::upload))
        .route("/guilds", post(act::make_guild))
        .route("/guilds/{guild}/channels", post(act::make_channel))
        .route("/guilds/{guild}/members", post(act::make_member))
        .route("/guilds/{guild}/bot", post(act::invite_bot))
        .route("/people/{user}/direct", post(act::open_direct))
        .route("/people/{user}/install", post(act::install))
        .route("/channels/{channel}/messages", get(look::messages).post(act::say))
        .route("/channels/{channel}/commands", get(look::commands).post(act::run))
        .route("/channels/{channel}/target", post(act::run_on))
        .route("/channels/{channel}/autocomplete", post(act::complete))
        .route("/channels/{channel}/typing", post(act::typing))
        .route("/messages/{message}", get(look::message).delete(act::delete))
        .route("/messages/{message}/press", post(act::press))
        .route("/messages/{message}/select", post(act::select))
        .route("/messages/{message}/reactions", post(act::react).delete(act::unreact))
        .route("/interactions/{interaction}", get(look::interaction))
        .route("/interactions/{interaction}/submit", post(act::submit))
        .fallback(|| async { Refusal::missing("route") })
}

/// The page's modules of JavaScript.
const SCRIPTS: [(&str, &str); 19] = [
    ("/api.js", include_str!("api.js")),
    ("/app.js", include_str!("app.js")),
    ("/chooser.js", include_str!("chooser.js")),
    ("/command_bar.js", include_str!("command_bar.js")),
    ("/commands.js", include_str!("commands.js")),
    ("/completion.js", include_str!("completion.js")),
    ("/components.js", include_str!("components.js")),
    ("/composer.js", include_str!("composer.js")),
    ("/dialogs.js", include_str!("dialogs.js")),
    ("/dom.js", include_str!("dom.js")),
    ("/embed.js", include_str!("embed.js")),
    ("/log.js", include_str!("log.js")),
    ("/markdown.js", include_str!("markdown.js")),
    ("/message.js", include_str!("message.js")),
    ("/modal.js", include_str!("modal.js")),
    ("/pending.js", include_str!("pending.js")),
    ("/sidebar.js", include_str!("sidebar.js")),
    ("/times.js", include_str!("times.js")),
    ("/world.js", include_str!("world.js")),
];

/// What the page may load: its own files, and pictures from wherever a bot's embeds have them.
const POLICY: &str = "default-src 'self'; img-src 'self' data: http: https:; base-uri 'none'; form-action 'none'; \
    frame-ancestors 'none'";

/// The page's own files.
pub(crate) fn files() -> Router<Arc<Shared>> {
    let scripts = SCRIPTS
        .into_iter()
        .fold(Router::new(), |router, (path, text)| router.route(path, get(move || file("text/javascript; charset=utf-8", text))));
    scripts
        .route("/", get(|| file("text/html; charset=utf-8", include_str!("index.html"))))
        .route("/style.css", get(|| file("text/css; charset=utf-8", include_str!("style.css"))))
}

async fn file(media: &'static str, text: &'static str) -> Response {
    let headers = [(header::CONTENT_TYPE, media), (header::CACHE_CONTROL, "no-cache"), (header::CONTENT_SECURITY_POLICY, POLICY)];
    (headers, text).into_response()
}
