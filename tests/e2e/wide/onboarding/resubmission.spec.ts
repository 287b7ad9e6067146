import { expect, test } from "../../test";
import {
  chooseCompanyDocuments,
  fillBank,
  fillCompany,
  fillSignatory,
  newCompany,
  next,
} from "../../company";
import { reject, userOf } from "../../rest";
import { submit } from "../../support";

/** Resubmission after a rejection: all answers are prefilled, one field is changed (product 4.2, ADR 9). */
test("a company replaces one document and one number, and everything else is retained", async ({
  page,
  baseURL,
}) => {
  const email = await newCompany(page, baseURL!);
  await fillCompany(page);
  await next(page);
  await fillBank(page);
  await next(page);
  await fillSignatory(page, 1);
  await page.getByRole("button", { name: "Add signatory" }).click();
  await fillSignatory(page, 2);
  await next(page);
  await chooseCompanyDocuments(page);
  await submit(page);
  await expect(page).toHaveURL(/\/verification-success/);
  const before = (await userOf(baseURL!, email)).verification.corporate!;

  await reject(baseURL!, email, "The ID of the second signatory is blurred.");
  await page.goto("/corporate-verification");
  await expect(
    page.getByText("The ID of the second signatory is blurred.").filter({ visible: true }),
  ).toBeVisible();
  await expect(page.getByLabel("Company Name")).toHaveValue("Baobab Foods Limited");
  await next(page);
  await next(page);
  const second = page.getByRole("group", { name: "Signatory 2", exact: true });
  await expect(second.getByLabel("BVN", { exact: true })).toHaveValue("•••••••8902");
  await expect(second.getByText("Document from your last submission")).toBeVisible();
  await fillSignatory(page, 2);
  await second.getByLabel("BVN", { exact: true }).fill("42345670000");
  await next(page);
  await submit(page);
  await expect(page).toHaveURL(/\/verification-success/);

  const after = (await userOf(baseURL!, email)).verification.corporate!;
  expect(after.documents).toEqual(before.documents);
  expect(after.bankDetails).toEqual(before.bankDetails);
  expect(after.signatories[0]).toEqual(before.signatories[0]);
  expect(after.signatories[1]!.bvnNumber).toBe("•••••••0000");
  expect(after.signatories[1]!.idDocument).not.toBe(before.signatories[1]!.idDocument);
});
