// Takes the pictures of README.md from the app itself: `node pictures.js ADDRESS FOLDER`.
import { readFileSync } from "node:fs";
import { chromium } from "@playwright/test";

const [url, folder] = process.argv.slice(2);
const puzzle = JSON.parse(readFileSync(new URL("../../puzzles/src/weight/builtin/seed-8.json", import.meta.url), "utf8"));
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: ["--no-sandbox"] });
const view = async (options) => {
  const page = await (await browser.newContext(options)).newPage();
  await page.clock.install({ time: new Date("2026-11-19T09:00:00") });
  await page.goto(url);
  await page.locator(".cover svg").nth(4).waitFor();
  return page;
};
const open = async (page) => {
  await page.goto(`${url}#/new`);
  await page.getByLabel("Or paste a puzzle, a code or a link").fill(JSON.stringify(puzzle));
  await page.getByRole("button", { name: "Open" }).click();
  await page.locator(".board .field").first().waitFor();
  for (const leaf of [1, 4, 5, 8]) {
    await page.locator(`.field[data-target="w${leaf}"]`).click();
    await page.keyboard.press(String(puzzle.solution.flat()[leaf - 1]));
  }
};
const take = async (page, name) => {
  await page.clock.runFor(1500);
  await page.waitForTimeout(300);
  await page.screenshot({ path: `${folder}/${name}.png` });
};

const home = await view({ viewport: { width: 960, height: 440 } });
await take(home, "web-home");
const play = await view({ viewport: { width: 1000, height: 600 } });
await open(play);
await play.getByRole("button", { name: "Hint", exact: true }).click();
await play.getByRole("button", { name: "Tell me more" }).click();
await take(play, "web-app");
const phone = await view({ viewport: { width: 390, height: 780 }, colorScheme: "dark", hasTouch: true, isMobile: true });
await open(phone);
await take(phone, "web-phone");
await browser.close();
