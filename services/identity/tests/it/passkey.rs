use policy::Caller;
use prost_types::value::Kind;
use prost_types::{ListValue, Struct};
use proto::vestibule::identity::v1::second_factors_server::SecondFactors;
use proto::vestibule::identity::v1::sessions_server::Sessions;
use proto::vestibule::identity::v1::*;
use serde_json::Value;
use tonic::{Code, Status};

use crate::authenticator::Authenticator;
use crate::site::{PASSWORD, Site, code, fields, refusal};

fn to_proto(value: &Value) -> prost_types::Value {
    let kind = match value {
        Value::Null => Kind::NullValue(0),
        Value::Bool(value) => Kind::BoolValue(*value),
        Value::Number(number) => Kind::NumberValue(number.as_f64().unwrap()),
        Value::String(text) => Kind::StringValue(text.clone()),
        Value::Array(items) => Kind::ListValue(ListValue { values: items.iter().map(to_proto).collect() }),
        Value::Object(object) => Kind::StructValue(Struct { fields: object.iter().map(|(key, value)| (key.clone(), to_proto(value))).collect() }),
    };
    prost_types::Value { kind: Some(kind) }
}

fn to_struct(value: &Value) -> Option<Struct> {
    let Some(Kind::StructValue(object)) = to_proto(value).kind else { panic!("an object") };
    Some(object)
}

fn to_json(object: &Struct) -> Value {
    fn value(of: &prost_types::Value) -> Value {
        match of.kind.as_ref().unwrap() {
            Kind::NullValue(_) => Value::Null,
            Kind::BoolValue(value) => Value::from(*value),
            Kind::NumberValue(number) => Value::from(*number),
            Kind::StringValue(text) => Value::from(text.as_str()),
            Kind::ListValue(list) => list.values.iter().map(value).collect(),
            Kind::StructValue(object) => to_json(object),
        }
    }
    Value::Object(object.fields.iter().map(|(key, inner)| (key.clone(), value(inner))).collect())
}

impl Site {
    async fn start_passkey(&self, caller: &Caller) -> (String, Value) {
        let request = self.request(caller, StartPasskeyRequest { password: PASSWORD.into() });
        let challenge = self.second_factors().start_passkey(request).await.unwrap().into_inner();
        (challenge.state, to_json(&challenge.options.unwrap()))
    }

    async fn add_passkey(&self, caller: &Caller, state: &str, credential: &Value) -> Result<Passkey, Status> {
        let request = AddPasskeyRequest { state: state.into(), name: "Key".into(), credential: to_struct(credential) };
        Ok(self.second_factors().add_passkey(self.request(caller, request)).await?.into_inner())
    }

    /// A passkey of the administrator.
    async fn with_passkey(&self) -> (Authenticator, Passkey) {
        let mut authenticator = Authenticator::new();
        let (state, options) = self.start_passkey(&self.admin).await;
        let passkey = self.add_passkey(&self.admin, &state, &authenticator.create(&options)).await.unwrap();
        (authenticator, passkey)
    }

    async fn challenge(&self, ticket: Option<String>) -> Result<(String, Value), Status> {
        let request = self.request(&testing::nobody(), StartPasskeyLoginRequest { ticket });
        let challenge = self.sessions().start_passkey_login(request).await?.into_inner();
        Ok((challenge.state, to_json(&challenge.options.unwrap())))
    }

    async fn answer(&self, state: &str, credential: &Value) -> Result<LoginResponse, Status> {
        let caller = Caller { ip: self.unique.clone(), ..testing::nobody() };
        let request = LoginPasskeyRequest { state: state.into(), credential: to_struct(credential), remember: false };
        Ok(self.sessions().login_passkey(self.request(&caller, request)).await?.into_inner())
    }
}

#[tokio::test]
async fn a_passkey_is_added_listed_and_deleted_and_each_is_audited() {
    let site = Site::start().await;
    let (_, passkey) = site.with_passkey().await;
    assert_eq!(site.state().await.passkeys, std::slice::from_ref(&passkey));
    let delete = |caller: &Caller| site.request(caller, DeletePasskeyRequest { id: passkey.id });
    let anna = site.person("anna", "user", &[11]).await;
    assert_eq!(code(site.second_factors().delete_passkey(delete(&anna.caller)).await), Code::NotFound);
    site.second_factors().delete_passkey(delete(&site.admin)).await.unwrap();
    assert_eq!(site.state().await.passkeys, []);
    let actions = site.actions().await;
    assert!(actions.contains(&"add passkey".to_string()) && actions.contains(&"delete passkey".to_string()), "{actions:?}");
}

