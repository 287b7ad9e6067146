import { expect, test } from "../test";
import { next } from "../company";
import { openAccount } from "../own-account";
import { reject, userOf } from "../rest";
import { chooseDocuments, fillAnswers, submit, watchConsole } from "../support";

/** Resubmission after a rejection: all answers are prefilled, one field is changed (product 4.2, ADR 9). */
test("an individual changes one field and submits again", async ({ page, baseURL }) => {
  const errors = watchConsole(page);
  const { email } = await openAccount(page, baseURL!, "startup");
  await fillAnswers(page, email, { startup: true });
  await chooseDocuments(page);
  await submit(page);
  await expect(page).toHaveURL(/\/verification-success/);
  const before = (await userOf(baseURL!, email)).verification;

  await reject(baseURL!, email, "The street is wrong.");
  await page.goto("/dashboard");
  await expect(page).toHaveURL(/\/apply-for-funding/);
  // While a page streams, it may contain a hidden copy of the text.
  await expect(page.getByText("The street is wrong.").filter({ visible: true })).toBeVisible();
  await expect(page.getByRole("textbox", { name: "First Name" })).toHaveValue("Ada");
  const nin = page.getByRole("textbox", { name: "NIN", exact: true });
  await expect(nin).toHaveValue("•••••••8901");
  await expect(nin).toBeEnabled();

  // Focusing the field clears it; leaving it empty restores the masked number.
  await nin.focus();
  await expect(nin).toHaveValue("");
  await nin.blur();
  await expect(nin).toHaveValue("•••••••8901");
  await page.getByRole("button", { name: "Change NIN" }).click();
  await expect(nin).toBeFocused();
  await expect(nin).toHaveValue("");
  await page.keyboard.press("Escape");
  await expect(nin).toHaveValue("•••••••8901");

  await page.getByLabel("Home address").fill("9 Right Street, Ikeja");
  await next(page);
  await expect(page.getByLabel("Full Name")).toHaveValue("Bola Test");
  await next(page);
  await expect(page.getByLabel("Account Number")).toHaveValue("••••••7890");
  await next(page);
  await expect(page.getByText("Document from your last submission")).toHaveCount(3);
  await submit(page);
  await expect(page).toHaveURL(/\/verification-success/);

  const after = (await userOf(baseURL!, email)).verification;
  expect(after.status).toBe("pending");
  expect(after.documents).toEqual(before.documents);
  expect(after.bankDetails).toEqual(before.bankDetails);
  expect(after.nextOfKin).toEqual(before.nextOfKin);
  expect(after.personal).toEqual({ ...before.personal, residentialAddress: "9 Right Street, Ikeja" });
  expect(errors).toEqual([]);
});
