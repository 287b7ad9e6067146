import "server-only";
import { accountEmails } from "@/lib/account/emails";
import { administrationEmails } from "@/lib/administration/emails";
import { apiKeyEmails } from "@/lib/api-keys/emails";
import { approvalEmails } from "@/lib/approvals/emails";
import { authEmails } from "@/lib/auth/emails";
import { consultationEmails } from "@/lib/consultation/emails";
import { dueDiligenceEmails } from "@/lib/due-diligence/emails";
import { guardianEmails } from "@/lib/guardians/emails";
import { investmentEmails } from "@/lib/investments/emails";
import { onboardingEmails } from "@/lib/onboarding/emails";
import { payoutEmails } from "@/lib/payouts/emails";
import { reviewEmails } from "@/lib/review/emails";
import { suspicionEmails } from "@/lib/suspicions/emails";
import { webhookEmails } from "@/lib/webhooks/emails";

/** The email templates by name, collected from the features. */
export const templates = {
  ...authEmails,
  ...accountEmails,
  ...onboardingEmails,
  ...guardianEmails,
  ...administrationEmails,
  ...approvalEmails,
  ...apiKeyEmails,
  ...webhookEmails,
  ...reviewEmails,
  ...suspicionEmails,
  ...dueDiligenceEmails,
  ...consultationEmails,
  ...investmentEmails,
  ...payoutEmails,
};

export type TemplateName = keyof typeof templates;
export type TemplateData<N extends TemplateName> = Parameters<(typeof templates)[N]>[0];
