//! Undo: what is asked before it, what is posted of it, and how what was undone is marked.

use crate::despatches::crop;
use crate::despatches::position;
use engine::campaign::{Phase, State, UnitPlace};
use engine::pack::{IslandId, LocationSet, UnitId};

use crate::model::custom_id::CustomId;
use crate::model::despatch::{Button, ButtonStyle, Choice, Despatch, Menu, Picture};
use crate::model::ids::{CampaignId, UserId};
use crate::model::landmark::{GoneBack, Landmark};
use crate::model::last_deed::LastDeed;
use crate::model::played::Played;
use crate::model::roster::Roster;
use crate::model::standing::Standing;
use crate::words;

/// The rows of a deed: "No. 44", "No. 44 to 46".
fn numbers(deed: &LastDeed) -> String {
    match deed.rows.as_slice() {
        [] => String::new(),
        [one] => format!("No. {one}"),
        [first, .., last] => format!("No. {first} to {last}"),
    }
}

/// What was ordered, as one phrase.
fn what(deed: &LastDeed) -> String {
    match deed.labels.as_slice() {
        // The report of a battle is many orders, and how it ended says what it was.
        [before @ .., last] if before.len() > 2 => {
            words::shortened(&format!("{last}, with {} before it", words::count(before.len(), "order", "orders")), 300)
        }
        labels => words::shortened(&words::list(labels), 300),
    }
}

fn buttons(deed: &LastDeed, campaign: CampaignId, asked_by: Option<UserId>, label: &str) -> Button {
    Button { label: label.to_owned(), style: ButtonStyle::Danger, id: CustomId::Undo { campaign, revision: deed.first(), asked_by } }
}

fn decline(campaign: CampaignId, asked_by: UserId) -> Button {
    Button { label: "Decline".to_owned(), style: ButtonStyle::Secondary, id: CustomId::DeclineUndo { campaign, asked_by } }
}

/// What a request to undo asks for, as its despatch keeps it: by it the same request is known again.
#[must_use]
pub fn asks(deed: &LastDeed) -> String {
    format!("undo {} to {}", deed.first(), deed.rows.last().copied().unwrap_or_default())
}

/// Whether a request to undo was made by a member: their name stands in its buttons, and only the umpire puts it there.
#[must_use]
pub fn is_request_of(request: &Despatch, member: UserId) -> bool {
    let names =
        |id: &CustomId| matches!(id, CustomId::Undo { asked_by, .. } | CustomId::UndoTo { asked_by, .. } if *asked_by == Some(member));
    request.buttons.iter().any(|button| names(&button.id))
}

/// Why taking a deed back is more than taking it back: "dice were thrown for it".
const fn why(deed: &LastDeed) -> &'static str {
    match (deed.threw, deed.showed) {
        (true, true) => "dice were thrown for it, and it showed what was hidden",
        (false, true) => "it showed what was hidden",
        (true, false) => "dice were thrown for it",
        (false, false) => "whoever ordered it has left",
    }
}

/// What stays though a deed is taken back.
fn stays(deed: &LastDeed) -> Vec<String> {
    let dice = deed.threw.then_some(DICE_STAY_SPENT);
    dice.into_iter().chain(deed.showed.then_some("What was hidden is hidden again; who saw it knows it.")).map(str::to_owned).collect()
}

/// Asks whoever plays alone whether a roll, or a find, is to be undone.
#[must_use]
pub fn confirm(deed: &LastDeed, campaign: CampaignId, user: UserId) -> Despatch {
    let mut facts = vec![format!("It takes back {}.", numbers(deed))];
    facts.extend(stays(deed));
    Despatch {
        facts,
        buttons: vec![
            buttons(deed, campaign, Some(user), "Undo it"),
            Button { label: "Let it stand".to_owned(), style: ButtonStyle::Secondary, id: CustomId::Leave },
        ],
        ..Despatch::saying(format!("**{}. Undo: {}?**", words::sentence_case(why(deed)), what(deed)))
    }
}

/// Whose word an undo takes besides that of whoever asks for it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SecondWord {
    /// That of whoever commands.
    Commander(UserId),
    /// That of the only one who may give it, as in a game of two.
    Only(UserId),
    /// That of any other player.
    Any,
}

