import "server-only";
import { scopesOf } from "@/lib/api-keys/scope-rules";
import { endpoints } from "./endpoints";

/** Returns the scopes that keys of programs can have, from the table of calls. */
export const keyScopes = (): string[] => scopesOf(Object.values(endpoints));
