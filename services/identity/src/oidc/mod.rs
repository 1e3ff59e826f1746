//! The exchange with an OpenID Connect provider, by openidconnect: discovery, the address that a browser is sent to,
//! and the provider's claims about the user who comes back. Its addresses are typed by users, so calls go by kit::outgoing.
use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

use kit::outgoing::{Allowed, Failure, Outgoing};
use kit::{Context, Error, Result};
use moka::future::Cache;
use openidconnect::core::{CoreAuthenticationFlow, CoreClient, CoreProviderMetadata};
use openidconnect::{
    AsyncHttpClient, AuthorizationCode, ClientId, ClientSecret, CsrfToken, DiscoveryError, HttpRequest, HttpResponse, IssuerUrl, Nonce,
    PkceCodeChallenge, PkceCodeVerifier, RedirectUrl, RequestTokenError, Scope, TokenResponse,
};
use url::Url;

/// How long what a provider says of itself, its keys included, is believed.
const METADATA_TTL: Duration = Duration::from_secs(60);
const MAX_CACHED: u64 = 1_000;

/// How the platform is known to a provider.
pub struct Client<'a> {
    pub issuer_url: &'a str,
    pub client_id: &'a str,
    pub secret: Option<String>,
    pub scopes: &'a [String],
}

/// What only the browser that began may end with.
pub struct Proof {
    pub nonce: String,
    pub verifier: String,
}

/// Whoever signed in at the provider.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Claims {
    pub subject: String,
    /// Verified by the provider.
    pub email: String,
    pub name: Option<String>,
}

#[derive(Clone)]
pub struct OpenId {
    outgoing: Http,
    redirect_url: String,
    /// For a provider in the operator's own network.
    is_http_allowed: bool,
    known: Cache<String, Arc<CoreProviderMetadata>>,
}

impl OpenId {
    pub fn new(context: &Context) -> Self {
        OpenId {
            outgoing: Http(context.outgoing.clone()),
            is_http_allowed: !matches!(context.settings.private_networks, Allowed::Public),
            redirect_url: format!("{}/login/callback", context.settings.public_url),
            known: Cache::builder().max_capacity(MAX_CACHED).time_to_live(METADATA_TTL).build(),
        }
    }

    /// Where a provider sends browsers back to.
    pub fn redirect_url(&self) -> &str {
        &self.redirect_url
    }

    /// A nonce and a PKCE verifier.
    pub fn proof() -> Proof {
        let (_, verifier) = PkceCodeChallenge::new_random_sha256();
        Proof { nonce: Nonce::new_random().secret().clone(), verifier: verifier.into_secret() }
    }

    /// Where the browser goes to sign in.
    pub async fn authorize_url(&self, client: &Client<'_>, state: String, proof: &Proof) -> Result<String> {
        let metadata = self.discover(client.issuer_url).await?;
        let challenge = PkceCodeChallenge::from_code_verifier_sha256(&PkceCodeVerifier::new(proof.verifier.clone()));
        let nonce = Nonce::new(proof.nonce.clone());
        let known = CoreClient::from_provider_metadata((*metadata).clone(), ClientId::new(client.client_id.into()), None)
            .set_redirect_uri(RedirectUrl::new(self.redirect_url.clone()).map_err(Error::internal)?);
        let request = known.authorize_url(CoreAuthenticationFlow::AuthorizationCode, move || CsrfToken::new(state), move || nonce);
        let scopes = client.scopes.iter().cloned().map(Scope::new);
        let (url, _, _) = request.add_scopes(scopes).set_pkce_challenge(challenge).url();
        Ok(url.to_string())
    }

