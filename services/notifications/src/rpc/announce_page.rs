//! The page of one recipient of an announce, who need not sign in.
use kit::clock::to_proto;
use proto::vestibule::notifications::v1::announce_page_server::AnnouncePage;
use proto::vestibule::notifications::v1::*;
use tonic::{Request, Response, Status};

use super::announce::encode_poll;
use crate::app::App;
use crate::domain::mail::html;
use crate::domain::poll;
use crate::operation::announce_page::{self as operation, AnnouncePageView};

pub struct AnnouncePageService(pub App);

fn encode(view: AnnouncePageView) -> AnnounceByToken {
    let AnnouncePageView { row, sender, answers, answered_at, is_open, locale } = view;
    let answer = |answer: poll::PollAnswer| PollAnswer { question: answer.question, answers: answer.answers, own_answer: answer.own_answer };
    AnnounceByToken {
        r#type: row.r#type.into(),
        ends_at: row.finished_at.or(row.due_at).map(to_proto),
        sent_at: row.started_at.map(to_proto),
        // Again, in case a stricter release has come since it was saved.
        body: html::sanitize(&row.body),
        subject: row.subject,
        sender,
        type_info: Some(encode_poll(row.type_info.0)),
        answers: answers.into_iter().map(answer).collect(),
        is_open,
        is_anonymous: row.is_anonymous,
        answered_at: answered_at.map(to_proto),
        locale: locale.code().into(),
    }
}

#[tonic::async_trait]
impl AnnouncePage for AnnouncePageService {
    async fn get_announce_by_token(&self, request: Request<GetAnnounceByTokenRequest>) -> Result<Response<AnnounceByToken>, Status> {
        let caller = self.0.context.caller(&request)?;
        Ok(Response::new(encode(operation::view(&self.0, &caller.ip, &request.get_ref().token).await?)))
    }

    async fn read_announce_by_token(&self, request: Request<ReadAnnounceByTokenRequest>) -> Result<Response<AnnounceByToken>, Status> {
        let caller = self.0.context.caller(&request)?;
        Ok(Response::new(encode(operation::read(&self.0, &caller.ip, &request.get_ref().token).await?)))
    }

    async fn answer_poll_by_token(&self, request: Request<AnswerPollByTokenRequest>) -> Result<Response<AnnounceByToken>, Status> {
        let caller = self.0.context.caller(&request)?;
        let AnswerPollByTokenRequest { token, answers } = request.into_inner();
        let answer = |answer: PollAnswer| poll::PollAnswer { question: answer.question, answers: answer.answers, own_answer: answer.own_answer };
        let answers: Vec<poll::PollAnswer> = answers.into_iter().map(answer).collect();
        Ok(Response::new(encode(operation::answer(&self.0, &caller.ip, &token, &answers).await?)))
    }
}
