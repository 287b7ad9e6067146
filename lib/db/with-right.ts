import "server-only";
import { can, type BackOfficeAccess } from "@/lib/rights";
import { duties } from "@/lib/roles";
import type { Prisma } from "./client";

const dutiesWith = (rights: readonly BackOfficeAccess[]) =>
  duties.filter((duty) => rights.every((right) => can({ role: "admin", isSuper: false, duty }, right)));

/** Matches the administrators who have all of these rights. */
export const withRight = (...rights: BackOfficeAccess[]) =>
  ({
    role: "admin",
    OR: [{ isSuper: true }, { duty: { in: dutiesWith(rights) } }],
  }) satisfies Prisma.UserWhereInput;
