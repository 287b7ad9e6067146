import { check as checkAccessibility } from "../axe";
import { phone } from "../devices";
import { account, submitIndividual, userOf } from "../rest";
import { PASSWORD, authenticate, freshEmail, logIn, mailTo, watchConsole } from "../support";
import { expect, openPage, test } from "../test";

test.use(phone);

/** An applicant under 18, their guardian and the reviewer (product 10.24). */
test("an applicant under 18 names a guardian, who consents, and the reviewer sees both", async ({
  page,
  browser,
  baseURL,
}) => {
  const errors = watchConsole(page);
  const user = await account(baseURL!, "personal");
  const dateOfBirth = `${new Date().getUTCFullYear() - 15}-01-15`;
  await submitIndividual(baseURL!, user, { dateOfBirth, ageBracket: "minor" });
  const { _id } = await userOf(baseURL!, user.email);

  const reviewer = await openPage(browser, baseURL!);
  await authenticate(reviewer, "admin@seedline.example");
  await reviewer.goto(`/admin/verification/${_id}`);
  const card = reviewer.getByRole("region", { name: "Parent or guardian" });
  await expect(card).toContainText("has not named a parent or guardian yet");
  await reviewer.getByRole("button", { name: "Approve" }).filter({ visible: true }).first().click();
  const question = reviewer.getByRole("alertdialog", { name: /Approve/ });
  await expect(question).toContainText("no parent or guardian has consented");
  await question.getByRole("button", { name: "Cancel" }).click();

  await logIn(page, user.email, PASSWORD);
  await expect(page).toHaveURL(/\/verification-success/);
  await expect(page.getByText("One thing is left")).toBeVisible();
  await page.getByRole("button", { name: "Name a parent or guardian" }).click();
  const dialog = page.getByRole("dialog", { name: "Name a parent or guardian" });
  await dialog.getByLabel("Their email address").fill(user.email);
  await dialog.getByRole("button", { name: "Send the email" }).click();
  await expect(dialog.getByText("not your own")).toBeVisible();
  const email = freshEmail("guardian");
  await dialog.getByLabel("Their email address").fill(email);
  await dialog.getByRole("button", { name: "Send the email" }).click();
  await expect(page.getByText(`We asked ${email}`)).toBeVisible();

  const link = /https?:\/\/\S+\/guardian\?token=\S+/.exec((await mailTo(email, /consent/)).text)![0];
  const guardian = await openPage(browser, baseURL!);
  await guardian.goto(new URL(link).pathname + new URL(link).search);
  await expect(
    guardian.getByRole("heading", { name: "Do you agree to Ada Test's application?" }),
  ).toBeVisible();
  await checkAccessibility(guardian, "consent of a guardian");
  await guardian.getByRole("button", { name: "I agree", exact: true }).click();
  await expect(guardian.getByText("Please confirm that you agree")).toBeVisible();
  await guardian.getByLabel("Full name").fill("Bisi Test");
  await guardian.getByLabel("Phone number").fill("08055512345");
  await guardian.getByLabel("Your date of birth").fill("1980-02-03");
  await guardian.getByLabel("Your NIN").fill("98765432109");
  await guardian.getByRole("checkbox").check();
  await guardian.getByRole("button", { name: "I agree", exact: true }).click();
  await expect(guardian.getByRole("heading", { name: "Thank you for your consent" })).toBeVisible();
  await guardian.reload();
  await expect(guardian.getByRole("heading", { name: "You have consented" })).toBeVisible();

  await page.reload();
  await expect(page.getByText("Bisi Test consented on")).toBeVisible();
  await expect(card).toContainText("Consented on");
  await expect(card).toContainText("Bisi Test");
  await expect(card).not.toContainText("98765432109");

  await guardian.getByRole("button", { name: "Withdraw my consent" }).click();
  const withdrawal = guardian.getByRole("alertdialog", { name: "Withdraw your consent?" });
  await withdrawal.getByRole("button", { name: "Withdraw my consent" }).click();
  await expect(guardian.getByRole("heading", { name: "You have withdrawn your consent" })).toBeVisible();
  await guardian.reload();
  await expect(guardian.getByRole("heading", { name: "This link no longer works" })).toBeVisible();
  await expect(card).toContainText(`${email} withdrew their consent on`);
  expect(errors).toEqual([]);
});
