import { KINDS, expect, field, fields, open, status, swipe, test } from "./helpers.js";

for (const kind of KINDS) {
  test(`${kind} is explained step by step`, async ({ page }) => {
    await open(page, kind);
    await page.getByRole("link", { name: "Learn", exact: true }).click();
    await page.getByRole("link", { name: "How a person could solve it" }).click();
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
    await expect(page.locator(".counts")).toContainText("1 node,");
    await page.getByRole("button", { name: "To the end" }).click();
    await expect(page.locator(".counts")).toContainText("The search has ended");
    await expect(page.locator(".counts")).toContainText(", 1 found");
    await page.locator(".tree [data-node='0']").click();
    await expect(page.getByText("Node 0: the root")).toBeVisible();
  });
}

test("a search runs, and two race", async ({ page }) => {
  await page.goto("#/watch");
  await page.getByLabel("Race two labellings").check();
  const model = page.locator(".about").getByRole("combobox", { name: "Model" });
  await model.selectOption("paper");
  await page.getByRole("region", { name: "The search" }).getByRole("combobox", { name: "Variable" }).selectOption("ffc");
  await page.getByRole("button", { name: "Run" }).click();
  for (const name of ["The search", "Its rival"]) {
    await expect(page.getByRole("region", { name }).locator(".counts")).toContainText("ended");
  }
  await page.getByRole("button", { name: "Link to this search" }).click();
  expect(page.url()).toContain("#/watch/paper/ffc,step,up+leftmost,step,up/1");
  await page.reload();
  await expect(model).toHaveValue("paper");
  for (const [name, value] of [["The search", "ffc"], ["Its rival", "leftmost"]]) {
    await expect(page.getByRole("region", { name }).getByRole("combobox", { name: "Variable" })).toHaveValue(value);
  }
});

