import "server-only";
import { db, Prisma, type Tx } from "@/lib/db/client";
import { read, type UserRow } from "./fields";

/**
 * Many users with their present submissions by one statement. Each user is one array of texts, in the order written below: names of fields
 * repeated for every row, and looking up how to write each type, would be most of what the database does for a page.
 */
const nameOf = (field: string) => field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
const columnsOf = (alias: string, fields: readonly string[]) =>
  fields.map((field) => `${alias}.${nameOf(field)}::text`);
const array = (columns: readonly string[]) => `ARRAY[${columns.join(", ")}]`;

/** `name|file|signatory` of each document; the last only where it is a signatory's. */
const documents = `(SELECT string_agg(concat_ws('|', d.name::text, d.file_id::text, d.signatory_id::text), ',')
  FROM documents d WHERE d.submission_id = s.id)`;
const signatories = `CASE s.kind WHEN 'corporate' THEN (SELECT array_to_json(array_agg(${array(columnsOf("g", read.signatory))} ORDER BY g.ordinal))::text
  FROM signatories g WHERE g.submission_id = s.id) END`;

const user = Prisma.raw(
  array([
    ...columnsOf("u", read.user),
    ...columnsOf("r", read.reviewer),
    ...columnsOf("s", read.submission),
    ...columnsOf("p", read.personal),
    ...columnsOf("k", read.nextOfKin),
    ...columnsOf("b", read.bankDetails),
    ...columnsOf("c", read.company),
    documents,
    signatories,
  ]),
);

/** An expression: the users that `page` selects (rows of `users`), newest first, as the text that `parseUsers` reads. */
export const usersAsText = (page: Prisma.Sql): Prisma.Sql => Prisma.sql`(
  SELECT array_to_json(array_agg(${user} ORDER BY u.created_at DESC, u.id DESC))::text
  FROM (${page}) AS u
  LEFT JOIN users r ON r.id = u.reviewed_by_id
  LEFT JOIN submissions s ON s.id = u.current_submission_id
  LEFT JOIN personal_details p ON p.submission_id = s.id
  LEFT JOIN next_of_kin k ON k.submission_id = s.id
  LEFT JOIN bank_details b ON b.submission_id = s.id
  LEFT JOIN companies c ON c.submission_id = s.id)`;

type Text = string | null;

/** PostgreSQL writes moments as `2026-11-22 05:44:08.123+00`; JavaScript promises to read only what has a T and minutes of the zone. */
const moment = (text: string) =>
  new Date(`${text.slice(0, 10)}T${text.slice(11)}${/:\d\d$/.test(text) ? "" : ":00"}`);
const readers: Record<string, (text: string) => unknown> = {
  isSuper: (text) => text === "true",
  createdAt: moment,
  submittedAt: moment,
  reviewedAt: moment,
  twoStepSince: moment,
  dateOfBirth: (text) => new Date(text),
};

/** Takes the values of one row one after the other. */
class Cursor {
  private at = 0;
  private readonly values: readonly Text[];

  constructor(values: readonly Text[]) {
    this.values = values;
  }

  next = (): Text => this.values[this.at++] ?? null;

  /** An object of these fields. The first is the key of its table: null means that a join found none. */
  object<T>(fields: readonly string[]): T | null {
    const found = this.values[this.at] !== null;
    const row: Record<string, unknown> = {};
    for (const field of fields) {
      const text = this.next();
      row[field] = text === null ? null : (readers[field]?.(text) ?? text);
    }
    return found ? (row as T) : null;
  }
}

type Submission = NonNullable<UserRow["currentSubmission"]>;
type Signatory = Submission["signatories"][number];

function parseUser(values: readonly Text[]): UserRow {
  const row = new Cursor(values);
  const user = row.object<UserRow>(read.user)!;
  user.reviewedBy = row.object(read.reviewer);
  const submission = row.object<Submission>(read.submission);
  user.currentSubmission = submission;
  if (!submission) return user;
  submission.personal = row.object(read.personal);
  submission.nextOfKin = row.object(read.nextOfKin);
  submission.bankDetails = row.object(read.bankDetails);
  submission.company = row.object(read.company);
  submission.documents = (row.next()?.split(",") ?? []).map((text) => {
    const [name, fileId, signatoryId = null] = text.split("|");
    return { name, fileId, signatoryId } as Submission["documents"][number];
  });
  const signed = JSON.parse(row.next() ?? "[]") as Text[][];
  submission.signatories = signed.map((given) => {
    const signatory = new Cursor(given).object<Signatory>(read.signatory)!;
    signatory.documents = submission.documents.filter(({ signatoryId }) => signatoryId === signatory.id);
    return signatory;
  });
  return user;
}

/** The users that `usersAsText` selected; it says null where there were none. */
export const parseUsers = (text: string | null): UserRow[] =>
  (JSON.parse(text ?? "[]") as Text[][]).map(parseUser);

/** The users that `page` selects (rows of `users`) with their present submissions, newest first. */
export async function readUsers(page: Prisma.Sql, client: Tx | typeof db = db): Promise<UserRow[]> {
  const [row] = await client.$queryRaw<[{ users: string | null }]>`SELECT ${usersAsText(page)} AS users`;
  return parseUsers(row.users);
}

/** Users by their ids. Who is gone by now is left out. The ids are a query, so that the plan is kept however many they are. */
export const usersOf = async (ids: readonly string[]): Promise<UserRow[]> =>
  ids.length > 0
    ? readUsers(Prisma.sql`SELECT * FROM users WHERE id = ANY (ARRAY(SELECT unnest(${ids}::uuid[])))`)
    : [];
