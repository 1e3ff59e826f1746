use policy::Caller;
use prost_types::FieldMask;
use proto::vestibule::access::v1::identifier_counts_server::{IdentifierCounts, IdentifierCountsServer};
use proto::vestibule::common::v1::{CountOwnedRequest, CountOwnedResponse, OwnedCount};
use proto::vestibule::device::v1::device_counts_server::{DeviceCounts, DeviceCountsServer};
use proto::vestibule::events::v1::{AuditRecorded, MailRequested, ProjectChanged, SessionRevoked, UserChanged};
use proto::vestibule::identity::v1::profiles_server::Profiles;
use proto::vestibule::identity::v1::projects_server::Projects;
use proto::vestibule::identity::v1::sessions_server::Sessions;
use proto::vestibule::identity::v1::*;
use tonic::service::Routes;
use tonic::{Code, Request, Response, Status};

use crate::site::{PASSWORD, Site, code, fields, refusal};

impl Site {
    /// The first administrator, who is the installation's dealer.
    async fn dealer(&self) -> Caller {
        let (session, _) = self.session(&self.admin_email).await;
        let live = self.resolve(session).await.unwrap();
        Caller { dealer_id: live.dealer_id, session_id: session, user_name: "Alex".into(), ..self.admin.clone() }
    }

    async fn projects(&self, caller: &Caller) -> Result<Vec<DealerProject>, Status> {
        let request = self.request(caller, ListProjectsRequest::default());
        Ok(self.project_rpc().list_projects(request).await?.into_inner().items)
    }

    async fn make(&self, caller: &Caller, project: DealerProject) -> Result<DealerProject, Status> {
        let request = self.request(caller, CreateProjectRequest { project: Some(project) });
        Ok(self.project_rpc().create_project(request).await?.into_inner())
    }

    async fn change(&self, caller: &Caller, id: i64, paths: &[&str], project: DealerProject) -> Result<DealerProject, Status> {
        let update_mask = Some(FieldMask { paths: paths.iter().map(|path| path.to_string()).collect() });
        let request = self.request(caller, UpdateProjectRequest { id, project: Some(project), update_mask });
        Ok(self.project_rpc().update_project(request).await?.into_inner())
    }

    async fn suspend(&self, caller: &Caller, id: i64, is_suspended: bool) -> Result<DealerProject, Status> {
        self.change(caller, id, &["is_suspended"], DealerProject { is_suspended, ..Default::default() }).await
    }

    async fn support(&self, caller: &Caller, id: i64, minutes: i32) -> Result<Session, Status> {
        let request = StartSupportSessionRequest { id, reason: "The door stays shut".into(), minutes };
        Ok(self.project_rpc().start_support_session(self.request(caller, request)).await?.into_inner())
    }

    /// Another project of the dealer's, with an administrator of its own.
    async fn other(&self) -> identity::Bootstrapped {
        identity::bootstrap(&self.app.context, "Other", &self.email("olga"), PASSWORD, "Olga").await.unwrap()
    }

    /// As the gateway would call on behalf of a session.
    async fn caller_of(&self, session: &Session) -> Caller {
        let live = self.resolve(self.session_id(&session.token)).await.unwrap();
        Caller {
            session_id: live.session_id,
            role_id: live.role_id,
            dealer_id: live.dealer_id,
            ..testing::someone(live.project_id, live.user_id, policy::PermissionSet::from_codes(live.permissions.iter().map(String::as_str)), &[])
        }
    }

    async fn audit_of(&self, action: &str) -> Vec<AuditRecorded> {
        self.events::<AuditRecorded>("audit.recorded").await.into_iter().filter(|event| event.action == action).collect()
    }
}

fn riverside(site: &Site) -> DealerProject {
    let administrator = ProjectAdministrator { name: "Rita".into(), email: site.email("rita") };
    DealerProject { name: "Riverside".into(), locale: Some("ru".into()), administrator: Some(administrator), ..Default::default() }
}

#[tokio::test]
async fn the_first_administrator_is_the_dealer_and_others_are_none() {
    let site = Site::start().await;
    let other = site.other().await;
    let dealer = site.dealer().await;
    assert_ne!(dealer.dealer_id, 0);
    let names: Vec<_> = site.projects(&dealer).await.unwrap().into_iter().map(|project| project.name).collect();
    assert_eq!(names, ["Other", "Site"]);
    let (olga, _) = site.session(&site.email("olga")).await;
    assert_eq!(site.resolve(olga).await.unwrap().dealer_id, 0);
    assert_eq!(code(site.projects(&crate::site::administrator(&other)).await), Code::PermissionDenied);
    assert_eq!(code(site.projects(&testing::nobody()).await), Code::Unauthenticated);
}

