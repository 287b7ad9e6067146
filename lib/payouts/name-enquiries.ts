import "server-only";
import * as z from "zod";
import { audit } from "@/lib/audit/audit";
import { openAccount } from "@/lib/bank/sealed-account";
import { db, Prisma, transaction, type Tx } from "@/lib/db/client";
import { addJob, addJobs } from "@/lib/db/jobs";
import { env } from "@/lib/env";
import { AppError } from "@/lib/errors";
import { ProviderFault } from "@/lib/identity/port";
import { askProvider, callsAllowed } from "@/lib/identity/provider";
import { newRowCipher, openRowCipher } from "@/lib/pii/cipher";
import { bankCodeOf } from "@/lib/reference/institutions";
import { alertAboutProvider } from "@/lib/users/alert-about-provider";
import { ENQUIRY_TIMEOUT_MS, compareHolder, currentState } from "./name-enquiry-rules";
import { isHolding } from "./name-enquiry-state-rules";

/**
 * Name enquiries (product 10.34, ADR 42): before a batch is released, the provider of identity checks asks each institution whose account
 * the payout goes to. A request never calls the provider; it adds a job.
 */

/** The maximum number of concurrent calls per server. */
const AT_ONCE = 4;
const MAX_ATTEMPTS = 3;
/** The delay of an enquiry while the provider is down or its rate limit is reached. */
const POSTPONE_MS = 1_000;

type Provider = Exclude<Prisma.NameEnquiryModel["provider"], "manual">;

const TABLE = "name_enquiries";
const COLUMN = "answer_cipher";
const answerSchema = z.object({ name: z.string().nullable(), session: z.string().nullable() });
type Answer = z.output<typeof answerSchema>;

function sealAnswer(payoutId: string, answer: Answer) {
  const cipher = newRowCipher(TABLE, payoutId);
  return { dataKey: cipher.dataKey, answerCipher: cipher.seal(COLUMN, JSON.stringify(answer)) };
}

/** Returns the holder's name and the session of an enquiry; null without an answer, and after the retention period. */
export const openNameAnswer = ({
  payoutId,
  dataKey,
  answerCipher,
}: Pick<Prisma.NameEnquiryModel, "payoutId" | "dataKey" | "answerCipher">): Answer | null =>
  dataKey && answerCipher
    ? answerSchema.parse(JSON.parse(openRowCipher(TABLE, payoutId, dataKey).open(COLUMN, answerCipher)))
    : null;

/**
 * Asks for the holders of the accounts of proposed payouts, again if they were asked for before; an earlier answer that holds a payout counts
 * until there is another. Without a provider, no name enquiry is made.
 */
export async function addNameEnquiries(tx: Tx, payoutIds: readonly string[]): Promise<void> {
  const provider = env.IDENTITY_PROVIDER;
  if (provider === "manual") return;
  const where = { payoutId: { in: [...payoutIds] } };
  const earlier = await tx.nameEnquiry.findMany({ where, take: payoutIds.length });
  const held = new Map(
    earlier.map((enquiry) => [enquiry.payoutId, currentState(enquiry, new Date())] as const),
  );
  await tx.nameEnquiry.deleteMany({ where });
  await tx.nameEnquiry.createMany({
    data: payoutIds.map((payoutId) => {
      const state = held.get(payoutId);
      return { payoutId, provider, earlierState: state && isHolding(state) ? state : null };
    }),
  });
  const rows = Prisma.sql`SELECT id::text, now() FROM unnest(${[...payoutIds]}::uuid[]) AS id`;
  await addJobs(tx, `name-enquiry:${provider}`, rows);
}

let calls = 0;

/** Calls the provider once for a payout; while the provider is down, the job is added again. Called by a job. */
export async function answerNameEnquiry(payoutId: string, provider: Provider): Promise<void> {
  const enquiry = await db.nameEnquiry.findUnique({ where: { payoutId } });
  if (!enquiry || enquiry.state !== "waiting") return;
  if (currentState(enquiry, new Date()) !== "waiting") return finish(enquiry, { state: "no_answer" });
  if (calls >= callsAllowed(AT_ONCE))
    return addJob(db, `name-enquiry:${provider}`, payoutId, new Date(Date.now() + POSTPONE_MS));
  calls += 1;
  try {
    const claim = await claimCall(payoutId);
    if (claim) await answer(claim);
  } finally {
    calls -= 1;
  }
}

type Claim = Pick<Prisma.NameEnquiryModel, "payoutId" | "provider" | "attempts" | "askedAt">;

