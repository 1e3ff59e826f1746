use std::time::Duration;

use identity::{Config, LoginLimits};
use policy::Caller;
use proto::vestibule::events::v1::AuditRecorded;
use proto::vestibule::identity::v1::profiles_server::Profiles;
use proto::vestibule::identity::v1::second_factors_server::SecondFactors;
use proto::vestibule::identity::v1::sessions_server::Sessions;
use proto::vestibule::identity::v1::*;
use tonic::{Code, Status};
use totp_rs::{Builder, Secret};

use crate::site::{NEW_PASSWORD, PASSWORD, Site, code, fields, refusal};

impl Site {
    /// What the authenticator shows `steps` from now.
    pub fn totp_code(&self, secret: &str, steps: i64) -> String {
        let at = self.app.context.clock.now().unix_timestamp() + steps * 30;
        let totp = Builder::new().with_secret(Secret::try_from_base32(secret).unwrap()).with_account_name("x").build().unwrap();
        totp.generate(at as u64).to_string()
    }

    pub async fn start_totp(&self, caller: &Caller, password: &str) -> Result<TotpSecret, Status> {
        let request = self.request(caller, StartTotpRequest { password: password.into() });
        Ok(self.second_factors().start_totp(request).await?.into_inner())
    }

    pub async fn confirm_totp(&self, caller: &Caller, code: &str) -> Result<Vec<String>, Status> {
        let request = self.request(caller, ConfirmTotpRequest { code: code.into() });
        Ok(self.second_factors().confirm_totp(request).await?.into_inner().codes)
    }

    /// Switches the administrator's authenticator on: the secret, and the recovery codes.
    async fn enable_totp(&self) -> (String, Vec<String>) {
        let secret = self.start_totp(&self.admin, PASSWORD).await.unwrap().secret;
        let codes = self.confirm_totp(&self.admin, &self.totp_code(&secret, -1)).await.unwrap();
        (secret, codes)
    }

    pub async fn state(&self) -> SecondFactorState {
        self.second_factors().get_second_factors(self.request(&self.admin, GetSecondFactorsRequest {})).await.unwrap().into_inner()
    }

    pub async fn password_login(&self) -> LoginResponse {
        let request = LoginRequest { login: self.admin_email.clone(), password: PASSWORD.into(), remember: true, mobile_client: None };
        let caller = Caller { ip: self.unique.clone(), ..testing::nobody() };
        self.sessions().login(self.request(&caller, request)).await.unwrap().into_inner()
    }

    pub async fn ticket(&self) -> String {
        self.password_login().await.second_factor.unwrap().ticket
    }

    async fn second(&self, ticket: &str, code: &str) -> Result<LoginResponse, Status> {
        let caller = Caller { ip: self.unique.clone(), ..testing::nobody() };
        let request = self.request(&caller, LoginSecondFactorRequest { ticket: ticket.into(), code: code.into() });
        Ok(self.sessions().login_second_factor(request).await?.into_inner())
    }

    pub async fn actions(&self) -> Vec<String> {
        self.events::<AuditRecorded>("audit.recorded").await.into_iter().map(|event| event.action).collect()
    }
}

#[tokio::test]
async fn an_authenticator_counts_once_a_code_has_confirmed_it() {
    let site = Site::start().await;
    let started = site.start_totp(&site.admin, PASSWORD).await.unwrap();
    assert!(started.url.starts_with("otpauth://totp/Vestibule:") && started.url.contains(&started.secret));
    assert!(!site.state().await.is_totp_enabled);
    assert_eq!(site.password_login().await.sessions.len(), 1);
    let refused = site.confirm_totp(&site.admin, "000000").await;
    assert_eq!(fields(refused), serde_json::json!({ "code": "invalid confirmation code" }));
    let codes = site.confirm_totp(&site.admin, &site.totp_code(&started.secret, 0)).await.unwrap();
    assert_eq!(codes.len(), 10);
    let state = site.state().await;
    assert_eq!((state.is_totp_enabled, state.recovery_codes_left), (true, 10));
    assert!(site.actions().await.contains(&"enable authenticator".to_string()));
}

