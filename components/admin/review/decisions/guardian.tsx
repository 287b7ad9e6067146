"use client";

import { DescriptionList } from "@/components/ui/card";
import { formatDate } from "@/components/ui/format";
import type { GuardianDto } from "@/lib/guardians/schema";
import { guardianGroup } from "@/lib/onboarding/forms/guardian-form";
import { reviewLabelOf } from "@/lib/onboarding/forms/path-rules";
import { MaskedNumber } from "../answers/masked-number";
import { PanelFailure } from "../problems";
import { useReviewPanel } from "../queries";

const { fullName, relationship, phoneNumber, dateOfBirth, ninNumber } = guardianGroup.fields;

/** Shows the parent or guardian of an applicant under 18 (product 10.24). */
export function Guardian({ userId }: { userId: string }) {
  const part = useReviewPanel(userId, "guardian");
  if (!part.data) return <PanelFailure title="The parent or guardian could not be loaded" query={part} />;
  const { guardian } = part.data;
  return (
    <div className="grid gap-4">
      <p>{describeGuardian(part.data)}</p>
      {guardian && (
        <DescriptionList
          items={[
            { label: reviewLabelOf(fullName), value: guardian.fullName },
            { label: reviewLabelOf(relationship), value: guardian.relationship },
            { label: reviewLabelOf(phoneNumber), value: guardian.phoneNumber },
            { label: "Email", value: guardian.email },
            { label: reviewLabelOf(dateOfBirth), value: formatDate(guardian.dateOfBirth) },
            {
              label: reviewLabelOf(ninNumber),
              value: (
                <MaskedNumber
                  userId={userId}
                  label="Guardian's NIN"
                  masked={guardian.ninNumber}
                  field="guardian.ninNumber"
                />
              ),
            },
          ]}
        />
      )}
    </div>
  );
}

function describeGuardian({ request, guardian }: GuardianDto): string {
  if (guardian?.counts) return `Consented on ${formatDate(guardian.consentedAt)}.`;
  if (guardian)
    return `Consented on ${formatDate(guardian.consentedAt)}, but the consent does not count: it is for another name, NIN or date of birth, or from someone with the applicant's NIN or contact details.`;
  if (!request) return "The applicant is under 18 and has not named a parent or guardian yet.";
  if (request.withdrawnAt)
    return `${request.email} withdrew their consent on ${formatDate(request.withdrawnAt)}.`;
  if (request.declinedAt) return `${request.email} declined on ${formatDate(request.declinedAt)}.`;
  if (new Date(request.expiresAt) < new Date())
    return `${request.email} did not answer by ${formatDate(request.expiresAt)}.`;
  return `${request.email} was asked on ${formatDate(request.requestedAt)} and has not answered.`;
}
