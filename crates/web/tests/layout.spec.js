// The board on one screen: measured at the sizes of usual screens, for every size of puzzle that is offered.
import { readFileSync } from "node:fs";
import { KINDS, expect, field, fields, open, openText, swipe, test } from "./helpers.js";

const SCREENS = [
  { width: 1366, height: 768 },
  { width: 1280, height: 800 },
  { width: 390, height: 844 },
  { width: 360, height: 740 },
  { width: 844, height: 390 },
];

// A puzzle of every size that is offered: made beforehand, since the largest take a while.
const lines = (name) => readFileSync(new URL(name, import.meta.url), "utf8").trim().split("\n");
const PUZZLES = lines("sizes.jsonl").map((line) => JSON.parse(line));
const offered = (kind) => [...new Set(lines("../../play/src/offers.txt").map((line) => line.split(/\s+/)).filter((words) => words[0] === kind).map((words) => Number(words[1])))];

// Where the parts are, whether all of them are seen, and the least side of a target.
const measure = (page) =>
  page.evaluate(() => {
    const box = (selector) => document.querySelector(selector).getBoundingClientRect();
    const places = Object.fromEntries([".board-frame", ".said", ".pad", ".tools"].map((part) => [part, box(part).toJSON()]));
    const seen = Object.values(places).every((place) => place.top >= 0 && place.left >= 0 && place.bottom <= innerHeight + 1 && place.right <= innerWidth + 1);
    const keys = [...document.querySelectorAll(".pad .key, .tools .key")].map((key) => key.getBoundingClientRect());
    const targets = [...document.querySelectorAll(".board .field")].map((one) => one.getBoundingClientRect());
    const root = document.documentElement;
    return {
      places,
      seen: seen && keys.every((key) => key.bottom <= innerHeight + 1 && key.right <= innerWidth + 1),
      scrolls: root.scrollHeight > innerHeight || root.scrollWidth > innerWidth,
      least: Math.min(...targets.flatMap((target) => [target.width, target.height])),
      // Pairs of targets that lie on each other. Neighbours share a border.
      over: targets.flatMap((a, index) => targets.slice(0, index).filter((b) => {
        const across = Math.min(a.right, b.right) - Math.max(a.left, b.left);
        const along = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
        return across > 2 && along > 2;
      })).length,
      key: Math.min(...keys.flatMap((key) => [key.width, key.height])),
    };
  });

// The board is fitted within a few frames.
const soon = (message) => ({ message, intervals: [20, 40, 80, 160, 320] });

for (const kind of KINDS) {
  test(`every size of ${kind} fits every screen, and fingers hit its targets`, async ({ page }) => {
    const puzzles = PUZZLES.filter(({ puzzle }) => puzzle === kind);
    expect(puzzles.map(({ made }) => made.options.size)).toEqual(offered(kind));
    const fit = async (puzzle, screens) => {
      for (const screen of screens) {
        await page.setViewportSize(screen);
        const what = `${kind} ${puzzle.made.options.size} on ${screen.width} x ${screen.height}`;
        await expect.poll(async () => (await measure(page)).least, soon(what)).toBeGreaterThanOrEqual(23.9);
        const { seen, scrolls, key, over } = await measure(page);
        expect({ seen, scrolls, over }, what).toEqual({ seen: true, scrolls: false, over: 0 });
        expect(key, what).toBeGreaterThanOrEqual(43.9);
      }
    };
    const enter = async (at, value) => {
      await fields(page).nth(at).focus();
      await page.keyboard.press(String(value));
      await page.keyboard.press("Enter");
    };
    for (const puzzle of puzzles) {
      await page.setViewportSize(SCREENS[0]);
      await openText(page, JSON.stringify(puzzle));
      await fit(puzzle, SCREENS);
      if (kind !== "weight") continue;
      // The same with bars that have tipped, one side and the other.
      await enter(0, 1);
      const count = await fields(page).count();
      for (const at of [Math.floor(count / 2), count]) {
        await enter(at - 1, 4);
        await page.waitForTimeout(700);
        expect(await page.locator(".scene .frame:is(.left, .right)").count()).toBeGreaterThan(0);
        await fit(puzzle, SCREENS);
      }
    }
  });
}

