//! The roll of honour: every battle of a campaign, who commanded which side, and what came of it.

use std::collections::HashMap;
use std::sync::Arc;

use engine::campaign::{Event, State};
use engine::game::Game;
use engine::pack::{Pack, SpaceId};

use crate::model::ids::UserId;
use crate::words;

/// Battles that a message names, the latest.
const NAMED: usize = 8;

/// Commanders that are named of a side.
const COMMANDERS: usize = 3;

/// A battle that is over.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Battle {
    turn: u8,
    at: SpaceId,
    won: bool,
    /// Steps of ours that were lost for good.
    lost: u32,
    /// How many turns it took on the board, if it was fought there, and whether the staff fought it for both sides.
    board: Option<(u8, bool)>,
    /// Who commanded, with whether they commanded the enemy.
    sides: Vec<(UserId, bool)>,
}

/// Every battle of a campaign that is over, in their order.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Honours {
    battles: Vec<Battle>,
}

impl Honours {
    /// From the orders, each with the number of its row, and who commanded in the battle that began with a row.
    #[must_use]
    pub fn of<'a>(pack: &Arc<Pack>, orders: impl Iterator<Item = (u32, &'a [Event])>, sides: &HashMap<u32, Vec<(UserId, bool)>>) -> Self {
        let mut state = State::new(Arc::clone(pack));
        let mut honours = Self::default();
        let (mut began, mut lost, mut board) = (0, 0_u32, None);
        for (row, events) in orders {
            for event in events {
                match event {
                    Event::BattleBegan { .. } => (began, lost, board) = (row, 0, None),
                    Event::BoardReported { .. } => board = state.board().map(|board| (board.battle().turn, board.is_by_staff())),
                    Event::LossReported { steps, .. } | Event::FieldStepLost { steps, .. } => lost += u32::from(*steps),
                    Event::StepsReturned { steps, .. } => lost = lost.saturating_sub((*steps).into()),
                    Event::BattleEnded { at, won, .. } => {
                        // Whoever was given a side has commanded nobody where the staff fought for both.
                        let by_the_staff = board.is_some_and(|(_, by_the_staff)| by_the_staff);
                        let sides = sides.get(&began).filter(|_| !by_the_staff).cloned().unwrap_or_default();
                        honours.battles.push(Battle { turn: state.turn(), at: *at, won: *won, lost, board, sides });
                    }
                    _ => {}
                }
                state.apply(event);
            }
        }
        honours
    }

    /// The lines of a message: a heading and the latest battles; nothing where none was fought.
    #[must_use]
    pub fn lines(&self, pack: &Pack) -> Vec<String> {
        let before = self.battles.len().saturating_sub(NAMED);
        let mut lines = Vec::new();
        if !self.battles.is_empty() {
            lines.push("**Roll of honour:**".to_owned());
        }
        if before > 0 {
            lines.push(format!("· {} before these", words::count(before, "battle", "battles")));
        }
        lines.extend(self.battles.iter().skip(before).map(|battle| battle.line(pack)));
        lines
    }
}

impl Battle {
    fn line(&self, pack: &Pack) -> String {
        let outcome = if self.won { "won" } else { "lost" };
        let cost = match self.lost {
            0 => "without loss".to_owned(),
            lost => format!("for {}", words::count(lost as usize, "step", "steps")),
        };
        let board = self.board.map_or_else(String::new, |(turns, by_the_staff)| {
            let staff = if by_the_staff { " by the staff" } else { "" };
            format!(", on the board{staff} in {}", words::count(turns.into(), "turn", "turns"))
        });
        let of = |enemy: bool| {
            let all: Vec<String> = self.sides.iter().filter(|(_, theirs)| *theirs == enemy).map(|(user, _)| user.mention()).collect();
            match all.len().saturating_sub(COMMANDERS) {
                0 => words::list(&all),
                more => format!("{} and {}", all[..COMMANDERS].join(", "), words::count(more, "other", "others")),
            }
        };
        let commanded = match (of(false), of(true)) {
            (ours, _) if ours.is_empty() => String::new(),
            (ours, theirs) if theirs.is_empty() => format!(" — {ours}"),
            (ours, theirs) => format!(" — {ours}; the {} {theirs}", pack.words.sides.enemies),
        };
        format!("· turn {}, {}: {outcome} {cost}{board}{commanded}", self.turn, pack.map.space_name(self.at))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use staff::recorded::recorded;

    #[test]
    fn every_battle_is_on_the_roll_with_its_commanders_and_what_was_lost_for_good() {
        let pack = Pack::embedded().unwrap();
        let rows = recorded(7, 6);
        let ended = rows.iter().flat_map(|row| &row.events).filter(|event| matches!(event, Event::BattleEnded { .. })).count();
        let first = rows.iter().position(|row| row.events.iter().any(|event| matches!(event, Event::BattleBegan { .. }))).unwrap();
        let sides = HashMap::from([(first as u32, vec![(UserId(4), false), (UserId(5), true)])]);
        let numbered = rows.iter().enumerate().map(|(row, order)| (row as u32, order.events.as_slice()));
        let honours = Honours::of(&pack, numbered, &sides);
        assert!(ended > 1 && honours.battles.len() == ended);
        assert_eq!(honours.battles[0].sides, [(UserId(4), false), (UserId(5), true)]);
        assert!(honours.battles.iter().any(|battle| battle.lost > 0));
        let lines = Honours { battles: honours.battles[..1].to_vec() }.lines(&pack);
        assert_eq!(lines[0], "**Roll of honour:**");
        assert!(lines[1].ends_with(" — <@4>; the Mahdists <@5>"), "{}", lines[1]);
        let many = Honours { battles: vec![honours.battles[0].clone(); 11] }.lines(&pack);
        assert_eq!((many.len(), many[1].as_str()), (10, "· three battles before these"));
        assert!(Honours::default().lines(&pack).is_empty());
    }
}
