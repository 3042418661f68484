//! What a page is about: a body, what is asked of it, and how that is solved.

use super::act::{Act, Followed};
use super::stepping::Stepped;
use crate::character::{Character, Pose};
use crate::collide::Terrain;
use crate::document::{Document, Setup};
use crate::ik::{Apart, AskedGoals, Goal, Problem, Report, Solver, SolverSettings};
use crate::kinematics::{
    Held, Kinematics, Planted, Rooting, Stance, center_of_mass_jacobian, position_jacobian,
};
use crate::level::Level;
use glam::DVec3;
use std::sync::Arc;

/// A body on its ground, what is asked of it, and how that is solved.
#[derive(Clone, Debug)]
pub struct Scene {
    /// The body.
    pub character: Arc<Character>,
    /// Its shipped name, or the path of its file.
    pub character_source: String,
    /// The ground.
    pub level: Arc<Level>,
    /// Its shipped name, or the path of its file.
    pub level_source: String,
    /// The body at rest on that ground, all feet planted.
    pub start: Setup,
    /// What is asked.
    pub asked: AskedGoals,
    /// How it is solved.
    pub settings: SolverSettings,
    /// What happens beside the pose.
    pub act: Act,
    /// From where it is looked at.
    pub viewed: Viewed,
    /// What they show besides the figure.
    pub drawn: Vec<Drawn>,
}

/// From where it is looked at.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Viewed {
    /// Pictures look from the figure's left, the window from where it looked before.
    #[default]
    Anywhere,
    /// From the figure's left: forward is to the right.
    Side,
    /// Into the figure's face.
    Front,
}

/// A scene after its solve.
#[derive(Clone, Debug)]
pub struct Solved {
    /// How the body stands.
    pub pose: Pose,
    /// What it stands on.
    pub stance: Stance,
    /// What was asked: contacts, balance, goals, wishes.
    pub goals: Vec<Goal>,
    /// What every goal got.
    pub report: Report,
    /// Where everything is, with the virtual centres of mass seen from the held foot.
    pub kin: Kinematics,
    /// The static walk, where the scene is one.
    pub stepped: Option<Stepped>,
    /// A walk and the ghost that followed it, where the scene has one.
    pub followed: Option<Followed>,
}

/// A name that is not there, and those that are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownName {
    /// What it should name: `joint`, `goal`.
    pub what: &'static str,
    /// As it was written.
    pub name: String,
    /// What would be valid.
    pub valid: Vec<String>,
}

impl Scene {
    /// A body at rest; nothing is asked but balance over the middle of its feet.
    pub fn new(
        (character_source, character): (String, Arc<Character>),
        (level_source, level): (String, Arc<Level>),
    ) -> Self {
        let document = Document::new(
            Arc::clone(&character),
            character_source.clone(),
            Arc::clone(&level),
            level_source.clone(),
        );
        Self {
            character,
            character_source,
            level,
            level_source,
            start: Setup::clone(&document.setup),
            asked: AskedGoals::default(),
            settings: SolverSettings::default(),
            act: Act::Pose,
            viewed: Viewed::default(),
            drawn: Vec::new(),
        }
    }

    /// What it stands on: the feet that were asked for, the held one first.
    pub fn stance(&self) -> Stance {
        let all = &self.start.planted;
        let planted: Vec<Planted> = match &self.asked.feet {
            Some(feet) => feet
                .iter()
                .filter_map(|footing| {
                    let place = all.iter().find(|p| p.foot == footing.foot)?;
                    Some(place.of_its(&self.character, footing.patches))
                })
                .collect(),
            None => all.clone(),
        };
        let planted = if Held::of(&planted, &self.asked.plants).is_none() {
            all.clone()
        } else {
            planted
        };
        Stance::on(&self.character, planted, self.asked.plants.clone())
    }

    /// Everything that is asked, contacts and balance first.
    pub fn goals(&self) -> Vec<Goal> {
        self.asked.goals_on(&self.character, &self.stance())
    }

