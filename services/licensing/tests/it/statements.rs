//! The number of statements of each operation does not depend on how many rows there are.
use licensing::domain::license_file::Payload;
use licensing::jobs::license_days::sample_all;
use licensing::jobs::license_periods::publish_changed;
use licensing::jobs::reminders::remind_all;
use policy::Caller;
use proto::vestibule::events::v1::GroupChanged;
use proto::vestibule::licensing::v1::group_licenses_server::GroupLicenses as _;
use proto::vestibule::licensing::v1::license_reports_server::LicenseReports as _;
use proto::vestibule::licensing::v1::licenses_server::Licenses as _;
use proto::vestibule::licensing::v1::user_licenses_server::UserLicenses as _;
use proto::vestibule::licensing::v1::*;
use testing::{PROJECT, administrator, statements};
use uuid::Uuid;

use super::site::{ANNA, FIRST, FLAT, RESIDENCE, Site};

async fn count<T>(work: impl Future<Output = Result<T, tonic::Status>>) -> usize {
    let (answer, counted) = statements(work).await;
    answer.map(drop).expect("an answer");
    counted.len()
}

async fn read(site: &Site, admin: &Caller, license: i64) -> [usize; 8] {
    let day = site.now().date().to_string();
    let period = GetLicensesOverPeriodRequest { domain_id: 0, from: day.clone(), to: day };
    [
        count(site.licenses().list_licenses(site.by(admin, ListLicensesRequest {}))).await,
        count(site.licenses().list_features(site.by(admin, ListFeaturesRequest {}))).await,
        count(site.licenses().get_license_status(site.by(admin, GetLicenseStatusRequest {}))).await,
        count(site.licenses().preview_license_end(site.by(admin, PreviewLicenseEndRequest { id: license }))).await,
        count(site.groups().list_group_licenses(site.by(admin, ListGroupLicensesRequest {}))).await,
        count(site.users().get_user_license(site.by(admin, GetUserLicenseRequest { id: ANNA }))).await,
        count(site.reports().list_used_licenses(site.by(admin, ListUsedLicensesRequest { size: 100, ..Default::default() }))).await,
        count(site.reports().get_licenses_over_period(site.by(admin, period))).await,
    ]
}

#[tokio::test]
async fn reading_takes_as_many_statements_for_many_groups_and_licences_as_for_few() {
    let (site, admin) = (Site::start().await, administrator(PROJECT));
    let license = site.add(&site.payload(1)).await.unwrap();
    site.used("sip", &[(FLAT, 1)]).await;
    site.give(FIRST, 2, 1, 0).await.unwrap();
    read(&site, &admin, license).await;
    let few = read(&site, &admin, license).await;
    let jobs = async || {
        let work = async {
            sample_all(&site.service).await.unwrap();
            publish_changed(&site.service).await.unwrap();
            remind_all(&site.service).await.unwrap();
        };
        statements(work).await.1.len()
    };
    jobs().await;
    let of_jobs = jobs().await;
    for id in 200..220 {
        let group = GroupChanged { project_id: PROJECT, id, version: 1, parent_id: RESIDENCE, name: "more".into(), ..Default::default() };
        site.deliver("domains.group.changed", &group).await;
        site.give(id, 0, 0, 0).await.unwrap();
        site.used("sip", &[(id, 0)]).await;
    }
    for id in 2..8 {
        site.add(&site.payload(id)).await.unwrap();
    }
    assert_eq!(read(&site, &admin, license).await, few);
    jobs().await;
    assert_eq!(jobs().await, of_jobs);
}

#[tokio::test]
async fn adding_a_file_takes_as_many_statements_whether_it_replaces_one_licence_or_several() {
    let site = Site::start().await;
    for id in 1..8 {
        site.add(&site.payload(id)).await.unwrap();
    }
    // What was withdrawn in the moment it began would give nothing for the grace.
    site.app.context.clock.advance(time::Duration::hours(1));
    let ids = |range: std::ops::Range<u128>| range.map(Uuid::from_u128).collect::<Vec<_>>();
    let (added, of_one) = statements(site.add(&Payload { supersedes: ids(1..2), ..site.payload(20) })).await;
    added.unwrap();
    let (added, of_several) = statements(site.add(&Payload { supersedes: ids(2..8), ..site.payload(21) })).await;
    added.unwrap();
    assert_eq!(of_several.len(), of_one.len());
}
