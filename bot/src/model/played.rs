//! What the house asks of a game besides its rules: whose a seat is, what takes an undo, what things are called. Everything else (lock,
//! permit, resolve, append, undo, propose, read back, replay, prove, export, import, remind) is written once, for every game.

use std::collections::BTreeMap;

use engine::campaign::Favours;
use engine::game::Game;
use serde_json::Value;

use crate::model::despatch::{Button, Despatch, Menu, Picture};
use crate::model::ids::{CampaignId, UserId};
use crate::model::landmark::Marked;
use crate::model::last_deed::LastDeed;
use crate::model::log_filter::LogSubject;
use crate::model::roster::{Authority, Member, Roster};
use crate::model::standing::{Called, Standing};
use crate::model::standing_orders::StandingOrders;

/// What an event has to say, if it says anything.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Line {
    /// A fact, with its weight: what weighs most is told first.
    Fact(u8, String),
    /// A roll.
    Roll(String),
}

/// What it takes to undo a deed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum UndoTakes {
    /// Nothing: whoever asks may.
    Nothing,
    /// The word of another player; of one who plays alone, their own once more.
    AnotherWord,
    /// It is not theirs to take back, but that of whoever gave it, or of whoever is in charge.
    ItsOwner,
}

impl UndoTakes {
    /// In a game of two sides: nothing of its owner where it is free, else the other side's word, as for what somebody did who has left.
    #[must_use]
    pub fn of_two_sides(last: &LastDeed, user: UserId, plays: impl FnOnce(UserId) -> bool) -> Self {
        match last.is_free() {
            true if last.user == user => Self::Nothing,
            true if plays(last.user) => Self::ItsOwner,
            _ => Self::AnotherWord,
        }
    }
}

/// What a roll was for, as those want to know it who add up dice.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct RollKind {
    /// In a few words.
    pub label: &'static str,
    /// Whom high dice serve, if they serve a side.
    pub favours: Option<Favours>,
}

/// The commands with which a game is begun, joined, given up and ended, as sentences name them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Commands {
    /// What one of its games is called in a sentence: [`Played::NOUN`].
    pub noun: &'static str,
    /// Begins one.
    pub begin: &'static str,
    /// Takes part in it.
    pub join: &'static str,
    /// Gives a side up, where it has two: nobody ends such a game alone while somebody else plays on.
    pub give_up: Option<&'static str>,
    /// Ends it.
    pub end: &'static str,
}

impl Commands {
    /// The command that makes a film of one, beside the one that begins it.
    #[must_use]
    pub fn film(&self) -> String {
        format!("{} film", self.begin.split(' ').next().unwrap_or(self.begin))
    }
}

/// A game that the house plays.
pub trait Played: Game {
    /// The word for it in the journal and in exports; never changed.
    const NAME: &'static str;

    /// What one of it is called in a sentence: "campaign".
    const NOUN: &'static str;

    /// Its commands, as sentences name them.
    const COMMANDS: Commands;

    /// What reads one that is over.
    const READ_BY: &'static str = "`/campaign log`, `/campaign verify` and `/campaign export`";

    /// Whether several seats act at once: a button is then out of date only when its owner's own choices have changed.
    const AT_ONCE: bool = false;

    /// Whether it is begun with orders, which make its first row and cannot be undone: a campaign is set up. Else the first row is whatever
    /// is done first.
    const OPENS_WITH_ORDERS: bool = true;

    /// The topic of the sheet that a member sees after what was not one order of theirs: what the staff advised, or the table gave by itself.
    const OWN_SHEET: Option<&'static str> = None;

    // What it is played with.

    /// The pack that these files are, as a game under way keeps it.
    ///
    /// # Errors
    ///
    /// What is wrong with it.
    fn load(sources: &BTreeMap<String, String>) -> Result<Self::Pack, String>;

    /// The pack's files by their names.
    fn sources(pack: &Self::Pack) -> &BTreeMap<String, String>;

    /// The SHA-256 of the pack's files, in hexadecimal.
    fn fingerprint(pack: &Self::Pack) -> String;

    /// What a game is called that its group has given no name.
    fn title(pack: &Self::Pack) -> &str;

    /// The same, short, as headings have it.
    fn short_title(pack: &Self::Pack) -> &str;

