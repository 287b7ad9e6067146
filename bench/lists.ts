import { runClosedLoop, send, type LoadSample } from "./load";
import type { Target } from "./servers";
import { bearer, json, signIn } from "./sign-in";

/** Runs one sample of a case. */
export type Runner = (options: { connections: number; seconds: number }) => Promise<LoadSample>;

export interface ListCase {
  name: string;
  /** Prepares a server; not measured. */
  prepare(target: Target): Promise<Runner>;
}

const SUPER = "super@seedline.example";
const REVIEWER = "admin@seedline.example";

/** Returns a case that rotates through several URLs, so that responses do not all come from a cache. */
const reads = (name: string, paths: (users: number) => string[], email = SUPER): ListCase => ({
  name,
  prepare: async (target) => {
    const headers = bearer(await signIn(target, email));
    const urls = paths(target.users);
    return (options) =>
      runClosedLoop(target.url, options, (count) => ({ path: urls[count % urls.length]!, headers }));
  },
});

const usersList = (name: string, queries: (users: number) => string[]): ListCase =>
  reads(name, (users) => queries(users).map((query) => `/api/admin/users?${query}`));

const searches = (name: string, ...texts: string[]) =>
  usersList(name, () => texts.map((text) => `q=${text}`));

/** Returns user numbers, evenly distributed. */
const spread = (users: number, count = 20) =>
  Array.from({ length: count }, (_, index) => Math.floor((users * (index + 0.5)) / count));

const PAGE = 20;
const lastPage = (users: number) => Math.floor(users / PAGE);

/** The lists of the back office, and reviewers' calls on open cases, which 15 % of the users have (product 10.15, 10.17, 10.20). */
export const lists: ListCase[] = [
  usersList("User list", () => [""]),
  usersList("Status and role", () => ["role=startup&status=approved&excludeAdmin=true"]),
  usersList("Verification queue", () => [
    "role=investor&status=pending&excludeAdmin=true&onlySubmitted=true",
  ]),
  usersList("Search, one person", (users) => spread(users).map((n) => `q=person${n}%40`)),
  // Each of these names belongs to 1 in 10 to 1 in 70 sample users; the domain in the next case belongs to nearly all.
  searches("Search, common name", "Okafor", "bello", "Nwosu", "Lawal", "aliyu", "Igwe", "Danjuma", "Garba"),
  searches("Search, nearly all users", "bulk.example"),
  searches("Search, two characters", "ob", "zq", "7%40", "Ib"),
  searches("Search, no results", "xyzzy", "Quux", "plugh", "wvxq", "Zxcvb", "qwzx"),
  // Six digits at every size: such a number is looked up first, and exists if there are a million users.
  usersList("Search, no results by number", () => spread(900_000).map((n) => `q=xyzzy${n + 100_000}`)),
  // With fewer than 20,000 users, the middle page is used instead.
  usersList("Page 500", (users) => [`page=${Math.min(500, Math.ceil(lastPage(users) / 2))}`]),
  usersList("Middle page", (users) => [`page=${Math.ceil(lastPage(users) / 2)}`]),
  usersList("Last page", (users) => [`page=${lastPage(users)}`]),
  usersList("Administrators", () => ["role=admin"]),
  reads("Dashboard statistics", () => ["/api/admin/statistics"]),
  reads("Desk: queue by deadline", () => ["/api/admin/cases?order=deadline"], REVIEWER),
  reads(
    "Desk: cases with a mark",
    () => ["late", "duplicate", "second_round"].map((mark) => `/api/admin/cases?order=deadline&mark=${mark}`),
    REVIEWER,
  ),
  { name: "Desk: take a case and release it", prepare: takeAndRelease },
  { name: "Desk: duplicates of a case", prepare: (target) => readCases(target, "duplicates") },
  { name: "Desk: all of a case (review page)", prepare: (target) => readCases(target, "review") },
];

/** Each claimed case is released again, so that a small queue does not run dry. */
async function takeAndRelease(target: Target): Promise<Runner> {
  const headers = { ...bearer(await signIn(target, REVIEWER)), ...json };
  const taken = new Map<number, string>();
  return (options) =>
    runClosedLoop(
      target.url,
      options,
      (_, connection) => {
        const userId = taken.get(connection);
        return {
          method: "POST",
          path: `/api/admin/cases/${userId ? "assign" : "next"}`,
          headers,
          body: userId ? JSON.stringify({ userIds: [userId], reviewerId: null }) : "{}",
        };
      },
      ({ body }, connection) => {
        const { data } = JSON.parse(body.toString()) as { data: { userId?: string } | null };
        if (data?.userId) taken.set(connection, data.userId);
        else taken.delete(connection);
      },
    );
}

/** Reads the given data of 20 open cases. */
async function readCases(target: Target, what: "duplicates" | "review"): Promise<Runner> {
  const headers = bearer(await signIn(target, REVIEWER));
  const { body } = await send(target.url, { path: "/api/admin/cases?limit=20", headers });
  const { data } = JSON.parse(body.toString()) as { data: { _id: string }[] };
  const paths = data.map(({ _id }) => `/api/admin/users/${_id}/${what}`);
  // Each is read once beforehand, because recording a read is not part of the measurement.
  for (const path of paths) await send(target.url, { path, headers });
  return (options) =>
    runClosedLoop(target.url, options, (count) => ({ path: paths[count % paths.length]!, headers }));
}