#[tokio::test]
async fn what_a_browser_is_asked_names_the_host_and_wants_the_person_verified() {
    let site = Site::start().await;
    let (_, options) = site.start_passkey(&site.admin).await;
    assert_eq!(options["rp"]["id"], "vestibule.test");
    assert_eq!(options["user"]["name"], Value::from(site.admin_email.as_str()));
    assert_eq!(options["authenticatorSelection"]["residentKey"], "preferred");
    assert_eq!(options["authenticatorSelection"]["userVerification"], "required");
    assert_eq!(options["attestation"], "none");
}

#[tokio::test]
async fn a_passkey_is_the_second_factor_after_the_password() {
    let site = Site::start().await;
    let (mut authenticator, _) = site.with_passkey().await;
    let demand = site.password_login().await.second_factor.unwrap();
    assert_eq!(demand.methods, ["passkey"]);
    let (state, options) = site.challenge(Some(demand.ticket.clone())).await.unwrap();
    assert_eq!(options["allowCredentials"].as_array().unwrap().len(), 1);
    let signed_in = site.answer(&state, &authenticator.get(&options)).await.unwrap();
    assert_eq!(signed_in.sessions.len(), 1);
    assert!(site.state().await.passkeys[0].used_at.is_some());
    // The ticket is used up.
    assert_eq!(code(site.challenge(Some(demand.ticket)).await), Code::Unauthenticated);
}

#[tokio::test]
async fn a_passkey_signs_in_without_password() {
    let site = Site::start().await;
    let (mut authenticator, _) = site.with_passkey().await;
    let (state, options) = site.challenge(None).await.unwrap();
    assert!(options["allowCredentials"].as_array().is_none_or(Vec::is_empty));
    let signed_in = site.answer(&state, &authenticator.get(&options)).await.unwrap();
    let live = site.resolve(site.session_id(&signed_in.sessions[0].token)).await.unwrap();
    assert_eq!(live.user_id, site.admin.user_id);
}

#[tokio::test]
async fn a_challenge_is_answered_once_and_within_five_minutes() {
    let site = Site::start().await;
    let (mut authenticator, _) = site.with_passkey().await;
    let (state, options) = site.challenge(None).await.unwrap();
    let answer = authenticator.get(&options);
    site.answer(&state, &answer).await.unwrap();
    assert_eq!(refusal(site.answer(&state, &answer).await).1, "invalid credentials");
    let (late, options) = site.challenge(None).await.unwrap();
    site.app.context.clock.advance(time::Duration::minutes(5));
    assert_eq!(code(site.answer(&late, &authenticator.get(&options)).await), Code::Unauthenticated);
}

#[tokio::test]
async fn an_answer_for_another_challenge_site_or_key_is_refused() {
    let site = Site::start().await;
    let (mut authenticator, _) = site.with_passkey().await;
    let (_, other) = site.challenge(None).await.unwrap();
    let (state, _) = site.challenge(None).await.unwrap();
    assert_eq!(code(site.answer(&state, &authenticator.get(&other)).await), Code::Unauthenticated);

    let (state, options) = site.challenge(None).await.unwrap();
    authenticator.origin = "https://evil.test".into();
    assert_eq!(code(site.answer(&state, &authenticator.get(&options)).await), Code::Unauthenticated);

    let (state, options) = site.challenge(None).await.unwrap();
    assert_eq!(code(site.answer(&state, &Authenticator::new().get(&options)).await), Code::Unauthenticated);

    let (state, _) = site.challenge(None).await.unwrap();
    assert_eq!(code(site.answer(&state, &serde_json::json!({ "id": 7 })).await), Code::Unauthenticated);
}

