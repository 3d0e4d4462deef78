// Measures the app in Chromium: sizes, load, first paint, move, hint, edit, new puzzle; moves and hints also with the
// processor slowed four times, as on a cheap phone. `cargo xtask web --bench` runs it.
import { readFileSync, readdirSync } from "node:fs";
import { brotliCompressSync } from "node:zlib";
import { chromium } from "@playwright/test";

const url = process.argv[2];
const site = process.argv[3];
const SIZES = { gap: 10, aztec: 6, weight: 12, trid: 7, multibalance: 8 };
const PUZZLES = 5;
const EDITS = 4;
const SLOWED = 4;

const median = (all) => [...all].sort((a, b) => a - b)[Math.floor(all.length / 2)];
const shown = (all) => `${median(all).toFixed(0)} | ${Math.max(...all).toFixed(0)}`;

function sizes() {
  let raw = 0;
  let packed = 0;
  // What is packed for hosts that do not compress is the same once more.
  for (const name of readdirSync(site).filter((name) => !name.endsWith(".gz"))) {
    const bytes = readFileSync(`${site}/${name}`);
    raw += bytes.length;
    packed += brotliCompressSync(bytes).length;
  }
  console.log(`| all files, raw / brotli | ${(raw / 1000).toFixed(0)} kB | ${(packed / 1000).toFixed(0)} kB |`);
}

// Does something in the page, and waits until a selector is there and painted; in milliseconds.
const until = (page, act, selector, gone = false) =>
  page.evaluate(
    async ([act, selector, gone]) => {
      const start = performance.now();
      new Function(act)();
      // The page follows a change as soon as the script that made it is done.
      await new Promise((next) => setTimeout(next, 0));
      const done = () => Boolean(document.querySelector(selector)) !== gone;
      while (!done()) {
        if (performance.now() - start > 30_000) throw new Error(`${selector} does not come after ${act}`);
        await new Promise((next) => requestAnimationFrame(next));
      }
      return performance.now() - start;
    },
    [act, selector, gone],
  );
const click = (text) => `[...document.querySelectorAll("button")].find((one) => one.textContent === ${JSON.stringify(text)}).click()`;

// Puts the keyboard on a field that can be set, another one each time; says whether it has a value.
const choose = (number) => {
  const all = [...document.querySelectorAll(".set .field")].filter((one) => one.getAttribute("aria-label").includes(":"));
  const field = all[(number * 5) % all.length];
  field.focus();
  return !field.getAttribute("aria-label").endsWith(": blank");
};
// Verdict and forced values; without a solution there are none, and the worker rests.
const KNOWN = ".remarks li:nth-child(2), .set .help:not(:has(> p.soft)) .remarks li";
const FIRST_KEY = `document.querySelector('[aria-label="What to set"] .key').click()`;

async function make(page, kind) {
  await page.goto(`${url}#/new`);
  await page.getByRole("combobox", { name: "Kind" }).selectOption(kind);
  await page.getByRole("combobox", { name: "Size" }).selectOption(String(SIZES[kind]));
  await page.getByRole("combobox", { name: "Difficulty" }).selectOption("");
  return until(page, click("Make it"), ".board");
}

async function main() {
  sizes();
  const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: ["--no-sandbox"] });
  // CSP forbids new Function, which the measuring uses; the app is measured as it is otherwise.
  const context = await browser.newContext({ bypassCSP: true });
  // Its visitor knows every kind: no lesson comes first.
  const lessons = JSON.stringify({ lessons: {}, skipped: Object.keys(SIZES) });
  await context.addInitScript((kept) => localStorage.setItem("equipoise/1/lessons", kept), lessons);
  const page = await context.newPage();
  await make(page, "aztec");
  const puzzle = page.url();
  const [loads, paints] = [[], []];
  for (let turn = 0; turn < 7; turn++) {
    await page.goto("about:blank");
    await page.goto(puzzle);
    await page.waitForSelector(".board .field");
    const load = await page.evaluate(() => performance.now());
    await page.goto("about:blank");
    await page.goto(url);
    await page.waitForSelector(".cover svg");
    const paint = await page.evaluate(() => performance.getEntriesByName("first-contentful-paint")[0].startTime);
    if (turn > 1) {
      loads.push(load);
      paints.push(paint);
    }
  }
  console.log(`| first paint of a warm load, ms | ${shown(paints)} |`);
  console.log(`| playable after a warm load, ms | ${shown(loads)} |`);
  for (const [kind, size] of Object.entries(SIZES)) {
    const [made, moves, hints, edits] = [[], [], [], []];
    for (let turn = 0; turn < PUZZLES; turn++) {
      made.push(await make(page, kind));
      // Warm: the tutor has proved the puzzle.
      await until(page, click("Hint"), ".levels");
      for (let hint = 0; hint < 8; hint++) {
        if (!(await page.getByRole("button", { name: "Show it" }).isVisible())) break;
        moves.push(await until(page, click("Show it"), ".levels", true));
        if (await page.locator(".won").isVisible()) break;
        hints.push(await until(page, click("Hint"), ".levels"));
      }
      await page.goto(`${url}#/set`);
      await until(page, click("The puzzle in play"), KNOWN);
      for (let edit = 0; edit < EDITS; edit++) {
        const has = await page.evaluate(choose, edit);
        edits.push(await until(page, has ? click("Clear") : FIRST_KEY, KNOWN));
      }
    }
    console.log(`| ${kind} ${size}: new puzzle | ${shown(made)} |`);
    console.log(`| ${kind} ${size}: a move and its redraw | ${shown(moves)} |`);
    console.log(`| ${kind} ${size}: a hint | ${shown(hints)} |`);
    console.log(`| ${kind} ${size}: an edit, to verdict and forced values | ${shown(edits)} |`);
  }
  const session = await context.newCDPSession(page);
  for (const [kind, size] of Object.entries(SIZES)) {
    await make(page, kind);
    await until(page, click("Hint"), ".levels");
    // It slows the page, and not its worker: of a hint, the worker's part is to be taken four times.
    await session.send("Emulation.setCPUThrottlingRate", { rate: SLOWED });
    const [moves, hints] = [[], []];
    for (let hint = 0; hint < 8; hint++) {
      if (!(await page.getByRole("button", { name: "Show it" }).isVisible())) break;
      moves.push(await until(page, click("Show it"), ".levels", true));
      if (await page.locator(".won").isVisible()) break;
      hints.push(await until(page, click("Hint"), ".levels"));
    }
    await session.send("Emulation.setCPUThrottlingRate", { rate: 1 });
    console.log(`| ${kind} ${size}, slowed: a move and its redraw | ${shown(moves)} |`);
    console.log(`| ${kind} ${size}, slowed: a hint | ${shown(hints)} |`);
  }
  await browser.close();
}

await main();
