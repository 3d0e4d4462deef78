// Starts the part that watches FlatZinc files.
import init, { answer } from "./flatzinc.js";
import { load } from "./load.js";

await init({ module_or_path: load("./flatzinc_bg.wasm") });
self.onmessage = ({ data }) => {
  const told = answer(data);
  if (told !== undefined) self.postMessage(told);
};
self.postMessage(null);
