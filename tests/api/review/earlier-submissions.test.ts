import { describe, expect, it } from "vitest";
import { db } from "@/lib/db/client";
import {
  admin,
  answers,
  call,
  del,
  documents,
  freshNumber,
  patch,
  person,
  personalInvestor,
  post,
  type SignedIn,
} from "../../support/api";
import { reviewOf } from "../../support/review";

/** A reviewer sees, beside the current answers, earlier submissions and their decisions. */
async function decide(administrator: SignedIn, account: SignedIn, body: object): Promise<void> {
  const { status } = await patch(
    `/api/admin/users/${account.id}/verification-status`,
    body,
    administrator.token,
  );
  expect(status).toBe(200);
}

const historyOf = async (administrator: SignedIn, account: SignedIn) =>
  (await reviewOf(account, administrator)).submissions!;

describe("earlier submissions", () => {
  it("are listed with their changes; numbers are compared in full and returned masked", async () => {
    const [plain, root] = await Promise.all([admin(), admin(true)]);
    const account = await personalInvestor();
    const mark = freshNumber();
    const first = answers(mark, { ninNumber: "11111114321", firstName: "Ada" });
    const submitAgain = async (changed: object) => {
      const sent = await post("/api/verification", { ...first, ...changed }, account.token);
      const form = await documents({}, mark);
      const completed = await call("POST", "/api/verification/documents", { form, token: account.token });
      expect([sent, completed]).toMatchObject([{ status: 200 }, { status: 200 }]);
    };
    await submitAgain({});
    await decide(plain, account, { status: "rejected", rejectionReason: "Another NIN, please" });
    // The same last four digits: the masked number has not changed.
    await submitAgain({ ninNumber: "22222224321", firstName: "Adaeze" });

    const history = await historyOf(root, account);
    expect(history.map(({ state, current, rejectionReason }) => [state, current, rejectionReason])).toEqual([
      ["pending", true, null],
      ["rejected", false, "Another NIN, please"],
    ]);
    expect(history[1]).toMatchObject({ changes: null, reviewedBy: { _id: plain.id } });
    expect(history[1]!.personal!.ninNumber).toMatch(/^•+4321$/);
    const changes = new Map(history[0]!.changes!.map((change) => [change.path, change]));
    // The photo is unchanged; the PDFs are new files.
    expect([...changes.keys()].filter((path) => !/idDocument|utilityBill/.test(path)).sort()).toEqual([
      "personal.firstName",
      "personal.ninNumber",
    ]);
    expect(changes.get("personal.firstName")).toMatchObject({ before: "Ada", after: "Adaeze" });
    expect(changes.get("personal.ninNumber")!.before).toBe(changes.get("personal.ninNumber")!.after);
    expect(JSON.stringify(history)).not.toMatch(/11111114321|22222224321/);

    // Plain administrators do not see the reviewer and the time (product 10.9).
    expect((await historyOf(plain, account))[1]).toMatchObject({ reviewedAt: null, reviewedBy: null });
  });

  it("retain every decision, also an overruled one", async () => {
    const [plain, root] = await Promise.all([admin(), admin(true)]);
    const account = await person({ role: "startup", verification: "pending" });
    await decide(plain, account, { status: "rejected", rejectionReason: "The photo is blurred." });
    await decide(root, account, { status: "approved", expectedStatus: "rejected" });
    const [submission] = await historyOf(root, account);
    expect(submission).toMatchObject({ state: "approved", rejectionReason: null });
    expect(submission!.decisions).toMatchObject([
      { status: "approved", reason: null, decidedBy: { _id: root.id } },
      { status: "rejected", reason: "The photo is blurred.", decidedBy: { _id: plain.id } },
    ]);
    expect((await historyOf(plain, account))[0]!.decisions[1]).toEqual({
      status: "rejected",
      reason: "The photo is blurred.",
      decidedAt: null,
      decidedBy: null,
    });

    // After a deletion the number of decisions remains, without user or reason.
    await del(`/api/admin/users/${account.id}`, root.token);
    const left = await db.decision.findMany({ where: { decidedById: { in: [plain.id, root.id] } } });
    expect(left.map(({ userId, submissionId, noteCipher }) => [userId, submissionId, noteCipher])).toEqual([
      [null, null, null],
      [null, null, null],
    ]);
  });

  it("report the time of the other decision to an administrator who decides second, and its reviewer only to a super administrator", async () => {
    const [plain, root, first] = await Promise.all([admin(), admin(true), admin()]);
    const account = await person({ role: "startup", verification: "pending" });
    await decide(first, account, { status: "approved" });
    const late = (administrator: SignedIn) =>
      patch(
        `/api/admin/users/${account.id}/verification-status`,
        { status: "rejected", rejectionReason: "Too late", expectedStatus: "pending" },
        administrator.token,
      );
    const [outcomeOf, toldRoot] = [await late(plain), await late(root)];
    expect([outcomeOf.status, outcomeOf.body.message]).toEqual([
      409,
      "This verification has already been approved",
    ]);
    expect(outcomeOf.body.data).toMatchObject({ status: "approved", reviewedBy: null });
    expect((outcomeOf.body.data as { reviewedAt: string }).reviewedAt).toMatch(/^\d{4}-.*Z$/);
    expect(toldRoot.body.data).toMatchObject({ reviewedBy: { _id: first.id } });
  });

  it("are empty for a user without a submission, and contain no draft", async () => {
    const administrator = await admin();
    const account = await personalInvestor();
    await post("/api/verification", answers(freshNumber()), account.token);
    expect(await historyOf(administrator, account)).toEqual([]);
  });
});
