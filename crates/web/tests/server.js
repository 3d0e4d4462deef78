// The server of the program, as the tests have built it, and the app that `cargo xtask web` has built.
const root = new URL("../../../", import.meta.url).pathname;
export const TARGET = process.env.CARGO_TARGET_DIR || `${root}target`;
export const SERVER = `${TARGET}/debug/equipoise`;
export const SERVE = ["serve", `${TARGET}/web`, "--port"];