test("nothing moves when a place is chosen, a value is entered or a hint is told", async ({ page }) => {
  for (const screen of [SCREENS[0], SCREENS[2], SCREENS[4]]) {
    await page.setViewportSize(screen);
    for (const kind of KINDS) {
      await open(page, kind);
      const before = (await measure(page)).places;
      const what = `${kind} on ${screen.width} x ${screen.height}`;
      const all = await fields(page).count();
      for (const index of [0, 1, Math.floor(all / 2), all - 1]) {
        await fields(page).nth(index).click();
        await page.keyboard.press("1");
        expect((await measure(page)).places, what).toEqual(before);
      }
      await page.getByRole("button", { name: "Hint", exact: true }).click();
      await expect(page.getByRole("button", { name: "Close", exact: true })).toBeVisible();
      expect((await measure(page)).places, what).toEqual(before);
      // The sheet of a hint never lies over the board, and its buttons are seen.
      const board = await page.locator(".board-frame").boundingBox();
      const sheet = await page.locator(".help").boundingBox();
      const beside = sheet.x >= board.x + board.width || sheet.y >= board.y + board.height;
      expect(beside, what).toBe(true);
      const close = await page.getByRole("button", { name: "Close", exact: true }).boundingBox();
      expect(close.y + close.height, what).toBeLessThanOrEqual(sheet.y + sheet.height + 1);
    }
  }
});

test("what a hint marks is seen on the largest boards, and so are its buttons", async ({ page }) => {
  for (const [kind, screen] of [["weight", SCREENS[0]], ["weight", SCREENS[2]], ["trid", SCREENS[3]], ["weight", SCREENS[4]]]) {
    await page.setViewportSize(screen);
    await openText(page, JSON.stringify(PUZZLES.filter(({ puzzle }) => puzzle === kind).at(-1)));
    const what = `${kind} on ${screen.width} x ${screen.height}`;
    // From the other end of the board.
    await fields(page).last().focus();
    await page.getByRole("button", { name: "Hint", exact: true }).click();
    for (let level = 2; level <= 4; level++) await page.getByRole("button", { name: "Tell me more" }).click();
    await expect(page.getByRole("img", { name: "level 4 of 4" })).toBeVisible();
    const seen = () =>
      page.evaluate(() => {
        const frame = document.querySelector(".board-frame").getBoundingClientRect();
        const inside = (box) => box.left >= frame.left - 1 && box.right <= frame.right + 1 && box.top >= frame.top - 1 && box.bottom <= frame.bottom + 1;
        return [...document.querySelectorAll(".board .scene .effect")].some((mark) => inside(mark.getBoundingClientRect()));
      });
    await expect.poll(seen, soon(what)).toBe(true);
    for (const name of ["Show it", "Close"]) {
      await expect(page.getByRole("button", { name, exact: true }), what).toBeInViewport({ ratio: 0.95 });
    }
  }
});

test("a solved board is seen whole, and its card without scrolling", async ({ page }) => {
  const largest = PUZZLES.filter(({ puzzle }) => puzzle === "gap").at(-1);
  await page.setViewportSize(SCREENS[2]);
  await openText(page, JSON.stringify(largest));
  for (const [row, cells] of largest.solution.entries()) {
    for (const [column, filled] of [...cells].entries()) {
      if (filled === "1") await field(page, `r${row + 1}c${column + 1}`).click();
    }
  }
  await expect(page.locator(".won .techniques")).toBeVisible();
  for (const screen of SCREENS) {
    await page.setViewportSize(screen);
    const what = `${screen.width} x ${screen.height}`;
    const fits = () =>
      page.evaluate(() => {
        const [help, frame] = [".help", ".board-frame"].map((part) => document.querySelector(part));
        const box = help.getBoundingClientRect();
        return [help, frame].every((one) => one.scrollHeight <= one.clientHeight + 1) && box.bottom <= innerHeight && box.top >= 0;
      });
    await expect.poll(fits, soon(what)).toBe(true);
  }
});

