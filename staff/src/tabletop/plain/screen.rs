//! How a unit screens its side: between the enemy and the main body, near enough to see and to fire, where no charge is likely to come
//! home.
//!
//! Within the reach of a charge it gives way: it goes out of it, if need be with its back to the enemy, and fires first only where that
//! leaves the points. Where it cannot get out of it, it stands and fires.

use engine::tabletop::formation::Formation;
use engine::tabletop::instruction::Instruction;
use engine::tabletop::pack::Arm;
use engine::tabletop::square::{Facing, Square};

use super::{Here, Manner};
use crate::tabletop::ground::Glance;

/// Nearer to the enemy than so many squares a screen gains nothing by being.
const NEAREST: f32 = 3.0;
/// Each square of the detour by a square that does not lie between the enemy and the main body.
const ASIDE: f32 = 0.1;
/// How likely the points for a charge must be for a unit to be within its reach.
const LIKELY: f32 = 0.5;
/// Being within the reach of a charge.
const REACHED: f32 = 2.0;

impl Glance<'_> {
    /// The middle of the main body of the side: of all who do not screen; none where nobody else is there.
    pub(super) fn main_body(&self) -> Option<Square> {
        let (mut columns, mut rows, mut units) = (0_u16, 0_u16, 0_u16);
        for unit in self.state.position.of(self.side) {
            let arm = self.state.position.troop(unit).arm;
            if self.state.instruction(unit) != Instruction::Screen && arm != Arm::Leader && !arm.is_boat() {
                let square = self.state.unit(unit).square;
                columns += u16::from(square.column);
                rows += u16::from(square.row);
                units += 1;
            }
        }
        let middle = |sum: u16| ((sum + units / 2) / units) as u8;
        (units > 0).then(|| Square::new(middle(columns), middle(rows)))
    }
}

impl Here<'_> {
    /// What a square is worth to a unit that screens, but for its shots and its danger.
    pub(super) fn screening(&self, square: Square, facing: Facing, formation: Option<Formation>) -> f32 {
        let Some(foe) = self.glance.nearest(square) else { return 0.0 };
        let range = square.range_to(foe.square);
        let aside = self.body.map_or(0, |body| range + square.range_to(body) - body.range_to(foe.square));
        let near = self.glance.weights.near * f32::from(range).max(NEAREST);
        -near - ASIDE * f32::from(aside) - self.exposed_in(square, facing, formation)
    }

    /// How exposed to charges it would be in a square: how likely the likeliest has the points, and much more where it is within reach.
    pub(super) fn exposed_in(&self, square: Square, facing: Facing, formation: Option<Formation>) -> f32 {
        let caught = self.glance.foes.iter().map(|foe| self.glance.caught_by(foe, self.unit, formation, square, facing));
        let likeliest = caught.fold(0.0, f32::max);
        if likeliest < LIKELY { likeliest } else { REACHED + likeliest }
    }

    /// Whether it screens and is within the reach of a charge.
    pub(super) fn gives_way(&self) -> bool {
        self.manner == Manner::Screen && self.exposed >= REACHED
    }
}
