//! Whatever comes from Discord, altered at random: interactions whole, and every other event of the gateway. Nothing panics, the umpire goes on
//! answering, and what stands in the journal is proved. `FUZZ_SECONDS` says for how long, `FUZZ_SEED` from which seed on:
//! `FUZZ_SECONDS=1200 cargo test -p umpire --test play -- altered::interactions`.

use std::sync::{Mutex, Once, PoisonError};
use std::time::{Duration, Instant};

use engine::campaign::State;
use sandbox::{Member, Sandbox};
use serde_json::{Map, Value, json};
use umpire::journal::store::Journal;
use umpire::model::ids::CampaignId;
use umpire::table::tables::Tables;

use crate::killed::{Chance, setting};
use crate::table::{Table, is_board};

/// How many are altered where `FUZZ_SECONDS` is not set.
const FEW: u64 = 240;
/// How many come at once before it is asked whether the umpire is well.
const AT_ONCE: u64 = 12;

/// Where the umpire, or what it is built of, has panicked; the tests themselves may.
static PANICS: Mutex<Vec<String>> = Mutex::new(Vec::new());

/// Notes panics from now on. One that is caught again by whoever called is a fault all the same.
fn note_panics() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let before = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |panic| {
            let at = panic.location().map(ToString::to_string).unwrap_or_default();
            if !at.contains("tests/") {
                PANICS.lock().unwrap_or_else(PoisonError::into_inner).push(format!("{at}: {panic}"));
            }
            before(panic);
        }));
    });
}

/// What stands where something else belongs.
fn odd(chance: &mut Chance) -> Value {
    let long = "ö".repeat(5_000);
    let odd = [
        Value::Null,
        json!(true),
        json!(0),
        json!(-1),
        json!(1e300),
        json!(u64::MAX),
        json!(""),
        json!("0"),
        json!("1"),
        json!("18446744073709551615"),
        json!("18446744073709551616"),
        json!("\u{202e}@everyone"),
        json!("2026-02-30T25:00:00Z"),
        json!(long),
        json!([]),
        json!({}),
        json!([[[[]]]]),
    ];
    odd[chance.at(odd.len())].clone()
}

/// How many values a value is made of, with itself.
fn size(value: &Value) -> usize {
    1 + match value {
        Value::Array(values) => values.iter().map(size).sum(),
        Value::Object(fields) => fields.values().map(size).sum::<usize>(),
        _ => 0,
    }
}

/// Does something to one of the values that a value is made of, counted from 0, the whole itself.
fn at(value: &mut Value, mut place: usize, alter: &mut dyn FnMut(&mut Value)) {
    if place == 0 {
        return alter(value);
    }
    place -= 1;
    let parts: Vec<&mut Value> = match value {
        Value::Array(values) => values.iter_mut().collect(),
        Value::Object(fields) => fields.values_mut().collect(),
        _ => return,
    };
    for part in parts {
        let parts = size(part);
        if place < parts {
            return at(part, place, alter);
        }
        place -= parts;
    }
}

/// Takes something out of a list or an object.
fn take_one_out(value: &mut Value, chance: &mut Chance) {
    match value {
        Value::Array(values) if !values.is_empty() => drop(values.remove(chance.at(values.len()))),
        Value::Object(fields) if !fields.is_empty() => {
            let name = fields.keys().nth(chance.at(fields.len())).cloned();
            name.map(|name| fields.remove(&name));
        }
        other => *other = Value::Null,
    }
}

/// Alters a sample in one to four places: a value becomes another of any sample, or something odd, goes, or comes once more.
fn altered(sample: &Value, samples: &[(String, Value)], chance: &mut Chance) -> Value {
    let mut value = sample.clone();
    for _ in 0..=chance.below(4) {
        // Never the whole.
        let place = 1 + chance.at(size(&value).max(2) - 1);
        let what = chance.below(8);
        let other = {
            let (_, sample) = &samples[chance.at(samples.len())];
            let (mut sample, mut found) = (sample.clone(), Value::Null);
            let place = chance.at(size(&sample));
            at(&mut sample, place, &mut |value| found = value.take());
            found
        };
        at(&mut value, place, &mut |value| match what {
            0..=2 => *value = odd(chance),
            3..=5 => *value = other.clone(),
            6 => take_one_out(value, chance),
            _ => match value {
                Value::Array(values) => values.extend(values.first().cloned()),
                Value::String(text) => text.push('\u{0}'),
                other => *other = json!([other.clone()]),
            },
        });
    }
    value
}

