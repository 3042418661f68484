//! Whether a window can open here, and one sentence when it cannot.

use std::any::Any;
use std::panic::{self, AssertUnwindSafe};

/// Why no window opens.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct NoDisplay(pub String);

/// Libraries that are looked for when the window opens: part of the name in the complaint, and Debian's package.
const LIBRARIES: [(&str, &str, &str); 5] = [
    ("libX11", "libX11", "libx11-6"),
    ("libXi", "libXi", "libxi6"),
    ("xkbcommon", "libxkbcommon", "libxkbcommon0"),
    ("libGL", "libGL", "libgl1"),
    ("Option::unwrap()", "OpenGL", "libgl1"),
];

/// Fails when there is surely no display: asking first is quicker than trying, and says more.
pub(crate) fn check() -> Result<(), NoDisplay> {
    #[cfg(target_os = "linux")]
    return x11_check(&std::env::var("DISPLAY").unwrap_or_default());
    #[cfg(not(target_os = "linux"))]
    Ok(())
}

#[cfg(target_os = "linux")]
fn x11_check(display: &str) -> Result<(), NoDisplay> {
    use std::os::linux::net::SocketAddrExt as _;
    use std::os::unix::net::{SocketAddr, UnixStream};

    let fail = |why: &str| Err(NoDisplay(format!("no window can open here: {why}")));
    if display.is_empty() {
        return fail("there is no display (DISPLAY is not set)");
    }
    let Some((host, rest)) = display.rsplit_once(':') else {
        return fail(&format!("DISPLAY is {display:?}, which is not like \":0\""));
    };
    let number = rest.split('.').next().unwrap_or_default();
    if number.is_empty() || number.bytes().any(|b| !b.is_ascii_digit()) {
        return fail(&format!("DISPLAY is {display:?}, which is not like \":0\""));
    }
    if !matches!(host, "" | "unix") {
        // Another machine: only trying tells.
        return Ok(());
    }
    let path = format!("/tmp/.X11-unix/X{number}");
    let in_abstract = SocketAddr::from_abstract_name(&path);
    let answers = UnixStream::connect(&path).is_ok()
        || in_abstract.is_ok_and(|at| UnixStream::connect_addr(&at).is_ok());
    if answers {
        Ok(())
    } else {
        fail(&format!("the display {display} does not answer"))
    }
}

/// Whether OpenGL runs on a graphics card; software cannot afford more than one sample per pixel.
pub(crate) fn has_graphics_card() -> bool {
    if cfg!(not(target_os = "linux")) {
        return true;
    }
    let forced = |name: &str| std::env::var(name).is_ok_and(|v| v == "1" || v == "true");
    if forced("LIBGL_ALWAYS_SOFTWARE") {
        return false;
    }
    let nodes = std::fs::read_dir("/dev/dri").into_iter().flatten();
    let is_renderer = |name: &std::ffi::OsStr| name.to_string_lossy().starts_with("renderD");
    let mut entries = nodes.filter_map(Result::ok);
    entries.any(|entry| is_renderer(&entry.file_name()))
        || std::path::Path::new("/dev/dxg").exists()
}

/// What the program prints of a panic.
type Hook = Box<dyn Fn(&panic::PanicHookInfo<'_>) + Sync + Send>;

/// Hands the usual words about panics back: from then on they are faults of the program and should be told.
pub(crate) struct Opened(std::sync::Arc<std::sync::Mutex<Option<Hook>>>);

impl Opened {
    /// The window is there.
    pub(crate) fn tell(&self) {
        let hook = self.0.lock().ok().and_then(|mut hook| hook.take());
        if let Some(hook) = hook {
            panic::set_hook(hook);
        }
    }
}

/// Runs `start`, which opens the window and calls [`Opened::tell`] once it is there. The window's library panics when
/// it cannot open one: until then nothing is printed, and the panic becomes a sentence.
pub(crate) fn quietly(start: impl FnOnce(Opened)) -> Result<(), NoDisplay> {
    let hook = std::sync::Arc::new(std::sync::Mutex::new(Some(panic::take_hook())));
    panic::set_hook(Box::new(|_| {}));
    let opened = Opened(hook.clone());
    let caught = panic::catch_unwind(AssertUnwindSafe(|| start(opened)));
    let was_opened = hook.lock().map_or(true, |hook| hook.is_none());
    Opened(hook).tell();
    match caught {
        Ok(()) => Ok(()),
        Err(panic) if was_opened => panic::resume_unwind(panic),
        Err(panic) => Err(NoDisplay(sentence(&words(&*panic)))),
    }
}

/// What a panic said.
pub(crate) fn words(panic: &dyn Any) -> String {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    let text = text.or_else(|| panic.downcast_ref::<&str>().copied());
    text.unwrap_or_default().to_owned()
}

fn sentence(panic: &str) -> String {
    for (part, library, package) in LIBRARIES {
        if panic.contains(part) {
            return format!(
                "no window can open here: {library} is missing (Debian and Ubuntu: apt install {package})"
            );
        }
    }
    if panic.contains("XOpenDisplay") {
        return "no window can open here: the display of DISPLAY does not let us in (does it answer, and is XAUTHORITY \
                right?)"
            .to_owned();
    }
    format!("no window can open here: {panic}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[cfg(target_os = "linux")]
    fn a_display_that_is_not_there_is_told_in_one_sentence() {
        let told = |display| x11_check(display).unwrap_err().0;
        insta::assert_snapshot!(told(""), @"no window can open here: there is no display (DISPLAY is not set)");
        insta::assert_snapshot!(told(":98765"), @"no window can open here: the display :98765 does not answer");
        insta::assert_snapshot!(told("left"), @r#"no window can open here: DISPLAY is "left", which is not like ":0""#);
        assert_eq!(x11_check("elsewhere:10.0"), Ok(()));
    }

    #[test]
    fn a_missing_library_is_told_with_its_package() {
        for (panic, package) in [
            (
                "X11 backend failed: LibraryNotFound(DlOpenError(\"libXi.so.6\"))",
                "libxi6",
            ),
            (
                "X11 backend failed: LibraryNotFound(DlOpenError(\"libxkbcommon.so\"))",
                "libxkbcommon0",
            ),
            ("called `Option::unwrap()` on a `None` value", "libgl1"),
        ] {
            let told = sentence(panic);
            assert!(told.ends_with(&format!("apt install {package})")), "{told}");
        }
    }
}
