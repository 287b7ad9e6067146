import { describe, expect, it } from "vitest";
import { formatBytes, formatDate, formatDateTime } from "./format";

describe("formats", () => {
  it("formats a date as 2 March 2026, in Lagos time", () => {
    expect(formatDate("2026-03-02T08:00:00.000Z")).toBe("2 March 2026");
    expect(formatDate("2026-03-01T23:30:00.000Z")).toBe("2 March 2026");
    expect(formatDateTime("2026-03-02T13:05:00.000Z")).toBe("2 March 2026, 14:05");
  });
  it("returns an empty string for a missing value", () => {
    expect(formatDate(null)).toBe("");
    expect(formatDate("soon")).toBe("");
  });
  it("formats file sizes", () => {
    expect(formatBytes(512)).toBe("512 B");
    expect(formatBytes(860_000)).toBe("840 KB");
    expect(formatBytes(2.4 * 1024 * 1024)).toBe("2.4 MB");
  });
});