/// A campaign with all sorts of things asked, pressed, chosen and sent in it, and much else that happens on a server.
async fn laid() -> (Table, Vec<Member>) {
    let table = Table::laid_inside().await;
    let (rich, mut others) = table.campaign(&["tom", "anne"]).await;
    for line in
        ["/turn", "/roll dice:2d6+1", "/odds revolt", "/forces", "/campaign status", "/campaign log", "/rule heading:36", "/help", "/map"]
    {
        rich.run(line).await;
    }
    for line in ["/turn order:", "/move order:", "/rule heading:Or", "/odds encounter location:O"] {
        rich.complete(line).await;
    }
    table.meet(&rich).await;
    let board = table.guild.channel("general").wait_for(is_board).await;
    let buttons: Vec<String> = board.components().iter().filter_map(|component| component.custom_id.clone()).collect();
    for button in buttons {
        // Whatever it is: what it is answered is a sample too.
        let _ = others[0].press_raw(board.id(), &button).await;
    }
    others[0].in_direct_messages().run("/roll dice:1d6").await;
    // A server goes and comes; a member, a role, a channel and a message too.
    let elsewhere = table.sandbox.guild("The Second Battalion");
    let role = table.guild.role("officers", 0);
    table.guild.give_role(&rich, role);
    elsewhere.member("kate").run("/roll dice:1d6").await;
    elsewhere.member("kate").say("Good evening.").await;
    elsewhere.remove(&elsewhere.member("kate"));
    elsewhere.remove_bot();
    elsewhere.add_bot();
    let third = table.guild.channel("third");
    table.guild.deny_bot(&third, 1 << 11);
    table.guild.allow_bot(&third, 1 << 11);
    third.delete();
    table.guild.set_bot_role(1 << 13);
    table.guild.set_bot_permissions(u64::MAX >> 1);
    others.push(rich);
    (table, others)
}

/// What the umpire has been told of a kind.
fn samples(sandbox: &Sandbox, is_wanted: fn(&str) -> bool) -> Vec<(String, Value)> {
    sandbox.events().into_iter().filter(|(name, _)| is_wanted(name)).collect()
}

/// What has panicked since it was last asked.
fn panics() -> Vec<String> {
    std::mem::take(&mut *PANICS.lock().unwrap_or_else(PoisonError::into_inner))
}

/// Every game in the journal, whoever began it, is proved: nothing but campaigns can be begun by alterations of these samples.
async fn all_is_proved(table: &Table) {
    let options = sqlx::sqlite::SqliteConnectOptions::new().filename(table.database()).read_only(true);
    let pool = sqlx::SqlitePool::connect_with(options).await.unwrap();
    let ids: Vec<i64> = sqlx::query_scalar("SELECT id FROM campaigns ORDER BY id").fetch_all(&pool).await.unwrap();
    pool.close().await;
    assert!(ids.contains(&1), "there is the one that was begun first: {ids:?}");
    let tables = Tables::<State>::new(Journal::open(&table.database()).await.unwrap());
    for id in ids {
        let finding = tables.prove(CampaignId(id)).await.unwrap();
        assert!(finding.gap.is_none() && finding.proof.is_ok(), "campaign {id}: {finding:?}");
    }
    tables.journal().close().await;
}

/// Sends alterations as long as there is time, and holds that the umpire goes on.
async fn goes_on(mut table: Table, members: &[Member], samples: &[(String, Value)], send: impl Fn(&str, &Value, &Member)) {
    note_panics();
    assert!(samples.len() > 10, "there is something to alter: {}", samples.len());
    let (time, begun) = (Duration::from_secs(setting("FUZZ_SECONDS", 0)), Instant::now());
    let mut chance = Chance::new(setting("FUZZ_SEED", 1));
    let servers: Vec<&(String, Value)> = samples.iter().filter(|(name, _)| name == "GUILD_CREATE").collect();
    let mut sent = 0;
    while sent < FEW || begun.elapsed() < time {
        let mut lately = Vec::new();
        for _ in 0..AT_ONCE {
            let (name, sample) = &samples[chance.at(samples.len())];
            let value = altered(sample, samples, &mut chance);
            send(name, &value, &members[chance.at(members.len())]);
            lately.push(format!("{name} {value}"));
            sent += 1;
        }
        // What Discord says of its servers is true again.
        servers.iter().for_each(|(name, data)| table.sandbox.send_event(name, data));
        let asks = &members[chance.at(members.len())].in_direct_messages();
        let answered = asks.try_run("/roll dice:1d6").await;
        let is_well = answered.as_ref().is_ok_and(|reply| reply.failure().is_none());
        let panics = panics();
        assert!(is_well && panics.is_empty(), "{panics:#?}\n{:?}\nafter\n{}", answered.err(), lately.join("\n"));
    }
    println!("{} samples, {sent} alterations of them", samples.len());
    // The last of them are answered too, but those that nobody could read, and the umpire ends when all is posted.
    table.sandbox.settle().await;
    table.stop_umpire().await;
    let panics = panics();
    assert!(panics.is_empty(), "{panics:#?}");
    all_is_proved(&table).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn interactions_altered_at_random_are_answered_or_refused_and_nothing_panics() {
    not_beside!("panics are counted in this process");
    let (table, members) = laid().await;
    let mut samples = samples(&table.sandbox, |name| name == "INTERACTION_CREATE");
    // Each is sent under a number and a token that Discord knows.
    samples.iter_mut().filter_map(|(_, sample)| sample.as_object_mut()).for_each(|fields: &mut Map<String, Value>| {
        fields.remove("id");
        fields.remove("token");
    });
    goes_on(table, &members, &samples, |_, interaction, member| drop(member.start_interact(interaction))).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn events_of_the_gateway_altered_at_random_are_taken_or_passed_over_and_nothing_panics() {
    not_beside!("panics are counted in this process");
    let (table, members) = laid().await;
    // How a session begins is the connection's affair, not an event's.
    let samples = samples(&table.sandbox, |name| !["READY", "RESUMED", "INTERACTION_CREATE"].contains(&name));
    let sandbox = table.sandbox.clone();
    goes_on(table, &members, &samples, |name, data, _| sandbox.send_event(name, data)).await;
}
