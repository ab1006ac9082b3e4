//! Seats: which Discord user is which member of the group, which post they hold, and who may give which order.
//!
//! The posts themselves are part of the campaign (*Group Play*), where members are numbers; here is who the numbers are. An order about
//! what the commander in chief alone decides is, from anybody else, a proposal: unless they have put the round, or the force, into that
//! member's hands, or nobody commands.

use engine::campaign::Seat;
use engine::campaign::rules::movement;
use engine::campaign::{Order, Phase, Post, State, Station};
use engine::pack::UnitSet;
use engine::tabletop::player::Strength;
use engine::tabletop::side::Side;
use serde::{Deserialize, Serialize};

use crate::model::enemy_command::Willing;
use crate::model::ids::{CampaignId, UserId};
use crate::model::standing::{Called, Standing};
use crate::model::standing_orders::StandingOrders;
use crate::model::topic::Topic;

/// A member of the group.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Member {
    /// Discord's id.
    pub user: UserId,
    /// By which the rules know the member, from 0.
    pub number: u8,
    /// Whether the member only looks on.
    pub spectator: bool,
    /// How the member feels about commanding the Mahdists.
    pub willing: Willing,
    /// Until when the member is away, in seconds since 1970.
    pub away_until: Option<i64>,
}

impl Member {
    /// A member who has just come.
    #[must_use]
    pub const fn new(user: UserId, number: u8, spectator: bool) -> Self {
        Self { user, number, spectator, willing: Willing::InTurn, away_until: None }
    }

    /// Whether the member is there at a time, in seconds since 1970.
    #[must_use]
    pub fn is_there(&self, now: i64) -> bool {
        self.away_until.is_none_or(|until| until <= now)
    }
}

/// What the commander has put into a member's hands.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Delegated {
    /// An action round.
    Round {
        /// Its turn.
        turn: u8,
        /// The round, from 1.
        round: u8,
    },
    /// Units, wherever they go.
    Force(UnitSet),
}

impl Delegated {
    /// The action round that is being played, or the next: once those of a turn are played, the first of the next turn.
    #[must_use]
    pub fn round_of(state: &State) -> Self {
        let (turn, round) = match state.phase() {
            Phase::Action { round } => (state.turn(), round),
            Phase::SetUp | Phase::Draw | Phase::Rebellion => (state.turn(), 1),
            Phase::Replacements | Phase::Supply | Phase::Sieges | Phase::Adjust => (state.turn() + 1, 1),
        };
        Self::Round { turn, round }
    }

    /// Whether it was a round that has been played.
    #[must_use]
    pub fn is_past(self, state: &State) -> bool {
        match self {
            Self::Round { turn, round } => {
                state.turn() > turn
                    || state.turn() == turn
                        && match state.phase() {
                            Phase::Action { round: now } => now > round,
                            Phase::SetUp | Phase::Draw | Phase::Rebellion => false,
                            Phase::Replacements | Phase::Supply | Phase::Sieges | Phase::Adjust => true,
                        }
            }
            Self::Force(_) => false,
        }
    }
}

/// The members of a group, in the order they joined.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Roster {
    /// Who they are.
    pub members: Vec<Member>,
    /// What has been put into whose hands.
    pub delegated: Vec<(UserId, Delegated)>,
    /// Who commands which side of the battle that is being fought among several; `true` for the enemy's.
    pub sides: Vec<(UserId, bool)>,
    /// How well the staff plays against which one who plays alone fights on the board; `None` as a plain one does.
    pub opponent: Option<Strength>,
}

/// What an order is when a member gives it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Authority {
    /// An order.
    Gives,
    /// A proposal to the commander.
    Proposes,
}

impl Roster {
    /// The member that a user is.
    #[must_use]
    pub fn member(&self, user: UserId) -> Option<Member> {
        self.members.iter().copied().find(|member| member.user == user)
    }

    /// The user a member is.
    #[must_use]
    pub fn user(&self, number: u8) -> Option<UserId> {
        self.members.iter().find(|member| member.number == number).map(|member| member.user)
    }

    /// Members with a seat at the table.
    pub fn players(&self) -> impl Iterator<Item = Member> {
        self.members.iter().copied().filter(|member| !member.spectator)
    }

    /// Who holds a post.
    #[must_use]
    pub fn holder(&self, state: &State, post: Post) -> Option<UserId> {
        let held = state.seats().iter().find(|(_, held)| *held == post).and_then(|(number, _)| self.user(*number));
        // In a campaign begun before posts were written down the founder commands: they sit at the table and were never given a seat.
        let founder = || {
            let unwritten = state.seats().iter().all(|(number, _)| *number != 0);
            self.players().find(|member| member.number == 0 && unwritten).map(|member| member.user)
        };
        if post == Post::Commander { held.or_else(founder) } else { held }
    }

    /// Who commands: the commander in chief, or where there is none the chief of staff.
    #[must_use]
    pub fn commanding(&self, state: &State) -> Option<UserId> {
        self.holder(state, Post::Commander).or_else(|| self.holder(state, Post::ChiefOfStaff))
    }

    /// Who is to act: on the board who commands the side that is asked; else who decides.
    #[must_use]
    pub fn called(&self, state: &State) -> Option<UserId> {
        let asked = state.board().and_then(|board| board.battle().side_asked());
        asked.and_then(|side| self.commanders_on_board(side).into_iter().next()).or_else(|| self.decides(state))
    }

    /// Who decides on what is proposed: into whose hands the round has been put, or who commands.
    #[must_use]
    pub fn decides(&self, state: &State) -> Option<UserId> {
        let in_hand = self.delegated.iter().find(|(user, what)| is_the_round(state, *what) && self.seat(state, *user).is_some());
        in_hand.map(|(user, _)| *user).or_else(|| self.commanding(state))
    }

