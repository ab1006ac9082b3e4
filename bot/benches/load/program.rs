//! The umpire as a process of its own, and what it takes of the machine (as `/proc` tells it; nothing where there is none).

use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use rustix::process::{Pid, Signal, kill_process};
use sandbox::Sandbox;

use crate::on_the_way::as_to_discord;

/// A running umpire; it ends with this.
pub(crate) struct Program(Child);

impl Program {
    /// Starts it, or the program that `LOAD_PROGRAM` names, as the one that is shipped, on a sandbox with a journal that is there; where
    /// `heeds_limits`, the way it goes to Discord, over TLS and heeding its limits: to any other address it goes without.
    pub(crate) async fn start(sandbox: &Sandbox, database: &Path, heeds_limits: bool) -> Self {
        let program = std::env::var_os("LOAD_PROGRAM").unwrap_or_else(|| env!("CARGO_BIN_EXE_umpire").into());
        let mut command = Command::new(program);
        command
            .env("DISCORD_TOKEN", sandbox.token())
            .env("UMPIRE_DISCORD_API", sandbox.base())
            .env("UMPIRE_DATABASE", database)
            .env("UMPIRE_LOG", "error")
            // As the Dockerfile and the unit have it.
            .env("MALLOC_MMAP_THRESHOLD_", "1048576")
            .stdin(Stdio::null());
        if heeds_limits {
            as_to_discord(&mut command, sandbox.base()).await;
        }
        Self(command.spawn().unwrap())
    }

    /// Its memory that is in the machine's, in bytes: now, and the most it was.
    pub(crate) fn memory(&self) -> (u64, u64) {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.0.id())).unwrap_or_default();
        let line = |name: &str| status.lines().find_map(|line| line.strip_prefix(name)?.split_whitespace().next()?.parse::<u64>().ok());
        (line("VmRSS:").unwrap_or_default() << 10, line("VmHWM:").unwrap_or_default() << 10)
    }

    /// The time that it has had of all cores.
    pub(crate) fn worked(&self) -> Duration {
        worked(&self.0.id().to_string())
    }

    /// Ends it as a supervisor does, and waits for it.
    pub(crate) fn stop(mut self) {
        if kill_process(Pid::from_child(&self.0), Signal::TERM).is_ok() {
            let _ = self.0.wait();
        }
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// The time that a process has had of all cores: this one's is called `self`.
pub(crate) fn worked(process: &str) -> Duration {
    // Of what follows the name in brackets, the 12th and 13th are its time in the program and in the system, in hundredths of a second.
    let stat = std::fs::read_to_string(format!("/proc/{process}/stat")).unwrap_or_default();
    let fields = stat.rsplit(')').next().unwrap_or_default().split_whitespace().skip(11).take(2);
    Duration::from_millis(fields.filter_map(|field| field.parse::<u64>().ok()).sum::<u64>() * 10)
}
