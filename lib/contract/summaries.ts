import "server-only";
import { accountSummaries } from "@/lib/account/api-summaries";
import { actSummaries } from "@/lib/acts/api-summaries";
import { administrationSummaries } from "@/lib/administration/api-summaries";
import { apiKeySummaries } from "@/lib/api-keys/api-summaries";
import { approvalSummaries } from "@/lib/approvals/api-summaries";
import { auditSummaries } from "@/lib/audit/api-summaries";
import { authSummaries } from "@/lib/auth/api-summaries";
import { bankSummaries } from "@/lib/bank/api-summaries";
import { calendarSummaries } from "@/lib/calendar/api-summaries";
import { carouselSummaries } from "@/lib/carousel/api-summaries";
import { changeSummaries } from "@/lib/changes/api-summaries";
import { consultationSummaries } from "@/lib/consultation/api-summaries";
import { documentSummaries } from "@/lib/documents/api-summaries";
import { fileSummaries } from "@/lib/files/api-summaries";
import { dueDiligenceSummaries } from "@/lib/due-diligence/api-summaries";
import { eventSummaries } from "@/lib/events/api-summaries";
import { guardianSummaries } from "@/lib/guardians/api-summaries";
import { investmentSummaries } from "@/lib/investments/api-summaries";
import { ledgerSummaries } from "@/lib/ledger/api-summaries";
import { onboardingSummaries } from "@/lib/onboarding/api-summaries";
import { operationSummaries } from "@/lib/ops/api-summaries";
import { payoutSummaries } from "@/lib/payouts/api-summaries";
import { planSummaries } from "@/lib/plans/api-summaries";
import { reviewSummaries } from "@/lib/review/api-summaries";
import { caseSummaries } from "@/lib/review/cases/api-summaries";
import { decisionSummaries } from "@/lib/review/decisions/api-summaries";
import { figureSummaries } from "@/lib/review/figures/api-summaries";
import { screeningSummaries } from "@/lib/review/screening/api-summaries";
import { suspicionSummaries } from "@/lib/suspicions/api-summaries";
import { userSummaries } from "@/lib/users/api-summaries";
import { webhookSummaries } from "@/lib/webhooks/api-summaries";
import { contractSummaries } from "./api-summaries";
import type { endpoints } from "./endpoints";

/** The summary of each call, for the OpenAPI document. It is separate from the calls, because browsers load those. */
export const summaries: Record<keyof typeof endpoints, string> = {
  ...authSummaries,
  ...accountSummaries,
  ...onboardingSummaries,
  ...guardianSummaries,
  ...dueDiligenceSummaries,
  ...userSummaries,
  ...administrationSummaries,
  ...approvalSummaries,
  ...calendarSummaries,
  ...caseSummaries,
  ...reviewSummaries,
  ...decisionSummaries,
  ...screeningSummaries,
  ...suspicionSummaries,
  ...figureSummaries,
  ...auditSummaries,
  ...apiKeySummaries,
  ...webhookSummaries,
  ...eventSummaries,
  ...changeSummaries,
  ...planSummaries,
  ...investmentSummaries,
  ...documentSummaries,
  ...bankSummaries,
  ...payoutSummaries,
  ...actSummaries,
  ...ledgerSummaries,
  ...carouselSummaries,
  ...consultationSummaries,
  ...fileSummaries,
  ...contractSummaries,
  ...operationSummaries,
};
