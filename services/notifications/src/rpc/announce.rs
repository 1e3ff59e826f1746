//! Announces, and the page of one recipient.
use kit::clock::{from_proto, to_proto};
use kit::{Error, Mask, Result};
use policy::{ActionKind, Authorized, ResourceKind, action, resource};
use proto::vestibule::common::v1::{DeleteAllRequest, DeleteAllResponse, DeleteResponse, FileChunk};
use proto::vestibule::notifications::v1 as api;
use proto::vestibule::notifications::v1::announces_server::Announces;
use proto::vestibule::notifications::v1::*;
use spreadsheet::Format;
use tonic::codegen::BoxStream;
use tonic::{Request, Response, Status};

use super::{ids, references};
use crate::app::App;
use crate::domain::announce::{AnnounceDraft, AnnounceType, SendVia};
use crate::domain::poll;
use crate::operation::announce::{self as operation, AnnounceView, answer_texts};
use crate::store::announce_answer::QuestionCount;
use crate::store::announce_recipient::{RecipientRow, TurnoutRow};

pub struct AnnounceService(pub App);

impl AnnounceService {
    fn authorize<R: ResourceKind, A: ActionKind, T>(&self, request: &Request<T>) -> Result<Authorized<R, A>> {
        self.0.context.authorize(request)
    }
}

fn decode(announce: Option<Announce>) -> Result<AnnounceDraft> {
    let announce = announce.unwrap_or_default();
    // An update that names neither leaves both.
    let kind = if announce.r#type == 0 { Some(AnnounceType::Info) } else { AnnounceType::from_number(announce.r#type) };
    let send_via = if announce.send_via == 0 { Some(SendVia::Email) } else { SendVia::from_number(announce.send_via) };
    Ok(AnnounceDraft {
        kind: kind.ok_or_else(|| Error::field("type", "invalid data sent"))?,
        send_via: send_via.ok_or_else(|| Error::field("send_via", "invalid data sent"))?,
        name: announce.name,
        description: announce.description,
        subject: announce.subject,
        type_info: decode_poll(announce.type_info.unwrap_or_default()),
        body: announce.body,
        use_owner_info: announce.use_owner_info,
        users: ids(&announce.users),
        groups: ids(&announce.domains),
        execute_at: announce.execute_at.as_ref().and_then(from_proto),
        ends_at: announce.ends_at.as_ref().and_then(from_proto),
        is_anonymous: announce.is_anonymous,
    })
}

fn decode_poll(info: api::PollInfo) -> poll::PollInfo {
    let question = |question: api::PollQuestion| poll::PollQuestion { text: question.text, answers: question.answers };
    poll::PollInfo {
        questions: info.questions.into_iter().map(question).collect(),
        poll_multi_answers_allowed: info.poll_multi_answers_allowed,
        poll_user_answer_allowed: info.poll_user_answer_allowed,
    }
}

pub(super) fn encode_poll(info: poll::PollInfo) -> api::PollInfo {
    let question = |question: poll::PollQuestion| api::PollQuestion { text: question.text, answers: question.answers };
    api::PollInfo {
        questions: info.questions.into_iter().map(question).collect(),
        poll_multi_answers_allowed: info.poll_multi_answers_allowed,
        poll_user_answer_allowed: info.poll_user_answer_allowed,
    }
}

fn encode(view: AnnounceView) -> Announce {
    let AnnounceView { row, is_managed, turnout, token } = view;
    Announce {
        id: row.id,
        r#type: row.r#type.into(),
        send_via: row.send_via.into(),
        status: row.status.into(),
        name: row.name,
        description: row.description,
        subject: row.subject,
        type_info: Some(encode_poll(row.type_info.0)),
        body: row.body,
        use_owner_info: row.use_owner_info,
        users: references(row.user_ids, row.user_names),
        domains: references(row.group_ids, row.group_names),
        execute_at: row.execute_at.map(to_proto),
        ends_at: row.ends_at.map(to_proto),
        is_anonymous: row.is_anonymous,
        turnout: turnout.map(encode_turnout),
        token,
        is_managed,
        started_at: row.started_at.map(to_proto),
        finished_at: row.finished_at.map(to_proto),
        created_by_user: super::reference(Some(row.created_by), row.created_by_name),
        created_at: Some(to_proto(row.created_at)),
        updated_at: Some(to_proto(row.updated_at)),
    }
}

