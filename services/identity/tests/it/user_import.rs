use policy::Caller;
use proto::vestibule::common::v1::{ExportFormat, FileChunk};
use proto::vestibule::events::v1::{AuditRecorded, MailRequested, UserChanged};
use proto::vestibule::identity::v1::users_server::Users;
use proto::vestibule::identity::v1::*;
use serde_json::json;
use tonic::{Code, Status};

use crate::site::{Site, code, file, refusal};

async fn import(site: &Site, caller: &Caller, request: ImportUsersRequest, data: &[u8]) -> Result<ImportUsersResponse, Status> {
    let first = ImportUsersRequest {
        file: Some(FileChunk { file_name: "users.csv".into(), data: data.to_vec(), is_last: true, ..Default::default() }),
        ..request
    };
    let request = site.request(caller, futures::stream::iter([first]));
    Ok(site.users_client().import_users(request).await?.into_inner())
}

async fn export(site: &Site, caller: &Caller, domain_ids: &[i64], format: ExportFormat) -> Result<(String, Vec<u8>), Status> {
    let request = ExportUsersRequest { domain_ids: domain_ids.to_vec(), format: format.into() };
    let (name, _, data) = file(site.users().export_users(site.request(caller, request)).await?.into_inner()).await;
    Ok((name, data))
}

fn dry() -> ImportUsersRequest {
    ImportUsersRequest { dry_run: true, ..Default::default() }
}

/// What is wrong with which row: index, column, message.
fn wrong(response: &ImportUsersResponse) -> Vec<(i32, &str, &str)> {
    response.errors.iter().map(|error| (error.index, error.field.as_str(), error.message.as_str())).collect()
}

async fn names(site: &Site) -> Vec<String> {
    site.names(&site.admin, ListUsersRequest { size: 100, ..Default::default() }).await.unwrap()
}

#[tokio::test]
async fn users_are_made_from_a_table_told_and_audited() {
    let site = Site::start().await;
    let table = format!(
        "Name,Email,Login,Phone,Address,Description,Role,Groups\n\
         Anna,{},,'+31201234567,Dam 1,flat 3,user,group 10 / group 11; group 20\nEva,,eva-{},,,,Concierge,group 10\n",
        site.email("anna"),
        site.unique,
    );
    let answer = import(&site, &site.admin, Default::default(), table.as_bytes()).await.unwrap();
    assert_eq!((answer.rows, answer.created, answer.errors.len()), (2, 2, 0));
    let published: Vec<UserChanged> = site.events("identity.user.changed").await;
    let anna = site.get(&site.admin, published[published.len() - 2].id).await.unwrap();
    let details = anna.profile.as_ref().unwrap();
    assert_eq!((anna.name.as_str(), anna.email.clone(), details.phone.as_deref()), ("Anna", Some(site.email("anna")), Some("+31201234567")));
    assert_eq!(anna.domains.iter().map(|group| group.id).collect::<Vec<_>>(), [11, 20]);
    assert!(anna.is_active && anna.password.is_none());
    assert_eq!(published.last().unwrap().domain_ids, [10]);
    let recorded: Vec<AuditRecorded> = site.events("audit.recorded").await;
    assert_eq!(recorded.iter().filter(|record| record.action == "create" && record.user_id == site.admin.user_id).count(), 2);
}

#[tokio::test]
async fn rows_that_name_no_role_or_group_get_those_of_the_request() {
    let site = Site::start().await;
    let request = ImportUsersRequest { role_id: Some(site.roles["user"]), domain_id: Some(12), ..Default::default() };
    import(&site, &site.admin, request, b"name\nAnna\n").await.unwrap();
    let published: UserChanged = site.events("identity.user.changed").await.pop().unwrap();
    assert_eq!((published.role_id, published.domain_ids.as_slice()), (site.roles["user"], &[12][..]));
    for request in
        [ImportUsersRequest { role_id: Some(9999), ..Default::default() }, ImportUsersRequest { domain_id: Some(9999), ..Default::default() }]
    {
        assert_eq!(refusal(import(&site, &site.admin, request, b"name\nEva\n").await).1, "invalid related entity sent");
    }
}

#[tokio::test]
async fn one_wrong_row_makes_nobody_and_errors_name_row_and_column() {
    let site = Site::start().await;
    let before = names(&site).await;
    let table = "name,email,phone,role,groups\nAnna,,,user,group 20\n,not an e-mail,12,pilot,group 10 / group 99\nTom,,,,\n";
    let expected = json!([
        { "index": 1, "field": "email", "message": "must be e-mail" },
        { "index": 1, "field": "groups", "message": "item not found: group 10 / group 99" },
        { "index": 1, "field": "name", "message": "required" },
        { "index": 1, "field": "phone", "message": "must be phone in international format" },
        { "index": 1, "field": "role", "message": "item not found" },
        { "index": 2, "field": "groups", "message": "at least one group must be selected" },
        { "index": 2, "field": "role", "message": "required" },
    ]);
    let (status, message, detail) = refusal(import(&site, &site.admin, Default::default(), table.as_bytes()).await);
    assert_eq!((status, message.as_str(), &detail["data"]["rows"]), (Code::InvalidArgument, "invalid data sent", &expected));
    assert_eq!(names(&site).await, before);
}

