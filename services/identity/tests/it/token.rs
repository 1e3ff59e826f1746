//! Tokens for programs: whose rights they have, who makes them, and what ends them.
use identity::rpc::{AuditEventService, RoleService, TokenService};
use policy::{Action, Caller, CallerToken, Permission, PermissionSet, Resource};
use prost_types::FieldMask;
use proto::vestibule::events::v1::AuditRecorded;
use proto::vestibule::identity::v1::audit_events_server::AuditEvents;
use proto::vestibule::identity::v1::profiles_server::Profiles;
use proto::vestibule::identity::v1::roles_server::Roles;
use proto::vestibule::identity::v1::tokens_server::Tokens;
use proto::vestibule::identity::v1::users_server::Users;
use proto::vestibule::identity::v1::*;
use testing::statements;
use time::Duration;
use tonic::{Code, Status};

use crate::site::{NEW_PASSWORD, PASSWORD, Person, Site, code, fields, reference, refusal};

impl Site {
    pub fn tokens(&self) -> TokenService {
        TokenService(self.identity.clone())
    }

    fn in_days(&self, days: i64) -> Option<prost_types::Timestamp> {
        Some(kit::clock::to_proto(self.app.context.clock.now() + Duration::days(days)))
    }

    /// The caller with a session that is alive; one without gets one.
    pub async fn signed_in(&self, caller: &Caller) -> Caller {
        let mut tx = self.app.context.database.system().await.unwrap();
        let session_id: i64 = sqlx::query_scalar(
            "WITH own AS (SELECT id FROM sessions WHERE id = $3 AND user_id = $2 AND NOT is_token), made AS (
                 INSERT INTO sessions (project_id, user_id, remember, ip, user_agent, created_at, refreshed_at, expires_at)
                 SELECT $1, $2, false, '', 'test', $4, $4, $4::timestamptz + interval '400 days' WHERE NOT EXISTS (SELECT FROM own) RETURNING id)
             SELECT id FROM own UNION ALL SELECT id FROM made",
        )
        .bind(caller.project_id)
        .bind(caller.user_id)
        .bind(caller.session_id)
        .bind(self.app.context.clock.now())
        .fetch_one(&mut *tx)
        .await
        .unwrap();
        tx.commit().await.unwrap();
        Caller { session_id, ..caller.clone() }
    }

    pub async fn create_own(&self, caller: &Caller, name: &str, scopes: &[&str]) -> Result<CreateOwnTokenResponse, Status> {
        let caller = if caller.token.is_some() { caller.clone() } else { self.signed_in(caller).await };
        let request = CreateOwnTokenRequest {
            name: name.into(),
            scopes: scopes.iter().map(|scope| scope.to_string()).collect(),
            expires_at: self.in_days(30),
            password: PASSWORD.into(),
        };
        Ok(self.tokens().create_own_token(self.request(&caller, request)).await?.into_inner())
    }

    /// The token itself.
    pub async fn own_token(&self, caller: &Caller, scopes: &[&str]) -> (String, OwnToken) {
        let made = self.create_own(caller, "CI", scopes).await.unwrap();
        (made.token, made.item.unwrap())
    }

    pub async fn create_service(&self, caller: &Caller, role: &str, groups: &[i64]) -> Result<CreateServiceTokenResponse, Status> {
        let caller = if caller.token.is_some() { caller.clone() } else { self.signed_in(caller).await };
        let request = CreateServiceTokenRequest {
            name: "Barrier".into(),
            scopes: vec!["all".into()],
            expires_at: self.in_days(30),
            password: PASSWORD.into(),
            role: Some(reference(self.roles[role])),
            domains: groups.iter().copied().map(reference).collect(),
        };
        Ok(self.tokens().create_service_token(self.request(&caller, request)).await?.into_inner())
    }

    async fn list_own(&self, caller: &Caller) -> Vec<OwnToken> {
        self.tokens().list_own_tokens(self.request(caller, ListOwnTokensRequest {})).await.unwrap().into_inner().items
    }

    pub async fn list_service(&self, caller: &Caller) -> Result<Vec<ServiceToken>, Status> {
        Ok(self.tokens().list_service_tokens(self.request(caller, ListServiceTokensRequest {})).await?.into_inner().items)
    }

    async fn session_of_token(&self, token: &str) -> Result<i64, Status> {
        let hash = access_token::program::hash(token).unwrap().to_vec();
        let request = self.app.context.signer.as_service("api-gateway", 0, ResolveTokenRequest { hash });
        Ok(self.tokens().resolve_token(request).await?.into_inner().session_id)
    }

    /// Who comes with a token now, as the gateway would say it.
    pub async fn bearer(&self, token: &str) -> Result<Caller, Status> {
        let live = self.resolve(self.session_of_token(token).await?).await?;
        let permissions = PermissionSet::from_codes(live.permissions.iter().map(String::as_str));
        Ok(Caller {
            session_id: live.session_id,
            role_id: live.role_id,
            user_name: live.user_name,
            dealer_id: live.dealer_id,
            token: Some(CallerToken {
                id: live.token_id,
                name: live.token_name,
                is_limited: live.token_is_limited,
                is_without_own: live.token_is_without_own,
            }),
            ..testing::someone(live.project_id, live.user_id, permissions, &live.domain_ids)
        })
    }

    pub async fn manager(&mut self, groups: &[i64], permissions: &[Permission], available: &[&str]) -> Person {
        self.make_role("manager", permissions, available).await;
        self.person("manager", "manager", groups).await
    }
}

