//! Discord's limits with the limiter that heeds them: with another address for Discord's API the umpire goes without it, so here it goes the way it
//! goes to Discord itself, over TLS, by a proxy at whose end the sandbox stands. The key of the authority that vouches for that
//! was thrown away when the certificate was made.

use std::process::Child;
use std::time::{Duration, Instant};

use sandbox::{Fault, Guild, Sandbox, Settings};

use crate::limiter::on_the_way::as_to_discord;
use crate::starting::{program, tell_to_stop};
use crate::table::EXAMPLE_OF_PLAY;

mod on_the_way;

/// The umpire as it goes to Discord; it ends with this.
struct OverTls {
    sandbox: Sandbox,
    guild: Guild,
    umpire: Child,
    _folder: tempfile::TempDir,
}

impl OverTls {
    async fn laid(settings: Settings) -> Self {
        let sandbox = Sandbox::start(settings).await.unwrap();
        let guild = sandbox.guild("The Officers' Mess");
        let (folder, mut command) = program(0, sandbox.token()).await;
        as_to_discord(&mut command, sandbox.base()).await;
        command.stderr(std::process::Stdio::inherit());
        let umpire = command.spawn().unwrap();
        sandbox.wait_for_commands().await;
        Self { sandbox, guild, umpire, _folder: folder }
    }

    /// How often it was told that it asks too often.
    fn refused(&self) -> usize {
        self.sandbox.requests().iter().filter(|request| request.status == 429).count()
    }

    async fn told_once(&self, channel: &str, says: &str) {
        let channel = self.guild.channel(channel);
        channel.wait_for(|message| message.text().contains(says)).await;
        let told = channel.messages().iter().filter(|message| message.text().contains(says)).count();
        assert_eq!(told, 1, "{says}\n{}", self.sandbox.transcript());
    }
}

impl Drop for OverTls {
    fn drop(&mut self) {
        tell_to_stop(&self.umpire);
        let _ = self.umpire.wait();
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn over_tls_with_the_limiter_on_a_limit_is_waited_out_before_the_next_request_and_everything_is_told_once() {
    not_beside!("the umpire is a process of its own in every run");
    let table = OverTls::laid(Settings { bot_name: "Umpire".to_owned(), ..Settings::default() }).await;
    let rich = table.guild.member("rich");
    rich.run(&format!("/campaign start dice:\"{EXAMPLE_OF_PLAY}\"")).await;
    for (round, global) in [(1, false), (2, true)] {
        let before = table.refused();
        let limit = Fault::RateLimited { retry_after: Duration::from_secs(1), global };
        table.sandbox.inject(limit.on("POST", "/channels/*/messages"));
        let begun = Instant::now();
        assert!(rich.run("/turn order:Pass").await.failure().is_none(), "{}", table.sandbox.transcript());
        table.told_once("general", &format!("Action round {round}: no card is played.")).await;
        assert!(begun.elapsed() >= Duration::from_secs(1), "it waits as long as it is told to: {:?}", begun.elapsed());
        assert_eq!(table.refused(), before + 1, "and asks no sooner\n{}", table.sandbox.transcript());
        rich.run("/turn order:end-round").await;
    }
    table.sandbox.assert_nothing_refused();
}

#[tokio::test(flavor = "multi_thread")]
async fn over_tls_with_more_to_post_than_discord_takes_in_a_second_everything_is_posted_once() {
    not_beside!("the umpire is a process of its own in every run");
    let settings = Settings { bot_name: "Umpire".to_owned(), requests_a_second: Some(4), ..Settings::default() };
    let table = OverTls::laid(settings).await;
    let channels = ["general", "second", "third"];
    let members = channels.map(|channel| table.guild.member("rich").in_channel(channel));
    let started = members.each_ref().map(|member| member.start_run(&format!("/campaign start dice:\"{EXAMPLE_OF_PLAY}\"")).unwrap());
    for started in started {
        assert!(started.finish().await.unwrap().failure().is_none(), "{}", table.sandbox.transcript());
    }
    for member in &members {
        assert!(member.run("/turn order:Pass").await.failure().is_none(), "{}", table.sandbox.transcript());
    }
    for channel in channels {
        for says in ["the uprising begins", "Action round 1: no card is played."] {
            table.told_once(channel, says).await;
        }
    }
    assert!(table.refused() > 0, "it was told that it asks too often");
}
