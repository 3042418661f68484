//! The middle of the window: the views, what the mouse does in them, and what is drawn.

use crate::kinematics::Kinematics;
use crate::picture::Color;
use crate::viewer::app::App;
use crate::viewer::input::actions::Overlay;
use crate::viewer::panes::{PaneId, PaneMode};
use crate::viewer::signs::overlays::{Sketch, faded};
use crate::viewer::signs::recording::RecordingView;
use crate::viewer::stage::{Figure, Stage, StageView, Tint};
use egui::{CentralPanel, Context, FontId, Frame, Sense};
use glam::DVec2;

/// The line of hints fades after so many drags.
const HINTED_DRAGS: u32 = 3;
/// Lower views have no room for it (points).
const HINT_HEIGHT: f32 = 300.0;
/// For people who have never seen the window, the longest first.
const HINTS: [&str; 2] = [
    "drag a hand · P pins · K sets a key · Space plays · W walks · ? help",
    "drag a hand · W walks · ? help",
];
/// Onion skins lie so far before and after [s], and are so solid: fainter further away in time.
const SKINS: [(f64, f32); 4] = [(-0.5, 0.18), (0.5, 0.18), (-0.25, 0.34), (0.25, 0.34)];

/// The figure at another time.
struct Skin {
    kin: Kinematics,
    opacity: f32,
    color: Color,
}

impl App {
    /// Views, mouse and signs.
    pub(crate) fn viewport(&mut self, ctx: &Context) {
        CentralPanel::default().frame(Frame::NONE).show(ctx, |ui| {
            let rect = ui.max_rect();
            for opened in self.panes.arrange(rect) {
                let figures = self.figures();
                self.panes.jump_to(opened, &figures);
            }
            self.footwork.follow(self.editor.document());
            if self.drag.is_none() {
                self.hovered = None;
                self.footwork.hovered = None;
            }
            for id in self.panes.open() {
                let pane_rect = self.panes.get(id).rect;
                let response =
                    ui.interact(pane_rect, ui.id().with(id as u8), Sense::click_and_drag());
                self.mouse(&response, id);
            }
            for id in self.panes.open() {
                let pane = self.panes.get(id).clone();
                let painter = ui.painter().with_clip_rect(pane.rect);
                if id == PaneId::Flat {
                    self.draw_flat(&painter, &pane);
                }
                let sketch = Sketch {
                    pane: &pane,
                    painter,
                };
                self.overlays(&sketch);
                self.draw_recording(&sketch, id);
                self.draw_ghost_signs(&sketch);
            }
            if self.panes.mode == PaneMode::Both {
                let x = self.panes.flat.rect.left();
                let edge = egui::Stroke::new(1.0, faded(self.theme.text_faint, 0.6));
                ui.painter().vline(x, rect.y_range(), edge);
            }
            self.draw_hint(ui, rect);
            self.view_bar(ctx, rect);
        });
    }

    /// One line for people who have never seen the window.
    fn draw_hint(&self, ui: &egui::Ui, rect: egui::Rect) {
        let is_low = rect.height() < HINT_HEIGHT;
        if is_low || self.drags_done >= HINTED_DRAGS || self.document().take.is_some() {
            return;
        }
        let opacity = 1.0 - f64::from(self.drags_done) / f64::from(HINTED_DRAGS);
        let painter = ui.painter();
        let ink = faded(self.theme.text, 0.8 * opacity);
        let font = FontId::proportional(14.0);
        // The longest that fits; in a view that is too narrow for any there is none.
        let fitting = HINTS.iter().find_map(|words| {
            let text = painter.layout_no_wrap((*words).to_owned(), font.clone(), ink);
            (text.size().x < rect.width() - 16.0).then_some(text)
        });
        if let Some(text) = fitting {
            let size = text.size();
            let corner = rect.center_bottom() - egui::vec2(0.5 * size.x, 14.0 + size.y);
            painter.galley(corner, text, ink);
        }
    }

    /// The lit view.
    pub(crate) fn draw_stage(&mut self, stage: &mut Stage) {
        if !self.panes.open().any(|id| id == PaneId::Solid) {
            return;
        }
        let document = self.editor.document();
        let character = &document.character;
        let skins = self.skins();
        let highlight = self.hovered.or(self.selected).and_then(|index| {
            match document.setup.handles.get(index)?.grip {
                crate::document::Grip::Point { link, .. } => Some(link),
                crate::document::Grip::CenterOfMass => None,
            }
        });
        let worked = self.worked_colors();
        let mut figures = vec![Figure {
            character,
            kin: &self.shown.kin,
            opacity: 1.0,
            tint: worked.as_deref().map_or(Tint::Sides, Tint::Each),
            highlight,
        }];
        figures.extend(skins.iter().map(|skin| Figure {
            character,
            kin: &skin.kin,
            opacity: skin.opacity,
            tint: Tint::One(skin.color),
            highlight: None,
        }));
        figures.extend(self.recorded.as_ref().map(|recorded| Figure {
            character,
            kin: &recorded.kin,
            opacity: match self.settings.recording {
                RecordingView::Beside => 1.0,
                RecordingView::Over => 0.35,
            },
            tint: Tint::One(self.theme.ghost),
            highlight: None,
        }));
        let efforts = self.ghost_colors();
        figures.extend(self.ghost.shown.as_ref().map(|ghost| Figure {
            character,
            kin: &ghost.kin,
            opacity: self.settings.ghost.place.opacity(),
            tint: Tint::Each(&efforts),
            highlight: None,
        }));
        let (rocks, balls) = self.ghost_loose();
        stage.draw(&StageView {
            camera: &self.panes.solid.camera,
            rect: self.panes.solid.rect,
            figures: &figures,
            level: &document.level,
            level_secs: self.level_secs(),
            rocks: &rocks,
            balls: &balls,
            theme: &self.theme,
            grid: self.settings.shows(Overlay::Grid),
        });
    }

    /// The time that the level is shown at [s].
    pub(crate) fn level_secs(&self) -> f64 {
        match &self.document().take {
            Some(_) => self.playback.secs,
            None => 0.0,
        }
    }

    /// Pale figures: the motion a little before, cool, and after, warm.
    fn skins(&self) -> Vec<Skin> {
        let document = self.editor.document();
        let mut skins = Vec::new();
        if let (Some(motion), true) = (&self.motion, self.settings.shows(Overlay::OnionSkins)) {
            let clip = motion.clip();
            for (shift, opacity) in SKINS {
                let secs = motion.clip_secs(self.playback.secs) + shift;
                if (0.0..=clip.duration_secs()).contains(&secs) {
                    skins.push(Skin {
                        kin: Kinematics::of(&document.character, &clip.sample_pose(secs)),
                        opacity,
                        color: if shift < 0.0 {
                            self.theme.earlier
                        } else {
                            self.theme.later
                        },
                    });
                }
            }
        }
        skins
    }

    /// The zero-moment point of the motion at the playhead, over the ground.
    pub(crate) fn zero_moment_xz(&self) -> Option<DVec2> {
        let motion = self.motion.as_ref()?;
        let audit = self.audit.as_ref()?;
        let frame = motion.frame_at(self.playback.secs)?;
        audit.frames.get(frame)?.zero_moment_xz
    }
}