test("the time is seen beside the longest titles", async ({ page }) => {
  await page.goto("#/new");
  await page.getByRole("combobox", { name: "Kind" }).selectOption("thermo");
  await page.getByRole("button", { name: "Make it" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Thermo Sudoku");
  for (const screen of SCREENS) {
    await page.setViewportSize(screen);
    const what = `${screen.width} x ${screen.height}`;
    await expect(page.getByRole("timer"), what).toBeInViewport({ ratio: 1 });
    const whole = await page.getByRole("heading", { level: 1 }).evaluate((title) => title.scrollWidth <= title.clientWidth);
    expect(whole, what).toBe(true);
  }
  // The boxes of the board are seen: their borders lie on the cells.
  const order = await page.locator(".board .scene").evaluate((scene) => [...scene.querySelectorAll(".thick-line, .outline")].map((part) => part.classList[0]));
  expect(order.at(-1)).toBe("thick-line");
});

test("a board is enlarged by keys, buttons and the wheel, and shrinks again", async ({ page }) => {
  await open(page, "gap");
  const wide = async () => (await page.locator(".board").boundingBox()).width;
  const fitting = await wide();
  await page.keyboard.press("+");
  await expect.poll(wide).toBeGreaterThan(fitting * 1.2);
  await page.getByRole("button", { name: "Larger" }).click();
  await expect.poll(wide).toBeGreaterThan(fitting * 1.5);
  // What the keyboard is on stays in sight.
  await page.keyboard.press("End");
  await expect(page.locator(".field:focus")).toBeInViewport({ ratio: 0.9 });
  for (let times = 0; times < 5; times++) await page.keyboard.press("-");
  await expect.poll(wide).toBe(fitting);
  const frame = await page.locator(".board-frame").boundingBox();
  await page.mouse.move(frame.x + 200, frame.y + 200);
  await page.keyboard.down("Control");
  await page.mouse.wheel(0, -200);
  await page.keyboard.up("Control");
  await expect.poll(wide).toBeGreaterThan(fitting * 1.2);
});

test.describe("touch", () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } });

  test("a finger moves an enlarged board, and paints when it is told to", async ({ page }) => {
    await open(page, "gap");
    await page.getByRole("button", { name: "Larger" }).tap();
    await page.getByRole("button", { name: "Larger" }).tap();
    const scrolled = () => page.locator(".board-frame").evaluate((frame) => frame.scrollLeft);
    const from = await scrolled();
    const { width } = await field(page, "r4c4").boundingBox();
    await swipe(page, "r4c4", { x: -2 * width, y: 0 });
    await expect.poll(scrolled).toBeGreaterThan(from + width);
    for (const id of ["r4c4", "r4c3", "r4c2"]) await expect(field(page, id)).toHaveAttribute("aria-label", /blank/);
    // A tap presses, as ever.
    await field(page, "r4c5").tap();
    await expect(field(page, "r4c5")).toHaveAttribute("aria-label", /filled/);
    await page.getByRole("button", { name: "Paint with a finger" }).tap();
    // These cells are in sight, and the board is at rest.
    await page.locator(".board-frame").evaluate((frame) => frame.scrollTo({ left: 200, behavior: "instant" }));
    await expect.poll(scrolled).toBe(200);
    await swipe(page, "r6c6", { x: -width, y: 0 });
    for (const id of ["r6c6", "r6c5"]) await expect(field(page, id)).toHaveAttribute("aria-label", /: empty/);
    expect(await scrolled()).toBe(200);
  });
});
