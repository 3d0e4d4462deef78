// Setting from an empty sheet, titles, sheets to print; races and FlatZinc files to watch; the packed module.
import { readFileSync } from "node:fs";
import { expect, field, focused, open, status, test } from "./helpers.js";

const remarks = (page) => page.locator(".remarks");
async function emptySheet(page, kind) {
  await page.goto("#/set");
  await page.getByRole("combobox", { name: "Kind" }).selectOption(kind);
  await page.getByRole("button", { name: "Empty sheet" }).click();
}

test("an empty sheet of Multi-Balance says what is missing, and becomes a puzzle", async ({ page }) => {
  await emptySheet(page, "multibalance");
  await expect(remarks(page).locator(".verdict")).toContainText("exactly one fulcrum each: there are 0 such cells");
  await page.getByRole("button", { name: "Make it unique" }).click();
  await expect(remarks(page)).toContainText("Exactly one solution.", { timeout: 60_000 });
  await expect(page.locator(".set .board .clue").first()).toBeAttached();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(remarks(page)).toContainText("there are 0 such cells");
});

const press = (page, name) => page.getByRole("group", { name: "The selected cells" }).getByRole("button", { name, exact: true }).click();

test("cells of Kakuro are blocked and opened by mouse and keys", async ({ page }, info) => {
  await emptySheet(page, "kakuro");
  const blocked = page.locator(".board .field[aria-label$='blocked']");
  expect(await blocked.count()).toBeGreaterThan(0);
  await page.getByLabel("Select several cells").check();
  for (const cell of await blocked.all()) await cell.click();
  await press(page, "Open");
  await expect(blocked).toHaveCount(0);
  await page.getByLabel("Select several cells").uncheck();
  await field(page, "r3c3").click();
  await page.keyboard.press("Shift+ArrowRight");
  await press(page, "Block");
  await expect(blocked).toHaveCount(2);
  await expect(field(page, "r3c3")).toHaveAttribute("aria-label", "row 3, column 3, blocked");
  await field(page, "r3c2").click();
  await page.keyboard.press("ArrowRight");
  expect(await focused(page)).toBe("r3c3");
  await page.screenshot({ path: info.outputPath("kakuro.png"), fullPage: true });
  await press(page, "Open");
  await expect(field(page, "r3c3")).toHaveAttribute("aria-label", "row 3, column 3");
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(field(page, "r3c3")).toHaveAttribute("aria-label", "row 3, column 3, blocked");
});

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test("a thermometer is drawn with a finger, and taken away", async ({ page }, info) => {
    await page.goto("#/set");
    await page.getByRole("button", { name: "Begin with" }).click();
    await page.getByRole("combobox", { name: "Kind" }).selectOption("thermo");
    await page.getByRole("button", { name: "Empty sheet" }).click();
    await page.getByLabel("Select several cells").check();
    for (const cell of ["r4c1", "r4c3"]) await field(page, cell).tap();
    await press(page, "One line");
    await expect(status(page)).toHaveText("A line goes from cell to cell, and r4c1 and r4c3 do not touch.");
    await field(page, "r4c3").tap();
    for (const cell of ["r4c2", "r3c3"]) await field(page, cell).tap();
    // The end of the third line; the column has the same name.
    const ends = page.locator(".board svg text", { hasText: /c3$/ });
    await expect(ends).toHaveCount(1);
    await press(page, "One line");
    await expect(ends).toHaveCount(2);
    await expect(remarks(page).locator(".verdict")).toBeVisible();
    await page.screenshot({ path: info.outputPath("thermo.png"), fullPage: true });
    await field(page, "r4c2").tap();
    await press(page, "No line");
    await expect(ends).toHaveCount(1);
    await press(page, "No line");
    await expect(status(page)).toHaveText("No line passes through here.");
  });
});

test("title, author and note travel in the file", async ({ page }) => {
  await open(page, "aztec");
  await page.goto("#/set");
  await page.getByRole("button", { name: "The puzzle in play" }).click();
  await page.getByText("Save", { exact: true }).click();
  await page.getByLabel("Title").fill("Steps");
  await page.getByLabel("Author").fill("Ana");
  await page.getByLabel("Note").fill("From the top.");
  const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "JSON", exact: true }).click()]);
  const file = await download.path();
  const { title, author, note, puzzle } = JSON.parse(readFileSync(file, "utf8"));
  expect({ title, author, note, puzzle }).toEqual({ title: "Steps", author: "Ana", note: "From the top.", puzzle: "aztec" });
  await emptySheet(page, "gap");
  await expect(page.getByLabel("Title")).toHaveValue("");
  await page.getByLabel("A file").setInputFiles(file);
  await expect(page.getByLabel("Title")).toHaveValue("Steps");
  await expect(page.getByLabel("Note")).toHaveValue("From the top.");
  await expect(remarks(page)).toContainText("Exactly one solution.");
});

