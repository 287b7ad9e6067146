import type { AccountStatementDto } from "./account-statement-schema";

/** Returns the totals of an account statement with their labels, without those that are zero. Safe in the browser. */
export function statementTotals({ totals }: Pick<AccountStatementDto, "totals">) {
  const { returns, fees, tax, netReturns, losses, charges } = totals;
  return [
    { label: "Returns before tax", amount: BigInt(returns), isAlwaysShown: true },
    { label: "Our fees", amount: BigInt(fees) },
    { label: "Tax withheld", amount: BigInt(tax), isAlwaysShown: true },
    { label: "Returns after tax", amount: BigInt(netReturns), isAlwaysShown: true },
    { label: "Losses", amount: BigInt(losses) },
    { label: "Redemption charges", amount: BigInt(charges) },
  ]
    .filter(({ amount, isAlwaysShown }) => isAlwaysShown || amount !== 0n)
    .map(({ label, amount }) => ({ label, amount }));
}
