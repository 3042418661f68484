//! Edits that put another pose, body or ground in place of the one that is there.

use super::another_body::with_character;
use super::ground::{flat_on_ground, is_on_ground, stand_on_ground};
use super::mirror::{mirrored_setup, place_of_figure};
use super::setup::planted_where_it_is;
use super::whole::same;
use super::{Document, Edit, Key, Posed, Poser, Preset, RecordingTake, Setup, Take};
use crate::character::{Character, Contacts, Footing, JointCoordinate, JointKind, LinkId, Pose};
use crate::ik::{Limits, Rank};
use crate::kinematics::{Held, Kinematics, Planted};
use crate::level::Level;
use glam::DVec3;
use std::sync::Arc;

/// Does an edit of more than single handles, soles or joints; says whether it was one. `told` hears the share that is done [0..1].
pub(super) fn change_whole(
    document: &mut Document,
    edit: &Edit,
    poser: &mut Poser,
    told: &mut dyn FnMut(f64),
) -> Result<bool, String> {
    match edit {
        Edit::Mirror => {
            let mut setup = mirrored_setup(&document.character, &document.setup);
            stand_on_ground(poser, &document.character, &document.level, &mut setup);
            document.put_setup(Arc::new(setup));
        }
        Edit::SetPose(pose) => {
            let setup = with_pose(document, pose)?;
            document.put_setup(Arc::new(setup));
        }
        Edit::Preset(preset) => {
            let setup = taken(document, preset, poser)?;
            document.put_setup(Arc::new(setup));
        }
        Edit::Reset => {
            let mut setup = Setup {
                solving: document.setup.solving,
                ..Setup::new(&document.character)
            };
            stand_on_ground(poser, &document.character, &document.level, &mut setup);
            document.put_setup(Arc::new(setup));
        }
        Edit::SetCharacter { source, character } => {
            if !same(character, &document.character) {
                *document = with_character(document, (source, character), poser, told)?;
            }
            source.clone_into(&mut document.character_source);
        }
        Edit::SetLevel { source, level } => {
            source.clone_into(&mut document.level_source);
            if !same(level, &document.level) {
                set_level(document, level, poser, told)?;
            }
        }
        _ => return Ok(false),
    }
    Ok(true)
}

/// Puts every pose on the ground of another level where it stands, and makes the take again.
fn set_level(
    document: &mut Document,
    level: &Arc<Level>,
    poser: &mut Poser,
    told: &mut dyn FnMut(f64),
) -> Result<(), String> {
    document.level = Arc::clone(level);
    let character = &document.character;
    let mut on_ground = |setup: &Setup| {
        let mut setup = setup.clone();
        lower_to_ground(character, level, &mut setup);
        stand_on_ground(poser, character, level, &mut setup);
        Arc::new(setup)
    };
    for key in &mut document.keys {
        *key = Arc::new(Key {
            setup: on_ground(&key.setup),
            ..**key
        });
    }
    let current = document
        .current_key
        .and_then(|index| document.keys.get(index));
    document.setup = match current {
        Some(key) => Arc::clone(&key.setup),
        None => on_ground(&document.setup),
    };
    document.take = match &document.take {
        Some(Take::Walk(take)) => {
            let walk = document.walked(&take.order, told);
            Some(walk.map_err(|why| format!("the walk cannot be made there: {why}"))?)
        }
        Some(Take::Jump(take)) => {
            let jump = document.jumped(&take.order);
            Some(jump.map_err(|why| format!("the jump cannot be made there: {why}"))?)
        }
        Some(Take::Recording(take)) => {
            let take = RecordingTake::with_ends(
                document,
                take.name.clone(),
                (take.recorded.clone(), take.contact_ends),
                told,
            );
            Some(Take::Recording(Arc::new(take)))
        }
        None => None,
    };
    Ok(())
}

/// The whole figure goes up or down with the ground under the foot that is held, pins and targets with it. What no foot holds
/// stays where it is.
fn lower_to_ground(character: &Character, level: &Level, setup: &mut Setup) {
    let Some(held) = setup.planted.first().copied() else {
        return;
    };
    let Some(flat) = flat_on_ground(character, level, held.footing(), &held.world_from_link) else {
        return;
    };
    let center = character.footing_center(held.footing());
    let rise = (flat.point(center).y - held.world_from_link.point(center).y) * DVec3::Y;
    setup.pose.world_from_root.translation += rise;
    for planted in &mut setup.planted {
        planted.world_from_link.translation += rise;
    }
    for plant in &mut setup.plants {
        plant.at_in_world += rise;
    }
    let handles = setup.handles.iter_mut();
    let pins = handles.flat_map(|handle| handle.position.iter_mut().chain(&mut handle.touched));
    for position in pins {
        *position += rise;
    }
    for ask in &mut setup.asks {
        if let Some(target) = ask.target() {
            *ask = ask.with_target(target + rise);
        }
    }
}

