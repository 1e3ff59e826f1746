//! Groups that are made together, parents before children.

/// Where a new group lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Parent {
    /// A group that is there already.
    Existing(i64),
    /// One that is made with it: its place among the new ones.
    New(usize),
}

#[derive(Clone, Debug, PartialEq)]
pub struct NewGroup {
    pub parent: Parent,
    pub name: String,
    pub domain_type_id: Option<i64>,
    pub logic_address: Option<String>,
}
