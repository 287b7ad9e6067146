import { beforeAll, describe, expect, it } from "vitest";
import { db } from "@/lib/db/client";
import { answers, documents, freshNumber, times } from "../../../support/api";
import { verifyChain } from "../../../support/chain";
import { signInAt } from "../../../support/own-server";
import {
  approve,
  auditOf,
  build,
  confirm,
  database,
  decline,
  emailsAsking,
  emailsOfResult,
  expectProposal,
  findMail,
  flagged,
  investor,
  firstSuper,
  plain,
  proposals,
  proposalsSeenBy,
  reasonsOf,
  reject,
  remove,
  servers,
  set,
  signIn,
  staff,
  startInstallation,
  stateOf,
  statusOf,
  secondSuper,
} from "../../../support/second-approval";

/** Who is notified, and who can confirm. */
startInstallation();

describe("a proposal (threat 68)", () => {
  beforeAll(async () => {
    expect((await set(true)).status).toBe(200);
  });

  it("leaves other cases and rejections to one administrator", async () => {
    const { id } = await build(investor);
    expect((await approve(id, plain)).status).toBe(200);
    expect((await reject(await flagged(), plain)).status).toBe(200);
  });

  it("asks a super administrator, who confirms; both are in the audit log", async () => {
    const id = await flagged();
    const proposalId = expectProposal(await approve(id, plain));
    expect(expectProposal(await approve(id, plain))).toBe(proposalId);
    expect(await statusOf(id)).toBe("pending");
    const mail = await findMail(secondSuper.email, "Plain Admin has asked for a second approval");
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
    expect((await confirm(proposalId, secondSuper)).status).toBe(200);
    expect(await statusOf(id)).toBe("approved");
    expect(await auditOf(proposalId)).toEqual([
      ["proposal.made", plain.id],
      ["proposal.confirmed", secondSuper.id],
    ]);
    expect(
      await db.auditEvent.count({
        where: { targetId: id, action: "submission.approved", actorId: secondSuper.id },
      }),
    ).toBe(1);
    expect(await proposals()).toEqual([]);
    await findMail(plain.email, "Another administrator confirmed your request");
  });

  it("counts a match with erased data, and details in common with any administrator", async () => {
    const n = freshNumber();
    const former = await build({ ...investor, n });
    expect((await confirm(expectProposal(await remove(former.id, plain)), secondSuper)).status).toBe(200);
    const again = await build({ ...investor, n });
    const matched = expectProposal(await approve(again.id, plain));
    expect(await reasonsOf(matched)).toEqual(["erased_record"]);
    expect((await decline(matched, secondSuper)).status).toBe(200);
    await db.retainedRecord.deleteMany();

    const nothing = await build({ role: "investor", investorType: "personal" });
    const unsubmitted = expectProposal(await approve(nothing.id, plain));
    expect(await reasonsOf(unsubmitted)).toEqual(["no_submission"]);

    const cousin = await build(investor);
    await db.nextOfKin.updateMany({
      where: { submission: { userId: cousin.id } },
      data: { email: secondSuper.email },
    });
    const shared = expectProposal(await approve(cousin.id, plain));
    expect(await reasonsOf(shared)).toEqual(["administrator"]);
    // An administrator who shares the email address cannot confirm; another one can.
    expect((await confirm(shared, secondSuper)).body.error).toBe("CONFLICT");
    expect(await stateOf(shared)).toBe("pending");
    expect((await confirm(shared, firstSuper)).status).toBe(200);
    expect(await statusOf(cousin.id)).toBe("approved");
  });

  it("is refused to its proposer, at every attempt", async () => {
    const proposalId = expectProposal(await approve(await flagged(), firstSuper));
    const refusals = await times(5, () => confirm(proposalId, firstSuper));
    expect(refusals.map(({ status }) => status)).toEqual(Array.from({ length: 5 }, () => 403));
    await expect(
      db.proposal.update({
        where: { id: proposalId },
        data: { state: "confirmed", decidedById: firstSuper.id, decidedAt: new Date() },
      }),
    ).rejects.toThrow("proposals_second_person");
    // The proposer may withdraw it.
    expect((await decline(proposalId, firstSuper)).status).toBe(200);
    expect(await auditOf(proposalId)).toContainEqual(["proposal.withdrawn", firstSuper.id]);
    expect(await stateOf(proposalId)).toBe("withdrawn");
  });

  it("is made anew, with new emails, for a case that was rejected and submitted again", async () => {
    const n = freshNumber();
    await build({ ...investor, n });
    const { id, email } = await build({ ...investor, n });
    const otherAdmin = await staff("Rejecting Admin");
    const first = expectProposal(await approve(id, plain));
    const results = await emailsOfResult(plain);
    expect((await reject(id, otherAdmin)).status).toBe(200);
    expect(await auditOf(first)).toEqual([
      ["proposal.made", plain.id],
      ["proposal.superseded", otherAdmin.id],
    ]);
    expect((await confirm(first, secondSuper)).body).toMatchObject({
      error: "ALREADY_DECIDED",
      message: "This proposal has already ended, because something else was decided",
    });

    const owner = await signIn(email);
    expect((await owner.send("POST", "/api/verification", answers(n))).status).toBe(200);
    const form = { method: "POST", body: await documents() };
    expect((await owner.fetch("/api/verification/documents", form)).status).toBe(200);
    expect(await emailsOfResult(plain)).toBe(results + 1);
    const before = await emailsAsking();
    const second = expectProposal(await approve(id, otherAdmin));
    expect(second).not.toBe(first);
    expect(await emailsAsking()).toBe(before + 2);
    expect((await confirm(second, secondSuper)).status).toBe(200);
    expect(await statusOf(id)).toBe("approved");
  });

  it("succeeds once of 20 parallel confirmations on two servers, with one decision and one email", async () => {
    const id = await flagged();
    const proposalId = expectProposal(await approve(id, plain));
    const twins = await Promise.all(servers.map(({ url }) => signInAt(url, secondSuper.email)));
    const results = await times(20, (n) => confirm(proposalId, twins[n % 2]!));
    expect(results.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(results.filter(({ body }) => body.error === "ALREADY_DECIDED")).toHaveLength(19);
    expect(await db.decision.count({ where: { userId: id } })).toBe(1);
    expect(await db.mailOutbox.count({ where: { userId: id, template: "submissionApproved" } })).toBe(1);
    expect(await auditOf(proposalId)).toHaveLength(2);
  });

  it("is proposed once by 20 parallel calls", async () => {
    const id = await flagged();
    const before = await emailsAsking();
    const results = await times(20, () => approve(id, plain));
    const ids = [...new Set(results.map(expectProposal))];
    expect(ids).toHaveLength(1);
    expect(await db.proposal.count({ where: { targetId: id } })).toBe(1);
    expect(await auditOf(ids[0]!)).toEqual([["proposal.made", plain.id]]);
    const mails = await db.mailOutbox.findMany({
      where: { template: "secondApprovalNeeded" },
      orderBy: { createdAt: "desc" },
      take: 2,
    });
    expect(await emailsAsking()).toBe(before + 2);
    expect(new Set(mails.map(({ userId }) => userId))).toEqual(new Set([firstSuper.id, secondSuper.id]));
  });

  it("does not reveal super administrators to other administrators", async () => {
    const id = await flagged();
    const theirs = expectProposal(await approve(id, firstSuper));
    const viewers = [plain, secondSuper, firstSuper].map((person) => ({
      userId: person.id,
      isSuper: person !== plain,
    }));
    const seen = await Promise.all(viewers.map((viewer) => proposalsSeenBy(viewer, id)));
    expect(seen.map(([about]) => [about!._id, about!.isOwn, about!.proposer])).toEqual([
      [theirs, false, null],
      [theirs, false, "Super One"],
      [theirs, true, "Super One"],
    ]);
    expect(JSON.stringify(seen[0])).not.toContain(firstSuper.id);
    expect((await decline(theirs, secondSuper)).status).toBe(200);

    const ownProposal = expectProposal(await approve(id, plain));
    expect(await proposalsSeenBy(viewers[0]!, id)).toMatchObject([{ _id: ownProposal, isOwn: true }]);
    const nothing = await decline(ownProposal, secondSuper, " ");
    expect([nothing.status, nothing.body.errors]).toEqual([
      422,
      [{ path: "reason", message: "Give a reason for the administrator who asked." }],
    ]);
    expect((await decline(ownProposal, secondSuper)).status).toBe(200);
    const mail = await findMail(plain.email, "Another administrator declined your request");
    expect(mail.text).toContain("Ask the applicant first.");
    expect(mail.text).not.toContain("Super Two");
  });

  it("needs a proof of the last 15 minutes", async () => {
    const proposalId = expectProposal(await approve(await flagged(), plain));
    const stale = await signIn(secondSuper.email);
    await db.session.updateMany({
      where: { userId: secondSuper.id },
      data: { provedAt: new Date(Date.now() - 16 * 60_000) },
    });
    for (const act of [confirm, decline]) {
      expect((await act(proposalId, stale)).body.error).toBe("STEP_UP_REQUIRED");
    }
    expect((await set(true, secondSuper)).body.error).toBe("STEP_UP_REQUIRED");
    await db.session.updateMany({ where: { userId: secondSuper.id }, data: { provedAt: new Date() } });
  });

  it("is closed for a while after a password reset by email", async () => {
    const proposalId = expectProposal(await approve(await flagged(), plain));
    await db.user.update({ where: { id: secondSuper.id }, data: { passwordResetAt: new Date() } });
    expect((await confirm(proposalId, secondSuper)).body.error).toBe("RECENTLY_RESET");
    await db.user.update({ where: { id: secondSuper.id }, data: { passwordResetAt: null } });
    expect((await confirm(proposalId, secondSuper)).status).toBe(200);
  });

  it("leaves an intact audit chain", async () => {
    expect(await verifyChain(database.url)).toBeGreaterThan(50);
  });
});
