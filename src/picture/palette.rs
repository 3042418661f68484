//! Every colour of a picture, in one place: paper, ink, plaster, cool left, warm right, and few strong signs.

use crate::kinematics::Side;

/// A colour with straight (not premultiplied) alpha, sRGB.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Color {
    /// 0 to 255.
    pub red: u8,
    /// 0 to 255.
    pub green: u8,
    /// 0 to 255.
    pub blue: u8,
    /// 0 is invisible, 255 opaque.
    pub alpha: u8,
}

impl Color {
    /// From `0xRRGGBB`, opaque.
    pub const fn hex(rgb: u32) -> Self {
        Self {
            red: (rgb >> 16) as u8,
            green: (rgb >> 8) as u8,
            blue: rgb as u8,
            alpha: 255,
        }
    }

    /// The same colour, `opacity` from 0 to 1.
    #[must_use]
    pub fn faded(self, opacity: f64) -> Self {
        Self {
            alpha: (f64::from(self.alpha) * opacity.clamp(0.0, 1.0)).round() as u8,
            ..self
        }
    }

    /// A share `t` of the way towards another colour.
    #[must_use]
    pub fn mixed(self, other: Self, t: f64) -> Self {
        let t = t.clamp(0.0, 1.0);
        let mix = |a: u8, b: u8| (f64::from(a) + t * (f64::from(b) - f64::from(a))).round() as u8;
        Self {
            red: mix(self.red, other.red),
            green: mix(self.green, other.green),
            blue: mix(self.blue, other.blue),
            alpha: mix(self.alpha, other.alpha),
        }
    }

    /// As a surface under light: 0 is turned away, 0.5 shows the colour itself, 1 faces the light.
    #[must_use]
    pub fn lit(self, light: f64) -> Self {
        if light < 0.5 {
            self.mixed(Palette::SHADE, 0.46 * (1.0 - 2.0 * light.max(0.0)))
        } else {
            self.mixed(Self::hex(0xFF_FD_F8), 0.62 * (2.0 * light.min(1.0) - 1.0))
        }
    }
}

/// The colours by what they mean.
#[derive(Clone, Copy, Debug)]
pub struct Palette;

impl Palette {
    /// Behind everything.
    pub const PAPER: Color = Color::hex(0xFB_FA_F7);
    /// Titles, outlines, plumb lines.
    pub const INK: Color = Color::hex(0x2B_2A_2E);
    /// Captions and secondary text.
    pub const INK_SOFT: Color = Color::hex(0x006C_6864);
    /// Rules and ticks.
    pub const INK_FAINT: Color = Color::hex(0xBD_B4_A4);
    /// Towards which shaded surfaces darken.
    pub const SHADE: Color = Color::hex(0x4A_3B_38);
    /// The ground's body, just under its line.
    pub const GROUND: Color = Color::hex(0xEA_E5_DB);
    /// Trunk and head.
    pub const PLASTER: Color = Color::hex(0xD2_C5_B0);
    /// Left limbs.
    pub const LEFT: Color = Color::hex(0x7E_A6_BB);
    /// Right limbs.
    pub const RIGHT: Color = Color::hex(0xCB_8F_68);
    /// Balance with room to spare.
    pub const SAFE: Color = Color::hex(0x57_B0_7A);
    /// Balance near its edge.
    pub const NEAR: Color = Color::hex(0xE0_A6_3C);
    /// Out of balance, and goals that gave way.
    pub const OUT: Color = Color::hex(0xD4_57_4E);
    /// Targets.
    pub const ACCENT: Color = Color::hex(0x2F_7F_BF);

    /// A side's colour.
    pub const fn side(side: Side) -> Color {
        match side {
            Side::Middle => Self::PLASTER,
            Side::Left => Self::LEFT,
            Side::Right => Self::RIGHT,
        }
    }

    /// The colour of a margin of balance (m): safe from 20 mm on, near the edge below that, out below zero.
    pub const fn margin(metres: f64) -> Color {
        if metres >= 0.02 {
            Self::SAFE
        } else if metres >= 0.0 {
            Self::NEAR
        } else {
            Self::OUT
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn half_light_shows_the_colour_itself() {
        assert_eq!(Palette::LEFT.lit(0.5), Palette::LEFT);
    }

    #[test]
    fn the_margin_changes_colour_at_twenty_millimetres_and_at_zero() {
        assert_eq!(Palette::margin(0.02), Palette::SAFE);
        assert_eq!(Palette::margin(0.0199), Palette::NEAR);
        assert_eq!(Palette::margin(-1e-6), Palette::OUT);
        assert_eq!(Palette::margin(f64::NEG_INFINITY), Palette::OUT);
    }
}
