import { Notice } from "@/components/ui/notice";
import type { UserDto, VerificationDto } from "@/lib/users/dto";

/** Why the last submission was not accepted; the first thing on the form that is filled in again. */
export function Rejection({ user: { verification } }: { user: UserDto }) {
  const { rejectionReason: reason } = verification;
  return (
    <Notice tone="warning" title="Your last submission was not approved">
      {reason && <p className="whitespace-pre-line">{reason}</p>}
      <p className={reason ? "mt-2 text-muted" : undefined}>
        {areDocumentsPurged(verification)
          ? "Give your numbers and documents again: we removed them, because this was decided long ago. Your other answers are kept."
          : "Correct what is needed and submit again. Everything else is kept: your answers, numbers and documents."}
      </p>
    </Notice>
  );
}

/** Nothing is submitted without documents; where there is none, its time was over (lib/verification/retention.ts). */
export function areDocumentsPurged({ submissionId, documents, corporate }: VerificationDto): boolean {
  const given = corporate?.documents ?? documents;
  return submissionId !== null && !Object.values(given ?? {}).some(Boolean);
}
