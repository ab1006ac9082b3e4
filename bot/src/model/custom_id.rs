//! What a button or menu says when it is pressed: everything needed to answer, so that nothing is kept in memory.
//!
//! An id carries the campaign, the revision it was offered at, and the choice. It is at most 100 characters (Discord's
//! limit); whatever comes from outside is read strictly, and anything else is told to be out of date.

use crate::model::log_filter::{LogFilter, LogSubject};
use crate::model::odds_subject::OddsSubject;
use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::model::duel_choices::DuelChoices;
use crate::model::ids::{CampaignId, ProposalId, UserId};
use crate::model::opening::Opening;
use crate::model::skirmish::Skirmish;

/// What was pressed.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub enum CustomId {
    /// An order, by its key.
    Order {
        /// The campaign.
        campaign: CampaignId,
        /// The revision at which it was offered.
        revision: u32,
        /// The order's key, see [`crate::model::orders`].
        key: String,
    },
    /// An order, by its key, that was asked about: the one who presses is sure.
    Sure {
        /// The campaign.
        campaign: CampaignId,
        /// The revision at which it was offered.
        revision: u32,
        /// The order's key.
        key: String,
    },
    /// Back from a question to what is legal now.
    Back {
        /// The campaign.
        campaign: CampaignId,
    },
    /// A menu whose chosen value is an order's key.
    OrderMenu {
        /// The campaign.
        campaign: CampaignId,
        /// The revision at which it was offered.
        revision: u32,
    },
    /// A menu whose chosen value is the word of a sheet.
    SheetMenu {
        /// The campaign.
        campaign: CampaignId,
    },
    /// Open a sheet of orders.
    Sheet {
        /// The campaign.
        campaign: CampaignId,
        /// The word of its topic.
        topic: String,
        /// The page, from 0.
        page: u16,
    },
    /// Show every roll of a row of the journal.
    Rolls {
        /// The campaign.
        campaign: CampaignId,
        /// The row.
        revision: u32,
    },
    /// Show the whole map.
    Map {
        /// The campaign.
        campaign: CampaignId,
    },
    /// Show odds.
    Odds {
        /// The campaign.
        campaign: CampaignId,
        /// Of what; of what presses most, if it is not said.
        about: Option<OddsSubject>,
    },
    /// Show where the turn stands.
    Board {
        /// The campaign.
        campaign: CampaignId,
    },
    /// Close the campaign: pressed by the commander after being told what that means.
    Close {
        /// The campaign.
        campaign: CampaignId,
    },
    /// Delete the campaign: pressed after being told what that means.
    Delete {
        /// The campaign.
        campaign: CampaignId,
    },
    /// Ask for what a pursuit needs to know.
    AskPursuit {
        /// Mahdist units met.
        theirs: u16,
    },
    /// Ask for what recovery needs to know.
    AskRecovery {
        /// Whether the field was held.
        field_held: bool,
    },
    /// Roll for the lost.
    Recover {
        /// How many.
        lost: u8,
        /// Whether the field was held.
        field_held: bool,
    },
    /// Report a battle: opens the form, and is the form.
    Report {
        /// The campaign.
        campaign: CampaignId,
        /// The revision at which it was offered.
        revision: u32,
        /// Whether ours held the field.
        held: bool,
    },
    /// Vote on the commander in chief.
    Vote {
        /// The campaign.
        campaign: CampaignId,
        /// Whether to dismiss.
        dismiss: bool,
    },
    /// Vote on a house rule.
    OptionVote {
        /// The campaign.
        campaign: CampaignId,
        /// Whether for it.
        agree: bool,
    },
    /// Approve or decline a proposal.
    Settle {
        /// Its number in the journal.
        proposal: ProposalId,
        /// Whether it is approved.
        approve: bool,
    },
    /// Change sides in a battle, or say that one cannot play it.
    Side {
        /// The campaign.
        campaign: CampaignId,
        /// The row of the journal that began the battle.
        battle: u32,
        /// Whether the one who presses cannot play.
        away: bool,
    },
    /// Show the table that a battle is fought on.
    Terrain {
        /// The campaign.
        campaign: CampaignId,
        /// The row of the journal that began the battle.
        battle: u32,
    },
    /// Put what has been put together so far before the commander.
    Propose {
        /// The campaign.
        campaign: CampaignId,
    },
    /// Begin a proposal that is being put together anew.
    StartOver {
        /// The campaign.
        campaign: CampaignId,
    },
    /// Undo what was ordered last, or agree to it.
    Undo {
        /// The campaign.
        campaign: CampaignId,
        /// The first row of what is to be undone.
        revision: u32,
        /// Who asked for it, if it is a second word that is asked for.
        asked_by: Option<UserId>,
    },
    /// A menu whose chosen value is the first row of what is taken back to a point.
    UndoMenu {
        /// The campaign.
        campaign: CampaignId,
    },
    /// Go back to a point, as it was shown, or agree to it.
    UndoTo {
        /// The campaign.
        campaign: CampaignId,
        /// The first row of what is to be undone.
        first: u32,
        /// The last.
        last: u32,
        /// Who asked for it, if it is a second word that is asked for.
        asked_by: Option<UserId>,
    },
    /// Decline to undo something, or ask for it no longer.
    DeclineUndo {
        /// The campaign.
        campaign: CampaignId,
        /// Who asked for it.
        asked_by: UserId,
    },
    /// Say why something was declined: opens the form, and is the form.
    Reason {
        /// The campaign.
        campaign: CampaignId,
        /// Who asked, or proposed.
        asked_by: UserId,
        /// The number of the proposal; 0 for what is no proposal.
        proposal: u32,
    },
    /// Tell a rule.
    Rule {
        /// What is asked about, see [`crate::despatches::rule::Subject::key`].
        subject: String,
    },
    /// Turn a page of the log.
    Log {
        /// The campaign.
        campaign: CampaignId,
        /// The page, from 0.
        page: u16,
        /// Which rows it shows.
        filter: LogFilter,
    },
    /// A menu whose chosen value is a row of the log.
    LogRow {
        /// The campaign.
        campaign: CampaignId,
    },
    /// Choose how a campaign begins, step by step; begins it when everything is chosen.
    Begin {
        /// What has been chosen so far.
        opening: Opening,
    },
    /// Choose how a battle begins, step by step; begins it when everything is chosen.
    Skirmish {
        /// What has been chosen so far.
        skirmish: Skirmish,
    },
    /// Choose how a card game begins, step by step; begins it when everything is chosen.
    CardGame {
        /// What has been chosen so far.
        choices: DuelChoices,
    },
    /// Choose how the mini-game of the siege begins, step by step; begins it when everything is chosen.
    Khartoum {
        /// What has been chosen so far.
        choices: DuelChoices,
    },
    /// Take a seat.
    Join {
        /// The campaign.
        campaign: CampaignId,
    },
    /// Forget a trial.
    Forget {
        /// The campaign.
        campaign: CampaignId,
        /// Whether the one who presses was told what that means.
        sure: bool,
    },
    /// Show how a turn is played, on a campaign of one's own.
    ShowMe,
    /// Take the next step of the turn that is shown.
    Guide {
        /// The campaign.
        campaign: CampaignId,
        /// The revision at which it was offered.
        revision: u32,
    },
    /// Ask the next question about what is to be put right.
    Correct {
        /// The campaign.
        campaign: CampaignId,
        /// What was chosen so far: the beginning of the correction's key.
        path: String,
        /// The page of its answers, from 0; the one with what is so now, if none is said.
        page: Option<u16>,
    },
    /// A menu whose chosen value is what was chosen so far of what is to be put right.
    CorrectMenu {
        /// The campaign.
        campaign: CampaignId,
    },
    /// Send the despatches of the server again that were set aside.
    SendAgain,
    /// Keep the button's message as it is.
    Leave,
}

