import type { Page } from "@playwright/test";
import { lagosDay } from "@/lib/dates";
import { formatAmount, formatExact } from "@/lib/money";
import { scheduleOf } from "@/lib/plans/schedule-rules";
import { fits } from "../fits";
import { authenticate, watchConsole } from "../support";
import { expect, openPage, test } from "../test";
import { terms, fill } from "./plans-steps";

/** Plans (product 10.30): an administrator creates, publishes, edits and closes one; the calculator of the public page. */
const uniqueName = (label: string) => `${label} ${Date.now().toString(36)}`;

async function act(page: Page, name: string | RegExp, confirm: string): Promise<void> {
  await page.getByRole("button", { name }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: confirm }).click();
  await expect(page.getByRole("alertdialog")).toHaveCount(0);
}

/** One administrator asks for the publication, and another confirms it. */
async function publish(page: Page, supervisor: Page, plan: { name: string; version: number }): Promise<void> {
  await act(page, `Publish version ${plan.version}`, "Publish");
  await expect(page.getByText(`The publication of version ${plan.version} was requested`)).toBeVisible();
  await expect(page.getByRole("button", { name: /Publish version/ })).toHaveCount(0);
  await fits(page, "a publication that waits");
  await supervisor.goto("/admin/approvals");
  const request = supervisor
    .getByRole("listitem")
    .filter({ hasText: `Publish version ${plan.version} of the plan ${plan.name}` });
  await expect(request.getByRole("link", { name: "Open the plan" })).toBeVisible();
  await act(
    supervisor,
    new RegExp(`^Confirm: Publish version ${plan.version} of the plan ${plan.name}`),
    "Confirm",
  );
  await expect(request).toHaveCount(0);
  await page.reload();
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
  const supervisor = await openPage(browser, baseURL!);
  await authenticate(supervisor, "super@seedline.example");
  await publish(page, supervisor, { name, version: 1 });
  await expect(page.getByText("Version 1 applies to new investments.")).toBeVisible();

  await page.goto("/plans");
  await page.getByRole("link", { name }).click();
  await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
  for (const fact of ["From day 60, for 1.5% of the redeemed amount", "5% of the return", "12.5% a year"])
    await expect(page.getByRole("definition").filter({ hasText: fact }).first()).toBeVisible();

  // The calculator shows the sums of the schedule.
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
      ...[gross, fee, tax, net, net + principal].map((amount) => formatAmount(amount)),
    ]);
  const net = payments.reduce((sum, payment) => sum + payment.net, 0n);
  await expect(page.getByText(formatExact(net + 1_230_000_00n), { exact: true })).toBeVisible();

  // An edit creates the next version. A second administrator with an outdated page gets an error.
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
  await publish(page, supervisor, { name, version: 2 });
  await supervisor.context().close();
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
