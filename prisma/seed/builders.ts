import { createHash } from "node:crypto";
import { audit } from "@/lib/audit/audit";
import { hashPassword } from "@/lib/auth/passwords";
import { db, type Prisma, type Tx } from "@/lib/db/client";
import { attachFiles, storeFile } from "@/lib/files/files";
import { uuidv7 } from "@/lib/ids";
import { blindIndex, newRowCipher } from "@/lib/pii/cipher";
import { banks, localGovernmentsOf, states } from "@/lib/reference";
import { individualParts } from "@/lib/verification/individual";
import { digits, pick, sampleAnswers, samplePhone } from "./answers";
import { samplePdf, samplePhoto } from "./files";

export { sampleAnswers };

/** Builders of believable rows, for the demo data and for tests. Every value is derived from `n`, so a run can be repeated. */
export interface UserSpec {
  email: string;
  name: string;
  role?: "none" | "startup" | "investor" | "admin";
  isSuper?: boolean;
  investorType?: "none" | "personal" | "corporate";
  /** What became of their verification; absent: nothing was submitted. */
  verification?: "pending" | "approved" | "rejected";
  rejectionReason?: string;
  emailVerified?: boolean;
  createdAt?: Date;
  /** Which sample values; two users with the same number have the same NIN. */
  n: number;
}

export const DEMO_PASSWORD = "Demo-Passw0rd1";
const hashes = new Map<string, Promise<string>>();
const hashOnce = (password: string) => {
  const known = hashes.get(password) ?? hashPassword(password);
  hashes.set(password, known);
  return known;
};

const sha = (bytes: Buffer) => createHash("sha256").update(bytes).digest("hex");
const pdf = (bytes: Buffer) => ({ bytes, contentType: "application/pdf", sha256: sha(bytes) });
const jpeg = (bytes: Buffer) => ({ bytes, contentType: "image/jpeg", sha256: sha(bytes) });

type DocumentName = Prisma.DocumentCreateManyInput["name"];

async function storedDocuments(userId: string, n: number, corporate: boolean) {
  const store = async (name: DocumentName, title: string, fileName: string) => ({
    name,
    file: await storeFile(
      userId,
      fileName,
      fileName.endsWith(".pdf") ? pdf(await samplePdf(title)) : jpeg(await samplePhoto((n * 47) % 360)),
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

function corporateParts(id: string, n: number) {
  const state = pick(states, n * 5);
  const bank = newRowCipher("bank_details", id);
  const accountNumber = digits(n, 10, "account");
  const bvn = digits(n, 11, "bvn");
  return {
    company: {
      create: {
        name: `Sample Company ${n} Limited`,
        incorporationNumber: `RC${digits(n, 6, "rc")}`,
        dateOfIncorporation: `20${10 + (n % 14)}-04-12`,
        address: `${n + 1} Sample Avenue`,
        state,
        localGovernment: pick(localGovernmentsOf(state), n),
        phone: samplePhone(n),
        email: `company${n}@demo.example`,
      },
    },
    bankDetails: {
      create: {
        accountName: `Sample Company ${n} Limited`,
        bankName: pick(banks, n).name,
        accountType: "Corporate",
        dataKey: bank.dataKey,
        accountNumberCipher: bank.seal("account_number_cipher", accountNumber),
        accountNumberIndex: blindIndex("accountNumber", accountNumber),
        bvnCipher: bank.seal("bvn_cipher", bvn),
        bvnIndex: blindIndex("bvn", bvn),
      },
    },
    signatories: {
      create: [0, 1].map((ordinal) => {
        const signatoryId = uuidv7();
        const cipher = newRowCipher("signatories", signatoryId);
        const number = digits(n * 2 + ordinal, 11, "signatory");
        return {
          id: signatoryId,
          ordinal,
          fullName: `Sample Signatory ${ordinal + 1}`,
          position: ordinal === 0 ? "Managing Director" : "Company Secretary",
          phoneNumber: samplePhone(n + 900 + ordinal),
          email: `signatory${ordinal + 1}.${n}@demo.example`,
          dataKey: cipher.dataKey,
          bvnCipher: cipher.seal("bvn_cipher", number),
          bvnIndex: blindIndex("bvn", number),
        };
      }),
    },
  };
}

/** Creates a user in the state that is asked for, with a submission and its files. Answers the id; an address that exists is left as it is. */
export async function buildUser(spec: UserSpec, reviewerId?: string): Promise<string> {
  const existing = await db.user.findUnique({ where: { email: spec.email }, select: { id: true } });
  if (existing) return existing.id;
  const { role = "none", investorType = "none", verification, n } = spec;
  const createdAt = spec.createdAt ?? new Date();
  const userId = uuidv7(createdAt.getTime());
  const passwordHash = await hashOnce(DEMO_PASSWORD);
  await db.user.create({
    data: {
      id: userId,
      email: spec.email,
      name: spec.name,
      phone: samplePhone(n),
      passwordHash,
      role,
      isSuper: spec.isSuper ?? false,
      investorType,
      emailVerifiedAt: spec.emailVerified === false ? null : createdAt,
      createdAt,
    },
  });
  if (!verification) return userId;

  const corporate = investorType === "corporate";
  const documents = await storedDocuments(userId, n, corporate);
  await db.$transaction(async (tx) => {
    const submissionId = uuidv7();
    const submittedAt = new Date(createdAt.getTime() + 3_600_000);
    const decided = verification !== "pending";
    const decision = {
      reviewedAt: decided ? new Date(submittedAt.getTime() + 86_400_000) : null,
      reviewedById: decided ? (reviewerId ?? null) : null,
      rejectionReason:
        verification === "rejected"
          ? (spec.rejectionReason ?? "The utility bill is older than 3 months.")
          : null,
    };
    await tx.submission.create({
      data: {
        id: submissionId,
        userId,
        kind: corporate ? "corporate" : "individual",
        state: verification,
        createdAt: submittedAt,
        submittedAt,
        ...decision,
        ...(corporate
          ? corporateParts(submissionId, n)
          : individualParts(
              submissionId,
              role === "startup" ? "startup" : "investor",
              sampleAnswers(n, { email: spec.email }),
            )),
        documents: { create: documents.map(({ name, file }) => ({ name, fileId: file.id })) },
      },
    });
    await attachFiles(
      tx,
      documents.map(({ file }) => file),
    );
    await tx.user.update({
      where: { id: userId },
      data: { status: verification, submittedAt, currentSubmissionId: submissionId, ...decision },
    });
    await seedAudit(tx, userId, verification, reviewerId ?? null, submissionId);
  });
  return userId;
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
