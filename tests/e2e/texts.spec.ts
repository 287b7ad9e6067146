import { expect, test, type Locator, type Page, type Route } from "./test";
import { samplePhoto } from "../../prisma/seed/files";
import { literals, type Kind, type Place } from "../literals/onboarding";
import {
  chooseCompanyDocuments,
  fileInput,
  fillBank,
  fillCompany,
  fillSignatory,
  next,
  pdf,
} from "./company";
import { account, call } from "./rest";
import {
  PASSWORD,
  chooseDocuments,
  fillAccount,
  fillBio,
  fillKin,
  freshEmail,
  logIn,
  pick,
  submit,
} from "./support";

/** Every literal text of onboarding, seen in its place (tests/literals/onboarding.ts). One worker walks all of it and keeps the book. */
test.describe.configure({ mode: "serial" });
test.skip(({ isMobile }) => isMobile, "Small screens are looked at along the way.");

const found: Record<Exclude<Kind, "log" | "toast">, (page: Page, text: string) => Locator> = {
  heading: (page, name) => page.getByRole("heading", { name, exact: true }),
  button: (page, name) => page.getByRole("button", { name, exact: true }),
  card: (page, hasText) => page.getByRole("button").filter({ hasText }),
  link: (page, name) => page.getByRole("link", { name, exact: true }),
  label: (page, text) => page.getByLabel(text, { exact: true }),
  placeholder: (page, text) => page.getByPlaceholder(text, { exact: true }),
  option: (page, name) => page.getByRole("option", { name, exact: true }),
  text: (page, text) => page.getByText(text),
  message: (page, text) =>
    page.locator("p:not([data-sonner-toast] *), [role=alert]").getByText(text, { exact: true }),
};

test.beforeEach(({ page }) => page.addInitScript(noteToasts));

const shown = new Set<Place>();
const logged = new WeakMap<Page, string[]>();

/** All texts of a place are there now. */
async function see(page: Page, place: Place): Promise<void> {
  await Promise.all(
    literals[place].map(async ([section, kind, text]) => {
      const what = `product ${section}, ${place}: ${kind} '${text}'`;
      if (kind === "log") {
        await expect.poll(() => logged.get(page)?.some((line) => line.includes(text)), what).toBe(true);
      } else if (kind === "toast") {
        await expect.poll(() => page.evaluate(takeToast, text), what).toBe(true);
      } else if (kind === "option") {
        await expect(found.option(page, text).first(), what).toBeAttached();
      } else {
        await expect(found[kind](page, text).filter({ visible: true }).first(), what).toBeVisible();
      }
    }),
  );
  shown.add(place);
}

/** The same on a phone's width. */
async function seeSmall(page: Page, place: Place): Promise<void> {
  const before = page.viewportSize()!;
  await page.setViewportSize({ width: 390, height: 844 });
  await see(page, place);
  await page.setViewportSize(before);
}

/** A toast is gone after three seconds, which a busy machine may need for a look. So the page itself notes each one, once. */
function noteToasts(): void {
  const noted = new WeakSet<Element>();
  const texts: string[] = [];
  Object.assign(window, { notedToasts: texts });
  const look = () => {
    for (const toast of document.querySelectorAll("[data-sonner-toast]")) {
      const text = toast.querySelector("[data-title]")?.textContent;
      if (!text || noted.has(toast)) continue;
      noted.add(toast);
      texts.push(text);
    }
  };
  new MutationObserver(look).observe(document, { subtree: true, childList: true });
}

/** Strikes a noted toast off; false when there is none. */
function takeToast(text: string): boolean {
  const { notedToasts: texts } = window as unknown as { notedToasts: string[] };
  const at = texts.indexOf(text);
  if (at >= 0) texts.splice(at, 1);
  return at >= 0;
}

/** The server fails once and gives no words. */
const wordless = (page: Page, url: string, status = 500) =>
  page.route(url, (route) => route.fulfill({ status, json: { success: false } }), { times: 1 });

async function walker(page: Page): Promise<void> {
  const lines: string[] = [];
  logged.set(page, lines);
  page.on("console", (message) => lines.push(message.text()));
}

test("choosing a profile", async ({ page, context, baseURL }) => {
  await walker(page);
  const { email } = await account(baseURL!);
  await logIn(page, email, PASSWORD);
  await see(page, "choose profile");
  await page.getByRole("button", { name: "Contact our team" }).click();
  await see(page, "contact dialog");
  await page.keyboard.press("Escape");
  await wordless(page, "**/api/auth/setRole");
  const invest = page.getByRole("button", { name: /I want to invest/ });
  await invest.click();
  await see(page, "choose profile, not saved");
  // While it is busy a press does nothing.
  await expect(invest).not.toHaveAttribute("aria-busy", "true");
  await invest.click();
  await see(page, "investor type");

  // The page is still allowed, but the session behind the calls is over.
  await context.clearCookies({ path: "/api/auth" });
  await page.evaluate(() => localStorage.removeItem("accessToken"));
  await page.reload();
  await expect(page.getByText("Your session has ended")).toBeVisible();
  await page.getByRole("button", { name: /Personal Investor/ }).click();
  await see(page, "investor type, session over");
});