    /// Who commands a side of the battle that is fought on the board: those told off for it who are still players; where nobody is, those who
    /// have no other side, or all together. The enemy is commanded by nobody of them where the staff does so.
    #[must_use]
    pub fn commanders_on_board(&self, side: Side) -> Vec<UserId> {
        let enemy = side == Side::Enemy;
        let staff = self.staff_on_board();
        if enemy && staff {
            return Vec::new();
        }
        let told_off = self.told_off(enemy);
        if !told_off.is_empty() {
            return told_off;
        }
        let others = if staff { Vec::new() } else { self.told_off(!enemy) };
        let all: Vec<UserId> = self.players().map(|member| member.user).collect();
        let free: Vec<UserId> = all.iter().copied().filter(|user| !others.contains(user)).collect();
        if free.is_empty() { all } else { free }
    }

    /// The players told off for a side of the battle that is being fought; who has left since is none.
    fn told_off(&self, enemy: bool) -> Vec<UserId> {
        let is_player = |user: UserId| self.players().any(|member| member.user == user);
        self.sides.iter().filter(|(user, other)| *other == enemy && is_player(*user)).map(|(user, _)| *user).collect()
    }

    /// Whether the staff commands the enemy on the board: there is one player only, or of those told off for the battle nobody is the enemy,
    /// as when it was begun by one alone, or who was has left.
    #[must_use]
    pub fn staff_on_board(&self) -> bool {
        self.plays_alone() || !self.sides.is_empty() && self.told_off(true).is_empty()
    }

    /// Whether there is one player only.
    #[must_use]
    pub fn plays_alone(&self) -> bool {
        self.players().count() < 2
    }

    /// The side that a user commands on the board; of both the one that is asked.
    #[must_use]
    pub fn side_on_board(&self, state: &State, user: UserId) -> Option<Side> {
        let asked = state.board()?.battle().side_asked();
        let mut sides = Side::BOTH.into_iter().filter(|side| self.commanders_on_board(*side).contains(&user));
        let first = sides.next()?;
        Some(sides.chain([first]).find(|side| Some(*side) == asked).unwrap_or(first))
    }

    /// What despatches say of the campaign besides its state, for a row with this revision.
    #[must_use]
    pub fn standing(&self, state: &State, campaign: CampaignId, revision: u32) -> Standing {
        let staff = self.staff_on_board().then(|| self.opponent.unwrap_or(Strength::Plain));
        Standing { called: Called::one(self.called(state)), staff, ..Standing::commanded(campaign, revision, self.commanding(state)) }
    }

    /// The post of a member.
    #[must_use]
    pub fn post(&self, state: &State, member: Member) -> Post {
        [Post::Commander, Post::ChiefOfStaff]
            .into_iter()
            .find(|post| self.holder(state, *post) == Some(member.user))
            .unwrap_or(Post::Player)
    }

    /// The seat of a user: none for strangers and spectators.
    #[must_use]
    pub fn seat(&self, state: &State, user: UserId) -> Option<Seat> {
        let member = self.member(user).filter(|member| !member.spectator)?;
        Some(match self.post(state, member) {
            Post::Commander => Seat::Commander,
            Post::ChiefOfStaff => Seat::ChiefOfStaff,
            Post::Player => Seat::Player,
        })
    }

    /// Whether a member's order is an order, or a proposal.
    #[must_use]
    pub fn authority(&self, state: &State, standing_orders: &StandingOrders, user: UserId, order: &Order) -> Authority {
        // A correction takes two, whoever gives it.
        if matches!(order, Order::Correct { .. }) {
            return if self.players().count() < 2 { Authority::Gives } else { Authority::Proposes };
        }
        // On the board everybody has a side of their own.
        if matches!(order, Order::Field(_)) {
            return Authority::Gives;
        }
        let commanding = self.commanding(state);
        // Whoever ends a round decides on the card that is not played, and on the Ops that no march is given.
        let decides = |topic| standing_orders.commander_decides.contains(&topic);
        let reserved = decides(Topic::of(order)) || (*order == Order::EndRound && decides(Topic::Move));
        let free = commanding.is_none_or(|commander| commander == user)
            || !reserved
            || self.delegated.iter().any(|(other, delegated)| *other == user && covers(state, *delegated, order));
        if free { Authority::Gives } else { Authority::Proposes }
    }
}

/// Whether what was put into a member's hands is the round that is played now.
fn is_the_round(state: &State, delegated: Delegated) -> bool {
    matches!(delegated, Delegated::Round { turn, round } if state.turn() == turn && state.phase() == Phase::Action { round })
}

/// Whether what was put into a member's hands is enough for an order.
fn covers(state: &State, delegated: Delegated, order: &Order) -> bool {
    match delegated {
        Delegated::Round { .. } => is_the_round(state, delegated),
        Delegated::Force(units) => moved_by(state, order).is_some_and(|moved| !moved.is_empty() && moved.is_within(units)),
    }
}

/// The units that an order to march would move; `None` for other orders.
fn moved_by(state: &State, order: &Order) -> Option<UnitSet> {
    let force = state.round().force().map(|force| force.units);
    match order {
        // Ships in the port are activated with them; to sail them is another order, and not in their hands.
        Order::Activate { at: Station::Space(space) } => Some(state.units_at(*space)),
        Order::Form { at } => Some(movement::movable(state, *at)),
        Order::Gather => state.round().force().map(|force| force.units.union(movement::movable(state, force.at))),
        Order::Leave { .. } | Order::March { .. } | Order::Halt | Order::TakeSupply | Order::LeaveSupply | Order::MarchUnmet => force,
        _ => None,
    }
}

#[cfg(test)]
mod tests;
