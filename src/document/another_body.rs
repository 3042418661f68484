//! The same project on another body: poses, keys and takes go along as far as the two are alike.
//!
//! ```text
//! poses of all keys ──as if recorded──> retarget ──> feet where they were, on the ground ──> setups
//! recording ────────────────────────────> retarget ──> balanced again
//! walk ──> the same order in steps of the new legs ──> walked again
//! jump ──> as high and far for the new legs ──> jumped again
//! ```

use super::ground::stand_on_ground;
use super::setup::planted_where_it_is;
use super::{Ask, Document, Handle, Key, Poser, RecordingTake, Setup, Take, WalkTake};
use crate::character::{Character, Footing, LinkId, Pose};
use crate::gait::{Legs, WalkOrder, WalkSettings};
use crate::kinematics::{Kinematics, Planted};
use crate::motion::{
    Clip, Contacts, GivenMap, JointMap, LengthUnit, Recorder, Recording, RetargetSettings, UpAxis,
    parts_of, retarget,
};
use glam::DVec3;
use std::sync::Arc;

/// What would be lost of a project on another body, as words for a list; nothing is lost when it is empty.
pub fn lost_with(document: &Document, character: &Character) -> Vec<String> {
    let likeness = Likeness::new(&document.character, character);
    let mut lost = Vec::new();
    let setups = document.keys.iter().map(|key| &key.setup);
    let setups: Vec<&Arc<Setup>> = setups.chain([&document.setup]).collect();
    if likeness.has_feet() {
        let fresh = Setup::new(character);
        let kin = fresh.kinematics(character);
        for setup in setups {
            let places = likeness.handles(&setup.handles, &fresh.handles);
            for (handle, place) in setup.handles.iter().zip(places) {
                let words = format!("the pin of {}", handle.name.replace('_', " "));
                if handle.is_pinned() && place.is_none() && !lost.contains(&words) {
                    lost.push(words);
                }
            }
            let asks = setup.asks.iter();
            for ask in asks.filter(|ask| likeness.ask(ask, &kin).is_none()) {
                let words = ask.name(&document.character).replace('_', " ");
                if !lost.contains(&words) {
                    lost.push(words);
                }
            }
        }
    } else {
        let poses = match document.keys.len() {
            0 => "the pose".to_owned(),
            1 => "the pose and its key".to_owned(),
            count => format!("the poses of {count} keys"),
        };
        lost.push(format!("{poses}: the bodies have no feet in common"));
    }
    match &document.take {
        Some(Take::Walk(_)) => {
            if let Err(why) = Legs::of(character) {
                lost.push(format!("the walk: {why}"));
            }
        }
        Some(Take::Jump(take)) => {
            if take.order_for(&document.character, character).is_none() {
                lost.push("the jump: this needs a body with two feet".to_owned());
            }
        }
        Some(Take::Recording(take)) if !likeness.has_feet() => {
            lost.push(format!("the recording {:?}", take.name));
        }
        Some(Take::Recording(_)) | None => {}
    }
    lost
}

/// The project on another body. `told` hears the share that is done [0..1].
///
/// # Errors
/// A sentence where the walk cannot be made.
pub(super) fn with_character(
    document: &Document,
    (source, character): (&str, &Arc<Character>),
    poser: &mut Poser,
    told: &mut dyn FnMut(f64),
) -> Result<Document, String> {
    let likeness = Likeness::new(&document.character, character);
    let mut after = Document::new(
        Arc::clone(character),
        source,
        Arc::clone(&document.level),
        document.level_source.clone(),
    );
    if likeness.has_feet() {
        let setups = document.keys.iter().map(|key| &*key.setup);
        let setups: Vec<&Setup> = setups.chain([&*document.setup]).collect();
        let mut moved = likeness.setups(&after, &setups, poser).into_iter();
        for (key, setup) in document.keys.iter().zip(&mut moved) {
            after.keys.push(Arc::new(Key {
                setup: Arc::new(setup),
                ..**key
            }));
        }
        let posed = moved.next().map(Arc::new);
        after.current_key = document.current_key;
        let current = after.current_key.and_then(|index| after.keys.get(index));
        let current = current.map(|key| Arc::clone(&key.setup));
        after.setup = current.or(posed).unwrap_or(after.setup);
    }
    after.take = match &document.take {
        Some(Take::Walk(take)) => likeness.walk(&after, take, told)?,
        Some(Take::Jump(take)) => {
            let order = take.order_for(&document.character, character);
            order.map(|order| after.jumped(&order)).transpose()?
        }
        Some(Take::Recording(take)) if likeness.has_feet() => {
            let take = likeness.recording(&after, take, told);
            Some(Take::Recording(Arc::new(take)))
        }
        Some(Take::Recording(_)) | None => None,
    };
    Ok(after)
}

/// How handles of two bodies are found to be alike.
#[derive(Clone, Copy)]
enum Way {
    Name,
    Part,
    Link,
}

