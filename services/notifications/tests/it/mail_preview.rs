//! Previews: shown, and sent to an address.
use policy::Caller;
use proto::vestibule::notifications::v1::mail_templates_server::MailTemplates as _;
use proto::vestibule::notifications::v1::{MailPreview, PreviewMailRequest, SendMailPreviewRequest};
use testing::{PROJECT, administrator, group_administrator};
use tonic::{Code, Response, Status};

use crate::mailbox::*;
use crate::site::*;

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
    site.settings(1, None, Some(label("Riverside"))).await;
    let shown = preview(&site, &administrator(PROJECT), text(None)).await.unwrap();
    assert_eq!(shown.subject, "John Keeper invites you to Riverside");
    assert!(shown.html.contains("Anna Smith") && !shown.html.contains("onclick") && !shown.html.contains("<script"));
    assert!(shown.text.contains("come: https://"), "{}", shown.text);
}

#[tokio::test]
async fn what_could_not_be_saved_is_not_shown() {
    let (site, admin) = (Site::start().await, administrator(PROJECT));
    let bad = PreviewMailRequest { body: "{{code}}".into(), ..text(None) };
    assert_eq!(refusal(&preview(&site, &admin, bad).await.unwrap_err(), "body"), "unknown macro code");
    let unknown_group = preview(&site, &admin, text(Some(99))).await.unwrap_err();
    assert_eq!(refusal_names(&unknown_group), ["group 99"]);
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
async fn a_preview_is_sent_to_an_address_and_audited() {
    let (site, ann) = (Site::with_mail(caught()).await, somebody());
    send(&site, &administrator(PROJECT), &ann, None).await.unwrap();
    assert_eq!(mail_of(&ann).await["subject"], "John Keeper invites you to Vestibule");
    assert_eq!(site.app.events().await.len(), 1);
    assert_eq!(refusal(&send(&site, &administrator(PROJECT), "ann", None).await.unwrap_err(), "email"), "must be e-mail");
}

#[tokio::test]
async fn a_user_has_30_mails_an_hour_sent_at_once() {
    let site = Site::with_mail(caught()).await;
    let manager = group_administrator(PROJECT, 3, &[HOUSE]);
    for _ in 0..30 {
        let refused = send(&site, &manager, "ann@refused.test", Some(HOUSE)).await.unwrap_err();
        assert_eq!(refusal(&refused, "email"), "550 5.1.1 no such mailbox here");
    }
    assert_eq!(send(&site, &manager, &somebody(), Some(HOUSE)).await.unwrap_err().code(), Code::ResourceExhausted);
    send(&site, &administrator(PROJECT), &somebody(), None).await.unwrap();
    site.app.context.clock.advance(time::Duration::hours(1));
    send(&site, &manager, &somebody(), Some(HOUSE)).await.unwrap();
    assert_eq!(site.post.round().await.unwrap(), 0, "none of them is in the queue");
}
