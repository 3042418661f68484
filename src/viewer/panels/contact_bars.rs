//! What stands in a recording, as bars under the timeline: their ends are dragged, new ones drawn, others taken away, and the
//! recording is balanced again.

use super::span::Span;
use crate::character::{Character, Contacts, FootKind};
use crate::document::{ContactChange, Edit, RecordingTake, stays};
use crate::kinematics::sides;
use crate::viewer::app::App;
use crate::viewer::scene::shown::Motion;
use crate::viewer::theme::color32;
use egui::{Align2, Color32, CursorIcon, FontId, Rect, Response, Sense, Stroke, Ui, pos2, vec2};
use std::ops::Range;
use std::sync::Arc;

/// Height of a foot's row, and of its bars (points).
const ROW: f32 = 16.0;
const BAR: f32 = 13.0;
/// The end of a bar is taken hold of from so far (points).
const NEAR_END: f32 = 6.0;
/// Size of a foot's name (points).
const NAME: f32 = 10.0;

/// The feet that have a row, and when they stand; kept until the recording changes.
#[derive(Clone, Debug, Default)]
pub(crate) struct ContactRows {
    of: Option<Arc<RecordingTake>>,
    rows: Vec<ContactRow>,
}

/// When a foot stands.
#[derive(Clone, Debug)]
struct ContactRow {
    foot: usize,
    /// Frames.
    stays: Vec<Range<usize>>,
    /// The same of each of its parts, heel first.
    parts: Vec<Vec<Range<usize>>>,
}

impl ContactRows {
    /// Looks at a recording; again only when it is another one. Feet have rows always, hands and knees where they stand.
    fn follow(&mut self, character: &Character, take: &Arc<RecordingTake>) {
        if (self.of.as_ref()).is_some_and(|of| Arc::ptr_eq(of, take)) {
            return;
        }
        let clip = &take.balanced;
        let rows = character.feet.iter().enumerate().map(|(index, foot)| {
            let stays_of = |soles| stays(clip, soles);
            let stays = stays_of(foot.patches);
            let parts = foot.patches.iter().map(Contacts::one).map(stays_of);
            (foot.kind == FootKind::Foot || !stays.is_empty()).then(|| ContactRow {
                foot: index,
                stays,
                parts: parts.collect(),
            })
        });
        self.rows = rows.flatten().collect();
        self.of = Some(Arc::clone(take));
    }
}

/// A bar that is being changed.
#[derive(Clone, Debug)]
pub(crate) struct ContactDrag {
    foot: usize,
    held: Held,
    /// What the timeline shows of time until it is let go.
    pub(super) span: Span,
}

/// What is held of it.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Held {
    Begin(Range<usize>),
    End(Range<usize>),
    /// One that is drawn from this frame on.
    New(usize),
}

impl Held {
    /// What is held at a frame of a row, whose ends are taken from so many frames away.
    fn at(stays: &[Range<usize>], frame: f64, reach: f64) -> Option<Self> {
        let ends = stays.iter().flat_map(|stay| {
            let begin = (frame - stay.start as f64, Self::Begin(stay.clone()));
            [begin, (frame - stay.end as f64, Self::End(stay.clone()))]
        });
        let nearest = ends.min_by(|(a, _), (b, _)| a.abs().total_cmp(&b.abs()));
        match nearest {
            Some((away, end)) if away.abs() <= reach => Some(end),
            _ if stays.iter().any(|stay| stay.contains(&(frame as usize))) => None,
            _ => Some(Self::New(frame.round() as usize)),
        }
    }

    /// What becomes of the foot when it is let go at a frame; nothing where that is where it was.
    fn let_go(&self, to: usize) -> Option<(Range<usize>, bool)> {
        let (frames, stands) = match self {
            Self::Begin(stay) if to < stay.start => (to..stay.start, true),
            Self::Begin(stay) => (stay.start..to.min(stay.end), false),
            Self::End(stay) if to > stay.end => (stay.end..to, true),
            Self::End(stay) => (to.max(stay.start)..stay.end, false),
            Self::New(from) => ((*from).min(to)..(*from).max(to), true),
        };
        (!frames.is_empty()).then_some((frames, stands))
    }
}

