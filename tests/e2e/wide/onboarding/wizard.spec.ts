import { expect, test } from "../../test";
import { newInvestor } from "../../own-account";
import { chooseDocuments, fillAnswers, pick, submit, watchConsole } from "../../support";
import { phone } from "../../devices";

test.use(phone);

test("Next shows missing values at their fields and focuses the first one", async ({ page, baseURL }) => {
  await newInvestor(page, baseURL!);
  // The account's name is prefilled.
  await expect(page.getByRole("textbox", { name: "First Name" })).toHaveValue("Ada");
  await expect(page.getByLabel("Surname")).toHaveValue("Test");
  await page.getByRole("textbox", { name: "First Name" }).fill("");
  await page.getByRole("button", { name: "Next", exact: true }).click();
  await expect(page.getByText("Please fill all required fields correctly before proceeding")).toBeVisible();
  await expect(page.getByText("First name must be atleast 2 characters")).toBeVisible();
  await expect(page.getByText("Date of birth is required")).toBeVisible();
  await expect(page.getByText("NIN must be 11 digits")).toBeVisible();
  await expect(page.getByText("Please select an option")).toBeVisible();
  await expect(page.getByRole("textbox", { name: "First Name" })).toBeFocused();
  await expect(page.getByRole("textbox", { name: "First Name" })).toHaveAttribute("aria-invalid", "true");
  await page.getByRole("textbox", { name: "First Name" }).fill("Ad");
  await expect(page.getByText("First name must be atleast 2 characters")).toHaveCount(0);
});

test("a date of birth that contradicts the age bracket shows a warning and does not block", async ({
  page,
  baseURL,
}) => {
  const email = await newInvestor(page, baseURL!);
  const hint = page.getByText("This date makes you 18 or older, but you chose Minor above");
  await page.getByLabel("Date of Birth").fill("1990-05-17");
  await page.getByRole("radio", { name: /Minor/ }).check();
  await expect(hint).toBeVisible();
  await page.getByRole("radio", { name: /Adult/ }).check();
  await expect(hint).toHaveCount(0);
  await page.getByLabel("Date of Birth").fill(`${new Date().getFullYear() - 10}-01-01`);
  await expect(page.getByText("This date makes you under 18, but you chose Adult above")).toBeVisible();
  await page.getByRole("radio", { name: /Minor/ }).check();
  await page.getByRole("radio", { name: /Adult/ }).check();
  await expect(page.getByLabel("Date of Birth")).not.toHaveAttribute("aria-invalid", "true");
  await fillAnswers(page, email);
});

test("the local government list changes with the state", async ({ page, baseURL }) => {
  await newInvestor(page, baseURL!);
  const area = page.getByRole("combobox", { name: "Local Government" });
  await expect(area).toBeDisabled();
  await expect(area).toHaveAttribute("placeholder", "Select state first");
  await pick(page, "State of Residence", "Lagos");
  await pick(page, "Local Government", "Ikeja");
  await pick(page, "State of Residence", "Kano");
  await expect(area).toHaveValue("");
  await pick(page, "Local Government", "Other");
  await expect(page.getByLabel("Specify Local Government")).toBeVisible();
});

test("an interrupted upload can be repeated, a double click submits once, and Back does not return to the form", async ({
  page,
  baseURL,
}) => {
  const errors = watchConsole(page);
  const email = await newInvestor(page, baseURL!);
  await fillAnswers(page, email);
  await submit(page);
  await expect(page.getByText("File is required").first()).toBeVisible();
  await chooseDocuments(page);

  // The connection fails during the upload.
  await page.route("**/api/verification/documents", (route) => route.abort("connectionreset"), { times: 1 });
  await submit(page);
  await expect(page.getByText("Failed to submit verification data. Please try again.")).toBeVisible();
  await expect(page).toHaveURL(/\/investor-verification/);
  await expect(page.getByText("identity.pdf")).toBeVisible();

  let documentCalls = 0;
  page.on("request", (request) => {
    if (request.url().endsWith("/api/verification/documents")) documentCalls += 1;
  });
  await page.getByRole("button", { name: "Submit Verification" }).dblclick();
  await expect(page).toHaveURL(/\/verification-success/);
  expect(documentCalls).toBe(1);
  await page.goBack();
  await expect(page).toHaveURL(/\/verification-success/);
  expect(await page.evaluate(() => localStorage.getItem("investor-verification-form"))).toBeNull();
  expect(errors.filter((text) => !/ERR_CONNECTION_RESET/.test(text))).toEqual([]);
});
