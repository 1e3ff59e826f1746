//! Previews: shown, and sent to an address.
use policy::Caller;
use proto::vestibule::notifications::v1::mail_templates_server::MailTemplates as _;
use proto::vestibule::notifications::v1::{MailPreview, PreviewMailRequest, SendMailPreviewRequest};
use testing::{PROJECT, administrator, group_administrator};
use tonic::{Code, Response, Status};

use crate::harness::*;
use crate::mailbox::*;

fn text(domain_id: Option<i64>) -> PreviewMailRequest {
    PreviewMailRequest {
        mail_type_id: "registration_link".into(),
        subject: "{{inviter}} invites you to {{project}}".into(),
        body: "<p onclick=\"x()\">{{name}}, <a href=\"{{link}}\">come</a></p><script>x()</script>".into(),
        domain_id,
        locale: "en".into(),
    }
}

async fn preview(site: &Site, caller: &Caller, request: PreviewMailRequest) -> Result<MailPreview, Status> {
    site.templates.preview_mail(site.app.context.signer.request(caller, request)).await.map(Response::into_inner)
}

async fn send(site: &Site, caller: &Caller, email: &str, domain_id: Option<i64>) -> Result<(), Status> {
    let PreviewMailRequest { mail_type_id, subject, body, domain_id, locale } = text(domain_id);
    let request = SendMailPreviewRequest { mail_type_id, subject, body, domain_id, locale, email: email.into() };
    site.templates.send_mail_preview(site.app.context.signer.request(caller, request)).await.map(Response::into_inner)
}

#[tokio::test]
async fn a_preview_shows_samples_under_the_white_label_and_nothing_unsafe() {
    let site = Site::start().await;
    site.settings(1, None, Some(white_label("Riverside"))).await;
    let rendered = preview(&site, &administrator(PROJECT), text(None)).await.unwrap();
    assert_eq!(rendered.subject, "John Keeper invites you to Riverside");
    assert!(rendered.html.contains("Anna Smith") && !rendered.html.contains("onclick") && !rendered.html.contains("<script"));
    assert!(rendered.text.contains("come: https://"), "{}", rendered.text);
}

#[tokio::test]
async fn a_preview_of_an_invalid_template_is_refused() {
    let (site, admin) = (Site::start().await, administrator(PROJECT));
    let bad = PreviewMailRequest { body: "{{code}}".into(), ..text(None) };
    assert_eq!(field_error(&preview(&site, &admin, bad).await.unwrap_err(), "body"), "unknown macro code");
    let unknown_group = preview(&site, &admin, text(Some(99))).await.unwrap_err();
    assert_eq!(missing_entities(&unknown_group), ["group 99"]);
}

#[tokio::test]
async fn previews_need_the_right_to_change_such_templates() {
    let site = Site::start().await;
    let manager = group_administrator(PROJECT, 3, &[HOUSE]);
    assert!(preview(&site, &manager, text(Some(FLOOR))).await.is_ok());
    assert_eq!(preview(&site, &manager, text(None)).await.unwrap_err().code(), Code::PermissionDenied);
    assert_eq!(send(&site, &manager, "a@y.test", None).await.unwrap_err().code(), Code::PermissionDenied);
    assert_eq!(preview(&site, &caller(5), text(None)).await.unwrap_err().code(), Code::PermissionDenied);
}

#[tokio::test]
async fn a_preview_is_sent_to_the_caller_and_audited() {
    let (site, ann) = (Site::with_mail(catcher_config()).await, unique_email());
    site.user_with_email(1, ADMINISTRATOR, &ann).await;
    send(&site, &administrator(PROJECT), &ann, None).await.unwrap();
    assert_eq!(mail_of(&ann).await["subject"], "John Keeper invites you to Vestibule");
    assert_eq!(site.app.events().await.len(), 1);
    assert_eq!(field_error(&send(&site, &administrator(PROJECT), "ann", None).await.unwrap_err(), "email"), "must be e-mail");
}

#[tokio::test]
async fn a_preview_of_a_mail_about_accounts_says_that_the_installation_has_no_mail_server() {
    let (site, own) = (Site::start().await, unique_email());
    // The project's own sends no such mails.
    site.settings(1, Some(own_server(&site, "right")), None).await;
    site.user_with_email(1, ADMINISTRATOR, &own).await;
    let refused = send(&site, &administrator(PROJECT), &own, None).await.unwrap_err();
    assert_eq!((refused.code(), refused.message()), (Code::FailedPrecondition, "the installation has no mail server"));
}

#[tokio::test]
async fn a_preview_is_sent_to_the_callers_own_address_only() {
    let (site, own, other) = (Site::with_mail(catcher_config()).await, unique_email(), unique_email());
    let manager = group_administrator(PROJECT, 3, &[HOUSE]);
    let refused = send(&site, &manager, &own, Some(HOUSE)).await.unwrap_err();
    assert_eq!(field_error(&refused, "email"), "must be your own e-mail", "the address of the caller is not known");
    site.user_with_email(3, GROUP_ADMINISTRATOR, &own).await;
    site.user_with_email(1, ADMINISTRATOR, &other).await;
    assert_eq!(field_error(&send(&site, &manager, &other, Some(HOUSE)).await.unwrap_err(), "email"), "must be your own e-mail");
    assert_eq!(field_error(&send(&site, &administrator(PROJECT), &own, None).await.unwrap_err(), "email"), "must be your own e-mail");
    assert!(mails_of(&own).await.is_empty() && mails_of(&other).await.is_empty());
    send(&site, &manager, &own.to_uppercase(), Some(HOUSE)).await.unwrap();
}

#[tokio::test]
async fn a_user_has_30_mails_an_hour_sent_at_once() {
    let site = Site::with_mail(catcher_config()).await;
    let manager = group_administrator(PROJECT, 3, &[HOUSE]);
    site.user_with_email(3, GROUP_ADMINISTRATOR, "ann@refused.test").await;
    let own = unique_email();
    site.user_with_email(1, ADMINISTRATOR, &own).await;
    // At the same time: none of them may pass the limit before the others are counted.
    let sent = futures::future::join_all((0..40).map(|_| send(&site, &manager, "ann@refused.test", Some(HOUSE)))).await;
    let refused: Vec<_> = sent.into_iter().map(Result::unwrap_err).filter(|status| status.code() != Code::ResourceExhausted).collect();
    assert_eq!(refused.len(), 30);
    assert!(refused.iter().all(|status| field_error(status, "email") == "550 5.1.1 no such mailbox here"));
    send(&site, &administrator(PROJECT), &own, None).await.unwrap();
    let hour = std::time::Duration::from_secs(3600);
    assert!(site.end_rate_limit_windows().await.iter().all(|window| *window <= hour && *window > hour / 2));
    let refused = send(&site, &manager, "ann@refused.test", Some(HOUSE)).await.unwrap_err();
    assert_eq!(field_error(&refused, "email"), "550 5.1.1 no such mailbox here");
    assert_eq!(site.mail_worker.send_due().await.unwrap(), 0, "none of them is in the queue");
}
