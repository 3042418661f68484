//! What a lesson invites one to try, and where each of it is found.

use super::Tab;
use crate::lesson::Allowed;
use crate::viewer::input::actions::Action;

/// Where something is changed, from left to right.
const TABS: [Tab; 4] = [Tab::Goals, Tab::Body, Tab::Walk, Tab::Ghost];

/// The tab that has it; targets are on the stage, bodies and grounds in a panel of their own.
const fn tab_of(allowed: Allowed) -> Option<Tab> {
    match allowed {
        Allowed::Ranks
        | Allowed::Weights
        | Allowed::Priority
        | Allowed::Method
        | Allowed::Damping
        | Allowed::Balance => Some(Tab::Goals),
        Allowed::Feet | Allowed::Joints => Some(Tab::Body),
        Allowed::Walk => Some(Tab::Walk),
        Allowed::Ghost => Some(Tab::Ghost),
        Allowed::Targets | Allowed::Character | Allowed::Level => None,
    }
}

/// What one may try, each with its place; nothing where the author invites to nothing.
pub(super) fn invitation(may_change: &[Allowed]) -> Option<String> {
    let mut sentences = Vec::new();
    if may_change.contains(&Allowed::Targets) {
        sentences.push(
            "drag a diamond or a ring on the stage, and the figures in the text follow.".to_owned(),
        );
    }
    for tab in TABS {
        let here = may_change.iter().filter(|it| tab_of(**it) == Some(tab));
        let here: Vec<&str> = here.map(|it| it.words()).collect();
        if !here.is_empty() {
            let name = tab.words().0;
            sentences.push(format!("change {} in the {name} tab.", listed(&here)));
        }
    }
    let elsewhere = may_change.iter().filter(|it| {
        let it = **it;
        matches!(it, Allowed::Character | Allowed::Level)
    });
    let elsewhere: Vec<&str> = elsewhere.map(|it| it.words()).collect();
    if !elsewhere.is_empty() {
        let name = Action::Start.entry().name;
        sentences.push(format!("File, {name} changes {}.", listed(&elsewhere)));
    }
    let all = sentences.iter().enumerate().map(|(index, sentence)| {
        if index == 0 {
            return sentence.clone();
        }
        let mut letters = sentence.chars();
        let first = letters.next().map(char::to_uppercase);
        first.into_iter().flatten().chain(letters).collect()
    });
    let all: Vec<String> = all.collect();
    (!all.is_empty()).then(|| format!("Try it: {}", all.join(" ")))
}

fn listed(words: &[&str]) -> String {
    match words.split_last() {
        Some((last, others)) if !others.is_empty() => format!("{} and {last}", others.join(", ")),
        _ => words.concat(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::io::{lesson_source, read_lesson};

    #[test]
    fn whatever_may_be_changed_has_its_place_named() {
        for number in 1..=12 {
            let lesson = read_lesson(&lesson_source(&number.to_string()).unwrap()).unwrap();
            let words = invitation(&lesson.may_change).unwrap();
            for allowed in &lesson.may_change {
                let is_named = match tab_of(*allowed) {
                    Some(tab) => words.contains(&format!("in the {} tab.", tab.words().0)),
                    None if *allowed == Allowed::Targets => words.contains("on the stage"),
                    None => words.contains("File, "),
                };
                assert!(is_named, "lesson {number}, {allowed:?}: {words}");
            }
        }
        let words = invitation(&[Allowed::Walk, Allowed::Level, Allowed::Balance]).unwrap();
        assert_eq!(
            words,
            "Try it: change balance and its margin in the Goals tab. Change the walk in the Walk tab. File, Characters and levels… changes the ground."
        );
        assert_eq!(invitation(&[]), None);
    }
}
