import { randomUUID } from "node:crypto";
import { query } from "./database";

/** Adds a bank account of the firm for one test, whose files name it. Returns its number. */
export async function newBankAccount(): Promise<string> {
  const number = String(Date.now()).slice(-6) + String(Math.floor(Math.random() * 10_000)).padStart(4, "0");
  await query(
    "INSERT INTO bank_accounts (id, name, bank, number) VALUES ($1, 'Client account', 'Test Bank', $2)",
    [randomUUID(), number],
  );
  return number;
}
