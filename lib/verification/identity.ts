import "server-only";
import type { Prisma } from "@/lib/db/client";
import type { IdentityField } from "./dto";

/**
 * A value that identifies a person or company: a blind index, a normalized phone number, mailbox, RC number or name with a date of birth,
 * or the hash of a document.
 */
export interface IdentityFact {
  field: IdentityField;
  value: string;
}

const contact = { phoneNumber: true, email: true } as const;

/** What `identityFacts` reads of a user: all submissions, also those whose documents are missing, because a reviewer can decide then. */
export const identitySelect = {
  phone: true,
  email: true,
  profileChanges: { where: { field: "phone" }, select: { before: true } },
  guardian: { select: { ...contact, ninIndex: true } },
  submissions: {
    select: {
      personal: { select: { ...contact, ninIndex: true, firstName: true, surname: true, dateOfBirth: true } },
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

/** A Nigerian number with 234, with 0, with both or with neither before it is one number. The SQL function national_number does the same. */
export const nationalNumber = (phone: string) => phone.replace(/^0{0,2}(?:234)?0?(?=\d{10}$)/, "");

/** An RC or BN number as its prefix and digits; without a prefix it is an RC number. The SQL function company_number does the same. */
export function companyNumber(number: string): string | undefined {
  const digits = number.replace(/[^0-9]/g, "").replace(/^0+/, "");
  const [, prefix = "RC"] = /^[^A-Z0-9]*(BN|IT|LLP|LP)/.exec(number.toUpperCase()) ?? [];
  return digits ? prefix + digits : undefined;
}

/**
 * An address without what its owner can vary freely: capitals, a tag after a plus sign, dots at Gmail. The SQL function mailbox_of does
 * the same for a stored address, which is normalized.
 */
export function mailboxOf(email: string): string {
  const [local = "", domain = ""] = email.normalize("NFKC").toLowerCase().trim().split("@");
  const [name = ""] = local.split("+");
  return /^g(?:oogle)?mail\.com$/.test(domain)
    ? `${name.replaceAll(".", "")}@gmail.com`
    : `${name}@${domain}`;
}

const DAY_MS = 86_400_000;

/**
 * The words of a name in any order, without accents, case and punctuation, with a date of birth (midnight UTC). The SQL function
 * person_key does the same.
 */
export function personKey(name: string, born: Date): string | undefined {
  const letters = name.normalize("NFKD").toLowerCase().replace(/[^a-z0-9 ]+/g, ""); // prettier-ignore
  const words = letters.split(" ").filter(Boolean).toSorted();
  return words.length > 0 ? `${words.join(" ")}|${born.getTime() / DAY_MS}` : undefined;
}

/** Identifying values of the user's account, also earlier phone numbers, and of all their submissions, without redacted numbers. */
export function identityFacts({ phone, email, profileChanges, submissions }: IdentityRow): IdentityFact[] {
  return toFacts([
    ...contactFacts(phone, email),
    ...profileChanges.flatMap(({ before }) => contactFacts(before)),
    ...submissions.flatMap(submissionFacts),
  ]);
}

/** Contacts of the people whom the user named: next of kin, signatories and guardian, the guardian's NIN too. */
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
  [
    "nameAndBirth",
    personal ? personKey(`${personal.firstName} ${personal.surname}`, personal.dateOfBirth) : undefined,
  ],
  ["bvnNumber", bankDetails?.bvnIndex],
  ["accountNumber", bankDetails?.accountNumberIndex],
  ...signatories.map(({ bvnIndex }): Pair => ["bvnNumber", bvnIndex]),
  ...contactFacts(personal?.phoneNumber, personal?.email),
  ...contactFacts(company?.phone, company?.email),
  ["incorporationNumber", company ? companyNumber(company.incorporationNumber) : undefined],
  ...documents.map(({ file }): Pair => ["document", file.sha256]),
];

/** Without absent values and redacted numbers (`removedNumbers`), each fact once. */
function toFacts(pairs: readonly Pair[]): IdentityFact[] {
  const facts = pairs.flatMap(([field, value]) =>
    value && !value.startsWith("removed:") ? [{ field, value }] : [],
  );
  return [...new Map(facts.map((fact) => [`${fact.field}|${fact.value}`, fact])).values()];
}
