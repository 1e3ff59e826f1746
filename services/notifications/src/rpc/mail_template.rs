//! Mail templates, previews and test mails.
use kit::clock::to_proto;
use kit::{Error, Mask, list_query};
use policy::{CallerKind, Denied, action, resource};
use proto::vestibule::common::v1::{DeleteAllRequest, DeleteAllResponse, DeleteResponse, Ref};
use proto::vestibule::notifications::v1::{
    CreateMailTemplateRequest, DeleteMailTemplateRequest, GetMailTemplateRequest, ListMailTemplateTypesRequest, ListMailTemplateTypesResponse,
    ListMailTemplatesRequest, ListMailTemplatesResponse, MailMacro, MailPreview, MailTemplate, MailTemplateType, MailText, PreviewMailRequest,
    SendMailPreviewRequest, SendTestMailRequest, UpdateMailTemplateRequest, mail_templates_server,
};
use tonic::{Request, Response, Status};

use crate::app::App;
use crate::domain::mail::locale::Locale;
use crate::domain::mail::mail_type::{MAIL_TYPES, MailType};
use crate::domain::mail::rendered_mail::RenderedMail;
use crate::domain::mail_template::MailTemplateDraft;
use crate::operation::mail::{preview, send_preview, send_test};
use crate::operation::mail_template::{create, delete, delete_many, update};
use crate::store::mail_template::{self, MailTemplateRow};

pub struct MailTemplateService(pub App);

#[tonic::async_trait]
impl mail_templates_server::MailTemplates for MailTemplateService {
    async fn list_mail_templates(&self, request: Request<ListMailTemplatesRequest>) -> Result<Response<ListMailTemplatesResponse>, Status> {
        let right = self.0.context.authorize::<resource::MailTemplate, action::View, _>(&request)?;
        let request = request.into_inner();
        if let Some(part) = request.with.first() {
            return Err(Error::field(format!("with.{part}"), "unknown field").into());
        }
        let mut reader = self.0.context.database.read(right.project_id()).await?;
        let page = mail_template::list(&mut reader, &right, &list_query!(request)).await?.map(encode);
        Ok(Response::new(ListMailTemplatesResponse { items: page.items, total: page.total, page: page.page, size: page.size }))
    }

    async fn list_mail_template_types(
        &self,
        request: Request<ListMailTemplateTypesRequest>,
    ) -> Result<Response<ListMailTemplateTypesResponse>, Status> {
        if self.0.context.caller(&request)?.kind == CallerKind::Anonymous {
            return Err(Error::from(Denied::Unauthenticated).into());
        }
        Ok(Response::new(ListMailTemplateTypesResponse { items: MAIL_TYPES.iter().map(encode_type).collect() }))
    }

    async fn get_mail_template(&self, request: Request<GetMailTemplateRequest>) -> Result<Response<MailTemplate>, Status> {
        let right = self.0.context.authorize::<resource::MailTemplate, action::View, _>(&request)?;
        let mut reader = self.0.context.database.read(right.project_id()).await?;
        Ok(Response::new(encode(mail_template::find(&mut reader, &right, request.into_inner().id).await?)))
    }

    async fn create_mail_template(&self, request: Request<CreateMailTemplateRequest>) -> Result<Response<MailTemplate>, Status> {
        let right = self.0.context.authorize::<resource::MailTemplate, action::Create, _>(&request)?;
        let draft = decode(request.into_inner().template.unwrap_or_default());
        Ok(Response::new(encode(create::create(&self.0, &right, draft).await?)))
    }

    async fn update_mail_template(&self, request: Request<UpdateMailTemplateRequest>) -> Result<Response<MailTemplate>, Status> {
        let right = self.0.context.authorize::<resource::MailTemplate, action::Edit, _>(&request)?;
        let UpdateMailTemplateRequest { id, template, update_mask } = request.into_inner();
        let (draft, mask) = (decode(template.unwrap_or_default()), Mask::new(update_mask));
        Ok(Response::new(encode(update::update(&self.0, &right, id, draft, &mask).await?)))
    }

    async fn delete_mail_template(&self, request: Request<DeleteMailTemplateRequest>) -> Result<Response<DeleteResponse>, Status> {
        let right = self.0.context.authorize::<resource::MailTemplate, action::Delete, _>(&request)?;
        let id = request.into_inner().id;
        delete::delete(&self.0, &right, id).await?;
        Ok(Response::new(DeleteResponse { id }))
    }

    async fn delete_all_mail_templates(&self, request: Request<DeleteAllRequest>) -> Result<Response<DeleteAllResponse>, Status> {
        let right = self.0.context.authorize::<resource::MailTemplate, action::Delete, _>(&request)?;
        Ok(Response::new(delete_many::delete_many(&self.0, &right, request.into_inner().items).await?))
    }

    async fn preview_mail(&self, request: Request<PreviewMailRequest>) -> Result<Response<MailPreview>, Status> {
        let right = self.0.context.authorize::<resource::MailTemplate, action::Edit, _>(&request)?;
        let PreviewMailRequest { mail_type_id, subject, body, domain_id, locale } = request.into_inner();
        let draft = MailTemplateDraft { subject, body, mail_type_id, group_id: domain_id, locale };
        let RenderedMail { subject, html, text } = preview::preview(&self.0, &right, &draft).await?;
        Ok(Response::new(MailPreview { subject, html, text }))
    }

    async fn send_mail_preview(&self, request: Request<SendMailPreviewRequest>) -> Result<Response<()>, Status> {
        let right = self.0.context.authorize::<resource::MailTemplate, action::Edit, _>(&request)?;
        let SendMailPreviewRequest { mail_type_id, subject, body, domain_id, locale, email } = request.into_inner();
        let draft = MailTemplateDraft { subject, body, mail_type_id, group_id: domain_id, locale };
        Ok(Response::new(send_preview::send_preview(&self.0, &right, &draft, &email).await?))
    }

    async fn send_test_mail(&self, request: Request<SendTestMailRequest>) -> Result<Response<()>, Status> {
        let right = self.0.context.authorize::<resource::MailTemplate, action::Edit, _>(&request)?;
        Ok(Response::new(send_test::send_test(&self.0, &right, &request.into_inner().email).await?))
    }
}

fn decode(template: MailTemplate) -> MailTemplateDraft {
    MailTemplateDraft {
        subject: template.subject.trim().into(),
        body: template.body,
        mail_type_id: template.mail_type_id,
        group_id: template.domain.map(|domain| domain.id),
        locale: template.locale,
    }
}

fn encode(row: MailTemplateRow) -> MailTemplate {
    MailTemplate {
        id: row.id,
        subject: row.subject,
        body: row.body,
        mail_type_id: row.mail_type_id,
        domain: row.domain_id.map(|id| Ref { id, name: row.domain_name.unwrap_or_default() }),
        locale: row.locale,
        created_at: Some(to_proto(row.created_at)),
        updated_at: Some(to_proto(row.updated_at)),
        created_by_user: Some(Ref { id: row.created_by, name: row.created_by_name }),
    }
}

fn encode_type(mail_type: &MailType) -> MailTemplateType {
    let text = |locale: Locale| {
        let text = mail_type.text(locale);
        MailText { locale: locale.code().into(), subject: text.subject, body: text.body }
    };
    MailTemplateType {
        id: mail_type.id.into(),
        macros: mail_type.macros().map(|known| MailMacro { name: known.name.into(), sample: known.sample.into() }).collect(),
        defaults: Locale::ALL.map(text).into(),
    }
}
