import { describe, expect, it } from "vitest";
import type { UserDto } from "@/lib/users/dto";
import { accountActivity } from "./activity";

const user = (verification: object) =>
  ({
    createdAt: "2026-03-01T08:00:00.000Z",
    verification: { status: "pending", submittedAt: null, reviewedAt: null, ...verification },
  }) as UserDto;

describe("newsOf", () => {
  it("lists events, the latest first", () => {
    const approved = user({
      status: "approved",
      submittedAt: "2026-03-02T08:00:00.000Z",
      reviewedAt: "2026-03-03T08:00:00.000Z",
    });
    expect(accountActivity(approved)).toEqual([
      { at: "2026-03-03T08:00:00.000Z", text: "Your verification was approved" },
      { at: "2026-03-02T08:00:00.000Z", text: "You submitted your verification" },
      { at: "2026-03-01T08:00:00.000Z", text: "You created your account" },
    ]);
  });

  it("omits events that did not happen", () => {
    expect(accountActivity(user({})).map(({ text }) => text)).toEqual(["You created your account"]);
    const unsent = user({ status: "approved", reviewedAt: "2026-03-03T08:00:00.000Z" });
    expect(accountActivity(unsent).map(({ text }) => text)).toEqual([
      "Your verification was approved",
      "You created your account",
    ]);
  });
});
