//! A campaign as a file: what it was played with, every order, what happened, and, once it is closed, the seed of its dice.
//!
//! Whoever has the file can run the campaign again: the events are applied, and where the seed is known each order is given anew with its
//! dice and must come to the same. An order whose dice the players threw themselves is given with those.

use crate::model::export::Export;
use crate::model::export::ExportedOrder;
use std::fmt::Write as _;
use std::io::Write as _;
use std::path::Path;

use engine::dice::Dice;
use engine::edition::{Edition, explain};
use engine::pack::hexadecimal;

use crate::files::positions::Positions;
use crate::model::campaign::{Campaign, Sealed, Seed, seal};
use crate::model::entry::OrderRow;
use crate::model::played::{Line, Played};
use crate::words;

/// What the first line of every export of a game says.
pub(super) fn format<G: Played>() -> String {
    format!("umpire {}, version 1", G::NAME)
}

/// Why an export could not be run again.
#[derive(Debug, thiserror::Error)]
pub enum ReplayError {
    /// The file could not be read.
    #[error("{0} cannot be read: {1}")]
    File(String, std::io::Error),
    /// It is no export.
    #[error("that file is no campaign of mine: {0}")]
    NotAnExport(String),
    /// The seed is none.
    #[error("a seed is 64 hexadecimal digits, as the umpire revealed it")]
    NotASeed,
    /// The seed is another than the one that was sealed.
    #[error("that is not the seed of this game's dice: its SHA-256 is not the seal that the file has from the game's beginning")]
    NotTheSealedSeed,
    /// Its pack is not one.
    #[error("the pack in it cannot be used: {0}")]
    Pack(String),
    /// An order came to something else.
    #[error("No. {0} came to something else than the file says: the file has been changed, or the rules have")]
    Different(u32),
    /// An order is said to be of an earlier edition than one before it.
    #[error("No. {0} is said to be of an earlier edition of the rules than an order before it: the file has been changed")]
    EditionFell(u32),
    /// An order is of an edition that is not known here.
    #[error("No. {0} was resolved by edition {1} of the rules, which is later than this umpire's: a newer umpire can read that file")]
    LaterEdition(u32, u16),
    /// Rows were left out, because the game was running.
    #[error(
        "{0} rows were left out of that file, because the game was running and they tell what one side alone may know: it is for reading"
    )]
    Hidden(u32),
    /// The output was closed.
    #[error("the output could not be written: {0}")]
    Output(std::io::Error),
}

/// The first row of what is hidden still, in a game that tells all in between: a file of it ends before that row, and can be gone on with
/// from there. None if nothing is hidden, or something is from the beginning on.
fn first_secret<G: Played>(campaign: &Campaign<G>, orders: &[OrderRow<G>]) -> Option<usize> {
    let mut state = G::opening(&campaign.pack);
    let mut first = None;
    if !G::HAS_SECRETS || !state.tells_all() {
        return None;
    }
    for (place, row) in orders.iter().enumerate().filter(|(_, row)| row.undone_by.is_none()) {
        state.replay(&row.events);
        first = if state.tells_all() { None } else { first.or(Some(place)) };
    }
    first
}

/// Leaves out, in a game that tells all in between, what was undone while something was hidden: a battle set up anew is set up much alike.
fn leave_out_what_was_hidden<G: Played>(campaign: &Campaign<G>, orders: &mut Vec<OrderRow<G>>) {
    let opening = G::opening(&campaign.pack);
    if !G::HAS_SECRETS || !opening.tells_all() || orders.iter().all(|row| row.undone_by.is_none()) {
        return;
    }
    let mut positions = Positions::from(opening);
    orders.retain(|row| {
        let (_, after) = positions.pass(row);
        row.undone_by.is_none() || after.tells_all()
    });
}

