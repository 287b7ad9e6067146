import "server-only";
import { createHash } from "node:crypto";
import { canonical } from "@/lib/audit/head";
import type { TermsDto } from "./terms-schema";

/** Returns the SHA-256 of all terms of a version, including its risk text, which an investor accepts. */
export const hashTerms = (terms: TermsDto): string =>
  createHash("sha256").update(canonical(terms)).digest("hex");
