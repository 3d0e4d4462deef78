// The project's own server, as `cargo xtask web` has built it.
const root = new URL("../../../", import.meta.url).pathname;
export const TARGET = process.env.CARGO_TARGET_DIR || `${root}target`;
export const SERVER = `${TARGET}/debug/xtask-web`;
