import type { Endpoint } from "@/lib/endpoint";
import { plans } from "@/lib/plans/api";
import { auth } from "./auth";
import { books } from "./books";
import { carousel } from "./carousel";
import { cases } from "./cases";
import { consultation } from "./consultation";
import { guardians } from "./guardians";
import { investments, returns } from "./investments";
import { payments } from "./payments";
import { payouts } from "./payouts";
import { review } from "./review";
import { settings } from "./settings";
import { statements } from "./statements";
import { system } from "./system";
import { users } from "./users";
import { verification } from "./verification";

/**
 * The REST contract (product 7): one entry per method and path. Route handlers are wrapped with their entry, the OpenAPI document
 * is generated from the list, and a test compares the list with app/api. Browser code imports the single files, so that a page
 * loads only the schemas it uses.
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
  ...returns,
  ...investments,
  ...payments,
  ...payouts,
  ...books,
  ...statements,
  ...carousel,
  ...consultation,
  ...system,
} satisfies Record<string, Endpoint>;
