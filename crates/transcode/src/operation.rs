//! One verb and path of the REST interface, and the method behind it.

use crate::access::Access;
use crate::error::{InputError, Malformed, RegistryError};
use crate::http_rule::HttpRule;
use crate::limits::DEFAULT_BODY_BYTES;
use crate::plan::{Field, Kind, Message, MessageId, Plans};
use crate::{input, reply};
use bytes::Bytes;
use http::Method;
use http::uri::PathAndQuery;
use prost_reflect::MethodDescriptor;
use std::fmt;
use std::sync::Arc;

/// The field that PATCH, and a POST that changes, fills from the keys of the body.
pub(crate) const MASK_FIELD: &str = "update_mask";

/// The message in which files are sent and received, piece by piece.
pub const FILE_CHUNK: &str = "vestibule.common.v1.FileChunk";

/// One verb and path of the REST interface, and the method behind it. Cheap to share, never
/// changed after start.
pub struct Operation {
    /// GET, PUT, POST, DELETE or PATCH.
    pub verb: Method,
    /// With parameters in braces, as axum 0.8 spells them: `/api/v0/devices/{id}`.
    pub path: String,
    /// The same for a router, where a last parameter that takes the rest of the path is `{*name}`.
    pub route: String,
    /// `/package.Service/Method`.
    pub grpc_path: PathAndQuery,
    /// Full name of the service: `vestibule.device.v1.Devices`.
    pub service: String,
    /// Name of the method: `GetDevice`.
    pub method: String,
    /// The request is a stream: an upload.
    pub client_streaming: bool,
    /// The reply is a stream.
    pub server_streaming: bool,
    /// The reply is a stream of [`FILE_CHUNK`]: a download.
    pub output_is_file: bool,
    /// The part of an upload's form that holds the file: the field of type [`FILE_CHUNK`].
    pub file_part: Option<String>,
    /// What the JSON body of the HTTP request holds.
    pub body: BodyRule,
    /// Who may call it, and within which limits.
    pub access: Access,
    pub(crate) descriptor: MethodDescriptor,
    /// Which of the method's bindings this is, from 0.
    pub(crate) binding: usize,
    plans: Arc<Plans>,
    input: MessageId,
    output: MessageId,
    /// One for each field of the input, in the plan's order.
    sources: Vec<Source>,
}

/// What the JSON body of the HTTP request holds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum BodyRule {
    /// Nothing: there is no such body. An upload has a form instead.
    None,
    /// Every field that the path does not name.
    All,
    /// The field of this name.
    Field(String),
}

/// Where the value of a field of the request comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Source {
    Path,
    Query,
    Body,
    /// From the keys that the body has.
    Mask,
    /// The file of a form: not part of what is read here.
    File,
}

/// What an operation is made of.
pub(crate) struct Binding {
    pub index: usize,
    pub rule: HttpRule,
    pub access: Access,
    pub method: MethodDescriptor,
    pub input: MessageId,
    pub output: MessageId,
}

impl Operation {
    pub(crate) fn new(binding: Binding, plans: &Arc<Plans>) -> Result<Self, RegistryError> {
        let Binding { index, rule, access, method, input, output } = binding;
        let refused = |reason| RegistryError::Method { method: method.full_name().to_owned(), reason };
        let body = match rule.body.as_str() {
            // The form of an upload reaches the request as parameters.
            _ if method.is_client_streaming() => BodyRule::None,
            "" => BodyRule::None,
            "*" => BodyRule::All,
            field => BodyRule::Field(field.to_owned()),
        };
        let service = method.parent_service().full_name().to_owned();
        let grpc_path = format!("/{service}/{}", method.name());
        let file = method.input().fields().find(|field| method.is_client_streaming() && is_file(field)).map(|field| field.name().to_owned());
        if method.is_client_streaming() && file.is_none() {
            return Err(refused(format!("takes a stream that has no {FILE_CHUNK}")));
        }
        let sources = Sources { rule: &rule, body: &body, file: file.as_deref() };
        Ok(Self {
            sources: sources.resolve(plans.message(input)).map_err(refused)?,
            verb: rule.verb,
            route: if rule.takes_rest { rest_route(&rule.path) } else { rule.path.clone() },
            path: rule.path,
            grpc_path: grpc_path.parse().expect("proto names need no escapes"),
            service,
            method: method.name().to_owned(),
            client_streaming: method.is_client_streaming(),
            server_streaming: method.is_server_streaming(),
            output_is_file: method.is_server_streaming() && method.output().full_name() == FILE_CHUNK,
            file_part: file,
            body,
            access,
            descriptor: method,
            binding: index,
            plans: Arc::clone(plans),
            input,
            output,
        })
    }

