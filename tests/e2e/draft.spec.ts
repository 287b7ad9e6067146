import { randomBytes } from "node:crypto";
import { expect, test, type Page } from "./test";
import sharp from "sharp";
import { samplePhoto } from "../../prisma/seed/files";
import {
  chooseCompanyDocuments,
  fileInput,
  fillBank,
  fillCompany,
  fillSignatory,
  newCompany,
  next,
} from "./company";
import { userOf } from "./rest";
import { PASSWORD, chooseDocuments, fillAnswers, freshEmail, logIn, register, submit } from "./support";

/** What is typed is kept on the server as it is typed (ADR 9): no reload, no cut line and no change of device loses it. */
test.setTimeout(120_000);

async function newInvestor(page: Page): Promise<string> {
  const email = freshEmail("draft");
  await register(page, email);
  await page.getByRole("button", { name: /I want to invest/ }).click();
  await page.getByRole("button", { name: /Personal Investor/ }).click();
  await expect(page).toHaveURL(/\/investor-verification/);
  return email;
}

const saved = (page: Page) => page.getByText("Saved", { exact: true }).filter({ visible: true });

test("a form begun in one browser is finished in another", async ({ page, browser, baseURL }) => {
  const email = await newCompany(page);
  await fillCompany(page);
  await next(page);
  await fillBank(page);
  await next(page);
  await fillSignatory(page, 1);
  const add = page.getByRole("button", { name: "Add signatory" });
  const added = page.getByRole("group", { name: "Signatory 2", exact: true });
  // Nothing is wrong with a signatory before anybody has been there, also when one was taken out before.
  for (const again of [true, false]) {
    await add.click();
    await expect(added.getByLabel("Full Name")).toBeFocused();
    await expect(added.locator("[aria-invalid]")).toHaveCount(0);
    if (again) await page.getByRole("button", { name: "Remove last signatory" }).click();
  }
  await fillSignatory(page, 2);
  await expect(page.getByText("Uploaded")).toHaveCount(2);
  await expect(saved(page)).toBeVisible();

  const elsewhere = await browser.newContext();
  const other = await elsewhere.newPage();
  await logIn(other, email, PASSWORD);
  await expect(other).toHaveURL(/\/corporate-verification/);
  await expect(other.getByText(/^Continued from \d+ \w+ \d{4}, \d\d:\d\d$/)).toBeVisible();
  await expect(other.getByLabel("Company Name")).toHaveValue("Baobab Foods Limited");
  await expect(other.getByRole("combobox", { name: "Local Government" })).toHaveValue("Ikeja");
  await other.getByRole("button", { name: "Go to step 3: Signatories" }).click();
  const second = other.getByRole("group", { name: "Signatory 2", exact: true });
  await expect(second.getByLabel("Full Name")).toHaveValue("Signatory Number 2");
  await expect(second.getByLabel("BVN", { exact: true })).toHaveValue("•••••••8902");
  await expect(second.getByText("id2.pdf")).toBeVisible();
  await next(other);
  await chooseCompanyDocuments(other);
  await submit(other);
  await expect(other).toHaveURL(/\/verification-success/);
  await elsewhere.close();

  const { corporate } = (await userOf(baseURL!, email)).verification;
  expect(corporate!.signatories.map(({ bvnNumber }) => bvnNumber)).toEqual(["•••••••8901", "•••••••8902"]);
});

