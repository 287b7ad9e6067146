import { expect, test } from "../test";
import { check as checkAccessibility } from "../axe";
import { watchConsole } from "../support";
import { sandboxNin, card, sideways, open } from "./identity-checks-steps";

test("a reviewer checks all numbers, and records a comparison of their own", async ({ page, baseURL }) => {
  const errors = watchConsole(page);
  await open(page, baseURL!, { ninNumber: sandboxNin(903), bvnNumber: "22200000901" });
  await card(page).getByRole("button", { name: "Check all with Sandbox" }).click();
  await expect(card(page).getByText("There is no such NIN.")).toBeVisible({ timeout: 30_000 });
  await expect(card(page).getByText("the source “Sample Stranger”")).toBeVisible({ timeout: 30_000 });
  await card(page).getByRole("button", { name: "Record a comparison: NIN" }).click();
  const dialog = page.getByRole("dialog", { name: "Record a comparison: NIN" });
  await dialog.getByRole("button", { name: "Save comparison" }).click();
  await expect(dialog.getByText("Choose where you compared it")).toBeVisible();
  await dialog.getByLabel("Where did you compare it?").selectOption("NIMC portal");
  await dialog.getByRole("radio", { name: /Matches/ }).check();
  await checkAccessibility(page, "record a comparison");
  await dialog.getByRole("button", { name: "Save comparison" }).click();
  await expect(dialog).toBeHidden();
  await expect(card(page).getByText("Compared with: NIMC portal.")).toBeVisible();
  expect(await sideways(page)).toBe(0);
  expect(errors).toEqual([]);
});
