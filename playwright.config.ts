import { createServer, type AddressInfo } from "node:net";
import os from "node:os";
import path from "node:path";
import { defineConfig } from "@playwright/test";
import { desktop, phone } from "./tests/e2e/devices";
import { findChromium } from "./tests/support/chromium";

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once("error", reject);
    probe.listen(0, () => {
      const { port } = probe.address() as AddressInfo;
      probe.close(() => resolve(port));
    });
  });
}

// Each worker reads this file again; the choices of the first read are passed down in the environment. Tests find the address in `baseURL`,
// and the rest (outbox, DATABASE_URL) through the folder E2E_DATA_DIR and its stack.json.
process.env["E2E_PORT"] ??= String(await freePort());
process.env["E2E_DATA_DIR"] ??= path.join(os.tmpdir(), `seedline-e2e-${process.pid}`);
const url = `http://localhost:${process.env["E2E_PORT"]}`;

// Otherwise Playwright uses its own browser.
const chromium = findChromium();

export default defineConfig({
  testDir: "tests/e2e",
  outputDir: "test-results",
  // One more than the cores of the CI machine, because a browser often waits.
  workers: 3,
  // A journey is a long scenario, and two cores run browsers, server and database at once.
  timeout: 240_000,
  // Ends hanging tests; a busy machine is merely slow.
  expect: { timeout: 30_000 },
  retries: 0,
  forbidOnly: true,
  reporter: [["list"], ["./tests/e2e/failure-summary.ts"]],
  use: {
    baseURL: url,
    // A trace costs about as much as the test itself; E2E_TRACE=1 keeps the traces of failed tests.
    trace: process.env["E2E_TRACE"] ? "retain-on-failure" : "off",
    // Disables animations that are not the subject of a test.
    contextOptions: { reducedMotion: "reduce" },
    launchOptions: {
      ...(chromium ? { executablePath: chromium } : {}),
      // A browser running as root has no sandbox; the other flags prevent it from contacting its vendor.
      args: [
        "--no-sandbox",
        // Pages live for seconds: optimizing their code costs more than it saves.
        "--js-flags=--no-opt --no-maglev",
        "--disable-gpu",
        "--disable-quic",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
      ],
    },
  },
  // A journey runs at the width where it matters: desktop, unless its file contains `test.use(phone)`.
  projects: [
    { name: "journeys", testIgnore: /\/wide\//, use: desktop },
    { name: "wide", testMatch: /\/wide\/.*\.spec\.ts/, use: desktop },
    {
      name: "wide-phone",
      testMatch: /\/wide\/both-widths\/.*\.spec\.ts/,
      grepInvert: /@desktop/,
      use: { ...desktop, ...phone },
    },
  ],
  webServer: {
    command: "node tests/support/playwright-server.ts",
    url,
    env: { PORT: process.env["E2E_PORT"], DATA_DIR: process.env["E2E_DATA_DIR"] },
    timeout: 300_000,
    reuseExistingServer: false,
    gracefulShutdown: { signal: "SIGTERM", timeout: 40_000 },
  },
});
