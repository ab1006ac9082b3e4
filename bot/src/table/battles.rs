//! Battles among several players: who commands which side, and in which thread it is fought out.

use engine::campaign::{Roll, State};
use engine::dice::Dice;
use engine::game::Game as _;

use crate::despatches::battle as despatch;
use crate::despatches::battle::Change;
use crate::model::battle::BattleRow;
use crate::model::enemy_command::{Candidate, Chosen, Sides, Why, Willing, assign};
use crate::model::entry::Deed;
use crate::model::entry::{Entry, EntryKind};
use crate::model::ids::{CampaignId, InteractionId, UserId};
use crate::model::played::Played as _;
use crate::table::campaign::ground_dice;
use crate::table::error::TableError;
use crate::table::tables::{Done, Table, Tables};

/// Players who make a battle worth a thread, and a command of the Mahdists.
const ENOUGH: usize = 2;

impl Tables {
    /// Gives the players their sides in the battle that has begun in the row `battle`, and tells them so in its thread; nothing where
    /// there is nobody to play against. `position` is how far the stream of dice has been used.
    pub(super) async fn muster(&self, table: &Table, state: &State, battle: u32, position: u64) -> Result<Option<Entry>, TableError> {
        let Some((field, _)) = state.battle() else { return Ok(None) };
        let players = self.candidates(table).await?;
        if players.len() < ENOUGH {
            return Ok(None);
        }
        let wanted = table.campaign.standing_orders.enemy_players.map_or(players.len() / 2, usize::from).max(1);
        let mut dice = Dice::seeded(table.campaign.sealed.dice().0, position);
        let sides = assign(&players, wanted, &mut dice);
        let standing = table.standing(state, battle + 1);
        Ok(Some(Entry {
            kind: kind(battle, despatch::thread_name(state, field), &sides),
            entry: serde_json::json!({ "battle": battle, "sides": sides }),
            events: serde_json::json!([]),
            position_before: position,
            position_after: dice.position().unwrap_or(position),
            edition: State::EDITION,
            despatches: vec![despatch::situation(state, field, battle, &sides, standing)],
        }))
    }

    /// Opens a thread for the battle of one who plays alone, once it goes on the board: the messages of its moves have no place in the
    /// channel. Nothing where the battle is fought by several, who have a thread already.
    pub(super) async fn muster_alone(&self, table: &Table, state: &State, position: u64) -> Result<Option<Entry>, TableError> {
        let (Some((field, _)), Some(battle)) = (state.battle(), table.checkpoints.opened()) else { return Ok(None) };
        let [player] = self.candidates(table).await?[..] else { return Ok(None) };
        let sides = Sides { enemies: Vec::new(), ours: vec![player.user] };
        Ok(Some(Entry {
            kind: kind(battle, despatch::thread_name(state, field), &sides),
            entry: serde_json::json!({ "battle": battle, "sides": sides }),
            events: serde_json::json!([]),
            position_before: position,
            position_after: position,
            edition: State::EDITION,
            despatches: Vec::new(),
        }))
    }

    /// The campaign as it stands, while a battle is being fought.
    ///
    /// # Errors
    ///
    /// [`TableError::OutOfDate`] if that battle is over, or if the journal cannot be read.
    pub async fn while_fought(&self, id: CampaignId, battle: u32) -> Result<State, TableError> {
        let table = self.as_it_stands(id).await?;
        if table.thread == Some(battle) { Ok(table.state.clone()) } else { Err(TableError::OutOfDate) }
    }

    /// The battle that is being fought among several players, if one is.
    ///
    /// # Errors
    ///
    /// [`TableError::NoCampaign`], or if the journal cannot be read.
    pub async fn battle_being_fought(&self, id: CampaignId) -> Result<Option<BattleRow>, TableError> {
        let table = self.as_it_stands(id).await?;
        match table.thread {
            Some(battle) => Ok(self.journal.battle(id, battle).await?),
            None => Ok(None),
        }
    }

    /// The row that began the battle that is being fought, by however many, if one is.
    ///
    /// # Errors
    ///
    /// [`TableError::NoCampaign`], or if the journal cannot be read.
    pub async fn battle_begun(&self, id: CampaignId) -> Result<Option<u32>, TableError> {
        let table = self.as_it_stands(id).await?;
        Ok(table.state.battle().and(table.checkpoints.opened()))
    }

