//! Templates, and whose they are to change.
use std::sync::Arc;
use std::time::Duration;

use policy::{Caller, Permission};
use proto::vestibule::common::v1::{DeleteAllRequest, Ref};
use proto::vestibule::domains::v1::{GetGroupRequest, Group};
use proto::vestibule::events::v1::GroupChanged;
use proto::vestibule::notifications::v1::mail_templates_server::MailTemplates as _;
use proto::vestibule::notifications::v1::{
    CreateMailTemplateRequest, DeleteMailTemplateRequest, GetMailTemplateRequest, ListMailTemplateTypesRequest, ListMailTemplatesRequest,
    MailTemplate, PreviewMailRequest, UpdateMailTemplateRequest,
};
use testing::{OTHER_PROJECT, PROJECT, StandIn, administrator, group_administrator, nobody, someone};
use tokio::sync::Notify;
use tonic::{Code, Request, Response, Status};

use crate::harness::*;

fn template(group: Option<i64>) -> MailTemplate {
    MailTemplate {
        subject: "Code {{code}}".into(),
        body: "<p>{{name}}: {{code}}</p>".into(),
        mail_type_id: "registration_code".into(),
        domain: group.map(|id| Ref { id, ..Ref::default() }),
        locale: "en".into(),
        ..MailTemplate::default()
    }
}

impl Site {
    async fn create(&self, caller: &Caller, template: MailTemplate) -> Result<MailTemplate, Status> {
        let request = self.app.context.signer.request(caller, CreateMailTemplateRequest { template: Some(template) });
        self.templates.create_mail_template(request).await.map(Response::into_inner)
    }

    async fn patch(&self, caller: &Caller, id: i64, template: MailTemplate, paths: &[&str]) -> Result<MailTemplate, Status> {
        let update_mask = Some(prost_types::FieldMask { paths: paths.iter().map(|path| path.to_string()).collect() });
        let request = self.app.context.signer.request(caller, UpdateMailTemplateRequest { id, template: Some(template), update_mask });
        self.templates.update_mail_template(request).await.map(Response::into_inner)
    }

    async fn get(&self, caller: &Caller, id: i64) -> Result<MailTemplate, Status> {
        self.templates.get_mail_template(self.app.context.signer.request(caller, GetMailTemplateRequest { id })).await.map(Response::into_inner)
    }

    async fn delete(&self, caller: &Caller, id: i64) -> Result<i64, Status> {
        let request = self.app.context.signer.request(caller, DeleteMailTemplateRequest { id });
        self.templates.delete_mail_template(request).await.map(|answer| answer.into_inner().id)
    }

    /// Ids, in the list's order.
    async fn listed(&self, caller: &Caller, filters: &str) -> Vec<i64> {
        let request = ListMailTemplatesRequest { filters: filters.into(), sort: "id".into(), ..Default::default() };
        let answer = self.templates.list_mail_templates(self.app.context.signer.request(caller, request)).await.unwrap();
        answer.into_inner().items.iter().map(|item| item.id).collect()
    }
}

fn code<T: std::fmt::Debug>(result: Result<T, Status>) -> Code {
    result.unwrap_err().code()
}

#[tokio::test]
async fn creating_changing_and_deleting_a_template_is_audited() {
    let (site, admin) = (Site::start().await, administrator(PROJECT));
    let created = site.create(&admin, template(Some(HOUSE))).await.unwrap();
    assert_eq!((created.subject.as_str(), created.domain.as_ref().unwrap().name.as_str()), ("Code {{code}}", "group 2"));
    assert_eq!(created.created_by_user.as_ref().unwrap().id, 1);

    let changed = site.patch(&admin, created.id, MailTemplate { subject: "New".into(), ..MailTemplate::default() }, &["subject"]).await.unwrap();
    assert_eq!((changed.subject.as_str(), &changed.body, &changed.domain), ("New", &created.body, &created.domain));
    let moved = site.patch(&admin, created.id, MailTemplate::default(), &["domain"]).await.unwrap();
    assert_eq!((moved.domain.as_ref(), moved.subject.as_str()), (None, "New"));
    assert_eq!(site.get(&admin, created.id).await.unwrap(), moved);
    assert_eq!(site.delete(&admin, created.id).await.unwrap(), created.id);
    assert_eq!(code(site.get(&admin, created.id).await), Code::NotFound);

    let topics: Vec<_> = site.app.events().await.into_iter().map(|(topic, _)| topic).collect();
    assert_eq!(topics, ["audit.recorded"; 4]);
}

#[tokio::test]
async fn template_of_this_type_exists_for_its_place_and_language() {
    let (site, admin) = (Site::start().await, administrator(PROJECT));
    for place in [None, Some(HOUSE)] {
        site.create(&admin, template(place)).await.unwrap();
        let again = site.create(&admin, template(place)).await.unwrap_err();
        assert_eq!((again.code(), again.message()), (Code::FailedPrecondition, "template of this type exists"));
    }
    let russian = site.create(&admin, MailTemplate { locale: "ru".into(), ..template(None) }).await.unwrap();
    site.create(&admin, MailTemplate { mail_type_id: "password_recovery".into(), body: "{{link}}".into(), subject: "x".into(), ..template(None) })
        .await
        .unwrap();
    let clash = site.patch(&admin, russian.id, template(None), &["locale"]).await.unwrap_err();
    assert_eq!(clash.message(), "template of this type exists");
    // Another project has its own.
    site.create(&administrator(OTHER_PROJECT), template(None)).await.unwrap();
}