#[tokio::test]
async fn a_personal_token_has_the_rights_and_groups_of_its_user() {
    let site = Site::start().await;
    let anna = site.person("anna", "concierge", &[11, 12]).await;
    let (token, _) = site.own_token(&anna.caller, &["all"]).await;
    assert!(token.starts_with("vst_"), "scanners find it by its beginning");
    let bearer = site.bearer(&token).await.unwrap();
    assert_eq!((bearer.user_id, bearer.role_id, bearer.domain_ids.clone()), (anna.id, site.roles["concierge"], vec![11, 12]));
    assert_eq!(bearer.permissions, anna.caller.permissions);
    assert_eq!(site.names(&bearer, ListUsersRequest::default()).await.unwrap(), ["anna"]);
}

#[tokio::test]
async fn a_scope_narrows_a_token_and_never_widens_it() {
    let site = Site::start().await;
    let anna = site.person("anna", "group_administrator", &[10]).await;
    let (read_only, _) = site.own_token(&anna.caller, &["read_only"]).await;
    let bearer = site.bearer(&read_only).await.unwrap();
    assert!(bearer.can(Permission::CanViewUsers) && !bearer.can(Permission::CanCreateUser));
    assert!(site.names(&bearer, ListUsersRequest::default()).await.is_ok());
    assert_eq!(code(site.create(&bearer, site.new_user("boris", "user", &[10])).await), Code::PermissionDenied);

    let (wide, _) = site.own_token(&anna.caller, &["can_view_users", "can_view_all_users"]).await;
    let bearer = site.bearer(&wide).await.unwrap();
    assert!(bearer.can(Permission::CanViewUsers) && !bearer.can(Permission::CanViewAllUsers));
}

#[tokio::test]
async fn a_token_of_single_permissions_is_without_what_is_its_users_own() {
    let site = Site::start().await;
    let anna = site.person("anna", "user", &[10]).await;
    for (scopes, views_own) in [(&["all"][..], true), (&["read_only"], true), (&["can_view_devices"], false)] {
        let (token, _) = site.own_token(&anna.caller, scopes).await;
        let bearer = site.bearer(&token).await.unwrap();
        assert_eq!(!bearer.scope(Resource::Identifier, Action::View).is_empty(), views_own, "{scopes:?}");
        assert!(!bearer.scope(Resource::User, Action::View).is_empty(), "whose it is, it is told");
    }
}

#[tokio::test]
async fn a_token_of_a_demoted_role_loses_its_rights_at_once() {
    let mut site = Site::start().await;
    site.make_role("installer", &[Permission::CanViewUsers, Permission::CanCreateUser], &[]).await;
    let anna = site.person("anna", "installer", &[10]).await;
    let (token, _) = site.own_token(&anna.caller, &["all"]).await;
    assert!(site.bearer(&token).await.unwrap().can(Permission::CanCreateUser));
    let role = Role { permissions: vec!["can_view_users".into()], ..Role::default() };
    let update_mask = Some(FieldMask { paths: vec!["permissions".into()] });
    let request = UpdateRoleRequest { id: site.roles["installer"], role: Some(role), update_mask };
    RoleService(site.identity.clone()).update_role(site.request(&site.admin, request)).await.unwrap();
    let bearer = site.bearer(&token).await.unwrap();
    assert!(bearer.can(Permission::CanViewUsers) && !bearer.can(Permission::CanCreateUser));
}

