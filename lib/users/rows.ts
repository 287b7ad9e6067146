import "server-only";
import { db, Prisma } from "@/lib/db/client";
import type { UserRow } from "./present";

/**
 * Many users with their present submissions by one statement: the database puts each together as JSON, which costs a third of what a
 * query with as many relations does. The fields are those of the schema, so that what is added there is here too.
 */
const columnOf = (field: string) => field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** An object of these fields of a table's row; null where a join found none. */
const object = (alias: string, fields: readonly string[], more = "") =>
  `json_build_object(${fields.map((field) => `'${field}', ${alias}.${columnOf(field)}`).join(", ")}${more})`;
const joined = (alias: string, fields: readonly string[]) =>
  `CASE WHEN ${alias}.submission_id IS NOT NULL THEN ${object(alias, fields)} END`;

const secrets: readonly string[] = ["passwordHash", "passwordContested"];
const userFields = Object.values(Prisma.UserScalarFieldEnum).filter((field) => !secrets.includes(field));
const signatory = object(
  "g",
  Object.values(Prisma.SignatoryScalarFieldEnum),
  ", 'documents', coalesce((SELECT json_agg(json_build_object('fileId', d.file_id)) FROM documents d WHERE d.signatory_id = g.id), '[]')",
);
const submission = object(
  "s",
  Object.values(Prisma.SubmissionScalarFieldEnum),
  `, 'personal', ${joined("p", Object.values(Prisma.PersonalDetailsScalarFieldEnum))}
   , 'nextOfKin', ${joined("k", Object.values(Prisma.NextOfKinScalarFieldEnum))}
   , 'bankDetails', ${joined("b", Object.values(Prisma.BankDetailsScalarFieldEnum))}
   , 'company', ${joined("c", Object.values(Prisma.CompanyScalarFieldEnum))}
   , 'signatories', CASE s.kind WHEN 'corporate' THEN coalesce((SELECT json_agg(${signatory} ORDER BY g.ordinal)
       FROM signatories g WHERE g.submission_id = s.id), '[]') ELSE '[]' END
   , 'documents', coalesce((SELECT json_agg(json_build_object('name', d.name, 'fileId', d.file_id, 'signatoryId', d.signatory_id))
       FROM documents d WHERE d.submission_id = s.id), '[]')`,
);
const user = object(
  "u",
  userFields,
  `, 'currentSubmission', CASE WHEN s.id IS NOT NULL THEN ${submission} END
   , 'reviewedBy', CASE WHEN r.id IS NOT NULL THEN json_build_object('id', r.id, 'name', r.name) END`,
);

/** An expression: the users that `page` selects (rows of `users`), newest first, as the text that `parseUsers` reads. */
export const usersAsText = (page: Prisma.Sql): Prisma.Sql => Prisma.sql`(
  SELECT coalesce(json_agg(${Prisma.raw(user)} ORDER BY u.created_at DESC, u.id DESC), '[]')::text
  FROM (${page}) AS u
  LEFT JOIN submissions s ON s.id = u.current_submission_id
  LEFT JOIN personal_details p ON p.submission_id = s.id
  LEFT JOIN next_of_kin k ON k.submission_id = s.id
  LEFT JOIN bank_details b ON b.submission_id = s.id
  LEFT JOIN companies c ON c.submission_id = s.id
  LEFT JOIN users r ON r.id = u.reviewed_by_id)`;

const date = (value: unknown) => (typeof value === "string" ? new Date(value) : null);

/** What `usersAsText` selected, with dates as dates. */
export function parseUsers(text: string): UserRow[] {
  const users = JSON.parse(text) as UserRow[];
  for (const row of users) {
    for (const field of [
      "createdAt",
      "submittedAt",
      "reviewedAt",
      "emailVerifiedAt",
      "twoStepSince",
      "updatedAt",
    ] as const)
      Reflect.set(row, field, date(row[field]));
    const answers = row.currentSubmission;
    if (!answers) continue;
    for (const field of ["createdAt", "submittedAt", "reviewedAt"] as const)
      Reflect.set(answers, field, date(answers[field]));
    if (answers.personal) Reflect.set(answers.personal, "dateOfBirth", date(answers.personal.dateOfBirth));
  }
  return users;
}

/** Users with their present submissions, newest first. Who is gone by now is left out. */
export async function usersOf(ids: readonly string[]): Promise<UserRow[]> {
  const [row] = await db.$queryRaw<[{ users: string }]>`
    SELECT ${usersAsText(Prisma.sql`SELECT * FROM users WHERE id = ANY (${ids}::uuid[])`)} AS users`;
  return parseUsers(row.users);
}
