import { expect, test } from "../../test";
import { account, submitIndividual, userOf } from "../../rest";
import { authenticate } from "../../support";
import { checks } from "../../review/checks-steps";

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
    // Refused with 401, it is sent again after the session's refresh.
    if (!body.data) return route.fulfill({ response });
    body.data.checks = null;
    body.data.findings = null;
    return route.fulfill({ response, json: body });
  });
  await page.goto(`/admin/verification/${_id}`);
  // The first paint has everything; what is loaded afterwards lacks a part.
  await page.getByRole("button", { name: "Claim", exact: true }).click();
  const failure = checks(page).getByRole("status").filter({ hasText: "The findings could not be loaded" });
  await expect(failure).toBeVisible();
  await expect(page.getByText("You have been working on this case")).toBeVisible();
  isDown = false;
  await failure.getByRole("button", { name: "Try again" }).click();
  await expect(checks(page).getByText(/NIN and BVN are the same number/)).toBeVisible();
});
