/** When this browser last asked for a code for an address, so that the countdown survives a reload. */
const key = (email: string) => `code-sent:${email.trim().toLowerCase()}`;
export const RESEND_SECONDS = 60;

export function startResendCooldown(email: string, waitSeconds = RESEND_SECONDS): void {
  try {
    sessionStorage.setItem(key(email), String(Date.now() + waitSeconds * 1000));
  } catch {
    // The server keeps the limit anyway.
  }
}

/** Seconds until another code may be asked for. */
export function resendCooldownSeconds(email: string, now: number = Date.now()): number {
  try {
    const until = Number(sessionStorage.getItem(key(email)));
    return until > now ? Math.ceil((until - now) / 1000) : 0;
  } catch {
    return 0;
  }
}
