//! Files that are read and written: characters, motion, projects and pictures, good ones and bad ones.

#[path = "../kit/clips.rs"]
mod clip_kit;
#[path = "../kit/motions.rs"]
mod motions;
#[path = "../kit/session.rs"]
mod session;

mod bad_input;
mod bvh_corpus;
mod bvh_export;
mod characters;
mod mistakes;
mod pictures;
mod project_file;
mod stiff_feet;
