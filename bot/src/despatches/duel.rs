//! What games of two sides have in common, of which one hides something from the other: who plays which side, who may join, who has left.

use engine::tabletop::player::Player;
use engine::tabletop::side::Side;

use crate::despatches::field::labels::strength_word;
use crate::model::ids::UserId;
use crate::model::roster::{Member, Roster};

/// Who plays ours, and the enemy.
pub type Players = [Option<Player>; 2];

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
        Some(Player::Staff(strength)) => format!("the {}", strength_word(strength)),
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
