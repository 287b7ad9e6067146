import "server-only";
import { createCircuitBreaker, type Breaker } from "@/lib/circuit-breaker";
import { env } from "@/lib/env";
import { dojah } from "./dojah";
import { ProviderFault, type IdentityAnswer, type IdentityProvider, type IdentityRequest } from "./port";
import { sandbox } from "./sandbox";

/** Returns the configured provider; null if reviewers compare numbers themselves. */
const configured = (): IdentityProvider | null =>
  ({
    manual: () => null,
    sandbox: () => sandbox,
    dojah: () =>
      dojah({ url: env.DOJAH_URL, appId: env.DOJAH_APP_ID ?? "", secretKey: env.DOJAH_SECRET_KEY ?? "" }),
  })[env.IDENTITY_PROVIDER]();

let breaker: Breaker | undefined;
/** The breaker's timeout is a little longer than a call's own, which also closes the connection. */
const guarded = () => (breaker ??= createCircuitBreaker({ timeoutMs: env.IDENTITY_TIMEOUT_MS + 1_000 }));

/** Returns how many calls may be made concurrently: none while the provider is down, and one to test whether it has recovered. */
export const callsAllowed = (most: number): number =>
  ({ closed: most, "half-open": 1, open: 0 })[guarded().state()];

/** Calls the provider once. Only temporary faults count as failures of the circuit breaker. Throws ProviderFault. */
export async function askProvider(request: IdentityRequest): Promise<IdentityAnswer> {
  const provider = configured();
  if (!provider) throw new ProviderFault("configuration", "no provider");
  try {
    const result = await guarded()(async () => {
      try {
        return await provider.check(request, AbortSignal.timeout(env.IDENTITY_TIMEOUT_MS));
      } catch (error) {
        if (error instanceof ProviderFault && error.fault !== "temporary") return error;
        throw error;
      }
    });
    if (result instanceof ProviderFault) throw result;
    return result;
  } catch (error) {
    if (error instanceof ProviderFault) throw error;
    throw new ProviderFault("temporary", "no answer");
  }
}