/// What two bodies have in common.
struct Likeness<'a> {
    old: &'a Character,
    new: &'a Character,
    /// The old link of every new one. (new links)
    old_link: Vec<Option<usize>>,
    /// The old foot of every new one. (new feet)
    old_foot: Vec<Option<usize>>,
}

impl<'a> Likeness<'a> {
    fn new(old: &'a Character, new: &'a Character) -> Self {
        let recording = Recording::of_poses(old, [&old.rest], 1.0);
        let map = JointMap::new(new, &recording, &same_names(old, new));
        let old_link = map.joint_of_link;
        let feet = new.feet.iter().map(|foot| {
            let link = old_link[foot.whole.link.index()]?;
            let mut feet = old.feet.iter();
            feet.position(|foot| foot.whole.link.index() == link)
        });
        let old_foot = feet.collect();
        Self {
            old,
            new,
            old_link,
            old_foot,
        }
    }

    fn has_feet(&self) -> bool {
        self.old_foot.iter().any(Option::is_some)
    }

    /// What stands of the new foot where this stands of the old one: all of it, where the new one has no such part.
    fn footing(&self, old: Footing) -> Option<Footing> {
        let found = self.old_foot.iter().position(|o| *o == Some(old.foot));
        let whole = self.new.whole_foot(found?);
        if self.old.is_whole(old) {
            return Some(whole);
        }
        let name = self.old.footing_name(old);
        let parts = name.strip_prefix(&self.old.feet[old.foot].name);
        let part = parts.and_then(|parts| {
            let name = format!("{}{parts}", self.new.feet[whole.foot].name);
            self.new.find_footing(&name)
        });
        Some(part.unwrap_or(whole))
    }

    /// The new link that an old one has become.
    fn link(&self, old: LinkId) -> Option<LinkId> {
        let found = self.old_link.iter().position(|o| *o == Some(old.index()));
        found.map(LinkId::new)
    }

    /// The place of every old handle in a new list, each for one only: the same name, then what is called the same part of
    /// the body, then what takes hold of the same link. (old handles)
    fn handles(&self, old: &[Handle], new: &[Handle]) -> Vec<Option<usize>> {
        let part = |handle: &Handle| parts_of([handle.name.as_str()]).first().copied().flatten();
        let is_alike = |way: Way, old: &Handle, new: &Handle| match way {
            Way::Name => old.name == new.name,
            Way::Part => part(old).is_some() && part(old) == part(new),
            Way::Link => {
                let link = old.grip.link().and_then(|link| self.link(link));
                link.is_some() && link == new.grip.link()
            }
        };
        let mut places: Vec<Option<usize>> = vec![None; old.len()];
        for way in [Way::Name, Way::Part, Way::Link] {
            for (index, handle) in old.iter().enumerate() {
                let mut free = (0..new.len()).filter(|place| !places.contains(&Some(*place)));
                let found = free.find(|place| is_alike(way, handle, &new[*place]));
                places[index] = places[index].or(found);
            }
        }
        places
    }

