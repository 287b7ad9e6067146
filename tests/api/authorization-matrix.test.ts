import { describe, expect, it } from "vitest";
import { endpoints } from "@/lib/contract/endpoints";
import { db } from "@/lib/db/client";
import { adminSpec, build, call, urls, type SignedIn } from "../support/api";
import { UNKNOWN_ID, actors, matrix, type Actor, type Case, type Row } from "../support/authorization-matrix";

const all = Object.keys(actors) as Actor[];
const expected = (row: Row, actor: Actor) => row[actor] ?? row.else;

/** An account for a call that changes the caller's own. */
const fresh = (actor: Actor): Promise<SignedIn | null> => actors[actor]?.() ?? Promise.resolve(null);

const accounts = new Map<Actor, Promise<SignedIn | null>>();
/** The account of all other calls. */
function shared(actor: Actor): Promise<SignedIn | null> {
  const account = accounts.get(actor) ?? fresh(actor);
  accounts.set(actor, account);
  return account;
}

/** A new target of each kind, because some calls delete it. */
async function targetId(kind: "own" | "other" | "administrator", account: SignedIn | null): Promise<string> {
  if (kind === "own") return account?.id ?? UNKNOWN_ID;
  if (kind === "administrator") return (await build(adminSpec())).id;
  return (await build({ role: "investor", investorType: "personal", verification: "pending" })).id;
}

async function fileOf(userId: string): Promise<string> {
  return (await db.file.findFirst({ where: { ownerId: userId }, select: { id: true } }))?.id ?? UNKNOWN_ID;
}

describe("the authorization matrix (threat 17)", () => {
  for (const [name, entry] of Object.entries(matrix) as [keyof typeof endpoints, Case][]) {
    const endpoint = endpoints[name];
    for (const kind of ["plain", "own", "other", "administrator"] as const) {
      const row = entry[kind];
      if (!row) continue;
      it(`${endpoint.method} ${endpoint.path}${kind === "plain" ? "" : ` on ${kind}`}`, async () => {
        const seen = await Promise.all(
          all.map(async (actor) => {
            const changesCaller =
              (kind === "plain" || kind === "own") && (endpoint.method !== "GET" || name === "logoutGet");
            const account = await (changesCaller ? fresh(actor) : shared(actor));
            const user = kind === "plain" ? UNKNOWN_ID : await targetId(kind, account);
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
    /^\/api\/(files\/|docs|openapi\.json|admin\/(cases\/events|(cases|users|audit)\/export|users\/[^/]+\/evidence))/.test(
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
