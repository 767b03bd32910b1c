//! Acts that can't be done, and pages that won't have them done: each is said by its code, and nothing is done by halves.

mod arguments;
mod forms;
mod pages;
mod references;

use crate::Case;

pub(crate) fn cases() -> Vec<Case> {
    [references::cases(), arguments::cases(), forms::cases(), pages::cases()].into_iter().flatten().collect()
}
