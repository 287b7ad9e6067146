import { account } from "@/lib/account/api";
import { acts } from "@/lib/acts/api";
import { administration } from "@/lib/administration/api";
import { apiKeys } from "@/lib/api-keys/api";
import { approvals } from "@/lib/approvals/api";
import { auditLog } from "@/lib/audit/api";
import { auth } from "@/lib/auth/api";
import { bank } from "@/lib/bank/api";
import { calendar } from "@/lib/calendar/api";
import { carousel } from "@/lib/carousel/api";
import { changes } from "@/lib/changes/api";
import { consultation } from "@/lib/consultation/api";
import { documents } from "@/lib/documents/api";
import { dueDiligence } from "@/lib/due-diligence/api";
import type { Endpoint } from "@/lib/endpoint";
import { events } from "@/lib/events/api";
import { files } from "@/lib/files/api";
import { guardians } from "@/lib/guardians/api";
import { adminInvestments } from "@/lib/investments/admin-api";
import { investments } from "@/lib/investments/api";
import { ledger } from "@/lib/ledger/api";
import { onboarding } from "@/lib/onboarding/api";
import { operations } from "@/lib/ops/api";
import { payouts } from "@/lib/payouts/api";
import { plans } from "@/lib/plans/api";
import { review } from "@/lib/review/api";
import { cases } from "@/lib/review/cases/api";
import { decisions } from "@/lib/review/decisions/api";
import { figures } from "@/lib/review/figures/api";
import { screening } from "@/lib/review/screening/api";
import { suspicions } from "@/lib/suspicions/api";
import { users } from "@/lib/users/api";
import { webhooks } from "@/lib/webhooks/api";
import { contract } from "./api";

/**
 * The REST contract (product 7): one entry per method and path. Route handlers are wrapped with their entry, the OpenAPI document is
 * generated from the list, and a test compares the list with app/api. Browser code imports the individual files, so that a page loads only
 * the schemas it uses.
 */
export const endpoints = {
  ...auth,
  ...account,
  ...onboarding,
  ...guardians,
  ...users,
  ...administration,
  ...approvals,
  ...calendar,
  ...cases,
  ...review,
  ...decisions,
  ...screening,
  ...suspicions,
  ...figures,
  ...auditLog,
  ...apiKeys,
  ...webhooks,
  ...events,
  ...changes,
  ...plans,
  ...investments,
  ...adminInvestments,
  ...documents,
  ...dueDiligence,
  ...bank,
  ...payouts,
  ...acts,
  ...ledger,
  ...carousel,
  ...consultation,
  ...files,
  ...contract,
  ...operations,
} satisfies Record<string, Endpoint>;
