//! When the certificate of the SIP edge ends, for the gateway, which does not reach it.
use kit::{Error, clock};
use proto::vestibule::gateway::v1::certificates_server::Certificates;
use proto::vestibule::gateway::v1::{CertificateEnd, CertificateUse, ListCertificatesRequest, ListCertificatesResponse};
use tonic::{Request, Response, Status};

use crate::App;

pub struct CertificateService(pub App);

#[tonic::async_trait]
impl Certificates for CertificateService {
    async fn list_certificates(&self, request: Request<ListCertificatesRequest>) -> Result<Response<ListCertificatesResponse>, Status> {
        self.0.context.caller(&request)?.as_service().map_err(Error::from)?;
        let Some((host, port)) = self.0.config.tls_edge() else { return Ok(Response::new(ListCertificatesResponse::default())) };
        let (expires_at, message) = match tls_probe::expiry(host, port).await {
            Ok(at) => (Some(clock::to_proto(at)), String::new()),
            Err(error) => (None, format!("{error:#}")),
        };
        let end = CertificateEnd { r#use: CertificateUse::Sip.into(), name: format!("{host}:{port}"), expires_at, message };
        Ok(Response::new(ListCertificatesResponse { items: vec![end] }))
    }
}
