import type { Page } from "@playwright/test";
import { lagosDay } from "@/lib/dates";
import { formatKobo } from "@/lib/money";
import { scheduleOf } from "@/lib/plans/schedule-rules";
import type { Terms } from "@/lib/plans/terms-schema";
import { check } from "./axe";
import { fits } from "./fits";
import { authenticate, watchConsole } from "./support";
import { expect, openPage, test } from "./test";

/** Plans (product 10.30): an administrator makes, publishes, edits and closes one; the calculator of the public page. */
const uniqueName = (label: string) => `${label} ${Date.now().toString(36)}`;
const terms: Terms = {
  minimum: 100_000_00n,
  step: 5_000_00n,
  capacity: 50_000_000_00n,
  tenor: { unit: "months", count: 6 },
  return: { kind: "fixed", rate: 1_250 },
  dayCount: "actual/365",
  payout: "monthly",
  earlyRedemption: { fromDay: 60, charge: 150 },
  fee: 500,
  withholdingTax: 1_000,
  riskText: "",
  termsText: "",
};

async function fill(page: Page, name: string): Promise<void> {
  for (const [label, value] of [
    ["Name", name],
    ["Summary", "Notes of a few months."],
    ["How it works", "The plan lends money for a short time."],
    ["Risk rating", "Low to medium"],
    ["Minimum in naira", "₦100 000"],
    ["Step in naira", "5,000"],
    ["Capacity in naira", "50,000,000"],
    ["Tenor", "6"],
    ["Annual rate in percent", "12.5"],
    ["Fee in percent of the return", "5"],
    ["Risk", "A borrower may not pay."],
    ["Terms", "The money is lent as a whole."],
  ] as const)
    await page.getByLabel(label, { exact: label !== "Capacity in naira" }).fill(value);
  await page.getByLabel("Payment frequency").selectOption("Every month");
  await page.getByLabel("Can investors redeem early?").selectOption("Yes, from a certain day");
  await page.getByLabel("From day").fill("60");
  await page.getByLabel("Charge in percent of the redeemed amount").fill("1.5");
}

async function act(page: Page, name: string | RegExp, confirm: string): Promise<void> {
  await page.getByRole("button", { name }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: confirm }).click();
  await expect(page.getByRole("alertdialog")).toHaveCount(0);
}

test("an administrator makes, publishes, edits and closes a plan", async ({ page, browser, baseURL }) => {
  const errors = watchConsole(page);
  const name = uniqueName("Notes");
  await authenticate(page, "admin@seedline.example");
  await page.goto("/admin/plans");
  await expect(page.getByRole("row").filter({ hasText: "Agriculture Growth" })).toContainText("Open");
  await page.getByRole("link", { name: "New plan" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "New plan" })).toBeVisible();

  // Every error is at its field, and the first field has the focus.
  await page.getByRole("button", { name: "Create draft" }).click();
  await expect(page.getByText("Enter a name of at least 2 characters")).toBeVisible();
  await expect(page.getByLabel("Name", { exact: true })).toBeFocused();
  await expect(page.locator("[aria-invalid=true]")).toHaveCount(8);
  await page.getByLabel("Minimum in naira").fill("1e21");
  await expect(page.getByText("Enter the amount in digits, such as 250,000")).toBeVisible();
  await fill(page, name);
  await expect(page.locator("[aria-invalid=true]")).toHaveCount(0);
  await page.getByRole("button", { name: "Create draft" }).click();
  await expect(page).toHaveURL(/\/admin\/plans\/[\da-f-]{36}$/);
  await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
  await expect(page.getByText("Investors cannot see this plan yet.")).toBeVisible();
  await act(page, "Publish version 1", "Publish");
  await expect(page.getByText("Version 1 applies to new investments.")).toBeVisible();

  await page.goto("/plans");
  await page.getByRole("link", { name }).click();
  await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
  for (const fact of ["From day 60, for 1.5% of the redeemed amount", "5% of the return", "12.5% a year"])
    await expect(page.getByRole("definition").filter({ hasText: fact }).first()).toBeVisible();

  // The calculator's sums are those of the schedule.
  await page.getByLabel("Amount in naira").fill("₦1 230 000");
  await page.getByRole("button", { name: "Calculate" }).press("Enter");
  await expect(page).toHaveURL(/amount=/);
  await expect(page.getByLabel("Amount in naira")).toBeInViewport();
  const schedule = scheduleOf(terms, 1_230_000_00n, lagosDay());
  const payments = schedule.kind === "fixed" ? schedule.instalments : [];
  const rows = page.getByRole("table", { name: "Instalments" }).locator("tbody tr");
  await expect(rows).toHaveCount(payments.length);
  for (const [index, { gross, fee, tax, net, principal }] of payments.entries())
    await expect(rows.nth(index).getByRole("cell")).toHaveText([
      /\d{4}$/,
      ...[gross, fee, tax, net, principal].map((amount) => formatKobo(amount)),
    ]);
  const net = payments.reduce((sum, payment) => sum + payment.net, 0n);
  await expect(page.getByText(formatKobo(net + 1_230_000_00n), { exact: true })).toBeVisible();

  // An edit is the next version. A second administrator who saw the earlier state gets an error.
  await page.goto("/admin/plans");
  await page.getByRole("link", { name }).click();
  await expect(page.getByLabel("Annual rate in percent")).toHaveValue("12.5");
  const late = await openPage(browser, baseURL!);
  await authenticate(late, "super@seedline.example");
  await late.goto(page.url());
  await expect(late.getByLabel("Annual rate in percent")).toHaveValue("12.5");
  await page.getByLabel("Annual rate in percent").fill("11");
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(page.getByText("Your changes are version 2.")).toBeVisible();
  await late.getByLabel("Annual rate in percent").fill("13");
  await late.getByRole("button", { name: "Save changes" }).click();
  await expect(late.getByText("Another administrator has changed this plan.")).toBeVisible();
  await expect(late.getByLabel("Annual rate in percent")).toHaveValue("13");
  await late.context().close();
  await act(page, "Publish version 2", "Publish");
  await expect(page.getByText("Version 2 applies to new investments.")).toBeVisible();
  await expect(page.getByRole("list", { name: "Published versions" }).getByRole("listitem")).toHaveCount(2);

  await act(page, "Close plan", "Close plan");
  await expect(page.getByText("Closed", { exact: true })).toBeVisible();
  await page.goto("/plans");
  await expect(page.getByRole("article").filter({ hasText: name })).toContainText(
    "Closed to new investments",
  );
  await page.getByRole("link", { name }).click();
  await expect(page.getByText("Closed to new investments")).toBeVisible();
  await expect(page.getByRole("definition").filter({ hasText: "11% a year" }).first()).toBeVisible();
  await expect(page.getByRole("button", { name: "Calculate" })).toHaveCount(0);
  expect(errors).toEqual([]);
});

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
