//! What the plain staff thinks things are worth.
//!
//! The numbers were found by trial, `cargo run --release -p staff --example tune_cards`: one after the other is changed a little, and kept
//! when the staff so changed beats the one before over games of both sides.

/// The weights of [`super::Plain`].
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Weights {
    /// How fast a turn that is far from the last makes what stands now count less than what may come, while units are deployed.
    pub later_deploying: f32,
    /// The same while they move.
    pub later_moving: f32,
    /// The same in a conflict.
    pub later_fighting: f32,
    /// How far Tactics that nobody has played yet may turn a conflict: a difference of force.
    pub doubt: f32,
    /// What force in an adjacent region counts for.
    pub near: f32,
    /// Force below which a region is nobody's yet.
    pub empty: f32,
    /// What a unit counts for beside its force.
    pub body: f32,
    /// What a gain of one region is worth beside the chance of winning.
    pub region: f32,
    /// What a Tactics card that is kept is worth, for ten of its force.
    pub card: f32,
    /// The same in the last turn.
    pub last_card: f32,
    /// How often the other side is thought to play a Tactics card that it may hold.
    pub answers: f32,
    /// How many units the other's hand has after deployment, against other cards of its deck.
    pub kept_units: f32,
    /// What a unit is worth in the hand beside its force.
    pub held_unit: f32,
    /// What a Tactics card is worth in the hand, for each point of force.
    pub held_tactics: f32,
    /// What each further Tactics card is worth, against the one before.
    pub further_tactics: f32,
    /// What the first Movement card is worth in the hand.
    pub held_movement: f32,
    /// How much worse than a card of the deck a card is that is exchanged.
    pub exchange: f32,
    /// What a move has to gain.
    pub march: f32,
}

impl Weights {
    /// Found by trial.
    pub const TUNED: Self = Self {
        later_deploying: 0.4,
        later_moving: 0.3,
        later_fighting: 0.3,
        doubt: 6.0,
        near: 0.4,
        empty: 6.0,
        body: 2.0,
        region: 0.035,
        card: 0.03,
        last_card: 0.005,
        answers: 0.8,
        kept_units: 0.2,
        held_unit: 6.0,
        held_tactics: 0.56,
        further_tactics: 0.8,
        held_movement: 4.0,
        exchange: 0.5,
        march: 0.002,
    };

    /// Each weight, to be changed.
    pub fn each(&mut self) -> [&mut f32; 18] {
        [
            &mut self.later_deploying,
            &mut self.later_moving,
            &mut self.later_fighting,
            &mut self.doubt,
            &mut self.near,
            &mut self.empty,
            &mut self.body,
            &mut self.region,
            &mut self.card,
            &mut self.last_card,
            &mut self.answers,
            &mut self.kept_units,
            &mut self.held_unit,
            &mut self.held_tactics,
            &mut self.further_tactics,
            &mut self.held_movement,
            &mut self.exchange,
            &mut self.march,
        ]
    }
}

impl Default for Weights {
    fn default() -> Self {
        Self::TUNED
    }
}