#[tokio::test]
async fn a_personal_token_carries_none_of_a_dealers_rights() {
    let site = Site::start().await;
    let (session, _) = site.session(&site.admin_email).await;
    assert_ne!(site.resolve(session).await.unwrap().dealer_id, 0);
    let (token, _) = site.own_token(&site.admin, &["all"]).await;
    assert_eq!(site.bearer(&token).await.unwrap().dealer_id, 0);
}

#[tokio::test]
async fn a_revoked_token_is_refused_at_once_and_leaves_the_list() {
    let site = Site::start().await;
    let (token, made) = site.own_token(&site.admin, &["all"]).await;
    let session = site.session_of_token(&token).await.unwrap();
    site.tokens().revoke_own_token(site.request(&site.admin, RevokeOwnTokenRequest { id: made.id })).await.unwrap();
    assert_eq!(code(site.session_of_token(&token).await), Code::NotFound);
    assert_eq!(code(site.resolve(session).await), Code::NotFound);
    assert_eq!(site.list_own(&site.admin).await, []);
    let again = site.tokens().revoke_own_token(site.request(&site.admin, RevokeOwnTokenRequest { id: made.id })).await;
    assert_eq!(code(again), Code::NotFound);
}

#[tokio::test]
async fn an_expired_token_is_refused() {
    let site = Site::start().await;
    let (token, _) = site.own_token(&site.admin, &["all"]).await;
    let session = site.session_of_token(&token).await.unwrap();
    site.app.context.clock.advance(Duration::days(30));
    assert_eq!(code(site.session_of_token(&token).await), Code::NotFound);
    assert_eq!(code(site.resolve(session).await), Code::NotFound);
    assert_eq!(site.list_own(&site.admin).await.len(), 1, "its owner sees why it is refused");
    site.app.context.clock.advance(Duration::days(8));
    identity::jobs::clean_up::clean_up(&site.app.context).await.unwrap();
    assert_eq!(site.list_own(&site.admin).await, []);
}

#[tokio::test]
async fn the_text_of_a_token_is_shown_once_and_kept_nowhere() {
    let site = Site::start().await;
    let (token, made) = site.own_token(&site.admin, &["read_only"]).await;
    let service = site.create_service(&site.admin, "concierge", &[10]).await.unwrap().token;
    assert_eq!(made.prefix, token[..8]);
    let listed = format!("{:?} {:?}", site.list_own(&site.admin).await, site.list_service(&site.admin).await.unwrap());
    let recorded: Vec<AuditRecorded> = site.events("audit.recorded").await;
    let recorded = format!("{recorded:?}");
    for token in [token, service] {
        let secret = &token[8..];
        assert!(!listed.contains(secret) && !recorded.contains(secret));
        let mut tx = site.app.context.database.system().await.unwrap();
        for table in ["tokens", "sessions", "users", "outbox"] {
            let statement = format!("SELECT count(*) FROM {table} t WHERE t::text LIKE '%{secret}%'");
            let found: i64 = sqlx::query_scalar(sqlx::AssertSqlSafe(statement)).fetch_one(&mut *tx).await.unwrap();
            assert_eq!(found, 0, "{table}");
        }
    }
    assert!(recorded.contains("read_only") && recorded.contains("CI"), "what it may do and its name are in the log: {recorded}");
}

#[tokio::test]
async fn a_personal_token_makes_no_tokens_and_touches_no_account() {
    let site = Site::start().await;
    let anna = site.person("anna", "administrator", &[10]).await;
    let (token, made) = site.own_token(&anna.caller, &["all"]).await;
    let bearer = site.bearer(&token).await.unwrap();
    assert_eq!(code(site.create_own(&bearer, "another", &["all"]).await), Code::PermissionDenied);
    assert_eq!(code(site.create_service(&bearer, "user", &[10]).await), Code::PermissionDenied);
    let revoked = site.tokens().revoke_own_token(site.request(&bearer, RevokeOwnTokenRequest { id: made.id })).await;
    assert_eq!(code(revoked), Code::PermissionDenied);
    let email = User { email: Some(site.email("thief")), ..User::default() };
    assert_eq!(code(site.patch(&bearer, anna.id, &["email"], email).await), Code::PermissionDenied);
    assert_eq!(code(site.delete(&bearer, anna.id).await), Code::PermissionDenied);
}

