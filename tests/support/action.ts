import { readFileSync } from "node:fs";
import type { Outcome } from "@/lib/http/action";
import { cookiesOf, urls } from "./api";

/** Calls a server action as a page does: with its id from the build, the page cookie and an Origin header. */
interface Manifest {
  node: Record<string, { exportedName: string }>;
}

const idOf = (name: string): string => {
  const { node } = JSON.parse(
    readFileSync(".next/server/server-reference-manifest.json", "utf8"),
  ) as Manifest;
  const found = Object.entries(node).find(([, { exportedName }]) => exportedName === name);
  if (!found) throw new Error(`no server action ${name} in the build`);
  return found[0];
};

export interface ActionAnswer<T> {
  status: number;
  /** Null if the action did not run. */
  outcome: Outcome<T> | null;
  /** The target of the guard's redirect. */
  location: string | null;
  cookies: string;
  body: string;
}

interface Caller {
  cookies?: string;
  base?: string;
  /** Defaults to the server's own origin. */
  origin?: string;
  /** The user for whom the page was rendered. */
  userId?: string | null;
}

export async function act<T>(
  name: string,
  input: unknown,
  { cookies = "", base = urls()[0], origin = base, userId }: Caller = {},
): Promise<ActionAnswer<T>> {
  const response = await fetch(`${base}/profile`, {
    method: "POST",
    redirect: "manual",
    headers: {
      "next-action": idOf(name),
      "content-type": "text/plain;charset=UTF-8",
      accept: "text/x-component",
      origin,
      ...(cookies && { cookie: cookies }),
    },
    body: JSON.stringify([
      input === undefined ? "$undefined" : input,
      ...(userId === undefined ? [] : [userId]),
    ]),
  });
  const body = await response.text();
  const line = /^\w+:(\{"ok":.*\})$/m.exec(body)?.[1];
  return {
    status: response.status,
    outcome: line ? (JSON.parse(line) as Outcome<T>) : null,
    location: response.headers.get("location"),
    cookies: cookiesOf(response.headers),
    body,
  };
}
