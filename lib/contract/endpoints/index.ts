import { bank } from "@/lib/bank/api";
import type { Endpoint } from "@/lib/endpoint";
import { adminInvestments } from "@/lib/investments/admin-api";
import { investments } from "@/lib/investments/api";
import { ledger } from "@/lib/ledger/api";
import { payouts } from "@/lib/payouts/api";
import { plans } from "@/lib/plans/api";
import { auth } from "./auth";
import { carousel } from "./carousel";
import { cases } from "./cases";
import { consultation } from "./consultation";
import { guardians } from "./guardians";
import { review } from "./review";
import { settings } from "./settings";
import { system } from "./system";
import { users } from "./users";
import { verification } from "./verification";

/**
 * The REST contract (product 7): one entry per method and path. Route handlers are wrapped with their entry, the OpenAPI document is
 * generated from the list, and a test compares the list with app/api. Browser code imports the individual files, so that a page loads only
 * the schemas it uses.
 */
export const endpoints = {
  ...auth,
  ...verification,
  ...guardians,
  ...users,
  ...cases,
  ...review,
  ...settings,
  ...plans,
  ...investments,
  ...adminInvestments,
  ...bank,
  ...payouts,
  ...ledger,
  ...carousel,
  ...consultation,
  ...system,
} satisfies Record<string, Endpoint>;
