//! Variants: a base's file with a list of edits done to it. What comes out is a file again, built like any other.

use super::apart_build::vary_apart;
use super::character_file::{
    CharacterFile, Edit, InertiaFile, JointFile, KindFile, LinkFile, MassRule, ShapeFile,
};
use super::link_build::{center_of_link, inertia_matrix, trace};
use super::place::Place;
use super::{FileError, Source};
use crate::math::rotation_from_vector;
use glam::{DMat3, DVec3};

/// The base with the variant's edits done, its additions appended, and its description and rest in place.
pub(super) fn varied(
    base: CharacterFile,
    variant: CharacterFile,
    source: &Source,
) -> Result<CharacterFile, FileError> {
    let mut body = base;
    if variant.edits.len() > 1000 {
        return Err(source.error_at(&["edits"], "at most 1000 edits are read"));
    }
    for edit in &variant.edits {
        apply(edit, &mut body, source)?;
    }
    body.version = variant.version;
    body.description = variant.description;
    body.links.extend(variant.links);
    body.effectors.extend(variant.effectors);
    body.soles.extend(variant.soles);
    body.pairs.extend(variant.pairs);
    vary_apart(&mut body.apart, variant.apart);
    body.rest = variant.rest.or(body.rest);
    Ok(body)
}

fn apply(edit: &Edit, body: &mut CharacterFile, source: &Source) -> Result<(), FileError> {
    let of_link = |name| link_place(source, name);
    match edit {
        Edit::ScaleLink { link, by, mass } => {
            scale_part(&of_link(link), body, DVec3::splat(*by), *mass)
        }
        Edit::StretchLink { link, by, mass } => scale_part(&of_link(link), body, *by, *mass),
        Edit::ScaleBody { by, mass } => {
            let place = body_place(source, "ScaleBody");
            scale_body(&place, body, DVec3::splat(*by), *mass)
        }
        Edit::StretchBody { by, mass } => {
            scale_body(&body_place(source, "StretchBody"), body, *by, *mass)
        }
        Edit::Thicken { by } => {
            let by = body_place(source, "Thicken").number("by", *by, [0.01, 100.0], "")?;
            let links = body.links.iter_mut();
            for shape in links.flat_map(|link| link.shapes.iter_mut().chain(&mut link.drawn)) {
                if let ShapeFile::Capsule { radius, .. } | ShapeFile::Sphere { radius, .. } = shape
                {
                    *radius *= by;
                }
            }
            Ok(())
        }
        Edit::ScaleMass { by } => {
            let by = body_place(source, "ScaleMass").number("by", *by, [1e-3, 1e3], "")?;
            body.links.iter_mut().for_each(|link| scale_mass(link, by));
            Ok(())
        }
        Edit::AddMass { link, kg, at } => {
            let place = of_link(link);
            let link = find_link(&place, body)?;
            let kg = place.number("kg", *kg, [-1e4, 1e4], " kg")?;
            let whole = link.mass + kg;
            place.number("kg", whole, [1e-6, 1e4], " kg in all")?;
            if let Some(at) = *at {
                let center = center_of_link(&place, link)?;
                link.center = Some((link.mass * center + kg * place.point("at", at)?) / whole);
            }
            scale_mass(link, whole / link.mass);
            Ok(())
        }
        Edit::MoveCenter { link, by } => {
            let place = of_link(link);
            let link = find_link(&place, body)?;
            link.center = Some(center_of_link(&place, link)? + place.point("by", *by)?);
            Ok(())
        }
        Edit::AddShape { link, shape } => {
            let place = of_link(link);
            let link = find_link(&place, body)?;
            link.center = Some(center_of_link(&place, link)?);
            link.shapes.push(*shape);
            Ok(())
        }
        Edit::MoveJoint { joint, by } => {
            let place = joint_place(source, joint);
            find_joint(&place, body)?.at += place.point("by", *by)?;
            Ok(())
        }
        Edit::Limit {
            joint,
            range_deg,
            twist_deg,
            flex_deg,
            side_deg,
        } => {
            let place = joint_place(source, joint);
            let balls = [*twist_deg, *flex_deg, *side_deg];
            limit(
                &place,
                &mut find_joint(&place, body)?.kind,
                *range_deg,
                balls,
            )
        }
        Edit::Strength { joint, to } => {
            let place = joint_place(source, joint);
            find_joint(&place, body)?.strength = place.number("to", *to, [1e-3, 1e3], "")?;
            Ok(())
        }
        Edit::Lock { joint } => {
            find_joint(&joint_place(source, joint), body)?.kind = KindFile::Fixed;
            Ok(())
        }
    }
}

