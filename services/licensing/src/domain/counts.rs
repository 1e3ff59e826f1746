//! What licences count: virtual numbers, mobile apps and ukey2.
use serde::{Deserialize, Serialize};

/// What is counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kind {
    Sip = 1,
    MobileApp = 2,
    Ukey2 = 3,
}

impl Kind {
    pub const ALL: [Kind; 3] = [Kind::Sip, Kind::MobileApp, Kind::Ukey2];

    /// As the API and events name it; also the feature that it belongs to.
    pub fn word(self) -> &'static str {
        match self {
            Kind::Sip => "sip",
            Kind::MobileApp => "mobile_app",
            Kind::Ukey2 => "ukey2",
        }
    }

    pub fn from_word(word: &str) -> Option<Kind> {
        Kind::ALL.into_iter().find(|kind| kind.word() == word)
    }

    pub fn number(self) -> i16 {
        self as i16
    }
}

/// A number that may be unlimited: None.
pub type Limit = Option<i64>;

/// How many of each kind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Counts {
    pub sip: Limit,
    pub mobile_app: Limit,
    pub ukey2: Limit,
}

impl Counts {
    pub const UNLIMITED: Counts = Counts { sip: None, mobile_app: None, ukey2: None };
    pub const ZERO: Counts = Counts { sip: Some(0), mobile_app: Some(0), ukey2: Some(0) };

    pub fn of(&self, kind: Kind) -> Limit {
        match kind {
            Kind::Sip => self.sip,
            Kind::MobileApp => self.mobile_app,
            Kind::Ukey2 => self.ukey2,
        }
    }

    pub fn set(&mut self, kind: Kind, limit: Limit) {
        match kind {
            Kind::Sip => self.sip = limit,
            Kind::MobileApp => self.mobile_app = limit,
            Kind::Ukey2 => self.ukey2 = limit,
        }
    }

    fn with(self, other: Counts, combine: fn(i64, i64) -> i64) -> Counts {
        let both = |kind| Some(combine(self.of(kind)?, other.of(kind)?));
        Counts { sip: both(Kind::Sip), mobile_app: both(Kind::MobileApp), ukey2: both(Kind::Ukey2) }
    }

    /// Both together; unlimited with anything is unlimited.
    pub fn plus(self, other: Counts) -> Counts {
        self.with(other, i64::saturating_add)
    }

    /// The greater of each.
    pub fn max(self, other: Counts) -> Counts {
        self.with(other, i64::max)
    }
}

/// Whether a limit is above another: unlimited is above every number.
pub fn exceeds(quantity: Limit, limit: Limit) -> bool {
    match (quantity, limit) {
        (_, None) => false,
        (None, Some(_)) => true,
        (Some(quantity), Some(limit)) => quantity > limit,
    }
}
