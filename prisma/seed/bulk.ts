import pg from "pg";
import { businessDaysBetween, deadlineAfter, type Holidays } from "@/lib/calendar/business-day-rules";
import { DEFAULT_BUSINESS_DAYS, readHolidays } from "@/lib/calendar/deadlines";
import { db, type Prisma } from "@/lib/db/client";
import { env } from "@/lib/env";
import { uuidv7 } from "@/lib/ids";
import { sealReason } from "@/lib/onboarding/submission/decision-reasons";
import { corporateRows, individualRows } from "@/lib/onboarding/submission/rows";
import type { StoredMark } from "@/lib/review/cases/mark-conditions";
import { reviewQueue } from "@/lib/submission-rules";
import { sampleCompany, samplePhone } from "./answers";
import { REJECTION_REASON, answersOf, type UserState } from "./builders";
import { copyRows } from "./copy";

/**
 * Inserts many users by COPY for load tests: a realistic mix of states, registrations growing over three years, answers and numbers
 * encrypted like real ones. They have no documents and no password, so they cannot log in. `buildUser` would take hours for 100,000
 * users: the sample files of a user alone take 0.1 s.
 */
const BATCH = 5_000;
const YEARS_MS = 3 * 365 * 86_400_000;
const HOUR = 3_600_000;

/** The distribution of states over twenty users. */
const stateCycle: readonly UserState[] = [
  { role: "investor", investorType: "personal", verification: "approved" },
  { role: "startup", verification: "approved" },
  { role: "none" },
  { role: "investor", investorType: "personal", verification: "approved" },
  { role: "investor", investorType: "corporate", verification: "approved" },
  { role: "investor", investorType: "personal", verification: "rejected" },
  { role: "none", emailVerified: false },
  { role: "startup", verification: "approved" },
  { role: "investor", investorType: "personal", verification: "approved" },
  { role: "startup" },
  { role: "investor", investorType: "personal", verification: "pending" },
  { role: "investor", investorType: "personal", verification: "approved" },
  { role: "startup", verification: "rejected" },
  { role: "investor" },
  { role: "investor", investorType: "corporate", verification: "pending" },
  { role: "startup", verification: "approved" },
  { role: "investor", investorType: "personal", verification: "approved" },
  { role: "startup", verification: "pending" },
  { role: "investor", investorType: "personal" },
  { role: "investor", investorType: "corporate", verification: "rejected" },
];

/** The stored marks of the pending submissions, in rotation. */
const markCycle: readonly StoredMark[][] = [
  ["duplicate"],
  ["checks"],
  ["second_round", "changes_asked"],
  ...Array.from({ length: 7 }, () => []),
];

/** Given and family names from all parts of the country, most common first. */
const given =
  words(`Ibrahim Blessing Musa Chukwuemeka Fatima Oluwaseun Aisha Emeka Zainab Adebayo Ngozi Yusuf Funke Ifeoma Abubakar
  Tunde Halima Chidi Hauwa Folake Sani Uche Amina Segun Nkechi Kabiru Yetunde Obinna Maryam Femi Efe Ebiere Terna Doofan Idris Ekaette`);
const family =
  words(`Abubakar Okafor Adeyemi Mohammed Eze Ogunleye Bello Nwosu Balogun Usman Okonkwo Lawal Obi Aliyu Adebayo Igwe Sule
  Okoro Danjuma Afolabi Umar Nnamdi Garba Oyelaran Etim Bassey Tyough Ebi Dokubo Osagie Igbinedion Agbaje Yakubu Chukwu Gowon Effiong`);

function words(list: string): string[] {
  return list.split(/\s+/);
}

/** Picks an element of a list, with a strong preference for the first ones. */
const weighted = (list: readonly string[], n: number): string => {
  const share = ((n * 7_919) % 10_007) / 10_007;
  return list[Math.floor(list.length * share * share)]!;
};

/** Returns an empty batch: its rows by table, in foreign-key order except for submissions and users, which refer to each other. */
function emptyBatch() {
  return {
    submissions: [] as Prisma.SubmissionCreateManyInput[],
    // Before the users, who get the names of their companies from a trigger.
    companies: [] as Prisma.CompanyCreateManyInput[],
    users: [] as Prisma.UserCreateManyInput[],
    personal_details: [] as Prisma.PersonalDetailsCreateManyInput[],
    next_of_kin: [] as Prisma.NextOfKinCreateManyInput[],
    bank_details: [] as Prisma.BankDetailsCreateManyInput[],
    signatories: [] as Prisma.SignatoryCreateManyInput[],
    decisions: [] as Prisma.DecisionCreateManyInput[],
  };
}
type Batch = ReturnType<typeof emptyBatch>;

