import { check } from "../../../axe";
import { fits } from "../../../fits";
import { uuidv7 } from "@/lib/ids";
import { expect, test } from "../../../test";
import { authenticate, watchConsole } from "../../../support";

/** A super administrator makes a key for a program, replaces its secret, and revokes it (product 10.44). */
test("a key is made, shown once, rotated and revoked", async ({ page, baseURL }) => {
  const errors = watchConsole(page);
  await authenticate(page, "super@seedline.example");
  await page.goto("/admin/api-keys");
  await page.getByRole("button", { name: "New key" }).click();
  const dialog = page.getByRole("dialog");
  const name = `Ledger export ${uuidv7().slice(-6)}`;
  await dialog.getByLabel("Name", { exact: true }).fill(name);
  await dialog.getByRole("textbox", { name: "Purpose" }).fill("Copies the trial balance every night");
  await dialog.getByRole("checkbox", { name: "ledger:read" }).check();
  await dialog.getByRole("textbox", { name: "Networks" }).fill("127.0.0.0/8\n203.0.113.0/33");
  await check(page, "the form of a key");
  await fits(page, "the form of a key");
  await dialog.getByRole("button", { name: "Make key" }).click();
  await expect(dialog.getByRole("textbox", { name: "Networks" })).toHaveAccessibleDescription(
    /203\.0\.113\.0\/33 is no network/,
  );
  await expect(dialog.getByRole("textbox", { name: "Networks" })).toBeFocused();
  await dialog.getByRole("textbox", { name: "Networks" }).fill("127.0.0.0/8, ::1");
  await dialog.getByRole("button", { name: "Make key" }).click();
  const text = dialog.getByText(/^sdl_\w+_\w{12}_\w{43}$/);
  await expect(text).toBeVisible();
  await check(page, "a new key");
  await fits(page, "a new key");
  const key = (await text.textContent())!;
  const statusWith = async (token: string) => {
    const headers = { authorization: `Bearer ${token}` };
    return (await fetch(`${baseURL}/api/admin/ledger`, { headers })).status;
  };
  expect(await statusWith(key)).toBe(200);
  await dialog.getByRole("button", { name: "I have stored it" }).click();

  const row = page.getByRole("row").filter({ hasText: name });
  await expect(row).toContainText("Active");
  await expect(page.getByText(key)).toHaveCount(0);
  await check(page, "the list of keys");
  await fits(page, "the list of keys");

  await row.getByRole("button", { name: `Rotate the key ${name}` }).click();
  await dialog.getByLabel("The present key works").selectOption("Not at all");
  await dialog.getByRole("button", { name: "Rotate key" }).click();
  await expect(text).toBeVisible();
  const second = (await text.textContent())!;
  expect([await statusWith(key), await statusWith(second)]).toEqual([401, 200]);
  await dialog.getByRole("button", { name: "I have stored it" }).click();

  await row.getByRole("button", { name: `Revoke the key ${name}` }).click();
  await page.getByRole("alertdialog").or(dialog).getByRole("button", { name: "Revoke key" }).click();
  await expect(row).toContainText("Revoked");
  expect(await statusWith(second)).toBe(401);
  expect(errors).toEqual([]);
});