/// As the gateway reaches identity: by the routes with what stands before them.
#[tokio::test]
async fn what_asks_for_a_sign_in_is_refused_to_a_token_before_the_operation() {
    use kit::peers::Peers;
    use proto::vestibule::identity::v1::profiles_client::ProfilesClient;
    use proto::vestibule::identity::v1::second_factors_client::SecondFactorsClient;
    use proto::vestibule::identity::v1::sessions_client::SessionsClient;
    let site = Site::start().await;
    let (token, _) = site.own_token(&site.admin, &["all"]).await;
    let bearer = site.bearer(&token).await.unwrap();
    let peers = Peers::new(&site.app.context.settings).unwrap();
    peers.add("identity", identity::routes(&site.identity).unwrap());
    let mut profiles = ProfilesClient::new(peers.peer("identity"));
    let mut factors = SecondFactorsClient::new(peers.peer("identity"));
    let mut sessions = SessionsClient::new(peers.peer("identity"));

    let profile = profiles.get_profile(site.request(&bearer, GetProfileRequest {})).await.unwrap().into_inner();
    assert_eq!(profile.id, bearer.user_id);
    let password = ChangeProfilePasswordRequest { old_password: PASSWORD.into(), new_password: NEW_PASSWORD.into() };
    assert_eq!(code(profiles.change_profile_password(site.request(&bearer, password)).await), Code::PermissionDenied);
    assert_eq!(code(profiles.list_own_sessions(site.request(&bearer, ListOwnSessionsRequest {})).await), Code::PermissionDenied);
    assert_eq!(code(profiles.revoke_other_sessions(site.request(&bearer, RevokeOtherSessionsRequest {})).await), Code::PermissionDenied);
    let profile = UpdateProfileRequest { profile: Some(profile), update_mask: Some(FieldMask { paths: vec!["name".into()] }) };
    assert_eq!(code(profiles.update_profile(site.request(&bearer, profile)).await), Code::PermissionDenied);
    let delete = DeleteProfileRequest { password: PASSWORD.into() };
    assert_eq!(code(profiles.delete_profile(site.request(&bearer, delete)).await), Code::PermissionDenied);
    let totp = StartTotpRequest { password: PASSWORD.into() };
    assert_eq!(code(factors.start_totp(site.request(&bearer, totp.clone())).await), Code::PermissionDenied);
    assert_eq!(code(factors.get_second_factors(site.request(&bearer, GetSecondFactorsRequest {})).await), Code::PermissionDenied);
    assert_eq!(code(sessions.logout(site.request(&bearer, LogoutRequest {})).await), Code::PermissionDenied);
    // Whoever has signed in goes on.
    assert!(factors.get_second_factors(site.request(&site.admin, GetSecondFactorsRequest {})).await.is_ok());
}

#[tokio::test]
async fn making_a_token_asks_for_the_password() {
    let site = Site::start().await;
    let admin = site.signed_in(&site.admin).await;
    let ask = async |password: &str| {
        let scopes = vec!["all".into()];
        let request = CreateOwnTokenRequest { name: "CI".into(), scopes, expires_at: site.in_days(1), password: password.into() };
        site.tokens().create_own_token(site.request(&admin, request)).await.map(|_| ())
    };
    assert_eq!(fields(ask("").await)["password"], "required");
    assert_eq!(refusal(ask("wrong").await).2["code"], "wrong_password");
    ask(PASSWORD).await.unwrap();
}

#[tokio::test]
async fn whoever_has_no_password_has_signed_in_a_moment_ago() {
    let site = Site::start().await;
    let anna = site.person("anna", "user", &[11]).await;
    let (session_id, _) = site.session(&anna.email).await;
    let caller = Caller { session_id, ..anna.caller.clone() };
    // As if a sign-in provider had opened it.
    site.as_system(&format!("UPDATE users SET has_password = false WHERE id = {}", anna.id)).await;
    assert!(site.create_own(&caller, "CI", &["all"]).await.is_ok());
    site.app.context.clock.advance(Duration::minutes(16));
    let (_, sentence, details) = refusal(site.create_own(&caller, "CI", &["all"]).await);
    assert_eq!((sentence.as_str(), &details["code"]), ("sign in again to do this", &"sign_in_again".into()));
}

