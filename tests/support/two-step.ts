import { TOTP } from "otpauth";

/** Returns the code of an authenticator app, shifted by time steps of 30 seconds. */
export const appCode = (secret: string, steps = 0): string =>
  new TOTP({ secret }).generate({ timestamp: Date.now() + steps * 30_000 });

/** Returns six digits that are not valid in the current or an adjacent time step. */
export function wrongCode(secret: string, n = 0): string {
  const good = [-2, -1, 0, 1, 2].map((steps) => appCode(secret, steps));
  const wrong = Array.from({ length: 20 }, (_, i) => String(100_000 + i)).filter(
    (code) => !good.includes(code),
  );
  return wrong[n]!;
}
