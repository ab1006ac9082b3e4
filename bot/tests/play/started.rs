//! The umpire's own program while it runs: what it says, line by line, and its end.

use std::io::{BufRead as _, BufReader, Read};
use std::process::{Child, Command, Output};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::Instant;

use crate::program::{PATIENCE, output_of};

/// A program that runs: killed when it is dropped, so that a test that fails leaves none behind.
pub(crate) struct Started(Option<Child>);

impl Started {
    #[track_caller]
    pub(crate) fn by(command: &mut Command) -> Self {
        Self(Some(command.spawn().unwrap()))
    }

    pub(crate) fn child(&mut self) -> &mut Child {
        self.0.as_mut().expect("it runs until it is waited for")
    }

    /// What it says until it ends, as [`output_of`] has it.
    #[track_caller]
    pub(crate) fn ended(mut self) -> Output {
        output_of(self.0.take().expect("it runs until it is waited for"))
    }
}

impl Drop for Started {
    fn drop(&mut self) {
        if let Some(child) = &mut self.0 {
            let _ = child.kill();
            let _ = child.wait();
        }
    }
}

/// What a program says, line by line as it says it. It is read to its end, whether or not anybody waits for a line.
pub(crate) struct Lines(Receiver<String>);

impl Lines {
    pub(crate) fn of(said: impl Read + Send + 'static) -> Self {
        let (tell, told) = channel();
        std::thread::spawn(move || {
            for line in BufReader::new(said).lines().map_while(Result::ok) {
                let _ = tell.send(line);
            }
        });
        Self(told)
    }

    /// The next line.
    #[track_caller]
    pub(crate) fn line(&self) -> String {
        self.0.recv_timeout(PATIENCE).unwrap_or_else(|error| panic!("the program says nothing more: {error}"))
    }

    /// All lines to the last, of a program that ends.
    #[track_caller]
    pub(crate) fn rest(self) -> String {
        let (end, mut rest) = (Instant::now() + PATIENCE, Vec::new());
        loop {
            match self.0.recv_timeout(end.saturating_duration_since(Instant::now())) {
                Ok(line) => rest.push(line),
                Err(RecvTimeoutError::Disconnected) => return rest.join("\n"),
                Err(RecvTimeoutError::Timeout) => panic!("the program does not end: {}", rest.join("\n")),
            }
        }
    }
}
