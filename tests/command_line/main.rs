//! The program as people run it: arguments in, text, files and an exit code out.

#[path = "../kit/clips.rs"]
mod clip_kit;
#[path = "../kit/folder.rs"]
mod folder;

mod balance_bodies;
mod balance_command;
mod batch;
mod body_goals;
mod clips;
mod commands;
#[cfg(target_os = "linux")]
mod files;
mod ghost_command;
mod habits;
mod help;
#[cfg(target_os = "linux")]
mod interruptions;
mod json_page;
mod jump_command;
mod mistakes;
mod motion_files;
mod plain_text;
mod sizes;
mod streams;
mod verdicts;
