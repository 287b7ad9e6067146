import { dayAt, dayNumber, dayWords, lagosDay } from "@/lib/dates";
import { samplePdf } from "../../../prisma/seed/files";
import { check } from "../axe";
import { query } from "../database";
import { fitsOn } from "../fits";
import { applicantNamed, userOf } from "../rest";
import { approveAtOnce, authenticate, logIn, mailTo, PASSWORD, submit, watchConsole } from "../support";
import { expect, openPage, test } from "../test";

/** An ID expires, and the customer renews it (product 10.42). */
test("the reviewer enters when the ID expires; the customer is asked for the new one, keeps the dashboard, and invests again after the approval", async ({
  page,
  browser,
  baseURL,
}) => {
  const errors = watchConsole(page);
  const name = `Zora Customer${Date.now().toString(36)}`;
  const customer = await applicantNamed(baseURL!, name);
  const { _id } = await userOf(baseURL!, customer.email);
  const expiry = dayAt(dayNumber(lagosDay()) + 20);
  await authenticate(page, "admin@seedline.example");
  await page.goto(`/admin/verification/${_id}`);
  const risk = page.getByRole("region", { name: "Risk and next review" });
  await expect(risk.getByText("Low risk")).toBeVisible();
  await risk.getByLabel("The ID expires on").fill(expiry);
  await risk.getByRole("button", { name: "Save the day" }).click();
  await expect(page.getByText("Saved", { exact: true })).toBeVisible();
  await approveAtOnce(page);
  await expect(risk.getByText(`Next review by ${dayWords(expiry)}.`)).toBeVisible();
  await check(page, "risk");

  await query("SELECT graphile_worker.add_job('customer-reviews')");
  await mailTo(customer.email, /renew your details/i);
  await page.goto("/admin/review-dates");
  const row = page.getByRole("row").filter({ hasText: name });
  await expect(row).toContainText("The ID expires");
  await check(page, "review-dates");
  await fitsOn(page);

  const site = await openPage(browser, baseURL!);
  await logIn(site, customer.email, PASSWORD);
  await expect(site.getByText(`Please upload your new one by ${dayWords(expiry)}.`)).toBeVisible();
  await site.getByRole("button", { name: "Renew now" }).click();
  await site.getByRole("alertdialog").getByRole("button", { name: "Renew now" }).click();
  await expect(site).toHaveURL(/\/investor-verification/);
  await expect(site.getByText("Fix 1 item: 0 done")).toBeVisible();
  await site.goto("/dashboard");
  await expect(site.getByText("Finish renewing your details")).toBeVisible();
  await site.getByRole("link", { name: "Open the form" }).click();
  await site.getByRole("button", { name: "Go to ID document" }).click();
  await site
    .locator('input[type="file"]:not([capture]):enabled')
    .first()
    .setInputFiles({
      name: "new-id.pdf",
      mimeType: "application/pdf",
      buffer: await samplePdf("Identity", name),
    });
  await expect(site.getByText("Fix 1 item: 1 done")).toBeVisible();
  await submit(site);
  await expect(site).toHaveURL(/\/verification-success/);
  await site.goto("/dashboard");
  await expect(site.getByText("We are reviewing your renewed details")).toBeVisible();
  await fitsOn(site);

  await page.goto(`/admin/verification/${_id}`);
  await expect(risk.getByText("The customer is renewing their details.")).toBeVisible();
  await risk.getByLabel("It has no such day").check();
  await risk.getByRole("button", { name: "Save the day" }).click();
  await expect(page.getByText("Saved", { exact: true })).toBeVisible();
  await approveAtOnce(page);
  await site.goto("/dashboard");
  await expect(site.getByRole("heading", { name: "Hello, Zora" })).toBeVisible();
  await expect(site.getByText(/renew/i)).toHaveCount(0);
  expect(errors).toEqual([]);
});
