use kit::outgoing::{Allowed, Authorities, Outgoing};
use policy::{Caller, Permission};
use prost_types::FieldMask;
use proto::vestibule::events::v1::AuditRecorded;
use proto::vestibule::identity::v1::identity_providers_server::IdentityProviders;
use proto::vestibule::identity::v1::profiles_server::Profiles;
use proto::vestibule::identity::v1::sessions_server::Sessions;
use proto::vestibule::identity::v1::*;
use tonic::{Code, Status};

use crate::openid_provider::{CLIENT_ID, Person, Provider, SECRET};
use crate::site::{PASSWORD, PUBLIC_URL, Site, code, fields, reference, refusal};

const ALL: [&str; 9] = ["is_enabled", "is_listed", "name", "issuer_url", "client_id", "client_secret", "scopes", "role", "domain"];

impl Site {
    async fn get_provider(&self, caller: &Caller) -> Result<IdentityProvider, Status> {
        Ok(self.providers().get_identity_provider(self.request(caller, GetIdentityProviderRequest {})).await?.into_inner())
    }

    async fn set_provider(&self, caller: &Caller, paths: &[&str], provider: IdentityProvider) -> Result<IdentityProvider, Status> {
        let update_mask = Some(FieldMask { paths: paths.iter().map(|path| path.to_string()).collect() });
        let request = self.request(caller, UpdateIdentityProviderRequest { provider: Some(provider), update_mask });
        Ok(self.providers().update_identity_provider(request).await?.into_inner())
    }

    async fn listed(&self, project: Option<String>) -> Vec<ListedProvider> {
        let request = self.request(&testing::nobody(), ListIdentityProvidersRequest { project });
        self.providers().list_identity_providers(request).await.unwrap().into_inner().items
    }

    async fn begin(&self, id: i64) -> Result<ProviderLogin, Status> {
        let request = self.request(&testing::nobody(), StartProviderLoginRequest { id, remember: false });
        Ok(self.providers().start_provider_login(request).await?.into_inner())
    }

    async fn finish_with(&self, code: &str, state: &str) -> Result<LoginResponse, Status> {
        let caller = Caller { ip: self.unique.clone(), ..testing::nobody() };
        let request = self.request(&caller, FinishProviderLoginRequest { code: code.into(), state: state.into() });
        Ok(self.providers().finish_provider_login(request).await?.into_inner())
    }

    async fn confirm_login(&self, ticket: &str, code: &str) -> Result<LoginResponse, Status> {
        let caller = Caller { ip: self.unique.clone(), ..testing::nobody() };
        let request = self.request(&caller, LoginSecondFactorRequest { ticket: ticket.into(), code: code.into() });
        Ok(self.sessions().login_second_factor(request).await?.into_inner())
    }

    /// Gives the password where it is asked for.
    async fn finish(&self, code: &str, state: &str) -> Result<Vec<Session>, Status> {
        let answer = self.finish_with(code, state).await?;
        match answer.second_factor {
            Some(demand) if demand.methods == ["password"] => Ok(self.confirm_login(&demand.ticket, PASSWORD).await?.sessions),
            _ => Ok(answer.sessions),
        }
    }

    /// With a provider that is listed; its id here.
    async fn with_provider(&self) -> (Provider, i64) {
        let provider = Provider::start().await;
        self.set_provider(&self.dealers_caller(), &ALL, settings(&provider)).await.unwrap();
        let id = self.listed(None).await[0].id;
        (provider, id)
    }

    /// Signs in as a person, all the way.
    async fn sign_in_by(&self, provider: &Provider, id: i64, person: Person) -> Result<Vec<Session>, Status> {
        let started = self.begin(id).await?;
        self.finish(&provider.sign_in(&started.url, person), &started.state).await
    }
}

fn settings(provider: &Provider) -> IdentityProvider {
    IdentityProvider {
        is_enabled: true,
        is_listed: true,
        name: "Work".into(),
        issuer_url: provider.url.clone(),
        client_id: CLIENT_ID.into(),
        client_secret: Some(SECRET.into()),
        scopes: vec!["email".into(), "profile".into()],
        ..Default::default()
    }
}

