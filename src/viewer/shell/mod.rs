//! What is around the work: files, dialogs, settings, unsaved work that is kept safe.

pub(crate) mod changed_file;
pub(crate) mod confirm;
pub(crate) mod dialogs;
pub(crate) mod export;
pub(crate) mod files;
pub(crate) mod help;
pub(crate) mod import;
pub(crate) mod keeping;
pub(crate) mod kept;
pub(crate) mod kept_window;
pub(crate) mod library;
pub(crate) mod opening;
pub(crate) mod places;
pub(crate) mod settings;
pub(crate) mod start;