#[tokio::test]
async fn a_second_authenticator_is_refused_while_one_is_on() {
    let site = Site::start().await;
    site.enable_totp().await;
    assert_eq!(code(site.start_totp(&site.admin, PASSWORD).await), Code::FailedPrecondition);
}

#[tokio::test]
async fn second_factors_are_changed_with_the_password_only() {
    let site = Site::start().await;
    site.enable_totp().await;
    let refused = refusal(site.start_totp(&site.admin, "wrong password").await);
    assert_eq!((refused.0, refused.2["code"].as_str()), (Code::FailedPrecondition, Some("wrong_password")));
    let rpc = site.second_factors();
    let wrong = || "wrong password".to_string();
    assert!(rpc.disable_totp(site.request(&site.admin, DisableTotpRequest { password: wrong() })).await.is_err());
    assert!(rpc.renew_recovery_codes(site.request(&site.admin, RenewRecoveryCodesRequest { password: wrong() })).await.is_err());
    assert!(rpc.start_passkey(site.request(&site.admin, StartPasskeyRequest { password: wrong() })).await.is_err());
    assert!(site.state().await.is_totp_enabled);
}

#[tokio::test]
async fn the_secret_lies_sealed_and_recovery_codes_hashed() {
    let site = Site::start().await;
    let (secret, codes) = site.enable_totp().await;
    let mut tx = site.app.context.database.system().await.unwrap();
    let kept: String = sqlx::query_scalar(
        "SELECT (SELECT encode(secret, 'escape') || encode(secret, 'base64') FROM account_totp)
             || (SELECT string_agg(encode(hash, 'escape'), '') FROM account_recovery_codes)",
    )
    .fetch_one(&mut *tx)
    .await
    .unwrap();
    assert!(!kept.contains(&secret) && !kept.contains(&codes[0]) && !kept.contains(&codes[0].replace('-', "")));
}

#[tokio::test]
async fn a_right_password_asks_for_the_second_factor_and_gives_no_session() {
    let site = Site::start().await;
    let (secret, _) = site.enable_totp().await;
    let answer = site.password_login().await;
    assert!(answer.sessions.is_empty());
    let demand = answer.second_factor.unwrap();
    assert_eq!(demand.methods, ["totp", "recovery_code"]);
    let signed_in = site.second(&demand.ticket, &site.totp_code(&secret, 0)).await.unwrap();
    assert_eq!(signed_in.sessions.len(), 1);
    // What was asked for with the password is remembered.
    let live = site.resolve(site.session_id(&signed_in.sessions[0].token)).await.unwrap();
    assert_eq!(live.expires_at, testing::NOW.unix_timestamp() + 30 * 24 * 3600);
}

#[tokio::test]
async fn a_code_counts_once() {
    let site = Site::start().await;
    let (secret, _) = site.enable_totp().await;
    let code_now = site.totp_code(&secret, 0);
    assert!(site.second(&site.ticket().await, &code_now).await.is_ok());
    assert_eq!(refusal(site.second(&site.ticket().await, &code_now).await).1, "invalid credentials");
    // Nor does the one before it, though the tolerance covers it.
    assert!(site.second(&site.ticket().await, &site.totp_code(&secret, -1)).await.is_err());
    assert!(site.second(&site.ticket().await, &site.totp_code(&secret, 1)).await.is_ok());
}

#[tokio::test]
async fn a_recovery_code_counts_once() {
    let site = Site::start().await;
    let (_, codes) = site.enable_totp().await;
    assert!(site.second(&site.ticket().await, &codes[0].to_uppercase()).await.is_ok());
    assert!(site.second(&site.ticket().await, &codes[0]).await.is_err());
    assert!(site.second(&site.ticket().await, &codes[1].replace('-', "")).await.is_ok());
    assert_eq!(site.state().await.recovery_codes_left, 8);
}

