import "server-only";
import type { Prisma } from "@/lib/db/client";
import { toAnswers } from "@/lib/forms/rows";
import type { GivenAnswers } from "@/lib/forms/rows";
import { mask, openRowCipher } from "@/lib/pii/cipher";
import { guardianGroup } from "../forms/guardian-form";
import { cipherColumn, toRow } from "./rows";

/** Returns the columns of a guardian, with the NIN encrypted. */
export const guardianColumns = (userId: string, answers: GivenAnswers) =>
  toRow(guardianGroup, userId, answers);

/** Returns a guardian's answers, with the NIN masked unless `show` formats it otherwise. */
export const guardianAnswers = (row: Prisma.GuardianModel, show: (number: string) => string = mask) =>
  toAnswers(guardianGroup.fields, row, (kind, cipher) =>
    show(openRowCipher(guardianGroup.table, row.userId, row.dataKey).open(cipherColumn(kind), cipher)),
  );
