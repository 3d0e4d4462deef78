// Run by node in a folder in which nothing but the package is installed.

import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import test from "node:test";
import * as equipoise from "equipoise";

const { Game, addRules, builtinNames, generate, kinds, open, read, readAll } = equipoise;

test("the examples of the page run", async () => {
  const page = readFileSync(new URL("./README.md", import.meta.url), "utf8");
  const examples = [...page.matchAll(/```js\n(.*?)```/gs)].map(([, example]) => example);
  assert.ok(examples.length >= 3);
  for (const [number, example] of examples.entries()) {
    const file = new URL(`./example-${number}.mjs`, import.meta.url);
    writeFileSync(file, example);
    await import(file);
  }
});

test("the form for bundlers works, too", async () => {
  const bundled = await import("./node_modules/equipoise/bundler/equipoise.js");
  assert.deepEqual(Object.keys(bundled).sort(), Object.keys(equipoise).filter((name) => !["default", "module.exports"].includes(name)).sort());
  assert.equal(bundled.open("aztec/seed-3a").solve().verdict, "unique");
});

/** The error that a call throws. */
function thrown(call) {
  try {
    call();
  } catch (error) {
    assert.ok(error instanceof Error, String(error));
    return error;
  }
  return assert.fail("it throws nothing");
}

const inOrder = (name) => builtinNames().filter((other) => other.startsWith(`${name}/`));

test("every kind is read, written, solved, drawn", () => {
  assert.ok(kinds().length >= 5);
  for (const { name } of kinds()) {
    const puzzle = open(inOrder(name)[0]);
    assert.equal(puzzle.kind, name);
    assert.deepEqual(read(JSON.stringify(puzzle)).toJSON(), puzzle.toJSON());
    assert.equal(read(puzzle.toText()).toText(), puzzle.toText());
    const answer = puzzle.solve({ seconds: 60 });
    assert.equal(answer.verdict, "unique", name);
    assert.ok(answer.statistics.nodes >= 1);
    const [solution] = answer.solutions;
    assert.ok(puzzle.check(solution).solved);
    assert.equal(puzzle.check(puzzle.givens).complete, false);
    assert.match(puzzle.draw("svg", solution), /^<svg/);
    assert.notEqual(puzzle.draw("text", solution), puzzle.draw());
    assert.equal(puzzle.draw(), `${puzzle}\n`);
    assert.match(puzzle.draw("ascii"), /^[\x00-\x7f]*$/);
  }
});

test("a seed names the same puzzle as on the command line", () => {
  const made = readFileSync(new URL("./made.jsonl", import.meta.url), "utf8").trimEnd().split("\n");
  assert.ok(made.length >= 8);
  for (const line of made) {
    const puzzle = JSON.parse(line);
    // The seed is beyond what numbers of JavaScript hold exactly.
    const seed = /"seed":(\d+)/.exec(line)[1];
    const { kind, options, index } = puzzle.made;
    const same = generate(kind, { ...options, index, seed });
    assert.deepEqual(same.toJSON(), puzzle);
  }
});

test("made puzzles have one solution and a grade", () => {
  for (const { name, sizes } of kinds()) {
    const puzzle = generate(name, { size: sizes[0], seed: 3, index: 2, seconds: 60 });
    assert.equal(puzzle.count({ seconds: 60 }), 1);
    assert.deepEqual(puzzle.solve().solutions[0], puzzle.solution);
    const { band, hardest } = puzzle.grade();
    assert.ok(hardest > 0 && typeof band === "string");
  }
  const easy = generate("gap", { difficulty: "easy", seed: 18446744073709551615n });
  assert.equal(easy.grade().band, "easy");
});

test("explanations lead to the solution", () => {
  const puzzle = open("aztec/seed-3a");
  const explanation = puzzle.explain({ seconds: 30 });
  assert.deepEqual(explanation.solution, puzzle.solve().solutions[0]);
  assert.ok(explanation.steps.every((step) => step.text.length > 0 && step.technique));
  assert.deepEqual(explanation.grade, puzzle.grade());
  assert.notEqual(explanation.draw(1), explanation.draw(0));
  assert.match(explanation.toHtml("A pyramid"), /<h1>.*A pyramid/);
  assert.match(explanation.summary, /step/);
  // Beyond the last step there is no other.
  assert.equal(explanation.draw(10_000), explanation.draw(explanation.steps.length));
});