fn person(email: &str) -> Person {
    Person { subject: format!("subject of {email}"), email: email.into(), is_verified: true, name: Some("Anna of Work".into()) }
}

#[tokio::test]
async fn a_user_signs_in_by_the_provider_to_its_project_alone() {
    let site = Site::start().await;
    identity::bootstrap(&site.app.context, "Other", &site.admin_email, PASSWORD, "Alex").await.unwrap();
    let (provider, id) = site.with_provider().await;
    let sessions = site.sign_in_by(&provider, id, person(&site.admin_email.to_uppercase())).await.unwrap();
    assert_eq!(sessions.len(), 1);
    let live = site.resolve(site.session_id(&sessions[0].token)).await.unwrap();
    assert_eq!((live.project_id, live.user_id), (site.project, site.admin.user_id));
}

#[tokio::test]
async fn an_e_mail_that_the_provider_has_not_verified_is_refused() {
    let site = Site::start().await;
    let (provider, id) = site.with_provider().await;
    let refused = site.sign_in_by(&provider, id, Person { is_verified: false, ..person(&site.admin_email) }).await;
    assert_eq!(refusal(refused).1, "invalid credentials");
}

#[tokio::test]
async fn whoever_is_no_user_is_refused_where_nobody_is_made() {
    let site = Site::start().await;
    let (provider, id) = site.with_provider().await;
    assert_eq!(refusal(site.sign_in_by(&provider, id, person(&site.email("eva"))).await).1, "invalid credentials");
    assert_eq!(site.names(&site.admin, Default::default()).await.unwrap(), ["Alex"]);
}

#[tokio::test]
async fn a_user_is_made_at_the_first_sign_in_where_role_and_group_are_set() {
    let site = Site::start().await;
    let (provider, id) = site.with_provider().await;
    let made = IdentityProvider { role: Some(reference(site.roles["user"])), domain: Some(reference(11)), ..Default::default() };
    site.set_provider(&site.admin, &["role", "domain"], made).await.unwrap();
    let eva = person(&site.email("eva"));
    let first = site.sign_in_by(&provider, id, eva.clone()).await.unwrap().remove(0);
    let live = site.resolve(site.session_id(&first.token)).await.unwrap();
    assert_eq!((live.role_id, live.domain_ids, live.user_name.as_str()), (site.roles["user"], vec![11], "Anna of Work"));
    // The provider has proved the e-mail.
    let caller = testing::someone(live.project_id, live.user_id, [], &[]);
    assert!(site.profiles().get_profile(site.request(&caller, GetProfileRequest {})).await.unwrap().into_inner().is_verified);
    // From then on the subject is known, whatever the e-mail.
    let renamed = Person { email: site.email("eva-married"), ..eva };
    let second = site.sign_in_by(&provider, id, renamed).await.unwrap().remove(0);
    assert_eq!(site.resolve(site.session_id(&second.token)).await.unwrap().user_id, live.user_id);
}

#[tokio::test]
async fn a_user_who_is_not_active_is_refused_and_not_made_anew() {
    let site = Site::start().await;
    let (provider, id) = site.with_provider().await;
    let made = IdentityProvider { role: Some(reference(site.roles["user"])), domain: Some(reference(11)), ..Default::default() };
    site.set_provider(&site.admin, &["role", "domain"], made).await.unwrap();
    let anna = site.person("anna", "user", &[11]).await;
    site.patch(&site.admin, anna.id, &["is_active"], Default::default()).await.unwrap();
    assert_eq!(code(site.sign_in_by(&provider, id, person(&anna.email)).await), Code::Unauthenticated);
    assert_eq!(site.names(&site.admin, Default::default()).await.unwrap().len(), 2);
}

