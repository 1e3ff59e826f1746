//! Transactions begin to their end, whoever goes away meanwhile.
use std::pin::Pin;
use std::task::{Context, Poll, ready};

use futures::future::BoxFuture;
use sqlx::Postgres;
use tokio::runtime::Handle;

/// A transaction that begins. When whoever wants it goes away meanwhile, a task sees it to its end: sqlx would give the
/// connection back to the pool as it is, in a transaction, and the next one there would have its role.
pub(crate) struct Beginning(Option<BoxFuture<'static, Result<sqlx::Transaction<'static, Postgres>, sqlx::Error>>>);

impl Beginning {
    pub(crate) fn new(work: impl Future<Output = Result<sqlx::Transaction<'static, Postgres>, sqlx::Error>> + Send + 'static) -> Self {
        Beginning(Some(Box::pin(work)))
    }
}

impl Future for Beginning {
    type Output = Result<sqlx::Transaction<'static, Postgres>, sqlx::Error>;

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Self::Output> {
        let Some(work) = self.0.as_mut() else { return Poll::Pending };
        let begun = ready!(work.as_mut().poll(context));
        self.0 = None;
        Poll::Ready(begun)
    }
}

impl Drop for Beginning {
    fn drop(&mut self) {
        if let (Some(work), Ok(runtime)) = (self.0.take(), Handle::try_current()) {
            runtime.spawn(work);
        }
    }
}
