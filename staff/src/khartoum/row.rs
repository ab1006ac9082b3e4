//! A counter as the staff reckons with it.

/// By which routes a unit goes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Gait {
    /// Ours on foot or on horses: roads, rivers, the sea link.
    Land,
    /// Ours on camels, and leaders: the desert too.
    Camel,
    /// The enemy: all but the sea.
    Enemy,
    /// Boats.
    Boat,
}

/// A counter.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Row {
    pub(super) strength: f32,
    pub(super) allowance: u8,
    pub(super) gait: Gait,
    pub(super) stacking: u8,
    pub(super) elite: f32,
    pub(super) breaks: f32,
    pub(super) mounted: u8,
    pub(super) leader: u8,
    pub(super) garrison: u8,
    /// What it is worth beside what it holds, in victory points.
    pub(super) worth: f32,
}
