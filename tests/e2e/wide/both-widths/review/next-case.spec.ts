import { expect, test } from "../../../test";
import { twoCases, readsBySuper, requestsFor } from "../../../review/next-case-steps";

test("without the setting the result is shown, and the next case is read when it is opened", async ({
  page,
  baseURL,
}) => {
  const { mark, second } = await twoCases(page, baseURL!);
  await page.getByRole("link", { name: `View ${mark} 1` }).click();
  await expect(page.getByRole("button", { name: "Next in list (j)" })).toBeEnabled();
  await page.getByRole("button", { name: "Approve" }).filter({ visible: true }).click();
  await expect(page.getByText(`You approved ${mark} 1`)).toBeVisible();
  const requestsForSecond = requestsFor(page, second);
  await page.getByRole("button", { name: `Review next: ${mark} 0` }).hover();
  await page.getByRole("button", { name: `Review next: ${mark} 0` }).focus();
  expect(requestsForSecond).toEqual([]);
  expect(await readsBySuper(second)).toBe(0);
  await page.getByRole("button", { name: `Review next: ${mark} 0` }).click();
  await expect(page.getByTitle(`${mark} 0`)).toBeVisible();
  expect(await readsBySuper(second)).toBeGreaterThan(0);
});
