import { describe, expect, it } from "vitest";
import { endpoints } from "@/lib/contract/endpoints";
import { db } from "@/lib/db/client";
import { adminSpec, build, call, urls, type SignedIn } from "../../support/api";
import {
  UNKNOWN_ID,
  actors,
  matrix,
  type Actor,
  type Case,
  type Row,
} from "../../support/authorization-matrix";
import { pendingInvestor } from "../../support/users";

const kinds = ["plain", "own", "other", "administrator"] as const;
type Kind = (typeof kinds)[number];

const all = Object.keys(actors) as Actor[];
const expected = (row: Row, actor: Actor) => row[actor] ?? row.else;

const accounts = new Map<Actor, Promise<SignedIn | null>>();
/** Returns the account of an actor, or a new one for a call that succeeds and changes the caller's own. */
function accountOf(actor: Actor, isFresh: boolean): Promise<SignedIn | null> {
  const account = (!isFresh && accounts.get(actor)) || (actors[actor]?.() ?? Promise.resolve(null));
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

describe("the authorization matrix (threat 17)", () => {
  for (const [name, entry] of Object.entries(matrix) as [keyof typeof endpoints, Case][]) {
    const endpoint = endpoints[name];
    for (const kind of kinds) {
      const row = entry[kind];
      if (!row) continue;
      it(`${endpoint.method} ${endpoint.path}${kind === "plain" ? "" : ` on ${kind}`}`, async () => {
        const seen = await Promise.all(
          all.map(async (actor) => {
            // A refused call changes nothing.
            const changes = expected(row, actor) < 300 && (endpoint.method !== "GET" || name === "logoutGet");
            const account = await accountOf(actor, changes && (kind === "plain" || kind === "own"));
            const user = await targetId(kind, account, changes);
            const id = ["file", "getOriginal", "downloadOriginal"].includes(name) ? await fileOf(user) : user;
            const answer = await fetchStatus(
              endpoint.method,
              endpoint.path
                .replace("{field}", "unknownField")
                .replace("{asset}", "start.js")
                .replace(/\{\w+\}/, id),
              account,
              entry,
            );
            return [actor, answer];
          }),
        );
        expect(Object.fromEntries(seen)).toEqual(
          Object.fromEntries(all.map((actor) => [actor, expected(row, actor)])),
        );
      });
    }
  }

  it("covers every call", () => {
    for (const [name, entry] of Object.entries(matrix)) {
      expect([name, Boolean(entry.plain ?? (entry.own && entry.other))]).toEqual([name, true]);
    }
  });
});

async function fetchStatus(
  method: string,
  url: string,
  account: SignedIn | null,
  entry: Case,
): Promise<number> {
  if (
    /^\/api\/(files\/|docs|openapi\.json|admin\/(cases\/events|(acts|cases|users|audit)\/export|users\/[^/]+\/evidence))/.test(
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
