import { audit } from "@/lib/audit/audit";
import { hashPassword } from "@/lib/auth/passwords";
import { queueAndDeadline, timeToDecision } from "@/lib/calendar/deadlines";
import { db, transaction, type Prisma, type Tx } from "@/lib/db/client";
import { toFormColumns } from "@/lib/due-diligence/rows";
import { attachFiles, storeFile, type StoredFile } from "@/lib/files/files";
import { toSanitizedFile } from "@/lib/files/sanitize";
import { uuidv7 } from "@/lib/ids";
import { CHECK_CONSENT_VERSION } from "@/lib/onboarding/forms/consent-rules";
import type { CorporateAnswers, IndividualAnswers } from "@/lib/onboarding/forms/schema";
import { sealReason } from "@/lib/onboarding/submission/decision-reasons";
import { corporateRows, individualRows } from "@/lib/onboarding/submission/rows";
import type { Duty } from "@/lib/roles";
import { sampleAnswers, sampleCompany, sampleDueDiligence, samplePhone } from "./answers";
import { plans } from "./content";
import { samplePdf, samplePhoto } from "./files";

export { sampleAnswers };

/** Builders of realistic rows for the demo data and for tests. All values are derived from `n`, so that runs are repeatable. */
export interface UserSpec {
  email: string;
  name: string;
  role?: "none" | "startup" | "investor" | "admin";
  isSuper?: boolean;
  /** An administrator's; `administrator` by default. */
  duty?: Duty;
  investorType?: "none" | "personal" | "corporate";
  /** The state of the verification; if absent, nothing was submitted. */
  verification?: "pending" | "approved" | "rejected";
  rejectionReason?: string;
  emailVerified?: boolean;
  createdAt?: Date;
  /** When the verification was submitted; by default an hour after the account was created. */
  submittedAt?: Date | undefined;
  /** The answers that differ from the sample. */
  answers?: Partial<IndividualAnswers>;
  company?: (sample: CorporateAnswers) => CorporateAnswers;
  /** The state of the due diligence form; approved for approved investors, unless given. */
  dueDiligence?: "none" | "sent" | "approved";
  /** The hash of a password other than the demo's. */
  passwordHash?: string;
  /** The number of the user whose passport photo this user shares. */
  photoOf?: number;
  /** Determines the sample values; two users with the same number have the same NIN. */
  n: number;
}

/** A user's state, without their identity. */
export type UserState = Omit<UserSpec, "email" | "name" | "n">;

/** Adds the sample plans, published and open. Existing plans are not changed. */
export async function buildPlans(publishedAt = new Date()): Promise<void> {
  for (const [index, { slug, ...content }] of plans.entries()) {
    const published = { version: 1, ...content, publishedAt };
    await db.plan.upsert({
      where: { slug },
      create: { slug, state: "open", position: index + 1, versions: { create: published } },
      update: {},
    });
  }
}

export const REJECTION_REASON = "The utility bill is older than 3 months.";
export const DEMO_PASSWORD = "Demo-Passw0rd1";
const hashes = new Map<string, Promise<string>>();
const hashOnce = (password: string) => {
  const known = hashes.get(password) ?? hashPassword(password);
  hashes.set(password, known);
  return known;
};

const pdf = (bytes: Buffer) => toSanitizedFile(new Blob([new Uint8Array(bytes)]), "application/pdf");
const jpeg = (bytes: Buffer) => toSanitizedFile(new Blob([new Uint8Array(bytes)]), "image/jpeg");

/** Returns a PDF for the demo, in its stored form. */
export const samplePdfFile = async (title: string, reference: string) =>
  pdf(await samplePdf(title, reference));

type DocumentName = Prisma.DocumentCreateManyInput["name"];

async function storedDocuments(userId: string, { n, photoOf = n }: UserSpec, corporate: boolean) {
  const store = async (name: DocumentName, title: string, fileName: string) => ({
    name,
    file: await storeFile(
      userId,
      fileName,
      await (fileName.endsWith(".pdf") ? samplePdfFile(title, String(n)) : jpeg(await samplePhoto(photoOf))),
    ),
  });
  const utility = await store("utilityBill", "Utility bill", "utility-bill.pdf");
  return corporate
    ? [await store("certificateOfIncorporation", "Certificate of incorporation", "certificate.pdf"), utility]
    : [
        await store("idDocument", "Identity document", "identity.pdf"),
        await store("passportPhoto", "", "photo.jpg"),
        utility,
      ];
}

const SIGNATORIES = 2;

async function storedSignatoryDocuments(userId: string, n: number): Promise<StoredFile[]> {
  const files: StoredFile[] = [];
  for (let index = 0; index < SIGNATORIES; index += 1) {
    files.push(
      await storeFile(
        userId,
        `signatory-${index + 1}.pdf`,
        await samplePdfFile(`Signatory ${index + 1}`, String(n)),
      ),
    );
  }
  return files;
}

/** Returns the answers of a user of the individual form; founders are not asked for their age. */
export const answersOf = ({ n, email, role, answers }: Pick<UserSpec, "n" | "email" | "role" | "answers">) =>
  sampleAnswers(n, { email, ageBracket: role === "startup" ? undefined : "adult", ...answers });