    /// The largest body, in bytes, that [`Self::request`] takes.
    pub fn max_body_bytes(&self) -> u64 {
        self.access.max_body_bytes.unwrap_or(DEFAULT_BODY_BYTES)
    }

    /// Whether a field of the request holds values by name.
    pub fn is_map(&self, name: &str) -> bool {
        self.descriptor.input().get_field_by_name(name).is_some_and(|field| field.is_map())
    }

    /// Makes the protobuf bytes of the request.
    ///
    /// `path_params` are decoded already; `query` is the raw query string. An empty body counts
    /// as `{}`. For an upload (`client_streaming`) this makes the message with the fields of the
    /// form, which are given in `query`; its body is empty.
    pub fn request<'a>(&self, path_params: impl Iterator<Item = (&'a str, &'a str)>, query: Option<&str>, body: &[u8]) -> Result<Bytes, InputError> {
        let limit = self.max_body_bytes();
        if body.len() as u64 > limit {
            return Err(InputError::TooLarge { limit });
        }
        input::request(self, &self.plans, path_params, query, body)
    }

    /// Appends the JSON of a reply, or of one message of a streamed reply, to `out`, which is
    /// left as it was when the reply is malformed.
    pub fn response(&self, wire: &[u8], out: &mut Vec<u8>) -> Result<(), Malformed> {
        reply::write(&self.plans, self.output, wire, out)
    }

    /// A message of an upload that holds nothing but an encoded [`FILE_CHUNK`]. Pieces of one message may stand one
    /// after the other, so the first of them may be appended to what [`Self::request`] made.
    pub fn file_piece(&self, chunk: &[u8]) -> Bytes {
        let number = self.file_part.as_deref().and_then(|name| self.input().by_name(name)).map_or(0, |field| field.number);
        let mut out = Vec::with_capacity(chunk.len() + 12);
        input::put_bytes(number, chunk, &mut out);
        out.into()
    }

    pub(crate) fn input(&self) -> &Message {
        self.plans.message(self.input)
    }

    /// The fields of the input, each with where it comes from.
    pub(crate) fn fields(&self) -> impl Iterator<Item = (&Field, Source)> {
        self.input().fields.iter().zip(self.sources.iter().copied())
    }

    /// Where a field of the input comes from.
    pub(crate) fn source(&self, number: u32) -> Option<Source> {
        self.input().position(number).map(|at| self.sources[at])
    }
}

/// `/logs/{*path}` of `/logs/{path}`.
fn rest_route(path: &str) -> String {
    path.rsplit_once('{').map_or(path.to_owned(), |(start, name)| format!("{start}{{*{name}"))
}

fn is_file(field: &prost_reflect::FieldDescriptor) -> bool {
    matches!(field.kind(), prost_reflect::Kind::Message(message) if message.full_name() == FILE_CHUNK)
}

/// Decides where the fields of a request come from.
struct Sources<'a> {
    rule: &'a HttpRule,
    body: &'a BodyRule,
    file: Option<&'a str>,
}

impl Sources<'_> {
    fn resolve(&self, input: &Message) -> Result<Vec<Source>, String> {
        for name in &self.rule.parameters {
            let field = input.by_name(name).ok_or_else(|| format!("has no field '{name}'"))?;
            if field.is_repeated() || matches!(field.kind, Kind::Message(_)) {
                return Err(format!("'{name}' cannot stand in a path"));
            }
        }
        if let BodyRule::Field(name) = self.body {
            let known = input.by_name(name).is_some() && !self.rule.parameters.contains(name);
            known.then_some(()).ok_or_else(|| format!("has no field '{name}' for the body"))?;
        }
        Ok(input.fields.iter().map(|field| self.of(field.name())).collect())
    }

    fn of(&self, field: &str) -> Source {
        if self.rule.parameters.iter().any(|name| name == field) {
            return Source::Path;
        }
        if self.file == Some(field) {
            return Source::File;
        }
        if field == MASK_FIELD && matches!(self.rule.verb, Method::PATCH | Method::POST) && *self.body != BodyRule::None {
            return Source::Mask;
        }
        match self.body {
            BodyRule::All => Source::Body,
            BodyRule::Field(name) if name == field => Source::Body,
            BodyRule::Field(_) | BodyRule::None => Source::Query,
        }
    }
}

impl fmt::Debug for Operation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Operation")
            .field("verb", &self.verb)
            .field("path", &self.path)
            .field("grpc_path", &self.grpc_path)
            .field("body", &self.body)
            .field("access", &self.access)
            .finish_non_exhaustive()
    }
}
