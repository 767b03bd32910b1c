//! The fence around page text: lines that carry a nonce made for one result, so that nothing in the page can close it
//! (A11, N24).

use std::fmt::Write;

/// 128 bits: a page that has read earlier fences can't guess the next.
const NONCE_BYTES: usize = 16;

/// Where nonces come from.
pub(super) type NonceSource = fn() -> Result<String, NoNonce>;

/// The system has no random numbers.
#[derive(Debug)]
pub(super) struct NoNonce;

/// A fresh nonce in hexadecimal digits.
pub(super) fn random_nonce() -> Result<String, NoNonce> {
    let mut bytes = [0; NONCE_BYTES];
    getrandom::fill(&mut bytes).map_err(|_| NoNonce)?;
    Ok(bytes.iter().fold(String::with_capacity(2 * NONCE_BYTES), |mut nonce, byte| {
        // Writing to a String can't fail.
        let _ = write!(nonce, "{byte:02x}");
        nonce
    }))
}

/// The text between its fence lines, with a nonce that it doesn't hold.
pub(super) fn around(text: &str, nonce: NonceSource) -> Result<String, NoNonce> {
    let mut id = nonce()?;
    while text.contains(&id) {
        id = nonce()?;
    }
    let line_end = if text.ends_with('\n') { "" } else { "\n" };
    Ok(format!("<untrusted-page-content id=\"{id}\">\n{text}{line_end}</untrusted-page-content id=\"{id}\">"))
}
