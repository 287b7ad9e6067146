import "server-only";
import { db, type Tx } from "@/lib/db/client";
import { env } from "@/lib/env";

/** The firm's bank account to which investors transfer. */
export interface FirmAccount {
  bank: string;
  name: string;
  number: string;
}

/** A fictitious account, so that no money is sent after a demonstration. */
export const demoAccount: FirmAccount = {
  bank: "Demo Bank",
  name: "Demo account: do not send money",
  number: "0000000000",
};

/** Returns the account, or a demo account outside production if there is none; otherwise null, and no investment can be requested. */
export async function firmAccount(reader: Tx | typeof db = db): Promise<FirmAccount | null> {
  const account = await reader.bankAccount.findFirst({
    where: { receives: true },
    select: { bank: true, name: true, number: true },
  });
  return account ?? (env.DEMO || env.NODE_ENV !== "production" ? demoAccount : null);
}
