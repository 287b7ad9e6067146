import { db } from "@/lib/db/client";
import { freshNumber } from "./fresh-number";

/** Adds a bank account of the firm, whose chain of balances begins with its first statement. Returns its id. */
export async function newBankAccount(): Promise<string> {
  const number = String(freshNumber()).padStart(10, "7");
  const { id } = await db.bankAccount.create({ data: { name: "Client account", bank: "Test Bank", number } });
  return id;
}
