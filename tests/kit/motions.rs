//! Clips to look at: a body that shifts its weight, and one that walks from foothold to foothold, always balanced.

use contrapposto::character::{Character, LinkId, Pose};
use contrapposto::ik::{
    CenterOfMass, CenterOfMassHeight, Goal, GoalKind, Orientation, Position, Problem, Rank, Report,
    Solver, SolverSettings,
};
use contrapposto::kinematics::{Kinematics, Planted, Stance};
use contrapposto::level::Level;
use contrapposto::math::Transform;
use contrapposto::motion::{Clip, Contacts, Recorder};
use glam::{DVec2, DVec3};

/// From one frame to the next [s].
pub(crate) const FRAME_SECS: f64 = 1.0 / 30.0;

/// A clip of poses with their contacts, on no level.
pub(crate) fn clip_of(
    character: &Character,
    name: &str,
    frames: impl IntoIterator<Item = (Pose, Contacts)>,
) -> Clip {
    let mut recorder = Recorder::new(character);
    Clip {
        name: name.to_owned(),
        character: character.name.clone(),
        level: None,
        balance: None,
        start_secs: 0.0,
        frame_secs: FRAME_SECS,
        frames: frames
            .into_iter()
            .map(|(pose, contacts)| recorder.frame(pose, contacts))
            .collect(),
    }
}

/// The rest pose, moved as a whole.
pub(crate) fn moved(character: &Character, by: DVec3) -> Pose {
    let mut pose = character.rest.clone();
    pose.world_from_root.translation += by;
    pose
}

/// Solves one frame after the other.
struct Animator<'a> {
    character: &'a Character,
    solver: Solver,
    pose: Pose,
    /// Where feet stand or swing. (feet)
    world_from_foot: Vec<Transform>,
    frames: Vec<(Pose, Contacts)>,
}

impl<'a> Animator<'a> {
    fn new(character: &'a Character, start: DVec3) -> Self {
        let pose = moved(character, start);
        let kin = Kinematics::of(character, &pose);
        let feet = (character.standing_feet()).map(|foot| &character.feet[foot]);
        Self {
            character,
            solver: Solver::default(),
            pose,
            world_from_foot: feet.map(|foot| *kin.link(foot.whole.link)).collect(),
            frames: Vec::new(),
        }
    }

    /// Middle of a foot where it is now.
    fn middle(&self, foot: usize) -> DVec3 {
        self.world_from_foot[foot].point(self.character.feet[foot].whole.center_in_link())
    }

    /// Whether a link is between the first one and a sole.
    fn is_leg(&self, link: LinkId) -> bool {
        link != LinkId::ROOT
            && self.character.standing_soles().any(|sole| {
                let up = |id: &LinkId| self.character.link(*id).parent;
                std::iter::successors(Some(sole.link), up).any(|on_the_way| on_the_way == link)
            })
    }

    /// One frame: the centre of mass over a point, the feet where they should be, these of them planted.
    fn frame(&mut self, standing: Contacts, over_xz: DVec2, height: f64) {
        let planted: Vec<Planted> = standing
            .iter()
            .map(|foot| Planted::whole(self.character, foot, self.world_from_foot[foot]))
            .collect();
        let stance = Stance::new(self.character, planted);
        let mut goals = Goal::contacts(self.character, &stance);
        let over = GoalKind::CenterOfMass(CenterOfMass { target_xz: over_xz });
        goals.push(Goal::new("balance", Rank::BALANCE, over));
        for (foot, world_from_link) in self.world_from_foot.iter().enumerate() {
            if standing.contains(foot) {
                continue;
            }
            let sole = &self.character.feet[foot].whole;
            let point_in_link = sole.center_in_link();
            let place = GoalKind::Position(Position {
                link: sole.link,
                point_in_link,
                target_in_world: world_from_link.point(point_in_link),
            });
            let level = GoalKind::Orientation(Orientation {
                link: sole.link,
                world_from_link: world_from_link.rotation,
            });
            goals.extend([place, level].map(|kind| Goal::new("swing", Rank::EFFECTOR, kind)));
        }
        // Everything but the legs stays as it is at rest, as well as it can.
        let rest = Kinematics::of(self.character, &self.character.rest);
        for link in self.character.link_ids() {
            if !self.is_leg(link) {
                let upright = GoalKind::Orientation(Orientation {
                    link,
                    world_from_link: rest.link(link).rotation,
                });
                goals.push(Goal::new("upright", Rank::WISH, upright));
            }
        }
        let tall = GoalKind::CenterOfMassHeight(CenterOfMassHeight { height });
        goals.push(Goal::new("tall", Rank::WISH, tall));
        let problem = Problem::new(self.character, &stance, &goals);
        let settings = SolverSettings::default();
        self.solver
            .solve(problem, &settings, &mut self.pose, &mut Report::default());
        let contacts = self.character.soles_of_feet(standing.iter());
        self.frames.push((self.pose.clone(), contacts));
    }
}

