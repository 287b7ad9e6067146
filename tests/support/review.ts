import { expect } from "vitest";
import type { ReviewDto } from "@/lib/review/schema";
import { get, patch, person } from "./api";
import { pendingInvestor } from "./users";

/** Decides on a user's submission with the API. */
export const decision = (id: string, body: object, token: string, server: 0 | 1 = 0) =>
  patch(`/api/admin/users/${id}/verification-status`, body, token, server);

/** Creates a personal investor with a pending submission. */
export const applicant = () => person(pendingInvestor);

/** Returns the review of a user's case, as reviewers see it. */
export async function reviewOf({ id }: { id: string }, { token }: { token: string }): Promise<ReviewDto> {
  const { status, body } = await get(`/api/admin/users/${id}/review`, token);
  expect(status).toBe(200);
  return body.data as ReviewDto;
}
