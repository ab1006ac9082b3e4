//! What the house asks of the gridded battle: its sides as seats, what takes an undo, its words.

use std::collections::BTreeMap;
use std::sync::Arc;

use engine::dice::RollPurpose as _;
use engine::game::Game as _;
use engine::tabletop::event::Event;
use engine::tabletop::order::{Battle, Order};
use engine::tabletop::pack::BattlePack;
use engine::tabletop::phase::Phase;
use engine::tabletop::player::Player;
use engine::tabletop::refusal::Refusal;
use engine::tabletop::roll::{Purpose, Roll};
use engine::tabletop::seat::Seat;
use engine::tabletop::side::Side;
use engine::tabletop::state::State;
use serde_json::Value;

use crate::despatches::duel;
use crate::despatches::field::{board, labels, names, rolls, sheets, story, told};
use crate::despatches::group;
use crate::model::custom_id::CustomId;
use crate::model::despatch::{Button, ButtonStyle, Despatch, Menu, Picture};
use crate::model::field_key::{self, GO_ON};
use crate::model::ids::{CampaignId, UserId};
use crate::model::landmark::Marked;
use crate::model::last_deed::LastDeed;
use crate::model::log_filter::LogSubject;
use crate::model::played::{Commands, Line, Played, RollKind, UndoTakes};
use crate::model::roster::{Member, Roster};
use crate::model::standing::Standing;
use crate::model::standing_orders::StandingOrders;
use crate::words;

/// The sides that a member plays.
fn sides_of(state: &State, member: Member) -> impl Iterator<Item = Side> + '_ {
    Side::BOTH.into_iter().filter(move |side| !member.spectator && state.player(*side) == Some(Player::Member(member.number)))
}

/// The user who plays a side.
fn user_of(state: &State, roster: &Roster, side: Side) -> Option<UserId> {
    match state.player(side) {
        Some(Player::Member(number)) => roster.user(number),
        _ => None,
    }
}

impl Played for State {
    const NAME: &'static str = "battle";
    const NOUN: &'static str = "battle";
    const COMMANDS: Commands =
        Commands { noun: Self::NOUN, begin: "/battle new", join: "/battle join", give_up: Some("/battle withdraw"), end: "/battle end" };
    const AT_ONCE: bool = true;

    fn load(sources: &BTreeMap<String, String>) -> Result<Arc<BattlePack>, String> {
        BattlePack::load_files(sources).map_err(|errors| errors.to_string())
    }

    fn sources(pack: &Arc<BattlePack>) -> &BTreeMap<String, String> {
        pack.sources()
    }

    fn fingerprint(pack: &Arc<BattlePack>) -> String {
        pack.fingerprint().to_owned()
    }

    fn title(_pack: &Arc<BattlePack>) -> &str {
        "Gridded battle"
    }

    fn short_title(_pack: &Arc<BattlePack>) -> &str {
        "Gridded battle"
    }