impl SecondWord {
    /// Whose it is in a game, where `by` asks.
    pub fn of<G: Played>(state: &G, roster: &Roster, by: UserId) -> Self {
        if let Some(commander) = state.in_charge(roster).filter(|commander| *commander != by) {
            return Self::Commander(commander);
        }
        let mut may = roster.players().map(|member| member.user).filter(|user| state.undo_agreed(roster, by, *user));
        match (may.next(), may.next()) {
            (Some(only), None) => Self::Only(only),
            _ => Self::Any,
        }
    }
}

/// Asks the group, in the channel, for the second word that undoing a roll takes.
#[must_use]
pub fn request(deed: &LastDeed, campaign: CampaignId, by: UserId, word: SecondWord, revision: u32) -> Despatch {
    let (who, mention) = match word {
        SecondWord::Commander(commander) => (format!("<@{commander}>, who commands,"), Some(commander)),
        SecondWord::Only(other) => (other.mention(), Some(other)),
        SecondWord::Any => ("any other player".to_owned(), None),
    };
    let mut facts = vec![format!("It takes back {}; {}, so it takes a second word.", numbers(deed), why(deed))];
    facts.extend(stays(deed));
    Despatch {
        facts,
        next: format!("{who} may agree; if nobody does, it stands."),
        mention,
        buttons: vec![buttons(deed, campaign, Some(by), "Agree: undo it"), decline(campaign, by)],
        footer: format!("asked at No. {revision}"),
        asks: asks(deed),
        section: Some(Despatch::THE_REQUEST.to_owned()),
        ..Despatch::saying(format!("**<@{by}> asks to undo: {}.**", what(deed)))
    }
}

/// What is posted when something has been undone: what it was, and what is as it was before.
#[must_use]
pub fn undone<G: Played>(was: &G, is: &G, deed: &LastDeed, (by, asked_by): (UserId, Option<UserId>), standing: Standing) -> Despatch {
    let who = match asked_by {
        Some(asked_by) => format!("<@{asked_by}> and <@{by}>"),
        None => by.mention(),
    };
    let mut facts = vec![format!("{}, taken back by {who}.", numbers(deed))];
    let (reverted, picture) = was.reverted(is);
    facts.extend(reverted);
    if deed.threw {
        facts.push("The dice thrown for it stay spent: what is done anew is thrown anew.".to_owned());
    }
    let (menu, buttons) = is.controls(standing);
    let mut told = Despatch {
        facts,
        menu,
        buttons,
        next: is.next(standing),
        picture,
        // What was asked for stands between the message that grew before and this one: what is done next has a message of its own.
        section: is.section().map(|section| match asked_by {
            Some(_) => format!("{section}, undone at No. {}", standing.revision),
            None => section,
        }),
        footer: is.footer(standing.revision),
        ..Despatch::saying(format!("**Undone: {}.**", what(deed)))
    }
    .calling(standing.called);
    told.call_only(|user| user != by);
    told
}

/// What going back takes back, the latest first, in a few lines; and the vote that is withdrawn with it.
fn taken_back(gone: &GoneBack) -> Vec<String> {
    const SHOWN: usize = 8;
    let mut lines: Vec<String> =
        gone.deed.labels.iter().rev().take(SHOWN).map(|label| format!("· {}", words::shortened(label, 120))).collect();
    let more = gone.deed.labels.len().saturating_sub(SHOWN);
    if more > 0 {
        lines.push(format!("· and {} before them", words::count(more, "order", "orders")));
    }
    lines.extend(gone.withdrawn.as_ref().map(|vote| format!("Withdrawn with it, being still open: {}.", words::shortened(vote, 200))));
    lines
}

fn back_button(gone: &GoneBack, campaign: CampaignId, asked_by: Option<UserId>, label: &str) -> Button {
    let last = gone.deed.rows.last().copied().unwrap_or_default();
    let id = CustomId::UndoTo { campaign, first: gone.deed.first(), last, asked_by };
    Button { label: label.to_owned(), style: ButtonStyle::Danger, id }
}

const DICE_STAY_SPENT: &str = "The dice stay spent: done again, it is thrown again, and it may come out otherwise.";

