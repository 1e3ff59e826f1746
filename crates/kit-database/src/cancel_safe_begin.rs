//! Begins a transaction completely, even when its caller is cancelled meanwhile.
use std::pin::Pin;
use std::task::{Context, Poll, ready};

use futures::future::BoxFuture;
use sqlx::Postgres;
use tokio::runtime::Handle;

/// The beginning of a transaction. When this future is dropped before it is done, a task completes it: sqlx would return the
/// connection to the pool within the transaction, and the next user of the connection would have its role.
pub(crate) struct CancelSafeBegin(Option<BoxFuture<'static, Result<sqlx::Transaction<'static, Postgres>, sqlx::Error>>>);

impl CancelSafeBegin {
    pub(crate) fn new(work: impl Future<Output = Result<sqlx::Transaction<'static, Postgres>, sqlx::Error>> + Send + 'static) -> Self {
        CancelSafeBegin(Some(Box::pin(work)))
    }
}

impl Future for CancelSafeBegin {
    type Output = Result<sqlx::Transaction<'static, Postgres>, sqlx::Error>;

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Self::Output> {
        let Some(work) = self.0.as_mut() else { return Poll::Pending };
        let begun = ready!(work.as_mut().poll(context));
        self.0 = None;
        Poll::Ready(begun)
    }
}

impl Drop for CancelSafeBegin {
    fn drop(&mut self) {
        if let (Some(work), Ok(runtime)) = (self.0.take(), Handle::try_current()) {
            runtime.spawn(work);
        }
    }
}
