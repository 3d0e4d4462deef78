// Starts the worker: the same module, by another door.
import init, { worker } from "./app.js";
import { load } from "./load.js";

// Pages of rules may be by anybody: their worker never has more than 64 MB, in pages of 64 kB.
const memory = self.name === "rules" ? new WebAssembly.Memory({ initial: 64, maximum: 1024 }) : undefined;
await init({ module_or_path: load("./app_bg.wasm"), memory });
worker();
