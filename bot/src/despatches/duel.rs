//! What games of two sides have in common, of which one hides something from the other: how they are begun, who plays which side, who may join,
//! who has left.

use engine::tabletop::player::{Player, Strength};
use engine::tabletop::side::Side;

use crate::despatches::opening::AS_USUAL;
use crate::model::custom_id::CustomId;
use crate::model::despatch::{Button, ButtonStyle, Despatch};
use crate::model::duel_choices::{DuelChoices, DuelOpponent};
use crate::model::ids::UserId;
use crate::model::roster::{Member, Roster};
use crate::words;

/// Who plays ours, and the enemy.
pub type Players = [Option<Player>; 2];

/// Who plays which side of a new game, once everything is chosen: whoever begins it is the first of its members.
#[must_use]
pub fn seated(choices: DuelChoices) -> Option<Vec<(Side, Option<Player>)>> {
    let (side, opponent) = (choices.side?, choices.opponent?);
    let other = match opponent {
        DuelOpponent::Plain => Some(Player::Staff(Strength::Plain)),
        DuelOpponent::Searching => Some(Player::Staff(Strength::Searching)),
        DuelOpponent::Member => None,
    };
    Some([(side, Some(Player::Member(0)))].into_iter().chain(other.map(|player| (side.other(), Some(player)))).collect())
}

fn offer(label: String, id: CustomId) -> Button {
    Button { label, style: ButtonStyle::Primary, id }
}

/// The first question about a new game, which side: what these sides are, the buttons that choose one, and the one that leaves out what else is
/// asked.
#[must_use]
pub fn which_side(mut facts: Vec<String>, sides: [&str; 2], id: fn(DuelChoices) -> CustomId) -> Despatch {
    facts.push(format!("**{AS_USUAL}**: {}, against the plain staff; it begins at once.", sides[Side::Ours as usize]));
    let button = |side: Side| {
        let named = sides[side as usize];
        let label = words::sentence_case(named.strip_prefix("the ").unwrap_or(named));
        offer(label, id(DuelChoices { side: Some(side), opponent: None }))
    };
    let mut buttons: Vec<Button> = Side::BOTH.map(button).into();
    buttons.push(offer(AS_USUAL.to_owned(), id(DuelChoices { side: Some(Side::Ours), opponent: Some(DuelOpponent::Plain) })));
    Despatch { facts, buttons, ..Despatch::saying("**1 of 2: which side do you play?**") }
}

/// The second question, against whom; in direct messages nobody can join. `unseen` says what the staff does not see.
#[must_use]
pub fn against_whom(choices: DuelChoices, direct: bool, unseen: &str, id: fn(DuelChoices) -> CustomId) -> Despatch {
    let mut facts = vec![format!(
        "**The staff** plays at once: the *plain* one as a sensible player would, the *searching* one after playing on in its head. Neither sees \
         {unseen}."
    )];
    if !direct {
        facts.push("**Whoever joins**: the first who presses *Join* takes the other side.".to_owned());
    }
    let named = |opponent: DuelOpponent| match opponent {
        DuelOpponent::Plain => "The plain staff",
        DuelOpponent::Searching => "The searching staff",
        DuelOpponent::Member => "Whoever joins",
    };
    let offered = DuelOpponent::ALL.into_iter().filter(|opponent| !(direct && *opponent == DuelOpponent::Member));
    let button = |opponent: DuelOpponent| offer(named(opponent).to_owned(), id(DuelChoices { opponent: Some(opponent), ..choices }));
    let mut buttons: Vec<Button> = offered.map(button).collect();
    buttons.push(Button { label: "Back".to_owned(), style: ButtonStyle::Secondary, id: id(DuelChoices::default()) });
    Despatch { facts, buttons, ..Despatch::saying("**2 of 2: against whom?**") }
}

/// The side that a member plays. Nobody plays both.
#[must_use]
pub fn side_of(players: &Players, member: Member) -> Option<Side> {
    let plays = |side: &Side| !member.spectator && players[*side as usize] == Some(Player::Member(member.number));
    Side::BOTH.into_iter().find(plays)
}

/// The user who plays a side.
#[must_use]
pub fn user_of(players: &Players, roster: &Roster, side: Side) -> Option<UserId> {
    match players[side as usize] {
        Some(Player::Member(number)) => roster.user(number),
        _ => None,
    }
}

/// Who plays against whom.
#[must_use]
pub fn who_plays(players: &Players, roster: &Roster) -> String {
    let who = |side: Side| match players[side as usize] {
        Some(Player::Staff(strength)) => format!("the {}", words::staff(strength)),
        Some(Player::Member(_)) => user_of(players, roster, side).map_or_else(|| "somebody who has left".to_owned(), |user| user.mention()),
        None => "nobody yet".to_owned(),
    };
    format!("{} against {}", who(Side::Ours), who(Side::Enemy))
}

/// The side that a new player takes.
///
/// # Errors
///
/// In a sentence, that there is none.
pub fn vacant(players: &Players, is_over: bool) -> Result<Side, String> {
    let vacant = Side::BOTH.into_iter().find(|side| players[*side as usize].is_none());
    vacant.filter(|_| !is_over).ok_or_else(|| "Both sides are taken: look on instead, with `/campaign join looking_on:True`.".to_owned())
}

/// Who plays which side from now on, where whoever brings the file of a game carries it on: they take the first side that was a member's;
/// what the other side hides stays the other's.
#[must_use]
pub fn carried_on(players: &Players) -> Vec<(Side, Option<Player>)> {
    let is_member = |side: &Side| matches!(players[*side as usize], Some(Player::Member(_)));
    let first = Side::BOTH.into_iter().find(is_member);
    let player = |side: Side| (Some(side) == first).then_some(Player::Member(0));
    Side::BOTH
        .into_iter()
        .filter(is_member)
        .map(|side| (side, player(side)))
        .filter(|(side, player)| players[*side as usize] != *player)
        .collect()
}

/// What the log says where a member takes a side, which is called `side`; nothing where nobody of the group has that number.
#[must_use]
pub fn takes_the_side(side: &str, number: u8, roster: &Roster) -> Option<String> {
    roster.user(number).map(|user| format!("{}: {}", words::sentence_case(side), user.mention()))
}
