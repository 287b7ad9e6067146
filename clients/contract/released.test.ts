import fs from "node:fs";
import { isDeepStrictEqual } from "node:util";
import { describe, expect, it } from "vitest";
import { endpoints } from "@/lib/contract/endpoints";
import { CONTRACT_VERSION } from "@/lib/contract/version";
import { dayNumber, lagosDay } from "@/lib/dates";
import type { Endpoint } from "@/lib/endpoint";
import { collectionOf } from "./collection";
import { listChanges, nextVersion } from "./changes";
import { findBreakingChanges } from "./compare";
import { callsOf, type Json } from "./document";
import { derivedFiles, files, presentDocument, releasedDocument } from "./released";

/** The shortest time from the deprecation of a call to its sunset. */
const NOTICE_DAYS = 182;

const released = releasedDocument()!;
const present = presentDocument();

describe("the released contract (product 10.48)", () => {
  it("is honoured: no change breaks clients", () => {
    expect(findBreakingChanges(released, present, lagosDay())).toEqual([]);
  });

  it("has every change, under a version and in the change log: otherwise, run npm run api:release", () => {
    expect(listChanges(released, present)).toEqual([]);
    expect(isDeepStrictEqual(released, present)).toBe(true);
    const stale = derivedFiles(present).filter(([file, text]) => fs.readFileSync(file, "utf8") !== text);
    expect(stale.map(([file]) => file)).toEqual([]);
    const [, newest] = /^## ([\d.]+) /m.exec(fs.readFileSync(files.changeLog, "utf8"))!;
    expect([newest, released.info.version]).toEqual([CONTRACT_VERSION, CONTRACT_VERSION]);
  });

  it("keeps a deprecated call for half a year", () => {
    const all: Record<string, Endpoint> = endpoints;
    for (const [name, { deprecated }] of Object.entries(all))
      if (deprecated)
        expect(dayNumber(deprecated.sunset) - dayNumber(deprecated.since), name).toBeGreaterThanOrEqual(
          NOTICE_DAYS,
        );
  });
});

describe("a release", () => {
  it("names new, changed, deprecated and removed calls", () => {
    const next = structuredClone(present);
    const calls = Object.values(next.paths);
    delete next.paths["/api/health"];
    next.paths["/api/new"] = { get: calls[0]!["get"]! };
    next.paths["/api/ready"]!["get"]!.summary += " now";
    Object.assign(next.paths["/api/portfolio"]!["get"]!, {
      deprecated: true,
      description: "Deprecated since today.",
    });
    expect(listChanges(present, next)).toEqual([
      "Removed `GET /api/health`",
      "Deprecated `GET /api/portfolio` since today.",
      "Changed `GET /api/ready`",
      "Added `GET /api/new`: Get the signed-in user",
    ]);
  });

  it.each([
    ["2.0.0", ["Removed"], true],
    ["1.3.0", ["Added"], false],
    ["1.2.4", [], false],
  ])("after 1.2.3 is %s with %j", (version, changes, isBreaking) =>
    expect(nextVersion("1.2.3", changes, isBreaking)).toBe(version),
  );
});

describe("the Postman collection", () => {
  interface Item {
    request: { method: string; url: { raw: string }; auth?: Json; body?: { mode: string; raw?: string } };
  }
  const collection = collectionOf(present) as unknown as { auth: Json; item: { item: Item[] }[] };
  const requests = collection.item.flatMap(({ item }) => item.map(({ request }) => request));

  it("has every call once, with the address and the key as variables", () => {
    const named = requests.map(({ method, url }) => `${method} ${url.raw}`);
    const expected = [...callsOf(present).keys()].map((name) =>
      name
        .replace(" ", " {{baseUrl}}")
        .replaceAll(/\{(\w+)\}(?!\})/g, (all, key: string) => (key === "baseUrl" ? all : `:${key}`)),
    );
    expect(named.toSorted()).toEqual(expected.toSorted());
    expect(JSON.stringify(collection.auth)).toContain("{{token}}");
  });

  it("has a body of JSON for every call that takes one, and none for others", () => {
    const calls = [...callsOf(present).values()];
    const bodies = requests.flatMap(({ body }) => body ?? []);
    expect(bodies).toHaveLength(calls.filter(({ requestBody }) => requestBody).length);
    for (const { raw } of bodies) if (raw !== undefined) expect(JSON.parse(raw)).toBeTypeOf("object");
    const publicCalls = calls.filter(({ security }) => !security.length);
    expect(requests.filter(({ auth }) => auth?.["type"] === "noauth")).toHaveLength(publicCalls.length);
  });
});
