// node main.cjs SOLVER MODEL DATA MILLISECONDS: solves a MiniZinc model by Chuffed compiled to WebAssembly (the npm
// package `minizinc`), in free search.
//
// It tells the last objective (or `found`), whether it was proved, and the CPU seconds of solving, as the solver says.

"use strict";
const fs = require("fs");
const path = require("path");
const vm = require("vm");

const [solver, model, data, milliseconds] = process.argv.slice(2);
const build = path.join(__dirname, ".build/wasm/node_modules/minizinc/dist");

// The worker that the package has for browsers brings its own solvers; this is all that it wants of a browser.
let tell;
let told = [];
globalThis.addEventListener = (_, listener) => { tell = (data) => listener({ data }); };
globalThis.postMessage = (message) => told.push(message);
Object.assign(globalThis, { require, __dirname: build, __filename: "minizinc-worker.js" });
vm.runInThisContext(fs.readFileSync(path.join(build, "minizinc-worker.js"), "utf8"));

async function main() {
  await tell({ wasmURL: path.join(build, "minizinc.wasm"), dataURL: path.join(build, "minizinc.data") });
  told = [];
  const files = { "model.mzn": fs.readFileSync(model, "utf8"), "data.dzn": data };
  const args = ["--solver", solver, "-f", "-i", "-s", "-t", milliseconds, "--output-objective", "--output-mode", "dzn"];
  await tell({ jsonStream: true, files, args: [...args, "model.mzn", "data.dzn"] });
  let value = "none", proved = "open", seconds = NaN;
  for (const message of told) {
    if (message.type === "solution") {
      const found = /_objective = (-?\d+)/.exec(message.output.dzn ?? "");
      value = found ? found[1] : "found";
      if (!found) proved = "proved";
    }
    if (message.type === "status" && /OPTIMAL|UNSATISFIABLE|ALL/.test(message.status)) proved = "proved";
    if (message.type === "statistics" && "solveTime" in message.statistics) seconds = message.statistics.solveTime;
    if (message.type === "error") throw new Error(JSON.stringify(message));
  }
  console.log(value, proved, seconds);
}

main().then(() => process.exit(0), (error) => {
  console.error(error);
  process.exit(1);
});