/// A game with its orders, as a file. The seed is in it only if the game is closed; while it runs, the rows are left out that tell what a
/// seat alone may know.
#[must_use]
pub fn export<G: Played>(campaign: &Campaign<G>, mut orders: Vec<OrderRow<G>>) -> Export<G> {
    if campaign.closed_at.is_none()
        && let Some(secret) = first_secret(campaign, &orders)
    {
        orders.truncate(secret);
        // What was hidden then and taken back is very likely hidden now: of a battle set up anew it would tell where they lie.
        let stands = |row: &OrderRow<G>| row.undone_by.is_none() && !G::is_about_the_group(&row.order);
        let standing = orders.iter().rposition(stands).map_or(0, |last| last + 1);
        let mut place = 0;
        orders.retain(|row| {
            place += 1;
            place <= standing || row.undone_by.is_none()
        });
    }
    if campaign.closed_at.is_none() {
        leave_out_what_was_hidden(campaign, &mut orders);
    }
    let all = orders.len();
    let opening = G::opening(&campaign.pack);
    if G::HAS_SECRETS && campaign.closed_at.is_none() && !opening.tells_all() {
        let mut positions = Positions::from(opening);
        orders.retain(|row| {
            let (before, after) = positions.pass(row);
            !before.hides(&row.order, None) && row.events.iter().all(|event| after.shown(event, None).as_ref() == Some(event))
        });
    }
    let hidden = u32::try_from(all - orders.len()).unwrap_or(u32::MAX);
    Export { hidden, ..whole(campaign, orders) }
}

/// All of a game, whatever is hidden in it: for the umpire's own proof, and for nobody's eyes while it runs.
pub(crate) fn whole<G: Played>(campaign: &Campaign<G>, orders: Vec<OrderRow<G>>) -> Export<G> {
    Export {
        hidden: 0,
        format: format::<G>(),
        title: campaign.title().to_owned(),
        started_at: campaign.started_at,
        seed: campaign.closed_at.map(|_| hexadecimal(&campaign.sealed.seed.0)),
        seal_message: campaign.sealed.message,
        seal: Some(campaign.sealed.seal()),
        imported: campaign.lifecycle.imported,
        pack: G::sources(&campaign.pack).clone(),
        entries: orders
            .into_iter()
            .map(|row| ExportedOrder {
                revision: row.revision,
                // What came from a file was thrown with other dice than this campaign's: they prove nothing here.
                streamed: row.revision > campaign.lifecycle.imported && !is_thrown_by_players(&row.events),
                order: row.order,
                events: row.events,
                position: row.position_before,
                undone_by: row.undone_by,
                edition: row.edition,
            })
            .collect(),
    }
}

/// Whether the players threw the dice of these events themselves: their rolls say so.
pub(crate) fn is_thrown_by_players<E: serde::Serialize>(events: &[E]) -> bool {
    serde_json::to_string(events).is_ok_and(|written| written.contains("\"table\":true"))
}

/// A seed as it is revealed, in hexadecimal.
pub(crate) fn seed_of(text: &str) -> Option<[u8; 32]> {
    let mut seed = [0; 32];
    if text.len() != 64 || !text.is_ascii() {
        return None;
    }
    for (index, byte) in seed.iter_mut().enumerate() {
        *byte = u8::from_str_radix(&text[2 * index..2 * index + 2], 16).ok()?;
    }
    Some(seed)
}

/// What is known of an order that was run again.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Rerun {
    /// Its events were applied: there is no seed to throw its dice with.
    Applied,
    /// It was given anew with the dice of the seed, and came to the same, by the rules of its edition and by those of today.
    Proved,
    /// It was given anew with the dice of the seed, and came to the same by the rules of its own edition, but not by those of today: these
    /// are the rulings that made the difference.
    Earlier(Vec<&'static str>),
}

impl Rerun {
    /// Whether its dice were thrown again, and came out the same.
    #[must_use]
    pub const fn has_its_dice(&self) -> bool {
        !matches!(self, Self::Applied)
    }
}

