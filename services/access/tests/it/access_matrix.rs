//! Who opens what, as pages and as a table.
use std::collections::BTreeMap;

use access::rpc::access_matrix::AccessMatrixService;
use policy::Caller;
use proto::vestibule::access::v1::access_checks_server::AccessChecks;
use proto::vestibule::access::v1::access_matrix_server::AccessMatrix;
use proto::vestibule::access::v1::*;
use proto::vestibule::common::v1::{ExportFormat, FileChunk};
use testing::PROJECT;
use tokio_stream::StreamExt;

use crate::guest_key::start;
use crate::site::*;

/// The test's clock: Monday, 09:00.
const MONDAY: i64 = 1_795_392_000 + 9 * 3600;

/// State by user, device and lock, of cells that are not empty.
type Cells = BTreeMap<(i64, i64, i32), AccessCellState>;

fn api(site: &Site) -> AccessMatrixService {
    AccessMatrixService(access::app::App::new(&site.app.context))
}

async fn matrix(site: &Site, caller: &Caller, request: GetAccessMatrixRequest) -> (Cells, GetAccessMatrixResponse) {
    let answer = api(site).get_access_matrix(site.by(caller, request)).await.expect("a matrix").into_inner();
    let mut cells = Cells::new();
    for row in &answer.items {
        for cell in &row.cells {
            let door = &answer.doors[cell.door as usize];
            cells.insert((row.user.as_ref().unwrap().id, door.device.as_ref().unwrap().id, door.lock_number), cell.state());
        }
    }
    (cells, answer)
}

/// Everybody may enter building 1 in office hours and building 2 at any time; Boris may not enter building 1.
async fn site() -> Site {
    let site = start().await;
    let hours = site.schedule(office_hours()).await;
    let everybody = AccessRule { users: Vec::new(), domains: vec![reference(RESIDENCE)], ..lets(ANNA, DOOR_1) };
    site.rule(AccessRule { time_rules: vec![reference(hours.id)], ..everybody.clone() }).await;
    site.rule(AccessRule { name: "building 2".into(), devices: vec![RuleDevice { lock_number: 0, ..lock(DOOR_2) }], ..everybody }).await;
    site.rule(AccessRule { name: "not him".into(), prohibition: true, ..lets(BORIS, DOOR_1) }).await;
    site.card(ANNA, "77").await;
    site
}

#[tokio::test]
async fn a_cell_is_what_the_check_says_of_that_user_and_lock() {
    let site = site().await;
    for hour in [0, 12, 100, 24 * 5, 24 * 7] {
        let at = prost_types::Timestamp { seconds: MONDAY + hour * 3600, nanos: 0 };
        let (cells, answer) = matrix(&site, &site.admin(), GetAccessMatrixRequest { at: Some(at), ..Default::default() }).await;
        assert_eq!((answer.total, answer.door_total, answer.doors.len()), (2, 4, 4), "two users, two devices with two locks");
        for user in [ANNA, BORIS] {
            for (device_id, lock_number) in [(DOOR_1, 1), (DOOR_1, 2), (DOOR_2, 1), (DOOR_2, 2)] {
                let question = CheckAccessRequest { user_id: Some(user), device_id, lock_number, time: Some(at), ..Default::default() };
                let checked = site.checks.check_access(site.by(&site.admin(), question)).await.unwrap().into_inner();
                let state = cells.get(&(user, device_id, lock_number)).copied().unwrap_or(AccessCellState::None);
                let lets_in = [AccessCellState::Open, AccessCellState::OnlineOnly, AccessCellState::OpenWithoutIdentifier].contains(&state);
                assert_eq!(lets_in, checked.allowed, "user {user} at {device_id}/{lock_number} after {hour} h: {state:?}");
            }
        }
    }
    let (now, _) = matrix(&site, &site.admin(), GetAccessMatrixRequest::default()).await;
    assert_eq!(now[&(ANNA, DOOR_1, 1)], AccessCellState::Open);
    assert_eq!(now[&(BORIS, DOOR_1, 1)], AccessCellState::Forbidden);
    assert_eq!(now[&(BORIS, DOOR_2, 2)], AccessCellState::OpenWithoutIdentifier);
}