/// The setup with another pose: soles stand where it has them on the ground, or else the lowest one; pins go along.
fn with_pose(document: &Document, pose: &Pose) -> Result<Setup, String> {
    let Document {
        character, level, ..
    } = document;
    check_pose(character, pose)?;
    let mut setup = Setup::clone(&document.setup);
    setup.pose.clone_from(pose);
    setup.plants.clear();
    if setup.solving.limits == Limits::Respected {
        setup.pose.clamp_joints(character);
    }
    let kin = setup.kinematics(character);
    let feet = (0..character.feet.len()).map(|foot| as_it_stands(document, &kin, foot));
    let mut all: Vec<_> = feet.collect();
    let held = document.setup.planted.first().map(|held| held.foot);
    let height = |planted: &Planted| planted.center(character).y;
    // The one that was held stays so where it can; the lowest one stands in any case.
    all.sort_by(|a, b| height(a).total_cmp(&height(b)));
    let lowest = all[0];
    all.retain(|p| is_on_ground(character, level, p.footing(), &p.world_from_link));
    if all.is_empty() {
        all.push(lowest);
    }
    all.sort_by_key(|planted| (Some(planted.foot) != held, planted.foot));
    setup.planted = all;
    setup.pin_where_it_is(character);
    Ok(setup)
}

/// A foot with the soles that lie on the ground in a pose; all of it when none does.
fn as_it_stands(document: &Document, kin: &Kinematics, foot: usize) -> Planted {
    let Document {
        character, level, ..
    } = document;
    let part = |patches: Contacts| planted_where_it_is(character, kin, Footing { foot, patches });
    let own = character.feet[foot].patches;
    let lies = |sole: &usize| {
        let part = part(Contacts::one(*sole));
        is_on_ground(character, level, part.footing(), &part.world_from_link)
    };
    let standing: Contacts = own.iter().filter(lies).collect();
    part(if standing.is_empty() { own } else { standing })
}

/// A preset where the figure is.
fn taken(document: &Document, preset: &Preset, poser: &mut Poser) -> Result<Setup, String> {
    let character = &document.character;
    let posed = preset.posed(character);
    posed.check(character, &preset.name)?;
    let Posed { stance, pose, .. } = posed;
    let here = place_of_figure(&document.setup.pose.world_from_root);
    let moved = here * place_of_figure(&pose.world_from_root).inverse();
    let mut setup = Setup::clone(&document.setup);
    setup.pose = pose;
    setup.pose.world_from_root = moved * setup.pose.world_from_root;
    setup.planted = stance.planted;
    for planted in &mut setup.planted {
        planted.world_from_link = moved * planted.world_from_link;
    }
    setup.plants = stance.plants;
    for plant in &mut setup.plants {
        *plant = plant.moved(character, &moved);
    }
    for handle in &mut setup.handles {
        (handle.position, handle.rotation, handle.touched) = (None, None, None);
    }
    stand_on_ground(poser, character, &document.level, &mut setup);
    for (handle, old) in setup.handles.iter_mut().zip(&document.setup.handles) {
        (handle.position, handle.rotation) = (old.position, old.rotation);
    }
    setup.pin_where_it_is(character);
    Ok(setup)
}

/// Whether a pose is one of this body, in numbers.
fn check_pose(character: &Character, pose: &Pose) -> Result<(), String> {
    let place = pose.world_from_root;
    let is_unit = |q: glam::DQuat| (q.length() - 1.0).abs() < 1e-6;
    let fits = |(joint, link): (&JointCoordinate, &crate::character::Link)| match (
        joint,
        &link.joint.kind,
    ) {
        (JointCoordinate::Fixed, JointKind::Fixed) => true,
        (JointCoordinate::Hinge(angle), JointKind::Hinge { .. }) => angle.is_finite(),
        (JointCoordinate::Ball(q), JointKind::Ball(_)) => is_unit(*q),
        _ => false,
    };
    let is_body = pose.joints.len() == character.links.len()
        && pose.joints.iter().zip(&character.links).all(fits);
    if !is_body {
        return Err(format!("the pose is not one of {}", character.name));
    }
    let is_near = place.translation.abs().max_element() < super::editor::FARTHEST;
    if !(is_near && is_unit(place.rotation)) {
        return Err("the pose is nowhere".to_owned());
    }
    Ok(())
}

/// Whether a setup is one of this body.
///
/// # Errors
/// A sentence why not.
pub fn check_setup(character: &Character, setup: &Setup) -> Result<(), String> {
    check_pose(character, &setup.pose)?;
    let links = character.links.len();
    let is_link = |link: Option<LinkId>| link.is_none_or(|link| link.index() < links);
    let stands = |planted: &Planted| {
        let foot = character.feet.get(planted.foot);
        foot.is_some_and(|foot| {
            !planted.patches.is_empty()
                && planted.patches.minus(foot.patches).is_empty()
                && character.footing_link(planted.footing()) == planted.link
        })
    };
    let fits = Held::of(&setup.planted, &setup.plants).is_some()
        && setup.plants.iter().all(|plant| is_link(Some(plant.link)))
        && setup.planted.iter().all(stands)
        && setup
            .handles
            .iter()
            .all(|handle| is_link(handle.grip.link()))
        && setup.asks.iter().all(|ask| ask.check(character).is_ok())
        && setup.frozen.iter().all(|link| is_link(Some(*link)))
        && setup.balance.rank >= Rank::BALANCE
        && setup.solving.faults().is_empty();
    if fits {
        return Ok(());
    }
    Err(format!("the pose is not one of {}", character.name))
}
