//! Engine roles and what fills them. So far there is one: interaction, built in over CDP (N03, N04).

pub(crate) mod interaction;
mod outcome;

pub(crate) use outcome::{Done, Failure, Outcome};
