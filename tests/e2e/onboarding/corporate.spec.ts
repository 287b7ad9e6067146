import { expect, test } from "../test";
import { samplePhoto } from "../../../prisma/seed/files";
import { chooseCompanyDocuments, fileInput, fillBank, fillCompany, fillSignatory, next } from "../company";
import { userOf } from "../rest";
import { freshEmail, mailTo, register, submit, watchConsole } from "../support";

/** The corporate form in a browser (product 2.6, 4.5, 5.2). */
test("a company registers, names three signatories and waits for the decision", async ({
  page,
  baseURL,
  isMobile,
}) => {
  const errors = watchConsole(page);
  const email = freshEmail("company");
  await register(page, email);
  await page.getByRole("button", { name: /I want to invest/ }).click();
  await page.getByRole("button", { name: /Corporate Investor/ }).click();
  await expect(page).toHaveURL(/\/corporate-verification/);
  await next(page);
  await expect(page.getByText("Please fill all required fields correctly before proceeding")).toBeVisible();
  await expect(page.getByText("Name must be atleast 2 characters")).toBeVisible();
  await expect(page.getByText("Must be at least 3 digits")).toBeVisible();
  await expect(page.getByText("Must be at least four characters")).toBeVisible();
  await expect(page.getByLabel("Company Name")).toBeFocused();

  await fillCompany(page);
  await fileInput(page, "Company Logo").setInputFiles({
    name: "logo.png",
    mimeType: "image/png",
    buffer: await samplePhoto(90, "png"),
  });
  await expect(page.getByText("Uploaded")).toBeVisible();
  await next(page);
  await fillBank(page);
  await next(page);

  await expect(page.getByRole("heading", { name: "Signatories" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Remove last signatory" })).toHaveCount(0);
  await fillSignatory(page, 1);
  for (const number of [2, 3, 4]) {
    await page.getByRole("button", { name: "Add signatory" }).click();
    const group = page.getByRole("group", { name: `Signatory ${number}`, exact: true });
    await expect(group.getByLabel("Full Name")).toBeFocused();
    if (number < 4) await fillSignatory(page, number);
  }
  await page.getByRole("button", { name: "Remove last signatory" }).click();
  await expect(page.getByRole("group", { name: "Signatory 4", exact: true })).toHaveCount(0);

  // Removing a completed signatory asks for confirmation, and a double click removes only one.
  await page.getByRole("button", { name: "Add signatory" }).click();
  await fillSignatory(page, 4);
  await page.getByRole("button", { name: "Remove last signatory" }).click();
  const removal = page.getByRole("button", { name: "Remove signatory", exact: true });
  // On a phone, the second click would land on "Next", which is below it.
  await (isMobile ? removal.click() : removal.dblclick());
  await expect(page.getByRole("alertdialog")).toHaveCount(0);
  await expect(page.getByRole("group", { name: /^Signatory \d$/ })).toHaveCount(3);
  await page.getByLabel("Relationship officer's name").fill("Bola Officer");
  await next(page);

  await submit(page);
  await expect(page.getByText("File is required")).toHaveCount(2);
  await chooseCompanyDocuments(page);
  let documentCalls = 0;
  page.on("request", (request) => {
    if (request.url().endsWith("/api/verification/corporate/documents")) documentCalls += 1;
  });
  await page.getByRole("button", { name: "Submit Verification" }).dblclick();
  await expect(page.getByText("Verification submitted", { exact: true }).first()).toBeVisible();
  await expect(page).toHaveURL(/\/verification-success/);
  expect(documentCalls).toBe(1);
  await expect(page.getByText(/Expect our decision by (Mon|Tues|Wednes|Thurs|Fri)day, /)).toBeVisible();
  await expect(page.getByText("Signatories (3)")).toBeVisible();
  await mailTo(email, /received your verification/);

  const { verification } = await userOf(baseURL!, email);
  expect(verification.status).toBe("pending");
  expect(verification.corporate!.company).toMatchObject({ state: "Lagos", localGovernment: "Ikeja" });
  expect(verification.corporate!.company.logo).toMatch(/^\/api\/files\//);
  expect(verification.corporate!.bankDetails!.accountType).toBe("Corporate");
  expect(verification.corporate!.signatories.map(({ fullName }) => fullName)).toEqual([
    "Signatory Number 1",
    "Signatory Number 2",
    "Signatory Number 3",
  ]);
  expect(verification.corporate!.referral).toEqual({ officerName: "Bola Officer", contact: null });

  // Back does not return to the form.
  await page.goBack();
  await expect(page).not.toHaveURL(/\/corporate-verification/);
  await page.goto("/corporate-verification");
  await expect(page).toHaveURL(/\/verification-success/);
  expect(errors).toEqual([]);
});
