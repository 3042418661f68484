//! Clips as CSV, one row a frame, for plots and spreadsheets. The head names every column's unit.
//!
//! ```text
//! time_s,root_x_m,…,root_turn_x_deg,…,com_x_m,…,margin_m,contact_left_foot,…,left_knee_deg,left_hip_x_deg,…
//! ```
//! A ball has three columns, its rotation vector in the joint's axes. A contact is 1 or 0; a margin without contact is
//! empty. Limit: written only; a clip comes back from RON.

use super::clip_frame::{in_degrees, push_rounded};
use super::csv_text;
use crate::character::{Character, JointCoordinate, JointKind};
use crate::motion::{Clip, Frame};
use std::io::{self, Write};

/// Digits after the point: a nanometre, a billionth of a degree.
const DIGITS: usize = 9;

/// Writes a clip row by row. `told` hears how many frames are done.
///
/// # Errors
/// When `out` takes no more.
pub fn write_clip_csv(
    character: &Character,
    clip: &Clip,
    out: &mut dyn Write,
    told: &mut dyn FnMut(usize),
) -> io::Result<()> {
    let mut row = Row::default();
    for name in columns(character) {
        row.text(&name);
    }
    out.write_all(row.end().as_bytes())?;
    for (index, frame) in clip.frames.iter().enumerate() {
        row.frame(character, clip.frame_time(index), frame);
        out.write_all(row.end().as_bytes())?;
        told(index + 1);
    }
    Ok(())
}

/// The names of all columns.
fn columns(character: &Character) -> Vec<String> {
    let mut names = vec!["time_s".to_owned()];
    let vector =
        |what: &str, unit: &str| ["x", "y", "z"].map(|axis| format!("{what}_{axis}_{unit}"));
    names.extend(vector("root", "m"));
    names.extend(vector("root_turn", "deg"));
    names.extend(vector("com", "m"));
    names.push("margin_m".to_owned());
    let feet = character.footing_names().into_iter();
    names.extend(feet.map(|name| format!("contact_{name}")));
    for link in character.links.iter().skip(1) {
        let name = &link.joint.name;
        match link.joint.kind {
            JointKind::Fixed => {}
            JointKind::Hinge { .. } => names.push(format!("{name}_deg")),
            JointKind::Ball(_) => names.extend(vector(name, "deg")),
        }
    }
    names
}

/// A row in the making.
#[derive(Default)]
struct Row {
    cells: String,
    number: String,
    /// Whether the next cell begins a new row.
    is_done: bool,
}

impl Row {
    fn frame(&mut self, character: &Character, secs: f64, frame: &Frame) {
        let root = frame.pose.world_from_root;
        self.numbers([secs]);
        self.numbers(root.translation.to_array());
        self.numbers(in_degrees(root.rotation));
        self.numbers(frame.com.to_array());
        match frame.margin {
            Some(margin) => self.numbers([margin]),
            None => self.text(""),
        }
        // A foot stands when any sole of it does.
        let names = character.footing_names().into_iter();
        for footing in names.filter_map(|name| character.find_footing(name)) {
            let stands = !footing.patches.shared(frame.contacts).is_empty();
            self.text(if stands { "1" } else { "0" });
        }
        for joint in frame.pose.joints.iter().skip(1) {
            match *joint {
                JointCoordinate::Fixed => {}
                JointCoordinate::Hinge(angle) => self.numbers([angle.to_degrees()]),
                JointCoordinate::Ball(q) => self.numbers(in_degrees(q)),
            }
        }
    }

    fn numbers<const N: usize>(&mut self, values: [f64; N]) {
        for value in values {
            self.begin_cell();
            push_rounded(&mut self.cells, &mut self.number, value, DIGITS);
        }
    }

    /// A cell of words.
    fn text(&mut self, text: &str) {
        self.begin_cell();
        self.cells.push_str(&csv_text(text));
    }

    fn begin_cell(&mut self) {
        if std::mem::take(&mut self.is_done) {
            self.cells.clear();
        }
        if !self.cells.is_empty() {
            self.cells.push(',');
        }
    }

    /// The whole row with its end; the next cell begins a new one.
    fn end(&mut self) -> &str {
        self.cells.push('\n');
        self.is_done = true;
        &self.cells
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::io::load_character;
    use crate::lab::random_clip;

    #[test]
    fn every_row_has_a_cell_for_every_column_and_the_clip_s_numbers() {
        let human = load_character("human").unwrap();
        let clip = random_clip(&human, 25, 0.02, 31);
        let mut bytes = Vec::new();
        let mut told = 0;
        write_clip_csv(&human, &clip, &mut bytes, &mut |done| told = done).unwrap();
        assert_eq!(told, 25);
        let text = String::from_utf8(bytes).unwrap();
        let rows: Vec<Vec<&str>> = text.lines().map(|row| row.split(',').collect()).collect();
        assert_eq!(rows.len(), 26);
        assert_eq!(
            rows[0].len(),
            1 + 3 + 3 + 3 + 1 + human.footing_names().len() + human.joint_dofs()
        );
        let column = |name: &str| rows[0].iter().position(|cell| *cell == name).unwrap();
        let knee = human
            .link_ids()
            .find(|id| human.link(*id).joint.name == "left_knee");
        for (row, frame) in rows[1..].iter().zip(&clip.frames) {
            assert_eq!(row.len(), rows[0].len());
            let number = |name: &str| row[column(name)].parse::<f64>().unwrap();
            assert!((number("com_y_m") - frame.com.y).abs() < 1e-9);
            let [foot, toe] =
                ["left_foot", "left_foot.toe"].map(|n| human.find_footing(n).unwrap());
            for (name, footing) in [("contact_left_foot", foot), ("contact_left_foot.toe", toe)] {
                let stands = !footing.patches.shared(frame.contacts).is_empty();
                assert_eq!(number(name) == 1.0, stands);
            }
            assert_eq!(row[column("margin_m")].is_empty(), frame.margin.is_none());
            let JointCoordinate::Hinge(angle) = frame.pose.joint(knee.unwrap()) else {
                panic!("a knee is a hinge");
            };
            assert!((number("left_knee_deg") - angle.to_degrees()).abs() < 1e-9);
        }
        assert_eq!(rows[2][0], "0.02");
    }

    #[test]
    fn a_name_with_a_comma_stays_one_cell() {
        let mut row = Row::default();
        row.text("a \"b\", c");
        row.text("d");
        assert_eq!(row.end(), "\"a \"\"b\"\", c\",d\n");
    }
}
