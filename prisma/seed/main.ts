import { parseArgs } from "node:util";
import { deleteErasedFiles, eraseUser } from "@/lib/users/erasure";
import { db, lockUsers, transaction } from "@/lib/db/client";
import { dutyLabels } from "@/lib/duty-labels";
import { seedMany } from "./bulk";
import { carousel } from "./content";
import { buildPlans, buildUser, type UserSpec, type UserState } from "./builders";
import { addCaseWork } from "./demo-cases";
import { addMoney } from "./demo-money";
import { ERASED_N, demoAnswers, sampleNumber } from "./demo-answers";

/**
 * Seeds the plans, and with `--demo` the demo's accounts and slides (product 10.1). It can safely be run again: existing rows are not changed.
 * `--users 100000` adds that many users for load tests.
 */
const people: (UserSpec & { joinedDaysAgo?: number })[] = [
  { n: 3, email: "investor@demo.example", name: "Demo Investor", role: "investor", investorType: "personal", verification: "approved", joinedDaysAgo: 220 },
  { n: 4, email: "corporate@demo.example", name: "Demo Company", role: "investor", investorType: "corporate", verification: "pending" },
  { n: 5, email: "startup@demo.example", name: "Demo Startup", role: "startup", verification: "approved" },
  { n: 6, email: "new@demo.example", name: "Demo Newcomer" },
  {
    n: 7,
    email: "rejected@demo.example",
    name: "Demo Rejected",
    role: "investor",
    investorType: "personal",
    verification: "rejected",
    rejectionReason: "The utility bill is older than 3 months. Please upload a recent one.",
  },
]; // oxfmt-ignore

/** The states that a user can be in, assigned in rotation. */
const kinds: UserState[] = [
  { role: "investor", investorType: "personal", verification: "pending" },
  { role: "startup", verification: "pending" },
  { role: "investor", investorType: "personal", verification: "approved" },
  { role: "startup", verification: "approved" },
  { role: "investor", investorType: "corporate", verification: "pending" },
  { role: "investor", investorType: "personal", verification: "rejected" },
  { role: "none" },
  { role: "startup", verification: "rejected" },
  { role: "investor", investorType: "none" },
  { role: "investor", investorType: "corporate", verification: "approved" },
  { role: "startup" },
  { role: "investor", investorType: "personal" },
];
const MORE = 44;
const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** How long the pending submissions have waited, in rotation: hours to two days, a few longer. */
const waitingHours = [2, 5, 9, 14, 20, 26, 33, 41, 46, 75, 120];

function label(spec: UserState): string {
  if (spec.role === "startup") return "Startup";
  if (spec.role !== "investor") return "Member";
  return spec.investorType === "corporate" ? "Company" : "Investor";
}

async function main(): Promise<void> {
  const { values } = parseArgs({ options: { demo: { type: "boolean" }, users: { type: "string" } } });
  const many = Number(values.users ?? 0);
  if (!Number.isInteger(many) || many < 0 || many > 5_000_000)
    throw new Error("--users takes a whole number up to 5000000");
  // The demo's investments are up to half a year old.
  await buildPlans(new Date(Date.now() - (values.demo ? 365 * DAY : 0)));
  if (values.demo) await addDemo();
  if (many > 0) {
    const added = await seedMany(many, (done) => process.stdout.write(`\r${done} of ${many} users`));
    process.stdout.write(`\n${added} users added\n`);
  }
  await db.$disconnect();
}

/** The addresses of administrators with a particular duty. */
const colleagues = [
  ["reviewer", "reviewer"],
  ["senior", "senior_reviewer"],
  ["finance", "finance"],
  ["compliance", "compliance"],
  ["auditor", "auditor"],
] as const;

async function addDemo(): Promise<void> {
  // Relative to now, so that "joined 3 weeks ago" is right whenever the seed first runs.
  const now = Date.now();
  const reviewer = await buildUser({ n: 1, email: "super@seedline.example", name: "Demo Super Admin", role: "admin", isSuper: true, createdAt: new Date(now - 90 * DAY) }); // oxfmt-ignore
  await buildUser({ n: 2, email: "admin@seedline.example", name: "Demo Admin", role: "admin", createdAt: new Date(now - 80 * DAY) }); // oxfmt-ignore
  for (const [index, [address, duty]] of colleagues.entries()) {
    const name = `Demo ${dutyLabels[duty]}`;
    await buildUser({ n: 300 + index, email: `${address}@seedline.example`, name, role: "admin", duty, createdAt: new Date(now - 75 * DAY) }); // oxfmt-ignore
  }
  let pending = 0;
  /** Returns when the user joined and, for a pending submission, when it was submitted. */
  const dates = ({ verification }: Pick<UserSpec, "verification">, joined: number) => {
    if (verification !== "pending") return { createdAt: new Date(joined) };
    const submitted = now - waitingHours[pending++ % waitingHours.length]! * HOUR;
    return { createdAt: new Date(Math.min(joined, submitted - HOUR)), submittedAt: new Date(submitted) };
  };
  for (const [index, person] of people.entries()) {
    await buildUser(
      {
        ...person,
        ...demoAnswers(person.name, person.n),
        ...dates(person, now - (person.joinedDaysAgo ?? index + 2) * DAY),
      },
      reviewer,
    );
  }
  for (let index = 0; index < MORE; index += 1) {
    const kind = kinds[index % kinds.length]!;
    const n = sampleNumber(index);
    const name = `Sample ${label(kind)} ${index + 1}`;
    await buildUser(
      {
        ...kind,
        n,
        email: `sample${String(index + 1).padStart(2, "0")}@demo.example`,
        name,
        ...demoAnswers(name, n, index),
        ...dates(kind, now - Math.round((index + 1) * 1.6 * DAY)),
      },
      reviewer,
    );
  }
  await addCaseWork(reviewer);
  await addMoney();
  if ((await db.retainedRecord.count()) === 0) await addErased(reviewer, new Date(now - 70 * DAY));
  if ((await db.carouselItem.count()) === 0) await db.carouselItem.createMany({ data: carousel });
}

/** Adds an account that was rejected for fraud and then erased; one of the pending accounts matches it (product 10.12, 10.20). */
async function addErased(reviewer: string, createdAt: Date): Promise<void> {
  const name = "Sample Erased";
  const id = await buildUser(
    {
      n: ERASED_N,
      email: "erased@demo.example",
      name,
      role: "investor",
      investorType: "personal",
      verification: "rejected",
      rejectionReason: "The ID document is forged.",
      createdAt,
      ...demoAnswers(name, ERASED_N),
    },
    reviewer,
  );
  await transaction(async (tx) => {
    await lockUsers(tx, id);
    await eraseUser(tx, id, id);
  });
  await deleteErasedFiles();
}

await main();