#[tokio::test]
async fn new_recovery_codes_void_those_before() {
    let site = Site::start().await;
    let (_, before) = site.enable_totp().await;
    let request = site.request(&site.admin, RenewRecoveryCodesRequest { password: PASSWORD.into() });
    let after = site.second_factors().renew_recovery_codes(request).await.unwrap().into_inner().codes;
    assert!(site.second(&site.ticket().await, &before[0]).await.is_err());
    assert!(site.second(&site.ticket().await, &after[0]).await.is_ok());
    assert!(site.actions().await.contains(&"renew recovery codes".to_string()));
}

#[tokio::test]
async fn there_are_no_recovery_codes_without_a_second_factor() {
    let site = Site::start().await;
    let request = site.request(&site.admin, RenewRecoveryCodesRequest { password: PASSWORD.into() });
    assert_eq!(code(site.second_factors().renew_recovery_codes(request).await), Code::FailedPrecondition);
}

#[tokio::test]
async fn five_wrong_codes_void_the_ticket() {
    let site = Site::start().await;
    let (secret, _) = site.enable_totp().await;
    let ticket = site.ticket().await;
    for _ in 0..5 {
        assert_eq!(code(site.second(&ticket, "000000").await), Code::Unauthenticated);
    }
    let right = site.totp_code(&secret, 0);
    assert_eq!(refusal(site.second(&ticket, &right).await).1, "invalid credentials");
    assert!(site.second(&site.ticket().await, &right).await.is_ok());
}

#[tokio::test]
async fn wrong_codes_are_limited_across_tickets() {
    let limits = LoginLimits { account: 3, address: 100, window: Duration::from_secs(900) };
    let site = Site::with_config(Config { limits, ..Default::default() }).await;
    let (secret, _) = site.enable_totp().await;
    for _ in 0..3 {
        assert_eq!(code(site.second(&site.ticket().await, "000000").await), Code::Unauthenticated);
    }
    let answer = site.second(&site.ticket().await, &site.totp_code(&secret, 0)).await;
    assert_eq!(code(answer), Code::ResourceExhausted);
}

#[tokio::test]
async fn a_ticket_is_good_for_five_minutes_and_one_sign_in() {
    let site = Site::start().await;
    let (secret, codes) = site.enable_totp().await;
    let ticket = site.ticket().await;
    assert!(site.second(&ticket, &site.totp_code(&secret, 0)).await.is_ok());
    assert!(site.second(&ticket, &codes[0]).await.is_err());
    let late = site.ticket().await;
    site.app.context.clock.advance(time::Duration::minutes(5));
    assert!(site.second(&late, &site.totp_code(&secret, 0)).await.is_err());
    for made_up in ["x", &"A".repeat(43)] {
        assert_eq!(refusal(site.second(made_up, "000000").await).1, "invalid credentials");
    }
}

/// Two installations may share a Redis, and the first account of each has the same number.
#[tokio::test]
async fn a_ticket_of_another_installation_on_the_same_redis_is_none() {
    let (site, other) = (Site::start().await, Site::start().await);
    let (secret, _) = site.enable_totp().await;
    let (others_secret, _) = other.enable_totp().await;
    let ticket = site.ticket().await;
    assert_eq!(refusal(other.second(&ticket, &other.totp_code(&others_secret, 0)).await).1, "invalid credentials");
    assert!(site.second(&ticket, &site.totp_code(&secret, 0)).await.is_ok());
}

#[tokio::test]
async fn switching_off_forgets_the_recovery_codes_and_is_audited() {
    let site = Site::start().await;
    site.enable_totp().await;
    let off = || site.request(&site.admin, DisableTotpRequest { password: PASSWORD.into() });
    site.second_factors().disable_totp(off()).await.unwrap();
    assert_eq!(site.state().await, SecondFactorState::default());
    assert_eq!(site.password_login().await.sessions.len(), 1);
    assert!(site.actions().await.contains(&"disable authenticator".to_string()));
    assert_eq!(code(site.second_factors().disable_totp(off()).await), Code::NotFound);
}

