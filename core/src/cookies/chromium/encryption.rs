//! How Chromium encrypts what cookies hold on Linux. Without a keychain by a key that anybody knows; with one by a secret in it,
//! which is that browser's alone and which NEXUS doesn't ask for.

use aes::Aes128;
use cbc::Decryptor;
use cbc::cipher::block_padding::Pkcs7;
use cbc::cipher::{BlockModeDecrypt, KeyIvInit};
use sha2::{Digest, Sha256};

use crate::cookies::CookieSkip;

/// What values begin with that the known key encrypts.
const KNOWN_KEY: &[u8] = b"v10";
/// PBKDF2-HMAC-SHA1 of Chromium's word `peanuts` with its salt `saltysalt`, one round.
const KEY: [u8; 16] = 0xfd62_1fe5_a2b4_0253_9dfa_147c_a927_2778_u128.to_be_bytes();
const INITIAL: [u8; 16] = [b' '; 16];

/// From this form of the table on, a hash of the host stands before the value.
const BOUND_SINCE: i64 = 24;
const HASH_BYTES: usize = 32;

/// The bytes of a value, if the key is the known one and they are this host's.
pub(super) fn decrypt(encrypted: Vec<u8>, host: &str, version: i64) -> Result<Vec<u8>, CookieSkip> {
    let blocks = encrypted.strip_prefix(KNOWN_KEY).ok_or(CookieSkip::EncryptedKey)?;
    let mut value = Decryptor::<Aes128>::new(&KEY.into(), &INITIAL.into())
        .decrypt_padded_vec::<Pkcs7>(blocks)
        .map_err(|_| CookieSkip::Damaged)?;
    if version >= BOUND_SINCE {
        let is_bound = value.get(..HASH_BYTES).is_some_and(|bound| bound == Sha256::digest(host).as_slice());
        if !is_bound {
            return Err(CookieSkip::Damaged);
        }
        value.drain(..HASH_BYTES);
    }
    Ok(value)
}
