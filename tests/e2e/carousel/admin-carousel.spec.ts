import { expect, test } from "../test";
import { samplePhoto } from "../../../prisma/seed/files";
import { authenticate, watchConsole } from "../support";
import { row } from "./admin-carousel-steps";

test.use({ exclusive: "carousel" });

test("a slide is uploaded, edited, shown on the home page and deleted", async ({ page }) => {
  const errors = watchConsole(page);
  const title = `Harvest ${Date.now().toString(36)}`;
  await authenticate(page, "admin@seedline.example");
  await page.goto("/admin/carousel");
  await page.getByRole("button", { name: "Add item" }).click();
  const add = page.getByRole("dialog", { name: "Add item" });
  await add.getByRole("button", { name: "Add item" }).click();
  await expect(add.getByText("Required")).toBeVisible();
  await add.getByLabel("Image").fill("javascript:alert(1)");
  await expect(add.getByText("Enter a valid URL or path starting with /")).toBeVisible();
  await add.locator("input[type=file]").setInputFiles({
    name: "slide.jpg",
    mimeType: "image/jpeg",
    buffer: await samplePhoto(90),
  });
  await expect(page.getByText("Image uploaded")).toBeVisible();
  await expect(add.getByLabel("Image")).toHaveValue(/^\/api\/files\//);
  await expect(add.locator("img")).toHaveAttribute("src", /^\/api\/files\//);
  await add.getByLabel("Title").fill(title);
  await add.getByLabel("Link").fill("//elsewhere.example");
  await expect(add.getByText("Enter a valid URL or path starting with /")).toBeVisible();
  await add.getByLabel("Link").fill("/plans");
  await add.getByRole("button", { name: "Add item" }).click();
  await expect(page.getByText("Item created")).toBeVisible();
  await expect(row(page, title)).toContainText("/plans");

  await page.goto("/");
  await expect(page.getByRole("heading", { name: title })).toBeAttached();
  await page.goto("/admin/carousel");
  await row(page, title).getByRole("button", { name: /Edit/ }).click();
  const edit = page.getByRole("dialog", { name: "Edit item" });
  await edit.getByLabel("Title").fill(`${title} again`);
  await edit.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Item updated")).toBeVisible();
  await page.goto("/");
  await expect(page.getByRole("heading", { name: `${title} again` })).toBeAttached();

  await page.goto("/admin/carousel");
  await row(page, title)
    .getByRole("button", { name: /Delete/ })
    .click();
  const removal = page.getByRole("alertdialog", { name: "Delete item?" });
  await expect(removal).toContainText("cannot be undone");
  await removal.getByRole("button", { name: "Delete" }).click();
  await expect(page.getByText("Item deleted")).toBeVisible();
  await expect(row(page, title)).toHaveCount(0);
  await expect(page.getByRole("main")).toBeFocused();
  await page.goto("/");
  await expect(page.getByRole("heading", { name: title })).toHaveCount(0);
  expect(errors).toEqual([]);
});
