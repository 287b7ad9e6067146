import { lagosDay } from "@/lib/dates";
import { uuidv7 } from "@/lib/ids";
import { check } from "../axe";
import { newBankAccount } from "../bank-account";
import { fits } from "../fits";
import { open } from "../own-account";
import { authenticate, watchConsole } from "../support";
import { expect, openPage, test, type Page } from "../test";

/** In naira. */
const AMOUNT = 730_000;

/** Requests an investment. Returns its reference. */
async function request(page: Page, amount: number): Promise<string> {
  await page.goto(`/dashboard/investments/new?plan=agriculture-growth&amount=${amount}`);
  await page.getByLabel(/I have read the risk and the terms/).check();
  await page.getByRole("button", { name: "Confirm investment" }).press("Enter");
  await expect(page.getByRole("heading", { name: "Pay by bank transfer" })).toBeVisible();
  return (await page
    .getByText(/^SDL-\w{4}-\w{4}$/)
    .first()
    .textContent())!;
}

/** Imports a statement of a new account. */
async function importLines(page: Page, lines: readonly [amount: number, narration: string][]): Promise<void> {
  let balance = 0;
  const rows = lines.map(([amount, narration]) =>
    [lagosDay(), amount.toFixed(2), narration, "", `FT${uuidv7()}`, (balance += amount).toFixed(2)].join(),
  );
  const head = [`Account No,${await newBankAccount()}`, "Date,Amount,Narration,Sender,Reference,Balance"];
  const buffer = Buffer.from([...head, ...rows].join("\n"));
  await page
    .getByLabel("Statement", { exact: true })
    .setInputFiles({ name: "bank.csv", mimeType: "text/csv", buffer });
  const dialog = page.getByRole("dialog", { name: "Import bank.csv" });
  await dialog.getByRole("button", { name: "Import" }).click();
  await expect(page.getByText(`${lines.length} lines of ${lines.length} imported`)).toBeVisible();
}