/// Shows whoever would go back to a point what that takes back.
#[must_use]
pub fn shown(gone: &GoneBack, campaign: CampaignId, takes_two: bool) -> Despatch {
    let mut facts = taken_back(gone);
    facts.push(format!("It takes back {}: {}.", words::count(gone.deed.labels.len(), "order", "orders"), numbers(&gone.deed)));
    facts.extend(stays(&gone.deed));
    let label = if takes_two { "Ask for it" } else { "Undo all of it" };
    if takes_two {
        facts.push("It takes a second word: the channel is asked for it.".to_owned());
    }
    Despatch {
        facts,
        buttons: vec![
            back_button(gone, campaign, None, label),
            Button { label: "Let it stand".to_owned(), style: ButtonStyle::Secondary, id: CustomId::Leave },
        ],
        ..Despatch::saying(format!("**Back to {}?**", gone.to))
    }
}

/// Asks the group for the second word that going back to a point takes.
#[must_use]
pub fn request_to(gone: &GoneBack, campaign: CampaignId, by: UserId, word: SecondWord, revision: u32) -> Despatch {
    let asked = request(&gone.deed, campaign, by, word, revision);
    let mut facts = taken_back(gone);
    facts.push(format!("It takes back {}: {}.", words::count(gone.deed.labels.len(), "order", "orders"), numbers(&gone.deed)));
    facts.extend(stays(&gone.deed));
    Despatch {
        sentence: format!("**<@{by}> asks to undo everything back to {}.**", gone.to),
        facts,
        buttons: vec![back_button(gone, campaign, Some(by), "Agree: undo all of it"), decline(campaign, by)],
        ..asked
    }
}

/// Tells of an undo that it went back to a point.
pub fn tell_gone_back(told: &mut Despatch, gone: &GoneBack) {
    told.sentence = format!("**Undone: everything back to {}.**", gone.to);
    told.facts.splice(1..1, taken_back(gone));
    // A long list: what is done next is told in a message of its own.
    told.section = Some(format!("gone back, {}", told.footer));
}

/// What points are called, each otherwise: of two with one name, as of two battles at a place, each says from which row on it takes back.
#[must_use]
pub fn called(landmarks: &[Landmark]) -> Vec<String> {
    let named = |label: &str| landmarks.iter().filter(|other| other.label == label).count();
    let called = |landmark: &Landmark| match named(&landmark.label) {
        0 | 1 => words::shortened(&landmark.label, 100),
        _ => format!("{} (from No. {} on)", words::shortened(&landmark.label, 75), landmark.first),
    };
    landmarks.iter().map(called).collect()
}

/// The points to go back to, as a menu; nothing where there is none.
#[must_use]
pub fn menu(landmarks: &[Landmark], campaign: CampaignId) -> Option<Menu> {
    (!landmarks.is_empty()).then(|| Menu {
        placeholder: "Or back to a point: what it takes back is shown first".to_owned(),
        id: CustomId::UndoMenu { campaign },
        choices: landmarks
            .iter()
            .zip(called(landmarks))
            .map(|(landmark, label)| Choice {
                label: words::sentence_case(&label),
                description: format!("takes back everything from No. {} on", landmark.first),
                value: landmark.first.to_string(),
            })
            .collect(),
        most: 1,
    })
}

/// What an undo that was done took back, for whoever asked for it.
#[must_use]
pub fn said(deed: Option<&LastDeed>) -> String {
    deed.map_or_else(|| "Undone.".to_owned(), |deed| format!("Undone: {} ({}).", what(deed), numbers(deed)))
}

/// Where every unit is, in the order of the roster.
fn units(state: &State) -> impl Iterator<Item = UnitPlace> {
    (0..state.pack().roster.units.len()).map(|index| state.unit_place(UnitId::at(index)))
}

/// What a map shows: where everybody is, and whose the places are.
fn places(state: &State) -> (Vec<UnitPlace>, LocationSet) {
    (units(state).collect(), state.enemy_held())
}

/// The islands where two positions differ, for each unit that is elsewhere and each place that is another's.
fn differ(was: &State, is: &State) -> Vec<IslandId> {
    let map = &is.pack().map;
    let elsewhere = units(was).zip(units(is)).filter(|(was, is)| was != is).flat_map(|(was, is)| [was, is]);
    let spaces = elsewhere.filter_map(|place| match place {
        UnitPlace::At(space) => Some(map.island_of_space(space)),
        _ => None,
    });
    let changed = was.enemy_held().without(is.enemy_held()).union(is.enemy_held().without(was.enemy_held()));
    spaces.chain(changed.iter().map(|location| map.location(location).island)).collect()
}

