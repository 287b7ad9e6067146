import { expect, test } from "../../../test";
import { samplePhoto } from "../../../../../prisma/seed/files";
import { authenticate, watchConsole } from "../../../support";
import { row } from "../../../carousel/admin-carousel-steps";

test.use({ exclusive: "carousel" });

test("a slide whose responses are lost is created once, even if the button is pressed again", async ({
  page,
}) => {
  const title = `Lost ${Date.now().toString(36)}`;
  await authenticate(page, "admin@seedline.example");
  await page.goto("/admin/carousel");
  await page.getByRole("button", { name: "Add item" }).click();
  const add = page.getByRole("dialog", { name: "Add item" });
  await add.getByLabel("Title").fill(title);
  await add.getByLabel("Image").fill("/carousel/build.svg");
  const keys: (string | undefined)[] = [];
  let lost = 2;
  await page.route("**/api/carousel", async (route) => {
    if (route.request().method() !== "POST") return route.continue();
    keys.push(route.request().headers()["idempotency-key"]);
    const response = await route.fetch();
    if ((lost -= 1) < 0) return route.fulfill({ response });
    expect(response.status()).toBe(201);
    return route.abort();
  });
  await add.getByRole("button", { name: "Add item" }).click();
  await expect.poll(() => keys.length).toBe(2);
  await expect(add.getByRole("button", { name: "Add item" })).toBeEnabled();
  await add.getByRole("button", { name: "Add item" }).click();
  await expect(page.getByText("Item created")).toBeVisible();
  expect(keys).toEqual([keys[0], keys[0], keys[0]]);
  await expect(row(page, title)).toHaveCount(1);
  await row(page, title)
    .getByRole("button", { name: /Delete/ })
    .click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
  await expect(row(page, title)).toHaveCount(0);
});

test("slides are reordered with the keyboard and by pointer", async ({ page }) => {
  const errors = watchConsole(page);
  await authenticate(page, "admin@seedline.example");
  await page.goto("/admin/carousel");
  const shown = () => page.getByRole("row").locator("td:nth-child(2)").allInnerTexts();
  await expect(page.getByRole("row").nth(3)).toBeVisible();
  const before = await shown();
  const dialog = page.getByRole("dialog", { name: "Change order" });
  const items = dialog.getByRole("listitem");
  const order = async (change: () => Promise<void>) => {
    await page.getByRole("button", { name: "Change order" }).click();
    await expect(items).toHaveCount(before.length);
    await change();
    await dialog.getByRole("button", { name: "Save order" }).click();
    await expect(page.getByText("Order saved").first()).toBeVisible();
    await expect(dialog).toHaveCount(0);
  };
  const [first, second, third, ...others] = before;

  await order(async () => {
    const down = dialog.getByRole("button", { name: `Move ${first} down` });
    await down.focus();
    await page.keyboard.press("Enter");
    await expect(dialog.getByRole("status")).toHaveText(`${first} is now 2 of ${before.length}`);
    await expect(down).toBeFocused();
    await page.keyboard.press("Enter");
  });
  await expect.poll(shown).toEqual([second, third, first, ...others]);
  await page.reload();
  await expect.poll(shown).toEqual([second, third, first, ...others]);

  await order(async () => {
    const up = dialog.getByRole("button", { name: `Move ${first} up` });
    await up.click();
    await up.click();
  });
  await expect.poll(shown).toEqual(before);
  expect(errors).toEqual([]);
});

test("copying a link, failures and an empty list", async ({ page, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await authenticate(page, "admin@seedline.example");
  await page.goto("/admin/carousel");
  await page.getByRole("button", { name: "Add item" }).click();
  const add = page.getByRole("dialog", { name: "Add item" });
  await add.getByLabel("Image").fill("/carousel/none.svg");
  await add.getByRole("button", { name: "Copy URL" }).click();
  await expect(page.getByText("Copied")).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/^http.*\/carousel\/none\.svg$/);

  await page.route("**/api/uploads/carousel", (route) =>
    route.fulfill({ status: 200, json: { success: true } }),
  );
  await add.locator("input[type=file]").setInputFiles({
    name: "slide.jpg",
    mimeType: "image/jpeg",
    buffer: await samplePhoto(91),
  });
  await expect(page.getByText("Upload failed")).toBeVisible();
  await page.route("**/api/carousel", (route) =>
    route.request().method() === "POST"
      ? route.fulfill({ status: 500, json: { success: false } })
      : route.fulfill({ status: 200, json: { success: true, data: [] } }),
  );
  await add.getByRole("button", { name: "Add item" }).click();
  await expect(page.getByText("Error creating item")).toBeVisible();
  await expect(add.getByText("Failed creating carousel item")).toBeVisible();

  // After a deletion the list is loaded again, here without items.
  await page.route("**/api/carousel/*", (route) => route.fulfill({ status: 200, json: { success: true } }));
  await add.getByRole("button", { name: "Cancel" }).click();
  await page
    .getByRole("button", { name: /^Delete / })
    .first()
    .click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
  await expect(page.getByRole("heading", { name: "No items yet." })).toBeVisible();
});
