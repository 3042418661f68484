//! Recorded motions: read, put on the figure, balanced on its level.

use crate::document::{Document, Edit, Errand, RecordingTake};
use crate::io::bvh::{Origin, read_bvh};
use crate::io::map_that_is_needed;
use crate::motion::{RetargetSettings, retarget};
use crate::viewer::app::App;
use crate::viewer::session::jobs::Told;
use crate::viewer::session::work::{Kind, Product};
use std::path::Path;
use std::sync::Arc;

impl App {
    /// Puts a recorded motion on the figure and balances it.
    pub(crate) fn import_bvh(&mut self, path: &Path) {
        let file = path.file_name().unwrap_or_default().to_string_lossy();
        let (file, path) = (file.into_owned(), path.to_owned());
        let document = self.document().clone();
        self.in_background(Kind::Change, format!("Reading {file}"), move |told| {
            let take = recording(&path, &document, &file, told)?;
            let edit = Edit::SetRecording(Arc::new(take));
            let finished = Errand::new(document, edit).run(&mut |_| {})?;
            Ok(Product::Edit(Box::new(finished)))
        });
    }
}

fn recording(
    path: &Path,
    document: &Document,
    file: &str,
    told: &Told,
) -> Result<RecordingTake, String> {
    let bvh = read_bvh(path).map_err(|e| e.to_string())?;
    let recorded = bvh.recording();
    if recorded.rows() == 0 {
        let path = path.display();
        return Err(format!("{path}: has no motion, only a skeleton"));
    }
    told.stage(format!("Putting {file} on {}", document.character.name));
    let character = &document.character;
    let (mut clip, found) = retarget(character, &recorded, &RetargetSettings::default());
    if let Some(map) = map_that_is_needed(character, &recorded, &found) {
        return Err(format!("{}: {}", path.display(), map.sentence));
    }
    let origin = Origin::of(&recorded, character);
    origin.mark_contacts(
        character,
        &mut clip,
        &found.soles,
        Some(&document.level),
        &[],
    );
    told.stage(format!("Balancing {file}"));
    Ok(RecordingTake::balanced_on(
        document,
        bvh.name.clone(),
        clip,
        &mut |share| told.share(share),
    ))
}
