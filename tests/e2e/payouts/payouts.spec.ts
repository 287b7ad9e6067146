import type { Locator, Page } from "@playwright/test";
import { dayAt, dayNumber, lagosDay } from "@/lib/dates";
import { uuidv7 } from "@/lib/ids";
import { formatKobo, toNaira } from "@/lib/money";
import { check } from "../axe";
import { query } from "../database";
import { fits } from "../fits";
import { newBankAccount } from "../bank-account";
import { open } from "../own-account";
import { call, tokenOf } from "../rest";
import { authenticate, DEMO_PASSWORD, mailTo, watchConsole } from "../support";
import { expect, openPage, test } from "../test";

/**
 * Money returns to its investor (product 10.33, 10.34, 10.36): an early redemption, a payout by two administrators, the bank statement
 * that shows the payout and its return, and the account statement that the investor prints.
 */
const AMOUNT = 300_000_00n;

async function statement(...lines: [amount: string, narration: string][]) {
  let balance = 0;
  // The balance of an earlier day shows the order of the lines.
  const earlier = [
    dayAt(dayNumber(lagosDay()) - 1),
    "1.00",
    "Opened",
    "",
    "",
    (balance += 1).toFixed(2),
  ].join(",");
  const rows = lines.map(([amount, narration]) =>
    [lagosDay(), amount, narration, "", `FT${uuidv7()}`, (balance += Number(amount)).toFixed(2)].join(","),
  );
  const text = [
    `Account No,${await newBankAccount()}`,
    "Date,Amount,Narration,Sender,Reference,Balance",
    earlier,
    ...rows,
  ].join("\n");
  return { name: "bank.csv", mimeType: "text/csv", buffer: Buffer.from(text) };
}

/** Imports a statement with the transfer of an investment, and matches it. */
async function importReceipt(base: string, token: string, reference: string): Promise<void> {
  const form = new FormData();
  const columns = {
    headerRow: 2,
    date: 0,
    dateOrder: "ymd",
    amount: 1,
    narration: 2,
    bankReference: 4,
    balance: 5,
  };
  for (const [name, column] of Object.entries(columns)) form.set(name, String(column));
  const { buffer } = await statement([toNaira(AMOUNT), reference]);
  form.set("file", new Blob([new Uint8Array(buffer)]), "receipts.csv");
  await call(base, "POST", "/api/admin/payments/statements", token, form);
  const [line] = await query<{ id: string }>(
    `select l.id from statement_lines l join investments i on i.id = l.proposed_id where i.reference = $1`,
    [reference],
  );
  const parts = [{ reference, amount: String(AMOUNT) }];
  await call(base, "POST", `/api/admin/payments/lines/${line!.id}/match`, token, { parts });
}

/** One administrator stops payouts to an investor at once; lifting it takes a second one. */
async function stopAndLift(first: Page, second: Page, line: Locator): Promise<void> {
  const actions = line.getByRole("button", { name: /^Actions for / });
  await actions.press("Enter");
  await first.getByRole("menuitem", { name: "Stop payouts" }).press("Enter");
  const stopping = first.getByRole("dialog");
  await stopping.getByRole("button", { name: "Stop payouts" }).click();
  await expect(stopping).toContainText("Explain why, in at least 3 characters");
  await stopping.getByLabel("Note").fill("A court order of today");
  await check(first, "stopping payouts");
  await stopping.getByLabel("Note").press("Enter");
  await expect(line).toContainText("Payouts stopped by");
  await expect(line.getByRole("checkbox")).toBeDisabled();
  await line.getByRole("button", { name: "Lift stop" }).press("Enter");
  const lifting = first.getByRole("dialog");
  await lifting.getByLabel("Note").fill("The order was withdrawn today");
  await lifting.getByRole("button", { name: "Lift stop" }).click();
  await expect(lifting).toHaveCount(0);
  await second.goto("/admin/approvals");
  const request = second.getByRole("listitem").filter({ hasText: "The order was withdrawn today" });
  await request.getByRole("button", { name: /Confirm/ }).click();
  await second.getByRole("alertdialog").getByRole("button", { name: "Confirm" }).click();
  await expect(second.getByText(/^Confirmed: /)).toBeVisible();
  await expect(request).toHaveCount(0);
  await first.reload();
  await expect(actions).toBeVisible();
}

