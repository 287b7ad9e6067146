import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { db, transaction } from "@/lib/db/client";
import { isOverload } from "@/lib/db/errors";
import { createUser } from "../../../support/accounts";

const TIMEOUT_MS = 300;

describe("a transaction that takes too long", () => {
  it("writes nothing, neither the rest of an operation that had begun nor into the next transaction", async () => {
    const user = await createUser();
    const agent = `late ${user.id}`;
    const free = Promise.withResolvers<void>();
    const locked = Promise.withResolvers<void>();
    const holder = transaction(async (tx) => {
      await tx.$executeRaw`SELECT 1 FROM users WHERE id = ${user.id}::uuid FOR UPDATE`;
      locked.resolve();
      await free.promise;
    });
    await locked.promise;
    // The operation has two statements, of which the first waits for the lock until the transaction has expired.
    const late = transaction(
      (tx) =>
        tx.user.update({
          where: { id: user.id },
          data: { name: "Late", sessions: { create: { userAgent: agent } } },
        }),
      { timeoutMs: TIMEOUT_MS },
    );
    const failure = late.then(
      () => null,
      (error: unknown) => error,
    );
    await sleep(2 * TIMEOUT_MS);
    free.resolve();
    await holder;
    expect(isOverload(await failure)).toBe(true);
    expect(await db.session.count({ where: { userAgent: agent } })).toBe(0);
    expect((await db.user.findUniqueOrThrow({ where: { id: user.id } })).name).not.toBe("Late");
  });
});
