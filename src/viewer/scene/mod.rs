//! What a view shows: a figure in a pose, what is asked of it, and what stands around it.

pub(crate) mod shown;
