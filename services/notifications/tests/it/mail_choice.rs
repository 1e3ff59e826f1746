//! Which template, white label and mail server a mail uses.
use notifications::events::{GROUP_SETTINGS, PROJECT as PROJECT_CHANGED};
use proto::vestibule::common::v1::Ref;
use proto::vestibule::events::v1::{GroupChanged, GroupSettingsChanged, MailRequested, ProjectChanged, ProjectMail, ProjectWhiteLabel};
use proto::vestibule::notifications::v1::mail_templates_server::MailTemplates as _;
use proto::vestibule::notifications::v1::{CreateMailTemplateRequest, MailTemplate};
use testing::{PROJECT, administrator};

use crate::harness::*;
use crate::mailbox::*;

async fn template(site: &Site, group: Option<i64>, locale: &str, subject: &str) {
    let template = MailTemplate {
        subject: subject.into(),
        body: "<p>{{code}}</p>".into(),
        mail_type_id: "registration_code".into(),
        domain: group.map(|id| Ref { id, ..Ref::default() }),
        locale: locale.into(),
        ..MailTemplate::default()
    };
    let request = site.app.context.signer.request(&administrator(PROJECT), CreateMailTemplateRequest { template: Some(template) });
    site.templates.create_mail_template(request).await.unwrap();
}

async fn set_group_label(site: &Site, group: i64, version: i64, label: ProjectWhiteLabel) {
    let changed = GroupSettingsChanged { project_id: PROJECT, id: group, version, whitelabel: Some(label), ..Default::default() };
    site.receive(GROUP_SETTINGS, &changed).await;
}

/// Sends a mail of the group and returns it.
async fn mail(site: &Site, group: i64, locale: &str) -> serde_json::Value {
    let ann = unique_email();
    site.request_mail(&MailRequested { domain_id: group, ..registration_code_for(&ann, locale) }).await;
    site.mail_worker.send_due().await.unwrap();
    mail_of(&ann).await
}

#[tokio::test]
async fn the_nearest_template_is_used_then_the_projects_then_the_built_in_one() {
    let site = Site::with_mail(catcher_config()).await;
    assert_eq!(mail(&site, FLOOR, "en").await["subject"], "482913 is your code for Vestibule");
    template(&site, None, "en", "of the project").await;
    assert_eq!(mail(&site, FLOOR, "en").await["subject"], "of the project");
    template(&site, Some(COMPANY), "en", "of the company").await;
    assert_eq!(mail(&site, FLOOR, "en").await["subject"], "of the company");
    template(&site, Some(HOUSE), "en", "of the house").await;
    assert_eq!(mail(&site, FLOOR, "en").await["subject"], "of the house");
    template(&site, Some(FLOOR), "en", "of the floor").await;
    assert_eq!(mail(&site, FLOOR, "en").await["subject"], "of the floor");
    // Templates of other groups are not used.
    assert_eq!(mail(&site, HOUSE, "en").await["subject"], "of the house");
    assert_eq!(mail(&site, ANNEX, "en").await["subject"], "of the project");
    assert_eq!(mail(&site, 0, "en").await["subject"], "of the project");
}

#[tokio::test]
async fn the_receivers_language_is_preferred_among_templates_of_one_place() {
    let site = Site::with_mail(catcher_config()).await;
    template(&site, Some(HOUSE), "en", "in English").await;
    let fallen_back = mail(&site, HOUSE, "ru").await;
    assert_eq!(fallen_back["subject"], "in English");
    assert!(fallen_back["html"].as_str().unwrap().contains("sent automatically"), "the frame speaks as the text does");
    template(&site, Some(HOUSE), "ru", "по-русски").await;
    assert_eq!(mail(&site, HOUSE, "ru").await["subject"], "по-русски");
    assert_eq!(mail(&site, HOUSE, "en").await["subject"], "in English");
    // The platform's own are there in both, and in English for others.
    assert!(mail(&site, 0, "ru").await["subject"].as_str().unwrap().contains("ваш код"));
    assert!(mail(&site, 0, "de").await["subject"].as_str().unwrap().contains("is your code"));
}

#[tokio::test]
async fn a_template_is_deleted_with_its_group() {
    let site = Site::with_mail(catcher_config()).await;
    template(&site, Some(FLOOR), "en", "of the floor").await;
    site.receive("domains.group.changed", &GroupChanged { project_id: PROJECT, id: FLOOR, version: 2, deleted: true, ..Default::default() }).await;
    assert!(mail(&site, FLOOR, "en").await["subject"].as_str().unwrap().contains("is your code"));
}

