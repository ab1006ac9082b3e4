//! What orders are about: how the legal ones are sorted into sheets, and which of them are news.

use engine::campaign::{Order, Station};
use serde::{Deserialize, Serialize};

/// A sheet of orders.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Topic {
    /// What has to be decided before anything else.
    Decision,
    /// The rebellion's rolls.
    Rebellion,
    /// The hand.
    Cards,
    /// Land movement, and the train.
    Move,
    /// Ships.
    Sail,
    /// Battles.
    Battle,
    /// Sieges.
    Siege,
    /// Replacements.
    Replacements,
}

impl Topic {
    /// All of them, in the order of their buttons.
    pub const ALL: [Self; 8] =
        [Self::Decision, Self::Rebellion, Self::Cards, Self::Move, Self::Sail, Self::Battle, Self::Siege, Self::Replacements];

    /// The word that stands for it in ids.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Decision => "decide",
            Self::Rebellion => "rebellion",
            Self::Cards => "cards",
            Self::Move => "move",
            Self::Sail => "sail",
            Self::Battle => "battle",
            Self::Siege => "siege",
            Self::Replacements => "points",
        }
    }

    /// The slash command that gives its orders, without the slash.
    #[must_use]
    pub const fn command(self) -> &'static str {
        match self {
            Self::Cards => "play",
            Self::Move => "move",
            Self::Sail => "sail",
            Self::Battle => "battle",
            Self::Siege => "siege",
            Self::Replacements => "replacements",
            Self::Decision | Self::Rebellion => "turn",
        }
    }

    /// The topic of a word.
    #[must_use]
    pub fn of_word(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|topic| topic.word() == word)
    }

    /// What its button says.
    #[must_use]
    pub const fn label(self) -> &'static str {
        match self {
            Self::Decision => "Decide",
            Self::Rebellion => "Roll place by place",
            Self::Cards => "Play a card",
            Self::Move => "March",
            Self::Sail => "Sail",
            Self::Battle => "Battle",
            Self::Siege => "Siege",
            Self::Replacements => "Replacements",
        }
    }

    /// The topic of an order.
    #[must_use]
    pub const fn of(order: &Order) -> Self {
        match order {
            Order::CheckRevolts | Order::CheckRevolt { .. } | Order::DrawCards => Self::Rebellion,
            Order::Play { .. } | Order::Pass | Order::EndRound => Self::Cards,
            Order::Activate { at: Station::Space(_) }
            | Order::Form { .. }
            | Order::Leave { .. }
            | Order::Gather
            | Order::TakeSupply
            | Order::LeaveSupply
            | Order::MarchUnmet
            | Order::March { .. }
            | Order::Halt
            | Order::LayTrack { .. }
            | Order::Entrain { .. }
            | Order::RunTrain { .. }
            | Order::Ferry { .. } => Self::Move,
            Order::Activate { at: Station::Sea(_) }
            | Order::FormFleet { .. }
            | Order::LeaveShip { .. }
            | Order::Sail { .. }
            | Order::Land { .. }
            | Order::Load { .. }
            | Order::LoadAll
            | Order::Unload { .. }
            | Order::UnloadAll
            | Order::LoadSupply
            | Order::UnloadSupply
            | Order::EmbarkGovernor
            | Order::LoadTrain
            | Order::UnloadTrain
            | Order::Repair { .. }
            | Order::Anchor => Self::Sail,
            Order::Fight { .. } | Order::ReportLoss { .. } | Order::HoldField | Order::Withdraw { .. } => Self::Battle,
            Order::Commit { .. } | Order::CommitAll | Order::Sortie | Order::BreakOut | Order::SitTight => Self::Siege,
            Order::Replace { .. } | Order::Rebuild { .. } | Order::EndReplacements => Self::Replacements,
            _ => Self::Decision,
        }
    }
}

/// Whether an order has a button of its own rather than a line of a menu.
#[must_use]
pub const fn has_a_button(order: &Order) -> bool {
    matches!(
        order,
        Order::DrawCards
            | Order::CheckRevolts
            | Order::Pass
            | Order::EndRound
            | Order::Decline
            | Order::Gather
            | Order::TakeSupply
            | Order::LeaveSupply
            | Order::MarchUnmet
            | Order::Halt
            | Order::LoadAll
            | Order::UnloadAll
            | Order::LoadSupply
            | Order::UnloadSupply
            | Order::EmbarkGovernor
            | Order::LoadTrain
            | Order::UnloadTrain
            | Order::Anchor
            | Order::HoldField
            | Order::SpreadLosses
            | Order::EndDuel
            | Order::CommitAll
            | Order::Sortie
            | Order::BreakOut
            | Order::SitTight
            | Order::EndReplacements
            | Order::ChooseNation { .. }
            | Order::Fight { .. }
    )
}

/// Whether an order is a line of a menu. A withdrawal is not: its form asks for what it needs to know, and its losses.
#[must_use]
pub const fn is_listed(order: &Order) -> bool {
    !has_a_button(order) && !matches!(order, Order::Withdraw { .. })
}

/// Whether an order is a step of a choice rather than news: the channel is told of what comes of it, not of it.
#[must_use]
pub const fn is_quiet(order: &Order) -> bool {
    matches!(
        order,
        Order::Form { .. }
            | Order::Leave { .. }
            | Order::Gather
            | Order::TakeSupply
            | Order::LeaveSupply
            | Order::MarchUnmet
            | Order::Halt
            | Order::FormFleet { .. }
            | Order::LeaveShip { .. }
            | Order::Anchor
            | Order::Entrain { .. }
            | Order::Commit { .. }
            | Order::CommitAll
            | Order::ReportLoss { .. }
            | Order::Ferry { .. }
    )
}
