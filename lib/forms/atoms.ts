/** Zod schemas for single values, with the messages of product 5, shared by forms and handlers. Safe in the browser. */
import * as z from "zod";
import { isDay, lagosDay, toDay } from "@/lib/dates";
import { canonicalEmail } from "@/lib/email";
import { isMasked } from "@/lib/mask";
import { countCharacters, normalizeLines, normalizeNumber, normalizeText } from "@/lib/text";
import "@/lib/zod";

/** The maximum length where docs/product.md specifies none. */
export const MAX_TEXT = 200;
const TOO_LONG = "This is too long. Please shorten it.";

const CONTROL = "Use only letters, numbers and common punctuation";
/**
 * Rejects control characters and line breaks, which could be used to forge emails or log lines, and lone surrogates, which no file can
 * contain.
 */
const singleLine = /^[^\p{Cc}\p{Cs}\u2028\u2029]*$/u;
const severalLines = /^[^\p{Cc}\p{Cs}]*(?:\n[^\p{Cc}\p{Cs}]*)*$/u;

/** The maximum average length of a character with its marks, in UTF-16 code units. */
const MAX_UNITS_PER_CHARACTER = 4;
const isAtMost = (max: number) => (value: string) =>
  value.length <= max * MAX_UNITS_PER_CHARACTER && countCharacters(value) <= max;
const isAtLeast = (min: number) => (value: string) => countCharacters(value) >= min;

/** Text in its normal form, with a length in characters. */
const normalized = (
  { normalize, pattern }: { normalize: (value: string) => string; pattern: RegExp },
  {
    min,
    message,
    max,
    tooLong = TOO_LONG,
  }: { min: number; message?: string | undefined; max: number; tooLong?: string | undefined },
) =>
  z
    .string(message === undefined ? undefined : { error: message })
    .overwrite(normalize)
    .refine(isAtLeast(min), message)
    .refine(isAtMost(max), tooLong)
    .regex(pattern, CONTROL);
const oneLine = { normalize: normalizeText, pattern: singleLine };
const manyLines = { normalize: normalizeLines, pattern: severalLines };

/** Single-line text with at least `min` characters. A text without a minimum has no message of its own. */
export const text = (min: number, message: string | undefined, max = MAX_TEXT, tooLong?: string) =>
  normalized(oneLine, { min, message, max, tooLong });

/** A number that may contain letters, such as an RC number, with at least `min` characters. */
export const numberText = (min: number, message: string, max: number) =>
  normalized({ normalize: normalizeNumber, pattern: singleLine }, { min, message, max });

/** Text of several lines, such as an address, with at least `min` characters. */
export const lines = (min: number, message: string | undefined, max = 500, tooLong?: string) =>
  normalized(manyLines, { min, message, max, tooLong });

/** Missing, null and the empty string are equivalent (product 10.2). */
const optional = (schema: z.ZodString) => schema.nullish().transform((value) => value || undefined);

export const optionalText = (max = MAX_TEXT, tooLong?: string) =>
  optional(normalized(oneLine, { min: 0, max, tooLong }));

export const optionalLines = (max: number, tooLong?: string) =>
  optional(normalized(manyLines, { min: 0, max, tooLong }));

/** A reviewer's optional note, which may have several lines. */
export const note = (max = 500) => optionalLines(max, `Maximum ${max} characters.`);

const NAME = "Name must be at least 2 characters";
const NO_LINKS = "Enter your name without a web address. Put a space after a full stop.";

/** Text that mail programs turn into a link: a scheme, www., an address, or words joined by a dot. */
const linkLike =
  /:\/\/|\bwww\b|@|[\p{L}\p{N}-]{2}[.\u3002][\p{L}\p{N}-]{2}|[\p{L}\p{N}][.\u3002](?:com?|net|org|io|me|ng|app|ly|info|xyz)\b/iu;

/** A user's name, which appears in our emails: no links (threat 58). */
export const userName = () =>
  text(2, NAME, 100).refine((value) => !linkLike.test(value.normalize("NFKC")), NO_LINKS);

export const PHONE_EXAMPLE = "8012345678";
export const phoneMessages = {
  short: `Phone number must be at least 10 digits (e.g., ${PHONE_EXAMPLE})`,
  long: "Phone number must not exceed 15 digits",
  digits: "Phone number must contain only digits",
} as const;

/** A phone number of 10 to 15 digits, without other characters (product 5.1). */
export const phone = z
  .string({ error: phoneMessages.short })
  .overwrite(normalizeNumber)
  .regex(/^\d*$/, phoneMessages.digits)
  .min(10, phoneMessages.short)
  .max(15, phoneMessages.long);

/** A phone number at registration. It may contain a plus sign, spaces or dashes; only its 10-15 digits are stored (product 10.3). */
export const registrationPhone = z
  .string({ error: phoneMessages.short })
  .overwrite(normalizeNumber)
  .max(40, phoneMessages.long)
  .regex(/^\+?[\d\s()-]*$/, phoneMessages.digits)
  .transform((value) => value.replace(/\D/g, ""))
  .pipe(phone);

export const EMAIL_MESSAGE = "Valid email is required";

/** An email address, brought into its canonical form before validation, so that look-alikes cannot create a second account (threat 7). */
export const email = (message = EMAIL_MESSAGE) =>
  z
    .string({ error: message })
    .max(320, message)
    .transform(canonicalEmail)
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
 * A number of exactly `length` digits. With `masked`, a masked number is accepted too: the server replaces it with the stored number before
 * validating (lib/onboarding/drafts/masked-numbers.ts).
 */
export const digits = (length: number, message: string, masked = false) => {
  const exact = new RegExp(`^\\d{${length}}$`);
  return z
    .string({ error: message })
    .overwrite(normalizeNumber)
    .refine((value) => exact.test(value) || (masked && isMasked(value) && value.length === length), message);
};

/** A calendar day in the past, as YYYY-MM-DD; a timestamp from a date picker is converted to the day in Lagos. */
export const pastDate = (required: string) =>
  z
    .string({ error: required })
    .trim()
    .min(1, required)
    .transform(toDay)
    .refine(isDay, "Enter a valid date")
    .refine((value) => !isDay(value) || value < lagosDay(), "Date of birth must be in the past")
    .refine((value) => !isDay(value) || value >= "1900-01-01", "Enter a valid date");

export const COMMON_PASSWORD = "This password is too common";

/**
 * A password has 8 to 128 characters, is never truncated, and follows no composition rules (product 10.3). The server also rejects common
 * passwords, and hashes its normal form (lib/auth/passwords.ts).
 */
export const password = z
  .string({ error: "Password must be at least 8 characters" })
  .refine((value) => countCharacters(value) >= 8, "Password must be at least 8 characters")
  .refine(isAtMost(128), "Password must not exceed 128 characters");