#[tokio::test]
async fn the_nearest_white_label_is_shown_and_the_projects_name_without_one() {
    let site = Site::with_mail(catcher_config()).await;
    site.receive(PROJECT_CHANGED, &ProjectChanged { id: PROJECT, version: 1, name: "Riverside".into(), ..Default::default() }).await;
    let plain = mail(&site, FLOOR, "en").await;
    assert_eq!((&plain["subject"], &plain["from"]), (&"482913 is your code for Riverside".into(), &"Riverside <no-reply@vestibule.test>".into()));

    site.settings(1, None, Some(white_label("Riverside Park"))).await;
    assert_eq!(mail(&site, FLOOR, "en").await["subject"], "482913 is your code for Riverside Park");
    set_group_label(&site, COMPANY, 1, white_label("The Company")).await;
    let labelled = mail(&site, FLOOR, "en").await;
    assert_eq!(labelled["subject"], "482913 is your code for The Company");
    let html = labelled["html"].as_str().unwrap();
    assert!(html.contains("src=\"https://vestibule.test/api/v0/logos/7\"") && html.contains("+31201234567"), "{html}");

    // Switched off, and a snapshot that comes late.
    set_group_label(&site, COMPANY, 3, ProjectWhiteLabel { is_enabled: false, ..white_label("The Company") }).await;
    set_group_label(&site, COMPANY, 2, white_label("The old Company")).await;
    assert_eq!(mail(&site, FLOOR, "en").await["subject"], "482913 is your code for Riverside Park");
}

#[tokio::test]
async fn a_project_uses_its_own_server_while_that_is_enabled() {
    let site = Site::with_mail(catcher_config()).await;
    let from = async || {
        let ann = unique_email();
        site.request_mail(&guest_key_for(&ann)).await;
        site.mail_worker.send_due().await.unwrap();
        mail_of(&ann).await["from"].clone()
    };
    site.settings(1, Some(own_server(&site, "right")), None).await;
    assert_eq!(from().await, "Riverside <robot@riverside.test>");
    site.settings(2, Some(ProjectMail { is_enabled: false, ..own_server(&site, "right") }), None).await;
    site.settings(1, Some(own_server(&site, "right")), None).await;
    assert_eq!(from().await, "Vestibule <no-reply@vestibule.test>");
}

#[tokio::test]
async fn a_mail_about_an_account_goes_by_the_installations_server_and_is_answered_to_nobody_whatever_the_project_has_set() {
    let site = Site::with_mail(catcher_config()).await;
    let label = ProjectWhiteLabel { email: "office@riverside.test".into(), ..white_label("Riverside") };
    site.settings(1, Some(own_server(&site, "right")), Some(label)).await;
    let is_answered = |mail: &serde_json::Value| mail["headers"].as_array().unwrap().iter().any(|header| header[0] == "Reply-To");
    for kind in [
        "registration_code",
        "already_registered",
        "registration_link",
        "account_confirmation",
        "password_recovery",
        "password_changed",
        "email_changed",
        "second_factor_removed",
    ] {
        let ann = unique_email();
        site.request_mail(&MailRequested { kind: kind.into(), ..registration_code_for(&ann, "en") }).await;
        site.mail_worker.send_due().await.unwrap();
        let mail = mail_of(&ann).await;
        assert_eq!((&mail["from"], is_answered(&mail)), (&"Riverside <no-reply@vestibule.test>".into(), false), "{kind}");
    }
    let ann = unique_email();
    site.request_mail(&guest_key_for(&ann)).await;
    site.mail_worker.send_due().await.unwrap();
    let mail = mail_of(&ann).await;
    assert_eq!((&mail["from"], is_answered(&mail)), (&"Riverside <robot@riverside.test>".into(), true));
}

#[tokio::test]
async fn a_mail_that_is_not_the_projects_alone_has_the_built_in_text() {
    let site = Site::with_mail(catcher_config()).await;
    template(&site, None, "en", "of the project").await;
    let ann = unique_email();
    site.request_mail(&MailRequested { by_installation: true, ..registration_code_for(&ann, "en") }).await;
    site.mail_worker.send_due().await.unwrap();
    assert_eq!(mail_of(&ann).await["subject"], "482913 is your code for Vestibule");
}

#[tokio::test]
async fn a_mail_is_retried_when_the_projects_server_refuses_the_password_or_is_in_a_private_network() {
    let (site, ann) = (Site::with_mail(catcher_config()).await, unique_email());
    site.settings(1, Some(own_server(&site, "wrong")), None).await;
    site.request_mail(&guest_key_for(&ann)).await;
    site.mail_worker.send_due().await.unwrap();
    let (state, _, error) = site.queue().await.remove(0);
    assert!(state == 1 && error.starts_with("535"), "{error}");

    site.settings(2, Some(ProjectMail { host: "169.254.169.254".into(), ..own_server(&site, "right") }), None).await;
    site.app.context.clock.advance(time::Duration::seconds(5));
    site.mail_worker.send_due().await.unwrap();
    assert_eq!(site.queue().await, [(1, 2, "the address is in a private network".into())]);
    assert!(mails_of(&ann).await.is_empty());

    site.settings(3, Some(own_server(&site, "right")), None).await;
    site.app.context.clock.advance(time::Duration::seconds(15));
    site.mail_worker.send_due().await.unwrap();
    mail_of(&ann).await;
}

#[tokio::test]
async fn another_projects_templates_and_labels_are_not_used() {
    let site = Site::with_mail(catcher_config()).await;
    template(&site, None, "en", "of the project").await;
    site.settings(1, None, Some(white_label("Riverside"))).await;
    let ann = unique_email();
    site.request_mail(&MailRequested { project_id: testing::OTHER_PROJECT, ..registration_code_for(&ann, "en") }).await;
    site.mail_worker.send_due().await.unwrap();
    assert_eq!(mail_of(&ann).await["subject"], "482913 is your code for Vestibule");
}