#[tokio::test]
async fn a_changed_signature_is_refused() {
    let site = Site::start().await;
    let (mut authenticator, _) = site.with_passkey().await;
    let (state, options) = site.challenge(None).await.unwrap();
    let mut answer = authenticator.get(&options);
    let signed = answer["response"]["authenticatorData"].as_str().unwrap().to_string();
    authenticator.counter += 1;
    let other = authenticator.get(&options);
    assert_ne!(other["response"]["authenticatorData"].as_str().unwrap(), signed);
    answer["response"]["authenticatorData"] = other["response"]["authenticatorData"].clone();
    assert_eq!(code(site.answer(&state, &answer).await), Code::Unauthenticated);
}

#[tokio::test]
async fn whoever_is_not_verified_by_their_authenticator_is_refused() {
    let site = Site::start().await;
    let (mut authenticator, _) = site.with_passkey().await;
    authenticator.is_user_verified = false;
    let (state, options) = site.challenge(None).await.unwrap();
    assert_eq!(code(site.answer(&state, &authenticator.get(&options)).await), Code::Unauthenticated);
}

#[tokio::test]
async fn a_copied_key_gives_itself_away_by_its_counter() {
    let site = Site::start().await;
    let (mut authenticator, _) = site.with_passkey().await;
    let (state, options) = site.challenge(None).await.unwrap();
    site.answer(&state, &authenticator.get(&options)).await.unwrap();
    authenticator.counter -= 1;
    let (state, options) = site.challenge(None).await.unwrap();
    assert_eq!(code(site.answer(&state, &authenticator.get(&options)).await), Code::Unauthenticated);
}

#[tokio::test]
async fn somebody_elses_passkey_does_not_do_for_the_ticket() {
    let site = Site::start().await;
    let anna = site.person("anna", "user", &[11]).await;
    site.with_passkey().await;
    let mut annas = Authenticator::new();
    let (state, options) = site.start_passkey(&anna.caller).await;
    site.add_passkey(&anna.caller, &state, &annas.create(&options)).await.unwrap();
    let ticket = site.ticket().await;
    let (state, options) = site.challenge(Some(ticket)).await.unwrap();
    assert_eq!(code(site.answer(&state, &annas.get(&options)).await), Code::Unauthenticated);
}

#[tokio::test]
async fn a_passkey_is_made_for_the_account_that_asked() {
    let site = Site::start().await;
    let anna = site.person("anna", "user", &[11]).await;
    let (state, options) = site.start_passkey(&site.admin).await;
    let credential = Authenticator::new().create(&options);
    let stolen = site.add_passkey(&anna.caller, &state, &credential).await;
    assert_eq!(fields(stolen), serde_json::json!({ "state": "invalid token" }));
}

#[tokio::test]
async fn a_passkey_belongs_to_one_account() {
    let site = Site::start().await;
    let anna = site.person("anna", "user", &[11]).await;
    let (mut authenticator, _) = site.with_passkey().await;
    let (state, options) = site.start_passkey(&anna.caller).await;
    let again = site.add_passkey(&anna.caller, &state, &authenticator.create(&options)).await;
    assert_eq!(refusal(again).1, "value not unique");
}

#[tokio::test]
async fn an_account_holds_at_most_twenty_passkeys() {
    let site = Site::start().await;
    let (state, options) = site.start_passkey(&site.admin).await;
    for _ in 0..20 {
        site.with_passkey().await;
    }
    let one_more = site.add_passkey(&site.admin, &state, &Authenticator::new().create(&options)).await;
    assert_eq!(code(one_more), Code::FailedPrecondition);
    let request = site.request(&site.admin, StartPasskeyRequest { password: PASSWORD.into() });
    assert_eq!(code(site.second_factors().start_passkey(request).await), Code::FailedPrecondition);
}

#[tokio::test]
async fn everybody_is_asked_for_a_passkey_alike() {
    let site = Site::start().await;
    let (_, mut before) = site.challenge(None).await.unwrap();
    site.with_passkey().await;
    let (_, mut after) = site.challenge(None).await.unwrap();
    for options in [&mut before, &mut after] {
        assert!(options["challenge"].take().is_string());
    }
    assert_eq!(before, after);
    for made_up in ["x".to_string(), "A".repeat(43)] {
        assert_eq!(refusal(site.challenge(Some(made_up)).await).1, "invalid credentials");
    }
}
