//! Against a server of S3 that checks signatures.
use blob::{Blobs, SealKeys};
use bytes::Bytes;
use futures::TryStreamExt;
use hyper_util::rt::{TokioExecutor, TokioIo};
use hyper_util::server::conn::auto;
use kit::Error;
use kit::settings::BlobVariables;
use s3s::auth::SimpleAuth;
use s3s::service::S3ServiceBuilder;
use tokio::net::TcpListener;

const BUCKET: &str = "vestibule";

struct Server {
    endpoint: String,
    _folder: tempfile::TempDir,
}

impl Server {
    async fn start() -> Self {
        let folder = tempfile::tempdir().unwrap();
        std::fs::create_dir(folder.path().join(BUCKET)).unwrap();
        let mut builder = S3ServiceBuilder::new(s3s_fs::FileSystem::new(folder.path()).unwrap());
        builder.set_auth(SimpleAuth::from_single("the-key", "the-secret"));
        let service = builder.build();
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let endpoint = format!("http://{}", listener.local_addr().unwrap());
        tokio::spawn(async move {
            while let Ok((socket, _)) = listener.accept().await {
                let service = service.clone();
                tokio::spawn(async move { auto::Builder::new(TokioExecutor::new()).serve_connection(TokioIo::new(socket), service).await });
            }
        });
        Server { endpoint, _folder: folder }
    }

    fn blobs(&self, secret: &str) -> Blobs {
        let settings = BlobVariables {
            blob_s3_bucket: BUCKET.into(),
            blob_s3_endpoint: self.endpoint.clone(),
            blob_s3_access_key_id: "the-key".into(),
            blob_s3_secret_access_key: secret.into(),
            blob_s3_prefix: "site-a".into(),
            ..BlobVariables::of_folder("/nowhere")
        };
        settings.check().unwrap();
        Blobs::new(&settings)
    }
}

#[tokio::test]
async fn a_bucket_does_what_a_folder_does() {
    let server = Server::start().await;
    let blobs = server.blobs("the-secret");
    blobs.put("imports/1/a", b"a table".to_vec()).await.unwrap();
    blobs.put("faces/1/b", b"x".to_vec()).await.unwrap();
    assert_eq!(blobs.get("imports/1/a").await.unwrap(), "a table");
    assert_eq!(blobs.get_range("imports/1/a", 2..7).await.unwrap(), "table");
    assert_eq!(blobs.size("imports/1/a").await.unwrap(), 7);
    let found = blobs.list("imports").await.unwrap();
    assert_eq!(found.iter().map(|info| (info.key.as_str(), info.size)).collect::<Vec<_>>(), [("imports/1/a", 7)]);
    for _ in 0..2 {
        blobs.delete("imports/1/a").await.unwrap();
    }
    assert!(matches!(blobs.get("imports/1/a").await, Err(Error::NotFound)));
    assert!(matches!(blobs.size("imports/1/a").await, Err(Error::NotFound)));
}

#[tokio::test]
async fn a_wrong_secret_reads_and_writes_nothing() {
    let server = Server::start().await;
    server.blobs("the-secret").put("faces/1/a", b"face".to_vec()).await.unwrap();
    let blobs = server.blobs("another-secret");
    assert!(matches!(blobs.get("faces/1/a").await, Err(Error::Unavailable(_))));
    assert!(matches!(blobs.put("faces/1/a", b"other".to_vec()).await, Err(Error::Unavailable(_))));
    assert_eq!(server.blobs("the-secret").get("faces/1/a").await.unwrap(), "face");
}

#[tokio::test]
async fn sealed_objects_of_several_parts_come_back_from_a_bucket() {
    let server = Server::start().await;
    let blobs = server.blobs("the-secret");
    let sealed = blobs.sealed(SealKeys::new(&[&[7; 32]]));
    let piece = Bytes::from(vec![42; 1 << 20]);
    let pieces = futures::stream::iter((0..12).map(|_| Ok(piece.clone())));
    assert_eq!(sealed.put_stream("backups/1", pieces).await.unwrap(), 12 << 20);
    assert_eq!(sealed.get_range("backups/1", (5 << 20) - 3..(5 << 20) + 70_000).await.unwrap(), vec![42; 70_003]);
    let stored: Vec<Bytes> = blobs.get_stream("backups/1").await.unwrap().try_collect().await.unwrap();
    assert!(!stored.concat().windows(8).any(|window| window == [42; 8]));
}
