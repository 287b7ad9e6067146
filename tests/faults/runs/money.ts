import { randomUUID } from "node:crypto";
import { lagosDay } from "@/lib/dates";
import { toNaira } from "@/lib/money";
import { hashTerms } from "@/lib/plans/terms-hash";
import { samplePhone } from "../../../prisma/seed/answers";
import { command, withLib } from "../../support/command";
import { FakeResend } from "../../support/resend";
import { sampleTerms } from "../../support/sample-terms";
import { submitUntilAcknowledged } from "../checker/application";
import { injectFaults } from "../checker/faults";
import { outcomeOf, Recorder } from "../checker/recorder";
import { ask, tokenOf, type Ask, type Reply } from "../client";
import { mapConcurrently } from "../load";
import { below, chance, oneOf, random, type Random } from "../random";
import type { FaultRun } from "../run";
import { FaultCluster, onCleanup, pause, type Person } from "../world";

const PEOPLE = 50;
const TELLERS = 3;
const OPERATIONS = 10_000;
const MINIMUM = 10_000_000n;
const STEP = 1_000_000n;
const roomy = {
  LIMIT_LOGINS_PER_HOUR: "1000000",
  LIMIT_UPLOADS_PER_HOUR: "1000000",
  LIMIT_MONEY_ACTS_PER_HOUR: "1000000",
};

/** A statement line with a unique reference. */
interface BankLine {
  amount: bigint;
  narration: string;
  sender: string;
  reference: string;
  balance: bigint;
}

/** The number of the bank account of the firm. */
const ACCOUNT = "0123456789";

/** The lines on the bank's account, and those acknowledged by an import. */
class Bank {
  readonly lines: BankLine[] = [];
  readonly acknowledged = new Set<string>();

  book(amount: bigint, narration: string, sender = ""): void {
    this.lines.push({
      amount,
      narration,
      sender,
      reference: `FT${randomUUID().replaceAll("-", "").toUpperCase()}`,
      balance: (this.lines.at(-1)?.balance ?? 0n) + amount,
    });
  }

  /** Returns a statement of consecutive lines, often from the beginning of the day, that may be in reverse order. */
  statement(next: Random): BankLine[] {
    const until = 1 + below(next, this.lines.length);
    const from = chance(next, 0.7) ? 0 : Math.max(0, until - 1 - below(next, 30));
    const lines = this.lines.slice(from, until);
    return chance(next, 0.3) ? lines.toReversed() : lines;
  }
}

const csvOf = (lines: readonly BankLine[]): string =>
  [
    `Account No,${ACCOUNT}`,
    "Date,Amount,Narration,Sender,Reference,Balance",
    ...lines.map(({ amount, narration, sender, reference, balance }) =>
      [lagosDay(), toNaira(amount), narration, sender, reference, toNaira(balance)].join(","),
    ),
  ].join("\n");
const mapping = {
  headerRow: 2,
  date: 0,
  dateOrder: "ymd",
  amount: 1,
  narration: 2,
  counterparty: 3,
  bankReference: 4,
  balance: 5,
};

interface World {
  cluster: FaultCluster;
  recorder: Recorder;
  bank: Bank;
  plan: { slug: string; termsHash: string };
  /** An investor's acknowledged requests by idempotency key, and all requests that were not refused. */
  requests: Map<string, { userId: string; id: string | null }>;
  count: { ok: number; refused: number; unknown: number };
  /** The number of responses by kind of call and status. */
  answers: Map<string, number>;
  over: () => boolean;
}

/** A user whose proof of identity is always fresh enough. */
class Caller {
  protected readonly world: World;
  protected readonly next: Random;
  readonly account: Person;
  private token = "";

  constructor(world: World, account: Person, next: Random) {
    this.world = world;
    this.account = account;
    this.next = next;
  }

