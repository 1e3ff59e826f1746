//! Stands before every operation of identity that is open to everybody, those that come later included: a banned
//! address gets no further.
use std::collections::HashSet;
use std::sync::Arc;

use axum::extract::{Request, State};
use axum::middleware::{Next, from_fn_with_state};
use axum::response::Response;
use kit::{Context, Error};
use policy::Caller;
use tonic::Status;
use tonic::metadata::MetadataMap;
use tonic::service::Routes;
use transcode::{AccessKind, Registry};

use super::IpBlocking;

const SERVICES: &str = "vestibule.identity.";

#[derive(Clone)]
pub struct Guard {
    context: Context,
    blocking: IpBlocking,
    /// As `/vestibule.identity.v1.Sessions/Login`.
    open: Arc<HashSet<String>>,
}

impl Guard {
    pub fn new(context: Context, blocking: IpBlocking) -> anyhow::Result<Self> {
        let registry = Registry::new(proto::DESCRIPTORS)?;
        let open = registry.operations().iter().filter(|operation| operation.service.starts_with(SERVICES));
        let open = open.filter(|operation| operation.access.kind == AccessKind::Open).map(|operation| operation.grpc_path.to_string());
        Ok(Guard { context, blocking, open: Arc::new(open.collect()) })
    }

    pub fn before(self, routes: Routes) -> Routes {
        routes.into_axum_router().layer(from_fn_with_state(self, pass)).into()
    }

    /// Whom to ask about; None for an operation that is not open.
    fn caller(&self, request: &Request) -> Result<Option<Caller>, Error> {
        if !self.open.contains(request.uri().path()) {
            return Ok(None);
        }
        Ok(Some(self.context.signer.caller(&MetadataMap::from_headers(request.headers().clone()))?))
    }

    async fn admit(&self, caller: Result<Option<Caller>, Error>) -> Result<(), Error> {
        let Some(caller) = caller? else { return Ok(()) };
        match self.blocking.admit(&caller.ip).await {
            // While Redis is away nobody signs in anyway, and who is signed in stays so.
            Err(Error::Unavailable(error)) => {
                tracing::warn!(error = format!("{error:#}"), "banned addresses are not known");
                Ok(())
            }
            answer => answer,
        }
    }
}

async fn pass(State(guard): State<Guard>, request: Request, next: Next) -> Response {
    let caller = guard.caller(&request);
    match guard.admit(caller).await {
        Ok(()) => next.run(request).await,
        Err(error) => Status::from(error).into_http(),
    }
}
