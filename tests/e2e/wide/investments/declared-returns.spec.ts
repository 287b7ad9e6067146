import { addMonths, lagosDay } from "@/lib/dates";
import { uuidv7 } from "@/lib/ids";
import { check } from "../../axe";
import { query } from "../../database";
import { open } from "../../own-account";
import { call, tokenOf } from "../../rest";
import { authenticate, DEMO_PASSWORD, watchConsole } from "../../support";
import { expect, openPage, test } from "../../test";

/** A declared return (product 10.33): both administrators see what follows before they declare and confirm it. */
test("a return is declared and confirmed with its periods and amounts in naira", async ({
  page,
  browser,
  baseURL,
}) => {
  const base = baseURL!;
  const errors = watchConsole(page);
  await open(page, base, "/dashboard/investments/new?plan=healthcare-access&amount=1000000");
  await page.getByLabel(/I have read the risk and the terms/).check();
  await page.getByRole("button", { name: "Confirm investment" }).click();
  await expect(page.getByRole("heading", { name: "Pay by bank transfer" })).toBeVisible();
  const _id = page.url().split("/").at(-1)!;
  const staffToken = await tokenOf(base, "admin@seedline.example", DEMO_PASSWORD);
  await call(base, "POST", `/api/admin/investments/${_id}/receipts`, staffToken, {
    bankReference: `E2E ${uuidv7()}`.toUpperCase(),
    amount: "100000000",
    receivedOn: lagosDay(),
  });
  // A quarter ended on the tenth of last month.
  const end = `${addMonths(`${lagosDay().slice(0, 7)}-01`, -1).slice(0, 7)}-10`;
  const start = addMonths(end, -3);
  const [row] = await query<{ planId: string }>(
    `update investments set paid_on = $2, start_on = $2, maturity_on = $3, next_due_on = $4, waits_for = $5 where id = $1
     returning (select plan_id from plan_versions where id = plan_version_id) as "planId"`,
    [_id, start, addMonths(start, 18), end, end.slice(0, 7)],
  );

  const first = await openPage(browser, base);
  await authenticate(first, "admin@seedline.example");
  await first.goto(`/admin/plans/${row!.planId}`);
  await first.getByRole("button", { name: /^Declare / }).click();
  const declaring = first.getByRole("dialog");
  await declaring.getByLabel("Annual rate in percent").fill("150");
  await expect(declaring.getByText(/^\d+ investments? for a quarter$/)).toBeVisible();
  await declaring.getByRole("button", { name: "Declare return" }).click();
  await expect(
    declaring.getByText("The target of this plan is 13% to 16% a year.", { exact: false }),
  ).toBeVisible();
  await expect(declaring.getByLabel(/outside the target range/)).toBeVisible();
  await check(first, "a rate outside of the target");
  await declaring.getByLabel("Annual rate in percent").fill("15");
  await expect(declaring.getByLabel(/outside the target range/)).toHaveCount(0);
  const net = await declaring.locator("dt", { hasText: "Due to investors" }).locator("+ dd").textContent();
  await declaring.getByRole("button", { name: "Declare return" }).click();
  await expect(declaring).toHaveCount(0);

  const second = await openPage(browser, base);
  await authenticate(second, "super@seedline.example");
  await second.goto("/admin/approvals");
  await second
    .getByRole("button", { name: /^Confirm: Declare a return of 15% a year for Healthcare Access/ })
    .click();
  const confirming = second.getByRole("alertdialog");
  await expect(confirming.getByText(/^\d+ investments? for a quarter$/)).toBeVisible();
  await expect(confirming).toContainText(net!);
  await check(second, "what a declared return pays");
  await confirming.getByRole("button", { name: "Confirm" }).click();
  await expect(confirming).toHaveCount(0);
  expect(errors).toEqual([]);
});
