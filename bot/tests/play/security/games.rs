//! Who may do what in a game of two sides: each cell of the second table is played in each of these games.

use sandbox::{Member, Message};

use crate::security::{MANAGE_SERVER, REFUSALS, Written, number, put_away_or_deleted, quoted, rows, written};
use crate::table::{Table, is_board};

/// Whoever asks, from the right of the table's head to the left: those who are refused come before those who change something.
pub(super) const ASKERS: [&str; 7] =
    ["Runs the umpire", "Of another server", "Manages the server", "Not in the game", "Looks on", "The other side", "Whose move it is"];

/// What is shown, or asked first: nothing is written for it.
const HARMLESS: [&str; 11] = ["Look", "See", "Take", "Read", "Prove", "Have", "Delete", "End", "Begin", "Give a side up", "Agree"];

/// A game of the house for two.
struct Game {
    /// Which of the commands of a row are its own.
    place: usize,
    /// The command that begins one, and what its channel reads then.
    new: (&'static str, &'static str),
    join: &'static str,
    /// What shows a side its hand, with what it may order.
    sheet: &'static str,
}

const BATTLE: Game = Game {
    place: 0,
    new: ("/battle new scenario:\"Marching across the Sudan\" opponent:\"Whoever joins\" turns:12", "a battle on the gridded board"),
    join: "/battle join",
    sheet: "/turn",
};
const CARD_GAME: Game =
    Game { place: 1, new: ("/sudan new opponent:\"Whoever joins\"", "the cards are dealt"), join: "/sudan join", sheet: "/sudan hand" };
const SIEGE: Game = Game {
    place: 2,
    new: ("/khartoum new opponent:\"Whoever joins\"", "the counters are laid out"),
    join: "/khartoum join",
    sheet: "/khartoum hand",
};

/// A game under way between two members, and everybody else who asks.
struct Sitting {
    table: Table,
    game: Game,
    sides: [Member; 2],
    /// Whose move it is not, from the right of the table's head: until the member who looks on.
    others: [Member; 5],
}

impl Sitting {
    async fn of(game: Game) -> Self {
        let table = Table::laid().await;
        let (rich, tom, anne) = (table.member("rich"), table.member("tom"), table.member("anne"));
        let (command, begun) = game.new;
        rich.run(command).await;
        table.wait_for(begun).await;
        tom.run(game.join).await;
        table.wait_for("joins").await;
        anne.run("/campaign join looking_on:True").await;
        let warden = table.member("warden");
        table.guild.give_role(&warden, table.guild.role("Wardens", MANAGE_SERVER));
        let elsewhere = table.sandbox.guild("The Other Mess").member("hostile");
        elsewhere.run("/roll what:1D6").await;
        let others = [table.member("operator"), elsewhere, warden, table.member("stranger"), anne];
        let sitting = Self { table, game, sides: [rich, tom], others };
        if sitting.game.place == CARD_GAME.place {
            // Both are asked at once here; from then on it is somebody's move.
            for member in &sitting.sides {
                let hand = member.run("/sudan hand").await.message();
                member.press(&hand, "Exchange nothing").await;
            }
            sitting.table.wait_for("lay their cards last").await;
        }
        sitting
    }

    async fn journal(&self, sql: &'static str) -> i64 {
        number(&self.table, sql).await
    }

    async fn written(&self) -> Written {
        written(&self.table).await
    }

    /// A side's own sheet and the button of its usual order, if it is asked for one.
    async fn asked(&self, member: &Member) -> Option<(Message, String)> {
        let sheet = member.run(self.game.sheet).await.message();
        let text = sheet.text();
        let next = text.split("Next:").nth(1).unwrap_or_default();
        if self.game.place == BATTLE.place && !next.contains(&format!("<@{}>", member.id())) {
            return None;
        }
        let id = sheet.components().iter().filter(|button| button.style == Some(1)).find_map(|button| {
            let id = button.custom_id.clone()?;
            id.starts_with("order:").then_some(id)
        })?;
        Some((sheet, id))
    }

    /// Whose move it is, as a place among the sides.
    async fn to_move(&self) -> usize {
        for (place, member) in self.sides.iter().enumerate() {
            if self.asked(member).await.is_some() {
                return place;
            }
        }
        panic!("nobody is asked\n{}", self.table.sandbox.transcript());
    }