/** Counts the call and its cost before making it, like that of an identity check. Returns null if no call is needed any more. */
async function claimCall(payoutId: string): Promise<Claim | null> {
  const [claim] = await db.$queryRaw<Claim[]>`
    WITH claimed AS (
      UPDATE name_enquiries SET attempts = attempts + 1
      WHERE payout_id = ${payoutId}::uuid AND state = 'waiting' AND attempts < ${MAX_ATTEMPTS} RETURNING *
    ), counted AS (
      INSERT INTO identity_call_totals AS t (day, provider, kind, calls, cost_kobo)
      SELECT (now() AT TIME ZONE 'Africa/Lagos')::date, provider, 'account', 1, ${env.IDENTITY_COST_ACCOUNT}::int FROM claimed
      ON CONFLICT (day, provider, kind) DO UPDATE SET calls = t.calls + 1, cost_kobo = t.cost_kobo + excluded.cost_kobo
    )
    SELECT payout_id AS "payoutId", provider, attempts, asked_at AS "askedAt" FROM claimed`;
  return claim ?? null;
}

async function answer(claim: Claim): Promise<void> {
  try {
    const payout = await db.payout.findUnique({ where: { id: claim.payoutId } });
    const account = payout && openAccount("payouts", payout);
    const bankCode = account && bankCodeOf(account.bankName);
    if (!bankCode) throw new ProviderFault("rejected", "no code");
    const { accountNumber: number, accountName: name } = account;
    const found = await askProvider({ kind: "account", number, bankCode, name });
    if (!found.found) return await finish(claim, { state: "not_found" });
    const holder = typeof found.name === "string" ? found.name : null;
    await finish(claim, {
      state: compareHolder(name, found.name),
      ...sealAnswer(claim.payoutId, { name: holder, session: found.session ?? null }),
    });
  } catch (error) {
    const isTemporary = !(error instanceof ProviderFault) || error.fault === "temporary";
    // The job is retried after 3 and 7 seconds.
    if (isTemporary && claim.attempts < MAX_ATTEMPTS) throw error;
    await finish(claim, { state: "no_answer" });
    if (!isTemporary && error.fault === "configuration") await alertAboutProvider(claim.provider);
  }
}

/** Stores the result once, and only if the enquiry still waits for this attempt: it was not asked again, nor answered by another server. */
async function finish(
  { payoutId, provider, attempts, askedAt }: Claim,
  result: Pick<Prisma.NameEnquiryUncheckedUpdateManyInput, "dataKey" | "answerCipher"> & {
    state: Exclude<Prisma.NameEnquiryModel["state"], "waiting">;
  },
): Promise<void> {
  await transaction(async (tx) => {
    const where = { payoutId, attempts, askedAt, state: "waiting" } as const;
    const { count } = await tx.nameEnquiry.updateMany({ where, data: { ...result, answeredAt: new Date() } });
    if (count === 0) return;
    const { userId } = await tx.payout.findUniqueOrThrow({ where: { id: payoutId } });
    const data = { payoutId, provider, outcome: result.state };
    await audit(tx, { actorId: null, action: "payout.name_answered", targetId: userId, data });
  });
}

/**
 * Throws CONFLICT if an institution names another holder for the account of a payout, or has no such account, and while an enquiry waits
 * for its answer. Without a provider, or if it cannot be reached, the two administrators decide.
 */
export async function requireHolders(
  tx: Tx,
  payouts: readonly { id: string; reference: string }[],
  now = new Date(),
): Promise<void> {
  const where = { payoutId: { in: payouts.map(({ id }) => id) } };
  const enquiries = await tx.nameEnquiry.findMany({ where, take: payouts.length });
  const states = new Map(enquiries.map((enquiry) => [enquiry.payoutId, currentState(enquiry, now)]));
  const held = payouts.find(({ id }) => isHolding(states.get(id) ?? "no_answer"));
  if (held)
    throw new AppError(
      "CONFLICT",
      states.get(held.id) === "not_found"
        ? `The bank has no account with the number of payout ${held.reference}. Withdraw the batch and have the account corrected.`
        : `The bank names another holder for the account of payout ${held.reference}. Withdraw the batch and have the account corrected.`,
    );
  if ([...states.values()].includes("waiting"))
    throw new AppError(
      "CONFLICT",
      `The names of accounts are still being asked for. Try again in ${ENQUIRY_TIMEOUT_MS / 60_000} minutes at the latest.`,
    );
}
