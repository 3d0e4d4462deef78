import { AxeBuilder } from "@axe-core/playwright";
import { KINDS, expect, field, fields, open, test } from "./helpers.js";
import { TARGET } from "./server.js";

const shots = `${TARGET}/web-shots/`;
const VIEWS = ["", "play", "learn", "learn/way", "learn/think", "learn/gap/1", "learn/trid/2", "replay", "set", "watch", "new", "rules", "share", "statistics", "settings"];
const LOOKS = {
  light: { colorScheme: "light" },
  dark: { colorScheme: "dark" },
  forced: { colorScheme: "dark", forcedColors: "active" },
};
const SIZES = { desktop: { width: 1240, height: 860 }, phone: { width: 390, height: 844 } };

// What axe-core finds in the page as it is.
async function inspect(page, what) {
  const tags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];
  // Without frames from elsewhere, which want a page of their own to put together what is found, it is quick.
  expect(await page.locator("iframe").count(), what).toBe(0);
  const axe = new AxeBuilder({ page }).setLegacyMode(true).options({ resultTypes: ["violations"] });
  const { violations } = await axe.withTags(tags).analyze();
  expect(violations.map(({ id, nodes }) => [id, nodes.map((node) => node.html).slice(0, 3)]), what).toEqual([]);
}

for (const [look, media] of Object.entries(LOOKS)) {
  for (const [size, viewport] of Object.entries(SIZES)) {
    test(`every view, ${look}, ${size}`, async ({ page }) => {
      await page.setViewportSize(viewport);
      await page.emulateMedia(media);
      await open(page, "gap");
      await field(page, "r1c2").click();
      await page.getByRole("button", { name: "Hint" }).click();
      await page.getByRole("button", { name: "Tell me more" }).click();
      await page.getByRole("button", { name: "Tell me more" }).click();
      for (const view of VIEWS) {
        if (view === "replay") {
          await page.goto("#/share");
          await page.getByRole("link", { name: "Replay" }).click();
        } else await page.goto(`#/${view}`);
        await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
        if (view === "learn/trid/2") {
          await page.getByRole("button", { name: "Now you" }).click();
          await page.getByRole("button", { name: "Hint", exact: true }).click();
          await page.getByRole("button", { name: "1", exact: true }).click();
          await expect(page.locator(".reply")).toBeVisible();
        }
        if (view === "learn/way") {
          await page.getByRole("button", { name: "Explain all" }).click();
          await expect(page.getByRole("button", { name: "Next" })).toBeEnabled({ timeout: 60_000 });
          await page.getByRole("button", { name: "Next" }).click();
        }
        if (view === "rules") await expect(page.getByText("tried one by one")).toBeVisible();
        if (view === "set") await expect(page.locator(".remarks .verdict").first()).toBeVisible();
        if (view === "watch") {
          await page.getByRole("button", { name: "To the end" }).click();
          await expect(page.locator(".counts")).toContainText("ended");
        }
        await page.screenshot({ path: `${shots}${view.replaceAll("/", "-") || "home"}-${look}-${size}.png`, fullPage: true });
        const sideways = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
        expect(sideways, `${view} scrolls sideways`).toBeLessThanOrEqual(0);
        await inspect(page, view || "home");
      }
    });

    test(`every kind, ${look}, ${size}`, async ({ page }) => {
      await page.setViewportSize(viewport);
      await page.emulateMedia(media);
      for (const kind of KINDS) {
        await open(page, kind);
        await page.getByRole("button", { name: "Hint" }).click();
        await page.getByRole("button", { name: "Tell me more" }).click();
        await page.getByRole("button", { name: "Tell me more" }).click();
        await page.screenshot({ path: `${shots}kind-${kind}-${look}-${size}.png`, fullPage: true });
        // What it finds does not depend on the size, and takes a while.
        if (size === "desktop") await inspect(page, kind);
      }
    });
  }
}

test("nothing scrolls sideways on the narrowest screens, and keys are large", async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  for (const kind of KINDS) {
    await open(page, kind);
    await fields(page).first().click();
    const sideways = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    expect(sideways, kind).toBeLessThanOrEqual(0);
    for (const box of await page.locator(".key").evaluateAll((all) => all.map((one) => one.getBoundingClientRect().toJSON()))) {
      expect(Math.min(box.width, box.height)).toBeGreaterThanOrEqual(44);
    }
    await page.screenshot({ path: `${shots}narrow-${kind}.png`, fullPage: true });
  }
});
