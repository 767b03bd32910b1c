//! Fingerprints: a polynomial over what a value is folded to, at a secret place, modulo a Mersenne prime. They slide along a
//! text, and two different values share one about once in 2^61 divided by their length. `secrets.js` makes the same.

use std::collections::BTreeSet;
use std::ops::Range;
use std::sync::LazyLock;

use serde::{Deserialize, Deserializer, de};

const PRIME: u64 = (1 << 61) - 1;

/// The place, drawn anew at each start.
static KEY: LazyLock<u64> = LazyLock::new(|| {
    let mut bytes = [0; 8];
    // Without random bytes fingerprints still find what they are of; they only hide it less from who reads this memory.
    if let Err(error) = getrandom::fill(&mut bytes) {
        tracing::error!(%error, "no random bytes for the key of fingerprints");
    }
    (1 << 60) | (u64::from_le_bytes(bytes) >> 4)
});

/// The key as the script in documents needs it.
pub(crate) fn key() -> u64 {
    *KEY
}

/// The fingerprint of a folded value.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
pub(crate) struct Print {
    /// UTF-16 units of what the value is folded to.
    length: usize,
    #[serde(deserialize_with = "decimal")]
    value: u64,
}

/// JavaScript's numbers don't hold it, so it comes as text.
fn decimal<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u64, D::Error> {
    String::deserialize(deserializer)?.parse().map_err(de::Error::custom)
}

impl Print {
    /// Of units.
    #[cfg(test)]
    pub(super) fn of(units: &[u16]) -> Self {
        let value = units.iter().fold(0, |value, unit| next(value, *unit));
        Self { length: units.len(), value }
    }
}

fn next(value: u64, unit: u16) -> u64 {
    let sum = u128::from(value) * u128::from(*KEY) + u128::from(unit) + 1;
    reduced(sum)
}

/// Modulo the prime, which is one less than a power of two: that power counts as one.
fn reduced(product: u128) -> u64 {
    let sum = (product as u64 & PRIME) + ((product >> 61) as u64);
    if sum >= PRIME { sum - PRIME } else { sum }
}

/// Where units hold something that has one of these fingerprints, the longest first.
pub(super) fn find(units: &[u16], prints: &BTreeSet<Print>) -> Vec<Range<usize>> {
    let lengths: BTreeSet<usize> = prints.iter().map(|print| print.length).filter(|length| *length > 0).collect();
    let mut sums = Vec::with_capacity(units.len() + 1);
    sums.push(0);
    for unit in units {
        sums.push(next(sums[sums.len() - 1], *unit));
    }
    let mut found = Vec::new();
    for length in lengths.into_iter().rev().take_while(|length| *length > 0) {
        let shift = (0..length).fold(1, |power, _| reduced(u128::from(power) * u128::from(*KEY)));
        for end in length..sums.len() {
            let start = end - length;
            let before = reduced(u128::from(sums[start]) * u128::from(shift));
            let value = (sums[end] + PRIME - before) % PRIME;
            if prints.contains(&Print { length, value }) {
                found.push(start..end);
            }
        }
    }
    found
}
