import { expect, it } from "vitest";
import { endpoints } from "@/lib/contract/endpoints";
import { db } from "@/lib/db/client";
import { adminSpec, build, call, urls, type SignedIn } from "./api";
import {
  UNKNOWN_ID,
  createActor,
  expectedStatus,
  matrix,
  type Actor,
  type Case,
  type Row,
} from "./authorization-matrix";
import { pendingInvestor } from "./users";

const kinds = ["plain", "own", "other", "administrator"] as const;
type Kind = (typeof kinds)[number];

/** A row of the authorization matrix with its call. */
export interface MatrixRow {
  name: keyof typeof endpoints;
  kind: Kind;
  row: Row;
}

export const matrixRows: MatrixRow[] = (Object.entries(matrix) as [keyof typeof endpoints, Case][]).flatMap(
  ([name, entry]) =>
    kinds.flatMap((kind) => {
      const row = entry[kind];
      return row ? [{ name, kind, row }] : [];
    }),
);

const accounts = new Map<Actor, Promise<SignedIn | null>>();
/** Returns the account of an actor, or a new one for a call that succeeds and changes the caller's own. */
function accountOf(actor: Actor, isFresh: boolean): Promise<SignedIn | null> {
  const account = (!isFresh && accounts.get(actor)) || Promise.resolve(createActor(actor));
  if (!isFresh) accounts.set(actor, account);
  return account;
}

const targets = new Map<string, Promise<string>>();
/** Returns the id of the user that a call names, or of a new user for a call that succeeds and changes one. */
async function targetId(kind: Kind, account: SignedIn | null, isFresh: boolean): Promise<string> {
  if (kind === "plain") return UNKNOWN_ID;
  if (kind === "own") return account?.id ?? UNKNOWN_ID;
  const make = async () => (await build(kind === "administrator" ? adminSpec() : pendingInvestor)).id;
  const target = (!isFresh && targets.get(kind)) || make();
  if (!isFresh) targets.set(kind, target);
  return target;
}

async function fileOf(userId: string): Promise<string> {
  return (await db.file.findFirst({ where: { ownerId: userId }, select: { id: true } }))?.id ?? UNKNOWN_ID;
}

/** Defines a test that makes the call of a row as each actor, and compares the statuses with the matrix. */
export function testRow({ name, kind, row }: MatrixRow, actors: readonly Actor[]): void {
  const { method, path } = endpoints[name];
  it(`${method} ${path}${kind === "plain" ? "" : ` on ${kind}`}`, async () => {
    const expected = (actor: Actor) => expectedStatus(endpoints[name], row, actor);
    const seen = await Promise.all(
      actors.map(async (actor) => {
        // A refused call changes nothing.
        const changes = expected(actor) < 300 && (method !== "GET" || name === "logoutGet");
        const account = await accountOf(actor, changes && (kind === "plain" || kind === "own"));
        const user = await targetId(kind, account, changes);
        const id = ["file", "getOriginal", "downloadOriginal"].includes(name) ? await fileOf(user) : user;
        const url = path
          .replace("{field}", "unknownField")
          .replace("{asset}", "start.js")
          .replace(/\{\w+\}/, id);
        return [actor, await fetchStatus(method, url, account, matrix[name])];
      }),
    );
    expect(Object.fromEntries(seen)).toEqual(
      Object.fromEntries(actors.map((actor) => [actor, expected(actor)])),
    );
  });
}

async function fetchStatus(
  method: string,
  url: string,
  account: SignedIn | null,
  entry: Case,
): Promise<number> {
  if (
    /^\/api\/(files\/|docs|openapi\.json|admin\/(cases\/events|(acts|cases|users|audit|suspicions)\/export|users\/[^/]+\/evidence|[\w/]+\/changes\/export))/.test(
      url,
    )
  ) {
    const response = await fetch(urls()[0] + url, {
      method,
      ...(entry.body !== undefined && { body: JSON.stringify(entry.body) }),
      headers: {
        "content-type": "application/json",
        ...(account && { authorization: `Bearer ${account.token}` }),
      },
    });
    await response.body?.cancel();
    return response.status;
  }
  const answer = await call(method, url, {
    token: account?.token,
    ...(entry.body === undefined ? {} : { body: entry.body }),
    ...(entry.form ? { form: entry.form() } : {}),
  });
  return answer.status;
}
