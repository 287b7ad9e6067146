import { describe, expect, it } from "vitest";
import type { UserDto } from "@/lib/users/dto";
import { call } from "../../../support/api";
import { applicant } from "../../../support/review";

describe("responses for foreign and for missing objects are equal (threat 17, 22, 29)", () => {
  it("1,000 interleaved reads by two owners return only their own rows (threat 22)", async () => {
    const people = await Promise.all([applicant(), applicant()]);
    for (let round = 0; round < 10; round += 1) {
      const reads = await Promise.all(
        Array.from({ length: 100 }, async (_, i) => {
          const user = people[i % 2]!;
          const answer = await call("GET", "/api/auth/me", {
            token: user.token,
            server: i % 3 === 0 ? 1 : 0,
          });
          return (answer.body.data as UserDto)._id === user.id;
        }),
      );
      expect(reads.every(Boolean)).toBe(true);
    }
  });
});
