import "server-only";
import type pg from "pg";

type Statement = string | { text: string };

const isEnd = (statement: Statement): boolean =>
  /^(COMMIT|ROLLBACK)$/i.test(typeof statement === "string" ? statement : statement.text);

/** A statement after the end of its transaction: the call fails like a transaction that has expired (lib/db/errors.ts). */
const afterEnd = () =>
  Object.assign(new Error("A statement cannot be executed on an expired transaction"), { code: "P2028" });

/**
 * Lends a connection for one transaction: after COMMIT or ROLLBACK, and once it has been given back, nothing more is sent on it. Prisma rolls
 * a transaction back when it takes too long, but goes on with an operation of several statements that has begun. They would be committed
 * one by one, or within the transaction of whoever has the connection next (prisma/orm issue 29762, ADR 18).
 */
export function lendConnection(
  client: pg.PoolClient,
): Pick<pg.PoolClient, "query" | "on" | "removeListener" | "release"> {
  let isOver = false;
  const query = (statement: Statement): Promise<unknown> => {
    if (isOver) return Promise.reject(afterEnd());
    isOver = isEnd(statement);
    return client.query(statement);
  };
  return {
    query: query as pg.PoolClient["query"],
    on: client.on.bind(client) as pg.PoolClient["on"],
    removeListener: client.removeListener.bind(client) as pg.PoolClient["removeListener"],
    release(destroy) {
      isOver = true;
      client.release(destroy);
    },
  };
}
