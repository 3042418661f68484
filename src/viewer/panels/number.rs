//! Numbers that are dragged, or clicked and typed.

use egui::{Response, Ui, Widget};

/// A number, or a slider with one, whose field is so wide (points). egui leaves the unit out while somebody types and makes
/// the field as narrow as it may: the second click of a double click would fall beside it, and the digits after it would
/// be commands.
pub(super) fn number(ui: &mut Ui, width: f32, widget: impl Widget) -> Response {
    ui.scope(|ui| {
        ui.spacing_mut().interact_size.x = width;
        ui.add(widget)
    })
    .inner
}

#[cfg(test)]
mod tests {
    use super::*;
    use egui::{Context, DragValue, RawInput};

    #[test]
    fn a_field_is_as_wide_while_it_is_typed_in_as_before() {
        let ctx = Context::default();
        let mut widths = Vec::new();
        let mut value = 0.65;
        for _ in 0..4 {
            let _ = ctx.run(RawInput::default(), |ctx| {
                egui::CentralPanel::default().show(ctx, |ui| {
                    let field = DragValue::new(&mut value).suffix(" steps/min");
                    let response = number(ui, 112.0, field);
                    widths.push((response.has_focus(), response.rect));
                    response.request_focus();
                });
            });
        }
        let (was_typing, first) = widths[0];
        let (is_typing, last) = widths[3];
        assert!(!was_typing && is_typing);
        assert_eq!(first, last);
    }
}