test("hints and the referee", () => {
  const puzzle = open("gap/seed-1");
  assert.equal(puzzle.hint(undefined, { level: 1 }).says.length, 1);
  const { enter, says } = puzzle.hint();
  assert.ok(Object.keys(enter).length > 0 && says.length > 1);
  const removes = [{ place: "r8c5", values: [1] }];
  assert.equal(puzzle.judge({ because: [{ rule: "gap" }], facts: [], removes }).ruling, "sound");
  assert.equal(puzzle.judge({ because: [{ rule: "two" }], facts: [], removes }).ruling, "needs more");
});

test("a certificate has the bytes of the command's", () => {
  const { verdict, ...texts } = open("gap/seed-1").certify({ seconds: 60 });
  assert.equal(verdict, "unique");
  const files = { formula: "opb", proof: "pbp", manifest: "manifest" };
  assert.deepEqual(Object.keys(texts), Object.keys(files));
  for (const [text, ending] of Object.entries(files)) {
    assert.equal(texts[text], readFileSync(new URL(`./certified/gap-seed-1.${ending}`, import.meta.url), "utf8"));
  }
  assert.equal(read("aztec\n.\n. .\n").certify().verdict, "several");
  assert.equal(thrown(() => open("gap/seed-1").certify({ work: 1 })).kind, "stopped");
});

test("several solutions, or none", () => {
  const open2 = read("aztec\n.\n. .\n");
  assert.equal(open2.solve().verdict, "several");
  assert.equal(open2.solutions(3).length, 3);
  assert.deepEqual(open2.solutions(0), []);
  assert.equal(thrown(() => open2.explain()).kind, "several");
  const wrong = read("aztec\n.\n9 9\n9 . 9\n");
  assert.equal(wrong.solve().verdict, "none");
  assert.equal(thrown(() => wrong.grade()).kind, "none");
  const none = Array(10).fill(null);
  const wide = read(JSON.stringify({ puzzle: "gap", size: 10, columns: none, rows: none }));
  assert.equal(wide.count({ seconds: 60 }), 146510);
});

test("limits are obeyed, and never an answer", () => {
  const hard = open("weight/seed-20");
  const begun = performance.now();
  const { verdict, stopped } = hard.solve({ seconds: 0 });
  assert.ok(performance.now() - begun < 1000);
  assert.equal(verdict, "unknown");
  assert.match(stopped, /time/);
  assert.equal(hard.solve({ work: 1 }).verdict, "unknown");
  assert.equal(thrown(() => hard.grade({ work: 1 })).kind, "stopped");
  assert.equal(thrown(() => hard.count({ seconds: 0 })).kind, "stopped");
  assert.equal(thrown(() => generate("weight", { size: 60, seconds: 0 })).kind, "stopped");
});

test("what is wrong says what, where and what was expected", () => {
  const error = thrown(() => read('{"puzzle": "aztec", "rows": [[0], [8, 19]]}'));
  assert.equal(error.name, "EquipoiseError");
  assert.equal(error.kind, "shape");
  assert.equal(error.where, "rows[1][1], line 1, column 39");
  assert.deepEqual([error.line, error.column], [1, 39]);
  assert.ok(error.expected.length > 0, error.message);
  assert.match(error.message, /rows\[1\]\[1\]/);
  const kind = (call) => thrown(call).kind;
  assert.equal(kind(() => open("gap/seed-0")), "not-found");
  assert.equal(kind(() => generate("chess")), "kind");
  assert.equal(kind(() => generate("gap", { size: 3 })), "impossible");
  assert.match(thrown(() => generate("gap", { sise: 9 })).message, /"sise".*size/);
  for (const bad of [-1, 1.5, NaN, Infinity, "x", {}, -1n, 2n ** 64n]) {
    assert.match(thrown(() => generate("gap", { seed: bad })).message, /seed: expected a whole number/);
  }
  for (const bad of [-1, NaN, Infinity, "1"]) assert.equal(kind(() => open("gap/seed-1").solve({ seconds: bad })), "usage");
  for (const bad of [5, "x", [1], true]) assert.equal(kind(() => open("gap/seed-1").solve(bad)), "usage");
  for (const bad of [[3, 1], "many", -1, [1, 2, 3], {}]) assert.equal(kind(() => generate("gap", { clues: bad })), "usage");
  assert.equal(kind(() => generate("gap", { difficulty: "nice" })), "usage");
  assert.equal(kind(() => generate("gap", { technique: "magic" })), "usage");
  assert.equal(kind(() => open("gap/seed-1").draw("png")), "usage");
  assert.equal(kind(() => readAll("gap\n . 7 .\n")), "syntax");
});

