import "server-only";
import { createHash, randomInt, timingSafeEqual } from "node:crypto";
import { env } from "@/lib/env";

/**
 * The text of a key: `sdl_<environment>_<id>_<secret>`. The secret has 43 letters and digits, more than 250 random bits, so a plain hash
 * protects it. Secret scanners find keys by the pattern in product 10.44.
 */
const ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const ID_CHARS = 12;
const SECRET_CHARS = 43;

export const KEY_PATTERN = new RegExp(
  String.raw`^sdl_(demo|live|test)_([\dA-Za-z]{${ID_CHARS}})_([\dA-Za-z]{${SECRET_CHARS}})$`,
);
/** All keys begin like this; session tokens do not. */
export const KEY_PREFIX = "sdl_";

/** Keys of one environment are rejected by the others. */
const environment = (): string => (env.DEMO ? "demo" : env.NODE_ENV === "production" ? "live" : "test");

const random = (length: number): string =>
  Array.from({ length }, () => ALPHABET[randomInt(ALPHABET.length)]).join("");

export const newPublicId = (): string => random(ID_CHARS);
export const newSecret = (): string => random(SECRET_CHARS);

export const hashSecret = (secret: string): string => createHash("sha256").update(secret).digest("base64url");

export const isSameHash = (one: string, other: string): boolean =>
  one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other));

/** The beginning of a key, which is shown in lists. */
export const keyStart = (publicId: string): string => `${KEY_PREFIX}${environment()}_${publicId}`;

export const keyText = (publicId: string, secret: string): string => `${keyStart(publicId)}_${secret}`;

/** Returns the parts of a key of this environment; null for other texts. */
export function parseKey(text: string): { publicId: string; secret: string } | null {
  const [, place, publicId, secret] = KEY_PATTERN.exec(text) ?? [];
  return place === environment() && publicId && secret ? { publicId, secret } : null;
}
