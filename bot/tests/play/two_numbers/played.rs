//! The toy as a game of the house: its seats are the first two who join, its words are short, and what a side has drawn stands on its own
//! sheet alone.

use std::collections::BTreeMap;
use std::sync::Arc;

use engine::campaign::Favours;
use engine::dice::RollPurpose as _;
use engine::game::Game as _;
use pictures::canvas::{Anchor, Canvas};
use pictures::lettering::{Face, Lettering};
use serde_json::Value;
use sha2::{Digest as _, Sha256};
use umpire::doors::data::Data;
use umpire::doors::error::{CommandError, Context, Outcome};
use umpire::drawing::atlas::Atlas;
use umpire::drawing::plate::Plate;
use umpire::journal::store::Journal;
use umpire::model::campaign::Seed;
use umpire::model::custom_id::CustomId;
use umpire::model::despatch::{Button, ButtonStyle, Choice, Despatch, Menu, Picture};
use umpire::model::ids::{CampaignId, UserId};
use umpire::model::last_deed::LastDeed;
use umpire::model::log_filter::LogSubject;
use umpire::model::played::{Commands, Line, Played, RollKind, UndoTakes};
use umpire::model::roster::{Member, Roster};
use umpire::model::standing::Standing;
use umpire::model::standing_orders::StandingOrders;
use umpire::start::AnotherGame;
use umpire::table::room::Room;
use umpire::table::tables::Hosted;
use umpire::table::tables::{Founding, Tables};

use super::toy::{Event, Numbers, Order, Position, Purpose, Refusal, Roll, Side};

pub(crate) fn word(side: Side) -> &'static str {
    match side {
        Side::Red => "Red",
        Side::Blue => "Blue",
    }
}

fn side_of(number: u8) -> Option<Side> {
    Side::BOTH.get(usize::from(number)).copied()
}

fn in_words(numbers: &[u8]) -> String {
    numbers.iter().map(u8::to_string).collect::<Vec<_>>().join(" or ")
}

fn roll_in_words(roll: &Roll) -> String {
    format!("{}: {:?}", roll.purpose.label(), roll.faces.as_slice())
}

impl Played for Position {
    const NAME: &'static str = "two_numbers";
    const NOUN: &'static str = "game";
    const COMMANDS: Commands =
        Commands { noun: Self::NOUN, begin: "/two_numbers", join: "/campaign join", give_up: None, end: "/campaign end" };
    const AT_ONCE: bool = true;
    const OPENS_WITH_ORDERS: bool = false;

    fn load(sources: &BTreeMap<String, String>) -> Result<Arc<Numbers>, String> {
        Numbers::load(sources)
    }

    fn sources(pack: &Arc<Numbers>) -> &BTreeMap<String, String> {
        &pack.sources
    }

    fn fingerprint(pack: &Arc<Numbers>) -> String {
        Sha256::digest(format!("{:?}", pack.sources)).iter().map(|byte| format!("{byte:02x}")).collect()
    }

    fn title(_pack: &Arc<Numbers>) -> &str {
        "Two Numbers"
    }

    fn short_title(_pack: &Arc<Numbers>) -> &str {
        "Two Numbers"
    }

