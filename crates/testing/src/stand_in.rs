//! Stands in for another service: it answers the methods that a test gives it, and no other.
use axum::Router;
use axum::extract::Request as HttpRequest;
use axum::routing::post;
use prost::Message;
use tonic::server::Grpc;
use tonic::service::Routes;
use tonic::{Request, Response, Status};
use tonic_prost::ProstCodec;

/// `StandIn::default().answer("vestibule.identity.v1.Users/ListUsers", |request: Request<ListUsersRequest>| Ok(..)).routes()`
#[derive(Default)]
pub struct StandIn(Router);

impl StandIn {
    pub fn answer<M, A>(self, method: &str, answer: impl Fn(Request<M>) -> Result<A, Status> + Clone + Send + Sync + 'static) -> Self
    where
        M: Message + Default + Send + 'static,
        A: Message + Send + 'static,
    {
        let serve = move |request: HttpRequest| {
            let answer = answer.clone();
            let call = tower::service_fn(move |request: Request<M>| std::future::ready(answer(request).map(Response::new)));
            async move { Grpc::new(ProstCodec::<A, M>::default()).unary(call, request).await }
        };
        StandIn(self.0.route(&format!("/{method}"), post(serve)))
    }

    pub fn routes(self) -> Routes {
        Routes::from(self.0)
    }
}
