import { randomUUID } from "node:crypto";
import { lagosDay } from "@/lib/dates";
import { toNaira } from "@/lib/money";
import { hashTerms } from "@/lib/plans/terms-hash";
import { samplePhone } from "../../../prisma/seed/answers";
import { sampleTerms } from "../../support/sample-terms";
import { submitUntilAcknowledged } from "../checker/application";
import { outcomeOf, type Recorder } from "../checker/recorder";
import { tokenOf, type Ask, type Reply } from "../client";
import { mapConcurrently } from "../load";
import { below, chance, oneOf, random, type Random } from "../random";
import { pause, type Person, type World } from "../world";

const TELLERS = 3;
const MINIMUM = 10_000_000n;
const STEP = 1_000_000n;

/** A statement line with a unique reference. */
interface BankLine {
  amount: bigint;
  narration: string;
  sender: string;
  reference: string;
  balance: bigint;
}

/** The account to which transfers of unknown senders are returned. */
const sampleBankAccount = {
  bankName: "Access Bank",
  accountNumber: "1234567890",
  accountName: "Unknown Sender",
};

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

export interface MoneyLoad {
  world: World;
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
  protected readonly load: MoneyLoad;
  protected readonly next: Random;
  readonly account: Person;
  private token = "";

  constructor(load: MoneyLoad, account: Person, next: Random) {
    this.load = load;
    this.account = account;
    this.next = next;
  }

  /** Counts as an operation. */
  protected async call(method: string, path: string, options: Ask = {}): Promise<Reply> {
    const reply = await this.look(method, path, options);
    const { count, answers } = this.load;
    count[outcomeOf(reply)] += 1;
    const kind = `${method} ${path.replace(/[\da-f-]{36}/, "{id}")} ${reply.status} ${reply.body?.error ?? ""}`;
    answers.set(kind, (answers.get(kind) ?? 0) + 1);
    return reply;
  }

