//! `cargo xtask setup`: the system tools that the checks need.

use crate::shell::{cargo, is_installed, is_root, program, run as run_command};

/// A program that some check runs.
struct Tool {
    program: &'static str,
    from: Source,
    purpose: &'static str,
}

/// Where a program comes from.
enum Source {
    /// This Debian package.
    Debian(&'static str),
    /// This Rust package, in this version.
    Cargo(&'static str),
}

const TOOLS: &[Tool] = &[
    Tool {
        program: "minizinc",
        from: Source::Debian("minizinc"),
        purpose: "MiniZinc, which reads our exported models",
    },
    Tool {
        program: "fzn-gecode",
        from: Source::Debian("flatzinc"),
        purpose: "Gecode, the solver that tests compare ours with",
    },
    Tool {
        program: "clasp",
        from: Source::Debian("clasp"),
        purpose: "clasp, the solver that counts the solutions of our formulas",
    },
    Tool { program: "tmux", from: Source::Debian("tmux"), purpose: "tmux, the terminal that tests type at" },
    Tool { program: "node", from: Source::Debian("nodejs"), purpose: "Node.js, which runs the WebAssembly build" },
    Tool { program: "qpdf", from: Source::Debian("qpdf"), purpose: "qpdf, which checks our PDF files" },
    Tool {
        program: "pdftotext",
        from: Source::Debian("poppler-utils"),
        purpose: "Poppler, which reads our PDF files and paints their pages",
    },
    Tool { program: "zbarimg", from: Source::Debian("zbar-tools"), purpose: "ZBar, which reads our QR codes" },
    Tool { program: "veripb", from: Source::Cargo("veripb@3.0.2"), purpose: "VeriPB, which checks our proofs" },
    Tool { program: "python3", from: Source::Debian("python3-venv"), purpose: "Python, for which there is a package" },
    Tool { program: "npm", from: Source::Debian("npm"), purpose: "npm, which installs what tries the web app" },
    Tool { program: "chromium", from: Source::Debian("chromium"), purpose: "Chromium, in which the web app is tried" },
];

/// What packages are made and tried with.
const DIST_TOOLS: &[Tool] = &[
    Tool {
        program: "musl-gcc",
        from: Source::Debian("musl-tools"),
        purpose: "a C compiler for programs that need no library",
    },
    Tool { program: "man", from: Source::Debian("man-db"), purpose: "man, which shows our manual pages" },
];

/// The tools of the checks.
pub(crate) fn run() -> Result<(), String> {
    see_to(TOOLS)
}

/// The tools of `cargo xtask dist`.
pub(crate) fn run_for_dist() -> Result<(), String> {
    see_to(DIST_TOOLS)
}

/// Installs what is missing where it need not ask (with cargo; as root, on Debian and its
/// derivatives, with apt-get); elsewhere, says what to install. Silent when nothing is missing.
fn see_to(tools: &'static [Tool]) -> Result<(), String> {
    let missing = missing(tools);
    let crates: Vec<&str> = missing.iter().filter_map(|tool| tool.from.cargo()).collect();
    if !crates.is_empty() {
        run_command(cargo(&format!("install --locked {}", crates.join(" "))))?;
    }
    let packages: Vec<&str> = missing.iter().filter_map(|tool| tool.from.debian()).collect();
    if !packages.is_empty() && is_installed("apt-get") && is_root() {
        install(&packages)?;
    }
    match self::missing(tools) {
        still if still.is_empty() => Ok(()),
        still => Err(plea(&still)),
    }
}

impl Source {
    fn debian(&self) -> Option<&'static str> {
        match self {
            Source::Debian(package) => Some(package),
            Source::Cargo(_) => None,
        }
    }

    fn cargo(&self) -> Option<&'static str> {
        match self {
            Source::Cargo(package) => Some(package),
            Source::Debian(_) => None,
        }
    }
}

/// An error that says how to get a program, for the steps that cannot do without it.
pub(crate) fn require(name: &str) -> Result<(), String> {
    if is_installed(name) { Ok(()) } else { Err(format!("`{name}` is not installed; `cargo xtask setup` sees to it")) }
}

fn missing(tools: &'static [Tool]) -> Vec<&'static Tool> {
    tools.iter().filter(|tool| !is_installed(tool.program)).collect()
}

fn install(packages: &[&str]) -> Result<(), String> {
    eprintln!("Installing {} with apt-get.", packages.join(", "));
    // Lists that cannot be refreshed, because another apt-get locks them, may still do.
    if let Err(why) = apt_get("update") {
        eprintln!("Going on with the package lists as they are: {why}");
    }
    apt_get(&format!("install --yes --no-install-recommends {}", packages.join(" ")))
}

/// apt-get that asks nothing, waits for another one to finish, and tries a failed download again.
fn apt_get(arguments: &str) -> Result<(), String> {
    let options = "-qq -o DPkg::Lock::Timeout=300 -o Acquire::Retries=3";
    let mut command = program("apt-get", &format!("{options} {arguments}"));
    command.env("DEBIAN_FRONTEND", "noninteractive");
    run_command(command)
}

fn plea(missing: &[&Tool]) -> String {
    let mut plea = String::from("please install what is missing:");
    for Tool { program, from, purpose } in missing {
        plea += &match from {
            Source::Debian(package) => format!("\n    {program}: {purpose} (Debian package {package})"),
            Source::Cargo(package) => format!("\n    {program}: {purpose} (cargo install --locked {package})"),
        };
    }
    plea + "\nMeanwhile `cargo xtask ci STEP...` runs the checks that need none of it."
}
