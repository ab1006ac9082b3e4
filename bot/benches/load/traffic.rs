//! Many servers in play: what people ask and order, in the proportions of play by post.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use sandbox::{DriverError, Member, Reply};

use crate::figures::{Times, mebibytes};
use crate::program::{Program, worked};
use crate::servers::{Servers, size};
use crate::setting;

/// Of how many interactions the proportions are.
const WHOLE: u64 = 100;
/// Who ask at the same time where it goes as fast as it can.
const AT_ONCE: u64 = 32;
/// Of the requests that Discord takes in a second from a bot.
const DISCORDS_LIMIT: u32 = 50;

/// What is sent.
#[derive(Clone, Copy)]
enum Kind {
    /// Orders and rolls that are committed, and nothing else.
    Committed,
    /// Orders, rolls, completions and looks, as in play.
    Mixed,
}

/// What came of an interaction.
struct Told {
    first: Duration,
    last: Duration,
    is_order: bool,
}

/// What came of all.
#[derive(Default)]
struct Tally {
    first: Vec<Duration>,
    last: Vec<Duration>,
    orders: u64,
    failed: u64,
}

impl Tally {
    fn add(&mut self, told: Result<Told, DriverError>) {
        match told {
            Ok(told) => {
                self.first.push(told.first);
                self.last.push(told.last);
                self.orders += u64::from(told.is_order);
            }
            Err(error) => {
                if self.failed < 3 {
                    println!("  {error}");
                }
                self.failed += 1;
            }
        }
    }
}

/// Sends a command and waits for what is answered first and last.
async fn asked(member: &Member, line: &str, is_order: bool) -> Result<Told, DriverError> {
    let begun = Instant::now();
    let reply: Reply = member.start_run(line)?;
    reply.first_answer().await?;
    let first = begun.elapsed();
    let mut reply = reply.finish().await?;
    // What ends a turn or spends a card for good is asked about first: it is done with the second answer.
    if is_order && let Some(asks) = reply.try_message() {
        let sure = asks.components().iter().filter_map(|component| component.custom_id.clone()).find(|id| id.starts_with("sure:"));
        if let Some(sure) = sure {
            reply = member.press_raw(asks.id(), &sure).await?;
        }
    }
    match reply.failure() {
        Some(_) => Err(DriverError::NotAnswered(line.to_owned())),
        None => Ok(Told { first, last: begun.elapsed(), is_order }),
    }
}

/// An order that is offered, any; a roll where none is. The completions are asked for first, as people do.
async fn ordered(member: &Member, number: u64) -> Result<Told, DriverError> {
    let mut offered = Vec::new();
    for line in ["/turn order:", "/move order:", "/battle order order:"] {
        let choices = member.try_complete(line).await?;
        offered.extend(choices.iter().filter_map(|choice| choice.value.as_str()).map(|key| format!("{line}{key}")));
        if !offered.is_empty() {
            break;
        }
    }
    let place = number.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 33;
    match offered.get((place % offered.len().max(1) as u64) as usize) {
        Some(line) => asked(member, line, true).await,
        None => asked(member, "/roll what:2D6+1", false).await,
    }
}

/// The interaction of a number.
async fn one(member: &Member, kind: Kind, number: u64) -> Result<Told, DriverError> {
    match (kind, number.wrapping_mul(37) % WHOLE) {
        (Kind::Committed, 0..60) | (Kind::Mixed, 0..30) => ordered(member, number).await,
        (Kind::Committed, _) | (Kind::Mixed, 30..45) => asked(member, "/roll what:2D6+1", false).await,
        (Kind::Mixed, 45..65) => asked(member, "/turn", false).await,
        (Kind::Mixed, 65..75) => asked(member, "/forces", false).await,
        (Kind::Mixed, 75..85) => asked(member, "/odds revolt", false).await,
        (Kind::Mixed, 85..92) => asked(member, "/campaign status", false).await,
        (Kind::Mixed, 92..97) => asked(member, "/campaign log", false).await,
        (Kind::Mixed, _) => asked(member, "/map", false).await,
    }
}

/// Sends so many a second, whatever becomes of them.
async fn steadily(servers: &Servers, kind: Kind, rate: u64, time: Duration) -> Tally {
    let mut ticks = tokio::time::interval(Duration::from_secs(1) / u32::try_from(rate).unwrap());
    let mut sent = Vec::new();
    let begun = Instant::now();
    let mut number = 0;
    while begun.elapsed() < time {
        ticks.tick().await;
        let member = servers.players[number as usize % servers.players.len()].clone();
        sent.push(tokio::spawn(async move { one(&member, kind, number).await }));
        number += 1;
    }
    let mut tally = Tally::default();
    for told in sent {
        tally.add(told.await.unwrap());
    }
    tally
}