  /** Counts as an operation. */
  protected async call(method: string, path: string, options: Ask = {}): Promise<Reply> {
    const reply = await this.look(method, path, options);
    const { count, answers } = this.world;
    count[outcomeOf(reply)] += 1;
    const kind = `${method} ${path.replace(/[\da-f-]{36}/, "{id}")} ${reply.status} ${reply.body?.error ?? ""}`;
    answers.set(kind, (answers.get(kind) ?? 0) + 1);
    return reply;
  }

  /** Makes a call, and logs in first if necessary. */
  protected async look(method: string, path: string, options: Ask = {}): Promise<Reply> {
    for (;;) {
      while (!this.token && !this.world.over())
        this.token = await tokenOf(oneOf(this.next, this.world.cluster.urls), this.account.email).catch(
          async () => {
            await pause(100);
            return "";
          },
        );
      const reply = await this.world.recorder.look(this.next, method, path, {
        ...options,
        token: this.token,
      });
      const isStale = reply.status === 401 || reply.body?.error === "STEP_UP_REQUIRED";
      if (!isStale || this.world.over()) return reply;
      this.token = "";
    }
  }

  protected async list<T>(path: string): Promise<T[]> {
    const { body } = await this.look("GET", path);
    return (body?.data ?? []) as unknown as T[];
  }
}

/** Confirms the undoing of acts that made money due. */
class SecondPerson extends Caller {
  async step(): Promise<void> {
    const proposals = await this.list<{ _id: string }>("/api/admin/proposals");
    if (proposals.length === 0) return pause(500);
    await this.call("POST", `/api/admin/proposals/${oneOf(this.next, proposals)._id}/confirm`);
  }
}

interface Requested {
  _id: string;
  reference: string;
  amount: string;
}

/** Requests investments, retries calls without a response, transfers money in all the ways that people do, cancels and redeems. */
class Investor extends Caller {
  private readonly own: Requested[] = [];

  async step(): Promise<void> {
    if (this.own.length === 0 || chance(this.next, 0.55)) return this.request();
    const { _id } = oneOf(this.next, this.own);
    if (chance(this.next, 0.25)) await this.call("POST", `/api/investments/${_id}/cancel`);
    else if (chance(this.next, 0.5)) await this.redeem(_id);
    else await this.call("GET", `/api/investments/${_id}`);
  }

  private async request(): Promise<void> {
    const { plan, requests, bank, over } = this.world;
    const amount = MINIMUM + STEP * BigInt(below(this.next, 50));
    const body = {
      plan: plan.slug,
      amount: String(amount),
      version: 1,
      termsHash: plan.termsHash,
      accepted: true,
    };
    const key = randomUUID();
    for (;;) {
      const reply = await this.call("POST", "/api/investments", {
        body,
        headers: { "Idempotency-Key": key },
      });
      const outcome = outcomeOf(reply);
      if (outcome === "refused") return void requests.delete(key);
      requests.set(key, { userId: this.account.id, id: null });
      if (outcome === "unknown") {
        if (over()) return;
        continue;
      }
      const investment = reply.body!.data as unknown as Requested;
      requests.set(key, { userId: this.account.id, id: investment._id });
      this.own.push(investment);
      return this.transfer(bank, investment);
    }
  }

  private transfer(bank: Bank, { reference, amount: text }: Requested): void {
    const amount = BigInt(text);
    const manner = this.next();
    const written = manner < 0.1 ? reference.replace(/.$/, "?") : reference;
    if (manner > 0.9) return;
    if (manner > 0.8) {
      bank.book(amount / 2n, written);
      bank.book(amount - amount / 2n, written);
    } else if (manner > 0.7) bank.book(amount + 1_234n, written);
    else bank.book(amount, `transfer ${written.toLowerCase()}`);
    if (manner > 0.65 && manner < 0.7) bank.book(amount, written);
  }

