//! How a battle on the gridded board is begun.

use std::sync::Arc;

use engine::tabletop::options::Options;
use engine::tabletop::state::State;
use poise::serenity_prelude as serenity;

use crate::despatches::field::beginning;
use crate::doors::data::Data;
use crate::doors::error::CommandError;
use crate::doors::founding::{self, Beginning, Begun, Taken, Where};
use crate::model::ids::{GuildId, InteractionId, UserId};
use crate::model::played::Played as _;
use crate::model::skirmish::{Opponent, Skirmish};
use crate::table::error::TableError;
use crate::table::tables::Tables;

/// What is said where a battle finds a game already.
pub(crate) const TAKEN: Taken = Taken {
    direct: "There is a game here already: play it out, or give it up; then close it.",
    thread: "This thread has a game already: begin the battle in another channel.",
    no_thread: "This channel has a game already, and I cannot open a thread for the battle here: ask in another channel, or give me the \
                permissions Create Public Threads and Send Messages in Threads.",
};

/// All battles on the board that are no campaign's.
pub(crate) fn tables(data: &Data) -> Result<Arc<Tables<State>>, TableError> {
    data.rooms.tables::<State>().ok_or_else(|| TableError::UnknownGame(State::NAME.to_owned()))
}

/// Begins a battle of which everything is chosen; who is to be asked to take the other side is called.
pub(crate) async fn begin(
    data: &Data,
    http: &serenity::Http,
    place: Where,
    by: (InteractionId, UserId),
    (skirmish, options, calls): (Skirmish, Options, Option<UserId>),
) -> Result<Begun, CommandError> {
    let orders = beginning::orders(&data.battle_pack, skirmish, options)
        .ok_or_else(|| CommandError::Say("This umpire has no such battle any more: begin again with /battle new.".to_owned()))?;
    if place.guild == GuildId::DIRECT && (calls.is_some() || skirmish.opponent == Some(Opponent::Member)) {
        return Err(CommandError::Say(
            "In direct messages you fight alone: against a staff, or both sides. Against a member it is fought in a server's channel."
                .to_owned(),
        ));
    }
    let thread = format!("Battle: {}", beginning::title(&data.battle_pack, skirmish));
    let beginning = Beginning::<State> { pack: Arc::clone(&data.battle_pack), thread, orders, calls };
    founding::begin(data, http, place, by, beginning, TAKEN).await
}
