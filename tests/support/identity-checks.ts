import { db } from "@/lib/db/client";
import type { SignedIn } from "./api";

/** Identity checks of an applicant: the path of their calls, and the stored rows, newest first. */
export const checksPath = (user: SignedIn) => `/api/admin/users/${user.id}/identity-checks`;
export const rowsOf = ({ id }: SignedIn) =>
  db.identityCheck.findMany({ where: { submission: { userId: id } }, orderBy: { askedAt: "desc" } });
