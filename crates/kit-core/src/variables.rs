//! The environment: the one place that reads it. A group of settings is a struct that derives [`clap::Args`]; each of its
//! fields names its variable (`env`), and its doc comment is what docs/operations/settings.md says of it. That page is
//! written from these structs, by `vestibule settings`.
//!
//! A field has `long`, `env` and, as `value_name`, its unit and range; `hide_env_values = true` marks a secret.
//!
//! clap's own reading of variables is not used: it takes an empty variable for a value, where a chart or an image sets one to
//! nothing in order to unset it, and its errors repeat the value, which may be a secret. A parser of a field says what it
//! expects and does not repeat what it got.
use std::error::Error as _;
use std::ffi::OsString;
use std::fmt::Display;
use std::ops::RangeInclusive;
use std::str::FromStr;

use anyhow::{Context as _, Result, anyhow};
use clap::builder::Resettable;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Arg, Args, Command};

/// The settings of this group. Fails when one is missing or is not what it should be.
pub fn from_env<S: Args>() -> Result<S> {
    parse(std::env::vars_os())
}

/// As [`from_env`], from these variables. Empty ones count as unset.
pub fn parse<S: Args>(variables: impl IntoIterator<Item = (OsString, OsString)>) -> Result<S> {
    let known = arguments::<S>();
    let set: Vec<(OsString, OsString)> = variables.into_iter().filter(|(_, value)| !value.is_empty()).collect();
    let mut line = Vec::new();
    for argument in &known {
        if let Some((_, value)) = set.iter().find(|(name, _)| Some(name.as_os_str()) == argument.get_env()) {
            let value = value.to_str().with_context(|| format!("{}: not UTF-8", variable(argument)))?;
            line.push(format!("--{}={value}", long(argument)));
        }
    }
    let command = command::<S>().mut_args(|argument| argument.env(Resettable::Reset));
    let matches = command.try_get_matches_from(line).map_err(|error| explain(&error, &known))?;
    S::from_arg_matches(&matches).map_err(|error| explain(&error, &known))
}

/// Variables of a family, as one for each service: what follows the prefix, and the value. Empty ones are left out.
pub fn family(prefix: &str) -> Vec<(String, String)> {
    let variables = std::env::vars_os().filter_map(|(name, value)| Some((name.into_string().ok()?, value.into_string().ok()?)));
    let of_family = variables.filter_map(|(name, value)| Some((name.strip_prefix(prefix)?.to_string(), value)));
    of_family.filter(|(_, value)| !value.is_empty()).collect()
}

/// A parser of numbers within a range.
pub fn within<T>(range: RangeInclusive<T>) -> impl Fn(&str) -> Result<T, String> + Clone + Send + Sync + 'static
where
    T: FromStr + PartialOrd + Display + Clone + Send + Sync + 'static,
{
    move |text| {
        let number = text.parse().ok().filter(|number| range.contains(number));
        number.ok_or_else(|| format!("a number from {} to {}", range.start(), range.end()))
    }
}

/// A variable as the documentation has it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VariableDoc {
    pub name: String,
    /// Unit and range, or the words that it may be.
    pub value: String,
    pub default: Option<String>,
    pub is_required: bool,
    pub is_secret: bool,
    pub meaning: String,
}

/// The variables of a group, in the order of its fields.
pub fn docs<S: Args>() -> Vec<VariableDoc> {
    arguments::<S>().iter().map(VariableDoc::new).collect()
}

/// A table of them, in Markdown.
pub fn table(docs: &[VariableDoc]) -> String {
    let rows = docs.iter().map(VariableDoc::row);
    format!("| variable | value | default | meaning |\n|---|---|---|---|\n{}", rows.collect::<String>())
}

impl VariableDoc {
    fn new(argument: &Arg) -> Self {
        let words: Vec<String> = argument.get_possible_values().iter().map(|word| format!("`{}`", word.get_name())).collect();
        let value_name = argument.get_value_names().into_iter().flatten().next().map(|name| name.to_string());
        let defaults: Vec<_> = argument.get_default_values().iter().filter(|value| !value.is_empty()).map(|value| value.to_string_lossy()).collect();
        let help = argument.get_long_help().or(argument.get_help()).map(ToString::to_string).unwrap_or_default();
        VariableDoc {
            name: variable(argument),
            value: if words.is_empty() { value_name.unwrap_or_default() } else { words.join(" or ") },
            default: (!defaults.is_empty()).then(|| defaults.join(",")),
            is_required: argument.is_required_set(),
            is_secret: argument.is_hide_env_values_set(),
            meaning: help.split_whitespace().collect::<Vec<_>>().join(" "),
        }
    }

    fn row(&self) -> String {
        let default = match &self.default {
            Some(default) => format!("`{default}`"),
            None if self.is_required => "required".into(),
            None => String::new(),
        };
        let secret = if self.is_secret { ", secret" } else { "" };
        let [value, default, meaning] = [&format!("{}{secret}", self.value), &default, &self.meaning].map(|cell| cell.replace('|', "\\|"));
        format!("| `{}` | {value} | {default} | {meaning} |\n", self.name)
    }
}

fn command<S: Args>() -> Command {
    S::augment_args(Command::new("settings").no_binary_name(true).disable_help_flag(true).disable_version_flag(true))
}

