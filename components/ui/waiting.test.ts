import { expect, it } from "vitest";
import { formatWaiting } from "./waiting";

const now = Date.parse("2026-03-02T12:00:00Z");

it.each([
  ["2026-03-02T12:00:30Z", "waiting 1 minute"],
  ["2026-03-02T11:18:00Z", "waiting 42 minutes"],
  ["2026-03-02T11:00:00Z", "waiting 1 hour"],
  ["2026-02-28T12:30:00Z", "waiting 47 hours"],
  ["2026-02-28T12:00:00Z", "waiting 2 days"],
])("since %s: %s", (since, words) => expect(formatWaiting(since, now)).toBe(words));
