import { KINDS, choose, expect, field, fields, focused, goFar, open, solution, solved, status, swipe, tabToBoard, test } from "./helpers.js";

for (const kind of KINDS) {
  test(`${kind} is solved by keyboard alone`, async ({ page }) => {
    await open(page, kind);
    const fill = solution(kind);
    await tabToBoard(page);
    const enter = async () => {
      const id = await focused(page);
      if (!(id in fill)) return;
      await page.keyboard.type(String(fill[id]));
      delete fill[id];
    };
    await goFar(page, "ArrowUp");
    for (const rows = new Set(); ; ) {
      await goFar(page, "ArrowLeft");
      const row = await focused(page);
      if (rows.has(row)) break;
      rows.add(row);
      for (let last = null; last !== (await focused(page)); ) {
        last = await focused(page);
        await enter();
        await page.keyboard.press("ArrowRight");
      }
      await goFar(page, "ArrowLeft");
      await page.keyboard.press("ArrowDown");
    }
    // In a tree, arrows go to the nearest weight: what the rows have missed is found by wandering.
    const arrows = ["ArrowUp", "ArrowRight", "ArrowDown", "ArrowLeft"];
    for (let turn = 0, chance = 1; turn < 300 && Object.keys(fill).length > 0; turn += 1) {
      chance = (chance * 1103 + 12345) % 65536;
      await page.keyboard.press(arrows[chance >> 14]);
      await enter();
    }
    expect(fill).toEqual({});
    await solved(page);
  });

  test(`${kind} is solved by pointer`, async ({ page }) => {
    await open(page, kind);
    for (const [id, value] of Object.entries(solution(kind))) {
      await field(page, id).click();
      if (kind !== "gap") await page.getByRole("group", { name: "What to enter" }).getByText(String(value), { exact: true }).click();
    }
    await solved(page);
  });

  test(`${kind} is solved by what is announced`, async ({ page }) => {
    await open(page, kind);
    // Only names and announcements: the hint is heard, followed, and what it changed is heard.
    const live = page.getByRole("status").last();
    let heard = await live.textContent();
    const next = async () => {
      await expect(live).not.toHaveText(heard);
      heard = await live.textContent();
    };
    for (let hints = 0; hints < 200; hints++) {
      await page.getByRole("button", { name: "Hint" }).click();
      await next();
      await page.getByRole("button", { name: "Show it" }).click();
      await next();
      if (heard.startsWith("Solved")) return;
    }
    throw new Error("never solved");
  });

  test(`the board of ${kind} as it is read aloud`, async ({ page }) => {
    await open(page, kind);
    const board = page.locator(".board .fields");
    await expect(board).toMatchAriaSnapshot({ name: `${kind}.aria.yml` });
    for (const label of await fields(page).evaluateAll((all) => all.map((one) => one.getAttribute("aria-label")))) {
      expect(label).toMatch(/\S/);
    }
  });
}

test.describe("touch", () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } });
  for (const kind of KINDS) {
    test(`${kind} is solved by touch`, async ({ page }) => {
      await open(page, kind);
      for (const [id, value] of Object.entries(solution(kind))) {
        await field(page, id).tap();
        if (kind !== "gap") await page.getByRole("group", { name: "What to enter" }).getByText(String(value), { exact: true }).tap();
      }
      await solved(page);
    });
  }

  test("a finger paints, and the page stays where it is", async ({ page }) => {
    await open(page, "gap");
    const { width } = await field(page, "r2c1").boundingBox();
    await swipe(page, "r2c1", { x: 2 * width, y: 0 });
    for (const id of ["r2c1", "r2c2", "r2c3"]) await expect(field(page, id)).toHaveAttribute("aria-label", /: empty/);
    await expect(field(page, "r2c4")).toHaveAttribute("aria-label", /blank/);
    await swipe(page, "r4c1", { x: 0, y: 2 * width });
    for (const id of ["r4c1", "r5c1", "r6c1"]) await expect(field(page, id)).toHaveAttribute("aria-label", /: empty/);
    expect(await page.evaluate(() => scrollY)).toBe(0);
  });
});

