//! What the house asks of the mini-game of the siege: its sides as seats, what takes an undo, its words.

use std::collections::BTreeMap;
use std::sync::Arc;

use engine::dice::RollPurpose as _;
use engine::game::Game as _;
use engine::khartoum::event::{Event, Placing};
use engine::khartoum::order::Order;
use engine::khartoum::pack::Pack;
use engine::khartoum::phase::Phase;
use engine::khartoum::refusal::Refusal;
use engine::khartoum::roll::{Purpose, Roll};
use engine::khartoum::state::State;
use engine::tabletop::player::Player;
use engine::tabletop::seat::Seat;
use engine::tabletop::side::Side;
use serde_json::Value;

use crate::despatches::khartoum::{board, labels, names, sheets, story, told};
use crate::despatches::{duel, group};
use crate::model::custom_id::CustomId;
use crate::model::despatch::{Button, ButtonStyle, Despatch, Menu, Picture};
use crate::model::ids::{CampaignId, UserId};
use crate::model::khartoum_key::{self, AS_ADVISED};
use crate::model::landmark::Marked;
use crate::model::last_deed::LastDeed;
use crate::model::log_filter::LogSubject;
use crate::model::played::{Commands, Line, Played, RollKind, UndoTakes};
use crate::model::roster::{Member, Roster};
use crate::model::standing::Standing;
use crate::model::standing_orders::StandingOrders;
use crate::words;

/// What it weighs in the log that a battle is won.
const WON: u8 = 80;

impl Played for State {
    const NAME: &'static str = "khartoum";
    const NOUN: &'static str = "game";
    const COMMANDS: Commands = Commands {
        noun: Self::NOUN,
        begin: "/khartoum new",
        join: "/khartoum join",
        give_up: Some("/khartoum resign"),
        end: "/khartoum end",
    };
    const OWN_SHEET: Option<&'static str> = Some("hand");

    fn load(sources: &BTreeMap<String, String>) -> Result<Arc<Pack>, String> {
        Pack::load_files(sources).map_err(|errors| errors.to_string())
    }

    fn sources(pack: &Arc<Pack>) -> &BTreeMap<String, String> {
        pack.sources()
    }

    fn fingerprint(pack: &Arc<Pack>) -> String {
        pack.fingerprint().to_owned()
    }

    fn title(pack: &Arc<Pack>) -> &str {
        &pack.tables.title
    }

