import { expect, test } from "../../test";
import { check as checkAccessibility } from "../../axe";
import { watchConsole } from "../../support";
import { sandboxNin, card, sideways, open } from "../../review/identity-checks-steps";

test(
  "a reviewer asks a provider that hangs, sees it waiting, then no answer, and approves anyway",
  { tag: "@desktop" },
  async ({ page, baseURL }) => {
    const errors = watchConsole(page);
    await open(page, baseURL!, { ninNumber: sandboxNin(904) });
    await card(page).getByRole("button", { name: "Check NIN with Sandbox" }).click();
    await expect(card(page).getByText("Waiting for Sandbox.")).toBeVisible();
    await expect(
      card(page).getByText("No answer from Sandbox. Decide without it, or ask again."),
    ).toBeVisible({
      timeout: 60_000,
    });
    await checkAccessibility(page, "review with identity checks");
    expect(await sideways(page)).toBe(0);
    await page.getByRole("button", { name: "Approve" }).filter({ visible: true }).first().click();
    await expect(page.getByText("Approved", { exact: true }).filter({ visible: true }).first()).toBeVisible();
    expect(errors).toEqual([]);
  },
);
