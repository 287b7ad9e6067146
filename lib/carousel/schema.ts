import * as z from "zod";
import { lines, text } from "@/lib/forms/atoms";
import "@/lib/zod";

export const URL_MESSAGE = "Enter a valid URL or path starting with /";

export const MAX_SLIDES = 100;

/**
 * Returns whether a text is a path of this site or an http(s) URL. `//host` and `/\host` are rejected: browsers resolve them to another
 * host (product 10.9).
 */
export function isPathOrUrl(value: string): boolean {
  if (/[\u0000-\u0020\u007f\\]/.test(value)) return false;
  if (value.startsWith("/")) return !value.startsWith("//");
  if (!/^https?:\/\//i.test(value)) return false;
  try {
    return new URL(value).hostname !== "";
  } catch {
    return false;
  }
}

const pathOrUrl = z
  .string(URL_MESSAGE)
  .trim()
  .max(2000, "Use at most 2000 characters")
  .refine(isPathOrUrl, URL_MESSAGE);
const blankToNull = (value: unknown) =>
  value === null || (typeof value === "string" && value.trim() === "") ? null : value;
const optional = <T extends z.ZodType>(schema: T) => z.preprocess(blankToNull, schema.nullable().optional());

const texts = {
  title: optional(text(0, undefined, 120, "Use at most 120 characters")),
  description: optional(lines(0, undefined, 400, "Use at most 400 characters")),
  link: optional(pathOrUrl),
};

export const createSlideSchema = z.object({
  ...texts,
  image: z
    .string({ error: "Required" })
    .trim()
    .min(1, "Required")
    .max(2000, "Use at most 2000 characters")
    .refine((value) => value === "" || isPathOrUrl(value), URL_MESSAGE),
});

/** All slides in their new order. */
export const orderSlidesSchema = z.object({
  ids: z
    .array(z.uuid().toLowerCase())
    .max(MAX_SLIDES)
    .refine((ids) => new Set(ids).size === ids.length, "List each item once"),
});

/** Absent fields stay unchanged. */
export const updateSlideSchema = z.object({
  ...texts,
  image: z.preprocess((value) => blankToNull(value) ?? undefined, pathOrUrl.optional()),
});
