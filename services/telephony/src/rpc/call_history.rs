//! The call history, read.
mod download;
mod row;

use std::sync::Arc;

use kit::{Context, ListQuery, Listing, list_query};
use policy::{Authorized, ResourceKind, action, resource};
use proto::vestibule::common::v1::FileChunk;
use proto::vestibule::telephony::v1::call_history_server::CallHistory;
use proto::vestibule::telephony::v1::*;
use tokio::sync::Semaphore;
use tonic::codegen::BoxStream;
use tonic::{Request, Response, Status};

use crate::store::call_history_list::{self as store, ALARMS, CALLS};

/// Tables made at a time: each holds a connection to the database for as long as it is read.
const DOWNLOADS: usize = 3;

pub struct Api {
    context: Context,
    downloads: Arc<Semaphore>,
}

impl Api {
    pub fn new(context: &Context) -> Self {
        Api { context: context.clone(), downloads: Arc::new(Semaphore::new(DOWNLOADS)) }
    }

    async fn page<R: ResourceKind>(
        &self,
        listing: &Listing,
        right: Authorized<R, action::View>,
        query: ListQuery,
    ) -> Result<Response<ListCallHistoryResponse>, Status> {
        let mut reader = self.context.database.read(right.project_id()).await?;
        let page = store::page(&mut reader, listing, &right, &query).await?.map(row::call);
        Ok(Response::new(ListCallHistoryResponse { items: page.items, total: page.total, page: page.page, size: page.size }))
    }
}

#[tonic::async_trait]
impl CallHistory for Api {
    type DownloadCallHistoryStream = BoxStream<FileChunk>;

    async fn list_call_history(&self, request: Request<ListCallHistoryRequest>) -> Result<Response<ListCallHistoryResponse>, Status> {
        let right = self.context.authorize::<resource::CallHistory, _, _>(&request)?;
        self.page(&CALLS, right, list_query!(request.get_ref())).await
    }

    async fn download_call_history(&self, request: Request<DownloadCallHistoryRequest>) -> Result<Response<BoxStream<FileChunk>>, Status> {
        let right = self.context.authorize(&request)?;
        let pieces = download::begin(&self.context, &self.downloads, right, request.into_inner())?;
        Ok(Response::new(Box::pin(pieces)))
    }

    async fn list_alarm_calls(&self, request: Request<ListCallHistoryRequest>) -> Result<Response<ListCallHistoryResponse>, Status> {
        let right = self.context.authorize::<resource::AlarmCall, _, _>(&request)?;
        self.page(&ALARMS, right, list_query!(request.get_ref())).await
    }
}
