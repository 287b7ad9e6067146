import { expect, test, type Page } from "../../test";
import { account, submitIndividual, userOf } from "../../rest";
import { check as checkAccessibility } from "../../axe";
import { authenticate, watchConsole } from "../../support";

/** The plain-sight checks among the findings of the review page (product 10.19). */
const checks = (page: Page) => page.getByRole("region", { name: "Findings" });
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
  await open(page, baseURL!, { accountName: "Chidi Okafor", bankName: "First Bank of Nigeria", accountNumber: "0000014579" }); // oxfmt-ignore
  const card = checks(page);
  const line = card.locator("summary").filter({ hasText: /^Bank account name: / });
  await expect(line.getByText("The applicant is called \u201CAda Test\u201D, and the account name is \u201CChidi Okafor\u201D.")).toBeVisible(); // oxfmt-ignore
  await expect(card.getByText("NIN and BVN are different numbers.")).toBeHidden();
  await card.getByText(/^\d+ checks passed$/).click();
  await expect(card.getByText("NIN and BVN are different numbers.")).toBeVisible();
  await checkAccessibility(page, "review with checks");
  expect(await sideways(page)).toBe(0);

  const answer = page.locator('[id="answer-bankDetails.accountName"]');
  await page.getByRole("button", { name: "Bank Details", exact: true }).click();
  await expect(answer).toHaveCount(0);
  // With the keyboard.
  await line.focus();
  await page.keyboard.press("Enter");
  await card.getByRole("link", { name: "Account name" }).first().focus();
  await page.keyboard.press("Enter");
  await expect(answer).toBeFocused();
  await expect(answer).toBeInViewport();
  await expect(answer).toContainText("Chidi Okafor");
  expect(errors).toEqual([]);
});

test("a part that cannot be read is named beside the others, and can be tried again", async ({
  page,
  baseURL,
}) => {
  const user = await account(baseURL!, "personal");
  await submitIndividual(baseURL!, user, { ninNumber: "12345678901", bvnNumber: "12345678901" });
  const { _id } = await userOf(baseURL!, user.email);
  await authenticate(page, "admin@seedline.example");
  let isDown = true;
  await page.route(/\/review$/, async (route) => {
    if (!isDown) return route.fallback();
    const response = await route.fetch();
    const body = (await response.json()) as { data?: { checks: unknown; findings: unknown } };
    // If it is refused with 401, it is sent again once the session has been refreshed.
    if (!body.data) return route.fulfill({ response });
    body.data.checks = null;
    body.data.findings = null;
    return route.fulfill({ response, json: body });
  });
  await page.goto(`/admin/verification/${_id}`);
  // The first paint is complete; the data loaded afterwards lacks a part.
  await page.getByRole("button", { name: "Claim", exact: true }).click();
  const failure = checks(page).getByRole("status").filter({ hasText: "The findings could not be loaded" });
  await expect(failure).toBeVisible();
  await expect(page.getByText("You have been working on this case")).toBeVisible();
  isDown = false;
  await failure.getByRole("button", { name: "Try again" }).click();
  await expect(checks(page).getByText(/NIN and BVN are the same number/)).toBeVisible();
});
