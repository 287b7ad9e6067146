import { describe, expect, it } from "vitest";
import { deleteOldEmailRequests, fulfilEmailRequest } from "@/lib/auth/email-requests";
import { db } from "@/lib/db/client";
import { addJob } from "@/lib/db/jobs";
import { person, times, until } from "../../support/api";

const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000);
const resetsOf = (userId: string) => db.mailOutbox.count({ where: { userId, template: "passwordReset" } });
const request = (email: string, createdAt = new Date()) =>
  db.emailRequest.create({ data: { kind: "reset", email, createdAt } });
const isGone = async (id: string) => (await db.emailRequest.count({ where: { id } })) === 0;

describe("requested emails (threat 6)", () => {
  it("are each written once, also by parallel jobs, and do not wait for others", async () => {
    const [first, second] = [await person(), await person()];
    const { id } = await request(first.email);
    await times(5, () => fulfilEmailRequest(id));
    expect(await resetsOf(first.id)).toBe(1);
    const otherRequest = await request(second.email);
    await addJob(db, "email-request", otherRequest.id);
    await until(async () => (await resetsOf(second.id)) > 0, "the email of the server");
    expect(await resetsOf(first.id)).toBe(1);
  });

  it("are dropped after ten minutes, and for unknown addresses", async () => {
    const user = await person();
    const old = await request(user.email, minutesAgo(11));
    const unknown = await request("unknown@test.example");
    for (const { id } of [old, unknown]) await addJob(db, "email-request", id);
    for (const { id } of [old, unknown]) await until(() => isGone(id), "no request");
    expect(await resetsOf(user.id)).toBe(0);
  });

  it("are deleted after ten minutes, also if their job has failed", async () => {
    const [old, recent] = [await request("a@test.example", minutesAgo(11)), await request("b@test.example")];
    await deleteOldEmailRequests();
    expect([await isGone(old.id), await isGone(recent.id)]).toEqual([true, false]);
    await db.emailRequest.delete({ where: { id: recent.id } });
  });
});
