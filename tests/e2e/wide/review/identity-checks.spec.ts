import { CHECK_CONSENT_VERSION } from "@/lib/onboarding/forms/consent-rules";
import { freshNumber } from "../../../support/fresh-number";
import { check as checkAccessibility } from "../../axe";
import { account, submitIndividual, userOf } from "../../rest";
import { authenticate, watchConsole } from "../../support";
import { expect, test, type Page } from "../../test";

/**
 * Checks with outside sources on the review page (product 10.26). The server uses the sandbox, where the last digits of a number select the
 * response.
 */
const sandboxNin = (end: number) => `7${String(freshNumber()).padStart(7, "0").slice(-7)}${end}`;
const card = (page: Page) => page.getByRole("region", { name: "Identity checks" });
const sideways = (page: Page) =>
  page.evaluate(() => document.scrollingElement!.scrollWidth - document.documentElement.clientWidth);

async function open(page: Page, baseURL: string, changes: Parameters<typeof submitIndividual>[2]) {
  const user = await account(baseURL, "personal");
  await submitIndividual(baseURL, user, { ...changes, checkConsent: CHECK_CONSENT_VERSION });
  const { _id } = await userOf(baseURL, user.email);
  await authenticate(page, "admin@seedline.example");
  await page.goto(`/admin/verification/${_id}`);
}

test(
  "a reviewer asks a provider that hangs, sees it waiting, then no answer, and approves anyway",
  { tag: "@desktop" },
  async ({ page, baseURL }) => {
    const errors = watchConsole(page);
    await open(page, baseURL!, { ninNumber: sandboxNin(904) });
    await card(page).getByRole("button", { name: "Check NIN with Sandbox" }).click();
    await expect(card(page).getByText("Waiting for Sandbox.")).toBeVisible();
    await expect(
      card(page).getByText("No answer from Sandbox. Decide without it, or ask again."),
    ).toBeVisible({
      timeout: 60_000,
    });
    await checkAccessibility(page, "review with identity checks");
    expect(await sideways(page)).toBe(0);
    await page.getByRole("button", { name: "Approve" }).filter({ visible: true }).first().click();
    await expect(page.getByText("Approved", { exact: true }).filter({ visible: true }).first()).toBeVisible();
    expect(errors).toEqual([]);
  },
);

test("a reviewer checks all numbers, and records a comparison of their own", async ({ page, baseURL }) => {
  const errors = watchConsole(page);
  await open(page, baseURL!, { ninNumber: sandboxNin(903), bvnNumber: "22200000901" });
  await card(page).getByRole("button", { name: "Check all with Sandbox" }).click();
  await expect(card(page).getByText("The source has no record of this NIN.")).toBeVisible({
    timeout: 30_000,
  });
  await expect(card(page).getByText("“Sample Stranger” at the source")).toBeVisible({ timeout: 30_000 });
  await card(page).getByRole("button", { name: "Record a comparison: NIN" }).click();
  const dialog = page.getByRole("dialog", { name: "Record a comparison: NIN" });
  await dialog.getByRole("button", { name: "Save comparison" }).click();
  await expect(dialog.getByText("Choose where you compared it")).toBeVisible();
  await dialog.getByLabel("Where did you compare it?").selectOption("NIMC portal");
  await dialog.getByRole("radio", { name: /Matches/ }).check();
  await checkAccessibility(page, "record a comparison");
  await dialog.getByRole("button", { name: "Save comparison" }).click();
  await expect(dialog).toBeHidden();
  await expect(card(page).getByText("Compared with: NIMC portal.")).toBeVisible();
  expect(await sideways(page)).toBe(0);
  expect(errors).toEqual([]);
});
