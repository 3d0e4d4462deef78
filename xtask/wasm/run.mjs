// Prints the digest of every case as WebAssembly computes it, one `name digest` per line.
//
//     node run.mjs determinism.wasm NAME...
//
// The names are those of the cases, in order: text does not pass the border to WebAssembly easily, numbers do.
import { readFile } from "node:fs/promises";

const [file, ...names] = process.argv.slice(2);
// No imports: code that asks the host for a clock or for randomness is not deterministic, and fails to link here.
const { instance } = await WebAssembly.instantiate(await readFile(file), {});

names.forEach((name, number) => {
  let digest;
  try {
    digest = instance.exports.digest(number);
  } catch (error) {
    console.error(`case ${name}: ${error}`); // A panic arrives as a trap, with no message.
    process.exit(1);
  }
  console.log(name, BigInt.asUintN(64, digest).toString(16).padStart(16, "0"));
});