#[tokio::test]
async fn a_template_with_an_unknown_macro_is_refused_and_changes_nothing() {
    let (site, admin) = (Site::start().await, administrator(PROJECT));
    let bad = MailTemplate { body: "<p>{{inviter}}</p>".into(), ..template(None) };
    assert_eq!(field_error(&site.create(&admin, bad.clone()).await.unwrap_err(), "body"), "unknown macro inviter");
    let created = site.create(&admin, template(None)).await.unwrap();
    assert_eq!(code(site.patch(&admin, created.id, bad, &["body"]).await), Code::InvalidArgument);
    // A type that does not know what the text holds.
    let other = MailTemplate { mail_type_id: "password_changed".into(), ..MailTemplate::default() };
    assert_eq!(field_error(&site.patch(&admin, created.id, other, &["mail_type_id"]).await.unwrap_err(), "subject"), "unknown macro code");
    assert_eq!(site.get(&admin, created.id).await.unwrap(), created);
}

#[tokio::test]
async fn the_projects_templates_need_the_right_to_change_its_settings() {
    let site = Site::start().await;
    let created = site.create(&administrator(PROJECT), template(None)).await.unwrap();
    let settings = someone(PROJECT, 2, [Permission::CanChangeProjectSettings], &[]);
    site.patch(&settings, created.id, MailTemplate { subject: "x".into(), ..MailTemplate::default() }, &["subject"]).await.unwrap();
    let manager = group_administrator(PROJECT, 3, &[HOUSE]);
    assert_eq!(code(site.create(&manager, MailTemplate { locale: "ru".into(), ..template(None) }).await), Code::PermissionDenied);
    // What they do not see is not there.
    assert_eq!(code(site.delete(&manager, created.id).await), Code::NotFound);
    let plain = someone(PROJECT, 4, [], &[HOUSE]);
    assert_eq!(code(site.create(&plain, template(None)).await), Code::PermissionDenied);
    assert_eq!(code(site.create(&nobody(), template(None)).await), Code::Unauthenticated);
}

#[tokio::test]
async fn a_groups_templates_need_the_right_to_edit_it_or_to_manage_templates_of_ones_own_groups() {
    let site = Site::start().await;
    let manager = someone(PROJECT, 3, [Permission::CanManageSelfDomainMailTemplates], &[HOUSE]);
    let mut created = Vec::new();
    for group in [HOUSE, FLOOR] {
        created.push(site.create(&manager, template(Some(group))).await.unwrap().id);
    }
    for group in [COMPANY, ANNEX, 99] {
        assert_eq!(missing_entities(&site.create(&manager, template(Some(group))).await.unwrap_err()), [format!("group {group}")]);
    }
    let above = site.create(&administrator(PROJECT), template(Some(COMPANY))).await.unwrap();
    assert_eq!(site.listed(&manager, "").await, created);
    assert_eq!(code(site.get(&manager, above.id).await), Code::NotFound);
    // Nor may they move theirs to where they may not.
    let up = MailTemplate { domain: Some(Ref { id: COMPANY, ..Ref::default() }), ..MailTemplate::default() };
    assert_eq!(code(site.patch(&manager, created[0], up, &["domain"]).await), Code::InvalidArgument);
    assert_eq!(code(site.patch(&manager, created[0], MailTemplate::default(), &["domain"]).await), Code::PermissionDenied);

    // Who changes the project's settings sees them all, and changes a group's only with a right to the group.
    let settings = someone(PROJECT, 2, [Permission::CanChangeProjectSettings, Permission::CanViewAllDomains], &[]);
    assert_eq!(site.listed(&settings, "").await, [created[0], created[1], above.id]);
    assert_eq!(code(site.delete(&settings, created[0]).await), Code::PermissionDenied);
    let editor = someone(PROJECT, 2, [Permission::CanChangeProjectSettings, Permission::CanViewAllDomains, Permission::CanEditAllServerDomains], &[]);
    site.delete(&editor, created[0]).await.unwrap();
}

#[tokio::test]
async fn deleting_several_templates_answers_for_each() {
    let (site, admin) = (Site::start().await, administrator(PROJECT));
    let (own, projects) = (site.create(&admin, template(Some(HOUSE))).await.unwrap().id, site.create(&admin, template(None)).await.unwrap().id);
    let manager = group_administrator(PROJECT, 3, &[HOUSE]);
    let request = site.app.context.signer.request(&manager, DeleteAllRequest { items: vec![own, projects] });
    let items = site.templates.delete_all_mail_templates(request).await.unwrap().into_inner().items;
    assert_eq!(items.iter().map(|item| (item.id, item.done)).collect::<Vec<_>>(), [(own, true), (projects, false)]);
    assert_eq!(items[1].message, "item not found");
    let many = site.app.context.signer.request(&admin, DeleteAllRequest { items: (0..501).collect() });
    assert_eq!(code(site.templates.delete_all_mail_templates(many).await), Code::InvalidArgument);
}

