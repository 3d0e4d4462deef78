// Lessons, what somebody thinks, replays, and what travels to another device.
import { KINDS, enterSolution, expect, field, fields, open, status, test } from "./helpers.js";

// Follows what a hint or an example says, by the words that the answer field takes.
const say = async (page, text) => {
  await page.getByText("Say it in words").click();
  await page.getByLabel("What you say, in words").fill(text);
  await page.getByRole("button", { name: "Say it", exact: true }).click();
};

test.describe("a stranger", () => {
  test.use({ stranger: true });

  test("learns a kind first, and may skip that", async ({ page }) => {
    await page.goto("");
    await page.getByRole("button", { name: "Play: Aztec Math" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("How to play");
    await expect(page.getByRole("listitem").first()).toBeVisible();
    await page.getByRole("button", { name: "How it is solved" }).click();
    await expect(page.locator(".told")).toContainText(/r\dc\d/);
    await expect(page.locator(".lesson svg .effect").first()).toBeVisible();
    await page.getByRole("button", { name: "Skip it and play" }).click();
    await expect(page.locator(".facts")).toContainText("today’s");
    // Skipped once, it does not come again.
    await page.goto("#/new");
    await page.getByRole("combobox", { name: "Kind" }).selectOption("aztec");
    await page.getByRole("button", { name: "Make it" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Aztec Math");
    // Another kind is as new as before.
    await page.goto("#/new");
    await page.getByRole("combobox", { name: "Kind" }).selectOption("gap");
    await page.getByRole("button", { name: "Make it" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("How to play");
  });
});

test("a lesson is taken to its end: wrong, right, hint, shown, and a whole puzzle", async ({ page }) => {
  await page.goto("#/learn");
  await page.getByRole("region", { name: "Gap", exact: true }).getByRole("link", { name: "Span of a gap" }).click();
  await expect(page.locator(".told")).toContainText("r");
  await page.getByRole("button", { name: "Now you" }).click();
  await expect(page.getByRole("heading", { name: "Exercise 1 of 2" })).toBeVisible();
  const reply = page.locator(".reply");
  // What is wrong is refuted by a board.
  await page.getByRole("button", { name: "Hint", exact: true }).click();
  const told = await page.locator(".told").textContent();
  const id = told.match(/r\d+c\d+/)[0];
  await field(page, id).click();
  await page.getByRole("button", { name: "filled", exact: true }).click();
  await expect(reply).toContainText(/^“.*is filled”No\./);
  await reply.getByText("Show such a board").click();
  await expect(reply.locator("svg")).toBeVisible();
  await page.getByRole("button", { name: "is not", exact: true }).click();
  await page.getByRole("button", { name: "filled", exact: true }).click();
  await expect(reply).toContainText("Right.");
  await expect(status(page)).toContainText("Right.");
  await page.getByRole("button", { name: "Go on" }).click();
  await expect(page.getByRole("heading", { name: "Exercise 2 of 2" })).toBeVisible();
  await say(page, "nonsense");
  await expect(reply).toContainText("No. ");
  await page.getByRole("button", { name: "Show me" }).click();
  await page.getByRole("button", { name: "Go on" }).click();
  await expect(page.getByText("Well done.")).toBeVisible();
  await page.getByRole("button", { name: "A whole puzzle" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Gap", { timeout: 60_000 });
  // What was done is remembered.
  await page.goto("#/learn");
  await page.reload();
  await expect(page.getByRole("region", { name: "Gap", exact: true })).toContainText("1 of");
  await expect(page.getByRole("link", { name: /^Span of a gap ?, done$/ })).toBeVisible();
});

test("a lesson of every kind is taken by keyboard alone", async ({ page }) => {
  for (const kind of KINDS) {
    await page.goto(`#/learn/${kind}/2`);
    await page.getByRole("button", { name: "Now you" }).press("Enter");
    for (const number of [1, 2]) {
      await expect(page.getByRole("heading", { name: `Exercise ${number} of 2` })).toBeVisible();
      await fields(page).first().focus();
      await page.keyboard.press("ArrowDown");
      await expect(page.locator(".field:focus")).toHaveCount(1);
      await page.getByRole("button", { name: "Show me" }).press("Enter");
      await expect(page.locator(".told")).not.toBeEmpty();
      await page.getByRole("button", { name: "Go on" }).press("Enter");
    }
    await expect(page.getByText("Well done.")).toBeVisible();
  }
});

test("what somebody thinks of the own board is judged, and the way is shown only when asked for", async ({ page }) => {
  await open(page, "weight");
  await field(page, "w1").click();
  await page.keyboard.press("3");
  await page.getByRole("link", { name: "Learn", exact: true }).click();
  await page.getByRole("link", { name: /I think that/ }).click();
  await field(page, "w2").click();
  await page.getByRole("button", { name: "5", exact: true }).click();
  await expect(page.locator(".reply")).toContainText("Right. It follows from the rules");
  await page.getByRole("button", { name: "4", exact: true }).click();
  await expect(page.locator(".reply")).toContainText("“w2 is 4”No.");
  await page.goto("#/learn/way");
  await expect(page.getByText("You have not solved this puzzle.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Next" })).toHaveCount(0);
});

test("a solved game is shown again, by a link in another browser", async ({ page, browser, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await open(page, "weight");
  await enterSolution(page, "weight");
  const won = page.locator(".won");
  await expect(won).toContainText("Techniques: ");
  await won.getByRole("link", { name: "Replay" }).click();
  await expect(page.getByText("The start.").first()).toBeVisible();
  await page.getByRole("button", { name: "Next" }).click();
  await expect(status(page)).toContainText(/^Move 1 of 5\. .*w1.*: 3\.$/);
  await page.getByRole("button", { name: "Run" }).click();
  await expect(page.getByRole("button", { name: "Last" })).toBeDisabled();
  await expect(page.getByText("Move 5 of 5.")).toBeVisible();
  await page.getByRole("button", { name: "Copy a link" }).click();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  expect(link).toMatch(/#\/replay\/3[\w-]+$/);
  await page.goto("#/statistics");
  await page.getByRole("link", { name: /^Replay of Weight/ }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Replay");
  const stranger = await (await browser.newContext()).newPage();
  await stranger.goto(link);
  await stranger.getByRole("button", { name: "Last" }).click();
  await expect(stranger.getByText("Move 5 of 5.").first()).toBeVisible();
  await stranger.getByRole("link", { name: "To the puzzle" }).click();
  await expect(field(stranger, "w1")).toHaveAttribute("aria-label", /: blank$/);
  await stranger.context().close();
});

test("a time to beat travels with the puzzle", async ({ page, browser, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await open(page, "weight");
  await enterSolution(page, "weight");
  await page.getByRole("button", { name: "Beat my time" }).click();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  expect(link).toMatch(/#\/play\/1[\w-]+\/\d+$/);
  const stranger = await (await browser.newContext()).newPage();
  await stranger.goto(link.replace(/\d+$/, "3599"));
  await expect(stranger.locator(".facts")).toContainText("to beat: 59:59");
  await stranger.reload();
  await expect(stranger.locator(".facts")).toContainText("to beat: 59:59");
  await enterSolution(stranger, "weight");
  await expect(stranger.locator(".beaten")).toContainText("You beat 59:59 by 59:");
  await stranger.context().close();
});

test("what is solved travels in a link, counts once, and can be hidden", async ({ page, browser }) => {
  await open(page, "weight");
  await enterSolution(page, "weight");
  await page.goto("#/statistics");
  const link = await page.getByLabel(/^The link/).inputValue();
  await page.getByText("A code to photograph (all 1)").click();
  await expect(page.getByRole("img", { name: "QR code of the link" })).toBeVisible();
  const other = await (await browser.newContext()).newPage();
  await other.goto(link);
  for (const news of [1, 0]) {
    await expect(other.getByText(`${news} of them are not counted here yet`)).toBeVisible();
    await other.getByRole("button", { name: "Add them to mine" }).click();
    await expect(other.getByRole("row", { name: /^Weight 1 / })).toBeVisible();
    await other.goto(link);
  }
  await other.goto(link.slice(0, -3));
  await expect(other.getByRole("alert")).toContainText("cannot be read");
  await other.goto("#/settings");
  await other.getByLabel("Show statistics and days in a row").uncheck();
  await other.goto("#/statistics");
  await expect(other.getByText("Statistics are hidden.")).toBeVisible();
  await other.context().close();
});

test("what is solved easily is followed by something harder", async ({ page }) => {
  const solve = (at) => ({ kind: "weight", size: 8, on: "2026-11-16", at, seconds: 61, difficulty: "easy" });
  await page.addInitScript((record) => localStorage.setItem("equipoise/1/record", record), JSON.stringify({ a: solve(1), b: solve(2) }));
  await page.goto("#/new");
  await page.getByRole("combobox", { name: "Kind" }).selectOption("weight");
  await expect(page.locator(".suggested")).toContainText("a little harder");
  await page.locator(".suggested").getByRole("button", { name: "8 weights, medium" }).click();
  await expect(page.locator(".facts")).toContainText("medium");
});
