//! A change of one scene, made on another: who drags a target in one case of a page asks the same of its other cases.
//!
//! ```text
//! case A ──somebody drags──> A changed          what A and B had in common follows;
//! case B ─────alike────────> B changed          what B has otherwise, which is what the page compares, stays
//! ```

use super::Scene;
use crate::ik::Goal;

impl Scene {
    /// This scene with the change between two others, where it was as the first of them.
    #[must_use]
    pub fn changed_alike(&self, before: &Self, after: &Self) -> Self {
        let mut scene = self.clone();
        let same_body = before.character == after.character && self.character == before.character;
        // What is asked of another body is no answer to what this one was asked.
        if !same_body {
            return scene;
        }
        let (own, old, new) = (&mut scene.asked, &before.asked, &after.asked);
        follow(&mut own.feet, &old.feet, &new.feet);
        follow(&mut own.balance, &old.balance, &new.balance);
        follow(&mut own.frozen, &old.frozen, &new.frozen);
        take_goals(&mut own.goals, &old.goals, &new.goals);
        let (own, old, new) = (&mut scene.settings, &before.settings, &after.settings);
        follow(&mut own.priority, &old.priority, &new.priority);
        follow(&mut own.bias, &old.bias, &new.bias);
        follow(&mut own.method, &old.method, &new.method);
        follow(&mut own.order, &old.order, &new.order);
        follow(&mut own.limits, &old.limits, &new.limits);
        follow(&mut own.damping, &old.damping, &new.damping);
        scene
    }
}

/// What was as it was before is as it is now.
fn follow<T: PartialEq + Clone>(own: &mut T, before: &T, after: &T) {
    if own == before {
        own.clone_from(after);
    }
}

/// Goals by their names: moved, released and new ones.
fn take_goals(own: &mut Vec<Goal>, before: &[Goal], after: &[Goal]) {
    let find = |goals: &[Goal], name: &str| goals.iter().find(|goal| goal.name == name).cloned();
    own.retain_mut(|goal| {
        let old = find(before, &goal.name);
        if old.as_ref() != Some(&*goal) {
            return true;
        }
        match find(after, &goal.name) {
            Some(new) => {
                *goal = new;
                true
            }
            None => false,
        }
    });
    let is_new = |goal: &&Goal| find(before, &goal.name).is_none();
    for new in after.iter().filter(is_new) {
        if find(own, &new.name).is_none() {
            own.push(new.clone());
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::ik::{GoalKind, Priority};
    use crate::io::{lesson_source, read_lesson};
    use crate::lesson::Lesson;

    fn lesson(number: &str) -> Lesson {
        read_lesson(&lesson_source(number).unwrap()).unwrap()
    }

    #[test]
    fn a_target_that_is_moved_in_one_case_moves_in_those_that_had_it_in_the_same_place() {
        let kenwright = lesson("3");
        let [equal, biased] = [0, 1].map(|case| kenwright.pages[0].cases[case].scene.clone());
        let mut moved = biased.clone();
        let GoalKind::Position(position) = &mut moved.asked.goals[0].kind else {
            panic!("a hand goes to a place");
        };
        position.target_in_world.z = 0.7;
        moved.settings.damping = 0.5;
        let alike = equal.changed_alike(&biased, &moved);
        assert_eq!(alike.asked, moved.asked);
        assert_eq!(alike.settings.damping, 0.5);
        assert_eq!(
            alike.settings.priority,
            Priority::Equal,
            "what the page compares stays"
        );
        // Where the cases differ in the target itself, each keeps its own.
        let conflict = lesson("2");
        let [near, far] = [0, 2].map(|case| conflict.pages[2].cases[case].scene.clone());
        let mut moved = far.clone();
        moved.asked.goals.clear();
        assert_eq!(near.changed_alike(&far, &moved).asked, near.asked);
        assert_eq!(far.changed_alike(&far, &moved).asked, moved.asked);
    }
}