/// What the word of a sheet begins with that has the rolls of a turn: it can be looked at as long as its message stands.
pub const ROLLS: &str = "rolls.";

/// The longest id Discord takes.
pub const MOST_CHARACTERS: usize = 100;

impl CustomId {
    /// Whether it is good only until something else is ordered: the board offers what can be ordered then.
    #[must_use]
    pub fn offers_an_order(&self) -> bool {
        if let Self::Sheet { topic, .. } = self {
            return !topic.starts_with(ROLLS);
        }
        matches!(
            self,
            Self::Order { .. }
                | Self::Sure { .. }
                | Self::Back { .. }
                | Self::OrderMenu { .. }
                | Self::SheetMenu { .. }
                | Self::Report { .. }
                | Self::Guide { .. }
                | Self::Undo { asked_by: None, .. }
                | Self::UndoMenu { .. }
                | Self::UndoTo { asked_by: None, .. }
        )
    }
}

impl fmt::Display for CustomId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Order { campaign, revision, key } => write!(f, "order:{}:{revision}:{key}", campaign.0),
            Self::Sure { campaign, revision, key } => write!(f, "sure:{}:{revision}:{key}", campaign.0),
            Self::Back { campaign } => write!(f, "back:{}", campaign.0),
            Self::OrderMenu { campaign, revision } => write!(f, "menu:{}:{revision}", campaign.0),
            Self::SheetMenu { campaign } => write!(f, "sheets:{}", campaign.0),
            Self::Sheet { campaign, topic, page } => write!(f, "sheet:{}:{topic}:{page}", campaign.0),
            Self::Rolls { campaign, revision } => write!(f, "rolls:{}:{revision}", campaign.0),
            Self::Map { campaign } => write!(f, "map:{}", campaign.0),
            Self::Odds { campaign, about: None } => write!(f, "odds:{}", campaign.0),
            Self::Odds { campaign, about: Some(about) } => write!(f, "odds:{}:{}", campaign.0, about.word()),
            Self::Board { campaign } => write!(f, "board:{}", campaign.0),
            Self::Close { campaign } => write!(f, "close:{}", campaign.0),
            Self::Delete { campaign } => write!(f, "delete:{}", campaign.0),
            Self::AskPursuit { theirs } => write!(f, "ask-pursuit:{theirs}"),
            Self::AskRecovery { field_held } => write!(f, "ask-recovery:{}", u8::from(*field_held)),
            Self::Recover { lost, field_held } => write!(f, "recover:{lost}:{}", u8::from(*field_held)),
            Self::Report { campaign, revision, held } => write!(f, "report:{}:{revision}:{}", campaign.0, u8::from(*held)),
            Self::Vote { campaign, dismiss } => write!(f, "vote:{}:{}", campaign.0, u8::from(*dismiss)),
            Self::OptionVote { campaign, agree } => write!(f, "option-vote:{}:{}", campaign.0, u8::from(*agree)),
            Self::Settle { proposal, approve } => write!(f, "settle:{}:{}", proposal.0, u8::from(*approve)),
            Self::Side { campaign, battle, away } => write!(f, "side:{}:{battle}:{}", campaign.0, u8::from(*away)),
            Self::Terrain { campaign, battle } => write!(f, "terrain:{}:{battle}", campaign.0),
            Self::Propose { campaign } => write!(f, "propose:{}", campaign.0),
            Self::StartOver { campaign } => write!(f, "start-over:{}", campaign.0),
            Self::Undo { campaign, revision, asked_by } => {
                write!(f, "undo:{}:{revision}:{}", campaign.0, asked_by.map_or(0, |user| user.0))
            }
            Self::UndoMenu { campaign } => write!(f, "undo-menu:{}", campaign.0),
            Self::UndoTo { campaign, first, last, asked_by } => {
                write!(f, "undo-to:{}:{first}:{last}:{}", campaign.0, asked_by.map_or(0, |user| user.0))
            }
            Self::DeclineUndo { campaign, asked_by } => write!(f, "undo-no:{}:{}", campaign.0, asked_by.0),
            Self::Reason { campaign, asked_by, proposal } => write!(f, "reason:{}:{}:{proposal}", campaign.0, asked_by.0),
            Self::Rule { subject } => write!(f, "rule:{subject}"),
            Self::Log { campaign, page, filter } => {
                let or_none = |number: Option<u64>| number.map_or_else(String::new, |number| number.to_string());
                let about = filter.about.map_or("", LogSubject::word);
                let (member, place, turn) = (
                    or_none(filter.member.map(|member| member.0)),
                    or_none(filter.place.map(u64::from)),
                    or_none(filter.turn.map(u64::from)),
                );
                write!(f, "log:{}:{page}:{member}:{about}:{place}:{turn}", campaign.0)
            }
            Self::LogRow { campaign } => write!(f, "log-row:{}", campaign.0),
            Self::Begin { opening } => write!(f, "begin:{opening}"),
            Self::Skirmish { skirmish } => write!(f, "skirmish:{skirmish}"),
            Self::CardGame { choices } => write!(f, "cards:{choices}"),
            Self::Khartoum { choices } => write!(f, "siege:{choices}"),
            Self::Join { campaign } => write!(f, "join:{}", campaign.0),
            Self::Forget { campaign, sure } => write!(f, "forget:{}:{}", campaign.0, u8::from(*sure)),
            Self::ShowMe => f.write_str("show-me"),
            Self::Guide { campaign, revision } => write!(f, "guide:{}:{revision}", campaign.0),
            Self::Correct { campaign, path, page } => {
                write!(f, "correct:{}:{}:{path}", campaign.0, page.map_or_else(String::new, |page| page.to_string()))
            }
            Self::CorrectMenu { campaign } => write!(f, "correct-menu:{}", campaign.0),
            Self::SendAgain => f.write_str("send-again"),
            Self::Leave => f.write_str("leave"),
        }
    }
}

