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

/** As many as Node has for such work. */
const MAX_THREADS = 4;

/**
 * Limits parallel hashing, so that a flood of logins leaves CPU time for other requests. More threads
 * than cores would only take turns. A call that has not begun after 1.5 s gets 503 (threat 48).
 */
const limitHashing = limitConcurrency({
  max: Math.min(MAX_THREADS, availableParallelism()),
  maxQueued: 200,
  maxWaitMs: 1_500,
});

/**
 * The form of a password that is hashed and compared (RFC 8265, OpaqueString): keyboards type one letter, or a space, in several ways.
 */
const prepare = (password: string): string => password.replace(/\p{Zs}/gu, " ").normalize("NFC");

export const hashPassword = (password: string): Promise<string> =>
  limitHashing(() => hash(prepare(password), options));

/** The hash of a random password. It is compared for unknown addresses, so that they take as long as known ones. */
let decoy: Promise<string> | undefined;
const decoyHash = () => (decoy ??= hash(crypto.randomUUID(), options));

/** Returns whether a password matches a hash. It takes the same time whether or not there is a hash. */
export async function passwordMatches(hashed: string | null | undefined, password: string): Promise<boolean> {
  const against = hashed ?? (await decoyHash());
  const prepared = prepare(password);
  const matches =
    (await limitHashing(() => verify(against, prepared))) ||
    // An older hash is of the password as it was typed.
    (prepared !== password && (await limitHashing(() => verify(against, password))));
  return hashed ? matches : false;
}

const refused = new Set<string>(common.passwords);

/** Rejects common passwords, exactly as typed (product 10.3). Throws VALIDATION_FAILED at `password`. */
export function rejectCommonPassword(password: string): void {
  if (refused.has(prepare(password))) throw invalid("password", COMMON_PASSWORD);
}
