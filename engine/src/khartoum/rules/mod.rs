//! The rules, a chapter a module.

pub mod cards;
pub mod effects;
pub mod fight;
pub mod losses;
pub mod movement;
pub mod recruits;
pub mod retreat;
pub mod set_up;
pub mod stacks;
pub mod supply;
pub mod turn;
pub mod victory;
