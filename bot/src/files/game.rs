//! Which game a file is of: here the programs `umpire replay` and `umpire verify` find the types to read it with.

use std::path::Path;

use engine::campaign::State;
use serde::Deserialize;

use crate::files::{export, proof};
use crate::model::played::Played as _;
use crate::words;

/// What the first line of a file says.
#[derive(Deserialize)]
struct Head {
    format: String,
}

/// The word of the game that a file is of; nothing for what is no export, of which its reader will say why.
fn game_of(file: &Path) -> Option<String> {
    let text = proof::read_at_most(file, proof::MOST_BYTES).ok()??;
    let head: Head = serde_json::from_str(&text).ok()?;
    Some(head.format.strip_prefix("umpire ")?.split_once(", version ")?.0.to_owned())
}

fn known(file: &Path) -> Result<(), String> {
    match game_of(file) {
        Some(game) if game != State::NAME => {
            Err(format!("that file is of a game this umpire does not know, \"{}\"", words::shortened(&game, 40)))
        }
        _ => Ok(()),
    }
}

/// Runs the game of a file again and prints it.
///
/// # Errors
///
/// If this umpire does not know the game, or as [`export::replay_file`].
pub fn replay_file(file: &Path, as_json: bool, seed: Option<&str>) -> Result<(), String> {
    known(file)?;
    export::replay_file::<State>(file, as_json, seed)
}

/// Proves the game of a file and prints the verdict.
///
/// # Errors
///
/// If this umpire does not know the game, or as [`proof::prove_file`].
pub fn prove_file(file: &Path, seed: Option<&str>) -> Result<(), String> {
    known(file)?;
    proof::prove_file::<State>(file, seed)
}