    /// Presses in somebody's own channel what another was offered, as a client that was tampered with can; what was answered.
    async fn pressed(&self, member: &Member, id: &str) -> String {
        let before = self.written().await;
        let own = member.channel().messages().last().unwrap_or_else(|| panic!("a message to press on")).id();
        let reply = member.press_raw(own, id).await.unwrap();
        // What is pressed is taken note of at first, and done or refused after that.
        if id.starts_with("order:") || id.starts_with("sure:") {
            let is_refused = || REFUSALS.iter().any(|refusal| reply.text().contains(refusal));
            let is_more = |now: Written| (now.rows, now.asked) != (before.rows, before.asked);
            self.table.until("it is done or refused", async || is_refused() || is_more(self.written().await)).await;
        }
        reply.text()
    }

    /// The usual order of whose move it is, until one throws a die: who gave it, as a place among the sides.
    async fn a_die_is_thrown(&self) -> usize {
        let thrown = async || self.journal("SELECT COALESCE(MAX(position_after), 0) FROM journal").await;
        for _ in 0..80 {
            let place = self.to_move().await;
            let before = thrown().await;
            let (_, id) = self.asked(&self.sides[place]).await.unwrap();
            self.pressed(&self.sides[place], &id).await;
            if thrown().await > before {
                return place;
            }
        }
        panic!("no die in eighty orders");
    }

    /// The message in the channel that asks for a second word, and the word's button.
    async fn request(&self) -> (Message, String) {
        let channel = self.table.guild.channel("general");
        let agrees = |message: &Message| {
            let button = message.components().iter().find(|button| button.label.as_deref() == Some("Agree: undo it"));
            button.and_then(|button| button.custom_id.clone())
        };
        let message = channel.wait_for(|message| agrees(message).is_some()).await;
        let id = agrees(&message).unwrap();
        (message, id)
    }

    /// Does what a row says; what was answered.
    async fn done(&self, asker: &Member, what: &str, quoted: &str) -> String {
        if quoted.starts_with('/') {
            return asker.run(quoted).await.text();
        }
        let general = self.table.guild.channel("general").id();
        if quoted.starts_with("undo:") && asker.channel().id() == general {
            // On the message that asks for it.
            let (message, id) = self.request().await;
            return asker.press_raw(message.id(), &id).await.unwrap().text();
        }
        assert!(quoted.contains(':'), "{what}: {quoted} is the id of a button");
        self.pressed(asker, quoted).await
    }

    /// The command of a row that is this game's, or what else it quotes.
    fn quoted<'a>(&self, what: &'a str) -> &'a str {
        let all: Vec<&str> = quoted(what).collect();
        match all.as_slice() {
            [] => "",
            [one] => one,
            several => several[self.game.place],
        }
    }

    /// What a row is done with: a command, or the id of a button.
    async fn with(&self, what: &str, mover: &Member) -> String {
        let quoted = self.quoted(what);
        let sheet = async |line: &str, label: &str| {
            let sheet = mover.run(line).await.message();
            let button = sheet.components().iter().find(|button| button.label.as_deref() == Some(label));
            button.and_then(|button| button.custom_id.clone()).unwrap_or_else(|| panic!("no {label}: {}", sheet.text()))
        };
        match what {
            _ if what.starts_with("See the standing orders") => {
                let hand = ["/battle cards", "/sudan hand", "/khartoum hand"][self.game.place];
                // Otherwise both sides' are alike.
                let orders = mover.press(&mover.run(hand).await.message(), "Standing orders").await.message();
                let menu = orders.components().iter().find(|menu| !menu.options.is_empty()).cloned().unwrap();
                mover.select(&orders, menu.label.as_deref().unwrap_or_default(), &[&menu.options[0].0]).await;
                sheet(hand, "Standing orders").await
            }
            _ if what.starts_with("Give the order") && quoted.is_empty() => self.asked(mover).await.unwrap().1,
            _ if what.starts_with("Give the order") => {
                let first = mover.complete(&format!("{quoted} order:")).await.remove(0).value;
                format!("{quoted} order:\"{}\"", first.as_str().unwrap())
            }
            _ if what.starts_with("Agree") => self.request().await.1,
            _ if what.starts_with("Give the side up") => {
                let asked = mover.run(["/battle withdraw", "/sudan resign", "/khartoum resign"][self.game.place]).await.message();
                asked.components().iter().find(|button| button.style == Some(4)).and_then(|button| button.custom_id.clone()).unwrap()
            }
            _ => quoted.to_owned(),
        }
    }
}

