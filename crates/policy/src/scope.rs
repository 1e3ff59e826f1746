//! How far a right reaches.
use crate::Resource;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reach {
    /// The whole project.
    All,
    /// The caller's own groups.
    Domain,
    /// The groups below the caller's own.
    Descendants,
    /// Both: the caller's own groups and everything below.
    Tree,
    /// What the caller created (or is).
    Own,
    /// What the caller may view: edit and delete apply to viewable entities only.
    View,
    /// As far as another resource may be viewed.
    ViewOf(Resource),
}

/// The union of what the caller's rights reach.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Scope {
    pub all: bool,
    pub domain: bool,
    pub descendants: bool,
    pub own: bool,
    pub user_id: i64,
    pub domain_ids: Vec<i64>,
}

impl Scope {
    /// Everything of a project: for jobs of the platform itself.
    pub fn everything() -> Self {
        Scope { all: true, ..Scope::default() }
    }

    pub fn is_empty(&self) -> bool {
        !(self.all || self.domain || self.descendants || self.own)
    }

    /// Whether it asks for the group tree at all.
    pub fn needs_tree(&self) -> bool {
        !self.all && (self.domain || self.descendants) && !self.domain_ids.is_empty()
    }

    /// Whether a group whose path from the root is `path` (the group itself last) lies within.
    pub fn covers_group(&self, path: &[i64]) -> bool {
        let Some((group, above)) = path.split_last() else { return self.all };
        self.all || (self.domain && self.domain_ids.contains(group)) || (self.descendants && above.iter().any(|id| self.domain_ids.contains(id)))
    }

    pub(crate) fn add(&mut self, reach: Reach) {
        match reach {
            Reach::All => self.all = true,
            Reach::Domain => self.domain = true,
            Reach::Descendants => self.descendants = true,
            Reach::Tree => (self.domain, self.descendants) = (true, true),
            Reach::Own => self.own = true,
            Reach::View | Reach::ViewOf(_) => {}
        }
    }

    pub(crate) fn join(&mut self, other: &Scope) {
        self.all |= other.all;
        self.domain |= other.domain;
        self.descendants |= other.descendants;
        self.own |= other.own;
    }
}