#[tokio::test]
async fn a_state_is_good_once_and_for_ten_minutes() {
    let site = Site::start().await;
    let (provider, id) = site.with_provider().await;
    let started = site.begin(id).await.unwrap();
    site.finish(&provider.sign_in(&started.url, person(&site.admin_email)), &started.state).await.unwrap();
    let again = provider.sign_in(&started.url, person(&site.admin_email));
    assert_eq!(refusal(site.finish(&again, &started.state).await).1, "invalid credentials");
    assert_eq!(refusal(site.finish(&again, "made-up").await).1, "invalid credentials");
    let late = site.begin(id).await.unwrap();
    site.app.context.clock.advance(time::Duration::minutes(10));
    let code_of_late = provider.sign_in(&late.url, person(&site.admin_email));
    assert_eq!(code(site.finish(&code_of_late, &late.state).await), Code::Unauthenticated);
}

#[tokio::test]
async fn a_code_of_another_attempt_is_refused() {
    let site = Site::start().await;
    let (provider, id) = site.with_provider().await;
    let (mine, others) = (site.begin(id).await.unwrap(), site.begin(id).await.unwrap());
    // PKCE: the code belongs to the other's verifier.
    let stolen = provider.sign_in(&others.url, person(&site.admin_email));
    assert_eq!(code(site.finish(&stolen, &mine.state).await), Code::Unauthenticated);
    // The nonce: the token was made for another attempt.
    let replayed = provider.sign_in(&others.url, person(&site.admin_email));
    provider.spoil_nonce(&replayed);
    assert_eq!(code(site.finish(&replayed, &others.state).await), Code::Unauthenticated);
    assert_eq!(code(site.finish("made-up", &site.begin(id).await.unwrap().state).await), Code::Unauthenticated);
}

#[tokio::test]
async fn providers_are_listed_to_everybody_or_to_whoever_names_the_project() {
    let site = Site::start().await;
    let (_, id) = site.with_provider().await;
    let listed = site.listed(None).await;
    assert_eq!((listed[0].name.as_str(), listed[0].project_name.as_str()), ("Work", "Site"));
    site.set_provider(&site.admin, &["is_listed"], IdentityProvider::default()).await.unwrap();
    assert_eq!(site.listed(None).await, []);
    let uid = site.login(&site.admin_email, PASSWORD).await.unwrap().remove(0).project.unwrap().uid;
    assert_eq!(site.listed(Some(uid.clone())).await.len(), 1);
    assert_eq!(site.listed(Some("no uid".into())).await, []);
    site.set_provider(&site.admin, &["is_enabled"], IdentityProvider::default()).await.unwrap();
    assert_eq!(site.listed(Some(uid)).await, []);
    assert_eq!(code(site.begin(id).await), Code::NotFound);
}

#[tokio::test]
async fn the_secret_is_sealed_masked_and_unchanged_when_it_comes_back() {
    let site = Site::start().await;
    let (provider, id) = site.with_provider().await;
    let displayed = site.get_provider(&site.admin).await.unwrap();
    assert_eq!((displayed.client_secret.as_deref(), displayed.redirect_url), (Some("********"), format!("{PUBLIC_URL}/login/callback")));
    let back = IdentityProvider { client_secret: Some("********".into()), name: "Home".into(), ..Default::default() };
    assert_eq!(site.set_provider(&site.admin, &["client_secret", "name"], back).await.unwrap().name, "Home");
    assert!(site.set_provider(&site.admin, &["client_secret"], IdentityProvider::default()).await.is_ok(), "null leaves it as it is");
    site.sign_in_by(&provider, id, person(&site.admin_email)).await.unwrap();
    let recorded = site.events::<AuditRecorded>("audit.recorded").await;
    assert!(recorded.iter().any(|event| event.resource == "settings/identity-provider"));
    assert!(recorded.iter().all(|event| !event.after.contains(SECRET)));
    let mut tx = site.app.context.database.system().await.unwrap();
    let kept: Vec<u8> = sqlx::query_scalar("SELECT client_secret FROM identity_providers").fetch_one(&mut *tx).await.unwrap();
    assert!(!kept.windows(SECRET.len()).any(|window| window == SECRET.as_bytes()));
}

