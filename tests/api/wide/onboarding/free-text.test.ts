import { describe, expect, it } from "vitest";
import { audit } from "@/lib/audit/audit";
import { openNotes } from "@/lib/audit/notes";
import { db, transaction } from "@/lib/db/client";
import { admin, call, get, patch, personalInvestor, post, randomDigits, submit } from "../../../support/api";
import { verifyChain } from "../../../support/chain";

const reveal = (userId: string, token: string, body: object) =>
  post(`/api/admin/users/${userId}/reveal`, { field: "ninNumber", ...body }, token);

describe("free text about a user (threat 60)", () => {
  it("is not in the audit chain: a reveal needs a reason from the list, and its note is stored encrypted", async () => {
    const [user, administrator] = await Promise.all([personalInvestor(), admin()]);
    await submit(user);
    for (const body of [{}, { reason: "" }, { reason: null }, { reason: "comparing" }]) {
      const { status, body: answer } = await reveal(user.id, administrator.token, body);
      expect([status, answer.errors]).toEqual([422, [{ path: "reason", message: "Choose a reason" }]]);
    }
    const nin = randomDigits(11);
    const note = `Compared with NIN ${nin}`;
    expect((await reveal(user.id, administrator.token, { reason: "other", note })).status).toBe(200);

    const event = await db.auditEvent.findFirstOrThrow({
      where: { targetId: user.id, action: "pii.revealed" },
    });
    const [stored] = await db.auditNote.findMany({ where: { userId: user.id } });
    expect(event.data).toMatchObject({ field: "ninNumber", reason: "other", noteId: stored!.id });
    expect(JSON.stringify([event.data, stored])).not.toContain(nin);
    expect(await openNotes([stored!.id])).toEqual(new Map([[stored!.id, note]]));
  });

  it("is deleted with the account, with its key, and the chain stays verifiable", async () => {
    const [user, administrator, root] = await Promise.all([personalInvestor(), admin(), admin(true)]);
    await submit(user);
    const [secret, reason] = [`Planted ${randomDigits(11)}`, `Rejected ${randomDigits(11)}`];
    expect((await reveal(user.id, administrator.token, { reason: "bank_check", note: secret })).status).toBe(
      200,
    );
    const decision = { status: "rejected", rejectionReason: reason };
    await patch(`/api/admin/users/${user.id}/verification-status`, decision, administrator.token);
    expect((await call("DELETE", "/api/auth/deleteMe", { token: user.token })).status).toBe(200);

    expect(await db.auditNote.count({ where: { userId: user.id } })).toBe(0);
    const chain = JSON.stringify(
      await db.auditEvent.findMany({ where: { targetId: user.id }, select: { data: true } }),
    );
    for (const text of [secret, reason]) expect(chain).not.toContain(text);
    expect(await verifyChain()).toBeGreaterThan(0);
    expect((await get(`/api/admin/users/${user.id}`, root.token)).status).toBe(404);
  });

  it.each(["two words", "12345678901", "a12345678901", "name@mail.example", "", "x".repeat(65)])(
    "is refused by the audit log itself: %s",
    async (text) => {
      const before = await db.auditEvent.count({ where: { action: "carousel.reordered", targetId: null } });
      await expect(
        transaction((tx) =>
          audit(tx, { actorId: null, action: "carousel.reordered", targetId: null, data: { text } }),
        ),
      ).rejects.toThrow("The audit log accepts ids and codes only: text");
      expect(await db.auditEvent.count({ where: { action: "carousel.reordered", targetId: null } })).toBe(
        before,
      );
    },
  );
});
