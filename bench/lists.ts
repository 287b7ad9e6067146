/** The calls of the back office that read lists. Each case has several addresses, asked in turn, so that no answer is only remembered. */
export interface ListCase {
  name: string;
  /** Addresses on a database with so many users. */
  paths(users: number): string[];
}

const list = (query: string) => `/api/admin/users?${query}`;

/** So many numbers of people, spread over all. */
const spread = (users: number, count = 20) =>
  Array.from({ length: count }, (_, index) => Math.floor((users * (index + 0.5)) / count));

/** In the sample data between one in ten and one in seventy carries such a name; nearly everybody the domain. */
const names = ["Okafor", "bello", "Nwosu", "Lawal", "aliyu", "Igwe", "Danjuma", "Garba", "Etim", "Osagie"];

const PAGE = 20;
const lastPage = (users: number) => Math.floor(users / PAGE);

export const lists: ListCase[] = [
  { name: "User list", paths: () => [list("")] },
  { name: "Status and role", paths: () => [list("role=startup&status=approved&excludeAdmin=true")] },
  {
    name: "Verification queue",
    paths: () => [list("role=investor&status=pending&excludeAdmin=true&onlySubmitted=true")],
  },
  {
    name: "Search, one person",
    paths: (users) => spread(users).map((n) => list(`q=person${n}%40`)),
  },
  { name: "Search, a common name", paths: () => names.map((name) => list(`q=${name}`)) },
  { name: "Search, nearly everybody", paths: () => [list("q=bulk.example")] },
  { name: "Search, two characters", paths: () => ["ob", "zq", "7%40", "Ib"].map((q) => list(`q=${q}`)) },
  {
    name: "Search, nobody",
    paths: () => ["xyzzy", "Quux", "plugh", "wvxq", "Zxcvb", "qwzx"].map((q) => list(`q=${q}`)),
  },
  // Six figures at every size: they are looked up first, and at a million somebody has them.
  {
    name: "Search, nobody by a number",
    paths: () => spread(900_000).map((n) => list(`q=xyzzy${n + 100_000}`)),
  },
  // With fewer than 20,000 users the middle one, because there is no such page.
  {
    name: "Page 500",
    paths: (users) => [list(`page=${Math.min(500, Math.ceil(lastPage(users) / 2))}`)],
  },
  { name: "The page in the middle", paths: (users) => [list(`page=${Math.ceil(lastPage(users) / 2)}`)] },
  { name: "Last page", paths: (users) => [list(`page=${lastPage(users)}`)] },
  { name: "Administrators", paths: () => [list("role=admin")] },
  { name: "Dashboard figures", paths: () => ["/api/admin/statistics"] },
];
