const propertyOf = (value: unknown, name: string): unknown =>
  typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined;

const codeOf = (error: unknown): unknown => propertyOf(error, "code");

/** Returns whether it is a deadlock or serialization failure: nothing was written, and the transaction can be retried. */
export const isConflict = (error: unknown): boolean =>
  codeOf(error) === "P2034" ||
  /\b(40P01|40001)\b|deadlock detected/.test(error instanceof Error ? error.message : "");

/** Returns whether it is P2002: another transaction inserted the same unique value first. */
export const isUniqueViolation = (error: unknown): boolean => codeOf(error) === "P2002";

/** Returns whether it is P2003: a row referenced by a new row was deleted in the meantime. */
export const isMissingReference = (error: unknown): boolean => codeOf(error) === "P2003";

/** Returns whether it is P2003 or P2025: a row to be referenced, read or changed was deleted in the meantime. */
export const isVanishedRow = (error: unknown): boolean =>
  isMissingReference(error) || codeOf(error) === "P2025";

/**
 * Returns whether the database is overloaded, as opposed to unavailable: a transaction waited for a connection or lasted too long, or
 * conflicted in all retries. It was rolled back, and the call can be repeated.
 */
export const isOverload = (error: unknown): boolean =>
  codeOf(error) === "P2024" || isConflict(error) || isExpiredTransaction(error);

/** P2028 is also the code of a query on a transaction that has ended, which is a fault of ours. */
const isExpiredTransaction = (error: unknown): boolean =>
  codeOf(error) === "P2028" &&
  /expired transaction|Unable to start a transaction/.test(error instanceof Error ? error.message : "");

const UNREACHABLE = new Set<unknown>([
  "P1001", "P1002", "P1008", "P1017", "P2024", "P2028", "P2034", "ECONNREFUSED", "ECONNRESET", "ETIMEDOUT", "EPIPE",
  "ENOTFOUND",
]); // oxfmt-ignore

/** PostgreSQL's connection errors, "too many connections", a full disk, shutdown and startup (classes 08, 53 and 57P). */
const CONNECTION_CODE = /^(?:08\w{3}|53\w{3}|57P0\d)$/;
/** Prisma has the code in its message, except in errors of BEGIN and COMMIT. */
const CODE_IN_MESSAGE = /\bCode: `(\w{5})`/;

/** The kinds by which the driver adapter classifies lost connections. Such an error has no code; in a raw query its code is `N/A`. */
const CONNECTION_KINDS = new Set<unknown>([
  "ConnectionClosed",
  "DatabaseNotReachable",
  "SocketTimeout",
  "TooManyConnections",
]);

/**
 * How PostgreSQL refuses a change, LISTEN or its WAL position (25006, 55000) while it is a standby: the primary has just moved, and this
 * connection has not.
 */
const NOT_PRIMARY =
  /cannot execute .* in a read-only transaction|cannot execute .* during recovery|recovery is in progress/;

/** Returns the error wrapped by this one: its cause, or `meta.driverAdapterError` in errors of raw queries. */
const wrappedIn = (error: unknown): unknown =>
  propertyOf(propertyOf(error, "meta"), "driverAdapterError") ?? propertyOf(error, "cause");

/** Returns whether the database is unavailable or overloaded, so that the response is 503 and not 500 (threat 43, 44). */
export function isUnreachable(error: unknown): boolean {
  for (let at: unknown = error, depth = 0; at && depth < 5; depth += 1) {
    const [code, message] = [codeOf(at), String(propertyOf(at, "message") ?? "")];
    if (UNREACHABLE.has(code) || CONNECTION_KINDS.has(propertyOf(at, "kind")) || isConflict(at)) return true;
    if (
      /timeout exceeded when trying to connect|Query read timeout|Connection terminated|not queryable|Can't reach database|Unable to start a transaction/i.test(
        message,
      ) ||
      CONNECTION_CODE.test(CODE_IN_MESSAGE.exec(message)?.[1] ?? String(code)) ||
      NOT_PRIMARY.test(message)
    ) {
      return true;
    }
    at = wrappedIn(at);
  }
  return false;
}
