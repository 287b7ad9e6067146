import { describe, expect, it } from "vitest";
import { check } from "./violations";
import type { Call, State } from "./history";

/** Each guarantee is violated once, to verify that the checker reports it. */
const ada = "ada@test.example";
const bola = "bola@test.example";
const ok = { outcome: "ok", status: 200 } as const;
const unknown = { outcome: "unknown", status: 0 } as const;
const refused = { outcome: "refused", status: 409 } as const;

interface Case {
  history: Call[];
  state: State;
}

/** A valid history: Ada registers, uploads, is rejected, resubmits and is approved; Bola is deleted while she has a draft. */
function sound(): Case {
  const decide = { kind: "decide", admin: "admin-1", userId: "ada" } as const;
  const submit = { kind: "submit", email: ada, documents: 1 } as const;
  const submitted = { action: "submission.submitted", actorId: "ada", targetId: "ada" };
  const user = { verified: true, role: "investor", investorType: "personal", draftSavedAt: null };
  return {
    history: [
      { kind: "register", email: ada, ...ok },
      { kind: "verify", email: ada, ...ok },
      { kind: "role", email: ada, role: "investor", ...ok },
      { kind: "type", email: ada, type: "personal", ...ok },
      { kind: "draft", email: ada, savedAt: "2026-01-01", ...ok },
      { kind: "upload", email: ada, field: "utilityBill", fileId: "file-1", ...ok },
      { kind: "text", email: ada, mark: 1, ...ok },
      { ...submit, mark: 1, uploads: ["file-1"], ...ok },
      { ...decide, submissionId: "s1", decision: "rejected", ...ok },
      { ...decide, submissionId: "s1", decision: "approved", ...refused },
      { kind: "text", email: ada, mark: 2, ...ok },
      { ...submit, mark: 2, uploads: [], ...ok },
      { ...decide, submissionId: "s2", decision: "approved", ...ok },
      { kind: "upload", email: ada, field: "passportPhoto", fileId: "file-3", ...ok },
      { kind: "draft", email: ada, savedAt: "2026-01-02", ...ok },
      { kind: "refresh", email: ada, ...ok },
      { kind: "register", email: bola, ...ok },
      { kind: "delete", email: bola, userId: "bola", ...ok },
    ],
    state: {
      users: [
        {
          ...user,
          id: "ada",
          email: ada,
          status: "approved",
          submittedAt: "2026-01-01",
          currentSubmissionId: "s2",
          draftSavedAt: "2026-01-02",
        },
      ],
      submissions: [
        { id: "s1", userId: "ada", kind: "individual", state: "rejected", mark: 1, files: ["file-1"] },
        { id: "s2", userId: "ada", kind: "individual", state: "approved", mark: 2, files: ["file-2"] },
      ],
      decisions: [
        { userId: "ada", submissionId: "s1", status: "rejected", adminId: "admin-1" },
        { userId: "ada", submissionId: "s2", status: "approved", adminId: "admin-1" },
      ],
      audit: [
        { ...submitted, submissionId: "s1" },
        { action: "submission.rejected", actorId: "admin-1", targetId: "ada", submissionId: "s1" },
        { ...submitted, submissionId: "s2" },
        { action: "submission.approved", actorId: "admin-1", targetId: "ada", submissionId: "s2" },
        { action: "user.deleted", actorId: "bola", targetId: "bola", submissionId: null },
      ],
      mails: [
        { id: "m1", userId: "ada", template: "submissionReceived", outcome: "sent" },
        { id: "m2", userId: "ada", template: "submissionRejected", outcome: "sent" },
        { id: "m3", userId: "ada", template: "submissionReceived", outcome: "sent" },
        { id: "m4", userId: "ada", template: "submissionApproved", outcome: "sent" },
        { id: "m5", userId: "ada", template: "code", outcome: "expired" },
      ],
      delivered: new Map(["m1", "m2", "m3", "m4"].map((id) => [id, 1])),
      files: ["file-1", "file-2", "file-3"].map((id) => ({
        id,
        ownerId: "ada",
        attached: true,
        whole: true,
      })),
      draftFiles: [{ userId: "ada", field: "passportPhoto", fileId: "file-3" }],
      userCounts: { summed: { investor: 1 }, counted: { investor: 1 } },
      chain: null,
    },
  };
}

