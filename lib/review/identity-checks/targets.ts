import "server-only";
import type { CompanyType, IdentityRequest } from "@/lib/identity/port";
import type { AnswersDto } from "@/lib/onboarding/dto";
import { fullName } from "@/lib/onboarding/forms/full-name";
import { companyNumber } from "@/lib/onboarding/link-facts";
import { bankCodeOf } from "@/lib/reference/institutions";
import { kindLabels, type IdentityCheckKind } from "./schema";

/** A number of a submission that can be checked; `request` is null if the provider cannot be asked about it. */
export interface Target {
  kind: IdentityCheckKind;
  ordinal: number | null;
  label: string;
  request: IdentityRequest | null;
  blocked: string | null;
}

type Answers = Pick<AnswersDto, "personal" | "bankDetails" | "corporate">;

const DELETED = "The number is no longer stored.";

const typeByPrefix: Readonly<Record<string, CompanyType>> = {
  RC: "COMPANY",
  BN: "BUSINESS_NAME",
  IT: "INCORPORATED_TRUSTEES",
  LP: "LIMITED_PARTNERSHIP",
  LLP: "LIMITED_LIABILITY_PARTNERSHIP",
};

/**
 * Returns the numbers of a submission that can be checked, in form order. The answers contain numbers in full, or empty once deleted. Never
 * send a request to a browser. The BVN in a company's bank details is excluded: the form does not say whose it is.
 */
export function listTargets({ personal, bankDetails, corporate }: Answers): Target[] {
  if (corporate) {
    const { company, signatories } = corporate;
    return [
      companyTarget(company.name, company.incorporationNumber),
      ...(corporate.bankDetails ? [accountTarget(corporate.bankDetails, company.name)] : []),
      ...signatories.map(({ fullName, bvnNumber }, ordinal) =>
        toTarget(`BVN of signatory ${ordinal + 1}`, ordinal, {
          kind: "bvn",
          number: bvnNumber,
          ...splitName(fullName),
          dateOfBirth: null,
        }),
      ),
    ];
  }
  if (!personal) return [];
  const { firstName, surname, dateOfBirth } = personal;
  const person = { name: fullName(personal), firstName, surname, dateOfBirth };
  return [
    toTarget(kindLabels.nin, null, { kind: "nin", number: personal.ninNumber, ...person }),
    ...(bankDetails
      ? [
          toTarget(kindLabels.bvn, null, { kind: "bvn", number: bankDetails.bvnNumber, ...person }),
          accountTarget(bankDetails, person.name),
        ]
      : []),
  ];
}

const toTarget = (label: string, ordinal: number | null, request: IdentityRequest): Target => ({
  kind: request.kind,
  ordinal,
  label,
  request: request.number ? request : null,
  blocked: request.number ? null : DELETED,
});

function accountTarget(
  { accountNumber, bankName }: { accountNumber: string; bankName: string },
  name: string,
): Target {
  const bankCode = bankCodeOf(bankName);
  const target = toTarget(kindLabels.account, null, {
    kind: "account",
    number: accountNumber,
    bankCode: bankCode ?? "",
    name,
  });
  return bankCode || !target.request
    ? target
    : { ...target, request: null, blocked: "The bank's code is not known." };
}

function companyTarget(name: string, incorporationNumber: string): Target {
  const [, prefix = "", number = ""] = /^([A-Z]+)(\d+)$/.exec(companyNumber(incorporationNumber) ?? "") ?? [];
  const type = typeByPrefix[prefix];
  return type
    ? toTarget(kindLabels.company, null, { kind: "company", number, type, name })
    : {
        kind: "company",
        ordinal: null,
        label: kindLabels.company,
        request: null,
        blocked: "The incorporation number has no digits.",
      };
}

/** The form has one field for a signatory's name: the last word is assumed to be the surname. */
function splitName(name: string) {
  const words = name.split(" ");
  return { name, firstName: words[0] ?? "", surname: words.at(-1) ?? "" };
}