#[tokio::test]
async fn another_dealers_project_is_not_found() {
    let site = Site::start().await;
    let other = site.other().await;
    let dealer = site.dealer().await;
    site.as_system(
        "WITH made AS (INSERT INTO dealers (name, created_at) VALUES ('Rival', now()) RETURNING id)
                    UPDATE projects SET dealer_id = made.id FROM made WHERE name = 'Other'",
    )
    .await;
    assert_eq!(site.projects(&dealer).await.unwrap().len(), 1);
    let get = site.request(&dealer, GetProjectRequest { id: other.project_id });
    assert_eq!(code(site.project_rpc().get_project(get).await), Code::NotFound);
    assert_eq!(code(site.suspend(&dealer, other.project_id, true).await), Code::NotFound);
    assert_eq!(code(site.support(&dealer, other.project_id, 60).await), Code::NotFound);
}

#[tokio::test]
async fn a_new_project_has_its_roles_and_an_invited_administrator() {
    let site = Site::start().await;
    let dealer = site.dealer().await;
    let made = site.make(&dealer, riverside(&site)).await.unwrap();
    assert_eq!((made.name.as_str(), made.locale.as_deref(), made.time_zone.as_deref()), ("Riverside", Some("ru"), Some("UTC")));
    assert_eq!(made.counts.unwrap().users, 1);
    let published = site.events::<ProjectChanged>("identity.project.changed").await.pop().unwrap();
    assert_eq!((published.id, published.locale.as_str(), published.suspended), (made.id, "ru", false));
    let rita = site.events::<UserChanged>("identity.user.changed").await.into_iter().find(|user| user.project_id == made.id).unwrap();
    assert_eq!((rita.name.as_str(), rita.email), ("Rita", site.email("rita")));
    let mail = site.events::<MailRequested>("mail.requested").await.pop().unwrap();
    assert_eq!((mail.project_id, mail.kind.as_str()), (made.id, "registration_link"));
    assert!(
        site.audit_of("create").await.iter().any(|event| event.resource == "projects" && event.project_id == made.id && event.user_name == "Alex")
    );
}

#[tokio::test]
async fn a_project_without_name_or_administrator_is_refused() {
    let site = Site::start().await;
    let dealer = site.dealer().await;
    let refused = fields(site.make(&dealer, DealerProject::default()).await);
    assert_eq!(refused, serde_json::json!({ "name": "required", "administrator": "required" }));
    let bad = ProjectAdministrator { name: "".into(), email: "x".into() };
    let refused = fields(site.make(&dealer, DealerProject { administrator: Some(bad), ..riverside(&site) }).await);
    assert_eq!(refused, serde_json::json!({ "administrator.name": "required", "administrator.email": "must be e-mail" }));
    assert_eq!(site.projects(&dealer).await.unwrap().len(), 1);
}