test("a reload loses nothing, and a removed document stays removed", async ({ page }) => {
  const email = await newInvestor(page);
  await fillAnswers(page, email);
  await chooseDocuments(page);
  await expect(page.getByText("Uploaded")).toHaveCount(3);
  await page.getByRole("button", { name: "Remove Utility Bill" }).click();
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

test("an upload that is cut in the middle goes on when the line is back", async ({ page, context }) => {
  const email = await newInvestor(page);
  await fillAnswers(page, email);
  const noise = await sharp(randomBytes(800 * 800 * 3), { raw: { width: 800, height: 800, channels: 3 } })
    .png()
    .toBuffer();
  const line = await context.newCDPSession(page);
  const slow = { latency: 20, downloadThroughput: -1, uploadThroughput: 200_000 };
  await line.send("Network.enable");
  await line.send("Network.emulateNetworkConditions", { offline: false, ...slow });
  await fileInput(page, "Passport photo").setInputFiles({
    name: "noise.png",
    mimeType: "image/png",
    buffer: noise,
  });
  await expect(page.getByText(/uploading [1-9]\d?%/)).toBeVisible();
  await line.send("Network.emulateNetworkConditions", { offline: true, ...slow });
  await expect(page.getByText(/not uploaded yet/)).toBeVisible();
  await line.send("Network.emulateNetworkConditions", { offline: false, ...slow, uploadThroughput: -1 });
  await expect(page.getByText("Uploaded")).toHaveCount(1);
});

test("an upload that is refused by the line can be repeated, and nothing else waits for it", async ({
  page,
}) => {
  const email = await newInvestor(page);
  await fillAnswers(page, email);
  await page.route("**/api/verification/draft/files/**", (route) => route.abort("connectionreset"));
  const photo = fileInput(page, "Passport photo");
  await photo.setInputFiles({ name: "photo.jpg", mimeType: "image/jpeg", buffer: await samplePhoto(150) });
  await expect(page.getByText(/not uploaded yet/)).toBeVisible();
  await expect(page.getByText("photo.jpg")).toBeVisible();

  await page.unroute("**/api/verification/draft/files/**");
  await page.getByRole("button", { name: "Retry upload of Passport photo" }).click();
  await expect(page.getByText("Uploaded")).toHaveCount(1);

  // What could not be sent ahead goes with the submission.
  await page.route("**/api/verification/draft/files/**", (route) => route.abort("connectionreset"));
  await chooseDocuments(page);
  await expect(page.getByText(/not uploaded yet/)).toHaveCount(3);
  await submit(page);
  await expect(page).toHaveURL(/\/verification-success/);
});

test("a draft that cannot be saved says so, stops nobody, and is saved later", async ({ page }) => {
  await newInvestor(page);
  await page.route("**/api/verification/draft", (route) =>
    route.request().method() === "PUT" ? route.abort("connectionreset") : route.continue(),
  );
  await page.getByRole("textbox", { name: "First Name" }).fill("Ada");
  await expect(page.getByText("Saving…").filter({ visible: true })).toBeVisible();
  await page.unroute("**/api/verification/draft");
  await page.getByLabel("Surname").fill("Test");
  await expect(saved(page)).toBeVisible();
  await page.reload();
  await expect(page.getByLabel("Surname")).toHaveValue("Test");
});

test("leaving with the back button keeps what was typed", async ({ page }) => {
  await newInvestor(page);
  await page.getByRole("textbox", { name: "First Name" }).fill("Ada");
  // No pause: what is left over is sent while the page goes.
  await page.goto("/about");
  await page.goBack();
  await expect(page).toHaveURL(/\/investor-verification/);
  await expect(page.getByRole("textbox", { name: "First Name" })).toHaveValue("Ada");
  // Earlier screens of the way lead forward again.
  await page.goto("/choose-profile");
  await expect(page).toHaveURL(/\/investor-verification/);
  await page.goto("/investor-type");
  await expect(page).toHaveURL(/\/investor-verification/);
  await expect(page.getByRole("textbox", { name: "First Name" })).toHaveValue("Ada");
});

test("two devices that fill one form: the person chooses, and nothing is written over", async ({
  page,
  browser,
}) => {
  const email = await newInvestor(page);
  await page.getByRole("textbox", { name: "First Name" }).fill("Ada");
  await expect(saved(page)).toBeVisible();
  const elsewhere = await browser.newContext();
  const other = await elsewhere.newPage();
  await logIn(other, email, PASSWORD);
  await expect(other.getByRole("textbox", { name: "First Name" })).toHaveValue("Ada");
  await other.getByLabel("Surname").fill("Elsewhere");
  await expect(saved(other)).toBeVisible();

  const question = (on: Page) => on.getByText("You changed this form on another device");
  await page.getByRole("textbox", { name: "First Name" }).fill("Ade");
  await expect(question(page)).toBeVisible();
  await page.getByRole("button", { name: "Use the other version" }).click();
  await expect(question(page)).toHaveCount(0);
  await expect(page.getByRole("textbox", { name: "First Name" })).toHaveValue("Ada");
  await expect(page.getByLabel("Surname")).toHaveValue("Elsewhere");
  await page.getByRole("textbox", { name: "First Name" }).fill("Adaeze");
  await expect(saved(page)).toBeVisible();

  await other.getByLabel("Home address").fill("7 Other Street");
  await expect(question(other)).toBeVisible();
  await other.getByRole("button", { name: "Keep this version" }).click();
  await expect(saved(other)).toBeVisible();
  await expect(question(other)).toHaveCount(0);
  await elsewhere.close();
  await page.reload();
  await expect(page.getByLabel("Home address")).toHaveValue("7 Other Street");
  await expect(page.getByRole("textbox", { name: "First Name" })).toHaveValue("Ada");
});

test("a device never stands in its own way: lost answers, documents and a second tab", async ({
  page,
  context,
}) => {
  const email = await newInvestor(page);
  await page.getByRole("textbox", { name: "First Name" }).fill("Ada");
  // The server has it, the browser never hears so.
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
  // By role: while a page arrives, a hidden copy of the form may be in it.
  const surname = tab.getByRole("textbox", { name: "Surname" });
  await expect(surname).toHaveValue("Test");
  await surname.fill("Tab");
  await expect(saved(tab)).toBeVisible();
  await page.getByRole("button", { name: "Previous" }).click();
  await page.getByLabel("Account Name").fill("Ada Again");
  await expect(saved(page)).toBeVisible();
  await expect(page.getByText("You changed this form on another device")).toHaveCount(0);
});
