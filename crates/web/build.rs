//! How the module is linked.

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    // Whoever starts the module brings its memory, and so can say how large that may grow: see `site/worker.js`.
    if std::env::var("CARGO_CFG_TARGET_ARCH").is_ok_and(|target| target == "wasm32") {
        println!("cargo::rustc-link-arg-cdylib=--import-memory");
    }
}
