//! Uploads: a multipart form becomes a client stream. The text parts make the first message, together with the
//! file's name; the file follows in pieces, as it arrives. It is never held whole.
use std::pin::Pin;
use std::task::{Context, Poll};

use axum::body::BodyDataStream;
use axum::extract::multipart::{Field, MultipartError};
use axum::extract::{DefaultBodyLimit, FromRequest, Multipart, Request};
use bytes::Bytes;
use form_urlencoded::Serializer;
use futures::{FutureExt, Stream, StreamExt};
use http::{HeaderMap, StatusCode, header};
use prost::Message;
use proto::vestibule::common::v1::FileChunk;
use tokio::sync::mpsc;
use transcode::Operation;

use crate::error::ApiError;

/// Text parts before the file.
const MAX_PARTS: usize = 50;
/// Bytes of one of them.
const MAX_TEXT_BYTES: usize = 64 << 10;
/// Bytes of one that holds values by name: the secrets of a site.
const MAX_VALUES_BYTES: usize = 1 << 20;
/// Bytes of a form besides its file: boundaries, headings and text.
const MAX_OVERHEAD_BYTES: usize = (64 << 10) + MAX_VALUES_BYTES;
/// What of a file's name is passed on, in characters.
const MAX_NAME_CHARACTERS: usize = 255;
/// Upload that wait for the service.
const MAX_WAITING_PIECES: usize = 8;

/// The pieces of an upload on their way.
pub struct Upload {
    form: UploadForm,
    text: String,
    limit: u64,
}

enum UploadForm {
    Multipart(Multipart),
    /// The body is the file.
    File(BodyDataStream),
}

impl Upload {
    pub async fn new(operation: &Operation, mut request: Request) -> Result<Upload, ApiError> {
        let limit = operation.max_body_bytes();
        DefaultBodyLimit::max(limit as usize + MAX_OVERHEAD_BYTES).apply(&mut request);
        let text = request.uri().query().unwrap_or_default().to_owned();
        refuse_in_address(operation, &text)?;
        let form = match has_body_type(operation, request.headers()) {
            true => UploadForm::File(request.into_body().into_data_stream()),
            false => UploadForm::Multipart(Multipart::from_request(request, &()).await.map_err(|_| ApiError::unsupported_media())?),
        };
        Ok(Upload { form, text, limit })
    }

    /// Answers what `call` answers to the stream of messages. What comes without its last piece was cut off, and the
    /// service must refuse it: so a form that ends early or is too large does nothing.
    pub async fn send<R, F>(self, operation: &Operation, params: &[(&str, &str)], call: impl FnOnce(Messages) -> F) -> Result<R, ApiError>
    where
        F: Future<Output = Result<R, ApiError>>,
    {
        let (sender, mut receiver) = mpsc::channel(MAX_WAITING_PIECES);
        let mut fed = std::pin::pin!(self.feed(operation, params, sender).fuse());
        // Nobody is called for a form that is wrong from the beginning.
        let first = tokio::select! {
            biased;
            first = receiver.recv() => first,
            done = &mut fed => { done?; receiver.recv().await }
        };
        let mut answer = std::pin::pin!(call(Messages { first, rest: receiver }));
        tokio::select! {
            answer = &mut answer => return answer,
            done = fed => done?,
        }
        answer.await
    }

