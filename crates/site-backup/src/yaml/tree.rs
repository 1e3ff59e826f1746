//! YAML as a tree of lines and texts. Values get their types by the fields that they are for: `00123` stays a card's number. Anchors,
//! aliases, tags, directives and further documents are refused, so a small text never becomes a large tree.
use std::collections::HashSet;

use kit_core::{Error, Result};
use serde_saphyr::granit_parser::{self, Event, Parser, ScalarStyle, Span};

use crate::reference::MAX_DEPTH;

/// Values of a text, lists and mappings among them.
const MAX_NODES: usize = 1_500_000;

#[derive(Debug, PartialEq, Eq)]
pub struct Node {
    /// From 1.
    pub line: usize,
    pub kind: NodeKind,
}

#[derive(Debug, PartialEq, Eq)]
pub enum NodeKind {
    Scalar { text: String, is_plain: bool },
    List(Vec<Node>),
    Map(Vec<Entry>),
}

#[derive(Debug, PartialEq, Eq)]
pub struct Entry {
    pub line: usize,
    pub name: String,
    pub value: Node,
}

impl Node {
    /// `null`, `~` and nothing at all, without quotes.
    pub fn is_null(&self) -> bool {
        matches!(&self.kind, NodeKind::Scalar { text, is_plain: true } if matches!(text.as_str(), "" | "~" | "null" | "Null" | "NULL"))
    }
}

pub fn at(line: usize, why: impl std::fmt::Display) -> Error {
    Error::invalid_file(format!("line {line}: {why}"))
}

enum Frame {
    List { line: usize, items: Vec<Node> },
    Map { line: usize, entries: Vec<Entry>, names: HashSet<String>, pending: Option<(usize, String)> },
}

#[derive(Default)]
struct Builder {
    frames: Vec<Frame>,
    root: Option<Node>,
    nodes: usize,
}

pub fn parse(text: &str) -> Result<Node> {
    let options = granit_parser::options! {
        disallow_directives: true,
        emit_comments: false,
        flow_nesting_limit: MAX_DEPTH,
        block_nesting_limit: MAX_DEPTH,
    };
    let mut builder = Builder::default();
    for next in Parser::new_from_str_with_options(text, options) {
        let (event, span) = next.map_err(|error| at(error.marker().line(), error.info()))?;
        builder.take(event, span)?;
    }
    builder.root.ok_or_else(|| Error::wrong_file_body("empty"))
}

impl Builder {
    fn take(&mut self, event: Event<'_>, span: Span) -> Result<()> {
        let line = span.start.line();
        match event {
            Event::Scalar(text, style, anchor, tag) => {
                plain_node(anchor, tag.is_some(), line)?;
                self.scalar(line, text.into_owned(), style == ScalarStyle::Plain)
            }
            Event::SequenceStart(_, anchor, tag) => {
                plain_node(anchor, tag.is_some(), line)?;
                self.open(line, Frame::List { line, items: Vec::new() })
            }
            Event::MappingStart(_, anchor, tag) => {
                plain_node(anchor, tag.is_some(), line)?;
                self.open(line, Frame::Map { line, entries: Vec::new(), names: HashSet::new(), pending: None })
            }
            Event::SequenceEnd | Event::MappingEnd => self.close(),
            Event::Alias(_) | Event::UnresolvedAlias(_) | Event::Anchor(..) => Err(at(line, ALIASES)),
            Event::DocumentStart(..) if self.root.is_some() => Err(at(line, "more than one document")),
            _ => Ok(()),
        }
    }

    fn scalar(&mut self, line: usize, text: String, is_plain: bool) -> Result<()> {
        if let Some(Frame::Map { names, pending: pending @ None, .. }) = self.frames.last_mut() {
            if !names.insert(text.clone()) {
                return Err(at(line, format!("{text} twice")));
            }
            *pending = Some((line, text));
            return Ok(());
        }
        self.add(Node { line, kind: NodeKind::Scalar { text, is_plain } })
    }

    fn open(&mut self, line: usize, frame: Frame) -> Result<()> {
        if let Some(Frame::Map { pending: None, .. }) = self.frames.last() {
            return Err(at(line, "a name must be a text"));
        }
        if self.frames.len() >= MAX_DEPTH {
            return Err(at(line, "too deep"));
        }
        self.frames.push(frame);
        Ok(())
    }

    fn close(&mut self) -> Result<()> {
        match self.frames.pop() {
            Some(Frame::List { line, items }) => self.add(Node { line, kind: NodeKind::List(items) }),
            Some(Frame::Map { line, entries, .. }) => self.add(Node { line, kind: NodeKind::Map(entries) }),
            None => Ok(()),
        }
    }

    fn add(&mut self, node: Node) -> Result<()> {
        self.nodes += 1;
        if self.nodes > MAX_NODES {
            return Err(at(node.line, format!("at most {MAX_NODES} values")));
        }
        match self.frames.last_mut() {
            Some(Frame::List { items, .. }) => items.push(node),
            Some(Frame::Map { entries, pending, .. }) => {
                let (line, name) = pending.take().ok_or_else(|| at(node.line, "a name must be a text"))?;
                entries.push(Entry { line, name, value: node });
            }
            None => self.root = Some(node),
        }
        Ok(())
    }
}

const ALIASES: &str = "anchors and aliases are not taken: a generator writes what is repeated";

fn plain_node(anchor: usize, has_tag: bool, line: usize) -> Result<()> {
    if anchor != 0 {
        return Err(at(line, ALIASES));
    }
    if has_tag { Err(at(line, "tags are not taken")) } else { Ok(()) }
}
