//! Five members play the Example of Play's first two turns through the sandbox, and what that takes of a player on a phone.

use crate::five::{Five, MEMBERS};
use sandbox::{Component, Member, Message, Reply, Request};
use std::collections::BTreeMap;

/// Every message that anybody of the five can see, in the channel and its threads.
fn all_messages(five: &Five) -> Vec<Message> {
    let channels = std::iter::once(five.general()).chain(five.table.guild.threads());
    let mut messages: Vec<Message> =
        channels.flat_map(|channel| MEMBERS.iter().flat_map(|name| channel.messages_for(&five.member(name))).collect::<Vec<_>>()).collect();
    messages.sort_by_key(Message::id);
    messages.dedup_by_key(|message| message.id());
    messages
}

/// How often the bot posts, edits and reads messages, and all else that Discord's limit of fifty a second binds: answers to interactions
/// are free.
fn asked(requests: &[Request]) -> BTreeMap<&'static str, usize> {
    let mut asked = BTreeMap::new();
    for request in requests.iter().filter(|request| !request.path.starts_with("/interactions/") && !request.path.starts_with("/webhooks/"))
    {
        let of_messages = request.path.contains("/messages") && !request.path.contains("/threads");
        let what = match request.method.as_str() {
            "POST" if of_messages => "posts",
            "PATCH" if of_messages => "edits",
            "GET" if of_messages => "readings",
            _ => "others",
        };
        *asked.entry(what).or_default() += 1;
    }
    asked
}

