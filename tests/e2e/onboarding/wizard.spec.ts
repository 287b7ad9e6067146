import { expect, test } from "../test";
import { newInvestor } from "../own-account";
import { chooseDocuments, fillAnswers, submit } from "../support";
import { phone } from "../devices";

test.use(phone);

test("saved progress prefills the form and keeps the three numbers unreadable", async ({ page, baseURL }) => {
  const email = await newInvestor(page, baseURL!);
  const numbers = { nin: "12345678901", bvn: "22345678901" };
  await fillAnswers(page, email, numbers);
  await page.getByRole("button", { name: "Save Progress" }).filter({ visible: true }).click();
  await expect(page.getByText("Progress saved successfully")).toBeVisible();
  const saved = await page.evaluate(() => JSON.stringify({ ...localStorage }));
  expect(saved).toContain("investor-verification-form");
  for (const number of Object.values(numbers)) expect(saved).not.toContain(number);
  // The server has the same answers; the local ones are used because they contain the numbers in full.
  await expect
    .poll(() => page.evaluate(() => localStorage.getItem("investor-verification-form")))
    .not.toContain("_ahead");

  await page.reload();
  await expect(page.getByRole("heading", { name: "KYC Documents" })).toBeVisible();
  await page.goto("/investor-verification");
  await expect(page.getByRole("textbox", { name: "First Name" })).toHaveValue("Ada");
  await expect(page.getByLabel("NIN", { exact: true })).toHaveValue("12345678901");
  await expect(page.getByRole("combobox", { name: "Local Government" })).toHaveValue("Ikeja");
});

test("a lost response counts as submitted", async ({ page, baseURL }) => {
  const email = await newInvestor(page, baseURL!);
  await fillAnswers(page, email);
  await chooseDocuments(page);
  await page.route(
    "**/api/verification/documents",
    async (route) => {
      await route.fetch();
      await route.abort("connectionreset");
    },
    { times: 1 },
  );
  await submit(page);
  await expect(page).toHaveURL(/\/verification-success/);
});
