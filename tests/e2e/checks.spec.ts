import { expect, test, type Page } from "./test";
import { account, submitIndividual, userOf } from "./rest";
import { check as checkAccessibility } from "./axe";
import { authenticate, watchConsole } from "./support";

/** The card with the plain-sight checks on the review page (product 10.19). */
const checks = (page: Page) => page.getByRole("region", { name: "Checks" });
const sideways = (page: Page) =>
  page.evaluate(() => document.scrollingElement!.scrollWidth - document.documentElement.clientWidth);

async function open(page: Page, baseURL: string, changes: Parameters<typeof submitIndividual>[2]) {
  const user = await account(baseURL, "personal");
  await submitIndividual(baseURL, user, changes);
  const { _id } = await userOf(baseURL, user.email);
  await authenticate(page, "admin@seedline.example");
  await page.goto(`/admin/verification/${_id}`);
}

test("a warning leads to the answers, also in a closed section; what passed is folded up", async ({
  page,
  baseURL,
}) => {
  const errors = watchConsole(page);
  await open(page, baseURL!, { accountName: "Chidi Okafor", bankName: "First Bank of Nigeria", accountNumber: "0000014579" }); // prettier-ignore
  const card = checks(page);
  await expect(card.getByText("The applicant is called \u201CAda Test\u201D, the account's name is \u201CChidi Okafor\u201D.")).toBeVisible(); // prettier-ignore
  await expect(card.getByText("NIN and BVN are different numbers.")).toBeHidden();
  await card.getByText("7 checks passed").click();
  await expect(card.getByText("NIN and BVN are different numbers.")).toBeVisible();
  await checkAccessibility(page, "review with checks");
  expect(await sideways(page)).toBe(0);

  const warning = card.getByRole("listitem").filter({ hasText: "Warning: Name of the bank account" });
  const answer = page.locator('[id="answer-bankDetails.accountName"]');
  await page.getByRole("button", { name: "Bank Details", exact: true }).click();
  await expect(answer).toHaveCount(0);
  // With the keyboard.
  await warning.getByRole("link", { name: "Account name" }).focus();
  await page.keyboard.press("Enter");
  await expect(answer).toBeFocused();
  await expect(answer).toBeInViewport();
  await expect(answer).toContainText("Chidi Okafor");
  expect(errors).toEqual([]);
});

test("checks that cannot be loaded can be tried again", async ({ page, baseURL }) => {
  let isDown = true;
  // A live event would load them again without the button.
  await page.route("**/api/admin/cases/events", (route) => route.abort());
  await page.route("**/api/admin/users/*/checks", (route) =>
    isDown ? route.fulfill({ status: 404, json: { success: false, message: "Not now" } }) : route.fallback(),
  );
  await open(page, baseURL!, { ninNumber: "12345678901", bvnNumber: "12345678901" });
  const failure = page.getByRole("status").filter({ hasText: "The checks could not be loaded" });
  await expect(failure).toBeVisible();
  isDown = false;
  await failure.getByRole("button", { name: "Try again" }).click();
  await expect(checks(page).getByText(/NIN and BVN are the same number/)).toBeVisible();
});
