import { expect, test, type Locator } from "../../test";
import { authenticate, DEMO_PASSWORD } from "../../support";

/** Browsers with unusual settings: cookies blocked, 400 % zoom, forced colours. */

test("with cookies blocked, login and registration say so", async ({ page }) => {
  // As in a browser that blocks cookies and web storage for this site.
  await page.route("**/api/**", async (route) => {
    const response = await route.fetch();
    const { "set-cookie": _, ...headers } = response.headers();
    await route.fulfill({ response, headers });
  });
  await page.addInitScript(() => {
    const refuse = () => {
      throw new DOMException("Access is denied for this document.", "SecurityError");
    };
    for (const kind of ["localStorage", "sessionStorage"])
      Object.defineProperty(window, kind, { get: refuse });
    Object.defineProperty(Navigator.prototype, "cookieEnabled", { get: () => false });
  });
  await page.goto("/login");
  await page.getByLabel("Email address").fill("investor@demo.example");
  await page.getByLabel("Password", { exact: true }).fill(DEMO_PASSWORD);
  await page.getByRole("button", { name: "Log in" }).click();
  await expect(page.getByRole("alert").filter({ hasText: "Your browser blocks cookies" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Log in" })).not.toHaveAttribute("aria-busy");
  await expect(page.getByLabel("Email address")).toHaveValue("investor@demo.example");

  await page.goto("/register");
  await page.getByLabel("Full name").fill("Ada Obi");
  await page.getByLabel("Email address").fill("blocked@test.example");
  await page.getByLabel("Phone number").fill("8031234567");
  await page.getByLabel("Password", { exact: true }).fill("a long Enough pass-phrase 7");
  await page.getByRole("button", { name: "Create account" }).click();
  await expect(page.getByRole("alert").filter({ hasText: "Your browser blocks cookies" })).toBeVisible();
});

test("at 400 % zoom a dialog scrolls as a whole", async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 256 });
  await authenticate(page, "investor@demo.example");
  await page.goto("/profile");
  await page.getByRole("button", { name: "Delete my account" }).click();
  const dialog = page.getByRole("alertdialog", { name: "Delete your account?" });
  const isInside = async (part: Locator) => {
    await part.scrollIntoViewIfNeeded();
    const box = (await part.boundingBox())!;
    expect(box.y).toBeGreaterThanOrEqual(0);
    expect(box.y + box.height).toBeLessThanOrEqual(256);
    // It is not covered by another part.
    await part.click({ trial: true });
  };
  await isInside(dialog.getByRole("heading"));
  await isInside(dialog.getByRole("textbox").first());
  await isInside(dialog.getByRole("button", { name: "Keep my account" }));
  // Nothing but the dialog scrolls, so no part of it is a slit.
  const scrollers = await dialog.evaluate(
    (element) =>
      [...element.querySelectorAll("div")].filter((part) =>
        /auto|scroll/.test(getComputedStyle(part).overflowY),
      ).length,
  );
  expect(scrollers).toBe(0);
});

test.describe("with forced colours", () => {
  test.use({ contextOptions: { forcedColors: "active", reducedMotion: "reduce" } });

  test("switches and columns are visible", async ({ page }) => {
    await authenticate(page, "investor@demo.example");
    await page.goto("/dashboard/settings");
    const toggle = page.getByRole("switch").first();
    const knob = (part: Locator) =>
      part.evaluate((element) => [
        getComputedStyle(element).backgroundColor,
        getComputedStyle(element, "::before").backgroundColor,
      ]);
    for (const checked of [true, false]) {
      await toggle.setChecked(checked);
      // The colours take part in a transition.
      await expect.poll(async () => new Set(await knob(toggle)).size, `checked: ${checked}`).toBe(2);
    }
    await authenticate(page, "admin@seedline.example");
    await page.goto("/admin");
    const columns = page.locator("main [style*='max(2px']");
    await expect(columns.first()).toBeVisible();
    const colours = await columns.evaluateAll((parts) =>
      parts.map((part) => getComputedStyle(part).borderTopColor),
    );
    const canvas = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    expect(colours).not.toContain(canvas);
    expect(await columns.first().evaluate((part) => getComputedStyle(part).borderTopWidth)).toBe("1px");
  });
});
