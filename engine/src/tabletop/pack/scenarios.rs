//! The scenarios: a file for each, checked like the rest of the data.

use std::sync::Arc;

use serde::Deserialize;

use super::troops::Troop;
use crate::pack::read::read_toml;
use crate::pack::{PackError, PackErrors};
use crate::tabletop::board::Board;
use crate::tabletop::plan::Plan;

/// A scenario.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Scenario {
    /// Its key.
    pub key: String,
    /// What it is about, in a sentence or two.
    pub text: String,
    /// What is fought.
    pub plan: Plan,
    /// Its board, read already; every battle of the scenario is fought on this one.
    #[serde(skip)]
    pub board: Option<Arc<Board>>,
}

impl Scenario {
    /// Reads a scenario from its file, and checks it against the troops there are.
    ///
    /// # Errors
    ///
    /// Everything found wrong, each with file, key and reason.
    pub fn read(file: &str, text: &str, troops: &[Troop]) -> Result<Self, PackErrors> {
        let mut scenario: Self = read_toml(file, text).map_err(|error| PackErrors(vec![error]))?;
        let plan = &scenario.plan;
        let checked = plan.check(troops).and_then(|board| plan.check_squares(troops, &board).map_err(|fault| vec![fault]).map(|()| board));
        match checked {
            Ok(board) => {
                scenario.board = Some(Arc::new(board));
                Ok(scenario)
            }
            Err(faults) => {
                Err(PackErrors(faults.into_iter().map(|fault| PackError::new(file, format!("plan.{}", fault.at), fault.reason)).collect()))
            }
        }
    }
}

#[cfg(test)]
mod tests;