    fn short_title(pack: &Arc<Pack>) -> &str {
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
        board::asked(self).into_iter().filter_map(|side| duel::user_of(&self.players, roster, side)).collect()
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

    fn standing_orders_changed(_pack: &Arc<Pack>, _was: &StandingOrders, is: &StandingOrders) -> Despatch {
        Despatch::saying(group::pace(is))
    }

    /// With the end all that was hidden is shown (K42).
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

    /// The set-up is told when a side has ended it, and so are recruits; which unit lies on top is seen on the map.
    fn is_quiet(order: &Order) -> bool {
        matches!(
            order,
            Order::Deploy { .. } | Order::Recruit { .. } | Order::Place { .. } | Order::Top(_) | Order::Seat { .. } | Order::Stand { .. }
        )
    }

    /// Whether an order that was only a step has ended its phase.
    fn went_on(&self, after: &Self) -> bool {
        self.phase != after.phase
    }

    fn holds_at_any_time(order: &Order) -> bool {
        matches!(order, Order::Stand { .. })
    }

    fn key(order: &Order) -> Option<String> {
        khartoum_key::key(order)
    }

    fn order_of(key: &str) -> Option<Order> {
        khartoum_key::order_of(key)
    }

    fn orders_of(key: &str) -> Option<Vec<Order>> {
        khartoum_key::orders_of(key)
    }

    /// What the staff advises follows from what the side sees now.
    fn orders_meant(&self, seat: Option<Seat>, key: &str) -> Option<Vec<Order>> {
        match (key, seat.and_then(Seat::side)) {
            (AS_ADVISED, Some(side)) => Some(sheets::advised(self, side)),
            _ => Self::orders_of(key),
        }
    }

    fn label(&self, order: &Order, seat: Option<Seat>) -> (String, String) {
        if self.hides(order, seat) {
            return (labels::hidden(self, order), String::new());
        }
        // What an order risks is told by what its giver sees.
        let seen = seat.filter(|seat| seat.side().is_some()).map_or_else(|| self.public_view(), |seat| self.view(seat));
        labels::label(seen.state(), order)
    }

    fn refused(_pack: &Arc<Pack>, refusal: &Refusal) -> String {
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
            ..Despatch::saying(format!(
                "**Resign?** {} have won then, and all that was hidden is shown.",
                names::the_side(self, side.other())
            ))
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
        let settings = labels::settings(self);
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
        Some(told::section(self.turn, story::about(self)))
    }

    fn line(&self, event: &Event) -> Option<Line> {
        // By the position before it, as the story has it: see `lines`.
        let weight = match event {
            Event::Ended(_) => 95,
            Event::BattleEnded { .. } => WON,
            Event::BattleBegan { .. } => 75,
            Event::Died { .. } => 70,
            Event::Played { .. } => 65,
            Event::Moved { .. } | Event::Placed { .. } => 50,
            _ => 20,
        };
        if matches!(event, Event::Fired(_)) {
            return story::dice_lines(self, event).pop().map(Line::Roll);
        }
        story::line(self, event).map(|line| Line::Fact(weight, line))
    }

    /// Each event by the position in which it came, as in the channel's story.
    fn lines(before: &Self, after: &Self, events: &[Event]) -> Vec<Line> {
        let mut state = before.clone();
        let mut lines = Vec::new();
        // Whoever sees each of them placed is not told again how many there are.
        let is_named = |event: &Event| matches!(event, Event::Placed { side: Side::Enemy, why, .. } if *why != Placing::Return);
        let named = events.iter().any(is_named);
        for event in events {
            lines.extend(story::arrivals(&state, after, event).filter(|_| !named).map(|line| Line::Fact(50, line)));
            lines.extend(story::decided(&state, event).map(|battle| Line::Fact(WON, story::won(&state, Side::Enemy, battle.space))));
            lines.extend(state.line(event));
            state.apply(event);
        }
        lines
    }

    fn every_roll(&self, events: &[Event]) -> Vec<String> {
        events.iter().flat_map(|event| story::dice_lines(self, event)).collect()
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
            Order::Draw(_) | Order::PlayCard { .. } | Order::PutAside(_) => LogSubject::Cards,
            Order::Move { .. } | Order::MovesDone(_) | Order::Activate(_) | Order::Lead(_) => LogSubject::Marches,
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
    use engine::dice::DiceSpec;
    use engine::khartoum::event::Cause;
    use engine::khartoum::ids::{SpaceId, UnitId, Units};
    use engine::khartoum::phase::{EndedBy, Outcome, Place};

    use super::*;

    fn unit(key: &str) -> UnitId {
        Pack::embedded().unwrap().unit_keyed(key).unwrap()
    }

    fn at(key: &str) -> SpaceId {
        Pack::embedded().unwrap().space_keyed(key).unwrap()
    }

    /// A game on its third turn with these units on the map.
    fn game(units: &[(&str, &str)]) -> State {
        let mut state = State::new(Pack::embedded().unwrap());
        (state.turn, state.players) = (3, [Some(Player::Member(0)), Some(Player::Member(1))]);
        units.iter().for_each(|(key, space)| state.put(unit(key), Place::On(at(space))));
        state
    }

    fn lines(before: &State, events: &[Event]) -> Vec<Line> {
        let mut after = before.clone();
        after.replay(events);
        State::lines(before, &after, events)
    }

    #[test]
    fn the_log_names_who_takes_a_side() {
        let roster = Roster { members: vec![Member::new(UserId(11), 0, false)], ..Roster::default() };
        let seated = |number| {
            let seat = Order::Seat { side: Side::Enemy, player: Some(Player::Member(number)) };
            game(&[]).in_the_log(&seat, &roster).0
        };
        assert_eq!(seated(0).as_deref(), Some("The Mahdists: <@11>"));
        assert_eq!(seated(1), None, "nobody of the group has that number");
    }

    #[test]
    fn what_ends_a_game_shows_what_was_hidden_and_is_taken_back_with_the_other_sides_word_k42() {
        let over = [Event::Ended(Outcome { winner: Side::Ours, by: EndedBy::Conceded, points: 0 })];
        assert!(State::shows_hidden(&over) && !State::shows_hidden(&[Event::StacksDone]));
        let members = vec![Member::new(UserId(11), 0, false), Member::new(UserId(12), 1, false)];
        let roster = Roster { members, ..Roster::default() };
        let resigned = LastDeed { rows: vec![8], showed: State::shows_hidden(&over), ..LastDeed::begun(UserId(12)) };
        assert_eq!(game(&[]).undo_takes(&roster, &resigned, UserId(12)), UndoTakes::AnotherWord);
    }

    #[test]
    fn the_log_tells_of_a_battle_by_who_began_it_and_not_by_who_is_left_13_0() {
        let before = game(&[("ali", "kosti"), ("muhamed", "kosti"), ("1st_infantry", "kosti")]);
        let (space, died) = (at("kosti"), unit("1st_infantry"));
        let events = [
            Event::BattleBegan { space, attacker: Side::Enemy, landing: false, unsupplied: Units::EMPTY },
            Event::Died { unit: died, from: space, to: Place::InBox, cause: Cause::Fire },
            Event::BattleEnded { space, winner: Side::Enemy },
        ];
        let began = "Mahdists: Muhamed and Ali, strength 8; Empire: 1st Egyptian Infantry, strength 2.";
        let told = lines(&before, &events);
        assert!(told.contains(&Line::Fact(75, began.to_owned())), "{told:?}");
        assert!(told.contains(&Line::Fact(WON, "**The Mahdists win in Kosti.**".to_owned())), "{told:?}");
    }

    #[test]
    fn the_log_says_where_a_garrison_was_that_goes_over_k37() {
        let before = game(&[("ali", "berber"), ("egyptian_a", "dongola")]);
        let garrison = unit("egyptian_a");
        let mut roll = Roll::new(Purpose::Defection(garrison), DiceSpec { count: 1, sides: 6 });
        roll.faces.push(2);
        let events = [
            Event::Summoned { unit: garrison, roll, goes: true },
            Event::Died { unit: garrison, from: at("dongola"), to: Place::InBox, cause: Cause::Defection },
        ];
        let told = lines(&before, &events);
        assert_eq!(told[0], Line::Fact(20, "A letter reaches Egyptian A in Dongola: it goes over.".to_owned()));
    }

    #[test]
    fn the_log_tells_who_has_won_the_battle_that_ends_the_game_at_once_27_k12() {
        let before = game(&[("ali", "wadi_halfa"), ("muhamed", "suakin"), ("abdulah", "khartoum"), ("khartoum_garrison", "khartoum")]);
        let (space, garrison) = (at("khartoum"), unit("khartoum_garrison"));
        let events = [
            Event::BattleBegan { space, attacker: Side::Enemy, landing: false, unsupplied: Units::EMPTY },
            Event::Died { unit: garrison, from: space, to: Place::InBox, cause: Cause::Fire },
            Event::Ended(Outcome { winner: Side::Enemy, by: EndedBy::SuddenDeath, points: 0 }),
        ];
        let told = lines(&before, &events);
        assert!(told.contains(&Line::Fact(WON, "**The Mahdists win in Khartoum.**".to_owned())), "{told:?}");
    }
}
