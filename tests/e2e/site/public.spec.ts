import { expect, test } from "../test";
import { fitsOn } from "../fits";
import { watchConsole } from "../support";
import { phone } from "../devices";

test.use(phone);

/** Public pages (product 2.1): titles and headings, the carousel, the plans, and metadata. */
const pages = [
  ["/", "Seedline"],
  ["/about", "About - Seedline"],
  ["/asset-financing", "Business financing - Seedline"],
  ["/plans", "Investment plans - Seedline"],
  ["/plans/agriculture-growth", "Agriculture Growth - Seedline"],
  ["/team", "Team - Seedline"],
  ["/contact", "Contact - Seedline"],
  ["/privacy", "Privacy notice - Seedline"],
  ["/terms", "Terms - Seedline"],
  ["/login", "Log in - Seedline"],
  ["/register", "Create an account - Seedline"],
  ["/forgot-password", "Reset your password - Seedline"],
] as const;

test("every public page has a title, one h1, a description and no horizontal overflow", async ({ page }) => {
  const errors = watchConsole(page);
  const descriptions = new Set<string>();
  for (const [url, title] of pages) {
    await page.goto(url);
    await expect(page).toHaveTitle(title);
    await expect(page.getByRole("heading", { level: 1 })).toHaveCount(1);
    descriptions.add((await page.locator('meta[name="description"]').getAttribute("content")) ?? "");
    await fitsOn(page);
  }
  // Pages behind a login share the site's description.
  expect(descriptions.size).toBeGreaterThanOrEqual(7);
  expect(descriptions).not.toContain("");
  expect(errors).toEqual([]);
});
