import { check } from "../../../axe";
import { fits } from "../../../fits";
import { authenticate, watchConsole } from "../../../support";
import { expect, test } from "../../../test";

/** An investor's money on one page (product 10.38), of the demo investor, who has every state. */
test("every screen of money fits and has no serious violation; the plot has values", async ({ page }) => {
  const errors = watchConsole(page);
  await authenticate(page, "investor@demo.example");
  for (const path of [
    "/dashboard",
    "/dashboard/documents",
    "/dashboard/transactions",
    "/dashboard/transactions/statement?from=2020-01-01&to=2029-12-31",
    "/dashboard/investments",
  ]) {
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await check(page, path);
    await fits(page, path);
  }
  const plot = page.getByRole("group", { name: "Value over time" });
  const today = plot.getByRole("listitem").last();
  const value = (await today.getAttribute("aria-label"))!.split(": ")[1]!;
  await expect(plot.getByText(value)).toHaveCount(1);
  await expect(plot.getByText(value)).toBeHidden();
  await today.focus();
  await expect(plot.getByText(value)).toBeVisible();
  // Every row of money has two lines on a phone, so fourteen of them fit on two screens.
  const rows = page.getByRole("table", { name: "Your investments" }).locator("tbody tr");
  if (page.viewportSize()!.width < 640)
    for (const row of await rows.all()) expect((await row.boundingBox())!.height).toBeLessThan(100);
  await page.getByRole("table", { name: "Your investments" }).getByRole("link").last().click();
  await expect(page.getByRole("heading", { name: "Documents" })).toBeVisible();
  await check(page, "an investment that has ended");
  await fits(page, "an investment that has ended");
  expect(errors).toEqual([]);
});
