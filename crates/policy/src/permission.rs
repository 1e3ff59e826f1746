//! The permission catalogue and sets of it.

/// A line of the catalogue.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Entry {
    pub permission: Permission,
    pub code: &'static str,
    pub group: &'static str,
    pub feature: Option<&'static str>,
}

include!(concat!(env!("OUT_DIR"), "/permissions.rs"));

impl Permission {
    /// Every permission, in the catalogue's order.
    pub fn all() -> impl Iterator<Item = Permission> {
        CATALOGUE.iter().map(|entry| entry.permission)
    }

    /// As the API and the role's table name it: `can_view_users`.
    pub fn code(self) -> &'static str {
        CATALOGUE[self as usize].code
    }

    /// The heading under which the role's form shows it.
    pub fn group(self) -> &'static str {
        CATALOGUE[self as usize].group
    }

    /// The licence feature without which it has no effect.
    pub fn feature(self) -> Option<&'static str> {
        CATALOGUE[self as usize].feature
    }

    pub fn from_code(code: &str) -> Option<Permission> {
        CATALOGUE.iter().find(|entry| entry.code == code).map(|entry| entry.permission)
    }
}

const WORDS: usize = CATALOGUE.len().div_ceil(64);

/// A set of permissions: one bit for each line of the catalogue.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PermissionSet([u64; WORDS]);

impl PermissionSet {
    pub fn everything() -> Self {
        Permission::all().collect()
    }

    pub fn insert(&mut self, permission: Permission) {
        let bit = permission as usize;
        self.0[bit / 64] |= 1 << (bit % 64);
    }

    pub fn contains(&self, permission: Permission) -> bool {
        let bit = permission as usize;
        self.0[bit / 64] & (1 << (bit % 64)) != 0
    }

    pub fn is_subset_of(&self, other: &PermissionSet) -> bool {
        self.0.iter().zip(other.0).all(|(mine, theirs)| mine & !theirs == 0)
    }

    pub fn iter(&self) -> impl Iterator<Item = Permission> + '_ {
        Permission::all().filter(|permission| self.contains(*permission))
    }

    /// Little-endian words, as they travel in a caller's context.
    pub fn to_bytes(&self) -> Vec<u8> {
        self.0.iter().flat_map(|word| word.to_le_bytes()).collect()
    }

    /// Bits beyond the catalogue are dropped: they mean a permission that this build does not know.
    pub fn from_bytes(bytes: &[u8]) -> Self {
        Permission::all().filter(|p| bytes.get(*p as usize / 8).is_some_and(|b| b & (1 << (*p as usize % 8)) != 0)).collect()
    }

    /// Codes that this build does not know are dropped: unset means denied.
    pub fn from_codes<'a>(codes: impl IntoIterator<Item = &'a str>) -> Self {
        codes.into_iter().filter_map(Permission::from_code).collect()
    }
}

impl FromIterator<Permission> for PermissionSet {
    fn from_iter<I: IntoIterator<Item = Permission>>(permissions: I) -> Self {
        let mut set = PermissionSet::default();
        permissions.into_iter().for_each(|permission| set.insert(permission));
        set
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_are_unique_and_found_again() {
        for permission in Permission::all() {
            assert_eq!(Permission::from_code(permission.code()), Some(permission));
        }
    }

    #[test]
    fn a_set_survives_its_bytes() {
        let set: PermissionSet = Permission::all().step_by(3).collect();
        assert_eq!(PermissionSet::from_bytes(&set.to_bytes()), set);
        assert_eq!(PermissionSet::from_bytes(&PermissionSet::everything().to_bytes()), PermissionSet::everything());
    }

    #[test]
    fn unknown_codes_and_bits_grant_nothing() {
        assert_eq!(PermissionSet::from_codes(["can_fly"]), PermissionSet::default());
        let mut bytes = vec![0; 64];
        bytes[63] = 0xff;
        assert_eq!(PermissionSet::from_bytes(&bytes), PermissionSet::default());
    }
}