/// Holds that the editions of a file's orders never fall and are known here.
///
/// # Errors
///
/// The number of the first order of which that does not hold.
pub(super) fn check_editions<G: Played>(entries: &[ExportedOrder<G>]) -> Result<(), ReplayError> {
    let mut last = Edition::FIRST;
    for entry in entries {
        if entry.edition < last {
            return Err(ReplayError::EditionFell(entry.revision));
        }
        if entry.edition > G::EDITION {
            return Err(ReplayError::LaterEdition(entry.revision, entry.edition.0));
        }
        last = entry.edition;
    }
    Ok(())
}

/// An order of a replay: the positions before and after it, and what is known of it.
#[derive(Debug)]
pub struct Replayed<'a, G: Played> {
    /// The order, as the file has it.
    pub entry: &'a ExportedOrder<G>,
    /// The position before it.
    pub before: &'a G,
    /// The position after it.
    pub after: &'a G,
    /// What is known of it.
    pub rerun: Rerun,
}

/// Runs a campaign again; `each` hears of every order.
///
/// # Errors
///
/// If it is no export, its pack cannot be used, or an order comes to something else.
pub fn replay<G: Played>(
    text: &str,
    revealed: Option<&str>,
    mut each: impl FnMut(Replayed<'_, G>) -> Result<(), ReplayError>,
) -> Result<G, ReplayError> {
    let export: Export<G> = serde_json::from_str(text).map_err(|error| ReplayError::NotAnExport(error.to_string()))?;
    if export.format != format::<G>() {
        return Err(ReplayError::NotAnExport(format!("it says \"{}\"", words::shortened(&export.format, 40))));
    }
    if export.hidden > 0 {
        return Err(ReplayError::Hidden(export.hidden));
    }
    check_editions(&export.entries)?;
    let pack = G::load(&export.pack).map_err(ReplayError::Pack)?;
    let seed = match revealed.or(export.seed.as_deref()) {
        Some(text) => {
            let seed = Seed(seed_of(text.trim()).ok_or(ReplayError::NotASeed)?);
            if revealed.is_some() && export.seal.as_ref().is_some_and(|sealed| !sealed.eq_ignore_ascii_case(&seal(seed))) {
                return Err(ReplayError::NotTheSealedSeed);
            }
            Some(Sealed { seed, message: export.seal_message }.dice().0)
        }
        None => None,
    };
    let mut state = G::opening(&pack);
    let mut undone: Vec<Voided<G>> = Vec::new();
    for (index, entry) in export.entries.iter().enumerate() {
        give_back(&mut state, &mut undone, &export.entries[..index], entry.revision);
        if let Some(by) = entry.undone_by
            && undone.last().is_none_or(|voided| voided.by != by)
        {
            if by <= entry.revision || undone.len() >= MOST_UNDONE {
                return Err(ReplayError::NotAnExport(format!("No. {} cannot have been undone by No. {by}", entry.revision)));
            }
            undone.push(Voided { by, before: state.clone(), since: index });
        }
        let before = state.clone();
        state.replay(&entry.events);
        let rerun = match seed.filter(|_| entry.streamed) {
            Some(seed) => {
                let seat = before.giver(&entry.order);
                let explained = explain(entry.edition, G::MENDINGS, |left_out| {
                    let mut again = before.clone();
                    let given = again.give_without(left_out, seat, &entry.order, &mut Dice::seeded(seed, entry.position));
                    given.is_ok_and(|events| events == entry.events && again == state).then_some(())
                });
                match explained {
                    Some(explained) if explained.rulings.is_empty() => Rerun::Proved,
                    Some(explained) => Rerun::Earlier(explained.rulings),
                    None => return Err(ReplayError::Different(entry.revision)),
                }
            }
            None => Rerun::Applied,
        };
        each(Replayed { entry, before: &before, after: &state, rerun })?;
    }
    give_back(&mut state, &mut undone, &export.entries, u32::MAX);
    Ok(state)
}

/// How many undos one campaign can take back one after the other.
const MOST_UNDONE: usize = 1_000;

/// Orders that are void from a later row on.
struct Voided<G> {
    /// The row that voids them.
    by: u32,
    /// The position before the first of them.
    before: G,
    /// The first of them among the entries.
    since: usize,
}

/// Gives back the position that undos before row `at` have left: that before the first void order, carried on by what still stands of
/// the orders after it.
fn give_back<G: Played>(state: &mut G, undone: &mut Vec<Voided<G>>, entries: &[ExportedOrder<G>], at: u32) {
    while let Some(voided) = undone.pop_if(|voided| voided.by < at) {
        *state = voided.before;
        for entry in entries.get(voided.since..).unwrap_or_default() {
            if entry.undone_by.is_none_or(|by| by > voided.by) {
                state.replay(&entry.events);
            }
        }
    }
}

/// An order of a replay in words.
#[must_use]
pub fn in_words<G: Played>(replayed: &Replayed<'_, G>) -> String {
    let Replayed { entry, before, after: state, rerun } = replayed;
    let label = before.label(&entry.order, Some(before.giver(&entry.order))).0;
    let turn = match (before.turn(), state.turn()) {
        (0, 0) => String::new(),
        (0, turn) | (turn, _) => format!(" · turn {turn}"),
    };
    let known = match rerun {
        Rerun::Applied => String::new(),
        Rerun::Proved => " · dice proved".to_owned(),
        Rerun::Earlier(rulings) => format!(" · dice proved; resolved by an earlier edition ({})", words::list(rulings)),
    };
    let mut text = format!("No. {}{turn} · {label}{known}\n", entry.revision);
    for line in G::lines(before, state, &entry.events) {
        let _ = match line {
            Line::Fact(_, fact) => writeln!(text, "    {fact}"),
            Line::Roll(roll) => writeln!(text, "      {roll}"),
        };
    }
    text
}

/// Runs the campaign of a file again and prints it: text, or a line of JSON for each order.
///
/// # Errors
///
/// As [`replay`], or if the file or the output fails.
pub fn replay_file<G: Played>(file: &Path, as_json: bool, seed: Option<&str>) -> Result<(), String> {
    let text = std::fs::read_to_string(file).map_err(|error| ReplayError::File(file.display().to_string(), error).to_string())?;
    let mut out = std::io::stdout().lock();
    let end = replay::<G>(&text, seed, |replayed| {
        let Replayed { entry, after: state, rerun, .. } = &replayed;
        let line = if as_json {
            let mut line = serde_json::json!({ "revision": entry.revision, "turn": state.turn(), "order": entry.order, "events": entry.events, "proved": rerun.has_its_dice() });
            if let Rerun::Earlier(rulings) = rerun {
                line["earlier_edition"] = serde_json::json!(rulings);
            }
            line.to_string()
        } else {
            in_words(&replayed).trim_end().to_owned()
        };
        writeln!(out, "{line}").map_err(ReplayError::Output)
    });
    match end {
        Ok(state) if !as_json => {
            writeln!(out, "At the end: {}.", state.where_it_stands()).map_err(|error| ReplayError::Output(error).to_string())
        }
        Ok(_) => Ok(()),
        // A pager that was left early is no error.
        Err(ReplayError::Output(error)) if error.kind() == std::io::ErrorKind::BrokenPipe => Ok(()),
        Err(error) => Err(error.to_string()),
    }
}

#[cfg(test)]
mod tests {
    use engine::campaign::{Options, Order, Seat, State};
    use engine::game::Game as _;
    use engine::pack::Pack;
    use std::sync::Arc;

    use super::*;
    use crate::model::campaign::Seed;
    use crate::model::ids::{CampaignId, ChannelId, GuildId};
    use crate::model::lifecycle::Lifecycle;
    use crate::model::standing_orders::StandingOrders;

    /// A campaign of some orders, each the first that is legal, with the dice of a seed.
    /// A campaign under way, with what has been ordered in it.
    fn under_way(orders: Vec<OrderRow>) -> (Campaign, Vec<OrderRow>) {
        let campaign = Campaign {
            id: CampaignId(1),
            guild: GuildId(1),
            channel: ChannelId(2),
            pack: Pack::embedded().unwrap(),
            sealed: Seed([7; 32]).into(),
            revision: orders.len() as u32,
            started_at: 0,
            closed_at: None,
            standing_orders: StandingOrders::default(),
            lifecycle: Lifecycle::default(),
        };
        (campaign, orders)
    }

    #[test]
    fn a_campaign_in_the_midst_of_a_battle_on_the_board_is_a_file_that_ends_before_the_board_was_opened() {
        use staff::Staff as _;
        let (mut state, mut staff) = (State::new(Pack::embedded().unwrap()), staff::Cautious::new(3));
        let (mut rows, mut position, mut readied) = (Vec::new(), 0, 0);
        let options = Options { boards: true, ..Options::default() };
        let mut order = Order::SetUp { scenario: "uprising".to_owned(), options };
        while readied < 2 {
            let seat = state.giver(&order);
            let mut dice = Dice::seeded([7; 32], position);
            let events = state.give(seat, &order, &mut dice).unwrap();
            let (position_before, revision) = (position, rows.len() as u32 + 1);
            position = dice.position().unwrap();
            readied += usize::from(matches!(order, Order::Field(_)));
            rows.push(OrderRow {
                revision,
                order,
                events,
                position_before,
                position_after: position,
                undone_by: None,
                edition: State::EDITION,
            });
            let mut legal = Vec::new();
            let seat = state.acting()[0];
            state.legal_orders(seat, &mut legal);
            let choice = if let Seat::OnBoard(_) = seat { 0 } else { staff.choose(&state, &legal) };
            order = legal[choice].clone();
        }
        let opened = rows.iter().position(|row| matches!(row.order, Order::LetStaffFight { .. })).unwrap();
        let (campaign, rows) = under_way(rows);
        let before: Vec<u32> = rows[..opened].iter().map(|row| row.revision).collect();
        let export = export(&campaign, rows.clone());
        assert_eq!(export.entries.iter().map(|row| row.revision).collect::<Vec<_>>(), before, "as far as nothing is hidden");
        assert_eq!(export.hidden, 0, "so it can be gone on with");
        // It is taken back, and nothing is on a board now: set up anew it would lie much the same.
        let mut undone = rows.clone();
        let last = undone.last().unwrap().revision;
        undone[opened..].iter_mut().for_each(|row| row.undone_by = Some(last + 1));
        let taken_back = super::export(&campaign, undone);
        assert!(!taken_back.entries.iter().any(|entry| matches!(entry.order, Order::Field(_))), "nobody reads where they lay");
        assert!(taken_back.entries.len() >= opened && taken_back.hidden == 0);
        let closed = Campaign { closed_at: Some(1), ..campaign };
        assert_eq!(super::export(&closed, rows.clone()).entries.len(), rows.len(), "closed, it is told whole");
    }

    fn exported(closed: bool) -> Export {
        let pack = Pack::embedded().unwrap();
        let seed = Seed([7; 32]);
        let mut state = State::new(Arc::clone(&pack));
        let mut rows = Vec::new();
        let mut position = 0;
        let mut order = Order::SetUp { scenario: "uprising".to_owned(), options: Options::default() };
        for revision in 1..60 {
            let mut dice = Dice::seeded(seed.0, position);
            let events = state.give(Seat::Commander, &order, &mut dice).unwrap();
            let position_after = dice.position().unwrap();
            rows.push(OrderRow {
                revision,
                order,
                events,
                position_before: position,
                position_after,
                undone_by: None,
                edition: State::EDITION,
            });
            position = position_after;
            let mut orders = Vec::new();
            state.legal_orders(Seat::Commander, &mut orders);
            let Some(next) = orders.into_iter().next() else { break };
            order = next;
        }
        let campaign = Campaign {
            id: CampaignId(1),
            guild: GuildId(1),
            channel: ChannelId(2),
            pack,
            sealed: seed.into(),
            revision: 59,
            started_at: 0,
            closed_at: closed.then_some(1),
            standing_orders: StandingOrders::default(),
            lifecycle: Lifecycle::default(),
        };
        export(&campaign, rows)
    }

    #[test]
    fn an_exported_campaign_is_run_again_and_its_dice_are_proved_once_it_is_closed() {
        for closed in [false, true] {
            let text = serde_json::to_string(&exported(closed)).unwrap();
            assert_eq!(text.contains("\"seed\""), closed, "the seed is a secret until the campaign is closed");
            let mut proved_orders = 0;
            let mut words = String::new();
            replay::<State>(&text, None, |replayed| {
                proved_orders += usize::from(replayed.rerun == Rerun::Proved);
                words.push_str(&in_words(&replayed));
                Ok(())
            })
            .unwrap();
            assert_eq!(proved_orders, if closed { 59 } else { 0 });
            assert!(words.contains("No. 1 · turn 1 · Set up uprising"), "{words}");
        }
    }

    #[test]
    fn a_seed_that_was_revealed_proves_an_export_made_before() {
        let text = serde_json::to_string(&exported(false)).unwrap();
        let mut proved_orders = 0;
        let seed = "07".repeat(32);
        replay::<State>(&text, Some(&seed), |replayed| {
            proved_orders += usize::from(replayed.rerun == Rerun::Proved);
            Ok(())
        })
        .unwrap();
        assert_eq!(proved_orders, 59);
        assert!(matches!(replay::<State>(&text, Some(&"08".repeat(32)), |_| Ok(())), Err(ReplayError::NotTheSealedSeed)));
        // An older file has no seal: only what comes of it tells.
        let unsealed = serde_json::to_string(&Export::<State> { seal: None, ..serde_json::from_str(&text).unwrap() }).unwrap();
        assert!(matches!(replay::<State>(&unsealed, Some(&"08".repeat(32)), |_| Ok(())), Err(ReplayError::Different(_))));
        assert!(matches!(replay::<State>(&text, Some("07"), |_| Ok(())), Err(ReplayError::NotASeed)));
    }

    #[test]
    fn what_was_undone_is_proved_as_well_and_its_dice_stay_spent() {
        let mut export = exported(true);
        // The last two orders are undone, one after the other; then the first of them is given anew, with the dice that come next.
        let [.., first, second] = export.entries.as_mut_slice() else { panic!() };
        (first.undone_by, second.undone_by) = (Some(61), Some(60));
        let (first, second) = (first.clone(), second.clone());
        let mut state = State::new(Pack::embedded().unwrap());
        for entry in &export.entries[..export.entries.len() - 2] {
            state.replay(&entry.events);
        }
        let before = state.clone();
        let text = serde_json::to_string(&export).unwrap();
        assert_eq!(replay::<State>(&text, None, |_| Ok(())).unwrap(), before, "nothing is left of what was undone");
        let events = state.give(Seat::Commander, &first.order, &mut Dice::seeded([7; 32], second.position + 5)).unwrap();
        export.entries.push(ExportedOrder { revision: 62, events, position: second.position + 5, undone_by: None, ..first });
        let text = serde_json::to_string(&export).unwrap();
        let mut proved_orders = 0;
        let end = replay::<State>(&text, None, |replayed| {
            proved_orders += usize::from(replayed.rerun == Rerun::Proved);
            Ok(())
        });
        assert_eq!((end.unwrap(), proved_orders), (state, 60));
        export.entries.last_mut().unwrap().undone_by = Some(3);
        let text = serde_json::to_string(&export).unwrap();
        assert!(matches!(replay::<State>(&text, None, |_| Ok(())), Err(ReplayError::NotAnExport(_))));
    }

    #[test]
    fn an_export_that_was_changed_is_told() {
        let mut export = exported(true);
        let changed = export.entries.iter_mut().find(|entry| matches!(entry.order, Order::CheckRevolts)).unwrap();
        changed.events.pop();
        let revision = changed.revision;
        let text = serde_json::to_string(&export).unwrap();
        assert!(matches!(replay::<State>(&text, None, |_| Ok(())), Err(ReplayError::Different(at)) if at == revision));
        assert!(matches!(replay::<State>("{}", None, |_| Ok(())), Err(ReplayError::NotAnExport(_))));
    }
}
