//! How the mini-game of the siege is begun.

use std::sync::Arc;

use engine::khartoum::options::Options;
use engine::khartoum::state::State;
use poise::serenity_prelude as serenity;

use crate::despatches::khartoum::beginning;
use crate::doors::data::Data;
use crate::doors::error::CommandError;
use crate::doors::founding::{self, Beginning, Begun, Taken, Where};
use crate::model::duel_choices::{DuelChoices, DuelOpponent};
use crate::model::ids::{GuildId, InteractionId, UserId};
use crate::model::khartoum_command::NEW;
use crate::model::played::Played as _;
use crate::table::error::TableError;
use crate::table::tables::Tables;

/// What is said where a game finds another there already.
pub(crate) const TAKEN: Taken = Taken {
    direct: "There is a game here already: play it out, or give it up; then close it.",
    thread: "This thread has a game already: begin this one in another channel.",
    no_thread: "This channel has a game already, and I cannot open a thread for this one here: ask in another channel, or give me the \
                permissions Create Public Threads and Send Messages in Threads.",
};

/// All games of the siege.
pub(crate) fn tables(data: &Data) -> Result<Arc<Tables<State>>, TableError> {
    data.rooms.tables::<State>().ok_or_else(|| TableError::UnknownGame(State::NAME.to_owned()))
}

/// Begins a game of which everything is chosen; who is to be asked to take the other side is called.
pub(crate) async fn begin(
    data: &Data,
    http: &serenity::Http,
    place: Where,
    by: (InteractionId, UserId),
    (choices, options, calls): (DuelChoices, Options, Option<UserId>),
) -> Result<Begun, CommandError> {
    let orders = beginning::orders(choices, options)
        .ok_or_else(|| CommandError::Say(format!("Something is not chosen yet: begin again with {NEW}.")))?;
    if place.guild == GuildId::DIRECT && (calls.is_some() || choices.opponent == Some(DuelOpponent::Member)) {
        return Err(CommandError::Say(
            "In direct messages you play against a staff. Against a member it is played in a server's channel.".to_owned(),
        ));
    }
    let pack = Arc::clone(&data.khartoum_pack);
    let beginning = Beginning::<State> { thread: pack.tables.title.clone(), pack, orders, calls };
    founding::begin(data, http, place, by, beginning, TAKEN).await
}
