"use client";

import { Notice } from "@/components/ui/notice";
import { describeUncleared } from "./describe-uncleared";
import { missingConsent } from "./guardian";
import { useGuardian } from "./queries";
import { useScreening } from "./screening-queries";

/** Before an approval: a missing consent of a guardian, and hits that are not cleared (product 10.24, 10.27). */
export function ApprovalWarnings({ userId }: { userId: string }) {
  const [guardian, screening] = [useGuardian(userId), useScreening(userId)];
  const warnings = [
    guardian.isError || screening.isError ? "Could not check for warnings about this case." : null,
    missingConsent(guardian.data),
    describeUncleared(screening.data),
  ];
  return warnings.map(
    (warning) =>
      warning && (
        <Notice key={warning} tone="warning">
          {warning}
        </Notice>
      ),
  );
}