  private async redeem(id: string): Promise<void> {
    const amount = chance(this.next, 0.5) ? MINIMUM : MINIMUM + STEP * BigInt(below(this.next, 40));
    await this.call("POST", `/api/investments/${id}/redemptions`, {
      body: { amount: String(amount), day: lagosDay() },
      headers: { "Idempotency-Key": randomUUID() },
    });
  }
}

interface Line {
  _id: string;
  amount: string;
  proposal: { reference: string } | null;
  payouts: { _id: string }[];
}
interface Due {
  _id: string;
  amount: string;
  problem: string | null;
}
interface Batch {
  _id: string;
  state: string;
  payouts: { reference: string; amount: string }[];
}

interface Act {
  _id: string;
  undo: string | null;
}

/** Imports statements repeatedly, decides on their lines, proposes and releases payouts, and undoes some of it. */
class Teller extends Caller {
  step(): Promise<void> {
    const act = this.next();
    if (act < 0.2) return this.import();
    if (act < 0.7) return this.decide();
    if (act < 0.83) return this.propose();
    if (act < 0.94) return this.release();
    return this.undo();
  }

  /** Undoes one of the last acts; most of those that made money due wait for the second person. */
  private async undo(): Promise<void> {
    const acts = await this.list<Act>("/api/admin/acts?kind=people&limit=20");
    const undoable = acts.filter(({ undo }) => undo !== null);
    if (undoable.length === 0) return pause(50);
    await this.call("POST", `/api/admin/acts/${oneOf(this.next, undoable)._id}/undo`, {
      body: { reason: "other", note: "It was wrong" },
    });
  }

  private async import(): Promise<void> {
    const { bank } = this.world;
    if (bank.lines.length === 0) return pause(50);
    const lines = bank.statement(this.next);
    const form = new FormData();
    for (const [name, value] of Object.entries(mapping)) form.append(name, String(value));
    form.append("file", new Blob([csvOf(lines)], { type: "text/csv" }), "statement.csv");
    const reply = await this.call("POST", "/api/admin/payments/statements", { form });
    if (outcomeOf(reply) !== "ok") return;
    for (const { reference } of lines) bank.acknowledged.add(reference);
  }

  private async decide(): Promise<void> {
    const lines = await this.list<Line>("/api/admin/payments/lines?filter=all&limit=20");
    if (lines.length === 0) return pause(50);
    const { _id, amount, proposal, payouts } = oneOf(this.next, lines);
    const line = `/api/admin/payments/lines/${_id}`;
    if (payouts.length > 0) {
      await this.call("POST", `${line}/payouts`, { body: { payoutIds: [payouts[0]!._id] } });
    } else if (proposal) {
      const body = { parts: [{ reference: proposal.reference, amount }] };
      await this.call("POST", `${line}/match`, { body });
    } else if (amount.startsWith("-")) {
      await this.call("POST", `${line}/book`, { body: { as: "transfer" } });
    } else {
      const isReturned = chance(this.next, 0.5);
      await this.call("POST", `${line}/${isReturned ? "return" : "ignore"}`, {
        body: isReturned ? undefined : { reason: "It is not ours" },
      });
    }
  }

  private async propose(): Promise<void> {
    const due = await this.list<Due>("/api/admin/payouts/due?limit=20");
    const payable = due.filter(({ problem }) => problem === null).slice(0, 1 + below(this.next, 20));
    if (payable.length === 0) return pause(50);
    const total = payable.reduce((sum, { amount }) => sum + BigInt(amount), 0n);
    await this.call("POST", "/api/admin/payouts/batches", {
      body: { ids: payable.map(({ _id }) => _id), total: String(total) },
      headers: { "Idempotency-Key": randomUUID() },
    });
  }