/** Adds users until there are `count` bulk users. Can be repeated with another number. Returns the number added. */
export async function seedMany(
  count: number,
  onProgress: (done: number) => void = () => {},
): Promise<number> {
  const there = await db.user.count({ where: { email: { endsWith: "@bulk.example" } } });
  const now = Date.now();
  const holidays = await readHolidays();
  const client = new pg.Client({ connectionString: env.DATABASE_URL });
  await client.connect();
  try {
    // The next batch is built while the database inserts the current one.
    let writing = Promise.resolve();
    for (let from = there; from < count; from += BATCH) {
      const to = Math.min(from + BATCH, count);
      const batch = makeBatch(from, to, count, now, holidays);
      await writing;
      writing = write(client, batch);
      // Awaited one batch later; until then the rejection must count as handled.
      writing.catch(() => undefined);
      onProgress(from);
    }
    await writing;
    onProgress(count);
    await client.query("VACUUM ANALYZE");
  } finally {
    await client.end();
  }
  return Math.max(0, count - there);
}

function makeBatch(from: number, to: number, count: number, now: number, holidays: Holidays): Batch {
  const batch = emptyBatch();
  for (let n = from; n < to; n += 1) {
    addUser(batch, n, now - Math.round((1 - Math.sqrt(n / count)) * YEARS_MS), now, holidays);
  }
  return batch;
}

function addUser(batch: Batch, n: number, joined: number, now: number, holidays: Holidays): void {
  const {
    role = "none",
    investorType = "none",
    verification: state,
    emailVerified = true,
  } = stateCycle[n % stateCycle.length]!;
  const createdAt = new Date(joined);
  const userId = uuidv7(joined);
  const email = `person${n}@bulk.example`;
  const submissionId = state ? uuidv7(joined + HOUR) : null;
  const at = (hours: number) => new Date(Math.min(joined + hours * HOUR, now));
  const submittedAt = state ? at(1) : null;
  const reviewedAt = state && state !== "pending" ? at(6 + (n % 60)) : null;
  batch.users.push({
    id: userId,
    email,
    name: `${weighted(given, n)} ${weighted(family, n * 31 + 7)}`,
    phone: samplePhone(n),
    role,
    investorType,
    status: state ?? "pending",
    submittedAt,
    reviewedAt,
    currentSubmissionId: submissionId,
    emailVerifiedAt: emailVerified ? createdAt : null,
    createdAt,
    updatedAt: reviewedAt ?? submittedAt ?? createdAt,
  });
  if (!state || !submissionId || !submittedAt) return;

  const kind = investorType === "corporate" ? "corporate" : "individual";
  const queue = reviewQueue({ kind, role });
  const dueAt = deadlineAfter(submittedAt, DEFAULT_BUSINESS_DAYS, holidays);
  batch.submissions.push({ id: submissionId, userId, kind, state, createdAt: at(1), submittedAt, queue, dueAt, reviewedAt, marks: state === "pending" ? markCycle[Math.floor(n / stateCycle.length) % markCycle.length]! : [] }); // oxfmt-ignore
  if (reviewedAt && state !== "pending") {
    const businessDays = businessDaysBetween(submittedAt, reviewedAt, holidays);
    const id = uuidv7(reviewedAt.getTime());
    const reason = state === "rejected" ? REJECTION_REASON : null;
    batch.decisions.push({ id, userId, submissionId, status: state, decidedAt: reviewedAt, ...sealReason(id, reason), queue, businessDays, round: 1 }); // oxfmt-ignore
  }
  if (kind === "corporate") {
    const parts = corporateRows(submissionId, sampleCompany(n, 1));
    batch.companies.push({ submissionId, ...parts.company.create });
    batch.bank_details.push({ submissionId, accountTypeOther: null, ...parts.bankDetails.create });
    batch.signatories.push(...parts.signatories.create.map((row) => ({ submissionId, ...row })));
  } else {
    const parts = individualRows(submissionId, answersOf({ n, email, role }));
    batch.personal_details.push({ submissionId, ...parts.personal.create });
    batch.next_of_kin.push({ submissionId, ...parts.nextOfKin.create });
    batch.bank_details.push({ submissionId, ...parts.bankDetails.create });
  }
}

async function write(client: pg.Client, batch: Batch): Promise<void> {
  await client.query("BEGIN");
  // Users and submissions refer to each other, so one of the constraints must be deferred.
  await client.query("SET CONSTRAINTS submissions_user_id_fkey DEFERRED");
  for (const [table, rows] of Object.entries(batch)) await copyRows(client, table, rows);
  await client.query("COMMIT");
}
