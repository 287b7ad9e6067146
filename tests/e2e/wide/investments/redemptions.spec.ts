import type { Page } from "@playwright/test";
import { formatDate } from "@/components/ui/format";
import { addMonths, dayAt, dayNumber, lagosDay } from "@/lib/dates";
import { formatKobo } from "@/lib/money";
import { maturityOf, redemptionOn, scheduleOf, valueOn } from "@/lib/plans/schedule-rules";
import { toTerms, type TermsDto } from "@/lib/plans/terms-schema";
import { check } from "../../axe";
import { query } from "../../database";
import { fits } from "../../fits";
import { open } from "../../own-account";
import { call, tokenOf } from "../../rest";
import { authenticate, DEMO_PASSWORD, mailTo, watchConsole } from "../../support";
import { expect, openPage, test } from "../../test";

/** The lifecycle of an investment (product 10.33): value, redemption, choice at maturity, maturity. Start days are moved into the past. */
const AMOUNT = 500_000_00n;
const REDEEMED = 200_000_00n;
const json: TermsDto = {
  minimum: "10000000",
  step: "100",
  capacity: null,
  tenor: { unit: "months", count: 6 },
  return: { kind: "fixed", rate: 1_800 },
  dayCount: "actual/365",
  payout: "maturity",
  earlyRedemption: { fromDay: 30, charge: 100 },
  fee: 0,
  withholdingTax: 1_000,
  riskText: "You can lose money.",
  termsText: "The money is lent as a whole.",
};
const terms = toTerms(json);

async function publishPlan(changes: Partial<TermsDto> = {}): Promise<string> {
  const slug = `life-${Date.now().toString(36)}`;
  const [plan] = await query<{ id: string }>(
    `insert into plans (id, slug, state, position) values (gen_random_uuid(), $1, 'open', 901) returning id`,
    [slug],
  );
  await query(
    `insert into plan_versions (id, plan_id, version, name, summary, description, risk, terms, published_at)
     values (gen_random_uuid(), $1, 1, 'Lasting Notes', 'Notes.', 'It lends.', 'Low', $2, now())`,
    [plan!.id, JSON.stringify({ ...json, ...changes })],
  );
  return slug;
}

const moveStart = (id: string, start: string) =>
  query(
    `update investments set paid_on = $2::date, start_on = $2::date, maturity_on = $3::date, next_due_on = $2::date where id = $1`,
    [id, start, maturityOf(terms, start)],
  );

/** Requests an investment, which an administrator marks as received, and moves its start. Returns its id. */
async function invest(page: Page, base: string, slug: string, start: string): Promise<string> {
  await page.goto(`/dashboard/investments/new?plan=${slug}&amount=500000`);
  await page.getByLabel(/I have read the risk and the terms/).check();
  await page.getByRole("button", { name: "Confirm investment" }).click();
  await expect(page.getByRole("heading", { name: "Pay by bank transfer" })).toBeVisible();
  const id = page.url().split("/").at(-1)!;
  const receipt = { bankReference: `LIFE ${id}`, amount: String(AMOUNT), receivedOn: lagosDay() };
  const token = await tokenOf(base, "admin@seedline.example", DEMO_PASSWORD);
  await call(base, "POST", `/api/admin/investments/${id}/receipts`, token, receipt);
  await moveStart(id, start);
  await page.reload();
  return id;
}

const balance = async (id: string, account: string): Promise<bigint> => {
  const [row] = await query<{ balance: string }>(
    `select balance::text from ledger_accounts where subject_id = $1 and name = $2`,
    [id, account],
  );
  return BigInt(row?.balance ?? 0);
};

