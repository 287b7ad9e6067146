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

/** Returns a valid history: Ada registers, uploads, is rejected, resubmits and is approved; Bola is deleted while she has a draft. */
function consistentCase(): Case {
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
const violations: [string, (world: Case) => void, RegExp][] = [
  ["a 500 response", ({ history }) => (history[0]!.status = 500), /register was answered 500/],
  ["a response without the envelope", ({ history }) => (history[0]!.malformed = true), /without the envelope/],
  ["a lost registration", ({ state }) => state.users.pop(), /registration of ada@test\.example was lost/],
  ["a duplicate registration", ({ state }) => state.users.push({ ...state.users[0]!, id: "x" }), /stored 2 times/],
  ["a rejected registration that was stored", ({ history }) => Object.assign(history[0]!, refused), /although the registration was rejected/],
  ["a lost email verification", ({ state }) => (state.users[0]!.verified = false), /verification of ada@test\.example was lost/],
  ["a lost role", ({ state }) => (state.users[0]!.role = "none"), /role of ada@test\.example was lost/],
  ["a lost investor type", ({ state }) => (state.users[0]!.investorType = "none"), /type of ada@test\.example was lost/],
  ["a draft older than acknowledged", ({ state }) => (state.users[0]!.draftSavedAt = "2026-01-01"), /draft of ada/],
  ["a lost upload", ({ state }) => state.draftFiles.pop(), /upload of passportPhoto/],
  ["a lost submission", ({ state }) => state.submissions.pop(), /submission 2 of ada@test\.example was lost/],
  ["an acknowledged submission that is still a draft", ({ state }) => (state.submissions[1]!.state = "draft"), /submission 2 of ada@test\.example was lost/],
  ["a duplicate submission", ({ state }) => state.submissions.push({ ...state.submissions[1]!, id: "s3" }), /submission 2 of ada@test\.example is stored 2 times/],
  ["a rejected submission that was stored", ({ history }) => Object.assign(history[11]!, refused), /although it was rejected/],
  ["a submission without a call", ({ history }) => history.splice(11, 1), /was not made by a call/],
  ["a submission without its document", ({ state }) => state.submissions[1]!.files.pop(), /has 0 of 1 documents/],
  ["a submission with another file than uploaded", ({ state }) => (state.submissions[0]!.files = ["file-2"]), /lost an upload/],
  ["a submission of another user", ({ state }) => (state.submissions[1]!.userId = "bola"), /belongs to another user/],
  ["a submission without an audit row", ({ state }) => state.audit.splice(2, 1), /submission 2 was recorded 0 times/],
  ["a lost decision", ({ state }) => state.audit.splice(3, 1), /decision lost: approved of s2/],
  ["a duplicate decision", ({ state }) => state.audit.push({ ...state.audit[3]! }), /decision duplicated: approved of s2/],
  ["a decision without a call", ({ history }) => history.splice(12, 1), /decision duplicated: approved of s2/],
  ["an audit row without its decision", ({ state }) => state.decisions.pop(), /is stored 0 times and recorded once/],
  ["a deleted user that still exists", ({ state }) => state.users.push({ ...state.users[0]!, id: "bola", email: bola }), /bola@test\.example exists although deleted/],
  ["a deleted user's file", ({ state }) => state.files.push({ id: "file-9", ownerId: "bola", attached: false, whole: true }), /a file of bola/],
  ["a deletion without an audit row", ({ state }) => state.audit.pop(), /deletion of bola was recorded 0 times/],
  ["a decision without its mail", ({ state }) => state.mails.splice(3, 1), /once submission\.approved, 0 times submissionApproved/],
  ["a decision with two mails", ({ state }) => state.mails.push({ ...state.mails[3]!, id: "m9" }), /2 times submissionApproved/],
  ["a mail delivered twice", ({ state }) => state.delivered.set("m4", 2), /m4 .* delivered 2 times/],
  ["a mail recorded as sent and never delivered", ({ state }) => state.delivered.delete("m4"), /m4 .* was lost/],
  ["a mail that is never sent", ({ state }) => (state.mails[3]!.outcome = "waiting"), /m4 .* is waiting/],
  ["a mail given up", ({ state }) => (state.mails[3]!.outcome = "failed"), /m4 .* is failed/],
  ["a truncated document", ({ state }) => (state.files[0]!.whole = false), /file file-1 of submission 1 is not whole/],
  ["a document without its file", ({ state }) => state.files.splice(1, 1), /file file-2 of submission 2 is not whole/],
  ["a document that the cleanup job would delete", ({ state }) => (state.files[0]!.attached = false), /file-1 .* not whole/],
  ["a document of another user", ({ state }) => (state.files[0]!.ownerId = "bola"), /file-1 .* belongs to another user/],
  ["a truncated uploaded file", ({ state }) => (state.files[2]!.whole = false), /uploaded file file-3/],
  ["a session that a fault ended", ({ history }) => Object.assign(history[15]!, refused), /ada@test\.example was logged out/],
  ["a wrong user count", ({ state }) => (state.userCounts.summed.investor = 2), /user count of investor: 2, counted 1/],
  ["a broken audit chain", ({ state }) => (state.chain = "row 3 is missing"), /audit chain is broken: row 3/],
  ["a submission while another is pending", ({ state }) => state.audit.splice(1, 1), /submitted of ada, whose verification was pending/],
  ["an approval without a submission", ({ state }) => state.audit.unshift({ ...state.audit[3]!, submissionId: "s0" }), /approved of ada, whose verification was none/],
  ["a decision about an earlier submission", ({ state }) => (state.audit[3]!.submissionId = "s1"), /about submission s1 after s2/],
  ["an event of a deleted user", ({ state }) => state.audit.push({ ...state.audit[0]!, targetId: "bola" }), /who was deleted/],
  ["a status that contradicts the events", ({ state }) => (state.users[0]!.status = "rejected"), /shown as rejected and is approved/],
  ["a submission state that contradicts the events", ({ state }) => (state.submissions[1]!.state = "pending"), /is pending and should be approved/],
  ["the wrong current submission", ({ state }) => (state.users[0]!.currentSubmissionId = "s1"), /another submission than the latest/],
  ["an earlier submission that is still pending", ({ state }) => (state.submissions[0]!.state = "pending"), /an earlier submission of ada@test\.example is pending/],
  ["two drafts of one user", ({ state }) => state.submissions.push(...[7, 8].map((mark) => ({ ...state.submissions[0]!, id: `d${mark}`, mark, state: "draft" }))), /2 drafts/],
]; // oxfmt-ignore

describe("the checker of random operations under faults (threat 47)", () => {
  it("reports nothing for a consistent history", () => {
    const { history, state } = consistentCase();
    expect(check(history, state)).toEqual([]);
  });

  it.each(violations)("reports %s", (_, violate, expected) => {
    const world = consistentCase();
    violate(world);
    expect(check(world.history, world.state).join("\n")).toMatch(expected);
  });

  it("accepts both results of a call without a response", () => {
    const { history, state } = consistentCase();
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

  it.each([
    ["without a response", unknown],
    ["repeated at another server, which no longer knows the user", { outcome: "refused", status: 401 }],
  ] as const)("does not report a loss after a deletion %s", (_, answer) => {
    const { history, state } = consistentCase();
    history.push({ kind: "delete", email: ada, userId: "ada", ...answer });
    state.users = [];
    state.submissions = [];
    state.decisions = state.decisions.map((row) => ({ ...row, userId: null, submissionId: null }));
    state.files = [];
    state.draftFiles = [];
    state.mails = [];
    state.audit.push({ action: "user.deleted", actorId: "ada", targetId: "ada", submissionId: null });
    expect(check(history, state)).toEqual([]);
  });

  it("reports a loss after a refused deletion of which the audit log knows nothing", () => {
    const { history, state } = consistentCase();
    history.push({ kind: "delete", email: ada, userId: "ada", outcome: "refused", status: 401 });
    state.users = [];
    expect(check(history, state).join("\n")).toMatch(/the deletion of ada was recorded 0 times/);
  });
});
