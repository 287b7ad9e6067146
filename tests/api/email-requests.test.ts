import { describe, expect, it } from "vitest";
import { fulfilEmailRequests } from "@/lib/auth/email-requests";
import { db } from "@/lib/db/client";
import { person, times, until } from "../support/api";

const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000);
const resetsOf = (userId: string) => db.mailOutbox.count({ where: { userId, template: "passwordReset" } });
const request = (email: string, more: { createdAt?: Date; lockedUntil?: Date } = {}) =>
  db.emailRequest.create({ data: { kind: "reset", email, ...more } });

describe("requested emails (threat 6)", () => {
  it("are each written once, also by parallel jobs, and one that failed does not delay the others", async () => {
    const [failed, other] = [await person(), await person()];
    const { id } = await request(failed.email, { lockedUntil: new Date(Date.now() + 60_000) });
    await request(other.email);
    await times(5, () => fulfilEmailRequests());
    await until(async () => (await resetsOf(other.id)) > 0, "the email");
    expect(await resetsOf(other.id)).toBe(1);
    expect(await resetsOf(failed.id)).toBe(0);
    await db.emailRequest.update({ where: { id }, data: { lockedUntil: minutesAgo(1) } });
    await fulfilEmailRequests();
    await until(async () => (await resetsOf(failed.id)) > 0, "the other email");
  });

  it("are dropped after ten minutes, and for unknown addresses", async () => {
    const user = await person();
    const rows = [
      await request(user.email, { createdAt: minutesAgo(11) }),
      await request("unknown@test.example"),
    ];
    await fulfilEmailRequests();
    const ids = rows.map(({ id }) => id);
    await until(
      async () => (await db.emailRequest.count({ where: { id: { in: ids } } })) === 0,
      "no requests",
    );
    expect(await resetsOf(user.id)).toBe(0);
  });
});
