import { stdout } from "node:process";
import { endTwoStep } from "@/lib/account/two-step";
import { db } from "@/lib/db/client";

/**
 * Switches two-step sign-in off for somebody who has lost both the authenticator app and the recovery codes; for whoever runs the
 * server, once it is certain who asks. The owner gets a mail. Usage: `npm run two-step:off -- name@domain`.
 */
async function main(): Promise<void> {
  const email = process.argv[2]?.trim().toLowerCase() ?? "";
  const user = await db.user.findUnique({ where: { email }, select: { id: true } });
  if (!user) throw new Error(`There is no account with the address '${email}'`);
  await endTwoStep(user.id, null);
  stdout.write(`Two-step sign-in is off for ${email}.\n`);
}

try {
  await main();
} catch (error) {
  stdout.write(`${error instanceof Error ? error.message : "failed"}\n`);
  process.exitCode = 1;
} finally {
  await db.$disconnect();
}