fn link_place<'a>(source: &'a Source, name: &'a str) -> Place<'a> {
    Place {
        source,
        section: "edits",
        what: "edit of link",
        name,
    }
}

fn joint_place<'a>(source: &'a Source, name: &'a str) -> Place<'a> {
    Place {
        what: "edit of joint",
        ..link_place(source, name)
    }
}

/// For edits of the whole body, which have no name in them but their own.
fn body_place<'a>(source: &'a Source, edit: &'a str) -> Place<'a> {
    Place {
        what: "edit",
        ..link_place(source, edit)
    }
}

fn find_link<'f>(
    place: &Place<'_>,
    body: &'f mut CharacterFile,
) -> Result<&'f mut LinkFile, FileError> {
    let index = body.links.iter().position(|link| link.name == place.name);
    let names = body.links.iter().map(|link| link.name.as_str());
    let index = index.ok_or_else(|| place.unknown("link", place.name, names))?;
    Ok(&mut body.links[index])
}

fn find_joint<'f>(
    place: &Place<'_>,
    body: &'f mut CharacterFile,
) -> Result<&'f mut JointFile, FileError> {
    let names: Vec<String> = body
        .links
        .iter()
        .filter_map(|link| link.joint.as_ref().map(|joint| joint.name.clone()))
        .collect();
    body.links
        .iter_mut()
        .filter_map(|link| link.joint.as_mut())
        .find(|joint| joint.name == place.name)
        .ok_or_else(|| place.unknown("joint", place.name, names.iter().map(String::as_str)))
}

fn check_factors(place: &Place<'_>, by: DVec3) -> Result<(), FileError> {
    for factor in by.to_array() {
        place.number("by", factor, [0.01, 100.0], "")?;
    }
    Ok(())
}

/// Scales a link, and with a foot its toes: what stands together goes on standing together.
fn scale_part(
    place: &Place<'_>,
    body: &mut CharacterFile,
    by: DVec3,
    mass: MassRule,
) -> Result<(), FileError> {
    scale_link(place, body, by, mass)?;
    let first = body.soles.iter().enumerate().find(|(index, sole)| {
        let is_first = body.soles[..*index].iter().all(|s| s.name != sole.name);
        sole.link == place.name && is_first
    });
    let Some((_, first)) = first else {
        return Ok(());
    };
    let own = body.soles.iter().filter(|sole| sole.name == first.name);
    let mut others: Vec<String> = own.map(|sole| sole.link.clone()).collect();
    others.retain(|link| link != place.name);
    others.dedup();
    for link in &others {
        scale_link(&link_place(place.source, link), body, by, mass)?;
    }
    Ok(())
}

/// Scales one link: its solids, its centre, what hangs on it and what it stands on.
fn scale_link(
    place: &Place<'_>,
    body: &mut CharacterFile,
    by: DVec3,
    mass: MassRule,
) -> Result<(), FileError> {
    check_factors(place, by)?;
    let link = find_link(place, body)?;
    link.center = link.center.map(|center| center * by);
    link.shapes
        .iter_mut()
        .chain(&mut link.drawn)
        .for_each(|shape| scale_shape(shape, by));
    let mass_factor = match mass {
        MassRule::WithVolume => by.x * by.y * by.z,
        MassRule::Keep => 1.0,
    };
    link.mass *= mass_factor;
    link.inertia = link
        .inertia
        .map(|inertia| scaled_inertia(inertia, by, mass_factor));

    let name = place.name;
    for child in body
        .links
        .iter_mut()
        .filter(|l| l.parent.as_deref() == Some(name))
    {
        if let Some(joint) = &mut child.joint {
            joint.at *= by;
        }
    }
    for effector in body.effectors.iter_mut().filter(|e| e.link == name) {
        effector.point *= by;
    }
    for sole in body.soles.iter_mut().filter(|s| s.link == name) {
        sole.corners.iter_mut().for_each(|corner| *corner *= by);
        // A plane's normal scales the other way.
        sole.up /= by;
    }
    // A foot of another height stands at another height.
    if let Some(rest) = body.rest.as_mut().filter(|rest| rest.link == name) {
        rest.position.y *= by.y;
    }
    Ok(())
}

