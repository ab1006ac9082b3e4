//! What the commands of a game for two have in common, of which each side hides something from the other: against whom it is begun, and what is
//! done in the channel where it is played.

use std::sync::Arc;

use engine::tabletop::seat::Seat;
use engine::tabletop::side::Side;
use poise::serenity_prelude as serenity;
use serenity::{AutocompleteChoice, CreateAutocompleteResponse};

use crate::commands::turn;
use crate::doors::answer::{self, and_post, answer, answer_done, answer_with_sheet, defer, say, send};
use crate::doors::error::{CommandError, Context, Outcome};
use crate::doors::founding::{Begun, Where};
use crate::model::duel_choices::DuelOpponent;
use crate::model::ids::{CampaignId, GuildId};
use crate::model::played::Played;
use crate::table::error::TableError;
use crate::table::room::Room;
use crate::table::tables::{Hosted, Tables};

/// Whom to play against.
#[derive(Clone, Copy, Debug, poise::ChoiceParameter)]
pub enum Against {
    /// As a sensible player would play.
    #[name = "The plain staff"]
    Plain,
    /// It plays on in its head first.
    #[name = "The searching staff"]
    Searching,
    /// The first who joins.
    #[name = "Whoever joins"]
    Member,
}

/// Against whom it is begun, by what was typed.
pub(super) fn opponent(ctx: Context<'_>, against: Option<Against>, member: Option<&serenity::User>) -> Result<DuelOpponent, CommandError> {
    if member.is_some_and(|member| member.id == ctx.author().id) {
        return Err(CommandError::Say(
            "Nobody plays both sides, as one is hidden from the other: name another member, or choose a staff.".to_owned(),
        ));
    }
    match (against, member) {
        (None, Some(_)) | (Some(Against::Member), _) => Ok(DuelOpponent::Member),
        (None | Some(Against::Plain), None) => Ok(DuelOpponent::Plain),
        (Some(Against::Searching), None) => Ok(DuelOpponent::Searching),
        (Some(_), Some(_)) => Err(CommandError::Say("Name a member, or another opponent, not both.".to_owned())),
    }
}

/// Where the command was given.
pub(super) fn place(ctx: Context<'_>) -> Where {
    let is_thread = ctx.interaction.channel.as_ref().is_some_and(|channel| channel.thread_metadata.is_some());
    Where { guild: ctx.guild_id().map_or(GuildId::DIRECT, Into::into), channel: ctx.channel_id(), is_thread }
}

/// Says that a game is begun, and where.
pub(super) async fn begun(ctx: Context<'_>, Begun { done, thread }: Begun) -> Outcome {
    let Some(thread) = thread else { return answer_done(ctx, done).await };
    and_post(ctx, done.campaign, say(ctx, &format!("It begins in <#{thread}>."))).await
}

/// A game of two on Discord: what is said where there is none.
pub(super) struct Duel {
    /// What it is called.
    pub(super) called: &'static str,
    /// The command that begins one.
    pub(super) new: &'static str,
}

impl Duel {
    /// The game of the channel.
    pub(super) async fn here<G: Played>(&self, ctx: Context<'_>) -> Result<(CampaignId, Arc<dyn Room>), CommandError> {
        let none = || CommandError::Say(format!("There is no {} in this channel: begin one with {}.", self.called, self.new));
        match ctx.data().rooms.remembered_in(ctx.channel_id().into()).await {
            Err(TableError::NoCampaign) => Err(none()),
            Ok((id, room)) if room.name() == G::NAME => Ok((id, room)),
            Ok(_) => Err(none()),
            Err(error) => Err(error.into()),
        }
    }

    /// Takes the side that nobody plays.
    pub(super) async fn join<G: Played>(&self, ctx: Context<'_>) -> Outcome {
        let (id, room) = self.here::<G>(ctx).await?;
        answer::join(ctx, id, room.as_ref()).await
    }

    /// Answers with a sheet of the game, and its picture as the one who asks may see it.
    pub(super) async fn sheet<G: Played>(&self, ctx: Context<'_>, topic: &str) -> Outcome {
        let (id, room) = self.here::<G>(ctx).await?;
        // An order of theirs that is under way is waited for.
        defer(ctx, true).await?;
        let sheet = room.sheet(id, ctx.author().id.into(), topic, 0).await?.unwrap_or_default();
        answer_with_sheet(ctx, id, room.as_ref(), &sheet).await
    }

    /// Completes an order.
    pub(super) async fn complete<G: Played>(&self, ctx: Context<'_>, typed: &str) -> CreateAutocompleteResponse {
        match self.here::<G>(ctx).await {
            Ok(_) => turn::complete(ctx, typed).await,
            Err(_) => CreateAutocompleteResponse::new().set_choices(Vec::<AutocompleteChoice>::new()),
        }
    }

    /// Gives an order; without one, one's own side is shown.
    pub(super) async fn order<G: Played>(&self, ctx: Context<'_>, order: Option<String>, dice: Option<String>) -> Outcome {
        if order.is_none() {
            return self.sheet::<G>(ctx, "hand").await;
        }
        let (id, room) = self.here::<G>(ctx).await?;
        turn::of_another_game(ctx, id, room.as_ref(), order, dice).await
    }

    /// Has the film drawn.
    pub(super) async fn film<G: Hosted>(&self, ctx: Context<'_>, tables: Arc<Tables<G>>) -> Outcome {
        let (id, _) = self.here::<G>(ctx).await?;
        defer(ctx, true).await?;
        let asked = tables.ask_for_film(id, ctx.interaction.id.into(), ctx.author().id.into()).await?;
        ctx.data().outbox.film_asked_for(id);
        let sentence = if asked {
            "The film is being drawn: it will be posted in the game's channel in a moment."
        } else {
            "A film of this game is being drawn already: it will be posted in the game's channel in a moment."
        };
        send(ctx, || poise::CreateReply::default().content(sentence).ephemeral(true)).await
    }

    /// Asks whether one resigns indeed.
    pub(super) async fn resign<G: Hosted<Seat = Seat>>(
        &self,
        ctx: Context<'_>,
        tables: Arc<Tables<G>>,
        concede: fn(Side) -> G::Order,
    ) -> Outcome {
        let (id, _) = self.here::<G>(ctx).await?;
        let question = tables.ask_first(id, ctx.author().id.into(), |seat: Seat| seat.side().map(concede)).await?;
        answer(ctx, &question, true).await
    }

    /// Asks whether a game that is over is to be closed.
    pub(super) async fn end<G: Played>(&self, ctx: Context<'_>) -> Outcome {
        let (id, room) = self.here::<G>(ctx).await?;
        let question = room.may_close(id, ctx.author().id.into()).await?;
        answer(ctx, &question, true).await
    }
}