    /// Arrows from a place along a vector [m per rad], for pictures.
    pub fn arrows(&self, solved: &Solved) -> Vec<(DVec3, DVec3)> {
        let mut arrows = Vec::new();
        if self.drawn.contains(&Drawn::CenterArrows) {
            arrows.extend(center_arrows(&solved.stance.rooting, &solved.kin));
        }
        for drawn in &self.drawn {
            let Drawn::Arrows(name) = drawn else {
                continue;
            };
            let Some(effector) = self.character.find_effector(name) else {
                continue;
            };
            let point = solved.kin.link(effector.link).point(effector.point_in_link);
            let rooting = &solved.stance.rooting;
            let mut columns = vec![DVec3::ZERO; rooting.dofs];
            position_jacobian(rooting, &solved.kin, effector.link, point, &mut columns);
            // What is frozen takes it nowhere.
            for step in &rooting.steps {
                if !self.asked.frozen.contains(&step.joint) {
                    let first = usize::from(step.first_dof);
                    let own = &columns[first..first + usize::from(step.dofs)];
                    arrows.extend(own.iter().map(|column| (point, *column)));
                }
            }
        }
        arrows
    }

    /// Virtual centres of mass [m], for pictures.
    pub fn centers(&self, solved: &Solved) -> Vec<DVec3> {
        let wanted = self.drawn.contains(&Drawn::VirtualCenters);
        let centers = wanted.then(|| solved.kin.virtual_com.clone());
        centers.unwrap_or_default()
    }

    /// Solves it; the same scene gives the same bits.
    pub fn solve(&self) -> Solved {
        let mut stance = self.stance();
        let goals = self.asked.goals_on(&self.character, &stance);
        let terrain = Terrain::new(&self.level);
        let mut willingness = vec![1.0; self.character.links.len()];
        for frozen in &self.asked.frozen {
            willingness[frozen.index()] = 0.0;
        }
        let (mut pose, mut report) = (self.start.pose.clone(), Report::default());
        let problem = Problem::new(&self.character, &stance, &goals)
            .near(&self.start.pose)
            .willing(&willingness)
            .apart(Apart::ItselfAndGround(&terrain));
        Solver::default().solve(problem, &self.settings, &mut pose, &mut report);
        let (stepped, followed) = self.act.performed(self);
        if let Some(walk) = &stepped
            && let Some(last) = walk.frames.last()
        {
            pose.clone_from(&last.pose);
            stance = Stance::new(&self.character, last.stands.clone());
        }
        let mut kin = Kinematics::default();
        stance.update(&self.character, &pose, &mut kin);
        Solved {
            pose,
            stance,
            goals,
            report,
            kin,
            stepped,
            followed,
        }
    }
}

/// What pictures show besides the figure.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Drawn {
    /// At an effector, for every joint on the way there: where it goes when that joint turns.
    Arrows(String),
    /// The virtual centre of mass of what every joint carries, seen from the held foot.
    VirtualCenters,
    /// There, how the centre of mass of the whole body moves when that joint turns: the paper's figure 13.
    CenterArrows,
}

/// From the virtual centre of mass of what a joint carries [m], how the centre of mass of the whole body moves when it turns
/// [m per rad]: an arrow for every axis of every joint.
pub fn center_arrows(rooting: &Rooting, kin: &Kinematics) -> Vec<(DVec3, DVec3)> {
    let mut columns = vec![DVec3::ZERO; rooting.dofs];
    center_of_mass_jacobian(rooting, kin, &mut columns);
    let steps = rooting.steps.iter().zip(&kin.virtual_com);
    let arrows = steps.flat_map(|(step, center)| {
        let first = usize::from(step.first_dof);
        let own = columns[first..first + usize::from(step.dofs)].iter();
        own.map(|column| (*center, *column)).collect::<Vec<_>>()
    });
    arrows.collect()
}
