//! Who opens what: users by locks. Users whom the same rules name are of one class, for which each lock is decided once, as long as what was
//! decided fits into memory.

mod impact;
#[cfg(test)]
mod tests;

use std::collections::HashMap;

use jiff::Timestamp;

pub use impact::{CellChange, changed_cells};

use super::access_rule::AccessRule;
use super::compiler::{Compiler, OnlineOnly, Site};
use super::decision::{Question, Reason, Who};
use super::device::Device;
use super::identifier::{IdentifierTypes, LicenseGate};
use super::ids::{DeviceId, GroupId, RuleId, UserId};
use super::schedule_book::ScheduleBook;
use super::user::User;

/// Everything that decides about some devices.
#[derive(Debug)]
pub struct MatrixSite {
    pub devices: Vec<Device>,
    /// All rules of the devices.
    pub rules: Vec<AccessRule>,
    pub schedules: ScheduleBook,
    /// None while the licence of the project is not known: it then limits nothing.
    pub license: Option<LicenseGate>,
}

impl MatrixSite {
    /// May `who` open a lock of one of the devices at an instant? `lock`: 1 to 8, or 0 for any.
    pub fn question<'a>(&'a self, who: Who<'a>, device: &'a Device, lock: u8, at: Timestamp) -> Question<'a> {
        Question { who, device, lock, at, schedules: &self.schedules, license: self.license.as_ref() }
    }
}

/// A user, and what they have to show.
#[derive(Clone, Debug)]
pub struct MatrixUser {
    pub user: User,
    /// The types of their live identifiers.
    pub held: IdentifierTypes,
}

/// A lock of a device: a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MatrixDoor {
    pub device: DeviceId,
    /// 1 to 8.
    pub lock: u8,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CellState {
    Open,
    /// Opens as long as the platform answers.
    OnlineOnly,
    /// Rules let them in, but they have nothing to show that the device reads.
    OpenWithoutIdentifier,
    /// Not at this time.
    Later,
    Forbidden,
    /// Nothing lets them in.
    None,
}

/// A cell that is not empty.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MatrixCell {
    /// Position among the doors of the matrix.
    pub door: usize,
    pub state: CellState,
    /// The rules that say so.
    pub rules: Vec<RuleId>,
    /// Of `Later`: when it opens.
    pub next_opens: Option<Timestamp>,
    pub online_only: Option<OnlineOnly>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MatrixCells {
    /// Equal for users of one class.
    pub class: usize,
    /// Those that are not empty, in the order of the doors.
    pub cells: Vec<MatrixCell>,
}

/// What makes users equal: whether they are active, and which rules name them.
type Signature = (bool, Vec<u32>);

/// Cells that a matrix keeps for the next users of their classes, of about 100 bytes each.
const MAX_KEPT_CELLS: usize = 200_000;

/// The matrix of a site at some doors and a time.
pub struct Matrix<'a> {
    compiler: Compiler<'a>,
    site: &'a MatrixSite,
    /// The device of each door; none where the site does not have it.
    doors: Vec<(Option<&'a Device>, u8)>,
    at: Timestamp,
    /// Positions of the rules that name the user or the group.
    by_user: HashMap<UserId, Vec<u32>>,
    by_group: HashMap<GroupId, Vec<u32>>,
    /// Of lockdowns, which name everybody but people of some groups.
    lockdowns: Vec<u32>,
    classes: HashMap<Signature, usize>,
    /// The cells of classes, and how many they are together.
    decided: HashMap<usize, Vec<MatrixCell>>,
    kept: usize,
    max_kept: usize,
}

impl CellState {
    /// Whether the rules let them in at that time.
    pub fn lets_in(self) -> bool {
        matches!(self, CellState::Open | CellState::OnlineOnly | CellState::OpenWithoutIdentifier)
    }

    /// The word of tables.
    pub const fn as_str(self) -> &'static str {
        match self {
            CellState::Open => "open",
            CellState::OnlineOnly => "online_only",
            CellState::OpenWithoutIdentifier => "open_without_identifier",
            CellState::Later => "later",
            CellState::Forbidden => "forbidden",
            CellState::None => "none",
        }
    }
}

impl MatrixCells {
    /// Of an empty cell, `None`.
    pub fn state(&self, door: usize) -> CellState {
        self.cells.iter().find(|cell| cell.door == door).map_or(CellState::None, |cell| cell.state)
    }
}

