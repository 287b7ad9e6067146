import { CircleCheck, CircleMinus } from "lucide-react";
import type { UserDto } from "@/lib/users/dto";

/** What the submission consists of, by name; never its content. */
export function sentParts({ verification }: UserDto): { label: string; sent: boolean }[] {
  const { corporate, documents } = verification;
  if (corporate) {
    return [
      { label: "Company information", sent: true },
      { label: "Bank details", sent: corporate.bankDetails !== null },
      { label: `Signatories (${corporate.signatories.length})`, sent: corporate.signatories.length > 0 },
      {
        label: "ID document for each signatory",
        sent: corporate.signatories.every(({ idDocument }) => idDocument !== null),
      },
      {
        label: "Certificate of incorporation",
        sent: corporate.documents.certificateOfIncorporation !== null,
      },
      { label: "Utility bill", sent: corporate.documents.utilityBill !== null },
      // What is optional is named only when it was sent.
      ...(corporate.documents.tinCertificate ? [{ label: "TIN certificate", sent: true }] : []),
      ...(corporate.documents.memorandumAndArticles
        ? [{ label: "Memorandum and articles", sent: true }]
        : []),
      ...(corporate.company.logo ? [{ label: "Company logo", sent: true }] : []),
    ];
  }
  return [
    { label: "Bio data", sent: verification.personal !== null },
    { label: "Next of kin", sent: verification.nextOfKin !== null },
    { label: "Account details", sent: verification.bankDetails !== null },
    { label: "ID document", sent: !!documents?.idDocument },
    { label: "Passport photo", sent: !!documents?.passportPhoto },
    { label: "Utility bill", sent: !!documents?.utilityBill },
  ];
}

export function SubmittedItems({ user }: { user: UserDto }) {
  return (
    <ul className="grid gap-x-6 gap-y-3 sm:grid-cols-2">
      {sentParts(user).map(({ label, sent }) => {
        const Icon = sent ? CircleCheck : CircleMinus;
        return (
          <li key={label} className="flex items-center gap-2.5 text-[0.9375rem]">
            <Icon aria-hidden className={sent ? "size-5 text-accent" : "size-5 text-muted"} />
            <span>
              {label}
              {!sent && <span className="text-muted"> (not submitted)</span>}
            </span>
          </li>
        );
      })}
    </ul>
  );
}