fn arguments<S: Args>() -> Vec<Arg> {
    command::<S>().get_arguments().cloned().collect()
}

fn variable(argument: &Arg) -> String {
    argument.get_env().unwrap_or_else(|| argument.get_id().as_str().as_ref()).to_string_lossy().into_owned()
}

fn long(argument: &Arg) -> &str {
    argument.get_long().unwrap_or_else(|| argument.get_id().as_str())
}

/// Names the variable and what it should be; not what it is.
fn explain(error: &clap::Error, known: &[Arg]) -> anyhow::Error {
    let strings = |kind| match error.get(kind) {
        Some(ContextValue::String(text)) => vec![text.clone()],
        Some(ContextValue::Strings(texts)) => texts.clone(),
        _ => Vec::new(),
    };
    // clap names an argument as `--its-name <VALUE>`.
    let about = strings(ContextKind::InvalidArg);
    let names = about.iter().filter_map(|text| text.strip_prefix("--")?.split([' ', '=']).next());
    let arguments: Vec<&Arg> = names.filter_map(|name| known.iter().find(|argument| long(argument) == name)).collect();
    let variables = arguments.iter().map(|argument| variable(argument)).collect::<Vec<_>>().join(", ");
    match (error.kind(), error.source()) {
        (ErrorKind::MissingRequiredArgument, _) => anyhow!("not set: {variables}"),
        (ErrorKind::InvalidValue, _) => anyhow!("{variables}: expected one of {}", strings(ContextKind::ValidValue).join(", ")),
        (ErrorKind::ValueValidation, Some(reason)) if !arguments.iter().any(|argument| argument.is_hide_env_values_set()) => {
            anyhow!("{variables}: {reason}")
        }
        (kind, _) => anyhow!("{variables}: {kind}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Args, Debug)]
    struct Example {
        /// How many there are. At most
        /// nine.
        #[arg(long, env = "X_COUNT", value_name = "number, 1 to 9", default_value = "3", value_parser = within(1u8..=9))]
        count: u8,
        /// What opens it.
        #[arg(long, env = "X_KEY", value_name = "digits", hide_env_values = true)]
        key: u32,
        /// How it speaks.
        #[arg(long, env = "X_MODE", value_parser = ["loud", "quiet"], default_value = "loud", requires = "place")]
        mode: String,
        /// Where | it is.
        #[arg(long, env = "X_PLACE")]
        place: Option<String>,
    }

    fn example(variables: &[(&str, &str)]) -> Result<Example> {
        parse(variables.iter().map(|(name, value)| (name.into(), value.into())))
    }

    fn refusal(variables: &[(&str, &str)]) -> String {
        format!("{:#}", example(variables).unwrap_err())
    }

    #[test]
    fn an_empty_variable_counts_as_unset() {
        let found = example(&[("X_KEY", "7"), ("X_COUNT", ""), ("X_MODE", ""), ("X_PLACE", ""), ("OTHER", "1")]).unwrap();
        assert_eq!((found.count, found.key, found.mode.as_str(), found.place), (3, 7, "loud", None));
        assert_eq!(refusal(&[("X_KEY", "")]), "not set: X_KEY");
    }

    #[test]
    fn a_value_may_hold_anything() {
        let found = example(&[("X_KEY", "7"), ("X_PLACE", "--count=2 x=y,z")]).unwrap();
        assert_eq!((found.count, found.place.as_deref()), (3, Some("--count=2 x=y,z")));
    }

    #[test]
    fn what_is_missing_is_named_with_all_others() {
        assert_eq!(refusal(&[("X_MODE", "quiet")]), "not set: X_KEY, X_PLACE");
    }

    #[test]
    fn an_error_names_the_variable_and_what_is_expected_and_not_the_value() {
        assert_eq!(refusal(&[("X_KEY", "7"), ("X_COUNT", "50505")]), "X_COUNT: a number from 1 to 9");
        assert_eq!(refusal(&[("X_KEY", "7"), ("X_MODE", "50505")]), "X_MODE: expected one of loud, quiet");
        let secret = refusal(&[("X_KEY", "50505x")]);
        assert!(secret.starts_with("X_KEY: ") && !secret.contains("50505"), "{secret}");
    }

    #[cfg(unix)]
    #[test]
    fn bytes_that_are_no_text_are_refused_by_name() {
        use std::os::unix::ffi::OsStringExt as _;
        let bytes = OsString::from_vec(vec![0xff, b'1']);
        assert_eq!(parse::<Example>([("X_KEY".into(), bytes)]).unwrap_err().to_string(), "X_KEY: not UTF-8");
    }

    #[test]
    fn the_table_says_unit_default_need_and_secrecy() {
        let expected = "| variable | value | default | meaning |\n|---|---|---|---|\n\
            | `X_COUNT` | number, 1 to 9 | `3` | How many there are. At most nine |\n\
            | `X_KEY` | digits, secret | required | What opens it |\n\
            | `X_MODE` | `loud` or `quiet` | `loud` | How it speaks |\n\
            | `X_PLACE` | PLACE |  | Where \\| it is |\n";
        assert_eq!(table(&docs::<Example>()), expected);
    }
}
