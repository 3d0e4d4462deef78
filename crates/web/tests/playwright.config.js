// Tests in Debian's Chromium, against the app in target/web, served by `equipoise serve`.
import { defineConfig } from "@playwright/test";
import { SERVE, SERVER } from "./server.js";

// Another port lets two checkouts be tried side by side.
const port = Number(process.env.EQUIPOISE_WEB_PORT ?? 8217);

export default defineConfig({
  testDir: ".",
  outputDir: "../../../target/web-tests",
  fullyParallel: true,
  workers: 2,
  timeout: 120_000,
  // Two workers and the app's own share two cores: answers may take a while.
  expect: { timeout: 30_000 },
  reporter: [["line"]],
  use: {
    baseURL: `http://127.0.0.1:${port}/under/a/path/`,
    launchOptions: { executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: ["--no-sandbox"] },
  },
  webServer: {
    command: [SERVER, ...SERVE, port].join(" "),
    url: `http://127.0.0.1:${port}/`,
    reuseExistingServer: true,
  },
});
