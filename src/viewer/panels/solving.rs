//! How the pose is solved: strategy, method, order of visits, limits, damping.

use super::desk::{Command, Desk};
use super::number::number;
use crate::document::{Edit, Solving, SolvingChange};
use crate::ik::{Bias, Limits, Method, Order, PostureModel, Priority};
use egui::{ComboBox, DragValue, Grid, Response, Slider, Ui};

/// Width of what is chosen from (points).
const CHOICE: f32 = 150.0;
/// Dampings that a slider offers [m²]; others can be typed.
const DAMPINGS: std::ops::RangeInclusive<f64> = 1e-6..=1.0;
/// The paper's sweep, as it begins.
const PLAIN_SWEEP: Method = Method::Sweep {
    sweeps: 6,
    relaxation: 1.0,
};

/// A name, and one sentence about it.
pub(crate) type Words = (&'static str, &'static str);

/// Five ways to decide who gives way.
pub(crate) const PRIORITIES: [Priority; 5] = [
    Priority::Equal,
    Priority::Biased,
    Priority::Weighted,
    Priority::NullSpace,
    Priority::Strict,
];
pub(crate) const METHODS: [Method; 4] =
    [Method::Goals, Method::Joints, PLAIN_SWEEP, Method::Direct];
pub(crate) const ORDERS: [Order; 4] = [
    Order::Forward,
    Order::Backward,
    Order::ByRank,
    Order::Shuffled(1),
];
pub(crate) const POSTURES: [PostureModel; 3] = [
    PostureModel::None,
    PostureModel::Generic,
    PostureModel::People,
];
const BIASES: [Bias; 2] = [Bias::RowsAndError, Bias::ErrorAlone];

impl Desk<'_> {
    /// The controls of the solver, which are part of the pose and can be undone.
    pub(super) fn solving_rows(&mut self, ui: &mut Ui) {
        let solving = self.document().setup.solving;
        let usual = Solving::default();
        let title = if solving == usual {
            "How it is solved"
        } else {
            "How it is solved •"
        };
        let header = egui::CollapsingHeader::new(egui::RichText::new(title).strong());
        let mut edits = Vec::new();
        header
            .id_salt("how it is solved")
            .default_open(true)
            .show(ui, |ui| {
                Grid::new("solving").num_columns(2).show(ui, |ui| {
                    edits.extend(strategy_rows(ui, &solving));
                    edits.extend(method_rows(ui, &solving));
                    edits.extend(order_rows(ui, &solving));
                    edits.extend(number_rows(ui, &solving));
                    let posture = choose(ui, "Posture", (solving.posture, &POSTURES), |p| {
                        posture_words(*p)
                    });
                    edits.extend(posture.map(SolvingChange::Posture).map(Edit::Solve));
                });
                let tip = "Strategy, method, order, limits and damping as they are at first";
                let button = ui.add_enabled(solving != usual, egui::Button::new("As usual"));
                if button.on_hover_text(tip).clicked() {
                    edits.push(Edit::Solve(SolvingChange::Whole(usual)));
                }
            });
        for edit in edits {
            self.send(Command::Edit(edit));
        }
    }
}

/// Who gives way.
fn strategy_rows(ui: &mut Ui, solving: &Solving) -> Vec<Edit> {
    let mut edits = Vec::new();
    let priority = choose(ui, "Strategy", (solving.priority, &PRIORITIES), |p| {
        priority_words(*p)
    });
    edits.extend(priority.map(SolvingChange::Priority).map(Edit::Solve));
    if solving.priority == Priority::Biased {
        let bias = choose(ui, "Bias scales", (solving.bias, &BIASES), |b| {
            bias_words(*b)
        });
        edits.extend(bias.map(SolvingChange::Bias).map(Edit::Solve));
    }
    edits
}

/// How one linearisation is solved.
fn method_rows(ui: &mut Ui, solving: &Solving) -> Vec<Edit> {
    let mut edits = Vec::new();
    let method = choose(ui, "Method", (solving.method, &METHODS), method_words);
    // The numbers of a sweep stay what they are.
    let method = method.filter(|chosen| !(is_sweep(chosen) && is_sweep(&solving.method)));
    edits.extend(method.map(SolvingChange::Method).map(Edit::Solve));
    if let Method::Sweep { sweeps, relaxation } = solving.method {
        let (mut many, mut over) = (sweeps, relaxation);
        ui.label("Sweeps");
        ui.horizontal(|ui| {
            let tip = "Passes over all joints in one linearisation";
            let first = number(ui, 48.0, DragValue::new(&mut many).range(1..=1000));
            let first = first.on_hover_text(tip);
            let field = DragValue::new(&mut over).range(0.01..=1.99).speed(0.01);
            let tip = "Over-relaxation: 1 is the paper's, 1.3 to 1.5 is faster";
            let second = number(ui, 56.0, field.prefix("× ").fixed_decimals(2));
            let second = second.on_hover_text(tip);
            let change = SolvingChange::Method(Method::Sweep {
                sweeps: many,
                relaxation: over,
            });
            edits.extend(slid(&first.union(second), change));
        });
        ui.end_row();
    }
    edits
}

