import { spawn } from "node:child_process";
import { cpSync, readFileSync, writeFileSync } from "node:fs";
import { expect, field, fields, openText, test } from "./helpers.js";
import { SERVE, SERVER, TARGET } from "./server.js";

// A server of its own, which the test ends.
function serve(site = `${TARGET}/web`) {
  const server = spawn(SERVER, [SERVE[0], site, "--port", "0"]);
  return new Promise((resolve, reject) => {
    server.stdout.once("data", (text) => resolve({ server, url: String(text).trim() }));
    server.once("exit", () => reject(new Error("the server ended")));
  });
}

test("it works after the server is gone", async ({ browser }) => {
  const { server, url } = await serve();
  const context = await browser.newContext();
  const page = await context.newPage();
  const faults = [];
  page.on("pageerror", (error) => faults.push(String(error)));
  await page.goto(url);
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.reload();
  server.removeAllListeners("exit");
  server.kill();
  await context.setOffline(true);
  await page.reload();
  await page.getByRole("button", { name: "Play: Aztec Math" }).click();
  await page.getByRole("button", { name: "Skip it and play" }).click();
  await expect(fields(page).first()).toBeVisible();
  await page.getByRole("button", { name: "Hint" }).click();
  await expect(page.getByRole("img", { name: "level 1 of 4" })).toBeVisible();
  expect(faults).toEqual([]);
  await context.close();
});

test("an update in the middle of a game keeps the game", async ({ browser }) => {
  const site = test.info().outputPath("site");
  cpSync(`${TARGET}/web`, site, { recursive: true });
  const { server, url } = await serve(site);
  const context = await browser.newContext({ baseURL: url });
  const page = await context.newPage();
  await page.goto(url);
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.reload();
  await openText(page, "weight\n-3:? -1:? 2:(-2:? -1:? 1:?)");
  await field(page, "w1").click();
  await page.keyboard.press("3");
  const address = page.url();
  // Another version: its service worker differs.
  writeFileSync(`${site}/sw.js`, readFileSync(`${site}/sw.js`, "utf8").replace(/"equipoise-" \+ "\w+"/, '"equipoise-" + "another"'));
  await page.evaluate(async () => (await navigator.serviceWorker.getRegistration()).update());
  await expect(page.getByText("A new version is ready.")).toBeVisible();
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("5");
  await Promise.all([page.waitForEvent("load"), page.getByRole("button", { name: "Update" }).click()]);
  await expect(field(page, "w1")).toHaveAttribute("aria-label", /: 3$/);
  await expect(field(page, "w2")).toHaveAttribute("aria-label", /: 5$/);
  expect(page.url()).toBe(address);
  expect(await page.evaluate(() => caches.keys())).toEqual(["equipoise-another"]);
  server.removeAllListeners("exit");
  server.kill();
  await context.close();
});
