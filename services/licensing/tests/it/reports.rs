//! Reports of what is used, and reminders.
use futures::TryStreamExt;
use kit::clock::to_proto;
use licensing::domain::license_file::Payload;
use licensing::jobs::license_days::sample_all;
use licensing::jobs::reminders::remind_all;
use policy::Permission;
use proto::vestibule::common::v1::ExportFormat;
use proto::vestibule::events::v1::{GroupChanged, LicenseReminderDue};
use proto::vestibule::licensing::v1::license_reports_server::LicenseReports as _;
use proto::vestibule::licensing::v1::*;
use testing::prost_message::Message;
use testing::{PROJECT, administrator, someone};
use time::Duration;
use tonic::Code;

use super::site::{FIRST, FLAT, RESIDENCE, SECOND, Site};

async fn licensed() -> Site {
    let site = Site::start().await;
    site.add(&site.payload(1)).await.unwrap();
    site.used("sip", &[(FLAT, 2), (SECOND, 1)]).await;
    site.give(FIRST, 8, 4, 2).await.unwrap();
    site
}

#[tokio::test]
async fn used_licences_are_listed_by_group_as_far_as_groups_are_seen() {
    let site = licensed().await;
    let used = async |caller| site.reports().list_used_licenses(site.by(&caller, ListUsedLicensesRequest::default())).await;
    let all = used(administrator(PROJECT)).await.unwrap().into_inner();
    assert_eq!(all.total, 4);
    let of = |id: i64| all.items.iter().find(|row| row.domain.as_ref().unwrap().id == id).unwrap().quotas[0].clone();
    assert_eq!((of(FIRST).used, of(FIRST).maximum, of(FIRST).free), (2, Some(8), Some(6)));
    assert_eq!((of(RESIDENCE).used, of(RESIDENCE).reserved, of(RESIDENCE).free), (3, 6, Some(11)));
    let own = used(someone(PROJECT, 9, [Permission::CanViewReportLicensesUsed], &[SECOND])).await.unwrap().into_inner();
    assert_eq!(own.items.iter().map(|row| row.domain.as_ref().unwrap().id).collect::<Vec<_>>(), [SECOND]);
    assert_eq!(used(someone(PROJECT, 9, [], &[])).await.unwrap_err().code(), Code::PermissionDenied);
}

#[tokio::test]
async fn a_day_has_its_peak_and_mean() {
    let site = licensed().await;
    sample_all(&site.service).await.unwrap();
    site.used("sip", &[(FLAT, 5)]).await;
    sample_all(&site.service).await.unwrap();
    let day = site.now().date().to_string();
    let period = async |caller, domain_id, from: &str, to: &str| {
        let request = GetLicensesOverPeriodRequest { domain_id, from: from.into(), to: to.into() };
        site.reports().get_licenses_over_period(site.by(&caller, request)).await
    };
    let days = period(administrator(PROJECT), 0, &day, &day).await.unwrap().into_inner().days;
    let sip = &days[0].counts[0];
    assert_eq!((days.len(), sip.kind.as_str(), sip.peak, sip.mean, sip.maximum), (1, "sip", 6, 4.5, Some(20)));
    let first = period(administrator(PROJECT), FIRST, &day, &day).await.unwrap().into_inner().days;
    assert_eq!(first[0].counts[0].peak, 5);
    assert_eq!(period(administrator(PROJECT), 0, "2025-01-01", "2026-01-02").await.unwrap_err().code(), Code::InvalidArgument);
    let own = someone(PROJECT, 9, [Permission::CanViewReportLicensesUsed], &[SECOND]);
    assert_eq!(period(own.clone(), 0, &day, &day).await.unwrap_err().code(), Code::PermissionDenied);
    assert_eq!(period(own, FIRST, &day, &day).await.unwrap_err().code(), Code::NotFound);
}

#[tokio::test]
async fn the_download_has_a_row_for_each_group() {
    let site = licensed().await;
    let request = DownloadUsedLicensesRequest { export_format: ExportFormat::Csv.into(), ..Default::default() };
    let stream = site.reports().download_used_licenses(site.by(&administrator(PROJECT), request)).await.unwrap().into_inner();
    let pieces: Vec<_> = stream.try_collect().await.unwrap();
    let text = String::from_utf8(pieces.into_iter().flat_map(|piece| piece.data).collect()).unwrap();
    assert_eq!(text.lines().count(), 5, "{text}");
    assert!(text.lines().any(|line| line.contains("group 11") && line.contains("8")), "{text}");
}

