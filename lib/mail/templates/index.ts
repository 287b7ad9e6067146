import "server-only";
import { investmentEmails } from "@/lib/investments/emails";
import { payoutEmails } from "@/lib/payouts/emails";
import { accountEmails } from "./account";
import { administrationEmails } from "./administration";
import { verificationEmails } from "./verification";

/** The email templates by name, collected from the features. */
export const templates = {
  ...accountEmails,
  ...verificationEmails,
  ...administrationEmails,
  ...investmentEmails,
  ...payoutEmails,
};

export type TemplateName = keyof typeof templates;
export type TemplateData<N extends TemplateName> = Parameters<(typeof templates)[N]>[0];
