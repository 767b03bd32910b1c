//! What other tools are known to call done without doing it: here it is done, or the answer says that it isn't.

mod in_the_way;
mod late;
mod outcome;
mod placed;

use crate::Case;

pub(crate) fn cases() -> Vec<Case> {
    [placed::cases(), in_the_way::cases(), late::cases(), outcome::cases()].into_iter().flatten().collect()
}