    // Who plays.

    /// The word for a seat in the journal.
    fn seat_word(seat: Self::Seat) -> &'static str;

    /// In which seat the game is begun, and one that was imported carried on.
    fn founder() -> Self::Seat;

    /// In which seat those act who have none and may act all the same: whoever manages the server, or looks on and asks for something.
    fn bystander() -> Self::Seat;

    /// The seat of a user; none for strangers and for those who look on.
    fn seat(&self, roster: &Roster, user: UserId) -> Option<Self::Seat>;

    /// The seat in which a user gives an order, where that is not always the same.
    fn seat_for(&self, roster: &Roster, user: UserId, order: &Self::Order) -> Option<Self::Seat> {
        let _ = order;
        self.seat(roster, user)
    }

    /// The seat as which a user sees the game, where that is not the one in which they act.
    fn seat_seeing(&self, roster: &Roster, user: UserId) -> Option<Self::Seat> {
        self.seat(roster, user)
    }

    /// Who decides what becomes of the game, if one alone does; else any of its players may.
    fn in_charge(&self, roster: &Roster) -> Option<UserId>;

    /// Who leads it, or plays it, in a few words for a list of games.
    fn who_plays(&self, roster: &Roster) -> String;

    /// What a player is in it, beyond a player: their post, their side.
    fn role(&self, roster: &Roster, member: Member) -> Option<String>;

    /// Whom the game waits for now, as far as all of them may know.
    fn waited_for(&self, roster: &Roster) -> Vec<UserId>;

    /// Whom despatches call where somebody is to act: the first of those who are waited for, unless the game calls more.
    fn called(&self, roster: &Roster) -> Called {
        Called::one(self.waited_for(roster).first().copied())
    }

    /// Who settles what is proposed.
    fn decides(&self, roster: &Roster) -> Option<UserId> {
        self.called(roster).first
    }

    /// What is told besides where events about the group, which take the game from `self` to `after`, settled what was open: a vote of which
    /// the last who was silent has left. `roster` has them still; `by` is who did it, in which campaign.
    fn decided(&self, after: &Self, roster: &Roster, events: &[Self::Event], by: (CampaignId, UserId)) -> Vec<Despatch> {
        let _ = (after, roster, events, by);
        Vec::new()
    }

    /// Whether it waits for somebody to take a side that nobody plays.
    fn waits_for_a_side(&self) -> bool {
        false
    }

    /// What the staff takes over where a player is one no more, in a sentence.
    fn steps_in(&self, before: &Roster, after: &Roster) -> Option<String> {
        let _ = (before, after);
        None
    }

    /// What whoever settles a proposal has to know of an order besides what it costs and risks: who would march, and who would stay.
    fn concerned_by(&self, order: &Self::Order) -> Option<String> {
        let _ = order;
        None
    }

    /// What else waits for somebody, in a sentence.
    fn also_waits(&self) -> Option<String> {
        None
    }

    /// What despatches must know besides the position, for a row with this revision.
    fn standing(&self, roster: &Roster, campaign: CampaignId, revision: u32) -> Standing {
        Standing { called: self.called(roster), ..Standing::commanded(campaign, revision, self.in_charge(roster)) }
    }

    /// Whether a member's order is an order, or a proposal to whoever is in charge.
    fn authority(&self, roster: &Roster, standing_orders: &StandingOrders, user: UserId, order: &Self::Order) -> Authority {
        let _ = (roster, standing_orders, user, order);
        Authority::Gives
    }

    /// The most who can be in it, those who look on included; whoever takes a seat is kept out by other players alone.
    fn most_members() -> u8;

    /// The orders that seat a new player, who has this number.
    ///
    /// # Errors
    ///
    /// In a sentence, why there is no seat for them.
    fn joining(&self, roster: &Roster, number: u8) -> Result<Vec<Self::Order>, String>;

    /// The orders that a player's seat is given up with.
    ///
    /// # Errors
    ///
    /// In a sentence, why they have to stay.
    fn leaving(&self, roster: &Roster, user: UserId) -> Result<Vec<Self::Order>, String>;

    /// Whether it asks the players something before anything else can be ordered.
    fn asks(&self) -> bool {
        false
    }

