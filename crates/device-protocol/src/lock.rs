//! Locks: which lock an identifier opens, and which lock a command opens.

use serde::{Deserialize, Serialize};

/// Locks of a panel with an extension module.
pub const MAX_LOCKS: u8 = 8;

/// The lock of an identifier, as the vendor defines it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum LockChoice {
    First,
    Second,
    All,
}

impl LockChoice {
    /// Whether an identifier with this choice opens lock `number` (from 1).
    pub const fn opens(self, number: u8) -> bool {
        match self {
            LockChoice::First => number == 1,
            LockChoice::Second => number == 2,
            LockChoice::All => true,
        }
    }
}

/// What a command opens: 0 is every lock, 1 to 8 is one of them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "u8", into = "u8")]
pub struct LockTarget(u8);

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("a lock number is 0 (all) or 1 to {MAX_LOCKS}")]
pub struct LockError;

/// The body of `POST /v1/access/general/lock/open/remote/settings`; path and key are *ours*.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct RemoteOpening {
    /// Whether a command of the server opens a lock.
    pub is_enabled: bool,
}

impl LockTarget {
    pub const ALL: LockTarget = LockTarget(0);

    pub const fn new(number: u8) -> Result<Self, LockError> {
        if number > MAX_LOCKS {
            return Err(LockError);
        }
        Ok(Self(number))
    }

    pub const fn number(self) -> u8 {
        self.0
    }
}

impl TryFrom<u8> for LockTarget {
    type Error = LockError;

    fn try_from(number: u8) -> Result<Self, LockError> {
        Self::new(number)
    }
}

impl From<LockTarget> for u8 {
    fn from(target: LockTarget) -> u8 {
        target.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_identifier_opens_its_own_lock_only() {
        assert!(LockChoice::First.opens(1) && !LockChoice::First.opens(2));
        assert!(LockChoice::Second.opens(2) && !LockChoice::Second.opens(1));
        assert!(LockChoice::All.opens(1) && LockChoice::All.opens(8));
    }

    #[test]
    fn there_is_no_ninth_lock() {
        assert!(LockTarget::new(8).is_ok());
        assert_eq!(LockTarget::new(9), Err(LockError));
    }
}
