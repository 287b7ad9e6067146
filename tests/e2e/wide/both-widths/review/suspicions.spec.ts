import { check } from "../../../axe";
import { fitsOn } from "../../../fits";
import { applicantNamed, userOf } from "../../../rest";
import { authenticate, watchConsole } from "../../../support";
import { expect, openPage, test } from "../../../test";

/** A suspicion is reported, and decided by compliance alone (product 10.43). */
test("an administrator reports a suspicion and sees it nowhere; compliance files it", async ({
  page,
  browser,
  baseURL,
}) => {
  const errors = watchConsole(page);
  const name = `Ugo Cash${Date.now().toString(36)}`;
  const { email } = await applicantNamed(baseURL!, name);
  const { _id } = await userOf(baseURL!, email);
  await authenticate(page, "admin@seedline.example");
  await page.goto(`/admin/verification/${_id}`);
  await page.getByRole("button", { name: `Report a suspicion about ${name}` }).click();
  const dialog = page.getByRole("dialog", { name: "Report a suspicion" });
  await check(page, "report-suspicion");
  await dialog.getByLabel("What is suspicious?").fill("Too short");
  await dialog.getByRole("button", { name: "Send the report" }).click();
  await expect(dialog.getByText("Explain it in at least 20 characters.")).toBeVisible();
  await dialog.getByLabel("What is suspicious?").fill("Asks to pay in from five accounts of strangers");
  await dialog.getByRole("button", { name: "Send the report" }).click();
  await expect(page.getByText("Reported", { exact: true })).toBeVisible();
  await page.reload();
  await expect(page.getByRole("heading", { name: "What happened" })).toBeVisible();
  await expect(page.getByText("five accounts")).toHaveCount(0);
  await page.goto("/admin/suspicions");
  await expect(page).toHaveURL(/\/admin$/);

  const desk = await openPage(browser, baseURL!);
  await authenticate(desk, "compliance@seedline.example");
  await desk.goto("/admin/suspicions");
  const report = desk.getByRole("row").filter({ hasText: name });
  await expect(report).toContainText("Asks to pay in from five accounts of strangers");
  await check(desk, "suspicions");
  await fitsOn(desk);
  await report.getByRole("button", { name: /^Decide on the report about/ }).click();
  const decision = desk.getByRole("dialog", { name: "Decide on the report" });
  await decision.getByRole("radio", { name: /^File it/ }).check();
  await decision.getByLabel("Why?").fill("The five senders have no relation to the person");
  await decision.getByRole("button", { name: "Save the decision" }).click();
  await expect(decision.getByText("Choose what was filed")).toBeVisible();
  await decision.getByLabel("What was filed").selectOption({ label: "Suspicious transaction report (STR)" });
  await decision.getByLabel("Reference there").fill("NFIU-2026-17");
  await decision.getByLabel("Filed on").fill(new Date().toISOString().slice(0, 10));
  await check(desk, "decide-suspicion");
  await decision.getByRole("button", { name: "Save the decision" }).click();
  await expect(decision).toBeHidden();
  await expect(report).toHaveCount(0);
  await desk.getByLabel("State").selectOption("filed");
  await expect(report).toContainText("NFIU-2026-17");
  expect(errors).toEqual([]);
});