/** A finance officer decides a month of lines (product 10.32). */
test("exact lines are matched at once, others selected, and a rule books the rest", async ({
  page,
  browser,
  baseURL,
}) => {
  const errors = watchConsole(page);
  await open(page, baseURL!, "/dashboard");
  const [first, second] = [await request(page, 500_000), await request(page, 600_000)];
  const mark = uuidv7().slice(-8);
  const staff = await openPage(browser, baseURL!);
  await authenticate(staff, "admin@seedline.example");
  await staff.goto("/admin/payments");
  await importLines(staff, [
    [500_000, `NIP ${first}`],
    [600_000, `NIP ${second}`],
    [-50, `Stamp duty ${mark} A`],
    [-50, `Stamp duty ${mark} B`],
    [-4, `SMS charge ${mark} November`],
  ]);
  const rowOf = (text: string) => staff.getByRole("row").filter({ hasText: text });

  // All exact lines of the list, without one that the officer leaves out.
  await staff.getByRole("combobox", { name: "Lines" }).selectOption("exact");
  await expect(staff.getByRole("option", { name: /^Pending: exact match \(\d+\)$/ })).toBeAttached();
  await expect(rowOf(first)).toBeVisible();
  await staff.getByRole("button", { name: /^Match \d+ exact$/ }).click();
  const exact = staff.getByRole("dialog", { name: "Match exact lines" });
  const boxes = exact.getByRole("checkbox");
  await expect(exact.getByRole("checkbox", { name: new RegExp(first) })).toBeChecked();
  for (const box of await boxes.all()) await box.uncheck();
  await expect(exact.getByRole("button", { name: /^Match/ })).toBeDisabled();
  for (const reference of [first, second])
    await exact.getByRole("checkbox", { name: new RegExp(reference) }).check();
  await expect(exact.getByText("2 lines, ₦1,100,000")).toBeVisible();
  await check(staff, "matching exact lines");
  await exact.getByRole("button", { name: "Match 2 lines" }).click();
  await expect(staff.getByText("2 lines decided")).toBeVisible();
  await expect(rowOf(first)).toHaveCount(0);

  // Each is an act of its own, in one group.
  await staff.goto("/admin/acts");
  await expect(rowOf(second).first()).toContainText("One of 2");
  await rowOf(second)
    .first()
    .getByRole("button", { name: /^Undo all 2/ })
    .click();
  const undo = staff.getByRole("dialog", { name: /^Undo all 2 of "Receipt matched"/ });
  await undo.getByLabel("Note").fill("The wrong file");
  await undo.getByRole("button", { name: "Undo" }).click();
  await expect(staff.getByText("Sent for confirmation")).toBeVisible();
  await expect(rowOf(first).first()).toContainText("Undo awaits confirmation");

  // Two selected lines are booked by keyboard, and the line after them gets the focus.
  await staff.goto("/admin/payments?filter=outgoing");
  for (const letter of ["A", "B"]) await rowOf(`Stamp duty ${mark} ${letter}`).getByRole("checkbox").check();
  const bar = staff.getByRole("group", { name: "Selected lines" });
  await expect(bar).toContainText("2 lines, -₦100");
  await check(staff, "selected lines");
  await bar.getByRole("button", { name: "Book as..." }).click();
  const booking = staff.getByRole("dialog", { name: "Book 2 lines" });
  await expect(booking.getByLabel("Book as")).toHaveValue("stamp_duty");
  await booking.getByRole("button", { name: "Book 2 lines" }).click();
  await expect(staff.getByText("2 lines decided")).toBeVisible();
  await expect(rowOf(`Stamp duty ${mark}`)).toHaveCount(0);

  // A rule is made from a decision.
  const charge = rowOf(`SMS charge ${mark}`);
  await charge.getByRole("button", { name: /^Decide/ }).focus();
  await staff.keyboard.press("Enter");
  const decision = staff.getByRole("dialog");
  await expect(decision.getByLabel("What is this line?")).toHaveValue("bank_charge");
  await decision.getByRole("button", { name: "Always decide such lines like this" }).click();
  const rule = staff.getByRole("dialog", { name: "Rule for statement lines" });
  await expect(rule.getByLabel("Text in the sender or narration")).toHaveValue("SMS charge");
  await rule.getByLabel("Text in the sender or narration").fill(`sms charge ${mark}`);
  await rule.getByRole("button", { name: "Try on the last 12 months" }).click();
  await expect(rule.getByText("1 line in 12 months, ₦4.")).toBeVisible();
  await check(staff, "the trial of a rule");
  await staff.setViewportSize({ width: 390, height: 800 });
  await fits(staff, "the trial of a rule");
  await rule.getByRole("button", { name: "Save rule" }).click();
  // The line that waits is booked at once.
  await expect(staff.getByText("Rule saved, 1 line booked")).toBeVisible();
  await expect(charge).toHaveCount(0);
  await staff.setViewportSize({ width: 1280, height: 800 });
  await importLines(staff, [
    [-4, `SMS CHARGE ${mark} December`],
    [-9, `Other ${mark}`],
  ]);
  await expect(charge).toHaveCount(0);
  await expect(rowOf(`SMS CHARGE ${mark}`)).toHaveCount(0);
  await expect(rowOf(`Other ${mark}`)).toBeVisible();
  await staff.getByRole("link", { name: "Rules" }).click();
  const saved = rowOf(`sms charge ${mark}`);
  await expect(saved).toContainText("2 lines");
  await check(staff, "the rules");
  await staff.setViewportSize({ width: 390, height: 800 });
  await fits(staff, "/admin/payments/rules");
  await staff.setViewportSize({ width: 1280, height: 800 });
  await saved.getByRole("link", { name: "2 lines" }).click();
  await expect(staff.getByRole("table", { name: "Statement lines" }).getByRole("row")).toHaveCount(3);
  await staff.goto("/admin/payments/rules");
  await saved.getByRole("button", { name: /^Switch off/ }).click();
  await expect(saved).toContainText("Off");
  await saved.getByRole("button", { name: /^Delete the rule/ }).click();
  await staff.getByRole("alertdialog").getByRole("button", { name: "Delete rule" }).click();
  await expect(saved).toHaveCount(0);
  await staff.context().close();
  expect(errors).toEqual([]);
});

