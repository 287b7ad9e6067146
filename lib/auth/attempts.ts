import "server-only";
import { networksOf, type Client } from "@/lib/client-info";
import { db } from "@/lib/db/client";
import { env } from "@/lib/env";
import { withFailureLimit, type AttemptLimit } from "@/lib/limits/limits";
import { isKnownDevice } from "./devices";
import { passwordMatches } from "./passwords";
import { recordFailure } from "./security-events";
import { consumeProof, type Verified } from "./verified";

const WINDOW = 15 * 60;

/** An account as it was when its password was checked. */
export interface Account extends Verified {
  emailVerifiedAt: Date | null;
  twoStepSince: Date | null;
}

const toAccount = ({
  id,
  emailVerifiedAt,
  twoStepSince,
  credentialsVersion,
}: Omit<Account, "userId"> & { id: string }): Account => ({
  userId: id,
  emailVerifiedAt,
  twoStepSince,
  credentialsVersion,
});

/**
 * Returns the account with this address and password, or null. All password checks use this function and so share its limits (threat 4).
 * Throws RATE_LIMITED, even for a correct password after a very large number of correct ones.
 */
export async function checkPassword(
  email: string,
  password: string,
  client: Client,
): Promise<Account | null> {
  const account = await withFailureLimit(await limitsOf(email, client), async () => {
    const found = await db.user.findUnique({
      where: { email },
      select: {
        id: true,
        emailVerifiedAt: true,
        passwordHash: true,
        twoStepSince: true,
        credentialsVersion: true,
      },
    });
    const ok = await passwordMatches(found?.passwordHash, password);
    if (found && !ok) recordFailure(found.id, "password_failed", client);
    return { ok, value: found && ok ? toAccount(found) : null };
  });
  if (account) await consumeProof(account);
  return account;
}

/**
 * Returns the limits that apply to an attempt. A browser on which this user has logged in before has separate limits: however many failures
 * others cause, the owner can log in (threat 59). All such browsers of an account and network share an upper limit, because a person who
 * once knew the password may have registered many.
 */
async function limitsOf(email: string, client: Client): Promise<AttemptLimit[]> {
  const failures = env.LIMIT_LOGIN_FAILURES;
  if (client.device && (await isKnownDevice(email, client.device)))
    return [
      { key: `login-device|${email}|${client.device}`, limit: failures, seconds: WINDOW },
      { key: `login-devices|${email}`, limit: failures * 5, seconds: WINDOW },
      {
        key: `login-devices-network|${client.network}`,
        limit: env.LIMIT_LOGIN_FAILURES_PER_IP,
        seconds: WINDOW,
      },
    ];
  return [
    ...networksOf(client.network).flatMap(({ network, factor }) => [
      { key: `login|${email}|${network}`, limit: failures * factor, seconds: WINDOW },
      // The prefix distinguishes an address from a network with the same text.
      {
        key: `login-network|${network}`,
        limit: env.LIMIT_LOGIN_FAILURES_PER_IP * factor,
        seconds: WINDOW,
      },
    ]),
    // This limit is for guesses from many networks: it delays logins temporarily and ends no session.
    { key: `login-account|${email}`, limit: failures * 50, seconds: WINDOW },
  ];
}
