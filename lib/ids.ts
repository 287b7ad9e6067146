import { randomBytes } from "node:crypto";

/** Returns the smallest UUIDv7 of a moment, for a search by id. */
export const firstIdAt = (moment: Date): string =>
  `${uuidv7(moment.getTime()).slice(0, 14)}7000-8000-000000000000`;

/** Returns a UUIDv7 (RFC 9562), for rows whose id is bound into a ciphertext before they are inserted. */
export function uuidv7(now: number = Date.now()): string {
  const bytes = randomBytes(16);
  bytes.writeUIntBE(now, 0, 6);
  bytes[6] = (bytes[6]! & 0x0f) | 0x70;
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  const hex = bytes.toString("hex");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}