/** Transfers without a reference are compared by name, and strangers refunded (product 10.32). */
test("lines by name are checked and matched at once, and strangers refunded", async ({
  page,
  browser,
  baseURL,
}) => {
  const errors = watchConsole(page);
  await open(page, baseURL!, "/dashboard");
  // Other investors of these tests have the same name: an amount that only one of them owes.
  const reference = await request(page, AMOUNT);
  const mark = uuidv7().slice(-8);
  const staff = await openPage(browser, baseURL!);
  await authenticate(staff, "admin@seedline.example");
  await staff.goto("/admin/payments");
  await importLines(staff, [
    [AMOUNT, "NIP/GTB/ADA TEST/transfer"],
    [7, `NIP/GTB/${mark} A`],
    [8, `NIP/GTB/${mark} B`],
  ]);
  const rowOf = (text: string) => staff.getByRole("row").filter({ hasText: text });

  await staff.getByRole("combobox", { name: "Lines" }).selectOption("check");
  await staff.getByRole("button", { name: /^Match by name \(\d+\)$/ }).click();
  const dialog = staff.getByRole("dialog", { name: "Match lines by name" });
  const box = dialog.getByRole("checkbox", { name: new RegExp(`ADA TEST.*Ada Test.*${reference}`) });
  await expect(box).not.toBeChecked();
  for (const other of await dialog.getByRole("checkbox").all()) await expect(other).not.toBeChecked();
  await expect(dialog.getByRole("button", { name: /^Match/ })).toBeDisabled();
  await box.check();
  await expect(dialog.getByText(`1 line, ₦${AMOUNT.toLocaleString("en")}`)).toBeVisible();
  await check(staff, "matching lines by name");
  await staff.setViewportSize({ width: 390, height: 800 });
  await fits(staff, "matching lines by name");
  await staff.setViewportSize({ width: 1280, height: 800 });
  await dialog.getByRole("button", { name: "Match 1 line" }).click();
  await expect(staff.getByText("1 line decided")).toBeVisible();
  await expect(rowOf(reference)).toHaveCount(0);

  await staff.goto("/admin/payments?filter=unknown");
  for (const letter of ["A", "B"]) await rowOf(`${mark} ${letter}`).getByRole("checkbox").check();
  await staff.getByRole("group", { name: "Selected lines" }).getByRole("button", { name: "Refund" }).click();
  const refund = staff.getByRole("dialog", { name: "Refund 2 lines" });
  await expect(refund.getByText("₦15", { exact: true })).toBeVisible();
  await check(staff, "refunding lines");
  await refund.getByRole("button", { name: "Refund 2 lines" }).click();
  await expect(staff.getByText("2 lines decided")).toBeVisible();
  await expect(rowOf(mark)).toHaveCount(0);
  await staff.context().close();
  expect(errors).toEqual([]);
});

/** The keyboard moves between lines, and the focus stays in the list. */
test("the keyboard decides line after line", async ({ browser, baseURL }) => {
  const staff = await openPage(browser, baseURL!);
  await authenticate(staff, "admin@seedline.example");
  await staff.goto("/admin/payments?filter=outgoing");
  const mark = uuidv7().slice(-8);
  await importLines(staff, [
    [-1, `Charge ${mark} C`],
    [-2, `Charge ${mark} B`],
    [-3, `Charge ${mark} A`],
  ]);
  // The newest line is the first.
  const buttonOf = (letter: string) =>
    staff
      .getByRole("row")
      .filter({ hasText: `Charge ${mark} ${letter}` })
      .getByRole("button", { name: /^Decide/ });
  await buttonOf("A").focus();
  await staff.keyboard.press("j");
  await expect(buttonOf("B")).toBeFocused();
  await staff.keyboard.press("k");
  await expect(buttonOf("A")).toBeFocused();
  await staff.keyboard.press("Enter");
  await staff.getByRole("dialog").getByRole("button", { name: "Save decision" }).press("Enter");
  await expect(buttonOf("A")).toHaveCount(0);
  await expect(buttonOf("B")).toBeFocused();
  await staff.keyboard.press("x");
  await expect(staff.getByRole("group", { name: "Selected lines" })).toContainText("1 line");
  await staff.context().close();
});