test("labellings are compared, with a table and a plot", async ({ page }) => {
  // Every run may take its second.
  test.slow();
  await page.goto("#/watch");
  const lab = page.getByRole("region", { name: "An experiment" });
  for (const boards of ["built-in", "made"]) {
    await lab.getByRole("combobox", { name: "Kind" }).selectOption("aztec");
    await lab.getByRole("combobox", { name: "Boards" }).selectOption(boards);
    await lab.getByLabel("dom_w_deg").check();
    await lab.getByRole("button", { name: "Compare" }).click();
    await expect(lab.getByRole("columnheader", { name: "dom_w_deg,step,up" }).first()).toBeVisible({ timeout: 120_000 });
    const plot = lab.getByRole("img").first();
    await expect(plot).toBeVisible();
    await expect.poll(() => plot.evaluate((image) => image.naturalWidth)).toBeGreaterThan(100);
  }
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
  // A bar alone becomes the tree of the paper's first puzzle.
  weight: async (page) => {
    const press = async (id, key, times) => {
      await field(page, id).focus();
      for (let turn = 0; turn < times; turn++) await page.keyboard.press(key);
    };
    await expect(page.locator(".remarks")).toContainText("nothing hangs from bar b1");
    await press("b1", "w", 5);
    await press("b1", "b", 1);
    for (const id of ["w2", "w3", "w4"]) {
      await field(page, id).focus();
      await page.getByRole("combobox", { name: "Hang it on" }).selectOption("b2");
    }
    await press("w4", "Alt+ArrowLeft", 2);
    await press("b2", "Alt+ArrowLeft", 1);
    await expect(field(page, "w5")).toHaveAttribute("aria-label", /on bar b1, three steps left/);
    await expect(field(page, "w4")).toHaveAttribute("aria-label", /on bar b2, one step left/);
    await expect(field(page, "b2")).toHaveAttribute("aria-label", /on bar b1, two steps right/);
  },
  multibalance: async (page) => {
    for (const [name, value] of [["the number of rows", 6], ["the number of columns", 8], ["how many numbers are to be placed", 6]]) {
      await page.getByLabel(name).fill(String(value));
      await page.getByLabel(name).press("Enter");
    }
    for (const id of ["r1c7", "r2c4", "r3c1", "r3c8", "r6c6"]) await field(page, id).click();
  },
};

const verdict = (page) => page.locator(".remarks .verdict").first();

// Where there is little room, what to begin with is behind a button.
async function beginWith(page) {
  await page.goto("#/set");
  const opener = page.getByRole("button", { name: "Begin with" });
  if (await opener.isVisible()) await opener.click();
}

async function emptySheet(page, kind) {
  await beginWith(page);
  await page.getByRole("combobox", { name: "Kind" }).selectOption(kind);
  await page.getByRole("button", { name: "Empty sheet" }).click();
  await expect(verdict(page)).toBeVisible();
}

for (const kind of KINDS) {
  test(`a puzzle of ${kind} is set to the end`, async ({ page }) => {
    await emptySheet(page, kind);
    await SETTING[kind](page);
    const clues = ["gap", "aztec", "trid"].includes(kind);
    if (clues) await page.getByRole("button", { name: "Make it unique" }).click();
    await expect(verdict(page)).toHaveText("Exactly one solution.");
    await expect(page.locator(".remarks")).toContainText("All values are forced.");
    await expect(page.locator(".set .board .entry").first()).toBeAttached();
    await expect(page.locator(".remarks")).toContainText("For people:");
    if (clues) {
      await page.getByRole("button", { name: "Strip" }).click();
      await expect(page.locator(".remarks")).toContainText(/Changed|nothing has to be changed|No clue could be left out/);
      await expect(verdict(page)).toHaveText("Exactly one solution.");
    }
    await page.getByText("Save", { exact: true }).click();
    await page.getByRole("button", { name: "Play it" }).click();
    await expect(fields(page).first()).toBeVisible();
    await expect(page.getByText("several solutions")).toHaveCount(0);
  });

  test(`a made puzzle of ${kind} is changed`, async ({ page }) => {
    await page.goto("#/set");
    await page.getByRole("combobox", { name: "Kind" }).selectOption(kind);
    await page.getByRole("button", { name: "A new puzzle" }).click();
    await expect(verdict(page)).toHaveText("Exactly one solution.");
  });
}

// Drags a part of a tree along its bar and to another bar, and takes both back.
async function dragParts(page, drag) {
  await open(page, "weight");
  await beginWith(page);
  await page.getByRole("button", { name: "The puzzle in play" }).click();
  await expect(verdict(page)).toHaveText("Exactly one solution.");
  const box = await field(page, "w1").boundingBox();
  await drag("w1", { x: box.width, y: 0 });
  await expect(field(page, "w1")).toHaveAttribute("aria-label", /on bar b1, two steps left/);
  // To the other bar: to where another weight hangs.
  const [from, to] = [await field(page, "w1").boundingBox(), await field(page, "w5").boundingBox()];
  await drag("w1", { x: to.x - from.x, y: to.y - from.y });
  await expect(field(page, "w1")).toHaveAttribute("aria-label", /on bar b2/);
  await page.keyboard.press("Control+z");
  await page.keyboard.press("Control+z");
  await expect(field(page, "w1")).toHaveAttribute("aria-label", /on bar b1, three steps left/);
  await expect(verdict(page)).toHaveText("Exactly one solution.");
}

test("parts of a tree are dragged, by mouse", async ({ page }) => {
  await dragParts(page, async (id, by) => {
    const from = await field(page, id).boundingBox();
    const [x, y] = [from.x + from.width / 2, from.y + from.height / 2];
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x + by.x, y + by.y, { steps: 5 });
    await page.mouse.up();
  });
});

test.describe("touch", () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } });

  test("parts of a tree are dragged, by finger", async ({ page }) => {
    await dragParts(page, (id, by) => swipe(page, id, by));
  });

  test("on a phone the board comes first, and what is said of it is seen", async ({ page }) => {
    for (const kind of KINDS) {
      await emptySheet(page, kind);
      await expect(page.getByRole("combobox", { name: "Kind" }), kind).toBeHidden();
      const board = await page.locator(".set .board").boundingBox();
      expect(board.y, kind).toBeLessThan(200);
      await expect(page.locator(".set .board"), kind).toBeInViewport({ ratio: 0.95 });
      await expect(status(page), kind).toBeInViewport({ ratio: 0.9 });
      await expect(status(page), kind).toContainText(/solution|Not a puzzle yet/);
    }
  });
});