#[tokio::test]
async fn a_scoped_caller_sees_the_restriction_of_the_whole_matrix() {
    let site = site().await;
    let (whole, answer) = matrix(&site, &site.admin(), GetAccessMatrixRequest::default()).await;
    assert_eq!(answer.items.iter().map(|row| row.cells.iter().flat_map(|cell| &cell.access_rules).count()).sum::<usize>(), whole.len());
    let manager = testing::group_administrator(PROJECT, 7, &[BUILDING_1]);
    let (part, answer) = matrix(&site, &manager, GetAccessMatrixRequest::default()).await;
    let expected: Cells = whole.into_iter().filter(|((user, device, _), _)| (*user, *device) == (ANNA, DOOR_1)).collect();
    assert_eq!((part, answer.total, answer.door_total), (expected, 1, 2));
    let hidden = site.rule(AccessRule { name: "elsewhere".into(), ..lets(BORIS, DOOR_2) }).await.id;
    let asked = GetAccessMatrixRequest { access_rule_id: Some(hidden), ..Default::default() };
    let refused = api(&site).get_access_matrix(site.by(&manager, asked)).await.unwrap_err();
    assert_eq!(refused.message(), "invalid related entity sent");
}

#[tokio::test]
async fn users_are_found_by_the_state_of_their_cells() {
    let site = site().await;
    let users = async |request: GetAccessMatrixRequest| {
        let (_, answer) = matrix(&site, &site.admin(), request).await;
        (answer.items.iter().map(|row| row.user.as_ref().unwrap().id).collect::<Vec<_>>(), answer.total)
    };
    let of_door = GetAccessMatrixRequest { device_id: Some(DOOR_1), lock_number: Some(1), ..Default::default() };
    let with = |state: AccessCellState| GetAccessMatrixRequest { state: Some(state.into()), ..of_door.clone() };
    assert_eq!(users(with(AccessCellState::Open)).await, (vec![ANNA], 1));
    assert_eq!(users(with(AccessCellState::Forbidden)).await, (vec![BORIS], 1));
    assert_eq!(users(with(AccessCellState::Later)).await, (vec![], 0));
}

#[tokio::test]
async fn the_table_is_the_pages_joined() {
    let site = site().await;
    let (cells, _) = matrix(&site, &site.admin(), GetAccessMatrixRequest::default()).await;
    let request = DownloadAccessMatrixRequest { export_format: ExportFormat::Csv.into(), ..Default::default() };
    let table = async || {
        let stream = api(&site).download_access_matrix(site.by(&site.admin(), request.clone())).await.expect("a table").into_inner();
        let pieces: Vec<FileChunk> = stream.map(|piece| piece.expect("a piece")).collect().await;
        String::from_utf8(pieces.into_iter().flat_map(|piece| piece.data).collect()).expect("text")
    };
    let text = table().await;
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines.len(), 1 + cells.len());
    let anna = lines.iter().find(|line| line.contains(&format!("{ANNA},user {ANNA},{DOOR_1}")));
    assert!(anna.is_some_and(|line| line.contains(",1,open,lets,")), "{text}");
    assert_eq!(table().await, text, "the first one is over: another may begin");
}

#[tokio::test]
async fn the_table_as_xlsx_has_the_cells_and_a_second_sheet() {
    let site = site().await;
    let (cells, _) = matrix(&site, &site.admin(), GetAccessMatrixRequest::default()).await;
    let request = DownloadAccessMatrixRequest { export_format: ExportFormat::Xlsx.into(), ..Default::default() };
    let stream = api(&site).download_access_matrix(site.by(&site.admin(), request)).await.expect("a workbook").into_inner();
    let pieces: Vec<FileChunk> = stream.map(|piece| piece.expect("a piece")).collect().await;
    let book: Vec<u8> = pieces.into_iter().flat_map(|piece| piece.data).collect();
    let has_part = |name: &str| book.windows(name.len()).any(|bytes| bytes == name.as_bytes());
    assert!(has_part("xl/worksheets/sheet2.xml") && !has_part("xl/worksheets/sheet3.xml"));
    let first = spreadsheet::read(book, spreadsheet::Limits::default()).await.expect("a table");
    assert_eq!((first.len(), first.headings()[5].as_str()), (cells.len(), "state"));
}

