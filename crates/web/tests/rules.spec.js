// Rules of one's own: written, tried, kept, played, shared.
import { readFileSync } from "node:fs";
import { expect, status, test } from "./helpers.js";

const editor = (page) => page.getByRole("textbox", { name: "The page of rules" });
const outcome = (page) => page.getByRole("region", { name: "What comes of it" });
const tried = (page) => outcome(page).getByText(/tried one by one/);

test("a page is tried as it is written, and its mistake is underlined", async ({ page }, info) => {
  await page.goto("#/set");
  await page.getByRole("link", { name: "Your own rules" }).click();
  await expect(outcome(page).getByRole("heading", { name: "Neighbour sums (neighboursums)" })).toBeVisible();
  await expect(outcome(page).locator(".picture svg").first()).toBeVisible();
  await expect(outcome(page).locator(".steps li").first()).toContainText("up to");
  await expect(tried(page)).toBeVisible();
  await page.screenshot({ path: info.outputPath("rules.png"), fullPage: true });
  const text = await editor(page).inputValue();
  await editor(page).fill(text.replace("row in rows", "row in rwos"));
  await expect(page.getByText("did you mean `rows`?")).toBeVisible();
  await expect(page.locator(".editor mark")).toHaveText("rwos");
  await expect(editor(page)).toHaveAttribute("aria-invalid", "true");
  await page.screenshot({ path: info.outputPath("mistake.png"), fullPage: true });
  // What was written is there again.
  await page.reload();
  await expect(page.locator(".editor mark")).toHaveText("rwos");
  await editor(page).fill(text.replace("Neighbour sums", "Sums of <b>two</b>"));
  await expect(outcome(page).getByRole("heading", { name: "Sums of <b>two</b> (neighboursums)" })).toBeVisible();
});

test("a kind is kept, played and shared; the link asks before it opens", async ({ page, context, browser }, info) => {
  await page.goto("#/rules");
  await expect(tried(page)).toBeVisible();
  await outcome(page).getByRole("button", { name: "Play it" }).click();
  await expect(page).toHaveURL(/#\/play\//);
  await expect(page.getByText("Neighbour sums").first()).toBeVisible();
  await page.getByRole("button", { name: "Hint" }).first().click();
  const link = page.url();
  // The kind is among the others after a reload, too.
  await page.goto("#/new");
  await page.reload();
  await page.getByRole("combobox", { name: "Kind" }).selectOption("neighboursums");
  await page.getByRole("button", { name: "Make it" }).click();
  await expect(page).toHaveURL(/#\/play\//);
  // Somebody else opens the link.
  const other = await (await browser.newContext()).newPage();
  await other.goto(link);
  await expect(other.getByRole("heading", { name: "Neighbour sums" })).toBeVisible();
  await expect(other.getByText("nothing of it has been used yet")).toBeVisible();
  await other.screenshot({ path: info.outputPath("visit.png"), fullPage: true });
  await other.getByRole("button", { name: "No" }).click();
  await expect(other.getByRole("heading", { name: "Rules of its own" })).toHaveCount(0);
  await expect(status(other)).toContainText("its rules are not wanted");
  await other.goto("about:blank");
  await other.goto(link);
  await other.getByRole("button", { name: "Use these rules" }).click();
  await expect(other).toHaveURL(/#\/play\//);
  await expect(status(other)).toHaveText("This is the puzzle of the link.");
  await other.context().close();
});

test("saves, files and texts that bring rules ask before anything of them is used", async ({ page, browser }) => {
  await page.goto("#/rules");
  await expect(tried(page)).toBeVisible();
  await outcome(page).getByRole("button", { name: "Play it" }).click();
  await expect(page).toHaveURL(/#\/play\//);
  await page.goto("#/settings");
  const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "Export" }).click()]);
  const saves = await download.path();
  const game = JSON.stringify(JSON.parse(Object.entries(JSON.parse(readFileSync(saves, "utf8")).kept).find(([key]) => key.startsWith("game/"))[1]).game);
  const file = { name: "game.json", mimeType: "application/json", buffer: Buffer.from(JSON.stringify(JSON.parse(game).puzzle)) };

  const other = await (await browser.newContext({ baseURL: new URL(".", page.url()).href })).newPage();
  const question = other.getByRole("heading", { name: "Rules of its own" });
  const kinds = () => other.evaluate(() => Object.keys(localStorage).filter((key) => /^equipoise.1.(rules|game)/.test(key)).length);
  const paste = async () => {
    await other.goto("#/new");
    await other.getByLabel("Or paste a puzzle, a code or a link").fill(game);
    await other.getByRole("button", { name: "Open", exact: true }).click();
  };
  const bring = async () => {
    await other.goto("#/settings");
    await other.getByLabel("Import").setInputFiles(saves);
  };
  // Who says no gets none of it, and is where it came from.
  const ways = [
    [paste, "#/new"],
    [bring, "#/settings"],
    [async () => {
      await other.goto("#/set");
      await other.getByLabel("A file").setInputFiles(file);
    }, "#/set"],
    [async () => {
      await other.goto("#/watch");
      await other.getByLabel("A file").setInputFiles(file);
    }, "#/watch"],
  ];
  for (const [way, from] of ways) {
    await way();
    await expect(question).toBeVisible();
    await expect(other.getByRole("heading", { name: "Neighbour sums" })).toBeVisible();
    await other.getByRole("button", { name: "No" }).click();
    await expect(question).toHaveCount(0);
    expect(other.url()).toContain(from);
    expect(await kinds()).toBe(0);
  }
  // Allowed once, they are not asked about again.
  await bring();
  await other.getByRole("button", { name: "Use these rules" }).click();
  await expect(status(other)).toContainText("Imported: ");
  expect(await kinds()).toBe(2);
  await paste();
  await expect(other).toHaveURL(/#\/play\//);
  await expect(other.getByRole("heading", { level: 1, name: "Neighbour sums" })).toBeVisible();
  await other.context().close();
});

test("a page that takes too long is stopped, and the next one is tried", async ({ page }) => {
  await page.goto("#/rules");
  await expect(tried(page)).toBeVisible();
  const text = await editor(page).inputValue();
  const slow = text.replace("2..9, usually 5, made 4..6", "9..40, usually 40, made 40..40").replace(
    "different(row)",
    "all((a, b) in pairs(row): all((c, d) in pairs(row): a * b <> c + d or a = c))",
  );
  await editor(page).fill(slow);
  await expect(outcome(page).getByText(/No answer: |stopped, because/).first()).toBeVisible();
  await editor(page).fill(text);
  await expect(tried(page)).toBeVisible();
});

test("the worker of a page of rules gets no more memory than it may", async ({ page }) => {
  // What it is asked can be made longer than its memory.
  await page.addInitScript(() => {
    const Usual = window.Worker;
    window.Worker = class extends Usual {
      constructor(url, options) {
        super(url, options);
        this.isOfRules = options?.name === "rules";
      }
      postMessage(message) {
        super.postMessage(this.isOfRules && window.swollen ? message + " ".repeat(70 << 20) : message);
      }
    };
  });
  await page.goto("#/rules");
  await expect(tried(page)).toBeVisible();
  const text = await editor(page).inputValue();
  await page.evaluate(() => (window.swollen = true));
  await editor(page).fill(`${text}\n`);
  await expect(page.getByText("it takes too much memory")).toBeVisible();
  await page.evaluate(() => (window.swollen = false));
  await editor(page).fill(text);
  await expect(page.getByText("it takes too much memory")).toHaveCount(0);
  await expect(tried(page)).toBeVisible();
});