#[tokio::test]
async fn a_dry_run_makes_nobody_and_says_what_is_wrong() {
    let site = Site::start().await;
    let before = names(&site).await;
    let good = import(&site, &site.admin, dry(), b"name;role;groups\nAnna;user;group 20\n").await.unwrap();
    assert_eq!((good.rows, good.created, good.errors.len()), (1, 1, 0));
    let bad = import(&site, &site.admin, dry(), b"name;role;groups\nAnna;user;group 20\n;user;group 20\n").await.unwrap();
    assert_eq!((bad.rows, bad.created, wrong(&bad)), (2, 0, vec![(1, "name", "required")]));
    assert_eq!(names(&site).await, before);
    assert!(site.events::<UserChanged>("identity.user.changed").await.iter().all(|user| user.name != "Anna"));
}

#[tokio::test]
async fn an_email_or_login_that_is_used_in_the_installation_or_by_a_row_before_is_refused() {
    let site = Site::start().await;
    let anna = site.person("anna", "user", &[11]).await;
    let table = format!(
        "name,email,login,role,groups\nA,{0},,user,group 20\nB,x-{1}@site.test,tom,user,group 20\nC,X-{1}@site.test,TOM,user,group 20\n",
        anna.email.to_uppercase(),
        site.unique,
    );
    let answer = import(&site, &site.admin, dry(), table.as_bytes()).await.unwrap();
    let used = "serial number or e-mail already used";
    assert_eq!(wrong(&answer), [(0, "email", used), (2, "email", used), (2, "login", "value must be unique")]);
}

#[tokio::test]
async fn a_table_asks_for_no_role_and_no_group_beyond_the_callers_reach() {
    let site = Site::start().await;
    let maria = site.person("maria", "group_administrator", &[10]).await.caller;
    let table = b"name,role,groups\nA,user,group 10 / group 11\nB,administrator,group 10\nC,user,group 20\n";
    let answer = import(&site, &maria, dry(), table).await.unwrap();
    assert_eq!(wrong(&answer), [(1, "role", "action prohibited"), (2, "groups", "item not found: group 20")]);
    let anna = site.person("anna", "user", &[11]).await.caller;
    for (caller, expected) in [(testing::nobody(), Code::Unauthenticated), (anna, Code::PermissionDenied)] {
        assert_eq!(code(import(&site, &caller, dry(), table).await), expected);
    }
}

#[tokio::test]
async fn everybody_with_an_email_is_sent_the_registration_link_where_it_is_asked_for() {
    let site = Site::start().await;
    let table = |name: &str| format!("name,email,role,groups\nA,{},user,group 20\nB,,user,group 20\n", site.email(name));
    import(&site, &site.admin, Default::default(), table("mute").as_bytes()).await.unwrap();
    assert_eq!(site.events::<MailRequested>("mail.requested").await.len(), 0);
    let request = ImportUsersRequest { send_registration_link: true, ..Default::default() };
    import(&site, &site.admin, request, table("invited").as_bytes()).await.unwrap();
    let sent: Vec<MailRequested> = site.events("mail.requested").await;
    assert_eq!(sent.iter().map(|mail| (mail.kind.as_str(), &mail.to_email)).collect::<Vec<_>>(), [("registration_link", &site.email("invited"))]);
}

#[tokio::test]
async fn a_file_that_is_no_table_of_users_is_refused() {
    let site = Site::start().await;
    let reason = async |data: &[u8]| {
        let (_, message, detail) = refusal(import(&site, &site.admin, dry(), data).await);
        (message, detail["data"]["fields"]["file"].as_str().unwrap().to_string())
    };
    assert_eq!(reason(b"\xff\xfe\x00").await.0, "invalid file");
    assert_eq!(reason(b"").await.0, "wrong file body");
    assert_eq!(reason(b"email\na@b.c\n").await, ("wrong file body".into(), "missing column: name".into()));
    assert_eq!(reason(b"name,salary\nAnna,1\n").await, ("wrong file body".into(), "unknown column: salary".into()));
}

#[tokio::test]
async fn no_more_than_1000_errors_are_told() {
    let site = Site::start().await;
    let table = format!("name,role,groups\n{}", "Anna,user,nowhere\n".repeat(1_500));
    assert_eq!(import(&site, &site.admin, dry(), table.as_bytes()).await.unwrap().errors.len(), 1_000);
}

