import { Notice } from "@/components/ui/notice";
import type { UserDto, VerificationDto } from "@/lib/users/dto";

/** Shows above the reopened form why the submission was rejected, or why the account is closed. */
export function Rejection({ user: { verification, closed } }: { user: UserDto }) {
  const { rejectionReason: reason } = verification;
  if (closed)
    return (
      <Notice tone="warning" title="This account is closed">
        {reason}
      </Notice>
    );
  return (
    <Notice tone="warning" title="Your last submission was not approved">
      {reason && <p className="whitespace-pre-line">{reason}</p>}
      <p className={reason ? "mt-2 text-muted" : undefined}>
        {areDocumentsPurged(verification)
          ? "Enter your NIN, BVN and account number again, and upload your documents again. We delete them some time after a rejection. Your other answers are still here."
          : "Make the corrections and submit again. Your answers, numbers and documents are still here."}
      </p>
    </Notice>
  );
}

/** Whether the documents have been deleted (lib/onboarding/retention/jobs.ts): every submission has some. */
export function areDocumentsPurged({ submissionId, documents, corporate }: VerificationDto): boolean {
  const given = corporate?.documents ?? documents;
  return submissionId !== null && !Object.values(given ?? {}).some(Boolean);
}
