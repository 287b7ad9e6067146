import "server-only";
import { env } from "@/lib/env";

/** The firm's bank account to which investors transfer. */
export interface FirmAccount {
  bank: string;
  name: string;
  number: string;
}

/** A fictitious account, so that no money is sent after a demonstration. */
const demoAccount: FirmAccount = {
  bank: "Demo Bank",
  name: "Demo account: do not send money",
  number: "0000000000",
};

/** Returns the configured account, or a demo account outside production; otherwise null, and no investment can be requested. */
export function firmAccount(): FirmAccount | null {
  const { FIRM_ACCOUNT_BANK: bank, FIRM_ACCOUNT_NAME: name, FIRM_ACCOUNT_NUMBER: number } = env;
  if (bank && name && number) return { bank, name, number };
  return env.DEMO || env.NODE_ENV !== "production" ? demoAccount : null;
}