    /// Poses of the old body as poses of the new one; where they are is not theirs to say.
    fn poses<'p>(&self, poses: impl IntoIterator<Item = &'p Pose>) -> Vec<Pose> {
        let poses: Vec<&Pose> = poses.into_iter().collect();
        // A first row that leaps to the second would be taken for a posture put in front: so it comes twice.
        let rows = poses.first().into_iter().chain(&poses).copied();
        let (clip, _) = self.retargeted(&Recording::of_poses(self.old, rows, 1.0));
        let frames = clip.frames.into_iter().skip(1);
        frames.map(|frame| frame.pose).collect()
    }

    fn retargeted(&self, recording: &Recording) -> (Clip, f64) {
        let settings = RetargetSettings {
            unit: LengthUnit::named("m"),
            up: Some(UpAxis::Y),
            map: same_names(self.old, self.new),
        };
        let (clip, found) = retarget(self.new, recording, &settings);
        (clip, found.scale)
    }

    fn setups(&self, after: &Document, setups: &[&Setup], poser: &mut Poser) -> Vec<Setup> {
        let poses = self.poses(setups.iter().map(|setup| &setup.pose));
        let both = setups.iter().zip(poses);
        both.map(|(setup, pose)| self.setup(after, setup, pose, poser))
            .collect()
    }

    /// A setup in its new pose: its feet where they were, on the ground, pins where their handles have got to.
    fn setup(&self, after: &Document, old: &Setup, pose: Pose, poser: &mut Poser) -> Setup {
        let mut setup = Setup::new(self.new);
        setup.pose = pose;
        let kin = setup.kinematics(self.new);
        // 1 What stands, in the order that it had.
        let soles = old.planted.iter().filter_map(|planted| {
            let footing = self.footing(planted.footing())?;
            Some((planted, planted_where_it_is(self.new, &kin, footing)))
        });
        let soles: Vec<(&Planted, Planted)> = soles.collect();
        if soles.is_empty() {
            return Setup::clone(&after.setup);
        }
        // 2 Where it stood.
        let shifts = soles
            .iter()
            .map(|(was, is)| was.center(self.old) - is.center(self.new));
        let by = shifts.sum::<DVec3>() / soles.len() as f64;
        setup.pose.world_from_root.translation += by;
        setup.planted = soles.into_iter().map(|(_, planted)| planted).collect();
        for planted in &mut setup.planted {
            planted.world_from_link.translation += by;
        }
        setup.keeps_balance = old.keeps_balance;
        setup.margin = old.margin;
        setup.solving = old.solving;
        stand_on_ground(poser, &after.character, &after.level, &mut setup);
        // 3 What was asked of it.
        let frozen = old.frozen.iter().filter_map(|link| self.link(*link));
        setup.frozen = frozen.collect();
        let kin = setup.kinematics(self.new);
        let asks = old.asks.iter().filter_map(|ask| self.ask(ask, &kin));
        setup.asks = asks.collect();
        let mut order = vec![usize::MAX; setup.handles.len()];
        let places = self.handles(&old.handles, &setup.handles);
        for (index, (was, place)) in old.handles.iter().zip(places).enumerate() {
            if let Some(place) = place {
                order[place] = index;
                let handle = &mut setup.handles[place];
                (handle.position, handle.rotation) = (was.position, was.rotation);
                (handle.rank, handle.weight) = (was.rank, was.weight);
            }
        }
        let handles = std::mem::take(&mut setup.handles);
        let mut handles: Vec<(usize, Handle)> = order.into_iter().zip(handles).collect();
        handles.sort_by_key(|(order, _)| *order);
        setup.balance = old.balance;
        setup.balance.place = handles.partition_point(|(order, _)| *order < old.balance.place);
        setup.handles = handles.into_iter().map(|(_, handle)| handle).collect();
        setup.pin_where_it_is(self.new);
        setup
    }

    /// What was asked of the old body, of the new one.
    fn ask(&self, ask: &Ask, kin: &Kinematics) -> Option<Ask> {
        ask.on_another((self.old, self.new), kin, &|link| self.link(link))
    }

    /// The same order in steps of the new legs; nothing for a body that does not walk.
    fn walk(
        &self,
        after: &Document,
        take: &WalkTake,
        told: &mut dyn FnMut(f64),
    ) -> Result<Option<Take>, String> {
        let (Ok(old), Ok(new)) = (Legs::of(self.old), Legs::of(self.new)) else {
            return Ok(None);
        };
        let mut order: WalkOrder = take.order.clone();
        let manner = order.settings.manner;
        let (was, is) = (old.usual_settings(manner), new.usual_settings(manner));
        let settings = &mut order.settings;
        if matches!(old, Legs::Two(_)) == matches!(new, Legs::Two(_)) {
            for (value, was, is) in [
                (&mut settings.step_length, was.step_length, is.step_length),
                (&mut settings.step_width, was.step_width, is.step_width),
                (&mut settings.clearance, was.clearance, is.clearance),
                (&mut settings.crouch, was.crouch, is.crouch),
                (&mut settings.cadence, was.cadence, is.cadence),
            ] {
                // Bodies on four legs keep the width that they have.
                if was > 0.0 {
                    *value *= is / was;
                }
            }
        } else {
            // Steps of two legs say nothing about those of four.
            *settings = WalkSettings {
                arms: settings.arms,
                heading: settings.heading,
                through: settings.through,
                frame_secs: settings.frame_secs,
                ..is
            };
        }
        let faster = is.ahead().forward / was.ahead().forward;
        for (_, wish) in &mut order.wishes {
            wish.forward *= faster;
            wish.sideways *= faster;
        }
        after.walked(&order, told).map(Some)
    }

    fn recording(
        &self,
        after: &Document,
        take: &RecordingTake,
        told: &mut dyn FnMut(f64),
    ) -> RecordingTake {
        let frames = &take.recorded.frames;
        let poses = frames.first().into_iter().chain(frames);
        let poses = poses.map(|frame| &frame.pose);
        let recording = Recording::of_poses(self.old, poses, take.recorded.frame_secs);
        let (mut clip, _) = self.retargeted(&recording);
        clip.frames.remove(0);
        clip.name.clone_from(&take.recorded.name);
        let mut recorder = Recorder::new(self.new);
        for (frame, was) in clip.frames.iter_mut().zip(frames) {
            let standing = self.old.footings(was.contacts);
            let standing = standing.filter_map(|footing| self.footing(footing));
            let contacts = standing.fold(Contacts::NONE, |all, footing| all.union(footing.patches));
            *frame = recorder.frame(frame.pose.clone(), contacts);
        }
        RecordingTake::with_ends(after, take.name.clone(), (clip, take.contact_ends), told)
    }
}

/// Links of one name are one part: characters that are written here call them alike.
fn same_names(old: &Character, new: &Character) -> GivenMap {
    let names = old.links.iter().map(|link| &link.name);
    let shared = names.filter(|name| new.find_link(name).is_some());
    shared
        .map(|name| (name.clone(), Some(name.clone())))
        .collect()
}
