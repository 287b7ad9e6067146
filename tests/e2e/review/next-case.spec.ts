import { query } from "../database";
import { watchConsole } from "../support";
import { expect, test } from "../test";
import { twoCases, readsBySuper, requestsFor } from "./next-case-steps";

const isClaimed = async (userId: string) =>
  (await query("SELECT 1 FROM submissions WHERE user_id = $1 AND claimed_by_id IS NOT NULL", [userId]))
    .length > 0;

test("the next case opens with the answer to the decision, and is not read before", async ({
  page,
  baseURL,
}) => {
  const errors = watchConsole(page);
  const { mark, first, second } = await twoCases(page, baseURL!);
  await page.getByRole("button", { name: /^More options/ }).click();
  await page.getByLabel("Open the next case after a decision").check();
  await page.getByRole("link", { name: `View ${mark} 1` }).click();
  await expect(page.getByTitle(`${mark} 1`)).toBeVisible();
  await expect(page.getByRole("button", { name: "Next in list (j)" })).toBeEnabled();
  const requestsForSecond = requestsFor(page, second);
  await page.getByRole("button", { name: "Next in list (j)" }).hover();
  expect(await readsBySuper(first)).toBeGreaterThan(0);

  // The decision is made, and its answer held back.
  const answered = Promise.withResolvers<void>();
  const decided = Promise.withResolvers<void>();
  await page.route(`**/api/admin/users/${first}/verification-status`, async (route) => {
    const response = await route.fetch();
    decided.resolve();
    await answered.promise;
    await route.fulfill({ response });
  });
  await page.getByRole("button", { name: "Approve" }).filter({ visible: true }).click();
  await decided.promise;
  expect(requestsForSecond).toEqual([]);
  expect(await readsBySuper(second)).toBe(0);
  // Until the next case is there, the decided one stays, without a loading screen.
  const arrived = Promise.withResolvers<void>();
  const requested = Promise.withResolvers<void>();
  await page.route(`**/admin/verification/${second}?**`, async (route) => {
    requested.resolve();
    await arrived.promise;
    await route.continue();
  });
  answered.resolve();
  await requested.promise;
  await expect(page.getByText(`${mark} 1 approved`)).toBeVisible();
  await expect(page.getByTitle(`${mark} 1`)).toBeVisible();
  await expect(page.getByText(`You approved ${mark} 1`)).toHaveCount(0);
  arrived.resolve();
  await expect(page.getByTitle(`${mark} 0`)).toBeVisible();
  await expect(page).toHaveURL(new RegExp(second));
  await expect(page.getByText(`${mark} 1 approved`)).toBeVisible();
  await expect(page.getByText("Nobody is working on this case")).toBeVisible();
  expect(await readsBySuper(second)).toBeGreaterThan(0);
  expect(await isClaimed(second)).toBe(false);

  // The last one of the list: the result is shown, and the setting can be changed.
  await page.getByRole("button", { name: "Approve" }).filter({ visible: true }).click();
  await expect(page.getByText(`You approved ${mark} 0`)).toBeVisible();
  await expect(page.getByLabel("Open the next case after a decision")).toBeChecked();
  expect(errors).toEqual([]);
});
