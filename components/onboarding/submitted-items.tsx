import { CircleCheck, CircleMinus } from "lucide-react";
import type { AnswersDto } from "@/lib/onboarding/dto";
import { corporateDocuments } from "@/lib/onboarding/forms/corporate-form";
import { individualDocuments, individualSteps } from "@/lib/onboarding/forms/individual-form";
import type { UserDto } from "@/lib/users/dto";

/** Lists the parts of the submission without their content. */
function submittedItems({ corporate, personal, nextOfKin, bankDetails, documents }: AnswersDto) {
  const item = (label: string, isSubmitted: boolean) => ({ label, isSubmitted });
  if (!corporate) {
    return [
      ...[personal, nextOfKin, bankDetails].map((group, step) =>
        item(sentence(individualSteps[step]!.title), group !== null),
      ),
      ...Object.values(individualDocuments).map(({ label, name }) => item(label, !!documents?.[name])),
    ];
  }
  const { signatories } = corporate;
  const paths = { ...corporate.documents, logo: corporate.company.logo };
  return [
    item("Company information", true),
    item("Bank details", corporate.bankDetails !== null),
    item(`Signatories (${signatories.length})`, signatories.length > 0),
    item(
      "ID document for each signatory",
      signatories.every(({ idDocument }) => idDocument !== null),
    ),
    // Optional documents are listed only if they were submitted.
    ...Object.values(corporateDocuments)
      .filter((document) => !("optional" in document) || paths[document.name])
      .map(({ label, name }) => item(label, !!paths[name])),
  ];
}

const sentence = (title: string) => title.charAt(0) + title.slice(1).toLowerCase();

export function SubmittedItems({ user }: { user: UserDto }) {
  return (
    <ul className="grid gap-x-6 gap-y-3 sm:grid-cols-2">
      {submittedItems(user.verification).map(({ label, isSubmitted }) => {
        const Icon = isSubmitted ? CircleCheck : CircleMinus;
        return (
          <li key={label} className="flex items-center gap-2.5 text-[0.9375rem]">
            <Icon aria-hidden className={isSubmitted ? "size-5 text-accent" : "size-5 text-muted"} />
            <span>
              <span>{label}</span>
              {!isSubmitted && <span className="text-muted"> (not submitted)</span>}
            </span>
          </li>
        );
      })}
    </ul>
  );
}
