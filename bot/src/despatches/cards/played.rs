//! What the house asks of the card game: its sides as seats, what takes an undo, its words.

use std::collections::BTreeMap;
use std::sync::Arc;

use engine::card_game::event::Event;
use engine::card_game::order::Order;
use engine::card_game::pack::CardPack;
use engine::card_game::refusal::Refusal;
use engine::card_game::roll::{Purpose, Roll};
use engine::card_game::state::{Phase, State};
use engine::dice::RollPurpose as _;
use engine::game::Game as _;
use engine::tabletop::player::Player;
use engine::tabletop::seat::Seat;
use engine::tabletop::side::Side;
use serde_json::Value;

use crate::despatches::cards::story::About;
use crate::despatches::cards::{board, labels, names, sheets, story, told};
use crate::despatches::{duel, group};
use crate::model::card_key::{self, AS_ADVISED};
use crate::model::custom_id::CustomId;
use crate::model::despatch::{Button, ButtonStyle, Despatch, Menu, Picture};
use crate::model::ids::{CampaignId, UserId};
use crate::model::landmark::Marked;
use crate::model::last_deed::LastDeed;
use crate::model::log_filter::LogSubject;
use crate::model::played::{Commands, Line, Played, RollKind, UndoTakes};
use crate::model::roster::{Member, Roster};
use crate::model::standing::{Called, Standing};
use crate::model::standing_orders::StandingOrders;
use crate::words;

impl Played for State {
    const NAME: &'static str = "card-game";
    const NOUN: &'static str = "card game";
    const COMMANDS: Commands =
        Commands { noun: Self::NOUN, begin: "/sudan new", join: "/sudan join", give_up: Some("/sudan resign"), end: "/sudan end" };
    const AT_ONCE: bool = true;
    const OWN_SHEET: Option<&'static str> = Some("hand");

    fn load(sources: &BTreeMap<String, String>) -> Result<Arc<CardPack>, String> {
        CardPack::load_files(sources).map_err(|errors| errors.to_string())
    }

    fn sources(pack: &Arc<CardPack>) -> &BTreeMap<String, String> {
        pack.sources()
    }

    fn fingerprint(pack: &Arc<CardPack>) -> String {
        pack.fingerprint().to_owned()
    }

    fn title(pack: &Arc<CardPack>) -> &str {
        &pack.tables.title
    }

    fn short_title(pack: &Arc<CardPack>) -> &str {
        &pack.tables.title
    }

