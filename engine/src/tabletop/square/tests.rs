use super::*;

fn square(text: &str) -> Square {
    text.parse().unwrap()
}

/// The squares round D4 of an aspect, in reading order.
fn round_d4(facing: Facing, aspect: Aspect) -> Vec<String> {
    let centre = square("D4");
    let mut squares: Vec<Square> = Facing::ALL.into_iter().filter_map(|way| centre.next(way)).collect();
    squares.sort_by_key(|square| (square.row, square.column));
    squares.into_iter().filter(|other| facing.aspect(centre.way_to(*other)) == aspect).map(|square| square.to_string()).collect()
}

#[test]
fn adjacent_squares_touch_a_side_or_a_corner() {
    let centre = square("D4");
    for row in 0..8 {
        for column in 0..12 {
            let other = Square::new(column, row);
            let touches = (2..=4).contains(&column) && (2..=4).contains(&row) && other != centre;
            assert_eq!(centre.is_adjacent_to(other), touches, "{other}");
            assert_eq!(centre.facing_to(other).is_some(), touches, "{other}");
        }
    }
}

#[test]
fn front_rear_and_flanks_for_a_unit_that_is_orientated_orthogonally_t01() {
    assert_eq!(round_d4(Facing::North, Aspect::Front), ["C3", "D3", "E3"]);
    assert_eq!(round_d4(Facing::North, Aspect::Flank), ["C4", "E4"]);
    assert_eq!(round_d4(Facing::North, Aspect::Rear), ["C5", "D5", "E5"]);
}

#[test]
fn front_rear_and_flanks_for_a_unit_that_is_orientated_diagonally_t01() {
    assert_eq!(round_d4(Facing::NorthEast, Aspect::Front), ["D3", "E3", "E4"]);
    assert_eq!(round_d4(Facing::NorthEast, Aspect::Flank), ["C3", "E5"]);
    assert_eq!(round_d4(Facing::NorthEast, Aspect::Rear), ["C4", "C5", "D5"]);
}

#[test]
fn three_squares_are_front_two_flank_and_three_rear_whichever_way_a_unit_faces_t01() {
    for facing in Facing::ALL {
        let counts = [Aspect::Front, Aspect::Flank, Aspect::Rear].map(|aspect| round_d4(facing, aspect).len());
        assert_eq!(counts, [3, 2, 3], "{facing:?}");
    }
}

#[test]
fn a_square_far_off_on_the_45_degree_line_is_front_or_rear_never_flank_t01() {
    let centre = square("F6");
    assert_eq!(Facing::North.aspect(centre.way_to(square("C3"))), Aspect::Front);
    assert_eq!(Facing::North.aspect(centre.way_to(square("B3"))), Aspect::Flank);
    assert_eq!(Facing::South.aspect(centre.way_to(square("C3"))), Aspect::Rear);
}

#[test]
fn an_arc_of_fire_is_45_degrees_either_side_and_a_square_on_its_edge_is_in_it_t01() {
    let centre = square("F6");
    let bears = |arc, to: &str| Facing::North.bears(arc, centre.way_to(square(to)));
    assert!(bears(Arc::Front, "D4") && bears(Arc::Front, "H4") && !bears(Arc::Front, "D5") && !bears(Arc::Front, "F7"));
}

#[test]
fn gunboat_armament_arcs_of_fire_are_270_degrees_from_the_bow_and_from_the_stern_t01() {
    let centre = square("F6");
    let bears = |arc, to: &str| Facing::North.bears(arc, centre.way_to(square(to)));
    assert!(bears(Arc::Bow, "F3") && bears(Arc::Bow, "C6") && bears(Arc::Bow, "D8") && !bears(Arc::Bow, "E8"));
    assert!(bears(Arc::Stern, "F8") && bears(Arc::Stern, "C6") && bears(Arc::Stern, "D4") && !bears(Arc::Stern, "E4"));
}

#[test]
fn example_of_weapon_ranges_being_measured_orthogonally_a_2_and_b_4() {
    assert_eq!(square("C3").range_to(square("D4")), 2);
    assert_eq!(square("C3").range_to(square("E5")), 4);
}

#[test]
fn example_of_weapon_ranges_being_measured_orthogonally_a_3_and_b_5() {
    assert_eq!(square("C3").range_to(square("E4")), 3);
    assert_eq!(square("C3").range_to(square("G4")), 5);
}

#[test]
fn nearest_enemy_unit_of_two_at_the_same_distance_is_the_one_by_the_more_direct_route_t09() {
    let unit = square("A8");
    assert!(unit.nearness_to(square("E8")) < unit.nearness_to(square("C6")), "(4,0) before (2,2)");
    assert!(unit.nearness_to(square("B7")) < unit.nearness_to(square("D8")), "but first the distance");
}

#[test]
fn facings_turn_round_and_back() {
    assert_eq!(Facing::North.turned(1), Facing::NorthEast);
    assert_eq!(Facing::NorthWest.turned(1), Facing::North);
    assert_eq!(Facing::East.opposite(), Facing::West);
    assert_eq!(Facing::North.eighths_to(Facing::NorthWest), 1);
    assert_eq!(Facing::North.eighths_to(Facing::South), 4);
}

#[test]
fn squares_are_written_as_players_say_them() {
    assert_eq!(Square::new(3, 4).to_string(), "D5");
    assert_eq!(square(" x16 "), Square::new(23, 15));
    assert_eq!(serde_json::to_string(&Square::new(0, 0)).unwrap(), "\"A1\"");
    for nonsense in ["", "5", "D", "D0", "D+5", "DD5", "D300", "Ä1", "D-1"] {
        assert!(nonsense.parse::<Square>().is_err(), "{nonsense}");
    }
}
