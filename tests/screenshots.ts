// `npm run screenshots`: the screenshots of the README's tour, from the running application with its demo data. Writes
// docs/pictures/*.png.
import fs from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { chromium, type Page } from "@playwright/test";
import sharp from "sharp";
import { ensureBuilt } from "../server/build.ts";
import { root, runCommand } from "../server/process.ts";
import { findChromium } from "./support/chromium.ts";
import { startDatabase, startServer } from "./support/server.ts";

const folder = path.join(root, "docs/pictures");
const executablePath = findChromium();
const PASSWORD = "Demo-Passw0rd1";
const sizes = { desktop: { width: 1280, height: 800 }, phone: { width: 390, height: 844 } };

/** File name, screen size, account, URL, and actions before the screenshot. */
const tour: [string, keyof typeof sizes, string | null, string, ((page: Page) => Promise<void>)?][] = [
  ["home", "desktop", null, "/"],
  ["plans", "desktop", null, "/plans"],
  ["profile-choice", "phone", "new@demo.example", "/choose-profile"],
  [
    "wizard",
    "phone",
    "new@demo.example",
    "/choose-profile",
    async (page) => {
      await page.getByRole("button", { name: /I need funding/ }).click();
      await page.getByRole("heading", { name: "Bio Data" }).waitFor();
    },
  ],
  ["rejected", "desktop", "rejected@demo.example", "/investor-verification"],
  ["dashboard", "phone", "investor@demo.example", "/dashboard"],
  ["investments", "desktop", "investor@demo.example", "/dashboard/investments"],
  ["payments", "desktop", "admin@seedline.example", "/admin/payments"],
  ["payouts", "desktop", "admin@seedline.example", "/admin/payouts"],
  ["ledger", "desktop", "admin@seedline.example", "/admin/ledger"],
  ["back-office", "desktop", "super@seedline.example", "/admin"],
  ["queue", "desktop", "admin@seedline.example", "/admin/verification"],
  [
    "review",
    "desktop",
    "admin@seedline.example",
    "/admin/verification?role=all&status=all&q=sample05",
    async (page) => {
      await page
        .getByRole("link", { name: /^View / })
        .first()
        .click();
      await page.getByRole("heading", { name: "User Verification" }).waitFor();
    },
  ],
];

/** Waits until nothing is loading or moving and no toast is shown. */
async function settle(page: Page): Promise<void> {
  await page.waitForLoadState("networkidle");
  for (const end = Date.now() + 5_000; Date.now() < end;) {
    const busy = await page.evaluate(
      () =>
        document.querySelectorAll("[aria-busy=true], [data-sonner-toast]").length +
        document.getAnimations().filter(({ playState }) => playState === "running").length,
    );
    if (busy === 0) return;
    await sleep(100);
  }
}

await runCommand(async () => {
  await ensureBuilt();
  fs.mkdirSync(folder, { recursive: true });
  const database = await startDatabase({ seed: true });
  const server = await startServer({ database });
  const browser = await chromium.launch({
    ...(executablePath ? { executablePath } : {}),
    args: ["--no-sandbox", "--disable-gpu"],
  });
  try {
    for (const [name, size, email, url, act] of tour) {
      const page = await browser.newPage({
        baseURL: server.url,
        viewport: sizes[size],
        colorScheme: "light",
        reducedMotion: "reduce",
      });
      if (email) {
        await page.goto("/login");
        await page.getByLabel("Email address").fill(email);
        await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
        await page.getByRole("button", { name: "Log in" }).click();
        await page.waitForURL((address) => address.pathname !== "/login");
      }
      await page.goto(url);
      await act?.(page);
      await settle(page);
      await sharp(await page.screenshot())
        .png({ palette: true, quality: 80, effort: 10 })
        .toFile(path.join(folder, `${name}.png`));
      console.log(`docs/pictures/${name}.png`);
      await page.close();
    }
  } finally {
    await browser.close();
    await server.stop();
    await database.stop();
  }
});
