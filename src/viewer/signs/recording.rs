//! Figures side by side or in one place: who is who, and what was changed.

use super::sketch::Sketch;
use crate::document::RecordingTake;
use crate::motion::BalanceKind;
use crate::viewer::panes::Look;
use crate::viewer::panes::bounds::Bounds;
use crate::viewer::scene::shown::Shown;
use crate::viewer::scene::{Companion, Paint, Role, Scene};
use crate::viewer::theme::color32;
use egui::{Align2, Color32};
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

/// Words are this far over a head [m].
const OVER_HEAD: f64 = 0.05;

impl Scene {
    /// Names over the heads, and what those stand on who stand beside the figure.
    pub(super) fn draw_names(&self, sketch: &Sketch) {
        for companion in &self.companions {
            // From the side a recording and its correction are in one place.
            if companion.role.is_recording() && sketch.pane.look == Look::Flat {
                continue;
            }
            // The legend names those who stand in one place.
            if companion.role == Role::Variant {
                continue;
            }
            if companion.role == Role::RecordingBeside {
                self.draw_bare_support(sketch, &companion.shown);
            }
            if let Some(name) = &companion.name {
                let color = name_color(sketch, companion);
                self.draw_words_over(sketch, &companion.shown, name, color);
            }
        }
        if let (Some(name), Look::Solid) = (&self.name, sketch.pane.look) {
            let color = color32(sketch.theme.text);
            self.draw_words_over(sketch, &self.figure, name, color);
        }
    }

    /// Words over a head.
    fn draw_words_over(&self, sketch: &Sketch, shown: &Shown, words: &str, color: Color32) {
        let links = &shown.kin.world_from_link;
        let highest = links.iter().map(|link| link.translation);
        let Some(head) = highest.max_by(|a, b| a.y.total_cmp(&b.y)) else {
            return;
        };
        let top = Bounds::of_figure(&self.character, &shown.kin).max.y;
        let above = DVec3::new(head.x, top + OVER_HEAD, head.z);
        if let Some(at) = sketch.pane.project(above) {
            let halo = color32(sketch.theme.room_bottom);
            sketch.label(at, Align2::CENTER_BOTTOM, words, color, halo);
        }
    }
}

/// As the figure itself, where it has one colour.
fn name_color(sketch: &Sketch, companion: &Companion) -> Color32 {
    match (&companion.paint, companion.role) {
        (Paint::One(color), _) => color32(*color),
        (_, Role::Ghost) => color32(sketch.theme.ghost),
        (Paint::Sides | Paint::Each(_), _) => color32(sketch.theme.text),
    }
}

/// One row of figures: what, as recorded, balanced.
pub(crate) fn figures(take: &RecordingTake) -> [(&'static str, &'static str, [String; 2]); 4] {
    let both = [&take.report.before, &take.report.after];
    [
        (
            "in balance",
            match take.report.balance {
                BalanceKind::Static => {
                    "Share of the frames with a contact in which the centre of mass is over the support"
                }
                BalanceKind::Dynamic => {
                    "Share of the frames with a contact in which the zero-moment point is in the support"
                }
            },
            both.map(|f| {
                let share = f.inside_share();
                share.map_or("-".to_owned(), |share| format!("{:.1} %", 100.0 * share))
            }),
        ),
        (
            "worst margin",
            "Of that point from the edge of the support; negative outside",
            both.map(|f| match f.inside_share() {
                Some(_) => format!("{:.0} mm", 1e3 * f.worst_margin),
                None => "-".to_owned(),
            }),
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