    fn seat_word(seat: Seat) -> &'static str {
        match seat {
            Seat::Ours => "ours",
            Seat::Enemy => "enemy",
            Seat::Umpire => "umpire",
        }
    }

    fn founder() -> Seat {
        Seat::Umpire
    }

    fn bystander() -> Seat {
        Seat::Umpire
    }

    fn seat(&self, roster: &Roster, user: UserId) -> Option<Seat> {
        duel::side_of(&self.players, roster.member(user)?).map(Seat::from)
    }

    fn in_charge(&self, _roster: &Roster) -> Option<UserId> {
        None
    }

    fn who_plays(&self, roster: &Roster) -> String {
        duel::who_plays(&self.players, roster)
    }

    fn role(&self, _roster: &Roster, member: Member) -> Option<String> {
        duel::side_of(&self.players, member).map(|side| names::bare_side(self, side).to_owned())
    }

    fn waited_for(&self, roster: &Roster) -> Vec<UserId> {
        let asked = board::asked(self.public_view().state()).into_iter();
        asked.filter_map(|side| duel::user_of(&self.players, roster, side)).collect()
    }

    /// That a side passes by a standing order is not to be seen while the other side chooses (C07).
    fn called(&self, roster: &Roster) -> Called {
        let asked = board::asked(self);
        let has_to_act = |user: UserId| asked.iter().any(|side| duel::user_of(&self.players, roster, *side) == Some(user));
        let mut seem = self.waited_for(roster).into_iter();
        let (first, second) = (seem.next(), seem.next());
        Called { first, second, spared: first.into_iter().chain(second).find(|user| !has_to_act(*user)) }
    }

    fn most_members() -> u8 {
        25
    }

    fn joining(&self, _roster: &Roster, number: u8) -> Result<Vec<Order>, String> {
        let side = duel::vacant(&self.players, self.is_over())?;
        Ok(vec![Order::Seat { side, player: Some(Player::Member(number)) }])
    }

    fn leaving(&self, roster: &Roster, user: UserId) -> Result<Vec<Order>, String> {
        if self.is_over() {
            return Ok(Vec::new());
        }
        let side = roster.member(user).and_then(|member| duel::side_of(&self.players, member));
        Ok(side.map(|side| Order::Seat { side, player: None }).into_iter().collect())
    }

    fn carried_on_by(&self) -> Vec<Order> {
        let seat = |(side, player)| Order::Seat { side, player };
        if self.is_over() { Vec::new() } else { duel::carried_on(&self.players).into_iter().map(seat).collect() }
    }

    fn standing_orders_changed(_pack: &Arc<CardPack>, _was: &StandingOrders, is: &StandingOrders) -> Despatch {
        Despatch::saying(group::pace(is))
    }

    /// With the end both hands are shown (N20).
    fn shows_hidden(events: &[Event]) -> bool {
        events.iter().any(|event| matches!(event, Event::Ended(_)))
    }

    /// One's own choices that nothing has been revealed of are taken back freely; the rest takes the other side's word.
    fn undo_takes(&self, roster: &Roster, last: &LastDeed, user: UserId) -> UndoTakes {
        UndoTakes::of_two_sides(last, user, |member| self.seat(roster, member).is_some())
    }

    fn undo_agreed(&self, roster: &Roster, asked_by: UserId, user: UserId) -> bool {
        let side = |user: UserId| roster.member(user).and_then(|member| duel::side_of(&self.players, member));
        asked_by != user && side(asked_by).is_some() && side(user).is_some()
    }

    fn is_about_the_group(order: &Order) -> bool {
        matches!(order, Order::Seat { .. })
    }

    /// What is done with a hand is no news before it is turned up.
    fn is_quiet(order: &Order) -> bool {
        matches!(order, Order::Lay { .. } | Order::Seat { .. } | Order::Stand { .. })
    }

    /// Whether an order that was only a step has settled what was asked: a standing order that answers in a conflict.
    fn went_on(&self, after: &Self) -> bool {
        self.phase != after.phase
    }

    /// A card laid twice is two cards laid.
    fn holds_at_any_time(order: &Order) -> bool {
        matches!(order, Order::Stand { .. })
    }

    fn key(order: &Order) -> Option<String> {
        card_key::key(order)
    }

    fn order_of(key: &str) -> Option<Order> {
        card_key::order_of(key)
    }

    fn orders_of(key: &str) -> Option<Vec<Order>> {
        card_key::orders_of(key)
    }

    /// What the staff advises follows from what the side sees now.
    fn orders_meant(&self, seat: Option<Seat>, key: &str) -> Option<Vec<Order>> {
        match (key, seat.and_then(Seat::side)) {
            (AS_ADVISED, Some(side)) => Some(sheets::advised(self, side)),
            _ => Self::orders_of(key),
        }
    }

    fn label(&self, order: &Order, seat: Option<Seat>) -> (String, String) {
        if self.hides(order, seat) { (labels::hidden(self, order), String::new()) } else { labels::label(self, order) }
    }

    fn refused(_pack: &Arc<CardPack>, refusal: &Refusal) -> String {
        refusal.to_string()
    }

    fn question(&self, order: &Order, campaign: CampaignId, revision: u32) -> Option<Despatch> {
        let Order::Concede(side) = order else { return None };
        let sure = CustomId::Sure { campaign, revision, key: Self::key(order)? };
        Some(Despatch {
            buttons: vec![
                Button { label: labels::label(self, order).0, style: ButtonStyle::Danger, id: sure },
                Button { label: "Back".to_owned(), style: ButtonStyle::Secondary, id: CustomId::Back { campaign } },
            ],
            ..Despatch::saying(format!("**Resign?** {} have won then, and both hands are shown.", names::the_side(self, side.other())))
        })
    }

    fn turn(&self) -> u8 {
        self.turn
    }

    fn where_it_stands(&self) -> String {
        board::stage(self)
    }

    fn footer(&self, revision: u32) -> String {
        board::footer(self, revision)
    }

    fn next(&self, standing: Standing) -> String {
        board::next(self, standing)
    }

    fn controls(&self, standing: Standing) -> (Option<Menu>, Vec<Button>) {
        board::controls(self, standing)
    }

    fn changed_rules(&self) -> Option<String> {
        let settings = labels::settings(&self.options);
        (!settings.is_empty()).then(|| settings.join(" "))
    }

    fn board(&self, standing: Standing) -> Despatch {
        board::board(self, standing)
    }

    fn sheet(&self, seat: Option<Seat>, standing: Standing, topic: &str, page: usize) -> Option<Despatch> {
        sheets::sheet(self, seat, standing, topic, page)
    }

    fn after(&self, seat: Option<Seat>, standing: Standing, order: &Order) -> Despatch {
        sheets::after(self, seat, standing, order)
    }

    fn told(&self, order: &Order, events: &[Event], standing: Standing) -> Despatch {
        if matches!(order, Order::SetUp(_)) {
            return told::opening(self, standing);
        }
        let (menu, buttons) = self.controls(standing);
        Despatch {
            dice: self.every_roll(events),
            next: self.next(standing),
            footer: self.footer(standing.revision),
            menu,
            buttons,
            ..Despatch::saying(labels::heading(&self.label(order, None).0))
        }
    }

    fn reverted(&self, is: &Self) -> (Vec<String>, Option<Picture>) {
        (told::reverted(self, is), Some(Picture::Board))
    }

    fn section(&self) -> Option<String> {
        let about = match self.phase {
            Phase::Conflict(fought) => About::Conflict(fought.region),
            _ => About::Turn,
        };
        Some(told::section(self.turn.max(1), about))
    }

    fn line(&self, event: &Event) -> Option<Line> {
        // By the position before it, as the story has it: see `lines`.
        let weight = match event {
            Event::Ended(_) => 95,
            Event::ConflictEnded { .. } | Event::Unopposed { taken: Some(_), .. } => 80,
            Event::Revealed(_) => 60,
            // Whose conflict it is stands in its message's heading; in the log it does not.
            Event::ConflictBegan(region) => {
                let begun = format!("Conflict in {}.", names::region(self, *region));
                return Some(Line::Fact(70, begun));
            }
            Event::Lost { .. } => 50,
            _ => 20,
        };
        if let Some(roll) = story::roll_of(event).filter(|_| matches!(event, Event::Drew { .. })) {
            return Some(Line::Roll(story::roll_line(self, roll)));
        }
        story::line(self, event).map(|line| Line::Fact(weight, line))
    }

    /// Each event by the position in which it came, as in the channel's story.
    fn lines(before: &Self, _after: &Self, events: &[Event]) -> Vec<Line> {
        let mut state = before.public_view().state().clone();
        let mut lines = Vec::new();
        for event in events {
            lines.extend(state.line(event));
            state.apply(event);
        }
        lines
    }

    fn every_roll(&self, events: &[Event]) -> Vec<String> {
        events.iter().filter_map(story::roll_of).map(|roll| story::roll_line(self, roll)).collect()
    }

    fn roll_in_words(&self, written: &Value) -> Option<String> {
        serde_json::from_value::<Roll>(written.clone()).ok().map(|roll| story::roll_line(self, &roll))
    }

    fn roll_kind(written: &Value) -> Option<RollKind> {
        let purpose: Purpose = serde_json::from_value(written.clone()).ok()?;
        Some(RollKind { label: purpose.label(), favours: None })
    }

    fn waits_for_a_side(&self) -> bool {
        !self.is_over() && Side::BOTH.into_iter().any(|side| self.players[side as usize].is_none())
    }

    fn by_the_staff(&self, order: &Order) -> Option<String> {
        let side = self.giver(order).side()?;
        match self.players[side as usize]? {
            Player::Staff(strength) => Some(format!("the {}", words::staff(strength))),
            Player::Member(_) => None,
        }
    }

    fn in_the_log(&self, order: &Order, roster: &Roster) -> (Option<String>, Option<String>) {
        let Order::Seat { side, player: Some(Player::Member(number)) } = order else { return (None, None) };
        (duel::takes_the_side(&names::the_side(self, *side), *number, roster), None)
    }

    fn subject(&self, order: &Order) -> LogSubject {
        match order {
            Order::Relieve { .. } | Order::Lay { .. } | Order::Deployed(_) | Order::PlayMovement { .. } => LogSubject::Cards,
            Order::March { .. } | Order::Travelled(_) => LogSubject::Marches,
            Order::Seat { .. } => LogSubject::Group,
            _ => LogSubject::Battles,
        }
    }

    /// The beginning of a turn is a point to go back to.
    fn landmark(&self, after: &Self, _events: &[Event]) -> Marked {
        let moved_on = self.turn != after.turn && !matches!(after.phase, Phase::Over(_));
        Marked { before: None, after: moved_on.then(|| format!("the beginning of turn {}", after.turn)) }
    }
}