/** Creates a user in the given state, with a submission and its files. Returns the id. An existing user is not changed. */
export async function buildUser(spec: UserSpec, reviewerId?: string): Promise<string> {
  const { role = "none", investorType = "none", verification, n } = spec;
  const existing = await db.user.findUnique({
    where: { email: spec.email },
    select: { id: true, submittedAt: true },
  });
  // A user without the expected submission was left behind by an interrupted run, and is completed.
  if (existing && (!verification || existing.submittedAt)) return existing.id;
  const createdAt = spec.createdAt ?? new Date();
  const userId = existing?.id ?? uuidv7(createdAt.getTime());
  const passwordHash = spec.passwordHash ?? (await hashOnce(DEMO_PASSWORD));
  await db.user.upsert({
    where: { id: userId },
    update: {},
    create: {
      id: userId,
      email: spec.email,
      name: spec.name,
      phone: samplePhone(n),
      passwordHash,
      role,
      isSuper: spec.isSuper ?? false,
      duty: spec.duty ?? "administrator",
      investorType,
      emailVerifiedAt: spec.emailVerified === false ? null : createdAt,
      createdAt,
    },
  });
  if (!verification) return userId;

  const corporate = investorType === "corporate";
  const { company = (sample) => sample } = spec;
  const documents = await storedDocuments(userId, spec, corporate);
  const signatoryFiles = corporate ? await storedSignatoryDocuments(userId, n) : [];
  await transaction(async (tx) => {
    const submissionId = uuidv7();
    const submittedAt = spec.submittedAt ?? new Date(createdAt.getTime() + 3_600_000);
    const decided = verification !== "pending";
    const kind = corporate ? ("corporate" as const) : ("individual" as const);
    const review = await queueAndDeadline(tx, { kind }, role, submittedAt);
    const decision = {
      reviewedAt: decided ? new Date(submittedAt.getTime() + 86_400_000) : null,
      reviewedById: decided ? (reviewerId ?? null) : null,
    };
    await tx.submission.create({
      data: {
        id: submissionId,
        userId,
        kind,
        state: verification,
        createdAt: submittedAt,
        submittedAt,
        ...review,
        ...decision,
        ...(corporate
          ? corporateRows(submissionId, company(sampleCompany(n, SIGNATORIES)))
          : individualRows(submissionId, answersOf(spec))),
        checkConsent: CHECK_CONSENT_VERSION,
        documents: { create: documents.map(({ name, file }) => ({ name, fileId: file.id })) },
      },
    });
    const signatories = await tx.signatory.findMany({ where: { submissionId }, orderBy: { ordinal: "asc" } });
    await tx.document.createMany({
      data: signatories.map(({ id }, index) => ({
        submissionId,
        signatoryId: id,
        name: "signatoryIdDocument" as const,
        fileId: signatoryFiles[index]!.id,
      })),
    });
    await attachFiles(tx, [...documents.map(({ file }) => file), ...signatoryFiles]);
    await tx.user.update({
      where: { id: userId },
      data: { status: verification, submittedAt, currentSubmissionId: submissionId, ...decision },
    });
    if (decision.reviewedAt) {
      const time = await timeToDecision(tx, { role }, submissionId, decision.reviewedAt);
      const id = uuidv7();
      const rejectionReason = verification === "rejected" ? (spec.rejectionReason ?? REJECTION_REASON) : null;
      await tx.decision.create({
        data: {
          id,
          userId,
          submissionId,
          status: verification,
          decidedAt: decision.reviewedAt,
          decidedById: decision.reviewedById,
          ...sealReason(id, rejectionReason),
          ...time,
        },
      });
    }
    await addDueDiligence(tx, userId, spec, reviewerId ?? null);
    await seedAudit(tx, userId, verification, reviewerId ?? null, submissionId);
  });
  return userId;
}

/** Adds the due diligence form that an approved investor has sent before investing. */
async function addDueDiligence(
  tx: Tx,
  userId: string,
  { n, role, investorType, verification, dueDiligence }: UserSpec,
  reviewerId: string | null,
): Promise<void> {
  const isInvestor = role === "investor" && verification === "approved";
  const state = dueDiligence ?? (isInvestor ? "approved" : "none");
  if (state === "none") return;
  const kind = investorType === "corporate" ? "corporate" : "individual";
  const [id, sentAt] = [uuidv7(), new Date()];
  await tx.dueDiligence.create({
    data: {
      id,
      userId,
      kind,
      state,
      sentAt,
      dueAt: new Date(sentAt.getTime() + 2 * 86_400_000),
      ...toFormColumns(id, kind, sampleDueDiligence(n, kind)),
      ...(state === "approved" && { decidedAt: sentAt, decidedById: reviewerId }),
    },
  });
}

async function seedAudit(
  tx: Tx,
  userId: string,
  verification: "pending" | "approved" | "rejected",
  reviewerId: string | null,
  submissionId: string,
): Promise<void> {
  await audit(tx, {
    actorId: userId,
    action: "submission.submitted",
    targetId: userId,
    data: { submissionId },
  });
  if (verification === "pending") return;
  await audit(tx, {
    actorId: reviewerId,
    action: verification === "approved" ? "submission.approved" : "submission.rejected",
    targetId: userId,
    data: { from: "pending", submissionId, submitted: true },
  });
}
