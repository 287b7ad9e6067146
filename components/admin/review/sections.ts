import type { StoredDocument } from "@/components/documents/stored-document";
import { formatDate } from "@/components/ui/format";
import type { BankDetailsDto, UserDto, VerificationDto } from "@/lib/users/dto";
import { roleTypeLabel } from "../labels";

/** What stands in the accordion of a review (product 2.13), as data: who reads it decides how it looks. */
export type ReviewField =
  | { kind: "text"; label: string; value: string | null }
  /** A number of which only the end is known here; `field` is its name in the reveal call. */
  | { kind: "secret"; label: string; masked: string | null; field: string }
  | { kind: "document"; document: StoredDocument };

export interface Section {
  id: string;
  title: string;
  groups: { title?: string; facts: ReviewField[] }[];
  /** Said instead of groups when there are none. */
  nothing?: string;
}

export interface ReviewContent {
  sections: Section[];
  documents: StoredDocument[];
}

const text = (label: string, value: string | null | undefined): ReviewField => ({
  kind: "text",
  label,
  value: value?.trim() || null,
});
const secret = (label: string, masked: string | undefined, field: string): ReviewField => ({
  kind: "secret",
  label,
  masked: masked || null,
  field,
});

/** A day where a whole day was given; "2014" stays "2014". */
const day = (value: string | undefined): string | null =>
  value && /^\d{4}-\d{2}-\d{2}/.test(value) ? formatDate(value) : (value ?? null);

const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);

/** Which form this person fills in; null while that is open, and for administrators. */
export function requiredFormKind(user: UserDto): "individual" | "corporate" | null {
  if (user.verification.kind) return user.verification.kind;
  if (user.role === "startup") return "individual";
  if (user.role !== "investor" || user.investorType === "none") return null;
  return user.investorType === "corporate" ? "corporate" : "individual";
}

function profile(user: UserDto): Section {
  return {
    id: "profile",
    title: "Profile Information",
    groups: [
      {
        facts: [
          text("Full name", user.name),
          text("Email", user.email),
          text("Phone", user.phone),
          text("Role", roleTypeLabel(user)),
          text("Account created", formatDate(user.createdAt)),
          text("Verified", user.isVerified ? "Yes" : "No"),
        ],
      },
    ],
  };
}

const bank = (details: BankDetailsDto | null | undefined): Section => ({
  id: "bank",
  title: "Bank Details",
  groups: [
    {
      facts: [
        text("Account name", details?.accountName),
        text("Bank name", details?.bankName),
        text("Account type", details?.accountType),
        secret("Account number", details?.accountNumber, "accountNumber"),
        secret("BVN number", details?.bvnNumber, "bvnNumber"),
      ],
    },
  ],
});

function individual(
  user: UserDto,
  { personal, nextOfKin, bankDetails, documents }: VerificationDto,
): ReviewContent {
  const startup = user.role === "startup";
  return {
    sections: [
      {
        id: "personal",
        title: "Personal Information",
        groups: [
          {
            facts: [
              text("First name", personal?.firstName),
              text("Surname", personal?.surname),
              ...(startup
                ? []
                : [text("Age bracket", personal?.ageBracket ? capital(personal.ageBracket) : null)]),
              text("Date of birth", day(personal?.dateOfBirth)),
              text("Local government", personal?.localGovernment),
              text("State of residence", personal?.stateOfResidence),
              text("Residential address", personal?.residentialAddress),
              secret("NIN number", personal?.ninNumber, "ninNumber"),
            ],
          },
        ],
      },
      {
        id: "kin",
        title: "Next of Kin",
        groups: [
          {
            facts: [
              text("Full name", nextOfKin?.fullName),
              text("Relationship", nextOfKin?.relationship),
              text("Phone number", nextOfKin?.phoneNumber),
              text("Email", nextOfKin?.email),
              text("Residential address", nextOfKin?.residentialAddress),
            ],
          },
        ],
      },
      bank(bankDetails),
    ],
    documents: [
      { key: "idDocument", label: "ID Document", path: documents?.idDocument ?? null },
      { key: "passportPhoto", label: "Passport Photo", path: documents?.passportPhoto ?? null },
      { key: "utilityBill", label: "Utility Bill", path: documents?.utilityBill ?? null },
    ],
  };
}

function corporate({ corporate: answers }: VerificationDto): ReviewContent {
  const { company, documents, signatories = [] } = answers ?? {};
  const logo: StoredDocument = { key: "logo", label: "Company logo", path: company?.logo ?? null };
  const identities = signatories.map<StoredDocument>((signatory, index) => ({
    key: `signatory-${index}`,
    label: signatories.length > 1 ? `Signatory ${index + 1} ID Document` : "Signatory ID Document",
    path: signatory.idDocument,
  }));
  return {
    sections: [
      {
        id: "company",
        title: "Company Information",
        groups: [
          {
            facts: [
              text("Company name", company?.name),
              text("Incorporation number", company?.incorporationNumber),
              text("Date of incorporation", day(company?.dateOfIncorporation)),
              text("State", company?.state),
              text("Local government", company?.localGovernment),
              text("Phone", company?.phone),
              text("Email", company?.email),
              text("Address", company?.address),
              { kind: "document", document: logo },
            ],
          },
        ],
      },
      bank(answers?.bankDetails),
      {
        id: "signatory",
        title: "Authorized Signatory",
        nothing: "No signatory information provided",
        groups: signatories.map((signatory, index) => ({
          ...(signatories.length > 1 && { title: `Signatory ${index + 1}` }),
          facts: [
            text("Full name", signatory.fullName),
            text("Position", signatory.position),
            text("Phone number", signatory.phoneNumber),
            text("Email", signatory.email),
            secret("BVN number", signatory.bvnNumber, `signatories.${index}.bvnNumber`),
            { kind: "document", document: identities[index]! },
          ],
        })),
      },
    ],
    documents: [
      {
        key: "certificateOfIncorporation",
        label: "Certificate of Incorporation",
        path: documents?.certificateOfIncorporation ?? null,
      },
      { key: "utilityBill", label: "Utility Bill", path: documents?.utilityBill ?? null },
      { key: "tinCertificate", label: "TIN Certificate", path: documents?.tinCertificate ?? null },
      // The form has no field for it, the API has: what was sent must be seen.
      ...(documents?.memorandumAndArticles
        ? [
            {
              key: "memorandumAndArticles",
              label: "Memorandum and Articles",
              path: documents.memorandumAndArticles,
            },
          ]
        : []),
    ],
  };
}

export function reviewContent(user: UserDto): ReviewContent {
  const form = requiredFormKind(user);
  const own: ReviewContent =
    form === "corporate"
      ? corporate(user.verification)
      : form === "individual"
        ? individual(user, user.verification)
        : { sections: [], documents: [] };
  return { sections: [profile(user), ...own.sections], documents: own.documents };
}
