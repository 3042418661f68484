//! Files in and out: RON that people write, JSON that programs read. Every error names file, line and column.
//!
//! ```text
//! name or path ──> Source ──serde──> file type ──edits──> file type ──build──> Character
//!                    └── errors point into this text ──────────┘
//! ```

mod apart_build;
mod atomic;
pub mod bvh;
mod character_build;
mod character_file;
mod character_text;
mod clip_csv;
mod clip_file;
mod clip_format;
mod clip_frame;
mod csv_text;
mod document_file;
mod entries;
pub mod file_list;
mod foot_build;
mod gltf;
mod goals_file;
mod habits_file;
mod joint_angles;
mod joint_map_file;
mod lesson_file;
mod level_file;
mod link_build;
mod outline;
mod place;
mod pose_file;
mod pose_presets;
mod problem_file;
mod settings_file;
mod shipped;
mod source;
mod target;
mod temporary;
mod variant;

pub use atomic::{check_can_be_written, write_atomically};
pub use character_text::character_text;
pub use clip_csv::write_clip_csv;
pub use clip_file::{read_clip_text, write_clip_text};
pub use clip_format::{
    ClipFormat, ClipProof, MOST_CLIP_BYTES, WrittenClip, begins_as_clip, encode_clip,
    encode_recorded_clip, read_clip, read_clip_source, write_clip,
};
pub use csv_text::csv_text;
pub use document_file::{
    document_text, load_document, read_document, save_document, write_document,
};
pub use gltf::{GltfProof, prove_glb, write_glb};
pub use goals_file::{feet_named, read_goals};
pub use habits_file::{MOST_KINDS, MOST_SYNERGIES, read_habits, write_habits};
pub use joint_map_file::{MissingMap, map_that_is_needed, read_joint_map};
pub use lesson_file::{
    LessonHead, check_lesson, lesson_source, read_lesson, shipped_lesson_heads, shipped_lessons,
};
pub use level_file::{level_file, level_text, load_level, read_level, shipped_levels};
pub use pose_file::{read_pose, write_pose};
pub use pose_presets::{pose_names, preset, shipped_poses};
pub use problem_file::{ReachProblems, ReachTargets, read_problems, write_problems};
pub use settings_file::{MOST_RESTARTS, MOST_SWEEPS, read_settings};
pub use shipped::{
    character_files, load_character, read_character, read_character_beside, shipped_characters,
};
pub use source::{FileError, Source, nearest, one_line, read_bytes, read_pipe};
pub use target::{FileIdentity, is_standard_input, is_standard_output, is_stream};
pub use temporary::remove_temporary_files_on_signals;
