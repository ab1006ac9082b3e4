//! Why a campaign was not changed, and how the one who asked is told.

use crate::model::ids::{ChannelId, GuildId, MessageId, UserId};

use engine::dice::DiceProblem;

use crate::journal::error::JournalError;
use crate::model::played::Commands;
use crate::words;

/// Why a campaign was not changed.
#[derive(Debug, thiserror::Error)]
pub enum TableError {
    /// The rules.
    #[error("refused: {0}")]
    Refused(String),
    /// There is no seat for the one who asked, or they have to keep theirs.
    #[error("no seat: {0}")]
    NoSeat(String),
    /// The players' dice.
    #[error("{0}")]
    Dice(DiceProblem),
    /// There is no campaign in the channel.
    #[error("no campaign in this channel")]
    NoCampaign,
    /// Another game is played there.
    #[error("another game is played in this channel")]
    OtherGame,
    /// A game that this umpire does not know.
    #[error("an unknown game: {0}")]
    UnknownGame(String),
    /// The key of no order.
    #[error("no order of this game")]
    UnknownOrder,
    /// The one who asked has no seat.
    #[error("not a player of this campaign")]
    NotAPlayer(Commands),
    /// Only the commander may do that.
    #[error("only for the commander")]
    CommanderOnly(UserId),
    /// The commander cannot leave while others play.
    #[error("the commander cannot leave")]
    CommanderStays,
    /// Somebody is not in the campaign.
    #[error("not a member")]
    NotAMember(UserId),
    /// The group has as many members as it can.
    #[error("the group is full")]
    Full,
    /// Somebody looks on and gives no orders.
    #[error("a spectator")]
    Spectator,
    /// It has that already.
    #[error("nothing to change")]
    NothingToChange,
    /// The players' dice are thrown when a proposal is carried out.
    #[error("dice with a proposal")]
    DiceWithProposal,
    /// Nobody would be left to command our side.
    #[error("nobody on our side")]
    NobodyOnOurSide,
    /// A battle on the board is fought out by the sides that began it: each has seen its own cards and ambushes.
    #[error("the battle is on the board")]
    SidesAreFixed,
    /// A proposal has been settled already.
    #[error("settled already")]
    Settled,
    /// What was proposed can be ordered no more.
    #[error("overtaken")]
    Overtaken,
    /// Already in the campaign.
    #[error("already in the campaign")]
    AlreadyIn,
    /// No battle is being fought among several players.
    #[error("no battle")]
    NoBattle,
    /// Nobody is reminded of anything.
    #[error("no pace")]
    NoPace,
    /// The campaign rests.
    #[error("the campaign rests")]
    Rests,
    /// It is not the one who asked that is waited for.
    #[error("not waited for")]
    NotWaitedFor,
    /// There is nothing that could be undone.
    #[error("nothing to undo")]
    NothingToUndo(Commands),
    /// What is to be undone is another's, and not the commander asks.
    #[error("another's order")]
    NotYoursToUndo {
        /// Who gave it.
        given_by: UserId,
        /// Who commands, if anybody does.
        commander: Option<UserId>,
    },
    /// Dice were thrown, or something hidden shown: a second member has to agree.
    #[error("a second member has to agree")]
    AnotherHasToAgree {
        /// Who commands, if anybody does.
        commander: Option<UserId>,
    },
    /// The channel has been asked for the second word already.
    #[error("asked already")]
    AskedAlready {
        /// The server.
        guild: GuildId,
        /// Where it was asked.
        channel: ChannelId,
        /// The message, once it is posted.
        message: Option<MessageId>,
    },
    /// A correction takes two, and one of them commands.
    #[error("a correction takes two")]
    CorrectionTakesTwo {
        /// Who commands, if anybody does.
        commander: Option<UserId>,
    },
    /// The campaign has been closed.
    #[error("the campaign is closed")]
    Closed,
    /// A button of an earlier position.
    #[error("the button is out of date")]
    OutOfDate,
    /// The campaign's lifecycle do not allow it.
    #[error(transparent)]
    Lifecycle(#[from] LifecycleError),
    /// The store.
    #[error(transparent)]
    Journal(#[from] JournalError),
}

impl TableError {
    /// One sentence for the one who asked: what is wrong and what to do.
    #[must_use]
    pub fn sentence(&self) -> String {
        match self {
            Self::Refused(sentence) | Self::NoSeat(sentence) => sentence.clone(),
            Self::Dice(problem) => problem.to_string(),
            Self::NoCampaign => {
                "There is no campaign in this channel: start one with /campaign start, or take an archived one up with /campaign resume."
                    .to_owned()
            }
            Self::OtherGame => "Another game is played in this channel: /turn shows where it stands and what can be done.".to_owned(),
            Self::UnknownGame(game) => {
                format!(
                    "That game, \"{}\", is not one this umpire knows: whoever runs it may have put an older program back.",
                    words::shortened(game, 40)
                )
            }
            Self::UnknownOrder => "That is no order I know: see what can be done with /turn.".to_owned(),
            Self::NotAPlayer(Commands { noun, join, .. }) => format!("You are not in this {noun}: join it with {join}."),
            Self::CommanderOnly(commander) => format!("Only <@{commander}>, who has the command, may do that."),
            Self::CommanderStays => {
                "You are the commander in chief: hand the command over first with /staff appoint, or end the campaign with /campaign end."
                    .to_owned()
            }
            Self::NotAMember(user) => format!("<@{user}> has no seat in this campaign: /campaign join takes one."),
            Self::Full => "The group has as many members as it can seat: somebody has to leave first.".to_owned(),
            Self::Spectator => "You look on in this campaign: take a seat with /campaign join to give orders.".to_owned(),
            Self::NothingToChange => "That is so already; nothing has been changed.".to_owned(),
            Self::DiceWithProposal => {
                "You propose that to the commander, and the dice are thrown when it is approved: leave the dice out.".to_owned()
            }
            Self::SidesAreFixed => "The battle is on the board by now: who has seen one side's cards and ambushes does not go over to the other. \
                 Whoever cannot go on playing presses *I cannot play*."
                .to_owned(),
            Self::NobodyOnOurSide => "Somebody has to command our side: let another change sides first.".to_owned(),
            Self::Settled => "That proposal has been settled already.".to_owned(),
            Self::Overtaken => {
                "Other things were ordered since, and that can be ordered no more: the proposal is set aside. See where it stands with /turn."
                    .to_owned()
            }
            Self::AlreadyIn => "You are in already: see where it stands with /turn.".to_owned(),
            Self::NoBattle => "No battle is being fought among several players now.".to_owned(),
            Self::Rests => "It rests, and nobody is reminded: `/pace pause paused:False` lets it go on.".to_owned(),
            Self::NoPace => "Nobody is being reminded: `/pace set` turns reminders on, and says after how long.".to_owned(),
            Self::NotWaitedFor => {
                "It is not you who is waited for. Whoever is waited for can take more time with `/pace extend`, and whoever commands can give it.".to_owned()
            }
            Self::NothingToUndo(Commands { noun, begin, end, .. }) => {
                format!("There is nothing to undo: the opening stands. To begin anew, close the {noun} with {end}, and {begin} begins another.")
            }
            Self::NotYoursToUndo { given_by, commander } => {
                let commander = commander
                    .filter(|commander| commander != given_by)
                    .map_or_else(String::new, |user| format!(", or <@{user}> as commander in chief,"));
                format!("That order is <@{given_by}>'s: only <@{given_by}>{commander} can take it back.")
            }
            Self::AnotherHasToAgree { commander } => {
                let whom =
                    commander.map_or_else(|| "two players".to_owned(), |user| format!("<@{user}>, who commands, and one other player"));
                format!("It takes {whom}: one has asked, the other has to agree.")
            }
            Self::CorrectionTakesTwo { commander } => {
                let whom =
                    commander.map_or_else(|| "two players".to_owned(), |user| format!("<@{user}>, who commands, and one other player"));
                format!("A correction takes {whom}: one has proposed it, the other has to agree.")
            }
            Self::Lifecycle(error) => error.sentence(),
            Self::Closed => "That is closed and takes no more orders.".to_owned(),
            Self::AskedAlready { guild, channel, message } => {
                let place = message.map_or_else(
                    || format!("<#{channel}>"),
                    |message| format!("https://discord.com/channels/{}/{channel}/{message}", guild.in_an_address()),
                );
                format!("That is asked for already, and waits for a second word: agree to it or decline it at {place}.")
            }
            Self::OutOfDate => "That button is out of date: something was ordered since. See where it stands with /turn.".to_owned(),
            Self::Journal(JournalError::Repeated) => "That has been done already.".to_owned(),
            Self::Journal(JournalError::ChannelTaken) => {
                "This channel has a game already, which /turn shows: begin another in another channel, or put this one away with /campaign archive first."
                    .to_owned()
            }
            Self::Journal(JournalError::TooManyBegun { again }) => format!(
                "More games have been begun here within an hour than anybody can play, so this one is not: begin it <t:{again}:R>, or go on with one of the others."
            ),
            Self::Journal(JournalError::MovedOn) => {
                "Something was ordered while you asked: see where it stands with /turn, and ask again.".to_owned()
            }
            Self::Journal(JournalError::UnreadableRow { revision, reason }) => format!(
                "No. {revision} of the journal cannot be read ({}): this stands as it stood before it and takes no orders until whoever runs the umpire has mended that row, or put a backup back.",
                words::shortened(reason, 120)
            ),
            Self::Journal(JournalError::Unreadable(reason)) => format!(
                "Something in the journal cannot be read ({}), so nothing has been done: whoever runs the umpire has to mend it, or put a backup back.",
                words::shortened(reason, 120)
            ),
            Self::Journal(_) => "The journal could not be read or written, so nothing has been done: try again in a moment.".to_owned(),
        }
    }
}

/// Why a campaign's lifecycle were not changed, or what they do not allow.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum LifecycleError {
    /// It is put away.
    #[error("archived")]
    Archived,
    /// It is deleted, and gone for good at this time, in seconds since 1970.
    #[error("deleted")]
    Deleted(i64),
    /// It is gone for good.
    #[error("gone for good")]
    Gone,
    /// It is played in another channel now.
    #[error("played in another channel")]
    PlayedElsewhere(ChannelId),
    /// It is another channel's, or another server's.
    #[error("another channel's")]
    OfAnother,
    /// The server has no such campaign.
    #[error("no such campaign")]
    Unknown,
    /// It is not put away.
    #[error("not archived")]
    NotArchived,
    /// It is not deleted.
    #[error("not deleted")]
    NotDeleted,
    /// Neither does the one who asked command, nor manage the server.
    #[error("only for whoever is in charge")]
    InChargeOnly(Option<UserId>),
    /// Its dice come from a seed that was chosen beforehand.
    #[error("a demonstration")]
    Demonstration,
    /// It is forgotten rather than closed.
    #[error("a demonstration is not closed")]
    EndsByItself,
    /// It is not over, and somebody else plays on: a side is given up with this command.
    #[error("not over")]
    NotOver(&'static str),
    /// It is no trial.
    #[error("no trial")]
    NoTrial,
    /// A bot cannot command.
    #[error("a bot")]
    Bot,
}

impl LifecycleError {
    /// One sentence for the one who asked: what is wrong and what to do.
    #[must_use]
    pub fn sentence(&self) -> String {
        match self {
            Self::Archived => "That campaign is archived: /campaign resume takes it up again, in any channel that is free.".to_owned(),
            Self::Deleted(gone_at) => {
                format!("That campaign is deleted, and gone for good on <t:{gone_at}:D>: until then /campaign restore brings it back.")
            }
            Self::Gone => "That campaign is gone for good; /campaign list shows those there are.".to_owned(),
            Self::PlayedElsewhere(channel) => format!("That campaign is played in <#{channel}> now: use the buttons there."),
            Self::OfAnother => "That button belongs to another campaign: use those of this channel, or /turn.".to_owned(),
            Self::Unknown => {
                "There is no such campaign here: choose one that Discord offers as you type, or see /campaign list.".to_owned()
            }
            Self::NotArchived => "That campaign is not archived: /campaign list shows which are.".to_owned(),
            Self::NotDeleted => "That campaign is not deleted: /campaign list shows which are.".to_owned(),
            Self::InChargeOnly(commander) => {
                let commander =
                    commander.map_or_else(|| "one of its players".to_owned(), |user| format!("its commander in chief, <@{user}>"));
                format!("Only {commander}, or whoever manages this server, may do that.")
            }
            Self::Demonstration => "This is a demonstration: its dice come from a seed that was chosen beforehand, so there is nothing to \
                                    prove, and it is not exported. /campaign start begins a campaign of your own."
                .to_owned(),
            Self::EndsByItself => {
                "This is a demonstration: it is forgotten by itself after 24 hours without an order, or at once by *Forget it*, which \
                 /campaign status has."
                    .to_owned()
            }
            Self::NotOver(give_up) => {
                format!("It is not over, and somebody plays the other side: {give_up} gives it up, and then it can be ended.")
            }
            Self::NoTrial => "That campaign is kept: `/campaign delete` deletes it, and `/campaign end` closes it.".to_owned(),
            Self::Bot => "A bot commands nothing: name a member.".to_owned(),
        }
    }
}
