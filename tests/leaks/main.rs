//! Canaries in every kind of field, echoed by the page in every way it can: whatever an agent is told, the log, and the files
//! that NEXUS keeps are searched for them. Each canary holds the word that `Stage::close` searches for.

mod addresses;
mod behind;
mod echoes;
mod fence;
mod fields;
mod machine;
mod outside;
mod reads;
mod typed;