/// What is as it was before in a campaign, each difference in a line, and the map if it shows another then.
pub(super) fn reverted(was: &State, is: &State) -> (Vec<String>, Option<Picture>) {
    let mut lines = Vec::new();
    let when = |state: &State| match state.phase() {
        Phase::Action { round } => format!("It is turn {}, action round {round}, again.", state.turn()),
        phase => format!("In turn {} {} again.", state.turn(), phase.waits_for()),
    };
    if when(was) != when(is) {
        lines.push(when(is));
    }
    if was.round().ops() != is.round().ops() {
        lines.push(format!("Ops left: {} (were {}).", is.round().ops(), was.round().ops()));
    }
    let back: Vec<String> = is.hand().iter().filter(|card| !was.hand().contains(*card)).map(|card| position::card(is, card)).collect();
    if !back.is_empty() {
        lines.push(format!("In hand again: {}.", words::list(&back)));
    }
    let gone: Vec<String> = was.hand().iter().filter(|card| !is.hand().contains(*card)).map(|card| position::card(was, card)).collect();
    if !gone.is_empty() {
        lines.push(format!("No longer in hand: {}.", words::list(&gone)));
    }
    if was.victory_points() != is.victory_points() {
        lines.push(format!("Victory points: {} (were {}).", is.victory_points(), was.victory_points()));
    }
    let pack = is.pack();
    let ours_again = was.enemy_held().without(is.enemy_held());
    if !ours_again.is_empty() {
        lines.push(format!("Ours as before: {}.", words::places(pack, ours_again)));
    }
    let theirs_again = is.enemy_held().without(was.enemy_held());
    if !theirs_again.is_empty() {
        lines.push(words::sentence_case(&format!("{}'s as before: {}.", pack.words.sides.enemy_leader, words::places(pack, theirs_again))));
    }
    let moved = units(was).zip(units(is)).filter(|(was, is)| was != is).count();
    if moved > 0 {
        lines.push(words::sentence_case(&format!("{} back where they were.", words::count(moved, "unit is", "units are"))));
    }
    let picture = (places(was) != places(is)).then(|| crop::of(pack, format!("Turn {}", is.turn()), &differ(was, is)));
    (lines, picture)
}

/// The button that undoes what was ordered last.
#[must_use]
pub fn button(deed: &LastDeed, campaign: CampaignId) -> Button {
    let what = deed.labels.last().map(String::as_str).unwrap_or_default();
    Button {
        label: words::shortened(&format!("Undo: {what}"), 80),
        style: ButtonStyle::Secondary,
        id: CustomId::Undo { campaign, revision: deed.first(), asked_by: None },
    }
}

#[cfg(test)]
mod tests {
    use engine::game::Game as _;
    use engine::tabletop::event::Event;
    use engine::tabletop::pack::BattlePack;
    use engine::tabletop::player::Player;
    use engine::tabletop::state::State as Battle;
    use engine::tabletop::unit::UnitId as BattleUnit;

    use super::*;
    use crate::model::played::UndoTakes;
    use crate::model::roster::Member;

    fn battle() -> (Battle, Roster) {
        let mut battle = Battle::opening(&BattlePack::embedded().unwrap());
        battle.players = [Some(Player::Member(0)), Some(Player::Member(1))];
        let members = vec![Member::new(UserId(11), 0, false), Member::new(UserId(12), 1, false)];
        (battle, Roster { members, ..Roster::default() })
    }

    #[test]
    fn points_of_one_name_say_from_which_row_on_they_take_back_and_discord_gets_no_two_alike() {
        let point = |first, label: &str| Landmark { first, label: label.to_owned() };
        let points =
            [point(42, "before the battle of Friday Harbor"), point(17, "before the battle of Friday Harbor"), point(3, "the opening")];
        let names = called(&points);
        assert_eq!(names[1], "before the battle of Friday Harbor (from No. 17 on)");
        assert_eq!(names[2], "the opening");
        assert_ne!(names[0], names[1]);
        let long = [point(1, &"x".repeat(120)), point(2, &"x".repeat(120))];
        assert!(called(&long).iter().all(|name| name.chars().count() <= 100));
    }