/// Lets some ask one thing after the other, each of servers of its own.
async fn as_fast_as_it_goes(servers: &Servers, kind: Kind, time: Duration) -> Tally {
    let next = Arc::new(AtomicU64::new(0));
    let begun = Instant::now();
    let mut asking = Vec::new();
    for place in 0..AT_ONCE as usize {
        let players: Vec<Member> = servers.players.iter().skip(place).step_by(AT_ONCE as usize).cloned().collect();
        let next = Arc::clone(&next);
        asking.push(tokio::spawn(async move {
            let mut told = Vec::new();
            for member in players.iter().cycle() {
                if begun.elapsed() > time {
                    break;
                }
                told.push(one(member, kind, next.fetch_add(1, Ordering::Relaxed)).await);
            }
            told
        }));
    }
    let mut tally = Tally::default();
    for told in asking {
        told.await.unwrap().into_iter().for_each(|told| tally.add(told));
    }
    tally
}

/// Measures a way of asking, and tells of it.
async fn told(what: &str, umpire: &Program, servers: &Servers, asking: impl Future<Output = Tally>) {
    let (cpu, own, begun, requests) = (umpire.worked(), worked("self"), Instant::now(), servers.sandbox.request_count());
    let tally = asking.await;
    let (took, number) = (begun.elapsed(), tally.last.len());
    let (cpu, own) = (umpire.worked() - cpu, worked("self") - own);
    let late = servers.until_told().await;
    let requests = servers.sandbox.request_count() - requests;
    println!(
        "{what}: {:.0}/s ({number}, {} of them orders, {} unanswered)",
        number as f64 / took.as_secs_f64(),
        tally.orders,
        tally.failed
    );
    println!("  first answer {}", Times::of(tally.first));
    println!("  last answer  {}", Times::of(tally.last));
    let share = |cpu: Duration| cpu.as_secs_f64() / took.as_secs_f64() * 100.0;
    println!(
        "  CPU: umpire {:.0} %, sandbox and askers {:.0} %; {:.1} MiB; everything posted {:.1} s after the last; {:.2} requests for each",
        share(cpu),
        share(own),
        mebibytes(umpire.memory().0),
        late.as_secs_f64(),
        requests as f64 / number.max(1) as f64,
    );
}

pub(crate) async fn measure() {
    let number = setting("LOAD_SERVERS", 1_000);
    let (rate, time) = (setting("LOAD_RATE", 300), Duration::from_secs(setting("LOAD_SECONDS", 15)));
    let servers = Servers::founded(number, None).await;
    let (umpire, _) = servers.start().await;
    let begun = servers.until_told().await;
    println!("{number} campaigns begun and told in {:.1} s; {:.1} MiB", begun.as_secs_f64(), mebibytes(umpire.memory().0));
    for rate in [rate / 3, rate] {
        told(&format!("committed, {rate} a second"), &umpire, &servers, steadily(&servers, Kind::Committed, rate, time)).await;
    }
    told(&format!("mixed, {rate} a second"), &umpire, &servers, steadily(&servers, Kind::Mixed, rate, time)).await;
    let fast = as_fast_as_it_goes(&servers, Kind::Mixed, time);
    told(&format!("mixed, {AT_ONCE} asking as fast as it goes"), &umpire, &servers, fast).await;
    println!("the journal: {:.1} MiB", mebibytes(size(&servers.database())));
    umpire.stop();
}

/// Where Discord takes so many requests a second what orders cost of them binds: a fifth of the servers and of the rate.
pub(crate) async fn measure_limited() {
    let number = setting("LOAD_SERVERS", 1_000) / 5;
    let (rate, time) = (setting("LOAD_RATE", 300) / 5, Duration::from_secs(setting("LOAD_SECONDS", 15)));
    let servers = Servers::founded(number, Some(DISCORDS_LIMIT)).await;
    let (umpire, _) = servers.start().await;
    let begun = servers.until_told().await;
    println!("{number} campaigns begun and told in {:.1} s", begun.as_secs_f64());
    let what = format!("mixed, {rate} a second, where Discord takes {DISCORDS_LIMIT} requests a second");
    told(&what, &umpire, &servers, steadily(&servers, Kind::Mixed, rate, time)).await;
    umpire.stop();
}
