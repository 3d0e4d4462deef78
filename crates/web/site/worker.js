// Starts the worker: the same module, by another door.
import init, { worker } from "./app.js";

await init({ module_or_path: new URL("./app_bg.wasm", import.meta.url) });
worker();
