//! What the plain staff thinks things are worth, against a unit put out of order, which is about 0.6.
//!
//! The numbers were found by trial, `cargo run --release -p staff --example tune`: one after the other is changed a little, and kept when the
//! staff so changed beats the one before over battles of all scenarios from both sides.

/// The weights of [`super::Plain`].
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Weights {
    /// The best shot from a square, next turn.
    pub shot: f32,
    /// A shot that a move leaves the points for, this turn.
    pub shot_now: f32,
    /// A shot, against everything else that can be done.
    pub fire: f32,
    /// Facing the nearest enemy.
    pub faces: f32,
    /// Standing in cover.
    pub cover: f32,
    /// A friend beside.
    pub support: f32,
    /// Each square nearer the enemy, to those who close.
    pub close: f32,
    /// Each square nearer the enemy, to those who shoot.
    pub near: f32,
    /// The range that those who shoot would rather not be within.
    pub stand_off: f32,
    /// Each square nearer the enemy, to those who hold.
    pub hold: f32,
    /// Danger, to those who close.
    pub fear_closing: f32,
    /// Danger, to those who shoot.
    pub fear_shooting: f32,
    /// Danger, to those who hold.
    pub fear_holding: f32,
    /// What fire that may come is worth, as danger.
    pub under_fire: f32,
    /// What a charge by an equal is worth, as danger.
    pub charged: f32,
    /// What each point more makes of it.
    pub outweighed: f32,
    /// A charge, to those who close.
    pub eager: f32,
    /// A charge, to those who shoot.
    pub willing: f32,
    /// A figure, in a charge.
    pub figure: f32,
    /// Disorder, in a charge.
    pub disorder: f32,
    /// Being in the enemy's square, in a charge.
    pub contact: f32,
    /// Square, before horse.
    pub square: f32,
    /// Column, far from the enemy.
    pub column: f32,
    /// Line, near the enemy.
    pub line: f32,
    /// Guns in action, in range.
    pub deploy: f32,
    /// The share of the turns after which those who hold come out.
    pub patience: f32,
    /// A pursuit.
    pub pursuit: f32,
    /// Each square nearer to where the side must be at the end.
    pub goal: f32,
    /// Squares a turn still to go above which a brigade in square marches rather than fires.
    pub pace: f32,
    /// Figures for each of the enemy's below which a side lets the enemy come.
    pub boldness: f32,
}

impl Weights {
    /// Those in use.
    pub const TUNED: Self = Self {
        shot: 0.8,
        shot_now: 0.5,
        fire: 1.0,
        faces: 0.12,
        cover: 0.08,
        support: 0.03,
        close: 0.09,
        near: 0.06,
        stand_off: 2.0,
        hold: 0.04,
        fear_closing: 0.25,
        fear_shooting: 0.8,
        fear_holding: 1.0,
        under_fire: 0.45,
        charged: 0.35,
        outweighed: 0.1,
        eager: 0.35,
        willing: -0.15,
        figure: 0.35,
        disorder: 0.6,
        contact: 0.1,
        square: 0.1,
        column: 0.15,
        line: 0.15,
        deploy: 0.4,
        patience: 0.4,
        pursuit: 0.3,
        goal: 0.05,
        pace: 0.5,
        boldness: 0.6,
    };

    /// Each of them, for those who tune them.
    pub fn each(&mut self) -> [&mut f32; 30] {
        [
            &mut self.shot,
            &mut self.shot_now,
            &mut self.fire,
            &mut self.faces,
            &mut self.cover,
            &mut self.support,
            &mut self.close,
            &mut self.near,
            &mut self.stand_off,
            &mut self.hold,
            &mut self.fear_closing,
            &mut self.fear_shooting,
            &mut self.fear_holding,
            &mut self.under_fire,
            &mut self.charged,
            &mut self.outweighed,
            &mut self.eager,
            &mut self.willing,
            &mut self.figure,
            &mut self.disorder,
            &mut self.contact,
            &mut self.square,
            &mut self.column,
            &mut self.line,
            &mut self.deploy,
            &mut self.patience,
            &mut self.pursuit,
            &mut self.goal,
            &mut self.pace,
            &mut self.boldness,
        ]
    }
}
