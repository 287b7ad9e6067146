import { chromium, type Page } from "@playwright/test";
import type pg from "pg";
import { findChromium } from "../../support/chromium";
import { PASSWORD } from "../client";
import { onCleanup, until, type Person } from "../world";

/** A reviewer's browser that shows the queue throughout the test, without a reload or another login. */
export class OpenBrowser {
  private readonly page: Page;
  private readonly sql: pg.Pool;

  private constructor(page: Page, sql: pg.Pool) {
    this.page = page;
    this.sql = sql;
  }

  static async open(url: string, { email }: Person, sql: pg.Pool): Promise<OpenBrowser> {
    const executablePath = findChromium();
    const browser = await chromium.launch({
      args: ["--no-sandbox"],
      ...(executablePath && { executablePath }),
    });
    onCleanup(() => browser.close());
    const page = await browser.newPage({ baseURL: url });
    await page.goto("/login");
    await page.getByLabel("Email address").fill(email);
    await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
    await page.getByRole("button", { name: "Log in" }).click();
    await page.waitForURL(/\/admin/);
    await page.goto("/admin/verification?role=all&status=all&order=newest");
    await page.evaluate(() => Object.assign(window, { isFirst: true }));
    return new OpenBrowser(page, sql);
  }

  /** Waits for a submission after a time, which depends on the load, and then until the page shows one of these applicants. */
  async follows(since: Date): Promise<void> {
    const submitted = async () => {
      const { rows } = await this.sql.query<{ email: string }>(
        "select email from users where submitted_at > $1",
        [since],
      );
      return rows.map(({ email }) => email);
    };
    await until(async () => (await submitted()).length > 0, "a new submission", 300_000);
    const text = () => this.page.locator("main").innerText();
    const shows = async () => {
      const shown = await text();
      return (await submitted()).some((email) => shown.includes(email));
    };
    await until(shows, "new submissions in an open browser", 60_000).catch(async (error: unknown) => {
      throw new Error(`${this.page.url()} shows: ${(await text()).slice(0, 500)}`, { cause: error });
    });
    if (!(await this.page.evaluate(() => "isFirst" in window))) throw new Error("The page was loaded again.");
  }
}
