//! What the plain staff thinks things are worth, in victory points: a set for each side, whose game is another.
//!
//! The numbers were found by trial, `cargo run --release -p staff --example tune_siege`: one after the other is changed a little, and kept
//! when the staff so changed beats the other side's more often than the one before.

use engine::tabletop::side::Side;

/// The weights of [`super::Plain`] for one side.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Weights {
    /// The chance of winning from which an attack is made.
    pub attacks_from: f32,
    /// What is at stake in an attack beside what the space counts for: so much is spared elsewhere for it.
    pub stakes: f32,
    /// What the own units that fall are worth, against what they are reckoned at.
    pub own: f32,
    /// The same of the other side's.
    pub other: f32,
    /// How much of a threat to a town is believed.
    pub threat: f32,
    /// How likely the other side walks into an empty town within its reach.
    pub near: f32,
    /// The same of one beyond.
    pub far: f32,
    /// How much what towns count for is worth on the first turn, against the last.
    pub early: f32,
    /// What drawing nearer to what is wanted is worth, for each point of strength.
    pub pull: f32,
    /// How fast what is wanted pulls less with each space between.
    pub decay: f32,
    /// What a friend in the same space is worth, for each point of its strength.
    pub company: f32,
    /// What a march has to gain.
    pub march: f32,
    /// What the spaces that win at once count for, against their points.
    pub sudden: f32,
}

impl Weights {
    /// Of ours, and of the enemy.
    pub const TUNED: [Self; 2] = [
        Self {
            attacks_from: 0.55,
            stakes: 0.5,
            own: 1.0,
            other: 1.0,
            threat: 0.8,
            near: 0.6,
            far: 0.2,
            early: 0.6,
            pull: 0.05,
            decay: 0.5,
            company: 0.01,
            march: 0.01,
            sudden: 1.2,
        },
        Self {
            attacks_from: 0.35,
            stakes: 0.5,
            own: 0.4,
            other: 1.4,
            threat: 0.064,
            near: 0.21,
            far: 0.1,
            early: 0.4,
            pull: 0.07,
            decay: 1.75,
            company: 0.005,
            march: 0.007,
            sudden: 1.2,
        },
    ];

    /// Those that a side is tuned with.
    #[must_use]
    pub const fn tuned(side: Side) -> Self {
        Self::TUNED[side as usize]
    }

    /// All of them, to be changed one by one.
    pub const fn each(&mut self) -> [&mut f32; 13] {
        [
            &mut self.attacks_from,
            &mut self.stakes,
            &mut self.own,
            &mut self.other,
            &mut self.threat,
            &mut self.near,
            &mut self.far,
            &mut self.early,
            &mut self.pull,
            &mut self.decay,
            &mut self.company,
            &mut self.march,
            &mut self.sudden,
        ]
    }
}