    async fn feed(self, operation: &Operation, params: &[(&str, &str)], sender: mpsc::Sender<Bytes>) -> Result<(), ApiError> {
        let Upload { form, mut text, limit } = self;
        let mut form = match form {
            UploadForm::Multipart(form) => form,
            UploadForm::File(body) => {
                let head = operation.request(params.iter().copied(), Some(&text), b"")?;
                let first = [head, operation.file_piece(&FileChunk::default().encode_to_vec())].concat();
                pass(&sender, first.into()).await;
                feed_body(body, operation, &sender, limit).await?;
                return last(operation, &sender).await;
            }
        };
        let part = operation.file_part.as_deref().unwrap_or_default();
        let mut has_file = false;
        for _ in 0..MAX_PARTS {
            let Some(mut field) = form.next_field().await.map_err(|error| refused(&error, limit))? else {
                return if has_file { last(operation, &sender).await } else { Err(ApiError::field(part, "required")) };
            };
            let name = field.name().unwrap_or_default().to_owned();
            if has_file {
                return Err(ApiError::malformed("the file must be the last part of the form"));
            }
            if name == part {
                let head = operation.request(params.iter().copied(), Some(&text), b"")?;
                let first = [head, operation.file_piece(&named(&field).encode_to_vec())].concat();
                pass(&sender, first.into()).await;
                feed_file(&mut field, operation, &sender, limit).await?;
                has_file = true;
                continue;
            }
            let value = field.text().await.map_err(|error| refused(&error, limit))?;
            let limit = if operation.is_map(&name) { MAX_VALUES_BYTES } else { MAX_TEXT_BYTES };
            if value.len() > limit {
                return Err(ApiError::too_large(limit as u64));
            }
            append(&mut text, &name, &value);
        }
        Err(ApiError::malformed("the form has too many parts"))
    }
}

/// Secrets are taken in the form alone: addresses are logged on the way.
fn refuse_in_address(operation: &Operation, query: &str) -> Result<(), ApiError> {
    match form_urlencoded::parse(query.as_bytes()).find(|(name, _)| operation.is_map(name.split(['.', '[']).next().unwrap_or(name))) {
        Some((name, _)) => Err(ApiError::field(&name, "must be a part of the form, not of the address")),
        None => Ok(()),
    }
}

fn append(query: &mut String, name: &str, value: &str) {
    let pair = Serializer::new(String::new()).append_pair(name, value).finish();
    if !query.is_empty() {
        query.push('&');
    }
    query.push_str(&pair);
}

/// The messages of an upload.
pub struct Messages {
    first: Option<Bytes>,
    rest: mpsc::Receiver<Bytes>,
}

impl Stream for Messages {
    type Item = Bytes;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Bytes>> {
        match self.first.take() {
            Some(first) => Poll::Ready(Some(first)),
            None => self.rest.poll_recv(context),
        }
    }
}

/// The service has answered when nobody takes it any more; then the answer is what counts.
async fn pass(sender: &mpsc::Sender<Bytes>, message: Bytes) {
    let _answered = sender.send(message).await;
}

async fn last(operation: &Operation, sender: &mpsc::Sender<Bytes>) -> Result<(), ApiError> {
    let chunk = FileChunk { is_last: true, ..FileChunk::default() };
    pass(sender, operation.file_piece(&chunk.encode_to_vec())).await;
    Ok(())
}

fn named(file: &Field<'_>) -> FileChunk {
    let name = file.file_name().unwrap_or_default();
    let name = name.rsplit(['/', '\\']).next().unwrap_or_default();
    let file_name = name.chars().filter(|character| !character.is_control()).take(MAX_NAME_CHARACTERS).collect();
    FileChunk { file_name, content_type: file.content_type().unwrap_or_default().to_owned(), ..FileChunk::default() }
}

async fn feed_file(file: &mut Field<'_>, operation: &Operation, sender: &mpsc::Sender<Bytes>, limit: u64) -> Result<(), ApiError> {
    let mut size = 0;
    while let Some(data) = file.chunk().await.map_err(|error| refused(&error, limit))? {
        size += data.len() as u64;
        if size > limit {
            return Err(ApiError::too_large(limit));
        }
        let piece = operation.file_piece(&FileChunk { data: data.to_vec(), ..FileChunk::default() }.encode_to_vec());
        pass(sender, piece).await;
    }
    Ok(())
}

