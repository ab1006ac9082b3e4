//! *A campaign's battle on the board: where*.
//!
//! Two squares are a foot: each square foot of the campaign's table is a block of two by two. The table is six feet by four for up to 24 units
//! of the larger side, eight by six for up to 48, and twelve by eight for more; where the group does not fight on boards, it is always
//! six by four.

use super::roster;
use crate::campaign::field::FieldBattle;
use crate::campaign::ground_dice::GroundDice;
use crate::campaign::refusal::Refusal;
use crate::campaign::round::BattleKind;
use crate::campaign::rules::terrain::{Battlefield, Edge as TableEdge, Feature, Plan, Site, Spot, battlefield};
use crate::campaign::state::State;
use crate::dice::Dice;
use crate::pack::{LocationKind, Terrain};
use crate::tabletop::board::{Board, Size};
use crate::tabletop::edge::Edge;
use crate::tabletop::ground::Ground as Fills;
use crate::tabletop::square::Square;

/// The usual table, in feet.
pub const USUAL: (u8, u8) = (6, 4);

/// Feet from left to right, and from far to near, of the table of the battle being fought.
#[must_use]
pub fn table(state: &State) -> (u8, u8) {
    let Some((battle, _)) = state.battle().filter(|_| state.options().boards) else { return USUAL };
    let (columns, rows) = Size::for_units(roster::larger_side(battle, state.options().rubs)).columns_and_rows();
    (columns / 2, rows / 2)
}

/// What is settled of the table of the battle being fought before a die is thrown; `None` if none is fought.
#[must_use]
pub fn terrain_plan(state: &State) -> Option<Plan> {
    let (battle, _) = state.battle()?;
    let (width, depth) = table(state);
    let map = &state.pack().map;
    Some(match map.location_at(battle.at) {
        Some(location) => Plan::at(width, depth, map.location(location), Site::of(&battle.battle)),
        None => Plan::open(width, depth),
    })
}

/// The dice that have laid a table, as the order carries them that opens the board.
#[must_use]
pub fn dice_of(field: &Battlefield) -> GroundDice {
    GroundDice(field.rolls().flat_map(|roll| roll.faces.iter().copied()).collect())
}

/// The table of the battle being fought, laid by these dice; by none it is open but for what the map says.
///
/// # Errors
///
/// If no battle is being fought, or they are not as many dice as the table takes.
pub fn surveyed(state: &State, dice: &GroundDice) -> Result<Battlefield, Refusal> {
    let plan = terrain_plan(state).ok_or(Refusal::NotAsked)?;
    let tables = &state.pack().tables;
    let each = usize::from(tables.terrain.dice.count);
    let lay = |faces: Vec<u16>| {
        let mut dice = Dice::table(faces);
        let field = battlefield(tables, plan, &mut dice).map_err(|_| Refusal::NoRoomOnBoard)?;
        Ok::<_, Refusal>((dice.finish().is_ok(), field))
    };
    if !dice.is_empty() {
        let (fits, field) = lay(dice.0.iter().copied().map(u16::from).collect())?;
        let wanted = field.rolls().count() * each;
        return if fits { Ok(field) } else { Err(Refusal::WrongGround { wanted }) };
    }
    let (_, mut field) = lay(Vec::new())?;
    for square in &mut field.squares {
        if let Feature::Terrain(_) = square.feature {
            square.feature = Feature::Terrain(Terrain::OpenGround);
        }
    }
    (field.moves, field.rivers) = (Vec::new(), Vec::new());
    Ok(field)
}

/// The ground of a battle on the board.
#[derive(Clone, PartialEq, Debug)]
pub struct Ground {
    /// The board.
    pub board: Board,
    /// The edge that the harbour lies along.
    pub harbour: Option<TableEdge>,
    /// The squares of the village or town.
    pub houses: Vec<Square>,
}

/// The square of a foot that lies right and below of its far left one.
const fn square(spot: Spot, right: u8, down: u8) -> Square {
    Square::new(2 * spot.column + right, 2 * spot.row + down)
}

/// The four squares of a foot.
pub(super) fn squares(spot: Spot) -> [Square; 4] {
    [square(spot, 0, 0), square(spot, 1, 0), square(spot, 0, 1), square(spot, 1, 1)]
}

/// The side of a hill on which its cliff is: the same that its picture has.
#[must_use]
pub const fn cliff_side(spot: Spot) -> TableEdge {
    let (column, row) = (spot.column as usize, spot.row as usize);
    TableEdge::ALL[(column * 7 + row * 5 + column * row) % 4]
}

impl Ground {
    /// The board of a table as it is laid, with walls where a town has them or is stormed.
    #[must_use]
    pub fn of(field: &Battlefield, battle: &FieldBattle) -> Self {
        let size = Size::ALL.into_iter().find(|size| size.columns_and_rows() == (2 * field.width(), 2 * field.depth()));
        let mut ground = Self { board: Board::open(size.unwrap_or(Size::Small)), harbour: field.plan.harbour, houses: Vec::new() };
        let mut walls = battle.kind == BattleKind::Storm;
        for spot in field.spots() {
            let Some(feature) = field.feature(spot) else { continue };
            if let Feature::Settlement(kind) = feature {
                ground.houses.extend(squares(spot));
                walls |= kind == LocationKind::FortifiedTown;
            }
            ground.fill(spot, feature);
        }
        for river in &field.rivers {
            for reach in &river.reaches {
                ground.run(reach);
            }
        }
        if walls {
            ground.wall();
        }
        ground
    }