    /// The lots that were drawn for the enemy's command when a battle began, with whom each fell on.
    ///
    /// # Errors
    ///
    /// If the journal cannot be read.
    pub async fn lots(&self, id: CampaignId, battle: u32) -> Result<Vec<(UserId, Roll)>, TableError> {
        let rows = self.journal.rows_between(id, battle, battle + 1).await?;
        // Where nobody was given a side, the row after is another order, and has no lots.
        let mustered = rows.iter().find_map(|row| serde_json::from_str::<Mustered>(&row.entry).ok());
        let enemies = mustered.map(|mustered| mustered.sides.enemies).unwrap_or_default();
        Ok(enemies.into_iter().filter_map(|chosen| chosen.lot.map(|lot| (chosen.user, lot))).collect())
    }

    /// The dice that lay the table of a battle: they come from the campaign's seed and the battle's row, so that the field is the same
    /// whoever asks for it and however often, and can be proved like every other roll.
    ///
    /// # Errors
    ///
    /// [`TableError::NoCampaign`], or if the journal cannot be read.
    pub async fn terrain_dice(&self, id: CampaignId, battle: u32) -> Result<Dice, TableError> {
        let table = self.as_it_stands(id).await?;
        Ok(ground_dice(&table, battle))
    }

    /// Whether a member has a side in a battle, or had the enemy's, and so has seen what the other may not.
    async fn has_seen_a_side(&self, table: &Table, row: &BattleRow, user: UserId) -> Result<bool, TableError> {
        if row.sides.iter().any(|(member, _)| *member == user) {
            return Ok(true);
        }
        let rows = self.journal.rows_between(table.campaign.id, row.revision, table.campaign.revision).await?;
        let mustered = rows.iter().filter_map(|row| serde_json::from_str::<Mustered>(&row.entry).ok());
        Ok(mustered.flat_map(|mustered| mustered.sides.enemies).any(|chosen| chosen.user == user))
    }

    /// The players who are there for a battle.
    async fn candidates(&self, table: &Table) -> Result<Vec<Candidate>, TableError> {
        let (times, now) = (self.journal.enemy_commands(table.campaign.id).await?, self.journal.now());
        Ok(table
            .roster
            .players()
            .filter(|member| member.is_there(now))
            .map(|member| Candidate {
                user: member.user,
                willing: member.willing,
                times: times.get(&member.user).copied().unwrap_or_default(),
            })
            .collect())
    }

    /// Two members change places in the battle being fought, or one goes over to the other side; for the commander.
    ///
    /// # Errors
    ///
    /// If no battle is being fought among several, the one who asked does not command, a member has no side, both are on the same, our
    /// side would be left without anybody, or the journal cannot be written.
    pub async fn swap_sides(
        &self,
        id: CampaignId,
        interaction: InteractionId,
        user: UserId,
        whom: UserId,
        with: Option<UserId>,
    ) -> Result<Done, TableError> {
        let table = self.table(id).await?;
        let mut table = table.lock_for(user).await;
        let seat = self.commanding_seat(&table, user)?;
        let battle = table.thread.ok_or(TableError::NoBattle)?;
        if table.state.board().is_some() {
            return Err(TableError::SidesAreFixed);
        }
        let row = self.journal.battle(id, battle).await?.ok_or(TableError::NoBattle)?;
        let side = |member: UserId| row.sides.iter().find(|(other, _)| *other == member).map(|(_, enemy)| *enemy);
        let was = side(whom).ok_or(TableError::NotAMember(whom))?;
        if let Some(with) = with
            && side(with).ok_or(TableError::NotAMember(with))? == was
        {
            return Err(TableError::NothingToChange);
        }
        let times = self.candidates(&table).await?;
        let goes_over = |member: UserId| member == whom || Some(member) == with;
        let chosen = |(member, enemy): &(UserId, bool)| {
            let had = times.iter().find(|player| player.user == *member).map_or(0, |player| player.times.saturating_sub(u32::from(*enemy)));
            Chosen { user: *member, why: why(&times, *member), times: had, lot: None }
        };
        let sides = Sides {
            enemies: row.sides.iter().filter(|(member, enemy)| *enemy != goes_over(*member)).map(chosen).collect(),
            ours: row.sides.iter().filter(|(member, enemy)| *enemy == goes_over(*member)).map(|(member, _)| *member).collect(),
        };
        if sides.ours.is_empty() {
            return Err(TableError::NobodyOnOurSide);
        }
        let position = table.dice_position;
        let standing = table.standing(&table.state, table.campaign.revision + 1);
        let entry = Entry {
            kind: kind(battle, row.name.clone(), &sides),
            entry: serde_json::json!({ "battle": battle, "sides": sides }),
            events: serde_json::json!([]),
            position_before: position,
            position_after: position,
            edition: State::EDITION,
            despatches: vec![despatch::swapped(&table.state, whom, with, battle, &sides, standing)],
        };
        self.record_all(&mut table, Deed { interaction, user, seat: State::seat_word(seat) }, &[entry]).await
    }