fn encode_turnout(row: TurnoutRow) -> AnnounceTurnout {
    AnnounceTurnout {
        recipients: row.recipients,
        queued: row.queued,
        failed: row.failed,
        read: row.read,
        answered: row.answered,
        without_email: row.without_email,
    }
}

fn encode_recipient(row: RecipientRow) -> AnnounceRecipient {
    AnnounceRecipient {
        id: row.id,
        user: super::reference(Some(row.user_id), row.user_name),
        state: row.state.into(),
        read_at: row.read_at.map(to_proto),
        answered_at: row.answered_at.map(to_proto),
        has_email: row.has_email,
        reminded_at: row.reminded_at.map(to_proto),
    }
}

fn encode_question(question: &poll::PollQuestion, count: QuestionCount) -> QuestionResult {
    let chosen = |place: usize| count.answers.iter().find(|(answer, _)| *answer as usize == place).map_or(0, |(_, chosen)| *chosen);
    let answers = question.answers.iter().enumerate().map(|(place, text)| AnswerCount { text: text.clone(), count: chosen(place) }).collect();
    QuestionResult {
        text: question.text.clone(),
        answered: count.answered,
        answers,
        own_answers: count.own_answers,
        own_answer_count: count.own_answer_count,
        is_hidden: count.is_hidden,
    }
}

fn encode_answers(info: &poll::PollInfo, answers: &[poll::PollAnswer]) -> Vec<PollAnswerText> {
    let text = |answer: &poll::PollAnswer| {
        let question = usize::try_from(answer.question).ok().and_then(|place| info.questions.get(place));
        let chosen = poll::PollAnswer { own_answer: String::new(), ..answer.clone() };
        PollAnswerText {
            question: question.map(|question| question.text.clone()).unwrap_or_default(),
            answers: answer_texts(info, &chosen),
            own_answer: answer.own_answer.clone(),
        }
    };
    answers.iter().map(text).collect()
}

#[tonic::async_trait]
impl Announces for AnnounceService {
    type ExportAnnounceStream = BoxStream<FileChunk>;

    async fn list_announces(&self, request: Request<ListAnnouncesRequest>) -> Result<Response<ListAnnouncesResponse>, Status> {
        let right = self.authorize::<resource::Announce, action::View, _>(&request)?;
        let page = operation::list(&self.0, &right, &kit::list_query!(request.get_ref())).await?.map(encode);
        Ok(Response::new(ListAnnouncesResponse { items: page.items, total: page.total, page: page.page, size: page.size }))
    }

    async fn get_announce(&self, request: Request<GetAnnounceRequest>) -> Result<Response<Announce>, Status> {
        let right = self.authorize::<resource::Announce, action::View, _>(&request)?;
        Ok(Response::new(encode(operation::find(&self.0, &right, request.get_ref().id).await?)))
    }

    async fn create_announce(&self, request: Request<CreateAnnounceRequest>) -> Result<Response<Announce>, Status> {
        let right = self.authorize::<resource::Announce, action::Create, _>(&request)?;
        let draft = decode(request.into_inner().announce)?;
        Ok(Response::new(encode(operation::create(&self.0, &right, draft).await?)))
    }

    async fn update_announce(&self, request: Request<UpdateAnnounceRequest>) -> Result<Response<Announce>, Status> {
        let right = self.authorize::<resource::Announce, action::Edit, _>(&request)?;
        let request = request.into_inner();
        let (draft, mask) = (decode(request.announce)?, Mask::new(request.update_mask));
        Ok(Response::new(encode(operation::update(&self.0, &right, request.id, draft, &mask).await?)))
    }

    async fn delete_announce(&self, request: Request<DeleteAnnounceRequest>) -> Result<Response<DeleteResponse>, Status> {
        let right = self.authorize::<resource::Announce, action::Delete, _>(&request)?;
        let id = request.into_inner().id;
        operation::delete(&self.0, &right, id).await?;
        Ok(Response::new(DeleteResponse { id }))
    }

    async fn delete_all_announces(&self, request: Request<DeleteAllRequest>) -> Result<Response<DeleteAllResponse>, Status> {
        let right = self.authorize::<resource::Announce, action::Delete, _>(&request)?;
        Ok(Response::new(operation::delete_all(&self.0, &right, request.into_inner().items).await?))
    }

