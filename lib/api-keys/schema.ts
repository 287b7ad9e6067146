import * as z from "zod";
import { isDay } from "@/lib/dates";
import { text } from "@/lib/forms/atoms";
import "@/lib/zod";

/** Requests and responses about keys of programs (product 10.44). Safe in the browser. */
const SCOPE = /^[a-z-]+:(?:read|write)$/;

export const MAX_KEY_DAYS = 366;
/** How long the earlier secret is accepted after a rotation. */
export const MAX_OVERLAP_HOURS = 168;
const MAX_NETWORKS = 20;

const WORDS = "Say in a few words what it is for";

export const apiKeyInput = z.object({
  name: text(2, "Enter a name", 100),
  /** Which program uses it, and for what. */
  purpose: text(10, WORDS, 500),
  /** The administrator for whom it acts, and whose rights limit it. */
  ownerId: z.uuid("Choose an administrator"),
  scopes: z
    .array(z.string().regex(SCOPE, "This scope does not exist"))
    .min(1, "Choose at least one scope")
    .max(100),
  /** The last day on which it works. */
  expiresOn: z.string().refine(isDay, "Enter a day"),
  /** Networks in CIDR notation; empty for all. */
  networks: z.array(z.string().trim().max(60)).max(MAX_NETWORKS, `At most ${MAX_NETWORKS} networks`),
});
export type ApiKeyInput = z.output<typeof apiKeyInput>;

export const apiKeyRotation = z.object({
  overlapHours: z.int().min(0).max(MAX_OVERLAP_HOURS, `At most ${MAX_OVERLAP_HOURS} hours`),
});

export const apiKeyDto = z.object({
  _id: z.uuid(),
  /** How the key begins, such as `sdl_live_0123456789Ab`. */
  start: z.string(),
  name: z.string(),
  purpose: z.string(),
  owner: z.object({ _id: z.uuid(), name: z.string() }),
  scopes: z.array(z.string()),
  networks: z.array(z.string()),
  state: z.enum(["active", "expired", "revoked"]),
  expiresAt: z.iso.datetime(),
  /** The name is null if that account has been deleted. */
  madeBy: z.string().nullable(),
  madeAt: z.iso.datetime(),
  rotatedAt: z.iso.datetime(),
  /** Until when the secret before the last rotation is accepted. */
  overlapUntil: z.iso.datetime().nullable(),
  lastUsedAt: z.iso.datetime().nullable(),
  lastNetwork: z.string().nullable(),
});
export type ApiKeyDto = z.output<typeof apiKeyDto>;

/** A key with its text, which is shown once. */
export const newApiKeyDto = apiKeyDto.extend({ key: z.string() });
export type NewApiKeyDto = z.output<typeof newApiKeyDto>;
