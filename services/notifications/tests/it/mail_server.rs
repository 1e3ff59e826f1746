//! The test mail: what the mail server says comes back to who asks.
use policy::Caller;
use proto::vestibule::events::v1::ProjectMail;
use proto::vestibule::notifications::v1::SendTestMailRequest;
use proto::vestibule::notifications::v1::mail_templates_server::MailTemplates as _;
use testing::{PROJECT, administrator, group_administrator};
use tokio::net::TcpSocket;
use tonic::{Code, Response, Status};

use crate::harness::*;
use crate::mailbox::*;

async fn test(site: &Site, caller: &Caller, email: &str) -> Result<(), Status> {
    let request = site.app.context.signer.request(caller, SendTestMailRequest { email: email.into() });
    site.templates.send_test_mail(request).await.map(Response::into_inner)
}

#[tokio::test]
async fn a_test_mail_goes_by_the_stored_settings_in_the_callers_language() {
    let (site, ann) = (Site::start().await, unique_email());
    site.settings(1, Some(own_server(&site, "right")), Some(white_label("Riverside"))).await;
    test(&site, &Caller { locale: "ru".into(), ..administrator(PROJECT) }, &ann).await.unwrap();
    let mail = mail_of(&ann).await;
    assert_eq!((&mail["subject"], &mail["from"]), (&"Проверочное письмо от Riverside".into(), &"Riverside <robot@riverside.test>".into()));
}

#[tokio::test]
async fn a_refusal_of_the_server_is_reported_at_the_field_that_caused_it() {
    let (site, admin) = (Site::start().await, administrator(PROJECT));
    site.settings(1, Some(own_server(&site, "wrong")), None).await;
    let refused = test(&site, &admin, &unique_email()).await.unwrap_err();
    assert_eq!(field_error(&refused, "password"), "535 5.7.8 Authentication credentials invalid");
    site.settings(2, Some(own_server(&site, "right")), None).await;
    assert_eq!(field_error(&test(&site, &admin, "ann@refused.test").await.unwrap_err(), "email"), "550 5.1.1 no such mailbox here");
    site.settings(3, Some(ProjectMail { encryption: "starttls".into(), ..own_server(&site, "right") }), None).await;
    assert!(field_error(&test(&site, &admin, &unique_email()).await.unwrap_err(), "encryption").contains("STARTTLS"));
    site.settings(4, Some(ProjectMail { encryption: "tls".into(), ..own_server(&site, "right") }), None).await;
    assert!(!field_error(&test(&site, &admin, &unique_email()).await.unwrap_err(), "encryption").is_empty());
    site.settings(5, Some(ProjectMail { host: String::new(), ..own_server(&site, "right") }), None).await;
    assert_eq!(field_error(&test(&site, &admin, &unique_email()).await.unwrap_err(), "host"), "required");
}

#[tokio::test]
async fn a_server_in_a_private_network_is_refused() {
    let site = Site::start().await;
    for (version, host) in [(1, "10.0.0.1"), (2, "169.254.169.254"), (3, "192.168.1.1")] {
        site.settings(version, Some(ProjectMail { host: host.into(), ..own_server(&site, "right") }), None).await;
        let refused = test(&site, &administrator(PROJECT), &unique_email()).await.unwrap_err();
        assert_eq!(field_error(&refused, "host"), "the address is in a private network", "{host}");
    }
}

#[tokio::test]
async fn without_any_server_the_refusal_says_so() {
    let (site, admin) = (Site::start().await, administrator(PROJECT));
    let refused = test(&site, &admin, &unique_email()).await.unwrap_err();
    assert_eq!((refused.code(), refused.message()), (Code::FailedPrecondition, "there is no mail server"));
}

#[tokio::test]
async fn a_server_that_does_not_answer_is_unavailable() {
    let (site, admin) = (Site::start().await, administrator(PROJECT));
    let socket = TcpSocket::new_v4().unwrap();
    socket.bind("127.0.0.1:0".parse().unwrap()).unwrap();
    let port = socket.local_addr().unwrap().port().into();
    site.settings(1, Some(ProjectMail { port, ..own_server(&site, "right") }), None).await;
    let refused = test(&site, &admin, &unique_email()).await.unwrap_err();
    assert_eq!((refused.code(), refused.message()), (Code::Unavailable, "device or service not available"));
}

#[tokio::test]
async fn test_mails_need_the_right_to_change_the_projects_settings() {
    let (site, ann) = (Site::with_mail(catcher_config()).await, unique_email());
    assert_eq!(test(&site, &group_administrator(PROJECT, 3, &[HOUSE]), &ann).await.unwrap_err().code(), Code::PermissionDenied);
    assert_eq!(test(&site, &caller(4), &ann).await.unwrap_err().code(), Code::PermissionDenied);
    assert!(mails_of(&ann).await.is_empty());
}

#[tokio::test]
async fn an_address_receives_at_most_10_test_mails_an_hour() {
    let site = Site::with_mail(catcher_config()).await;
    let (admin, other) = (administrator(PROJECT), Caller { user_id: 2, ..administrator(PROJECT) });
    for _ in 0..10 {
        assert_eq!(field_error(&test(&site, &admin, "ann@refused.test").await.unwrap_err(), "email"), "550 5.1.1 no such mailbox here");
    }
    for caller in [&admin, &other] {
        assert_eq!(test(&site, caller, "Ann@refused.test").await.unwrap_err().code(), Code::ResourceExhausted);
    }
    test(&site, &other, &unique_email()).await.unwrap();
}
