use std::cell::RefCell;
use std::rc::Rc;

use engine::khartoum::options::Options;
use engine::khartoum::pack::Pack;

use super::*;
use crate::khartoum::Plain;
use crate::khartoum::series::{Series, Which};

/// A plain staff that imagines what is hidden at each of its choices.
struct Imagining {
    plain: Plain,
    random: Random,
    seen: Rc<RefCell<u32>>,
}

impl KhartoumStaff for Imagining {
    fn choose(&mut self, view: &View, side: Side, orders: &[Order]) -> usize {
        let state = view.state();
        let imagined = imagine(state, side, &mut self.random);
        let again = imagined.view(Seat::from(side)).state().clone();
        assert_eq!(again, *state, "what is imagined looks as what is seen");
        *self.seen.borrow_mut() += 1;
        self.plain.choose(view, side, orders)
    }
}

#[test]
fn what_is_imagined_under_the_tops_and_in_hands_agrees_with_everything_that_was_seen_k24_k42() {
    let seen = Rc::new(RefCell::new(0));
    for held_face_up in [false, true] {
        let options = Options { held_face_up, ..Options::default() };
        let plan = Series { pack: Pack::embedded().unwrap(), options, staffs: [Which::Plain; 2], seed: 9 };
        for number in 0..4 {
            let staff = |seed| -> Box<dyn KhartoumStaff> {
                Box::new(Imagining { plain: Plain::default(), random: Random::new(seed), seen: Rc::clone(&seen) })
            };
            let _ = plan.play_with(number, [staff(1), staff(2)]);
        }
    }
    assert!(*seen.borrow() > 300, "{seen:?}");
}

#[test]
fn a_search_that_has_no_time_plays_as_the_plain_staff_does() {
    let plan = Series { pack: Pack::embedded().unwrap(), options: Options::default(), staffs: [Which::Plain; 2], seed: 4 };
    let hurried = || -> Box<dyn KhartoumStaff> { Box::new(Searching::new(1, 50).within(Duration::ZERO)) };
    assert_eq!(plan.play_with(2, [hurried(), hurried()]).events, plan.play(2).events);
}