test("dragging paints when setting, too", async ({ page }) => {
  await emptySheet(page, "multibalance");
  const [from, to] = await Promise.all(["r1c1", "r1c3"].map((id) => field(page, id).boundingBox()));
  await page.mouse.move(from.x + 9, from.y + 9);
  await page.mouse.down();
  await page.mouse.move(to.x + 9, to.y + 9, { steps: 12 });
  await page.mouse.up();
  for (const id of ["r1c1", "r1c2", "r1c3"]) await expect(field(page, id)).toHaveAttribute("aria-label", /fulcrum/);
});

test("clues that could go are marked, and where two solutions differ", async ({ page }) => {
  await open(page, "trid");
  await page.goto("#/set");
  await page.getByRole("button", { name: "The puzzle in play" }).click();
  await expect(page.locator(".remarks")).toContainText("For people:");
  // One more clue than needed: each of some others could go now.
  await clue(page, "r1c1", 5);
  await expect(page.locator(".remarks")).toContainText("Could be left out");
  await expect(page.locator(".set .board .cause").first()).toBeAttached();
  await emptySheet(page, "aztec");
  await expect(page.locator(".remarks")).toContainText("Two solutions differ");
  await expect(page.locator(".set .board .effect").first()).toBeAttached();
});

test("what is said in one view is not said in another", async ({ page }) => {
  await emptySheet(page, "aztec");
  await expect(status(page)).toContainText("solution");
  await page.goto("#/settings");
  await expect(status(page)).toBeEmpty();
  // What is said of a new puzzle belongs to the board, where one finds oneself then.
  await page.goto("#/new");
  await page.getByRole("button", { name: "Make it" }).click();
  await expect(fields(page).first()).toBeVisible();
  await expect(status(page)).toContainText("A new puzzle.");
  // Nor is an answer said that comes when another view is open.
  await page.getByRole("button", { name: "Hint", exact: true }).evaluate((hint) => {
    hint.click();
    location.hash = "#/settings";
  });
  await page.waitForTimeout(1000);
  await expect(status(page)).toBeEmpty();
  await page.goto("#/play");
  await expect(page.getByRole("button", { name: "Tell me more" })).toBeVisible();
});

test("edits are undone, and files are saved", async ({ page }) => {
  await emptySheet(page, "aztec");
  await clue(page, "r1c1", 5);
  await expect(field(page, "r1c1")).toHaveAttribute("aria-label", /: 5$/);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(field(page, "r1c1")).toHaveAttribute("aria-label", /: blank$/);
  await page.getByRole("button", { name: "Redo" }).click();
  await page.getByText("Save", { exact: true }).click();
  for (const [name, file] of [["JSON", "aztec.json"], ["Text", "aztec.txt"], ["SVG", "aztec.svg"], ["PNG", "aztec.png"]]) {
    const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name, exact: true }).click()]);
    expect(download.suggestedFilename()).toBe(file);
  }
  expect(await page.getByLabel("Link").inputValue()).toMatch(/#1[\w-]+$/);
});

test("what is set is printed without its solution", async ({ page }) => {
  await open(page, "aztec");
  await page.goto("#/set");
  await page.getByRole("button", { name: "The puzzle in play" }).click();
  await expect(page.locator(".remarks")).toContainText("All values are forced.");
  await page.emulateMedia({ media: "print" });
  await expect(page.locator(".set .board")).toBeHidden();
  await expect(page.locator(".on-paper svg")).toBeVisible();
  await expect(page.locator(".on-paper .entry")).toHaveCount(0);
  await expect(page.locator("nav")).toBeHidden();
});
