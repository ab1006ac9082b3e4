//! Something that a searching staff weighs by playing on: how much better its plays have ended than those of what it is compared with.

/// What is weighed, by its place among the choices.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Weighed {
    pub(crate) place: usize,
    pub(crate) plays: f32,
    gain: f32,
    squares: f32,
}

impl Weighed {
    /// Not weighed yet.
    pub(crate) const fn new(place: usize) -> Self {
        Self { place, plays: 0.0, gain: 0.0, squares: 0.0 }
    }

    /// One more play has ended so much better.
    pub(crate) fn count(&mut self, gain: f32) {
        self.plays += 1.0;
        self.gain += gain;
        self.squares += gain * gain;
    }

    /// How much better its plays have ended on the average.
    pub(crate) fn mean(&self) -> f32 {
        self.gain / self.plays.max(1.0)
    }

    /// The standard error of the mean, and at least `least`: a few plays that end alike prove little.
    pub(crate) fn doubt(&self, least: f32) -> f32 {
        let variance = self.squares / self.plays.max(1.0) - self.mean() * self.mean();
        least + (variance.max(0.0) / (self.plays - 1.0).max(1.0)).sqrt()
    }
}
