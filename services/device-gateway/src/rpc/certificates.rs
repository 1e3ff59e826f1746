//! When the certificate of the broker ends, for the gateway, which does not reach it.
use kit::{Error, clock};
use proto::vestibule::gateway::v1::certificates_server::Certificates;
use proto::vestibule::gateway::v1::{CertificateEnd, CertificateUse, ListCertificatesRequest, ListCertificatesResponse};
use tonic::{Request, Response, Status};

use crate::app::App;
use crate::operation::certificates::{self, BrokerCertificate};

pub struct CertificateService(pub App);

#[tonic::async_trait]
impl Certificates for CertificateService {
    async fn list_certificates(&self, request: Request<ListCertificatesRequest>) -> Result<Response<ListCertificatesResponse>, Status> {
        self.0.context.caller(&request)?.as_service().map_err(Error::from)?;
        let items = certificates::list(&self.0).await.into_iter().map(encode).collect();
        Ok(Response::new(ListCertificatesResponse { items }))
    }
}

fn encode(certificate: BrokerCertificate) -> CertificateEnd {
    let (expires_at, message) = match certificate.expires_at {
        Ok(at) => (Some(clock::to_proto(at)), String::new()),
        Err(message) => (None, message),
    };
    CertificateEnd { r#use: CertificateUse::Mqtt.into(), name: certificate.name, expires_at, message }
}
