import { beforeAll, describe, expect, it } from "vitest";
import { db } from "@/lib/db/client";
import { times } from "../../support/api";
import { signInAt } from "../../support/own-server";
import {
  approve,
  auditOf,
  confirm,
  decline,
  expectProposal,
  findMail,
  flagged,
  one,
  plain,
  proposals,
  servers,
  set,
  startInstallation,
  stateOf,
  statusOf,
  two,
} from "../../support/second-approval";

/** Who is asked, and who can confirm. */
startInstallation();

describe("a proposal (threat 68)", () => {
  beforeAll(async () => {
    expect((await set(true)).status).toBe(200);
  });

  it("asks a super administrator, who confirms; both are in the audit log", async () => {
    const id = await flagged();
    const proposalId = expectProposal(await approve(id, plain));
    expect(expectProposal(await approve(id, plain))).toBe(proposalId);
    expect(await statusOf(id)).toBe("pending");
    const mail = await findMail(two.email, "Plain Admin asks for a second approval");
    expect(mail.text).toContain("approve a verification with a serious finding");
    expect(mail.text).not.toContain("Ada");
    expect(await proposals()).toMatchObject([
      {
        _id: proposalId,
        kind: "approval",
        target: { _id: id },
        approvalReasons: ["duplicate"],
        proposedBy: { name: "Plain Admin" },
      },
    ]);
    expect((await confirm(proposalId, plain)).status).toBe(403);
    expect(await statusOf(id)).toBe("pending");
    expect((await confirm(proposalId, two)).status).toBe(200);
    expect(await statusOf(id)).toBe("approved");
    expect(await auditOf(proposalId)).toEqual([
      ["proposal.made", plain.id],
      ["proposal.confirmed", two.id],
    ]);
    expect(
      await db.auditEvent.count({
        where: { targetId: id, action: "submission.approved", actorId: two.id },
      }),
    ).toBe(1);
    expect(await proposals()).toEqual([]);
    await findMail(plain.email, "A super administrator confirmed what you asked for");
  });

  it("is refused to its proposer, at every attempt", async () => {
    const proposalId = expectProposal(await approve(await flagged(), one));
    const refusals = await times(5, () => confirm(proposalId, one));
    expect(refusals.map(({ status }) => status)).toEqual(Array.from({ length: 5 }, () => 403));
    await expect(
      db.proposal.update({
        where: { id: proposalId },
        data: { state: "confirmed", decidedById: one.id, decidedAt: new Date() },
      }),
    ).rejects.toThrow("proposals_second_person");
    // They may withdraw it.
    expect((await decline(proposalId, one)).status).toBe(200);
    expect(await auditOf(proposalId)).toContainEqual(["proposal.withdrawn", one.id]);
    expect(await stateOf(proposalId)).toBe("withdrawn");
  });

  it("succeeds once of 20 parallel confirmations on two servers, with one decision and one email", async () => {
    const id = await flagged();
    const proposalId = expectProposal(await approve(id, plain));
    const twins = await Promise.all(servers.map(({ url }) => signInAt(url, two.email)));
    const results = await times(20, (n) => confirm(proposalId, twins[n % 2]!));
    expect(results.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(results.filter(({ body }) => body.error === "ALREADY_DECIDED")).toHaveLength(19);
    expect(await db.decision.count({ where: { userId: id } })).toBe(1);
    expect(await db.mailOutbox.count({ where: { userId: id, template: "submissionApproved" } })).toBe(1);
    expect(await auditOf(proposalId)).toHaveLength(2);
  });
});
