import { expect, test, type Page } from "../../test";
import { samplePhoto } from "../../../../prisma/seed/files";
import { fileInput } from "../../company";
import { newInvestor } from "../../own-account";
import { PASSWORD, chooseDocuments, fillAnswers, logIn, submit } from "../../support";
import { saved } from "../../onboarding/draft-steps";

/** Answers are saved on the server while the user types (ADR 9): no reload, disconnection or change of device loses them. */
test("a reload loses no answers, and a removed document stays removed", async ({ page, baseURL }) => {
  const email = await newInvestor(page, baseURL!);
  await fillAnswers(page, email);
  await chooseDocuments(page);
  await expect(page.getByText("Uploaded")).toHaveCount(3);
  await page.getByRole("button", { name: "Remove Utility bill" }).click();
  await expect(page.getByText("bill.png")).toHaveCount(0);
  await expect(saved(page)).toBeVisible();

  await page.goto("/investor-verification");
  await expect(page.getByText(/^Continued from \d/)).toBeVisible();
  await expect(page.getByRole("textbox", { name: "First Name" })).toHaveValue("Ada");
  await expect(page.getByLabel("NIN", { exact: true })).toHaveValue("•••••••8901");
  await page.getByRole("button", { name: "Go to step 4: KYC Documents" }).click();
  await page.reload();
  await expect(page.getByText("identity.pdf")).toBeVisible();
  await expect(page.getByText("photo.jpg")).toBeVisible();
  await expect(page.getByText("bill.png")).toHaveCount(0);
  await submit(page);
  await expect(page.getByText("File is required")).toHaveCount(1);
  await chooseDocuments(page);
  await submit(page);
  await expect(page).toHaveURL(/\/verification-success/);
});

test("a failed upload can be repeated, and does not block the form", async ({ page, baseURL }) => {
  const email = await newInvestor(page, baseURL!);
  await fillAnswers(page, email);
  await page.route("**/api/verification/draft/files/**", (route) => route.abort("connectionreset"));
  const photo = fileInput(page, "Passport photo");
  await photo.setInputFiles({ name: "photo.jpg", mimeType: "image/jpeg", buffer: await samplePhoto(150) });
  await expect(page.getByText(/not uploaded yet/)).toBeVisible();
  await expect(page.getByText("photo.jpg")).toBeVisible();

  await page.unroute("**/api/verification/draft/files/**");
  await page.getByRole("button", { name: "Retry upload of Passport photo" }).click();
  await expect(page.getByText("Uploaded")).toHaveCount(1);

  // A document that could not be uploaded in advance is sent with the submission.
  await page.route("**/api/verification/draft/files/**", (route) => route.abort("connectionreset"));
  await chooseDocuments(page);
  await expect(page.getByText(/not uploaded yet/)).toHaveCount(3);
  await submit(page);
  await expect(page).toHaveURL(/\/verification-success/);
});

test("a draft that cannot be saved shows an error, does not block the form, and is saved later", async ({
  page,
  baseURL,
}) => {
  await newInvestor(page, baseURL!);
  await page.route("**/api/verification/draft", (route) =>
    route.request().method() === "PUT" ? route.abort("connectionreset") : route.continue(),
  );
  await page.getByRole("textbox", { name: "First Name" }).fill("Adaobi");
  await expect(page.getByText("Saving…").filter({ visible: true })).toBeVisible();
  await page.unroute("**/api/verification/draft");
  await page.getByLabel("Surname").fill("Test");
  await expect(saved(page)).toBeVisible();
  await page.reload();
  await expect(page.getByLabel("Surname")).toHaveValue("Test");
});

test("answers are saved when the user leaves with Back", async ({ page, baseURL }) => {
  await newInvestor(page, baseURL!);
  await page.getByRole("textbox", { name: "First Name" }).fill("Adaobi");
  // Immediately: pending answers are sent while the page unloads.
  await page.goto("/about");
  await page.goBack();
  await expect(page).toHaveURL(/\/investor-verification/);
  await expect(page.getByRole("textbox", { name: "First Name" })).toHaveValue("Adaobi");
  // Earlier pages redirect to the form.
  await page.goto("/choose-profile");
  await expect(page).toHaveURL(/\/investor-verification/);
  await page.goto("/investor-type");
  await expect(page).toHaveURL(/\/investor-verification/);
  await expect(page.getByRole("textbox", { name: "First Name" })).toHaveValue("Adaobi");
});

