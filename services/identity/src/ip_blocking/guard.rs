//! Stands before every operation of identity, those that come later included: a banned address gets to none that is open to
//! everybody, and a token for programs to none that asks for somebody who has signed in.
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
use transcode::{Access, AccessKind, Registry};

use super::IpBlocking;

const SERVICES: &str = "vestibule.identity.";

#[derive(Clone)]
pub struct Guard {
    context: Context,
    blocking: IpBlocking,
    /// As `/vestibule.identity.v1.Sessions/Login`.
    open: Arc<HashSet<String>>,
    session_only: Arc<HashSet<String>>,
}

impl Guard {
    pub fn new(context: Context, blocking: IpBlocking) -> anyhow::Result<Self> {
        let registry = Registry::new(proto::DESCRIPTORS)?;
        let paths = |which: fn(&Access) -> bool| {
            let operations = registry.operations().iter().filter(|operation| operation.service.starts_with(SERVICES));
            Arc::new(operations.filter(|operation| which(&operation.access)).map(|operation| operation.grpc_path.to_string()).collect())
        };
        let (open, session_only) = (paths(|access| access.kind == AccessKind::Open), paths(|access| access.session_only));
        Ok(Guard { context, blocking, open, session_only })
    }

    pub fn before(self, routes: Routes) -> Routes {
        routes.into_axum_router().layer(from_fn_with_state(self, pass)).into()
    }

    /// Whom to ask about; None for an operation that is neither open nor for sessions only.
    fn caller(&self, request: &Request) -> Result<Option<Caller>, Error> {
        let (is_open, is_session_only) = (self.open.contains(request.uri().path()), self.session_only.contains(request.uri().path()));
        if !is_open && !is_session_only {
            return Ok(None);
        }
        let caller = self.context.signer.caller(&MetadataMap::from_headers(request.headers().clone()))?;
        if is_session_only && caller.token.is_some() {
            return Err(Error::Forbidden);
        }
        Ok(is_open.then_some(caller))
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
