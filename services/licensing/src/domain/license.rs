//! A licence, and what those of a project amount to.
use std::collections::BTreeSet;

use time::OffsetDateTime;

use super::feature;

/// When a licence holds: from `from` on, before `to`; without an end when that is None.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Period {
    pub from: OffsetDateTime,
    pub to: Option<OffsetDateTime>,
}

impl Period {
    pub fn holds(&self, now: OffsetDateTime) -> bool {
        self.from <= now && !self.is_over(now)
    }

    pub fn is_over(&self, now: OffsetDateTime) -> bool {
        self.to.is_some_and(|to| to <= now)
    }
}

#[derive(Clone, Debug)]
pub struct License {
    pub period: Period,
    /// None: every feature.
    pub features: Option<Vec<String>>,
}

/// The features that are on: those of every licence that holds now. Words that the platform does not know are dropped.
pub fn enabled(licenses: &[License], now: OffsetDateTime) -> BTreeSet<&'static str> {
    let holding: Vec<&License> = licenses.iter().filter(|license| license.period.holds(now)).collect();
    let names = |license: &License, feature: &str| license.features.as_ref().is_none_or(|features| features.iter().any(|name| name == feature));
    feature::all().into_iter().filter(|feature| holding.iter().any(|license| names(license, feature))).collect()
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
    fn a_licence_without_a_list_switches_everything_on() {
        assert_eq!(enabled(&[license(NOW, None, None)], NOW), feature::all());
    }

    #[test]
    fn features_of_the_licences_that_hold_add_up() {
        let yesterday = NOW - time::Duration::DAY;
        let licenses = [
            license(yesterday, None, Some(&["sip"])),
            license(yesterday, Some(NOW + time::Duration::DAY), Some(&["elevator", "invisibility"])),
            license(yesterday, Some(NOW), Some(&["amenity"])),
            license(NOW + time::Duration::SECOND, None, None),
        ];
        assert_eq!(enabled(&licenses, NOW), BTreeSet::from(["elevator", "sip"]));
    }

    #[test]
    fn without_a_licence_nothing_is_on() {
        assert!(enabled(&[], NOW).is_empty());
    }
}
