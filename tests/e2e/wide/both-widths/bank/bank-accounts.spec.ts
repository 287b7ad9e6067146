import { lagosDay } from "@/lib/dates";
import { check } from "../../../axe";
import { newBankAccount } from "../../../bank-account";
import { query } from "../../../database";
import { fits } from "../../../fits";
import { authenticate } from "../../../support";
import { expect, openPage, test } from "../../../test";

/** Bank accounts, and statements beside which lines are missing (product 10.32). */
const dayAgo = (days: number) =>
  new Date(Date.parse(lagosDay()) - days * 86_400_000).toISOString().slice(0, "2026-11-27".length);

test("a new bank account waits for another super administrator", async ({ page, browser, baseURL }) => {
  await authenticate(page, "super@seedline.example");
  await page.goto("/admin/bank-accounts");
  await page.getByRole("button", { name: "Add account" }).click();
  const dialog = page.getByRole("dialog", { name: "Add a bank account" });
  await dialog.getByRole("button", { name: "Ask for confirmation" }).click();
  await expect(dialog).toContainText("Enter the bank");
  await check(page, "adding a bank account");
  const number = String(Date.now()).slice(-10);
  await dialog.getByLabel("Bank", { exact: true }).fill("Second Bank");
  await dialog.getByLabel("Account number").fill(number);
  await dialog.getByLabel("Account name").fill("Seedline client account");
  await dialog.getByLabel("Account name").press("Enter");
  await expect(page.getByText("Sent for confirmation")).toBeVisible();
  await expect(page.getByText(number)).toHaveCount(0);

  const second = await openPage(browser, baseURL!);
  await authenticate(second, "senior@seedline.example");
  await second.goto("/admin/bank-accounts");
  await expect(second.getByRole("button", { name: "Add account" })).toHaveCount(0);
  await second.close();
});

test("missing lines are shown with both sides; a second administrator accepts the gap", async ({
  page,
  browser,
  baseURL,
}) => {
  const number = await newBankAccount();
  const file = (name: string, ...rows: string[]) => ({
    name,
    mimeType: "text/csv",
    buffer: Buffer.from([`Account No,${number}`, "Date,Amount,Narration,Balance", ...rows].join("\n")),
  });
  await authenticate(page, "admin@seedline.example");
  await page.goto("/admin/payments");
  const choose = (chosen: ReturnType<typeof file>) =>
    page.getByLabel("Statement", { exact: true }).setInputFiles(chosen);
  const toast = (text: string) => expect(page.getByText(text, { exact: false }).first()).toBeVisible();
  await choose(file("first.csv", `${dayAgo(9)},100.00,one,1100.00`));
  await page.getByRole("dialog").getByRole("button", { name: "Import" }).click();
  await toast("1 line of 1 imported");

  const later = file("later.csv", `${dayAgo(3)},5.00,three,1155.00`);
  await choose(later);
  const dialog = page.getByRole("dialog", { name: "Import later.csv" });
  await expect(dialog.getByText("Lines are missing")).toBeVisible();
  const sides = dialog.getByRole("list", { name: "Where they differ" });
  await expect(sides).toContainText("₦1,155.00");
  await expect(sides).toContainText("₦1,100.00");
  await check(page, "a statement after missing lines");
  await fits(page, "a statement after missing lines");
  await dialog.getByRole("button", { name: "Ask a second administrator" }).click();
  await toast("Another administrator has been asked");

  const second = await openPage(browser, baseURL!);
  await authenticate(second, "super@seedline.example");
  await second.goto("/admin/approvals");
  const request = second.getByRole("listitem").filter({ hasText: "later.csv" }).filter({ hasText: "₦1,155" });
  await request
    .first()
    .getByRole("button", { name: /Confirm/ })
    .click();
  await second.getByRole("alertdialog").getByRole("button", { name: "Confirm" }).click();
  await expect(second.getByText(/^Confirmed: /)).toBeVisible();
  await second.close();

  await choose(later);
  await expect(dialog.getByText("The gap was accepted")).toBeVisible();
  await dialog.getByRole("button", { name: "Import" }).click();
  // The message about the first file may still be shown.
  await expect(dialog).toHaveCount(0);
  const [account] = await query<{ id: string }>("SELECT id FROM bank_accounts WHERE number = $1", [number]);
  await page.goto(`/admin/bank-accounts/${account!.id}`);
  await expect(page.getByText("Lines are missing")).toBeVisible();
  await expect(page.getByText("later.csv", { exact: true })).toBeVisible();
  await check(page, "the statements of an account");
  await fits(page, "the statements of an account");

  await page.goto("/admin/payments");
  await choose(
    file(
      "all.csv",
      `${dayAgo(9)},100.00,one,1100.00`,
      `${dayAgo(5)},50.00,two,1150.00`,
      `${dayAgo(3)},5.00,three,1155.00`,
    ),
  );
  await expect(page.getByRole("dialog").getByText("3 lines, 1 new.", { exact: false })).toBeVisible();
  await page.getByRole("dialog").getByRole("button", { name: "Import" }).click();
  await toast("1 line of 3 imported");
  await page.goto(`/admin/bank-accounts/${account!.id}`);
  await expect(page.getByText("all.csv", { exact: true })).toBeVisible();
  await expect(page.getByText("Lines are missing")).toHaveCount(0);
});