#[tokio::test]
async fn a_preview_says_who_would_gain_and_who_would_lose() {
    let site = site().await;
    let (before, _) = matrix(&site, &site.admin(), GetAccessMatrixRequest::default()).await;
    let preview = async |id: Option<i64>, rule: AccessRule| {
        let request = PreviewAccessRuleRequest { id, access_rule: Some(rule), at: None };
        api(&site).preview_access_rule(site.by(&site.admin(), request)).await.expect("a preview").into_inner()
    };
    let gained = preview(None, AccessRule { devices: vec![RuleDevice { lock_number: 2, ..lock(DOOR_1) }], ..lets(ANNA, DOOR_1) }).await;
    assert_eq!((gained.total, gained.gained, gained.lost), (2, 1, 0));
    let changes: Vec<_> = gained.items.iter().map(|change| (change.lock_number, change.before(), change.after())).collect();
    let other_hours = (1, AccessCellState::Open, AccessCellState::OnlineOnly);
    assert_eq!(changes, [other_hours, (2, AccessCellState::None, AccessCellState::OnlineOnly)], "a panel cannot hold other hours for each lock");
    assert!(gained.items.iter().all(|change| change.user.as_ref().unwrap().id == ANNA));
    let shut = preview(None, AccessRule { prohibition: true, ..lets(ANNA, DOOR_2) }).await;
    assert_eq!((shut.total, shut.lost), (1, 1));
    let (after, _) = matrix(&site, &site.admin(), GetAccessMatrixRequest::default()).await;
    assert_eq!(before, after, "nothing is written");
}

#[tokio::test]
async fn a_face_without_a_photo_and_a_suspended_key_are_nothing_to_show() {
    let site = site().await;
    let features = ["face_id", "ukey2"].map(String::from).to_vec();
    let license = proto::vestibule::events::v1::LicenseChanged { project_id: PROJECT, version: 2, features, ..Default::default() };
    site.deliver("licensing.license.changed", &license).await;
    let mut reader = door(PROJECT, DOOR_2, BUILDING_2, 2);
    reader.identifier_types = vec!["face".into()];
    site.deliver("device.device.changed", &reader).await;
    use proto::vestibule::access::v1::identifiers_server::Identifiers;
    let face = Identifier { r#type: IdentifierType::Face.into(), value: String::new(), ..card(BORIS, "") };
    let created = site.by(&site.admin(), CreateIdentifierRequest { identifier: Some(Identifier { name: "face".into(), ..face }) });
    let face = site.identifiers.create_identifier(created).await.unwrap().into_inner().id;
    let execute = async |statement: &'static str| {
        let mut tx = site.app.context.database.tenant(PROJECT).await.unwrap();
        sqlx::query(statement).bind(face).execute(&mut *tx).await.unwrap();
        tx.commit().await.unwrap();
    };
    let state = async || matrix(&site, &site.admin(), GetAccessMatrixRequest::default()).await.0[&(BORIS, DOOR_2, 1)];
    assert_eq!(state().await, AccessCellState::OpenWithoutIdentifier);
    execute("INSERT INTO identifier_photos (identifier_id, project_id, blob, size, sha256, taken_at) SELECT id, project_id, 'b', 1, 'ff', now() FROM identifiers WHERE id = $1").await;
    assert_eq!(state().await, AccessCellState::Open);
    execute("INSERT INTO license_suspended (item_id, project_id) SELECT id, project_id FROM identifiers WHERE id = $1").await;
    assert_eq!(state().await, AccessCellState::OpenWithoutIdentifier);
}

#[tokio::test]
async fn during_a_lockdown_its_doors_are_forbidden_to_everybody_but_the_people_of_its_groups() {
    let site = site().await;
    let lockdown = proto::vestibule::events::v1::AlertRunChanged {
        project_id: PROJECT,
        id: 5,
        version: 1,
        status: "running".into(),
        door_mode: "lockdown".into(),
        domain_ids: vec![BUILDING_2],
        pass_domain_ids: vec![BUILDING_2],
        ..Default::default()
    };
    site.deliver("notifications.alert_run.changed", &lockdown).await;
    let (cells, _) = matrix(&site, &site.admin(), GetAccessMatrixRequest::default()).await;
    // The same rule lets both of them in.
    assert_eq!(cells[&(ANNA, DOOR_2, 1)], AccessCellState::Forbidden);
    assert_eq!(cells[&(BORIS, DOOR_2, 1)], AccessCellState::OpenWithoutIdentifier);
}

#[tokio::test]
async fn a_page_that_lies_too_far_is_named_by_its_own_field() {
    let site = Site::start().await;
    let far = 99_999_999;
    let refused = async |request| refused_fields(&api(&site).get_access_matrix(site.by(&site.admin(), request)).await.unwrap_err());
    assert_eq!(refused(GetAccessMatrixRequest { door_page: far, ..Default::default() }).await, ["door_page"]);
    assert_eq!(refused(GetAccessMatrixRequest { page: far, ..Default::default() }).await, ["page"]);
}
