import { beforeEach, describe, expect, it } from "vitest";
import { db, transaction } from "@/lib/db/client";
import { uuidv7 } from "@/lib/ids";
import {
  completeSubmission,
  lockForSubmission,
  requireDraft,
  requireForm,
} from "@/lib/onboarding/submission/commands";
import { individualRows } from "@/lib/onboarding/submission/rows";
import { sampleAnswers } from "../../../../prisma/seed/builders";
import {
  freshNumber,
  emailsFor,
  createUser,
  auditEventsFor,
  userRow,
  viewerOf,
} from "../../../support/accounts";

const personal = { role: "investor", investorType: "personal" } as const;
const corporate = { role: "investor", investorType: "corporate" } as const;
const notYours = { code: "FORBIDDEN", message: "This form is for a different profile" };

/** Creates a submission in a given state. */
async function answersOf(userId: string, state: "draft" | "pending" | "approved" = "draft") {
  const id = uuidv7();
  const parts = individualRows(id, sampleAnswers(freshNumber()));
  const submittedAt = state === "draft" ? null : new Date();
  const reviewedAt = state === "approved" ? new Date() : null;
  await db.submission.create({
    data: { id, userId, kind: "individual", state, submittedAt, reviewedAt, ...parts },
  });
  return id;
}
const stateOf = async (id: string) => (await db.submission.findUniqueOrThrow({ where: { id } })).state;

let user: Awaited<ReturnType<typeof createUser>>;
beforeEach(async () => {
  user = await createUser(personal);
});

describe("the form of a profile", () => {
  it("is open, and the other one is not", () => {
    requireForm(personal, "individual");
    requireForm({ role: "startup", investorType: "none" }, "individual");
    requireForm(corporate, "corporate");
    expect(() => requireForm(personal, "corporate")).toThrow(expect.objectContaining(notYours) as Error);
    expect(() => requireForm(corporate, "individual")).toThrow(expect.objectContaining(notYours) as Error);
    expect(() => requireForm({ role: "admin", investorType: "none" }, "individual")).toThrow();
  });
});

describe("submitting (product 10.5)", () => {
  const may = async (row: typeof user, kind: "individual" | "corporate" = "individual") => {
    const viewer = await viewerOf(row);
    return transaction((tx) => lockForSubmission(tx, viewer, kind));
  };

  it("is open to the matching form without a submission: the first time and after a rejection", async () => {
    expect(await may(user)).toMatchObject({ id: user.id, email: user.email });
    const rejected = await createUser({ ...personal, verification: "rejected" });
    expect(await may(rejected)).toMatchObject({ id: rejected.id });
  });

  it("is closed to all other users", async () => {
    await expect(may(user, "corporate")).rejects.toMatchObject(notYours);
    await expect(may(await createUser())).rejects.toMatchObject(notYours);
  });

  it("is closed while a decision is pending and after an approval, with or without a submission", async () => {
    const waiting = await createUser({ ...personal, verification: "pending" });
    await expect(may(waiting)).rejects.toMatchObject({
      code: "ALREADY_SUBMITTED",
      message: "Your verification has already been submitted",
    });
    const approved = {
      code: "ALREADY_SUBMITTED",
      message: "Your verification is already approved",
    };
    await expect(may(await createUser({ ...personal, verification: "approved" }))).rejects.toMatchObject(
      approved,
    );
    await db.user.update({ where: { id: user.id }, data: { status: "approved", reviewedAt: new Date() } });
    await expect(may(user)).rejects.toMatchObject(approved);
  });

  it("locks the user until the end of the transaction", async () => {
    const order: string[] = [];
    const viewer = await viewerOf(user);
    let secondTransaction: Promise<unknown> | undefined;
    await transaction(async (tx) => {
      await lockForSubmission(tx, viewer, "individual");
      secondTransaction = transaction(async (second) => {
        await lockForSubmission(second, viewer, "individual");
        order.push("second");
      });
      // Polls until the second transaction waits for the lock.
      await expect
        .poll(async () => {
          const [row] = await db.$queryRaw<[{ waiting: number }]>`
            SELECT count(*)::int AS waiting FROM pg_stat_activity WHERE wait_event_type = 'Lock'`;
          return row.waiting;
        })
        .toBeGreaterThan(0);
      order.push("first");
    });
    await secondTransaction;
    expect(order).toEqual(["first", "second"]);
  });
});

describe("the draft that documents complete", () => {
  const draft = (submissionId?: string) =>
    transaction(async (tx) => (await requireDraft(tx, user.id, "individual", submissionId)).id);
  const textFirst = { code: "CONFLICT", message: "Submit your answers before your documents" };

  it("belongs to the user, has that kind, and is the named one", async () => {
    const id = await answersOf(user.id);
    expect(await draft()).toBe(id);
    expect(await draft(id)).toBe(id);
    await expect(draft(uuidv7())).rejects.toMatchObject({
      code: "CONFLICT",
      message: "Your answers were submitted again from another tab or device. Please submit again.",
    });
    await expect(transaction((tx) => requireDraft(tx, user.id, "corporate"))).rejects.toMatchObject(
      textFirst,
    );
  });

  it("is missing if only others have one, and after it was submitted", async () => {
    await answersOf((await createUser(personal)).id);
    await answersOf(user.id, "pending");
    await expect(draft()).rejects.toMatchObject(textFirst);
  });
});

describe("a completed submission", () => {
  it("becomes the current one, supersedes the earlier one, and notifies the user", async () => {
    const before = new Date();
    const stranger = await createUser({ ...personal, verification: "pending" });
    const rejected = await createUser({ ...personal, verification: "rejected" });
    const earlier = rejected.currentSubmissionId!;
    const [waiting, approved, id] = [
      await answersOf(rejected.id, "pending"),
      await answersOf(rejected.id, "approved"),
      await answersOf(rejected.id),
    ];
    await db.formDraft.create({
      data: {
        userId: rejected.id,
        kind: "individual",
        dataKey: "none",
        bodyCipher: "none",
        updatedAt: new Date(),
      },
    });
    const [lettersBefore, trailBefore] = [await emailsFor(rejected.id), await auditEventsFor(rejected.id)];

    await transaction((tx) => completeSubmission(tx, rejected, id));

    const now = await userRow(rejected.id);
    expect(now).toMatchObject({
      status: "pending",
      reviewedAt: null,
      reviewedById: null,
      currentSubmissionId: id,
    });
    expect(now.submittedAt!.getTime()).toBeGreaterThanOrEqual(before.getTime());
    const submission = await db.submission.findUniqueOrThrow({ where: { id } });
    expect([submission.state, submission.submittedAt]).toEqual(["pending", now.submittedAt]);
    expect([await stateOf(waiting), await stateOf(approved), await stateOf(earlier)]).toEqual([
      "superseded",
      "approved",
      "rejected",
    ]);
    expect(await stateOf(stranger.currentSubmissionId!)).toBe("pending");
    expect(await userRow(stranger.id)).toEqual(stranger);
    expect(await db.formDraft.count({ where: { userId: rejected.id } })).toBe(0);

    const letters = (await emailsFor(rejected.id)).slice(lettersBefore.length);
    expect(letters.map(({ to, template }) => [to, template])).toEqual([
      [rejected.email, "submissionReceived"],
    ]);
    expect(letters[0]!.text).toContain("Ada Test");
    expect((await auditEventsFor(rejected.id)).slice(trailBefore.length)).toEqual([
      { actorId: rejected.id, action: "submission.submitted", data: { submissionId: id } },
    ]);
  });
});
