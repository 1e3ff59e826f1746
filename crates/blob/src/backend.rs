//! Where the objects lie.
use std::sync::Arc;
use std::time::Duration;

use kit::outgoing::Authorities;
use kit::settings::BlobVariables;
use object_store::aws::{AmazonS3, AmazonS3Builder};
use object_store::local::LocalFileSystem;
use object_store::prefix::PrefixStore;
use object_store::{Certificate, ClientOptions, ObjectStore, RetryConfig};

const CONNECT_TIMEOUT: Duration = Duration::from_secs(5);
const REQUEST_TIMEOUT: Duration = Duration::from_secs(30);
/// Attempts of one request, within the time of a call.
const MAX_RETRIES: usize = 4;

pub fn connect(settings: &BlobVariables, authorities: &Authorities) -> Arc<dyn ObjectStore> {
    if settings.blob_s3_bucket.is_empty() {
        return Arc::new(PrefixStore::new(LocalFileSystem::new(), settings.blob_dir.as_str()));
    }
    match bucket(settings, authorities) {
        Ok(bucket) => Arc::new(PrefixStore::new(bucket, settings.blob_s3_prefix.as_str())),
        Err(error) => {
            tracing::error!(%error, "the bucket of files cannot be used");
            Arc::new(PrefixStore::new(LocalFileSystem::new(), "/dev/null/no-bucket"))
        }
    }
}

fn bucket(settings: &BlobVariables, authorities: &Authorities) -> object_store::Result<AmazonS3> {
    let endpoint = settings.blob_s3_endpoint.trim_end_matches('/');
    let mut client =
        ClientOptions::new().with_connect_timeout(CONNECT_TIMEOUT).with_timeout(REQUEST_TIMEOUT).with_allow_http(endpoint.starts_with("http://"));
    for certificate in authorities.iter() {
        client = client.with_root_certificate(Certificate::from_der(certificate)?);
    }
    let retry = RetryConfig { max_retries: MAX_RETRIES, retry_timeout: REQUEST_TIMEOUT, ..RetryConfig::default() };
    let mut builder = AmazonS3Builder::new()
        .with_bucket_name(&settings.blob_s3_bucket)
        .with_region(&settings.blob_s3_region)
        .with_access_key_id(&settings.blob_s3_access_key_id)
        .with_secret_access_key(&settings.blob_s3_secret_access_key)
        .with_client_options(client)
        .with_retry(retry);
    if !endpoint.is_empty() {
        // The bucket is in the path: a server of one's own has no name for each bucket.
        builder = builder.with_endpoint(endpoint).with_virtual_hosted_style_request(false);
    }
    builder.build()
}