impl App {
    /// How high the bars are: nothing but a recording has any (points).
    pub(super) fn contact_bars_height(&mut self) -> f32 {
        let Some(Motion::Recording(take)) = self.motion() else {
            return 0.0;
        };
        let character = Arc::clone(&self.document().character);
        self.forms.contacts.follow(&character, &take);
        ROW * self.forms.contacts.rows.len() as f32 + 4.0
    }

    /// A row for every foot of the recording, and the playhead over them.
    pub(super) fn contact_bars(&mut self, ui: &mut Ui, span: &Span, height: f32) {
        let Some(Motion::Recording(take)) = self.motion() else {
            return;
        };
        let width = ui.available_width();
        let (area, _) = ui.allocate_exact_size(vec2(width, height), Sense::hover());
        let character = Arc::clone(&self.document().character);
        let sides = sides(&character);
        for index in 0..self.forms.contacts.rows.len() {
            let row = self.forms.contacts.rows[index].clone();
            let top = area.top() + 2.0 + index as f32 * ROW;
            let rect = Rect::from_min_max(
                pos2(span.rect.left(), top),
                pos2(span.rect.right(), top + ROW),
            );
            let foot = &character.feet[row.foot];
            let color = color32(self.shell.theme.side(sides[foot.whole.link.index()]));
            let response = ui.interact(
                rect,
                ui.id().with(("contact", row.foot)),
                Sense::click_and_drag(),
            );
            self.change_contact(&response, span, &row, &take);
            let name = foot.name.replace('_', " ");
            self.draw_contacts(ui, (span, rect), &row, (&name, color), &take);
            let tip = format!(
                "{name}: drag the ends of its contacts, draw a new one where there is none, right click to take one away"
            );
            response.on_hover_text(tip);
        }
        self.draw_playhead_over(ui, span, area);
    }

    /// A bar's end goes along with the mouse; what it was let go at is done.
    fn change_contact(
        &mut self,
        response: &Response,
        span: &Span,
        row: &ContactRow,
        take: &RecordingTake,
    ) {
        let clip = &take.recorded;
        let frame_of = |span: &Span, at| span.time(at) / clip.frame_secs;
        let reach = f64::from(NEAR_END / span.rect.width()) * span.secs / clip.frame_secs;
        if let Some(at) = response.hover_pos()
            && matches!(
                Held::at(&row.stays, frame_of(span, at), reach),
                Some(Held::Begin(_) | Held::End(_))
            )
        {
            response.ctx.set_cursor_icon(CursorIcon::ResizeHorizontal);
        }
        let pressed = response.ctx.input(|input| input.pointer.press_origin());
        if response.drag_started_by(egui::PointerButton::Primary)
            && let Some(at) = pressed
        {
            self.session.playback.playing = false;
            let held = Held::at(&row.stays, frame_of(span, at), reach);
            self.hand.contact_drag = held.map(|held| ContactDrag {
                foot: row.foot,
                held,
                span: *span,
            });
        }
        if response.secondary_clicked()
            && let Some(at) = response.interact_pointer_pos()
        {
            let frame = frame_of(span, at) as usize;
            if let Some(stay) = row.stays.iter().find(|stay| stay.contains(&frame)) {
                self.edit(Edit::SetContact(ContactChange {
                    foot: row.foot,
                    frames: stay.clone(),
                    stands: false,
                }));
            }
        }
        if (response.ctx).input(|input| input.key_pressed(egui::Key::Escape)) {
            self.hand.contact_drag = None;
        }
        if !response.drag_stopped() {
            return;
        }
        let drag = self.hand.contact_drag.take();
        let at = response.interact_pointer_pos();
        if let (Some(drag), Some(at)) = (drag.filter(|drag| drag.foot == row.foot), at) {
            let to = (frame_of(&drag.span, at).round() as usize).min(clip.frames.len());
            if let Some((frames, stands)) = drag.held.let_go(to) {
                self.edit(Edit::SetContact(ContactChange {
                    foot: row.foot,
                    frames,
                    stands,
                }));
            }
        }
    }

