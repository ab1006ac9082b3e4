//! A landmark: a labelled point that an undo can go back to.

use crate::model::last_deed::LastDeed;

/// What an order brought about that a campaign can be taken back to, as it was before the order and after it.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Marked {
    /// What the position before the order is called: "before the battle of Mud Bay".
    pub before: Option<String>,
    /// What the position after it is called: "before round 3 of turn 2".
    pub after: Option<String>,
}

/// A point to go back to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Landmark {
    /// The first row that is taken back.
    pub first: u32,
    /// What the point is called.
    pub label: String,
}

/// All that an undo to a point takes back.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GoneBack {
    /// What the point is called.
    pub to: String,
    /// What is taken back, as one deed; its user is whoever gave the first order that is another's than the asker's, if one is.
    pub deed: LastDeed,
    /// The vote that is withdrawn with it, in the words of its call, if one is still being held.
    pub withdrawn: Option<String>,
}