/// Plays the table in a game, and compares what came of it.
async fn each_may_do_what_the_table_says(game: Game) {
    let sitting = Sitting::of(game).await;
    let (table, rich) = (&sitting.table, &sitting.sides[0]);
    table.guild.channel("general").wait_for(is_board).await;
    let (mut found, mut wrong) = (String::new(), String::new());
    let mut mover = sitting.to_move().await;
    for (what, stated) in rows("What is done in a game of two", ASKERS) {
        // Of what was ordered it is whoever ordered it whose move it was.
        match what.as_str() {
            _ if what.starts_with("Have what a die") => mover = sitting.a_die_is_thrown().await,
            _ if what.starts_with("Take that order") || what.starts_with("Agree") => {}
            _ => mover = sitting.to_move().await,
        }
        let (moves, other) = (&sitting.sides[mover], &sitting.sides[1 - mover]);
        let with = sitting.with(&what, moves).await;
        let (mut came_of_it, mut answers) = (Vec::new(), Vec::new());
        // Of a second word it is the other side's that changes something.
        let agrees = what.starts_with("Agree");
        for asker in sitting.others.iter().chain(if agrees { [moves, other] } else { [other, moves] }) {
            put_away_or_deleted(rich, &what).await;
            let before = sitting.written().await;
            let said = sitting.done(asker, &what, &with).await;
            let after = sitting.written().await;
            let refused = REFUSALS.iter().find(|refusal| said.contains(**refusal));
            println!("{what}, {}: {}", asker.name(), said.lines().next().unwrap_or_default());
            let may = match (refused, after.asked > before.asked) {
                (Some(_), false) => "no",
                (None, true) => "asks",
                (None, false) => "yes",
                (Some(refusal), true) => panic!("{what}, {}: refused ({refusal}), and asked all the same", asker.name()),
            };
            let is_done = after.is_done(&what, before);
            let is_undone = agrees && may == "yes";
            let writes = may == "yes" && !HARMLESS.iter().any(|begins| what.starts_with(begins));
            let takes_back = what.starts_with("Take that order") && may == "yes";
            assert_eq!(is_done, writes || is_undone || takes_back, "{what}, {}: {may}, and this was answered: {said}", asker.name());
            // The next is asked where this one was.
            match what.as_str() {
                _ if may == "asks" && asker.id() == other.id() => {
                    let (message, id) = sitting.request().await;
                    moves.press_raw(message.id(), &id).await.unwrap();
                    table.wait_for("Undone").await;
                    assert_eq!(sitting.a_die_is_thrown().await, mover, "what was taken back is given again");
                }
                _ if what.starts_with("Settle the pace") && is_done => drop(rich.run("/pace set hours:48").await),
                _ if what.starts_with("Let it rest") && is_done => drop(rich.run("/pace pause paused:False").await),
                _ if what.starts_with("Name it") && is_done => drop(rich.run("/campaign rename name:Saturday").await),
                _ if what.starts_with("Put it away") && is_done => drop(rich.run("/campaign resume campaign:1").await),
                _ => {}
            }
            came_of_it.insert(0, may);
            answers.push(said);
        }
        if agrees {
            came_of_it.swap(0, 1);
        }
        let [.., others, own] = answers.as_slice() else { panic!("everybody has asked") };
        let cells =
            stated.iter().zip(&came_of_it).map(|(stated, came)| if stated == "their own" { "yes" == *came } else { stated == came });
        // Each side is shown its own: the same that the other is shown would be no secret of either.
        let are_their_own = stated[0] != "their own" || own != others;
        found.push_str(&format!("| {what} | {} |\n", came_of_it.join(" | ")));
        if !cells.into_iter().all(|is_so| is_so) || !are_their_own {
            wrong.push_str(&format!("{what}: {came_of_it:?}, and the document says {stated:?}\n"));
        }
    }
    assert!(wrong.is_empty(), "{wrong}\n{found}");
}

#[tokio::test(flavor = "multi_thread")]
async fn each_may_do_in_a_battle_what_the_table_of_the_document_says_and_no_more() {
    each_may_do_what_the_table_says(BATTLE).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn each_may_do_in_a_card_game_what_the_table_of_the_document_says_and_no_more() {
    each_may_do_what_the_table_says(CARD_GAME).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn each_may_do_in_a_siege_what_the_table_of_the_document_says_and_no_more() {
    each_may_do_what_the_table_says(SIEGE).await;
}
