//! The channels by which a page can send something that changes something.
