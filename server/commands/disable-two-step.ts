import { stdout } from "node:process";
import { endTwoStep } from "@/lib/account/two-step";
import { db } from "@/lib/db/client";
import { canonicalEmail } from "@/lib/email";
import { runOperatorCommand } from "../operator-command";

/**
 * Turns two-step login off for a user who has lost the app, passkeys and recovery codes, and emails them. The operator must verify the
 * user's identity first. Usage: `npm run two-step:off -- name@domain`.
 */
async function main(): Promise<void> {
  const email = canonicalEmail(process.argv[2] ?? "");
  const user = await db.user.findUnique({ where: { email }, select: { id: true } });
  if (!user) throw new Error(`There is no account with the address '${email}'`);
  await endTwoStep(user.id);
  stdout.write(`Two-step login is off for ${email}.\n`);
}

await runOperatorCommand(main);
