import { buildUser, type UserSpec } from "../../prisma/seed/builders";
import { freshEmail, freshNumber } from "./api";

/** A Thursday before a week without holidays, long before today. */
export const THURSDAY = new Date("2026-11-12T09:00:00Z");

/** Users and submissions for the tests of deadlines and review times (product 10.17). */
export const pending = { role: "investor", investorType: "personal", verification: "pending" } as const;
export async function build(spec: Partial<UserSpec>) {
  const email = spec.email ?? freshEmail("days");
  const id = await buildUser({ name: "Ada Test", n: freshNumber(), ...spec, email });
  return { id, email };
}
