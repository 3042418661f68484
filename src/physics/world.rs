//! A world that moves: one figure, loose bodies, the ground. [`World::step`] is the whole of it.

use super::contacts::{Hardness, Worn};
use super::inputs::{BodyId, Inputs};
use super::loose::LooseBody;
use super::outcome::Outcome;
use super::passes::{Passes, Setting};
use super::scale::BodyScale;
use super::settings::WorldSettings;
use super::state::{LooseState, State};
use super::tree::Tree;
use crate::character::{Character, LinkId, PlacedShape};
use crate::collide::Terrain;
use crate::level::Level;
use crate::math::Transform;

/// Friction of skin and clothes; the ground's own is what counts, being less.
const FIGURE_FRICTION: f64 = 1.0;

/// How often a step is solved at most: drives that would give more than they can become rows and all is solved again.
const MOST_PASSES: usize = 8;

/// What does not change while a world moves, and the memory that steps work in.
#[derive(Clone, Debug)]
pub struct World {
    /// How it is solved.
    pub settings: WorldSettings,
    /// How fast time goes for the ground: 1 as for the bodies; 0 and its platforms stand.
    pub ground_pace: f64,
    character: Character,
    scale: BodyScale,
    /// The tree of the file, and those seen from links that were held.
    trees: Vec<Tree>,
    terrain: Terrain,
    loose: Vec<LooseBody>,
    worn: Vec<Worn>,
    passes: Passes,
    outcome: Outcome,
}

impl World {
    /// A character on a level, with the level's rocks.
    pub fn new(character: &Character, level: &Level, settings: WorldSettings) -> Self {
        let scale = BodyScale::of(character);
        let mut world = Self {
            settings,
            scale,
            ground_pace: 1.0,
            character: character.clone(),
            trees: vec![Tree::new(character, LinkId::ROOT)],
            terrain: Terrain::new(level),
            loose: Vec::new(),
            worn: Vec::new(),
            passes: Passes::default(),
            outcome: Outcome::default(),
        };
        for id in character.link_ids() {
            let worn = character.link(id).shapes.iter().map(|shape| Worn {
                body: BodyId::Link(id),
                shape: *shape,
                friction: FIGURE_FRICTION,
                hardness: Hardness::of_figure(&scale),
            });
            world.worn.extend(worn);
        }
        world
    }

    /// Whose body moves.
    pub fn character(&self) -> &Character {
        &self.character
    }

    /// What it moves on.
    pub fn level(&self) -> &Level {
        self.terrain.level()
    }

    /// Loose bodies, in the order of [`State::loose`].
    pub fn loose(&self) -> &[LooseBody] {
        &self.loose
    }

    /// Adds a loose body to the world and to a state of it.
    pub fn add_loose(&mut self, state: &mut State, body: LooseBody, place: LooseState) -> BodyId {
        let id = BodyId::Loose(self.loose.len());
        self.worn.push(Worn {
            body: id,
            shape: PlacedShape {
                shape: body.shape,
                link_from_shape: Transform::IDENTITY,
            },
            friction: body.friction,
            hardness: Hardness::of_loose(body.mass, &self.scale),
        });
        self.loose.push(body);
        state.loose.push(place);
        id
    }

    /// What acted during the last step.
    pub fn outcome(&self) -> &Outcome {
        &self.outcome
    }

    /// Moves the state by one step, and tells what acted meanwhile.
    pub fn step(&mut self, state: &mut State, inputs: &Inputs, step_secs: f64) -> &Outcome {
        let root = inputs.hold.map_or(LinkId::ROOT, |hold| hold.link);
        let tree = Tree::find(&mut self.trees, &self.character, root);
        let settings = self.settings.scaled(&self.scale);
        let setting = Setting {
            settings: &settings,
            scale: &self.scale,
            character: &self.character,
            file: &self.trees[0],
            tree: &self.trees[tree],
            loose: &self.loose,
            worn: &self.worn,
            inputs,
            step_secs,
        };
        let passes = &mut self.passes;
        passes.look(&setting, state);
        passes.begin_rows(&setting, state);
        passes.accelerate(&setting);
        self.terrain.at(state.time_secs, self.ground_pace);
        passes.find_rows(&setting, &self.terrain, state);
        passes.accelerate_midway(&setting);
        for pass in 1..=MOST_PASSES {
            self.outcome.sweeps = passes.meet(&setting);
            if pass == MOST_PASSES || !passes.limit(&setting) {
                break;
            }
            passes.accelerate(&setting);
        }
        passes.record(&setting, state, &mut self.outcome);
        self.outcome.set_back = passes.advance(&setting, state);
        state.time_secs += self.ground_pace * step_secs;
        &self.outcome
    }
}