    /// A player changes sides in a battle, or takes one if they have none; with `away` they cannot play it.
    ///
    /// # Errors
    ///
    /// If the battle is over, a side would be left without anybody, or the journal cannot be written.
    pub async fn change_side(
        &self,
        id: CampaignId,
        interaction: InteractionId,
        user: UserId,
        battle: u32,
        away: bool,
    ) -> Result<Done, TableError> {
        let table = self.table(id).await?;
        let mut table = table.lock_for(user).await;
        let seat = self.seat(&table, user)?;
        let row = self.journal.battle(id, battle).await?.filter(|_| table.thread == Some(battle)).ok_or(TableError::OutOfDate)?;
        let on_board = table.state.board().is_some();
        if on_board && !away && self.has_seen_a_side(&table, &row, user).await? {
            return Err(TableError::SidesAreFixed);
        }
        let times = self.candidates(&table).await?;
        let mut dice = Dice::seeded(table.campaign.sealed.dice().0, table.dice_position);
        let sides = changed(&row, &times, user, Leaves { away, on_board }, &mut dice)?;
        let change = match row.sides.iter().any(|(member, _)| *member == user) {
            _ if away => Change::CannotPlay,
            true => Change::GoesOver,
            false => Change::Joins,
        };
        let position_after = dice.position().unwrap_or(table.dice_position);
        let standing = table.standing(&table.state, table.campaign.revision + 1);
        let entry = Entry {
            kind: kind(battle, row.name, &sides),
            entry: serde_json::json!({ "battle": battle, "sides": sides }),
            events: serde_json::json!([]),
            position_before: table.dice_position,
            position_after,
            edition: State::EDITION,
            despatches: vec![despatch::sides_changed(&table.state, user, change, battle, &sides, standing)],
        };
        let done = self.record_all(&mut table, Deed { interaction, user, seat: State::seat_word(seat) }, &[entry]).await?;
        table.dice_position = position_after;
        Ok(done)
    }
}

/// A row that tells off sides, as far as it is read back.
#[derive(serde::Deserialize)]
struct Mustered {
    sides: Sides,
}

fn kind(battle: u32, name: String, sides: &Sides) -> EntryKind {
    let enemies = sides.enemies.iter().map(|chosen| (chosen.user, true));
    EntryKind::Assigned { battle, name, sides: enemies.chain(sides.ours.iter().map(|user| (*user, false))).collect() }
}

/// Why somebody has the command whom no lot was drawn for: as they have said of themselves.
fn why(players: &[Candidate], user: UserId) -> Why {
    let volunteers = players.iter().any(|player| player.user == user && player.willing == Willing::Volunteers);
    if volunteers { Why::Volunteer } else { Why::Turn }
}

/// How somebody leaves the side they have.
#[derive(Clone, Copy, Default)]
struct Leaves {
    /// They cannot play at all.
    away: bool,
    /// The battle is being fought on the board: nobody follows them who has seen the other side's cards and ambushes, but the staff.
    on_board: bool,
}

