import { stdin, stdout } from "node:process";
import { createInterface } from "node:readline/promises";
import { audit } from "@/lib/audit/audit";
import { hashPassword, rejectCommonPassword } from "@/lib/auth/passwords";
import { transaction } from "@/lib/db/client";
import { createAdminSchema } from "@/lib/users/admin-schema";
import { runOperatorCommand } from "../operator-command";

/**
 * Creates the first super administrator, who creates all others in the back office. Usage: `npm run admin:create -- name@domain "Full
 * Name"`, with the password on standard input to keep it out of the shell history.
 */
async function main(): Promise<void> {
  const [email, name] = process.argv.slice(2);
  const lines = createInterface({ input: stdin, output: stdout, terminal: false });
  stdout.write("Password: ");
  const password = (await lines[Symbol.asyncIterator]().next()).value as string | undefined;
  lines.close();
  stdout.write("\n");
  const input = createAdminSchema.safeParse({ email, name, password });
  if (!input.success)
    throw new Error(
      input.error.issues.map((issue) => `${issue.path.join(".")}: ${issue.message}`).join("\n"),
    );
  rejectCommonPassword(input.data.password);
  const passwordHash = await hashPassword(input.data.password);
  await transaction(async (tx) => {
    const user = await tx.user.create({
      data: {
        email: input.data.email,
        name: input.data.name,
        phone: "",
        passwordHash,
        role: "admin",
        isSuper: true,
        emailVerifiedAt: new Date(),
      },
    });
    await audit(tx, { actorId: null, action: "admin.created", targetId: user.id });
  });
  stdout.write(`${input.data.email} is a super administrator.\n`);
}

await runOperatorCommand(main);
