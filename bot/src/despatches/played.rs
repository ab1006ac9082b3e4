//! What the house asks of the campaign: its posts as seats, what takes an undo, and its words, each from the file that makes them.

use std::collections::BTreeMap;
use std::sync::Arc;

use engine::campaign::rules::seats::MOST_MEMBERS;
use engine::campaign::{Event, Order, Phase, Post, Purpose, Refusal, Roll, Seat, State};
use engine::dice::RollPurpose as _;
use engine::game::Game as _;
use engine::pack::Pack;
use engine::tabletop::side::Side;
use engine::tabletop::state::State as Battle;
use serde_json::Value;

use crate::despatches::field::nested::ON_BOARD;
use crate::despatches::house_rules as told_rules;
use crate::despatches::on_board::{self, seat_there};
use crate::despatches::order_keys::{order_from_key, order_key};
use crate::despatches::{asking, board, campaign, controls, group, labels, lines, log, odds, position, sheet, undo};
use crate::model::custom_id::CustomId;
use crate::model::despatch::{Button, Despatch, Menu, Picture};
use crate::model::ids::{CampaignId, UserId};
use crate::model::landmark::Marked;
use crate::model::last_deed::LastDeed;
use crate::model::log_filter::LogSubject;
use crate::model::orders::house_rules;
use crate::model::played::{Commands, Line, Played, RollKind, UndoTakes};
use crate::model::roster::{Authority, Member, Roster};
use crate::model::standing::{Called, Standing};
use crate::model::standing_orders::StandingOrders;
use crate::model::topic;
use crate::words;

impl Played for State {
    const NAME: &'static str = "campaign";
    const NOUN: &'static str = "campaign";
    const COMMANDS: Commands =
        Commands { noun: Self::NOUN, begin: "/campaign start", join: "/campaign join", give_up: None, end: "/campaign end" };
    const READ_BY: &'static str = "`/map`, `/campaign log`, `/campaign report`, `/campaign film`, `/campaign verify` and `/summary`";

    fn load(sources: &BTreeMap<String, String>) -> Result<Arc<Pack>, String> {
        Pack::under_way(sources).map_err(|errors| errors.to_string())
    }

    fn sources(pack: &Arc<Pack>) -> &BTreeMap<String, String> {
        pack.sources()
    }

    fn fingerprint(pack: &Arc<Pack>) -> String {
        pack.fingerprint().to_owned()
    }

    fn title(pack: &Arc<Pack>) -> &str {
        &pack.outline.title
    }

    fn short_title(pack: &Arc<Pack>) -> &str {
        &pack.outline.short_title
    }