#[tokio::test]
async fn nobody_has_users_made_with_more_rights_or_out_of_their_reach() {
    let mut site = Site::start().await;
    site.make_role("basic", &[], &[]).await;
    site.make_role("settings", &[Permission::CanChangeProjectSettings, Permission::CanManageSelfDomainUsers], &["basic"]).await;
    let tom = site.person("tom", "settings", &[11]).await;
    let with =
        |role: &str, group: i64| IdentityProvider { role: Some(reference(site.roles[role])), domain: Some(reference(group)), ..Default::default() };
    assert_eq!(code(site.set_provider(&tom.caller, &["role", "domain"], with("administrator", 11)).await), Code::PermissionDenied);
    let far = site.set_provider(&tom.caller, &["role", "domain"], with("basic", 20)).await;
    assert_eq!(refusal(far).1, "invalid related entity sent");
    assert!(site.set_provider(&tom.caller, &["role", "domain"], with("basic", 11)).await.is_ok());
}

#[tokio::test]
async fn a_provider_needs_what_it_is_switched_on_with() {
    let site = Site::start().await;
    let refused = fields(site.set_provider(&site.admin, &["is_enabled"], IdentityProvider { is_enabled: true, ..Default::default() }).await);
    assert_eq!(refused, serde_json::json!({ "name": "required", "issuer_url": "required", "client_id": "required" }));
    let half = IdentityProvider { role: Some(reference(site.roles["user"])), ..Default::default() };
    assert_eq!(fields(site.set_provider(&site.admin, &["role"], half).await), serde_json::json!({ "domain": "required" }));
}

#[tokio::test]
async fn the_group_of_new_users_has_a_name_for_whoever_sees_it() {
    let site = Site::start().await;
    let made = IdentityProvider { role: Some(reference(site.roles["user"])), domain: Some(reference(20)), ..Default::default() };
    let seen = site.set_provider(&site.admin, &["role", "domain"], made).await.unwrap().domain.unwrap();
    assert!(seen.id == 20 && !seen.name.is_empty());
    let viewer = testing::someone(site.project, 7, [Permission::CanViewProjectSettings], &[10]);
    assert_eq!(site.get_provider(&viewer).await.unwrap().domain, Some(reference(20)));
}

#[tokio::test]
async fn the_settings_need_the_right_to_the_projects() {
    let site = Site::start().await;
    let viewer = testing::someone(site.project, 7, [Permission::CanViewProjectSettings], &[]);
    let defaults = site.get_provider(&viewer).await.unwrap();
    assert_eq!((defaults.is_enabled, defaults.scopes), (false, vec!["email".to_string(), "profile".to_string()]));
    assert_eq!(code(site.set_provider(&viewer, &["name"], IdentityProvider::default()).await), Code::PermissionDenied);
    assert_eq!(code(site.get_provider(&testing::someone(site.project, 8, [], &[])).await), Code::PermissionDenied);
}

#[tokio::test]
async fn providers_in_private_networks_are_not_called_unless_the_operator_allows_them() {
    let mut site = Site::start().await;
    let (_, id) = site.with_provider().await;
    let mut context = site.app.context.clone();
    context.outgoing = Outgoing::new(Allowed::Public, Authorities::default()).unwrap();
    site.identity = identity::App::new(context, &identity::Config::default()).unwrap();
    assert_eq!(code(site.begin(id).await), Code::Unavailable);
}

#[tokio::test]
async fn a_user_with_a_password_confirms_the_first_sign_in_by_the_provider_with_it() {
    let site = Site::start().await;
    let (provider, id) = site.with_provider().await;
    let anna = site.person("anna", "user", &[11]).await;
    let begin = async || {
        let started = site.begin(id).await.unwrap();
        site.finish_with(&provider.sign_in(&started.url, person(&anna.email)), &started.state).await.unwrap()
    };
    let demand = begin().await.second_factor.unwrap();
    assert_eq!(demand.methods, ["password"]);
    assert_eq!(code(site.confirm_login(&demand.ticket, "wrong password").await), Code::Unauthenticated);
    assert_eq!(site.confirm_login(&demand.ticket, PASSWORD).await.unwrap().sessions.len(), 1);
    assert_eq!(begin().await.sessions.len(), 1, "from then on the subject is theirs");
}