async fn feed_body(mut body: BodyDataStream, operation: &Operation, sender: &mpsc::Sender<Bytes>, limit: u64) -> Result<(), ApiError> {
    let mut size = 0;
    while let Some(data) = body.next().await {
        let data = data.map_err(|_| ApiError::malformed("the body ended early"))?;
        size += data.len() as u64;
        if size > limit {
            return Err(ApiError::too_large(limit));
        }
        let piece = operation.file_piece(&FileChunk { data: data.to_vec(), ..FileChunk::default() }.encode_to_vec());
        pass(sender, piece).await;
    }
    Ok(())
}

/// Whether the operation takes its file as the body, and this body is one.
fn has_body_type(operation: &Operation, headers: &HeaderMap) -> bool {
    let Some(wanted) = &operation.access.body_type else { return false };
    let sent = headers.get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok()).unwrap_or_default();
    sent.split(';').next().unwrap_or_default().trim().eq_ignore_ascii_case(wanted)
}

fn refused(error: &MultipartError, limit: u64) -> ApiError {
    match error.status() {
        StatusCode::PAYLOAD_TOO_LARGE => ApiError::too_large(limit),
        _ => ApiError::malformed("the form ended early or is no form"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::body::Body;
    use axum::response::IntoResponse;
    use proto::vestibule::gateway::v1::{ApplySiteRequest, BackupMode, PlanSiteRequest};
    use proto::vestibule::identity::v1::SetUserAvatarRequest;
    use transcode::Registry;

    const TEXT: &str = "--b\r\nContent-Disposition: form-data; name=\"x\"\r\n\r\n12\r\n";
    const FILE: &str = "--b\r\nContent-Disposition: form-data; name=\"image\"; filename=\"a/me.png\"\r\nContent-Type: image/png\r\n\r\nbytes\r\n";

    /// What a service gets for these parts of a form, or the status that the sender gets.
    async fn uploaded(parts: &[&str]) -> Result<Vec<SetUserAvatarRequest>, u16> {
        let registry = Registry::new(proto::DESCRIPTORS).unwrap();
        let operation = registry.operations().iter().find(|operation| operation.method == "SetUserAvatar").unwrap();
        let request = Request::builder().header("content-type", "multipart/form-data; boundary=b");
        let request = request.body(Body::from(format!("{}--b--\r\n", parts.concat()))).unwrap();
        let messages = async {
            let upload = Upload::new(operation, request).await?;
            upload.send(operation, &[("id", "7")], async |messages: Messages| Ok(messages.collect::<Vec<_>>().await)).await
        };
        let messages = messages.await.map_err(|error| error.into_response().status().as_u16())?;
        Ok(messages.into_iter().map(|message| SetUserAvatarRequest::decode(message).unwrap()).collect())
    }

    #[tokio::test]
    async fn the_first_message_has_the_fields_and_the_name_and_the_last_says_so() {
        let messages = uploaded(&[TEXT, FILE]).await.unwrap();
        let image = |at: usize| messages[at].image.clone().unwrap();
        assert_eq!((messages[0].id, messages[0].x, image(0).file_name.as_str(), image(0).content_type.as_str()), (7, 12, "me.png", "image/png"));
        assert_eq!((image(1).data, image(2).is_last, messages.len()), (b"bytes".to_vec(), true, 3));
    }

    #[tokio::test]
    async fn a_form_without_its_file_is_refused() {
        assert_eq!(uploaded(&[TEXT]).await, Err(422));
    }

    #[tokio::test]
    async fn an_unknown_part_is_refused() {
        assert_eq!(uploaded(&[&TEXT.replace("\"x\"", "\"colour\""), FILE]).await, Err(422));
    }

    #[tokio::test]
    async fn a_part_after_the_file_is_refused_rather_than_overlooked() {
        assert_eq!(uploaded(&[FILE, TEXT]).await, Err(400));
    }

    #[tokio::test]
    async fn a_file_over_the_limit_is_refused() {
        let large = FILE.replace("bytes", &"x".repeat(11 << 20));
        assert_eq!(uploaded(&[TEXT, &large]).await, Err(413));
    }

    #[tokio::test]
    async fn a_body_that_is_no_form_is_refused() {
        let registry = Registry::new(proto::DESCRIPTORS).unwrap();
        let operation = registry.operations().iter().find(|operation| operation.method == "SetUserAvatar").unwrap();
        let refused = Upload::new(operation, Request::new(Body::from("{}"))).await.err().unwrap();
        assert_eq!(refused.into_response().status(), StatusCode::UNSUPPORTED_MEDIA_TYPE);
    }

    /// What a service gets of secrets of so many bytes, or the status that the sender gets.
    async fn uploaded_secrets(name: &str, bytes: usize) -> Result<usize, u16> {
        let registry = Registry::new(proto::DESCRIPTORS).unwrap();
        let operation = registry.operations().iter().find(|operation| operation.method == "ApplySite").unwrap();
        let value = if name == "secrets" { format!("{{\"gate\":\"{}\"}}", "x".repeat(bytes)) } else { "x".repeat(bytes) };
        let part = TEXT.replace("\"x\"", &format!("\"{name}\"")).replace("12\r\n", &format!("{value}\r\n"));
        let file = FILE.replace("\"image\"", "\"file\"");
        let request = Request::builder().header("content-type", "multipart/form-data; boundary=b");
        let request = request.body(Body::from(format!("{part}{file}--b--\r\n"))).unwrap();
        let messages = async {
            let upload = Upload::new(operation, request).await?;
            upload.send(operation, &[], async |messages: Messages| Ok(messages.collect::<Vec<_>>().await)).await
        };
        let messages = messages.await.map_err(|error| error.into_response().status().as_u16())?;
        Ok(ApplySiteRequest::decode(messages[0].clone()).unwrap().secrets["gate"].len())
    }

    #[tokio::test]
    async fn secrets_have_a_mebibyte_and_other_texts_64_kibibytes() {
        assert_eq!(uploaded_secrets("secrets", 1_000_000).await, Ok(1_000_000));
        assert_eq!(uploaded_secrets("secrets", 1 << 20).await, Err(413));
        assert_eq!(uploaded_secrets("plan_hash", (64 << 10) + 1).await, Err(413));
    }

    /// What a service gets for this body, or the status that the sender gets.
    async fn uploaded_body(content_type: &str, body: &[u8]) -> Result<Vec<PlanSiteRequest>, u16> {
        let registry = Registry::new(proto::DESCRIPTORS).unwrap();
        let operation = registry.operations().iter().find(|operation| operation.method == "PlanSite").unwrap();
        let request = Request::builder().uri("/api/v0/site/plan?mode=replace").header("content-type", content_type);
        let request = request.body(Body::from(body.to_vec())).unwrap();
        let messages = async {
            let upload = Upload::new(operation, request).await?;
            upload.send(operation, &[], async |messages: Messages| Ok(messages.collect::<Vec<_>>().await)).await
        };
        let messages = messages.await.map_err(|error| error.into_response().status().as_u16())?;
        Ok(messages.into_iter().map(|message| PlanSiteRequest::decode(message).unwrap()).collect())
    }

    #[tokio::test]
    async fn a_body_of_the_type_of_the_operation_is_the_file_and_the_fields_are_in_the_query() {
        let messages = uploaded_body("application/yaml; charset=utf-8", b"vestibule: 1").await.unwrap();
        assert_eq!(messages[0].mode, i32::from(BackupMode::Replace));
        let data: Vec<u8> = messages.iter().flat_map(|message| message.file.clone().unwrap().data).collect();
        assert_eq!(data, b"vestibule: 1");
        assert!(messages.last().unwrap().file.as_ref().unwrap().is_last);
        assert_eq!(uploaded_body("text/html", b"vestibule: 1").await, Err(415));
        assert_eq!(uploaded_body("application/yaml", &vec![b'x'; (16 << 20) + 1]).await, Err(413));
    }
}
