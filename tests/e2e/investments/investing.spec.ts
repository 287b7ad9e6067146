import type { Page } from "@playwright/test";
import { formatDate } from "@/components/ui/format";
import { lagosDay } from "@/lib/dates";
import { formatAmount, formatExact, formatKobo } from "@/lib/money";
import { TOKEN_KEY } from "@/lib/pages/head-script";
import { maturityOf, scheduleOf, type Instalment } from "@/lib/plans/schedule-rules";
import { toTerms, type TermsDto } from "@/lib/plans/terms-schema";
import { check } from "../axe";
import { query } from "../database";
import { fits } from "../fits";
import { open } from "../own-account";
import { authenticate, mailTo, watchConsole } from "../support";
import { expect, openPage, test } from "../test";
import { SLUG, ledger } from "./investing-steps";
import { phone } from "../devices";

test.use(phone);

const AMOUNT = 500_000_00n;

const termsOfPlan = async () => {
  const [row] = await query<{ terms: TermsDto }>(
    `select terms from plan_versions v join plans p on p.id = v.plan_id where slug = $1 and published_at is not null
     order by version desc limit 1`,
    [SLUG],
  );
  return toTerms(row!.terms);
};

async function record(page: Page, reference: string, amount: string, bankReference: string): Promise<void> {
  const row = page.getByRole("row").filter({ hasText: reference });
  await row.getByRole("button", { name: "Record receipt" }).click();
  const dialog = page.getByRole("dialog", { name: `Receipt for ${reference}` });
  await dialog.getByLabel("Amount in naira").fill(amount);
  await dialog.getByLabel("Bank reference").fill(bankReference);
  await dialog.getByRole("button", { name: "Record receipt" }).click();
  await expect(dialog).toHaveCount(0);
}

