import { expect, type Locator, type Page } from "@playwright/test";
import { samplePdf, samplePhoto } from "../../prisma/seed/files";
import { openAccount } from "./own-account";
import { pick } from "./support";

/** Opens the form of a new corporate investor. Returns the email address. */
export async function newCompany(page: Page, base: string): Promise<string> {
  const { email } = await openAccount(page, base, "corporate");
  await expect(page).toHaveURL(/\/corporate-verification/);
  await expect(page.getByRole("heading", { name: "Company Info" })).toBeVisible();
  return email;
}

export const next = (page: Page) => page.getByRole("button", { name: "Next", exact: true }).click();

export const pdf = async (name: string) => ({
  name,
  mimeType: "application/pdf",
  buffer: await samplePdf(name),
});

/** Returns the file input of the document with this label, in a step or in a signatory's group. */
export const fileInput = (within: Page | Locator, label: string) =>
  within.locator('input[type="file"]:not([capture])').and(within.getByLabel(label));

export async function fillCompany(page: Page): Promise<void> {
  await page.getByLabel("Company Name").fill("Baobab Foods Limited");
  await page.getByLabel("Incorporation Number").fill("RC123456");
  await page.getByLabel("Date of Incorporation").fill("14 March 2015");
  await page.getByLabel("Phone Number").fill("08031234567");
  await pick(page, "State", "Lagos");
  await pick(page, "Local Government", "Ikeja");
  await page.getByLabel("Company Address").fill("1 Sample Avenue, Ikeja");
}

export async function fillBank(page: Page): Promise<void> {
  await expect(page.getByRole("heading", { name: "Bank Details" })).toBeVisible();
  await expect(page.getByLabel("Account Type")).toHaveValue("Corporate");
  await page.getByLabel("Account Name").fill("Baobab Foods Limited");
  await pick(page, "Bank", "Zenith Bank");
  await page.getByLabel("Account Number").fill("1234567890");
  await page.getByLabel("BVN", { exact: true }).fill("22345678901");
}

export async function fillSignatory(page: Page, number: number): Promise<void> {
  const group = page.getByRole("group", { name: `Signatory ${number}`, exact: true });
  await group.getByLabel("Full Name").fill(`Signatory Number ${number}`);
  await group.getByLabel("Position").fill("Director");
  await group.getByLabel("Phone Number").fill(`801234567${number}`);
  await group.getByLabel("Email address", { exact: true }).fill(`signatory${number}@test.example`);
  await group.getByLabel("BVN", { exact: true }).fill(`3234567890${number}`);
  await fileInput(group, "ID Document").setInputFiles(await pdf(`id${number}.pdf`));
  await expect(group.getByText(`id${number}.pdf`)).toBeVisible();
}

export async function chooseCompanyDocuments(page: Page): Promise<void> {
  await expect(page.getByRole("heading", { name: "Documents", exact: true })).toBeVisible();
  await fileInput(page, "Certificate of incorporation").setInputFiles(await pdf("certificate.pdf"));
  await fileInput(page, "Utility bill").setInputFiles({
    name: "bill.png",
    mimeType: "image/png",
    buffer: await samplePhoto(30, "png"),
  });
}