#[tokio::test]
async fn a_project_is_renamed_and_only_what_is_named_changes() {
    let site = Site::start().await;
    let dealer = site.dealer().await;
    let other = site.other().await.project_id;
    let renamed = DealerProject { name: "Renamed".into(), ..Default::default() };
    let changed = site.change(&dealer, other, &["name"], renamed).await.unwrap();
    assert_eq!((changed.name.as_str(), changed.time_zone.as_deref(), changed.is_suspended), ("Renamed", Some("UTC"), false));
    let event = site.audit_of("edit").await.pop().unwrap();
    assert_eq!((event.project_id, event.after.as_str(), event.user_id, event.user_name.as_str()), (other, r#"{"name":"Renamed"}"#, 0, "Alex"));
}

#[tokio::test]
async fn a_region_that_the_dealer_changes_is_told_as_news_and_nothing_else_is() {
    let site = Site::start().await;
    let dealer = site.dealer().await;
    let region = DealerProject { time_zone: Some("Asia/Tokyo".into()), ..Default::default() };
    site.change(&dealer, site.project, &["time_zone"], region.clone()).await.unwrap();
    site.change(&dealer, site.project, &["time_zone"], region).await.unwrap();
    site.change(&dealer, site.project, &["name"], DealerProject { name: "Harbour".into(), ..Default::default() }).await.unwrap();
    let published: Vec<ProjectChanged> = site.events("identity.project.changed").await;
    let news: Vec<bool> = published.iter().rev().take(3).rev().map(|event| event.is_region_new).collect();
    assert_eq!(news, [true, false, false]);
}

#[tokio::test]
async fn a_suspended_project_ends_its_sessions_and_lets_nobody_in_until_it_is_resumed() {
    let site = Site::start().await;
    let other = site.other().await.project_id;
    let dealer = site.dealer().await;
    let (session, tokens) = site.session(&site.email("olga")).await;
    assert!(site.suspend(&dealer, other, true).await.unwrap().is_suspended);
    assert_eq!(code(site.resolve(session).await), Code::NotFound);
    assert_eq!(code(site.refresh(&tokens.refresh).await), Code::Unauthenticated);
    assert_eq!(refusal(site.login(&site.email("olga"), PASSWORD).await).1, "invalid credentials");
    assert_eq!(site.events::<SessionRevoked>("identity.session.revoked").await.len(), 1);
    assert!(site.events::<ProjectChanged>("identity.project.changed").await.pop().unwrap().suspended);
    site.suspend(&dealer, other, false).await.unwrap();
    assert_eq!(site.login(&site.email("olga"), PASSWORD).await.unwrap().len(), 1);
    assert_eq!(code(site.refresh(&tokens.refresh).await), Code::Unauthenticated);
}

#[tokio::test]
async fn nobody_suspends_the_project_they_are_signed_in_to() {
    let site = Site::start().await;
    let dealer = site.dealer().await;
    assert_eq!(code(site.suspend(&dealer, site.project, true).await), Code::FailedPrecondition);
    assert!(site.resolve(dealer.session_id).await.is_ok());
}

#[tokio::test]
async fn a_support_session_holds_every_right_and_says_what_it_is() {
    let site = Site::start().await;
    let other = site.other().await.project_id;
    let session = site.support(&site.dealer().await, other, 0).await.unwrap();
    let project = session.project.clone().unwrap();
    assert_eq!((project.id, project.is_support), (other, true));
    let live = site.resolve(site.session_id(&session.token)).await.unwrap();
    assert_eq!((live.project_id, live.is_support, live.dealer_id), (other, true, 0));
    assert_eq!(live.permissions.len(), policy::Permission::all().count());
    let caller = site.caller_of(&session).await;
    let profile = site.profiles().get_profile(site.request(&caller, GetProfileRequest {})).await.unwrap().into_inner();
    assert_eq!((profile.is_support, profile.is_dealer, profile.name.as_str()), (true, false, "Alex"));
    // From a support session no other project is reached.
    assert_eq!(code(site.projects(&caller).await), Code::PermissionDenied);
}

#[tokio::test]
async fn a_support_session_ends_after_its_minutes_for_good() {
    let site = Site::start().await;
    let other = site.other().await.project_id;
    let session = site.support(&site.dealer().await, other, 10).await.unwrap();
    let id = site.session_id(&session.token);
    site.app.context.clock.advance(time::Duration::minutes(9));
    let refreshed = site.refresh(&session.refresh).await.unwrap();
    assert_eq!(site.verifier().verify(&refreshed.token).unwrap().expires_at, testing::NOW.unix_timestamp() + 600);
    site.app.context.clock.advance(time::Duration::minutes(1));
    assert_eq!(code(site.resolve(id).await), Code::NotFound);
    assert_eq!(code(site.refresh(&refreshed.refresh).await), Code::Unauthenticated);
}

#[tokio::test]
async fn beginning_and_end_of_a_support_session_are_audited_in_the_project() {
    let site = Site::start().await;
    let other = site.other().await.project_id;
    let dealer = site.dealer().await;
    let session = site.support(&dealer, other, 10).await.unwrap();
    let begun = site.audit_of("start support session").await.pop().unwrap();
    assert_eq!((begun.project_id, begun.user_name.as_str()), (other, "Alex"));
    assert_eq!(begun.after, r#"{"dealer":"Alex","minutes":10,"reason":"The door stays shut"}"#);
    let caller = site.caller_of(&session).await;
    site.sessions().logout(site.request(&caller, LogoutRequest {})).await.unwrap();
    let ended = site.audit_of("end support session").await;
    assert_eq!(ended.len(), 1);
    assert_eq!((ended[0].project_id, ended[0].user_name.as_str()), (other, "Alex"));

    // One that expires is recorded once.
    site.support(&dealer, other, 10).await.unwrap();
    site.app.context.clock.advance(time::Duration::minutes(10));
    for _ in 0..2 {
        identity::record_ended_support(&site.identity).await.unwrap();
    }
    assert_eq!(site.audit_of("end support session").await.len(), 2);
}

#[tokio::test]
async fn the_support_user_is_neither_listed_nor_counted_nor_announced() {
    let site = Site::start().await;
    let other = site.other().await;
    let dealer = site.dealer().await;
    let session = site.support(&dealer, other.project_id, 10).await.unwrap();
    let support = site.caller_of(&session).await;
    let olga = crate::site::administrator(&other);
    assert_eq!(site.names(&olga, Default::default()).await.unwrap(), ["Olga"]);
    assert_eq!(code(site.get(&olga, support.user_id).await), Code::NotFound);
    let counted = site.projects(&dealer).await.unwrap().into_iter().find(|project| project.id == other.project_id).unwrap();
    assert_eq!(counted.counts.unwrap().users, 1);
    assert!(site.events::<UserChanged>("identity.user.changed").await.iter().all(|user| user.id != support.user_id));
    // Nor is it the administrator that a project must keep.
    assert!(site.delete(&support, other.user_id).await.is_err());
    // A second session is of the same user.
    let again = site.support(&dealer, other.project_id, 10).await.unwrap();
    assert_eq!(site.caller_of(&again).await.user_id, support.user_id);
}

#[tokio::test]
async fn a_support_session_needs_a_reason_a_bounded_time_and_a_project_that_is_not_suspended() {
    let site = Site::start().await;
    let other = site.other().await.project_id;
    let dealer = site.dealer().await;
    let request = StartSupportSessionRequest { id: other, reason: " ".into(), minutes: 481 };
    let refused = fields(site.project_rpc().start_support_session(site.request(&dealer, request)).await);
    assert_eq!(refused, serde_json::json!({ "reason": "required", "minutes": "must be within 5 - 480" }));
    site.suspend(&dealer, other, true).await.unwrap();
    assert_eq!(code(site.support(&dealer, other, 60).await), Code::FailedPrecondition);
}

#[tokio::test]
async fn counts_of_services_that_are_away_are_absent() {
    let site = Site::start().await;
    let counts = site.projects(&site.dealer().await).await.unwrap()[0].counts.unwrap();
    assert_eq!((counts.users, counts.domains, counts.devices, counts.identifiers), (1, 4, None, None));
}

/// Stands in for a service that says how many of something projects have.
#[derive(Clone)]
struct Counts(Vec<OwnedCount>);

#[tonic::async_trait]
impl DeviceCounts for Counts {
    async fn count_owned(&self, _: Request<CountOwnedRequest>) -> Result<Response<CountOwnedResponse>, Status> {
        Ok(Response::new(CountOwnedResponse { items: self.0.clone() }))
    }
}

#[tonic::async_trait]
impl IdentifierCounts for Counts {
    async fn count_owned(&self, _: Request<CountOwnedRequest>) -> Result<Response<CountOwnedResponse>, Status> {
        Ok(Response::new(CountOwnedResponse { items: self.0.clone() }))
    }
}

#[tokio::test]
async fn a_dealer_sees_how_many_devices_and_identifiers_each_project_has() {
    let site = Site::start().await;
    let other = site.other().await.project_id;
    let count = |project_id, count| OwnedCount { project_id, count };
    let devices = Counts(vec![count(site.project, 12), count(other, 3)]);
    site.app.context.peers.add("device-gateway", Routes::new(DeviceCountsServer::new(devices)));
    // A project that is not named has none.
    site.app.context.peers.add("access", Routes::new(IdentifierCountsServer::new(Counts(vec![count(other, 40)]))));
    let projects = site.projects(&site.dealer().await).await.unwrap();
    let displayed: Vec<_> = projects.iter().map(|project| project.counts.map(|counts| (counts.devices, counts.identifiers)).unwrap()).collect();
    assert_eq!(displayed, [(Some(3), Some(40)), (Some(12), Some(0))]);
}

#[tokio::test]
async fn nobody_but_its_holder_changes_the_account_of_a_dealer() {
    use proto::vestibule::identity::v1::users_server::Users;
    let site = Site::start().await;
    let second = site.person("second", "administrator", &[10]).await.caller;
    let id = site.admin.user_id;
    let patch = async |path: &str, user: User| site.patch(&second, id, &[path], user).await.map(|_| ());
    let password = SetUserPasswordRequest { id, new_password: "battery staple".into() };
    let results = [
        site.users().set_user_password(site.request(&second, password)).await.map(|_| ()),
        site.users().remove_user_second_factors(site.request(&second, RemoveUserSecondFactorsRequest { id })).await.map(|_| ()),
        patch("email", User { email: Some(site.email("mine")), ..Default::default() }).await,
        patch("password", User { password: Some("battery staple".into()), ..Default::default() }).await,
        patch("is_active", User::default()).await,
        site.delete(&second, id).await,
    ];
    for (at, result) in results.into_iter().enumerate() {
        assert_eq!(code(result), Code::PermissionDenied, "operation {at}");
    }
    let dealer = site.dealer().await;
    assert_ne!(dealer.dealer_id, 0);
    let email = User { email: Some(site.email("moved")), ..Default::default() };
    assert!(site.patch(&dealer, id, &["email"], email).await.is_ok(), "its holder does");
}
