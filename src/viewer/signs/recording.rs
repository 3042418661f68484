//! A recording as it was, beside its correction or in the same place: what was changed should be seen at once.

use super::overlays::Sketch;
use crate::character::Character;
use crate::document::{RecordingTake, Take};
use crate::kinematics::Kinematics;
use crate::viewer::app::App;
use crate::viewer::panes::PaneId;
use crate::viewer::panes::bounds::Bounds;
use crate::viewer::scene::shown::Shown;
use crate::viewer::theme::{Theme, color32};
use egui::{Align2, Color32, Stroke};
use glam::DVec3;
use serde::{Deserialize, Serialize};

/// Where a recording stands.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum RecordingView {
    /// At the viewer's left of its correction.
    #[default]
    Beside,
    /// Where its correction is, pale.
    Over,
}

impl RecordingView {
    /// The other one.
    pub(crate) const fn other(self) -> Self {
        match self {
            Self::Beside => Self::Over,
            Self::Over => Self::Beside,
        }
    }
}

/// From one figure to the other, in heights of the figure.
const APART: f64 = 0.85;
/// Words are this far over a head [m].
const OVER_HEAD: f64 = 0.05;

/// From the correction to where the recording stands: to the left of whoever looks along a view with this right [m].
pub(crate) fn aside(character: &Character, right: DVec3) -> DVec3 {
    let rest = Kinematics::of(character, &character.rest);
    let links = rest.world_from_link.iter();
    let height = links.map(|link| link.translation.y).fold(0.0, f64::max);
    -APART * height * DVec3::new(right.x, 0.0, right.z).normalize_or(DVec3::X)
}

impl App {
    /// The recording at the playhead, where the window shows it.
    pub(crate) fn look_at_recording(&self) -> Option<Shown> {
        let document = self.document();
        let Some(Take::Recording(take)) = &document.take else {
            return None;
        };
        let character = &document.character;
        let by = match self.settings.recording {
            RecordingView::Beside => self.aside,
            RecordingView::Over => DVec3::ZERO,
        };
        let secs = self.playback.secs;
        Some(Shown::of_clip(character, &take.recorded, secs, by))
    }

    /// Names over the heads, and what the recording stands on.
    pub(crate) fn draw_recording(&self, sketch: &Sketch, id: PaneId) {
        let Some(recorded) = &self.recorded else {
            return;
        };
        // From the side both figures are in one place.
        if id != PaneId::Solid {
            return;
        }
        let ghost = color32(self.theme.ghost);
        if self.settings.recording == RecordingView::Beside {
            self.draw_recorded_support(sketch, recorded);
            let text = color32(self.theme.text);
            self.draw_name(sketch, &self.shown, "balanced", text);
        }
        self.draw_name(sketch, recorded, "as recorded", ghost);
    }

    fn draw_name(&self, sketch: &Sketch, shown: &Shown, name: &str, color: Color32) {
        let margin = shown.margin.map_or_else(
            || "in the air".to_owned(),
            |margin| format!("{:.0} mm", 1e3 * margin.metres),
        );
        self.draw_words_over(sketch, shown, &format!("{name} · {margin}"), color);
    }

    /// Words over a head.
    pub(crate) fn draw_words_over(
        &self,
        sketch: &Sketch,
        shown: &Shown,
        words: &str,
        color: Color32,
    ) {
        let links = &shown.kin.world_from_link;
        let highest = links.iter().map(|link| link.translation);
        let Some(head) = highest.max_by(|a, b| a.y.total_cmp(&b.y)) else {
            return;
        };
        let top = Bounds::of_figure(&self.document().character, &shown.kin)
            .max
            .y;
        let above = DVec3::new(head.x, top + OVER_HEAD, head.z);
        if let Some(at) = sketch.pane.project(above) {
            let halo = color32(self.theme.room_bottom);
            sketch.label(at, Align2::CENTER_BOTTOM, words, color, halo);
        }
    }

    /// The polygon under the recorded feet, and the weight above or beside it.
    fn draw_recorded_support(&self, sketch: &Sketch, recorded: &Shown) {
        let com = recorded.kin.com;
        let soles = recorded.stance.iter().flat_map(|stance| &stance.planted);
        let heights = soles.map(|planted| {
            let sole = &self.document().character.soles[planted.sole];
            planted.world_from_link.point(sole.center_in_link()).y
        });
        let ground = heights.fold(f64::INFINITY, f64::min);
        let (Some(stance), Some(margin)) = (&recorded.stance, &recorded.margin) else {
            return;
        };
        let color = Theme::margin(margin.metres);
        let corners = stance.polygon.corners().iter();
        let corners: Vec<DVec3> = corners
            .map(|corner| DVec3::new(corner.x, ground, corner.y))
            .collect();
        let outline = Stroke::new(2.0, color32(color));
        sketch.area(&corners, color32(color.faded(0.22)), outline);
        let foot = DVec3::new(com.x, ground, com.z);
        sketch.line(&[com, foot], Stroke::new(1.5, color32(color)));
        if let Some(at) = sketch.pane.project(foot) {
            sketch.painter.circle_filled(at, 4.0, color32(color));
        }
    }
}

/// One row of figures: what, as recorded, balanced.
pub(crate) fn figures(take: &RecordingTake) -> [(&'static str, &'static str, [String; 2]); 4] {
    let both = [&take.report.before, &take.report.after];
    [
        (
            "over its feet",
            "Share of the frames with a contact in which the centre of mass is over the support",
            both.map(|f| format!("{:.1} %", 100.0 * f.inside_share())),
        ),
        (
            "worst margin",
            "Of the centre of mass from the edge of the support; negative outside",
            both.map(|f| format!("{:.0} mm", 1e3 * f.worst_margin)),
        ),
        (
            "largest slide",
            "Of a sole while it stands",
            both.map(|f| format!("{:.2} mm", 1e3 * f.slide)),
        ),
        (
            "hardest turn",
            "The largest acceleration of a joint",
            both.map(|f| format!("{:.0} rad/s²", f.hardest_turn)),
        ),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::io::load_character;

    #[test]
    fn a_recording_stands_level_at_the_left_and_clear_of_its_correction() {
        for name in ["human", "tall_thin", "chicken"] {
            let character = load_character(name).unwrap();
            let rest = Kinematics::of(&character, &character.rest);
            let bounds = Bounds::of_figure(&character, &rest);
            let width = bounds.max.x - bounds.min.x;
            let aside = aside(&character, DVec3::new(0.0, 0.3, -1.0));
            assert!(
                aside.z > width && aside.x == 0.0 && aside.y == 0.0,
                "{name}: {aside}, {width}"
            );
        }
    }
}
