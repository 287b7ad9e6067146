import { expect, test, type Page } from "./test";
import { logIn, watchConsole } from "./support";

/** What comes at the first touch (ADR 22), on a line that is slow or breaks. */
const opening = (page: Page) => page.getByRole("dialog", { name: "Opening" });

/** From now on no script arrives until the answer is called. */
async function hold(page: Page): Promise<() => void> {
  const line = Promise.withResolvers<void>();
  await page.route("**/_next/static/**/*.js", (route) => line.promise.then(() => route.continue()));
  return line.resolve;
}

for (const { name, email, path, button, title } of [
  {
    name: "a dialog",
    email: "investor@demo.example",
    path: "/profile",
    button: "Download my data",
    title: "Download your data",
  },
  {
    name: "a form",
    email: null,
    path: "/contact",
    button: "Schedule a Consultation",
    title: "Schedule a Consultation",
  },
] as const)
  // prettier-ignore
  test(`${name} says that it comes, can be given up, and takes and returns the focus`, async ({
    page,
    isMobile,
  }) => {
    const errors = watchConsole(page);
    if (email) await logIn(page, email);
    await page.goto(path);
    const press = page.getByRole("button", { name: button }).first();
    await expect(press).toBeEnabled();
    const release = await hold(page);
    const dialog = page.getByRole("dialog", { name: title }).or(page.getByRole("alertdialog", { name: title }));

    await press.click();
    await expect(opening(page)).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(opening(page)).toHaveCount(0);
    await expect(press).toBeFocused();

    await page.keyboard.press("Enter");
    await expect(opening(page)).toBeVisible();
    release();
    await expect(dialog).toBeVisible();
    await expect(opening(page)).toHaveCount(0);
    const inside = isMobile ? dialog : dialog.getByRole("textbox").first();
    await expect(inside).toBeFocused();
    await page.keyboard.press("Escape");
    await expect(dialog).toHaveCount(0);
    await expect(press).toBeFocused();
    expect(errors).toEqual([]);
  });

test("the second press of a double one does not give up what the first asked for", async ({ page }) => {
  await page.goto("/contact");
  const press = page.getByRole("button", { name: "Schedule a Consultation" }).first();
  await expect(press).toBeEnabled();
  const release = await hold(page);
  await press.dblclick();
  await expect(opening(page)).toBeVisible();
  release();
  await expect(page.getByRole("dialog", { name: "Schedule a Consultation" })).toBeVisible();
});

test("a menu says that it comes, and is given up with Escape or by going on", async ({ page, isMobile }) => {
  await logIn(page, "investor@demo.example");
  await page.goto("/dashboard");
  const button = page.getByRole("button", { name: "My Account" });
  await expect(button).toBeEnabled();
  const release = await hold(page);

  await button.click();
  await expect(button).toHaveAttribute("aria-busy", "true");
  await page.keyboard.press("Escape");
  await expect(button).toHaveAttribute("aria-expanded", "false");
  await expect(button).toBeFocused();
  if (!isMobile) {
    await page.keyboard.press("Enter");
    await expect(button).toHaveAttribute("aria-busy", "true");
    await page.keyboard.press("Tab");
    await expect(button).toHaveAttribute("aria-expanded", "false");
    await button.focus();
  }

  await page.keyboard.press("Enter");
  release();
  await expect(page.getByRole("menuitem", { name: "Profile" })).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(button).toBeFocused();
});

test("keys that were meant for a dialog do not reach the page before it is there", async ({
  page,
  isMobile,
}) => {
  test.skip(isMobile, "a phone has no keys");
  await logIn(page, "admin@seedline.example");
  await page.goto("/admin/verification");
  await expect(page.getByRole("link", { name: /^View / }).first()).toBeVisible();
  const release = await hold(page);
  await page.keyboard.press("?");
  await expect(opening(page)).toBeVisible();
  await page.keyboard.press("j");
  await page.keyboard.press("Enter");
  release();
  await expect(page.getByRole("dialog", { name: "Keyboard shortcuts" })).toBeVisible();
  await expect(page).toHaveURL(/\/admin\/verification$/);
});

test("a line that breaks is told, and the same press works once it is back", async ({ page }) => {
  await logIn(page, "investor@demo.example");
  await page.goto("/profile");
  const press = page.getByRole("button", { name: "Delete my account" });
  await expect(press).toBeEnabled();
  await page.route("**/_next/static/**/*.js", (route) => route.abort());
  await press.click();
  const told = page.getByText("We couldn't load this. Check your connection and try again.");
  await expect(told).toBeVisible();
  await page.getByRole("button", { name: "Close" }).click();
  await expect(told).toHaveCount(0);
  await expect(press).toBeFocused();

  await page.unroute("**/_next/static/**/*.js");
  await press.click();
  await expect(page.getByRole("alertdialog", { name: "Delete your account?" })).toBeVisible();
});
