import { describe, expect, it } from "vitest";
import { db } from "@/lib/db/client";
import type { UserSpec } from "../../../../prisma/seed/builders";
import { answers, documents, freshNumber } from "../../../support/api";
import {
  approve,
  build,
  confirm,
  exists,
  expectProposal,
  flagged,
  investor,
  firstSuper,
  plain,
  reasonsOf,
  remove,
  reset,
  set,
  setRole,
  signIn,
  staff,
  staffEmail,
  stateOf,
  statusOf,
  secondSuper,
  startInstallation,
} from "../../../support/second-approval";

startInstallation();

describe("ways around a second approval (threat 68)", () => {
  it("an administrator whom the confirmer appointed is not a second person", async () => {
    await reset();
    const email = staffEmail();
    const password = "Ally-Passw0rd1";
    const created = await firstSuper.send("POST", "/api/admin/create-sub-admin", {
      name: "Ally",
      email,
      password,
    });
    expect(created.status).toBe(201);
    await set(true);
    const ally = await signIn(email, password);
    const { id } = await build(investor);
    const proposalId = expectProposal(await remove(id, ally));
    expect((await confirm(proposalId, firstSuper)).status).toBe(403);
    // The password that somebody else chose has not been replaced.
    expect((await confirm(proposalId, secondSuper)).status).toBe(403);
    expect(await exists(id)).toBe(true);
    await db.user.update({ where: { email }, data: { passwordIsTemporary: false } });
    expect((await confirm(proposalId, firstSuper)).status).toBe(403);
    expect((await confirm(proposalId, secondSuper)).status).toBe(200);
  });

  it("deleting the other account of a flagged case needs a second approval, too", async () => {
    await set(true);
    const otherUser = await build({ role: "investor" });
    const applicant = await build(investor);
    const { phone } = await db.user.findUniqueOrThrow({ where: { id: applicant.id } });
    expect((await db.user.update({ where: { id: otherUser.id }, data: { phone } })).phone).toBe(phone);
    expectProposal(await approve(applicant.id, plain));
    expectProposal(await remove(otherUser.id, plain));
    expect(await exists(otherUser.id)).toBe(true);
  });

  it("a change of role back and forth leaves the case flagged", async () => {
    const id = await flagged();
    for (const role of ["startup", "investor"]) expect((await setRole(id, role, plain)).status).toBe(200);
    expectProposal(await approve(id, plain));
    expect(await statusOf(id)).toBe("pending");
  });

  describe("an administrator whom one proposed and another confirmed", () => {
    const post = (path: string, body: object) => firstSuper.send("POST", `/api/admin/${path}`, body);
    const make = {
      invited: (email: string) => post("invitations", { name: "Ally", email }),
      promoted: async (email: string) =>
        setRole((await build({ role: "startup", email })).id, "admin", firstSuper),
    };

    it.each(["invited", "promoted"] as const)("is a second person for neither (%s)", async (how) => {
      await set(true);
      const email = staffEmail();
      expect((await confirm(expectProposal(await make[how](email)), secondSuper)).status).toBe(200);
      // As if they had followed the emailed link.
      const { passwordHash } = await db.user.findUniqueOrThrow({
        where: { id: firstSuper.id },
        select: { passwordHash: true },
      });
      await db.user.update({ where: { email }, data: { passwordHash } });
      const ally = await signIn(email);

      const { id } = await build(investor);
      const proposalId = expectProposal(await remove(id, ally));
      for (const appointer of [firstSuper, secondSuper])
        expect((await confirm(proposalId, appointer)).status).toBe(403);
      expect(await exists(id)).toBe(true);
      const three = await staff("Super Three", true);
      expect((await confirm(proposalId, three)).status).toBe(200);
      expect(await exists(id)).toBe(false);
    });
  });

  it("removing the administrator with whom an applicant shares details needs a second approval, too", async () => {
    await set(true);
    const cousin = await staff("Cousin Admin");
    const { id } = await build(investor);
    await db.nextOfKin.updateMany({ where: { submission: { userId: id } }, data: { email: cousin.email } });
    expectProposal(await approve(id, firstSuper));
    const demotion = expectProposal(await setRole(cousin.id, "startup", firstSuper));
    const deletion = expectProposal(await remove(cousin.id, firstSuper, "left"));
    expect(await db.user.findUniqueOrThrow({ where: { id: cousin.id } })).toMatchObject({ role: "admin" });
    expect((await confirm(expectProposal(await set(false)), secondSuper)).status).toBe(200);
    expect(await Promise.all([demotion, deletion].map(stateOf))).toEqual(["superseded", "superseded"]);
  });

  describe("a case without its documents", () => {
    /** Creates an account with stored answers but without documents. */
    async function startSubmission(n: number, spec: Partial<UserSpec> = {}, changes = {}) {
      const user = await build({ role: "investor", investorType: "personal", ...spec });
      const owner = await signIn(user.email);
      const sent = await owner.send("POST", "/api/verification", answers(n, changes));
      expect(sent.status).toBe(200);
      return { ...user, owner };
    }

    it("is flagged for the same reasons as one with them", async () => {
      await reset();
      const [n, erased] = [freshNumber(), freshNumber()];
      await build({ ...investor, n });
      const former = await build({ ...investor, n: erased });
      expect((await remove(former.id, plain)).status).toBe(200);
      await set(true);
      const cases = [
        [(await startSubmission(n)).id, "duplicate"],
        [(await startSubmission(erased)).id, "erased_record"],
        [(await startSubmission(freshNumber(), {}, { kinEmail: secondSuper.email })).id, "administrator"],
      ] as const;
      for (const [id, reason] of cases) {
        expect(await reasonsOf(expectProposal(await approve(id, plain)))).toEqual([reason, "no_submission"]);
        expect(await statusOf(id)).toBe("pending");
      }
      expect((await approve(cases[2][0], secondSuper)).body.error).toBe("CONFLICT");
      await db.retainedRecord.deleteMany();
    });

    it("flags another one with the same numbers", async () => {
      const n = freshNumber();
      await startSubmission(n);
      const { id } = await startSubmission(n);
      expect(await reasonsOf(expectProposal(await approve(id, plain)))).toEqual([
        "duplicate",
        "no_submission",
      ]);
    });

    it("is flagged for the numbers of an earlier submission, too", async () => {
      const n = freshNumber();
      await build({ ...investor, n });
      const { id, owner } = await startSubmission(freshNumber(), { verification: "rejected", n });
      const form = { method: "POST", body: await documents() };
      expect((await owner.fetch("/api/verification/documents", form)).status).toBe(200);
      await db.user.update({ where: { id }, data: { phone: "" } });
      expect(await reasonsOf(expectProposal(await approve(id, plain)))).toEqual(["duplicate"]);
    });
  });

  it("a reason that came up after the proposal must be seen before the approval", async () => {
    await set(true);
    const id = await flagged();
    const proposal = expectProposal(await approve(id, plain));
    const { email } = await staff("Aunt Admin");
    await db.nextOfKin.updateMany({ where: { submission: { userId: id } }, data: { email } });
    const refused = await confirm(proposal, firstSuper);
    expect([refused.status, refused.body.message]).toEqual([
      409,
      "There are new findings about this case. Look at it again.",
    ]);
    expect(await stateOf(proposal)).toBe("failed");
    expect(await statusOf(id)).toBe("pending");
    expect((await confirm(expectProposal(await approve(id, plain)), firstSuper)).status).toBe(200);
    expect(await statusOf(id)).toBe("approved");
  });

  it("a deletion that was proposed before a decision on the case ends with it", async () => {
    await set(true);
    const { id } = await build(investor);
    const deletion = expectProposal(await remove(id, plain));
    expect((await approve(id, plain)).status).toBe(200);
    expect(await stateOf(deletion)).toBe("superseded");
    expect((await confirm(deletion, secondSuper)).body.error).toBe("ALREADY_DECIDED");
    expect(await exists(id)).toBe(true);
  });

  it("threat 53: after a password reset by email no administrator is made or demoted, no user is deleted, and neither users nor the audit log are exported", async () => {
    await reset();
    const thief = await staff("Stolen Mailbox", true);
    const [colleague, user] = [
      await staff("Colleague"),
      await build({ role: "startup", email: staffEmail() }),
    ];
    await db.user.update({ where: { id: thief.id }, data: { passwordResetAt: new Date() } });
    const [name, password] = ["Ada Ally", "Given-Passw0rd1"];
    for (const answer of [
      await thief.send("POST", "/api/admin/create-sub-admin", { name, email: staffEmail(), password }),
      await thief.send("POST", "/api/admin/invitations", { name, email: staffEmail() }),
      await setRole(user.id, "admin", thief),
      await setRole(colleague.id, "startup", thief),
      await thief.send("DELETE", `/api/admin/users/${user.id}?reason=test`),
      await thief.send("DELETE", `/api/admin/users/${colleague.id}?reason=test`),
      await thief.send("GET", "/api/admin/users/export"),
      await thief.send("GET", "/api/admin/audit/export"),
    ]) {
      expect([answer.status, answer.body.error]).toEqual([403, "RECENTLY_RESET"]);
    }
    expect((await setRole(user.id, "investor", thief)).status).toBe(200);
    await db.user.update({
      where: { id: thief.id },
      data: { passwordResetAt: new Date(Date.now() - 73 * 3_600_000) },
    });
    expect((await setRole(user.id, "admin", thief)).status).toBe(200);
  });
});
