import { check } from "../../../axe";
import { fits } from "../../../fits";
import { authenticate, watchConsole } from "../../../support";
import { expect, test } from "../../../test";

test("the screens of plans fit, and axe finds no serious violation", async ({ page, isMobile }) => {
  if (isMobile) await page.setViewportSize({ width: 360, height: 740 });
  const errors = watchConsole(page);
  for (const path of [
    "/plans/asset-financing",
    "/plans/asset-financing?amount=1e21",
    "/plans/startup-equity?amount=10%20000%20000",
  ]) {
    await page.goto(path);
    await check(page, path);
    await fits(page, path);
  }
  await page.goto("/plans/real-estate-income");
  await expect(page.getByText("A target, not a guarantee", { exact: true })).toBeVisible();
  await page.goto("/plans/asset-financing");
  await page.getByText("Show all 24 instalments").click();
  await expect(page.getByRole("table", { name: "Instalments" })).toBeVisible();
  await fits(page, "24 instalments");

  await authenticate(page, "admin@seedline.example");
  for (const path of ["/admin/plans", "/admin/plans/new"]) {
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await check(page, path);
    await fits(page, path);
  }
  await page.getByRole("button", { name: "Create draft" }).click();
  await expect(page.getByText("Enter the terms")).toBeVisible();
  await fits(page, "plan with errors");
  expect(errors).toEqual([]);
});

test("the calculator works without a script", async ({ browser, baseURL }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: baseURL! });
  const page = await context.newPage();
  await page.goto("/plans/fixed-income");
  await page.getByLabel("Amount in naira").fill("95,000");
  await page.getByRole("button", { name: "Calculate" }).click();
  await expect(page.getByText("The minimum is ₦100,000")).toBeVisible();
  await expect(page.getByLabel("Amount in naira")).toHaveValue("95,000");
  await page.getByLabel("Amount in naira").fill("150,000");
  await page.getByLabel("Amount in naira").press("Enter");
  await expect(page.getByRole("table", { name: "Instalments" })).toBeVisible();
  await expect(page.getByText("₦150,000").first()).toBeVisible();
  await context.close();
});
