import type { Page } from "@playwright/test";
import type { Terms } from "@/lib/plans/terms-schema";

export const terms: Terms = {
  minimum: 100_000_00n,
  step: 5_000_00n,
  capacity: 50_000_000_00n,
  tenor: { unit: "months", count: 6 },
  return: { kind: "fixed", rate: 1_250 },
  dayCount: "actual/365",
  payout: "monthly",
  earlyRedemption: { fromDay: 60, charge: 150 },
  fee: 500,
  withholdingTax: 1_000,
  riskText: "",
  termsText: "",
};

export async function fill(page: Page, name: string): Promise<void> {
  for (const [label, value] of [
    ["Name", name],
    ["Summary", "Notes of a few months."],
    ["How it works", "The plan lends money for a short time."],
    ["Risk rating", "Low to medium"],
    ["Minimum in naira", "₦100 000"],
    ["Step in naira", "5,000"],
    ["Capacity in naira", "50,000,000"],
    ["Tenor", "6"],
    ["Annual rate in percent", "12.5"],
    ["Fee as a percentage of the return", "5"],
    ["Risk", "A borrower may not pay."],
    ["Terms", "The money is lent as a whole."],
  ] as const)
    await page.getByLabel(label, { exact: label !== "Capacity in naira" }).fill(value);
  await page.getByLabel("Payment frequency").selectOption("Every month");
  await page.getByLabel("Can investors redeem early?").selectOption("Yes, from a certain day");
  await page.getByLabel("From day").fill("60");
  await page.getByLabel("Charge as a percentage of the redeemed amount").fill("1.5");
}
