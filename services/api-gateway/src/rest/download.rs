//! Downloads: a server stream of file pieces becomes the body of the answer, as it comes.
use std::time::Duration;

use axum::body::Body;
use axum::response::{IntoResponse, Response};
use bytes::Bytes;
use futures::{Stream, StreamExt, stream};
use http::{HeaderValue, header};
use kit::url_component;
use prost::Message;
use proto::vestibule::common::v1::FileChunk;
use tonic::Status;
use transcode::Operation;

use crate::error::ApiError;

/// The first piece says what the file is. An error that comes later cuts the body off, so that nobody takes a part
/// for the whole.
pub async fn answer(
    operation: &Operation,
    mut pieces: impl Stream<Item = Result<Bytes, Status>> + Send + Unpin + 'static,
) -> Result<Response, ApiError> {
    let first = pieces.next().await.ok_or_else(ApiError::not_found)??;
    let first = FileChunk::decode(first).map_err(|_| ApiError::bad_gateway())?;
    let headers = [
        (header::CONTENT_TYPE, value(&first.content_type, "application/octet-stream")),
        (header::CONTENT_DISPOSITION, value(&disposition(&first), "attachment")),
        (header::CACHE_CONTROL, value(&cache_control(operation.access.cache), "no-store")),
    ];
    let rest = pieces.map(|piece| {
        let piece = piece.inspect_err(|error| tracing::warn!(%error, "a download was cut off"))?;
        FileChunk::decode(piece).map(|chunk| Bytes::from(chunk.data)).map_err(|error| Status::internal(error.to_string()))
    });
    let body = stream::once(async move { Ok(Bytes::from(first.data)) }).chain(rest);
    Ok((headers, Body::from_stream(body)).into_response())
}

fn value(text: &str, otherwise: &'static str) -> HeaderValue {
    HeaderValue::try_from(text).ok().filter(|value| !value.is_empty()).unwrap_or(HeaderValue::from_static(otherwise))
}

/// Pictures are shown; everything else is saved. The name is given as RFC 6266 has it: once for old readers, once in
/// full.
fn disposition(file: &FileChunk) -> String {
    let kind = if file.content_type.starts_with("image/") { "inline" } else { "attachment" };
    if file.file_name.is_empty() {
        return kind.into();
    }
    let plain: String = file
        .file_name
        .chars()
        .map(|character| if character.is_ascii_alphanumeric() || "._- ".contains(character) { character } else { '_' })
        .collect();
    let full = url_component::encode(&file.file_name);
    format!("{kind}; filename=\"{plain}\"; filename*=UTF-8''{full}")
}

fn cache_control(keep: Option<Duration>) -> String {
    keep.map_or("no-store".into(), |keep| format!("private, max-age={}, immutable", keep.as_secs()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn file(file_name: &str, content_type: &str) -> FileChunk {
        FileChunk { file_name: file_name.into(), content_type: content_type.into(), ..FileChunk::default() }
    }

    #[test]
    fn a_table_is_saved_under_its_name_in_any_script() {
        assert_eq!(disposition(&file("Дом 1.csv", "text/csv")), "attachment; filename=\"___ 1.csv\"; filename*=UTF-8''%D0%94%D0%BE%D0%BC%201.csv");
    }

    #[test]
    fn a_name_cannot_leave_its_quotes() {
        assert_eq!(disposition(&file("a\";b\r\n.csv", "text/csv")), "attachment; filename=\"a__b__.csv\"; filename*=UTF-8''a%22%3Bb%0D%0A.csv");
    }

    #[test]
    fn an_image_is_shown_inline_and_may_be_cached() {
        assert_eq!(disposition(&file("", "image/png")), "inline");
        assert_eq!(cache_control(Some(Duration::from_secs(60))), "private, max-age=60, immutable");
        assert_eq!(cache_control(None), "no-store");
    }
}
