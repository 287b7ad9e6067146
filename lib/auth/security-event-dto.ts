import * as z from "zod";

/** The recorded security events of an account (product 10.3, threat 62). */
const securityEventKind = z.enum([
  "login",
  "password_failed",
  "code_failed",
  "passkey_failed",
  "passkey_added",
  "passkey_removed",
  "new_device",
  "step_up",
  "password_reset",
  "password_changed",
]);
export type SecurityEventKind = z.output<typeof securityEventKind>;

export const securityEventDto = z.object({
  _id: z.string(),
  kind: securityEventKind,
  at: z.string(),
  /** The device, such as "Chrome on Windows". */
  device: z.string(),
  /** The client's address: IPv4 in full, IPv6 as its /64. */
  network: z.string(),
});
export type SecurityEventDto = z.output<typeof securityEventDto>;
