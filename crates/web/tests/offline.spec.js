import { spawn } from "node:child_process";
import { expect, fields, test } from "./helpers.js";
import { SERVE, SERVER } from "./server.js";

// A server of its own, which the test ends.
function serve() {
  const server = spawn(SERVER, [...SERVE, "0"]);
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
  await expect(fields(page).first()).toBeVisible();
  await page.getByRole("button", { name: "Hint" }).click();
  await expect(page.getByRole("img", { name: "level 1 of 4" })).toBeVisible();
  expect(faults).toEqual([]);
  await context.close();
});
