//! The `access` method option: who may call an operation, and within which limits.

use prost_reflect::{DescriptorPool, DynamicMessage, ExtensionDescriptor, MethodDescriptor, ReflectMessage, Value};
use std::time::Duration;

/// The field number of the option in `proto/vestibule/options.proto`.
const OPTION_NUMBER: u32 = 50001;

/// Who may call an operation, and within which limits.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Access {
    /// The kind of caller.
    pub kind: AccessKind,
    /// The rights of which the caller needs any one, as in the permission catalogue.
    pub permissions: Vec<String>,
    /// The time limit of the call; None for the gateway's default.
    pub timeout: Option<Duration>,
    /// The largest body in bytes; None for [`crate::DEFAULT_BODY_BYTES`].
    pub max_body_bytes: Option<u64>,
    /// For how long a browser may keep the answer; None for not at all.
    pub cache: Option<Duration>,
    /// A browser also calls it without a token, by a link that was signed for a session.
    pub signed_link: bool,
    /// It asks for somebody who has signed in: a token for programs is refused.
    pub session_only: bool,
    /// The feature of the licence that the user of a mobile app needs besides.
    pub app_feature: Option<String>,
    /// Of an upload: the content type by which the body may be the file itself.
    pub body_type: Option<String>,
    /// A right that only the service can check, for the reader: `self`, `as view`.
    pub also: Option<String>,
}

/// The kind of caller that an operation is for.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum AccessKind {
    /// The operation has no option: nobody may call it.
    #[default]
    Unspecified,
    /// Anybody, without a token.
    Open,
    /// Every session.
    Authenticated,
    /// A session with one of the permissions.
    Permission,
    /// A device, with its own credentials.
    Device,
    /// The dealer's account.
    Dealer,
}

impl Access {
    /// Reads the option of a method; the default, which admits nobody, when there is none.
    pub(crate) fn from_method(pool: &DescriptorPool, method: &MethodDescriptor) -> Result<Self, String> {
        let options = method.options();
        let Some(extension) = extension(pool).filter(|option| options.has_extension(option)) else {
            return Ok(Self::default());
        };
        let option = options.get_extension(&extension);
        let option = option.as_message().ok_or("the access option is not a message")?;
        Ok(Self {
            kind: kind(option)?,
            permissions: strings(option, "permissions"),
            timeout: number(option, "timeout_seconds").map(Duration::from_secs),
            max_body_bytes: number(option, "max_body_bytes"),
            cache: number(option, "cache_seconds").map(Duration::from_secs),
            signed_link: flag(option, "signed_link"),
            session_only: flag(option, "session_only"),
            app_feature: text(option, "app_feature"),
            body_type: text(option, "body_type"),
            also: text(option, "also"),
        })
    }
}

fn extension(pool: &DescriptorPool) -> Option<ExtensionDescriptor> {
    pool.get_message_by_name("google.protobuf.MethodOptions")?.get_extension(OPTION_NUMBER)
}

fn kind(option: &DynamicMessage) -> Result<AccessKind, String> {
    let field = option.descriptor().get_field_by_name("kind");
    let field = field.ok_or("the access option has no kind")?;
    let kind = field.kind();
    let words = kind.as_enum().ok_or("the kind of the access option is not an enum")?;
    let number = option.get_field(&field).as_enum_number().unwrap_or_default();
    let value = words.get_value(number);
    let name = value.as_ref().map_or("", |value| value.name());
    match name.strip_prefix("KIND_").unwrap_or(name) {
        "UNSPECIFIED" => Ok(AccessKind::Unspecified),
        "OPEN" => Ok(AccessKind::Open),
        "AUTHENTICATED" => Ok(AccessKind::Authenticated),
        "PERMISSION" => Ok(AccessKind::Permission),
        "DEVICE" => Ok(AccessKind::Device),
        "DEALER" => Ok(AccessKind::Dealer),
        other => Err(format!("the access option has an unknown kind '{other}'")),
    }
}

fn strings(option: &DynamicMessage, field: &str) -> Vec<String> {
    let list = option.get_field_by_name(field);
    let values = list.as_deref().and_then(Value::as_list).unwrap_or_default();
    values.iter().filter_map(Value::as_str).map(str::to_owned).collect()
}

fn text(option: &DynamicMessage, field: &str) -> Option<String> {
    let value = option.get_field_by_name(field)?;
    value.as_str().filter(|text| !text.is_empty()).map(str::to_owned)
}

fn flag(option: &DynamicMessage, field: &str) -> bool {
    option.get_field_by_name(field).is_some_and(|value| value.as_bool().unwrap_or_default())
}

/// A whole number that is set and not zero.
fn number(option: &DynamicMessage, field: &str) -> Option<u64> {
    let value = option.get_field_by_name(field)?;
    let number = value.as_u64().or_else(|| value.as_u32().map(u64::from))?;
    (number != 0).then_some(number)
}