fn scale_body(
    place: &Place<'_>,
    body: &mut CharacterFile,
    by: DVec3,
    mass: MassRule,
) -> Result<(), FileError> {
    check_factors(place, by)?;
    let names: Vec<String> = body.links.iter().map(|link| link.name.clone()).collect();
    for name in &names {
        scale_link(&link_place(place.source, name), body, by, mass)?;
    }
    if let Some(rest) = &mut body.rest {
        rest.position *= DVec3::new(by.x, 1.0, by.z);
    }
    Ok(())
}

/// Solids keep their kind, so a stretched capsule gets the radius that gives the stretched volume.
fn scale_shape(shape: &mut ShapeFile, by: DVec3) {
    let volume = by.x * by.y * by.z;
    match shape {
        ShapeFile::Box {
            size,
            at,
            turned_deg,
        } => {
            let turn = rotation_from_vector(*turned_deg * (std::f64::consts::PI / 180.0));
            for (edge, axis) in DVec3::AXES.into_iter().enumerate() {
                size[edge] *= (by * (turn * axis)).length();
            }
            *at *= by;
        }
        ShapeFile::Capsule { radius, from, to } => {
            let along = (*to - *from).normalize_or_zero();
            let length = (by * along).length();
            if length > 0.0 {
                *radius *= (volume / length).sqrt();
            }
            *from *= by;
            *to *= by;
        }
        ShapeFile::Sphere { radius, at } => {
            *radius *= libm::cbrt(volume);
            *at *= by;
        }
    }
}

fn scale_mass(link: &mut LinkFile, by: f64) {
    link.mass *= by;
    link.inertia = link
        .inertia
        .map(|inertia| scaled_inertia(inertia, DVec3::ONE, by));
}

/// Second moments Σ = ½ tr(I) 1 − I scale as S Σ S with the stretch S; then I = tr(Σ) 1 − Σ again.
fn scaled_inertia(inertia: InertiaFile, by: DVec3, mass_factor: f64) -> InertiaFile {
    let matrix = inertia_matrix(inertia);
    let identity_times = |s: f64| DMat3::from_diagonal(DVec3::splat(s));
    let stretch = DMat3::from_diagonal(by);
    let moments = stretch * (identity_times(0.5 * trace(matrix)) - matrix) * stretch * mass_factor;
    let m = identity_times(trace(moments)) - moments;
    InertiaFile::Full(
        m.x_axis.x, m.y_axis.y, m.z_axis.z, m.x_axis.y, m.x_axis.z, m.y_axis.z,
    )
}

/// New ends for a joint, each of the kind that the joint has.
fn limit(
    place: &Place<'_>,
    kind: &mut KindFile,
    range: Option<(f64, f64)>,
    [twist, flex, side]: [Option<(f64, f64)>; 3],
) -> Result<(), FileError> {
    match kind {
        KindFile::Hinge { range_deg, .. } => match range {
            Some(range) if twist.or(flex).or(side).is_none() => *range_deg = range,
            _ => return Err(place.error("", "is a hinge: its limit is range_deg")),
        },
        KindFile::Ball {
            twist_deg,
            flex_deg,
            side_deg,
            ..
        } => {
            if range.is_some() || twist.or(flex).or(side).is_none() {
                let message = "is a ball: its limits are twist_deg, flex_deg and side_deg";
                return Err(place.error("", message));
            }
            *twist_deg = twist.unwrap_or(*twist_deg);
            *flex_deg = flex.unwrap_or(*flex_deg);
            *side_deg = side.unwrap_or(*side_deg);
        }
        KindFile::Fixed => return Err(place.error("", "is fixed and has no limits")),
    }
    Ok(())
}
