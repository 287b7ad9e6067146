import { Notice } from "@/components/ui/notice";

/** Why the last submission was not accepted; the first thing on the form that is filled in again. */
export function Rejection({ reason }: { reason: string | null }) {
  return (
    <Notice tone="warning" title="Your last submission was not approved">
      {reason && <p className="whitespace-pre-line">{reason}</p>}
      <p className={reason ? "mt-2 text-muted" : undefined}>
        Correct what is needed and submit again. Everything else is kept: your answers, numbers and documents.
      </p>
    </Notice>
  );
}