#[tokio::test]
async fn names_scopes_and_expiry_are_checked() {
    let site = Site::start().await;
    let ask = async |name: &str, scopes: &[&str], days| {
        let scopes = scopes.iter().map(|scope| scope.to_string()).collect();
        let request = CreateOwnTokenRequest { name: name.into(), scopes, expires_at: site.in_days(days), password: PASSWORD.into() };
        fields(site.tokens().create_own_token(site.request(&site.admin, request)).await)
    };
    assert_eq!(
        ask("", &[], 0).await,
        serde_json::json!({ "name": "required", "scopes": "required", "expires_at": "must be 1 to 366 days from now" })
    );
    assert_eq!(ask(&"x".repeat(32), &["all"], 1).await["name"], "maximum length is 31");
    assert_eq!(ask("CI", &["can_fly"], 1).await["scopes"], "unknown value");
    assert_eq!(ask("CI", &["all"], 400).await["expires_at"], "must be 1 to 366 days from now");
}

#[tokio::test]
async fn a_user_has_twenty_tokens_at_most_and_expired_ones_do_not_count() {
    let site = Site::start().await;
    for _ in 0..20 {
        site.create_own(&site.admin, "CI", &["all"]).await.unwrap();
    }
    let (_, sentence, details) = refusal(site.create_own(&site.admin, "CI", &["all"]).await);
    assert_eq!((sentence.as_str(), &details["code"]), ("too many items: at most 20", &"too_many_tokens".into()));
    site.app.context.clock.advance(Duration::days(31));
    assert!(site.create_own(&site.admin, "CI", &["all"]).await.is_ok());
}

#[tokio::test]
async fn a_project_has_a_hundred_tokens_at_most() {
    let site = Site::start().await;
    site.create_service(&site.admin, "user", &[10]).await.unwrap();
    site.as_system(
        "INSERT INTO sessions (project_id, user_id, remember, ip, user_agent, created_at, refreshed_at, expires_at, is_token)
         SELECT project_id, user_id, false, '', '', created_at, created_at, created_at + interval '300 days', true FROM tokens, generate_series(1, 99);
         INSERT INTO tokens (project_id, user_id, session_id, is_service, name, hash, prefix, scopes, created_at)
         SELECT s.project_id, s.user_id, s.id, true, 'x', sha256(s.id::text::bytea), 'vst_0000', '{all}', s.created_at
         FROM sessions s WHERE s.is_token AND s.user_agent = '' AND NOT EXISTS (SELECT 1 FROM tokens t WHERE t.session_id = s.id)",
    )
    .await;
    assert_eq!(refusal(site.create_service(&site.admin, "user", &[10]).await).2["code"], "too_many_tokens");
}

#[tokio::test]
async fn tokens_are_no_sign_ins() {
    let site = Site::start().await;
    let (session_id, _) = site.session(&site.admin_email).await;
    let caller = Caller { session_id, ..site.admin.clone() };
    let (token, _) = site.own_token(&caller, &["all"]).await;
    let own = site.profiles().list_own_sessions(site.request(&caller, ListOwnSessionsRequest {})).await.unwrap().into_inner().items;
    assert_eq!(own.iter().map(|session| session.id).collect::<Vec<_>>(), [session_id]);
    let others = site.profiles().revoke_other_sessions(site.request(&caller, RevokeOtherSessionsRequest {})).await.unwrap();
    assert_eq!(others.into_inner().revoked, 0);
    let id = site.session_of_token(&token).await.unwrap();
    assert_eq!(code(site.profiles().revoke_own_session(site.request(&caller, RevokeOwnSessionRequest { id })).await), Code::NotFound);
    assert!(site.bearer(&token).await.is_ok(), "signing out everywhere else does not end it");
}