#[cfg(test)]
mod tests {
    use engine::card_game::event::{EndedBy, Outcome};
    use engine::card_game::options::Options;
    use engine::card_game::order::Standing as StandingOrder;
    use engine::card_game::region::Region;
    use engine::card_game::state::Conflict;
    use engine::dice::Dice;
    use engine::tabletop::side::Side;

    use super::*;

    fn game() -> State {
        let mut state = State::new(CardPack::embedded().unwrap());
        (state.turn, state.players) = (2, [Some(Player::Member(0)), Some(Player::Member(1))]);
        state
    }

    /// One unit against another in Egypt, which is ours.
    fn fought(options: Options, fought: Conflict) -> State {
        let mut state = game();
        (state.options, state.phase) = (options, Phase::Conflict(fought));
        for (side, name) in [(Side::Ours, "British Infantry"), (Side::Enemy, "Dervishes")] {
            let card = state.pack.card_named(side, name).unwrap();
            state.armies[side as usize].deck.take(card);
            state.armies[side as usize].ready[fought.region as usize].add(card, 1);
        }
        state
    }

    #[test]
    fn the_log_names_who_takes_a_side() {
        let roster = Roster { members: vec![Member::new(UserId(11), 0, false)], ..Roster::default() };
        let seated = |number| {
            let seat = Order::Seat { side: Side::Enemy, player: Some(Player::Member(number)) };
            game().in_the_log(&seat, &roster).0
        };
        assert_eq!(seated(0).as_deref(), Some("The Mahdists: <@11>"));
        assert_eq!(seated(1), None, "nobody of the group has that number");
    }

