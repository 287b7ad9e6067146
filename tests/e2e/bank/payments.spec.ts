import { appendFile, writeFile } from "node:fs/promises";
import { lagosDay } from "@/lib/dates";
import { uuidv7 } from "@/lib/ids";
import { check } from "../axe";
import { query } from "../database";
import { fits } from "../fits";
import { newBankAccount } from "../bank-account";
import { open } from "../own-account";
import { expect, openPage, test } from "../test";
import { authenticate, DEMO_PASSWORD, watchConsole } from "../support";

/** An administrator imports a bank statement and matches an investor's transfer (product 10.32). */
test("a transfer in a CSV of the bank makes an investment active", async ({
  page,
  browser,
  baseURL,
}, info) => {
  const errors = watchConsole(page);
  await open(page, baseURL!, "/dashboard/investments/new?plan=agriculture-growth&amount=500000");
  await page.getByLabel(/I have read the risk and the terms/).check();
  await page.getByRole("button", { name: "Confirm investment" }).press("Enter");
  await expect(page.getByRole("heading", { name: "Pay by bank transfer" })).toBeVisible();
  const reference = (await page
    .getByText(/^SDL-\w{4}-\w{4}$/)
    .first()
    .textContent())!;

  const staff = await openPage(browser, baseURL!);
  await authenticate(staff, "admin@seedline.example");
  await staff.goto("/admin/payments");
  await expect(staff.getByRole("heading", { name: "Payments", level: 1 })).toBeVisible();
  const sender = `SENDER ${uuidv7().slice(-6)}`;
  const today = lagosDay().split("-").reverse().join("/");
  const text = [
    `First Bank of Testing;Account No: ${await newBankAccount()}`,
    "Posting Date;Details;From;Money out;Money in;Session ID",
    `${today};NIP ${reference.toLowerCase()};${sender};;500,000.00;FT${uuidv7()}`,
    `${today};Stamp duty ${sender};;50.00;;FT${uuidv7()}`,
  ].join("\n");
  const onDisk = info.outputPath("bank.csv");
  await writeFile(onDisk, text);
  await staff.getByLabel("Statement", { exact: true }).setInputFiles(onDisk);
  const dialog = staff.getByRole("dialog", { name: "Import bank.csv" });
  await expect(dialog).toBeVisible();
  // What was chosen is imported, although the file on the disk changes.
  await appendFile(onDisk, `\n${today};Later;;;1.00;FT${uuidv7()}`);
  const narration = dialog.getByLabel("Narration").locator("option:checked");
  await expect(narration).toHaveText("Details");
  // The rows of the file are in sight, also on a narrow screen.
  const rows = dialog.getByRole("region", { name: "First rows of the file" });
  await expect(rows.getByRole("row").filter({ hasText: "Posting Date" })).toContainText("Session ID");
  // Missing fields of the mapping are reported where they are chosen.
  await dialog.getByLabel("Date", { exact: true }).selectOption("No column");
  await expect(dialog.getByLabel("Date", { exact: true })).toHaveAccessibleDescription(
    /Choose the column with the date/,
  );
  await expect(dialog.getByRole("button", { name: "Import" })).toBeDisabled();
  await dialog.getByLabel("Date", { exact: true }).selectOption("Posting Date");
  // The dates do not match the chosen order.
  await dialog.getByLabel("Date order").selectOption("ymd");
  await expect(dialog.getByRole("alert")).toContainText("is not a date");
  await expect(dialog.getByRole("button", { name: "Import" })).toBeDisabled();
  await dialog.getByLabel("Date order").selectOption("dmy");
  // The file has no balances.
  await expect(dialog.getByRole("button", { name: "Import" })).toBeDisabled();
  await dialog.getByLabel("Balance after the last line").fill("1,499,950.00");
  await dialog.getByLabel("Balance after the last line").press("Enter");
  await expect(dialog.getByText("2 lines, all new.", { exact: false })).toBeVisible();
  await expect(dialog.getByText("₦1,000,000.00")).toBeVisible();
  await check(staff, "the import of a statement");
  const desktop = staff.viewportSize()!;
  await staff.setViewportSize({ width: 390, height: 800 });
  await fits(staff, "the import of a statement");
  // The keyboard scrolls the rows within their frame.
  await rows.press("ArrowRight");
  await expect.poll(() => rows.evaluate(({ scrollLeft }) => scrollLeft)).toBeGreaterThan(0);
  await staff.setViewportSize(desktop);
  // An import that takes too long gets a response and continues.
  await staff.route(
    "**/api/admin/payments/statements",
    (route) =>
      route.fulfill({ status: 503, json: { success: false, message: "Later", error: "UNAVAILABLE" } }),
    { times: 1 },
  );
  await dialog.getByRole("button", { name: "Import" }).click();
  await expect(dialog.getByRole("alert")).toContainText("no line is imported twice");
  // An administrator who logged in a while ago proves their identity once for all following actions.
  const token = await staff.evaluate(() => localStorage.getItem("accessToken")!);
  const { sid } = JSON.parse(Buffer.from(token.split(".")[1]!, "base64url").toString()) as { sid: string };
  await query("UPDATE sessions SET proved_at = now() - interval '16 minutes' WHERE id = $1", [sid]);
  await dialog.getByRole("button", { name: "Import" }).click();
  const proof = staff.getByRole("dialog", { name: "Confirm it's you" });
  await proof.getByLabel("Your password").fill(DEMO_PASSWORD);
  await proof.getByRole("button", { name: "Continue" }).click();
  await expect(staff.getByText("2 lines of 2 imported")).toBeVisible();

  await staff.getByRole("combobox", { name: "Lines" }).selectOption("exact");
  await expect(staff).toHaveURL(/filter=exact/);
  await staff.reload();
  const line = staff.getByRole("row").filter({ hasText: reference });
  await expect(line).toContainText(sender);
  await check(staff, "the queue of payments");
  await line.getByRole("button", { name: `Match with ${reference}` }).click();
  await expect(staff.getByText("Statement line matched")).toBeVisible();
  await expect(line).toHaveCount(0);

  await staff.getByRole("combobox", { name: "Lines" }).selectOption("Pending: money out");
  const duty = staff.getByRole("row").filter({ hasText: `Stamp duty ${sender}` });
  await duty.getByRole("button", { name: /^Decide/ }).click();
  await check(staff, "a decision about a line");
  await staff.getByRole("dialog").getByRole("button", { name: "Save decision" }).click();
  await expect(staff.getByText("Statement line booked")).toBeVisible();
  await staff.setViewportSize({ width: 360, height: 740 });
  await fits(staff, "/admin/payments");

  // The page of the investor shows their money.
  const [investment] = await query<{ user_id: string }>(
    "SELECT user_id FROM investments WHERE reference = $1",
    [reference],
  );
  await staff.goto(`/admin/verification/${investment!.user_id}`);
  const money = staff.getByRole("region", { name: "Investments and money" });
  await expect(money.getByRole("listitem").filter({ hasText: reference })).toContainText("Active");
  await expect(money).toContainText("₦500,000.00");
  await fits(staff, "the page of an investor");
  await check(staff, "the page of an investor");
  await money.getByRole("link", { name: "Search transfers and payouts" }).click();
  await expect(staff.getByRole("heading", { name: "Payments", level: 1 })).toBeVisible();
  await staff.context().close();

  await page.reload();
  await expect(page.getByText("Active", { exact: true })).toBeVisible();
  expect(errors).toEqual([]);
});
