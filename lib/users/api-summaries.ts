import "server-only";
import type { users } from "./api";

/** Summaries of the calls for the OpenAPI document, in a separate file that browsers do not load. */
export const userSummaries: Record<keyof typeof users, string> = {
  listUsers: "List users, newest first",
  exportUsers: "Export the filtered list as CSV, numbers masked; audited",
  getUser: "Get a user with their verification, numbers masked",
  listSecurityEvents: "List an administrator's logins and failed logins, newest first",
  deleteUser: "Delete a user; audited with the reason, and emailed to super administrators",
  changeRole: "Change a user's role",
};
