//! Conversations, their messages and their inboxes.
use kit::clock::to_proto;
use kit::upload_places::in_time;
use kit::{Error, Result, download, upload};
use policy::{ActionKind, Authorized, action, resource};
use proto::vestibule::common::v1::{DeleteAllRequest, DeleteAllResponse, DeleteResponse, FileChunk, Ref};
use proto::vestibule::notifications::v1::conversations_server::Conversations;
use proto::vestibule::notifications::v1::*;
use time::OffsetDateTime;
use time::format_description::well_known::Rfc3339;
use tonic::codegen::BoxStream;
use tonic::{Request, Response, Status, Streaming};

use super::reference;
use crate::app::App;
use crate::domain::conversation::{ConversationDraft, MessageDraft, MessageInput};
use crate::operation::conversation::picture::{self, PictureRequest, PictureView};
use crate::operation::conversation::{self as operation, ConversationView, MessageView};
use crate::store::conversation_message::MessagesBefore;

pub struct ConversationService(pub App);

impl ConversationService {
    fn authorize<A: ActionKind, T>(&self, request: &Request<T>) -> Result<Authorized<resource::Conversation, A>> {
        self.0.context.authorize(request)
    }
}

fn decode(conversation: Option<Conversation>) -> Result<ConversationDraft> {
    let conversation = conversation.unwrap_or_default();
    let id = |reference: Option<Ref>| reference.map_or(0, |reference| reference.id);
    let pictures = keys(conversation.pictures);
    let message = MessageInput { message: &conversation.message, request_id: &conversation.request_id, pictures: &pictures };
    ConversationDraft::parse(&conversation.subject, id(conversation.user), id(conversation.domain), message)
}

fn keys(pictures: Vec<ConversationPicture>) -> Vec<String> {
    pictures.into_iter().map(|picture| picture.key).collect()
}

fn encode(view: ConversationView) -> Conversation {
    let ConversationView { row, is_staff, is_writable, is_reader_deleted, unread, interlocutor } = view;
    Conversation {
        id: row.id,
        subject: row.subject,
        interlocutor: reference(Some(interlocutor.0), interlocutor.1),
        user: reference(Some(row.user_id), row.user_name),
        domain: reference(row.group_id, row.group_name),
        peer: reference(row.peer_id, row.peer_name),
        message: row.last_message,
        request_id: String::new(),
        status: row.status.into(),
        taken_by_user: reference(row.taken_by, row.taken_by_name),
        unread: unread as i32,
        is_writable,
        is_staff,
        last_message_at: Some(to_proto(row.last_message_at)),
        last_message_user: reference(Some(row.last_message_user_id), row.last_message_user_name),
        created_at: Some(to_proto(row.created_at)),
        pictures: Vec::new(),
        last_message_pictures: row.last_message_pictures.into(),
        is_reader_deleted,
    }
}

fn encode_message(view: MessageView) -> ConversationMessage {
    let MessageView { row, is_own, is_read, pictures } = view;
    ConversationMessage {
        id: row.id,
        user: reference(Some(row.user_id), row.user_name),
        message: row.message,
        created_at: Some(to_proto(row.created_at)),
        request_id: row.request_id.to_string(),
        is_own,
        is_read,
        pictures: pictures.into_iter().map(encode_picture).collect(),
    }
}

fn encode_picture(view: PictureView) -> ConversationPicture {
    let PictureView { key, image_url, thumbnail_url, width, height } = view;
    ConversationPicture { key: key.to_string(), image_url, thumbnail_url, width, height }
}

fn references(named: Vec<(i64, String)>) -> Vec<Ref> {
    named.into_iter().map(|(id, name)| Ref { id, name }).collect()
}

#[tonic::async_trait]
impl Conversations for ConversationService {
    type GetConversationPictureStream = BoxStream<FileChunk>;

    async fn list_conversations(&self, request: Request<ListConversationsRequest>) -> Result<Response<ListConversationsResponse>, Status> {
        let right = self.authorize::<action::View, _>(&request)?;
        let page = operation::list(&self.0, &right, &kit::list_query!(request.get_ref())).await?.map(encode);
        Ok(Response::new(ListConversationsResponse { items: page.items, total: page.total, page: page.page, size: page.size }))
    }

    async fn get_conversation(&self, request: Request<GetConversationRequest>) -> Result<Response<Conversation>, Status> {
        let right = self.authorize::<action::View, _>(&request)?;
        Ok(Response::new(encode(operation::find(&self.0, &right, request.get_ref().id).await?)))
    }

    async fn create_conversation(&self, request: Request<CreateConversationRequest>) -> Result<Response<Conversation>, Status> {
        let right = self.authorize::<action::Create, _>(&request)?;
        let draft = decode(request.into_inner().conversation)?;
        Ok(Response::new(encode(operation::create(&self.0, &right, draft).await?)))
    }

