//! Hashes as PHC strings, worked out in memory that is given: what it held before plays no part.
use anyhow::{Context, Result, anyhow};
use argon2::password_hash::{Output, ParamsString, PasswordHash, Salt, SaltString};
use argon2::{ARGON2ID_IDENT, Algorithm, Argon2, Block, Params, Version};
use ring::rand::{SecureRandom, SystemRandom};

/// OWASP's second choice for Argon2id: 19 MiB, two passes, one lane: some 24 ms of one core.
const MEMORY_KIB: u32 = 19 * 1024;
const PASSES: u32 = 2;
const LANES: u32 = 1;
const SALT_BYTES: usize = 16;

pub(super) fn hash(password: &str, memory: &mut Vec<Block>) -> Result<String> {
    let mut salt = [0; SALT_BYTES];
    SystemRandom::new().fill(&mut salt).map_err(|_| anyhow!("no randomness"))?;
    let salt = SaltString::encode_b64(&salt).map_err(|error| anyhow!("salt: {error}"))?;
    with_salt(password, &salt, memory)
}

fn with_salt(password: &str, salt: &SaltString, memory: &mut Vec<Block>) -> Result<String> {
    let params = Params::new(MEMORY_KIB, PASSES, LANES, None).map_err(|error| anyhow!("Argon2: {error}"))?;
    let encoded = ParamsString::try_from(&params).map_err(|error| anyhow!("Argon2: {error}"))?;
    let argon2 = Argon2::new(Algorithm::Argon2id, Version::V0x13, params);
    let hash = output(&argon2, password, salt.as_salt(), Params::DEFAULT_OUTPUT_LEN, memory)?;
    let version = Some(Version::V0x13.into());
    Ok(PasswordHash { algorithm: ARGON2ID_IDENT, version, params: encoded, salt: Some(salt.as_salt()), hash: Some(hash) }.to_string())
}

/// Whether the password is that of the hash, whatever the cost of that hash. Compared in constant time.
pub(super) fn matches(password: &str, hash: &str, memory: &mut Vec<Block>) -> bool {
    again(password, hash, memory).unwrap_or(false)
}

fn again(password: &str, hash: &str, memory: &mut Vec<Block>) -> Result<bool> {
    let known = PasswordHash::new(hash).map_err(|error| anyhow!("hash: {error}"))?;
    let algorithm = Algorithm::try_from(known.algorithm).map_err(|error| anyhow!("hash: {error}"))?;
    let version = known.version.map_or(Ok(Version::default()), Version::try_from).map_err(|error| anyhow!("hash: {error}"))?;
    let params = Params::try_from(&known).map_err(|error| anyhow!("hash: {error}"))?;
    let expected = known.hash.context("a hash without its end")?;
    let salt = known.salt.context("a hash without salt")?;
    let argon2 = Argon2::new(algorithm, version, params);
    Ok(output(&argon2, password, salt, expected.len(), memory)? == expected)
}

fn output(argon2: &Argon2<'_>, password: &str, salt: Salt<'_>, length: usize, memory: &mut Vec<Block>) -> Result<Output> {
    let blocks = argon2.params().block_count();
    if memory.len() < blocks {
        memory.resize(blocks, Block::default());
    }
    let mut decoded = [0; 64];
    let salt = salt.decode_b64(&mut decoded).map_err(|error| anyhow!("salt: {error}"))?;
    Output::init_with(length, |out| argon2.hash_password_into_with_memory(password.as_bytes(), salt, out, &mut memory[..blocks]).map_err(Into::into))
        .map_err(|error| anyhow!("Argon2: {error}"))
}

#[cfg(test)]
mod tests {
    use argon2::password_hash::{PasswordHasher, PasswordVerifier};

    use super::*;

    fn library() -> Argon2<'static> {
        Argon2::new(Algorithm::Argon2id, Version::V0x13, Params::new(MEMORY_KIB, PASSES, LANES, None).unwrap())
    }

    #[test]
    fn a_hash_is_the_librarys_own_also_in_memory_that_was_used() {
        let salt = SaltString::encode_b64(&[7; SALT_BYTES]).unwrap();
        let expected = library().hash_password(b"correct horse", &salt).unwrap().to_string();
        let mut memory = Vec::new();
        for _ in 0..2 {
            assert_eq!(with_salt("correct horse", &salt, &mut memory).unwrap(), expected);
        }
    }

    #[test]
    fn the_library_takes_our_hashes() {
        let ours = hash("correct horse", &mut Vec::new()).unwrap();
        let ours = PasswordHash::new(&ours).unwrap();
        assert!(library().verify_password(b"correct horse", &ours).is_ok());
        assert!(library().verify_password(b"Correct horse", &ours).is_err());
    }

    #[test]
    fn hashes_of_another_cost_are_checked_at_that_cost() {
        let small = Argon2::new(Algorithm::Argon2id, Version::V0x13, Params::new(64, 1, 1, Some(16)).unwrap());
        let salt = SaltString::encode_b64(&[7; SALT_BYTES]).unwrap();
        let theirs = small.hash_password(b"x", &salt).unwrap().to_string();
        let mut memory = Vec::new();
        hash("something else before", &mut memory).unwrap();
        assert!(matches("x", &theirs, &mut memory) && !matches("y", &theirs, &mut memory));
    }

    #[test]
    fn what_is_no_hash_matches_nothing() {
        for hash in [
            "",
            "x",
            "$argon2id$v=19$m=64,t=1,p=1",
            "$argon2id$v=19$m=64,t=1,p=1$c29tZXNhbHQ",
            "$argon2id$v=99$m=64,t=1,p=1$c29tZXNhbHQ$AAAAAAAAAAAAAAAAAAAAAA",
        ] {
            assert!(!matches("x", hash, &mut Vec::new()), "{hash}");
        }
    }
}
