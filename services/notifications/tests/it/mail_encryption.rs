//! Mails to servers that encrypt, whose certificate must be of their name and of an authority that is believed.
use kit::outgoing::{Allowed, Authorities, Outgoing};
use notifications::config::Config;
use notifications::smtp::server::Encryption;
use proto::vestibule::events::v1::ProjectMail;
use proto::vestibule::notifications::v1::SendTestMailRequest;
use proto::vestibule::notifications::v1::mail_templates_server::MailTemplates as _;
use testing::{PROJECT, administrator};

use crate::harness::*;
use crate::mailbox::*;
use crate::tls_catcher::{Catcher, Keys};

const BOTH: [Encryption; 2] = [Encryption::StartTls, Encryption::Tls];

fn trusting(authorities: Authorities) -> Outgoing {
    Outgoing::new(Allowed::Everything, authorities).unwrap()
}

/// The installation sends by the catcher under this name.
async fn site_with(host: &str, catcher: &Catcher, encryption: Encryption, authorities: Authorities) -> Site {
    let url = match encryption {
        Encryption::Tls => format!("smtps://robot:right@{host}:{}", catcher.port),
        Encryption::StartTls => format!("smtp://robot:right@{host}:{}?tls=required", catcher.port),
        Encryption::None => format!("smtp://{host}:{}", catcher.port),
    };
    Site::with_outgoing(Config::new(&url, "no-reply@vestibule.test", "").unwrap(), trusting(authorities)).await
}

/// What is said of a mail that waits for another attempt, and came to nobody.
async fn queued_error(site: &Site, catcher: &Catcher) -> String {
    let ann = unique_email();
    site.request_mail(&registration_code_for(&ann, "en")).await;
    site.mail_worker.send_due().await.unwrap();
    let (state, attempts, error) = site.queue().await.remove(0);
    assert_eq!((state, attempts), (1, 1), "{error}");
    assert!(catcher.mails_of(&ann).await.is_empty());
    error
}

#[tokio::test]
async fn a_mail_is_sent_encrypted_to_a_server_with_a_valid_certificate() {
    let keys = Keys::new();
    for encryption in BOTH {
        let catcher = Catcher::start(&keys, encryption).await;
        let (site, ann) = (site_with("localhost", &catcher, encryption, keys.authorities()).await, unique_email());
        site.request_mail(&registration_code_for(&ann, "en")).await;
        site.mail_worker.send_due().await.unwrap();
        assert_eq!(site.queue().await, [(2, 1, String::new())], "{encryption:?}");
        assert_eq!(catcher.mails_of(&ann).await.len(), 1);
    }
}

#[tokio::test]
async fn a_certificate_of_an_untrusted_authority_is_refused() {
    let keys = Keys::new();
    for encryption in BOTH {
        let catcher = Catcher::start(&keys, encryption).await;
        for authorities in [Authorities::default(), Keys::new().authorities()] {
            let site = site_with("localhost", &catcher, encryption, authorities).await;
            let error = queued_error(&site, &catcher).await;
            assert!(error.contains("certificate"), "{encryption:?}: {error}");
        }
    }
}

#[tokio::test]
async fn a_certificate_of_another_name_is_refused_although_its_authority_is_trusted() {
    let keys = Keys::new();
    for encryption in BOTH {
        let catcher = Catcher::start(&keys, encryption).await;
        let site = site_with("127.0.0.1", &catcher, encryption, keys.authorities()).await;
        let error = queued_error(&site, &catcher).await;
        assert!(error.contains("certificate"), "{encryption:?}: {error}");
    }
}

#[tokio::test]
async fn a_server_that_requires_encryption_receives_no_mail_in_plain_text() {
    let keys = Keys::new();
    let catcher = Catcher::start(&keys, Encryption::StartTls).await;
    let site = site_with("localhost", &catcher, Encryption::None, keys.authorities()).await;
    assert!(queued_error(&site, &catcher).await.starts_with("530"));
}

#[tokio::test]
async fn a_test_mail_reports_a_refused_certificate_at_the_encryption_field() {
    let keys = Keys::new();
    for (encryption, name) in BOTH.into_iter().zip(["starttls", "tls"]) {
        let catcher = Catcher::start(&keys, encryption).await;
        for (is_believed, authorities) in [(false, Authorities::default()), (true, keys.authorities())] {
            let (site, ann) = (Site::with_outgoing(Config::default(), trusting(authorities)).await, unique_email());
            let server = ProjectMail { host: "localhost".into(), port: catcher.port.into(), encryption: name.into(), ..own_server(&site, "right") };
            site.settings(1, Some(server), None).await;
            let request = site.app.context.signer.request(&administrator(PROJECT), SendTestMailRequest { email: ann.clone() });
            let tested = site.templates.send_test_mail(request).await;
            assert_eq!(catcher.mails_of(&ann).await.len(), usize::from(is_believed), "{name}");
            match tested {
                Ok(_) => assert!(is_believed, "{name}"),
                Err(refused) => assert!(field_error(&refused, "encryption").contains("certificate"), "{name}"),
            }
        }
    }
}
