import { KINDS, expect, field, fields, open, status, test } from "./helpers.js";

for (const kind of KINDS) {
  test(`${kind} is explained step by step`, async ({ page }) => {
    await open(page, kind);
    await page.getByRole("link", { name: "Learn" }).click();
    await page.getByRole("button", { name: "Explain all" }).click();
    const next = page.getByRole("button", { name: "Next" });
    await expect(next).toBeEnabled({ timeout: 60_000 });
    await next.click();
    await expect(page.getByRole("heading", { name: /Step 1 of/ })).toBeVisible();
    await expect(page.locator(".learn svg .effect").first()).toBeVisible();
    const first = await status(page).textContent();
    await next.click();
    await page.getByRole("button", { name: "Back" }).click();
    await expect(status(page)).toHaveText(first);
    await page.getByRole("button", { name: "Show me one like this" }).click();
    await expect(page.getByRole("heading", { name: "One like this, on your board" })).toBeVisible();
    await page.getByRole("button", { name: "Last" }).click();
    await expect(next).toBeDisabled();
  });

  test(`a search on ${kind} is watched`, async ({ page }) => {
    await open(page, kind);
    await page.getByRole("link", { name: "Watch" }).click();
    await page.getByRole("button", { name: "The puzzle in play" }).click();
    await page.getByRole("button", { name: "Step" }).click();
    await expect(page.locator(".counts")).toContainText("1 nodes");
    await page.getByRole("button", { name: "To the end" }).click();
    await expect(page.locator(".counts")).toContainText("The search has ended", { timeout: 60_000 });
    await expect(page.locator(".counts")).toContainText(", 1 found");
    await page.locator(".tree [data-node='0']").click();
    await expect(page.getByText("Node 0: the root")).toBeVisible();
  });
}

test("a search runs, and two race", async ({ page }) => {
  await page.goto("#/watch");
  await page.getByLabel("Race two labellings").check();
  await page.getByRole("combobox", { name: "Model" }).selectOption("paper");
  await page.getByRole("region", { name: "The search" }).getByRole("combobox", { name: "Variable" }).selectOption("ffc");
  await page.getByRole("button", { name: "Run" }).click();
  for (const name of ["The search", "Its rival"]) {
    await expect(page.getByRole("region", { name }).locator(".counts")).toContainText("ended", { timeout: 60_000 });
  }
  await page.getByRole("button", { name: "Link to this search" }).click();
  expect(page.url()).toContain("#/watch/paper/ffc,step,up/1");
  await page.reload();
  await expect(page.getByRole("combobox", { name: "Model" })).toHaveValue("paper");
  await expect(page.getByRole("combobox", { name: "Variable" })).toHaveValue("ffc");
});

// A puzzle of each kind, set from an empty sheet to one solution.
const clue = async (page, id, value) => {
  await field(page, id).click();
  if (value !== undefined) await page.keyboard.type(String(value));
};
const SETTING = {
  gap: async (page) => {
    await clue(page, "col2", 5);
    await clue(page, "row8", 4);
  },
  aztec: async (page) => {
    await clue(page, "r2c1", 8);
    await clue(page, "r2c2", 9);
    await clue(page, "r3c3", 2);
  },
  trid: async (page) => {
    await clue(page, "r1c1", 1);
    await clue(page, "r1c1u", 10);
    await page.keyboard.press("Enter");
  },
  weight: async (page) => {
    // A tree by keyboard: a bar, and a weight on it.
    await field(page, "b1").click();
    await page.keyboard.press("b");
    await page.keyboard.press("w");
    await page.keyboard.press("w");
    await page.keyboard.press("Alt+ArrowRight");
  },
  multibalance: async (page) => {
    for (const id of ["r1c3", "r4c1", "r4c5"]) await field(page, id).click();
    await field(page, "r4c5").click();
  },
};

for (const kind of KINDS) {
  test(`a puzzle of ${kind} is set to the end`, async ({ page }) => {
    await page.goto("#/set");
    await page.getByRole("combobox", { name: "Kind" }).selectOption(kind);
    await page.getByRole("button", { name: "Empty sheet" }).click();
    const verdict = page.locator(".remarks .verdict").first();
    await expect(verdict).toBeVisible();
    await SETTING[kind](page);
    await expect(verdict).toHaveText(/solution|Not a puzzle yet/, { timeout: 30_000 });
    if (kind === "multibalance" || kind === "weight") {
      // Whether such a sheet has solutions depends on its shape: go on from a puzzle that has.
      await open(page, kind);
      await page.goto("#/set");
      await page.getByRole("button", { name: "The puzzle in play" }).click();
    } else {
      await page.getByRole("button", { name: "Make it unique" }).click();
    }
    await expect(verdict).toHaveText("Exactly one solution.", { timeout: 60_000 });
    await expect(page.locator(".remarks")).toContainText("For people:", { timeout: 60_000 });
    if (kind !== "multibalance") {
      await page.getByRole("button", { name: "Strip" }).click();
      await expect(page.locator(".remarks")).toContainText(/Changed|nothing has to be changed|No clue/, { timeout: 60_000 });
    }
    await page.getByText("Save", { exact: true }).click();
    await page.getByRole("button", { name: "Play it" }).click();
    await expect(fields(page).first()).toBeVisible();
  });
}

test("edits are undone, and files are saved", async ({ page }) => {
  await page.goto("#/set");
  await page.getByRole("combobox", { name: "Kind" }).selectOption("aztec");
  await page.getByRole("button", { name: "Empty sheet" }).click();
  await clue(page, "r1c1", 5);
  await expect(field(page, "r1c1")).toHaveAttribute("aria-label", /: 5$/);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(field(page, "r1c1")).toHaveAttribute("aria-label", /: blank$/);
  await page.getByRole("button", { name: "Redo" }).click();
  await page.getByText("Save", { exact: true }).click();
  for (const [name, file] of [["JSON", "puzzle.json"], ["Text", "puzzle.txt"], ["SVG", "puzzle.svg"], ["PNG", "puzzle.png"]]) {
    const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name, exact: true }).click()]);
    expect(download.suggestedFilename()).toBe(file);
  }
  expect(await page.getByLabel("Link").inputValue()).toMatch(/#1[\w-]+$/);
});
