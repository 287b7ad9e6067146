import "server-only";
import { audit } from "@/lib/audit/audit";
import { toAccessSubject } from "@/lib/auth/sessions";
import { CLIENT_IP_HEADER, networkOf } from "@/lib/client-info";
import { db, transaction } from "@/lib/db/client";
import type { Endpoint } from "@/lib/endpoint";
import { env } from "@/lib/env";
import { AppError } from "@/lib/errors";
import { consumeWindow, tryConsume, type Quota } from "@/lib/limits/limits";
import { enqueue } from "@/lib/mail/outbox";
import type { Viewer } from "@/lib/viewer";
import { hashSecret, isSameHash, keyStart, parseKey } from "./key-text";
import { isInNetworks } from "./networks";
import { scopeOf } from "./scope-rules";

/** The interval at which the last use of a key is stored. */
const SEEN_MS = 60_000;
const MINUTE = 60;
const DAY = 86_400;

const include = { owner: true } as const;
type KeyRow = NonNullable<Awaited<ReturnType<typeof findKey>>>;

const findKey = (publicId: string) => db.apiKey.findUnique({ where: { publicId }, include });

/** The caller of a call with a key, and what is left of the key's limit. */
export interface KeyCaller {
  viewer: Viewer;
  quota: Quota;
}

/**
 * Returns the owner of a key, as whom its program acts; null if the key is unknown, expired or revoked. The viewer has no proof of identity.
 * Throws FORBIDDEN outside the networks of the key, which its owner is emailed about.
 */
export async function authenticateKey(token: string, headers: Headers): Promise<KeyCaller | null> {
  const parts = parseKey(token);
  if (!parts) return null;
  const row = await findKey(parts.publicId);
  if (!row || !isAccepted(row, hashSecret(parts.secret))) return null;
  const address = headers.get(CLIENT_IP_HEADER) ?? "";
  const network = networkOf(address);
  if (row.networks.length > 0 && !isInNetworks(address, row.networks)) {
    await reportRefusal(row, network);
    throw new AppError("FORBIDDEN", "This key cannot be used from this network");
  }
  const quota = await consumeWindow(`api_key|${row.id}`, env.API_KEY_CALLS_PER_MINUTE, MINUTE);
  await recordUse(row, network);
  const { id, ownerId, scopes, owner } = row;
  const viewer = {
    sessionId: id,
    userId: ownerId,
    provedAt: new Date(0),
    key: { id, scopes },
    ...toAccessSubject(owner),
  };
  return { viewer, quota };
}

function isAccepted(row: KeyRow, hash: string): boolean {
  const now = new Date();
  if (row.revokedAt || row.expiresAt <= now) return false;
  if (isSameHash(row.secretHash, hash)) return true;
  return row.previousHash !== null && row.previousUntil! > now && isSameHash(row.previousHash, hash);
}

async function recordUse({ id, lastUsedAt, lastNetwork }: KeyRow, network: string): Promise<void> {
  if (lastUsedAt && Date.now() - lastUsedAt.getTime() < SEEN_MS && lastNetwork === network) return;
  await db.apiKey.updateMany({
    where: { id },
    data: { lastUsedAt: new Date(), lastNetwork: network, remindedAt: null },
  });
}

/** Records that a key was used outside its networks, at most once a day for each network. */
async function reportRefusal(row: KeyRow, network: string): Promise<void> {
  if (!(await tryConsume(`api_key_refused|${row.id}|${network}`, 1, DAY))) return;
  await transaction(async (tx) => {
    const { id, name: keyName, publicId, owner } = row;
    await audit(tx, { actorId: null, action: "api_key.refused", targetId: id });
    const data = { name: owner.name, keyName, start: keyStart(publicId), network };
    await enqueue(tx, { to: owner.email, userId: owner.id, template: "apiKeyRefused", data });
  });
}

/** Requires that a key may make a call. Throws FORBIDDEN, which names the missing scope. */
export function requireScope(endpoint: Endpoint, { scopes }: NonNullable<Viewer["key"]>): void {
  const scope = scopeOf(endpoint);
  if (!scope) throw new AppError("FORBIDDEN", "Keys cannot make this call");
  if (!scopes.includes(scope)) throw new AppError("FORBIDDEN", `This key lacks the scope ${scope}`);
}
