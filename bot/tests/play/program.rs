//! The umpire's own program, run to its end.

use std::process::{Child, Command, Output, Stdio};
use std::time::Duration;

use rustix::process::{Pid, Signal, kill_process};

/// How long a test waits for what must come, before it fails.
pub(crate) const PATIENCE: Duration = Duration::from_secs(60);

/// What a program says until it ends. One that does not end is killed, and the test fails.
#[track_caller]
pub(crate) fn output_of(child: Child) -> Output {
    let id = Pid::from_child(&child);
    let (tell, told) = std::sync::mpsc::channel();
    std::thread::spawn(move || tell.send(child.wait_with_output()));
    match told.recv_timeout(PATIENCE) {
        Ok(output) => output.unwrap(),
        Err(_) => {
            let _ = kill_process(id, Signal::KILL);
            panic!("the program does not end");
        }
    }
}

/// Runs a program to its end.
#[track_caller]
pub(crate) fn output(command: &mut Command) -> Output {
    output_of(command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap())
}