test("the individual form", async ({ page, baseURL }) => {
  const { email } = await account(baseURL!, "personal");
  await logIn(page, email, PASSWORD);
  await see(page, "bio data");
  for (const label of ["First name", "Surname", "Phone number", "Email address"])
    await page.getByLabel(label, { exact: true }).fill("");
  await next(page);
  await see(page, "bio data, empty");
  await page.getByLabel("Phone Number").fill("8031234567890123");
  await see(page, "bio data, long phone");
  await seeSmall(page, "bio data, small");
  await fillBio(page, email);
  await pick(page, "Local Government", "Other");
  await next(page);
  await see(page, "bio data, other local government");
  await page.getByLabel("Specify Local Government").fill("Somewhere");
  await next(page);

  await see(page, "next of kin");
  await page.getByLabel("Relationship").selectOption("Other");
  await next(page);
  await see(page, "next of kin, wrong");
  await seeSmall(page, "next of kin, small");
  await fillKin(page);
  await page.getByLabel("Specify Relationship").fill("Cousin");
  await next(page);

  await see(page, "account details");
  await page.getByLabel("Account Type").selectOption("Other");
  await next(page);
  await see(page, "account details, wrong");
  await seeSmall(page, "account details, small");
  await fillAccount(page);
  await page.getByLabel("Specify Account Type").fill("Joint");
  await next(page);

  await see(page, "kyc documents");
  await submit(page);
  await see(page, "kyc documents, empty");
  await seeSmall(page, "kyc documents, small");
  const text = { name: "notes.txt", mimeType: "text/plain", buffer: Buffer.from("notes") };
  await fileInput(page, "ID document").setInputFiles(text);
  await fileInput(page, "Passport photo").setInputFiles(text);
  const bill = await pdf("long.pdf");
  const buffer = Buffer.concat([bill.buffer, Buffer.alloc(5 * 1024 * 1024)]);
  await fileInput(page, "Utility bill").setInputFiles({ ...bill, buffer });
  await see(page, "kyc documents, wrong files");
  await page.getByRole("button", { name: "Save Progress" }).filter({ visible: true }).click();
  await see(page, "progress saved");
  await chooseDocuments(page);
  await wordless(page, "**/api/verification");
  await submit(page);
  await see(page, "individual form, refused without a word");

  // Not from the list: the form cannot send it, so it is put in on the way. The server refuses it.
  const swap = (route: Route) => {
    const answers = route.request().postDataJSON() as object;
    return route.continue({ postData: JSON.stringify({ ...answers, localGovernment: "Umu-Nneochi" }) });
  };
  await page.route("**/api/verification", swap, { times: 1 });
  await submit(page);
  await see(page, "individual form, area of another state");
  await pick(page, "Local Government", "Ikeja");
  for (let step = 1; step < 4; step += 1) await next(page);
  await submit(page);
  await see(page, "individual form, submitted");

  await expect(page).toHaveURL(/\/verification-success/);
  await wordless(page, "**/api/verification/status");
  await page.getByRole("button", { name: "Check for a decision" }).click();
  await see(page, "waiting, status unknown");
  await wordless(page, "**/api/auth/logout");
  for (const place of ["log out, refused", "logged out"] as const) {
    await page.getByRole("button", { name: "My Account" }).click();
    await page.getByRole("menuitem", { name: "Log out" }).click();
    await see(page, place);
  }
});

test("progress that cannot be kept", async ({ page, baseURL }) => {
  const { email } = await account(baseURL!, "personal");
  await logIn(page, email, PASSWORD);
  await fillBio(page, email);
  // The browser's storage is full to the last letter.
  await page.evaluate(() => {
    for (let size = 2 ** 22; size >= 1; size = Math.floor(size / 2)) {
      for (let n = 0; ; n += 1) {
        try {
          localStorage.setItem(`full-${size}-${n}`, "x".repeat(size));
        } catch {
          break;
        }
      }
    }
  });
  await page.getByRole("button", { name: "Save Progress" }).filter({ visible: true }).click();
  await see(page, "progress not saved");
});

test("the startup's form", async ({ page, baseURL }) => {
  const { email, token } = await account(baseURL!, "startup");
  // A state of which nobody has a list, and a phone as no keyboard types it: from a draft of long ago.
  const values = { phoneNumber: "80123-45678", stateOfResidence: "Atlantis" };
  await call(baseURL!, "PUT", "/api/verification/draft", token, { values });
  await logIn(page, email, PASSWORD);
  await see(page, "startup form");
  await expect(page.getByText("Age group")).toHaveCount(0);
  await next(page);
  await see(page, "startup form, unknown state");
});