/// 0 to 1 without a jerk.
fn eased(t: f64) -> f64 {
    t * t * (3.0 - 2.0 * t)
}

/// Stands on the left foot, lifts the right one, and the other way round.
pub(crate) fn swaying(character: &Character) -> Clip {
    let mut animator = Animator::new(character, DVec3::ZERO);
    let both: Contacts = [0, 1].into_iter().collect();
    let height = Kinematics::of(character, &character.rest).com.y;
    let middle = |a: &Animator, sole: usize| DVec2::new(a.middle(sole).x, a.middle(sole).z);
    let mut from = 0.5 * (middle(&animator, 0) + middle(&animator, 1));
    for sole in [0, 1] {
        let to = middle(&animator, sole);
        for k in 0..36 {
            let over = from.lerp(to, eased(f64::from(k) / 36.0));
            animator.frame(both, over, height);
        }
        let foot = animator.world_from_foot[1 - sole];
        for k in 0..40 {
            let lift = 0.25 * height * eased(1.0 - (f64::from(k) / 20.0 - 1.0).abs());
            animator.world_from_foot[1 - sole].translation = foot.translation + lift * DVec3::Y;
            animator.frame(Contacts::one(sole), to, height);
        }
        animator.world_from_foot[1 - sole] = foot;
        from = to;
    }
    clip_of(character, "swaying", animator.frames)
}

/// Walks on a level: every foothold is how far ahead of the start the next foot goes [m], left and right in turn.
pub(crate) fn walking(
    character: &Character,
    level: &Level,
    start_z: f64,
    footholds: &[f64],
) -> Clip {
    let ground = |at: DVec3| level.height(DVec2::new(at.x, at.z), 0.0).unwrap_or(0.0);
    let start = start_z * DVec3::Z;
    let mut animator = Animator::new(character, start + ground(start) * DVec3::Y);
    let rest_height = Kinematics::of(character, &character.rest).com.y;
    let both: Contacts = [0, 1].into_iter().collect();
    let over = |a: &Animator, sole: usize| DVec2::new(a.middle(sole).x, a.middle(sole).z);
    let mut from = 0.5 * (over(&animator, 0) + over(&animator, 1));
    let mut height = ground(start) + rest_height;
    for (step, ahead) in footholds.iter().enumerate() {
        let (swing, stand) = (step % 2, 1 - step % 2);
        let to = over(&animator, stand);
        for k in 0..12 {
            let over = from.lerp(to, eased(f64::from(k) / 12.0));
            animator.frame(both, over, height);
        }
        let (foot, now) = (animator.world_from_foot[swing], animator.middle(swing));
        let mut target = DVec3::new(now.x, 0.0, start_z + ahead);
        target.y = ground(target);
        let stand_y = animator.middle(stand).y;
        let next_height = 0.95 * rest_height + target.y.min(stand_y);
        let start_height = height;
        for k in 1..18 {
            let t = f64::from(k) / 18.0;
            let (up, down) = (eased((2.2 * t).min(1.0)), eased((2.2 * t - 1.2).max(0.0)));
            // Up first, then ahead; down last.
            let rise = if target.y > now.y { up } else { down };
            let ahead = eased(((t - 0.25) / 0.6).clamp(0.0, 1.0));
            let place = DVec3::new(
                now.x,
                now.y + rise * (target.y - now.y) + 0.08 * (up - down),
                now.z + ahead * (target.z - now.z),
            );
            animator.world_from_foot[swing].translation = foot.translation + place - now;
            height = start_height + t * (next_height - start_height);
            animator.frame(Contacts::one(stand), to, height);
        }
        animator.world_from_foot[swing].translation = foot.translation + target - now;
        from = to;
    }
    let mut clip = clip_of(character, "walking", animator.frames);
    clip.level = Some(level.name.clone());
    clip
}