test("moves are undone and redone", async ({ page }) => {
  await open(page, "weight");
  await field(page, "w1").click();
  await page.keyboard.press("3");
  await expect(field(page, "w1")).toHaveAttribute("aria-label", /: 3$/);
  await page.keyboard.press("Control+z");
  await expect(field(page, "w1")).toHaveAttribute("aria-label", /: blank/);
  await page.keyboard.press("Control+y");
  await expect(field(page, "w1")).toHaveAttribute("aria-label", /: 3$/);
  await page.getByRole("button", { name: "Undo" }).click();
  await page.getByRole("button", { name: "Redo" }).click();
  await expect(field(page, "w1")).toHaveAttribute("aria-label", /: 3$/);
});

test("a game is there after a reload", async ({ page }) => {
  await open(page, "aztec");
  await field(page, "r1c1").click();
  await page.keyboard.press("1");
  await page.reload();
  await expect(field(page, "r1c1")).toHaveAttribute("aria-label", /: 1$/);
  await page.keyboard.press("Control+z");
  await field(page, "r1c1").click();
  await page.keyboard.press("Control+z");
  await expect(field(page, "r1c1")).toHaveAttribute("aria-label", /: blank/);
});

test("links lead there and back", async ({ page, context, browser }) => {
  await open(page, "trid");
  await field(page, "r2c1").click();
  await page.keyboard.press("2");
  const label = await field(page, "r2c1").getAttribute("aria-label");
  await page.goto("#/share");
  const puzzle = await page.getByLabel("The puzzle", { exact: true }).inputValue();
  const game = await page.getByLabel("The puzzle and your game so far").inputValue();
  expect(puzzle).toMatch(/#1[\w-]+$/);
  const other = await context.newPage();
  await other.goto(game);
  await expect(field(other, "r2c1")).toHaveAttribute("aria-label", label);
  // Who has begun the puzzle goes on with it; anybody else begins.
  await other.goto(puzzle);
  await expect(field(other, "r2c1")).toHaveAttribute("aria-label", label);
  const stranger = await (await browser.newContext()).newPage();
  await stranger.goto(puzzle);
  await expect(field(stranger, "r2c1")).toHaveAttribute("aria-label", /blank/);
  await stranger.context().close();
});

test("the address names the puzzle: reload, Back and a bookmark lead to it", async ({ page, browser }) => {
  await open(page, "trid");
  const trid = page.url();
  expect(trid).toMatch(/#\/play\/1[\w-]+$/);
  await field(page, "r2c1").click();
  await page.keyboard.press("2");
  await open(page, "gap");
  expect(page.url()).not.toBe(trid);
  await page.goto(trid);
  await expect(field(page, "r2c1")).toHaveAttribute("aria-label", /: 2$/);
  await page.reload();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Trid");
  await expect(field(page, "r2c1")).toHaveAttribute("aria-label", /: 2$/);
  for (const [go, heading] of [["goBack", "Gap"], ["goBack", "New puzzle"], ["goForward", "Gap"]]) {
    await page[go]();
    await expect(page.getByRole("heading", { level: 1 }), go).toHaveText(heading);
  }
  const stranger = await (await browser.newContext()).newPage();
  await stranger.goto(trid);
  await expect(field(stranger, "r2c1")).toHaveAttribute("aria-label", /: blank/);
  await stranger.context().close();
});

test("a hint has four levels", async ({ page }) => {
  await open(page, "gap");
  await tabToBoard(page);
  const told = [];
  for (let level = 1; level <= 4; level++) {
    await page.keyboard.press("h");
    await expect(page.getByRole("img", { name: `level ${level} of 4` })).toBeVisible();
    told.push(await status(page).textContent());
  }
  expect(new Set(told).size).toBeGreaterThan(1);
  await expect(page.locator(".board svg .effect").first()).toBeVisible();
  await page.getByRole("button", { name: "Show it" }).click();
  await expect(page.locator(".board .field[aria-label*='empty'], .board .field[aria-label*='filled']").first()).toBeAttached();
});

test("a wrong entry is explained without the answer", async ({ page }) => {
  await open(page, "weight");
  await field(page, "w1").click();
  await page.keyboard.press("4");
  await page.keyboard.press("c");
  await expect(status(page)).toContainText(/conflict|cannot be right/);
  expect(await status(page).textContent()).not.toMatch(/is 3/);
  await expect(page.locator(".board svg .wrong").first()).toBeVisible();
});

test("pencil marks are what is written, and nothing moves", async ({ page }) => {
  await open(page, "weight");
  const before = await page.locator(".board").boundingBox();
  await field(page, "w1").click();
  await page.keyboard.press("Space");
  await page.keyboard.type("253");
  await expect(field(page, "w1")).toHaveAttribute("aria-label", /: blank; pencil: 2, 3, 5$/);
  await expect(field(page, "w2")).toHaveAttribute("aria-label", /: blank$/);
  expect(await page.locator(".board").boundingBox()).toEqual(before);
  await page.keyboard.press("3");
  await expect(field(page, "w1")).toHaveAttribute("aria-label", /pencil: 2, 5$/);
  await page.keyboard.press("Delete");
  await expect(field(page, "w1")).toHaveAttribute("aria-label", /: blank$/);
  await page.keyboard.press("Control+z");
  await expect(field(page, "w1")).toHaveAttribute("aria-label", /pencil: 2, 5$/);
});

test("a cell that stays empty is marked", async ({ page }) => {
  await open(page, "multibalance");
  await field(page, "r1c1").click();
  await page.getByRole("button", { name: "Nothing here" }).click();
  await expect(field(page, "r1c1")).toHaveAttribute("aria-label", /nothing stands here$/);
  await field(page, "r1c1").click();
  await page.keyboard.press("0");
  await expect(field(page, "r1c1")).toHaveAttribute("aria-label", /: blank$/);
});

test("beginning again is a move that can be undone", async ({ page }) => {
  await open(page, "weight");
  await field(page, "w1").click();
  await page.keyboard.press("3");
  await choose(page, "Begin again");
  await expect(field(page, "w1")).toHaveAttribute("aria-label", /: blank$/);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(field(page, "w1")).toHaveAttribute("aria-label", /: 3$/);
});

test("dragging paints, the second button marks", async ({ page }) => {
  await open(page, "gap");
  const [from, to] = await Promise.all(["r1c1", "r1c3"].map((id) => field(page, id).boundingBox()));
  await page.mouse.move(from.x + 9, from.y + 9);
  await page.mouse.down();
  await page.mouse.move(to.x + 9, to.y + 9, { steps: 12 });
  await page.mouse.up();
  for (const id of ["r1c1", "r1c2", "r1c3"]) await expect(field(page, id)).toHaveAttribute("aria-label", /: empty/);
  // A stroke is one move, and one that begins on what it paints takes it away.
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByRole("button", { name: "Undo" })).toBeDisabled();
  await page.getByRole("button", { name: "Redo" }).click();
  await page.mouse.move(to.x + 9, to.y + 9);
  await page.mouse.down();
  await page.mouse.move(from.x + 9, from.y + 9, { steps: 12 });
  await page.mouse.up();
  for (const id of ["r1c1", "r1c2", "r1c3"]) await expect(field(page, id)).toHaveAttribute("aria-label", /: blank/);
  await field(page, "r5c5").click({ button: "right" });
  await expect(field(page, "r5c5")).toHaveAttribute("aria-label", /empty/);
});

test("a number of two digits is typed", async ({ page }) => {
  await open(page, "weight/seed-17");
  await field(page, "w2").click();
  await page.keyboard.type("13");
  await expect(field(page, "w2")).toHaveAttribute("aria-label", /: 13$/);
  await field(page, "w3").click();
  await page.keyboard.type("1");
  await page.keyboard.press("Enter");
  await expect(field(page, "w3")).toHaveAttribute("aria-label", /: 1$/);
});

test("a new puzzle is made, and the next one is ready", async ({ page }) => {
  for (let turn = 0; turn < 2; turn++) {
    await page.goto("#/new");
    await page.getByRole("combobox", { name: "Kind" }).selectOption("aztec");
    await page.getByRole("button", { name: "Make it" }).click();
    await expect(page.getByRole("heading", { name: "Aztec Math" })).toBeVisible();
  }
});

test("size and difficulty are chosen for every kind", async ({ page }) => {
  for (const kind of KINDS) {
    await page.goto("#/new");
    await page.getByRole("combobox", { name: "Kind" }).selectOption(kind);
    await page.getByRole("combobox", { name: "Size" }).selectOption({ index: 1 });
    const [easiest] = await page.getByRole("combobox", { name: "Difficulty" }).selectOption({ index: 0 });
    await page.getByRole("button", { name: "Make it" }).click();
    await expect(page.locator(".facts .chip").nth(1)).toHaveText(easiest);
  }
});

test("two tabs never overwrite each other", async ({ page, context }) => {
  await open(page, "weight");
  await field(page, "w1").click();
  await page.keyboard.press("1");
  const other = await context.newPage();
  await other.goto("#/play");
  await expect(field(other, "w1")).toHaveAttribute("aria-label", /: 1$/);
  await field(other, "w2").click();
  await other.keyboard.press("2");
  await field(page, "w3").click();
  await page.keyboard.press("3");
  await expect(page.getByRole("alert")).toContainText("another tab");
  await page.goto("#/new");
  await expect(page.getByRole("link", { name: "Weight, 5 weights", exact: true })).toHaveCount(2);
});

test("storage that is refused is told, and play goes on", async ({ page }) => {
  await page.addInitScript(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException("full", "QuotaExceededError");
    };
  });
  await open(page, "weight");
  await expect(page.getByRole("alert")).toContainText("storage is full or refused");
  await field(page, "w1").click();
  await page.keyboard.press("3");
  await expect(field(page, "w1")).toHaveAttribute("aria-label", /: 3$/);
});

