import { account, submitIndividual, userOf } from "../rest";
import { authenticate } from "../support";
import { expect, test } from "../test";
import { notice, logInOver } from "./other-user-steps";

/** Two users on one computer: a page of the first user stores nothing and decides nothing for the second (product 10.3). */
test("an administrator's page makes no decision for another administrator", async ({ page, baseURL }) => {
  const applicant = await account(baseURL!, "personal");
  await submitIndividual(baseURL!, applicant);
  const { _id } = await userOf(baseURL!, applicant.email);
  await authenticate(page, "admin@seedline.example");
  await page.goto(`/admin/verification/${_id}`);
  await page.getByRole("button", { name: "Reject", exact: true }).click();
  const dialog = page.getByRole("alertdialog").or(page.getByRole("dialog"));
  await dialog.getByRole("textbox").fill("The photo is too dark.");
  await logInOver(page, "super@seedline.example");
  await dialog.getByRole("button", { name: "Reject" }).click();
  await expect(dialog).toContainText("Another user is now logged in");
  expect((await userOf(baseURL!, applicant.email)).verification.status).toBe("pending");
  await page.keyboard.press("Escape");
  await expect(notice(page)).toContainText("super@seedline.example");
});
