import { expect, test } from "../../test";
import { reject, userOf } from "../../rest";
import { check } from "../../axe";
import { authenticate, PASSWORD, watchConsole } from "../../support";
import { digits, sideways, applicant } from "./duplicates-steps";

test("a returning fraudster is flagged, compared side by side, decided about, and not asked again", async ({
  page,
  baseURL,
}) => {
  const errors = watchConsole(page);
  const mark = digits(5);
  const fraudster = `Bola Former${mark}`;
  const bank = { bvnNumber: digits(11), accountNumber: digits(10) };
  const former = await applicant(baseURL!, fraudster, {
    ...bank,
    ninNumber: digits(11),
    phoneNumber: `81${digits(8)}`,
    email: `former${mark}@test.example`,
    firstName: "Bola",
    surname: "Former",
  });
  await reject(baseURL!, former.email, "The ID document is forged.");
  const again = await applicant(baseURL!, `Kemi Again${mark}`, {
    ...bank,
    ninNumber: digits(11),
    phoneNumber: `81${digits(8)}`,
    email: `again${mark}@test.example`,
    firstName: "Kemi",
    surname: "Again",
  });
  const { _id } = await userOf(baseURL!, again.email);

  await authenticate(page, "admin@seedline.example");
  await page.goto(`/admin/verification/${_id}`);
  const findings = page.getByRole("region", { name: "Findings" });
  const item = findings.getByRole("listitem").filter({ hasText: fraudster });
  const line = item
    .locator("summary")
    .filter({ hasText: `${fraudster} (rejected): matching BVN and account number` });
  await line.click();
  await expect(item.getByText("Strong link")).toBeVisible();
  await expect(item.getByText(/^Matching BVN and account number/)).toBeVisible();
  await expect(item.getByText("Rejected", { exact: true })).toBeVisible();
  await check(page, "review with duplicates");
  expect(await sideways(page)).toBe(0);

  await item.getByRole("link", { name: `Compare with ${fraudster}` }).click();
  await expect(page.getByRole("heading", { name: "Compare Cases", level: 1 })).toBeVisible();
  const details = page.getByRole("region", { name: "Bank Details" });
  const sharedRow = details.locator("dl > div").filter({ hasText: "BVN" });
  await expect(sharedRow.getByText("Same", { exact: true })).toBeVisible();
  await expect(details.getByText(bank.bvnNumber)).toHaveCount(0);
  const personal = page.getByRole("region", { name: "Personal Information" });
  const firstName = personal.locator("dl > div").filter({ hasText: "First name" });
  await expect(firstName).toContainText("Kemi");
  await expect(firstName).toContainText("Bola");
  await expect(firstName.getByText("Same", { exact: true })).toHaveCount(0);
  await check(page, "compared cases");
  expect(await sideways(page)).toBe(0);

  // With the keyboard.
  await page.getByRole("button", { name: "Decide", exact: true }).focus();
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: `Decide on ${fraudster}` });
  await dialog.getByRole("button", { name: "Save decision" }).click();
  await expect(dialog.getByText("Choose how they are related")).toBeVisible();
  await dialog.getByRole("radio", { name: /^Same person/ }).focus();
  await page.keyboard.press("Space");
  await dialog.getByRole("textbox", { name: /^Note/ }).fill("The same photo and the same account");
  await check(page, "decision on a duplicate");
  await dialog.getByRole("button", { name: "Save decision" }).click();
  await expect(dialog).toBeHidden();
  const same = page.getByRole("region", { name: "What They Share" });
  await expect(same.getByText(/^Same person, decided by Demo Admin on /)).toBeVisible();

  // One person's accounts link to each other, and an approval asks which one continues.
  await page.goto(`/admin/verification/${_id}`);
  await expect(page.getByText("Same person as", { exact: true })).toBeVisible();
  await item
    .locator("summary")
    .filter({ hasText: `This is the same person as ${fraudster}, who is rejected.` })
    .click();
  await expect(item.getByText("The same photo and the same account")).toBeVisible();
  await expect(item.getByRole("button", { name: `Decide again on ${fraudster}` })).toBeVisible();
  await expect(
    page.getByText(`Demo Admin decided about ${fraudster}: Same person`, { exact: true }),
  ).toBeVisible();

  await page.getByRole("button", { name: "Approve", exact: true }).filter({ visible: true }).click();
  const question = page.getByRole("alertdialog", { name: `Approve Kemi Again${mark}` });
  await expect(question.getByText(`This is the same person as ${fraudster}`)).toBeVisible();
  const approve = question.getByRole("button", { name: "Approve", exact: true });
  await expect(approve).toBeDisabled();
  await question.getByRole("radio", { name: new RegExp(fraudster) }).check();
  await expect(question.getByText("this account is closed instead of approved")).toBeVisible();
  await expect(question.getByRole("button", { name: "Close this account" })).toBeEnabled();
  await question.getByRole("radio", { name: /^This one/ }).check();
  await check(page, "which account goes on");
  await approve.click();
  await expect(page.getByText(`You approved Kemi Again${mark}`)).toBeVisible();

  // The other account is closed: its page says so, and its owner reads why.
  const { _id: formerId } = await userOf(baseURL!, former.email);
  await page.goto(`/admin/verification/${formerId}`);
  await expect(page.getByText(/^Closed on .* The person continues with $/)).toBeVisible();
  await findings
    .locator("summary")
    .filter({ hasText: `This account is closed: the person continues with Kemi Again${mark}'s account.` })
    .click();
  await findings.getByRole("button", { name: "Reopen this account" }).click();
  const reopening = page.getByRole("dialog", { name: "Reopen this account" });
  await reopening.getByRole("button", { name: "Ask for it" }).click();
  await expect(reopening.getByText("Explain it in at least 10 characters.")).toBeVisible();
  await check(page, "reopening an account");
  await page.goto("/admin/users");
  await page.getByRole("searchbox").fill(former.email);
  const row = page.getByRole("row").filter({ hasText: former.email });
  await expect(row.getByText("Closed", { exact: true })).toBeVisible();
  await expect(row.getByText(`Same person as Kemi Again${mark}`)).toBeVisible();

  await authenticate(page, former.email, PASSWORD);
  await page.goto("/investor-verification");
  await expect(page.getByText("This account is closed", { exact: true })).toBeVisible();
  expect(errors).toEqual([]);
});
