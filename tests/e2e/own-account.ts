import type { Browser, Page } from "@playwright/test";
import { account, approve, submitIndividual, type Account } from "./rest";
import { PASSWORD, logIn } from "./support";

/** Creates an approved user. */
export async function verified(base: string, profile: "personal" | "startup" = "personal"): Promise<Account> {
  const who = await account(base, profile);
  await submitIndividual(base, who);
  await approve(base, who.email);
  return who;
}

/** Opens a page as a new approved user. */
export async function open(page: Page, base: string, path = "/profile", profile?: "personal" | "startup") {
  const who = await verified(base, profile);
  await logIn(page, who.email, PASSWORD);
  await page.goto(path);
  return who;
}

/** Logs the same user in with a second browser. */
export async function openSecondBrowser(browser: Browser, base: string, email: string): Promise<Page> {
  const context = await browser.newContext({
    baseURL: base,
    userAgent:
      "Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1",
  });
  const page = await context.newPage();
  await logIn(page, email, PASSWORD);
  return page;
}

export const region = (page: Page, name: string) => page.getByRole("region", { name });
