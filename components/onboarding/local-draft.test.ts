import { describe, expect, it } from "vitest";
import { chooseDraft, withoutStaleMasks } from "./local-draft";

const at = (hour: number) => `2026-11-21T${String(hour).padStart(2, "0")}:00:00.000Z`;
const server = (hour: number, values: Record<string, unknown> = { firstName: "Ada" }) => ({
  values,
  savedAt: at(hour),
});
const local = (version: number | null, isAhead = false, submittedAt: string | null = null) => ({
  serverVersion: version === null ? null : at(version),
  isAhead,
  submittedAt,
});

describe("the draft to continue from, this browser's or the server's", () => {
  it.each([
    ["neither", null, null, null, null],
    ["only the server's", server(9), null, null, "server"],
    ["only this browser's", null, local(9), null, "local"],
    ["answers here that the server does not have yet", server(9), local(9, true), null, "local"],
    ["the same, after another device saved: the first save asks", server(11), local(9, true), null, "local"],
    ["the same answers", server(11), local(11), null, "local"],
    ["later answers on the server", server(11), local(10), null, "server"],
    ["earlier ones there, from before the server lost time", server(9), local(10), null, "server"],
    ["one here without a version", server(9), local(null), null, "server"],
    ["one on the server with documents only", server(11, {}), local(10), null, "local"],
    ["one here from before the last submission", null, local(10), at(12), null],
    ["one here from after the rejection", null, local(13, false, at(12)), at(12), "local"],
  ] as const)("%s", (_, there, here, submittedAt, expected) => {
    expect(chooseDraft(there, here, submittedAt)).toBe(expected);
  });
});

it("empties masks that match no number of the server", () => {
  const values = { firstName: "Ada", ninNumber: "•••••••4821", bvnNumber: "•••••••1111" };
  expect(withoutStaleMasks(values, [{ ninNumber: "•••••••4821" }])).toEqual({ ...values, bvnNumber: "" });
});
