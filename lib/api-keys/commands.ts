import "server-only";
import { audit } from "@/lib/audit/audit";
import { requireNoRecentReset } from "@/lib/auth/reset-hold";
import { dayAt, dayNumber, lagosDay, startOfLagosDay } from "@/lib/dates";
import { db, lockUsers, transaction, type Prisma, type Tx } from "@/lib/db/client";
import { lockAdministrator } from "@/lib/db/lock-viewer";
import { AppError, invalid, notFound } from "@/lib/errors";
import { uuidv7 } from "@/lib/ids";
import { enqueue } from "@/lib/mail/outbox";
import { emailSuperAdministrators } from "@/lib/users/super-administrators";
import type { Viewer } from "@/lib/viewer";
import { hashSecret, keyStart, keyText, newPublicId, newSecret } from "./key-text";
import { parseNetwork } from "./networks";
import { MAX_KEY_DAYS, type ApiKeyDto, type ApiKeyInput, type NewApiKeyDto } from "./schema";

/** Keys with which programs call the API (product 10.44, ADR 53). */
const include = { owner: { select: { id: true, name: true } } } as const;
type KeyRow = Prisma.ApiKeyGetPayload<{ include: typeof include }>;

/** Lists keep revoked and expired keys, but not forever. */
const MAX_KEYS = 500;
const HOUR_MS = 3_600_000;

const stateOf = ({ revokedAt, expiresAt }: KeyRow): ApiKeyDto["state"] =>
  revokedAt ? "revoked" : expiresAt <= new Date() ? "expired" : "active";

async function toDtos(rows: readonly KeyRow[], reader: Tx | typeof db): Promise<ApiKeyDto[]> {
  const makers = await reader.user.findMany({
    where: { id: { in: rows.map(({ madeById }) => madeById) } },
    select: { id: true, name: true },
    take: rows.length,
  });
  return rows.map((row) => ({
    _id: row.id,
    start: keyStart(row.publicId),
    name: row.name,
    purpose: row.purpose,
    owner: { _id: row.owner.id, name: row.owner.name },
    scopes: row.scopes,
    networks: row.networks,
    state: stateOf(row),
    expiresAt: row.expiresAt.toISOString(),
    madeBy: makers.find(({ id }) => id === row.madeById)?.name ?? null,
    madeAt: row.madeAt.toISOString(),
    rotatedAt: row.rotatedAt.toISOString(),
    overlapUntil:
      row.previousUntil && row.previousUntil > new Date() ? row.previousUntil.toISOString() : null,
    lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
    lastNetwork: row.lastNetwork,
  }));
}

const toDto = async (row: KeyRow, tx: Tx): Promise<ApiKeyDto> => (await toDtos([row], tx))[0]!;

/** Returns the keys, the newest first. */
export const listApiKeys = async (): Promise<ApiKeyDto[]> =>
  toDtos(await db.apiKey.findMany({ include, orderBy: { id: "desc" }, take: MAX_KEYS }), db);

function parseExpiry(day: string): Date {
  const today = lagosDay();
  if (day < today) throw invalid("expiresOn", "Choose today or a later day");
  if (dayNumber(day) - dayNumber(today) >= MAX_KEY_DAYS)
    throw invalid("expiresOn", `A key works for at most ${MAX_KEY_DAYS} days`);
  return startOfLagosDay(dayAt(dayNumber(day) + 1));
}

function requireScopes(scopes: readonly string[], allowed: readonly string[]): void {
  const unknown = scopes.find((scope) => !allowed.includes(scope));
  if (unknown !== undefined) throw invalid("scopes", `The scope ${unknown} does not exist`);
}

function requireNetworks(networks: readonly string[]): void {
  const wrong = networks.find((network) => !parseNetwork(network));
  if (wrong !== undefined)
    throw invalid("networks", `${wrong} is no network. Write 203.0.113.0/24 or 2001:db8::/32, for example.`);
}

/**
 * Makes a key with some of the allowed scopes, and emails its owner and the super administrators. The result contains its text, which is stored nowhere. Throws FORBIDDEN,
 * RECENTLY_RESET, and VALIDATION_FAILED at a field. The route requires a fresh proof of identity.
 */
