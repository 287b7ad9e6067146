/** Zod schemas for single values, with the messages of product 5, shared by forms and handlers. Safe in the browser. */
import * as z from "zod";
import { lagosDay } from "@/lib/lagos-day";
import { isMasked } from "@/lib/mask";
import "@/lib/zod";

/** Maximum length where docs/product.md gives none. */
export const MAX_TEXT = 200;
const TOO_LONG = "This is too long. Please shorten it.";

const CONTROL = "Use only letters, numbers and common punctuation";
/** Rejects control characters and line breaks, with which emails or log lines could be forged. */
const singleLine = /^[^\p{Cc}\u2028\u2029]*$/u;

/** Without invisible characters such as zero-width spaces and soft hyphens: they would hide a name from a comparison. */
const withoutInvisible = (value: string): string => value.replace(/\p{Cf}/gu, "");

const line = (start: z.ZodString, min: number, message: string, max: number) =>
  start.trim().min(min, message).max(max, TOO_LONG).regex(singleLine, CONTROL);

/** Single-line text with at least `min` characters after trimming, without invisible ones. */
export const text = (min: number, message: string, max = MAX_TEXT) =>
  line(z.string({ error: message }).overwrite(withoutInvisible), min, message, max);

/** The same for several lines, such as an address. */
export const lines = (min: number, message: string, max = 500) =>
  z
    .string({ error: message })
    .overwrite(withoutInvisible)
    .trim()
    .min(min, message)
    .max(max, TOO_LONG)
    .regex(/^[^\p{Cc}]*(?:\r?\n[^\p{Cc}]*)*$/u, CONTROL);

/** Absent, null and the empty string mean the same (product 10.2). */
export const optionalText = (max = MAX_TEXT) =>
  z
    .string()
    .trim()
    .max(max, TOO_LONG)
    .regex(singleLine, CONTROL)
    .nullish()
    .transform((value) => value || undefined);

/** An optional note of a reviewer, also of several lines. */
export const note = (max = 500) =>
  z
    .string()
    .trim()
    .max(max, `Maximum ${max} characters.`)
    .nullish()
    .transform((value) => value || undefined);

const NAME = "Name must be at least 2 characters";
const NO_LINKS = "Enter your name without a web address. Put a space after a full stop.";

/** What mail programs turn into a link: a scheme, www., an address, or words with a dot between them. */
const linkLike =
  /:\/\/|\bwww\b|@|[\p{L}\p{N}-]{2}[.\u3002][\p{L}\p{N}-]{2}|[\p{L}\p{N}][.\u3002](?:com?|net|org|io|me|ng|app|ly|info|xyz)\b/iu;

/** The name of a user, which our emails contain: no links and no invisible characters (threat 58). */
export const userName = () =>
  line(z.string({ error: NAME }), 2, NAME, 100)
    .regex(/^\P{Cf}*$/u, CONTROL)
    .refine((value) => !linkLike.test(value.normalize("NFKC")), NO_LINKS);

export const PHONE_EXAMPLE = "8012345678";
export const phoneMessages = {
  short: `Phone number must be at least 10 digits (e.g., ${PHONE_EXAMPLE})`,
  long: "Phone number must not exceed 15 digits",
  digits: "Phone number must contain only digits",
} as const;

/** 10 to 15 digits, digits only (product 5.1). */
export const phone = z
  .string({ error: phoneMessages.short })
  .trim()
  .regex(/^\d*$/, phoneMessages.digits)
  .min(10, phoneMessages.short)
  .max(15, phoneMessages.long);

/** Phone number at registration: may contain a plus sign, spaces or dashes; only its 10-15 digits are stored (product 10.3). */
export const registrationPhone = z
  .string({ error: phoneMessages.short })
  .trim()
  .max(40, phoneMessages.long)
  .regex(/^\+?[\d\s()-]*$/, phoneMessages.digits)
  .transform((value) => value.replace(/\D/g, ""))
  .pipe(phone);

export const EMAIL_MESSAGE = "Valid email is required";

/**
 * An email address in canonical form: NFKC-normalized, trimmed and lower-cased before validation (threat 7), so that look-alikes
 * such as a full-width @ cannot create a second account.
 */
export const email = (message = EMAIL_MESSAGE) =>
  z
    .string({ error: message })
    .max(320, message)
    .transform((value) => value.normalize("NFKC").trim().toLowerCase())
    .pipe(
      z
        .string()
        .max(254, message)
        .regex(
          /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)+$/,
          message,
        )
        .refine((value) => !/\.\.|^\.|\.@/.test(value), message),
    );

/**
 * A number of exactly `length` digits. With `masked`, a masked number passes too: the server replaces it by the stored number
 * before it validates (lib/verification/masked-numbers.ts).
 */
export const digits = (length: number, message: string, masked = false) => {
  const exact = new RegExp(`^\\d{${length}}$`);
  return z
    .string({ error: message })
    .trim()
    .refine((value) => exact.test(value) || (masked && isMasked(value) && value.length === length), message);
};

/** A calendar day in the past, as YYYY-MM-DD. */
export const pastDate = (required: string) =>
  z
    .string({ error: required })
    .trim()
    .min(1, required)
    // Date pickers may send a timestamp.
    .transform((value) => value.replace(/^(\d{4}-\d{2}-\d{2})T[\d:.]{4,15}(?:Z|[+-]\d{2}:\d{2})?$/, "$1"))
    .refine((value) => isRealDate(value), "Enter a valid date")
    .refine((value) => !isRealDate(value) || value < lagosDay(), "Date of birth must be in the past")
    .refine((value) => !isRealDate(value) || value >= "1900-01-01", "Enter a valid date");

function isRealDate(value: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(value)) return false;
  const date = new Date(`${value}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().slice(0, 10) === value;
}

export const COMMON_PASSWORD = "This password is too common";

/** 8 to 128 characters, never truncated, no composition rules (product 10.3). The server also rejects common passwords. */
export const password = z
  .string({ error: "Password must be at least 8 characters" })
  .min(8, "Password must be at least 8 characters")
  .max(128, "Password must not exceed 128 characters");
