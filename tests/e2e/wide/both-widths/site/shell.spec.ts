import { expect, test, type Page } from "../../../test";
import { logIn, menuItems, watchConsole } from "../../../support";

/** The layout of signed-in pages (product 2.9, 4.7, 9): menus by role, the drawer, touch swipes, logout. */
const money = ["Plans", "Investments", "Payments", "Payouts", "Ledger", "Acts"];
const menus = {
  "super@seedline.example": [
    "Dashboard",
    "Verification",
    "Manage Users",
    "Manage Carousel",
    "Alerts",
    "Due diligence",
    "Review dates",
    "Suspicions",
    "Manage SubAdmins",
    "Approvals",
    "Watchlists",
    "API keys",
    "Webhooks",
    "Audit",
    ...money,
  ],
  "admin@seedline.example": [
    "Dashboard",
    "Verification",
    "Manage Users",
    "Manage Carousel",
    "Alerts",
    "Due diligence",
    "Review dates",
    ...money,
  ],
  "investor@demo.example": ["Dashboard", "Investments", "Transactions", "Documents", "Settings"],
  "startup@demo.example": ["Dashboard", "Applications", "Documents", "Settings"],
};
const drawer = (page: Page) => page.getByRole("dialog", { name: "Seedline" });

for (const [email, labels] of Object.entries(menus)) {
  test(`the menu of ${email}`, async ({ page, isMobile }) => {
    const errors = watchConsole(page);
    await logIn(page, email);
    if (isMobile) await page.getByRole("button", { name: "Open menu" }).click();
    const menu = (isMobile ? drawer(page) : page).getByRole("navigation", { name: "Main" });
    // Other tests leave work that an entry counts.
    const entries = labels.map((label) => new RegExp(`^${label}(?:\\d+ waiting)?$`));
    await expect(menu.getByRole("link")).toHaveText(entries);
    await expect(menu.getByRole("link", { name: "Dashboard" })).toHaveAttribute("aria-current", "page");
    // Every entry leads to a page that the user may open.
    for (const label of labels.slice(1)) {
      await menu.getByRole("link", { name: label }).click();
      await expect(menu.getByRole("link", { name: label })).toHaveCount(isMobile ? 0 : 1);
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      if (isMobile) await page.getByRole("button", { name: "Open menu" }).click();
      await expect(menu.getByRole("link", { name: label })).toHaveAttribute("aria-current", "page");
    }
    if (isMobile) await page.keyboard.press("Escape");

    await page.getByRole("button", { name: "My Account" }).click();
    const items = await menuItems(page);
    const member = email.endsWith("demo.example");
    expect(items).toEqual(member ? ["Profile", "Settings", "Log out"] : ["Profile", "Log out"]);
    await page.getByRole("menuitem", { name: "Log out" }).click();
    await expect(page).toHaveURL(/\/login$/);
    await expect(page.getByText("Logged out successfully")).toBeVisible();
    expect(errors).toEqual([]);
  });
}

test("a failed logout shows an error, and the session continues", async ({ page }) => {
  await logIn(page, "investor@demo.example");
  await page.route("**/api/auth/logout", (route) => route.abort());
  await page.getByRole("button", { name: "My Account" }).click();
  await page.getByRole("menuitem", { name: "Log out" }).click();
  await expect(page.getByText("Logout failed. Please try again.")).toBeVisible();
  await expect(page).toHaveURL(/\/dashboard/);
});

/** Moves a touch in steps and ends it after `ms`. */
async function swipe(page: Page, from: number, to: number, ms = 0): Promise<void> {
  const touch = await page.context().newCDPSession(page);
  const y = 500;
  const at = (x: number) => [{ x, y }];
  await touch.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: at(from) });
  // The duration of the touch is tested.
  if (ms > 0) await page.evaluate((wait) => new Promise((done) => setTimeout(done, wait)), ms);
  for (let step = 1; step <= 5; step += 1)
    await touch.send("Input.dispatchTouchEvent", {
      type: "touchMove",
      touchPoints: at(from + ((to - from) * step) / 5),
    });
  await touch.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
  await touch.detach();
}

test.describe("swipes", () => {
  test.beforeEach(({ isMobile }) => test.skip(!isMobile, "fingers only"));

  test("to the right open the menu, to the left close it; short and slow ones do nothing", async ({
    page,
  }) => {
    await logIn(page, "investor@demo.example");
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await swipe(page, 100, 140);
    await expect(drawer(page)).toHaveCount(0);
    await swipe(page, 100, 200);
    await expect(drawer(page)).toBeVisible();
    await swipe(page, 200, 100);
    await expect(drawer(page)).toHaveCount(0);
    // Off by default: the page does not change.
    await swipe(page, 300, 150);
    await expect(page).toHaveURL(/\/dashboard$/);
    await swipe(page, 100, 300, 600);
    await expect(drawer(page)).toHaveCount(0);
  });

  test("change the page in the order of the menu when turned on", async ({ page }) => {
    await logIn(page, "investor@demo.example");
    await page.evaluate(() => localStorage.setItem("enableSwipeNavigation", "true"));
    await page.reload();
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await swipe(page, 300, 240);
    await expect(page).toHaveURL(/\/dashboard$/);
    await swipe(page, 300, 200);
    await expect(page).toHaveURL(/\/dashboard\/investments$/);
    await expect(page.getByRole("heading", { level: 1, name: "Investments" })).toBeVisible();
    await swipe(page, 150, 300);
    await expect(page).toHaveURL(/\/dashboard$/);
    // A swipe from the edge still opens the menu.
    await expect(page.getByRole("heading", { level: 1, name: "Investments" })).toHaveCount(0);
    await swipe(page, 10, 120);
    await expect(drawer(page)).toBeVisible();
  });
});

test("a new page starts at its top", async ({ page }) => {
  await page.goto("/about");
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
  await page.getByRole("contentinfo").getByRole("link", { name: "Team" }).click();
  await expect(page).toHaveURL(/\/team$/);
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0);
});
