import "server-only";
import { env } from "@/lib/env";

/** The bank account of the firm to which investors pay. */
export interface FirmAccount {
  bank: string;
  name: string;
  number: string;
}

/** An account that does not exist, so that no demonstration leads to a payment. */
const demoAccount: FirmAccount = {
  bank: "Demo Bank",
  name: "Demo account: do not pay",
  number: "0000000000",
};

/** The configured account, outside production one for demonstrations, otherwise null: then no investment can be requested. */
export function firmAccount(): FirmAccount | null {
  const { FIRM_ACCOUNT_BANK: bank, FIRM_ACCOUNT_NAME: name, FIRM_ACCOUNT_NUMBER: number } = env;
  if (bank && name && number) return { bank, name, number };
  return env.DEMO || env.NODE_ENV !== "production" ? demoAccount : null;
}