test("what is kept is exported, deleted and imported", async ({ page }) => {
  await open(page, "weight");
  await field(page, "w1").click();
  await page.keyboard.press("3");
  await page.goto("#/settings");
  const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "Export" }).click()]);
  const file = await download.path();
  await page.getByRole("button", { name: "Delete everything" }).click();
  await page.getByRole("button", { name: "Yes, delete everything" }).click();
  await page.goto("#/new");
  await expect(page.getByRole("link", { name: "Weight, 5 weights", exact: true })).toHaveCount(0);
  await page.goto("#/settings");
  await page.getByLabel("Import").setInputFiles(file);
  await expect(status(page)).toContainText("Imported");
  await page.goto("#/new");
  await expect(page.getByRole("link", { name: "Weight, 5 weights", exact: true })).toHaveCount(1);
});

test("hostile links, texts and saves harm nothing", async ({ page }) => {
  for (const link of ["/play/1AAAA", "1", "1AAAA", "2abc", "%00", "<img src=x onerror=alert(1)>", "1".repeat(9000)]) {
    await page.goto("#/play");
    await page.evaluate((hash) => (location.hash = hash), link);
    await expect(status(page)).toContainText("cannot be opened");
  }
  await page.goto("#/new");
  for (const text of ["{", '{"puzzle":"gap"}', "<script>alert(1)</script> x", "gap\n" + "x ".repeat(5000)]) {
    await page.getByLabel("Or paste a puzzle, a code or a link").fill(text);
    await page.getByRole("button", { name: "Open" }).click();
    await expect(page.getByRole("alert")).toBeVisible();
  }
  await page.evaluate(() => {
    localStorage.setItem("equipoise/1/last", "abc");
    localStorage.setItem("equipoise/1/game/abc", '{"game":{"version":1}}');
    localStorage.setItem("equipoise/1/likes", "[[[[");
  });
  await page.reload();
  await page.goto("#/play");
  await expect(page.getByRole("button", { name: "Play: Gap" })).toBeVisible();
});

