//! Long work in a thread of its own, so that the window stays alive.
//!
//! ```text
//! Job::start ──> thread: work(&Told) ──stage, share──> Job::progress   (asked for in every frame)
//!                          └── answer, refusal or panic ──> Job::poll  (once)
//! ```
//! A job that is dropped or cancelled ends at the next share that it tells: the thread unwinds from there, so the functions of
//! the core need not know that they can be stopped.

use crate::viewer::window::display::words;
use std::panic::{self, AssertUnwindSafe};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, TryRecvError};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Work that is going on.
#[derive(Debug)]
pub(crate) struct Job<T> {
    shared: Arc<Shared>,
    answer: Receiver<Answer<T>>,
    began: Instant,
}

/// What came of it.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Answer<T> {
    Done(T),
    /// Why not, in a sentence.
    Refused(String),
    Cancelled,
}

/// How far it is.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Progress {
    /// What is being done: "Balancing dance.bvh".
    pub(crate) stage: String,
    /// Nothing where nobody can say [0..1].
    pub(crate) share: Option<f64>,
}

#[derive(Debug, Default)]
struct Shared {
    progress: Mutex<Progress>,
    is_cancelled: AtomicBool,
}

/// Where work tells how far it is.
#[derive(Debug)]
pub(crate) struct Told(Arc<Shared>);

/// What a cancelled thread unwinds with.
struct Stopped;

impl Told {
    /// Begins another part of the work.
    pub(crate) fn stage(&self, stage: impl Into<String>) {
        self.stop_if_cancelled();
        let stage = stage.into();
        *lock(&self.0.progress) = Progress { stage, share: None };
    }

    /// How much of this part is done [0..1].
    pub(crate) fn share(&self, share: f64) {
        self.stop_if_cancelled();
        lock(&self.0.progress).share = Some(share.clamp(0.0, 1.0));
    }

    fn stop_if_cancelled(&self) {
        if self.0.is_cancelled.load(Ordering::Relaxed) {
            // No panic: nothing is printed, and `run` knows it again.
            panic::resume_unwind(Box::new(Stopped));
        }
    }
}

impl<T: Send + 'static> Job<T> {
    /// Begins work in a thread. What it refuses is a sentence.
    pub(crate) fn start(
        stage: impl Into<String>,
        work: impl FnOnce(&Told) -> Result<T, String> + Send + 'static,
    ) -> Self {
        let stage = stage.into();
        let shared = Arc::new(Shared {
            progress: Mutex::new(Progress { stage, share: None }),
            is_cancelled: AtomicBool::new(false),
        });
        let (sender, answer) = mpsc::channel();
        let told = Told(Arc::clone(&shared));
        let name = "long work".to_owned();
        let spawned = std::thread::Builder::new().name(name).spawn({
            let sender = sender.clone();
            // Nobody may want the answer any more.
            move || drop(sender.send(run(&told, work)))
        });
        if let Err(e) = spawned {
            let refused = Answer::Refused(format!("No thread can be started: {e}."));
            // The receiver is here.
            let _ = sender.send(refused);
        }
        Self {
            shared,
            answer,
            began: Instant::now(),
        }
    }

    /// The answer, once it is there.
    pub(crate) fn poll(&self) -> Option<Answer<T>> {
        match self.answer.try_recv() {
            Ok(answer) => Some(answer),
            Err(TryRecvError::Empty) => None,
            Err(TryRecvError::Disconnected) => Some(lost()),
        }
    }

    /// The answer, if it comes within this time: short work is not worth a change of the scene.
    pub(crate) fn wait(&self, patience: Duration) -> Option<Answer<T>> {
        match self.answer.recv_timeout(patience) {
            Ok(answer) => Some(answer),
            Err(RecvTimeoutError::Timeout) => None,
            Err(RecvTimeoutError::Disconnected) => Some(lost()),
        }
    }

    /// The answer, however long it takes.
    pub(crate) fn finish(&self) -> Answer<T> {
        self.answer.recv().unwrap_or_else(|_| lost())
    }

    /// How far it is.
    pub(crate) fn progress(&self) -> Progress {
        lock(&self.shared.progress).clone()
    }

    /// Since it began.
    pub(crate) fn elapsed(&self) -> Duration {
        self.began.elapsed()
    }

    /// Asks it to end. What is finished already stays so: the answer tells.
    pub(crate) fn cancel(&self) {
        self.shared.is_cancelled.store(true, Ordering::Relaxed);
    }
}

impl<T> Drop for Job<T> {
    fn drop(&mut self) {
        self.shared.is_cancelled.store(true, Ordering::Relaxed);
    }
}

fn run<T>(told: &Told, work: impl FnOnce(&Told) -> Result<T, String>) -> Answer<T> {
    // What the work had in its hands is gone with it.
    match panic::catch_unwind(AssertUnwindSafe(|| work(told))) {
        Ok(Ok(done)) => Answer::Done(done),
        Ok(Err(sentence)) => Answer::Refused(sentence),
        Err(unwound) if unwound.is::<Stopped>() => Answer::Cancelled,
        Err(panic) => Answer::Refused(format!(
            "The program made a mistake, and nothing was changed: {}",
            words(&*panic)
        )),
    }
}

fn lost<T>() -> Answer<T> {
    Answer::Refused("The program lost this work; nothing was changed.".to_owned())
}

/// Progress is whole whoever else failed while writing it.
fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn work_tells_how_far_it_is_and_then_answers() {
        let (go_on, wait) = mpsc::channel::<()>();
        let job = Job::start("Counting", move |told| {
            told.share(0.5);
            wait.recv().unwrap();
            Ok(7)
        });
        while job.progress().share.is_none() {
            std::thread::yield_now();
        }
        let half = Progress {
            stage: "Counting".to_owned(),
            share: Some(0.5),
        };
        assert_eq!((job.progress(), job.poll()), (half, None));
        go_on.send(()).unwrap();
        assert_eq!(job.finish(), Answer::Done(7));
    }

    #[test]
    fn a_refusal_arrives_as_the_sentence_that_it_is() {
        let job: Job<()> = Job::start("Reading", |_| Err("a.bvh: has no motion".to_owned()));
        let refused = Answer::Refused("a.bvh: has no motion".to_owned());
        assert_eq!(job.finish(), refused);
    }

    #[test]
    fn a_panic_is_caught_and_said() {
        let job: Job<()> = Job::start("Falling", |_| panic!("no ground under {}", "the left foot"));
        let Answer::Refused(sentence) = job.finish() else {
            panic!("a panic is an answer");
        };
        assert!(
            sentence.contains("a mistake") && sentence.ends_with("no ground under the left foot"),
            "{sentence}"
        );
    }

    #[test]
    fn cancelled_work_ends_where_it_next_tells_something() {
        let job: Job<()> = Job::start("Running in circles", |told| {
            loop {
                told.share(0.1);
            }
        });
        job.cancel();
        assert_eq!(job.finish(), Answer::Cancelled);
    }

    #[test]
    fn work_that_nobody_waits_for_any_more_ends() {
        let (sender, ended) = mpsc::channel::<()>();
        let job: Job<()> = Job::start("Running in circles", move |told| {
            // Dropped when the thread unwinds.
            let _sender = sender;
            loop {
                told.share(0.1);
            }
        });
        drop(job);
        assert!(ended.recv().is_err(), "the thread has let go of its end");
    }
}