#[tokio::test]
async fn two_groups_of_one_path_are_not_guessed_between() {
    let site = Site::start().await;
    site.as_system("UPDATE group_nodes SET name = 'twin' WHERE id IN (11, 12)").await;
    let answer = import(&site, &site.admin, dry(), b"name,role,groups\nA,user,group 10 / twin\n").await.unwrap();
    assert_eq!(wrong(&answer), [(0, "groups", "several groups are called group 10 / twin")]);
}

#[tokio::test]
async fn what_is_exported_is_imported_with_errors_for_duplicates_only() {
    let site = Site::start().await;
    site.person("anna", "user", &[11, 20]).await;
    site.person("=tom", "concierge", &[20]).await;
    for format in [ExportFormat::Csv, ExportFormat::Xlsx] {
        let (_, data) = export(&site, &site.admin, &[], format).await.unwrap();
        let answer = import(&site, &site.admin, dry(), &data).await.unwrap();
        assert_eq!(answer.rows, 3);
        assert_eq!(answer.errors.len(), 3, "{:?}", answer.errors);
        assert!(answer.errors.iter().all(|error| error.message == "serial number or e-mail already used"));
    }
}

#[tokio::test]
async fn what_is_exported_makes_the_same_users_elsewhere() {
    let site = Site::start().await;
    site.as_system("UPDATE group_nodes SET name = 'House 1/2; left' WHERE id = 11").await;
    site.create(&site.admin, User { email: None, password: None, description: Some("=1+1".into()), ..site.new_user("anna", "user", &[11, 20]) })
        .await
        .unwrap();
    let (name, data) = export(&site, &site.admin, &[20], ExportFormat::Csv).await.unwrap();
    assert_eq!(name, "users.csv");
    assert!(String::from_utf8(data.clone()).unwrap().contains("'=1+1"));
    import(&site, &site.admin, Default::default(), &data).await.unwrap();
    let filters = json!({ "items": [{ "field": "name", "rule": "equals", "value": "anna" }] }).to_string();
    let request = site.request(&site.admin, ListUsersRequest { filters, ..Default::default() });
    let both = site.users().list_users(request).await.unwrap().into_inner().items;
    assert_eq!(both.len(), 2);
    assert_eq!((&both[0].domains, &both[0].role, &both[0].description), (&both[1].domains, &both[1].role, &both[1].description));
}

#[tokio::test]
async fn an_export_holds_the_users_of_the_groups_and_below_whom_the_caller_sees_ordered_by_group() {
    let site = Site::start().await;
    for (name, group) in [("tom", 20), ("eva", 12), ("anna", 11), ("kim", 10)] {
        site.person(name, "user", &[group]).await;
    }
    let exported = async |caller: &Caller, groups: &[i64]| -> Vec<String> {
        let (_, data) = export(&site, caller, groups, ExportFormat::Csv).await.unwrap();
        let text = String::from_utf8(data).unwrap();
        text.lines().skip(1).map(|line| line.split(',').next().unwrap().to_string()).collect()
    };
    assert_eq!(exported(&site.admin, &[10]).await, ["kim", "anna", "eva"]);
    assert_eq!(exported(&site.admin, &[11, 20]).await, ["anna", "tom"]);
    let maria = site.person("maria", "group_administrator", &[12]).await.caller;
    assert_eq!(exported(&maria, &[]).await, ["eva", "maria"]);
    assert_eq!(refusal(export(&site, &maria, &[20], ExportFormat::Csv).await).1, "invalid related entity sent");
}

#[tokio::test]
async fn an_export_leaves_out_users_with_groups_out_of_reach() {
    let site = Site::start().await;
    site.person("anna", "user", &[11]).await;
    site.person("ivan", "user", &[11, 20]).await;
    let maria = site.person("maria", "group_administrator", &[10]).await.caller;
    let (_, data) = export(&site, &maria, &[], ExportFormat::Csv).await.unwrap();
    let text = String::from_utf8(data).unwrap();
    assert!(text.contains("anna") && !text.contains("ivan") && !text.contains("group 20"), "{text}");
}

#[tokio::test]
async fn an_export_names_no_group_above_those_that_the_caller_sees_and_is_imported_by_them_again() {
    let site = Site::start().await;
    site.person("anna", "user", &[11]).await;
    let maria = site.person("maria", "group_administrator", &[11]).await.caller;
    let groups = async |caller: &Caller| -> Vec<String> {
        let (_, data) = export(&site, caller, &[11], ExportFormat::Csv).await.unwrap();
        String::from_utf8(data).unwrap().lines().skip(1).map(|line| line.rsplit(',').next().unwrap().trim().to_string()).collect()
    };
    assert_eq!(groups(&maria).await, ["group 11", "group 11"]);
    assert_eq!(groups(&site.admin).await, ["group 10 / group 11", "group 10 / group 11"]);
    let table = b"name,role,groups\nA,user,group 11\nB,user,group 10 / group 11\n";
    let answer = import(&site, &maria, dry(), table).await.unwrap();
    assert_eq!(wrong(&answer), [(1, "groups", "item not found: group 10 / group 11")]);
}
