//! What the plain staff thinks things are worth, in victory points.

/// The weights of [`super::Plain`].
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Weights {
    /// A unit of the enemy, for each point of strength.
    pub enemy_unit: f32,
    /// One of ours from overseas, for each point of strength.
    pub allied_unit: f32,
    /// One of ours of the country, for each point of strength.
    pub native_unit: f32,
    /// The prophet, who comes back, for each point of strength.
    pub prophet: f32,
    /// The chance of winning from which an attack is made: of ours, of the enemy.
    pub attacks_from: [f32; 2],
    /// How much of a threat to a town is believed: of the enemy to ours, of ours to the enemy.
    pub threat: [f32; 2],
    /// How likely ours walk into an empty town within reach, and into another.
    pub walk_in: [f32; 2],
    /// What drawing nearer to what is wanted is worth, for each point of strength: to ours, to the enemy.
    pub pull: [f32; 2],
    /// What a friend in the same space is worth, for each point of its strength.
    pub company: f32,
    /// What a march has to gain.
    pub march: f32,
    /// What the spaces that win at once count for more, to the enemy.
    pub sudden: f32,
}

impl Weights {
    /// Found by trial.
    pub const TUNED: Self = Self {
        enemy_unit: 0.08,
        allied_unit: 0.15,
        native_unit: 0.08,
        prophet: 0.05,
        attacks_from: [0.55, 0.5],
        threat: [0.8, 0.4],
        walk_in: [0.6, 0.2],
        pull: [0.05, 0.05],
        company: 0.01,
        march: 0.01,
        sudden: 1.2,
    };
}

impl Default for Weights {
    fn default() -> Self {
        Self::TUNED
    }
}
