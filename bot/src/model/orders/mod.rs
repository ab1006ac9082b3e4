//! Every order of a campaign, once: its key, the sheet it stands on, how it is offered there, whether it is news, and what it is called.
//!
//! The table below is the only place that a new order of [`engine::campaign::Order`] needs here: without a row of its own nothing of
//! this compiles. A key is the order's word and what it is about, `march.31` or `play.37.ops`; it is written and read by the same row.

mod battle;
pub mod brief;
mod cards;
pub mod correct;
mod decisions;
mod group;
pub mod house_rules;
mod key;
mod march;
pub mod question;
mod rebellion;
mod replacements;
pub mod sail;
mod siege;
pub mod topic;

use engine::campaign::{Order, State};
use engine::pack::Card;

use crate::model::orders::key::Part;
use crate::model::orders::question::Question;
use crate::model::orders::topic::Topic;
use crate::words;
use News::{Step, Told};
use Shown::{Aside, Button, Form, Line, Nowhere};

/// How an order is offered.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Shown {
    /// As a line of the menu of this question.
    Line(Question),
    /// As a button of its own.
    Button,
    /// As a button that stands back: it ends something, or gives it up.
    Aside,
    /// By a form, which asks for what the order needs to know.
    Form,
    /// On no sheet.
    Nowhere,
}

/// Whether an order is news.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum News {
    /// The channel is told of it.
    Told,
    /// It is a step of a choice: the channel is told of what comes of it.
    Step,
}

/// How an order is sorted and offered, whatever the position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Offer {
    /// The sheet it stands on.
    pub topic: Topic,
    /// How it is offered there.
    pub shown: Shown,
    /// Whether it is news.
    pub news: News,
}

/// What an order is called, and what it costs or risks; people by a word in brackets, until the pack has named them.
struct Called {
    name: String,
    costs: String,
    /// The one thing of its costs to be said where an order is completed as it is typed, if not all of them are.
    above_all: Option<&'static str>,
}

fn called(name: impl Into<String>, costs: impl Into<String>) -> Called {
    Called { name: name.into(), costs: costs.into(), above_all: None }
}

macro_rules! orders {
    (
        $state:ident;
        keyed { $($order:ident $({ $($field:ident),+ })?: $word:literal, $topic:expr, $shown:expr, $news:expr, $called:expr;)+ }
        keyless { $($other:ident $({ $($of:ident),+ })?: $other_called:expr;)+ }
    ) => {
        /// How an order is sorted and offered.
        #[must_use]
        #[allow(unused_variables, reason = "few of the rows ask what an order is about")]
        pub const fn offer(order: &Order) -> Offer {
            match order {
                $(Order::$order $({ $($field),+ })? => Offer { topic: $topic, shown: $shown, news: $news },)+
                $(Order::$other { .. } => Offer { topic: Topic::Decision, shown: Nowhere, news: Told },)+
            }
        }

        /// A short word for an order that a menu can offer; `None` for orders no menu offers.
        #[must_use]
        pub fn order_key(order: &Order) -> Option<String> {
            match order {
                $(Order::$order $({ $($field),+ })? => {
                    #[allow(unused_mut, reason = "some orders are about nothing else")]
                    let mut key = $word.to_owned();
                    $($($field.write(&mut key);)+)?
                    Some(key)
                })+
                $(Order::$other { .. } => None,)+
            }
        }

        /// The order of a key.
        #[must_use]
        pub fn order_from_key(key: &str) -> Option<Order> {
            let mut rest = key.split('.');
            let order = match rest.next()? {
                $($word => Order::$order $({ $($field: Part::read(&mut rest)?),+ })?,)+
                _ => return None,
            };
            rest.next().is_none().then_some(order)
        }

        #[allow(unused_variables, reason = "a field that says nothing is in the key all the same")]
        fn unfilled($state: &State, order: &Order) -> Called {
            match order {
                $(Order::$order $({ $($field),+ })? => $called,)+
                $(Order::$other { $($($of,)+)? .. } => $other_called,)+
            }
        }

        /// The word of every key. They stand in old messages, and none of them is ever changed.
        #[cfg(test)]
        const WORDS: &[&str] = &[$($word),+];
    };
}