  private async release(): Promise<void> {
    const batches = await this.list<Batch>("/api/admin/payouts/batches?limit=20");
    const proposed = batches.filter(({ state }) => state === "proposed");
    if (proposed.length === 0) return pause(50);
    const { _id } = oneOf(this.next, proposed);
    const act = chance(this.next, 0.8) ? "release" : "withdraw";
    const reply = await this.call("POST", `/api/admin/payouts/batches/${_id}/${act}`);
    if (act !== "release" || outcomeOf(reply) !== "ok") return;
    const { payouts } = reply.body!.data as unknown as Batch;
    const { bank } = this.world;
    for (const { reference, amount } of payouts) {
      bank.book(-BigInt(amount), reference, "Seedline");
      if (chance(this.next, 0.15)) bank.book(BigInt(amount), `RETURNED ${reference}`, "Bank");
    }
  }
}

/** Approves all investors and their due diligence forms, and makes their accounts older than the hold on payouts to new accounts. */
async function approveAll({ sql, urls: [url] }: FaultCluster, teller: Person): Promise<void> {
  // All users of a world have the same phone number, and reviewers cannot decide on an applicant who shares theirs.
  await sql.query("UPDATE users SET phone = $1 WHERE role = 'admin'", [samplePhone(2)]);
  const token = await tokenOf(url!, teller.email);
  const { rows } = await sql.query<{ userId: string; submissionId: string }>(
    `SELECT id AS "userId", current_submission_id AS "submissionId" FROM users WHERE status = 'pending' AND role = 'investor'`,
  );
  for (const { userId, submissionId } of rows) {
    const body = { status: "approved", expectedStatus: "pending", submissionId };
    const path = `/api/admin/users/${userId}/verification-status`;
    const { status, body: reply } = await ask(url!, "PATCH", path, { token, body });
    if (status !== 200) throw new Error(`An approval answered ${status}: ${reply?.error}`);
  }
  await sql.query(
    `INSERT INTO due_diligence (id, user_id, kind, state, sent_at, due_at, decided_at, data_key, tax_id_cipher, tax_id_index, occupation,
       source_of_funds, source_details, expected_amount, pep)
     SELECT gen_random_uuid(), id, 'individual', 'approved', now(), now(), now(), '', '', id::text, 'Trader', 'Savings', 'Savings', 1, 'no'
     FROM users WHERE role = 'investor'`,
  );
  await sql.query("UPDATE decisions SET decided_at = decided_at - interval '10 days'");
}

/** Moves the start of new investments into the past, so that they can be redeemed. PostgreSQL may be down. */
const letDaysPass = ({ sql }: FaultCluster): Promise<unknown> =>
  sql
    .query(
      `UPDATE investments SET paid_on = paid_on - 2, start_on = start_on - 2, maturity_on = maturity_on - 2
       WHERE state = 'active' AND start_on = $1`,
      [lagosDay()],
    )
    .catch(() => undefined);

async function createPlan({ sql }: FaultCluster): Promise<World["plan"]> {
  const terms = { ...sampleTerms, earlyRedemption: { fromDay: 1, charge: 100 } };
  const slug = `plan-${randomUUID()}`;
  await sql.query(
    "INSERT INTO bank_accounts (id, name, bank, number, receives) VALUES (uuidv7(), 'Client account', 'Test Bank', $1, true)",
    [ACCOUNT],
  );
  await sql.query(
    `WITH plan AS (INSERT INTO plans (id, slug, state) VALUES (uuidv7(), $1, 'open') RETURNING id)
     INSERT INTO plan_versions (id, plan_id, version, name, summary, description, risk, terms, published_at)
     SELECT uuidv7(), id, 1, 'Notes', 'Notes.', 'It lends.', 'Low', $2, now() FROM plan`,
    [slug, JSON.stringify(terms)],
  );
  return { slug, termsHash: hashTerms(terms) };
}

