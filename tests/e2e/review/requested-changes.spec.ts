import { expect, openPage, test } from "../test";
import { openAccount } from "../own-account";
import { userOf } from "../rest";
import { authenticate, chooseDocuments, fillAnswers, submit, watchConsole } from "../support";
import { next } from "../company";
import { samplePhoto } from "../../../prisma/seed/files";
import { freshNumber } from "../../support/fresh-number";

/** A reviewer flags parts, the applicant changes only these, and the reviewer sees the difference (product 10.16). */
test("request changes, a partial edit, the difference, the approval", async ({ page, browser, baseURL }) => {
  const errors = watchConsole(page);
  const { email } = await openAccount(page, baseURL!, "startup");
  await fillAnswers(page, email, { startup: true });
  await chooseDocuments(page);
  await submit(page);
  await expect(page).toHaveURL(/\/verification-success/);
  const before = (await userOf(baseURL!, email)).verification;
  const { _id } = await userOf(baseURL!, email);

  const reviewer = await openPage(browser, baseURL!);
  await authenticate(reviewer, "admin@seedline.example");
  await reviewer.goto(`/admin/verification/${_id}`);
  const section = (name: string) => reviewer.getByRole("region", { name });
  const fine = section("Next of Kin").getByRole("button", { name: "Fine" });
  await expect(fine).toHaveAccessibleDescription("Next of Kin");
  await fine.click();
  await expect(fine).toHaveAttribute("aria-pressed", "true");
  await section("Bank Details").getByRole("button", { name: "Flag" }).click();
  const dialog = reviewer.getByRole("dialog", { name: "Flag Bank Details" });
  await dialog.getByRole("button", { name: "Flag" }).click();
  await expect(dialog.getByText("Choose a reason").last()).toBeVisible();
  await expect(dialog.getByLabel("Reason")).toBeFocused();
  await dialog.getByLabel("What").selectOption("Account name");
  await dialog.getByLabel("Reason").selectOption("It needs a correction");
  await dialog.getByRole("button", { name: "Flag" }).click();
  await expect(dialog.getByText("Say what needs a correction")).toBeVisible();
  await dialog.getByLabel("Note to the applicant").fill("Write it as your bank does.");
  await dialog.getByRole("button", { name: "Flag" }).click();
  await expect(dialog).toHaveCount(0);
  await section("Documents").getByRole("button", { name: "Flag" }).first().click();
  await reviewer.getByLabel("Reason").selectOption("It has expired");
  await reviewer.getByRole("dialog").getByRole("button", { name: "Flag" }).click();
  await expect(reviewer.getByText("2 parts are flagged")).toBeVisible();
  await reviewer.reload();
  await reviewer.getByRole("button", { name: "Request changes" }).click();
  const question = reviewer.getByRole("alertdialog", { name: "Ask Ada Test for changes" });
  await expect(question).toContainText("Account name: It needs a correction. Write it as your bank does.");
  await question.getByRole("button", { name: "Request changes" }).click();
  await expect(reviewer.getByText("You asked Ada Test for changes")).toBeVisible();

  // Only the flagged parts are open, with the reason at the field.
  await page.goto("/dashboard");
  await expect(page).toHaveURL(/\/apply-for-funding/);
  const request = page.getByText("Fix 2 items: 0 done").filter({ visible: true });
  await expect(request).toBeVisible();
  await expect(page.getByRole("textbox", { name: "First Name" })).toBeDisabled();
  await page.getByRole("button", { name: "Go to Account name" }).click();
  const account = page.getByRole("textbox", { name: "Account name" });
  await expect(account).toBeFocused();
  await expect(account).toBeInViewport();
  await expect(account).toHaveAccessibleDescription(/It needs a correction. Write it as your bank does/);
  await expect(page.getByRole("textbox", { name: "Account number" })).toBeDisabled();
  await account.fill("Ada Test Corrected");
  await expect(page.getByText("Fix 2 items: 1 done").filter({ visible: true })).toBeVisible();
  await next(page);
  const files = page.locator('input[type="file"]:not([capture])');
  await expect(files.nth(1)).toBeDisabled();
  await submit(page);
  const unchanged = page.getByRole("alertdialog", { name: "Submit without these changes?" });
  await expect(unchanged.getByRole("listitem")).toHaveText(["ID document"]);
  await unchanged.getByRole("button", { name: "Go back" }).click();
  await expect(unchanged).toHaveCount(0);
  await files.nth(0).setInputFiles({
    name: "new-id.png",
    mimeType: "image/png",
    buffer: await samplePhoto(freshNumber(), "png"),
  });
  await expect(page.getByText("new-id.png")).toBeVisible();
  await expect(page.getByText("Fix 2 items: 2 done").filter({ visible: true })).toBeVisible();
  await submit(page);
  await expect(page).toHaveURL(/\/verification-success/);
  const after = (await userOf(baseURL!, email)).verification;
  expect(after.bankDetails).toEqual({ ...before.bankDetails, accountName: "Ada Test Corrected" });
  expect(after.personal).toEqual(before.personal);
  expect(after.documents!.idDocument).not.toBe(before.documents!.idDocument);
  expect(after.documents!.passportPhoto).toBe(before.documents!.passportPhoto);

  await reviewer.goto(`/admin/verification/${_id}`);
  await expect(reviewer.getByText("Resubmitted after an earlier decision")).toBeVisible();
  await expect(reviewer.getByText("Last round: fine. Unchanged since.")).toBeVisible();
  await expect(
    reviewer.getByText(
      "Last round, account name: It needs a correction. Write it as your bank does. Changed since.",
    ),
  ).toBeVisible();
  await expect(reviewer.getByText("Last round: It has expired. Changed since.")).toBeVisible();
  await reviewer.getByRole("button", { name: "Approve" }).filter({ visible: true }).click();
  await expect(reviewer.getByText("You approved Ada Test")).toBeVisible();
  expect(errors).toEqual([]);
});
