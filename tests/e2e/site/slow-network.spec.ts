import { expect, test } from "../test";

test("a failed connection is reported, and the same button works once it is back", async ({ page }) => {
  await page.goto("/contact");
  const button = page.getByRole("button", { name: "Schedule a Consultation" }).first();
  await expect(button).toBeEnabled();
  await page.route("**/_next/static/**/*.js", (route) => route.abort());
  await button.click();
  await expect(page.getByText("We couldn't load this. Check your connection and try again.")).toBeVisible();
  await page.unroute("**/_next/static/**/*.js");
  await button.click();
  await expect(page.getByRole("dialog", { name: "Schedule a Consultation" })).toBeVisible();
});
