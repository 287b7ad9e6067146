import type { Endpoint } from "../endpoint";
import { admin } from "./admin";
import { auth } from "./auth";
import { carousel } from "./carousel";
import { system } from "./system";
import { verification } from "./verification";

/**
 * The documented REST contract (product 7): one entry per verb and path. Handlers are wrapped with their entry, /api/openapi.json is made
 * from the list, the browser calls by entry, and a test compares the list with the folders under app/api. The browser imports the parts,
 * so that a page loads the schemas of its own calls only.
 */
export const endpoints = { ...auth, ...verification, ...admin, ...carousel, ...system } satisfies Record<
  string,
  Endpoint
>;