/// The sides of a battle after somebody has changed theirs, or cannot play.
fn changed(row: &BattleRow, players: &[Candidate], user: UserId, leaves: Leaves, dice: &mut Dice) -> Result<Sides, TableError> {
    let Leaves { away, on_board } = leaves;
    // The command that is being had now is not one had before.
    let before = |user: UserId, enemy: bool| {
        players.iter().find(|player| player.user == user).map_or(0, |player| player.times.saturating_sub(u32::from(enemy)))
    };
    let was = row.sides.iter().find(|(other, _)| *other == user).map(|(_, enemy)| *enemy);
    if away && was.is_none() {
        return Err(TableError::NothingToChange);
    }
    let mut enemies: Vec<UserId> = row.sides.iter().filter(|(other, enemy)| *enemy && *other != user).map(|(user, _)| *user).collect();
    let mut ours: Vec<UserId> = row.sides.iter().filter(|(other, enemy)| !enemy && *other != user).map(|(user, _)| *user).collect();
    if !away {
        // Whoever has no side yet begins with ours.
        if was == Some(false) { enemies.push(user) } else { ours.push(user) }
    }
    if ours.is_empty() {
        return Err(TableError::NobodyOnOurSide);
    }
    let mut sides = Sides {
        enemies: enemies
            .iter()
            .map(|other| {
                // Who goes over unasked volunteers for this battle.
                let why = if *other == user { Why::Volunteer } else { why(players, *other) };
                Chosen { user: *other, why, times: before(*other, row.sides.contains(&(*other, true))), lot: None }
            })
            .collect(),
        ours,
    };
    if sides.enemies.is_empty() && was == Some(true) && !on_board {
        // Another takes over, by the same rule; not the one who has just laid it down.
        let others: Vec<Candidate> =
            players.iter().copied().filter(|player| player.user != user && sides.ours.contains(&player.user)).collect();
        let again = assign(&others, usize::from(others.len() > 1 || !away), dice);
        let taken: Vec<UserId> = again.enemies.iter().map(|chosen| chosen.user).collect();
        sides.ours.retain(|user| !taken.contains(user));
        sides.enemies = again.enemies;
    }
    Ok(sides)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::enemy_command::Willing;

    const AWAY: Leaves = Leaves { away: true, on_board: false };

    fn players() -> Vec<Candidate> {
        (1..=3).map(|user| Candidate { user: UserId(user), willing: Willing::InTurn, times: u32::from(user == 1) }).collect()
    }

    fn row(sides: &[(u64, bool)]) -> BattleRow {
        let sides = sides.iter().map(|(user, enemy)| (UserId(*user), *enemy)).collect();
        BattleRow { revision: 9, name: "Battle of Olga, turn 1".to_owned(), thread: None, message: None, sides }
    }

    fn enemies(sides: &Sides) -> Vec<u64> {
        sides.enemies.iter().map(|chosen| chosen.user.0).collect()
    }

    fn ours(sides: &Sides) -> Vec<u64> {
        sides.ours.iter().map(|user| user.0).collect()
    }

    #[test]
    fn who_changes_sides_goes_over_and_the_other_side_never_runs_out_of_players() {
        let mut dice = Dice::scripted(&[]);
        let sides = changed(&row(&[(1, true), (2, false), (3, false)]), &players(), UserId(2), Leaves::default(), &mut dice).unwrap();
        assert_eq!((enemies(&sides), ours(&sides)), (vec![1, 2], vec![3]));
        assert_eq!(sides.enemies[0].times, 0, "the command being had now does not count as one before");
        let last = changed(&row(&[(1, true), (2, true), (3, false)]), &players(), UserId(3), Leaves::default(), &mut dice);
        assert!(matches!(last, Err(TableError::NobodyOnOurSide)));
    }

    #[test]
    fn a_mahdist_commander_who_steps_down_is_followed_by_the_rule() {
        let mut dice = Dice::scripted(&[2]);
        let sides = changed(&row(&[(1, true), (2, false), (3, false)]), &players(), UserId(1), AWAY, &mut dice).unwrap();
        assert_eq!((enemies(&sides), ours(&sides)), (vec![3], vec![2]), "2 and 3 draw lots");
        let mut dice = Dice::scripted(&[1]);
        let sides = changed(&row(&[(1, true), (2, false), (3, false)]), &players(), UserId(1), Leaves::default(), &mut dice).unwrap();
        assert_eq!((enemies(&sides), ours(&sides)), (vec![2], vec![3, 1]));
    }

    #[test]
    fn on_the_board_nobody_follows_a_mahdist_commander_who_has_seen_the_other_sides_cards() {
        let (row, leaves) = (row(&[(1, true), (2, false), (3, false)]), Leaves { away: true, on_board: true });
        let sides = changed(&row, &players(), UserId(1), leaves, &mut Dice::scripted(&[])).unwrap();
        assert_eq!((enemies(&sides), ours(&sides)), (vec![], vec![2, 3]));
    }

    #[test]
    fn with_two_players_and_one_gone_nobody_commands_the_mahdists() {
        let sides = changed(&row(&[(1, true), (2, false)]), &players()[..2], UserId(1), AWAY, &mut Dice::scripted(&[])).unwrap();
        assert_eq!((enemies(&sides), ours(&sides)), (vec![], vec![2]));
    }

    #[test]
    fn who_comes_late_begins_on_our_side() {
        let sides = changed(&row(&[(1, true), (2, false)]), &players(), UserId(3), Leaves::default(), &mut Dice::scripted(&[])).unwrap();
        assert_eq!((enemies(&sides), ours(&sides)), (vec![1], vec![2, 3]));
        let stranger = changed(&row(&[(1, true), (2, false)]), &players(), UserId(3), AWAY, &mut Dice::scripted(&[]));
        assert!(matches!(stranger, Err(TableError::NothingToChange)));
    }
}
