//! A provider of lines behind the edge: asks for credentials, and knows one account.
use rsipstack::dialog::authenticate::verify_digest;
use rsipstack::sip::prelude::HeadersExt;
use rsipstack::sip::typed::Authorization;
use rsipstack::sip::{Header, StatusCode};
use rsipstack::transaction::transaction::Transaction;

pub const LOGIN: &str = "line";
pub const PASSWORD: &str = "a secret of the line";
const CHALLENGE: &str = "Digest realm=\"provider\", nonce=\"f84f1cec41e6cbe5aea9c8e88d359\", algorithm=MD5";

/// Challenges what has no credentials, and refuses wrong ones.
pub async fn admits(transaction: &mut Transaction) -> bool {
    let request = &transaction.original;
    let Some(header) = request.authorization_header().cloned() else {
        let challenge = vec![Header::WwwAuthenticate(CHALLENGE.into())];
        transaction.reply_with(StatusCode::Unauthorized, challenge, None).await.unwrap();
        return false;
    };
    let is_right = Authorization::parse(header.value())
        .is_ok_and(|given| given.username == LOGIN && verify_digest(&given, PASSWORD, &request.method, header.value()));
    if !is_right {
        transaction.reply(StatusCode::Forbidden).await.unwrap();
    }
    is_right
}

pub async fn register(transaction: &mut Transaction) {
    let contact = transaction.original.contact_header().unwrap().value().to_string();
    let headers = vec![Header::Contact(contact.into()), Header::Expires("300".into())];
    transaction.reply_with(StatusCode::OK, headers, None).await.unwrap();
}