impl From<CustomId> for String {
    fn from(id: CustomId) -> Self {
        id.to_string()
    }
}

/// A number, or nothing at all.
fn if_any<T: FromStr>(part: &str) -> Result<Option<T>, NotOurs> {
    if part.is_empty() { Ok(None) } else { part.parse().map(Some).map_err(|_| NotOurs) }
}

/// The id was not one of ours.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("not a button of the umpire's")]
pub struct NotOurs;

impl TryFrom<String> for CustomId {
    type Error = NotOurs;

    fn try_from(text: String) -> Result<Self, NotOurs> {
        text.parse()
    }
}

impl FromStr for CustomId {
    type Err = NotOurs;

    fn from_str(text: &str) -> Result<Self, NotOurs> {
        if text.len() > MOST_CHARACTERS {
            return Err(NotOurs);
        }
        let parts: Vec<&str> = text.split(':').collect();
        let campaign = |part: &str| part.parse().map(CampaignId).map_err(|_| NotOurs);
        let revision = |part: &str| part.parse::<u32>().map_err(|_| NotOurs);
        let flag = |part: &str| match part {
            "0" => Ok(false),
            "1" => Ok(true),
            _ => Err(NotOurs),
        };
        match parts.as_slice() {
            ["order", id, at, key] => Ok(Self::Order { campaign: campaign(id)?, revision: revision(at)?, key: (*key).to_owned() }),
            ["sure", id, at, key] => Ok(Self::Sure { campaign: campaign(id)?, revision: revision(at)?, key: (*key).to_owned() }),
            ["back", id] => Ok(Self::Back { campaign: campaign(id)? }),
            ["menu", id, at] => Ok(Self::OrderMenu { campaign: campaign(id)?, revision: revision(at)? }),
            ["sheets", id] => Ok(Self::SheetMenu { campaign: campaign(id)? }),
            ["sheet", id, topic, page] => {
                Ok(Self::Sheet { campaign: campaign(id)?, topic: (*topic).to_owned(), page: page.parse().map_err(|_| NotOurs)? })
            }
            ["rolls", id, at] => Ok(Self::Rolls { campaign: campaign(id)?, revision: revision(at)? }),
            ["odds", id] => Ok(Self::Odds { campaign: campaign(id)?, about: None }),
            ["odds", id, about] => Ok(Self::Odds { campaign: campaign(id)?, about: Some(OddsSubject::of_word(about).ok_or(NotOurs)?) }),
            ["map", id] => Ok(Self::Map { campaign: campaign(id)? }),
            ["board", id] => Ok(Self::Board { campaign: campaign(id)? }),
            ["close", id] => Ok(Self::Close { campaign: campaign(id)? }),
            ["delete", id] => Ok(Self::Delete { campaign: campaign(id)? }),
            ["ask-pursuit", theirs] => Ok(Self::AskPursuit { theirs: theirs.parse().map_err(|_| NotOurs)? }),
            ["ask-recovery", held] => Ok(Self::AskRecovery { field_held: flag(held)? }),
            ["recover", lost, held] => Ok(Self::Recover { lost: lost.parse().map_err(|_| NotOurs)?, field_held: flag(held)? }),
            ["report", id, at, held] => Ok(Self::Report { campaign: campaign(id)?, revision: revision(at)?, held: flag(held)? }),
            ["vote", id, dismiss] => Ok(Self::Vote { campaign: campaign(id)?, dismiss: flag(dismiss)? }),
            ["option-vote", id, agree] => Ok(Self::OptionVote { campaign: campaign(id)?, agree: flag(agree)? }),
            ["settle", proposal, approve] => {
                Ok(Self::Settle { proposal: ProposalId(proposal.parse().map_err(|_| NotOurs)?), approve: flag(approve)? })
            }
            ["side", id, battle, away] => Ok(Self::Side { campaign: campaign(id)?, battle: revision(battle)?, away: flag(away)? }),
            ["terrain", id, battle] => Ok(Self::Terrain { campaign: campaign(id)?, battle: revision(battle)? }),
            ["propose", id] => Ok(Self::Propose { campaign: campaign(id)? }),
            ["start-over", id] => Ok(Self::StartOver { campaign: campaign(id)? }),
            ["undo", id, at, asked_by] => {
                let asked_by: u64 = asked_by.parse().map_err(|_| NotOurs)?;
                let asked_by = (asked_by != 0).then_some(UserId(asked_by));
                Ok(Self::Undo { campaign: campaign(id)?, revision: revision(at)?, asked_by })
            }
            ["undo-menu", id] => Ok(Self::UndoMenu { campaign: campaign(id)? }),
            ["undo-to", id, first, last, asked_by] => {
                let asked_by: u64 = asked_by.parse().map_err(|_| NotOurs)?;
                let asked_by = (asked_by != 0).then_some(UserId(asked_by));
                Ok(Self::UndoTo { campaign: campaign(id)?, first: revision(first)?, last: revision(last)?, asked_by })
            }
            ["undo-no", id, asked_by] => {
                Ok(Self::DeclineUndo { campaign: campaign(id)?, asked_by: UserId(asked_by.parse().map_err(|_| NotOurs)?) })
            }
            ["reason", id, asked_by, proposal] => Ok(Self::Reason {
                campaign: campaign(id)?,
                asked_by: UserId(asked_by.parse().map_err(|_| NotOurs)?),
                proposal: revision(proposal)?,
            }),
            ["rule", subject] => Ok(Self::Rule { subject: (*subject).to_owned() }),
            ["log", id, page, member, about, place, turn] => {
                let filter = LogFilter {
                    member: if_any(member)?,
                    about: if about.is_empty() { None } else { Some(LogSubject::of_word(about).ok_or(NotOurs)?) },
                    place: if_any(place)?,
                    turn: if_any(turn)?,
                };
                Ok(Self::Log { campaign: campaign(id)?, page: page.parse().map_err(|_| NotOurs)?, filter })
            }
            ["log-row", id] => Ok(Self::LogRow { campaign: campaign(id)? }),
            ["begin", opening] => Ok(Self::Begin { opening: opening.parse().map_err(|_| NotOurs)? }),
            ["cards", choices] => Ok(Self::CardGame { choices: choices.parse().map_err(|_| NotOurs)? }),
            ["siege", choices] => Ok(Self::Khartoum { choices: choices.parse().map_err(|_| NotOurs)? }),
            ["skirmish", skirmish] => Ok(Self::Skirmish { skirmish: skirmish.parse().map_err(|_| NotOurs)? }),
            ["join", id] => Ok(Self::Join { campaign: campaign(id)? }),
            ["forget", id, sure] => Ok(Self::Forget { campaign: campaign(id)?, sure: flag(sure)? }),
            ["show-me"] => Ok(Self::ShowMe),
            ["guide", id, at] => Ok(Self::Guide { campaign: campaign(id)?, revision: revision(at)? }),
            ["correct", id, page, path] => Ok(Self::Correct { campaign: campaign(id)?, path: (*path).to_owned(), page: if_any(page)? }),
            ["correct-menu", id] => Ok(Self::CorrectMenu { campaign: campaign(id)? }),
            ["send-again"] => Ok(Self::SendAgain),
            ["leave"] => Ok(Self::Leave),
            _ => Err(NotOurs),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::skirmish::Opponent;

    #[test]
    fn every_id_is_read_back_as_it_was_written_and_within_discords_limit() {
        let campaign = CampaignId(i64::MAX);
        let revision = u32::MAX;
        for id in [
            CustomId::Order { campaign, revision, key: "retreat.255".to_owned() },
            CustomId::Sure { campaign, revision, key: "retreat.255".to_owned() },
            CustomId::Back { campaign },
            CustomId::OrderMenu { campaign, revision },
            CustomId::Sheet { campaign, topic: "rebellion".to_owned(), page: u16::MAX },
            CustomId::Rolls { campaign, revision },
            CustomId::Map { campaign },
            CustomId::Odds { campaign, about: None },
            CustomId::Odds { campaign, about: Some(OddsSubject::Revolts) },
            CustomId::Board { campaign },
            CustomId::Close { campaign },
            CustomId::Delete { campaign },
            CustomId::AskPursuit { theirs: u16::MAX },
            CustomId::AskRecovery { field_held: true },
            CustomId::Recover { lost: u8::MAX, field_held: false },
            CustomId::Report { campaign, revision, held: true },
            CustomId::Vote { campaign, dismiss: true },
            CustomId::OptionVote { campaign, agree: true },
            CustomId::UndoMenu { campaign },
            CustomId::DeclineUndo { campaign, asked_by: UserId(u64::MAX) },
            CustomId::Reason { campaign, asked_by: UserId(u64::MAX), proposal: revision },
            CustomId::UndoTo { campaign, first: revision, last: revision, asked_by: Some(UserId(u64::MAX)) },
            CustomId::Settle { proposal: ProposalId(i64::MAX), approve: false },
            CustomId::StartOver { campaign },
            CustomId::Propose { campaign },
            CustomId::Terrain { campaign, battle: revision },
            CustomId::Side { campaign, battle: revision, away: true },
            CustomId::Undo { campaign, revision, asked_by: Some(UserId(u64::MAX)) },
            CustomId::Rule { subject: "r255".to_owned() },
            CustomId::Log { campaign, page: u16::MAX, filter: LogFilter::default() },
            CustomId::Log {
                campaign,
                page: 0,
                filter: LogFilter {
                    member: Some(UserId(u64::MAX)),
                    about: Some(LogSubject::Replacements),
                    place: Some(u16::MAX),
                    turn: Some(u8::MAX),
                },
            },
            CustomId::LogRow { campaign },
            CustomId::SheetMenu { campaign },
            CustomId::Begin { opening: Opening { pack: u8::MAX, scenario: Some(u8::MAX), full: Some(true), ..Opening::default() } },
            CustomId::CardGame { choices: DuelChoices { side: Some(engine::tabletop::side::Side::Ours), opponent: None } },
            CustomId::Khartoum { choices: DuelChoices { side: Some(engine::tabletop::side::Side::Enemy), opponent: None } },
            CustomId::Skirmish {
                skirmish: Skirmish {
                    battle: Some(u8::MAX),
                    side: Some(engine::tabletop::side::Side::Enemy),
                    opponent: Some(Opponent::Oneself),
                },
            },
            CustomId::Join { campaign },
            CustomId::Forget { campaign, sure: true },
            CustomId::ShowMe,
            CustomId::Guide { campaign, revision },
            CustomId::Correct { campaign, path: String::new(), page: None },
            CustomId::Correct { campaign, path: "replacements.allied-infantry".to_owned(), page: Some(u16::MAX) },
            CustomId::CorrectMenu { campaign },
            CustomId::SendAgain,
            CustomId::Leave,
        ] {
            let text = id.to_string();
            assert!(text.len() <= MOST_CHARACTERS);
            assert_eq!(text.parse(), Ok(id.clone()));
            // A new one has to be put into the list above, beside its arm here.
            match id {
                CustomId::Order { .. }
                | CustomId::Sure { .. }
                | CustomId::Back { .. }
                | CustomId::OrderMenu { .. }
                | CustomId::Sheet { .. }
                | CustomId::Rolls { .. }
                | CustomId::Map { .. }
                | CustomId::Odds { .. }
                | CustomId::Board { .. }
                | CustomId::Close { .. }
                | CustomId::Delete { .. }
                | CustomId::AskPursuit { .. }
                | CustomId::AskRecovery { .. }
                | CustomId::Recover { .. }
                | CustomId::Report { .. }
                | CustomId::Vote { .. }
                | CustomId::OptionVote { .. }
                | CustomId::UndoMenu { .. }
                | CustomId::DeclineUndo { .. }
                | CustomId::Reason { .. }
                | CustomId::UndoTo { .. }
                | CustomId::Settle { .. }
                | CustomId::StartOver { .. }
                | CustomId::Propose { .. }
                | CustomId::Terrain { .. }
                | CustomId::Side { .. }
                | CustomId::Undo { .. }
                | CustomId::Rule { .. }
                | CustomId::Log { .. }
                | CustomId::LogRow { .. }
                | CustomId::SheetMenu { .. }
                | CustomId::Begin { .. }
                | CustomId::Skirmish { .. }
                | CustomId::CardGame { .. }
                | CustomId::Khartoum { .. }
                | CustomId::Join { .. }
                | CustomId::Forget { .. }
                | CustomId::ShowMe
                | CustomId::Guide { .. }
                | CustomId::Correct { .. }
                | CustomId::CorrectMenu { .. }
                | CustomId::SendAgain
                | CustomId::Leave => {}
            }
        }
    }

    #[test]
    fn an_undo_that_nobody_asked_for_before_is_written_with_user_0() {
        let undo = |asked_by| CustomId::Undo { campaign: CampaignId(1), revision: 7, asked_by };
        assert_eq!((undo(None).to_string(), undo(Some(UserId(11))).to_string()), ("undo:1:7:0".to_owned(), "undo:1:7:11".to_owned()));
        assert_eq!("undo:1:7:0".parse(), Ok(undo(None)));
    }

    #[test]
    fn anything_else_is_not_ours() {
        let long = "order:1:1:".to_owned() + &"x".repeat(200);
        for text in [
            "",
            "order",
            "order:1",
            "order:x:1:pass",
            "order:1:-1:pass",
            "recover:256:1",
            "recover:1:2",
            "map:99999999999999999999",
            "made:up",
            "log:1:0:::",
            "log:1:0::weather::",
            "log:1:0:-1:::",
            long.as_str(),
        ] {
            assert_eq!(text.parse::<CustomId>(), Err(NotOurs), "{text}");
        }
    }
}
