import path from "node:path";
import { expect, type Page } from "@playwright/test";
import { samplePdf, samplePhoto } from "../../prisma/seed/files";
import { freshNumber } from "../support/fresh-number";
import { mailsIn, type Mail } from "../support/outbox";

/** User actions in a browser, shared by the specs. Selectors are visible texts: labels and names of buttons. */
export const DEMO_PASSWORD = "Demo-Passw0rd1";
export const PASSWORD = "a long Enough pass-phrase 7";

let serial = 0;
export const freshEmail = (label: string) =>
  `${label}.${process.pid}.${Date.now().toString(36)}.${(serial += 1)}@test.example`;

const outbox = () => path.join(process.env["E2E_DATA_DIR"]!, "outbox");

/** Waits for the newest email to an address with a matching subject. */
export async function mailTo(address: string, subject: RegExp): Promise<Mail> {
  let found: Mail | undefined;
  await expect
    .poll(
      async () => {
        found = (await mailsIn(outbox(), address)).findLast((mail) => subject.test(mail.subject));
        return found !== undefined;
      },
      { message: `a mail '${subject}' to ${address}`, timeout: 60_000, intervals: [100] },
    )
    .toBe(true);
  return found!;
}

export async function register(page: Page, email: string, name = "Ada Test"): Promise<void> {
  await page.goto("/register");
  await page.getByLabel("Full name").fill(name);
  await page.getByLabel("Email address").fill(email);
  await page.getByLabel("Phone number").fill(freshPhone());
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: "Create account" }).click();
  await expect(page).toHaveURL(/\/verify-email/);
  const code = /^(\d{6})$/m.exec((await mailTo(email, /code/)).text)![1]!;
  await page.getByLabel("Code").fill(code);
  await page.getByRole("button", { name: "Verify email" }).click();
  await expect(page).toHaveURL(/\/choose-profile/);
}

/** Logs in without the form, and opens no page. */
export async function authenticate(page: Page, email: string, password = DEMO_PASSWORD): Promise<void> {
  const answer = await page.request.post("/api/auth/login", { data: { email, password } });
  expect(answer.status()).toBe(200);
}

/** Logs in, then opens the page to which the guard redirects from the login. */
export async function logIn(page: Page, email: string, password = DEMO_PASSWORD): Promise<void> {
  await authenticate(page, email, password);
  await page.goto("/login");
  await expect(page).not.toHaveURL(/\/login/);
}

export async function logInWithForm(page: Page, email: string, password = DEMO_PASSWORD): Promise<void> {
  await page.goto("/login");
  await page.getByLabel("Email address").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Log in" }).click();
  await expect(page).not.toHaveURL(/\/login/);
}

/** Types into a searchable select and selects the first option. */
export async function pick(page: Page, label: string, text: string): Promise<void> {
  const field = page.getByRole("combobox", { name: label });
  await field.click();
  await field.fill(text);
  await page.getByRole("option", { name: text, exact: true }).click();
  await expect(field).toHaveValue(text);
}

const next = (page: Page) => page.getByRole("button", { name: "Next", exact: true }).click();

export interface Applicant {
  startup?: boolean;
  nin?: string;
  bvn?: string;
}

/** Returns a number that is unique to a user, but always ends with the same digits. */
const freshNin = (first: 1 | 2) => `${first}${String(freshNumber()).padStart(6, "0").slice(-6)}8901`;
const freshAccount = () => zenithAccount(String(freshNumber()).padStart(6, "0").slice(-6));

/**
 * Returns an account number of Zenith Bank (057) with a valid check digit that ends with 7890; `suffix` has six digits, of which the first
 * is replaced. The product's own check cannot be loaded here.
 */
export function zenithAccount(suffix: string): string {
  const weigh = (number: string) =>
    [...`057${number}`].reduce(
      (sum, digit, at) => sum + Number(digit) * (at === 12 ? 1 : at % 3 === 1 ? 7 : 3),
      0,
    );
  const numbers = Array.from({ length: 10 }, (_, digit) => `${digit}${suffix.slice(1)}7890`);
  return numbers.find((number) => weigh(number) % 10 === 0)!;
}

/** Returns a unique phone number. */
const freshPhone = () => `803${String(freshNumber()).padStart(7, "0").slice(-7)}`;

/** Returns the date of birth of a number. */
export const bornOn = (number: number) =>
  new Date(Date.UTC(1960, 0, 1 + (number % 14_000))).toISOString().slice(0, 10);

