// What a visitor meets first, and what comes back the next day.
import { KINDS, choose, enterSolution, expect, field, fields, open, status, test } from "./helpers.js";

const EXAMPLES = ["weight/seed-5", "gap/seed-1", "aztec/seed-3a", "trid/seed-5", "multibalance/seed-1"];
const card = (page, kind) => page.locator(`.kind[data-kind="${kind}"]`);

test("the page is there before the module, and stays where it is when that comes", async ({ page }) => {
  let arrive;
  const held = new Promise((resolve) => (arrive = resolve));
  await page.route("**/app_bg.wasm", async (route) => {
    await held;
    await route.continue();
  });
  await page.goto("");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(/^Good (morning|afternoon|evening)\.$/);
  await expect(page.locator("#day")).toContainText(/for \w+day \d+ \w+\./);
  const hello = await page.locator(".hello").textContent();
  const places = () => page.locator(".kind").evaluateAll((all) => all.map((one) => one.getBoundingClientRect().top));
  const before = await places();
  expect(before.length).toBe(KINDS.length);
  const paint = await page.evaluate(() => performance.getEntriesByName("first-contentful-paint")[0]?.startTime);
  expect(paint).toBeLessThan(1500);
  arrive();
  await expect(page.locator(".cover svg")).toHaveCount(KINDS.length);
  expect(await page.locator(".hello").textContent()).toBe(hello);
  expect((await places()).slice(0, before.length)).toEqual(before);
});

test("today's puzzles are made, gone on with, and solved", async ({ page }) => {
  await page.goto("");
  await card(page, "aztec").getByRole("button").click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Aztec Math");
  await expect(page.locator(".facts")).toContainText("today’s");
  const puzzle = page.url();
  for (let hints = 0; hints < 200 && !(await status(page).textContent()).startsWith("Solved"); hints++) {
    if (hints === 2) {
      // Meanwhile, home knows of the game.
      await page.goto("#/");
      await expect(card(page, "aztec").getByRole("button")).toHaveText(/^Go on · 0:\d\d$/);
      await expect(page.getByRole("region", { name: "Go on" }).getByRole("link", { name: /Aztec Math/ })).toBeVisible();
      await card(page, "aztec").getByRole("button").click();
      await expect(fields(page).first()).toBeVisible();
      expect(page.url()).toBe(puzzle);
    }
    const heard = await status(page).textContent();
    await page.getByRole("button", { name: "Hint", exact: true }).click();
    await page.getByRole("button", { name: "Show it" }).click();
    await expect(status(page)).not.toHaveText(heard);
  }
  await page.goto("#/");
  await expect(card(page, "aztec").getByRole("button")).toHaveText(/^Solved 0:\d\d$/);
});

test("winning has its card: the time, what next, and a result that gives nothing away", async ({ page, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await open(page, "weight");
  await enterSolution(page, "weight");
  const won = page.locator(".won");
  await expect(won).toContainText("In balance.");
  await expect(won).toContainText("without help");
  await won.getByRole("button", { name: "Copy result" }).click();
  await expect(status(page)).toContainText("copied");
  const result = await page.evaluate(() => navigator.clipboard.readText());
  expect(result).toMatch(/^Equipoise: Weight, 5 weights.*\nSolved in 0:\d\d, without help\.\nhttp.*#\/play\/1[\w-]+$/);
  await won.getByRole("button", { name: "Another like this" }).click();
  await expect(won).toHaveCount(0);
  await expect(page.locator(".chip.size")).toHaveText("5 weights");
});

test("what is solved is counted, and brought to another browser", async ({ page, browser }) => {
  for (const kind of ["weight", "aztec"]) {
    await open(page, kind);
    await enterSolution(page, kind);
  }
  await page.goto("#/");
  await page.getByRole("link", { name: "Statistics" }).click();
  await expect(page.getByRole("row", { name: /^Weight 1 / })).toBeVisible();
  await expect(page.getByRole("row", { name: /^Aztec Math 1 / })).toBeVisible();
  await page.goto("#/settings");
  const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "Export" }).click()]);
  const file = await download.path();
  const other = await (await browser.newContext()).newPage();
  await other.goto(page.url());
  await open(other, "trid");
  await enterSolution(other, "trid");
  // Twice: nothing counts twice, and nothing is lost.
  for (let turn = 0; turn < 2; turn++) {
    await other.goto("#/settings");
    await other.getByLabel("Import").setInputFiles(file);
    await expect(status(other)).toContainText("Imported");
    await other.goto("#/statistics");
    for (const name of [/^Weight 1 /, /^Aztec Math 1 /, /^Trid 1 /]) await expect(other.getByRole("row", { name })).toBeVisible();
  }
  await other.context().close();
});