test("an investor sees the value, redeems a part, and reinvests the rest at maturity", async ({
  page,
  baseURL,
}) => {
  const errors = watchConsole(page);
  const { email } = await open(page, baseURL!, "/dashboard/investments");
  const slug = await publishPlan();
  const today = lagosDay();
  const start = dayAt(dayNumber(today) - 100);
  const id = await invest(page, baseURL!, slug, start);
  const value = formatKobo(valueOn(terms, AMOUNT, start, today));
  await expect(page.getByText("Value today")).toBeVisible();
  await expect(page.getByText(value, { exact: true }).first()).toBeVisible();

  // An amount that cannot be redeemed shows an error at the field; then a preview shows the figures. All with the keyboard.
  const amount = page.getByLabel("Amount to redeem in naira");
  await amount.fill("450,000");
  await amount.press("Enter");
  await expect(page.getByText(/At least ₦100,000 must remain/)).toBeVisible();
  await expect(amount).toBeFocused();
  await amount.fill("200,000");
  await amount.press("Enter");
  const dialog = page.getByRole("alertdialog", { name: "Redeem ₦200,000?" });
  const result = redemptionOn(terms, AMOUNT, start, { day: today, amount: REDEEMED });
  if ("refused" in result) throw new Error(result.refused);
  const { instalment, remaining } = result;
  const due = instalment.principal - instalment.charge + instalment.net;
  for (const figure of [instalment.charge, instalment.net, due, remaining])
    await expect(dialog.getByText(formatKobo(figure), { exact: true }).first()).toBeVisible();
  await check(page, "a redemption");
  await dialog.getByRole("button", { name: "Redeem" }).press("Enter");
  await expect(dialog).toHaveCount(0);
  await expect(page.getByText("Due to you").first()).toBeVisible();
  expect([await balance(id, "due_to_investor"), await balance(id, "principal")]).toEqual([-due, -remaining]);
  await expect(page.getByText(formatKobo(due), { exact: true }).first()).toBeVisible();
  await mailTo(email, /You redeemed ₦200,000/);

  // The choice requires accepting the current terms.
  await page.getByLabel("Reinvest principal and return").check();
  await page.getByRole("button", { name: "Save choice" }).click();
  await expect(page.getByText("Accept the risk and the terms to continue")).toBeVisible();
  await page.getByLabel(/I have read the risk and the terms of version 1/).check();
  await check(page, "a choice at maturity");
  await page.getByRole("button", { name: "Save choice" }).click();
  await expect(page.getByText("Choice saved")).toBeVisible();
  await page.setViewportSize({ width: 360, height: 740 });
  await fits(page, "an active investment");
  await page.emulateMedia({ colorScheme: "dark" });
  await check(page, "an active investment in the dark");

  // Another investment matures and is reinvested in full.
  await page.setViewportSize({ width: 1280, height: 800 });
  const otherInvestment = await invest(page, baseURL!, slug, dayAt(dayNumber(today) - 60));
  await page.getByLabel("Reinvest principal and return").check();
  await page.getByLabel(/I have read the risk and the terms of version 1/).check();
  await page.getByRole("button", { name: "Save choice" }).click();
  await expect(page.getByText("Choice saved").first()).toBeVisible();
  const longAgo = dayAt(dayNumber(today) - 200);
  await moveStart(otherInvestment, longAgo);
  await query(`select graphile_worker.add_job('due-payments')`);
  await mailTo(email, /has matured/);
  await page.reload();
  await expect(page.getByText("Matured", { exact: true })).toBeVisible();
  const schedule = scheduleOf(terms, AMOUNT, longAgo);
  const [last] = schedule.kind === "fixed" ? schedule.instalments : [];
  const paid = last!.principal + last!.net;
  expect(await balance(otherInvestment, "due_to_investor")).toBe(-(paid % 100n));
  await page.getByRole("link", { name: /^SDL-/ }).first().click();
  await expect(page.getByText("Reinvested from")).toBeVisible();
  await expect(page.getByText(formatKobo(paid - (paid % 100n)), { exact: true }).first()).toBeVisible();
  await expect(page.getByText(formatDate(last!.day), { exact: true }).first()).toBeVisible();

  // A choice that would lapse is shown, and can only be withdrawn.
  await query("update plans set state = 'closed' where slug = $1", [slug]);
  await page.goto(`/dashboard/investments/${id}`);
  const chosen = page.getByLabel("Reinvest principal and return");
  await expect(chosen).toBeChecked();
  await expect(
    page.getByText(/Only if the plan still accepts investments under the same terms/),
  ).toBeVisible();
  await expect(page.getByRole("button", { name: "Save choice" })).toBeDisabled();
  await query(
    `insert into plan_versions (id, plan_id, version, name, summary, description, risk, terms, published_at)
     select gen_random_uuid(), plan_id, 2, name, summary, description, risk, terms, now() from plan_versions
     where plan_id = (select id from plans where slug = $1)`,
    [slug],
  );
  await query("update plans set state = 'open' where slug = $1", [slug]);
  await page.reload();
  await expect(chosen).toBeChecked();
  await expect(page.getByText("The terms have changed since you chose")).toBeVisible();
  expect(errors).toEqual([]);
});

