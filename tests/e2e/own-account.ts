import { expect, type Browser, type Page } from "@playwright/test";
import { account, approve, passDueDiligence, submitIndividual, type Account, type Profile } from "./rest";
import { PASSWORD, authenticate, logIn } from "./support";

type State = "waiting" | "approved";

async function newAccount(base: string, profile: Profile, state?: State): Promise<Account> {
  const user = await account(base, profile);
  if (state) await submitIndividual(base, user);
  if (state === "approved") await approve(base, user.email);
  if (state === "approved" && profile === "personal") await passDueDiligence(base, user);
  return user;
}

/** Creates a user, optionally with a submission, and logs in. */
export async function openAccount(
  page: Page,
  base: string,
  profile: Profile,
  state?: State,
): Promise<Account> {
  const user = await newAccount(base, profile, state);
  await logIn(page, user.email, PASSWORD);
  return user;
}

/** Opens the form of a new personal investor. Returns the email address. */
export async function newInvestor(page: Page, base: string): Promise<string> {
  const { email } = await openAccount(page, base, "personal");
  await expect(page).toHaveURL(/\/investor-verification/);
  return email;
}

/** Opens a page as a new approved user. */
export async function open(
  page: Page,
  base: string,
  path = "/profile",
  profile: "personal" | "startup" = "personal",
): Promise<Account> {
  const user = await newAccount(base, profile, "approved");
  await authenticate(page, user.email, PASSWORD);
  await page.goto(path);
  return user;
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
