import { beforeAll, describe, expect, it } from "vitest";
import { insertAdmin } from "@/lib/administration/commands";
import { confirmProposal } from "@/lib/administration/confirmation";
import { propose } from "@/lib/approvals/proposals";
import { db, transaction } from "@/lib/db/client";
import { uuidv7 } from "@/lib/ids";
import { enterReceiptAccount, proposeBatch, releaseBatch } from "@/lib/payouts/commands";
import type { Viewer } from "@/lib/viewer";
import { createUser, reviewer, userRow, viewerOf } from "../../../support/accounts";
import { account, unknownReceipt } from "../../../support/payouts";

/** Two administrators are two people only if neither could control the other's account (threat 68, ADR 28, ADR 42). */
let maker: Viewer, confirmer: Viewer, colleague: Viewer, stranger: Viewer;
beforeAll(async () => {
  [maker, confirmer, stranger] = [await reviewer(true), await reviewer(true), await reviewer(true)];
  const input = { name: "Colleague", email: `${uuidv7()}@example.com`, phone: "" };
  const id = await transaction((tx) => insertAdmin(tx, confirmer, input, maker.userId));
  await db.user.update({ where: { id }, data: { isSuper: true } });
  colleague = await viewerOf(await userRow(id));
});

const FORBIDDEN = { code: "FORBIDDEN" };

async function batchBy(proposer: Viewer, enterer: Viewer = proposer): Promise<string> {
  const { id } = await unknownReceipt(5_000n);
  await enterReceiptAccount(enterer, id, account);
  return (await proposeBatch(proposer, { ids: [id], total: "5000" }))._id;
}

describe("two administrators of whom one made the other (threat 68)", () => {
  it.each([
    ["proposed the appointment", () => [maker, colleague] as const],
    ["confirmed the appointment", () => [confirmer, colleague] as const],
  ] as const)("release no batch of each other: one %s", async (_, people) => {
    const [first, second] = people();
    for (const [proposer, releaser] of [
      [first, second],
      [second, first],
    ] as const) {
      const id = await batchBy(proposer);
      await expect(releaseBatch(releaser, id)).rejects.toMatchObject(FORBIDDEN);
      expect((await releaseBatch(stranger, id)).state).toBe("released");
    }
  });

  it("release no batch in which the other entered an account", async () => {
    const id = await batchBy(stranger, colleague);
    await expect(releaseBatch(maker, id)).rejects.toMatchObject(FORBIDDEN);
    expect((await releaseBatch(await reviewer(), id)).state).toBe("released");
  });

  it("release and enter nothing while one has a password that somebody else chose", async () => {
    const setTemporary = ({ userId }: Viewer, passwordIsTemporary: boolean) =>
      db.user.update({ where: { id: userId }, data: { passwordIsTemporary } });
    const [proposer, releaser] = [await reviewer(), await reviewer()];
    const id = await batchBy(proposer);
    const { id: refund } = await unknownReceipt(5_000n);
    for (const person of [proposer, releaser]) {
      await setTemporary(person, true);
      await expect(releaseBatch(releaser, id)).rejects.toMatchObject(FORBIDDEN);
      await expect(enterReceiptAccount(person, refund, account)).rejects.toMatchObject(FORBIDDEN);
      await setTemporary(person, false);
    }
    expect((await releaseBatch(releaser, id)).state).toBe("released");
  });

  it("confirm no proposal of each other", async () => {
    for (const [proposer, other] of [
      [maker, colleague],
      [colleague, maker],
    ] as const) {
      const { id: targetId } = await createUser();
      const deletion = { kind: "deletion", targetId, payload: { reason: "fraud" } } as const;
      const { proposalId } = await transaction((tx) => propose(tx, proposer, deletion));
      await expect(confirmProposal(other, proposalId)).rejects.toMatchObject(FORBIDDEN);
      await confirmProposal(stranger, proposalId);
      expect(await db.user.count({ where: { id: targetId } })).toBe(0);
    }
  });
});
