/** The list calls of the back office. Each case rotates through several URLs, so that responses do not come from a cache alone. */
export interface ListCase {
  name: string;
  /** The URLs for a database with this number of users. */
  paths(users: number): string[];
}

const list = (query: string) => `/api/admin/users?${query}`;

/** User numbers, evenly distributed. */
const spread = (users: number, count = 20) =>
  Array.from({ length: count }, (_, index) => Math.floor((users * (index + 0.5)) / count));

/** 1 in 10 to 1 in 70 of the sample users has one of these names; nearly all have the domain. */
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
  { name: "Search, common name", paths: () => names.map((name) => list(`q=${name}`)) },
  { name: "Search, nearly all users", paths: () => [list("q=bulk.example")] },
  { name: "Search, two characters", paths: () => ["ob", "zq", "7%40", "Ib"].map((q) => list(`q=${q}`)) },
  {
    name: "Search, no results",
    paths: () => ["xyzzy", "Quux", "plugh", "wvxq", "Zxcvb", "qwzx"].map((q) => list(`q=${q}`)),
  },
  // Six digits at every size: such a number is looked up first, and exists among a million users.
  {
    name: "Search, no results by number",
    paths: () => spread(900_000).map((n) => list(`q=xyzzy${n + 100_000}`)),
  },
  // With fewer than 20,000 users, the middle page.
  {
    name: "Page 500",
    paths: (users) => [list(`page=${Math.min(500, Math.ceil(lastPage(users) / 2))}`)],
  },
  { name: "Middle page", paths: (users) => [list(`page=${Math.ceil(lastPage(users) / 2)}`)] },
  { name: "Last page", paths: (users) => [list(`page=${lastPage(users)}`)] },
  { name: "Administrators", paths: () => [list("role=admin")] },
  { name: "Dashboard statistics", paths: () => ["/api/admin/statistics"] },
];
