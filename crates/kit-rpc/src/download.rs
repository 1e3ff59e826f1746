//! Sends files from memory in pieces. Tables are written while they are sent: see the crate `spreadsheet`.
use proto::vestibule::common::v1::FileChunk;
use tonic::Status;
use tonic::codegen::BoxStream;

/// Bytes of a piece.
const SIZE: usize = 64 << 10;

/// The first piece has the content type and the name.
pub fn file(file_name: &str, content_type: &str, data: &[u8]) -> BoxStream<FileChunk> {
    let first = FileChunk { file_name: file_name.into(), content_type: content_type.into(), ..FileChunk::default() };
    let pieces = data.chunks(SIZE).map(|data| FileChunk { data: data.to_vec(), ..FileChunk::default() });
    let pieces: Vec<Result<FileChunk, Status>> = std::iter::once(first).chain(pieces).map(Ok).collect();
    Box::pin(futures::stream::iter(pieces))
}

#[cfg(test)]
mod tests {
    use super::*;
    use futures::TryStreamExt;

    #[tokio::test]
    async fn a_file_is_named_first_and_comes_whole() {
        let data: Vec<u8> = (0..200_000u32).map(|n| n as u8).collect();
        let pieces: Vec<FileChunk> = file("", "image/png", &data).try_collect().await.unwrap();
        assert_eq!((pieces[0].content_type.as_str(), pieces.len()), ("image/png", 5));
        assert_eq!(pieces.into_iter().flat_map(|piece| piece.data).collect::<Vec<_>>(), data);
    }
}
