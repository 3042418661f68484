//! Odd BVH files: each is read right, with a note on what was forgiven, or refused with the place and the reason.

use contrapposto::io::bvh::{Bvh, parse_bvh};
use contrapposto::math::Transform;
use glam::DVec3;

/// Two joints and an end, one row: the cases below spoil one word at a time.
const GOOD: &str = "HIERARCHY
ROOT Hips
{
  OFFSET 0 0 0
  CHANNELS 6 Xposition Yposition Zposition Zrotation Xrotation Yrotation
  JOINT Chest
  {
    OFFSET 0 10 0
    CHANNELS 3 Zrotation Xrotation Yrotation
    JOINT Head
    {
      OFFSET 0 20 0
      CHANNELS 3 Zrotation Xrotation Yrotation
      End Site
      {
        OFFSET 0 5 0
      }
    }
  }
}
MOTION
Frames: 2
Frame Time: 0.0333333
1 2 3 0 0 0 90 0 0 0 0 0
1 2 3 0 0 0 0 90 0 0 0 0
";

fn read(text: &str) -> Result<Bvh, String> {
    parse_bvh("a.bvh", text.as_bytes()).map_err(|e| e.to_string())
}

fn positions(bvh: &Bvh, row: usize) -> Vec<DVec3> {
    let mut world: Vec<Transform> = Vec::new();
    bvh.recording().world_from_joint(row, &mut world);
    world.iter().map(|place| place.translation).collect()
}

#[test]
fn a_plain_file_is_read_right_and_without_a_note() {
    let bvh = read(GOOD).unwrap();
    assert_eq!(bvh.notes, [""; 0]);
    assert_eq!((bvh.rows(), bvh.width()), (2, 12));
    let at = positions(&bvh, 0);
    assert!(at[1].distance(DVec3::new(1.0, 12.0, 3.0)) < 1e-12);
    assert!(at[2].distance(DVec3::new(-19.0, 12.0, 3.0)) < 1e-12);
    let at = positions(&bvh, 1);
    assert!(at[2].distance(DVec3::new(1.0, 12.0, 23.0)) < 1e-12);
}