export const makeApiKey = (
  viewer: Viewer,
  input: ApiKeyInput,
  allowed: readonly string[],
): Promise<NewApiKeyDto> =>
  transaction(async (tx) => {
    const { name, purpose, ownerId, scopes, networks, expiresOn } = input;
    const expiresAt = parseExpiry(expiresOn);
    requireScopes(scopes, allowed);
    requireNetworks(networks);
    await lockUsers(tx, viewer.userId, ownerId);
    await lockAdministrator(tx, viewer, "super");
    await requireNoRecentReset(viewer.userId, tx);
    const owner = await tx.user.findFirst({ where: { id: ownerId, role: "admin" } });
    if (!owner) throw invalid("ownerId", "Choose an administrator");
    const [publicId, secret, id] = [newPublicId(), newSecret(), uuidv7()];
    const row = await tx.apiKey.create({
      data: {
        id,
        publicId,
        secretHash: hashSecret(secret),
        name,
        purpose,
        ownerId,
        scopes: [...new Set(scopes)].toSorted(),
        networks,
        expiresAt,
        madeById: viewer.userId,
      },
      include,
    });
    const data = { ownerId, scopes: row.scopes.length, networks: networks.length };
    await audit(tx, { actorId: viewer.userId, action: "api_key.made", targetId: id, data });
    const email = { keyName: name, start: keyStart(publicId), owner: owner.name, scopes: row.scopes };
    await emailSuperAdministrators(tx, "apiKeyMade", email, [owner.id]);
    await enqueue(tx, {
      to: owner.email,
      userId: owner.id,
      template: "apiKeyMade",
      data: { ...email, name: owner.name },
    });
    return { ...(await toDto(row, tx)), key: keyText(publicId, secret) };
  });

/** Locks a key that can still be changed. Throws NOT_FOUND, CONFLICT for a revoked or expired one. */
async function lockKey(tx: Tx, id: string): Promise<KeyRow> {
  await tx.$queryRaw`SELECT 1 FROM api_keys WHERE id = ${id}::uuid FOR NO KEY UPDATE`;
  const row = await tx.apiKey.findUnique({ where: { id }, include });
  if (!row) throw notFound("This key does not exist");
  return row;
}

/**
 * Gives a key a new secret; the present one is accepted for some hours more. Returns the new text, which is stored nowhere. Throws NOT_FOUND,
 * FORBIDDEN, RECENTLY_RESET, CONFLICT for a revoked or expired key. The route requires a fresh proof of identity.
 */
export const rotateApiKey = (viewer: Viewer, id: string, overlapHours: number): Promise<NewApiKeyDto> =>
  transaction(async (tx) => {
    await lockAdministrator(tx, viewer, "super");
    await requireNoRecentReset(viewer.userId, tx);
    const present = await lockKey(tx, id);
    const state = stateOf(present);
    if (state !== "active")
      throw new AppError("CONFLICT", `This key is ${state}. Make another one.`, { data: { state } });
    const secret = newSecret();
    const overlap = overlapHours > 0;
    const row = await tx.apiKey.update({
      where: { id },
      data: {
        secretHash: hashSecret(secret),
        previousHash: overlap ? present.secretHash : null,
        previousUntil: overlap ? new Date(Date.now() + overlapHours * HOUR_MS) : null,
        rotatedAt: new Date(),
      },
      include,
    });
    await audit(tx, {
      actorId: viewer.userId,
      action: "api_key.rotated",
      targetId: id,
      data: { overlapHours },
    });
    return { ...(await toDto(row, tx)), key: keyText(row.publicId, secret) };
  });

/** Revokes a key at once, with both of its secrets. Revoking it again changes nothing. Throws NOT_FOUND, FORBIDDEN. */
export const revokeApiKey = (viewer: Viewer, id: string): Promise<ApiKeyDto> =>
  transaction(async (tx) => {
    await lockAdministrator(tx, viewer, "super");
    const present = await lockKey(tx, id);
    if (present.revokedAt) return toDto(present, tx);
    const row = await tx.apiKey.update({ where: { id }, data: { revokedAt: new Date() }, include });
    await audit(tx, { actorId: viewer.userId, action: "api_key.revoked", targetId: id });
    return toDto(row, tx);
  });