test("the company's form", async ({ page, baseURL }) => {
  const { email } = await account(baseURL!, "corporate");
  await logIn(page, email, PASSWORD);
  await see(page, "company info");
  for (const label of ["Company phone number", "Company email address"])
    await page.getByLabel(label, { exact: true }).fill("");
  await next(page);
  await see(page, "company info, empty");
  await page.getByLabel("Phone Number").fill("8031234567890123");
  await see(page, "company info, long phone");
  await seeSmall(page, "company info, small");
  await page.getByLabel("Company email address").fill(email);
  await fileInput(page, "Company Logo").setInputFiles(await pdf("logo.pdf"));
  await see(page, "company info, wrong logo");
  await page.getByRole("button", { name: "Remove Company Logo" }).click();
  await fillCompany(page);
  await pick(page, "Local Government", "Other");
  await next(page);
  await see(page, "company info, other local government");
  await page.getByLabel("Specify Local Government").fill("Somewhere");
  await next(page);

  await see(page, "bank details");
  await next(page);
  await see(page, "bank details, empty");
  await fillBank(page);
  await next(page);

  await see(page, "signatories");
  await page.getByRole("button", { name: "Add signatory" }).click();
  await see(page, "signatories, two");
  await page.getByRole("button", { name: "Remove last signatory" }).click();
  await expect(page.getByRole("button", { name: "Remove last signatory" })).toHaveCount(0);
  await next(page);
  await see(page, "signatories, empty");
  await fillSignatory(page, 1);
  await next(page);

  await see(page, "company documents");
  await submit(page);
  await see(page, "company documents, empty");
  await fileInput(page, "TIN certificate").setInputFiles({
    name: "tin.gif",
    mimeType: "image/gif",
    buffer: await samplePhoto(30, "png"),
  });
  await see(page, "company documents, wrong file");
  await page.getByRole("button", { name: "Remove TIN Certificate" }).click();
  await chooseCompanyDocuments(page);
  await wordless(page, "**/api/verification/corporate");
  await submit(page);
  await see(page, "company form, refused");

  // The answer is held back until the button was seen at work.
  const busy = Promise.withResolvers<void>();
  await page.route("**/api/verification/corporate", (route) => busy.promise.then(() => route.continue()));
  await submit(page);
  await see(page, "company form, sending");
  busy.resolve();
  await see(page, "company form, submitted");
  await expect(page).toHaveURL(/\/verification-success/);
});

test("the consultation dialog", async ({ page }) => {
  await page.goto("/contact");
  await page.getByRole("button", { name: "Schedule a Consultation" }).first().click();
  await see(page, "consultation dialog");
  const send = page.getByRole("button", { name: "Request Consultation" });
  await send.click();
  await see(page, "consultation dialog, empty");
  const phone = page.getByRole("dialog").getByLabel("Phone Number");
  await phone.fill("8031234567890123");
  await see(page, "consultation dialog, long phone");
  await phone.fill("08031234567");
  await see(page, "consultation dialog, leading 0");
  await phone.fill("8031234567");
  await page.getByLabel("Full Name").fill("Ada Test");
  await page.getByLabel("Email").fill("ada@test.example");
  await send.click();
  await see(page, "consultation requested");
});

test("signing in and up, where the server gives no words", async ({ page }) => {
  await page.goto("/login");
  await page.getByLabel("Email address").fill("nobody@test.example");
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await wordless(page, "**/api/auth/login", 401);
  await page.getByRole("button", { name: "Log in" }).click();
  await see(page, "log-in refused");

  await page.goto("/register");
  await page.getByLabel("Full name").fill("Ada Test");
  await page.getByLabel("Email address").fill(freshEmail("wordless"));
  await page.getByLabel("Phone number").fill("8031234567");
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await wordless(page, "**/api/auth/register");
  await page.getByRole("button", { name: "Create account" }).click();
  await see(page, "registration refused");

  await page.goto(`/verify-email?email=${encodeURIComponent(freshEmail("wordless"))}`);
  await page.getByLabel("Code").fill("123456");
  await wordless(page, "**/api/auth/verify-email");
  await page.getByRole("button", { name: "Verify email" }).click();
  await see(page, "code refused");
  await wordless(page, "**/api/auth/resend-code");
  await page.getByRole("button", { name: "Resend code" }).click();
  await see(page, "code not sent");
});

test("no text of the list was left out", () => {
  expect(Object.keys(literals).filter((place) => !shown.has(place as Place))).toEqual([]);
});
