// Starts the worker: the same module, by another door.
import init, { worker } from "./app.js";
import { load } from "./load.js";

await init({ module_or_path: load("./app_bg.wasm") });
worker();