    /// The orders that give its seat to whoever begins it, as number 0: a new game, or one taken up from a file, of whose players nobody is
    /// known here.
    fn carried_on_by(&self) -> Vec<Self::Order> {
        Vec::new()
    }

    /// What is posted when the group has settled something for itself.
    fn standing_orders_changed(pack: &Self::Pack, was: &StandingOrders, is: &StandingOrders) -> Despatch;

    // Undo.

    /// What it takes of `user` to take back what was ordered last.
    fn undo_takes(&self, roster: &Roster, last: &LastDeed, user: UserId) -> UndoTakes;

    /// Whether the word of `user` is the one that was missing, where `asked_by` has asked.
    fn undo_agreed(&self, roster: &Roster, asked_by: UserId, user: UserId) -> bool;

    // Orders.

    /// Whether an order is about the group rather than the game: it stands though what was ordered before it is undone.
    fn is_about_the_group(order: &Self::Order) -> bool {
        let _ = order;
        false
    }

    /// Which of the orders about the group since a point go back with the game when it goes back there: those of a vote that is still being
    /// held, the call first.
    fn withdrawn(&self, orders: &[(u32, Self::Order)]) -> Vec<u32> {
        let _ = orders;
        Vec::new()
    }

    /// The names that an order gives to what is played, which the umpire then tells as its own: in a file from elsewhere they must be plain.
    fn names_given(order: &Self::Order) -> Vec<&str> {
        let _ = order;
        Vec::new()
    }

    /// Whether an order corrects the position rather than playing on: it takes two, and is told apart wherever the game is proved.
    fn is_a_correction(order: &Self::Order) -> bool {
        let _ = order;
        false
    }

    /// Whether an order is a step of a choice: the channel is told of what comes of it, not of it.
    fn is_quiet(order: &Self::Order) -> bool {
        let _ = order;
        false
    }

    /// Whether an order means the same whenever it is given, however often: what units are told to do. A button for it is then never out of
    /// date as long as it is allowed.
    fn holds_at_any_time(order: &Self::Order) -> bool {
        Self::is_quiet(order)
    }

    /// Whether these events showed somebody what had been hidden from them, without a die: an ambush that is found, or what a
    /// game's end lays open. Who takes that back knows it.
    fn shows_hidden(events: &[Self::Event]) -> bool {
        let _ = events;
        false
    }

    /// Whether an order that was only a step has brought about more than that.
    fn went_on(&self, after: &Self) -> bool {
        let _ = after;
        false
    }

    /// Whether an order can be a step of a proposal that is still being put together.
    fn is_a_step(order: &Self::Order) -> bool {
        Self::is_quiet(order)
    }

    /// The key of an order in buttons and menus: short, and without a colon, by which their ids are taken apart.
    fn key(order: &Self::Order) -> Option<String>;

    /// The order of a key; several choices of one menu come with a `+` between them, for games where they are one order.
    fn order_of(key: &str) -> Option<Self::Order>;

    /// The orders of a key, to be given one after another: of several choices of a menu one each, where they are no single order.
    fn orders_of(key: &str) -> Option<Vec<Self::Order>> {
        match Self::order_of(key) {
            Some(order) => Some(vec![order]),
            None => key.split('+').map(Self::order_of).collect(),
        }
    }

    /// The same for keys whose orders follow from what a seat sees in this position: what the staff would do.
    fn orders_meant(&self, seat: Option<Self::Seat>, key: &str) -> Option<Vec<Self::Order>> {
        let _ = seat;
        Self::orders_of(key)
    }

    /// What gives an order its meaning in this position besides its name: what is asked, about what place, and who is moving. Where it is
    /// another than when an order was proposed, the same words may mean another thing.
    fn concerns(&self) -> String {
        String::new()
    }

    /// What an order is called in this position, and what it costs or risks, as `seat` may know it, or the public.
    fn label(&self, order: &Self::Order, seat: Option<Self::Seat>) -> (String, String);

    /// Why an order is refused, in a sentence that says what to do.
    fn refused(pack: &Self::Pack, refusal: &Self::Refusal) -> String;

    /// What is asked before an order is carried out that cannot be taken back, if anything is.
    fn question(&self, order: &Self::Order, campaign: CampaignId, revision: u32) -> Option<Despatch> {
        let _ = (order, campaign, revision);
        None
    }

