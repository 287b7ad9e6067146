import { CHECK_CONSENT_VERSION } from "@/lib/verification/forms/check-consent";
import { freshNumber } from "../../support/fresh-number";
import { type Page } from "../test";
import { account, submitIndividual, userOf } from "../rest";
import { authenticate } from "../support";

/** Checks with outside sources on the review page (product 10.26). The server asks the sandbox; its numbers end with what it answers. */
export const sandboxNin = (end: number) => `7${String(freshNumber()).padStart(7, "0").slice(-7)}${end}`;

export const card = (page: Page) => page.getByRole("region", { name: "Identity checks" });

export const sideways = (page: Page) =>
  page.evaluate(() => document.scrollingElement!.scrollWidth - document.documentElement.clientWidth);

export async function open(page: Page, baseURL: string, changes: Parameters<typeof submitIndividual>[2]) {
  const user = await account(baseURL, "personal");
  await submitIndividual(baseURL, user, { ...changes, checkConsent: CHECK_CONSENT_VERSION });
  const { _id } = await userOf(baseURL, user.email);
  await authenticate(page, "admin@seedline.example");
  await page.goto(`/admin/verification/${_id}`);
}
