// `npm run bench:growth` measures what the audit log and the ledger cost with 1,000,000 and with 100,000,000 rows, and writes
// bench/GROWTH.md. It needs 80 GB of disk and about an hour. `--rows 1000000,10000000` sets the two sizes; then no file is written.
import { writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import type pg from "pg";
import { withClient } from "../server/postgres";
import type { Viewer } from "@/lib/viewer";
import { root, runCommand } from "../server/process";
import { quantile } from "../tests/faults/load";
import { endAll, endOnSignal, onCleanup } from "../tests/faults/world";
import { startDatabase, type Database } from "../tests/support/server";

const { values } = parseArgs({ options: { rows: { type: "string" } } });
const sizes = (values.rows ?? "1000000,100000000").split(",").map(Number);
/** Each call is measured this often. */
const CALLS = 200;
/** The events of a user and the postings of an investor's account. */
const PER_USER = 100;
/** In seconds; rows are spread over them. */
const FIVE_YEARS = 5 * 365 * 86_400;

const print = (text: string) => process.stdout.write(`${text}\n`);
/** The SQL of an id; `uuid` is the same in JavaScript. */
const id = (kind: number, n: string) =>
  `('00000000-0000-7000-8000-' || lpad(to_hex(${kind}::bigint << 40 | (${n})::bigint), 12, '0'))::uuid`;
const uuid = (kind: number, n: number) =>
  `00000000-0000-7000-8000-${(kind * 2 ** 40 + n).toString(16).padStart(12, "0")}`;

/** What grows: how its tables are filled, and the calls that read and write them. */
interface Subject {
  name: string;
  tables: string[];
  fill: (rows: number) => string[];
  calls: (rows: number) => Promise<Record<string, (n: number) => Promise<unknown>>>;
}

/** Five years of events: most are reads, as of reviewers at work. */
const auditLog: Subject = {
  name: "Audit log",
  tables: ["audit_events"],
  fill: (rows) => [
    `INSERT INTO audit_events (seq, id, at, actor_id, action, target_id, data, prev_hash, hash)
     SELECT n, uuidv7(age), now() + age, ${id(9, "n % 20")},
       (ARRAY['user.viewed', 'document.viewed', 'user.viewed', 'submission.approved', 'plan.published'])[1 + n % 5],
       ${id(1, `n * 7919 % ${rows / PER_USER}`)}, '{"part": "account"}',
       encode(sha256((n - 1)::text::bytea), 'hex'), encode(sha256(n::text::bytea), 'hex')
     FROM generate_series(1::bigint, ${rows}) AS n, make_interval(secs => (n - ${rows}) * ${FIVE_YEARS} / ${rows}) AS age`,
  ],
  calls: async (rows) => {
    const { auditNow } = await import("@/lib/audit/audit");
    const { countReadsPerDay, listReadsOf } = await import("@/lib/audit/reads");
    const { db, transaction } = await import("@/lib/db/client");
    const { listEvents } = await import("@/lib/events/queries");
    const { id: userId } = await db.user.findFirstOrThrow({ where: { isSuper: true } });
    const viewer: Viewer = {
      userId,
      sessionId: userId,
      provedAt: new Date(),
      role: "admin",
      isSuper: true,
      duty: "compliance",
      investorType: "none",
      isVerified: true,
      isRenewing: false,
      status: "approved",
      submitted: false,
      twoStepSetupRequired: false,
    };
    const one = (n: number) => uuid(1, (n * 104_729) % (rows / PER_USER));
    return {
      "append an event": (n) =>
        transaction((tx) => auditNow(tx, [{ actorId: null, action: "plan.published", targetId: one(n) }])),
      "reads of a user's data": (n) => listReadsOf(one(n)),
      "reads per day, of 30 days": () => countReadsPerDay(30),
      "a page of events": () => listEvents(viewer, { limit: 100 }),
    };
  },
};

/** Entries from the bank account to one account of each investor, in turns. */
const ledger: Subject = {
  name: "Ledger",
  tables: ["ledger_entries", "ledger_postings", "ledger_accounts", "ledger_total_deltas"],
  fill: (rows) => {
    const entries = rows / 2;
    const accounts = entries / PER_USER;
    const owner = id(1, `1 + n % ${accounts}`);
    const all = `FROM generate_series(1::bigint, ${entries}) AS n`;
    return [
      `INSERT INTO ledger_accounts (id, name, type, subject_id, owner_id, balance, count)
       SELECT ${id(1, "n")}, 'principal', 'liability', ${id(1, "n")}, ${id(1, "n")}, -100 * ${PER_USER}, ${entries}
       FROM generate_series(1::bigint, ${accounts}) AS n`,
      `INSERT INTO ledger_accounts (id, name, type, subject_id, balance, count)
       VALUES (${id(8, "0")}, 'bank', 'asset', ${id(8, "0")}, 100 * ${entries}, ${entries})`,
      `INSERT INTO ledger_entries (id, key, kind, on_day, subject_id, count)
       SELECT ${id(2, "n")}, 'bench:' || n, 'receipt', current_date - ((${entries} - n) * 1825 / ${entries})::int, ${owner}, 2 ${all}`,
      `INSERT INTO ledger_postings (account_id, ordinal, entry_id, amount, balance_after, owner_id)
       SELECT ${id(8, "0")}, n, ${id(2, "n")}, 100, 100 * n, NULL ${all}`,
      `INSERT INTO ledger_postings (account_id, ordinal, entry_id, amount, balance_after, owner_id)
       SELECT ${owner}, n, ${id(2, "n")}, -100, -100, ${owner} ${all}`,
    ];
  },
  calls: async (rows) => {
    const queries = await import("@/lib/ledger/queries");
    const { postEntry } = await import("@/lib/ledger/entries");
    const journal = await import("@/lib/ledger/journal");
    const { transaction } = await import("@/lib/db/client");
    const { uuidv7 } = await import("@/lib/ids");
    const { lagosDay } = await import("@/lib/dates");
    const bank = uuid(8, 0);
    const one = (n: number) => uuid(1, 1 + ((n * 104_729) % (rows / 2 / PER_USER)));
    const on = lagosDay();
    return {
      "post an entry": () =>
        transaction((tx) => postEntry(tx, journal.receipt(bank, { actId: uuidv7(), on, amount: 100n }))),
      "transactions of an investor": (n) => queries.listOwnerPostings(one(n), { limit: 20 }),
      "statement of a year": (n) =>
        queries.listOwnerEntries(one(n), {
          from: `${Number(on.slice(0, 4)) - 1}${on.slice(4)}`,
          to: on,
          limit: 1_000,
        }),
      "entries of an investment": (n) => queries.listSubjectEntries(one(n)),
      "a page of the bank account": () => queries.listAccountPostings("bank", bank, { limit: 20 }),
      "trial balance": () => queries.readTrialBalance(),
    };
  },
};

interface Figures {
  rows: number;
  /** Median milliseconds per call. */
  times: Record<string, number>;
  tableGb: number;
  indexGb: number;
  vacuumSeconds: number;
}

/** Fills tables without triggers; indexes that do not grow at their end are built afterwards. */
async function fill(client: pg.Client, subject: Subject, rows: number): Promise<void> {
  const { rows: indexes } = await client.query<{ name: string; definition: string }>(
    `SELECT c.relname AS name, pg_get_indexdef(i.indexrelid) AS definition FROM pg_index AS i JOIN pg_class AS c ON c.oid = i.indexrelid
     WHERE i.indrelid = ANY ($1::text[]::regclass[]) AND NOT i.indisprimary
       AND NOT EXISTS (SELECT FROM pg_constraint WHERE conindid = i.indexrelid)`,
    [subject.tables],
  );
  await client.query("SET session_replication_role = replica; SET maintenance_work_mem = '1GB'");
  await client.query(`TRUNCATE ${subject.tables.join(", ")} CASCADE`);
  for (const { name } of indexes) await client.query(`DROP INDEX ${name}`);
  for (const sql of subject.fill(rows)) await client.query(sql);
  for (const { definition } of indexes) await client.query(definition);
}

async function measure(client: pg.Client, subject: Subject, rows: number): Promise<Figures> {
  const began = performance.now();
  await client.query(`VACUUM ANALYZE ${subject.tables.join(", ")}`);
  const vacuumSeconds = (performance.now() - began) / 1_000;
  await client.query("CHECKPOINT");
  const { rows: size } = await client.query<{ tableGb: number; indexGb: number }>(
    `SELECT sum(pg_table_size(t::regclass)) / 1e9 AS "tableGb", sum(pg_indexes_size(t::regclass)) / 1e9 AS "indexGb"
     FROM unnest($1::text[]) AS t`,
    [subject.tables],
  );
  const times: Record<string, number> = {};
  for (const [name, call] of Object.entries(await subject.calls(rows))) {
    const durations: number[] = [];
    // The first half fills caches.
    for (let n = 0; n < 2 * CALLS; n += 1) {
      const start = performance.now();
      await call(n);
      if (n >= CALLS) durations.push(performance.now() - start);
    }
    times[name] = quantile(durations, 0.5);
    print(`  ${name}: ${times[name].toFixed(2)} ms`);
  }
  return { rows, times, vacuumSeconds, ...size[0]! };
}

const count = (n: number) => n.toLocaleString("en");

function render(results: { name: string; figures: Figures[] }[]): string {
  const section = ({ name, figures }: (typeof results)[number]) => {
    const [few, many] = [figures[0]!, figures.at(-1)!];
    const row = (what: string, of: (figure: Figures) => number, digits: number) =>
      `| ${what} | ${of(few).toFixed(digits)} | ${of(many).toFixed(digits)} | ${(of(many) / of(few)).toFixed(2)} |`;
    return [
      `## ${name}`,
      "",
      `| | ${count(few.rows)} rows | ${count(many.rows)} rows | ratio |`,
      "| --- | --- | --- | --- |",
      ...Object.keys(few.times).map((call) => row(`${call}, ms`, ({ times }) => times[call]!, 2)),
      row("tables, GB", ({ tableGb }) => Number(tableGb), 2),
      row("indexes, GB", ({ indexGb }) => Number(indexGb), 2),
      row("VACUUM ANALYZE, s", ({ vacuumSeconds }) => vacuumSeconds, 1),
      "",
    ];
  };
  return [
    "# Results of the benchmark of growth",
    "",
    `Written by \`npm run bench:growth\` (${os.availableParallelism()} cores, Node ${process.versions.node}, PostgreSQL with 64 MB of shared buffers). Medians of ${CALLS} calls, one after the other, each for another user, after as many that fill the caches. Times depend on the machine; the ratios compare within this run.`,
    "",
    ...results.flatMap(section),
  ].join("\n");
}

async function measureSubject(subject: Subject, database: Database): Promise<Figures[]> {
  const figures: Figures[] = [];
  await withClient(database.url, async (client) => {
    for (const rows of sizes) {
      const began = Date.now();
      await fill(client, subject, rows);
      print(`${subject.name}: ${count(rows)} rows, filled in ${Math.round((Date.now() - began) / 1_000)} s`);
      figures.push(await measure(client, subject, rows));
    }
    await client.query(`TRUNCATE ${subject.tables.join(", ")} CASCADE`);
  });
  return figures;
}

async function measureAll(): Promise<void> {
  const database = await startDatabase({ seed: true });
  onCleanup(() => database.stop());
  Object.assign(process.env, database.env, { DATABASE_TIMEOUT_MS: "60000" });
  const results = [];
  for (const subject of [auditLog, ledger])
    results.push({ name: subject.name, figures: await measureSubject(subject, database) });
  const report = render(results);
  print(report);
  if (!values.rows) writeFileSync(path.join(root, "bench/GROWTH.md"), report);
}

endOnSignal();

await runCommand(() => measureAll().finally(endAll));
process.exit(0);
