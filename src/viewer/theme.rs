//! Every colour of the window, dark and light, in one place, and egui dressed in them.

use crate::kinematics::Side;
use crate::picture::{Color, Palette};
use egui::{Color32, CornerRadius, FontFamily, FontId, Margin, Stroke, TextStyle, Visuals, vec2};

/// The window's colours by what they mean.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Theme {
    /// Light signs on a dark room, or the other way round.
    pub is_dark: bool,
    /// The room behind everything, at its upper end.
    pub room_top: Color,
    /// The room at its lower end.
    pub room_bottom: Color,
    /// What one stands on.
    pub ground: Color,
    /// Walls and risers.
    pub ground_side: Color,
    /// Lines between metres.
    pub grid_minor: Color,
    /// Lines at whole metres.
    pub grid_major: Color,
    /// Where the ground steps up or ends.
    pub edge: Color,
    /// Loose bodies.
    pub rock: Color,
    /// Towards which the ground darkens under feet.
    pub shadow: Color,
    /// Light that grazes round surfaces from behind.
    pub rim: Color,
    /// Trunk and head.
    pub trunk: Color,
    /// Left limbs.
    pub left: Color,
    /// Right limbs.
    pub right: Color,
    /// Joints that do next to nothing.
    pub calm: Color,
    /// Another try.
    pub ghost: Color,
    /// The figure at an earlier time.
    pub earlier: Color,
    /// The figure at a later time.
    pub later: Color,
    /// Balance with room to spare.
    pub safe: Color,
    /// Balance near its edge.
    pub near: Color,
    /// Out of balance.
    pub out: Color,
    /// What is hovered, chosen, aimed at.
    pub accent: Color,
    /// What is held in place.
    pub pin: Color,
    /// Arrows of force.
    pub force: Color,
    /// Arcs of torque.
    pub torque: Color,
    /// Arrows of momentum.
    pub momentum: Color,
    /// Centre of pressure, zero-moment point.
    pub pressure: Color,
    /// Lines of a plot, and figures that are compared, one after the other.
    pub series: [Color; 8],
    /// Behind panels, menus and bars.
    pub panel: Color,
    /// Fields, buttons, and what lies on a panel.
    pub panel_raised: Color,
    /// Lines between panels.
    pub panel_line: Color,
    /// What is read.
    pub text: Color,
    /// What may be read.
    pub text_soft: Color,
    /// What cannot be used now.
    pub text_faint: Color,
    /// Rings to drag.
    pub handle: Color,
    /// Around them, so that they show on any ground.
    pub handle_halo: Color,
}

impl Theme {
    /// A studio at night.
    pub(super) const fn dark() -> Self {
        Self {
            is_dark: true,
            room_top: Color::hex(0x23_26_2B),
            room_bottom: Color::hex(0x2E_32_38),
            ground: Color::hex(0x4C_53_5D),
            ground_side: Color::hex(0x31_36_3D),
            grid_minor: Color::hex(0x57_5F_69),
            grid_major: Color::hex(0x6B_74_80),
            edge: Color::hex(0xB4_BE_C9),
            rock: Color::hex(0x006E_6A64),
            shadow: Color::hex(0x0012_1316),
            rim: Color::hex(0xFF_F6_E8),
            trunk: Color::hex(0xD8_CC_BA),
            left: Color::hex(0x93_B4_C6),
            right: Color::hex(0xD3_9C_78),
            calm: Color::hex(0x8C_A6_BE),
            ghost: Color::hex(0x7C_CF_C4),
            earlier: Color::hex(0x6C_9B_E0),
            later: Color::hex(0xE8_A2_54),
            safe: Palette::SAFE,
            near: Palette::NEAR,
            out: Palette::OUT,
            accent: Color::hex(0x5A_A7_E4),
            pin: Color::hex(0xE5_C1_58),
            force: Color::hex(0xF0_DD_50),
            torque: Color::hex(0xE5_8F_4E),
            momentum: Color::hex(0xB1_8A_DF),
            pressure: Color::hex(0x5B_C8_E8),
            series: [
                Color::hex(0x5A_A7_E4),
                Color::hex(0xE8_A2_54),
                Color::hex(0x6C_C4_8C),
                Color::hex(0xE2_7B_8B),
                Color::hex(0xB1_8A_DF),
                Color::hex(0xD9_CF_5A),
                Color::hex(0x5F_C9_CF),
                Color::hex(0xC9_B8_A0),
            ],
            panel: Color::hex(0x26_29_2E),
            panel_raised: Color::hex(0x33_37_3E),
            panel_line: Color::hex(0x3A_3F_46),
            text: Color::hex(0xE4_E1_DB),
            text_soft: Color::hex(0xA6_A7_A8),
            text_faint: Color::hex(0x6F_74_7B),
            handle: Color::hex(0xFF_FF_FF),
            handle_halo: Color::hex(0x16_18_1B),
        }
    }