    fn names_given(order: &Order) -> Vec<&str> {
        match order {
            Order::SetUp(set_up) => match &set_up.battle {
                Battle::Plan(plan) => vec![&plan.title, &plan.ours.name, &plan.enemy.name],
                Battle::Scenario(_) | Battle::Typical => Vec::new(),
            },
            _ => Vec::new(),
        }
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

    /// Whoever plays both sides sits at the one that is asked.
    fn seat(&self, roster: &Roster, user: UserId) -> Option<Seat> {
        let member = roster.member(user)?;
        let asked = self.side_asked();
        let mut sides = sides_of(self, member);
        let first = sides.next()?;
        Some(Seat::from(sides.chain([first]).find(|side| Some(*side) == asked).unwrap_or(first)))
    }

    fn in_charge(&self, _roster: &Roster) -> Option<UserId> {
        None
    }

    fn who_plays(&self, roster: &Roster) -> String {
        let who = |side: Side| match self.player(side) {
            Some(Player::Staff(strength)) => format!("the {}", words::staff(strength)),
            Some(Player::Member(_)) => {
                user_of(self, roster, side).map_or_else(|| "somebody who has left".to_owned(), |user| user.mention())
            }
            None => "nobody yet".to_owned(),
        };
        format!("{} against {}", who(Side::Ours), who(Side::Enemy))
    }

    fn role(&self, _roster: &Roster, member: Member) -> Option<String> {
        let sides: Vec<String> = sides_of(self, member).map(|side| names::side(self, side)).collect();
        (!sides.is_empty()).then(|| words::list(&sides))
    }

    fn waited_for(&self, roster: &Roster) -> Vec<UserId> {
        self.side_asked().and_then(|side| user_of(self, roster, side)).into_iter().collect()
    }

    fn most_members() -> u8 {
        25
    }

    fn joining(&self, _roster: &Roster, number: u8) -> Result<Vec<Order>, String> {
        let vacant = Side::BOTH.into_iter().find(|side| self.player(*side).is_none());
        let side =
            vacant.filter(|_| !self.is_over()).ok_or("Both sides are taken: look on instead, with `/campaign join looking_on:True`.")?;
        Ok(vec![Order::Seat { side, player: Some(Player::Member(number)) }])
    }

    fn leaving(&self, roster: &Roster, user: UserId) -> Result<Vec<Order>, String> {
        if self.is_over() {
            return Ok(Vec::new());
        }
        Ok(roster
            .member(user)
            .into_iter()
            .flat_map(|member| sides_of(self, member))
            .map(|side| Order::Seat { side, player: None })
            .collect())
    }

    /// Whoever brings the file takes the first side that was a member's, and both if one member had both.
    fn carried_on_by(&self) -> Vec<Order> {
        let members = Side::BOTH.map(|side| match self.player(side) {
            Some(Player::Member(number)) => Some(number),
            _ => None,
        });
        let first = members.into_iter().flatten().next();
        let seat = |side: Side| {
            let was = members[side as usize]?;
            let is_first = Side::BOTH.into_iter().find(|side| members[*side as usize].is_some()) == Some(side);
            let player = (is_first || Some(was) == first).then_some(Player::Member(0));
            (self.player(side) != player).then_some(Order::Seat { side, player })
        };
        if self.is_over() { Vec::new() } else { Side::BOTH.into_iter().filter_map(seat).collect() }
    }

    fn standing_orders_changed(_pack: &Arc<BattlePack>, _was: &StandingOrders, is: &StandingOrders) -> Despatch {
        Despatch::saying(group::pace(is))
    }

    fn shows_hidden(events: &[Event]) -> bool {
        events.iter().any(|event| matches!(event, Event::Revealed(_)))
    }

    fn undo_takes(&self, roster: &Roster, last: &LastDeed, user: UserId) -> UndoTakes {
        UndoTakes::of_two_sides(last, user, |member| self.seat(roster, member).is_some())
    }

    /// It takes the other side's word.
    fn undo_agreed(&self, roster: &Roster, asked_by: UserId, user: UserId) -> bool {
        let sides = |user: UserId| roster.member(user).map(|member| sides_of(self, member).collect::<Vec<_>>()).unwrap_or_default();
        let (one, other) = (sides(asked_by), sides(user));
        asked_by != user && !one.is_empty() && !other.is_empty()
    }

    fn is_about_the_group(order: &Order) -> bool {
        matches!(order, Order::Seat { .. })
    }

    fn is_quiet(order: &Order) -> bool {
        matches!(
            order,
            Order::Place { .. }
                | Order::Seat { .. }
                | Order::Coordinate { .. }
                | Order::LieStill { .. }
                | Order::CombatCards { .. }
                | Order::Instruct { .. }
        )
    }

    fn key(order: &Order) -> Option<String> {
        field_key::key(order)
    }

    fn order_of(key: &str) -> Option<Order> {
        field_key::order_of(key)
    }

    fn orders_of(key: &str) -> Option<Vec<Order>> {
        if key == GO_ON { Some(Vec::new()) } else { Self::order_of(key).map(|order| vec![order]) }
    }

    fn label(&self, order: &Order, seat: Option<Seat>) -> (String, String) {
        if !self.hides(order, seat) {
            return labels::label(self, order);
        }
        let hidden = match order {
            Order::Instruct { .. } => "Units are told what to do",
            Order::CombatCards { .. } => "What is done with cards in combats is settled",
            _ => "A unit is put elsewhere",
        };
        (hidden.to_owned(), String::new())
    }

    fn refused(_pack: &Arc<BattlePack>, refusal: &Refusal) -> String {
        refusal.to_string()
    }

    fn question(&self, order: &Order, campaign: CampaignId, revision: u32) -> Option<Despatch> {
        let sentence = match order {
            Order::Concede(side) => {
                let other = words::sentence_case(&names::the_side(self, side.other()));
                match names::fights_the_turn_out(self) {
                    true => format!(
                        "**Give the battle up?** The turn is fought out, and {} break off at its end.",
                        names::the_side(self, *side)
                    ),
                    false => format!("**Give the battle up?** {other} have won it then, and it is over."),
                }
            }
            Order::LetGo(_) => "**Let them go?** The battle is over then.".to_owned(),
            _ => return None,
        };
        let sure = CustomId::Sure { campaign, revision, key: Self::key(order)? };
        Some(Despatch {
            buttons: vec![
                Button { label: labels::label(self, order).0, style: ButtonStyle::Danger, id: sure },
                Button { label: "Back".to_owned(), style: ButtonStyle::Secondary, id: CustomId::Back { campaign } },
            ],
            ..Despatch::saying(sentence)
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
            ..Despatch::saying(format!("**{}.**", self.label(order, None).0))
        }
    }

    fn reverted(&self, is: &Self) -> (Vec<String>, Option<Picture>) {
        (told::reverted(self, is), Some(Picture::Board))
    }

    fn section(&self) -> Option<String> {
        Some(told::section(self.turn))
    }

    fn line(&self, event: &Event) -> Option<Line> {
        if let Some(roll) =
            rolls::of_event(self, event).pop().filter(|_| matches!(event, Event::Activated { .. } | Event::BrigadeActivated { .. }))
        {
            return Some(Line::Roll(roll));
        }
        let chapters = story::story(self, std::slice::from_ref(event));
        let chapter = chapters.last()?;
        match chapter.told.first() {
            Some(told) => Some(Line::Fact(told.weight, format!("{}.", told.text))),
            None if chapter.begins => Some(Line::Fact(60, format!("Turn {} begins.", chapter.turn))),
            None => None,
        }
    }

    /// As the battle's story: who did what from where to whom, with all that came of it.
    fn lines(before: &Self, _after: &Self, events: &[Event]) -> Vec<Line> {
        let activated = |event: &&Event| matches!(event, Event::Activated { .. } | Event::BrigadeActivated { .. });
        let rolls = events.iter().filter(activated).flat_map(|event| rolls::of_event(before, event)).map(Line::Roll);
        let (mut lines, mut place) = (Vec::new(), 0);
        for chapter in story::story(before, events) {
            if chapter.begins {
                lines.push(Line::Fact(60, format!("Turn {} begins.", chapter.turn)));
                place = lines.len();
            }
            lines.extend(chapter.told.into_iter().map(|told| Line::Fact(told.weight, format!("{}.", told.text))));
        }
        // Who acts next is drawn when a turn has begun.
        lines.splice(place..place, rolls);
        lines
    }

    fn every_roll(&self, events: &[Event]) -> Vec<String> {
        events.iter().flat_map(|event| rolls::of_event(self, event)).collect()
    }

    fn roll_in_words(&self, written: &Value) -> Option<String> {
        serde_json::from_value::<Roll>(written.clone()).ok().map(|roll| rolls::line(self, &roll, None))
    }

    fn roll_kind(written: &Value) -> Option<RollKind> {
        let purpose: Purpose = serde_json::from_value(written.clone()).ok()?;
        Some(RollKind { label: purpose.label(), favours: None })
    }

    fn waits_for_a_side(&self) -> bool {
        !self.is_over() && Side::BOTH.into_iter().any(|side| self.player(side).is_none())
    }

    fn by_the_staff(&self, order: &Order) -> Option<String> {
        let side = self.giver(order).side()?;
        match self.player(side)? {
            Player::Staff(strength) => Some(format!("the {}", words::staff(strength))),
            Player::Member(_) => None,
        }
    }

    /// By whom it is carried out stands before it: buttons and menus leave that out, since they are of one unit.
    fn in_the_log(&self, order: &Order, roster: &Roster) -> (Option<String>, Option<String>) {
        if let Order::Seat { side, player: Some(Player::Member(number)) } = order {
            return (duel::takes_the_side(&names::side(self, *side), *number, roster), None);
        }
        let unit = match order {
            Order::StandBrigade(_) => return (Some(format!("The brigade square: {}", labels::label(self, order).0)), None),
            Order::Move { unit, .. }
            | Order::Charge { unit, .. }
            | Order::Fire { unit, .. }
            | Order::Form { unit, .. }
            | Order::Mount(unit)
            | Order::Stand(unit)
            | Order::Volley { unit, .. }
            | Order::GoFor { unit, .. }
            | Order::Pursue { unit, .. }
            | Order::Embark { unit, .. }
            | Order::Land { unit, .. } => *unit,
            _ => return (None, None),
        };
        let is_seen = self.find(unit).is_some_and(|of| !of.hidden) && !self.hides(order, None);
        let what = || format!("{}: {}", words::sentence_case(&names::unit(self, unit)), labels::label(self, order).0);
        (is_seen.then(what), None)
    }

    /// That a side is set up is what was ordered.
    fn says_itself(event: &Event) -> bool {
        matches!(event, Event::Deploys(_))
    }

    fn subject(&self, _order: &Order) -> LogSubject {
        LogSubject::Battles
    }

    /// The beginning of a turn is a point to go back to, and so is the end of the set-up.
    fn landmark(&self, after: &Self, _events: &[Event]) -> Marked {
        let moved_on = self.turn != after.turn && !matches!(after.phase, Phase::Over(_));
        Marked { before: None, after: moved_on.then(|| format!("the beginning of turn {}", after.turn)) }
    }
}
