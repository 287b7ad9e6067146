import { beforeAll, describe, expect, it } from "vitest";
import { confirmProposal } from "@/lib/administration/confirmation";
import { deleteUser } from "@/lib/administration/commands";
import { db } from "@/lib/db/client";
import { proposeLift } from "@/lib/review/blocks/commands";
import { closeAccount } from "@/lib/review/duplicates/closure";
import { uuidv7 } from "@/lib/ids";
import { listBlocks } from "@/lib/review/blocks/queries";
import { getReview } from "@/lib/review/review";
import { auditEventsFor, createUser, freshNumber, reviewer, userRow } from "../../../support/accounts";
import {
  approve,
  decided,
  pending,
  reject,
  replaceApplicant,
  startReview,
  supervisor,
  user,
  viewer,
} from "../../../support/decisions";
import type { Viewer } from "@/lib/viewer";

/** A person rejected for fraud, forgery or sanctions stays blocked, also after the account is erased (product 10.20). */
startReview();

const NOTE = "The document was genuine after all";
let other: Viewer;
beforeAll(async () => {
  other = await reviewer();
});

const blockOf = (userId: string) => db.personBlock.findFirstOrThrow({ where: { userId } });
const findingsOf = async (userId: string) =>
  (await getReview(viewer, userId)).findings!.filter(({ kind }) => kind === "blocked");
const comesBack = (n: number) => createUser({ ...pending, n });

describe("a block (threat 71)", () => {
  it("is set with a rejection, and is a finding of whoever comes back with the same numbers", async () => {
    const n = freshNumber();
    await replaceApplicant({ ...pending, n });
    await reject({ block: "forgery" });
    expect((await decided()).map(({ action }) => action)).toEqual(["submission.rejected", "person.blocked"]);
    const returned = await comesBack(n);
    const [finding] = await findingsOf(returned.id);
    expect(finding).toMatchObject({ state: "binding", consequence: "second_person" });
    expect(finding!.text).toMatch(/^Someone blocked for forged documents has the same NIN/);
    await expect(approve({}, viewer, returned.id)).rejects.toMatchObject({
      code: "CONFLICT",
      message:
        "This person is blocked for forged documents. Two administrators must lift the block before an approval.",
    });
    expect((await userRow(returned.id)).status).toBe("pending");
    // Their own account is blocked, too.
    await expect(approve()).rejects.toMatchObject({ code: "CONFLICT" });
    expect((await findingsOf(user.id))[0]!.text).toBe("This person is blocked for forged documents.");
  });

  it("remains after the account is erased, without anything but keyed hashes", async () => {
    const n = freshNumber();
    await replaceApplicant({ ...pending, n });
    await reject({ block: "fraud" });
    await deleteUser(supervisor, user.id, "fraud");
    const returned = await comesBack(n);
    expect(await listBlocks(returned.id)).toMatchObject([{ reason: "fraud", isOwn: false, isBinding: true }]);
    const { indexes } = await blockOf(user.id);
    expect(indexes.length).toBeGreaterThan(4);
    expect(indexes.every((index) => /^[\w-]{43}$/.test(index))).toBe(true);
  });

  it("binds every account of the person, whatever numbers they have", async () => {
    await reject({ block: "fraud" });
    const twin = await createUser(pending);
    expect(await listBlocks(twin.id)).toEqual([]);
    const [userId, otherId] = [user.id, twin.id].toSorted() as [string, string];
    await db.duplicateDecision.create({
      data: {
        id: uuidv7(),
        userId,
        otherId,
        verdict: "same_person",
        links: ["phone:1"],
        decidedById: viewer.userId,
      },
    });
    expect(await listBlocks(twin.id)).toMatchObject([{ isOwn: false, isBinding: true, fields: [] }]);
    await expect(approve({ goesOn: twin.id }, viewer, twin.id)).rejects.toMatchObject({ code: "CONFLICT" });
    await expect(closeAccount(viewer, twin.id, user.id)).rejects.toMatchObject({ code: "CONFLICT" });
  });

  it("by a contact alone is shown, but does not prevent an approval", async () => {
    await reject({ block: "sanctions" });
    const relative = await createUser(pending);
    await db.user.update({ where: { id: relative.id }, data: { phone: user.phone } });
    expect(await findingsOf(relative.id)).toMatchObject([{ state: "contact", consequence: "second_person" }]);
    await approve({}, viewer, relative.id);
    expect((await userRow(relative.id)).status).toBe("approved");
  });

  it("is lifted by two administrators, with a reason", async () => {
    await reject({ block: "fraud" });
    const { id } = await blockOf(user.id);
    await expect(proposeLift(viewer, id, NOTE)).rejects.toMatchObject({ code: "CONFIRMATION_REQUIRED" });
    const proposal = await db.proposal.findFirstOrThrow({ where: { subject: id } });
    await expect(confirmProposal(other, proposal.id)).rejects.toMatchObject({ code: "FORBIDDEN" });
    await confirmProposal(supervisor, proposal.id);
    expect(await listBlocks(user.id)).toEqual([]);
    await approve();
    const lifted = (await auditEventsFor(user.id)).find(({ action }) => action === "person.block_lifted");
    expect(lifted).toMatchObject({ actorId: supervisor.userId, data: { proposedBy: viewer.userId } });
    await expect(proposeLift(viewer, id, NOTE)).rejects.toMatchObject({
      message: "This block has already been lifted",
    });
  });

  it("cannot be deleted or changed", async () => {
    await reject({ block: "fraud" });
    const { id } = await blockOf(user.id);
    await expect(db.personBlock.delete({ where: { id } })).rejects.toThrow("a block can only be lifted");
    await expect(db.personBlock.update({ where: { id }, data: { reason: "sanctions" } })).rejects.toThrow(
      "a block can only be lifted",
    );
  });
});
