//! What people do who are no users yet, and the mails that they get.
use identity::rpc::{PasswordService, RegistrationService};
use policy::Caller;
use proto::vestibule::events::v1::{AuditRecorded, MailRequested, ProjectGeneral, ProjectSettingsChanged, RegistrationUserType};
use proto::vestibule::identity::v1::passwords_server::Passwords;
use proto::vestibule::identity::v1::registrations_server::Registrations;
use proto::vestibule::identity::v1::users_server::Users;
use proto::vestibule::identity::v1::*;
use tonic::Status;

use crate::site::{PASSWORD, Site};

pub const INVITATION_CODE: &str = "HOUSE-7";

impl Site {
    /// Settings that open the project in both ways: newcomers are users of group 11, owners administer their object.
    pub fn open(&self) -> ProjectGeneral {
        let user_type = |name: &str, role: &str| RegistrationUserType { name: name.into(), role_id: self.roles[role] };
        ProjectGeneral {
            time_zone: "Europe/Amsterdam".into(),
            locale: "ru".into(),
            identifier_format: "hex".into(),
            registration_enabled: true,
            registration_role_id: self.roles["user"],
            registration_domain_id: 11,
            self_registration_enabled: true,
            // Of this test alone: counters of guesses are shared.
            invitation_code: self.invitation_code(),
            user_types: vec![user_type("owner", "group_administrator"), user_type("tenant", "user")],
            object_names: vec!["house".into(), "company".into()],
            ..Default::default()
        }
    }

    pub fn invitation_code(&self) -> String {
        format!("{INVITATION_CODE}-{}", self.unique)
    }

    pub async fn settings(&self, version: i64, general: ProjectGeneral) {
        let event = ProjectSettingsChanged { project_id: self.project, version, general: Some(general), ..Default::default() };
        self.deliver("domains.settings.changed", &event).await;
    }

    /// Not signed in, from an address of this site.
    pub fn stranger(&self) -> Caller {
        Caller { ip: self.unique.clone(), ..testing::nobody() }
    }

    pub fn registrations(&self) -> RegistrationService {
        RegistrationService(self.identity.clone())
    }

    pub async fn register(&self, name: &str) -> Result<RegisterResponse, Status> {
        let request = RegisterRequest { name: name.into(), login: self.email(name), password: PASSWORD.into(), project: None, locale: "ru".into() };
        self.register_as(request).await
    }

    pub async fn register_as(&self, request: RegisterRequest) -> Result<RegisterResponse, Status> {
        Ok(self.registrations().register(self.request(&self.stranger(), request)).await?.into_inner())
    }

    pub async fn resend(&self, registration: &str) -> Result<RegisterResponse, Status> {
        let request = ResendRegistrationRequest { code: registration.into() };
        Ok(self.registrations().resend_registration(self.request(&self.stranger(), request)).await?.into_inner())
    }

    pub async fn confirm(&self, registration: &str, code: &str) -> Result<(), Status> {
        let request = ConfirmEmailRequest { registration: registration.into(), code: code.into() };
        self.registrations().confirm_email(self.request(&self.stranger(), request)).await.map(|_| ())
    }

    pub async fn self_register(&self, name: &str, user_type: &str) -> Result<(), Status> {
        let request = SelfRegisterRequest {
            code: self.invitation_code(),
            user_name: name.into(),
            user_email: self.email(name),
            user_type: user_type.into(),
            object_name: format!("{name}'s house"),
            user_password: PASSWORD.into(),
            locale: "en".into(),
        };
        self.registrations().self_register(self.request(&self.stranger(), request)).await.map(|_| ())
    }

    pub async fn confirm_account(&self, token: &str) -> Result<(), Status> {
        let request = ConfirmAccountRequest { token: token.into() };
        self.registrations().confirm_account(self.request(&self.stranger(), request)).await.map(|_| ())
    }

    pub async fn invitation(&self, token: &str) -> Result<Invitation, Status> {
        let request = GetInvitationRequest { token: token.into() };
        Ok(self.registrations().get_invitation(self.request(&self.stranger(), request)).await?.into_inner())
    }

    pub async fn accept(&self, token: &str, password: &str) -> Result<Vec<Session>, Status> {
        let request = AcceptInvitationRequest { token: token.into(), password: password.into() };
        Ok(self.registrations().accept_invitation(self.request(&self.stranger(), request)).await?.into_inner().sessions)
    }

    pub async fn send_link(&self, caller: &Caller, id: i64) -> Result<(), Status> {
        self.users().send_registration_link(self.request(caller, SendRegistrationLinkRequest { id })).await.map(|_| ())
    }

    /// Somebody invited by the administrator: their id, and the token of the link.
    pub async fn invited(&self, name: &str) -> (i64, String) {
        let user = User { password: None, ..self.new_user(name, "user", &[11]) };
        let made = self.create(&self.admin, user).await.unwrap();
        (made.id, self.last_token(&self.email(name)).await)
    }

    pub async fn recover(&self, email: &str) -> Result<(), Status> {
        let request = RecoverPasswordRequest { email: email.into() };
        PasswordService(self.identity.clone()).recover_password(self.request(&self.stranger(), request)).await.map(|_| ())
    }

    pub async fn work_off_recoveries(&self) {
        identity::jobs::password_recovery::send_all(&self.identity).await.unwrap();
    }

    pub async fn reset(&self, code: &str, password: &str) -> Result<(), Status> {
        let request = ResetPasswordRequest { code: code.into(), password: password.into() };
        PasswordService(self.identity.clone()).reset_password(self.request(&self.stranger(), request)).await.map(|_| ())
    }

    /// The mails that were asked for to an address, oldest first.
    pub async fn mails(&self, email: &str) -> Vec<MailRequested> {
        self.events::<MailRequested>("mail.requested").await.into_iter().filter(|mail| mail.to_email == email).collect()
    }

    pub async fn last_mail(&self, email: &str) -> MailRequested {
        self.mails(email).await.pop().expect("a mail")
    }

    /// What the link of the last mail ends in.
    pub async fn last_token(&self, email: &str) -> String {
        self.last_mail(email).await.values["link"].rsplit('/').next().unwrap().to_string()
    }

    /// The six digits of the last mail.
    pub async fn last_code(&self, email: &str) -> String {
        self.last_mail(email).await.values["code"].clone()
    }

    pub async fn audited(&self, action: &str) -> Vec<AuditRecorded> {
        self.events::<AuditRecorded>("audit.recorded").await.into_iter().filter(|event| event.action == action).collect()
    }
}

/// Another code than this one.
pub fn wrong(code: &str) -> String {
    format!("{:06}", (code.parse::<u32>().unwrap() + 1) % 1_000_000)
}
