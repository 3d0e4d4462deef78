// node main.cjs SOLVER SOLUTIONS MILLISECONDS: solves the puzzle on standard input by MiniZinc compiled to
// WebAssembly (the npm package `minizinc`), from the models in ../gecode.
//
// It is a line {"kind": the model's name, "data": its data}. What is told is as of the other solvers, but only
// one puzzle is solved, and once: Chuffed finds no solutions of a second one. The time is no measure of anything.

"use strict";
const fs = require("fs");
const path = require("path");
const readline = require("readline");
const vm = require("vm");

const [solver, wanted] = process.argv.slice(2);
const build = path.join(__dirname, "../../.build/wasm/node_modules/minizinc/dist");

// Under node the package calls an installed MiniZinc. The worker that it has for browsers brings its own; this
// is all that it wants of a browser.
let tell;
let told = [];
globalThis.addEventListener = (_, listener) => { tell = (data) => listener({ data }); };
globalThis.postMessage = (message) => told.push(message);
Object.assign(globalThis, { require, __dirname: build, __filename: "minizinc-worker.js" });
vm.runInThisContext(fs.readFileSync(path.join(build, "minizinc-worker.js"), "utf8"));

async function solve({ kind, data }) {
  told = [];
  const model = fs.readFileSync(path.join(__dirname, `../gecode/${kind}.mzn`), "utf8");
  const args = ["--solver", solver, "-n", wanted, "puzzle.mzn", "puzzle.dzn"];
  await tell({ jsonStream: true, files: { "puzzle.mzn": model, "puzzle.dzn": data }, args });
  const ended = told.some((message) => message.type === "exit" && message.code === 0);
  if (!ended || told.some((message) => message.type === "error")) throw new Error(JSON.stringify(told));
  return told.filter((message) => message.type === "solution").map((message) => message.output.default.trim());
}

async function main() {
  await tell({ wasmURL: path.join(build, "minizinc.wasm"), dataURL: path.join(build, "minizinc.data") });
  for await (const line of readline.createInterface({ input: process.stdin })) {
    const puzzle = JSON.parse(line);
    console.log("start");
    const answers = await solve(puzzle);
    for (const answer of answers) console.log(`solution ${answer}`);
    console.log(`end ${process.cpuUsage().user / 1e6}`);
    return;
  }
}

main().catch((error) => {
  console.error(error);
  process.exit(1);
});
