//! A licence, and the features that the licences of a project enable.
use std::collections::BTreeSet;

use time::OffsetDateTime;

use super::feature;

/// When a licence is valid: from `from` on, before `to`; without an end when that is None.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Period {
    pub from: OffsetDateTime,
    pub to: Option<OffsetDateTime>,
}

impl Period {
    pub fn is_valid(&self, now: OffsetDateTime) -> bool {
        self.from <= now && !self.has_ended(now)
    }

    pub fn has_ended(&self, now: OffsetDateTime) -> bool {
        self.to.is_some_and(|to| to <= now)
    }
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Plan {
    Basic = 1,
    Plus = 2,
    Trial = 3,
    Evaluation = 4,
}

impl Plan {
    pub fn from_number(number: i16) -> Plan {
        match number {
            1 => Plan::Basic,
            2 => Plan::Plus,
            3 => Plan::Trial,
            _ => Plan::Evaluation,
        }
    }

    /// As the API names it.
    pub fn word(self) -> &'static str {
        match self {
            Plan::Basic => "basic",
            Plan::Plus => "plus",
            Plan::Trial => "trial",
            Plan::Evaluation => "evaluation",
        }
    }
}

#[derive(Clone, Debug)]
pub struct License {
    pub period: Period,
    /// None for every feature.
    pub features: Option<Vec<String>>,
}

/// The features of all licences that are valid now. Names that the platform does not know are dropped.
pub fn enabled_features(licenses: &[License], now: OffsetDateTime) -> BTreeSet<&'static str> {
    let valid: Vec<&License> = licenses.iter().filter(|license| license.period.is_valid(now)).collect();
    let names = |license: &License, feature: &str| license.features.as_ref().is_none_or(|features| features.iter().any(|name| name == feature));
    feature::all().into_iter().filter(|feature| valid.iter().any(|license| names(license, feature))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use time::macros::datetime;

    const NOW: OffsetDateTime = datetime!(2026-11-23 09:00 UTC);

    fn license(from: OffsetDateTime, to: Option<OffsetDateTime>, features: Option<&[&str]>) -> License {
        let features = features.map(|features| features.iter().map(|name| name.to_string()).collect());
        License { period: Period { from, to }, features }
    }

    #[test]
    fn a_licence_without_a_list_enables_every_feature() {
        assert_eq!(enabled_features(&[license(NOW, None, None)], NOW), feature::all());
    }

    #[test]
    fn features_of_all_valid_licences_are_enabled() {
        let yesterday = NOW - time::Duration::DAY;
        let licenses = [
            license(yesterday, None, Some(&["sip"])),
            license(yesterday, Some(NOW + time::Duration::DAY), Some(&["elevator", "invisibility"])),
            license(yesterday, Some(NOW), Some(&["amenity"])),
            license(NOW + time::Duration::SECOND, None, None),
        ];
        assert_eq!(enabled_features(&licenses, NOW), BTreeSet::from(["elevator", "sip"]));
    }

    #[test]
    fn without_a_licence_no_feature_is_enabled() {
        assert!(enabled_features(&[], NOW).is_empty());
    }
}
