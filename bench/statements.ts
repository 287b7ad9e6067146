import pg from "pg";
import type { Database } from "../tests/support/server";
import type { Statements } from "./servers";

/**
 * All SQL that the product sends for these calls, the check of the session included. Each call is executed here and the queries of `pg`
 * are recorded, so that the bare route always sends the product's current SQL.
 */
export async function recordStatements(database: Database, paths: string[]): Promise<Statements> {
  Object.assign(process.env, database.env);
  const { db } = await import("@/lib/db/client");
  const { createSession, readViewer } = await import("@/lib/auth/sessions");
  const { userListQuery } = await import("@/lib/users/admin-schema");
  const { listUsers } = await import("@/lib/users/admin-queries");
  const { statistics } = await import("@/lib/users/statistics");
  const { id: userId } = await db.user.findFirstOrThrow({ where: { isSuper: true }, select: { id: true } });
  const session = await createSession(db, userId, "bench");
  const statements: Statements = {};
  let recorded: Statements[string] = [];

  // Prisma passes a query config, other callers text and values.
  const original = Reflect.get(pg.Client.prototype, "query") as (...args: unknown[]) => unknown;
  Reflect.set(pg.Client.prototype, "query", function (this: pg.Client, ...args: unknown[]) {
    const [first, second] = args;
    const { text, values } =
      typeof first === "string" ? { text: first, values: second } : (first as pg.QueryConfig);
    recorded.push({ text, values: Array.isArray(values) ? (values as unknown[]) : [] });
    return original.apply(this, args);
  });
  try {
    for (const path of paths) {
      const { pathname, searchParams } = new URL(path, "http://bench");
      const ask = async () => {
        const viewer = (await readViewer(session.id))!;
        return pathname.endsWith("statistics")
          ? statistics(viewer)
          : listUsers(viewer, userListQuery.parse(Object.fromEntries(searchParams)));
      };
      // Executed twice, because the first call may send additional queries.
      await ask();
      recorded = [];
      await ask();
      statements[path] = recorded;
      recorded = [];
    }
  } finally {
    Reflect.set(pg.Client.prototype, "query", original);
    await db.$disconnect();
  }
  return statements;
}