#[tokio::test]
async fn the_list_is_filtered_and_another_tenant_sees_none_of_it() {
    let (site, admin) = (Site::start().await, administrator(PROJECT));
    let first = site.create(&admin, template(None)).await.unwrap().id;
    let second = site.create(&admin, MailTemplate { locale: "ru".into(), ..template(Some(HOUSE)) }).await.unwrap().id;
    for (filters, expected) in [
        (r#"[{"field":"locale","rule":"equals","value":"ru"}]"#, vec![second]),
        (r#"[{"field":"domain_id","rule":"is","value":null}]"#, vec![first]),
        (r#"[{"field":"mail_type_id","rule":"equals","value":"registration_code"}]"#, vec![first, second]),
        (r#"[{"field":"subject","rule":"has","value":"nothing"}]"#, vec![]),
    ] {
        assert_eq!(site.listed(&admin, filters).await, expected, "{filters}");
    }
    let stranger = administrator(OTHER_PROJECT);
    assert!(site.listed(&stranger, "").await.is_empty());
    assert_eq!(code(site.get(&stranger, first).await), Code::NotFound);
    assert_eq!(code(site.delete(&stranger, first).await), Code::NotFound);
}

#[tokio::test]
async fn every_type_lists_its_macros_and_built_in_texts() {
    let site = Site::start().await;
    let request = site.app.context.signer.request(&caller(9), ListMailTemplateTypesRequest {});
    let types = site.templates.list_mail_template_types(request).await.unwrap().into_inner().items;
    let code = types.iter().find(|kind| kind.id == "registration_code").unwrap();
    let macros: Vec<_> = code.macros.iter().map(|known| known.name.as_str()).collect();
    assert_eq!(macros, ["code", "minutes", "name", "project", "logo", "address", "phone"]);
    assert!(types.iter().all(|kind| kind.defaults.len() == 2 && kind.macros.iter().all(|known| !known.sample.is_empty())));
    let request = site.app.context.signer.request(&nobody(), ListMailTemplateTypesRequest {});
    assert_eq!(site.templates.list_mail_template_types(request).await.unwrap_err().code(), Code::Unauthenticated);
}

/// Runs an operation that names a group whose snapshot arrives once the service has asked domains for it.
async fn with_new_group<T>(site: &Site, group: i64, operation: impl Future<Output = T>) -> T {
    let asked = Arc::new(Notify::new());
    let asking = asked.clone();
    let domains = StandIn::default().answer("vestibule.domains.v1.Groups/GetGroup", move |request: Request<GetGroupRequest>| {
        asking.notify_one();
        Ok(Group { id: request.into_inner().id, ..Group::default() })
    });
    site.app.context.peers.add("domains", domains.routes());
    let created = GroupChanged { project_id: PROJECT, id: group, version: 1, name: format!("group {group}"), ..GroupChanged::default() };
    let snapshot = async {
        asked.notified().await;
        site.receive("domains.group.changed", &created).await;
    };
    let both = futures::future::join(operation, snapshot);
    tokio::time::timeout(Duration::from_secs(30), both).await.expect("domains is asked for the group").0
}

#[tokio::test]
async fn a_template_of_a_group_created_just_now_is_accepted() {
    let (site, admin) = (Site::start().await, administrator(PROJECT));
    let created = with_new_group(&site, 50, site.create(&admin, template(Some(50)))).await.unwrap();
    assert_eq!(created.domain.unwrap().name, "group 50");
    let moved = MailTemplate { domain: Some(Ref { id: 51, ..Ref::default() }), ..MailTemplate::default() };
    let moved = with_new_group(&site, 51, site.patch(&admin, created.id, moved, &["domain"])).await.unwrap();
    assert_eq!(moved.domain.unwrap().name, "group 51");
    let MailTemplate { subject, body, mail_type_id, locale, .. } = template(None);
    let preview = PreviewMailRequest { mail_type_id, subject, body, domain_id: Some(52), locale };
    let preview = site.templates.preview_mail(site.app.context.signer.request(&admin, preview));
    with_new_group(&site, 52, preview).await.unwrap();
}

#[tokio::test]
async fn control_characters_in_a_subject_are_refused() {
    let (site, admin) = (Site::start().await, administrator(PROJECT));
    let created = site.create(&admin, template(None)).await.unwrap();
    for subject in ["Code\r\nBcc: x@x.test", "Code\u{0}", "Code\u{1b}[0m"] {
        let bad = MailTemplate { subject: subject.into(), ..template(Some(HOUSE)) };
        let refused = site.create(&admin, bad.clone()).await.unwrap_err();
        assert_eq!(field_error(&refused, "subject"), "must not contain control characters", "{subject:?}");
        assert_eq!(code(site.patch(&admin, created.id, bad, &["subject"]).await), Code::InvalidArgument);
    }
}
