import type { Page } from "@playwright/test";
import { samplePdf } from "../../../prisma/seed/files";
import { companyDocuments } from "../../support/company";
import { check } from "../axe";
import { fits } from "../fits";
import { account, approve, call, companyAnswers } from "../rest";
import { authenticate, PASSWORD, watchConsole } from "../support";
import { expect, openPage, test } from "../test";

/** The due diligence form before the first investment (product 10.41). */
const owner = (page: Page, n: number) =>
  page.getByRole("group", { name: `Director or owner ${n}`, exact: true });

async function fillOwner(page: Page, n: number, name: string, share: string): Promise<void> {
  const row = owner(page, n);
  await row.getByLabel("Full name").fill(name);
  await row.getByLabel("Role").selectOption("Director and owner");
  await row.getByLabel("Share (%)").fill(share);
  await row.getByLabel("Date of birth").fill("1980-05-17");
}

test("a company with three owners is returned, sends again, and invests once two people have approved", async ({
  page,
  browser,
  baseURL,
}) => {
  const base = baseURL!;
  const errors = watchConsole(page);
  const company = await account(base, "corporate");
  await call(base, "POST", "/api/verification/corporate", company.token, companyAnswers);
  await call(base, "POST", "/api/verification/corporate/documents", company.token, await companyDocuments(2));
  await approve(base, company.email);
  await authenticate(page, company.email, PASSWORD);

  // The way to an investment leads to the form.
  await page.goto("/dashboard");
  await expect(page.getByText("Before your first investment: about 3 minutes")).toBeVisible();
  await page.goto("/dashboard/investments/new?plan=fixed-income&amount=240000");
  await page.getByRole("link", { name: "Open the form" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Due diligence" })).toBeVisible();

  // Errors are where they were made, and the first has the focus.
  const send = page.getByRole("button", { name: "Send for review" });
  await send.click();
  const taxId = page.getByLabel("Tax ID (TIN)");
  await expect(taxId).toBeFocused();
  await expect(page.getByText("A Tax ID has 10 to 13 digits, such as 12345678-0001")).toBeVisible();
  await expect(page.getByText("Choose where the money comes from")).toBeVisible();
  await taxId.fill("12345678-0001");
  await page.getByLabel("Where does the money come from?").selectOption("Business income");
  await page.getByLabel("How much do you expect to invest in a year?").fill("20,000,000");
  await page.getByLabel("Describe the source").fill("Sales of our two shops in Ikeja");
  await page.getByRole("radio", { name: /^No/ }).check();
  await fillOwner(page, 1, "Ada Example", "40");
  const add = page.getByRole("button", { name: "Add director or owner" });
  await add.click();
  await expect(owner(page, 2).getByLabel("Person or company")).toBeFocused();
  await fillOwner(page, 2, "Bola Example", "35.5");
  await add.click();
  await owner(page, 3).getByLabel("Person or company").selectOption("Company");
  await expect(owner(page, 3).getByLabel("Date of birth")).toHaveCount(0);
  await owner(page, 3).getByLabel("Full name").fill("Example Holdings");
  await owner(page, 3).getByLabel("Role").selectOption("Owner");
  await owner(page, 3).getByLabel("Share (%)").fill("20");
  await expect(page.getByText("The shares above add up to 95.5%.")).toBeVisible();
  const total = page.getByLabel("Owners of 5 % and more hold together (%)");
  await total.fill("100");
  await send.click();
  await expect(total).toBeFocused();
  await expect(page.getByText("The shares above add up to 95.5%, not 100%.")).toBeVisible();
  await page.getByLabel("Document about the source").setInputFiles({
    name: "accounts.pdf",
    mimeType: "application/pdf",
    buffer: await samplePdf("Accounts", "1"),
  });
  await expect(page.getByText("accounts.pdf")).toBeVisible();
  await check(page, "the due diligence form");
  await fits(page, "the due diligence form");

  // What was typed is still there after a reload, the number masked.
  await expect(page.getByText("Saved", { exact: true })).toBeVisible();
  await page.reload();
  await expect(taxId).toHaveValue("••••••••0001");
  await expect(owner(page, 3).getByLabel("Full name")).toHaveValue("Example Holdings");
  await expect(page.getByText("accounts.pdf")).toBeVisible();
  await total.fill("95.5");
  await send.click();
  await expect(page.getByText("We are checking your form")).toBeVisible();
  await page.goto("/dashboard/investments/new?plan=fixed-income");
  await expect(page.getByRole("heading", { name: "We are checking your form" })).toBeVisible();

  // A reviewer asks for a change.
  const staff = await openPage(browser, base);
  await authenticate(staff, "admin@seedline.example");
  const openForm = async () => {
    await staff.goto("/admin/due-diligence");
    await staff.getByRole("link", { name: "Test Company Limited" }).last().click();
    await expect(staff.getByText("Sales of our two shops in Ikeja")).toBeVisible();
  };
  await openForm();
  await expect(staff.getByText("••••••••0001")).toBeVisible();
  await check(staff, "the review of a due diligence form");
  await staff.getByRole("button", { name: "Ask for changes" }).click();
  const returning = staff.getByRole("dialog", { name: /^Ask / });
  await returning.getByLabel("What must be changed?").fill("Bola Example was a minister. Please say so.");
  await returning.getByRole("button", { name: "Ask for changes" }).click();
  await expect(staff.getByText(/^Changes asked on /)).toBeVisible();

  await page.goto("/due-diligence");
  await expect(page.getByText("Bola Example was a minister. Please say so.")).toBeVisible();
  await expect(owner(page, 2).getByLabel("Full name")).toHaveValue("Bola Example");
  await page.getByRole("radio", { name: /someone close to me/ }).check();
  await send.click();
  const office = page.getByLabel("Who, and which office?");
  await expect(office).toBeFocused();
  await office.fill("Bola Example, Minister of Works until 2019");
  await send.click();
  await expect(page.getByText("We are checking your form")).toBeVisible();

  // The office needs two people.
  await openForm();
  await expect(staff.getByText("Bola Example, Minister of Works until 2019")).toBeVisible();
  await staff.getByRole("button", { name: "Approve", exact: true }).click();
  const question = staff.getByRole("dialog", { name: /^Approve / }).or(staff.getByRole("alertdialog"));
  await expect(question.getByText(/close to the customer holds/)).toBeVisible();
  await question.getByRole("button", { name: "Ask for it" }).click();
  await expect(staff.getByText("Waiting for a second approval").first()).toBeVisible();
  await expect(staff.getByRole("button", { name: "Approve", exact: true })).toHaveCount(0);
  const form = new URL(staff.url()).pathname;
  const senior = await openPage(browser, base);
  await authenticate(senior, "super@seedline.example");
  await senior.goto("/admin/approvals");
  const request = senior.getByRole("listitem").filter({ has: senior.locator(`a[href="${form}"]`) });
  await request.getByRole("button", { name: /^Confirm: Approve the due diligence form/ }).click();
  await senior.getByRole("alertdialog").getByRole("button", { name: "Confirm" }).click();
  await expect(senior.getByText(/^Confirmed: /)).toBeVisible();

  await page.goto("/dashboard/investments/new?plan=fixed-income&amount=240000");
  await page.getByLabel(/I have read the risk and the terms/).check();
  await page.getByRole("button", { name: "Confirm investment" }).click();
  await expect(page.getByRole("heading", { name: "Pay by bank transfer" })).toBeVisible();
  expect(errors).toEqual([]);
});