    #[test]
    fn a_move_that_finds_an_ambush_is_taken_back_with_a_second_word_as_what_dice_were_thrown_for_is() {
        let (battle, roster) = battle();
        let found = [Event::Revealed(BattleUnit(3))];
        assert!(Battle::shows_hidden(&found) && !Battle::shows_hidden(&[]));
        assert!(State::shows_hidden(&found.clone().map(|event| engine::campaign::Event::Field(Box::new(event)))));
        let moved = LastDeed { labels: vec!["Move to C4".to_owned()], rows: vec![8], ..LastDeed::begun(UserId(11)) };
        assert_eq!(battle.undo_takes(&roster, &moved, UserId(11)), UndoTakes::Nothing);
        let found = LastDeed { showed: true, ..moved };
        assert_eq!(battle.undo_takes(&roster, &found, UserId(11)), UndoTakes::AnotherWord);
        let asked = confirm(&found, CampaignId(1), UserId(11));
        assert_eq!(asked.sentence, "**It showed what was hidden. Undo: Move to C4?**");
        assert_eq!(asked.facts, ["It takes back No. 8.", "What was hidden is hidden again; who saw it knows it."]);
        let asked = request(&found, CampaignId(1), UserId(11), SecondWord::of(&battle, &roster, UserId(11)), 8);
        assert_eq!(asked.facts[0], "It takes back No. 8; it showed what was hidden, so it takes a second word.");
        assert_eq!((asked.next.as_str(), asked.mention), ("<@12> may agree; if nobody does, it stands.", Some(UserId(12))));
    }

    #[test]
    fn what_a_player_did_who_has_left_is_taken_back_with_the_other_sides_word() {
        let (battle, mut roster) = battle();
        roster.members.retain(|member| member.user != UserId(11));
        let moved = LastDeed { rows: vec![8], ..LastDeed::begun(UserId(11)) };
        assert_eq!(battle.undo_takes(&roster, &moved, UserId(12)), UndoTakes::AnotherWord);
        let asked = request(&moved, CampaignId(1), UserId(12), SecondWord::of(&battle, &roster, UserId(12)), 8);
        assert_eq!(asked.facts, ["It takes back No. 8; whoever ordered it has left, so it takes a second word."]);
    }

    #[test]
    fn what_is_done_after_an_undo_that_was_asked_for_grows_in_a_message_of_its_own() {
        let (mut battle, _) = battle();
        battle.turn = 3;
        let deed = LastDeed { rows: vec![8], ..LastDeed::begun(UserId(11)) };
        let standing = Standing::commanded(CampaignId(1), 9, None);
        let told = |asked_by| undone(&battle, &battle, &deed, (UserId(12), asked_by), standing).section;
        assert_eq!(told(None), battle.section());
        assert!(told(Some(UserId(11))).is_some_and(|section| Some(section) != battle.section()));
    }

    #[test]
    fn what_is_told_of_an_undo_is_how_it_stands_again_and_not_how_it_stood() {
        use engine::tabletop::order::{Battle as Fought, Order, SetUp};

        let (mut is, _) = battle();
        let fought = Fought::Scenario(is.position.pack.scenarios[0].key.clone());
        let order = Order::SetUp(std::sync::Arc::new(SetUp { battle: fought, options: Default::default() }));
        is.give(engine::tabletop::seat::Seat::Umpire, &order, &mut engine::dice::Dice::seeded([1; 32], 0)).unwrap();
        is.turn = 1;
        let mut was = is.clone();
        was.turn = 2;
        was.position.units[0].figures -= 1;
        // One that was found lies hidden again, and where is not said.
        is.position.units[1].hidden = true;
        let facts = was.reverted(&is).0;
        let first = crate::despatches::field::names::unit_at(&is, BattleUnit(0));
        assert_eq!(facts, ["Turn 1 again, not 2.".to_owned(), format!("As before: {first}."), "Hidden again: one unit.".to_owned()]);
        let mut is = engine::card_game::state::State::opening(&engine::card_game::pack::CardPack::embedded().unwrap());
        let mut was = is.clone();
        (is.turn, was.turn) = (1, 2);
        assert_eq!(was.reverted(&is).0, ["Turn 1 again, not 2."]);
        let mut is = engine::khartoum::state::State::opening(&engine::khartoum::pack::Pack::embedded().unwrap());
        let mut was = is.clone();
        (is.turn, was.turn) = (1, 2);
        assert_eq!(was.reverted(&is).0, ["Turn 1 again, not 2."]);
    }
}
