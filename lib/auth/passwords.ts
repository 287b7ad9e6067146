import "server-only";
import { availableParallelism } from "node:os";
import { hash, verify } from "@node-rs/argon2";
import { invalid } from "@/lib/errors";
import { COMMON_PASSWORD } from "@/lib/forms/atoms";
import { limitConcurrency } from "@/lib/concurrency";
import common from "./common-passwords.json";

/** argon2id with OWASP's parameters: 19 MiB, two passes, one lane (threat 9). */
const ARGON2ID = 2;
const options = { algorithm: ARGON2ID, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** More threads than cores would only compete with each other, and Node.js has four for this work. */
const THREADS = Math.min(4, availableParallelism());

/**
 * Limits parallel hashing, so that a flood of logins leaves CPU time for other requests (threat 48). On two cores, a hundred users can log
 * in at the same moment; beyond that capacity, requests soon get 503.
 */
const limitHashing = limitConcurrency({
  max: THREADS,
  maxQueued: 50 * THREADS,
  maxWaitMs: 3_500,
  overloadWaitMs: 500,
});

/**
 * Returns the normalized form of a password for hashing and comparison (RFC 8265, OpaqueString): keyboards encode a letter or a space in
 * several ways.
 */
const prepare = (password: string): string => password.replace(/\p{Zs}/gu, " ").normalize("NFC");

export const hashPassword = (password: string): Promise<string> =>
  limitHashing(() => hash(prepare(password), options));

/** The hash of a random password, compared for unknown addresses so that they take as long as known ones. */
let decoy: Promise<string> | undefined;
const decoyHash = () => (decoy ??= hash(crypto.randomUUID(), options));

/** Returns whether a password matches a hash. It takes the same time whether or not there is a hash. */
export async function passwordMatches(hashed: string | null | undefined, password: string): Promise<boolean> {
  const against = hashed ?? (await decoyHash());
  const prepared = prepare(password);
  const matches =
    (await limitHashing(() => verify(against, prepared))) ||
    // An older hash was computed from the password as typed.
    (prepared !== password && (await limitHashing(() => verify(against, password))));
  return hashed ? matches : false;
}

const refused = new Set<string>(common.passwords);

/** Rejects common passwords, exactly as typed (product 10.3). Throws VALIDATION_FAILED at `password`. */
export function rejectCommonPassword(password: string): void {
  if (refused.has(prepare(password))) throw invalid("password", COMMON_PASSWORD);
}