/** Fills in the first step of the individual form. */
export async function fillBio(
  page: Page,
  email: string,
  { startup = false, nin = freshNin(1) }: Applicant = {},
): Promise<void> {
  await expect(page.getByRole("heading", { name: "Bio Data" })).toBeVisible();
  await page.getByRole("textbox", { name: "First Name" }).fill("Ada");
  await page.getByLabel("Surname").fill("Test");
  await page.getByLabel("Phone Number").fill(`0${freshPhone()}`);
  await page.getByLabel("Email address", { exact: true }).fill(email);
  if (startup) await expect(page.getByText("Age bracket")).toHaveCount(0);
  else await page.getByRole("radio", { name: /Adult/ }).check();
  await page.getByLabel("Date of Birth").fill(bornOn(freshNumber()));
  await page.getByLabel("NIN", { exact: true }).fill(nin);
  await pick(page, "State of Residence", "Lagos");
  await pick(page, "Local Government", "Ikeja");
  await page.getByLabel("Home address").fill("1 Sample Street, Ikeja");
}

/** Fills in the second step. */
export async function fillKin(page: Page): Promise<void> {
  await expect(page.getByRole("heading", { name: "Next of Kin" })).toBeVisible();
  await page.getByLabel("Full Name").fill("Bola Test");
  await page.getByLabel("Phone Number").fill("8029876543");
  await page.getByLabel("Email address", { exact: true }).fill("kin@test.example");
  await page.getByLabel("Home address").fill("2 Sample Street, Ikeja");
}

/** Fills in the third step. */
export async function fillAccount(page: Page, { bvn = freshNin(2) }: Applicant = {}): Promise<void> {
  await expect(page.getByRole("heading", { name: "Account Details" })).toBeVisible();
  await page.getByLabel("Account Name").fill("Ada Test");
  await pick(page, "Bank", "Zenith Bank");
  await page.getByLabel("Account Number").fill(freshAccount());
  await page.getByLabel("BVN", { exact: true }).fill(bvn);
}

/** Completes steps 1 to 3 of the individual form, up to the documents. */
export async function fillAnswers(page: Page, email: string, applicant: Applicant = {}): Promise<void> {
  await fillBio(page, email, applicant);
  await next(page);
  await fillKin(page);
  await next(page);
  await fillAccount(page, applicant);
  await next(page);
  await expect(page.getByRole("heading", { name: "KYC Documents" })).toBeVisible();
}

/** Chooses the three documents, as real files. */
export async function chooseDocuments(page: Page): Promise<void> {
  const mark = freshNumber();
  const inputs = page.locator('input[type="file"]:not([capture])');
  await expect(inputs).toHaveCount(3);
  await inputs.nth(0).setInputFiles({
    name: "identity.pdf",
    mimeType: "application/pdf",
    buffer: await samplePdf("Identity", String(mark)),
  });
  await inputs
    .nth(1)
    .setInputFiles({ name: "photo.jpg", mimeType: "image/jpeg", buffer: await samplePhoto(mark) });
  await inputs
    .nth(2)
    .setInputFiles({ name: "bill.png", mimeType: "image/png", buffer: await samplePhoto(mark + 1, "png") });
  for (const name of ["identity.pdf", "photo.jpg", "bill.png"])
    await expect(page.getByText(name)).toBeVisible();
}

/** Whether the browser reports that it can show a PDF inline, as desktop browsers do and phones do not. */
export const hasPdfViewer = (page: Page, has: boolean) =>
  page.addInitScript((value) => {
    Object.defineProperty(navigator, "pdfViewerEnabled", { get: () => value });
  }, has);

/** Approves the case on the page, which has no findings: otherwise a dialog asks, and its text is the error. */
export async function approveAtOnce(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Approve" }).filter({ visible: true }).first().click();
  const question = page.getByRole("alertdialog");
  const done = page.getByText(/^You approved /);
  await expect(done.or(question)).toBeVisible();
  if (await question.isVisible()) throw new Error(`The approval asks: ${await question.innerText()}`);
  await expect(done).toBeVisible();
}

export const submit = (page: Page) => page.getByRole("button", { name: "Submit Verification" }).click();

/** Collects errors that the page logs and violations of its content policy. */
export function watchConsole(page: Page): string[] {
  const errors: string[] = [];
  page.on("console", (message) => {
    if (message.type() === "error" && !/401|Failed to load resource/.test(message.text()))
      errors.push(`${page.url()}: ${message.text()}`);
  });
  page.on("pageerror", (error) => errors.push(`${page.url()}: ${error.message}`));
  // Violations of the content policy are not always logged.
  void page.addInitScript(() =>
    document.addEventListener("securitypolicyviolation", ({ violatedDirective, blockedURI }) =>
      console.error(`${violatedDirective} stopped ${blockedURI}`),
    ),
  );
  return errors;
}

/** Returns the items of the open menu. */
export async function menuItems(page: Page): Promise<string[]> {
  await expect(page.getByRole("menu")).toBeVisible();
  return page.getByRole("menuitem").allTextContents();
}
