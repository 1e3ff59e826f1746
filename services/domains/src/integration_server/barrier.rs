//! The HTTP API of a barrier's server.
use http::header::AUTHORIZATION;
use kit::Outgoing;
use kit::outgoing::Failure;

use super::ServerError;

/// The server counts as usable when it answers anything but an error of its own or a refusal of the token.
pub async fn check(outgoing: &Outgoing, server_url: &str, token: &str) -> Result<(), ServerError> {
    let mut request = http::Request::get(server_url);
    if !token.is_empty() {
        request = request.header(AUTHORIZATION, format!("Bearer {token}"));
    }
    let answer = outgoing.send(request.body(Vec::new()).map_err(|_| Failure::BadAddress)?).await?;
    match answer.status().as_u16() {
        401 | 403 => Err(ServerError::Credentials),
        status @ 500.. => Err(ServerError::Status(status)),
        _ => Ok(()),
    }
}