    fn seat_word(seat: Side) -> &'static str {
        word(seat)
    }

    fn founder() -> Side {
        Side::Red
    }

    fn bystander() -> Side {
        Side::Blue
    }

    fn seat(&self, roster: &Roster, user: UserId) -> Option<Side> {
        roster.member(user).filter(|member| !member.spectator).and_then(|member| side_of(member.number))
    }

    fn in_charge(&self, _roster: &Roster) -> Option<UserId> {
        None
    }

    fn who_plays(&self, roster: &Roster) -> String {
        roster.players().map(|member| member.user.mention()).collect::<Vec<_>>().join(" against ")
    }

    fn role(&self, roster: &Roster, member: Member) -> Option<String> {
        self.seat(roster, member.user).map(|side| word(side).to_owned())
    }

    fn waited_for(&self, roster: &Roster) -> Vec<UserId> {
        let undrawn: Vec<Side> = Side::BOTH.into_iter().filter(|side| self.hidden[*side as usize].is_none()).collect();
        let sides = if undrawn.is_empty() || self.is_over() { self.acting() } else { undrawn };
        roster
            .players()
            .map(|member| member.user)
            .filter(|user| self.seat(roster, *user).is_some_and(|side| sides.contains(&side)))
            .collect()
    }

    fn most_members() -> u8 {
        8
    }

    fn joining(&self, _roster: &Roster, number: u8) -> Result<Vec<Order>, String> {
        if side_of(number).is_some() { Ok(Vec::new()) } else { Err("Both sides are taken: look on instead.".to_owned()) }
    }

    fn leaving(&self, _roster: &Roster, _user: UserId) -> Result<Vec<Order>, String> {
        Ok(Vec::new())
    }

    fn standing_orders_changed(_pack: &Arc<Numbers>, _was: &StandingOrders, orders: &StandingOrders) -> Despatch {
        Despatch::saying(umpire::despatches::group::pace(orders))
    }

    fn undo_takes(&self, _roster: &Roster, last: &LastDeed, user: UserId) -> UndoTakes {
        match last.threw {
            true => UndoTakes::AnotherWord,
            false if last.user == user => UndoTakes::Nothing,
            false => UndoTakes::ItsOwner,
        }
    }

    fn undo_agreed(&self, roster: &Roster, asked_by: UserId, user: UserId) -> bool {
        let (one, two) = (self.seat(roster, asked_by), self.seat(roster, user));
        one.is_some() && two.is_some() && one != two
    }

    fn key(order: &Order) -> Option<String> {
        Some(match order {
            Order::Draw(side) => format!("draw.{}", word(*side)),
            Order::Guess(side, numbers) => {
                numbers.iter().map(|number| format!("guess.{}.{number}", word(*side))).collect::<Vec<_>>().join("+")
            }
        })
    }

    fn order_of(key: &str) -> Option<Order> {
        let side = |word: &str| Side::BOTH.into_iter().find(|side| self::word(*side) == word);
        if let Some(word) = key.strip_prefix("draw.") {
            return side(word).map(Order::Draw);
        }
        let mut numbers = Vec::new();
        let mut whose = None;
        for part in key.split('+') {
            let (word, number) = part.strip_prefix("guess.")?.split_once('.')?;
            whose = Some(side(word).filter(|side| whose.is_none_or(|other| other == *side))?);
            numbers.push(number.parse().ok()?);
        }
        numbers.sort_unstable();
        Some(Order::Guess(whose?, numbers))
    }

    fn label(&self, order: &Order, _seat: Option<Side>) -> (String, String) {
        match order {
            Order::Draw(side) => (format!("{} draws a number", word(*side)), "a die decides which".to_owned()),
            Order::Guess(side, numbers) => (format!("{} guesses {}", word(*side), in_words(numbers)), "heard on 2 to 6".to_owned()),
        }
    }

    fn refused(_pack: &Arc<Numbers>, refusal: &Refusal) -> String {
        match refusal {
            Refusal::Drawn => "You have drawn your number already.",
            Refusal::NotDrawn => "The other side has not drawn its number yet: wait for it.",
            Refusal::NotYours => "That is for the other side to order.",
            Refusal::TooMany => "Guess one number, or two.",
            Refusal::Over => "The game is over.",
        }
        .to_owned()
    }

    fn turn(&self) -> u8 {
        0
    }

    fn where_it_stands(&self) -> String {
        match self.winner {
            Some(side) => format!("{} has won", word(side)),
            None => format!("{} to {} wrong guesses", self.wrong[0], self.wrong[1]),
        }
    }

    fn footer(&self, revision: u32) -> String {
        format!("Two Numbers · No. {revision}")
    }

    fn next(&self, _standing: Standing) -> String {
        match self.winner {
            Some(_) => "Close it with `/campaign end`.".to_owned(),
            None => "Each side at its own sheet.".to_owned(),
        }
    }

    fn controls(&self, standing: Standing) -> (Option<Menu>, Vec<Button>) {
        let id = CustomId::Sheet { campaign: standing.campaign, topic: "mine".to_owned(), page: 0 };
        (None, vec![Button { label: "My sheet".to_owned(), style: ButtonStyle::Primary, id }])
    }

    fn board(&self, standing: Standing) -> Despatch {
        let (menu, buttons) = self.controls(standing);
        let drawn: Vec<&str> = Side::BOTH.into_iter().filter(|side| self.hidden[*side as usize].is_some()).map(word).collect();
        Despatch {
            facts: vec![format!("Drawn: {}", if drawn.is_empty() { "nobody".to_owned() } else { drawn.join(", ") })],
            next: self.next(standing),
            footer: self.footer(standing.revision),
            picture: Some(Picture::Board),
            menu,
            buttons,
            ..Despatch::saying(format!("**Two Numbers — {}**", self.where_it_stands()))
        }
    }

    fn sheet(&self, seat: Option<Side>, standing: Standing, topic: &str, _page: usize) -> Option<Despatch> {
        let side = seat.filter(|_| topic == "mine")?;
        let mut orders = Vec::new();
        self.legal_orders(side, &mut orders);
        let (campaign, revision) = (standing.campaign, standing.revision);
        let choices: Vec<Choice> = orders
            .iter()
            .filter(|order| matches!(order, Order::Guess(_, numbers) if numbers.len() == 1))
            .filter_map(|order| {
                let (label, description) = self.label(order, seat);
                Some(Choice { label, description, value: Self::key(order)? })
            })
            .collect();
        let draw = orders.iter().find(|order| matches!(order, Order::Draw(_))).and_then(Self::key);
        Some(Despatch {
            facts: vec![match self.hidden[side as usize] {
                Some(number) => format!("Your number is {number}."),
                None => "You have drawn no number yet.".to_owned(),
            }],
            picture: Some(Picture::Board),
            menu: (!choices.is_empty()).then(|| Menu {
                placeholder: "Guess one number, or two".to_owned(),
                id: CustomId::OrderMenu { campaign, revision },
                choices,
                most: 2,
            }),
            buttons: draw
                .map(|key| Button {
                    label: "Draw".to_owned(),
                    style: ButtonStyle::Primary,
                    id: CustomId::Order { campaign, revision, key },
                })
                .into_iter()
                .collect(),
            footer: self.footer(revision),
            ..Despatch::saying(format!("**{}.**", word(side)))
        })
    }

    fn after(&self, seat: Option<Side>, standing: Standing, _order: &Order) -> Despatch {
        self.sheet(seat, standing, "mine", 0).unwrap_or_else(|| Despatch::saying("Done."))
    }

    fn told(&self, order: &Order, events: &[Event], standing: Standing) -> Despatch {
        let (menu, buttons) = self.controls(standing);
        let facts = events.iter().filter_map(|event| self.line(event));
        let facts = facts.filter_map(|line| if let Line::Fact(_, fact) = line { Some(fact) } else { None });
        Despatch {
            facts: facts.collect(),
            dice: self.every_roll(events),
            next: self.next(standing),
            footer: self.footer(standing.revision),
            menu,
            buttons,
            ..Despatch::saying(format!("**{}.**", self.label(order, None).0))
        }
    }

    fn line(&self, event: &Event) -> Option<Line> {
        match event {
            Event::Drawn { .. } => None,
            Event::Guessed { right: true, .. } => Some(Line::Fact(90, "That is right.".to_owned())),
            Event::Guessed { roll, .. } if !roll.succeeds() => Some(Line::Fact(50, "Nobody heard it.".to_owned())),
            Event::Guessed { .. } => Some(Line::Fact(50, "That is wrong.".to_owned())),
        }
    }

    fn every_roll(&self, events: &[Event]) -> Vec<String> {
        let roll = |event: &Event| match event {
            Event::Drawn { roll, .. } => roll.as_ref().map(roll_in_words),
            Event::Guessed { roll, .. } => Some(roll_in_words(roll)),
        };
        events.iter().filter_map(roll).collect()
    }

    fn roll_in_words(&self, written: &Value) -> Option<String> {
        serde_json::from_value::<Roll>(written.clone()).ok().map(|roll| roll_in_words(&roll))
    }

    fn roll_kind(written: &Value) -> Option<RollKind> {
        let purpose: Purpose = serde_json::from_value(written.clone()).ok()?;
        Some(RollKind { label: purpose.label(), favours: None::<Favours> })
    }

    fn subject(&self, _order: &Order) -> LogSubject {
        LogSubject::Cards
    }
}