test("with a declared return, a redemption waits for the end of its period, and can be cancelled until then", async ({
  page,
  baseURL,
}) => {
  const errors = watchConsole(page);
  const { email } = await open(page, baseURL!, "/dashboard/investments");
  const slug = await publishPlan({
    return: { kind: "declared", low: 1_000, high: 2_000 },
    payout: "quarterly",
  });
  const start = dayAt(dayNumber(lagosDay()) - 40);
  await invest(page, baseURL!, slug, start);
  const day = formatDate(addMonths(start, 3));
  const amount = page.getByLabel("Amount to redeem in naira");
  await amount.fill("200,000");
  await amount.press("Enter");
  const dialog = page.getByRole("alertdialog", { name: "Redeem ₦200,000?" });
  await expect(dialog.getByText(`It takes effect on ${day}, the last day of the period.`)).toBeVisible();
  await check(page, "a redemption that takes effect later");
  await dialog.getByRole("button", { name: "Redeem" }).press("Enter");
  await expect(dialog).toHaveCount(0);
  const pending = page.getByText(`₦200,000, takes effect on ${day}, with the return declared for the period`);
  await expect(pending).toBeVisible();
  await mailTo(email, /You redeem ₦200,000/);
  await page.setViewportSize({ width: 390, height: 800 });
  await fits(page, "a redemption that waits");
  await page.getByRole("button", { name: "Cancel redemption" }).press("Enter");
  const cancelling = page.getByRole("alertdialog", { name: "Cancel the redemption of ₦200,000?" });
  await cancelling.getByRole("button", { name: "Cancel redemption" }).press("Enter");
  await expect(page.getByText("Redemption cancelled")).toBeVisible();
  await expect(pending).toHaveCount(0);
  expect(errors).toEqual([]);
});

test("two administrators end an investment; its investor reads what is due", async ({
  page,
  browser,
  baseURL,
}) => {
  const errors = watchConsole(page);
  const { email } = await open(page, baseURL!, "/dashboard/investments");
  const start = dayAt(dayNumber(lagosDay()) - 40);
  const id = await invest(page, baseURL!, await publishPlan({ earlyRedemption: null }), start);
  const staff = await openPage(browser, baseURL!);
  await authenticate(staff, "admin@seedline.example");
  await staff.setViewportSize({ width: 390, height: 800 });
  await staff.goto(`/admin/investments/${id}`);
  await staff.getByRole("button", { name: "End investment" }).press("Enter");
  const dialog = staff.getByRole("dialog", { name: /^End investment SDL-/ });
  await dialog.getByLabel("Reason").selectOption("Court order");
  await dialog.getByRole("button", { name: "Send for confirmation" }).press("Enter");
  await expect(dialog.getByLabel("Note")).toHaveAccessibleDescription(/Explain the decision/);
  await expect(dialog.getByLabel("Reason")).toHaveValue("court_order");
  await check(staff, "the end of an investment");
  await fits(staff, "the end of an investment");
  await dialog.getByLabel("Note").fill(`Order ${id}`);
  await dialog.getByRole("button", { name: "Send for confirmation" }).press("Enter");
  await expect(staff.getByText("Sent for confirmation")).toBeVisible();

  const supervisor = await openPage(browser, baseURL!);
  await authenticate(supervisor, "super@seedline.example");
  await supervisor.goto("/admin/approvals");
  const asked = supervisor.getByRole("listitem").filter({ hasText: `Order ${id}` });
  await asked.getByRole("button", { name: /^Confirm: End the investment SDL-/ }).click();
  const question = supervisor.getByRole("alertdialog");
  await question.getByRole("button", { name: "Confirm" }).click();
  await expect(supervisor.getByText(/^Confirmed: /)).toBeVisible();
  await expect(asked).toHaveCount(0);
  await supervisor.goto(`/admin/investments/${id}`);
  await expect(supervisor.getByText(/, confirmed by .+, Court order$/)).toBeVisible();
  await check(supervisor, "an ended investment");
  await fits(supervisor, "an ended investment");
  await supervisor.context().close();
  await staff.context().close();

  await page.reload();
  await expect(page.getByText("Ended", { exact: true })).toBeVisible();
  await expect(page.getByText("Due to you").first()).toBeVisible();
  const mail = await mailTo(email, /has ended/);
  expect(mail.text).toContain("for legal reasons");
  expect(mail.text).not.toContain("Court");
  expect(errors).toEqual([]);
});