    fn fill(&mut self, spot: Spot, feature: Feature) {
        let fills = match feature {
            Feature::Terrain(Terrain::OpenGround | Terrain::DryRiverBed) => return,
            Feature::Terrain(Terrain::SmallHill) => {
                self.board.set_ground(square(spot, 0, 0), Fills::Hill);
                return;
            }
            Feature::Terrain(Terrain::LargeHill | Terrain::CliffHill) => Fills::Hill,
            Feature::Terrain(Terrain::Oasis | Terrain::RocksAndScrub) => Fills::Growth,
            Feature::Settlement(_) => Fills::BuiltUp,
            Feature::Harbour => Fills::Water,
        };
        squares(spot).into_iter().for_each(|square| self.board.set_ground(square, fills));
        if feature == Feature::Terrain(Terrain::CliffHill) {
            self.cliff(spot);
        }
    }

    fn cliff(&mut self, spot: Spot) {
        for within in squares(spot) {
            let Square { column, row } = within;
            let beyond = match cliff_side(spot) {
                TableEdge::Far => row.checked_sub(1).map(|row| Square::new(column, row)),
                TableEdge::Near => Some(Square::new(column, row + 1)),
                TableEdge::Left => column.checked_sub(1).map(|column| Square::new(column, row)),
                TableEdge::Right => Some(Square::new(column + 1, row)),
            };
            if let Some(beyond) = beyond.filter(|beyond| !squares(spot).contains(beyond)) {
                self.board.set_edge(within, beyond, Some(Edge::Cliff));
            }
        }
    }

    /// A dry bed runs along the middle of each foot, from foot to foot; at its ends it runs on to the other side of the foot.
    fn run(&mut self, reach: &[Spot]) {
        for (place, spot) in reach.iter().enumerate() {
            let before = place.checked_sub(1).and_then(|place| reach.get(place));
            let after = reach.get(place + 1);
            let mut sides: Vec<TableEdge> = before.into_iter().chain(after).filter_map(|other| side_towards(*spot, *other)).collect();
            match sides.as_slice() {
                [] => sides.extend([TableEdge::Left, TableEdge::Right]),
                [only] => sides.push(opposite(*only)),
                _ => {}
            }
            for side in sides {
                let (one, other) = match side {
                    TableEdge::Far => (square(*spot, 0, 0), square(*spot, 1, 0)),
                    TableEdge::Near => (square(*spot, 0, 1), square(*spot, 1, 1)),
                    TableEdge::Left => (square(*spot, 0, 0), square(*spot, 0, 1)),
                    TableEdge::Right => (square(*spot, 1, 0), square(*spot, 1, 1)),
                };
                self.board.set_edge(one, other, Some(Edge::DryBed));
            }
        }
    }

    /// Walls round the houses, with a gate in the middle of each side.
    fn wall(&mut self) {
        let houses = self.houses.clone();
        let (Some(left), Some(right)) = (houses.iter().map(|at| at.column).min(), houses.iter().map(|at| at.column).max()) else { return };
        let (far, near) = (houses.iter().map(|at| at.row).min().unwrap_or(0), houses.iter().map(|at| at.row).max().unwrap_or(0));
        let (gate_column, gate_row) = (left + (right - left) / 2, far + (near - far) / 2);
        for column in left..=right {
            let edge = if column == gate_column { Edge::Gate } else { Edge::Wall };
            if let Some(beyond) = far.checked_sub(1) {
                self.board.set_edge(Square::new(column, far), Square::new(column, beyond), Some(edge));
            }
            self.board.set_edge(Square::new(column, near), Square::new(column, near + 1), Some(edge));
        }
        for row in far..=near {
            let edge = if row == gate_row { Edge::Gate } else { Edge::Wall };
            if let Some(beyond) = left.checked_sub(1) {
                self.board.set_edge(Square::new(left, row), Square::new(beyond, row), Some(edge));
            }
            self.board.set_edge(Square::new(right, row), Square::new(right + 1, row), Some(edge));
        }
    }

    /// Trenches along the near side of a block of squares, and a foot beyond it on either side.
    pub(super) fn entrench(&mut self, block: &[Square]) {
        let (Some(left), Some(right)) = (block.iter().map(|at| at.column).min(), block.iter().map(|at| at.column).max()) else { return };
        let near = block.iter().map(|at| at.row).max().unwrap_or(0);
        for column in left.saturating_sub(2)..=right.saturating_add(2) {
            let (within, before) = (Square::new(column, near), Square::new(column, near + 1));
            let land = self.board.ground(within).is_land() && self.board.ground(before).is_land();
            if land && self.board.edge(within, before).is_none() {
                self.board.set_edge(within, before, Some(Edge::Trench));
            }
        }
    }
}

/// On which side of a foot the next one lies.
const fn side_towards(spot: Spot, other: Spot) -> Option<TableEdge> {
    match (other.column as i16 - spot.column as i16, other.row as i16 - spot.row as i16) {
        (0, -1) => Some(TableEdge::Far),
        (0, 1) => Some(TableEdge::Near),
        (-1, 0) => Some(TableEdge::Left),
        (1, 0) => Some(TableEdge::Right),
        _ => None,
    }
}

/// The edge across the table.
pub(super) const fn opposite(edge: TableEdge) -> TableEdge {
    match edge {
        TableEdge::Far => TableEdge::Near,
        TableEdge::Near => TableEdge::Far,
        TableEdge::Left => TableEdge::Right,
        TableEdge::Right => TableEdge::Left,
    }
}
