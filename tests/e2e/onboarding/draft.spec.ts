import { randomBytes } from "node:crypto";
import { expect, test } from "../test";
import sharp from "sharp";
import {
  chooseCompanyDocuments,
  fileInput,
  fillBank,
  fillCompany,
  fillSignatory,
  newCompany,
  next,
} from "../company";
import { newInvestor } from "../own-account";
import { userOf } from "../rest";
import { PASSWORD, fillAnswers, logIn, submit } from "../support";
import { saved } from "./draft-steps";

/** Answers are saved on the server while the user types (ADR 9): no reload, disconnection or change of device loses them. */
test("a form started in one browser is completed in another", async ({ page, browser, baseURL }) => {
  const email = await newCompany(page, baseURL!);
  await fillCompany(page);
  await next(page);
  await fillBank(page);
  await next(page);
  await fillSignatory(page, 1);
  const add = page.getByRole("button", { name: "Add signatory" });
  const added = page.getByRole("group", { name: "Signatory 2", exact: true });
  // A signatory shows no errors before the user has visited it, even after another has been removed.
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
  const otherBrowser = await elsewhere.newPage();
  await logIn(otherBrowser, email, PASSWORD);
  await expect(otherBrowser).toHaveURL(/\/corporate-verification/);
  await expect(otherBrowser.getByText(/^Continued from \d+ \w+ \d{4}, \d\d:\d\d$/)).toBeVisible();
  await expect(otherBrowser.getByLabel("Company Name")).toHaveValue("Baobab Foods Limited");
  await expect(otherBrowser.getByRole("combobox", { name: "Local Government" })).toHaveValue("Ikeja");
  await otherBrowser.getByRole("button", { name: "Go to step 3: Signatories" }).click();
  const second = otherBrowser.getByRole("group", { name: "Signatory 2", exact: true });
  await expect(second.getByLabel("Full Name")).toHaveValue("Signatory Number 2");
  await expect(second.getByLabel("BVN", { exact: true })).toHaveValue("•••••••8902");
  await expect(second.getByText("id2.pdf")).toBeVisible();
  await next(otherBrowser);
  await chooseCompanyDocuments(otherBrowser);
  await submit(otherBrowser);
  await expect(otherBrowser).toHaveURL(/\/verification-success/);
  await elsewhere.close();

  const { corporate } = (await userOf(baseURL!, email)).verification;
  expect(corporate!.signatories.map(({ bvnNumber }) => bvnNumber)).toEqual(["•••••••8901", "•••••••8902"]);
});

test("an interrupted upload continues when the connection is back", async ({ page, baseURL, context }) => {
  const email = await newInvestor(page, baseURL!);
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
  await page.getByRole("button", { name: "Cancel upload of Passport photo" }).focus();
  await line.send("Network.emulateNetworkConditions", { offline: true, ...slow });
  await expect(page.getByText(/not uploaded yet/)).toBeVisible();
  await line.send("Network.emulateNetworkConditions", { offline: false, ...slow, uploadThroughput: -1 });
  await expect(page.getByText("Uploaded")).toHaveCount(1);
  await expect(page.getByRole("button", { name: "Remove Passport photo" })).toBeFocused();
});