test("a redemption is paid by two administrators, returned by the bank, and due again", async ({
  page,
  browser,
  baseURL,
}) => {
  const base = baseURL!;
  const errors = watchConsole(page);
  const { email } = await open(page, base, "/dashboard/investments");
  // The account was verified long enough ago to be past the hold on new accounts.
  await query(
    `update decisions set decided_at = decided_at - interval '10 days' where user_id = (select id from users where email = $1)`,
    [email],
  );
  await page.goto("/dashboard/investments/new?plan=fixed-income&amount=300000");
  await page.getByLabel(/I have read the risk and the terms/).check();
  await page.getByRole("button", { name: "Confirm investment" }).press("Enter");
  await expect(page.getByRole("heading", { name: "Pay by bank transfer" })).toBeVisible();
  const _id = page.url().split("/").at(-1)!;
  const reference = (await page
    .getByText(/^SDL-\w{4}-\w{4}$/)
    .first()
    .textContent())!;
  const staffToken = await tokenOf(base, "admin@seedline.example", DEMO_PASSWORD);
  await importReceipt(base, staffToken, reference);
  // Forty days pass.
  await query(
    `update investments set paid_on = paid_on - 40, start_on = start_on - 40, maturity_on = maturity_on - 40 where id = $1`,
    [_id],
  );

  // The investor redeems a part of it.
  await page.goto(`/dashboard/investments/${_id}`);
  await page.getByLabel("Amount to redeem in naira").fill("100,000");
  await page.getByRole("button", { name: "Calculate redemption" }).click();
  const dialog = page.getByRole("alertdialog");
  await expect(dialog).toContainText("Remaining investment");
  await check(page, "a redemption");
  await dialog.getByRole("button", { name: "Redeem", exact: true }).click();
  await expect(dialog).toHaveCount(0);
  const [due] = await query<{ amount: string }>(
    `select (-balance)::text as amount from ledger_accounts where name = 'due_to_investor' and subject_id = $1`,
    [_id],
  );
  const owed = formatKobo(BigInt(due!.amount));
  await page.goto("/dashboard/investments");
  await expect(page.getByText(owed).first()).toBeVisible();
  await check(page, "a portfolio");

  // One administrator proposes the payout of the dues, another releases it.
  const first = await openPage(browser, base);
  await authenticate(first, "admin@seedline.example");
  await first.goto("/admin/payouts");
  const line = first.getByRole("row").filter({ hasText: reference });
  await expect(line).toContainText(owed);
  const second = await openPage(browser, base);
  await authenticate(second, "super@seedline.example");
  await stopAndLift(first, second, line);
  await line.getByRole("checkbox").check();
  await check(first, "what is due");
  await first.getByRole("button", { name: "Propose payouts" }).click();
  await first.getByRole("alertdialog").getByRole("button", { name: "Propose payouts" }).click();
  await expect(first.getByRole("heading", { level: 1, name: `1 payout of ${owed}` })).toBeVisible();
  await expect(first.getByText("Another administrator must release this batch.")).toBeVisible();
  await expect(first.getByRole("button", { name: "Release" })).toHaveCount(0);

  await second.goto(first.url());
  await second.getByRole("button", { name: "Release" }).click();
  await expect(second.getByRole("alertdialog")).toContainText("Second approval is off");
  await second.getByRole("alertdialog").getByRole("button", { name: "Release" }).click();
  await expect(second.getByText("In transit")).toBeVisible();
  await check(second, "a released batch");
  const [file] = await Promise.all([
    second.waitForEvent("download"),
    second.getByRole("button", { name: "Download payment file" }).click(),
  ]);
  expect(file.suggestedFilename()).toMatch(/^payouts-[\da-f-]{36}\.csv$/);
  const transfer = (await second
    .getByText(/^SDL-\w{4}-\w{4}$/)
    .first()
    .textContent())!;
  await mailTo(email, /We have sent you/);

  // The bank statement shows that it left the account and was returned.
  await first.goto("/admin/payments");
  const naira = `${BigInt(due!.amount) / 100n}.${String(BigInt(due!.amount) % 100n).padStart(2, "0")}`;
  await first
    .getByLabel("Statement", { exact: true })
    .setInputFiles(await statement([`-${naira}`, `NIP ${transfer}`], [naira, `REVERSAL ${transfer}`]));
  const importing = first.getByRole("dialog", { name: "Import bank.csv" });
  await expect(importing.getByText("3 lines, all new.", { exact: false })).toBeVisible();
  await importing.getByRole("button", { name: "Import" }).click();
  await expect(first.getByText("3 lines of 3 imported")).toBeVisible();
  for (const narration of [`NIP ${transfer}`, `REVERSAL ${transfer}`]) {
    const booked = first.getByRole("row").filter({ hasText: narration });
    await booked.getByRole("button", { name: new RegExp(transfer) }).click();
    await expect(booked).toHaveCount(0);
  }
  await mailTo(email, /Your bank has returned/);
  await first.goto("/admin/payouts");
  await expect(first.getByRole("row").filter({ hasText: reference })).toContainText(
    /Previously released on .+, returned on/,
  );
  for (const path of ["/admin/payouts", second.url(), `/admin/investments/${_id}`, "/admin/ledger"]) {
    await first.goto(path);
    await expect(first.getByRole("heading", { level: 1 })).toBeVisible();
    await first.setViewportSize({ width: 360, height: 740 });
    await fits(first, path);
    await check(first, path);
  }
  await first.context().close();
  await second.context().close();

  // The statement matches the ledger, and is printed without menus and buttons.
  await page.goto("/dashboard/transactions");
  const filter = async (kind: string) => {
    await page.getByLabel("Type").selectOption(kind);
    await page.getByRole("button", { name: "Filter" }).click();
  };
  await filter("Payout released");
  const rows = page.getByRole("table", { name: "Transactions" }).locator("tbody tr");
  await expect(rows.filter({ hasNotText: "Payout released" })).toHaveCount(0);
  await expect(rows.first()).toContainText("Payout released");
  await filter("Loss");
  await expect(page.getByRole("heading", { name: "No transactions of this type" })).toBeVisible();
  await check(page, "transactions of a kind that has none");
  await page.getByRole("link", { name: "See all transactions" }).click();
  await page.getByLabel("From").fill(`${lagosDay().slice(0, 4)}-01-01`);
  await page.getByRole("button", { name: "Show statement" }).click();
  const closing = page.getByRole("row").filter({ hasText: "Closing balance" });
  const [balance] = await query<{ amount: string }>(
    `select (-sum(balance))::text as amount from ledger_accounts where owner_id = (select id from users where email = $1)`,
    [email],
  );
  await expect(closing).toContainText(formatKobo(BigInt(balance!.amount)));
  await check(page, "a statement");
  await page.emulateMedia({ media: "print" });
  for (const hidden of [page.getByRole("banner"), page.getByRole("button", { name: "Print" })])
    await expect(hidden.first()).toBeHidden();
  await expect(closing).toBeVisible();
  await page.screenshot({ path: test.info().outputPath("statement.png"), fullPage: true });
  expect(errors).toEqual([]);
});