#[tokio::test]
async fn the_second_factor_of_the_account_is_asked_for_after_the_provider() {
    let site = Site::start().await;
    let (provider, id) = site.with_provider().await;
    let anna = site.person("anna", "user", &[11]).await;
    let secret = site.start_totp(&anna.caller, PASSWORD).await.unwrap().secret;
    site.confirm_totp(&anna.caller, &site.totp_code(&secret, -1)).await.unwrap();
    let started = site.begin(id).await.unwrap();
    let first = site.finish_with(&provider.sign_in(&started.url, person(&anna.email)), &started.state).await.unwrap();
    let confirmed = site.confirm_login(&first.second_factor.unwrap().ticket, PASSWORD).await.unwrap();
    let demand = confirmed.second_factor.unwrap();
    assert!(confirmed.sessions.is_empty() && demand.methods.contains(&"totp".to_string()));
    let sessions = site.confirm_login(&demand.ticket, &site.totp_code(&secret, 0)).await.unwrap().sessions;
    assert_eq!(site.resolve(site.session_id(&sessions[0].token)).await.unwrap().user_id, anna.id);
}

#[tokio::test]
async fn a_provider_signs_in_nobody_who_may_do_more_than_whoever_saved_it() {
    let mut site = Site::start().await;
    site.make_role("settings", &[Permission::CanChangeProjectSettings, Permission::CanViewProjectSettings], &[]).await;
    site.make_role("visitor", &[], &[]).await;
    let (provider, id) = site.with_provider().await;
    let tom = site.person("tom", "settings", &[11]).await;
    let visitor = site.person("vera", "visitor", &[11]).await;
    site.set_provider(&tom.caller, &["name"], IdentityProvider { name: "Mine".into(), ..Default::default() }).await.unwrap();
    assert_eq!(code(site.sign_in_by(&provider, id, person(&site.admin_email)).await), Code::Unauthenticated);
    assert_eq!(site.sign_in_by(&provider, id, person(&visitor.email)).await.unwrap().len(), 1);
    site.set_provider(&site.admin, &["name"], IdentityProvider { name: "Work".into(), ..Default::default() }).await.unwrap();
    assert_eq!(site.sign_in_by(&provider, id, person(&site.admin_email)).await.unwrap().len(), 1);
}

#[tokio::test]
async fn a_session_that_a_provider_opened_carries_no_rights_of_a_dealer() {
    let site = Site::start().await;
    let (provider, id) = site.with_provider().await;
    let sessions = site.sign_in_by(&provider, id, person(&site.admin_email)).await.unwrap();
    assert_eq!(site.resolve(site.session_id(&sessions[0].token)).await.unwrap().dealer_id, 0);
    let (own, _) = site.session(&site.admin_email).await;
    assert_ne!(site.resolve(own).await.unwrap().dealer_id, 0);
}

#[tokio::test]
async fn the_secret_of_one_issuer_never_goes_to_another() {
    let site = Site::start().await;
    site.with_provider().await;
    let moved = IdentityProvider { issuer_url: "https://elsewhere.test".into(), ..Default::default() };
    let refused = fields(site.set_provider(&site.admin, &["issuer_url"], moved.clone()).await);
    assert_eq!(refused, serde_json::json!({ "client_secret": "required with another server" }));
    let with_secret = IdentityProvider { client_secret: Some("another".into()), ..moved };
    assert!(site.set_provider(&site.admin, &["issuer_url", "client_secret"], with_secret).await.is_ok());
}

#[tokio::test]
async fn a_provider_is_put_on_everybodys_sign_in_page_by_the_dealer_alone() {
    let site = Site::start().await;
    let listed = || IdentityProvider { is_listed: true, ..Default::default() };
    assert_eq!(code(site.set_provider(&site.admin, &["is_listed"], listed()).await), Code::PermissionDenied);
    assert!(site.set_provider(&site.dealers_caller(), &["is_listed"], listed()).await.is_ok());
    assert!(site.set_provider(&site.admin, &["is_listed"], listed()).await.is_ok(), "it stays listed");
}
