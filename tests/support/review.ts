import { patch, person } from "./api";

/** Decides on a user's submission with the API. */
export const decision = (id: string, body: object, token: string, server: 0 | 1 = 0) =>
  patch(`/api/admin/users/${id}/verification-status`, body, token, server);

/** A personal investor with a pending submission. */
export const applicant = () =>
  person({ role: "investor", investorType: "personal", verification: "pending" });
