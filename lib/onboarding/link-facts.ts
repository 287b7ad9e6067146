import "server-only";
import type { Prisma } from "@/lib/db/client";
import { normalizeName } from "@/lib/names";
import { nationalNumber } from "@/lib/phone";
import type { IdentityField } from "./dto";

/**
 * A value that identifies a person or company: a blind index; a normalized phone number, mailbox, RC number, or name with a date of birth;
 * or the hash of a document.
 */
export interface IdentityFact {
  field: IdentityField;
  value: string;
}

const contact = { phoneNumber: true, email: true } as const;

/** The input of `identityFacts` for a user. All submissions are read, even those whose documents are missing: they can be decided too. */
export const identitySelect = {
  phone: true,
  email: true,
  profileChanges: { where: { field: "phone" }, select: { before: true } },
  guardian: { select: { ...contact, ninIndex: true } },
  submissions: {
    select: {
      personal: { select: { ...contact, ninIndex: true, personKey: true } },
      nextOfKin: { select: contact },
      bankDetails: { select: { bvnIndex: true, accountNumberIndex: true } },
      company: { select: { phone: true, email: true, incorporationNumber: true } },
      signatories: { select: { ...contact, bvnIndex: true } },
      documents: { select: { file: { select: { sha256: true } } } },
    },
  },
} as const satisfies Prisma.UserSelect;
export type IdentityRow = Prisma.UserGetPayload<{ select: typeof identitySelect }>;
type SubmissionRow = IdentityRow["submissions"][number];

/**
 * Normalizes an RC or BN number to its prefix and digits; without a prefix it is an RC number. The SQL function company_number does the
 * same.
 */
export function companyNumber(number: string): string | undefined {
  const digits = number.replace(/[^0-9]/g, "").replace(/^0+/, "");
  const [, prefix = "RC"] = /^[^A-Z0-9]*(BN|IT|LLP|LP)/.exec(number.toUpperCase()) ?? [];
  return digits ? prefix + digits : undefined;
}

/**
 * Removes from an address the parts that its owner can vary freely: capitals, a tag after a plus sign, dots at Gmail. The SQL function
 * mailbox_of does the same for a stored address, which is already normalized.
 */
export function mailboxOf(email: string): string {
  const [local = "", domain = ""] = email.normalize("NFKC").toLowerCase().trim().split("@");
  const [name = ""] = local.split("+");
  return /^g(?:oogle)?mail\.com$/.test(domain)
    ? `${name.replaceAll(".", "")}@gmail.com`
    : `${name}@${domain}`;
}

/** Returns the sorted words of a person's name with the date of birth; null if the name has no letter. Stored with the answers. */
export function personKey(name: string, born: string): string | null {
  const words = normalizeName(name);
  return words === "" ? null : `${words}|${born}`;
}

/**
 * Returns identifying values of the user's account, including earlier phone numbers, and of all their submissions, without redacted
 * numbers.
 */
export function identityFacts({ phone, email, profileChanges, submissions }: IdentityRow): IdentityFact[] {
  return toFacts([
    ...contactFacts(phone, email),
    ...profileChanges.flatMap(({ before }) => contactFacts(before)),
    ...submissions.flatMap(submissionFacts),
  ]);
}

/** Returns the contacts of people named by the user (next of kin, signatories and guardian), and the guardian's NIN. */
export const relatedFacts = ({
  submissions,
  guardian,
}: Pick<IdentityRow, "submissions" | "guardian">): IdentityFact[] =>
  toFacts([
    ["ninNumber", guardian?.ninIndex],
    ...[
      guardian,
      ...submissions.flatMap(({ nextOfKin, signatories }) => [nextOfKin, ...signatories]),
    ].flatMap((row) => (row ? contactFacts(row.phoneNumber, row.email) : [])),
  ]);

type Pair = readonly [IdentityField, string | undefined];

const contactFacts = (phone?: string, email?: string): Pair[] => [
  ["phone", phone && nationalNumber(phone)],
  ["email", email && mailboxOf(email)],
];

const submissionFacts = ({
  personal,
  bankDetails,
  company,
  signatories,
  documents,
}: SubmissionRow): Pair[] => [
  ["ninNumber", personal?.ninIndex],
  ["nameAndBirth", personal?.personKey ?? undefined],
  ["bvnNumber", bankDetails?.bvnIndex],
  ["accountNumber", bankDetails?.accountNumberIndex],
  ...signatories.map(({ bvnIndex }): Pair => ["bvnNumber", bvnIndex]),
  ...contactFacts(personal?.phoneNumber, personal?.email),
  ...contactFacts(company?.phone, company?.email),
  ["incorporationNumber", company ? companyNumber(company.incorporationNumber) : undefined],
  ...documents.map(({ file }): Pair => ["document", file.sha256]),
];

/** Returns each fact once, without missing values and redacted numbers (`removedNumbers`). */
function toFacts(pairs: readonly Pair[]): IdentityFact[] {
  const facts = pairs.flatMap(([field, value]) =>
    value && !value.startsWith("removed:") ? [{ field, value }] : [],
  );
  return [...new Map(facts.map((fact) => [`${fact.field}|${fact.value}`, fact])).values()];
}