impl<'a> Matrix<'a> {
    pub fn new(site: &'a MatrixSite, doors: &[MatrixDoor], at: Timestamp) -> Matrix<'a> {
        let of_compiler = Site { users: &[], identifiers: &[], rules: &site.rules, schedules: &site.schedules, license: site.license.as_ref() };
        let devices: HashMap<DeviceId, &Device> = site.devices.iter().map(|device| (device.id, device)).collect();
        let (mut by_user, mut by_group) = (HashMap::new(), HashMap::new());
        for (rule, position) in site.rules.iter().zip(0..) {
            rule.users.iter().for_each(|user| by_user.entry(*user).or_insert_with(Vec::new).push(position));
            rule.groups.iter().for_each(|group| by_group.entry(*group).or_insert_with(Vec::new).push(position));
        }
        let lockdowns = site.rules.iter().zip(0..).filter(|(rule, _)| rule.everybody_but.is_some()).map(|(_, position)| position).collect();
        Matrix {
            compiler: Compiler::new(of_compiler, at),
            site,
            doors: doors.iter().map(|door| (devices.get(&door.device).copied(), door.lock)).collect(),
            at,
            by_user,
            by_group,
            lockdowns,
            classes: HashMap::new(),
            decided: HashMap::new(),
            kept: 0,
            max_kept: MAX_KEPT_CELLS,
        }
    }

    /// The cells of a user, in the order of the doors.
    pub fn cells(&mut self, user: &MatrixUser) -> MatrixCells {
        let signature = self.signature(&user.user);
        let next = self.classes.len();
        let class = *self.classes.entry(signature).or_insert(next);
        if !self.decided.contains_key(&class) {
            let cells = self.decide(&user.user);
            self.keep(class, cells);
        }
        MatrixCells { class, cells: self.decided[&class].iter().map(|cell| self.with_identifiers(cell, user.held)).collect() }
    }

    /// Forgets the cells of all other classes where they would be too many.
    fn keep(&mut self, class: usize, cells: Vec<MatrixCell>) {
        if self.kept + cells.len() > self.max_kept {
            self.decided.clear();
            self.kept = 0;
        }
        self.kept += cells.len();
        self.decided.insert(class, cells);
    }

    /// How many classes there are so far.
    pub fn classes(&self) -> usize {
        self.classes.len()
    }

    fn signature(&self, user: &User) -> Signature {
        let of_groups = user.groups.iter().filter_map(|group| self.by_group.get(group));
        let lockdowns = self.lockdowns.iter().copied().filter(|position| self.site.rules[*position as usize].names_user(user));
        let mut rules: Vec<u32> = self.by_user.get(&user.id).into_iter().chain(of_groups).flatten().copied().chain(lockdowns).collect();
        rules.sort_unstable();
        rules.dedup();
        (user.is_active, rules)
    }

    fn decide(&self, user: &User) -> Vec<MatrixCell> {
        let doors = self.doors.iter().enumerate();
        doors.filter_map(|(door, (device, lock))| self.decide_at(user, door, (*device)?, *lock)).collect()
    }

    fn decide_at(&self, user: &User, door: usize, device: &Device, lock: u8) -> Option<MatrixCell> {
        let (decision, online_only) = self.compiler.decide_at_device(&self.site.question(Who::User(user), device, lock, self.at));
        let opens = |reason: &Reason| match reason {
            Reason::OutsideSchedule { next_opens, .. } => *next_opens,
            _ => None,
        };
        let next_opens = decision.reasons.iter().filter_map(opens).min();
        let is_forbidden = decision.reasons.iter().any(|reason| matches!(reason, Reason::ProhibitedBy { .. } | Reason::Lockdown));
        let state = match (decision.allowed, user.is_active) {
            (true, _) if online_only.is_some() => CellState::OnlineOnly,
            (true, _) => CellState::Open,
            (false, true) if is_forbidden => CellState::Forbidden,
            (false, true) if next_opens.is_some() => CellState::Later,
            (false, _) => CellState::None,
        };
        if state == CellState::None {
            return None;
        }
        let mut rules: Vec<RuleId> = decision.reasons.iter().filter_map(|reason| reason.rule()).collect();
        rules.sort_unstable();
        rules.dedup();
        Some(MatrixCell { door, state, rules, next_opens: next_opens.filter(|_| state == CellState::Later), online_only })
    }

    fn with_identifiers(&self, cell: &MatrixCell, held: IdentifierTypes) -> MatrixCell {
        let licensed = self.site.license.map_or(held, |license| license.types.shared_with(held));
        let device = self.doors[cell.door].0;
        let is_read = device.is_some_and(|device| !device.capability.identifier_types.shared_with(licensed).is_empty());
        let state = if cell.state.lets_in() && !is_read { CellState::OpenWithoutIdentifier } else { cell.state };
        MatrixCell { state, ..cell.clone() }
    }
}