/** The invariants of the ledger, each with a query that counts violations. */
const promises: Record<string, string> = {
  "lines stored twice":
    "SELECT count(*) - count(DISTINCT bank_reference) AS n FROM statement_lines WHERE state <> 'withdrawn'",
  "the bank account does not have the balance of its last statement line": `
    SELECT (SELECT coalesce(sum(balance), 0) FROM ledger_accounts WHERE name = 'bank')
      - coalesce((SELECT balance FROM statement_lines WHERE state <> 'withdrawn' ORDER BY position DESC LIMIT 1), 0) AS n`,
  "payouts in transit are not those that are released": `
    SELECT (SELECT coalesce(sum(balance), 0) FROM ledger_accounts WHERE name = 'payouts_in_transit')
      + (SELECT coalesce(sum(amount), 0) FROM payouts WHERE state = 'released') AS n`,
  "investments whose amounts due are not what the ledger owes": `
    SELECT count(*) AS n FROM ledger_accounts AS a WHERE a.name = 'due_to_investor' AND -a.balance <> (
      SELECT coalesce(sum(d.amount), 0) FROM amounts_due AS d LEFT JOIN payouts AS p ON p.id = d.payout_id
      WHERE d.source = 'investment' AND d.investment_id = a.subject_id AND (d.state = 'due' OR p.state = 'proposed'))`,
  "investors' accounts that are overdrawn":
    "SELECT count(*) AS n FROM ledger_accounts WHERE owner_id IS NOT NULL AND balance > 0",
  "active investments without principal, and others with it": `
    SELECT count(*) AS n FROM investments AS i LEFT JOIN ledger_accounts AS a ON a.subject_id = i.id AND a.name = 'principal'
    WHERE (i.state = 'active') <> (coalesce(a.balance, 0) < 0)`,
  "investments with more principal than was agreed": `
    SELECT count(*) AS n FROM investments AS i JOIN ledger_accounts AS a ON a.subject_id = i.id AND a.name = 'principal'
    WHERE -a.balance > i.amount`,
  "capacity that is not what is requested and invested": `
    SELECT count(*) AS n FROM plans AS p WHERE p.taken <> (SELECT coalesce(sum(i.amount - (
      SELECT coalesce(sum(amount), 0) FROM redemptions WHERE investment_id = i.id AND undone_by_id IS NULL)), 0) FROM investments AS i
      JOIN plan_versions AS v ON v.id = i.plan_version_id WHERE v.plan_id = p.id AND i.state IN ('requested', 'active'))`,
  "payouts released by who has proposed them":
    "SELECT count(*) AS n FROM payout_batches WHERE state = 'released' AND decided_by_id = proposed_by_id",
};

async function findBroken({ cluster, bank, requests }: World): Promise<string[]> {
  const broken: string[] = [];
  for (const [promise, query] of Object.entries(promises)) {
    const { rows } = await cluster.sql.query<{ n: string }>(query);
    if (rows[0]!.n !== "0") broken.push(`${promise}: ${rows[0]!.n}`);
  }
  const stored = await cluster.sql.query<{ reference: string }>(
    "SELECT bank_reference AS reference FROM statement_lines",
  );
  const there = new Set(stored.rows.map(({ reference }) => reference));
  const lost = [...bank.acknowledged].filter((reference) => !there.has(reference));
  if (lost.length > 0) broken.push(`acknowledged lines that are lost: ${lost.length}`);

  const { rows } = await cluster.sql.query<{ id: string; userId: string }>(
    'SELECT id, user_id AS "userId" FROM investments',
  );
  const ids = new Set(rows.map(({ id }) => id));
  const acknowledged = [...requests.values()];
  const missing = acknowledged.filter(({ id }) => id && !ids.has(id));
  if (missing.length > 0) broken.push(`acknowledged requests that are lost: ${missing.length}`);
  if (rows.length > acknowledged.length)
    broken.push(`investments that were requested once and made twice: ${rows.length - acknowledged.length}`);

  const { code, stdout, stderr } = await command("verify-ledger", [], cluster.database.env, withLib);
  if (code !== 0) broken.push(`ledger:verify: ${stdout}${stderr}`);
  return broken;
}

