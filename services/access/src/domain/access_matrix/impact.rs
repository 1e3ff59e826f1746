//! What a rule that is not saved would change.

use std::collections::BTreeMap;

use super::{CellState, Matrix, MatrixDoor, MatrixUser};
use crate::domain::ids::UserId;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CellChange {
    pub user: UserId,
    pub door: MatrixDoor,
    pub before: CellState,
    pub after: CellState,
}

impl CellChange {
    /// Whether the user gets more: opens at some time, or now, what did not.
    pub fn is_gain(&self) -> bool {
        rank(self.after) > rank(self.before)
    }

    pub fn is_loss(&self) -> bool {
        rank(self.after) < rank(self.before)
    }
}

fn rank(state: CellState) -> u8 {
    match state {
        CellState::Forbidden | CellState::None => 0,
        CellState::Later => 1,
        CellState::Open | CellState::OnlineOnly | CellState::OpenWithoutIdentifier => 2,
    }
}

/// The cells of a user in which two matrices of the same doors differ, in the order of the doors.
pub fn changed_cells(before: &mut Matrix<'_>, after: &mut Matrix<'_>, doors: &[MatrixDoor], user: &MatrixUser) -> Vec<CellChange> {
    let mut states = BTreeMap::<usize, (CellState, CellState)>::new();
    for cell in before.cells(user).cells {
        states.insert(cell.door, (cell.state, CellState::None));
    }
    for cell in after.cells(user).cells {
        states.entry(cell.door).or_insert((CellState::None, CellState::None)).1 = cell.state;
    }
    let changed = states.into_iter().filter(|(_, (before, after))| before != after);
    changed.map(|(door, (before, after))| CellChange { user: user.user.id, door: doors[door], before, after }).collect()
}
