//! What buttons and wheel do to the camera, by whose habits.

use crate::viewer::shell::settings::MouseScheme;
use egui::{Modifiers, PointerButton};

/// How a camera moves with the mouse.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum CameraMotion {
    Orbit,
    Pan,
    Zoom,
}

/// One line for everybody; what a scheme adds is said by the scheme.
pub(crate) const MOUSE_HELP: &str = "Left on nothing: orbit. Right: pan. Wheel: zoom; with Shift it pans, with Alt it orbits, on a touchpad in both directions; Ctrl and pinching zoom.";

impl MouseScheme {
    /// What it does, as people say it.
    pub(crate) const fn help(self) -> &'static str {
        match self {
            Self::Both => {
                "Middle orbits, Shift+middle pans, Ctrl+middle zooms; Alt+left orbits, Alt+middle pans, Alt+right zooms."
            }
            Self::Blender => "Middle orbits, Shift+middle pans, Ctrl+middle zooms.",
            Self::Maya => "Alt+left orbits, Alt+middle pans, Alt+right zooms.",
        }
    }

    /// What a button does to the camera, whatever lies under the mouse.
    pub(crate) fn motion(self, button: PointerButton, held: Modifiers) -> Option<CameraMotion> {
        let (is_blender, is_maya) = (self != Self::Maya, self != Self::Blender);
        match button {
            PointerButton::Primary if is_maya && held.alt => Some(CameraMotion::Orbit),
            PointerButton::Secondary if is_maya && held.alt => Some(CameraMotion::Zoom),
            PointerButton::Secondary => Some(CameraMotion::Pan),
            PointerButton::Middle if is_maya && held.alt => Some(CameraMotion::Pan),
            PointerButton::Middle if is_blender && held.ctrl => Some(CameraMotion::Zoom),
            PointerButton::Middle if is_blender && held.shift => Some(CameraMotion::Pan),
            PointerButton::Middle if is_blender => Some(CameraMotion::Orbit),
            _ => None,
        }
    }
}

/// What the wheel, or two fingers, do to the camera.
pub(crate) fn scroll_motion(held: Modifiers) -> CameraMotion {
    if held.shift {
        CameraMotion::Pan
    } else if held.alt {
        CameraMotion::Orbit
    } else {
        CameraMotion::Zoom
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use CameraMotion::{Orbit, Pan, Zoom};
    use PointerButton::{Middle, Primary, Secondary};

    const NONE: Modifiers = Modifiers::NONE;

    #[test]
    fn each_scheme_has_the_habits_of_its_program() {
        use MouseScheme::{Blender, Both, Maya};
        let alt = Modifiers::ALT;
        for (button, held, blender, maya, both) in [
            (Primary, NONE, None, None, None),
            (Middle, NONE, Some(Orbit), None, Some(Orbit)),
            (Middle, Modifiers::SHIFT, Some(Pan), None, Some(Pan)),
            (Middle, Modifiers::CTRL, Some(Zoom), None, Some(Zoom)),
            (Primary, alt, None, Some(Orbit), Some(Orbit)),
            (Middle, alt, Some(Orbit), Some(Pan), Some(Pan)),
            (Secondary, alt, Some(Pan), Some(Zoom), Some(Zoom)),
            (Secondary, NONE, Some(Pan), Some(Pan), Some(Pan)),
        ] {
            let motions = [Blender, Maya, Both].map(|scheme| scheme.motion(button, held));
            assert_eq!(motions, [blender, maya, both], "{button:?} {held:?}");
        }
    }

    #[test]
    fn the_wheel_zooms_pans_with_shift_and_orbits_with_alt() {
        assert_eq!(scroll_motion(NONE), Zoom);
        assert_eq!(scroll_motion(Modifiers::SHIFT), Pan);
        assert_eq!(scroll_motion(Modifiers::ALT), Orbit);
    }
}