/** The name of each violation, how it is produced, and the expected report. */
const broken: [string, (world: Case) => void, RegExp][] = [
  ["an answer of 500", ({ history }) => (history[0]!.status = 500), /register was answered 500/],
  ["an answer that is no envelope", ({ history }) => (history[0]!.malformed = true), /without the envelope/],
  ["a registration that is gone", ({ state }) => state.users.pop(), /registration of ada@test\.example was lost/],
  ["a registration that is there twice", ({ state }) => state.users.push({ ...state.users[0]!, id: "x" }), /there 2 times/],
  ["a refused registration that is there", ({ history }) => Object.assign(history[0]!, refused), /although the registration was refused/],
  ["a proof that is gone", ({ state }) => (state.users[0]!.verified = false), /proof of ada@test\.example was lost/],
  ["a role that is gone", ({ state }) => (state.users[0]!.role = "none"), /role of ada@test\.example was lost/],
  ["a type that is gone", ({ state }) => (state.users[0]!.investorType = "none"), /type of ada@test\.example was lost/],
  ["a draft that is older than acknowledged", ({ state }) => (state.users[0]!.draftSavedAt = "2026-01-01"), /draft of ada/],
  ["an upload that is gone", ({ state }) => state.draftFiles.pop(), /upload of passportPhoto/],
  ["a submission that is gone", ({ state }) => state.submissions.pop(), /submission 2 of ada@test\.example was lost/],
  ["a submission that stayed a draft", ({ state }) => (state.submissions[1]!.state = "draft"), /submission 2 of ada@test\.example was lost/],
  ["a submission that is there twice", ({ state }) => state.submissions.push({ ...state.submissions[1]!, id: "s3" }), /submission 2 of ada@test\.example is there 2 times/],
  ["a refused submission that is there", ({ history }) => Object.assign(history[11]!, refused), /although it was refused/],
  ["a submission that nobody made", ({ history }) => history.splice(11, 1), /made by nobody/],
  ["a submission without its document", ({ state }) => state.submissions[1]!.files.pop(), /has 0 of 1 documents/],
  ["a submission with another file than uploaded", ({ state }) => (state.submissions[0]!.files = ["file-2"]), /lost an upload/],
  ["a submission of somebody else", ({ state }) => (state.submissions[1]!.userId = "bola"), /belongs to somebody else/],
  ["a submission not written down", ({ state }) => state.audit.splice(2, 1), /submission 2 was written down 0 times/],
  ["a decision that is gone", ({ state }) => state.audit.splice(3, 1), /decision lost: approved of s2/],
  ["a decision that was made twice", ({ state }) => state.audit.push({ ...state.audit[3]! }), /decision doubled: approved of s2/],
  ["a decision that nobody made", ({ history }) => history.splice(12, 1), /decision doubled: approved of s2/],
  ["an audit row without its decision", ({ state }) => state.decisions.pop(), /is kept 0 times and written down once/],
  ["an erased person who is there", ({ state }) => state.users.push({ ...state.users[0]!, id: "bola", email: bola }), /bola@test\.example is there although erased/],
  ["an erased person's file", ({ state }) => state.files.push({ id: "file-9", ownerId: "bola", attached: false, whole: true }), /a file of bola/],
  ["an erasure that was not written down", ({ state }) => state.audit.pop(), /erasure of bola was written down 0 times/],
  ["a decision without its mail", ({ state }) => state.mails.splice(3, 1), /once submission\.approved, 0 times submissionApproved/],
  ["a decision with two mails", ({ state }) => state.mails.push({ ...state.mails[3]!, id: "m9" }), /2 times submissionApproved/],
  ["a mail delivered twice", ({ state }) => state.delivered.set("m4", 2), /m4 .* delivered 2 times/],
  ["a mail called sent and never delivered", ({ state }) => state.delivered.delete("m4"), /m4 .* was lost/],
  ["a mail that waits for ever", ({ state }) => (state.mails[3]!.outcome = "waiting"), /m4 .* is waiting/],
  ["a mail given up", ({ state }) => (state.mails[3]!.outcome = "failed"), /m4 .* is failed/],
  ["a document cut short", ({ state }) => (state.files[0]!.whole = false), /file file-1 of submission 1 is not whole/],
  ["a document without its file", ({ state }) => state.files.splice(1, 1), /file file-2 of submission 2 is not whole/],
  ["a document that the sweep would take", ({ state }) => (state.files[0]!.attached = false), /file-1 .* not whole/],
  ["a document of another person", ({ state }) => (state.files[0]!.ownerId = "bola"), /file-1 .* is another's/],
  ["an uploaded file cut short", ({ state }) => (state.files[2]!.whole = false), /uploaded file file-3/],
  ["somebody logged out", ({ history }) => Object.assign(history[15]!, refused), /ada@test\.example was logged out/],
  ["a user count that is wrong", ({ state }) => (state.userCounts.summed.investor = 2), /user count of investor: 2, counted 1/],
  ["a broken audit chain", ({ state }) => (state.chain = "row 3 is missing"), /audit chain is broken: row 3/],
  ["a submission over one that waits", ({ state }) => state.audit.splice(1, 1), /submitted of ada, whose verification was pending/],
  ["an approval of who submitted nothing", ({ state }) => state.audit.unshift({ ...state.audit[3]!, submissionId: "s0" }), /approved of ada, whose verification was none/],
  ["a decision about an earlier submission", ({ state }) => (state.audit[3]!.submissionId = "s1"), /about submission s1 after s2/],
  ["something done to an erased person", ({ state }) => state.audit.push({ ...state.audit[0]!, targetId: "bola" }), /who was erased/],
  ["a status that does not follow", ({ state }) => (state.users[0]!.status = "rejected"), /shown as rejected and is approved/],
  ["a submission whose state does not follow", ({ state }) => (state.submissions[1]!.state = "pending"), /is pending and should be approved/],
  ["the wrong submission shown", ({ state }) => (state.users[0]!.currentSubmissionId = "s1"), /another submission than the last/],
  ["an earlier submission that still waits", ({ state }) => (state.submissions[0]!.state = "pending"), /an earlier submission of ada@test\.example is pending/],
  ["two drafts of one person", ({ state }) => state.submissions.push(...[7, 8].map((mark) => ({ ...state.submissions[0]!, id: `d${mark}`, mark, state: "draft" }))), /2 drafts/],
]; // prettier-ignore

describe("the checker of random operations under faults (threat 47)", () => {
  it("reports nothing for a consistent history", () => {
    const { history, state } = sound();
    expect(check(history, state)).toEqual([]);
  });

  it.each(broken)("reports %s", (_, damage, expected) => {
    const world = sound();
    damage(world);
    expect(check(world.history, world.state).join("\n")).toMatch(expected);
  });

  it("accepts both results of a call without a response", () => {
    const { history, state } = sound();
    for (const call of history)
      if (call.outcome === "ok" && call.kind !== "delete") Object.assign(call, unknown);
    expect(check(history, state)).toEqual([]);
    // None of the calls had an effect.
    const nothing: State = {
      ...state,
      users: [],
      submissions: [],
      decisions: [],
      audit: state.audit.filter(({ targetId }) => targetId === "bola"),
      mails: [],
      files: [],
      draftFiles: [],
    };
    expect(check(history, nothing)).toEqual([]);
  });

  it("does not report a loss after a deletion that was requested, with or without a response", () => {
    const { history, state } = sound();
    history.push({ kind: "delete", email: ada, userId: "ada", ...unknown });
    state.users = [];
    state.submissions = [];
    state.decisions = state.decisions.map((row) => ({ ...row, userId: null, submissionId: null }));
    state.files = [];
    state.draftFiles = [];
    state.mails = [];
    state.audit.push({ action: "user.deleted", actorId: "ada", targetId: "ada", submissionId: null });
    expect(check(history, state)).toEqual([]);
  });
});