test("an investor requests an investment, pays in two transfers, and it is active", async ({
  page,
  browser,
  baseURL,
}) => {
  const errors = watchConsole(page);
  const { email } = await open(page, baseURL!, "/dashboard/investments");
  await expect(page.getByRole("heading", { name: "No investments yet" })).toBeVisible();
  // Public pages detect a logged-in user by the stored token.
  await page.waitForFunction((key) => localStorage.getItem(key) !== null, TOKEN_KEY);
  await page.goto(`/plans/${SLUG}`);
  await page.getByRole("link", { name: "Invest in this plan" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Invest in Agriculture Growth" })).toBeVisible();

  // Errors are at their fields, and the first has the focus.
  const amount = page.getByLabel("Amount in naira");
  await page.getByRole("button", { name: "Confirm investment" }).click();
  await expect(amount).toBeFocused();
  await expect(page.getByText("Enter an amount", { exact: true })).toBeVisible();
  await expect(page.getByText("Accept the risk and the terms to continue")).toBeVisible();
  for (const [typed, message] of [
    ["1e21", "Enter the amount in digits, such as 250,000"],
    ["-500000", "Enter an amount above zero"],
    ["100,000", "The minimum is ₦250,000"],
    ["505,000", "Amounts go up in steps of ₦10,000. Enter ₦500,000 or ₦510,000."],
  ] as const) {
    await amount.fill(typed);
    await expect(page.getByText(message)).toBeVisible();
  }

  // The schedule follows the typed amount, which survives a reload.
  await amount.fill("500 000");
  const terms = await termsOfPlan();
  const schedule = scheduleOf(terms, AMOUNT, lagosDay());
  const [low, high] =
    schedule.kind === "fixed" ? [schedule.instalments, schedule.instalments] : [schedule.low, schedule.high];
  const range = (of: (instalment: Instalment) => bigint) => (index: number) => {
    const [from, to] = [of(low[index]!), of(high[index]!)];
    return from === to ? formatAmount(from) : `${formatAmount(from)} to ${formatAmount(to)}`;
  };
  const [net, received] = [range((each) => each.net), range((each) => each.net + each.principal)];
  const rows = page.getByRole("table", { name: "Instalments", exact: true }).locator("tbody tr");
  const scheduleIsRight = async () => {
    await expect(rows).toHaveCount(low.length);
    for (const [index, { day }] of low.entries())
      for (const text of [formatDate(day), net(index), received(index)])
        await expect(rows.nth(index)).toContainText(text);
  };
  await scheduleIsRight();
  await page.reload();
  await expect(amount).toHaveValue("500 000");
  await scheduleIsRight();
  await check(page, "a request");
  await page.getByLabel(/I have read the risk and the terms/).check();
  await page.getByRole("button", { name: "Confirm investment" }).press("Enter");

  await expect(page.getByRole("heading", { name: "Pay by bank transfer" })).toBeVisible();
  await expect(page).toHaveURL(/\/dashboard\/investments\/[\da-f-]{36}$/);
  const investmentUrl = page.url();
  const reference = (await page
    .getByText(/^SDL-\w{4}-\w{4}$/)
    .first()
    .textContent())!;
  for (const text of ["Demo Bank", "0000000000", "₦500,000"])
    await expect(page.getByText(text, { exact: true }).first()).toBeVisible();
  await expect(page.getByText(/You can cancel free of charge until/)).toBeVisible();
  await expect(page.getByText("We have not received any money for this investment yet.")).toBeVisible();
  await check(page, "an investment that waits");
  const mail = await mailTo(email, new RegExp(reference));
  for (const text of ["₦500,000", "0000000000", reference]) expect(mail.text).toContain(text);
  await page.goto("/dashboard");
  await page.getByRole("listitem").filter({ hasText: reference }).getByRole("link").click();
  await expect(page).toHaveURL(investmentUrl);

  // An administrator records two transfers, the second of which exceeds the amount.
  const staff = await openPage(browser, baseURL!);
  await authenticate(staff, "admin@seedline.example");
  await staff.goto("/admin/investments");
  await staff.getByLabel("Search", { exact: true }).fill(reference.toLowerCase().replaceAll("-", " "));
  await expect(staff.getByRole("row").filter({ hasText: reference })).toContainText("Waiting for transfer");
  await check(staff, "investments of all");
  await record(staff, reference, "₦200,000", `${reference} A`);
  await expect(staff.getByText("Receipt recorded. ₦300,000 is outstanding.")).toBeVisible();
  expect(await ledger(reference, "received")).toBe(-200_000_00n);
  await page.reload();
  await expect(page.getByText("We have received ₦200,000 of ₦500,000.")).toBeVisible();
  await expect(page.getByText("Transfer the rest, ₦300,000")).toBeVisible();
  await expect(page.getByRole("button", { name: "Cancel investment" })).toHaveCount(0);
  await record(staff, reference, "300,000.50", `${reference} B`);
  await expect(staff.getByText("Receipt recorded. The investment is active.")).toBeVisible();
  await expect(staff.getByRole("row").filter({ hasText: reference })).toContainText("Active");

  // The investor sees the figures of the ledger.
  const principal = -(await ledger(reference, "principal"));
  const returned = -(await ledger(reference, "unallocated_receipts"));
  expect([principal, returned]).toEqual([AMOUNT, 50n]);
  await page.reload();
  await expect(page.getByText("Active", { exact: true })).toBeVisible();
  await expect(page.getByText(formatDate(maturityOf(terms, lagosDay()))).first()).toBeVisible();
  const entries = page.getByRole("table", { name: "Transactions" }).locator("tbody tr");
  const shown = [
    ["Invested", formatKobo(principal)],
    ["Received", "₦300,000"],
    ["Received", "₦200,000"],
  ] as const;
  await expect(page.getByText("Refund due to you").first()).toBeVisible();
  await expect(page.getByText(formatKobo(returned), { exact: true }).first()).toBeVisible();
  await expect(entries).toHaveCount(shown.length);
  for (const [index, texts] of shown.entries())
    for (const text of texts) await expect(entries.nth(index)).toContainText(text);
  await scheduleIsRight();
  await check(page, "an active investment");
  const saved = page.waitForEvent("download");
  await page.getByRole("button", { name: `Download Agreement ${reference}` }).click();
  expect((await saved).suggestedFilename()).toBe(`agreement-${reference}.pdf`);
  await mailTo(email, new RegExp(`${reference} is active`));

  await page.goto("/dashboard/investments");
  const row = page.getByRole("table", { name: "Your investments" }).locator("tbody tr").first();
  for (const text of [reference, "Active", formatKobo(principal), formatDate(low[0]!.day)])
    await expect(row).toContainText(text);
  await check(page, "the investor's list");
  await page.goto("/dashboard/transactions");
  const postings = page.getByRole("table", { name: "Transactions" }).locator("tbody tr");
  await expect(postings).toHaveCount(1);
  for (const text of ["Invested", reference]) await expect(postings.first()).toContainText(text);
  // On a phone, amount and balance are beside type and date.
  await expect(postings.first().getByRole("cell").nth(2)).toHaveText(formatExact(principal));
  await expect(postings.first().getByRole("cell").nth(3)).toHaveText(formatExact(principal));
  await page.setViewportSize({ width: 360, height: 740 });
  for (const url of ["/dashboard/transactions", "/dashboard/investments", investmentUrl]) {
    await page.goto(url);
    await fits(page, url);
  }
  await staff.context().close();
  expect(errors).toEqual([]);
});
