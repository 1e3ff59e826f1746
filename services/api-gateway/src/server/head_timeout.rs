//! A limit of time for the heads of requests, on the stream of a connection: without it a client that sends a byte now
//! and then holds a connection for ever. Hyper's own limit would end idle connections as well, and without an answer.
use std::io;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::task::{Context, Poll};
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;
use tokio::sync::OwnedSemaphorePermit;
use tokio::time::{Sleep, sleep};

const TOO_SLOW: &[u8] = b"HTTP/1.1 408 Request Timeout\r\ncontent-type: application/json\r\nconnection: close\r\ncontent-length: 68\r\n\r\n\
{\"message\":\"invalid data sent\",\"code\":\"request_timeout\",\"data\":null}";

/// What the service of a connection tells its stream.
#[derive(Default)]
pub struct RequestHeads {
    complete: AtomicU64,
    in_flight: AtomicU64,
    is_unlimited: AtomicBool,
    is_http_2: AtomicBool,
}

/// A request whose head is complete, until its answer is.
pub struct InFlight(Arc<RequestHeads>);

impl Drop for InFlight {
    fn drop(&mut self) {
        self.0.in_flight.fetch_sub(1, Ordering::AcqRel);
    }
}

impl RequestHeads {
    pub fn begin_request(self: Arc<Self>) -> InFlight {
        self.complete.fetch_add(1, Ordering::AcqRel);
        self.in_flight.fetch_add(1, Ordering::AcqRel);
        InFlight(self)
    }

    /// For a connection of many requests at once.
    pub fn set_http_2(&self) {
        self.is_http_2.store(true, Ordering::Release);
        self.stop_limiting();
    }

    /// For a connection that is a websocket now, and for one of HTTP/2.
    pub fn stop_limiting(&self) {
        self.is_unlimited.store(true, Ordering::Release);
    }

    /// Until a connection of HTTP/2 has had no request for so long, or for twice as long. A client that answers pings and asks for
    /// nothing would otherwise hold it for ever; for connections of HTTP/1 Hyper has such a limit.
    pub async fn until_idle(&self, timeout: Duration) {
        let mut before = None;
        loop {
            sleep(timeout).await;
            let complete = self.complete.load(Ordering::Acquire);
            let is_idle = self.is_http_2.load(Ordering::Acquire) && self.in_flight.load(Ordering::Acquire) == 0;
            if is_idle && before == Some(complete) {
                return;
            }
            before = is_idle.then_some(complete);
        }
    }

    fn is_reading_head(&self) -> bool {
        !self.is_unlimited.load(Ordering::Acquire) && self.in_flight.load(Ordering::Acquire) == 0
    }
}

pub struct HeadTimeout {
    stream: TcpStream,
    heads: Arc<RequestHeads>,
    timeout: Duration,
    /// Number of the head, and when it must be complete.
    deadline: Option<(u64, Pin<Box<Sleep>>)>,
    /// Whether a part of the head has come.
    has_begun: bool,
    _permit: OwnedSemaphorePermit,
}

impl HeadTimeout {
    pub fn new(stream: TcpStream, heads: Arc<RequestHeads>, timeout: Duration, permit: OwnedSemaphorePermit) -> Self {
        HeadTimeout { stream, heads, timeout, deadline: Some((0, Box::pin(sleep(timeout)))), has_begun: false, _permit: permit }
    }

    fn poll_deadline(&mut self, context: &mut Context<'_>) -> Poll<()> {
        let complete = self.heads.complete.load(Ordering::Acquire);
        if !self.heads.is_reading_head() || self.deadline.as_ref().is_some_and(|(number, _)| *number != complete) {
            self.deadline = None;
            self.has_begun = false;
        }
        match &mut self.deadline {
            Some((_, deadline)) => deadline.as_mut().poll(context),
            None => Poll::Pending,
        }
    }

    /// Nothing else is being written while a head is read.
    fn answer_too_slow(&self) {
        if self.has_begun {
            let _client_gone = self.stream.try_write(TOO_SLOW);
        }
    }
}

impl AsyncRead for HeadTimeout {
    fn poll_read(self: Pin<&mut Self>, context: &mut Context<'_>, buffer: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        let this = self.get_mut();
        if this.poll_deadline(context).is_ready() {
            this.answer_too_slow();
            return Poll::Ready(Err(io::ErrorKind::TimedOut.into()));
        }
        let before = buffer.filled().len();
        let read = Pin::new(&mut this.stream).poll_read(context, buffer);
        if buffer.filled().len() > before && this.heads.is_reading_head() {
            this.has_begun = true;
            let complete = this.heads.complete.load(Ordering::Acquire);
            this.deadline.get_or_insert_with(|| (complete, Box::pin(sleep(this.timeout))));
        }
        read
    }
}

impl AsyncWrite for HeadTimeout {
    fn poll_write(mut self: Pin<&mut Self>, context: &mut Context<'_>, buffer: &[u8]) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.stream).poll_write(context, buffer)
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_write_vectored(mut self: Pin<&mut Self>, context: &mut Context<'_>, buffers: &[io::IoSlice<'_>]) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.stream).poll_write_vectored(context, buffers)
    }
}
