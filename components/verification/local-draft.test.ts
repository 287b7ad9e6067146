import { describe, expect, it } from "vitest";
import { newerDraft, withoutStaleMasks } from "./local-draft";

const at = (hour: number) => `2026-11-21T${String(hour).padStart(2, "0")}:00:00.000Z`;
const server = (hour: number, values: Record<string, unknown> = { firstName: "Ada" }) => ({
  values,
  savedAt: at(hour),
});
const local = (hour: number | null, version: number | null = null) => ({
  savedAt: hour === null ? null : at(hour),
  serverVersion: version === null ? null : at(version),
});

describe("the newer of the local and the server draft", () => {
  it.each([
    ["neither", null, null, null, null],
    ["only the server's", server(9), null, null, "server"],
    ["only this browser's", null, local(9), null, "local"],
    ["the newer, here", server(9), local(10), null, "local"],
    ["the newer, there", server(11), local(10), null, "server"],
    ["the same answers, whatever the clocks say", server(11), local(10, 11), null, "local"],
    ["an old one here without a time", server(9), local(null), null, "server"],
    ["one on the server with documents only", server(11, {}), local(10), null, "local"],
    ["one here from before the last submission", null, local(10), at(12), null],
    ["one here from after the rejection", null, local(13), at(12), "local"],
  ] as const)("%s", (_, there, here, submittedAt, expected) => {
    expect(newerDraft(there, here, submittedAt)).toBe(expected);
  });
});

it("empties masks that match no number of the server", () => {
  const values = { firstName: "Ada", ninNumber: "•••••••4821", bvnNumber: "•••••••1111" };
  expect(withoutStaleMasks(values, [{ ninNumber: "•••••••4821" }])).toEqual({ ...values, bvnNumber: "" });
});