#[tokio::test]
async fn another_password_ends_the_tokens_of_the_account() {
    let site = Site::start().await;
    let anna = site.person("anna", "user", &[11]).await;
    let (session_id, _) = site.session(&anna.email).await;
    let caller = Caller { session_id, ..anna.caller.clone() };
    let (token, _) = site.own_token(&caller, &["all"]).await;
    let change = ChangeProfilePasswordRequest { old_password: PASSWORD.into(), new_password: NEW_PASSWORD.into() };
    site.profiles().change_profile_password(site.request(&caller, change)).await.unwrap();
    assert_eq!(code(site.bearer(&token).await), Code::NotFound);

    let boris = site.person("boris", "user", &[11]).await;
    let (token, _) = site.own_token(&boris.caller, &["all"]).await;
    let set = SetUserPasswordRequest { id: boris.id, new_password: NEW_PASSWORD.into() };
    site.users().set_user_password(site.request(&site.admin, set)).await.unwrap();
    assert_eq!(code(site.bearer(&token).await), Code::NotFound, "somebody else set the password");
}

#[tokio::test]
async fn a_token_dies_with_its_user_and_with_their_right_to_sign_in() {
    let site = Site::start().await;
    let anna = site.person("anna", "user", &[11]).await;
    let (token, _) = site.own_token(&anna.caller, &["all"]).await;
    let session = site.session_of_token(&token).await.unwrap();
    site.delete(&site.admin, anna.id).await.unwrap();
    assert_eq!(code(site.session_of_token(&token).await), Code::NotFound);
    assert_eq!(code(site.resolve(session).await), Code::NotFound);

    let boris = site.person("boris", "user", &[11]).await;
    let (token, _) = site.own_token(&boris.caller, &["all"]).await;
    site.patch(&site.admin, boris.id, &["is_active"], User { is_active: false, ..User::default() }).await.unwrap();
    assert_eq!(code(site.bearer(&token).await), Code::NotFound);
}

#[tokio::test]
async fn only_services_resolve_tokens_and_say_that_they_were_used() {
    let site = Site::start().await;
    let (token, _) = site.own_token(&site.admin, &["all"]).await;
    let hash = access_token::program::hash(&token).unwrap().to_vec();
    assert_eq!(code(site.tokens().resolve_token(site.request(&site.admin, ResolveTokenRequest { hash })).await), Code::PermissionDenied);
    let used = RecordTokenUseRequest { session_id: site.session_of_token(&token).await.unwrap(), ip: "192.0.2.1".into() };
    assert_eq!(code(site.tokens().record_token_use(site.request(&site.admin, used)).await), Code::PermissionDenied);
}

#[tokio::test]
async fn the_last_use_is_written_once_a_minute_at_most() {
    let site = Site::start().await;
    let (token, made) = site.own_token(&site.admin, &["all"]).await;
    assert_eq!((made.last_used_at, made.last_used_ip), (None, None));
    let session_id = site.session_of_token(&token).await.unwrap();
    let mut seen = Vec::new();
    for ip in ["192.0.2.1", "192.0.2.2", "192.0.2.3"] {
        let used = RecordTokenUseRequest { session_id, ip: ip.into() };
        site.tokens().record_token_use(site.app.context.signer.as_service("api-gateway", 0, used)).await.unwrap();
        seen.push(site.list_own(&site.admin).await.remove(0).last_used_ip.unwrap());
        site.app.context.clock.advance(Duration::seconds(40));
    }
    assert_eq!(seen, ["192.0.2.1", "192.0.2.1", "192.0.2.3"]);
}

#[tokio::test]
async fn nobody_lists_or_revokes_a_token_of_somebody_else() {
    let site = Site::start().await;
    let anna = site.person("anna", "administrator", &[11]).await;
    let (token, made) = site.own_token(&site.admin, &["all"]).await;
    assert_eq!(site.list_own(&anna.caller).await, []);
    let revoke = async |caller: &Caller, id| site.tokens().revoke_own_token(site.request(caller, RevokeOwnTokenRequest { id })).await;
    assert_eq!(code(revoke(&anna.caller, made.id).await), Code::NotFound);
    let service = site.create_service(&site.admin, "user", &[10]).await.unwrap().item.unwrap();
    assert_eq!(code(revoke(&site.admin, service.id).await), Code::NotFound, "a token of the project is nobody's own");
    let as_service = RevokeServiceTokenRequest { id: made.id };
    assert_eq!(code(site.tokens().revoke_service_token(site.request(&site.admin, as_service)).await), Code::NotFound);
    assert!(site.bearer(&token).await.is_ok());
}