    async fn delete_conversation(&self, request: Request<DeleteConversationRequest>) -> Result<Response<DeleteResponse>, Status> {
        let right = self.authorize::<action::Delete, _>(&request)?;
        let id = request.into_inner().id;
        operation::delete(&self.0, &right, id).await?;
        Ok(Response::new(DeleteResponse { id }))
    }

    async fn delete_all_conversations(&self, request: Request<DeleteAllRequest>) -> Result<Response<DeleteAllResponse>, Status> {
        let right = self.authorize::<action::Delete, _>(&request)?;
        Ok(Response::new(operation::delete_all(&self.0, &right, request.into_inner().items).await?))
    }

    async fn list_conversation_recipients(
        &self,
        request: Request<ListConversationRecipientsRequest>,
    ) -> Result<Response<ListConversationRecipientsResponse>, Status> {
        let right = self.authorize::<action::Create, _>(&request)?;
        let offered = operation::offered(&self.0, &right, &request.get_ref().search).await?;
        Ok(Response::new(ListConversationRecipientsResponse { users: references(offered.users), domains: references(offered.groups) }))
    }

    async fn list_conversation_messages(
        &self,
        request: Request<ListConversationMessagesRequest>,
    ) -> Result<Response<ListConversationMessagesResponse>, Status> {
        let right = self.authorize::<action::View, _>(&request)?;
        let ListConversationMessagesRequest { id, before, before_id } = request.into_inner();
        let at = match before.trim() {
            "" => None,
            text => Some(OffsetDateTime::parse(text, &Rfc3339).map_err(|_| Error::field("before", "invalid data sent"))?),
        };
        let before = MessagesBefore { at, id: (before_id != 0).then_some(before_id) };
        let (messages, has_more) = operation::list_messages(&self.0, &right, id, before).await?;
        Ok(Response::new(ListConversationMessagesResponse { items: messages.into_iter().map(encode_message).collect(), has_more }))
    }

    async fn create_conversation_message(&self, request: Request<CreateConversationMessageRequest>) -> Result<Response<ConversationMessage>, Status> {
        let right = self.authorize::<action::Edit, _>(&request)?;
        let CreateConversationMessageRequest { id, message } = request.into_inner();
        let message = message.unwrap_or_default();
        let pictures = keys(message.pictures);
        let draft = MessageDraft::parse(MessageInput { message: &message.message, request_id: &message.request_id, pictures: &pictures })?;
        Ok(Response::new(encode_message(operation::create_message(&self.0, &right, id, draft).await?)))
    }

    async fn upload_conversation_picture(
        &self,
        request: Request<Streaming<UploadConversationPictureRequest>>,
    ) -> Result<Response<ConversationPicture>, Status> {
        let right = self.authorize::<action::Edit, _>(&request)?;
        picture::ensure_may_upload(&self.0, &right).await?;
        let _permit = picture::UPLOADS.acquire(right.project_id()).await?;
        let upload = in_time(upload::collect(request.into_inner(), image_upload::MAX_BYTES, |message| message.image.take())).await?;
        Ok(Response::new(encode_picture(picture::upload(&self.0, &right, upload.data).await?)))
    }

    async fn get_conversation_picture(&self, request: Request<GetConversationPictureRequest>) -> Result<Response<BoxStream<FileChunk>>, Status> {
        let right = self.authorize::<action::View, _>(&request)?;
        let GetConversationPictureRequest { id, key, is_thumbnail, .. } = request.into_inner();
        let request = PictureRequest { conversation_id: id, key: &key, is_thumbnail };
        let (content_type, data) = picture::read(&self.0, &right, request).await?;
        Ok(Response::new(download::file("", &content_type, &data)))
    }

    async fn read_conversation(&self, request: Request<ReadConversationRequest>) -> Result<Response<Conversation>, Status> {
        let right = self.authorize::<action::View, _>(&request)?;
        let ReadConversationRequest { id, message_id } = request.into_inner();
        Ok(Response::new(encode(operation::mark_read(&self.0, &right, id, message_id).await?)))
    }

    async fn take_conversation(&self, request: Request<TakeConversationRequest>) -> Result<Response<Conversation>, Status> {
        let right = self.0.context.authorize::<resource::ConversationInbox, action::Edit, _>(&request)?;
        let TakeConversationRequest { id, is_takeover } = request.into_inner();
        Ok(Response::new(encode(operation::take(&self.0, &right, id, is_takeover).await?)))
    }

    async fn close_conversation(&self, request: Request<CloseConversationRequest>) -> Result<Response<Conversation>, Status> {
        let right = self.0.context.authorize::<resource::ConversationInbox, action::Edit, _>(&request)?;
        Ok(Response::new(encode(operation::close(&self.0, &right, request.get_ref().id).await?)))
    }
}
