//! What the program writes into its log, and what never gets there.

use std::fs::File;

use crate::program::output_of;
use crate::starting::{program, tell_to_stop};
use sandbox::{Fault, Sandbox};

#[tokio::test(flavor = "multi_thread")]
async fn no_token_reaches_the_log_however_much_of_it_is_asked_for() {
    not_beside!("the umpire is a process of its own in every run");
    let sandbox = Sandbox::start(sandbox::Settings::default()).await.unwrap();
    let guild = sandbox.guild("The Officers' Mess");
    let port = sandbox.base().rsplit(':').next().unwrap().parse().unwrap();
    let (folder, mut command) = program(port, sandbox.token()).await;
    let log = folder.path().join("log");
    let child = command.env("UMPIRE_LOG", "trace").stderr(File::create(&log).unwrap()).spawn().unwrap();
    sandbox.wait_for_commands().await;
    // One is answered at once, one later, and one only when the line that dropped is there again.
    let rich = guild.member("rich");
    let mut replies = vec![rich.run("/roll what:1D6 dice:4").await, rich.run("/campaign start").await];
    sandbox.inject(Fault::DropAfter.on("POST", "/interactions/*/*/callback").times(1));
    replies.push(rich.run("/roll what:1D6 dice:5").await);
    tell_to_stop(&child);
    assert!(output_of(child).status.success());
    let said = std::fs::read_to_string(log).unwrap();
    assert!(said.contains("INTERACTION_CREATE") && said.contains("Discord did not take it"), "all is logged");
    assert!(!said.contains(sandbox.token()), "the bot's own");
    for reply in replies {
        let payload = reply.payload();
        let at = said.find(payload["token"].as_str().unwrap());
        assert!(at.is_none(), "{}", &said[at.unwrap().saturating_sub(200)..at.unwrap()]);
    }
}