#[tokio::test]
async fn another_project_sees_and_revokes_no_token() {
    let site = Site::start().await;
    let other = identity::bootstrap(&site.app.context, "Other", &site.email("other"), PASSWORD, "Olga").await.unwrap();
    let other_administrator = crate::site::administrator(&other);
    let service = site.create_service(&site.admin, "user", &[10]).await.unwrap();
    let (_, own) = site.own_token(&site.admin, &["all"]).await;
    assert_eq!(site.list_service(&other_administrator).await.unwrap(), []);
    assert_eq!(site.list_own(&other_administrator).await, []);
    let id = service.item.unwrap().id;
    assert_eq!(code(site.tokens().revoke_service_token(site.request(&other_administrator, RevokeServiceTokenRequest { id })).await), Code::NotFound);
    assert_eq!(code(site.tokens().revoke_own_token(site.request(&other_administrator, RevokeOwnTokenRequest { id: own.id })).await), Code::NotFound);
    assert!(site.bearer(&service.token).await.is_ok());
    let mut tx = site.app.context.database.tenant(other.project_id).await.unwrap();
    for table in ["tokens", "token_domains"] {
        let statement = format!("SELECT count(*) FROM {table}");
        let seen: i64 = sqlx::query_scalar(sqlx::AssertSqlSafe(statement)).fetch_one(&mut *tx).await.unwrap();
        assert_eq!(seen, 0, "{table}");
    }
}

#[tokio::test]
async fn the_audit_log_names_the_token_by_which_something_was_done() {
    let site = Site::start().await;
    let (token, _) = site.own_token(&site.admin, &["all"]).await;
    let bearer = Caller { user_name: "Alex".into(), ..site.bearer(&token).await.unwrap() };
    site.create(&bearer, site.new_user("anna", "user", &[10])).await.unwrap();
    let service = site.bearer(&site.create_service(&site.admin, "group_administrator", &[10]).await.unwrap().token).await.unwrap();
    site.create(&service, site.new_user("boris", "user", &[10])).await.unwrap();
    site.deliver_audit().await;
    let log = AuditEventService(site.identity.clone());
    let events = log.list_audit_events(site.request(&site.admin, ListAuditEventsRequest::default())).await.unwrap().into_inner().items;
    let named = |name: &str| {
        let event = events.iter().find(|event| event.resource == "users" && event.resource_name == name && event.action == "create").unwrap();
        (event.user.clone().unwrap().name, event.token_name.clone())
    };
    assert_eq!(named("anna"), ("Alex".into(), "CI".into()));
    assert_eq!(named("boris"), ("Barrier".into(), "Barrier".into()));
    let signed_in = events.iter().find(|event| event.resource == "tokens").unwrap();
    assert_eq!(signed_in.token_name, "");
    identity::verify_project_audit(&site.app.context, site.project).await.unwrap();
}

#[tokio::test]
async fn a_suspended_project_takes_no_tokens_until_it_goes_on() {
    let site = Site::start().await;
    let made = site.create_service(&site.admin, "user", &[10]).await.unwrap();
    let suspend = async |suspended: bool| site.as_system(&format!("UPDATE projects SET suspended = {suspended} WHERE id = {}", site.project)).await;
    suspend(true).await;
    assert_eq!(code(site.bearer(&made.token).await), Code::NotFound);
    suspend(false).await;
    assert!(site.bearer(&made.token).await.is_ok());
}

#[tokio::test]
async fn lists_and_creation_take_as_many_statements_for_many_tokens_and_groups_as_for_few() {
    let site = Site::start().await;
    let count = async |groups: &[i64]| {
        let (made, of_own) = statements(site.create_own(&site.admin, "CI", &["all"])).await;
        made.unwrap();
        let (made, of_service) = statements(site.create_service(&site.admin, "user", groups)).await;
        made.unwrap();
        let (_, of_own_list) = statements(site.list_own(&site.admin)).await;
        let (listed, of_list) = statements(site.list_service(&site.admin)).await;
        listed.unwrap();
        [of_own.len(), of_service.len(), of_own_list.len(), of_list.len()]
    };
    count(&[10]).await; // connections are made
    let few = count(&[10]).await;
    assert_eq!(count(&[10, 11, 12, 20]).await, few);
    assert_eq!((few[2], few[3]), (1, 2));
}
