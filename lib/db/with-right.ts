import "server-only";
import { dutiesWith, type BackOfficeAccess } from "@/lib/rights";
import type { Prisma } from "./client";

/** Matches the administrators who have all of these rights. */
export const withRight = (...rights: BackOfficeAccess[]) =>
  ({
    role: "admin",
    OR: [{ isSuper: true }, { duty: { in: dutiesWith(...rights) } }],
  }) satisfies Prisma.UserWhereInput;
