// The board is alive: bars tip and settle, targets follow; and what is wrong is marked and said.
import { KINDS, expect, field, fields, focused, open, openText, solution, status, test } from "./helpers.js";
import { readFileSync } from "node:fs";

const box = async (page, id) => {
  const { x, y, width, height } = await field(page, id).boundingBox();
  return { x, y, width, height };
};
// Until nothing moves any more.
const rest = (page) =>
  page.evaluate(async () => {
    const places = () => [...document.querySelectorAll("[data-turns], [data-hangs]")].map((part) => part.getAttribute("transform")).join();
    for (let before = ""; before !== places(); ) {
      before = places();
      await new Promise((next) => setTimeout(next, 120));
    }
  });
const enter = async (page, values) => {
  for (const [id, value] of Object.entries(values)) {
    await field(page, id).click();
    await page.keyboard.press(String(value));
  }
  await rest(page);
};
// How a bar or a line stands, as the drawing says it.
const poise = (page, id) => page.locator(`.board .scene .frame[data-turns]:is([data-target="${id}"], [data-target="${id}"] *)`).first().getAttribute("class");
const slope = async (page, id) => {
  const moved = await page.locator(`.board .scene [data-turns]:is([data-target="${id}"], [data-target="${id}"] *)`).first().getAttribute("transform");
  return Number(moved.split(/[ (]/)[2]);
};

test("bars tip to their heavier side, take along what hangs from them, and settle when they balance", async ({ page }) => {
  await open(page, "weight");
  const ids = Object.keys(solution("weight"));
  const level = Object.fromEntries(await Promise.all(ids.map(async (id) => [id, await box(page, id)])));
  expect(await poise(page, "b1")).toContain("open");
  await enter(page, { w5: 5, w3: 1 });
  // Both bars: 5 is on the right, 1 on the left of the lower one.
  expect(await poise(page, "b1")).toContain("right");
  expect(await slope(page, "b1")).toBeGreaterThan(0.02);
  const tipped = Object.fromEntries(await Promise.all(ids.map(async (id) => [id, await box(page, id)])));
  expect(tipped.w1.y).toBeLessThan(level.w1.y - 2);
  expect(tipped.w5.y).toBeGreaterThan(level.w5.y + 2);
  for (const id of ids) {
    expect(tipped[id].width, id).toBeCloseTo(level[id].width, 0);
    expect(tipped[id].height, id).toBeCloseTo(level[id].height, 0);
    expect(tipped[id].x, id).toBeCloseTo(level[id].x, 0);
  }
  // The field is where its box is drawn.
  const drawn = await page.locator('.board .scene [data-target="w5"] .outline').first().boundingBox();
  expect(Math.abs(drawn.y - tipped.w5.y)).toBeLessThan(2.5);
  await expect(page.locator(".said")).toContainText("Bar b1: left w1 and w2, right 12 and the rest of b2.");
  await enter(page, solution("weight"));
  await expect(status(page)).toContainText("Solved in");
  await rest(page);
  for (const id of ids) expect(Math.abs((await box(page, id)).y - level[id].y), id).toBeLessThan(1);
  for (const bar of ["b1", "b2"]) expect(await poise(page, bar)).toContain("level");
  const [bars, go] = await page.evaluate(() => {
    const of = (selector) => getComputedStyle(document.querySelector(selector));
    return [of(".board .thick-line").stroke, of(".won .level").fill];
  });
  expect(bars).toBe(go);
});

test("nothing moves for who wants nothing to move, and an arrow shows the heavier side", async ({ page }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await open(page, "weight");
  const before = await box(page, "w5");
  await enter(page, { w5: 5 });
  expect(await box(page, "w5")).toEqual(before);
  expect(await poise(page, "b1")).toContain("right");
  await expect(page.locator(".board .heavier").first()).toBeVisible();
});

test("the lines of Multi-Balance have scales that tip with them", async ({ page }) => {
  await open(page, "multibalance");
  const [[id]] = Object.entries(solution("multibalance"));
  const row = `row${id.match(/\d+/)[0]}`;
  expect(await poise(page, row)).toContain("open");
  await enter(page, { [id]: solution("multibalance")[id] });
  expect(await poise(page, row)).toMatch(/left|right/);
  expect(Math.abs(await slope(page, row))).toBeGreaterThan(0.1);
  await enter(page, solution("multibalance"));
  await expect(status(page)).toContainText("Solved in");
  await rest(page);
  expect(await poise(page, row)).toContain("level");
  expect(await slope(page, row)).toBe(0);
});

test("arrow keys lead to the nearest place in their direction", async ({ page }) => {
  const twelve = readFileSync(new URL("sizes.jsonl", import.meta.url), "utf8").trim().split("\n").map((line) => JSON.parse(line));
  await openText(page, JSON.stringify(twelve.find(({ puzzle, made }) => puzzle === "weight" && made.options.size === 12)));
  const boxes = await fields(page).evaluateAll((all) => all.map((one) => ({ id: one.dataset.target, ...one.getBoundingClientRect().toJSON() })));
  for (const own of boxes) {
    // What hangs beside it, at the same height.
    const beside = boxes.filter((other) => Math.abs(other.y - own.y) < own.height / 2 && other.x > own.x + 1).sort((a, b) => a.x - b.x)[0];
    if (!beside || beside.x - own.x > 1.5 * own.width) continue;
    await field(page, own.id).focus();
    await page.keyboard.press("ArrowRight");
    expect(await focused(page), `right of ${own.id}`).toBe(beside.id);
  }
});

test("the smallest conflict is marked and said", async ({ page }) => {
  await open(page, "gap");
  // Two filled cells that touch.
  await field(page, "r5c5").click();
  await field(page, "r5c6").click();
  await expect(page.locator(".board .wrong")).toHaveCount(2);
  await expect(page.locator(".said .broken").first()).toContainText(/r5c5.*r5c6/);
  for (const kind of KINDS.filter((kind) => kind !== "gap")) {
    await open(page, kind);
    await expect(page.locator(".board .wrong")).toHaveCount(0);
  }
});