  /** Makes a call, and logs in first if necessary. */
  protected async look(method: string, path: string, options: Ask = {}): Promise<Reply> {
    for (;;) {
      while (!this.token && !this.load.over())
        this.token = await tokenOf(oneOf(this.next, this.load.world.urls), this.account.email).catch(
          async () => {
            await pause(100);
            return "";
          },
        );
      const reply = await this.load.recorder.look(this.next, method, path, {
        ...options,
        token: this.token,
      });
      const isStale = reply.status === 401 || reply.body?.error === "STEP_UP_REQUIRED";
      if (!isStale || this.load.over()) return reply;
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
    const { plan, requests, bank, over } = this.load;
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
    const { bank } = this.load;
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
    // The sender of a returned transfer may be unknown; without an account, it would stay at the top of the list.
    const unknown = due.find(({ problem }) => problem === "no_account");
    if (unknown)
      await this.call("PUT", `/api/admin/payouts/due/${unknown._id}/account`, { body: sampleBankAccount });
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
    const { bank } = this.load;
    for (const { reference, amount } of payouts) {
      bank.book(-BigInt(amount), reference, "Seedline");
      if (chance(this.next, 0.15)) bank.book(BigInt(amount), `RETURNED ${reference}`, "Bank");
    }
  }
}

/** Approves all investors and their due diligence forms, and makes their accounts older than the hold on payouts to new accounts. */
async function approveAll({ sql, urls: [url] }: World, recorder: Recorder, teller: Person): Promise<void> {
  // All users of a world have the same phone number, and reviewers cannot decide on an applicant who shares theirs.
  await sql.query("UPDATE users SET phone = $1 WHERE role = 'admin'", [samplePhone(2)]);
  const token = await tokenOf(url!, teller.email);
  const { rows } = await sql.query<{ userId: string; submissionId: string }>(
    `SELECT id AS "userId", current_submission_id AS "submissionId" FROM users WHERE status = 'pending' AND role = 'investor'`,
  );
  for (const { userId, submissionId } of rows) {
    const body = { status: "approved", expectedStatus: "pending", submissionId };
    const path = `/api/admin/users/${userId}/verification-status`;
    const decision = {
      kind: "decide",
      admin: teller.id,
      userId,
      submissionId,
      decision: "approved",
    } as const;
    const { reply } = await recorder.call(random(1), decision, ["PATCH", path, { token, body }]);
    if (reply.status !== 200) throw new Error(`An approval answered ${reply.status}: ${reply.body?.error}`);
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
const letDaysPass = ({ sql }: World): Promise<unknown> =>
  sql
    .query(
      `UPDATE investments SET paid_on = paid_on - 2, start_on = start_on - 2, maturity_on = maturity_on - 2, next_due_on = next_due_on - 2
       WHERE state = 'active' AND start_on = $1`,
      [lagosDay()],
    )
    .catch(() => undefined);

async function createPlan({ sql }: World): Promise<MoneyLoad["plan"]> {
  const terms = { ...sampleTerms, earlyRedemption: { fromDay: 1, charge: 100 } };
  const slug = `plan-${randomUUID()}`;
  await sql.query(
    "INSERT INTO bank_accounts (id, name, bank, number, receives) VALUES (gen_random_uuid(), 'Client account', 'Test Bank', $1, true)",
    [ACCOUNT],
  );
  await sql.query(
    `WITH plan AS (INSERT INTO plans (id, slug, state) VALUES (gen_random_uuid(), $1, 'open') RETURNING id)
     INSERT INTO plan_versions (id, plan_id, version, name, summary, description, risk, terms, published_at)
     SELECT gen_random_uuid(), id, 1, 'Notes', 'Notes.', 'It lends.', 'Low', $2, now() FROM plan`,
    [slug, JSON.stringify(terms)],
  );
  return { slug, termsHash: hashTerms(terms) };
}

interface Preparation {
  world: World;
  recorder: Recorder;
  seed: number;
  /** The number of investors. */
  investors: number;
  over: () => boolean;
}

/** Creates investors, approves them, and creates the administrators and a plan. */
export async function prepareMoney({ world, recorder, seed, investors, over }: Preparation) {
  const people = await world.people(investors, "investor", "investor");
  await world.sql.query("UPDATE users SET investor_type = 'personal' WHERE role = 'investor'");
  const next = random(seed);
  await mapConcurrently(people, 4, ({ email }) =>
    submitUntilAcknowledged(recorder, { next, email, kind: "individual" }),
  );
  const tellers = await world.people(TELLERS, "teller", "admin");
  const [second] = await world.people(1, "second", "admin", true);
  await approveAll(world, recorder, tellers[0]!);
  const load: MoneyLoad = {
    world,
    recorder,
    bank: new Bank(),
    plan: await createPlan(world),
    requests: new Map(),
    count: { ok: 0, refused: 0, unknown: 0 },
    over,
    answers: new Map(),
  };
  const callers = [
    ...people.map((account, n) => new Investor(load, account, random(seed + n))),
    new SecondPerson(load, second!, random(seed + 2_000)),
    ...Array.from({ length: 4 }, () => tellers)
      .flat()
      .map((account, n) => new Teller(load, account, random(seed + 1_000 + n))),
  ];
  return { load, callers };
}

/** Lets investors and administrators act until `over`; administrators pause for up to `paceMs` after each act. */
export async function actWithMoney(
  { load, callers }: Awaited<ReturnType<typeof prepareMoney>>,
  paceMs = 0,
): Promise<void> {
  const next = random(1);
  const clock = setInterval(() => void letDaysPass(load.world), 3_000);
  await Promise.all(
    callers.map(async (caller) => {
      while (!load.over()) {
        await caller.step();
        // Investors pause, so that the administrators keep up with them.
        await pause(below(next, caller instanceof Investor ? 2_000 : paceMs + 1));
      }
    }),
  ).finally(() => clearInterval(clock));
}
