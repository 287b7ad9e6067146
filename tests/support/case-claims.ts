import { db } from "@/lib/db/client";
import type { CaseDto } from "@/lib/review/cases/schema";
import { dataOf, reviewBy, type Person } from "./cases";

export const startup = { role: "startup", verification: "pending" } as const;

export const emptyQueue = () => db.user.deleteMany({ where: { role: { not: "admin" } } });

export const takeNext = async (by: Person, filter: object = {}) =>
  dataOf<CaseDto | null>(await by.send("POST", "/api/admin/cases/next", filter));

export const caseOf = async (by: Person, id: string) => (await reviewBy(by, id)).case!;
