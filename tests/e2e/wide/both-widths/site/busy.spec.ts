import { samplePhoto } from "../../../../../prisma/seed/files";
import { fileInput } from "../../../company";
import { newInvestor, open } from "../../../own-account";
import { authenticate, fillAnswers, submit } from "../../../support";
import { expect, test, type Page } from "../../../test";

/** Every busy state ends with a result, with an error that offers a next step, or with another attempt (product 2.1). */
/** Returns all busy indicators: spinners, skeletons, busy buttons and tables. */
const busy = (page: Page) =>
  page.locator(
    "[aria-busy=true], .animate-spin, .animate-pulse, [role=progressbar]:not([aria-label^=Progress])",
  );

/** An unavailable service is called up to four times, with pauses of seven seconds in total. */
const settles = (page: Page) =>
  expect(busy(page).filter({ visible: true })).toHaveCount(0, { timeout: 30_000 });

const failures = {
  "the connection is lost": (page: Page) =>
    page.route("**/api/**", (route) => route.abort("connectionreset")),
  "the server fails": (page: Page) =>
    page.route("**/api/**", (route) => route.fulfill({ status: 500, body: "Internal Server Error" })),
  "the session has ended": (page: Page) =>
    page.route("**/api/**", (route) =>
      route.fulfill({ status: 401, json: { success: false, error: "UNAUTHENTICATED", message: "Log in" } }),
    ),
} as const;

for (const [what, fail] of Object.entries(failures)) {
  test(`nothing on the applicant's form stays busy when ${what}`, async ({ page, baseURL }) => {
    const email = await newInvestor(page, baseURL!);
    await fillAnswers(page, email);
    await expect(page.getByText("Saved", { exact: true }).filter({ visible: true })).toBeVisible();
    await fail(page);
    await fileInput(page, "Passport photo").setInputFiles({
      name: "photo.jpg",
      mimeType: "image/jpeg",
      buffer: await samplePhoto(180),
    });
    await expect(page.getByText(/not uploaded yet/)).toBeVisible();
    await expect(page.getByRole("button", { name: "Retry upload of Passport photo" })).toBeVisible();
    await page.getByRole("button", { name: "Previous" }).click();
    await page.getByLabel("Account Name").fill("Ada Again");
    await expect(page.getByText("Not saved yet").filter({ visible: true })).toBeVisible();
    await page.getByRole("button", { name: "Save Progress" }).filter({ visible: true }).click();
    await settles(page);
    await page.getByRole("button", { name: "Next", exact: true }).click();
    await submit(page);
    await settles(page);
    await expect(page.getByRole("button", { name: "Submit Verification" })).toBeEnabled();
  });

  test(`nothing in the back office stays busy when ${what}`, async ({ page }) => {
    await authenticate(page, "super@seedline.example");
    for (const path of [
      "/admin",
      "/admin/verification",
      "/admin/users",
      "/admin/approvals",
      "/admin/watchlists",
      "/admin/audit",
      "/admin/holidays",
    ]) {
      await page.goto(path);
      await settles(page);
      await fail(page);
      await page.reload();
      await settles(page);
      for (const name of ["Export CSV", "Export queue", "Export audit log", "Take a case", "Refresh"]) {
        const button = page.getByRole("button", { name, exact: true }).filter({ visible: true });
        if (await button.first().isVisible()) await button.first().click();
        await settles(page);
      }
      await page.unroute("**/api/**");
    }
  });

  test(`nothing on the account pages stays busy when ${what}`, async ({ page, baseURL }) => {
    await open(page, baseURL!, "/account/security");
    await settles(page);
    await fail(page);
    for (const name of ["Ask for a copy of my data", "Log out"]) {
      const button = page.getByRole("button", { name, exact: true }).filter({ visible: true });
      if (await button.first().isVisible()) await button.first().click();
      await settles(page);
    }
  });
}