// Each row: the order, the word of its key, its sheet, how it is offered there, whether it is news, and what it is called.
orders! {
    state;
    keyed {
        DrawCards: "draw", Topic::Rebellion, Button, Told, rebellion::draw(state);
        CheckRevolts: "rebellion", Topic::Rebellion, Button, Told, called("Roll the rebellion", "every place in the order of the table");
        CheckRevolt { location }: "revolt", Topic::Rebellion, Line(Question::Places), Told, rebellion::check(state, *location);
        Retreat { to }: "retreat", Topic::Decision, Line(Question::Decision), Told, rebellion::retreat(state, *to);

        Play { card, r#as }: "play", Topic::Cards, Line(Question::Card), Told, cards::play(state, *card, *r#as);
        Pass: "pass", Topic::Cards, Button, Told, cards::pass();
        EndRound: "end-round", Topic::Cards, Aside, Told, cards::end_round(state);

        Place { kind, at, count }: "place", Topic::Decision, Line(Question::Arrivals), Told, decisions::place(state, *kind, *at, *count);
        PlaceShip { at }: "place-ship", Topic::Decision, Line(Question::Decision), Told, decisions::at_a_place(state, *at);
        BuildRedoubt { at }: "redoubt", Topic::Decision, Line(Question::Redoubts), Told, decisions::redoubt(state, *at);
        Raid { location }: "raid", Topic::Decision, Line(Question::Decision), Told, decisions::raid(state, *location);
        Garrison { unit }: "garrison", Topic::Decision, Line(Question::Raiders), Told, decisions::garrison(state, *unit);
        GiveCard { card }: "give", Topic::Decision, Line(Question::Decision), Told, called(format!("Give up {}", brief::card_title(state, *card)), brief::card_worth(state, *card));
        TakeCard { card }: "take", Topic::Decision, Line(Question::Decision), Told, called(format!("Take {}", brief::card_title(state, *card)), brief::card_worth(state, *card));
        ChooseSiege { location }: "siege", Topic::Decision, Line(Question::Decision), Told, decisions::siege(state, *location);
        ChooseNation { nation }: "nation", Topic::Decision, Button, Told, decisions::nation(*nation);
        LandExpedition { port }: "hicks", Topic::Decision, Line(Question::Decision), Told, decisions::land_expedition(state, *port);
        FerryTo { to }: "ferry-to", Topic::Decision, Line(Question::Decision), Told, decisions::at_a_place(state, *to);
        Decline: "decline", Topic::Decision, Aside, Told, called("Decline", "what is offered, or what is left of it");

        Activate { at }: "activate", march::sheet(*at), Line(march::asked(*at)), Told, march::activate(state, *at);
        Form { at }: "form", Topic::Move, Line(Question::From), Step, march::form(state, *at);
        Leave { unit }: "leave", Topic::Move, Line(Question::Leave), Step, march::leave(state, *unit);
        Gather: "gather", Topic::Move, Button, Step, called("Take everyone along", "");
        TakeSupply: "take-supply", Topic::Move, Button, Step, called("Take a supply point", "");
        LeaveSupply: "leave-supply", Topic::Move, Button, Step, called("Leave a supply point", "");
        MarchUnmet: "unmet", Topic::Move, Button, Step, called("March unmet", "guides, or the night: nobody is rolled for");
        March { to }: "march", Topic::Move, Line(Question::March), Told, march::march(state, *to);
        Halt: "halt", Topic::Move, Aside, Step, called("Halt", "the force stays where it is");
        LayTrack { at }: "track", Topic::Move, Line(Question::Track), Told, march::lay_track(state, *at);
        Entrain { unit }: "entrain", Topic::Move, Line(Question::Entrain), Step, march::entrain(state, *unit);
        RunTrain { to }: "train", Topic::Move, Line(Question::Train), Told, march::run_train(state, *to);
        Ferry { unit }: "ferry", Topic::Move, Line(Question::Ferry), Step, march::ferry(state, *unit);

        FormFleet { at }: "fleet", Topic::Sail, Line(Question::Ships), Step, sail::form(state, *at);
        LeaveShip { ship }: "leave-ship", Topic::Sail, Line(Question::LeaveShips), Step, sail::leave(state, *ship);
        Sail { to }: "sail", Topic::Sail, Line(Question::Sail), Told, sail::sail(state, *to);
        Land { at }: "land", Topic::Sail, Line(Question::Sail), Told, sail::land(state, *at);
        Load { unit, aboard }: "load", Topic::Sail, Line(if aboard.is_some() { Question::Aboard } else { Question::Embark }), Told,
            sail::load(state, *unit, *aboard);
        LoadAll: "load-all", Topic::Sail, Button, Told, sail::load_all(state);
        Unload { unit }: "unload", Topic::Sail, Line(Question::Ashore), Told, sail::unload(state, *unit);
        UnloadAll: "unload-all", Topic::Sail, Button, Told, called("Put all ashore", "a function of each ship");
        LoadSupply: "load-supply", Topic::Sail, Button, Told, called("Embark a supply point", "");
        UnloadSupply: "unload-supply", Topic::Sail, Button, Told, called("Land a supply point", "");
        EmbarkGovernor: "gordon", Topic::Sail, Button, Told, called("Take [governor] aboard", "safe once he lands at another open port");
        LoadTrain: "load-train", Topic::Sail, Button, Told, sail::load_train();
        UnloadTrain: "unload-train", Topic::Sail, Button, Told, called("Land the train", "one function of each transport");
        Repair { ship }: "repair", Topic::Sail, Line(Question::Repair), Told, sail::repair(state, *ship);
        Anchor: "anchor", Topic::Sail, Aside, Step, called("Anchor", "the ships stay where they are");

        Fight { at }: "fight", Topic::Battle, Button, Told, battle::fight(state, *at);
        FightOut { ground }: "fight-out", Topic::Battle, Button, Told, called("Fight it out here", "on the board, on the ground that was rolled");
        LetStaffFight { ground }: "staff-fights", Topic::Battle, Aside, Told, called("Let the staff settle it", "on the board, both sides");
        LeaveBoard: "leave-board", Topic::Battle, Aside, Told, called("Leave the board", "the battle is fought on at your own table");
        ReportFought: "report-fought", Topic::Battle, Button, Told, called("Report as fought", "losses, and who held the field, as on the board");
        ReportLoss { unit, steps }: "loss", Topic::Battle, Line(Question::Cost), Step, battle::report_loss(state, *unit, *steps);
        HoldField: "held", Topic::Battle, Button, Told, battle::hold(state);
        Withdraw { cavalry, surrounded, odds }: "withdraw", Topic::Battle, Form, Told, battle::withdraw(*cavalry, *surrounded, *odds);
        Lose { unit, whole }: "lose", Topic::Decision, Line(Question::Losses), Told, battle::lose(state, *unit, *whole);
        SpreadLosses: "spread", Topic::Decision, Button, Told, called("Share the losses out", "steps from the strongest, units from the weakest");
        RetreatTo { to }: "fall-back", Topic::Decision, Line(Question::Decision), Told, battle::retreat(state, *to);
        RetreatByShip { to }: "take-ship", Topic::Decision, Line(Question::Decision), Told, battle::retreat_by_ship(state, *to);
        ReportShip { ship, damage }: "ship", Topic::Decision, Line(Question::Duel), Told, battle::report_ship(state, *ship, *damage);
        EndDuel: "end-duel", Topic::Decision, Button, Told, called("The duel is over", "ships not reported are unhurt");

        Commit { unit }: "commit", Topic::Siege, Line(Question::Garrison), Step, siege::commit(state, *unit);
        CommitAll: "commit-all", Topic::Siege, Button, Step, called("Send out everyone", "");
        Sortie: "sortie", Topic::Siege, Aside, Told, siege::sortie(state);
        BreakOut: "break-out", Topic::Siege, Aside, Told, siege::break_out(state);
        SitTight: "sit", Topic::Siege, Aside, Told, called("Sit tight", "the Siege Table is rolled on");
        BreakOutTo { to }: "break-out-to", Topic::Decision, Line(Question::Decision), Told, siege::out_to(state, *to);

        Replace { unit }: "replace", Topic::Replacements, Line(Question::Points), Told, replacements::replace(state, *unit);
        Rebuild { kind }: "rebuild", Topic::Replacements, Line(Question::Points), Told, replacements::rebuild(state, *kind);
        EndReplacements: "keep-points", Topic::Replacements, Aside, Told, called("Keep what points are left", "the turn ends");

        Correct { correction }: "correct", Topic::Decision, Nowhere, Told, correct::label(state, correction);
    }
    keyless {
        SetUp { scenario, options }: called("Set the campaign up", "");
        Appoint { member, post }: group::appoint(*member, *post);
        Discharge { member }: called(format!("Member {member} leaves"), "");
        CallVote: called("A vote on the commander in chief", "");
        Vote { member, dismiss }: group::vote(*member, *dismiss);
        CallOptionVote { member, change }: group::call_option_vote(*member, *change);
        VoteOnOption { member, agree }: group::vote_on_option(*member, *agree);
        Field: called("An order on the board", "");
    }
}

impl Topic {
    /// The topic of an order.
    #[must_use]
    pub const fn of(order: &Order) -> Self {
        offer(order).topic
    }
}

/// Whether an order has a button of its own rather than a line of a menu.
#[must_use]
pub const fn has_a_button(order: &Order) -> bool {
    matches!(offer(order).shown, Button | Aside)
}

/// Whether an order is a line of a menu.
#[must_use]
pub const fn is_listed(order: &Order) -> bool {
    matches!(offer(order).shown, Line(_))
}

/// The question that an order answers, if it is a line of a menu.
#[must_use]
pub const fn asked_by(order: &Order) -> Option<Question> {
    match offer(order).shown {
        Line(question) => Some(question),
        Button | Aside | Form | Nowhere => None,
    }
}

/// Whether an order is a step of a choice rather than news.
#[must_use]
pub const fn is_quiet(order: &Order) -> bool {
    matches!(offer(order).news, Step)
}

/// The Ops that a card would give, played now.
#[must_use]
pub fn card_ops(state: &State, card: &Card) -> u8 {
    cards::ops(state, card)
}

/// What the order is called in a menu, and what it costs or risks.
#[must_use]
pub fn describe_order(state: &State, order: &Order) -> (String, String) {
    let Called { name, costs, .. } = unfilled(state, order);
    (words::told(state.pack(), &name), words::told(state.pack(), &costs))
}

/// The same where the order is completed as it is typed, in a line.
#[must_use]
pub fn completion(state: &State, order: &Order) -> String {
    let Called { name, costs, above_all } = unfilled(state, order);
    let costs = above_all.unwrap_or(&costs);
    words::told(state.pack(), &if costs.is_empty() { name } else { format!("{name}{ASIDE}{costs}") })
}

/// Between what an order is called and what it costs, where it is completed.
pub const ASIDE: &str = " — ";

#[cfg(test)]
mod tests;