test("the user resolves a conflict between two devices, and no answers are overwritten", async ({
  page,
  baseURL,
  browser,
}) => {
  const email = await newInvestor(page, baseURL!);
  await page.getByRole("textbox", { name: "First Name" }).fill("Adaobi");
  await expect(saved(page)).toBeVisible();
  const elsewhere = await browser.newContext();
  const otherBrowser = await elsewhere.newPage();
  await logIn(otherBrowser, email, PASSWORD);
  await expect(otherBrowser.getByRole("textbox", { name: "First Name" })).toHaveValue("Adaobi");
  await otherBrowser.getByLabel("Surname").fill("Elsewhere");
  await expect(saved(otherBrowser)).toBeVisible();

  const question = (on: Page) => on.getByText("You changed this form on another device");
  await page.getByRole("textbox", { name: "First Name" }).fill("Ade");
  await expect(question(page)).toBeVisible();
  await page.getByRole("button", { name: "Use the other version" }).click();
  await expect(question(page)).toHaveCount(0);
  await expect(page.getByRole("textbox", { name: "First Name" })).toHaveValue("Adaobi");
  await expect(page.getByLabel("Surname")).toHaveValue("Elsewhere");
  await page.getByRole("textbox", { name: "First Name" }).fill("Adaeze");
  await expect(saved(page)).toBeVisible();

  await otherBrowser.getByLabel("Home address").fill("7 Other Street");
  await expect(question(otherBrowser)).toBeVisible();
  await otherBrowser.getByRole("button", { name: "Keep this version" }).click();
  await expect(saved(otherBrowser)).toBeVisible();
  await expect(question(otherBrowser)).toHaveCount(0);
  await elsewhere.close();
  await page.reload();
  await expect(page.getByLabel("Home address")).toHaveValue("7 Other Street");
  await expect(page.getByRole("textbox", { name: "First Name" })).toHaveValue("Adaobi");
});

test("a device has no conflict with itself: lost responses, documents and a second tab", async ({
  page,
  baseURL,
  context,
}) => {
  const email = await newInvestor(page, baseURL!);
  await page.getByRole("textbox", { name: "First Name" }).fill("Adaobi");
  // The server saves the draft, but the browser receives no response.
  await page.route(
    "**/api/verification/draft",
    async (route) => {
      await route.fetch();
      await route.abort("connectionreset");
    },
    { times: 1 },
  );
  await page.getByRole("textbox", { name: "First Name" }).fill("Adaeze");
  await expect(page.getByText("Saving…").filter({ visible: true })).toBeVisible();
  await page.getByLabel("Surname").fill("Test");
  await expect(saved(page)).toBeVisible();
  await fillAnswers(page, email);
  await chooseDocuments(page);
  await expect(page.getByText("Uploaded")).toHaveCount(3);
  const tab = await context.newPage();
  await tab.goto("/investor-verification");
  // By role: while a page streams, it may contain a hidden copy of the form.
  const surname = tab.getByRole("textbox", { name: "Surname" });
  await expect(surname).toHaveValue("Test");
  await surname.fill("Tab");
  await expect(saved(tab)).toBeVisible();
  await page.getByRole("button", { name: "Previous" }).click();
  await page.getByLabel("Account Name").fill("Ada Again");
  await expect(saved(page)).toBeVisible();
  await expect(page.getByText("You changed this form on another device")).toHaveCount(0);
});

test("a device whose clock is two days ahead overwrites no answers of another device", async ({
  page,
  baseURL,
  browser,
}) => {
  await page.clock.install({ time: Date.now() + 48 * 3_600_000 });
  const email = await newInvestor(page, baseURL!);
  const name = page.getByRole("textbox", { name: "First Name" });
  const saveProgress = async () => {
    await page.getByRole("button", { name: "Save Progress" }).filter({ visible: true }).click();
    await expect(page.getByText("Progress saved successfully")).toBeVisible();
  };
  await name.fill("Adaobi");
  await saveProgress();
  await expect(saved(page)).toBeVisible();

  const elsewhere = await browser.newContext();
  const otherBrowser = await elsewhere.newPage();
  await logIn(otherBrowser, email, PASSWORD);
  await otherBrowser.getByLabel("Surname").fill("Elsewhere");
  await expect(saved(otherBrowser)).toBeVisible();
  await page.reload();
  await expect(page.getByLabel("Surname")).toHaveValue("Elsewhere");

  // Answers that could not be sent are not lost either: the user chooses.
  await page.route("**/api/verification/draft", (route) =>
    route.request().method() === "PUT" ? route.abort("connectionreset") : route.continue(),
  );
  await name.fill("Adaeze");
  await saveProgress();
  await expect(page.getByText("Not saved yet").filter({ visible: true })).toBeVisible();
  await otherBrowser.getByLabel("Surname").fill("Elsewhere again");
  await expect(saved(otherBrowser)).toBeVisible();
  await page.unroute("**/api/verification/draft");
  await page.reload();
  await expect(page.getByText("You changed this form on another device")).toBeVisible();
  await expect(name).toHaveValue("Adaeze");
  await page.getByRole("button", { name: "Use the other version" }).click();
  await expect(page.getByLabel("Surname")).toHaveValue("Elsewhere again");
  await elsewhere.close();
});

test("a form is saved after logging in again, without another change", async ({ page, baseURL, context }) => {
  await newInvestor(page, baseURL!);
  const name = page.getByRole("textbox", { name: "First Name" });
  await expect(name).toBeEnabled();
  await context.clearCookies();
  await page.evaluate(() => localStorage.setItem("accessToken", "an.expired.token"));
  await name.fill("Adaobi");
  await expect(page.getByText("Your session has ended")).toBeVisible();
  await expect(page.getByText("Not saved yet").filter({ visible: true })).toBeVisible();
  await page.getByRole("button", { name: "Log in again" }).click();
  const dialog = page.getByRole("dialog", { name: "Log in again" });
  await dialog.getByLabel("Your password").fill(PASSWORD);
  await dialog.getByRole("button", { name: "Log in" }).click();
  await expect(saved(page)).toBeVisible();
  await page.reload();
  await expect(name).toHaveValue("Adaobi");
});
