//! The characters that come with the program.

use contrapposto::io::{load_character, shipped_characters};
use contrapposto::kinematics::{Kinematics, Stance};

#[test]
fn every_shipped_character_stands_on_all_its_soles() {
    for (name, _) in shipped_characters() {
        let character = load_character(name).unwrap_or_else(|e| panic!("{e}"));
        let kin = Kinematics::of(&character, &character.rest);
        for sole in &character.soles {
            let link = kin.link(sole.link);
            for corner in &sole.corners_in_link {
                let corner = link.point(*corner);
                assert!(corner.y.abs() < 1e-3, "{name} {} {corner}", sole.name);
            }
        }
        let all: Vec<usize> = (0..character.soles.len()).collect();
        let stance = Stance::from_pose(&character, &character.rest, &all);
        let margin = stance
            .polygon
            .margin(glam::DVec2::new(kin.com.x, kin.com.z));
        println!(
            "{name}: {:.1} kg, com {:.3}, margin {:.1} mm",
            character.mass(),
            kin.com,
            margin.metres * 1e3
        );
        assert!(margin.metres > 0.02, "{name}: {margin:?}");
    }
}