/// Holds a message to what Discord takes and what a reader needs.
#[track_caller]
fn is_in_order(five: &Five, message: &Message) {
    let text = message.text();
    assert!(message.content().chars().count() <= 2_000, "{text}");
    assert!(message.json()["components"].as_array().is_none_or(|rows| rows.len() <= 5), "{text}");
    let described = |description: &Option<String>| description.as_ref().map_or(0, |words| words.chars().count());
    assert!(message.embeds().iter().all(|embed| described(&embed.description) <= 4_096), "{text}");
    for file in message.attachments().iter().filter(|file| file.media_type.starts_with("image/")) {
        let words = described(&file.description);
        assert!((20..=1_024).contains(&words), "{}: {:?}", file.name, file.description);
    }
    // Whoever is called is waited for: what is next begins with them, or they have been given a post or a round, or they fight.
    for name in message.mentions() {
        let call = format!("<@{}>", five.member(name).id());
        let next = text.split("**Next:**").nth(1).unwrap_or_default();
        let handed = text.contains(&format!("{call} gives the orders for ")) || text.contains(&format!("appoints {call}"));
        let told_off = text.contains("Mahdist command:");
        assert!(next.contains(&call) || handed || told_off, "{name} is called for nothing:\n{text}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn five_members_play_the_example_of_play_to_the_position_the_rules_come_to() {
    not_beside!("one long campaign more would show nothing new");
    let mut five = Five::begun().await;
    five.table.sandbox.settle().await;
    let before = five.table.sandbox.requests().len();
    five.turn_1_gathering().await;
    five.turn_1_mud_bay().await;
    five.turn_1_aftermath().await;
    five.table.sandbox.settle().await;
    let asked = asked(&five.table.sandbox.requests()[before..]);
    let orders = five.pressed + five.typed;
    println!("the first turn, {orders} orders: {asked:?}");
    // Answers to interactions, and what is edited by them, do not count among the fifty requests a second that Discord takes of a bot.
    let bound: usize = asked.values().sum();
    assert!(2 * bound <= 3 * orders, "{bound} requests for {orders} orders: {asked:?}");
    five.turn_2().await;
    let (kate, tom) = (five.member("kate"), five.member("tom"));
    let since = kate.run("/summary").await;
    assert!(since.text().contains("Since you last looked"), "{}", since.text());
    assert!(tom.run("/odds siege").await.text().contains("Roche Harbor"));
    assert!(tom.run("/map private:true").await.attachments()[0].bytes.starts_with(b"\x89PNG"));
    five.turn_2_moves().await;
    five.turn_2_sinkat().await;
    five.table.wait_for("Turn 2 in summary").await;
    tom.run("/campaign film").await;
    five.table.wait_for("on film**, as").await;
    let proved = five.member("anne").run("/campaign verify").await;
    assert!(proved.text().contains("Proved: 114 orders run again"), "{}", proved.text());
    five.table.sandbox.settle().await;
    println!("{}", five.table.sandbox.transcript());
    println!("{} orders by buttons and menus, {} by commands with dice", five.pressed, five.typed);
    let messages = all_messages(&five);
    if let Some(folder) = std::env::var_os("UMPIRE_PICTURES") {
        for (number, file) in messages.iter().flat_map(|message| message.attachments()).enumerate() {
            std::fs::write(std::path::Path::new(&folder).join(format!("{number:02}-{}", file.name)), &file.bytes).unwrap();
        }
    }
    for message in &messages {
        is_in_order(&five, message);
    }
    five.table.sandbox.assert_nothing_refused();
}

/// What a task takes of a player on a phone.
#[derive(Default)]
struct Effort {
    /// Buttons pressed, menus answered, commands sent, forms submitted.
    choices: usize,
    /// Letters and digits typed, the command's own not counted: it is completed from its first ones.
    typed: usize,
}

impl Effort {
    fn chosen<T>(&mut self, done: T) -> T {
        self.choices += 1;
        done
    }

    /// Sends a command; its options are typed.
    async fn run(&mut self, who: &Member, line: &str) -> Reply {
        self.typed += line.split_once(' ').map_or(0, |(_, options)| options.chars().count());
        self.chosen(who.run(line).await)
    }

    /// Makes what a field says another text: what differs is typed, or deleted.
    fn types(&mut self, was: &str, is: &str) {
        let differ = was.chars().zip(is.chars()).filter(|(was, is)| was != is).count();
        self.typed += differ + was.chars().count().abs_diff(is.chars().count());
    }
}

/// The menu and the label of its first line that says this.
fn line(components: &[Component], says: &str) -> Option<(String, String)> {
    components.iter().find_map(|component| {
        let option = component.options.iter().find(|option| option.0.contains(says))?;
        Some((component.custom_id.clone()?, option.0.clone()))
    })
}

/// Answers a menu of the board, or of the sheet that this button of the board opens.
async fn choose(who: &Member, board: &Message, opens: &str, says: &str, effort: &mut Effort) {
    if let Some((menu, label)) = line(board.components(), says) {
        effort.chosen(who.select(board, &menu, &[&label]).await);
        return;
    }
    let sheet = effort.chosen(who.press(board, opens).await);
    let (menu, label) = line(&sheet.components(), says).unwrap_or_else(|| panic!("{says}: {}", sheet.text()));
    effort.chosen(sheet.select(&menu, &[&label]).await);
}

#[tokio::test(flavor = "multi_thread")]
async fn four_common_tasks_take_at_most_four_choices_each_and_no_names_have_to_be_typed() {
    let mut five = Five::begun().await;
    let (rich, will) = (five.member("rich"), five.member("will"));
    let mut efforts: Vec<(&str, Effort)> = Vec::new();

    // A card for Ops, and a force on the march: card, from, to, and a button where the board's own menu has no room.
    let mut effort = Effort::default();
    let board = five.board("play a card, or pass").await;
    choose(&rich, &board, "March", "30 Rallying the Troops: 2 Ops", &mut effort).await;
    let board = five.board("two Ops left").await;
    choose(&rich, &board, "March", "Activate Lopez", &mut effort).await;
    let board = five.board("one Op left").await;
    choose(&rich, &board, "March", "March to Richardson", &mut effort).await;
    five.read_on().await;
    for _ in 0..100 {
        if five.state.garrison(five.at("Lopez")).is_empty() {
            break;
        }
        five.moved().await;
    }
    assert!(five.state.garrison(five.at("Lopez")).is_empty(), "{}", five.table.sandbox.transcript());
    efforts.push(("play a card for Ops and move a force", effort));

    // Who is waited for: the board says so, wherever one is; asked for, it is one command.
    let mut effort = Effort::default();
    let asked = effort.run(&will, "/turn").await;
    assert!(asked.text().contains(&format!("**Next:** <@{}>", rich.id())), "{}", asked.text());
    efforts.push(("find who is waited for", effort));

    // What changed since one last looked.
    let mut effort = Effort::default();
    let since = effort.run(&will, "/summary").await;
    assert!(since.text().contains("Since you last looked"), "{}", since.text());
    efforts.push(("read what changed since Friday", effort));

    // A battle, reported by one who fought it: the form, a digit for the unit that lost a step, and off.
    rich.run("/turn order:\"End the round\"").await;
    rich.run("/turn order:Pass").await;
    rich.run("/move order:\"Activate Olga\"").await;
    let march = rich.complete("/move order:March to").await.into_iter().find(|choice| choice.name.contains("El Obeid")).unwrap();
    rich.run(&format!("/move order:{} dice:6", march.value.as_str().unwrap())).await;
    let fight = rich.complete("/battle order order:Fight").await;
    rich.run(&format!("/battle order order:{}", fight[0].value.as_str().unwrap())).await;
    let thread = five.general().wait_for_thread("Battle of El Obeid–Olga 2 of 2, turn 1").await;
    let situation = thread.wait_for(|message| message.text().contains("Mahdist command:")).await;
    let mut effort = Effort::default();
    let form = effort.chosen(will.press(&situation, "Anglo-Egyptians held the field").await);
    let offered = form.modal().field("losses").unwrap().value.clone();
    let losses = offered.replacen(": 0", ": 1", 1);
    assert_ne!(losses, offered);
    effort.types(&offered, &losses);
    effort.chosen(form.fill(&[("losses", &losses)]).submit().await);
    five.table.wait_for("2 of 2 is won.").await;
    efforts.push(("report a battle", effort));

    println!("{:40} {:>8} {:>6}", "task", "choices", "typed");
    for (task, Effort { choices, typed }) in &efforts {
        println!("{task:40} {choices:8} {typed:6}");
        assert!(*choices <= 4, "{task}: {choices} choices");
        assert!(*typed <= 1, "{task}: {typed} letters");
    }
    five.table.sandbox.assert_nothing_refused();
}