    /// Who came back with this code. `InvalidCredentials` when the provider does not vouch for them and their e-mail.
    pub async fn claims(&self, client: Client<'_>, code: &str, proof: Proof) -> Result<Claims> {
        let metadata = self.discover(client.issuer_url).await?;
        let secret = client.secret.map(ClientSecret::new);
        let known = CoreClient::from_provider_metadata((*metadata).clone(), ClientId::new(client.client_id.into()), secret)
            .set_redirect_uri(RedirectUrl::new(self.redirect_url.clone()).map_err(Error::internal)?);
        let request = known.exchange_code(AuthorizationCode::new(code.into())).map_err(|error| wrong("no address for tokens", &error))?;
        let answer = request.set_pkce_verifier(PkceCodeVerifier::new(proof.verifier)).request_async(&self.outgoing).await;
        let tokens = answer.map_err(|error| match error {
            RequestTokenError::Request(failure) => unreachable(failure),
            error => wrong("the code was not taken", &error),
        })?;
        let token = tokens.id_token().ok_or(Error::InvalidCredentials)?;
        let claims = token.claims(&known.id_token_verifier(), &Nonce::new(proof.nonce)).map_err(|error| wrong("the token is not good", &error))?;
        let email = claims.email().filter(|_| claims.email_verified() == Some(true)).ok_or(Error::InvalidCredentials)?;
        let name = claims.name().and_then(|name| name.get(None)).map(|name| name.trim().to_string());
        Ok(Claims { subject: claims.subject().to_string(), email: email.to_string(), name: name.filter(|name| !name.is_empty()) })
    }

    fn check_endpoints(&self, metadata: &CoreProviderMetadata) -> Result<()> {
        let urls = [
            Some(metadata.authorization_endpoint().url()),
            metadata.token_endpoint().map(|endpoint| endpoint.url()),
            Some(metadata.jwks_uri().url()),
        ];
        match urls.into_iter().flatten().find(|url| !is_web_address(url, self.is_http_allowed)) {
            Some(url) => Err(Error::Unavailable(anyhow::anyhow!("an endpoint of a sign-in provider is no https address: {}", url.scheme()))),
            None => Ok(()),
        }
    }

    async fn discover(&self, issuer_url: &str) -> Result<Arc<CoreProviderMetadata>> {
        if let Some(known) = self.known.get(issuer_url).await {
            return Ok(known);
        }
        let issuer = IssuerUrl::new(issuer_url.into()).map_err(Error::internal)?;
        let found = CoreProviderMetadata::discover_async(issuer, &self.outgoing).await.map_err(|error| match error {
            DiscoveryError::Request(failure) => unreachable(failure),
            error => Error::Unavailable(anyhow::Error::new(error).context("what a sign-in provider says of itself")),
        })?;
        self.check_endpoints(&found)?;
        let found = Arc::new(found);
        self.known.insert(issuer_url.into(), found.clone()).await;
        Ok(found)
    }
}

/// Browsers are sent to one of these addresses: it must not be a script.
fn is_web_address(url: &Url, is_http_allowed: bool) -> bool {
    url.scheme() == "https" || (is_http_allowed && url.scheme() == "http")
}

fn unreachable(failure: Failure) -> Error {
    Error::Unavailable(anyhow::Error::new(failure).context("calling a sign-in provider"))
}

/// Whatever failed, the user who signs in gets the same answer.
fn wrong(what: &str, error: &dyn std::error::Error) -> Error {
    tracing::info!(error = %error, "a sign-in by a provider fails: {what}");
    Error::InvalidCredentials
}

/// openidconnect's calls, by the platform's client.
#[derive(Clone)]
struct Http(Outgoing);

impl<'c> AsyncHttpClient<'c> for Http {
    type Error = Failure;
    type Future = Pin<Box<dyn Future<Output = Result<HttpResponse, Failure>> + Send + 'c>>;

    fn call(&'c self, request: HttpRequest) -> Self::Future {
        Box::pin(self.0.send(request))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn endpoints_of_a_provider_are_https_addresses() {
        let is_allowed = |url: &str, is_http_allowed| is_web_address(&Url::parse(url).unwrap(), is_http_allowed);
        assert!(is_allowed("https://login.example/authorize", false));
        assert!(is_allowed("http://login.example/authorize", true) && !is_allowed("http://login.example/authorize", false));
        for url in ["javascript:alert(1)//", "data:text/html,x", "file:///etc/passwd"] {
            assert!(!is_allowed(url, true), "{url}");
        }
    }
}