test("a streak counts the days on which today's puzzle was solved", async ({ page }) => {
  const solve = (on) => ({ kind: "gap", size: 9, day: on, on, seconds: 61 });
  await page.clock.install({ time: new Date("2026-11-16T08:00:00") });
  await page.goto("");
  await page.evaluate((record) => localStorage.setItem("equipoise/1/record", record), JSON.stringify({ a: solve("2026-11-14"), b: solve("2026-11-15") }));
  const streak = page.locator(".streak");
  for (const [time, says] of [["2026-11-16T09:00:00", "2 days in a row."], ["2026-11-17T00:05:00", ""]]) {
    await page.clock.setSystemTime(new Date(time));
    await page.reload();
    await expect(page.locator(".cover svg").first()).toBeVisible();
    await expect(streak).toHaveText(new RegExp(`^${says}\\s*Statistics$`));
  }
});

test("a new day has new puzzles", async ({ page }) => {
  await page.clock.install({ time: new Date("2026-11-16T08:00:00") });
  await page.goto("");
  await expect(page.getByText("Monday 16 November")).toBeVisible();
  const facts = () => page.locator(".kind p").allTextContents();
  await expect(page.locator(".cover svg")).toHaveCount(KINDS.length);
  const monday = await facts();
  await page.clock.setSystemTime(new Date("2026-11-17T20:00:00"));
  await page.reload();
  await expect(page.getByText("Tuesday 17 November")).toBeVisible();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Good evening.");
  await expect(page.locator(".cover svg")).toHaveCount(KINDS.length);
  expect(await facts()).not.toEqual(monday);
});

test("what was wanted last is wanted again, and examples of the rules are not on offer", async ({ page }) => {
  await page.goto("");
  await page.getByRole("combobox", { name: "Kind" }).selectOption("trid");
  await page.getByRole("combobox", { name: "Size" }).selectOption("6");
  await page.getByRole("button", { name: "Make it" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Trid");
  await page.goto("#/");
  await page.reload();
  await expect(page.getByRole("combobox", { name: "Kind" })).toHaveValue("trid");
  await expect(page.getByRole("combobox", { name: "Size" })).toHaveValue("6");
  await page.goto("#/new");
  const offered = await page.getByRole("combobox", { name: "Puzzle" }).locator("option").allTextContents();
  expect(offered.length).toBeGreaterThan(5);
  for (const name of EXAMPLES) expect(offered).not.toContain(name);
});

test("the rules and the keys are one key away, with a drawn example", async ({ page }) => {
  for (const kind of KINDS) {
    await open(page, kind);
    await page.keyboard.press("i");
    const rules = page.getByRole("dialog");
    await expect(rules.locator("svg.scene")).toHaveCount(1);
    await expect(rules.locator("pre")).toHaveCount(0);
    await page.keyboard.press("Escape");
    await expect(rules).toHaveCount(0);
  }
  await page.keyboard.press("?");
  await expect(page.getByRole("dialog", { name: "Keys" })).toContainText("undo");
  await page.getByRole("button", { name: "Close" }).click();
  // The keys go on working, wherever the focus is.
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowDown");
  await expect(page.locator(".field:focus")).toHaveCount(1);
});

test("the ringed place takes digits on load, and after a button", async ({ page }) => {
  await open(page, "weight");
  await page.reload();
  await expect(field(page, "w1")).toBeVisible();
  await page.keyboard.press("3");
  await expect(field(page, "w1")).toHaveAttribute("aria-label", /: 3$/);
  await page.getByRole("button", { name: "Hint", exact: true }).click();
  for (let level = 2; level <= 4; level++) await page.getByRole("button", { name: "Tell me more" }).click();
  await expect(page.getByRole("img", { name: "level 4 of 4" })).toBeVisible();
  await page.keyboard.press("Escape");
  await page.keyboard.press("u");
  await expect(field(page, "w1")).toHaveAttribute("aria-label", /: blank/);
});

test("a pause covers what helps, and a button ends it", async ({ page }) => {
  await open(page, "gap");
  await choose(page, "Pause");
  for (const part of [".board", ".said", ".pad", ".tools", ".help"]) await expect(page.locator(part)).toBeHidden();
  await page.getByRole("button", { name: "Resume" }).click();
  await expect(fields(page).first()).toBeVisible();
});

test("a game that is deleted can be brought back", async ({ page }) => {
  await open(page, "weight");
  await field(page, "w1").click();
  await page.keyboard.press("3");
  await page.goto("#/new");
  await page.getByRole("button", { name: "Delete Weight, 5 weights" }).click();
  await expect(page.getByRole("link", { name: "Weight, 5 weights", exact: true })).toHaveCount(0);
  await page.getByRole("button", { name: "Bring it back" }).click();
  await page.getByRole("link", { name: "Weight, 5 weights", exact: true }).click();
  await expect(field(page, "w1")).toHaveAttribute("aria-label", /: 3$/);
});

test("a value used twice is said in words", async ({ page }) => {
  await open(page, "weight");
  for (const id of ["w1", "w4"]) {
    await field(page, id).click();
    await page.keyboard.press("3");
  }
  await expect(page.locator(".said .broken").first()).toContainText(/w1.*w4/);
  for (const id of ["w1", "w4"]) await expect(field(page, id)).toHaveAttribute("aria-description", /^This is wrong\./);
});