    // What is shown.

    /// The turn, for headings and filters; 0 before the first, and in games without.
    fn turn(&self) -> u8;

    /// Where it stands, in a few words: "turn 3, 12 victory points".
    fn where_it_stands(&self) -> String;

    /// Small print below a despatch: the game, the turn, the number in the journal.
    fn footer(&self, revision: u32) -> String;

    /// What is next, and who does it.
    fn next(&self, standing: Standing) -> String;

    /// What can be done now, as everybody may see it offered: an order that its giver's seat alone may know opens a sheet.
    fn controls(&self, standing: Standing) -> (Option<Menu>, Vec<Button>);

    /// What its group changed of its rules after it was begun, in a line; nothing where nothing was.
    fn changed_rules(&self) -> Option<String> {
        None
    }

    /// The board: where it stands, whom it waits for, what is legal now.
    fn board(&self, standing: Standing) -> Despatch;

    /// A sheet of what a seat may order, which that member alone sees; nothing for a topic there is not.
    fn sheet(&self, seat: Option<Self::Seat>, standing: Standing, topic: &str, page: usize) -> Option<Despatch>;

    /// What the one who gave an order sees next.
    fn after(&self, seat: Option<Self::Seat>, standing: Standing, order: &Self::Order) -> Despatch;

    /// What the channel is told of an order; `self` is the position after it, and `events` are as the public may see them.
    fn told(&self, order: &Self::Order, events: &[Self::Event], standing: Standing) -> Despatch;

    /// What is as it was before, each difference in a line, where this position gives way to an earlier one; with a picture, if that shows
    /// another then.
    fn reverted(&self, is: &Self) -> (Vec<String>, Option<Picture>) {
        let _ = is;
        (Vec::new(), None)
    }

    /// What is told of orders in this position belongs to: what has the same word, one after another, is told in one message that grows.
    fn section(&self) -> Option<String> {
        None
    }

    /// What an event has to say; `self` is the position after it.
    fn line(&self, event: &Self::Event) -> Option<Line>;

    /// What the events of an order have to say, one after another, that led from one position to another.
    fn lines(before: &Self, after: &Self, events: &[Self::Event]) -> Vec<Line> {
        let _ = before;
        events.iter().filter_map(|event| after.line(event)).collect()
    }

    /// Every roll in events, a line each.
    fn every_roll(&self, events: &[Self::Event]) -> Vec<String>;

    /// A roll at the table as the journal wrote it, in words; nothing for what is no roll.
    fn roll_in_words(&self, written: &Value) -> Option<String>;

    /// What a roll was for, by what was written of that; nothing for what this game throws no dice for.
    fn roll_kind(written: &Value) -> Option<RollKind>;

    /// What an order is about, given in this position, for those who filter the log.
    fn subject(&self, order: &Self::Order) -> LogSubject;

    /// Which staff gives an order in this position, if its side is played by one: the row's member had only asked for what came before it.
    fn by_the_staff(&self, order: &Self::Order) -> Option<String> {
        let _ = order;
        None
    }

    /// What the log calls an order, where that differs from its label, and facts it adds.
    fn in_the_log(&self, order: &Self::Order, roster: &Roster) -> (Option<String>, Option<String>) {
        let _ = (order, roster);
        (None, None)
    }

    /// Whether what was asked already says all that an event has to say in the log.
    fn says_itself(event: &Self::Event) -> bool {
        let _ = event;
        false
    }

    /// What a place that the log is filtered by is called, by its number.
    fn place_name(pack: &Self::Pack, place: u16) -> Option<String> {
        let _ = (pack, place);
        None
    }

    /// What an order that led from this position to `after` makes of the two: points that an undo can go back to.
    fn landmark(&self, after: &Self, events: &[Self::Event]) -> Marked {
        let _ = (after, events);
        Marked::default()
    }

    /// Whether something begins that is told in a thread of its own.
    fn opens_a_thread(events: &[Self::Event]) -> bool {
        let _ = events;
        false
    }

    /// Whether what is told in a thread is still going on.
    fn is_in_a_thread(&self) -> bool {
        false
    }
}
