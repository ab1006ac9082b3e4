//! Which game a file is of: here the programs `umpire replay` and `umpire verify` find the types to read it with.

use std::path::Path;

use engine::campaign::State as Campaign;
use engine::card_game::state::State as CardGame;
use engine::khartoum::state::State as Khartoum;
use engine::tabletop::state::State as Battle;
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

/// A game whose files this umpire can read.
enum Known {
    Campaign,
    Battle,
    CardGame,
    Khartoum,
}

fn known(file: &Path) -> Result<Known, String> {
    match game_of(file).as_deref() {
        Some(Campaign::NAME) | None => Ok(Known::Campaign),
        Some(Battle::NAME) => Ok(Known::Battle),
        Some(CardGame::NAME) => Ok(Known::CardGame),
        Some(Khartoum::NAME) => Ok(Known::Khartoum),
        Some(game) => Err(format!("that file is of a game this umpire does not know, \"{}\"", words::shortened(game, 40))),
    }
}

/// Runs the game of a file again and prints it.
///
/// # Errors
///
/// If this umpire does not know the game, or as [`export::replay_file`].
pub fn replay_file(file: &Path, as_json: bool, seed: Option<&str>) -> Result<(), String> {
    match known(file)? {
        Known::Campaign => export::replay_file::<Campaign>(file, as_json, seed),
        Known::Battle => export::replay_file::<Battle>(file, as_json, seed),
        Known::CardGame => export::replay_file::<CardGame>(file, as_json, seed),
        Known::Khartoum => export::replay_file::<Khartoum>(file, as_json, seed),
    }
}

/// Proves the game of a file and prints the verdict.
///
/// # Errors
///
/// If this umpire does not know the game, or as [`proof::prove_file`].
pub fn prove_file(file: &Path, seed: Option<&str>) -> Result<(), String> {
    match known(file)? {
        Known::Campaign => proof::prove_file::<Campaign>(file, seed),
        Known::Battle => proof::prove_file::<Battle>(file, seed),
        Known::CardGame => proof::prove_file::<CardGame>(file, seed),
        Known::Khartoum => proof::prove_file::<Khartoum>(file, seed),
    }
}
