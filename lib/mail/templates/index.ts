import "server-only";
import { accountEmails } from "./account";
import { administrationEmails } from "./administration";
import { investmentEmails } from "./investments";
import { verificationEmails } from "./verification";

/** The email templates by name. */
export const templates = {
  ...accountEmails,
  ...verificationEmails,
  ...administrationEmails,
  ...investmentEmails,
};

export type TemplateName = keyof typeof templates;
export type TemplateData<N extends TemplateName> = Parameters<(typeof templates)[N]>[0];
