//! The paper's five steps as one state machine.

/// What the walk is doing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// Both feet planted, the centre of mass between them.
    Stand,
    /// 1: the centre of mass goes over the support foot.
    Lean,
    /// 2: the free foot swings to its foothold.
    Swing,
    /// 3: the free foot has landed and becomes the root. Takes no time.
    ReRoot,
    /// 4: the centre of mass goes over the new root.
    Shift,
    /// 5: the same again with the feet exchanged. Takes no time.
    Repeat,
    /// The centre of mass goes back between the feet.
    Gather,
}

/// What lies ahead.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ahead {
    /// A foothold to step on.
    Step,
    /// Nothing: no wish to go on, or no foothold.
    Rest,
}

impl Phase {
    /// What follows when the phase is over.
    #[must_use]
    pub const fn next(self, ahead: Ahead) -> Self {
        match (self, ahead) {
            (Self::Stand, Ahead::Step) => Self::Lean,
            (Self::Lean | Self::Repeat, Ahead::Step) => Self::Swing,
            (Self::Swing, _) => Self::ReRoot,
            (Self::ReRoot, Ahead::Step) => Self::Shift,
            (Self::Shift, _) => Self::Repeat,
            (Self::Lean | Self::ReRoot | Self::Repeat, Ahead::Rest) => Self::Gather,
            (Self::Gather, _) | (Self::Stand, Ahead::Rest) => Self::Stand,
        }
    }

    /// Whether both feet carry weight.
    pub const fn is_on_both_feet(self) -> bool {
        !matches!(self, Self::Swing)
    }
}

#[cfg(test)]
mod tests {
    use super::Ahead;
    use super::Phase::{self, Gather, Lean, ReRoot, Repeat, Shift, Stand, Swing};

    #[test]
    fn a_walk_goes_round_the_papers_five_steps() {
        let mut phase: Phase = Stand;
        let mut seen = Vec::new();
        for _ in 0..9 {
            phase = phase.next(Ahead::Step);
            seen.push(phase);
        }
        let expected = [
            Lean, Swing, ReRoot, Shift, Repeat, Swing, ReRoot, Shift, Repeat,
        ];
        assert_eq!(seen, expected);
    }

    #[test]
    fn without_a_foothold_every_phase_ends_standing_on_both_feet() {
        for start in [Stand, Lean, Swing, ReRoot, Shift, Repeat, Gather] {
            let mut phase = start;
            for _ in 0..5 {
                phase = phase.next(Ahead::Rest);
            }
            assert_eq!(phase, Stand, "from {start:?}");
        }
    }
}