#[tokio::test]
async fn a_new_password_keeps_the_second_factor_and_is_audited() {
    let site = Site::start().await;
    let (secret, _) = site.enable_totp().await;
    let request = ChangeProfilePasswordRequest { old_password: PASSWORD.into(), new_password: NEW_PASSWORD.into() };
    site.profiles().change_profile_password(site.request(&site.admin, request)).await.unwrap();
    assert!(site.actions().await.contains(&"change password".to_string()));
    assert!(site.login(&site.admin_email, NEW_PASSWORD).await.unwrap().is_empty());
    assert!(site.state().await.is_totp_enabled && !secret.is_empty());
}

#[tokio::test]
async fn no_second_factor_is_set_up_before_the_e_mail_was_proved() {
    use proto::vestibule::identity::v1::{SetUserPasswordRequest, StartPasskeyRequest, users_server::Users};
    let site = Site::start().await;
    let made = site.create(&site.admin, site.new_user("anna", "user", &[11])).await.unwrap();
    let anna = testing::someone(site.project, made.id, [], &[11]);
    let refused = refusal(site.start_totp(&anna, PASSWORD).await);
    assert_eq!(
        (refused.0, refused.1.as_str(), &refused.2["code"]),
        (Code::FailedPrecondition, "confirm your e-mail first", &serde_json::json!("email_not_proved"))
    );
    let start_passkey = async || {
        let request = site.request(&anna, StartPasskeyRequest { password: PASSWORD.into() });
        site.second_factors().start_passkey(request).await.map(|_| ())
    };
    assert_eq!(code(start_passkey().await), Code::FailedPrecondition);

    let token = site.recovery_token(&site.email("anna")).await;
    site.reset(&token, PASSWORD).await.unwrap();
    assert!(site.start_totp(&anna, PASSWORD).await.is_ok() && start_passkey().await.is_ok());

    // A password that somebody else set lets them in: they must not be able to stay.
    let set = SetUserPasswordRequest { id: made.id, new_password: NEW_PASSWORD.into() };
    site.users().set_user_password(site.request(&site.admin, set)).await.unwrap();
    assert_eq!(code(site.start_totp(&anna, NEW_PASSWORD).await), Code::FailedPrecondition);
}

#[tokio::test]
async fn what_was_set_up_before_the_first_proof_of_an_e_mail_ends_with_it() {
    let site = Site::start().await;
    let made = site.create(&site.admin, site.new_user("anna", "user", &[11])).await.unwrap();
    let email = site.email("anna");
    let (session, _) = site.session(&email).await;
    // As it was possible before such a proof was asked for.
    let key =
        "INSERT INTO account_passkeys (account_id, name, credential_id, credential, created_at) SELECT account_id, 'Key', 'theirs', '{}', now()";
    site.as_system(&format!("{key} FROM users WHERE id = {}", made.id)).await;
    let token = site.recovery_token(&email).await;
    site.reset(&token, NEW_PASSWORD).await.unwrap();
    assert_eq!(code(site.resolve(session).await), Code::NotFound);
    assert_eq!(site.login(&email, NEW_PASSWORD).await.unwrap().len(), 1, "no passkey is asked for");
}

#[tokio::test]
async fn a_new_second_factor_ends_the_other_sessions() {
    let site = Site::start().await;
    let (here, _) = site.session(&site.admin_email).await;
    let (elsewhere, _) = site.session(&site.admin_email).await;
    let caller = Caller { session_id: here, ..site.admin.clone() };
    let secret = site.start_totp(&caller, PASSWORD).await.unwrap().secret;
    assert!(site.resolve(elsewhere).await.is_ok(), "before it is on");
    site.confirm_totp(&caller, &site.totp_code(&secret, 0)).await.unwrap();
    assert_eq!(code(site.resolve(elsewhere).await), Code::NotFound);
    assert!(site.resolve(here).await.is_ok());
}