#[tokio::test]
async fn a_group_is_reminded_of_the_end_of_its_period_as_often_as_it_wants() {
    const YARD: i64 = 14;
    let site = Site::start().await;
    site.add(&site.payload(1)).await.unwrap();
    let yard = GroupChanged { project_id: PROJECT, id: YARD, version: 1, parent_id: RESIDENCE, name: "yard".into(), ..Default::default() };
    site.deliver("domains.group.changed", &yard).await;
    let (start, end) = (site.now(), (site.now() + Duration::days(100)).replace_time(time::macros::time!(23:00)));
    for (group, mode) in [(RESIDENCE, "once"), (FIRST, "everyday"), (SECOND, "week"), (FLAT, "30_days"), (YARD, "never")] {
        let limits = GroupLicense {
            is_active: true,
            counts: Some(LicenseCounts { sip: Some(0), mobile_app: Some(0), ukey2: Some(0) }),
            restrict_period: Some(LicensePeriod { is_active: true, from: Some(to_proto(start)), to: Some(to_proto(end)) }),
            notifications: Some(LicenseReminder { is_enabled: true, mode: mode.into(), notify_before: 60 }),
            ..Default::default()
        };
        site.change(&administrator(PROJECT), group, limits, &["is_active", "counts", "restrict_period", "notifications"]).await.unwrap();
    }
    site.app.context.clock.advance(end.replace_time(time::macros::time!(10:00)) - Duration::days(70) - site.now());
    for _ in 0..75 {
        remind_all(&site.service).await.unwrap();
        site.app.context.clock.advance(Duration::days(1));
    }
    let due = site.app.events().await.into_iter().filter(|(topic, _)| topic == "licensing.reminder.due");
    let due: Vec<i64> = due.map(|(_, payload)| LicenseReminderDue::decode(payload.as_slice()).unwrap().group_id).collect();
    let count = |of: i64| due.iter().filter(|group| **group == of).count();
    assert_eq!([RESIDENCE, FIRST, SECOND, FLAT, YARD].map(count), [1, 61, 9, 3, 0]);
}

#[tokio::test]
async fn a_group_without_a_period_is_reminded_of_the_end_that_it_inherits() {
    let site = Site::start().await;
    site.add(&site.payload(1)).await.unwrap();
    let end = site.now() + Duration::days(100);
    let give = async |group, to: Option<time::OffsetDateTime>, is_enabled| {
        let limits = GroupLicense {
            is_active: true,
            counts: Some(LicenseCounts { sip: Some(0), mobile_app: Some(0), ukey2: Some(0) }),
            restrict_period: to.map(|to| LicensePeriod { is_active: true, from: Some(to_proto(site.now())), to: Some(to_proto(to)) }),
            notifications: Some(LicenseReminder { is_enabled, mode: "once".into(), notify_before: 10 }),
            ..Default::default()
        };
        site.change(&administrator(PROJECT), group, limits, &["is_active", "counts", "restrict_period", "notifications"]).await.unwrap();
    };
    // The flat lies in the first house; the second house inherits from the project.
    give(FIRST, Some(end), true).await;
    give(FLAT, None, true).await;
    give(SECOND, None, true).await;
    give(RESIDENCE, None, false).await;
    let reminded = async || {
        site.app.context.clock.advance(Duration::days(1));
        remind_all(&site.service).await.unwrap();
        let due = site.app.events().await.into_iter().filter(|(topic, _)| topic == "licensing.reminder.due");
        let due = due.map(|(_, payload)| LicenseReminderDue::decode(payload.as_slice()).unwrap());
        let mut due: Vec<(i64, bool)> = due.map(|due| (due.group_id, due.is_inherited)).collect();
        due.sort_unstable();
        due
    };
    site.app.context.clock.advance((end - Duration::days(9)).replace_time(time::macros::time!(10:00)) - Duration::days(1) - site.now());
    let mut expected = vec![(FIRST, false), (FLAT, true)];
    expected.sort_unstable();
    assert_eq!(reminded().await, expected);
    site.app.context.clock.advance(Duration::days(365 - 100));
    expected.extend([(0, false), (SECOND, true)]);
    expected.sort_unstable();
    assert_eq!(reminded().await, expected);
}

#[tokio::test]
async fn a_reminder_is_sent_once_for_its_date_and_not_before_nine() {
    let site = licensed().await;
    // Of the project, and of the group that inherits its end. To 12 days before the end, at 9 in the morning.
    let end = site.now() + Duration::days(365);
    let before = end - Duration::days(12);
    site.app.context.clock.advance(before.replace_time(time::macros::time!(08:59)) - site.now());
    assert_eq!(remind_all(&site.service).await.unwrap(), 0);
    site.app.context.clock.advance(Duration::minutes(1));
    assert_eq!(remind_all(&site.service).await.unwrap(), 2);
    assert_eq!(remind_all(&site.service).await.unwrap(), 0);
    site.app.context.clock.advance(Duration::days(1));
    assert_eq!(remind_all(&site.service).await.unwrap(), 2);
}

#[tokio::test]
async fn a_licence_without_an_end_does_not_keep_anybody_from_being_reminded_of_another() {
    let site = Site::start().await;
    let basic = Payload { valid_to: None, features: vec!["sip".into()], ..site.payload(1) };
    let plus = Payload { valid_to: Some(site.now() + Duration::days(10)), ..site.payload(2) };
    site.add(&basic).await.unwrap();
    site.add(&plus).await.unwrap();
    assert_eq!(remind_all(&site.service).await.unwrap(), 1);
    // Renewed, by one that begins when it ends.
    let renewal = Payload { valid_from: plus.valid_to.unwrap(), valid_to: Some(site.now() + Duration::days(300)), ..site.payload(3) };
    site.add(&renewal).await.unwrap();
    site.app.context.clock.advance(Duration::days(1));
    assert_eq!(remind_all(&site.service).await.unwrap(), 0);
}
