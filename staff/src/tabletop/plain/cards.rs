//! What the Heroic cards are worth to a unit that acts, by what they bring it this turn.

use engine::tabletop::heroic::Heroic;
use engine::tabletop::phase::Active;
use engine::tabletop::rules::charging::charges;
use engine::tabletop::rules::firing::targets;
use engine::tabletop::rules::movement::ways::Stop;
use engine::tabletop::square::{Facing, Square};

use super::{HARD_LUCK, Here, Manner};

impl Here<'_> {
    /// What playing a card is worth.
    pub(super) fn card(&self, card: Heroic) -> f32 {
        match card {
            Heroic::Firepower if self.has_a_target() => 3.0,
            Heroic::Recover => 2.0,
            Heroic::Movement if self.manner == Manner::Close && self.is_brought_home() => 0.9,
            Heroic::Movement if self.shoots() && self.is_brought_into_range() => 3.0,
            Heroic::Firepower | Heroic::Movement => -0.1,
            Heroic::HardLuck => HARD_LUCK,
            Heroic::Fighting => -1.0,
        }
    }

    /// Whether it sees anybody in range of one of its weapons.
    fn has_a_target(&self) -> bool {
        let position = &self.state().position;
        (0..position.troop(self.unit).fire.len() as u8).any(|weapon| !targets(position, self.unit, weapon).is_empty())
    }

    /// Whether the points that a card adds bring a charge home that it would make, and those that it has bring none.
    fn is_brought_home(&self) -> bool {
        let position = &self.state().position;
        let wanted = |points: u8| charges(position, self.unit, points).iter().any(|charge| self.clash(charge) > 0.0);
        let more = self.points.saturating_add_signed(position.pack.heroic.adds(Heroic::Movement));
        self.may_charge() && !wanted(self.points) && wanted(more)
    }

    /// Whether it goes forward to shoot.
    fn shoots(&self) -> bool {
        matches!(self.manner, Manner::Shoot | Manner::ShootOnly)
    }

    /// Whether the points that a card adds bring it, on a move that is worth making, to where it fires at once, and those that it has do not.
    fn is_brought_into_range(&self) -> bool {
        let of = self.state().unit(self.unit);
        if self.active.shots > 0 || self.fires_from(of.square, of.facing) || self.goes_where_it_fires() {
            return false;
        }
        let added = self.state().position.pack.heroic.adds(Heroic::Movement);
        let faster = Active { faster: self.active.faster.saturating_add(added), ..*self.active };
        Here::of(self.glance, &faster, self.unit).goes_where_it_fires()
    }

    /// Whether a move that is worth making ends where it sees an enemy in range, with the points of a shot left.
    fn goes_where_it_fires(&self) -> bool {
        let fires = |stop: &Stop| self.leaves_a_shot(i16::from(stop.points)) && self.fires_from(stop.square, stop.facing);
        let gains = |stop: &Stop| !self.looks_away(stop.square, stop.facing) && self.go(stop.square, stop.facing) > 0.0;
        self.reach.stops().any(|stop| fires(&stop) && gains(&stop))
    }

    fn fires_from(&self, square: Square, facing: Facing) -> bool {
        self.glance.best_shot(self.unit, self.state().unit(self.unit).formation, square, facing) > 0.0
    }
}
