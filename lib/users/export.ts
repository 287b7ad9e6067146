import "server-only";
import { Readable } from "node:stream";
import { audit } from "@/lib/audit/audit";
import { recordReads } from "@/lib/audit/reads";
import { db, Prisma, transaction } from "@/lib/db/client";
import { lockAdministrator } from "@/lib/db/lock-viewer";
import { csvLine } from "@/lib/formats/csv-line";
import { consume } from "@/lib/limits/limits";
import type { Viewer } from "@/lib/viewer";
import type { UserFilter } from "./admin-schema";
import type { UserDto } from "./dto";
import { userWhere } from "./search";
import { toUserDto, userInclude } from "./serialize";

/** The number of rows per batch, which bounds memory regardless of the list's length. */
const BATCH = 500;
/** The maximum number of exports per hour; they contain personal data, so they are limited and audited. */
const MAX_EXPORTS_PER_HOUR = 30;

const bankDetails = ({ verification }: UserDto) =>
  verification.bankDetails ?? verification.corporate?.bankDetails;

const columns: [header: string, value: (user: UserDto) => string | null | undefined][] = [
  ["Full name", (user) => user.name],
  ["Company", (user) => user.companyName],
  ["Email address", (user) => user.email],
  ["Phone number", (user) => user.phone],
  ["Role", (user) => user.role],
  ["Investor type", (user) => user.investorType],
  // An approval needs no submission (product 10.7); without either, nothing is pending.
  [
    "Verification status",
    ({ verification: { status, submittedAt } }) =>
      status === "pending" && !submittedAt ? "not submitted" : status,
  ],
  ["Submitted at (UTC)", (user) => user.verification.submittedAt],
  ["Joined at (UTC)", (user) => user.createdAt],
  ["NIN (masked)", (user) => user.verification.personal?.ninNumber],
  ["BVN (masked)", (user) => bankDetails(user)?.bvnNumber],
  ["Account number (masked)", (user) => bankDetails(user)?.accountNumber],
];

/** The additional columns and filters of a list's export. */
export interface ExportExtension {
  /** A condition on `users`. */
  where: Prisma.Sql;
  headers: readonly string[];
  /** Returns the cells for the users of a batch, in the same order. */
  cellsOf: (users: readonly UserDto[]) => Promise<readonly (readonly string[])[]>;
  /** The filter as recorded in the audit log. */
  audited: Record<string, string | null>;
}

/**
 * Streams the filtered list as CSV (RFC 4180, UTF-8 with BOM for spreadsheets): newest first, numbers masked, formulas escaped. The export
 * is audited before the first row is sent, and recorded as a read of each user in it (threat 51). It aborts if the session ends or the
 * viewer ceases to be an administrator before the last row. Throws FORBIDDEN for `role=admin` unless the viewer is a super administrator,
 * RATE_LIMITED.
 */
export async function exportUsers(
  viewer: Viewer,
  filter: UserFilter,
  extension?: ExportExtension,
): Promise<ReadableStream<Uint8Array>> {
  const own = userWhere(viewer, filter);
  const where = extension ? Prisma.sql`${own} AND ${extension.where}` : own;
  await consume(`export|${viewer.userId}`, MAX_EXPORTS_PER_HOUR, 3_600);
  await transaction(async (tx) => {
    await lockAdministrator(tx, viewer, "cases.read");
    await audit(tx, {
      actorId: viewer.userId,
      action: "users.exported",
      targetId: null,
      data: {
        role: filter.role ?? null,
        status: filter.status ?? null,
        onlySubmitted: filter.onlySubmitted ?? false,
        searched: Boolean(filter.q),
        ...extension?.audited,
      },
    });
  });
  return Readable.toWeb(
    Readable.from(lines(viewer, where, extension), { objectMode: false }),
  ) as ReadableStream<Uint8Array>;
}

async function* lines(
  viewer: Viewer,
  where: Prisma.Sql,
  extension: ExportExtension | undefined,
): AsyncGenerator<string> {
  yield `\uFEFF${csvLine([...columns.map(([header]) => header), ...(extension?.headers ?? [])])}`;
  let after: { createdAt: Date; id: string } | undefined;
  for (;;) {
    // The rights are checked again for each batch, because an export to a slow client can take a long time.
    await transaction((tx) => lockAdministrator(tx, viewer, "cases.read"));
    const rest = after
      ? Prisma.sql`AND (created_at, id) < (${after.createdAt}::timestamptz, ${after.id}::uuid)`
      : Prisma.empty;
    const page = await db.$queryRaw<{ id: string; createdAt: Date }[]>`
      SELECT id, created_at AS "createdAt" FROM users WHERE ${where} ${rest}
      ORDER BY created_at DESC, id DESC LIMIT ${BATCH}`;
    if (page.length === 0) return;
    after = page.at(-1);
    const rows = await db.user.findMany({
      where: { id: { in: page.map(({ id }) => id) } },
      orderBy: [{ createdAt: "desc" }, { id: "desc" }],
      include: userInclude,
    });
    await recordReads(
      viewer,
      rows.map(({ id }) => ({ subjectId: id, part: "export" })),
    );
    const users = rows.map((row) => toUserDto(row, viewer.isSuper ? "super" : "admin"));
    const further = await extension?.cellsOf(users);
    yield users
      .map((user, index) =>
        csvLine([...columns.map(([, value]) => value(user) ?? ""), ...(further?.[index] ?? [])]),
      )
      .join("");
    if (page.length < BATCH) return;
  }
}
