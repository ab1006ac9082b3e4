//! The table of routes.

use super::call::{Call, Outcome, id, require_token};
use super::{application, channel, command, guild, interaction, member, message, pin, reaction, role, thread, webhook};
use crate::errors::{ApiError, Unknown};
use crate::state::World;

/// Leads a request to its route.
pub(crate) fn route(world: &mut World, call: &Call, segments: &[&str]) -> Outcome {
    // These are kept by a secret in the path; all others by the bot's token.
    match (call.method.as_str(), segments) {
        ("GET", ["gateway"]) => return application::gateway(world),
        ("POST", ["interactions", interaction, token, "callback"]) => {
            return interaction::answer(world, call, interaction, token);
        }
        (_, ["webhooks", application, token, rest @ ..]) => {
            return webhook::route(world, call, application, token, rest);
        }
        _ => require_token(call)?,
    }
    match segments {
        ["gateway", "bot"] => application::gateway_bot(world),
        ["applications" | "oauth2" | "users" | "voice" | "sticker-packs", ..] => of_accounts(world, call, segments),
        ["channels", channel, rest @ ..] => {
            let channel = id(channel, Unknown::Channel)?;
            of_channel(world, call, channel, rest)
        }
        ["guilds", guild, rest @ ..] => {
            let guild_id = id(guild, Unknown::Guild)?;
            guild::require(world, guild_id)?;
            of_guild(world, call, guild_id, rest)
        }
        _ => Err(ApiError::not_found()),
    }
}

fn of_accounts(world: &mut World, call: &Call, segments: &[&str]) -> Outcome {
    match (call.method.as_str(), segments) {
        ("GET" | "PATCH", ["applications", "@me"]) | ("GET", ["oauth2", "applications", "@me"]) => application::this(world),
        ("GET", ["applications", application]) => {
            application::require(application)?;
            application::this(world)
        }
        (_, ["applications", application, "commands", rest @ ..]) => {
            application::require(application)?;
            command::route(world, call, None, rest)
        }
        (_, ["applications", application, "guilds", guild, "commands", rest @ ..]) => {
            application::require(application)?;
            let guild_id = id(guild, Unknown::Guild)?;
            guild::require(world, guild_id)?;
            command::route(world, call, Some(guild_id), rest)
        }
        ("GET", ["applications", _, "emojis"]) => Ok(super::call::Reply::ok(serde_json::json!({"items": []}))),
        ("GET", ["applications", _, "entitlements" | "skus"]) | ("GET", ["voice", "regions"]) => {
            Ok(super::call::Reply::ok(serde_json::json!([])))
        }
        ("GET", ["users", "@me"]) | ("PATCH", ["users", "@me"]) => application::me(world, call),
        ("GET", ["users", "@me", "guilds"]) => guild::of_bot(world),
        ("DELETE", ["users", "@me", "guilds", guild]) => guild::leave(world, guild),
        ("POST", ["users", "@me", "channels"]) => channel::open_direct(world, call),
        ("GET", ["users", user]) => application::user(world, user),
        _ => Err(ApiError::not_found()),
    }
}

fn of_channel(world: &mut World, call: &Call, channel_id: u64, rest: &[&str]) -> Outcome {
    match (call.method.as_str(), rest) {
        ("GET", []) => channel::get(world, channel_id),
        ("PATCH" | "PUT", []) => channel::change(world, call, channel_id),
        ("DELETE", []) => channel::delete(world, channel_id),
        ("POST", ["typing"]) => channel::typing(world, channel_id),
        ("PUT", ["permissions", target]) => channel::overwrite(world, call, channel_id, target),
        ("DELETE", ["permissions", target]) => channel::remove_overwrite(world, channel_id, target),
        ("GET", ["messages"]) => message::list(world, call, channel_id),
        ("POST", ["messages"]) => message::create(world, call, channel_id),
        ("POST", ["messages", "bulk-delete"]) => message::bulk_delete(world, call, channel_id),
        ("GET", ["messages", "pins"]) => pin::list(world, call, channel_id),
        (method, ["messages", "pins", message] | ["pins", message]) => pin::change(world, method, channel_id, message),
        ("GET", ["pins"]) => pin::list_old(world, channel_id),
        ("GET", ["messages", message]) => message::get(world, channel_id, message),
        ("PATCH", ["messages", message]) => message::change(world, call, channel_id, message),
        ("DELETE", ["messages", message]) => message::delete(world, channel_id, message),
        (_, ["messages", message, "reactions", rest @ ..]) => reaction::route(world, call, channel_id, message, rest),
        ("POST", ["messages", message, "threads"]) => thread::from_message(world, call, channel_id, message),
        ("POST", ["threads"]) => thread::create(world, call, channel_id),
        ("GET", ["threads", "archived", kind]) => thread::archived(world, channel_id, kind),
        ("GET", ["users", "@me", "threads", "archived", "private"]) => thread::archived(world, channel_id, "private"),
        (_, ["thread-members", rest @ ..]) => thread::members(world, call, channel_id, rest),
        ("GET", ["webhooks" | "invites"]) => Ok(super::call::Reply::ok(serde_json::json!([]))),
        _ => Err(ApiError::not_found()),
    }
}

fn of_guild(world: &mut World, call: &Call, guild_id: u64, rest: &[&str]) -> Outcome {
    match (call.method.as_str(), rest) {
        ("GET", [] | ["preview"]) => guild::get(world, guild_id),
        ("GET", ["channels"]) => guild::channels(world, guild_id),
        ("POST", ["channels"]) => guild::create_channel(world, call, guild_id),
        ("PATCH", ["channels"]) => guild::arrange_channels(world, call, guild_id),
        ("GET", ["threads", "active"]) => thread::active(world, guild_id),
        ("GET", ["members"]) => member::list(world, call, guild_id),
        ("GET", ["members", "search"]) => member::search(world, call, guild_id),
        ("PATCH", ["members", "@me"]) => member::change_own_nick(world, call, guild_id),
        ("GET", ["members", user]) => member::get(world, guild_id, user),
        ("PATCH", ["members", user]) => member::change(world, call, guild_id, user),
        ("DELETE", ["members", user]) => member::remove(world, guild_id, user),
        (method @ ("PUT" | "DELETE"), ["members", user, "roles", role]) => member::change_role(world, method, guild_id, user, role),
        ("GET", ["roles"]) => role::list(world, guild_id),
        ("GET", ["roles", role]) => role::get(world, guild_id, role),
        ("POST", ["roles"]) => role::create(world, call, guild_id),
        ("PATCH", ["roles"]) => role::arrange(world, call, guild_id),
        ("PATCH", ["roles", role]) => role::change(world, call, guild_id, role),
        ("DELETE", ["roles", role]) => role::delete(world, guild_id, role),
        ("GET", ["emojis" | "stickers" | "webhooks" | "integrations" | "invites" | "bans"]) => {
            Ok(super::call::Reply::ok(serde_json::json!([])))
        }
        _ => Err(ApiError::not_found()),
    }
}
