import { check } from "./axe";
import { fitsOn } from "./fits";
import { authenticate, watchConsole } from "./support";
import { expect, test } from "./test";

/** Saved filters (product 10.23). */
test("filters are saved by name, replaced after asking, applied and deleted", async ({ page, isMobile }) => {
  const errors = watchConsole(page);
  await authenticate(page, "admin@seedline.example");
  await page.goto("/admin/verification?role=startup&order=deadline&q=ada");
  const menu = page.getByRole("button", { name: "Saved filters" });
  const name = `Late ${isMobile ? "phone" : "desktop"}`;
  const openDialog = async () => {
    await menu.click();
    await page.getByRole("menuitem", { name: "Save these filters" }).click();
    return page.getByRole("dialog", { name: "Save these filters" });
  };
  const dialog = await openDialog();
  await expect(dialog).toContainText("Pending, Startup, All cases, Deadline. Only you see them.");
  await expect(dialog).toContainText("The search text is not saved.");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog.getByText("Enter a name")).toBeVisible();
  await dialog.getByLabel("Name").fill(name);
  await page.keyboard.press("Enter");
  await expect(dialog).toHaveCount(0);

  await page.goto("/admin/verification?status=rejected");
  await page.getByRole("button", { name: "More options" }).click();
  await openDialog();
  await dialog.getByLabel("Name").fill(name);
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog.getByRole("alert")).toContainText(`You have a filter "${name}" already. Replace it?`);
  await check(page, "saving a filter");
  await dialog.getByRole("button", { name: "Cancel" }).click();

  await menu.click();
  await page.getByRole("menuitem", { name: `${name} Pending, Startup, All cases, Deadline` }).click();
  await expect(page).toHaveURL(/\/admin\/verification\?role=startup&order=deadline$/);
  await expect(page.getByLabel("Sort by")).toHaveValue("deadline");

  await page.getByLabel("Cases").selectOption("Mine");
  await openDialog();
  await dialog.getByLabel("Name").fill(name);
  await dialog.getByRole("button", { name: "Save" }).click();
  await dialog.getByRole("button", { name: "Replace" }).click();
  await expect(dialog).toHaveCount(0);
  await page.goto("/admin/verification");
  await page.getByRole("button", { name: "More options" }).click();
  await menu.click();
  const item = page.getByRole("menuitem", { name: `${name} Pending, Startup, Mine, Deadline` });
  await expect(item).toBeVisible();
  await fitsOn(page);
  await check(page, "the menu of saved filters");
  await page.getByRole("menuitem", { name: "Delete filters" }).click();
  const deleting = page.getByRole("dialog", { name: "Delete filters" });
  await deleting.getByRole("button", { name: `Delete the filter ${name}` }).click();
  await expect(deleting.getByText(name)).toHaveCount(0);
  await page.keyboard.press("Escape");
  await menu.click();
  await expect(item).toHaveCount(0);
  expect(errors).toEqual([]);
});
