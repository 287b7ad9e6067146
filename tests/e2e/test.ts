import { test as base, expect, type Browser, type Page } from "@playwright/test";
import pg from "pg";
import { serverEnv } from "./database";

export { expect, type Browser, type Locator, type Page, type Route } from "@playwright/test";

/**
 * Waits until a page is complete: every streamed part is in place (until then a hidden copy exists), and React has attached
 * to fields and buttons (until then input is lost). Public pages run without React.
 */
async function hasArrived(page: Page): Promise<void> {
  await expect(page.locator('[hidden][id^="S:"]')).toHaveCount(0);
  await page.waitForFunction(() => {
    if (!document.querySelector('script[src^="/_next/"]')) return true;
    const controls = [...document.querySelectorAll("body button, body input")];
    return controls.every((control) => Object.keys(control).some((key) => key.startsWith("__react")));
  });
}

function waitForArrival(page: Page): void {
  const { goto, reload, goBack, goForward } = page;
  const andArrive =
    <Args extends unknown[], Result>(navigate: (...args: Args) => Promise<Result>) =>
    async (...args: Args) => {
      const response = await navigate.apply(page, args);
      await hasArrived(page);
      return response;
    };
  Object.assign(page, {
    goto: andArrive(goto),
    reload: andArrive(reload),
    goBack: andArrive(goBack),
    goForward: andArrive(goForward),
  });
}

export const test = base.extend<{ exclusive: string; turn: void }>({
  /**
   * Tests with the same value run one at a time across all files and workers, because they change something of which the site has only one.
   */
  exclusive: ["", { option: true }],
  turn: [
    async ({ exclusive }, provide) => {
      if (!exclusive) return provide();
      const client = new pg.Client({ connectionString: serverEnv()["DATABASE_URL"]! });
      await client.connect();
      await client.query("SELECT pg_advisory_lock(hashtext('e2e'), hashtext($1))", [exclusive]);
      await provide();
      await client.end();
    },
    { auto: true },
  ],
  context: async ({ context }, provide) => {
    context.on("page", waitForArrival);
    await provide(context);
  },
});

/** Opens a page in another browser, e.g. for a second user. */
export async function openPage(browser: Browser, baseURL: string): Promise<Page> {
  const context = await browser.newContext({ baseURL });
  context.on("page", waitForArrival);
  return context.newPage();
}