test("several puzzles are printed on a page, with their rules, and nothing else", async ({ page }) => {
  await page.addInitScript(() => (window.print = () => (window.printed = true)));
  await open(page, "gap");
  await page.goto("#/share");
  await page.getByRole("button", { name: "Print", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Print" });
  await dialog.getByLabel("Add one from the papers").selectOption("weight/seed-8");
  await dialog.getByLabel("Puzzles on a page").selectOption("2");
  await expect(dialog.getByRole("listitem")).toHaveCount(2);
  await dialog.getByRole("button", { name: "Print", exact: true }).click();
  expect(await page.evaluate(() => window.printed)).toBe(true);
  await page.emulateMedia({ media: "print" });
  await expect(page.locator(".printed figure svg")).toHaveCount(2);
  await expect(page.locator(".printed-rules")).toHaveCount(2);
  await expect(page.locator(".printed .entry")).toHaveCount(0);
  for (const other of ["nav", "h1", "dialog"]) await expect(page.locator(other).first()).toBeHidden();
  const inks = await page.locator(".printed svg :is(.line, .thick-line, .outline, .pivot)").evaluateAll((all) =>
    [...new Set(all.flatMap((one) => [getComputedStyle(one).stroke, getComputedStyle(one).fill]))].filter((ink) => ink.startsWith("rgb")),
  );
  for (const ink of inks) expect(new Set(ink.match(/\d+/g).slice(0, 3)).size, ink).toBe(1);
  if (process.env.SHOTS) await page.pdf({ path: `${process.env.SHOTS}/printed.pdf`, format: "A4" });
});

test("a link keeps both labellings of a race", async ({ page }) => {
  await page.goto("#/watch");
  await page.getByLabel("Race two labellings").check();
  const rival = page.getByRole("region", { name: "Its rival" });
  await rival.getByRole("combobox", { name: "Values" }).selectOption("bisect");
  await page.getByRole("button", { name: "Link to this search" }).click();
  await expect(status(page)).toContainText("copied");
  const other = await page.context().newPage();
  await other.goto(page.url());
  const again = other.getByRole("region", { name: "Its rival" });
  await expect(again.getByRole("combobox", { name: "Values" })).toHaveValue("bisect");
  await other.getByRole("button", { name: "To the end" }).click();
  await expect(other.getByText(/wins:|A draw/)).toBeVisible();
});

const QUEENS = `var 1..4: a; var 1..4: b; var 1..4: c; var 1..4: d;
constraint fzn_all_different_int([a, b, c, d]);
${["a b 1", "a c 2", "a d 3", "b c 1", "b d 2", "c d 1"].map((pair) => pair.split(" ")).map(([x, y, n]) => `constraint int_lin_ne([1, -1], [${x}, ${y}], ${n}); constraint int_lin_ne([1, -1], [${x}, ${y}], -${n});`).join("\n")}
solve :: int_search([a, b, c, d], input_order, indomain_min, complete) satisfy;`;

test("a FlatZinc file is watched as a puzzle is", async ({ page }) => {
  await page.goto("#/watch");
  const file = (text) => ({ name: "queens.fzn", mimeType: "text/plain", buffer: Buffer.from(text) });
  await page.getByLabel("A file (a puzzle, or FlatZinc)").setInputFiles(file(QUEENS));
  await expect(page.locator(".facts")).toContainText("queens.fzn");
  await page.getByRole("button", { name: "To the end" }).click();
  await expect(page.locator(".counts")).toContainText("2 found. The search has ended.");
  const left = page.getByRole("region", { name: "What is left" });
  await expect(left.getByRole("row")).toHaveCount(4);
  await expect(left.getByRole("row", { name: /^a [23]$/ })).toBeVisible();
  await page.locator(".forest [data-node='0']").click();
  await expect(left.getByRole("row", { name: "a 1 2 3 4" })).toBeVisible();
  await page.getByLabel("A file (a puzzle, or FlatZinc)").setInputFiles(file("var 1..3: x; constraint nobody_knows(x); solve satisfy;"));
  await expect(page.getByRole("alert")).toContainText("nobody_knows");
});

test("a host that does not compress sends the packed module, and the page unpacks it", async ({ page }) => {
  const names = [];
  page.on("requestfinished", (request) => names.push(request.url().split("/").pop()));
  await page.goto("");
  await expect(page.locator(".cover svg").first()).toBeVisible();
  expect(names).toContain("app_bg.wasm.gz");
  expect(names).not.toContain("app_bg.wasm");
});
