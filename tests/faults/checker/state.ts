import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import type pg from "pg";
import { ChainVerifier } from "../../../server/commands/audit-verifier";
import { readAuditRows } from "../../../server/audit-rows";
import type { FakeResend } from "../../support/resend";
import type { World } from "../world";
import type { State } from "./history";

/** The parts of the state that one query returns. */
const queries = {
  users: `
    select u.id, u.email, email_verified_at is not null as verified, role::text, investor_type::text as "investorType",
      status::text, submitted_at::text as "submittedAt", current_submission_id as "currentSubmissionId",
      to_char(d.updated_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "draftSavedAt"
    from users u left join form_drafts d on d.user_id = u.id`,
  // The mark is the number in the name of the applicant or the company.
  submissions: `
    select s.id, s.user_id as "userId", s.kind::text, s.state::text,
      coalesce(substring(p.surname from '\\d+'), substring(c.name from '\\d+'))::int as mark,
      array(select file_id::text from documents d where d.submission_id = s.id) as files
    from submissions s left join personal_details p on p.submission_id = s.id left join companies c on c.submission_id = s.id`,
  decisions: `
    select user_id as "userId", submission_id as "submissionId", status::text, decided_by_id as "adminId" from decisions`,
  audit: `
    select action, actor_id as "actorId", target_id as "targetId", data->>'submissionId' as "submissionId"
    from audit_events order by seq`,
  mails: `
    select id, user_id as "userId", template, case
      when sent_at is not null then 'sent' when failed_at is null then 'waiting'
      when last_error = 'expired' then 'expired' else 'failed' end as outcome
    from mail_outbox`,
  draftFiles: `select user_id as "userId", field, file_id as "fileId" from draft_files`,
} as const;

/** Reads the final state: database, deliveries, and the complete content of each file. */
export async function readState(world: World, resend: FakeResend): Promise<State> {
  const client = await world.sql.connect();
  try {
    const read = async <T>(query: string) => (await client.query(query)).rows as T[];
    const lists = {} as Record<keyof typeof queries, unknown[]>;
    for (const [name, query] of Object.entries(queries))
      lists[name as keyof typeof queries] = await read(query);
    const rows = await read<FileRow>(
      `select id, owner_id as "ownerId", storage_key as key, size, coalesce(sealed_sha256, sha256) as sha256, data_key is not null as sealed, attached_at is not null as attached from files`,
    );
    const files: State["files"] = [];
    for (const { id, ownerId, attached, ...row } of rows)
      files.push({ id, ownerId, attached, whole: await isWhole(world.storedFile(row.key), row) });
    return {
      ...(lists as Pick<State, keyof typeof queries>),
      files,
      // An idempotent mail service delivers each key once; a duplicate email has another key and is found by its event.
      delivered: new Map([...resend.delivered.keys()].map((key) => [key, 1])),
      userCounts: {
        summed: await totals(
          client,
          "select role, status, submitted, verified, sum(delta)::int as n from user_count_deltas",
        ),
        counted: await totals(
          client,
          `select role, status, submitted_at is not null as submitted, email_verified_at is not null as verified, count(*)::int as n
           from users`,
        ),
      },
      chain: await brokenChain(client),
    };
  } finally {
    client.release();
  }
}

interface FileRow {
  id: string;
  ownerId: string | null;
  key: string;
  size: number;
  /** Of the stored bytes. */
  sha256: string;
  sealed: boolean;
  attached: boolean;
}

async function isWhole(file: string, { size, sha256, sealed }: Pick<FileRow, "size" | "sha256" | "sealed">) {
  const bytes = await readFile(file).catch(() => null);
  if (!bytes || (!sealed && bytes.length !== size)) return false;
  return createHash("sha256").update(bytes).digest("hex") === sha256;
}

async function totals(client: pg.PoolClient, select: string): Promise<Record<string, number>> {
  const { rows } = await client.query<Record<string, string | number>>(`${select} group by 1, 2, 3, 4`);
  return Object.fromEntries(
    rows
      .map(({ n, ...sort }) => [Object.values(sort).join(" "), Number(n)] as const)
      .filter(([, n]) => n !== 0),
  );
}

async function brokenChain(client: pg.PoolClient): Promise<string | null> {
  const verifier = new ChainVerifier();
  try {
    for await (const row of readAuditRows(client)) verifier.add(row);
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
