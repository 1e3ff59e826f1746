//! Mail templates, previews and test mails.
use std::sync::Arc;

use kit::{Context, Error, list_query};
use policy::{CallerKind, Denied, action, resource};
use proto::vestibule::common::v1::{DeleteAllRequest, DeleteAllResponse, DeleteResponse};
use proto::vestibule::notifications::v1::{
    CreateMailTemplateRequest, DeleteMailTemplateRequest, GetMailTemplateRequest, ListMailTemplateTypesRequest, ListMailTemplateTypesResponse,
    ListMailTemplatesRequest, ListMailTemplatesResponse, MailMacro, MailPreview, MailTemplate, MailTemplateType, MailText, PreviewMailRequest,
    SendMailPreviewRequest, SendTestMailRequest, UpdateMailTemplateRequest, mail_templates_server,
};
use tonic::{Request, Response, Status};

use crate::domain::mail::kind::{KINDS, Kind};
use crate::domain::mail::locale::Locale;
use crate::mail::config::Config;
use crate::operation::{change_mail_template as change, send_mail};
use crate::store::mail_template::{self, Row};

pub struct MailTemplates {
    context: Context,
    config: Arc<Config>,
}

impl MailTemplates {
    pub fn new(context: Context, config: Arc<Config>) -> Self {
        MailTemplates { context, config }
    }
}

#[tonic::async_trait]
impl mail_templates_server::MailTemplates for MailTemplates {
    async fn list_mail_templates(&self, request: Request<ListMailTemplatesRequest>) -> Result<Response<ListMailTemplatesResponse>, Status> {
        let right = self.context.authorize::<resource::MailTemplate, action::View, _>(&request)?;
        let request = request.into_inner();
        if let Some(part) = request.with.first() {
            return Err(Error::field(format!("with.{part}"), "unknown field").into());
        }
        let mut reader = self.context.database.read(right.project_id()).await?;
        let page = mail_template::page(&mut reader, &right, &list_query!(request)).await?.map(Row::into_api);
        Ok(Response::new(ListMailTemplatesResponse { items: page.items, total: page.total, page: page.page, size: page.size }))
    }

    async fn list_mail_template_types(
        &self,
        request: Request<ListMailTemplateTypesRequest>,
    ) -> Result<Response<ListMailTemplateTypesResponse>, Status> {
        if self.context.caller(&request)?.kind == CallerKind::Anonymous {
            return Err(Error::from(Denied::Unauthenticated).into());
        }
        Ok(Response::new(ListMailTemplateTypesResponse { items: KINDS.iter().map(shown).collect() }))
    }

    async fn get_mail_template(&self, request: Request<GetMailTemplateRequest>) -> Result<Response<MailTemplate>, Status> {
        let right = self.context.authorize::<resource::MailTemplate, action::View, _>(&request)?;
        let mut reader = self.context.database.read(right.project_id()).await?;
        Ok(Response::new(mail_template::find(&mut reader, &right, request.into_inner().id, false).await?.into_api()))
    }

    async fn create_mail_template(&self, request: Request<CreateMailTemplateRequest>) -> Result<Response<MailTemplate>, Status> {
        let right = self.context.authorize::<resource::MailTemplate, action::Create, _>(&request)?;
        let template = request.into_inner().template.unwrap_or_default();
        Ok(Response::new(change::create(&self.context, &right, template).await?))
    }

    async fn update_mail_template(&self, request: Request<UpdateMailTemplateRequest>) -> Result<Response<MailTemplate>, Status> {
        let right = self.context.authorize::<resource::MailTemplate, action::Edit, _>(&request)?;
        Ok(Response::new(change::update(&self.context, &right, request.into_inner()).await?))
    }

    async fn delete_mail_template(&self, request: Request<DeleteMailTemplateRequest>) -> Result<Response<DeleteResponse>, Status> {
        let right = self.context.authorize::<resource::MailTemplate, action::Delete, _>(&request)?;
        let id = request.into_inner().id;
        change::delete(&self.context, &right, id).await?;
        Ok(Response::new(DeleteResponse { id }))
    }

    async fn delete_all_mail_templates(&self, request: Request<DeleteAllRequest>) -> Result<Response<DeleteAllResponse>, Status> {
        let right = self.context.authorize::<resource::MailTemplate, action::Delete, _>(&request)?;
        let items = change::delete_all(&self.context, &right, request.into_inner().items).await?;
        Ok(Response::new(DeleteAllResponse { items }))
    }

    async fn preview_mail(&self, request: Request<PreviewMailRequest>) -> Result<Response<MailPreview>, Status> {
        let right = self.context.authorize::<resource::MailTemplate, action::Edit, _>(&request)?;
        Ok(Response::new(send_mail::preview(&self.context, &self.config, &right, request.into_inner()).await?))
    }

    async fn send_mail_preview(&self, request: Request<SendMailPreviewRequest>) -> Result<Response<()>, Status> {
        let right = self.context.authorize::<resource::MailTemplate, action::Edit, _>(&request)?;
        Ok(Response::new(send_mail::send_preview(&self.context, &self.config, &right, request.into_inner()).await?))
    }

    async fn send_test_mail(&self, request: Request<SendTestMailRequest>) -> Result<Response<()>, Status> {
        let right = self.context.authorize::<resource::MailTemplate, action::Edit, _>(&request)?;
        Ok(Response::new(send_mail::send_test(&self.context, &self.config, &right, &request.into_inner().email).await?))
    }
}

fn shown(kind: &Kind) -> MailTemplateType {
    let text = |locale: Locale| {
        let text = kind.text(locale);
        MailText { locale: locale.code().into(), subject: text.subject, body: text.body }
    };
    MailTemplateType {
        id: kind.id.into(),
        macros: kind.macros().map(|known| MailMacro { name: known.name.into(), sample: known.sample.into() }).collect(),
        defaults: Locale::ALL.map(text).into(),
    }
}
