import { expect, test } from "../../../test";
import { call, reject, userOf } from "../../../rest";
import { check } from "../../../axe";
import { authenticate, watchConsole } from "../../../support";
import { digits, sideways, applicant } from "../../review/duplicates-steps";

test("a decision about erased data has its own words", async ({ page, baseURL }) => {
  const errors = watchConsole(page);
  const mark = digits(5);
  const ninNumber = digits(11);
  const ownAnswers = () => ({
    ninNumber,
    bvnNumber: digits(11),
    accountNumber: digits(10),
    phoneNumber: `81${digits(8)}`,
    // Other journeys submit the sample's name and date of birth, and would match the erased data.
    surname: "Erased",
  });
  const former = await applicant(baseURL!, `Bola Erased${mark}`, {
    ...ownAnswers(),
    email: `erased${mark}@test.example`,
  });
  await reject(baseURL!, former.email, "The ID document is forged.");
  await call(baseURL!, "DELETE", "/api/auth/deleteMe", former.token);
  const again = await applicant(baseURL!, `Kemi Return${mark}`, {
    ...ownAnswers(),
    email: `back${mark}@test.example`,
  });
  const { _id } = await userOf(baseURL!, again.email);

  await authenticate(page, "admin@seedline.example");
  await page.goto(`/admin/verification/${_id}`);
  const findings = page.getByRole("region", { name: "Findings" });
  const item = findings.getByRole("listitem").filter({ hasText: /^An erased verification, which was rejected, has the same NIN/ }); // oxfmt-ignore
  await item.locator("summary").click();
  await expect(item.getByText(/^An erased account with the same NIN/)).toBeVisible();
  await item.getByRole("button", { name: /^Decide on the data erased on / }).click();
  const dialog = page.getByRole("dialog", { name: "Decide on the owner of the erased data" });
  await expect(
    dialog.getByRole("radio", { name: "Same person The erased data belonged to this applicant" }),
  ).toBeVisible();
  await expect(
    dialog.getByText("Deleted with this account, or with the record of the erased data."),
  ).toBeVisible();
  await expect(dialog.getByText(/two accounts|either account/)).toHaveCount(0);
  await check(page, "decision about erased data");
  expect(await sideways(page)).toBe(0);
  await dialog.getByRole("radio", { name: /^Same person/ }).check();
  await dialog.getByRole("button", { name: "Save decision" }).click();
  await expect(dialog).toBeHidden();
  await expect(item.getByText(/^Same person, decided by Demo Admin on /)).toBeVisible();
  expect(errors).toEqual([]);
});