    #[test]
    fn what_ends_a_game_shows_both_hands_and_is_taken_back_with_the_other_sides_word_n19_n20() {
        let over = [Event::Ended(Outcome { winner: Some(Side::Ours), by: EndedBy::Conceded })];
        assert!(State::shows_hidden(&over) && !State::shows_hidden(&[Event::Deployed(Side::Ours)]));
        let members = vec![Member::new(UserId(11), 0, false), Member::new(UserId(12), 1, false)];
        let roster = Roster { members, ..Roster::default() };
        let resigned = LastDeed { rows: vec![8], showed: State::shows_hidden(&over), ..LastDeed::begun(UserId(12)) };
        assert_eq!(game().undo_takes(&roster, &resigned, UserId(12)), UndoTakes::AnotherWord);
    }

    #[test]
    fn the_log_tells_what_was_laid_by_the_position_before_it_was_turned_up_c17() {
        let mut before = game();
        (before.phase, before.last) = (Phase::Deploying(Side::Enemy), Side::Enemy);
        let warrior = before.pack.card_named(Side::Enemy, "Mahdist Warrior").unwrap();
        for _ in 0..2 {
            before.armies[Side::Enemy as usize].deck.take(warrior);
            before.armies[Side::Enemy as usize].laid[Region::West as usize].cards.add(warrior, 1);
        }
        let mut after = before.clone();
        let events = after.give(Seat::Enemy, &Order::Deployed(Side::Enemy), &mut Dice::seeded([1; 32], 0)).unwrap();
        let told = State::lines(&before, &after, &events);
        let laid = Line::Fact(20, "The Mahdists lay cards face down: 2 in Western Sudan.".to_owned());
        let shown = Line::Fact(60, "The cards are turned up. The Mahdists have laid 2 × Mahdist Warrior in Western Sudan.".to_owned());
        assert!(told.contains(&laid) && told.contains(&shown), "{told:?}");
    }

    #[test]
    fn a_standing_order_that_answers_in_a_conflict_is_told_and_taken_back_as_news_and_no_other_is_c07_c12() {
        let given = |state: &State, what: StandingOrder| {
            let order = Order::Stand { side: Side::Ours, what, on: true };
            assert!(State::is_quiet(&order));
            let mut after = state.clone();
            after.give(Seat::Ours, &order, &mut Dice::seeded([1; 32], 0)).unwrap();
            state.went_on(&after)
        };
        let mut declared = Conflict::new(Region::Home);
        declared.declared[Side::Enemy as usize] = Some(None);
        let state = fought(Options::default(), declared);
        assert!(given(&state, StandingOrder::Pass) && !given(&state, StandingOrder::WeakestFalls));
        // Where both choose at once nobody is told of it before the other side has chosen.
        let at_once = Options { tactics_at_once: true, ..Options::default() };
        let mut state = fought(at_once, Conflict::new(Region::Home));
        assert!(!given(&state, StandingOrder::Pass));
        if let Phase::Conflict(fought) = &mut state.phase {
            fought.face_down[Side::Enemy as usize] = Some(None);
        }
        assert!(given(&state, StandingOrder::Pass));
    }
}