    /// A studio by day.
    pub(super) const fn light() -> Self {
        Self {
            is_dark: false,
            room_top: Color::hex(0xF4_F1_EB),
            room_bottom: Color::hex(0xE7_E2_D8),
            ground: Color::hex(0xEA_E5_DB),
            ground_side: Color::hex(0xBF_B5_A4),
            grid_minor: Color::hex(0xDE_D8_CC),
            grid_major: Color::hex(0xC6_BE_AF),
            edge: Color::hex(0x7C_72_63),
            rock: Color::hex(0xB0_A8_9A),
            shadow: Color::hex(0x4A_3B_38),
            rim: Color::hex(0x6E_5A_4C),
            trunk: Color::hex(0xC9_BB_A5),
            left: Color::hex(0x6E_98_AE),
            right: Color::hex(0xBE_80_59),
            calm: Color::hex(0x7D_96_AF),
            ghost: Color::hex(0x3F_A3_96),
            earlier: Color::hex(0x3F_6F_B5),
            later: Color::hex(0xC7_7A_28),
            safe: Palette::SAFE,
            near: Palette::NEAR,
            out: Palette::OUT,
            accent: Color::hex(0x2F_7F_BF),
            pin: Color::hex(0xB8_91_2B),
            force: Color::hex(0xA0_93_35),
            torque: Color::hex(0x99_5F_34),
            momentum: Color::hex(0x76_5C_95),
            pressure: Color::hex(0x2A_93_B5),
            series: [
                Color::hex(0x2F_7F_BF),
                Color::hex(0xC0_70_2A),
                Color::hex(0x2F_8A_57),
                Color::hex(0xB8_45_5A),
                Color::hex(0x76_52_9C),
                Color::hex(0x8C_7F_14),
                Color::hex(0x1F_87_90),
                Color::hex(0x7A_6A_55),
            ],
            panel: Color::hex(0xF7_F5_F0),
            panel_raised: Color::hex(0xE9_E5_DC),
            panel_line: Color::hex(0xD9_D3_C7),
            text: Palette::INK,
            text_soft: Palette::INK_SOFT,
            text_faint: Color::hex(0xA8_A1_96),
            handle: Color::hex(0xFF_FF_FF),
            handle_halo: Color::hex(0x003A_3632),
        }
    }

    /// A side's colour.
    pub(super) const fn side(&self, side: Side) -> Color {
        match side {
            Side::Middle => self.trunk,
            Side::Left => self.left,
            Side::Right => self.right,
        }
    }

    /// The colour of one of several lines or figures.
    pub(super) const fn series(&self, index: usize) -> Color {
        self.series[index % self.series.len()]
    }

    /// The colour of a margin of balance (m), with the pictures' limits.
    pub(super) const fn margin(metres: f64) -> Color {
        Palette::margin(metres)
    }

    /// The same of a body that moves (m): the zero-moment point of people who walk is never far inside.
    pub(super) const fn margin_in_motion(metres: f64) -> Color {
        Palette::margin(4.0 * metres)
    }

    /// The colour of a joint that gives this share of what it can: calm, amber, red.
    pub(super) fn effort(&self, share: f64) -> Color {
        let share = share.clamp(0.0, 1.0);
        if share < 0.5 {
            self.calm.mixed(self.near, 2.0 * share)
        } else {
            self.near.mixed(self.out, 2.0 * share - 1.0)
        }
    }