    async fn start_announce(&self, request: Request<StartAnnounceRequest>) -> Result<Response<Announce>, Status> {
        let right = self.authorize::<resource::AnnounceRun, action::Edit, _>(&request)?;
        Ok(Response::new(encode(operation::start(&self.0, &right, request.get_ref().id).await?)))
    }

    async fn stop_announce(&self, request: Request<StopAnnounceRequest>) -> Result<Response<Announce>, Status> {
        let right = self.authorize::<resource::AnnounceRun, action::Edit, _>(&request)?;
        Ok(Response::new(encode(operation::stop(&self.0, &right, request.get_ref().id).await?)))
    }

    async fn preview_announce(&self, request: Request<PreviewAnnounceRequest>) -> Result<Response<AnnouncePreview>, Status> {
        let caller = self.0.context.caller(&request)?;
        let draft = decode(request.into_inner().announce)?;
        let preview = operation::preview(&self.0, &caller, draft).await?;
        Ok(Response::new(AnnouncePreview {
            recipients: preview.recipients,
            by_email: preview.by_email,
            in_app: preview.in_app,
            without_email: preview.without_email,
            mail_subject: preview.mail_subject,
            mail_html: preview.mail_html,
            body: preview.body,
            sender: preview.sender,
        }))
    }

    async fn remind_announce(&self, request: Request<RemindAnnounceRequest>) -> Result<Response<RemindAnnounceResponse>, Status> {
        let right = self.authorize::<resource::AnnounceRun, action::Edit, _>(&request)?;
        Ok(Response::new(RemindAnnounceResponse { reminded: operation::remind(&self.0, &right, request.get_ref().id).await? }))
    }

    async fn get_announce_results(&self, request: Request<GetAnnounceResultsRequest>) -> Result<Response<AnnounceResults>, Status> {
        let right = self.authorize::<resource::AnnounceResponse, action::View, _>(&request)?;
        let (row, turnout, counts) = operation::results(&self.0, &right, request.get_ref().id).await?;
        let questions = row.type_info.questions.iter().zip(counts).map(|(question, count)| encode_question(question, count)).collect();
        let min_answers = if row.is_anonymous { poll::MIN_ANONYMOUS_ANSWERS } else { 0 };
        Ok(Response::new(AnnounceResults { turnout: Some(encode_turnout(turnout)), questions, min_answers }))
    }

    async fn list_announce_recipients(
        &self,
        request: Request<ListAnnounceRecipientsRequest>,
    ) -> Result<Response<ListAnnounceRecipientsResponse>, Status> {
        let right = self.authorize::<resource::AnnounceResponse, action::View, _>(&request)?;
        let request = request.into_inner();
        let page = operation::recipients(&self.0, &right, request.id, &kit::list_query!(request)).await?.map(encode_recipient);
        Ok(Response::new(ListAnnounceRecipientsResponse { items: page.items, total: page.total, page: page.page, size: page.size }))
    }

    async fn export_announce(&self, request: Request<ExportAnnounceRequest>) -> Result<Response<BoxStream<FileChunk>>, Status> {
        let right = self.authorize::<resource::AnnounceResponse, action::View, _>(&request)?;
        let format = Format::from_export(request.get_ref().export_format());
        Ok(Response::new(Box::pin(operation::export(&self.0, &right, request.get_ref().id, format).await?)))
    }

    async fn list_announce_responses(
        &self,
        request: Request<ListAnnounceResponsesRequest>,
    ) -> Result<Response<ListAnnounceResponsesResponse>, Status> {
        let right = self.authorize::<resource::AnnounceResponse, action::View, _>(&request)?;
        let page = operation::responses(&self.0, &right, &kit::list_query!(request.get_ref())).await?.map(|(row, answers)| AnnounceResponse {
            id: row.id,
            announce: super::reference(Some(row.announce_id), row.subject),
            user: super::reference(Some(row.user_id), row.user_name),
            answered_at: Some(to_proto(row.answered_at)),
            answers: encode_answers(&row.type_info, &answers),
        });
        Ok(Response::new(ListAnnounceResponsesResponse { items: page.items, total: page.total, page: page.page, size: page.size }))
    }
}