/// In which order goals or joints are visited.
fn order_rows(ui: &mut Ui, solving: &Solving) -> Vec<Edit> {
    let mut edits = Vec::new();
    let order = choose(ui, "Order of visits", (solving.order, &ORDERS), |o| {
        order_words(*o)
    });
    let order = order.filter(|chosen| !(is_shuffled(*chosen) && is_shuffled(solving.order)));
    edits.extend(order.map(SolvingChange::Order).map(Edit::Solve));
    if let Order::Shuffled(seed) = solving.order {
        let mut other = seed;
        ui.label("Seed");
        let tip = "The same seed gives the same order";
        let response = number(ui, 56.0, DragValue::new(&mut other).speed(0.1));
        if response.on_hover_text(tip).changed() {
            edits.push(Edit::Solve(SolvingChange::Order(Order::Shuffled(other))));
        }
        ui.end_row();
    }
    edits
}

/// Limits and damping.
fn number_rows(ui: &mut Ui, solving: &Solving) -> Vec<Edit> {
    let mut edits = Vec::new();
    ui.label("Limits");
    let mut stops = solving.limits == Limits::Respected;
    let tip = "Joints stop at their limits, or turn as if there were none";
    if ui
        .checkbox(&mut stops, "joints stop")
        .on_hover_text(tip)
        .changed()
    {
        let limits = if stops {
            Limits::Respected
        } else {
            Limits::Ignored
        };
        edits.push(Edit::Solve(SolvingChange::Limits(limits)));
    }
    ui.end_row();
    ui.label("Damping");
    let mut damping = solving.damping;
    ui.scope(|ui| {
        ui.spacing_mut().slider_width = 72.0;
        let slider = Slider::new(&mut damping, DAMPINGS)
            .logarithmic(true)
            .clamping(egui::SliderClamping::Never)
            .custom_formatter(|value, _| format!("{value:.0e}"))
            .suffix(" m²");
        let tip = "More is slower, and calmer where limbs are straight";
        let response = number(ui, 72.0, slider).on_hover_text(tip);
        edits.extend(slid(&response, SolvingChange::Damping(damping)));
    });
    ui.end_row();
    edits
}

/// What posture is called, and what it does.
pub(crate) const fn posture_words(posture: PostureModel) -> Words {
    match posture {
        PostureModel::None => ("none", "Where nothing is asked, joints stay as they are"),
        PostureModel::Generic => (
            "generic",
            "The spine bends evenly, knees bend with hips, free arms hang",
        ),
        PostureModel::People => (
            "like people",
            "As recorded people do; generic for bodies that are built otherwise",
        ),
    }
}

/// A row with a list; what was chosen when it is another than before.
fn choose<T: PartialEq + Copy>(
    ui: &mut Ui,
    name: &str,
    (now, choices): (T, &[T]),
    words: impl Fn(&T) -> Words,
) -> Option<T> {
    let mut chosen = now;
    ui.label(name);
    ComboBox::from_id_salt(name)
        .selected_text(words(&now).0)
        .width(CHOICE)
        .show_ui(ui, |ui| {
            for choice in choices {
                let (word, tip) = words(choice);
                // What is chosen has numbers of its own.
                let is_now = word == words(&now).0;
                let label = ui.selectable_label(is_now, word);
                if label.on_hover_text(tip).clicked() {
                    chosen = *choice;
                }
            }
        })
        .response
        .on_hover_text(words(&now).1);
    ui.end_row();
    (chosen != now).then_some(chosen)
}

/// What a slider or a number that is dragged asks for.
fn slid(response: &Response, change: SolvingChange) -> Vec<Edit> {
    let mut edits = Vec::new();
    if response.changed() {
        edits.push(Edit::Solve(change));
    }
    if response.drag_stopped() || response.lost_focus() {
        edits.push(Edit::EndDrag);
    }
    edits
}

const fn is_sweep(method: &Method) -> bool {
    matches!(method, Method::Sweep { .. })
}

const fn is_shuffled(order: Order) -> bool {
    matches!(order, Order::Shuffled(_))
}

pub(crate) const fn priority_words(priority: Priority) -> Words {
    match priority {
        Priority::Equal => ("equal", "Everyone gives way a little, ranks ignored"),
        Priority::Biased => ("biased", "Balance weighs more the further it is off"),
        Priority::Weighted => ("weighted", "Every rank weighs much more than the next"),
        Priority::NullSpace => (
            "null space",
            "What balance and feet leave free is everyone else's",
        ),
        Priority::Strict => ("strict", "Rank after rank, each in what is left free"),
    }
}

const fn bias_words(bias: Bias) -> Words {
    match bias {
        Bias::RowsAndError => ("rows and error", "Balance weighs more, and is met"),
        Bias::ErrorAlone => (
            "the error alone",
            "As equation 9 is printed: balance overshoots",
        ),
    }
}

pub(crate) const fn method_words(method: &Method) -> Words {
    match method {
        Method::Goals => ("goal by goal", "Gauss-Seidel over goals, accelerated"),
        Method::Joints => ("joint by joint", "Gauss-Seidel over joints, accelerated"),
        Method::Sweep { .. } => ("plain sweep", "The paper's own, limits within each visit"),
        Method::Direct => ("exact", "All goals at once by factorisation"),
    }
}

pub(crate) const fn order_words(order: Order) -> Words {
    match order {
        Order::Forward => (
            "forward",
            "Goals as they are listed, joints outward from the foot",
        ),
        Order::Backward => ("backward", "The other way round"),
        Order::ByRank => ("by rank", "The most important first"),
        Order::Shuffled(_) => ("shuffled", "Anyhow, the same way for the same seed"),
    }
}