    /// The bars of a foot with a line for each part that touches, as they would be if what is dragged were let go now.
    fn draw_contacts(
        &self,
        ui: &Ui,
        (span, rect): (&Span, Rect),
        row: &ContactRow,
        (name, color): (&str, Color32),
        take: &RecordingTake,
    ) {
        let painter = ui.painter().with_clip_rect(rect.expand(1.0));
        let frame_secs = take.recorded.frame_secs;
        let bar = |frames: &Range<usize>| {
            let [left, right] =
                [frames.start, frames.end].map(|frame| span.x(frame as f64 * frame_secs));
            let middle = rect.center().y;
            let (top, bottom) = (middle - 0.5 * BAR, middle + 0.5 * BAR);
            Rect::from_min_max(pos2(left, top), pos2(right, bottom))
        };
        painter.rect_filled(
            rect.shrink2(vec2(0.0, 0.5 * (ROW - BAR))),
            2.0,
            color32(self.shell.theme.panel_raised),
        );
        for stay in &row.stays {
            painter.rect_filled(bar(stay), 2.0, color.gamma_multiply(0.45));
        }
        let thick = BAR / row.parts.len().max(1) as f32;
        for (part, stays) in row.parts.iter().enumerate() {
            // The heel below, the toes above.
            let bottom = rect.center().y + 0.5 * BAR - part as f32 * thick;
            for stay in stays {
                let line = bar(stay).with_min_y(bottom - thick).with_max_y(bottom);
                painter.rect_filled(line.shrink2(vec2(0.0, 0.5)), 1.0, color);
            }
        }
        let drag = self.hand.contact_drag.as_ref();
        let at = ui.ctx().input(|input| input.pointer.latest_pos());
        if let (Some(drag), Some(at)) = (drag.filter(|drag| drag.foot == row.foot), at) {
            let to = (drag.span.time(at) / frame_secs).round() as usize;
            if let Some((frames, stands)) = drag.held.let_go(to.min(take.recorded.frames.len())) {
                let theme = &self.shell.theme;
                let fill = color32(if stands {
                    theme.accent
                } else {
                    theme.panel_raised
                });
                painter.rect_filled(bar(&frames), 2.0, fill);
                let edge = Stroke::new(1.0, color32(theme.accent));
                painter.rect_stroke(bar(&frames), 2.0, edge, egui::StrokeKind::Inside);
            }
        }
        let font = FontId::proportional(NAME);
        let ink = color32(self.shell.theme.text);
        let words = painter.layout_no_wrap(name.to_owned(), font, ink);
        let corner = Align2::LEFT_CENTER
            .align_size_within_rect(words.size(), rect.translate(vec2(4.0, 0.0)));
        let plate = corner.expand2(vec2(3.0, 0.0));
        let panel = color32(self.shell.theme.panel).gamma_multiply(0.75);
        painter.rect_filled(plate, 2.0, panel);
        painter.galley(corner.min, words, ink);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearer_end_of_a_bar_is_held_and_an_empty_place_begins_a_new_one() {
        let stays = [10..20, 24..40];
        assert_eq!(Held::at(&stays, 11.0, 2.0), Some(Held::Begin(10..20)));
        assert_eq!(Held::at(&stays, 21.5, 3.0), Some(Held::End(10..20)));
        assert_eq!(Held::at(&stays, 22.5, 3.0), Some(Held::Begin(24..40)));
        assert_eq!(Held::at(&stays, 30.0, 2.0), None, "the middle is not held");
        assert_eq!(Held::at(&stays, 5.2, 2.0), Some(Held::New(5)));
        assert_eq!(Held::at(&[], 5.2, 2.0), Some(Held::New(5)));
    }

    #[test]
    fn an_end_that_is_let_go_elsewhere_makes_its_bar_longer_shorter_or_nothing() {
        let stay = 10..20;
        assert_eq!(Held::Begin(stay.clone()).let_go(6), Some((6..10, true)));
        assert_eq!(Held::Begin(stay.clone()).let_go(13), Some((10..13, false)));
        assert_eq!(Held::Begin(stay.clone()).let_go(30), Some((10..20, false)));
        assert_eq!(Held::Begin(stay.clone()).let_go(10), None);
        assert_eq!(Held::End(stay.clone()).let_go(25), Some((20..25, true)));
        assert_eq!(Held::End(stay.clone()).let_go(15), Some((15..20, false)));
        assert_eq!(Held::End(stay).let_go(3), Some((10..20, false)));
        assert_eq!(Held::New(7).let_go(4), Some((4..7, true)));
        assert_eq!(Held::New(7).let_go(7), None);
    }
}
