//! Signals to the umpire's own program.

use std::process::Child;

use rustix::process::{Pid, Signal, kill_process};

/// Tells a program to end, as Ctrl-C does, or a supervisor.
#[track_caller]
pub(crate) fn tell(child: &Child, signal: Signal) {
    kill_process(Pid::from_child(child), signal).unwrap();
}