/** Row 69: investments, bank statements and payouts of many users on two servers under all faults, then a check of the ledger. */
export const money: FaultRun = async ({ seed, say }) => {
  const resend = await new FakeResend().start();
  onCleanup(() => resend.stop());
  const cluster = await FaultCluster.start({ servers: 2, durable: true, env: { ...roomy, ...resend.env } });
  const recorder = new Recorder(() => cluster.urls);
  const people = await cluster.people(PEOPLE, "investor", "investor");
  await cluster.sql.query("UPDATE users SET investor_type = 'personal' WHERE role = 'investor'");
  const next = random(seed);
  await mapConcurrently(people, 4, ({ email }) =>
    submitUntilAcknowledged(recorder, { next, email, kind: "individual" }),
  );
  const tellers = await cluster.people(TELLERS, "teller", "admin");
  const [second] = await cluster.people(1, "second", "admin", true);
  await approveAll(cluster, tellers[0]!);
  say(`${PEOPLE} approved investors`);

  const count = { ok: 0, refused: 0, unknown: 0 };
  const done = () => count.ok + count.refused + count.unknown;
  const over = () => done() >= OPERATIONS;
  const plan = await createPlan(cluster);
  const world: World = {
    cluster,
    recorder,
    bank: new Bank(),
    plan,
    requests: new Map(),
    count,
    over,
    answers: new Map(),
  };
  const callers = [
    ...people.map((account, n) => new Investor(world, account, random(seed + n))),
    new SecondPerson(world, second!, random(seed + 2_000)),
    ...Array.from({ length: 4 }, () => tellers)
      .flat()
      .map((account, n) => new Teller(world, account, random(seed + 1_000 + n))),
  ];
  const watch = setInterval(() => say(`${done()} operations`), 15_000);
  const clock = setInterval(() => void letDaysPass(cluster), 3_000);
  const faults = injectFaults(cluster, resend, random(seed), { done, over });
  await Promise.all(
    callers.map(async (caller) => {
      while (!over()) {
        await caller.step();
        // Investors pause, so that the administrators keep up with them.
        if (caller instanceof Investor) await pause(below(next, 2_000));
      }
    }),
  );
  const times = await faults;
  clearInterval(watch);
  clearInterval(clock);
  resend.manner = () => "ok";
  await cluster.mailsSettled(150_000);

  const broken = await findBroken(world);
  for (const line of broken) say(`broken: ${line}`);
  const sum = async (query: string) => Number((await cluster.sql.query<{ n: string }>(query)).rows[0]!.n);
  const active = await sum("SELECT count(*) AS n FROM investments WHERE state <> 'requested'");
  const undone = await sum("SELECT count(*) AS n FROM money_acts WHERE kind = 'undo'");
  const confirmed = await sum(
    "SELECT count(*) AS n FROM money_acts WHERE kind = 'undo' AND confirmed_by_id IS NOT NULL",
  );
  const paid = await sum("SELECT count(*) AS n FROM payouts WHERE state IN ('released', 'paid', 'returned')");
  const happened = [...times].map(([name, n]) => `${n} x ${name}`).join(", ");
  const ok =
    broken.length === 0 &&
    done() >= OPERATIONS &&
    times.size === 5 &&
    active > 0 &&
    paid > 0 &&
    undone > confirmed &&
    confirmed > 0;
  if (!ok) {
    for (const [kind, n] of [...world.answers].sort(([, a], [, b]) => b - a)) say(`${n} x ${kind}`);
    for (const line of cluster.failures()) say(`server: ${line}`);
  }
  return [
    {
      row: 69,
      reached: `${done()} operations of ${PEOPLE} investors and ${TELLERS} administrators (${count.ok} acknowledged, ${count.refused} refused, ${count.unknown} unanswered), ${world.bank.lines.length} lines of the bank, ${active} investments that were paid or ended, ${paid} payouts, ${undone} acts undone (${confirmed} by two), ${happened}: ${broken.length} promises broken (seed ${seed})`,
      ok,
    },
  ];
};
