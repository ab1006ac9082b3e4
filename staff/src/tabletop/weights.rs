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
    /// What a charge to be feared is worth, as danger.
    pub charged: f32,
    /// What the charging unit's own risk keeps it from charging.
    pub deterred: f32,
    /// Standing behind a friend.
    pub behind: f32,
    /// Standing on a friend's flank.
    pub beside: f32,
    /// Each square nearer the place in the stand.
    pub fort: f32,
    /// What an enemy counts for who looks elsewhere.
    pub elsewhere: f32,
    /// How far those who close may be before the rest.
    pub ahead: f32,
    /// Leaving a brigade square for a stand on an edge.
    pub leave_square: f32,
    /// Leaving a brigade square that is shut in.
    pub shut_in: f32,
    /// How much less an enemy in confusion is to be feared.
    pub unshaken: f32,
    /// How much less danger counts to who presses on.
    pub press_fear: f32,
    /// How much more a charge is worth to who presses on.
    pub press_charge: f32,
    /// How much more each square nearer the enemy counts to who presses on.
    pub press_near: f32,
    /// A hit that takes the last figure.
    pub last_figure: f32,
    /// A hit on an enemy who is out of order already.
    pub again: f32,
    /// Putting an enemy out of order, or out, who stands where the battle is decided, at its end.
    pub oust: f32,
    /// The last step to where the side has to be, in squares more.
    pub threshold: f32,
    /// The best charge that a move leaves the points for, this turn.
    pub onset_now: f32,
    /// A charge, to who has not the points to fire first.
    pub instead: f32,
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
    /// Square besides, between horse on more sides than a unit can face.
    pub between_horse: f32,
    /// Column, far from the enemy.
    pub column: f32,
    /// Line, near the enemy.
    pub line: f32,
    /// Guns in action, in range.
    pub deploy: f32,
    /// The share of the turns after which those who hold come out, before an enemy in order.
    pub patience: f32,
    /// A pursuit.
    pub pursuit: f32,
    /// Each square nearer to where the side must be at the end, to who is late.
    pub goal: f32,
    /// Each square nearer to where the other side must not be at the end, then.
    pub keep: f32,
    /// Squares a turn still to go above which a brigade in square marches rather than fires.
    pub pace: f32,
    /// Figures for each of the enemy's below which a side lets the enemy come.
    pub boldness: f32,
    /// How much in order the enemy must be for a brigade square to stay one.
    pub loosens: f32,
    /// Staying in the middle of a brigade square, for each square from it: whoever leaves takes the Leader along.
    pub within: f32,
    /// How much of what a hit is worth hangs on how unlikely who is hit is to recover.
    pub rallies: f32,
    /// An enemy more who is out of order at the end of a turn, to who has nearly broken them.
    pub brink: f32,
    /// How much of a turn it counts that who is on the way to where the side has to be looks elsewhere.
    pub onward: f32,
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
        near: 0.2,
        stand_off: 1.0,
        hold: 0.04,
        fear_closing: 0.25,
        fear_shooting: 0.8,
        fear_holding: 1.0,
        under_fire: 0.45,
        charged: 1.2,
        deterred: 0.5,
        behind: 0.05,
        beside: 0.03,
        fort: 0.3,
        elsewhere: 0.4,
        ahead: 2.0,
        leave_square: -2.0,
        shut_in: 5.0,
        unshaken: 0.7,
        press_fear: 0.5,
        press_charge: 0.3,
        press_near: 1.0,
        last_figure: 1.0,
        again: 0.5,
        oust: 0.6,
        threshold: 1.0,
        onset_now: 0.4,
        instead: 1.0,
        eager: 0.35,
        willing: -0.15,
        figure: 0.35,
        disorder: 0.6,
        contact: 0.1,
        square: 0.1,
        between_horse: 1.0,
        column: 0.15,
        line: 0.15,
        deploy: 0.4,
        patience: 0.8,
        pursuit: 0.3,
        goal: 3.0,
        keep: 0.05,
        pace: 0.35,
        boldness: 1.0,
        rallies: 0.8,
        loosens: 0.6,
        within: 30.0,
        brink: 2.0,
        onward: 0.5,
    };

    /// Each of them, for those who tune them.
    pub fn each(&mut self) -> [&mut f32; 54] {
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
            &mut self.deterred,
            &mut self.behind,
            &mut self.beside,
            &mut self.fort,
            &mut self.elsewhere,
            &mut self.ahead,
            &mut self.leave_square,
            &mut self.shut_in,
            &mut self.unshaken,
            &mut self.press_fear,
            &mut self.press_charge,
            &mut self.press_near,
            &mut self.last_figure,
            &mut self.again,
            &mut self.oust,
            &mut self.threshold,
            &mut self.onset_now,
            &mut self.instead,
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
            &mut self.keep,
            &mut self.pace,
            &mut self.boldness,
            &mut self.rallies,
            &mut self.loosens,
            &mut self.within,
            &mut self.brink,
            &mut self.onward,
            &mut self.between_horse,
        ]
    }
}
