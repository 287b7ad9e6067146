import { expect, test } from "../test";
import { authenticate } from "../support";

test("the first paint of every list contains its rows, and a failed filter shows an error", async ({
  page,
}) => {
  await authenticate(page, "super@seedline.example");
  // The browser's own API calls fail: the rows are part of the page.
  await page.route("**/api/admin/**", (route) => route.fulfill({ status: 400, json: { success: false } }));
  for (const [path, table] of [
    ["/admin", "Recent users"],
    ["/admin/users", "Users"],
    ["/admin/sub-admins", "Administrators"],
    ["/admin/verification", "Verification queue"],
  ] as const) {
    const html = await (await page.request.get(path)).text();
    expect(html).toContain(`aria-label="${table}"`);
    expect(html).not.toContain("Loading users");
    await page.goto(path);
    await expect(page.getByRole("table", { name: table }).getByRole("row").nth(1)).toBeVisible();
  }
  await page.getByLabel("Status").selectOption("Approved");
  await expect(page.getByRole("heading", { name: "Failed to load users" })).toBeVisible();
});