test("hostile input is refused, and everything works afterwards", () => {
  const puzzle = open("aztec/seed-3a");
  const cycle = [];
  cycle.push(cycle);
  const boards = [cycle, [[[[]]]], 1n, () => 1, Symbol("x"), "[".repeat(100_000), `${"[".repeat(5000)}`, {}, 7, [[1], [2]], "1\n2 3 4\n", "\0"];
  for (const board of boards) assert.ok(thrown(() => puzzle.check(board)).message);
  const texts = ["", "gap", "{", "[".repeat(1_000_000), '{"puzzle":"gap"}', `weight\n${"(".repeat(100_000)}`, "\ud800", "aztec([[1e99]])."];
  for (const text of texts) assert.ok(thrown(() => read(text)).message);
  const size = thrown(() => generate("weight", { size: 2 ** 53 }));
  assert.ok(size.message);
  assert.equal(puzzle.solve().verdict, "unique");
});

test("a game is played to its end by hints", () => {
  for (const { name } of kinds()) {
    const puzzle = open(inOrder(name).at(-1));
    const smallest = inOrder(name).map(open).reduce((one, other) => (other.places.length < one.places.length ? other : one), puzzle);
    const game = smallest.play();
    for (let turns = 0; !game.solved; turns += 1) {
      assert.ok(turns < 2000, name);
      game.hint();
      assert.ok(game.lines.length > 0);
      game.follow();
    }
    // What goes without saying, such as empty cells, may be left blank.
    assert.deepEqual(smallest.check(game.board).violations, []);
    const again = Game.load(game.save());
    assert.deepEqual(again.board, game.board);
    assert.ok(again.solved);
    for (let turns = 0; game.solved; turns += 1) {
      assert.ok(turns < 2000, name);
      game.undo();
    }
    game.redo();
    assert.ok(game.solved);
  }
});

test("values are entered, marked, and said to be wrong", () => {
  const game = open("aztec/seed-3a").play();
  const target = game.targets.find(({ given }) => !given);
  game.mark(target.id, target.choices[0].value);
  game.mark(target.id, target.choices[1].value);
  const marked = game.targets.find(({ id }) => id === target.id);
  assert.deepEqual(marked.candidates, target.choices.slice(0, 2).map(({ value }) => value));
  assert.deepEqual(marked.values, []);
  game.enter(target.id, 9);
  assert.deepEqual(game.targets.find(({ id }) => id === target.id).values, [9]);
  game.check();
  assert.ok(game.lines.some(({ text }) => /wrong/i.test(text)), JSON.stringify(game.lines));
  game.enter(target.id);
  assert.deepEqual(game.targets.find(({ id }) => id === target.id).values, []);
  game.press("1");
  game.press("z", { control: true });
  game.press("ArrowDown");
  assert.equal(thrown(() => game.press("Hyper")).kind, "usage");
  assert.equal(thrown(() => game.enter("nowhere", 1)).kind, "usage");
  assert.equal(thrown(() => game.enter(target.id, 77)).kind, "usage");
  assert.equal(thrown(() => Game.load("{}")).name, "EquipoiseError");
  assert.match(game.code(), /^[12]/);
  game.patience = 0;
  assert.ok(game.hint().length > 0);
  assert.equal(thrown(() => (game.patience = -1)).kind, "usage");
});

test("a rule file is a kind", () => {
  const text = readFileSync(new URL("./latin.rules", import.meta.url), "utf8");
  const { name, sizes } = addRules(text);
  assert.equal(addRules(text).name, name);
  const puzzle = generate(name, { size: sizes[0], seed: 1 });
  assert.equal(puzzle.kind, name);
  assert.equal(puzzle.solve().verdict, "unique");
  assert.ok(puzzle.explain().steps.length > 0);
  const mistake = thrown(() => addRules("nonsense"));
  assert.equal(mistake.kind, "rules");
  assert.equal(mistake.line, 1);
});

test("memory does not grow", () => {
  const work = () => {
    for (let seed = 0; seed < 300; seed += 1) {
      const puzzle = generate("aztec", { size: 3, seed });
      const explanation = puzzle.explain();
      explanation.draw(1, "svg");
      const game = puzzle.play();
      game.hint();
      game.free();
      explanation.free();
      puzzle.free();
    }
    return process.memoryUsage().arrayBuffers + process.memoryUsage().external;
  };
  work();
  const before = work();
  assert.ok(work() <= before + 4_000_000);
});
