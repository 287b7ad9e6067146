import { describe, expect, it } from "vitest";
import { replayDecisions } from "./account-rules";

const day = (n: number) => new Date(Date.UTC(2026, 0, n));
/** Decisions such as `+1A`: approves (`-` rejects) submission 1 with account A. Each is made on the next day. */
const replay = (text: string) =>
  replayDecisions(
    text.split(" ").map((item, index) => ({
      isApproved: item.startsWith("+"),
      submissionId: item[1]!,
      account: item[2]!,
      decidedAt: day(index + 1),
    })),
  );

describe("the verified account", () => {
  it.each([
    ["-1A", null],
    ["+1A", ["1", 1, false]],
    ["+1A +2B", ["2", 2, true]],
    // The approval of the same account starts nothing anew.
    ["+1A +2A", ["2", 1, false]],
    // An approval that was rejected names no account: the one before does, from then on.
    ["+1A +2B -2B", ["1", 3, true]],
    ["+1A +2A -2A", ["1", 1, false]],
    ["+1A -1A", [null, 2, true]],
    ["+1A -1A +1A", ["1", 3, true]],
    ["+1A +2B -1A", ["2", 2, true]],
    ["+1A +2B -2B -1A", [null, 4, true]],
    // A rejection of what was never approved changes nothing.
    ["+1A -2B", ["1", 1, false]],
  ] as const)("after %s", (text, expected) => {
    const history = replay(text);
    expect(history && [history.submissionId, history.since.getUTCDate(), history.hasChanged]).toEqual(
      expected,
    );
  });
});
