import { hash } from "@node-rs/argon2";
import { DEMO_PASSWORD, buildUser, type UserSpec } from "../../prisma/seed/builders";
import { freshNumber } from "./fresh-number";

let serial = 0;
/** Returns an address that is unique in this run. */
export const freshEmail = (label = "person") =>
  `${label}.${process.pid}.${Date.now().toString(36)}.${(serial += 1)}@test.example`;

/** Returns an address that is allowed for an administrator. */
export const staffEmail = (label = "staff") => freshEmail(label).replace("test.example", "seedline.example");

/**
 * Otherwise the logins of a thousand built users would take a tenth of the run. Registered users have hashes with the production
 * parameters.
 */
const cheapHash = hash(DEMO_PASSWORD, { memoryCost: 1024, timeCost: 1 });

export type PersonSpec = Partial<UserSpec> & { label?: string };

/** A personal investor with a pending submission. */
export const pendingInvestor = {
  role: "investor",
  investorType: "personal",
  verification: "pending",
} as const;

/** Creates a user with the seed's builder, by default with a unique address. */
export async function build({ label = "built", ...spec }: PersonSpec = {}) {
  const { email = freshEmail(label), name = `Test ${label}` } = spec;
  const passwordHash = await cheapHash;
  return { id: await buildUser({ n: freshNumber(), passwordHash, ...spec, email, name }), email, name };
}
