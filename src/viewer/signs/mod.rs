//! Signs over a figure: functions of the scene that a view shows and of the hand on the mouse, painted with egui.

mod asks;
mod balance;
mod flat;
pub(crate) mod footwork;
mod ghost;
mod guides;
mod handles;
mod legend;
pub(crate) mod lesson;
pub(crate) mod lever;
mod limits;
pub(crate) mod recording;
pub(crate) mod sketch;

use super::input::actions::Overlay;
use super::input::hand::Hand;
use super::scene::Scene;
use super::shell::settings::Settings;
use sketch::Sketch;

impl Scene {
    /// All signs that are switched on.
    pub(crate) fn draw_signs(&self, sketch: &Sketch, hand: &Hand, settings: &Settings) {
        self.draw_lesson(sketch);
        // Those that come later lie over the others. The margin is read where a walk goes through it, and no words cover what
        // is dragged.
        if settings.shows(Overlay::Footprints) {
            hand.draw_swings(sketch);
        }
        for overlay in [
            Overlay::Support,
            Overlay::Contacts,
            Overlay::Footprints,
            Overlay::ComPath,
            Overlay::VirtualCenters,
            Overlay::Jacobian,
            Overlay::Limits,
            Overlay::ZeroMoment,
            Overlay::CenterOfMass,
            Overlay::Handles,
            Overlay::Forces,
            Overlay::Pressure,
        ] {
            if settings.shows(overlay) {
                self.draw_sign(overlay, sketch, hand);
            }
        }
        // Their words are read before anything is dragged there.
        self.draw_marks(sketch);
        self.draw_pointed(sketch);
        self.draw_moment(sketch);
        self.draw_guides(sketch, hand);
        self.draw_pushes(sketch);
        self.draw_names(sketch);
        self.draw_title(sketch);
    }

    fn draw_sign(&self, overlay: Overlay, sketch: &Sketch, hand: &Hand) {
        match overlay {
            Overlay::Support => self.draw_support(sketch),
            Overlay::Contacts => self.draw_contacts(sketch),
            Overlay::Footprints => hand.draw_walk_grips(sketch),
            Overlay::ComPath => self.draw_com_path(sketch),
            Overlay::VirtualCenters => self.draw_virtual_centers(sketch),
            Overlay::Jacobian => self.draw_jacobian(sketch),
            Overlay::Limits => self.draw_limits(sketch, hand),
            Overlay::ZeroMoment => self.draw_zero_moment(sketch),
            Overlay::CenterOfMass => self.draw_center_of_mass(sketch),
            Overlay::Handles => {
                self.draw_asks(sketch, hand);
                self.draw_handles(sketch, hand);
            }
            Overlay::Forces => self.draw_contact_forces(sketch),
            Overlay::Pressure => self.draw_pressure(sketch),
            // Figures in other colours and at other times, and lines of the ground: the stage has them.
            Overlay::OnionSkins | Overlay::Torques | Overlay::Grid => {}
        }
    }
}
