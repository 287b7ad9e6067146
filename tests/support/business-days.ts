import type { UserSpec } from "../../prisma/seed/builders";
import { buildIn } from "./installation";

/** A Thursday before a week without holidays, long before today. */
export const THURSDAY = new Date("2026-11-12T09:00:00Z");

/** Users and submissions for the tests of deadlines and review times (product 10.17). */
export { pendingInvestor as pending } from "./users";
export const build = (spec: Partial<UserSpec>) => buildIn(spec, "days");