test("a worker that dies is started again", async ({ page }) => {
  await open(page, "weight");
  await page.getByRole("button", { name: "Hint" }).click();
  await expect(page.getByRole("img", { name: "level 1 of 4" })).toBeVisible();
  await page.getByRole("button", { name: "Close" }).click();
  const [worker] = page.workers();
  const next = page.waitForEvent("worker");
  await worker.evaluate(() => setTimeout(() => { throw new Error("killed"); }, 0)).catch(() => {});
  await next;
  await page.getByRole("button", { name: "Hint" }).click();
  await expect(page.getByRole("img", { name: "level 1 of 4" })).toBeVisible();
});

test("the letters of commands are changed, and turned off", async ({ page }) => {
  await open(page, "weight");
  await page.goto("#/settings");
  const hint = page.getByRole("textbox", { name: "Hint" });
  await hint.fill("x");
  await hint.press("Enter");
  await expect(hint).toHaveValue("X");
  await hint.fill("7");
  await hint.press("Enter");
  await expect(status(page)).toContainText("needs a letter");
  await expect(hint).toHaveValue("X");
  await page.goto("#/play");
  await tabToBoard(page);
  await page.keyboard.press("h");
  await page.keyboard.press("x");
  await expect(page.getByRole("img", { name: "level 1 of 4" })).toBeVisible();
  await page.goto("#/settings");
  await page.getByLabel("Letters are commands").uncheck();
  await expect(hint).toBeDisabled();
  await page.goto("#/play");
  await tabToBoard(page);
  await page.keyboard.press("x");
  await expect(page.getByRole("img", { name: "level 1 of 4" })).toBeVisible();
});
