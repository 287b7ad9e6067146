import { runClosedLoop, send } from "./load";
import type { MixedCase } from "./mixed-cases";
import { bearer, json, signIn, type BenchUser } from "./sign-in";
import type { Target } from "./servers";

/** What reviewers do with open cases, three in twenty of the users (product 10.15, 10.17, 10.20). */
const REVIEWER = "admin@seedline.example";

interface Row {
  _id: string;
}

async function openCases(target: Target, user: BenchUser): Promise<Row[]> {
  const answer = await send(target.url, { path: "/api/admin/cases?limit=20", headers: bearer(user) });
  return (JSON.parse(answer.body.toString()) as { data: Row[] }).data;
}

export const deskCases: MixedCase[] = [
  {
    name: "Desk: queue by deadline",
    desk: true,
    prepare: async (target) => {
      const headers = bearer(await signIn(target, REVIEWER));
      return (options) =>
        runClosedLoop(target.url, options, () => ({ path: "/api/admin/cases?order=deadline", headers }));
    },
  },
  {
    // Each case is released again, so that a small queue does not run dry.
    name: "Desk: take next and release",
    desk: true,
    prepare: async (target) => {
      const headers = { ...bearer(await signIn(target, REVIEWER)), ...json };
      const taken = new Map<number, string>();
      return (options) =>
        runClosedLoop(
          target.url,
          options,
          (_, connection) => {
            const userId = taken.get(connection);
            return userId
              ? {
                  method: "POST",
                  path: "/api/admin/cases/assign",
                  headers,
                  body: JSON.stringify({ userIds: [userId], reviewerId: null }),
                }
              : { method: "POST", path: "/api/admin/cases/next", headers, body: "{}" };
          },
          ({ body }, connection) => {
            const { data } = JSON.parse(body.toString()) as { data: { userId?: string } | null };
            if (data?.userId) taken.set(connection, data.userId);
            else taken.delete(connection);
          },
        );
    },
  },
  {
    // Read before: the record of a read is not part of the lookup.
    name: "Desk: duplicates of a case",
    desk: true,
    prepare: async (target) => {
      const user = await signIn(target, REVIEWER);
      const cases = await openCases(target, user);
      const path = (count: number) => `/api/admin/users/${cases[count % cases.length]!._id}/duplicates`;
      for (const index of cases.keys()) await send(target.url, { path: path(index), headers: bearer(user) });
      return (options) =>
        runClosedLoop(target.url, options, (count) => ({ path: path(count), headers: bearer(user) }));
    },
  },
];
