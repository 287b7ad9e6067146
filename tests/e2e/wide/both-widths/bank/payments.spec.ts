import { lagosDay } from "@/lib/dates";
import { uuidv7 } from "@/lib/ids";
import { companyDocuments } from "../../../../support/company";
import { check } from "../../../axe";
import { newBankAccount } from "../../../bank-account";
import { account, approve, call, companyAnswers, companyDueDiligence, passDueDiligence } from "../../../rest";
import { expect, openPage, test } from "../../../test";
import { authenticate, PASSWORD, watchConsole } from "../../../support";

/** A company invests, and its transfer names neither the investment nor the company. */
test("a transfer without a reference is matched by an administrator", async ({ page, browser, baseURL }) => {
  const base = baseURL!;
  const errors = watchConsole(page);
  const company = await account(base, "corporate");
  await call(base, "POST", "/api/verification/corporate", company.token, companyAnswers);
  await call(base, "POST", "/api/verification/corporate/documents", company.token, await companyDocuments(2));
  await approve(base, company.email);
  await passDueDiligence(base, company, companyDueDiligence);
  await authenticate(page, company.email, PASSWORD);
  await page.goto("/dashboard/investments/new?plan=fixed-income&amount=240000");
  await page.getByLabel(/I have read the risk and the terms/).check();
  await page.getByRole("button", { name: "Confirm investment" }).press("Enter");
  await expect(page.getByRole("heading", { name: "Pay by bank transfer" })).toBeVisible();
  const reference = (await page
    .getByText(/^SDL-\w{4}-\w{4}$/)
    .first()
    .textContent())!;

  const staff = await openPage(browser, base);
  await authenticate(staff, "admin@seedline.example");
  await staff.goto("/admin/payments");
  const narration = `School fees ${uuidv7().slice(-6)}`;
  const text = [
    `Account No,${await newBankAccount()}`,
    "Date,Amount,Narration,Sender,Reference,Balance",
    `${lagosDay()},240000.00,${narration},SOMEBODY ELSE,FT${uuidv7()},240000.00`,
  ].join("\n");
  await staff
    .getByLabel("Statement", { exact: true })
    .setInputFiles({ name: "bank.csv", mimeType: "text/csv", buffer: Buffer.from(text) });
  const dialog = staff.getByRole("dialog", { name: "Import bank.csv" });
  await dialog.getByRole("button", { name: "Import" }).click();
  await expect(staff.getByText("1 line of 1 imported")).toBeVisible();
  await staff.getByRole("combobox", { name: "Lines" }).selectOption("Pending: unknown");
  const line = staff.getByRole("row").filter({ hasText: narration });
  await expect(line).toContainText("No matching investment");
  await line.getByRole("button", { name: /^Decide/ }).click();
  const decision = staff.getByRole("dialog");
  const [first, second] = [
    decision.getByRole("group", { name: "Allocation 1" }),
    decision.getByRole("group", { name: "Allocation 2" }),
  ];
  await first.getByLabel("Investment", { exact: true }).fill(reference.toLowerCase().replaceAll("-", " "));
  // An error in the second allocation is shown at its field, and the allocation can be removed.
  await decision.getByRole("button", { name: "Add an investment" }).click();
  await first.getByLabel("Amount in naira").fill("239999");
  await second.getByLabel("Investment", { exact: true }).fill("SDL");
  await second.getByLabel("Amount in naira").fill("1");
  await decision.getByRole("button", { name: "Save decision" }).click();
  const wrong = second.getByLabel("Investment", { exact: true });
  await expect(wrong).toHaveAccessibleDescription(/Choose an investment from the list/);
  await expect(wrong).toBeFocused();
  await check(staff, "a decision about two parts");
  await decision.getByRole("button", { name: "Remove allocation 2" }).click();
  await first.getByLabel("Amount in naira").fill("240000");
  await decision.getByRole("button", { name: "Save decision" }).click();
  await expect(staff.getByText("Statement line matched")).toBeVisible();
  await expect(line).toHaveCount(0);

  // The match is undone and repeated.
  await staff.getByRole("combobox", { name: "Lines" }).selectOption("Decided");
  await line.getByRole("button", { name: /^Undo/ }).click();
  const undo = staff.getByRole("dialog", { name: /^Undo/ });
  await undo.getByRole("button", { name: "Undo" }).click();
  await expect(undo.getByLabel("Note")).toHaveAccessibleDescription(/Explain what was wrong/);
  await check(staff, "the question whether a match is undone");
  await undo.getByLabel("Reason").selectOption("Wrong investment or payee");
  await undo.getByLabel("Note").fill(narration);
  await undo.getByRole("button", { name: "Undo" }).click();
  await expect(staff.getByText("Sent for confirmation")).toBeVisible();
  const supervisor = await openPage(browser, base);
  await authenticate(supervisor, "super@seedline.example");
  await supervisor.goto("/admin/approvals");
  const asked = supervisor.getByRole("listitem").filter({ hasText: narration });
  await expect(asked).toContainText('Undo "Receipt matched"');
  await asked.getByRole("button", { name: /^Confirm/ }).click();
  const question = supervisor.getByRole("alertdialog");
  await question.getByRole("button", { name: "Confirm" }).click();
  await expect(question).toHaveCount(0);
  await expect(asked).toHaveCount(0);
  await supervisor.goto("/admin/acts");
  await expect(supervisor.getByRole("row").filter({ hasText: narration })).toContainText(
    "Undone: Receipt matched",
  );
  await check(supervisor, "the acts of money");
  await supervisor.context().close();
  await page.reload();
  await expect(page.getByText("Waiting for transfer", { exact: true }).first()).toBeVisible();
  await staff.getByRole("combobox", { name: "Lines" }).selectOption("Pending: unknown");
  await line.getByRole("button", { name: /^Decide/ }).click();
  // This time it is chosen from the list, by its amount.
  await first.getByLabel("Investment", { exact: true }).fill("240,000");
  const option = first.getByRole("option").filter({ hasText: reference });
  await expect(option).toContainText("₦240,000");
  await check(staff, "the investments that a line may be for");
  await option.click();
  await expect(first.getByLabel("Investment", { exact: true })).toHaveValue(reference);
  await expect(decision.getByText(/^Sender: SOMEBODY ELSE, not the investor/)).toBeVisible();
  await decision.getByRole("button", { name: "Save decision" }).click();
  await expect(decision).toHaveCount(0);
  await expect(line).toHaveCount(0);
  await staff.context().close();

  await page.reload();
  await expect(page.getByText("Active", { exact: true })).toBeVisible();
  expect(errors).toEqual([]);
});
