import { patch, person } from "./api";

/** An administrator's decision about somebody, by the call. */
export const decision = (id: string, body: object, token: string, server: 0 | 1 = 0) =>
  patch(`/api/admin/users/${id}/verification-status`, body, token, server);

/** A personal investor who waits for it. */
export const applicant = () =>
  person({ role: "investor", investorType: "personal", verification: "pending" });