    fn seat_word(seat: Seat) -> &'static str {
        match seat {
            Seat::Commander => "commander",
            Seat::ChiefOfStaff => "chief_of_staff",
            Seat::Player => "player",
            Seat::Umpire => "umpire",
            Seat::OnBoard(Side::Ours) => "ours",
            Seat::OnBoard(Side::Enemy) => "enemy",
        }
    }

    fn founder() -> Seat {
        Seat::Commander
    }

    fn bystander() -> Seat {
        Seat::Player
    }

    fn seat(&self, roster: &Roster, user: UserId) -> Option<Seat> {
        roster.seat(self, user)
    }

    /// On the board whoever commands a side there gives its orders; whoever does not is told so by the rules.
    fn seat_for(&self, roster: &Roster, user: UserId, order: &Order) -> Option<Seat> {
        let own = roster.seat(self, user)?;
        let Order::Field(on_board) = order else { return Some(own) };
        let side = self.board()?.battle().giver(on_board).side()?;
        Some(if roster.commanders_on_board(side).contains(&user) { Seat::OnBoard(side) } else { own })
    }

    fn seat_seeing(&self, roster: &Roster, user: UserId) -> Option<Seat> {
        let own = roster.seat(self, user)?;
        Some(roster.side_on_board(self, user).map_or(own, Seat::OnBoard))
    }

    fn in_charge(&self, roster: &Roster) -> Option<UserId> {
        roster.commanding(self)
    }

    fn who_plays(&self, roster: &Roster) -> String {
        roster.commanding(self).map_or_else(|| "nobody commands".to_owned(), |user| format!("<@{user}> commands"))
    }

    fn role(&self, roster: &Roster, member: Member) -> Option<String> {
        match roster.post(self, member) {
            Post::Player => None,
            post => Some(words::post(post).to_owned()),
        }
    }

    fn waited_for(&self, roster: &Roster) -> Vec<UserId> {
        let mut users = match roster.called(self) {
            Some(user) => vec![user],
            // Where nobody commands, everybody may act.
            None => roster.players().map(|member| member.user).collect(),
        };
        // A vote waits for those who have not voted.
        for votes in self.vote().into_iter().chain(self.option_vote().map(|(_, votes)| votes)) {
            let silent = roster.players().filter(|member| !votes.iter().any(|(number, _)| *number == member.number));
            users.extend(silent.map(|member| member.user).filter(|user| !users.contains(user)).collect::<Vec<_>>());
        }
        users
    }

    fn called(&self, roster: &Roster) -> Called {
        Called::one(roster.called(self))
    }

    fn decides(&self, roster: &Roster) -> Option<UserId> {
        roster.decides(self)
    }

    fn decided(&self, after: &Self, roster: &Roster, events: &[Event], (campaign, by): (CampaignId, UserId)) -> Vec<Despatch> {
        let mut told = Vec::new();
        if events.iter().any(|event| matches!(event, Event::VoteCounted { .. })) {
            told.push(group::voted(after, roster, events, roster.holder(self, Post::Commander)));
        }
        if events.iter().any(|event| matches!(event, Event::OptionVoteCounted { .. })) {
            told.push(crate::despatches::house_rules::voted(self, after, roster, events, campaign, by));
        }
        told
    }

    fn steps_in(&self, before: &Roster, after: &Roster) -> Option<String> {
        let enemies = &self.pack().words.sides.enemies;
        let steps_in = self.board().is_some() && after.staff_on_board() && !before.staff_on_board();
        steps_in.then(|| format!("The staff commands the {enemies} on the board from now on: *Go on* lets it act."))
    }

    fn concerned_by(&self, order: &Order) -> Option<String> {
        let Order::March { .. } = order else { return None };
        let force = self.round().force()?;
        let stay = self.units_at(force.at).without(force.units);
        let marches = words::units(self.pack(), force.units);
        let left = match stay.len() {
            0 => "nobody stays".to_owned(),
            1 => format!("{} stays", words::units(self.pack(), stay)),
            _ => format!("{} stay", words::units(self.pack(), stay)),
        };
        Some(format!("{marches}; {left}"))
    }

    fn also_waits(&self) -> Option<String> {
        let options = self
            .option_vote()
            .map(|(change, _)| words::told(self.pack(), &format!("A vote on a house rule is being held: {}.", house_rules::says(change))));
        self.vote().map(|_| "A vote on the command is being held.".to_owned()).or(options)
    }

    fn standing(&self, roster: &Roster, campaign: CampaignId, revision: u32) -> Standing {
        roster.standing(self, campaign, revision)
    }

    fn authority(&self, roster: &Roster, standing_orders: &StandingOrders, user: UserId, order: &Order) -> Authority {
        roster.authority(self, standing_orders, user, order)
    }

    fn most_members() -> u8 {
        MOST_MEMBERS
    }

    fn joining(&self, _roster: &Roster, number: u8) -> Result<Vec<Order>, String> {
        Ok(vec![Order::Appoint { member: number, post: Post::Player }])
    }

    fn leaving(&self, roster: &Roster, user: UserId) -> Result<Vec<Order>, String> {
        if roster.holder(self, Post::Commander) == Some(user) {
            return Err("You are the commander in chief: hand the command over first with /staff appoint, or end the campaign with \
                        /campaign end."
                .to_owned());
        }
        let number = roster.member(user).map(|member| member.number);
        let seated = number.filter(|number| self.seats().iter().any(|(other, _)| other == number));
        Ok(seated.map(|member| Order::Discharge { member }).into_iter().collect())
    }

    fn asks(&self) -> bool {
        self.decision().is_some()
    }

    /// All posts are laid down, and the one who brings the file commands.
    fn carried_on_by(&self) -> Vec<Order> {
        let mut orders: Vec<Order> = self.seats().iter().map(|(member, _)| Order::Discharge { member: *member }).collect();
        orders.push(Order::Appoint { member: 0, post: Post::Commander });
        orders
    }

    fn standing_orders_changed(pack: &Arc<Pack>, was: &StandingOrders, is: &StandingOrders) -> Despatch {
        group::standing_orders(pack, was, is)
    }

    fn shows_hidden(events: &[Event]) -> bool {
        events.iter().any(|event| matches!(event, Event::Field(event) if matches!(**event, engine::tabletop::event::Event::Revealed(_))))
    }

    fn undo_takes(&self, roster: &Roster, last: &LastDeed, user: UserId) -> UndoTakes {
        let commands = roster.commanding(self).is_none_or(|commander| commander == user);
        match last.is_free() {
            false => UndoTakes::AnotherWord,
            true if commands || last.user == user => UndoTakes::Nothing,
            true => UndoTakes::ItsOwner,
        }
    }

    /// It takes two players, and whoever commands is one of them.
    fn undo_agreed(&self, roster: &Roster, asked_by: UserId, user: UserId) -> bool {
        let commander = roster.commanding(self);
        let other = asked_by != user && roster.seat(self, asked_by).is_some();
        other && commander.is_none_or(|commander| commander == user || commander == asked_by)
    }

    fn is_about_the_group(order: &Order) -> bool {
        order.is_about_the_group()
    }

    fn withdrawn(&self, orders: &[(u32, Order)]) -> Vec<u32> {
        let called = orders.iter().rposition(|(_, order)| matches!(order, Order::CallOptionVote { .. }));
        let Some(called) = called.filter(|_| self.option_vote().is_some()) else { return Vec::new() };
        let of_it = |order: &Order| matches!(order, Order::CallOptionVote { .. } | Order::VoteOnOption { .. });
        orders[called..].iter().filter(|(_, order)| of_it(order)).map(|(row, _)| *row).collect()
    }

    fn is_a_correction(order: &Order) -> bool {
        matches!(order, Order::Correct { .. })
    }

    fn is_quiet(order: &Order) -> bool {
        match order {
            Order::Field(order) => Battle::is_quiet(order),
            order => topic::is_quiet(order),
        }
    }

    fn went_on(&self, after: &Self) -> bool {
        self.phase() != after.phase()
    }

    fn is_a_step(order: &Order) -> bool {
        topic::is_quiet(order) || matches!(order, Order::Activate { .. } | Order::Load { .. } | Order::LoadAll)
    }

    fn key(order: &Order) -> Option<String> {
        match order {
            Order::Field(order) => Battle::key(order).map(|key| format!("{ON_BOARD}{key}")),
            order => order_key(order),
        }
    }

    fn order_of(key: &str) -> Option<Order> {
        match key.strip_prefix(ON_BOARD) {
            Some(key) => Battle::order_of(key).map(Order::Field),
            None => order_from_key(key),
        }
    }

    fn orders_of(key: &str) -> Option<Vec<Order>> {
        if let Some(key) = key.strip_prefix(ON_BOARD) {
            return Battle::orders_of(key).map(|orders| orders.into_iter().map(Order::Field).collect());
        }
        match Self::order_of(key) {
            Some(order) => Some(vec![order]),
            None => key.split('+').map(Self::order_of).collect(),
        }
    }

    fn label(&self, order: &Order, seat: Option<Seat>) -> (String, String) {
        match order {
            Order::Field(on_board) => match self.board() {
                Some(board) => Played::label(board.battle(), on_board, seat_there(seat)),
                None => ("An order on the board".to_owned(), String::new()),
            },
            Order::SetUp { scenario, .. } => (format!("Set up {scenario}"), String::new()),
            order => labels::describe_order(self, order),
        }
    }

    fn refused(pack: &Arc<Pack>, refusal: &Refusal) -> String {
        refusal.sentence(pack)
    }

    fn question(&self, order: &Order, campaign: CampaignId, revision: u32) -> Option<Despatch> {
        on_board::question(self, order, campaign, revision).or_else(|| asking::question(self, order, campaign, revision))
    }

    fn turn(&self) -> u8 {
        Self::turn(self)
    }

    fn where_it_stands(&self) -> String {
        format!("turn {}, {} victory points", Self::turn(self), self.victory_points())
    }

    fn footer(&self, revision: u32) -> String {
        position::footer(self, revision)
    }

    fn concerns(&self) -> String {
        position::concerns(self)
    }

    fn next(&self, standing: Standing) -> String {
        position::next(self, standing.called.first)
    }

    fn controls(&self, standing: Standing) -> (Option<Menu>, Vec<Button>) {
        on_board::controls(self, standing).unwrap_or_else(|| controls::controls(self, standing))
    }

    fn changed_rules(&self) -> Option<String> {
        told_rules::changed(self)
    }

    fn board(&self, standing: Standing) -> Despatch {
        if let Some(board) = on_board::board(self, standing) {
            return board;
        }
        let mut board = board::board(self, standing);
        if self.ending().is_none() {
            // Beside the map's button, which every despatch has.
            let map = board.buttons.iter().position(|button| matches!(button.id, CustomId::Map { .. }));
            board.buttons.insert(map.map_or(board.buttons.len(), |map| map + 1), odds::now::button(standing.campaign));
        }
        board
    }

    fn sheet(&self, seat: Option<Seat>, standing: Standing, topic: &str, page: usize) -> Option<Despatch> {
        if topic.starts_with(ON_BOARD) {
            return on_board::sheet_of(self, seat, standing, topic, page);
        }
        sheet::of_word(self, standing, topic, page)
    }

    fn after(&self, seat: Option<Seat>, standing: Standing, order: &Order) -> Despatch {
        if let Order::Field(order) = order
            && let Some(next) = on_board::after(self, seat, standing, order)
        {
            return next;
        }
        sheet::after(self, standing, order)
    }

    fn told(&self, order: &Order, events: &[Event], standing: Standing) -> Despatch {
        campaign::for_order(self, order, events, standing)
    }

    fn reverted(&self, is: &Self) -> (Vec<String>, Option<Picture>) {
        undo::reverted(self, is)
    }

    /// A round, the rebellion and the end of a turn are a message each; a battle is one of its own.
    fn section(&self) -> Option<String> {
        let turn = Self::turn(self);
        match self.phase() {
            Phase::SetUp => None,
            Phase::Draw | Phase::Rebellion => Some(format!("turn {turn}: the rebellion")),
            Phase::Action { round } => Some(match self.battle() {
                Some((battle, _)) => format!("turn {turn}, round {round}: the battle at {}", self.pack().map.space_name(battle.at)),
                None => format!("turn {turn}, round {round}"),
            }),
            Phase::Replacements | Phase::Supply | Phase::Sieges | Phase::Adjust => Some(format!("turn {turn}: the end")),
        }
    }

    fn line(&self, event: &Event) -> Option<Line> {
        match (event, self.board()) {
            (Event::Field(on_board), Some(board)) => board.battle().line(on_board),
            _ => lines::line(self, event),
        }
    }

    /// What was done on the board is told as a battle's story, from the board as it stood before.
    fn lines(before: &Self, after: &Self, events: &[Event]) -> Vec<Line> {
        let (mut lines, mut state, mut rest) = (Vec::new(), before.clone(), events);
        while let Some(event) = rest.first() {
            let on_board = rest.iter().take_while(|event| matches!(event, Event::Field(_))).count();
            match state.board().filter(|_| on_board > 0) {
                Some(board) => {
                    let mut afterwards = board.battle().clone();
                    let there = on_board::events_there(&rest[..on_board]);
                    afterwards.replay(&there);
                    lines.extend(Battle::lines(board.battle(), &afterwards, &there));
                }
                None => {
                    lines.extend(lines::dice(after, event).into_iter().map(Line::Roll));
                    lines.extend(after.line(event));
                }
            }
            let told = on_board.max(1);
            state.replay(&rest[..told]);
            rest = &rest[told..];
        }
        lines
    }

    fn every_roll(&self, events: &[Event]) -> Vec<String> {
        let mut rolls = campaign::every_roll(self, events);
        if let Some(board) = self.board() {
            rolls.extend(board.battle().every_roll(&on_board::events_there(events)));
        }
        rolls
    }

    fn roll_in_words(&self, written: &Value) -> Option<String> {
        serde_json::from_value::<Roll>(written.clone()).ok().map(|roll| words::roll(self.pack(), &roll))
    }

    fn roll_kind(written: &Value) -> Option<RollKind> {
        if let Ok(purpose) = serde_json::from_value::<Purpose>(written.clone()) {
            return Some(RollKind { label: purpose.label(), favours: purpose.high_favours() });
        }
        // A battle on the board is fought within the campaign, and has dice of its own.
        Battle::roll_kind(written)
    }

    fn subject(&self, order: &Order) -> LogSubject {
        if matches!(order, Order::Field(_)) {
            return LogSubject::Battles;
        }
        log::subject_of(self, order)
    }

    fn by_the_staff(&self, order: &Order) -> Option<String> {
        // Whether a member or the staff has the other side is the group's matter, and not in the position.
        let is_by_staff = matches!(order, Order::Field(_)) && self.board()?.is_by_staff();
        is_by_staff.then(|| "the staff".to_owned())
    }

    fn in_the_log(&self, order: &Order, roster: &Roster) -> (Option<String>, Option<String>) {
        if let (Order::Field(order), Some(board)) = (order, self.board()) {
            return board.battle().in_the_log(order, roster);
        }
        let what = match order {
            Order::SetUp { .. } => Some("Set the campaign up"),
            Order::Appoint { .. } => Some("A post is given"),
            Order::Discharge { .. } => Some("A member leaves the group"),
            // How somebody voted is nobody's business.
            Order::Vote { .. } => Some("A vote on the commander in chief"),
            Order::CallOptionVote { .. } | Order::VoteOnOption { .. } => Some("A vote on a house rule"),
            _ => None,
        };
        let fact = match order {
            Order::Appoint { member, post } => {
                let who = roster.user(*member).map_or_else(|| "somebody who has left".to_owned(), |user| user.mention());
                Some(format!("{who}: {}.", words::post(*post)))
            }
            _ => None,
        };
        (what.map(ToOwned::to_owned), fact)
    }

    fn says_itself(event: &Event) -> bool {
        matches!(event, Event::Activated { .. } | Event::CardPlayed { .. } | Event::RoundPassed { .. } | Event::Corrected { .. })
    }

    fn place_name(pack: &Arc<Pack>, place: u16) -> Option<String> {
        let space = pack.map.space_ids().find(|space| space.index() == usize::from(place))?;
        Some(pack.map.space_name(space))
    }

    /// A turn, its rebellion, a round and a battle are points to go back to.
    fn landmark(&self, after: &Self, events: &[Event]) -> Marked {
        let battle = events.iter().find_map(|event| if let Event::BattleBegan { battle } = event { Some(battle.at) } else { None });
        let turn = Self::turn(after);
        let begins = match after.phase() {
            Phase::Draw => Some(format!("the beginning of turn {turn}")),
            // What begins a campaign throws for its revolts too, and then asks a garrison.
            Phase::Rebellion if after.decision().is_some() => Some(format!("in the midst of the rebellion of turn {turn}")),
            Phase::Rebellion => Some(format!("before the rebellion of turn {turn}")),
            Phase::Action { round } => Some(format!("before round {round} of turn {turn}")),
            Phase::Replacements => Some(format!("before the replacements of turn {turn}")),
            Phase::SetUp | Phase::Supply | Phase::Sieges | Phase::Adjust => None,
        };
        let moved_on = (Self::turn(self), self.phase()) != (turn, after.phase());
        Marked {
            before: battle.map(|at| format!("before the battle of {}", self.pack().map.space_name(at))),
            after: begins.filter(|_| moved_on),
        }
    }

    fn opens_a_thread(events: &[Event]) -> bool {
        events.iter().any(|event| matches!(event, Event::BattleBegan { .. }))
    }

    fn is_in_a_thread(&self) -> bool {
        self.battle().is_some()
    }
}