    /// Dresses egui: one accent, two sizes of text, an 8-point grid. `scale` is 1 where people change nothing.
    pub(super) fn apply(&self, ctx: &egui::Context, scale: f32) {
        ctx.set_zoom_factor(scale);
        let mut style = egui::Style {
            visuals: self.visuals(),
            ..egui::Style::default()
        };
        let size = |points, family| FontId::new(points, family);
        style.text_styles = [
            (TextStyle::Heading, size(14.0, FontFamily::Proportional)),
            (TextStyle::Body, size(14.0, FontFamily::Proportional)),
            (TextStyle::Button, size(14.0, FontFamily::Proportional)),
            (TextStyle::Small, size(12.0, FontFamily::Proportional)),
            (TextStyle::Monospace, size(13.0, FontFamily::Monospace)),
        ]
        .into();
        let spacing = &mut style.spacing;
        spacing.item_spacing = vec2(8.0, 8.0);
        spacing.button_padding = vec2(8.0, 3.0);
        spacing.window_margin = Margin::same(16);
        spacing.menu_margin = Margin::same(8);
        spacing.indent = 16.0;
        spacing.interact_size = vec2(32.0, 24.0);
        spacing.slider_width = 136.0;
        spacing.slider_rail_height = 4.0;
        spacing.combo_width = 96.0;
        spacing.icon_width = 16.0;
        spacing.scroll = egui::style::ScrollStyle::solid();
        spacing.scroll.bar_width = 8.0;
        style.interaction.tooltip_delay = 0.4;
        style.animation_time = 0.1;
        // Labels are read, not copied: dragging over one should not select text.
        style.interaction.selectable_labels = false;
        ctx.set_style(style);
    }

    fn visuals(&self) -> Visuals {
        let mut visuals = if self.is_dark {
            Visuals::dark()
        } else {
            Visuals::light()
        };
        let [panel, raised, line, accent] =
            [self.panel, self.panel_raised, self.panel_line, self.accent].map(color32);
        let [text, soft] = [self.text, self.text_soft].map(color32);
        let field = if self.is_dark {
            color32(self.panel.mixed(self.shadow, 0.5))
        } else {
            color32(self.handle)
        };
        let towards_text = |share| color32(self.panel_raised.mixed(self.text, share));
        let round = CornerRadius::same(4);

        visuals.panel_fill = panel;
        visuals.window_fill = panel;
        visuals.extreme_bg_color = field;
        visuals.faint_bg_color = color32(self.panel.mixed(self.panel_raised, 0.4));
        visuals.window_stroke = Stroke::new(1.0, line);
        visuals.window_corner_radius = CornerRadius::same(8);
        visuals.menu_corner_radius = CornerRadius::same(6);
        visuals.weak_text_color = Some(soft);
        visuals.hyperlink_color = accent;
        visuals.selection.bg_fill = color32(self.accent.mixed(self.panel, 0.55));
        visuals.selection.stroke = Stroke::new(1.0, text);
        visuals.slider_trailing_fill = true;
        visuals.text_cursor.stroke = Stroke::new(2.0, accent);
        visuals.warn_fg_color = color32(self.near);
        visuals.error_fg_color = color32(self.out);
        let soft_shadow = |blur| egui::Shadow {
            offset: [0, 4],
            blur,
            spread: 0,
            color: color32(self.shadow.faded(0.35)),
        };
        visuals.window_shadow = soft_shadow(16);
        visuals.popup_shadow = soft_shadow(12);

        let widgets = &mut visuals.widgets;
        widgets.noninteractive.bg_fill = panel;
        widgets.noninteractive.weak_bg_fill = panel;
        widgets.noninteractive.bg_stroke = Stroke::new(1.0, line);
        widgets.noninteractive.fg_stroke = Stroke::new(1.0, text);
        widgets.inactive.bg_fill = towards_text(0.12);
        widgets.inactive.weak_bg_fill = raised;
        widgets.inactive.bg_stroke = Stroke::NONE;
        widgets.inactive.fg_stroke = Stroke::new(1.0, text);
        widgets.hovered.bg_fill = towards_text(0.2);
        widgets.hovered.weak_bg_fill = towards_text(0.08);
        widgets.hovered.bg_stroke = Stroke::new(1.0, accent);
        widgets.hovered.fg_stroke = Stroke::new(1.5, text);
        widgets.active.bg_fill = accent;
        widgets.active.weak_bg_fill = color32(self.accent.mixed(self.panel, 0.55));
        widgets.active.bg_stroke = Stroke::new(1.0, accent);
        widgets.active.fg_stroke = Stroke::new(1.5, text);
        widgets.open.weak_bg_fill = towards_text(0.08);
        widgets.open.bg_fill = raised;
        widgets.open.bg_stroke = Stroke::new(1.0, line);
        widgets.open.fg_stroke = Stroke::new(1.0, text);
        for widget in [
            &mut widgets.noninteractive,
            &mut widgets.inactive,
            &mut widgets.hovered,
            &mut widgets.active,
            &mut widgets.open,
        ] {
            widget.corner_radius = round;
            widget.expansion = 0.0;
        }
        visuals
    }
}

/// A colour of ours as egui's.
pub(super) fn color32(color: Color) -> Color32 {
    Color32::from_rgba_unmultiplied(color.red, color.green, color.blue, color.alpha)
}
