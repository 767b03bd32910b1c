//! What a paired agent proves itself with.

#[cfg(test)]
mod tests;

use std::fmt;

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use sha2::{Digest, Sha256};

const TOKEN_BYTES: usize = 32;

/// What a paired agent proves itself with: 256 random bits as base64url. `Debug` doesn't show it.
#[derive(Clone)]
pub struct Token(String);

impl Token {
    /// A fresh one.
    ///
    /// # Panics
    /// If the system has no randomness to give: anything made without it could be guessed.
    pub fn random() -> Self {
        Self(URL_SAFE_NO_PAD.encode(random_bytes::<TOKEN_BYTES>()))
    }

    /// A token as a client sends it; `None` if it can't be one.
    pub fn from_wire(text: &str) -> Option<Self> {
        // The decoder takes one spelling only: no padding, no spaces, no bits to spare.
        let bytes = URL_SAFE_NO_PAD.decode(text).ok()?;
        (bytes.len() == TOKEN_BYTES).then(|| Self(text.to_owned()))
    }

    /// For the client that owns it, and nobody else.
    pub fn reveal(&self) -> &str {
        &self.0
    }

    /// What the database keeps. Unsalted and fast is enough: nobody finds 256 random bits by trying.
    ///
    /// Comparing digests needs no constant time. How long it takes tells how many leading bytes of two digests agree,
    /// and whoever guesses a token can't steer its digest.
    pub(super) fn digest(&self) -> [u8; 32] {
        Sha256::digest(self.0.as_bytes()).into()
    }
}

impl PartialEq for Token {
    fn eq(&self, other: &Self) -> bool {
        self.digest() == other.digest()
    }
}

impl Eq for Token {}

impl fmt::Debug for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Token(…)")
    }
}

/// Random bytes from the system.
///
/// # Panics
/// If the system has none to give.
pub(super) fn random_bytes<const N: usize>() -> [u8; N] {
    let mut bytes = [0; N];
    getrandom::fill(&mut bytes).expect("the system gives random bytes");
    bytes
}
