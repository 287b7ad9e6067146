import { expect, test } from "../../test";
import { watchConsole } from "../../support";

/** The consultation dialog (product 2.8, 5.3): opening, closing and requesting. */
for (const path of ["/", "/plans"]) {
  test(`${path} opens the dialog, and a closed one stays closed`, async ({ page }) => {
    const errors = watchConsole(page);
    await page.goto(path);
    await page.getByRole("link", { name: "Schedule a Consultation" }).click();
    const dialog = page.getByRole("dialog", { name: "Schedule a Consultation" });
    await expect(dialog).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(dialog).toBeHidden();
    await expect(page).toHaveURL(/\/contact$/);
    await page.reload();
    await expect(page.getByRole("button", { name: "Schedule a Consultation" })).toBeVisible();
    await expect(dialog).toBeHidden();
    await page.goBack();
    await expect(page.getByRole("link", { name: "Schedule a Consultation" })).toBeVisible();
    expect(errors).toEqual([]);
  });
}

test("a consultation is requested on the contact page", async ({ page }) => {
  const errors = watchConsole(page);
  const calls: string[] = [];
  await page.goto("/contact");
  await page.getByRole("button", { name: "Schedule a Consultation" }).first().click();
  const dialog = page.getByRole("dialog", { name: "Schedule a Consultation" });
  await expect(dialog).toBeVisible();
  page.on("request", (request) => {
    if (request.method() !== "GET") calls.push(request.url());
  });
  await dialog.getByRole("button", { name: "Request Consultation" }).click();
  await expect(dialog.getByText("Name must be at least 2 characters")).toBeVisible();
  await expect(dialog.getByText("Please enter a valid email address")).toBeVisible();
  await dialog.getByLabel("Full Name").fill("Ada Test");
  await dialog.getByLabel("Email").fill("ada@test.example");
  await dialog.getByLabel("Phone Number").fill("08012345678");
  await expect(dialog.getByText("Phone number should not start with 0")).toBeVisible();
  await dialog.getByLabel("Phone Number").fill("8012345678");
  await dialog.getByLabel("Investment Interest").selectOption({ label: "Real Estate" });
  await expect(dialog.getByRole("link", { name: "privacy policy" })).toBeVisible();
  await dialog.getByRole("button", { name: "Request Consultation" }).click();
  await expect(page.getByText("Consultation request submitted successfully!")).toBeVisible();
  await expect(dialog).toBeHidden();
  await page.getByRole("button", { name: "Schedule a Consultation" }).first().click();
  await expect(dialog.getByLabel("Full Name")).toHaveValue("");
  expect(calls).toEqual([]);
  expect(errors).toEqual([]);
});
