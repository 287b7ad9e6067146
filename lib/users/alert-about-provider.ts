import "server-only";
import { transaction } from "@/lib/db/client";
import { providerLabels, type IdentityProviderName } from "@/lib/identity/port";
import { tryConsume } from "@/lib/limits/limits";
import { log } from "@/lib/log";
import { emailSuperAdministrators } from "./super-administrators";

/** Logs that the provider of identity checks is not set up correctly, and emails super administrators, at most once an hour. */
export async function alertAboutProvider(provider: IdentityProviderName): Promise<void> {
  log.error({ event: "identity.configuration" });
  if (!(await tryConsume(`identity alert|${provider}`, 1, 3_600))) return;
  await transaction((tx) =>
    emailSuperAdministrators(tx, "identityProviderFault", { provider: providerLabels[provider] }),
  );
}
