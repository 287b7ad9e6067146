import { randomInt } from "node:crypto";
import { check } from "../../axe";
import { account, approve, call, submitIndividual } from "../../rest";
import { fitsOn } from "../../fits";
import { authenticate, PASSWORD, watchConsole } from "../../support";
import { expect, test } from "../../test";
import { ofacXml } from "../../../support/watchlists";

const letters = () => Array.from({ length: 8 }, () => String.fromCodePoint(97 + randomInt(26))).join("");

/** An approved customer becomes a hit (product 10.27). */
test("a list imported on the page makes an approved customer an alert, which a reviewer takes and decides", async ({
  page,
  baseURL,
}) => {
  const errors = watchConsole(page);
  const surname = `${letters()}son`;
  const name = `Ignatius ${surname}`;
  const customer = await account(baseURL!, "personal");
  await call(baseURL!, "PUT", "/api/auth/updateMe", customer.token, { name });
  await submitIndividual(baseURL!, customer, { firstName: "Ignatius", surname, accountName: name });
  await approve(baseURL!, customer.email);

  await authenticate(page, "super@seedline.example");
  await page.goto("/admin/watchlists");
  const list = ofacXml([{ id: "9001", name }], "11/26/2026");
  const pick = (text: string) =>
    page
      .getByLabel("Watchlist", { exact: true })
      .setInputFiles({ name: "sdn.xml", mimeType: "text/xml", buffer: Buffer.from(text) });
  const dialog = page.getByRole("dialog", { name: "Import sdn.xml" });
  await pick("Not a list");
  await dialog.getByRole("button", { name: "Import" }).click();
  await expect(dialog.getByRole("alert")).toContainText("This list is not in a known format");
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await pick(list);
  await dialog.getByRole("button", { name: "Import" }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole("region", { name: "Imported lists" })).toContainText("OFAC");
  await expect(
    page.getByText(/users? with a submission (?:is|are) screened against these lists\.$/),
  ).toBeVisible();

  await page.goto("/admin/alerts");
  const row = page.getByRole("row").filter({ hasText: name });
  await expect(row).toContainText("1 hit");
  await check(page, "alerts");
  await fitsOn(page);
  await row.getByRole("button", { name: `Take the alert about ${name}` }).click();
  await expect(row).toContainText("You");
  await row.getByRole("link", { name }).click();
  const findings = page.getByRole("region", { name: "Findings" });
  await findings
    .locator("summary")
    .filter({ hasText: /may be on a list/ })
    .click();
  await findings.getByRole("button", { name: /^Decide on / }).click();
  const decision = page.getByRole("dialog", { name: `Is ${name} the one on the list?` });
  await decision.getByRole("radio", { name: /^Clear/ }).check();
  await decision.getByLabel("Reason").selectOption("The documents show another person");
  await decision.getByRole("button", { name: "Save decision" }).click();
  await expect(decision).toBeHidden();
  await page.goto("/admin/alerts");
  await expect(page.getByRole("row").filter({ hasText: name })).toHaveCount(0);
  await page.getByLabel("State").selectOption("cleared");
  await expect(page.getByRole("row").filter({ hasText: name })).toBeVisible();

  // The customer reads nothing about it.
  await authenticate(page, customer.email, PASSWORD);
  await page.goto("/dashboard");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(page.locator("body")).not.toContainText(/watchlist|sanction|alert about/i);
  expect(errors).toEqual([]);
});
