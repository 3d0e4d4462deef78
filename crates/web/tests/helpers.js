// What the tests share.
import { readFileSync } from "node:fs";
import { test as base, expect } from "@playwright/test";

export { expect };

// Every test fails on an error in the console and on a request to anybody else.
// Its visitor knows every kind, unless it is about a stranger.
export const test = base.extend({
  stranger: [false, { option: true }],
  page: async ({ page, baseURL, stranger }, use) => {
    if (!stranger) {
      await page.addInitScript((kinds) => {
        const key = "equipoise/1/lessons";
        try {
          if (!localStorage.getItem(key)) localStorage.setItem(key, JSON.stringify({ lessons: {}, skipped: kinds }));
        } catch {
          // A page without storage.
        }
      }, KINDS);
    }
    const faults = [];
    page.on("console", (message) => {
      if (message.type() === "error") faults.push(message.text());
    });
    page.on("pageerror", (error) => faults.push(String(error)));
    page.on("request", (request) => {
      const url = new URL(request.url());
      if (!["blob:", "data:"].includes(url.protocol) && url.origin !== new URL(baseURL).origin) faults.push(request.url());
    });
    await use(page);
    expect(faults).toEqual([]);
  },
});

// A built-in puzzle of each kind with a solution.
export const BUILT_IN = {
  weight: "weight/seed-5",
  gap: "gap/seed-1",
  aztec: "aztec/seed-3a",
  trid: "trid/seed-5",
  multibalance: "multibalance/seed-1",
};
export const KINDS = Object.keys(BUILT_IN);

// The text of a built-in puzzle.
const builtIn = (name) => {
  const [folder, file] = name.split("/");
  return readFileSync(new URL(`../../puzzles/src/${folder}/builtin/${file}.json`, import.meta.url), "utf8");
};

// What to enter where: the solution of the built-in puzzle, by the ids of the fields.
export function solution(kind) {
  const puzzle = JSON.parse(builtIn(BUILT_IN[kind]));
  const fill = {};
  puzzle.solution.forEach((row, r) => {
    if (typeof row === "number") fill[`w${r + 1}`] = row;
    else [...row].forEach((value, c) => (fill[`r${r + 1}c${c + 1}`] = value));
  });
  if (kind === "gap") return pick(fill, (value) => value === "1");
  if (kind === "multibalance") return pick(fill, (value) => /\d/.test(value));
  const given = (id) => {
    const [row, column] = id.slice(1).split("c").map(Number);
    if (kind === "aztec") return puzzle.rows[row - 1][column - 1] !== 0;
    return (puzzle.givens ?? []).some((given) => given.row === row - 1 && given.pos === column - 1);
  };
  return kind === "weight" ? fill : Object.fromEntries(Object.entries(fill).filter(([id]) => !given(id)));
}

const pick = (fill, wanted) => Object.fromEntries(Object.entries(fill).filter(([, value]) => wanted(value)));

// Opens a built-in puzzle, that of a kind or another.
export const open = (page, kind) => openText(page, builtIn(BUILT_IN[kind] ?? kind));

// Opens the puzzle that a text holds.
export async function openText(page, text) {
  await page.goto("#/new");
  await page.getByLabel("Or paste a puzzle, a code or a link").fill(text);
  await page.getByRole("button", { name: "Open" }).click();
  await expect(fields(page).first()).toBeVisible();
}

// Chooses something of the menu beside the board.
export async function choose(page, name) {
  await page.locator(".more > summary").click();
  await page.locator(".menu").getByRole("button", { name }).click();
}

// Fills in the solution of the built-in puzzle that is open.
export async function enterSolution(page, kind) {
  for (const [id, value] of Object.entries(solution(kind))) {
    await field(page, id).click();
    if (kind !== "gap") await page.keyboard.press(String(value));
  }
  await expect(page.locator(".won")).toBeVisible();
}

export const fields = (page) => page.locator(".board .field");
export const field = (page, id) => page.locator(`.board .field[data-target="${id}"]`);
export const status = (page) => page.locator(".status");
export const solved = (page) => expect(status(page)).toContainText("Solved in");

// The id of the field that has the keyboard.
export const focused = (page) => page.evaluate(() => document.activeElement?.getAttribute("data-target"));

// Puts the keyboard on the board, with the Tab key alone.
export async function tabToBoard(page) {
  for (let presses = 0; presses < 40; presses++) {
    if (await focused(page)) return;
    await page.keyboard.press("Tab");
  }
  throw new Error("the Tab key does not reach the board");
}

// Goes as far as an arrow key leads.
export async function goFar(page, key) {
  for (let last = null; last !== (await focused(page)); ) {
    last = await focused(page);
    await page.keyboard.press(key);
  }
}

// Moves a finger from the middle of one field by this many pixels.
export async function swipe(page, id, by) {
  const box = await field(page, id).boundingBox();
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  const session = await page.context().newCDPSession(page);
  const touch = (type, share) =>
    session.send("Input.dispatchTouchEvent", { type, touchPoints: type === "touchEnd" ? [] : [{ x: x + by.x * share, y: y + by.y * share }] });
  await touch("touchStart", 0);
  for (let step = 1; step <= 10; step++) await touch("touchMove", step / 10);
  await touch("touchEnd", 1);
  await session.detach();
}
