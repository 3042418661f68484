//! A level as the text of its file.

use crate::level::{Form, Level, Piece};
use crate::math::ShortNumber;
use glam::DVec3;
use std::fmt::Write;

/// The text of a level of still ground: its pieces, each in its own place. Platforms and rocks are not written.
pub fn level_text(level: &Level) -> String {
    let mut text = String::new();
    // Writing to a String cannot fail.
    let _ = writeln!(
        text,
        "(\n    version: 1,\n    description: {:?},\n    ground: [",
        level.description
    );
    for piece in level.pieces() {
        let _ = writeln!(text, "        {},", piece_text(piece));
    }
    text.push_str("    ],\n)\n");
    text
}

fn piece_text(piece: &Piece) -> String {
    let Piece {
        name,
        at,
        heading,
        thickness,
        friction,
        form,
    } = piece;
    format!(
        "(name: {name:?}, at: {}, heading_deg: {}, friction: {}, thickness: {}, form: {})",
        point(*at),
        ShortNumber(heading.to_degrees()),
        ShortNumber(*friction),
        ShortNumber(*thickness),
        form_text(form),
    )
}

fn form_text(form: &Form) -> String {
    match *form {
        Form::Plane {
            length,
            width,
            slope,
        } => format!(
            "Plane(length: {}, width: {}, slope_deg: {})",
            ShortNumber(length),
            ShortNumber(width),
            ShortNumber(slope.to_degrees())
        ),
        Form::Stairs {
            rise,
            run,
            count,
            width,
        } => format!(
            "Stairs(rise: {}, run: {}, count: {count}, width: {})",
            ShortNumber(rise),
            ShortNumber(run),
            ShortNumber(width)
        ),
        Form::Rough {
            seed,
            cell,
            amplitude,
            length,
            width,
        } => format!(
            "Rough(seed: {seed}, cell: {}, amplitude: {}, length: {}, width: {})",
            ShortNumber(cell),
            ShortNumber(amplitude),
            ShortNumber(length),
            ShortNumber(width)
        ),
        Form::Stones {
            seed,
            count,
            spacing,
            size,
            stagger,
            jitter,
        } => format!(
            "Stones(seed: {seed}, count: {count}, spacing: {}, size: ({}, {}), stagger: {}, jitter: {})",
            ShortNumber(spacing),
            ShortNumber(size.x),
            ShortNumber(size.y),
            ShortNumber(stagger),
            point(jitter)
        ),
    }
}

fn point(at: DVec3) -> String {
    let [x, y, z] = at.to_array().map(ShortNumber);
    format!("({x}, {y}, {z})")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::io::{Source, load_level, read_level};
    use glam::DVec2;

    #[test]
    fn a_level_of_still_ground_comes_back_from_its_text() {
        for name in ["stairs", "slope", "rough", "stepping_stones"] {
            let level = load_level(name).unwrap();
            let again = read_level(&Source::new("again.ron", level_text(&level))).unwrap();
            assert_eq!(level.pieces().len(), again.pieces().len(), "{name}");
            for k in 0..400 {
                let over = DVec2::new(-1.0 + 0.005 * f64::from(k), 0.021 * f64::from(k));
                let heights = [&level, &again].map(|level| level.height(over, 0.0));
                match heights {
                    [Some(a), Some(b)] => assert!((a - b).abs() < 1e-9, "{name}: {over}"),
                    [a, b] => assert_eq!(a, b, "{name}: {over}"),
                }
            }
        }
    }
}