impl Hosted for Position {
    /// What a side has drawn is on its own picture alone.
    async fn plate<'a>(
        tables: &'a Tables<Self>,
        atlas: &'a Arc<Atlas>,
        id: CampaignId,
        revision: u32,
        picture: &'a Picture,
        seat: Option<Side>,
    ) -> Result<Plate, String> {
        assert_eq!(*picture, Picture::Board, "the toy has no other");
        let position = tables.state_at(id, revision).await.map_err(|error| error.to_string())?;
        let own = seat.and_then(|side| position.hidden[side as usize]);
        let words = own.map_or_else(|| position.where_it_stands(), |number| format!("{}: {number}", position.where_it_stands()));
        let drawn = atlas.draw_in_turn(move || {
            let mut canvas = Canvas::default();
            canvas.put(format_args!("<rect width=\"640\" height=\"120\" fill=\"#f4ecd8\"/>"));
            canvas.letter((320.0, 70.0), Anchor::Middle, &Lettering::new(Face::Roman, 36.0), &words);
            let bytes = pictures::encode(&pictures::draw(&canvas.finish(640.0, 120.0))?)?;
            Ok(Plate { name: Picture::BOARD, bytes, alt_text: words })
        });
        drawn.await.map_err(|error| error.to_string())
    }
}

/// Start a game of two numbers in this channel.
#[poise::command(slash_command, guild_only)]
async fn two_numbers(ctx: Context<'_>) -> Outcome {
    let tables = ctx.data().rooms.tables::<Position>().ok_or_else(|| CommandError::Say("There is no such game here.".to_owned()))?;
    let guild = ctx.guild_id().ok_or_else(|| CommandError::Say("It is played on a server.".to_owned()))?;
    let founding = Founding { guild: guild.into(), channel: ctx.channel_id().into(), pack: Numbers::six(), orders: Vec::new() };
    let done = tables.found(founding, Seed([7; 32]), ctx.interaction.id.into(), ctx.author().id.into()).await?;
    if let Err(error) = ctx.data().outbox.publish(done.campaign).await {
        return Err(CommandError::Say(error.sentence()));
    }
    let reply = poise::CreateReply::default().content("It has begun.").ephemeral(true);
    ctx.send(reply).await?;
    Ok(())
}

fn room(journal: Journal) -> Arc<dyn Room> {
    Arc::new(Tables::<Position>::new(journal).with_packs(vec![Numbers::six()]))
}

fn commands() -> Vec<poise::Command<Data, CommandError>> {
    vec![two_numbers()]
}

/// The toy, for a house that is to have it.
pub(crate) fn game() -> Vec<AnotherGame> {
    vec![AnotherGame { room, commands }]
}
