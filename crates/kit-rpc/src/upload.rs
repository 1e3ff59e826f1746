//! Files that arrive in pieces. An operation that takes a file is a client stream: its first message has the fields
//! and the file's name, those after it nothing but data.
use futures::{Stream, StreamExt};
use proto::vestibule::common::v1::FileChunk;
use tonic::Status;

use kit_core::{Error, Result};

/// A file with the fields that came with it.
#[derive(Clone, Debug, PartialEq)]
pub struct Upload<M> {
    /// The first message, without its piece of the file.
    pub request: M,
    /// As the sender called it: for people to read, never a path.
    pub file_name: String,
    pub data: Vec<u8>,
}

/// Collects a file of at most `limit` bytes: `kit::upload::collect(stream, LIMIT, |message| message.image.take())`.
/// `wrong file body` when there is no file in it or its last piece did not come, `invalid file` when it is too large.
pub async fn collect<M>(
    mut stream: impl Stream<Item = Result<M, Status>> + Unpin,
    limit: usize,
    chunk: impl Fn(&mut M) -> Option<FileChunk>,
) -> Result<Upload<M>> {
    let mut request = stream.next().await.ok_or_else(missing)??;
    let first = chunk(&mut request);
    let mut has_file = first.is_some();
    let first = first.unwrap_or_default();
    let mut is_whole = first.is_last;
    let mut data = first.data;
    check(data.len(), limit)?;
    while let Some(message) = stream.next().await {
        if let Some(next) = chunk(&mut message?) {
            has_file = true;
            is_whole = next.is_last;
            check(data.len() + next.data.len(), limit)?;
            data.extend_from_slice(&next.data);
        }
    }
    if !has_file || (is_whole && data.is_empty()) {
        return Err(missing());
    }
    if !is_whole {
        return Err(Error::wrong_file_body("the upload was cut off"));
    }
    Ok(Upload { request, file_name: first.file_name, data })
}

fn missing() -> Error {
    Error::wrong_file_body("required")
}

fn check(size: usize, limit: usize) -> Result<()> {
    if size > limit { Err(Error::invalid_file(format!("maximum size is {limit} bytes"))) } else { Ok(()) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proto::vestibule::identity::v1::SetUserAvatarRequest;

    fn message(id: i64, file_name: &str, data: &[u8]) -> Result<SetUserAvatarRequest, Status> {
        let image = FileChunk { file_name: file_name.into(), data: data.to_vec(), ..FileChunk::default() };
        Ok(SetUserAvatarRequest { id, image: Some(image), ..Default::default() })
    }

    fn last() -> Result<SetUserAvatarRequest, Status> {
        let image = FileChunk { is_last: true, ..FileChunk::default() };
        Ok(SetUserAvatarRequest { image: Some(image), ..Default::default() })
    }

    async fn collected(messages: Vec<Result<SetUserAvatarRequest, Status>>, limit: usize) -> Result<Upload<SetUserAvatarRequest>> {
        collect(futures::stream::iter(messages), limit, |message| message.image.take()).await
    }

    #[tokio::test]
    async fn pieces_become_one_file_with_the_fields_of_the_first() {
        let upload = collected(vec![message(7, "me.png", b"ab"), message(0, "", b"cd"), last()], 4).await.unwrap();
        assert_eq!((upload.request.id, upload.file_name.as_str(), upload.data.as_slice()), (7, "me.png", &b"abcd"[..]));
    }

    #[tokio::test]
    async fn a_file_over_the_limit_is_refused_before_its_end() {
        let never = Err(Status::internal("is not reached"));
        let refused = collected(vec![message(7, "me.png", b"ab"), message(0, "", b"cde"), never], 4).await;
        assert!(matches!(refused, Err(Error::Conflict { code: "invalid_file", .. })));
    }

    #[tokio::test]
    async fn an_upload_without_a_file_is_a_wrong_file_body() {
        let without = Ok(SetUserAvatarRequest { id: 7, ..Default::default() });
        for messages in [vec![], vec![without], vec![message(7, "me.png", b"")]] {
            assert!(matches!(collected(messages, 4).await, Err(Error::Conflict { code: "wrong_file_body", .. })));
        }
    }

    #[tokio::test]
    async fn an_upload_without_its_last_piece_was_cut_off() {
        let refused = collected(vec![message(7, "me.png", b"ab")], 4).await;
        assert!(matches!(refused, Err(Error::Conflict { code: "wrong_file_body", .. })));
    }

    #[tokio::test]
    async fn a_broken_stream_is_no_file() {
        assert!(collected(vec![message(7, "me.png", b"ab"), Err(Status::unavailable("gone"))], 4).await.is_err());
    }
}
