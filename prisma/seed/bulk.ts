import { db, type Prisma } from "@/lib/db/client";
import { uuidv7 } from "@/lib/ids";
import { localGovernmentsOf, states } from "@/lib/reference";
import { corporateParts } from "@/lib/verification/corporate";
import { individualParts } from "@/lib/verification/individual";
import { sampleAnswers, sampleCompany, samplePhone } from "./answers";

/**
 * Many users at once, to see how the product behaves when it has grown: every state in a believable share, three years of
 * registrations, answers and numbers as real ones are kept. They have no documents and no password, so nobody can sign in as one.
 */
const BATCH = 1_000;
const YEARS_MS = 3 * 365 * 86_400_000;
const HOUR = 3_600_000;

type Sort = Pick<Prisma.UserCreateManyInput, "role" | "investorType"> & {
  state?: "pending" | "approved" | "rejected";
  proved?: false;
};

/** What twenty in a row are. */
const sorts: readonly Sort[] = [
  { role: "investor", investorType: "personal", state: "approved" },
  { role: "startup", state: "approved" },
  { role: "none" },
  { role: "investor", investorType: "personal", state: "approved" },
  { role: "investor", investorType: "corporate", state: "approved" },
  { role: "investor", investorType: "personal", state: "rejected" },
  { role: "none", proved: false },
  { role: "startup", state: "approved" },
  { role: "investor", investorType: "personal", state: "approved" },
  { role: "startup" },
  { role: "investor", investorType: "personal", state: "pending" },
  { role: "investor", investorType: "personal", state: "approved" },
  { role: "startup", state: "rejected" },
  { role: "investor" },
  { role: "investor", investorType: "corporate", state: "pending" },
  { role: "startup", state: "approved" },
  { role: "investor", investorType: "personal", state: "approved" },
  { role: "startup", state: "pending" },
  { role: "investor", investorType: "personal" },
  { role: "investor", investorType: "corporate", state: "rejected" },
];

const places = states.flatMap((state) => localGovernmentsOf(state));

interface Batch {
  users: Prisma.UserCreateManyInput[];
  submissions: Prisma.SubmissionCreateManyInput[];
  personal: Prisma.PersonalDetailsCreateManyInput[];
  nextOfKin: Prisma.NextOfKinCreateManyInput[];
  bankDetails: Prisma.BankDetailsCreateManyInput[];
  companies: Prisma.CompanyCreateManyInput[];
  signatories: Prisma.SignatoryCreateManyInput[];
}

/** Adds users until there are `count` of this kind. May be run again with another number; answers how many were added. */
export async function seedMany(
  count: number,
  onProgress: (done: number) => void = () => {},
): Promise<number> {
  const there = await db.user.count({ where: { email: { endsWith: "@bulk.example" } } });
  const now = Date.now();
  for (let from = there; from < count; from += BATCH) {
    const to = Math.min(from + BATCH, count);
    await write(makeBatch(from, to, count, now));
    onProgress(to);
  }
  await db.$executeRaw`ANALYZE`;
  return Math.max(0, count - there);
}

function makeBatch(from: number, to: number, count: number, now: number): Batch {
  const batch: Batch = { users: [], submissions: [], personal: [], nextOfKin: [], bankDetails: [], companies: [], signatories: [] }; // prettier-ignore
  for (let n = from; n < to; n += 1) addUser(batch, n, now - Math.round((1 - n / count) * YEARS_MS), now);
  return batch;
}

function addUser(batch: Batch, n: number, joined: number, now: number): void {
  const { role, investorType = "none", state, proved = true } = sorts[n % sorts.length]!;
  const createdAt = new Date(joined);
  const userId = uuidv7(joined);
  const email = `person${n}@bulk.example`;
  const place = places[(n * 31) % places.length]!;
  batch.users.push({
    id: userId,
    email,
    name: `Sample ${place} ${places[(n * 17 + 5) % places.length]!}`,
    phone: samplePhone(n),
    role,
    investorType,
    emailVerifiedAt: proved ? createdAt : null,
    createdAt,
  });
  if (!state) return;

  const submissionId = uuidv7(joined + HOUR);
  const at = (hours: number) => new Date(Math.min(joined + hours * HOUR, now));
  const submittedAt = at(1);
  batch.submissions.push({
    id: submissionId,
    userId,
    kind: investorType === "corporate" ? "corporate" : "individual",
    state,
    createdAt: submittedAt,
    submittedAt,
    reviewedAt: state === "pending" ? null : at(6 + (n % 60)),
    rejectionReason: state === "rejected" ? "The utility bill is older than 3 months." : null,
  });
  if (investorType === "corporate") {
    const parts = corporateParts(submissionId, sampleCompany(n, 1));
    batch.companies.push({ submissionId, ...parts.company.create });
    batch.bankDetails.push({ submissionId, ...parts.bankDetails.create });
    batch.signatories.push(...parts.signatories.create.map((row) => ({ submissionId, ...row })));
  } else {
    const variant = role === "startup" ? "startup" : "investor";
    const parts = individualParts(submissionId, variant, sampleAnswers(n, { email }));
    batch.personal.push({ submissionId, ...parts.personal.create });
    batch.nextOfKin.push({ submissionId, ...parts.nextOfKin.create });
    batch.bankDetails.push({ submissionId, ...parts.bankDetails.create });
  }
}

async function write(batch: Batch): Promise<void> {
  const ids = batch.submissions.map(({ id }) => id);
  await db.$transaction([
    db.user.createMany({ data: batch.users }),
    db.submission.createMany({ data: batch.submissions }),
    db.personalDetails.createMany({ data: batch.personal }),
    db.nextOfKin.createMany({ data: batch.nextOfKin }),
    db.bankDetails.createMany({ data: batch.bankDetails }),
    db.company.createMany({ data: batch.companies }),
    db.signatory.createMany({ data: batch.signatories }),
    db.$executeRaw`
      UPDATE users SET status = s.state::text::verification_status, submitted_at = s.submitted_at, reviewed_at = s.reviewed_at,
        rejection_reason = s.rejection_reason, current_submission_id = s.id
      FROM submissions s WHERE s.user_id = users.id AND s.id = ANY (${ids}::uuid[])`,
    db.$executeRaw`
      INSERT INTO decisions (id, user_id, submission_id, status, decided_at, reason)
      SELECT gen_random_uuid(), user_id, id, state::text::verification_status, reviewed_at, rejection_reason
      FROM submissions WHERE id = ANY (${ids}::uuid[]) AND reviewed_at IS NOT NULL`,
  ]);
}
