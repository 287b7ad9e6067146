import pg from "pg";
import type { Viewer } from "@/lib/viewer";
import type { Database } from "../tests/support/server";
import type { Statements } from "./servers";

/**
 * The SQL that the product sends for each of these calls, without the check of the session: it is run here once and what goes to `pg` is
 * noted. So the floor never lags behind the product.
 */
export async function statementsOf(database: Database, paths: string[]): Promise<Statements> {
  Object.assign(process.env, database.env);
  const { db } = await import("@/lib/db/client");
  const { userListQuery } = await import("@/lib/users/admin-schema");
  const { listUsers } = await import("@/lib/users/admin-queries");
  const { statistics } = await import("@/lib/users/statistics");
  const viewer = { sessionId: "", userId: "", role: "admin", isSuper: true } as Viewer;
  const statements: Statements = {};
  let noted: Statements[string] = [];

  // `pg` is asked by Prisma with a configuration, by others with text and values.
  const original = Reflect.get(pg.Client.prototype, "query") as (...args: unknown[]) => unknown;
  Reflect.set(pg.Client.prototype, "query", function (this: pg.Client, ...args: unknown[]) {
    const [first, second] = args;
    const { text, values, name } =
      typeof first === "string" ? { text: first, values: second } : (first as pg.QueryConfig);
    // What the product prepares, the floor prepares too.
    noted.push({
      text,
      values: Array.isArray(values) ? (values as unknown[]) : [],
      ...(name ? { name } : {}),
    });
    return original.apply(this, args);
  });
  try {
    for (const path of paths) {
      const { pathname, searchParams } = new URL(path, "http://bench");
      const ask = () =>
        pathname.endsWith("statistics")
          ? statistics(viewer)
          : listUsers(viewer, userListQuery.parse(Object.fromEntries(searchParams)));
      // Twice: what is only asked the first time is not what the call costs.
      await ask();
      noted = [];
      await ask();
      statements[path] = noted;
      noted = [];
    }
  } finally {
    Reflect.set(pg.Client.prototype, "query", original);
    await db.$disconnect();
  }
  return statements;
}
